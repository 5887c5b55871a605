"""What a position says of the table, line by line."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.starship.position.flight import Flight
from analyzer.starship.position.position import SECTORS, Position
from analyzer.starship.ship.ship import card_in_words
from analyzer.starship.tables import CRESTS, adventure_by_id


def table_in_words(position: Position) -> dict[str, str]:
    """By label what lies on the table; {} of a ship against one of the start, of which a file says nothing."""
    lines = {f"sector {sector}": _sector(position, sector) for sector in SECTORS if position.lying(sector)}
    if position.open is not None:
        lines["open adventures"] = ", ".join(adventure_by_id()[one].name for one in position.open) or "none"
    if position.flight is not None:
        lines["flight"] = _flight(position.flight)
    if position.used:
        lines["stations used"] = _names(position.used)
    if not lines and position.phase == "production":
        return {}
    other = position.ships[1 - position.me]
    rolled = "" if position.roll is None else f", the die shows {position.roll}"
    at_turn = f"turn {position.turn}, {CRESTS[position.me].capitalize()}: {position.phase}{rolled}"
    return {"position": at_turn, "other player": other.stores_in_words(), **lines}


def _sector(position: Position, sector: int) -> str:
    """The cards known to lie there, and how many are not."""
    cards = position.lying(sector)
    unknown = position.places(sector) - len(cards)
    return _names(cards) + (f", {unknown} unknown" if unknown > 0 else "")


def _flight(flight: Flight) -> str:
    """The row, the card at hand, and what the sensor showed."""
    parts = [f"in sector {flight.sector}"]
    parts += [f"row {_names(flight.row)}"] * bool(flight.row)
    parts += [f"{flight.face_down} face down"] * bool(flight.face_down)
    parts += [f"{flight.actions} action{'s' * (flight.actions != 1)} done"] * bool(flight.actions)
    parts += [f"at hand {card_in_words(flight.at_hand)}"] * bool(flight.at_hand)
    parts += [f"a pirate asks for {flight.demand} Astro"] * (flight.demand is not None)
    for label, cards in (("the sensor shows", flight.looked_at), ("next", flight.top), ("below", flight.bottom)):
        parts += [f"{label} {_names(cards)}"] * bool(cards)
    return "; ".join(parts)


def _names(cards: Iterable[str]) -> str:
    return ", ".join(map(card_in_words, cards))
