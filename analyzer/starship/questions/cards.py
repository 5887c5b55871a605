"""The list of cards, adventures and modules of an edition with their figures, numbers and sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from analyzer.answers.description import COUNT, WORD, Column, Described, Description, Form, Row, Table, in_words
from analyzer.answers.numbers import with_noun
from analyzer.errors import AnalyzerError, brief, one_of
from analyzer.starship.tables import CRESTS, STORED, Adventure, Card, Module, Rules, default_rules

DIRECTIONS = {"both": "buys and sells", "buy": "sells to you", "sell": "buys from you"}
"""Words for the trade that a card offers, by the player's direction of trade (buy, sell or both)."""
MADE = {"science": "science", "production": "a trade good"}
"""Words for the product of each module that makes something, by its name."""
LOSSES = {"": "the flight", "cannon": "the flight and a cannon", "module": "the flight and a module"}
"""Words for the loss in a lost fight, by the loss printed on a pirate."""


def card_in_words(rules: Rules, card: Card) -> str:
    """Return words for the effect of a card: its product, trade, demand or use."""
    here = [one.name for one in rules.adventures if one.planet == card.name]
    words = _together(
        f"makes {in_words(card.good)} on a {card.number}" if card.number else "",
        _trade(card) if card.price else "",
        f"strength {card.strength}; asks for {card.demand} Astro; a lost fight costs {LOSSES[card.loss]}"
        if card.strength
        else "",
        f"station with {with_noun(card.friendship, 'friendship point')}" if card.station else "",
        f"here: {', '.join(here)}" if here else "",
    )
    return words or "nothing to do here"


def adventure_in_words(one: Adventure) -> str:
    """Return words for an adventure: its planet, its demands and its rewards."""
    prices = (*zip(STORED, one.pay, strict=True), ("Astro", one.astro_paid))
    paid = ", ".join(f"{many} {in_words(name)}" for name, many in prices if many)
    had = [f"{name} strength {many}" for name, many in (("booster", one.boosters), ("cannon", one.cannons)) if many]
    asks = _together(f"pay {paid}" if paid else "", f"have {', '.join(had)}" if had else "") or "be there"
    rewards = (("good", one.goods), ("medal", one.medals), ("point", one.points))
    gives = [
        *[f"{one.astro} Astro"] * bool(one.astro),
        *[with_noun(many, name) for name, many in rewards if many],
    ]
    return f"on {one.planet}: {asks}; gives {', '.join(gives)}"


def module_in_words(module: Module) -> str:
    """Return words for the effect of a module at its level."""
    numbers = [
        f"{' or '.join(map(str, sorted(own)))} for {crest.capitalize()}"
        for crest, own in zip(CRESTS, module.numbers, strict=True)
        if own
    ]
    return _together(
        f"bays hold {module.capacity} of each good" if module.capacity else "",
        f"{module.actions} actions a flight" if module.actions else "",
        f"see the top {module.looks} cards of a sector" if module.looks else "",
        f"buy {with_noun(module.purchases, 'good')} a turn from the other player" if module.purchases else "",
        f"makes {MADE[module.module]} on a {', '.join(numbers)}" if numbers else "",
        with_noun(module.points, "point") if module.points else "",
    )


def _trade(card: Card) -> str:
    """Return words for the trade on a card."""
    good = "any good" if card.good == "any" else in_words(card.good)
    most = f", at most {card.most}" if card.most else ""
    return f"{DIRECTIONS[card.direction]} {good} at {card.price}{most}"


def _together(*parts: str) -> str:
    """Join phrases into one text, without those that are empty."""
    return "; ".join(part for part in parts if part)


ADVENTURE, MODULE = "adventure", "module"
SURE = ("low", "medium", "high")
"""Levels of confidence in a figure, the least sure first."""
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
"""Name of everything that may be printed on a card, with the value that stands for nothing."""


def how_sure(confidence: str) -> str:
    """Return the lowest level of confidence that a card's remark names: low, medium or high; high if it names none."""
    return next((level for level in SURE if level in confidence), "high")


def in_a_cell(name: str, amounts: dict[str, Any]) -> dict[str, str]:
    """Return amounts by name as one cell of a table for programs, e.g. `ore 2 carbon 1`.

    Args:
        name: Name of the column, the key of the result.
        amounts: Amounts, or lists of numbers, by name.
    """
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
    Column("confidence", "sure", Form(how_sure, is_number=False), "how well the sources confirm what is printed"),
)


