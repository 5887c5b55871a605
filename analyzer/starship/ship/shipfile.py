"""Ship files: YAML to Ship and back, with every fault at once, each with file, line and cure."""

from __future__ import annotations

import json
from pathlib import Path

from analyzer.errors import AnalyzerError, brief
from analyzer.files.places import write_whole
from analyzer.files.yamlfile import CheckedContent, Text, as_scalar, load
from analyzer.starship.ship.schema import KIND, ShipFile, fields
from analyzer.starship.ship.ship import Ship, own_flaws
from analyzer.starship.ship.ship import points as points_of
from analyzer.starship.ship.ship import special_cards as holders_of
from analyzer.starship.tables import OwnEdition, default_rules

ShipLike = Ship | str | Path
"""Ship, or the path of its file."""


def load_ship(path: str | Path) -> Ship:
    """Return the ship in a ship file.

    Args:
        path: path of the file.

    Raises:
        AnalyzerError: with every fault of the file.

    >>> from analyzer import starship
    >>> starship.load_ship("ships/starship/moon-start.yaml").capacity
    3
    """
    return load(ShipFile, path, KIND, built_ship)


def as_ship(ship: object, what: str = "ship") -> Ship:
    """Return a ship unchanged, or load it from the path of its file.

    Raises:
        AnalyzerError: for anything else, and with every fault of the file.
    """
    if isinstance(ship, Ship):
        return ship
    if not isinstance(ship, str | Path):
        raise AnalyzerError(f"{what} {brief(ship)}: give a Ship, or the path of a ship file")
    return load_ship(ship)


def points(moon: ShipLike, sun: ShipLike) -> dict[str, int]:
    """Return the points of both players, with the special cards.

    Args:
        moon: Moon's ship, or the path of its file.
        sun: Sun's ship, or the path of its file.

    Raises:
        AnalyzerError: if one of them is no ship.

    >>> from analyzer import starship
    >>> starship.points(starship.Ship(), starship.Ship(crest="sun", colonies=("START02", "BASE05")))
    {'moon': 1, 'sun': 2}
    """
    return points_of(as_ship(moon, "moon"), as_ship(sun, "sun"))


def special_cards(moon: ShipLike, sun: ShipLike) -> dict[str, str | None]:
    """Return the crest that holds each special card, Friend and Hero of the peoples, or None.

    A holder has three or more friendship points or medals, and strictly more than the other.

    Args:
        moon: Moon's ship, or the path of its file.
        sun: Sun's ship, or the path of its file.

    Raises:
        AnalyzerError: if one of them is no ship.

    >>> from analyzer import starship
    >>> starship.special_cards(starship.Ship(pirates=("BASE11", "BASE12", "I05")), starship.Ship(crest="sun"))
    {'friend': None, 'hero': 'moon'}
    """
    return holders_of(as_ship(moon, "moon"), as_ship(sun, "sun"))


def parse_ship(text: str, where: str = "ship") -> Ship:
    """Return the ship in the text of a ship file.

    Args:
        text: text of the file.
        where: path of the file, for messages.

    Raises:
        AnalyzerError: with every fault of the file.
    """
    return load(ShipFile, Text(text, where), KIND, built_ship)


def built_ship(file: CheckedContent) -> Ship | None:
    """Return the ship in a file, or None if it cannot be read; add to `file.flaws` what no ship can have."""
    try:
        ship = Ship(**fields(default_rules(), file.right))
        file.flaws += own_flaws(ship.flaws(), file.wrong)
    except (KeyError, TypeError):
        return None
    return ship


def write_ship(ship: Ship, where: str | Path = "") -> str:
    """Return the text of a ship file; the folder of an edition is written relative to the file's path `where`."""
    lines = []
    for field, value in ship.to_dict().items():
        if field == "edition":
            lines.append(f"edition: {as_scalar(OwnEdition.seen_from(ship.edition, where or 'ship.yaml'))}\n")
            continue
        if isinstance(value, dict):
            text = "{" + ", ".join(f"{name}: {many}" for name, many in value.items()) + "}"
        elif isinstance(value, list):
            text = "[" + ", ".join(map(str, value)) + "]"
        else:
            text = json.dumps(value, ensure_ascii=False) if field == "name" else str(value)
        lines.append(f"{field}: {text}\n")
    return "".join(lines)


def save_ship(ship: ShipLike, path: str | Path) -> None:
    """Write a ship file.

    Args:
        ship: the ship, or the path of its file.
        path: path of the file to write.

    Raises:
        AnalyzerError: if it cannot be written.

    >>> from analyzer import starship
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> starship.save_ship(starship.Ship(astro=7), path)
    >>> starship.load_ship(path).astro
    7
    """
    write_whole(path, write_ship(as_ship(ship), path))
