"""What is printed on cards, adventures and modules, in words."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.answers.description import in_words
from analyzer.answers.numbers import counted
from analyzer.starship.tables import CRESTS, STORED, Adventure, Card, Module, adventures

DIRECTIONS = {"both": "buys and sells", "buy": "sells to you", "sell": "buys from you"}
"""By the direction on a card what it does."""
MADE = {"science": "science", "production": "a trade good"}
"""By module what it makes."""
LOSSES = {"": "the flight", "cannon": "the flight and a cannon", "module": "the flight and a module"}
"""What a lost fight costs."""


def card_in_words(card: Card) -> str:
    """What a card makes, trades, asks for or is good for."""
    here = [one.name for one in adventures() if one.planet == card.name]
    words = _together(
        f"makes {in_words(card.good)} on a {card.number}" if card.number else "",
        _trade(card) if card.price else "",
        _fight(card) if card.strength else "",
        f"station with {counted(card.friendship, 'friendship point')}" if card.station else "",
        f"here: {', '.join(here)}" if here else "",
    )
    return words or "nothing to do here"


def adventure_in_words(one: Adventure) -> str:
    """Where it is fulfilled, what it asks for, and what it gives."""
    paid = _amounts([*zip(STORED, one.pay, strict=True), ("Astro", one.astro_paid)])
    had = [f"{name} strength {many}" for name, many in (("booster", one.boosters), ("cannon", one.cannons)) if many]
    asks = _together(f"pay {paid}" if paid else "", f"have {', '.join(had)}" if had else "") or "be there"
    rewards = (("good", one.goods), ("medal", one.medals), ("point", one.points))
    gives = [*[f"{one.astro} Astro"] * bool(one.astro), *[counted(many, name) for name, many in rewards if many]]
    return f"on {one.planet}: {asks}; gives {', '.join(gives)}"


def module_in_words(module: Module) -> str:
    """What a level of a module allows."""
    numbers = [
        f"{' or '.join(map(str, sorted(own)))} for {crest.capitalize()}"
        for crest, own in zip(CRESTS, module.numbers, strict=True)
        if own
    ]
    return _together(
        f"bays hold {module.capacity} of each good" if module.capacity else "",
        f"{module.actions} actions a flight" if module.actions else "",
        f"see the top {module.looks} cards of a sector" if module.looks else "",
        f"buy {counted(module.purchases, 'good')} a turn from the other player" if module.purchases else "",
        f"makes {MADE[module.module]} on a {', '.join(numbers)}" if numbers else "",
        counted(module.points, "point") if module.points else "",
    )


def _trade(card: Card) -> str:
    good = "any good" if card.good == "any" else in_words(card.good)
    most = f", at most {card.most}" if card.most else ""
    return f"{DIRECTIONS[card.direction]} {good} at {card.price}{most}"


def _fight(card: Card) -> str:
    return f"strength {card.strength}; asks for {card.demand} Astro; a lost fight costs {LOSSES[card.loss]}"


def _amounts(amounts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{many} {in_words(name)}" for name, many in amounts if many)


def _together(*parts: str) -> str:
    return "; ".join(part for part in parts if part)