@dataclass(frozen=True)
class CardRow:
    """A row of equal cards: their identifiers, the stacks to which they belong, and the values printed on them.

    Attributes:
        kind: Kind of card, e.g. pirate, colony, adventure or module.
        name: Name of the card.
        ids: Identifiers of the cards in files.
        stacks: Stacks of the cards: base, I to IV (reserve) or start; for adventures 1 to 4; for modules Moon, Sun or
            table.
        figures: Values that are printed on each of the cards, by name.
        printed: The printed values in words.
        source: Source of the printed values.
        confidence: How certain the printed values are.
        copies: Number of cards in the row.
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
        """Return one row for the cards of this row and of another row with equal printed values."""
        stacks = tuple(dict.fromkeys((*self.stacks, *other.stacks)))
        return replace(self, ids=(*self.ids, *other.ids), stacks=stacks, copies=self.copies + other.copies)

    def as_row(self, is_first: bool) -> Row:
        """Return the row of a table, headed by the kind if it is the first of its kind."""
        values = asdict(self) | FIGURES | self.figures
        return Row(values, above=in_words(self.kind) * is_first)


@dataclass(frozen=True, repr=False)
class CardList(Described):
    """A list of cards by kind and name, with one row for equal cards."""

    rows: tuple[CardRow, ...]

    @property
    def copies(self) -> int:
        """Number of cards in all rows."""
        return sum(row.copies for row in self.rows)

    def notes(self) -> list[str]:
        """Return notes on the use of stations, on what a beaten pirate brings, and on cards with uncertain values."""
        stations = "The owner of a station may trade there in their own trade and build phase."
        pirates = "A beaten pirate brings a medal and a good of your choice."
        unsure = [row for row in self.rows if how_sure(row.confidence) != "high"]
        return [
            *[stations] * any(row.figures.get("station") for row in self.rows),
            *[pirates] * any(row.figures.get("strength") for row in self.rows),
            *[f"Less certain: {'; '.join(f'{row.name} ({row.confidence})' for row in unsure)}."] * bool(unsure),
        ]

    def description(self) -> Description:
        """Return the table of cards, kind by kind."""
        kinds = [row.kind for row in self.rows]
        rows = [row.as_row(is_first=row.kind not in kinds[:place]) for place, row in enumerate(self.rows)]
        table = Table("cards", COLUMNS, rows, column_gap=2)
        return Description("Starship Catan", f": {self.copies} cards", {"copies": self.copies}, (table,), self.notes())


def cards(kinds: Sequence[str] = ()) -> CardList:
    """Return all cards of the game, or the cards of some kinds, with the printed values and their sources.

    Cards that are alike share one row. Within `with edition:` the cards are those of that edition.

    Args:
        kinds: Kinds to list, e.g. pirate, colony, trade_planet, adventure or module; all kinds if empty.

    Returns:
        The rows, kind by kind; `ids` holds the names of the cards in files.

    Raises:
        AnalyzerError: If no card is of a given kind.

    >>> from analyzer import starship
    >>> [(row.name, row.ids) for row in starship.cards(["median"]).rows]
    [('Median', ('IV05',))]
    >>> starship.cards().copies
    100
    """
    rules = default_rules()
    every = [*_of_sectors(rules), *_adventures(rules), *_modules(rules)]
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


def _of_sectors(rules: Rules) -> list[CardRow]:
    """Return the rows of the cards of sectors, reserve and start, with equal cards in one row."""
    alike: dict[tuple[str, ...], CardRow] = {}
    for card in rules.cards:
        row = _of_card(rules, card)
        key = (row.kind, row.name, row.printed)
        alike[key] = alike[key].and_like(row) if key in alike else row
    return list(alike.values())


def _of_card(rules: Rules, card: Card) -> CardRow:
    """Return the row of one card."""
    figures = {name: getattr(card, name) for name in FIGURES if getattr(card, name, None)}
    stack = card.stack if card.stack.startswith("I") else card.stack.lower()
    words = card_in_words(rules, card)
    return CardRow(card.kind, card.name, (card.id,), (stack,), figures, words, card.source, card.confidence)


def _adventures(rules: Rules) -> Iterator[CardRow]:
    """Yield a row for each adventure."""
    for row in rules.rows("adventures"):
        one: Adventure = rules.adventure_by_id[row["id"]]
        pays = {name: many for name, many in zip(STORED, one.pay, strict=True) if many}
        pays |= {"astro": one.astro_paid} if one.astro_paid else {}
        figures = {name: getattr(one, name) for name in FIGURES if getattr(one, name, None)} | {"pays": pays}
        words = adventure_in_words(one)
        stacks = (str(one.stack),)
        yield CardRow(ADVENTURE, one.name, (one.id,), stacks, figures, words, row["source"], row["confidence"])


def _modules(rules: Rules) -> Iterator[CardRow]:
    """Yield a row for each level of each module.

    Each player has a card of each module at level I. Of each module there is only one card of level II,
    for the player who builds it first.
    """
    for row in rules.rows("modules"):
        one: Module = rules.modules[row["module"], int(row["level"])]
        numbers = {crest: sorted(own) for crest, own in zip(CRESTS, one.numbers, strict=True) if own}
        figures = {name: getattr(one, name) for name in FIGURES if getattr(one, name, None)} | {"numbers": numbers}
        name = f"{one.module.capitalize()} {'I' * one.level}"
        stacks = tuple(crest.capitalize() for crest in CRESTS) if one.level == 1 else ("table",)
        words = module_in_words(one)
        sources = row["source"], row["confidence"]
        yield CardRow(MODULE, name, (one.module,), stacks, figures, words, *sources, len(stacks))
