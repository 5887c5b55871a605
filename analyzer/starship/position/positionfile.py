"""Position files: YAML to Position, with every fault at once, each with file, line and cure."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.files.yamlfile import judge, line_of, parse_mapping, read_text
from analyzer.starship.position.position import Position, of_ship
from analyzer.starship.position.schema import TURNS, PositionFile, position_fields, read_ship
from analyzer.starship.ship.schema import ShipFile, fields
from analyzer.starship.ship.ship import Ship
from analyzer.world import refuse_other_world

STEPS = "steps"
ONLY_IN_POSITIONS = (
    "moon",
    "sun",
    "turn",
    "phase",
    "roll",
    "sectors",
    "reserve",
    "open",
    "stack",
    "seen",
    "gone",
    "steps",
)


def load_position(given: str | Path | Mapping[str, Any] | Position | Ship) -> Position:
    """The position in a position file, or that of a ship file against a ship of the start; raises AnalyzerError.

    >>> from analyzer import starship
    >>> starship.load_position("ships/starship/midgame.yaml").turn
    1
    """
    if isinstance(given, Position):
        return sound(given, "position")
    if isinstance(given, Ship):
        return sound(of_ship(given), given.name)
    if isinstance(given, Mapping):
        return sound(Position.from_dict(given), "position")
    if not isinstance(given, str | Path):
        raise AnalyzerError(f"{given!r}: give the path of a position or ship file")
    return parse_position(read_text(Path(given)), str(given))


def sound(position: Position, where: str) -> Position:
    """The same; raises AnalyzerError with its flaws."""
    flaws = position.flaws()
    if flaws:
        raise AnalyzerError(list(dict.fromkeys(f"{where}: {_path(flaw.path)}: {flaw.text}" for flaw in flaws)))
    return position


def _path(path: tuple[str | int, ...]) -> str:
    return ".".join(map(str, path))


def parse_position(text: str, where: str) -> Position:
    """The position in the text of a file."""
    data = parse_mapping(text, where, "starship")
    refuse_other_world(data, where, "starship")
    return position_of(data, where)


def position_of(data: Any, where: str) -> Position:
    """The position of a file's mapping, also that with which a record begins; raises AnalyzerError with every fault."""
    if not any(name in data for name in ONLY_IN_POSITIONS):
        from analyzer.starship.ship.shipfile import judged_ship

        ship, faults = judged_ship(data, where)
        if faults:
            raise AnalyzerError(list(dict.fromkeys(faults)))
        return of_ship(ship)
    kept = {name: value for name, value in data.items() if name != STEPS}
    judged = judge(PositionFile, kept, where)
    faults = [_with_line(fault, data, where) for fault in judged.faults]
    ships: dict[str, Ship] = {}
    for crest in TURNS:
        ships[crest], more = _ship(data, crest, where)
        faults += more
    position = Position(**(position_fields(judged.right) | ships))
    faults += [f"{where}, line {line_of(data, flaw.path)}: {flaw.text}" for flaw in position.flaws()]
    if faults:
        raise AnalyzerError(sorted(dict.fromkeys(faults), key=_line))
    return position


def _ship(data: Any, crest: str, where: str) -> tuple[Ship, list[str]]:
    """The ship of one player as far as it can be read, and what is wrong with its fields."""
    given = data.get(crest)
    usual = read_ship(None, crest, where)
    if given is None or isinstance(given, str):
        try:
            return (read_ship(str(given), crest, where) if given else usual), []
        except AnalyzerError as error:
            return usual, list(error.faults)
    if not isinstance(given, Mapping):
        return usual, [f"{where}, line {line_of(data, (crest,))}: {crest}: give the fields of a ship or a ship file"]
    judged = judge(ShipFile, {"crest": crest, "name": crest} | dict(given), where)
    faults = [_with_line(fault, data, where, (crest,)) for fault in judged.faults]
    return (usual if faults else Ship(**fields(judged.right))), faults


def _with_line(fault: str, data: Any, where: str, inside: tuple[str, ...] = ()) -> str:
    """The fault with the line of the field that it names."""
    told = fault.removeprefix(f"{where}, line 1: ")
    name = told.partition(":")[0].removeprefix("unknown field ").strip("'")
    path: tuple[Any, ...] = inside
    for key in name.split("."):
        path = (*path, int(key) if key.isdecimal() else key)
    return f"{where}, line {line_of(data, path)}: {told}"


def _line(fault: str) -> int:
    number = fault.partition(", line ")[2].partition(":")[0]
    return int(number) if number.isdecimal() else 0
