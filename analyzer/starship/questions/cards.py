"""Cards, adventures and modules of the game with their figures, numbers and sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from analyzer.answers.description import COUNT, WORD, Column, Described, Description, Form, Row, Table, in_words
from analyzer.answers.numbers import counted
from analyzer.errors import AnalyzerError, brief, one_of
from analyzer.starship.tables import CRESTS, STORED, Adventure, Card, Module, adventure_by_id, adventures, modules
from analyzer.starship.tables import cards as all_cards
from analyzer.starship.tables import rows as rows_of

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


ADVENTURE, MODULE = "adventure", "module"
SURE = ("low", "medium", "high")
"""How sure a figure may be, the least sure first."""
FIGURES = {
    "good": "",
    "number": 0,
    "price": 0,
    "direction": "",
    "most": 0,
    "station": False,
    "friendship": 0,
    "strength": 0,
    "demand": 0,
    "loss": "",
    "planet": "",
    "pays": {},
    "boosters": 0,
    "cannons": 0,
    "astro": 0,
    "goods": 0,
    "medals": 0,
    "points": 0,
    "level": 0,
    "capacity": 0,
    "actions": 0,
    "looks": 0,
    "purchases": 0,
    "numbers": {},
}
"""Every figure that may be printed, and what stands for one that is not."""


def how_sure(confidence: str) -> str:
    """The least sure of what is said of a card: high, medium or low."""
    return next((level for level in SURE if level in confidence), "high")


def in_a_cell(name: str, amounts: dict[str, Any]) -> dict[str, str]:
    """Amounts by name as they stand in a cell of a table for programs, e.g. `ore 2 carbon 1`."""
    texts = (f"{key} {' '.join(map(str, many)) if isinstance(many, list) else many}" for key, many in amounts.items())
    return {name: " ".join(texts)}


COLUMNS = (
    Column("kind"),
    Column("name", "card", WORD),
    Column("printed", "what is printed on it", WORD),
    Column("copies", "cards", COUNT),
    Column("stacks", "where", Form(", ".join, is_number=False), flat=lambda name, stacks: {name: " ".join(stacks)}),
    Column("ids", "in files", Form(" ".join, is_number=False), flat=lambda name, ids: {name: " ".join(ids)}),
    *(Column(name, flat=in_a_cell) if isinstance(usual, dict) else Column(name) for name, usual in FIGURES.items()),
    Column("source"),
    Column("confidence", "sure", Form(how_sure, is_number=False)),
)


@dataclass(frozen=True)
class CardRow:
    """Cards that are alike: their name in files, where they lie at the start, and what is printed on them.

    stacks: base, I to IV of the reserve, start; 1 to 4 of adventures; Moon, Sun, table of modules; figures: only those
    that it has; printed: the same for people.
    """

    kind: str
    name: str
    ids: tuple[str, ...]
    stacks: tuple[str, ...]
    figures: dict[str, Any]
    printed: str
    source: str
    confidence: str
    copies: int = 1

    def and_like(self, other: CardRow) -> CardRow:
        """Both in one row."""
        stacks = tuple(dict.fromkeys((*self.stacks, *other.stacks)))
        return replace(self, ids=(*self.ids, *other.ids), stacks=stacks, copies=self.copies + other.copies)

    def as_row(self, is_first: bool) -> Row:
        """The row of a table; above the first one of a kind its name."""
        values = asdict(self) | FIGURES | self.figures
        return Row(values, above=in_words(self.kind) * is_first)


@dataclass(frozen=True, repr=False)
class CardList(Described):
    """Cards by kind and name."""

    rows: tuple[CardRow, ...]

    @property
    def copies(self) -> int:
        """How many cards there are."""
        return sum(row.copies for row in self.rows)

    def notes(self) -> list[str]:
        """What stations and pirates are good for, and what is not certain."""
        stations = "A station: whoever founds one may trade there in their own trade and build phase."
        pirates = "A pirate who is beaten is a medal, and brings a good of choice."
        unsure = [row for row in self.rows if how_sure(row.confidence) != "high"]
        return [
            *[stations] * any(row.figures.get("station") for row in self.rows),
            *[pirates] * any(row.figures.get("strength") for row in self.rows),
            *(f"Not certain, {row.name}: {row.confidence}." for row in unsure),
        ]

    def description(self) -> Description:
        """A row for cards that are alike, kind by kind."""
        kinds = [row.kind for row in self.rows]
        rows = [row.as_row(is_first=row.kind not in kinds[:place]) for place, row in enumerate(self.rows)]
        table = Table("cards", COLUMNS, rows, column_gap=2)
        return Description("Starship Catan", f": {self.copies} cards", {"copies": self.copies}, (table,), self.notes())


def cards(kinds: Sequence[str] = ()) -> CardList:
    """All cards of the game by name; `kinds`: only those, as pirate, colony, trade_planet, adventure, module.

    Cards that are alike stand in one row, with their names in files in `ids`. Raises AnalyzerError for a kind that no
    card has.

    >>> from analyzer import starship
    >>> [(row.name, row.ids) for row in starship.cards(["median"]).rows]
    [('Median', ('IV05',))]
    >>> starship.cards().copies
    100
    """
    every = [*_of_sectors(), *_adventures(), *_modules()]
    known = list(dict.fromkeys(row.kind for row in every))
    if isinstance(kinds, str) or not isinstance(kinds, Iterable):
        raise AnalyzerError(f"kinds {brief(kinds)}: give a list, e.g. ['pirate', 'colony']")
    wanted = [str(kind).strip().lower().replace(" ", "_").replace("-", "_") for kind in kinds]
    faults = [f"no kind {kind!r}: {one_of(kind, known)}" for kind in wanted if kind not in known]
    if faults:
        raise AnalyzerError(faults)
    order = {kind: place for place, kind in enumerate(known)}
    chosen = sorted((row for row in every if not wanted or row.kind in wanted), key=lambda row: order[row.kind])
    return CardList(tuple(chosen))


def _of_sectors() -> list[CardRow]:
    """The cards of sectors and reserve, and the colonies of the start; those that are alike together."""
    alike: dict[tuple[str, ...], CardRow] = {}
    for card in all_cards():
        row = _of_card(card)
        key = (row.kind, row.name, row.printed)
        alike[key] = alike[key].and_like(row) if key in alike else row
    return list(alike.values())


def _of_card(card: Card) -> CardRow:
    figures = {name: getattr(card, name) for name in FIGURES if getattr(card, name, None)}
    stack = card.stack if card.stack.startswith("I") else card.stack.lower()
    words = card_in_words(card)
    return CardRow(card.kind, card.name, (card.id,), (stack,), figures, words, card.source, card.confidence)


def _adventures() -> Iterator[CardRow]:
    for row in rows_of("adventures"):
        one: Adventure = adventure_by_id()[row["id"]]
        pays = {name: many for name, many in zip(STORED, one.pay, strict=True) if many}
        pays |= {"astro": one.astro_paid} if one.astro_paid else {}
        figures = {name: getattr(one, name) for name in FIGURES if getattr(one, name, None)} | {"pays": pays}
        words = adventure_in_words(one)
        stacks = (str(one.stack),)
        yield CardRow(ADVENTURE, one.name, (one.id,), stacks, figures, words, row["source"], row["confidence"])


def _modules() -> Iterator[CardRow]:
    """Of level I each player has one of each; of level II there is one of each for both."""
    for row in rows_of("modules"):
        one: Module = modules()[row["module"], int(row["level"])]
        numbers = {crest: sorted(own) for crest, own in zip(CRESTS, one.numbers, strict=True) if own}
        figures = {name: getattr(one, name) for name in FIGURES if getattr(one, name, None)} | {"numbers": numbers}
        name = f"{one.module.capitalize()} {'I' * one.level}"
        stacks = tuple(crest.capitalize() for crest in CRESTS) if one.level == 1 else ("table",)
        words = module_in_words(one)
        sources = row["source"], row["confidence"]
        yield CardRow(MODULE, name, (one.module,), stacks, figures, words, *sources, len(stacks))
