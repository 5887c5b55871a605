"""Tables of an edition (cards, adventures, modules, costs, dice, start), and switches of the rules."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import accumulate, pairwise, starmap
from typing import Any, ClassVar, TypeVar
from weakref import WeakValueDictionary

from analyzer.files.csvfile import rows_of
from analyzer.files.editions.rules import DefaultEdition, EditionRules
from analyzer.files.editions.shelf import STANDARD, OwnTables
from analyzer.files.fields import RuleSwitches

PACKAGE = "analyzer.starship"
Name = TypeVar("Name", bound=Hashable)


class OwnEdition(OwnTables):
    """Key of an edition of the user's own, which holds its tables."""

    __slots__ = ()


DEFAULT = DefaultEdition(PACKAGE)
"""Default edition of files, ships and positions that name none; only functions that read or create these use it."""


def played_as_described(described: Mapping[str, Any]) -> AbstractContextManager[None]:
    """Make the edition in the description of saved runs the default inside a `with` block.

    Raises:
        KeyError: If the description is broken.
    """
    own = OwnEdition.read_plain(described)
    return DEFAULT.within(own[0] if own else STANDARD)


GOODS = ("ore", "fuel", "food", "carbon", "trade_good")
SCIENCE = len(GOODS)
"""Place of science behind the goods in arrays of STORED; science is never a good."""
STORED = (*GOODS, "science")
MODULES = ("logistics", "command", "sensor", "trade", "science", "production")
CRESTS = ("moon", "sun")
FIRST_COLONIES = {"moon": "START01", "sun": "START02"}
"""Colony with which each crest starts."""
LEVELS = (1, 2)
LOST_PLANET = "lost_planet"
RESERVE_STACKS = ("I", "II", "III", "IV")
"""Stacks of the reserve, in the order in which they come into play."""


@dataclass(frozen=True)
class Card:
    """A card of a sector or of the reserve, or the colony with which a player starts."""

    id: str
    stack: str
    kind: str
    name: str
    good: str
    number: int
    price: int
    direction: str
    most: int
    station: bool
    friendship: int
    strength: int
    demand: int
    loss: str
    source: str
    confidence: str

    @cached_property
    def traded(self) -> tuple[int, ...]:
        """Indices in STORED of the goods traded there for Astro; a card for any good does not trade science."""
        goods = GOODS if self.good == "any" else (self.good,) if self.price else ()
        return tuple(STORED.index(good) for good in goods)

    @property
    def owned_as(self) -> str:
        """Role of the card for its owner: colony, pirate or station; "" if nobody can own it."""
        return "colony" if self.number else "pirate" if self.strength else "station" if self.station else ""


@dataclass(frozen=True)
class Adventure:
    """A task of the Galactic Council: its planet, what it asks for, and its reward."""

    id: str
    stack: int
    name: str
    planet: str
    pay: tuple[int, ...]
    """Units to pay, in the order of STORED."""
    astro_paid: int
    boosters: int
    cannons: int
    astro: int
    goods: int
    medals: int
    points: int
    confidence: str

    @property
    def stays_with_player(self) -> bool:
        """Whether the player who fulfils it keeps the card."""
        return self.medals + self.points > 0


@dataclass(frozen=True)
class Module:
    """One level of a module; numbers that the module does not give are 0.

    Attributes:
        module: Name of the module.
        level: The level, 1 or 2.
        capacity: Units of each good that a bay holds.
        actions: Actions in a flight.
        looks: Cards of a sector that the sensor shows before a flight.
        purchases: Units that the player may buy from the other player by force in a turn.
        numbers: Numbers of the yellow die on which it produces, for Moon and for Sun.
        points: Victory points.
        confidence: Certainty of these numbers, e.g. `high`.
    """

    module: str
    level: int
    capacity: int
    actions: int
    looks: int
    purchases: int
    numbers: tuple[frozenset[int], frozenset[int]]
    points: int
    confidence: str


@dataclass(frozen=True, eq=False)
class Rules(EditionRules):
    """Tables of an edition, each read once; functions that depend on tables take them as an argument.

    `rules_of` makes one object for each edition. Objects are therefore compared and hashed by identity, which is fast.

    Attributes:
        edition: `standard`, or the key of an edition of the user's own; only this key is pickled.
    """

    PACKAGE: ClassVar[str] = PACKAGE
    OWN: ClassVar[type[OwnTables]] = OwnEdition

    def __reduce__(self) -> tuple[Any, ...]:
        return rules_of, (self.edition,)

    def __deepcopy__(self, memo: object) -> Rules:
        return self

    @cached_property
    def start(self) -> dict[str, int]:
        """Numbers with which players start, and limits of the rules, by name."""
        return {row["thing"]: int(row["value"]) for row in self.rows("start")}

    @cached_property
    def dice(self) -> dict[str, tuple[int, ...]]:
        """Faces of each die."""
        return {row["die"]: tuple(map(int, row["faces"].split())) for row in self.rows("dice")}

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All seventy cards."""
        return tuple(_card(row) for row in self.rows("cards"))

    @cached_property
    def card_by_id(self) -> dict[str, Card]:
        """Every card by its id, in the order of the table."""
        return {card.id: card for card in self.cards}

    @cached_property
    def order_of_cards(self) -> dict[str, int]:
        """Place of every card in the table."""
        return {card.id: number for number, card in enumerate(self.cards)}

    @cached_property
    def reserve(self) -> dict[str, range]:
        """Places in the reserve, from 0, of the cards of each stack; the last range ends at the size of the reserve."""
        return _places([card.stack for card in self.cards], RESERVE_STACKS)

    @property
    def reserve_size(self) -> int:
        """Number of cards in the reserve."""
        return self.reserve[RESERVE_STACKS[-1]].stop

    @cached_property
    def adventures(self) -> tuple[Adventure, ...]:
        """All twelve adventures."""
        return tuple(_adventure(row) for row in self.rows("adventures"))

    @cached_property
    def adventure_stacks(self) -> dict[int, range]:
        """Places of each stack's adventures in the pile of all adventures, counted from 0."""
        stacks = [one.stack for one in self.adventures]
        return _places(stacks, sorted({*stacks}))

    @cached_property
    def adventure_by_id(self) -> dict[str, Adventure]:
        """Every adventure by its id."""
        return {one.id: one for one in self.adventures}

    @cached_property
    def modules(self) -> dict[tuple[str, int], Module]:
        """Every level of every module."""
        return {(row["module"], int(row["level"])): _module(row) for row in self.rows("modules")}

    @cached_property
    def costs(self) -> dict[str, tuple[int, ...]]:
        """Cost of each build, in units of the goods and science in STORED."""
        return {row["build"]: tuple(int(row[name]) for name in STORED) for row in self.rows("costs")}


