"""What every card of a level does to a ship, a row for those that do the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from analyzer.answers.described import Described
from analyzer.answers.description import WORD, Column, Description, Row, Table, places
from analyzer.trucker.cards.cards_in_words import kind_in_words, numbers_in_words
from analyzer.trucker.cards.route import home_level
from analyzer.trucker.edition import Card
from analyzer.trucker.metrics import OF_CARDS
from analyzer.trucker.questions.exact.answer import CHANCE, HARM, NOT_STRUCK, Exact, expected, notes_of

if TYPE_CHECKING:
    import pandas as pd

MEAN = places(expected, 2)
COLUMNS = (
    Column("cards", "card"),
    Column("kind", "kind", WORD),
    Column("components_lost", "compo-\nnents\nlost", MEAN),
    Column("crew_lost", "crew\nlost", MEAN),
    Column("batteries_spent", "bat-\nteries\nspent", MEAN),
    Column("goods_value", "goods\nvalue", MEAN, "credits that the goods aboard would sell for"),
    Column("credits", "credits", MEAN, "paid by the card, without goods"),
    Column("days", "days", MEAN, "spaces moved forward; below 0: moved back"),
    Column("ended", "flight\nends", CHANCE, "the chance that the flight is over after the card"),
    Column("harm", "harm", MEAN, HARM),
)


@dataclass(frozen=True, repr=False)
class Overview(Described):
    """Cards side by side, each met alone, in the order in which they are given."""

    answers: Sequence[Exact]

    def table(self) -> pd.DataFrame:
        """A tidy table: ship, card (with commas, if it is a route), metric, value, chance."""
        import pandas as pd

        tables = [one.table() for one in self.answers]
        for one, table in zip(self.answers, tables, strict=True):
            table.insert(0, "ship", one.ship.name)
            table.insert(1, "card", ",".join(map(str, one.cards)) if len(one.cards) > 1 else one.cards[0])
        return pd.concat(tables, ignore_index=True)

    def as_dict(self) -> list[dict[str, Any]]:
        """Each of them in plain types."""
        return [one.as_dict() for one in self.answers]

    def description(self) -> Description:
        """A row for the cards that do the same; those that strike nobody are the last ones, without any number."""
        first, alike = self.answers[0], dict[Card, list[Exact]]()
        for one in self.answers:
            alike.setdefault(one.met[0].unnumbered(), []).append(one)
        least = max(self.answers, key=lambda one: one.pruned)
        cards = f"{len(self.answers)} cards of a level {home_level(first.ship)} flight"
        title = f": {cards}, {first.who}, {least.precision}; expected values"
        rows = [_row(card, same) for card, same in alike.items() if not same[0].is_spared]
        without = [_row(card, same) for card, same in alike.items() if same[0].is_spared]
        without[:1] = [replace(row, above=f"{NOT_STRUCK}:") for row in without[:1]]
        table = Table("cards", COLUMNS, [*rows, *without], labels=2)
        return Description(first.ship.name, title, {}, (table,), [*notes_of(self.answers)])


def _row(card: Card, same: Sequence[Exact]) -> Row:
    one = same[0]
    cards = {"cards": numbers_in_words(other.cards[0] for other in same), "kind": kind_in_words(card)}
    if one.is_spared:
        return Row(cards)
    means = {metric: one.mean(metric) for metric in OF_CARDS.columns}
    return Row({**cards, **means, "ended": one.ended, "harm": one.harm()})
