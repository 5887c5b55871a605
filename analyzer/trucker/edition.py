"""An edition of the game: its tables, and the few switches in which the rule texts differ."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from analyzer.errors import AnalyzerError, brief, one_of
from analyzer.files.editions.shelf import OwnTables, Texts
from analyzer.trucker.ship.component import Board, Component, Kind, Side, component_of, kind_of_row, kinds, side_named

RULES = "rules/"
"""Prefix of texts that are Python: rules of card kinds, by the name of their file."""


class OwnEdition(OwnTables):
    """Key of an edition of the user's own, e.g. `mine@3f9a20c1b7`; equal for equal name, base and tables.

    Its texts are the tables that differ from those of `base`, reference ships as `field/BOARD/FILE`, and rules of
    card kinds.

    >>> key = OwnEdition("mine", "2007", (("goods", "colour,value"),))
    >>> f"{key}", len(key), key == OwnEdition("mine", "2007", ())
    ('mine', 15, False)
    """

    __slots__ = ()

    @property
    def rules(self) -> Texts:
        """Rules of its own kinds of cards, by file name and text."""
        return tuple((name, text) for name, text in self.texts if name.startswith(RULES))

    def __reduce__(self) -> tuple[Callable[..., OwnEdition], tuple[Any, ...]]:
        named = {text: RUNNABLE[text] for _, text in self.rules if text in RUNNABLE}
        return _received, (self.name, self.base, self.texts, named)


def _received(name: str, base: str, texts: Texts, named: dict[str, str]) -> OwnEdition:
    """Return the key sent by a process whose user has named the files of its rules, and allow these rules to run."""
    RUNNABLE.update(named)
    return OwnEdition(name, base, texts)


OWN: dict[str, OwnEdition] = OwnEdition.KNOWN
"""Editions of the user's own that this process has read, by their keys as plain text."""

RUNNABLE: dict[str, str] = {}
"""Files of rules by their text: those that the user named or installed. No other rules are ever run."""

base_of = OwnEdition.base_of
tables_in_plain = OwnEdition.in_plain
read_plain_tables = OwnEdition.read_plain

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
    """One adventure card; goods and planets count cubes by colour (red, yellow, green, blue).

    `goods_step`: how many steps the goods of each loading may rise (level IV): a cube one colour up, or one blue more.
    """

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
    goods_step: int = 0

    def unnumbered(self) -> Card:
        """What the card does, without what sets it apart from others that do the same."""
        return replace(self, id=0, level=0, learning=False, source="", confidence="")


@dataclass(frozen=True, slots=True)
class Level:
    """What the rule card of a level prints: rewards, insurance, start spaces, and how its deck is dealt.

    `starts`: spaces at the start by place, the first on 0, the others behind (negative); `learning`: whether the
    learning flight is flown here: "never", "choice", or "always" unless cards are chosen; `caveats`: what is not known
    for certain, as sentences; `harder`: by change how much its cards differ from what is printed (level IV);
    `switches`: how open points of class IVC are read there.
    """

    name: str
    board: str
    lap: int
    starts: tuple[int, ...]
    order_rewards: tuple[int, ...]
    looks_reward: int
    loss_cap: int | None
    price_per_loss: int
    pile: tuple[int, ...]
    piles: int
    learning: str
    caveats: tuple[str, ...]
    source: str
    harder: tuple[tuple[str, int], ...] = ()
    switches: tuple[tuple[str, str], ...] = ()

    def switch(self, name: str) -> str:
        """How an open point of class IVC is read."""
        return dict(self.switches)[name]

    @property
    def goods_step(self) -> int:
        """How many steps the goods of each loading may rise."""
        return dict(self.harder).get("goods_step", 0)

    @property
    def number(self) -> int:
        """The level of the cards that give the flight its name."""
        return max(self.pile)

    def may_reveal(self, card: Card) -> bool:
        """Whether a flight of this level can meet the card."""
        return card.learning if self.learning == "always" else card.level in self.pile


