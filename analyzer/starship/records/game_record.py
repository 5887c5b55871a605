"""Record files: a position and the steps of a game, read with every fault and its line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError, Fault, one_of
from analyzer.files.flaws import line_of
from analyzer.files.yamlfile import Text, check_content
from analyzer.starship.position.position import Position
from analyzer.starship.position.positionfile import position_of
from analyzer.starship.position.schema import KIND
from analyzer.starship.records.steps import STEPS


@dataclass(frozen=True)
class Record:
    """A game that was played: a position and the steps from there.

    Attributes:
        position: The position at the beginning.
        steps: The steps, each an instance of its schema.

    >>> from analyzer import starship
    >>> starship.load_record("ships/starship/example-record.yaml").steps[0].do
    'produce'
    """

    position: Position
    steps: tuple[Any, ...]


RECORD = replace(KIND, called="record")


def load_record(source: str | Path | Mapping[str, Any] | Record) -> Record:
    """Return the record in a file, or of its fields.

    Args:
        source: The path of a YAML file, its fields, or a `Record`, which is returned as it is.

    Returns:
        The record. A sector that the position does not list gets the cards that the first flight through it names.

    Raises:
        AnalyzerError: If the file cannot be read, or has faults; all of them are listed.

    >>> from analyzer import starship
    >>> len(starship.load_record("ships/starship/example-record.yaml").steps)
    10
    """
    if isinstance(source, Record):
        return source
    return _record_of(*RECORD.content(source))


def parse_record(text: str, where: str) -> Record:
    """Return the record in the text of a file.

    Args:
        text: The text.
        where: Name of the file, for errors.

    Raises:
        AnalyzerError: If it has faults; all are listed with their lines.
    """
    return _record_of(*RECORD.content(Text(text, where)))


def _record_of(data: Mapping[str, Any], where: str) -> Record:
    """Return the record of a file's mapping; AnalyzerError with the faults of position and steps."""
    if "steps" not in data:
        raise AnalyzerError(Fault("is no record: a record lists `steps`, e.g. {do: next}: add them", where))
    steps, faults = read_steps(data["steps"], where, data)
    try:
        position = position_of(data, where)
    except AnalyzerError as error:
        raise AnalyzerError([*error.faults, *faults]) from None
    if faults:
        raise AnalyzerError(faults)
    return Record(_with_sectors_of_flights(position, steps), steps)


def read_steps(entries: Any, where: str, data: Any) -> tuple[tuple[Any, ...], list[Fault]]:
    """Return the steps without faults, and all faults of the other steps.

    Args:
        entries: The list of steps as it was read.
        where: Name of the file, for faults.
        data: The whole file as it was read, for line numbers.
    """
    if not isinstance(entries, list | tuple):
        return (), [Fault("steps: give a list, each step e.g. {do: next}", where)]
    steps: list[Any] = []
    faults: list[Fault] = []
    for number, step in enumerate(entries):
        line = line_of(data, ("steps", number))
        name = step.get("do") if isinstance(step, Mapping) else None
        if not isinstance(name, str) or name not in STEPS:
            faults.append(Fault(f"step {number + 1}: no step {name!r}: {one_of(name, STEPS)}", where, line))
            continue
        schema = STEPS[name].schema
        judged = check_content(schema, dict(step))
        faults += [Fault(f"step {number + 1}: {flaw.text}", where, line) for flaw in judged.flaws]
        if not judged.flaws:
            steps.append(schema.model_construct(**judged.right))
    return tuple(steps), faults


def _with_sectors_of_flights(position: Position, steps: tuple[Any, ...]) -> Position:
    """Return the position with the cards of each unlisted sector, as named by the first flight through it."""
    sectors = dict(position.sectors)
    for step in steps:
        if step.do == "fly" and step.order is not None and step.sector not in sectors:
            extended = replace(position, sectors=sectors | {step.sector: tuple(step.order)})
            if extended.flaws():
                break
            sectors, position = extended.sectors, extended
    return position
