"""Steps of a game in words, as orders: "fly to sector 2", "buy 2 ore"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.answers.description import in_words
from analyzer.starship.position.position import Position
from analyzer.starship.ship.ship import card_in_words
from analyzer.starship.tables import CRESTS, adventure_by_id, card_by_id

PARTS = ("booster", "cannon", "colony_ship", "trade_ship")


def phrase_step(position: Position, step: Mapping[str, Any]) -> str:
    """A step that may be done at a position."""
    do = step["do"]
    flight = position.flight
    if do == "produce":
        return f"make {in_words(step[CRESTS[position.me]])}"
    if do == "fly":
        return _arrangement(position, step) if "top" in step else f"fly to sector {step['sector']}"
    if do in ("next", "end"):
        return _flying_on(position, do)
    if do in ("buy", "sell"):
        at = f" at {card_in_words(step['station'])}" if step.get("station") else ""
        return f"{do} {_units(step['goods'])}{at}"
    if do == "found":
        card = card_by_id()[flight.at_hand] if flight is not None and flight.at_hand else None
        return "found a colony" if card is not None and card.kind == "colony" else "found a station"
    if do == "complete":
        gain = f", gaining {_units({good: step['gain'].count(good) for good in step['gain']})}" if step["gain"] else ""
        return f"fulfil {adventure_by_id()[step['adventure']].name}{gain}"
    if do == "pay":
        return f"pay {_demand(position)} Astro"
    return _plain(step)


def _plain(step: Mapping[str, Any]) -> str:
    """Steps that need no more than their own fields."""
    if step["do"] == "build":
        what = in_words(step["what"])
        return f"build a {what}" if step["what"] in PARTS else f"build the {what} module"
    if step["do"] == "upgrade":
        return f"raise a {step['what']} to level II"
    if step["do"] == "take":
        return f"force the other to sell {in_words(step['good'])}"
    return {"fight": "fight", "done": "end the turn"}[step["do"]]


def _flying_on(position: Position, do: str) -> str:
    """To fly on or to turn back; the card at hand is passed by that, unless an action was done there."""
    flight = position.flight
    if flight is None:
        return "stay out of all sectors"
    passing = "pass and " if flight.at_hand else ""
    return f"{passing}fly on" if do == "next" else f"{passing}turn back"


def _arrangement(position: Position, step: Mapping[str, Any]) -> str:
    """What goes on top and what below."""
    assert position.flight is not None
    cards = position.flight.looked_at

    def names(places: Sequence[int]) -> str:
        return ", then ".join(card_in_words(cards[place]) for place in places)

    if not step["bottom"]:
        return f"leave on top {names(step['top'])}"
    if not step["top"]:
        return f"put below {names(step['bottom'])}"
    return f"leave on top {names(step['top'])}, and put below {names(step['bottom'])}"


def _demand(position: Position) -> int:
    assert position.flight is not None
    return position.flight.demand or card_by_id()[position.flight.at_hand].demand


def _units(goods: Mapping[str, int]) -> str:
    return " and ".join(f"{many} {in_words(good)}" for good, many in goods.items())
