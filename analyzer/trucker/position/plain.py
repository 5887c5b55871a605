"""A position in plain types, and back: as save files keep it beside the ships."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from analyzer.trucker.cards.forecast import Forecast
from analyzer.trucker.edition import Card
from analyzer.trucker.position.position import Position, ShipInFlight
from analyzer.trucker.ship.layout import Layout

SHIPS = "ships"


def as_plain(position: Position) -> dict[str, Any]:
    """All but the ships as launched, the cards of its own, which the route has, and remarks, which decide nothing."""
    left_out = (SHIPS, "own_cards", "superfluous")
    plain = {one.name: getattr(position, one.name) for one in fields(position) if one.name not in left_out}
    plain["piles"] = None if position.piles is None else asdict(position.piles)
    own = [{one.name: getattr(ship, one.name) for one in fields(ship) if one.name != "ship"} for ship in position.ships]
    return plain | {SHIPS: own}


def of_plain(plain: dict[str, Any], ships: Sequence[Layout], own_cards: tuple[Card, ...]) -> Position:
    """The position again, of those ships and with those cards of its own."""
    states = [ShipInFlight(ship, **frozen(state)) for ship, state in zip(ships, plain[SHIPS], strict=True)]
    piles = plain["piles"]
    rest = {name: frozen(value) for name, value in plain.items() if name not in (SHIPS, "piles")}
    seen = None if piles is None else Forecast(tuple(tuple(pile) for pile in piles["piles"]), piles["level"])
    return Position(tuple(states), piles=seen, own_cards=own_cards, **rest)


def frozen(value: Any) -> Any:
    """Lists as tuples, within mappings too."""
    if isinstance(value, dict):
        return {name: frozen(one) for name, one in value.items()}
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value
