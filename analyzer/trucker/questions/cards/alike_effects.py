"""What cards that do the same change, as one: the rows that people see, with intervals that hold for all at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from analyzer.answers.description import INTERVAL, SIGNED, TEXT, Column, Form, Row, Table
from analyzer.answers.numbers import signed
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import each_of
from analyzer.trucker.cards.cards_in_words import card_in_words, numbers_in_words, other_figures
from analyzer.trucker.cards.route import Route
from analyzer.trucker.edition import Card
from analyzer.trucker.questions.cards.alike import alike, rows_by_number
from analyzer.trucker.questions.cards.tally import MEASURED, SortedByCard


@dataclass(frozen=True)
class AlikeEffect:
    """Cards that are one card to the rules, one or several, and what one more of them in a deck changes.

    met: in how many flights the deck had at least one of them; the effects are None where all decks had as many;
    printed: their printed figures in words, where level IV has others.
    """

    cards: tuple[Card, ...]
    met: int
    credits: Estimate | None
    components_lost: Estimate | None
    arrived: Estimate | None
    printed: str = ""

    @property
    def numbers(self) -> tuple[int, ...]:
        """Those of the cards."""
        return tuple(card.id for card in self.cards)

    @property
    def words(self) -> str:
        """What the cards do, in words."""
        return card_in_words(self.cards[0])

    def as_row(self) -> Row:
        """Its row."""
        effects = {metric: getattr(self, metric) for metric in MEASURED}
        words = f"{self.words} (printed: {self.printed})" if self.printed else self.words
        names = {"cards": self.numbers, "kind": self.cards[0].kind, "words": words, "met": self.met}
        return Row(names | effects)


def effects_of_alike(route: Route, tally: SortedByCard, ship: int, at_once: int | None = None) -> list[AlikeEffect]:
    """The effects on one ship, the most harmful first, with intervals that hold for so many rows at once, at 95%.

    `at_once`: as many as there are rows if None.
    """
    all_cards = alike(route)
    confidence = each_of(at_once or len(all_cards))
    by_number = rows_by_number(route)

    def effects() -> Iterator[AlikeEffect]:
        for same in all_cards:
            cards, rows = tuple(route.rules.cards[i] for i in same), by_number.get(same)
            printed = other_figures(route.printed(cards[0]), cards[0])
            if rows is None:
                credits, lost, arrived = (tally.effect(metric, ship, same[0], confidence) for metric in MEASURED)
                yield AlikeEffect(cards, tally.met(same[0]), credits, lost, arrived, printed)
            else:
                credits, lost, arrived = (tally.effect_of_each(metric, ship, rows, confidence) for metric in MEASURED)
                yield AlikeEffect(cards, tally.met_any(rows), credits, lost, arrived, printed)

    return sorted(effects(), key=lambda effect: effect.credits.mean if effect.credits else float("inf"))


def alike_table(effects: list[AlikeEffect], at_once: int | None = None) -> Table:
    """A row for the cards that do the same."""
    return Table("alike", _columns(at_once or len(effects)), [effect.as_row() for effect in effects])


@cache
def _columns(rows: int) -> tuple[Column, ...]:
    """Those of tables whose intervals hold for so many rows at once."""
    held = f"the 95% intervals hold for all {rows} rows at once" if rows > 1 else "with its 95% interval"
    return (
        Column("cards", "no.", Form(numbers_in_words), missing=("", "")),
        Column("words", "card", TEXT, "goods by letter: red, yellow, green, blue"),
        Column("kind"),
        Column("met"),
        Column(
            "credits",
            "credits",
            SIGNED,
            "average result of flights with the card in their deck minus that of flights without it, or for each one "
            f"more of several cards that are alike; {held}",
            INTERVAL,
            missing=("-", "not measured"),
            more_is="better",
        ),
        Column("components_lost", "compo-\nnents\nlost", SIGNED, "likewise, on average"),
        Column(
            "arrived",
            "arrived,\npoints",
            Form(lambda share: signed(100 * share, 1)),
            "likewise, the chance to arrive in percentage points",
        ),
    )
