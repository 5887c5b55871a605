"""What is in the box: cards, adventures, costs, and what things may be called. Read from the tables; knows no rule."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import analyzer.starship

DATA = Path(analyzer.starship.__file__).parent / "data"

GOODS = ("ore", "fuel", "food", "carbon", "trade_good")
SCIENCE = 5
THINGS = (*GOODS, "science")
MODULES = ("logistics", "command", "sensor", "trade", "science", "production")
BUILDS = ("colony_ship", "trade_ship", "booster", "booster_2", "cannon", "cannon_2", "module_1", "module_2")
CRESTS = ("moon", "sun")
STACKS = ("I", "II", "III", "IV")
YELLOW = (1, 1, 2, 2, 3, 3)
BLUE = (1, 2, 2, 3, 3, 4)
LAB = 4
GOAL = 10


@dataclass(frozen=True, eq=False)
class Card:
    """A card of the sectors; `number` is its place in the table, lower ones come first."""

    number: int
    id: str
    stack: str
    kind: str
    good: int
    """A thing it gives or trades; -1 for none or any."""
    die: int
    price: int
    h: bool
    friendship: int
    strength: int
    demand: int
    loss: str


@dataclass(frozen=True, eq=False)
class Adventure:
    """A task of the council."""

    number: int
    id: str
    stack: int
    planet: str
    pay: dict[int, int]
    pay_astro: int
    boosters: int
    cannons: int
    astro: int
    goods: int
    medals: int
    points: int

    @property
    def kept(self) -> bool:
        return self.medals + self.points > 0


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _number(text: str) -> int:
    return int(text) if text else 0


def _card(number: int, row: dict[str, str]) -> Card:
    good = THINGS.index(row["good"]) if row["good"] in THINGS else -1
    figures = (_number(row[name]) for name in ("friendship", "strength", "demand"))
    kind = row["name"] if row["kind"] == "target_planet" else row["kind"]
    h = row["station"] == "1"
    priced = _number(row["number"]), _number(row["price"])
    return Card(number, row["id"], row["stack"], kind, good, *priced, h, *figures, row["loss"])


def _adventure(number: int, row: dict[str, str]) -> Adventure:
    words = row["pay"].split()
    paid = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    astro = paid.pop("astro", 0)
    pay = {THINGS.index(thing): units for thing, units in paid.items()}
    figures = (_number(row[name]) for name in ("boosters", "cannons", "astro", "goods", "medals", "points"))
    return Adventure(number, row["id"], int(row["stack"]), row["planet"], pay, astro, *figures)


CARDS = tuple(_card(number, row) for number, row in enumerate(_rows("cards.csv")))
CARD = {card.id: card for card in CARDS}
ADVENTURES = tuple(_adventure(number, row) for number, row in enumerate(_rows("adventures.csv")))
ADVENTURE = {adventure.id: adventure for adventure in ADVENTURES}
COSTS = {row["build"]: tuple(int(row[thing]) for thing in THINGS) for row in _rows("costs.csv")}
WORTHS = {row["thing"]: int(row["worth"]) for row in _rows("trade_worths.csv")}
"""What a thing is worth that trade and build leaves, in ten-thousandths of a chance to win."""
READY = {row["thing"]: int(row["worth"]) for row in _rows("ready_worths.csv")}
"""What a good is worth, and a wished build by the units that it lacks, in tenths of an Astro."""
PLANETS = ("Hades", "Pallas", "Picasso", "Poseidon")
BASE = tuple(card for card in CARDS if card.stack == "BASE")
RESERVE = tuple(tuple(card for card in CARDS if card.stack == stack) for stack in STACKS)
COUNCIL = tuple(tuple(one for one in ADVENTURES if one.stack == stack) for stack in (1, 2, 3, 4))
WITH_H = tuple(card for card in CARDS if card.h)
PIRATES = tuple(card for card in CARDS if card.kind == "pirate")
