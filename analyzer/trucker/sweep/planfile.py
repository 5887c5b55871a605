"""Plan files of sweeps: lists of what is varied, and how much is flown in each of their combinations."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from analyzer.errors import AnalyzerError, Fault
from analyzer.files.flaws import Flaw, in_file
from analyzer.files.names import Name
from analyzer.files.yamlfile import check, parse_mapping, read_text
from analyzer.files.yesno import YesOrNo
from analyzer.trucker.rivals import FIELD
from analyzer.trucker.tables.folder import NumberOrText

MOST_FILES = 1_000
"""So many files may be called like one pattern."""
EXAMPLE = """\
ships: [ships/2007/II/*.yaml]          # files, or patterns of names; beside this file
captains: [sensible, cautious]         # named ones or files
rivals: [field, alone]                 # or a list of up to three ship files
editions: [2007]                       # or folders of tables; what the ships' files say if left out
levels: [II]                           # those of the ships' boards if left out
conditions: [{}, {start: 1}]           # start, learning, prognostic, repair, cards, forecast, cards_file, joined, ...
flights: 20000
seed: 1
"""
"""A plan that says what may stand in one."""


def _listed(value: object) -> object:
    """One thing as a list of it."""
    return [value] if isinstance(value, str | int | dict) else value


Words = Annotated[list[str], BeforeValidator(_listed), Field(min_length=1)]


class Condition(BaseModel):
    """How ships fly, in the words of `analyzer.Conditions`; `name` is how the table calls it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: Name | None = None
    """What the table calls it."""
    start: Annotated[int, Field(ge=1, le=4)] | None = None
    """The first ship's place in the starting order, from 1; drawn for each flight, without it."""
    learning: YesOrNo = False
    """The learning flight."""
    prognostic: YesOrNo = False
    """The piles come in order and are not shuffled."""
    repair: YesOrNo = False
    """Remove components from flawed ships first, charged as lost."""
    cards: list[int | str] = []
    """Cards in a fixed order, instead of a deck: numbers, or words that name one, e.g. `pirates 6`."""
    forecast: str | None = None
    """A forecast file."""
    cards_file: str | None = None
    """A table of your own cards."""
    joined: str | None = None
    """Of fleets: which borders grew together."""
    dice: list[int] | None = None
    """Of fleets: the result of the two dice."""
    layout: str | None = None
    """Of fleets: only flights with that layout."""
    insurance: int | None = None
    """Of fleets: the premium."""
    tables: str | None = None
    """Of fleets: a folder with tables of your own."""


class PlanFile(BaseModel):
    """The schema; every combination is flown, each under the same seed."""

    model_config = ConfigDict(extra="forbid")

    ships: Words
    """Ship files, or patterns of names, from the folder of the plan on."""
    captains: Words = ["sensible"]
    """Captains by name, or their files."""
    rivals: Annotated[list[str | list[str]], BeforeValidator(_listed), Field(min_length=1)] = [FIELD]
    """`field`, `alone`, or a list of up to three ship files."""
    editions: Annotated[list[NumberOrText] | None, BeforeValidator(_listed), Field(min_length=1)] = None
    """Editions by name, or their folders: every ship is read as one of each; without the field, as its file says."""
    levels: Annotated[list[str] | None, BeforeValidator(_listed)] = None
    """Levels; without the field, those of the ships' boards."""
    conditions: Annotated[list[Condition], BeforeValidator(_listed), Field(min_length=1)] = [Condition()]
    """How ships fly, one entry a way."""
    flights: Annotated[int, Field(ge=1, strict=True)] | None = None
    """How many flights of each combination."""
    seed: Annotated[int, Field(ge=0, strict=True)] = 1
    """The same decks and dice for all combinations."""
    precision: dict[str, float] | float | None = None
    """Fly until the interval is at most so wide: of the score, or by metric."""
    until_events: dict[str, Annotated[int, Field(strict=True)]] | None = None
    """By ending, fly until it came up so often."""


def load_plan(path: Path) -> tuple[PlanFile, Any]:
    """The plan in a file, and its data with the line of every value; raises AnalyzerError with every fault."""
    data = parse_mapping(read_text(path), str(path))
    try:
        return check(PlanFile, data, str(path)), data
    except AnalyzerError as error:
        example = Fault(f"a plan looks like this: {' / '.join(_short())}", str(path))
        raise AnalyzerError([*error.faults, example]) from None


def _short() -> list[str]:
    return [line.split("#")[0].strip() for line in EXAMPLE.splitlines()]


def named_files(plan: Path, patterns: list[str], data: Any) -> list[Path]:
    """The files that patterns name, from the folder of the plan on; raises AnalyzerError for those that name none."""
    paths, flaws = [], []
    for number, pattern in enumerate(patterns):
        matches = plan.parent.glob(pattern) if _is_pattern(pattern) else [plan.parent / pattern]
        files = sorted(islice(matches, MOST_FILES + 1))
        if not files or len(files) > MOST_FILES:
            many = f"more than {MOST_FILES:,} files are" if files else "no file is"
            flaws.append(Flaw(("ships", number), f"ships: {many} called like {pattern!r}"))
        paths += files
    if flaws:
        raise AnalyzerError(in_file(flaws, data, str(plan)))
    return list(dict.fromkeys(paths))


def _is_pattern(name: str) -> bool:
    return any(sign in name for sign in "*?[") and not Path(name).is_absolute()
