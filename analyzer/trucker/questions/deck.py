"""Cards of an edition: numbers, kinds and figures, and a search by words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from analyzer.answers.description import COUNT, TEXT, WORD, Collection, Column, Described, Description, Row, Table
from analyzer.errors import AnalyzerError, brief
from analyzer.trucker.cards.cards_in_words import (
    card_in_words,
    kind_in_words,
    matching,
    meant_by,
    shots,
    shots_in_words,
)
from analyzer.trucker.edition import Card, load_edition
from analyzer.trucker.editions import named_edition
from analyzer.trucker.sayings.phrases import many, printed_level

USUAL = "2007"
"""Edition whose cards are listed by default."""
COLUMNS = (
    Column(
        "card",
        "no.",
        COUNT,
        "the number by which files and --cards name it; files take words, too",
    ),
    Column("level", "level", WORD),
    Column("in_words", "card", TEXT, "goods by letter: red, yellow, green, blue", flat=None, in_json=False),
    Column("in_order", "in printed order", TEXT, "meteors or shots, side and size", flat=None, in_json=False),
    Column("starred"),
    Column("kind"),
    Column("words"),
    Column("shots", flat=lambda name, shots: {name: ", ".join(f"{shot['side']} {shot['size']}" for shot in shots)}),
)


@dataclass(frozen=True, repr=False)
class Deck(Described, Collection):
    """Cards of an edition by number: all, those of a level, or those that a search found.

    Attributes:
        edition: name of the edition.
        level: flight level that can meet these cards; empty for all cards.
        search: words that the search asked for, and that every card has; empty without a search.
        cards: the cards.
    """

    ITEMS: ClassVar = "cards"

    edition: str
    level: str
    search: str
    cards: tuple[Card, ...]

    def description(self) -> Description:
        """Describe the cards in a table with a row for each."""
        facts = {"edition": self.edition, "level": self.level or None, "search": self.search or None}
        title = f", {many(len(self.cards), 'card')}"
        title += f" with the words {self.search!r}" if self.search else ""
        title += f" that a flight of level {self.level} can meet" if self.level else ""
        if not self.cards:
            said = f"No card has all of these words: {meant_by(self.search, load_edition(self.edition).cards)}"
            return Description(f"The {self.edition} edition", title, facts | {"cards": []}, [said], self.notes())
        table = Table("cards", COLUMNS, [_row(card) for card in self.cards], column_gap=2)
        return Description(f"The {self.edition} edition", title, facts, [table], self.notes())

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        edition = load_edition(self.edition)
        if self.level and edition.level(self.level).level_iv_changes:
            return [f"These are the printed figures: a flight of level {self.level} meets the cards with harder ones."]
        return []


def deck(level: str | None = None, search: str = "", *, edition: str | None = None) -> Deck:
    """List the cards of an edition: all, or those that a flight at one level can meet.

    Args:
        level: flight level; all cards if None.
        search: words that a card must have, of its kind, level and printed numbers; `pirates 6` finds the pirates with
            a 6.
        edition: name or folder of the edition; 2007 if None.

    Returns:
        The cards, by number.

    Raises:
        AnalyzerError: for an edition or a level that does not exist.

    >>> import analyzer
    >>> [card.id for card in analyzer.deck("II", "pirates 6").cards]
    [22]
    >>> analyzer.deck(edition="2021").cards[0].id
    1
    """
    if not isinstance(search, str):
        raise AnalyzerError(f"search {brief(search)}: give words, e.g. 'pirates 6'")
    tables = load_edition(named_edition(edition) if edition else USUAL)
    cards = [card for card in tables.cards if level is None or tables.level(level).may_reveal(card)]
    found = matching(search, cards)
    return Deck(tables.name, level or "", search.strip(), tuple(sorted(found, key=lambda card: card.id)))


def _row(card: Card) -> Row:
    words = {"in_words": card_in_words(card), "in_order": shots_in_words(card) or "-"}
    facts = {"starred": card.learning, "kind": kind_in_words(card), "words": card_in_words(card), "shots": shots(card)}
    return Row({"card": card.id, "level": printed_level(card.level)} | words | facts)
