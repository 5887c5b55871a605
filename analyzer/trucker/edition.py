"""Editions of the game: their tables, and the switches for points in which rule texts differ."""

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
"""Prefix in the names of texts that are Python files with rules of card kinds."""


class OwnEdition(OwnTables):
    """Key of a user's own edition, e.g. `mine@3f9a20c1b7`; keys with the same name, base and tables are equal.

    Its texts are pairs of a name and a content: tables that differ from those of `base`, reference ships (named
    `field/BOARD/FILE`), and rules of its own card kinds.

    >>> key = OwnEdition("mine", "2007", (("goods", "colour,value"),))
    >>> f"{key}", len(key), key == OwnEdition("mine", "2007", ())
    ('mine', 15, False)
    """

    __slots__ = ()

    @property
    def rules(self) -> Texts:
        """Rules of its own kinds of cards, as pairs of a file name and a text."""
        return tuple((name, text) for name, text in self.texts if name.startswith(RULES))

    def __reduce__(self) -> tuple[Callable[..., OwnEdition], tuple[Any, ...]]:
        named = {text: RUNNABLE[text] for _, text in self.rules if text in RUNNABLE}
        return _received, (self.name, self.base, self.texts, named)


def _received(name: str, base: str, texts: Texts, named: dict[str, str]) -> OwnEdition:
    """Return an edition key that another process has sent, and allow its rules to run.

    Args:
        name: Name of the edition.
        base: Name of its base edition.
        texts: Pairs of a name and a content.
        named: Path of each rules file that may run, by its text.
    """
    RUNNABLE.update(named)
    return OwnEdition(name, base, texts)


OWN: dict[str, OwnEdition] = OwnEdition.KNOWN
"""The user's own editions that this process has read, by their keys as plain text."""

RUNNABLE: dict[str, str] = {}
"""Path of each rules file by its text; only these texts, which the user named or installed, are ever run."""

base_of = OwnEdition.base_of
tables_in_plain = OwnEdition.in_plain
read_plain_tables = OwnEdition.read_plain

GOODS = ("red", "yellow", "green", "blue")
"""Colours of goods, the dearest first; arrays by colour use this order."""
LETTERS = "RYGB"


@dataclass(frozen=True, slots=True)
class Hit:
    """Meteor or shot of a card: large or small, and the side it comes from."""

    large: bool
    side: Side


@dataclass(frozen=True, slots=True)
class CombatLine:
    """Line of a combat zone: the ship that is worst at `criterion` suffers `penalty`.

    Attributes:
        criterion: "crew", "engines" or "cannons".
        penalty: "days", "crew", "goods" or "shots".
        amount: Size of the penalty; 0 for shots.
        shots: The shots, if they are the penalty.
    """

    criterion: str
    penalty: str
    amount: int
    shots: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """Adventure card. Goods are numbers of cubes by colour: red, yellow, green, blue.

    Attributes:
        id: Number of the card.
        level: Level of the card.
        learning: Whether it is starred for the learning flight.
        kind: Kind of the card, e.g. "pirates".
        strength: Strength of an enemy.
        crew_required: Crew that an offer needs.
        crew_lost: Crew that the card takes.
        goods_lost: Cubes that the card takes.
        credits: Credits that the card pays.
        goods: Cubes that the card offers.
        days: Flight days that the card costs.
        planets: Cubes on each planet.
        hits: Meteors or shots, in order.
        lines: Lines of a combat zone.
        source: Source of the card's contents.
        confidence: How certain the contents are; "" if they are certain.
        goods_step: Number of steps by which the goods of each loading may improve (level IV). A step makes a cube
            dearer by one colour, or adds a blue one.
        name: Name of the card; "" if its table gives none.
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
    name: str = ""

    def unnumbered(self) -> Card:
        """Return the card without number, level, name and sources, so that cards with the same effect are equal."""
        return replace(self, id=0, level=0, learning=False, source="", confidence="", name="")


@dataclass(frozen=True, slots=True)
class Level:
    """The rule card of a level: board, cards, rewards and charges.

    Attributes:
        name: Name of the level, e.g. "II".
        board: Name of the board that it is flown with.
        lap: Number of spaces of the flight board.
        starts: Start spaces by place: the first on 0, the others behind it (negative).
        order_rewards: Credits by place on arrival.
        looks_reward: Credits for the fewest exposed connectors.
        loss_cap: Most credits charged for losses; None for no cap.
        price_per_loss: Credits charged for each lost component.
        pile: Level of each card in one pile.
        piles: Number of piles.
        learning: Whether this level is flown as the learning flight: "never", by "choice", or "always" (unless the user
            names the cards).
        caveats: Sentences on uncertain values.
        source: Source of the numbers.
        level_iv_changes: Changes of level IV, each with the amount by which it changes printed numbers.
        switches: Chosen reading of each open point in the rules of class IVC.
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
    level_iv_changes: tuple[tuple[str, int], ...] = ()
    switches: tuple[tuple[str, str], ...] = ()

    def switch(self, name: str) -> str:
        """Return the value of a switch, i.e. how the program reads an open point in the rules of class IVC."""
        return dict(self.switches)[name]

    @property
    def goods_step(self) -> int:
        """Number of steps by which the goods of each loading may improve."""
        return dict(self.level_iv_changes).get("goods_step", 0)

    @property
    def number(self) -> int:
        """Level of the cards after which the flight is named, e.g. 2 for level II."""
        return max(self.pile)

    def may_reveal(self, card: Card) -> bool:
        """Return whether a flight of this level can meet the card.

        If `learning` is "always", that needs a card with a star, else a card of a level in `pile`.
        """
        return card.learning if self.learning == "always" else card.level in self.pile


