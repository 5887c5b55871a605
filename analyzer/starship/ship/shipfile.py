"""Ship files: YAML to Ship and back, with every fault at once, each with file, line and cure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError, Fault, brief
from analyzer.files.atomic import write_whole
from analyzer.files.flaws import by_line, in_file
from analyzer.files.yamlfile import judge, parse_mapping, read_text
from analyzer.starship.edition import OwnEdition
from analyzer.starship.editions.folder import reading
from analyzer.starship.ship.schema import ShipFile, fields
from analyzer.starship.ship.ship import Ship, own_flaws
from analyzer.world import refuse_other_world


def load_ship(path: str | Path) -> Ship:
    """The ship in a ship file; raises AnalyzerError with every fault of the file.

    >>> from analyzer import starship
    >>> starship.load_ship("ships/starship/moon-start.yaml").capacity
    3
    """
    if not isinstance(path, str | Path):
        raise AnalyzerError(f"{brief(path)}: give the path of a ship file")
    return parse_ship(read_text(Path(path)), str(path))


def parse_ship(text: str, where: str = "ship") -> Ship:
    """The ship in the text of a ship file; `where` names it in faults."""
    data = parse_mapping(text, where, "starship")
    refuse_other_world(data, where, "starship")
    with reading(data, where):
        ship, faults = judged_ship(data, where)
    if faults:
        raise AnalyzerError(faults)
    return ship


def judged_ship(data: Any, where: str) -> tuple[Ship, list[Fault]]:
    """The ship as far as it can be read, and every fault with its line."""
    judged = judge(ShipFile, data)
    faults = in_file(judged.flaws, data, where)
    try:
        ship = Ship(**fields(judged.right))
        flaws = own_flaws(ship.flaws(), judged.wrong)
    except (KeyError, TypeError):
        return Ship(), faults
    return ship, by_line([*faults, *in_file(flaws, data, where)])


def write_ship(ship: Ship, where: str | Path = "") -> str:
    """The ship as the text of a ship file; `where`: from which its edition is seen."""
    lines = []
    for field, value in ship.to_dict().items():
        if field == "edition":
            lines.append(f"edition: {OwnEdition.seen_from(ship.edition, where or 'ship.yaml')}\n")
            continue
        if isinstance(value, dict):
            text = "{" + ", ".join(f"{name}: {many}" for name, many in value.items()) + "}"
        elif isinstance(value, list):
            text = "[" + ", ".join(map(str, value)) + "]"
        else:
            text = json.dumps(value, ensure_ascii=False) if field == "name" else str(value)
        lines.append(f"{field}: {text}\n")
    return "".join(lines)


def save_ship(ship: Ship, path: str | Path) -> None:
    """Write a ship file; raises AnalyzerError where none can be written.

    >>> from analyzer import starship
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> starship.save_ship(starship.Ship(astro=7), path)
    >>> starship.load_ship(path).astro
    7
    """
    write_whole(path, write_ship(ship, path))