@dataclass(frozen=True)
class Edition:
    """All tables of one edition, and the switches in which its rule text differs (docs/editions.md).

    `name`: its name, of an edition of the user's own with its tables (`edition_key.py`); `kinds`: its kinds of
    components by name; `caveats`: what is not known for certain, as sentences.

    Switches. `rear_meteor_reach` and `side_meteor_reach`: how many columns or rows beside its own a cannon covers
    against a large meteor; `planets_chosen_first`: all trucks choose planets before the first one loads;
    `reserve`: how many components a ship file may name that were laid aside and never built; `stuck_if_announced`:
    in open space who announced no strength must give up, also one who could have had some; `learning_by_basic_rules`:
    in the learning flight nobody gives up, and all else that the full rules bring is left out.
    """

    name: str
    cards: tuple[Card, ...]
    levels: dict[str, Level]
    boards: dict[str, Board]
    kinds: dict[str, Kind]
    box: tuple[Component, ...]
    good_values: tuple[int, ...]
    good_cubes: tuple[int, ...]
    caveats: tuple[str, ...]
    side_meteor_reach: int
    rear_meteor_reach: int
    planets_chosen_first: bool
    reserve: int
    stuck_if_announced: bool
    learning_by_basic_rules: bool
    longest_route: int = 64

    def level(self, name: str) -> Level:
        """The level of that name, or AnalyzerError with those there are."""
        if not isinstance(name, str) or name not in self.levels:
            raise AnalyzerError(f"no level {brief(name)} in the {self.name} edition: {one_of(name, self.levels)}")
        return self.levels[name]

    def card(self, number: int) -> Card:
        """The card of that number, or AnalyzerError with those there are."""
        for card in self.cards:
            if card.id == number:
                return card
        first, *_, last = sorted(card.id for card in self.cards)
        raise AnalyzerError(f"no card {number} in the {self.name} edition: the cards are {first} to {last}")

    def board(self, name: str) -> Board:
        """The board of that name, or AnalyzerError with those there are."""
        if name not in self.boards:
            raise AnalyzerError(f"no board {name!r} in the {self.name} edition: {one_of(name, self.boards)}")
        return self.boards[name]


SHELF = files("analyzer.trucker") / "data"
EDITIONS = tuple(sorted(folder.name for folder in SHELF.iterdir() if (folder / "switches.csv").is_file()))
"""Every edition whose tables are there."""


@cache
def load_edition(name: str) -> Edition:
    """The edition of that name, or of that key of one that was read before; raises AnalyzerError for any other."""
    key = OWN.get(name, name)
    if key not in EDITIONS and key not in OWN:
        raise AnalyzerError(f"no edition {name!r}: {one_of(name, EDITIONS)}")
    goods, own_kinds = list(_rows(key, "goods")), _kinds(key)
    switches = {row["switch"]: int(row["value"]) for row in _rows(key, "switches")}
    return Edition(
        name=key,
        cards=tuple(card_of_row(row) for row in _rows(key, "cards")),
        levels={row["level"]: _level(key, row) for row in _rows(key, "levels")},
        boards=_boards(key),
        kinds=own_kinds,
        box=tuple(_component(row, own_kinds) for row in _rows(key, "components")),
        good_values=tuple(int(row["value"]) for row in goods),
        good_cubes=tuple(int(row["cubes"]) for row in goods),
        caveats=tuple(dict.fromkeys(row["caveat"] for row in goods if row["caveat"])),
        side_meteor_reach=switches["side_meteor_reach"],
        rear_meteor_reach=switches["rear_meteor_reach"],
        planets_chosen_first=switches["planets_chosen_first"] == 1,
        reserve=switches["reserve"],
        stuck_if_announced=switches["stuck_if_announced"] == 1,
        learning_by_basic_rules=switches["learning_by_basic_rules"] == 1,
    )


