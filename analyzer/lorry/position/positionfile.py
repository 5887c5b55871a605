"""Position files: reading with every fault at once, each with file, line and cure, and writing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.files.editions.shelf import STANDARD
from analyzer.files.flaws import Flaw
from analyzer.files.places import beside, write_whole
from analyzer.files.yamlfile import CheckedContent, FileKind, Text, load_fields
from analyzer.lorry.editions import FOLDERS
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.galaxy.galaxyfile import beyond, galaxy_of, write_galaxy
from analyzer.lorry.galaxy.schema import KIND as GALAXY
from analyzer.lorry.galaxy.schema import galaxy_fields
from analyzer.lorry.position.effects import AtTurn, Effect, SoFar
from analyzer.lorry.position.flaws import dice_flaws
from analyzer.lorry.position.open_decision import turn_flaws
from analyzer.lorry.position.position import Position, position_flaws
from analyzer.lorry.position.schema import FILLED, PositionFile, in_grid, names_of, read_grid, read_turn, routes_of
from analyzer.lorry.tables import MOST_TRADERS
from analyzer.world import refuse_other_world

OF_RECORDS = ("first", "dice_set", "rounds")
"""The fields that a record file has besides those of its starting position."""
OF_GALAXIES = ("wrap", "end_after", "map", "columns", "rows", "planets", "specials", "dice", "switches")
KIND = FileKind("position or galaxy file", "lorry", partial(refuse_other_world, own="lorry"), without=OF_RECORDS)


def load_position(source: str | Path | Mapping[str, Any] | Position | Galaxy) -> Position:
    """Return the position in a file; a record stands for the position at its beginning, a galaxy for an empty position.

    Args:
        source: A path, the fields of a file, a galaxy, or a position, which is returned unchanged.

    Raises:
        AnalyzerError: The file is faulty. The message lists every fault.

    >>> from analyzer import lorry
    >>> lorry.load_position("ships/lorry/late.yaml").over
    False
    """
    if isinstance(source, Position):
        return source
    if isinstance(source, Galaxy):
        return Position(source)
    return position_of(*KIND.content(source))


def parse_position(text: str, where: str = "position", edition: str | None = None) -> Position:
    """Return the position in the text of a file.

    Args:
        text: The text.
        where: The name of the text in error messages.
        edition: The key of the edition whose tables count; if None, the one that the user chose (`--edition`), else the
            one that the text names, else `standard`.
    """
    return position_of(*KIND.content(Text(text, where)), edition)


def position_of(data: Any, where: str, edition: str | None = None) -> Position:
    """Return the position in a file's mapping; the mapping of a record gives the position at its beginning.

    Raises:
        AnalyzerError: The mapping is faulty. The message lists every fault with its line.
    """
    edition = edition or FOLDERS.named_in(data, where)
    return load_fields(PositionFile, data, where, KIND, partial(_built, edition=edition))


def _built(file: CheckedContent, edition: str | None) -> Position | None:
    """Return the position, or None if it has flaws.

    Flaws that the schema does not find, because they depend on several fields, are added to `file.flaws`.
    """
    right = file.right
    galaxy = _galaxy(file, edition)
    names, flaws = names_of(right.get("traders", 2))
    scored, tracks, unknown = routes_of(right, names)
    filled = [tuple(box) for box in right.get("filled", ())]
    turn, odd = read_turn(right["turn"].model_dump() if right.get("turn") else None, names)
    flaws += [*unknown, *odd]
    if right.get("grid") is not None:
        drawn, shut, bad = read_grid(right["grid"], galaxy)
        if right.get("tracks"):
            flaws.append(Flaw(("tracks",), "tracks beside a grid: give one of them"))
        tracks, filled, flaws = drawn, [*filled, *shut], [*flaws, *bad]
    wrong = {*file.wrong, *(str(flaw.path[0]) for flaw in flaws if flaw.path)}
    is_counted = "traders" in right and 1 <= len(names) <= MOST_TRADERS
    if galaxy is not None and turn is not None and is_counted and not odd:
        flaws += dice_flaws(galaxy, len(names), turn.dice)
    if galaxy is not None and is_counted:
        whole = not {"traders", "grid", "tracks", "filled", "scored"} & wrong
        more = position_flaws(galaxy, len(names), tracks, filled, scored, whole=whole)
        if right.get("grid") is not None:
            more = in_grid(more, right["grid"], tracks, filled, len(right.get("filled", ())))
        flaws += more
    file.flaws += flaws
    if file.faults or galaxy is None:
        return None
    name = right["name"] if "name" in file.data else galaxy.name
    position = Position(galaxy, names, tracks, filled, scored, turn, name)
    file.flaws += turn_flaws(position)
    return position


def _galaxy(file: CheckedContent, edition: str | None) -> Galaxy | None:
    """Return the galaxy that a position file names or contains; None if it cannot be read.

    Its faults are added to `file.flaws`, or to `file.elsewhere` if they have lines in a galaxy file. If `edition` is
    None, a galaxy file keeps the edition that it names.
    """
    path = file.right.get("galaxy")
    if path is None:
        made, flaws = galaxy_fields(file.right, file.data)
        file.flaws += flaws
        if flaws or "columns" not in made:
            return None
        galaxy = Galaxy(**made, edition=edition or STANDARD)
        file.flaws += beyond(galaxy, file.data)
        return galaxy
    twofold = [name for name in OF_GALAXIES if file.data.get(name) is not None]
    file.flaws += (Flaw((name,), f"{name} beside galaxy: its file says it; leave one out") for name in twofold)
    try:
        return galaxy_of(*GALAXY.content(beside(file.where, path)), edition)
    except AnalyzerError as error:
        file.flaws += (Flaw(("galaxy",), fault) for fault in error.faults if fault.line is None)
        file.elsewhere += (one for one in error.faults if one.line is not None)
        return None


def write_position(position: Position, where: str | Path | None = "") -> str:
    """Return the text of a position file that reads back as the same position, with its tracks drawn as a grid.

    Args:
        position: The position.
        where: The file to which the path of its edition is relative; None leaves the edition out.
    """
    lines = [line for line in write_galaxy(position.galaxy, where).splitlines() if not line.startswith("name:")]
    lines = [f"name: {json.dumps(position.name, ensure_ascii=False)}", *lines]
    lines.append(f"traders: {json.dumps(list(position.names), ensure_ascii=False)}")
    # Only filled boxes and tracks, whose marks have three characters or more; the galaxy's own boxes stand above.
    rows = [[mark if mark == FILLED or len(mark) > 2 else "." for mark in marks] for marks in position.map_rows()]
    wide = max(len(mark) for marks in rows for mark in marks)
    lines += ["grid: |", *("  " + " ".join(f"{mark:<{wide}}" for mark in marks).rstrip() for marks in rows)]
    if position.scored:
        lines += ["scored:", *(f"  - {list(route)}" for route in position.scored)]
    if position.turn is not None:
        lines.append(f"turn: {{{_turn_text(position.turn)}}}")
    return "\n".join(lines) + "\n"


def _turn_text(turn: AtTurn) -> str:
    """Return a turn as the fields of a position file, on one line."""
    dice = ", ".join(f"{colour} {kind}".strip() for colour, kind in turn.dice)
    parts = [f"picks: {turn.picks}", f"dice: [{dice}]", *_fields(turn.so_far)]
    if turn.so_far.then:
        effects = ", ".join(f"{{{', '.join(_fields(effect))}}}" for effect in turn.so_far.then)
        parts.append(f"then: [{effects}]")
    return ", ".join(parts)


def _fields(done: SoFar | Effect) -> list[str]:
    """Return the fields of a turn or effect that are not None as `name: value`, without the field `then`."""
    said = ((name, value) for name, value in vars(done).items() if name != "then" and value is not None)
    return [f"{name}: {list(value) if isinstance(value, tuple) else value}" for name, value in said]


def save_position(position: Position, path: str | Path) -> None:
    """Write a position file.

    Args:
        position: The position.
        path: The file.

    Raises:
        AnalyzerError: The file cannot be written.

    >>> from analyzer import lorry
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> lorry.save_position(lorry.load_position("ships/lorry/late.yaml"), path)
    >>> lorry.load_position(path) == lorry.load_position("ships/lorry/late.yaml")
    True
    """
    given = position if isinstance(position, Position) else load_position(position)
    write_whole(path, write_position(given, path))