@dataclass(frozen=True)
class Edition:
    """All tables of one edition, and its switches for points in which rule texts differ (docs/editions.md).

    Attributes:
        name: Name of the edition; for a user's own edition, a key that holds its tables.
        cards: All cards.
        levels: Levels by name.
        boards: Boards by name.
        kinds: Kinds of components by name.
        box: Every component in the box.
        good_values: Credits for a cube of each colour.
        good_cubes: Number of cubes of each colour in the bank.
        caveats: Sentences on uncertain values.
        side_meteor_reach: How far a cannon reaches against large meteors from the sides, in rows beyond its own row.
        rear_meteor_reach: How far a cannon reaches against large meteors from the rear, in columns beyond its own.
        planets_chosen_first: Whether all ships choose planets before the first one loads.
        reserve: Largest number of components that a ship file may give as laid aside and never built.
        stuck_if_announced: Whether a ship that announced engine strength 0 in open space must give up, even if it could
            have had some.
        learning_by_basic_rules: Whether the learning flight follows the basic rules: nobody gives up, and all else that
            the full rules add is left out.
        longest_route: Most cards of a route.
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
        """Return the level with the given name.

        Raises:
            AnalyzerError: If there is none; the message lists the existing ones.
        """
        if not isinstance(name, str) or name not in self.levels:
            raise AnalyzerError(f"no level {brief(name)} in the {self.name} edition: {one_of(name, self.levels)}")
        return self.levels[name]

    def card(self, number: int) -> Card:
        """Return the card of the edition with the given number.

        Raises:
            AnalyzerError: If there is none.
        """
        for card in self.cards:
            if card.id == number:
                return card
        first, *_, last = sorted(card.id for card in self.cards)
        raise AnalyzerError(f"no card {number} in the {self.name} edition: the cards are {first} to {last}")

    def board(self, name: str) -> Board:
        """Return the board with the given name.

        Raises:
            AnalyzerError: If there is none; the message lists the existing ones.
        """
        if name not in self.boards:
            raise AnalyzerError(f"no board {name!r} in the {self.name} edition: {one_of(name, self.boards)}")
        return self.boards[name]


SHELF = files("analyzer.trucker") / "data"
EDITIONS = tuple(sorted(folder.name for folder in SHELF.iterdir() if (folder / "switches.csv").is_file()))
"""Names of the editions that come with the program."""


@cache
def load_edition(name: str) -> Edition:
    """Return an edition by its name, or by the key of a user's own edition that was read before.

    Raises:
        AnalyzerError: If there is none.
    """
    key = OWN.get(name, name)
    if key not in EDITIONS and key not in OWN:
        raise AnalyzerError(f"no edition {name!r}: {one_of(name, EDITIONS)}")
    goods = list(_rows(key, "goods"))
    own_kinds = {row["kind"]: kind_of_row(row) for row in _rows(key, "kinds")} if key in OWN else kinds()
    switches: dict[str, Any] = {row["switch"]: int(row["value"]) for row in _rows(key, "switches")}
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
        **{name: value == 1 if Edition.__annotations__[name] == "bool" else value for name, value in switches.items()},
    )


@cache
def with_cards(name: str, replaced: tuple[Card, ...]) -> Edition:
    """Return an edition in which the given cards replace the ones with the same numbers."""
    edition, new = load_edition(name), {card.id: card for card in replaced}
    return replace(edition, cards=tuple(new.get(card.id, card) for card in edition.cards))


def table_of(edition: str, table: str) -> str:
    """Return the content of an edition's table as CSV text; that of its base edition if it has no such table."""
    own = dict(OWN[edition].texts) if edition in OWN else {}
    return own[table] if table in own else text_of(base_of(edition), table)


def text_of(edition: str, table: str) -> str:
    """Return the content of a table of a built-in edition as CSV text."""
    place = SHELF if table == "kinds" else SHELF / edition
    return (place / f"{table}.csv").read_text(encoding="utf-8")


def _rows(edition: str, table: str) -> Iterator[dict[str, str]]:
    rows = csv.DictReader(table_of(edition, table).splitlines())
    yield from (row for row in rows if edition not in OWN or not row.get("harder"))  # fleets are of 2007 alone


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
    """Build a card from a row of a table of cards."""
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
        name=row.get("name") or "",
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
        level_iv_changes=tuple((one["change"], int(one["value"])) for one in harder),
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