def _places(stacks: Sequence[Name], order: Sequence[Name]) -> dict[Name, range]:
    """Return, for each stack, the range of places of its cards in a pile of all stacks, counted from the top.

    Args:
        stacks: name of the stack of each card.
        order: names of the stacks, from the top of the pile.
    """
    ends = [*accumulate(map(stacks.count, order), initial=0)]
    return dict(zip(order, starmap(range, pairwise(ends)), strict=True))


_IN_USE: WeakValueDictionary[str, Rules] = WeakValueDictionary()


@lru_cache(maxsize=64)
def rules_of(edition: str) -> Rules:
    """Return the tables of an edition, the same object every time.

    Args:
        edition: `standard`, or the key of an edition of the user's own.
    """
    return _IN_USE.setdefault(edition, Rules(edition))


STANDARD_RULES = rules_of(STANDARD)
"""Tables that come with the game.

All editions have the same cards and adventures, of the same kinds; only their figures differ.
"""


def default_rules() -> Rules:
    """Return the tables of the default edition; they apply to files, ships and positions that name no edition."""
    return rules_of(DEFAULT.name())


def _number(text: str) -> int:
    """Return a cell as a whole number; an empty cell is 0."""
    return int(text or 0)


def _card(row: dict[str, str]) -> Card:
    whole = {name: _number(row[name]) for name in ("number", "price", "most", "friendship", "strength", "demand")}
    words = {name: row[name] for name in ("id", "stack", "kind", "name", "good", "direction", "loss")}
    sources = {name: row[name] for name in ("source", "confidence")}
    return Card(**words, **whole, **sources, station=row["station"] == "1")  # type: ignore[arg-type]


def _adventure(row: dict[str, str]) -> Adventure:
    words = row["pay"].split()
    paid = {thing: int(many) for thing, many in zip(words[::2], words[1::2], strict=True)}
    whole = {name: _number(row[name]) for name in ("boosters", "cannons", "astro", "goods", "medals", "points")}
    return Adventure(
        id=row["id"],
        stack=int(row["stack"]),
        name=row["name"],
        planet=row["planet"],
        pay=tuple(paid.get(name, 0) for name in STORED),
        astro_paid=paid.get("astro", 0),
        confidence=row["confidence"],
        **whole,
    )


def _module(row: dict[str, str]) -> Module:
    """Return a `Module`, i.e. one level of a module, from a row of the table of modules."""
    numbers = tuple(frozenset(map(int, row[f"{crest}_numbers"].split())) for crest in CRESTS)
    whole = {name: _number(row[name]) for name in ("level", "capacity", "actions", "looks", "purchases", "points")}
    return Module(module=row["module"], numbers=(numbers[0], numbers[1]), confidence=row["confidence"], **whole)


@dataclass(frozen=True)
class Switches(RuleSwitches):
    """Switches of the rules: disputed points, handicaps and variants; `data/switches.csv` lists their values.

    Attributes:
        handicap_astro: The beginner, moon or sun, who starts with more Astro than the other player; or none (rules,
            page 14).
        handicap_parts: The beginner who starts with more boosters and cannons; or none (rules, page 14).
        pirate_reward: What a beaten pirate brings: good, astro or nothing.
        reserve_face_down: Whether cards from the reserve come face down (rules, page 15, a variant): no or yes.
        upgrade_after_three: Whether a booster or cannon goes to level II only when all openings are filled: yes or
            no.

    >>> from analyzer import starship
    >>> starship.Switches(reserve_face_down="yes").face_down
    True
    """

    handicap_astro: str = "none"
    handicap_parts: str = "none"
    pirate_reward: str = "good"
    reserve_face_down: str = "no"
    upgrade_after_three: str = "yes"

    ROWS: ClassVar = partial(rows_of, PACKAGE, "switches")
    AS: ClassVar[str] = "{'reserve_face_down': 'yes'}"

    @property
    def face_down(self) -> bool:
        """Whether nobody sees the cards that come from the reserve."""
        return self.reserve_face_down == "yes"

    @property
    def three_first(self) -> bool:
        """Whether a booster or cannon goes to level II only when all openings are filled."""
        return self.upgrade_after_three == "yes"


USUAL = Switches()
THREE_FIRST = (
    "Page 11 of the English rule book says so; the German rules do not say it. The switch upgrade_after_three=no "
    "allows level II at any time"
)
"""Source of the rule about level II, and the switch that lifts it."""


def load_switches(values: Switches | Mapping[str, Any] | None) -> Switches:
    """Return switches from values by name, where True and False may stand for yes and no; the usual ones for None."""
    return Switches.loaded(values)
