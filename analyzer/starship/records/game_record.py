"""Record files: a position and the steps of a game, read with every fault and its line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError, Fault, brief, one_of
from analyzer.files.flaws import line_of
from analyzer.files.yamlfile import judge, parse_mapping, read_text
from analyzer.starship.position.position import Position
from analyzer.starship.position.positionfile import position_of, sound
from analyzer.starship.records.steps import STEPS
from analyzer.world import refuse_other_world


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
    if isinstance(source, Mapping):
        steps, faults = read_steps(source.get("steps", []), "record", None)
        try:
            position = sound(Position.from_dict({k: v for k, v in source.items() if k != "steps"}), "record")
        except AnalyzerError as error:
            raise AnalyzerError([*error.faults, *faults]) from None
        if faults:
            raise AnalyzerError(faults)
        return Record(_with_sectors_of_flights(position, steps), steps)
    if not isinstance(source, str | Path):
        raise AnalyzerError(f"{brief(source)}: give the path of a record file, or its fields")
    return parse_record(read_text(Path(source)), str(source))


def parse_record(text: str, where: str) -> Record:
    """Return the record in the text of a file.

    Args:
        text: The text.
        where: Name of the file, for errors.

    Raises:
        AnalyzerError: If it has faults; all are listed with their lines.
    """
    data = parse_mapping(text, where, "starship")
    refuse_other_world(data, where, "starship")
    if "steps" not in data:
        raise AnalyzerError(Fault("is no record: a record lists `steps`, e.g. {do: next}: add them", where))
    steps, faults = read_steps(data.get("steps", []), where, data)
    try:
        position = position_of(data, where)
    except AnalyzerError as error:
        raise AnalyzerError([*error.faults, *faults]) from None
    if faults:
        raise AnalyzerError(faults)
    return Record(_with_sectors_of_flights(position, steps), steps)


def read_steps(entries: Any, where: str, data: Any) -> tuple[tuple[Any, ...], list[Fault]]:
    """Return the steps that are sound, and all faults of the others.

    Args:
        entries: The list of steps as it was read.
        where: Name of the file, for faults.
        data: The whole file as it was read, for line numbers; None without a file.
    """
    if not isinstance(entries, list | tuple):
        return (), [Fault("steps: give a list, each step e.g. {do: next}", where)]
    steps: list[Any] = []
    faults: list[Fault] = []
    for number, step in enumerate(entries):
        line = None if data is None else line_of(data, ("steps", number))
        name = step.get("do") if isinstance(step, Mapping) else None
        if not isinstance(name, str) or name not in STEPS:
            faults.append(Fault(f"step {number + 1}: no step {name!r}: {one_of(name, STEPS)}", where, line))
            continue
        schema = STEPS[name].schema
        judged = judge(schema, dict(step))
        faults += [Fault(f"step {number + 1}: {flaw.text}", where, line) for flaw in judged.flaws]
        if not judged.flaws:
            steps.append(schema.model_construct(**judged.right))
    return tuple(steps), faults


def _with_sectors_of_flights(position: Position, steps: tuple[Any, ...]) -> Position:
    """Return the position with each unlisted sector filled from the first flight through it."""
    from dataclasses import replace

    sectors = dict(position.sectors)
    for step in steps:
        if step.do == "fly" and step.order is not None and step.sector not in sectors:
            extended = replace(position, sectors=sectors | {step.sector: tuple(step.order)})
            if extended.flaws():
                break
            sectors, position = extended.sectors, extended
    return position
