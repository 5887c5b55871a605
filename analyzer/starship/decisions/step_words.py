"""Steps of a game in words, as orders: "fly to sector 2", "buy 2 ore"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from analyzer.answers.description import in_words
from analyzer.starship.position.position import Position
from analyzer.starship.ship.ship import card_in_words
from analyzer.starship.tables import CRESTS, adventure_by_id, card_by_id

Step = Mapping[str, Any]
PARTS = ("booster", "cannon", "colony_ship", "trade_ship")


def phrase_step(position: Position, step: Step) -> str:
    """A step that may be done at a position."""
    return PHRASES.get(step["do"], _plain)(position, step)


def _fly(position: Position, step: Step) -> str:
    return _arrangement(position, step) if "top" in step else f"fly to sector {step['sector']}"


def _trade(position: Position, step: Step) -> str:
    at = f" at {card_in_words(step['station'])}" if step.get("station") else ""
    return f"{step['do']} {_units(step['goods'])}{at}"


def _found(position: Position, step: Step) -> str:
    at_hand = position.flight.at_hand if position.flight is not None else ""
    is_colony = bool(at_hand) and card_by_id()[at_hand].owned_as == "colony"
    return "found a colony" if is_colony else "found a station"


def _complete(position: Position, step: Step) -> str:
    goods = {good: step["gain"].count(good) for good in step["gain"]}
    return f"fulfil {adventure_by_id()[step['adventure']].name}{f', gaining {_units(goods)}' if goods else ''}"


def _build(position: Position, step: Step) -> str:
    what = in_words(step["what"])
    if "level" in step:
        return f"build {what.capitalize()} {'I' * step['level']}"
    return f"build a {what}" if step["what"] in PARTS else f"build the {what} module"


def _win(position: Position, step: Step) -> str:
    """A line that wins in this turn."""
    return "win now: " + ", ".join(phrase_step(position, one).removeprefix("pass and ") for one in step["steps"])


def _plain(position: Position, step: Step) -> str:
    """Steps that need little more than their name."""
    return {
        "produce": f"make {in_words(next((step[crest] for crest in CRESTS if crest in step), ''))}",
        "pay": f"pay {_demand(position)} Astro",
        "decline": "refuse the trade",
        "upgrade": f"raise a {step.get('what')} to level II",
        "take": f"force the other to sell {in_words(step.get('good', ''))}",
        "done": "end the turn",
    }[step["do"]]


def _fight(position: Position, step: Step) -> str:
    """To fight; or, where the dice are known, what is gained or lost."""
    if step.get("lose"):
        return f"lose a level of the {step['lose']} module"
    if "dice" in step:
        return f"gain {_units(dict.fromkeys(step.get('gain') or ['nothing'], 1)).removeprefix('1 ')}"
    return "fight"


def _swap(position: Position, step: Step) -> str:
    """A trade with the other player, as who decides sees it."""
    give, get = (_units(step[name]) or "nothing" for name in ("give", "get"))
    return f"{'agree to ' if step['do'] == 'accept' else ''}give {give} for {get}"


def _flying_on(position: Position, step: Step) -> str:
    """To fly on or to turn back; the card at hand is passed by that, unless an action was done there."""
    flight = position.flight
    if flight is None:
        return "stay out of all sectors"
    passing = "pass and " if flight.at_hand else ""
    return f"{passing}fly on" if step["do"] == "next" else f"{passing}turn back"


def _arrangement(position: Position, step: Step) -> str:
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
    flight = position.flight
    if flight is None:
        return 0
    return flight.demand or (card_by_id()[flight.at_hand].demand if flight.at_hand else 0)


def _units(goods: Mapping[str, int]) -> str:
    return " and ".join(f"{many} {in_words(good)}" for good, many in goods.items())


PHRASES: dict[str, Callable[[Position, Step], str]] = {
    "fly": _fly,
    "next": _flying_on,
    "end": _flying_on,
    "buy": _trade,
    "sell": _trade,
    "found": _found,
    "complete": _complete,
    "build": _build,
    "fight": _fight,
    "trade": _swap,
    "accept": _swap,
    "win": _win,
}
