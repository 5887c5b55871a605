"""Scripted games: a position and steps in few words, judged by `starship.replay`.

A step is its word and what goes with it: "fly 1 top=BASE22", "buy food 2", "sell ore 1 at BASE15", "complete famine
ore", "fight 3 1 gain=ore", "fight 1 4 lose=sensor", "trade give=ore:1 get=food:1,astro:2". `flight` says the first
cards of sector 1; what follows there are trade planets that nobody asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from analyzer import starship
from analyzer.starship import Replayed, Ship

GOODS = ("ore", "fuel", "food", "carbon", "trade_good")
FILLERS = [f"BASE{number}" for number in range(18, 38)]
RESERVE = ("I01", "I06", "I03", "I04", "I05", "I02", "I07", "II01", "II03", "II05", "II06", "II02", "II04", "II07")
LATER = (*(f"III0{number}" for number in range(1, 8)), *(f"IV0{number}" for number in range(1, 8)))
OPEN = ("merchant_gift", "famine", "pirate_nest")
STACK = ("council_meeting", "epidemic", "wholesale_order_1")


def replayed(*steps: str, switches: Mapping[str, str] | None = None, **position: Any) -> Replayed:
    """What comes of these steps from a position."""
    return starship.replay({**position, "steps": [step_of(step) for step in steps]}, switches=switches)


def flight(
    cards: Sequence[str],
    *steps: str,
    roll: int = 3,
    moon: Mapping[str, Any] | None = None,
    sun: Mapping[str, Any] | None = None,
    **more: Any,
) -> Replayed:
    """Moon flies into sector 1, where these cards lie on top; by default five boosters' worth of way."""
    ships = {"moon": {**EMPTY, **(moon or {})}, "sun": {**EMPTY, **(sun or {})}}
    used = [
        *cards,
        *(
            card
            for ship in ships.values()
            for kind in ("colonies", "stations", "pirates")
            for card in ship.get(kind, ())
        ),
    ]
    come = max((_stack(card) for card in used), default=0)
    reserve = [card for card in (*RESERVE, *LATER) if card not in used and _stack(card) >= come][: len(RESERVE)]
    position = {"phase": "sector", "roll": roll, "reserve": reserve, "open": list(OPEN), "stack": list(STACK)}
    return replayed("fly 1", *steps, **{**position, **ships, "sectors": {1: filled(cards)}, **more})


def _stack(card: str) -> int:
    """Return the number of the reserve stack of a card, from 1; 0 for any other card."""
    stacks = ("I", "II", "III", "IV")
    return next((number for number, stack in enumerate(stacks, start=1) if card.rstrip("0123456789") == stack), 0)


def trading(
    *steps: str, moon: Mapping[str, Any] | None = None, sun: Mapping[str, Any] | None = None, **more: Any
) -> Replayed:
    """Moon is in the trade and build phase."""
    ships = {"moon": {**EMPTY, **(moon or {})}, "sun": {**EMPTY, **(sun or {})}}
    return replayed(*steps, **{"phase": "trade", **ships, **more})


EMPTY = {"goods": {}, "science": 0, "hangar": {}, "modules": {}}
"""A ship of the start with empty bays, lab and hangar and no module."""


def filled(cards: Sequence[str]) -> list[str]:
    """A sector of ten with these on top."""
    return [*cards, *(card for card in FILLERS if card not in cards)][:10]


def step_of(text: str) -> dict[str, Any]:
    """The step of a record."""
    do, *words = text.split()
    named = dict(word.split("=") for word in words if "=" in word)
    plain = [word for word in words if "=" not in word]
    return {"do": do, **_of(do, plain, named)}


def _of(do: str, plain: list[str], named: dict[str, str]) -> dict[str, Any]:
    """What goes with the word of a step."""
    at = plain.index("at") if "at" in plain else len(plain)
    units = dict(zip(plain[:at:2], plain[1:at:2], strict=False))
    lists = {name: [one for one in text.split(",") if one] for name, text in named.items()}
    station = {"station": plain[at + 1]} if "at" in plain else {}
    first = plain[0] if plain else ""
    by_word: dict[str, Callable[[], dict[str, Any]]] = {
        "produce": lambda: {"roll": int(first), **named},
        "fly": lambda: {"sector": int(first), **lists},
        "buy": lambda: {"goods": {good: int(many) for good, many in units.items()}, **station},
        "sell": lambda: {"goods": {good: int(many) for good, many in units.items()}, **station},
        "complete": lambda: {"adventure": first, "gain": plain[1:]},
        "fight": lambda: {"dice": [int(face) for face in plain], **lists, **_alone(named, "lose")},
        "build": lambda: {"what": first},
        "upgrade": lambda: {"what": first},
        "take": lambda: {"good": first},
        "trade": lambda: {name: _units(text) for name, text in named.items()},
    }
    return by_word[do]() if do in by_word else {}


def _alone(named: dict[str, str], name: str) -> dict[str, str]:
    return {name: named[name]} if name in named else {}


def _units(text: str) -> dict[str, int]:
    pairs = (one.split(":") for one in text.split(","))
    return {name: int(units) for name, units in pairs}


def goods(ship: Ship) -> dict[str, int]:
    """What lies in the bays, those that are empty left out."""
    return {good: units for good, units in zip(GOODS, ship.goods, strict=True) if units}


def module(ship: Ship, name: str) -> int:
    """Its level."""
    told = ship.to_dict()["modules"]
    return int(told.get(name, 0))
