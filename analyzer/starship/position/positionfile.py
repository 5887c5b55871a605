"""Position files: YAML to Position and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.files.flaws import Flaw, in_file
from analyzer.files.places import write_whole
from analyzer.files.yamlfile import CheckedContent, Text, load_fields
from analyzer.starship.position.position import Position, of_ship
from analyzer.starship.position.schema import KIND, TURNS, PositionFile, arguments
from analyzer.starship.ship.schema import KIND as SHIP
from analyzer.starship.ship.schema import ShipFile
from analyzer.starship.ship.ship import Ship, own_flaws
from analyzer.starship.ship.shipfile import built_ship
from analyzer.starship.tables import OwnEdition, Rules


def entered_in(position: Position) -> int:
    """Return the number of reserve cards in play. If the reserve is not listed, it is the least number possible.

    Every card that left a sector was replaced by a reserve card, and stacks come one after another. A card of stack III
    thus proves that at least 15 are in play.
    """
    if position.reserve is not None:
        return position.rules.reserve_size - len(position.reserve)
    return min(max(len(position.taken), position.proven), position.rules.reserve_size)


def nobody_asks(rules: Rules, demand: int, entered: int, cure: Callable[[int], str], elsewhere: str) -> str:
    """Return the error for a demand that no pirate in play can have.

    Args:
        rules: tables of the edition.
        demand: the demand in Astro.
        entered: number of reserve cards in play.
        cure: function that returns advice on correcting the file, given the number of the first reserve card that may
            be a pirate with this demand.
        elsewhere: where all pirates in play with this demand are, as the end of a sentence, e.g. `are beaten`.
    """
    stacks = [rules.reserve.get(card.stack) for card in rules.cards if card.demand == demand]
    first = min(stack.start + 1 if stack else 0 for stack in stacks)
    if entered >= first:
        return f"demand {demand}: all pirates in play who ask for {demand} Astro {elsewhere}"
    in_play = f"{entered} reserve card{'s' * (entered != 1)} in play"
    return (
        f"demand {demand}: with {in_play} no pirate asks for {demand} Astro. The first who may do so is reserve card "
        f"{first}: {cure(first)}"
    )


def demand_flaws(position: Position) -> list[Flaw]:
    """Return a flaw if no pirate with the given demand can be waiting; [] otherwise."""
    from analyzer.starship.turn.setup import possible

    flight = position.flight
    if flight is None or flight.demand is None:
        return []
    try:
        possible(position)
    except AnalyzerError:
        elsewhere = "are beaten or lie elsewhere: correct demand, or the place of one of them"
        # The cure is the same, whichever reserve card may be the first such pirate.
        cure = "correct demand, or list the other reserve cards in play, on ships, in sectors, or under gone"
        why = nobody_asks(position.rules, flight.demand, entered_in(position), lambda first: cure, elsewhere)
        return [Flaw(("flight", "demand"), why)]
    return []


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
    "seen_by_other",
    "laid_aside",
    "flight",
    "used",
    "purchases",
    "steps",
)
"""Fields that a ship file cannot have; `steps` is one of records."""


def load_position(source: str | Path | Mapping[str, Any] | Position | Ship) -> Position:
    """Return the position in a position file, or of a ship file, where the opponent has a ship as at the start.

    Args:
        source: path of a position or ship file, fields of a position file, a Position, or a Ship.

    Raises:
        AnalyzerError: with every fault of the position.

    >>> from analyzer import starship
    >>> starship.load_position("ships/starship/midgame.yaml").turn
    1
    """
    if isinstance(source, Position):
        return sound(source, "position")
    if isinstance(source, Ship):
        return sound(of_ship(source), source.name)
    return position_of(*KIND.content(source))


def sound(position: Position, where: str) -> Position:
    """Check a position and return it unchanged.

    Raises:
        AnalyzerError: with its flaws, if it has any.
    """
    flaws = position.flaws()
    if flaws:
        raise AnalyzerError(in_file(flaws, None, where))
    return position


def parse_position(text: str, where: str) -> Position:
    """Return the position in the text of a file.

    Raises:
        AnalyzerError: with every fault.
    """
    return position_of(*KIND.content(Text(text, where)))


def position_of(data: Any, where: str) -> Position:
    """Return the position in the fields of a ship file, a position file, or the beginning of a record.

    Raises:
        AnalyzerError: with every fault.
    """
    if not any(name in data for name in ONLY_IN_POSITIONS):
        return load_fields(ShipFile, data, where, SHIP, _against_start)
    return load_fields(PositionFile, data, where, KIND, _built)


def _against_start(file: CheckedContent) -> Position | None:
    """Return the position of a ship file, where the opponent has a ship as at the start; None if it cannot be read."""
    ship = built_ship(file)
    return None if ship is None else of_ship(ship)


def _built(file: CheckedContent) -> Position:
    """Return the position as far as it can be read, and add everything that breaks the rules to `file.flaws`."""
    position = Position(**arguments(file))
    file.flaws += own_flaws(position.flaws(), file.wrong)
    if not file.faults:
        file.flaws += demand_flaws(position)
    return position


def write_position(position: Position, where: str | Path = "") -> str:
    """Return the text of a position file that reads back as the same position.

    Args:
        position: the position.
        where: path of the file; the folder of an edition is written relative to it.
    """
    entries = position.to_dict()
    if position.edition in OwnEdition.KNOWN:
        for crest in TURNS:
            entries[crest].pop("edition")
        entries = {"edition": OwnEdition.seen_from(position.edition, where or "position.yaml")} | entries
    return "".join(f"{name}: {in_flow(value)}\n" for name, value in entries.items())


def in_flow(value: Any) -> str:
    """Return a value on one line of YAML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {in_flow(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(in_flow, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def save_position(position: Position, path: str | Path) -> None:
    """Write a position file.

    Args:
        position: the position, or anything that `load_position` takes.
        path: path of the file to write.

    Raises:
        AnalyzerError: if it cannot be written.

    >>> from analyzer import starship
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> starship.save_position(starship.load_position("ships/starship/known.yaml"), path)
    >>> starship.load_position(path) == starship.load_position("ships/starship/known.yaml")
    True
    """
    given = position if isinstance(position, Position) else load_position(position)
    write_whole(path, write_position(given, path))