@cache
def with_cards(name: str, replaced: tuple[Card, ...]) -> Edition:
    """The edition of that name with these cards in place of those of the same number."""
    edition, new = load_edition(name), {card.id: card for card in replaced}
    return replace(edition, cards=tuple(new.get(card.id, card) for card in edition.cards))


def table_of(edition: str, table: str) -> str:
    """The text of a table: of the edition itself, or of the one it stands on."""
    own = dict(OWN[edition].texts) if edition in OWN else {}
    return own[table] if table in own else text_of(base_of(edition), table)


def text_of(edition: str, table: str) -> str:
    """The text of a table of an edition that comes with the product."""
    place = SHELF if table == "kinds" else SHELF / edition
    return (place / f"{table}.csv").read_text(encoding="utf-8")


def _rows(edition: str, table: str) -> Iterator[dict[str, str]]:
    rows = csv.DictReader(table_of(edition, table).splitlines())
    yield from (row for row in rows if edition not in OWN or not row.get("harder"))  # fleets are of 2007 alone


def _kinds(edition: str) -> dict[str, Kind]:
    """All kinds of components by name; those that are as in every edition are those of `kinds`."""
    if edition not in OWN:
        return kinds()
    return {row["kind"]: kind_of_row(row) for row in _rows(edition, "kinds")}


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


def card_of_row(row: dict[str, str]) -> Card:
    """The card in a row of a table of cards."""
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


def _level(edition: str, row: dict[str, str]) -> Level:
    harder = list(_rows(edition, row["harder"])) if row.get("harder") else []
    switches = list(_rows(edition, f"{row['board']}/switches")) if harder else []
    inferred = row["rewards_confidence"] == "inferred"
    caveats = [
        f"the order and looks rewards of level {row['level']} are inferred (sources: {row['source']})"
    ] * inferred
    return Level(
        name=row["level"],
        board=row["board"],
        lap=int(row["lap"]),
        starts=tuple(int(n) for n in row["starts"].split()),
        order_rewards=tuple(int(n) for n in row["order_rewards"].split()),
        looks_reward=int(row["looks_reward"]),
        loss_cap=int(row["loss_cap"]) if row["loss_cap"] else None,
        price_per_loss=int(row["price_per_loss"]),
        pile=tuple(int(n) for n in row["pile"].split()),
        piles=int(row["piles"]),
        learning=row["learning"],
        caveats=(*caveats, row["caveat"]) if row["caveat"] else tuple(caveats),
        source=row["source"],
        harder=tuple((one["change"], int(one["value"])) for one in harder),
        switches=tuple((one["switch"], one["value"]) for one in switches),
    )


def _boards(edition: str) -> dict[str, Board]:
    squares: dict[str, list[tuple[int, int]]] = {}
    starts: dict[str, tuple[int, int]] = {}
    for row in _rows(edition, "boards"):
        square = int(row["row"]), int(row["column"])
        squares.setdefault(row["board"], []).append(square)
        if row["start"] == "1":
            starts[row["board"]] = square
    if edition not in OWN:
        folders = sorted(shelf.name for shelf in (SHELF / edition).iterdir() if (shelf / "board.csv").is_file())
        for folder in folders:
            squares[folder] = [(int(row["row"]), int(row["column"])) for row in _rows(edition, f"{folder}/board")]
    flown_with = {row["board"] for row in _rows(edition, "levels")}
    return {
        name: Board(edition, name, tuple(on), starts.get(name), rows_descend=on[0][0] > on[-1][0])
        for name, on in squares.items()
        if name in flown_with
    }


def _component(row: dict[str, str], own_kinds: dict[str, Kind]) -> Component:
    kind = own_kinds[row["kind"]]
    front, right, rear, left = (int(row[side]) for side in ("front", "right", "rear", "left"))
    return component_of(kind, (front, right, rear, left), kind.printed_facing)
