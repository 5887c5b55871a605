"""An edition of the game: its tables, and the few switches in which the rule texts differ."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from analyzer.errors import AnalyzerError, one_of
from analyzer.trucker.ship.board import Board
from analyzer.trucker.ship.component import Component, Side, kinds, side_named

GOODS = ("red", "yellow", "green", "blue")
"""Colours of goods, dearest first; their index is used everywhere."""
LETTERS = "RYGB"


@dataclass(frozen=True, slots=True)
class Hit:
    """One meteor or shot of a card: large or small, and the side it comes from."""

    large: bool
    side: Side


@dataclass(frozen=True, slots=True)
class CombatLine:
    """One line of a combat zone: who is worst at `criterion` suffers `penalty` (a number, or shots)."""

    criterion: str
    penalty: str
    amount: int
    shots: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """One adventure card; goods and planets count cubes by colour (red, yellow, green, blue)."""

    id: int
    level: int
    learning: bool
    kind: str
    strength: int = 0
    crew_required: int = 0
    crew_lost: int = 0
    goods_lost: int = 0
    credits: int = 0
    goods: tuple[int, int, int, int] = (0, 0, 0, 0)
    days: int = 0
    planets: tuple[tuple[int, int, int, int], ...] = ()
    hits: tuple[Hit, ...] = ()
    lines: tuple[CombatLine, ...] = ()
    source: str = ""
    confidence: str = ""


@dataclass(frozen=True, slots=True)
class Level:
    """What the rule card of a level prints: rewards, insurance, gaps at the start, and how its deck is dealt."""

    name: str
    board: str
    lap: int
    start_gap: int
    order_rewards: tuple[int, ...]
    looks_reward: int
    loss_cap: int | None
    price_per_loss: int
    pile: tuple[int, ...]
    piles: int
    rewards_inferred: bool
    source: str

    @property
    def number(self) -> int:
        """The level of the cards that give the flight its name."""
        return max(self.pile)


@dataclass(frozen=True)
class Edition:
    """All tables of one edition; `cubes_sources`: how many sources the number of cubes of a colour rests on at least.

    `rear_meteor_reach` and `side_meteor_reach`: how many columns or rows beside its own a cannon covers against a
    large meteor (rules: "Meteoriten" in the full rules). No card of 2007 sends one from the rear; asked for all the
    same, it is met as in the 2021 edition.
    """

    name: str
    cards: tuple[Card, ...]
    levels: dict[str, Level]
    boards: dict[str, Board]
    box: tuple[Component, ...]
    good_values: tuple[int, ...]
    good_cubes: tuple[int, ...]
    cubes_sources: int
    side_meteor_reach: int = 1
    rear_meteor_reach: int = 1
    longest_route: int = 64

    def level(self, name: str) -> Level:
        """The level of that name, or AnalyzerError with those there are."""
        if not isinstance(name, str) or name not in self.levels:
            raise AnalyzerError(f"no level {name!r} in the {self.name} edition: {one_of(name, self.levels)}")
        return self.levels[name]

    def board(self, name: str) -> Board:
        """The board of that name, or AnalyzerError with those there are."""
        if name not in self.boards:
            raise AnalyzerError(f"no board {name!r} in the {self.name} edition: {one_of(name, self.boards)}")
        return self.boards[name]


EDITIONS = ("2007",)


@cache
def load_edition(name: str) -> Edition:
    """The edition of that name from its tables; raises AnalyzerError for one that is not there."""
    if name not in EDITIONS:
        raise AnalyzerError(f"no edition {name!r} here yet: {one_of(name, EDITIONS)}")
    goods = list(_rows(name, "goods"))
    return Edition(
        name=name,
        cards=tuple(_card(row) for row in _rows(name, "cards")),
        levels={row["level"]: _level(row) for row in _rows(name, "levels")},
        boards=_boards(name),
        box=tuple(_component(row) for row in _rows(name, "components")),
        good_values=tuple(int(row["value"]) for row in goods),
        good_cubes=tuple(int(row["cubes"]) for row in goods),
        cubes_sources=min(int(row["cubes_sources"]) for row in goods),
    )


def _rows(edition: str, table: str) -> Iterator[dict[str, str]]:
    text = (files("analyzer.trucker") / "data" / edition / f"{table}.csv").read_text(encoding="utf-8")
    yield from csv.DictReader(text.splitlines())


def _goods(letters: str) -> tuple[int, int, int, int]:
    red, yellow, green, blue = (letters.count(letter) for letter in LETTERS)
    return red, yellow, green, blue


def _hits(text: str) -> tuple[Hit, ...]:
    pairs = (word.split("-") for word in text.split())
    return tuple(Hit(size == "large", side_named(side)) for size, side in pairs)


def _line(text: str) -> CombatLine:
    criterion, rest = text.split(">")
    penalty, value = rest.split(":")
    shots = _hits(value) if penalty == "shots" else ()
    return CombatLine(criterion, penalty, 0 if shots else int(value), shots)


def _card(row: dict[str, str]) -> Card:
    return Card(
        id=int(row["id"]),
        level=int(row["level"]),
        learning=row["learning"] == "1",
        kind=row["kind"],
        strength=int(row["strength"] or 0),
        crew_required=int(row["crew_required"] or 0),
        crew_lost=int(row["crew_lost"] or 0),
        goods_lost=int(row["goods_lost"] or 0),
        credits=int(row["credits"] or 0),
        goods=_goods(row["goods"]),
        days=int(row["days"] or 0),
        planets=tuple(_goods(planet) for planet in row["planets"].split("|") if planet),
        hits=_hits(row["hits"]),
        lines=tuple(_line(line) for line in row["combat_lines"].split("|") if line),
        source=row["source"],
        confidence=row["confidence"],
    )


def _level(row: dict[str, str]) -> Level:
    return Level(
        name=row["level"],
        board=row["board"],
        lap=int(row["lap"]),
        start_gap=int(row["start_gap"]),
        order_rewards=tuple(int(n) for n in row["order_rewards"].split()),
        looks_reward=int(row["looks_reward"]),
        loss_cap=int(row["loss_cap"]) if row["loss_cap"] else None,
        price_per_loss=int(row["price_per_loss"]),
        pile=tuple(int(n) for n in row["pile"].split()),
        piles=int(row["piles"]),
        rewards_inferred=row["rewards_confidence"] == "inferred",
        source=row["source"],
    )


def _boards(edition: str) -> dict[str, Board]:
    squares: dict[str, list[tuple[int, int]]] = {}
    starts: dict[str, tuple[int, int]] = {}
    for row in _rows(edition, "boards"):
        square = int(row["row"]), int(row["column"])
        squares.setdefault(row["board"], []).append(square)
        if row["start"] == "1":
            starts[row["board"]] = square
    return {
        name: Board(edition, name, tuple(on), starts[name], rows_descend=on[0][0] > on[-1][0])
        for name, on in squares.items()
    }


def _component(row: dict[str, str]) -> Component:
    kind = kinds()[row["kind"]]
    printed = (Side.FRONT, Side.RIGHT) if kind.shield else (Side.FRONT,) if kind.cannon else (Side.REAR,)
    front, right, rear, left = (int(row[side]) for side in ("front", "right", "rear", "left"))
    return Component(kind.name, (front, right, rear, left), printed if kind.faces else ())
