"""What cards do to a ship, exactly: the distribution of everything they change, and how that is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from analyzer.answers.described import Described
from analyzer.answers.description import WORD, Column, Description, Form, Part, Row, Table
from analyzer.answers.setting import sentence_begins
from analyzer.errors import AnalyzerError, named_setting, one_of
from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.cards.alone import several, who_spares_the_lone
from analyzer.trucker.cards.cards_in_words import card_in_words, kind_in_words
from analyzer.trucker.cards.caveats import caveats_of_learning, own_editions
from analyzer.trucker.cards.route import home_level, others_than_printed
from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.edition import Card
from analyzer.trucker.fleets.fleet import Fleet
from analyzer.trucker.fleets.level_iv import card as card_as
from analyzer.trucker.fleets.tables import FleetTables, fleet_tables
from analyzer.trucker.metrics import METRICS, OF_CARDS
from analyzer.trucker.rivals import ALONE
from analyzer.trucker.sayings.phrases import in_words
from analyzer.trucker.ship.bitboard import positions
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.lacking import not_in_one_box
from analyzer.trucker.ship.layout import Layout

if TYPE_CHECKING:
    import pandas as pd

Distribution = dict[int, Fraction]
MOST_LOST = 8
"""How many squares people see."""
RARE = Fraction(1, 2000)
"""Values less likely than that are summed up."""


def percent(chance: Fraction) -> str:
    """A chance in percent; only what is certain is 0% or 100%."""
    if chance in (0, 1):
        return "100%" if chance else "0%"
    if chance < Fraction(1, 20_000):
        return "<0.01%"
    return ">99.99%" if chance > 1 - Fraction(1, 20_000) else f"{float(chance):.2%}"


def expected(value: Fraction, places: int = 3) -> str:
    """Whole numbers as they are, so that 0.00 is little and 0 is nothing."""
    return str(int(value)) if value.denominator == 1 else f"{float(value):z.{places}f}"


def compact(distribution: Distribution) -> str:
    """Every value with its chance; rare ones together at the end."""
    rare = [value for value, chance in distribution.items() if chance < RARE]
    values = [
        f"{value}: {percent(chance)}" for value, chance in distribution.items() if chance >= RARE or len(rare) == 1
    ]
    if len(rare) > 1:
        together = sum((distribution[value] for value in rare), Fraction(0))
        values.append(f"others from {rare[0]} to {rare[-1]}: {percent(together)}")
    return ", ".join(values)


CHANCE = Form(percent)
HARM = "expected loss minus gain, in credits, at this captain's prices"
NOT_STRUCK = "not struck: flown alone"
MEANS = (
    Column("metric", "", WORD),
    Column("expected", "expected", Form(expected)),
    Column("values", "chance of each value"),
)
ENDS = (Column("ending", "afterwards"), Column("chance", "chance", CHANCE))
LOST = (Column("component", "most often lost"), Column("chance", "chance", CHANCE))


@dataclass(frozen=True, repr=False)
class Exact(Described):
    """The exact state of one ship after a card or a route: `states` equally described ends with their chances.

    Metrics (whole numbers): components_lost, crew_lost, batteries_spent, batteries_lost (with their battery) since
    launch; goods, goods_value aboard; credits paid by cards; days moved. `pruned` is the chance of states that were
    dropped to stay within the budget: every chance here lies within that much of the truth, and 0 means exact.
    `company`: against whom it met the cards; start: its place at the start, from 1; tables: those of class IVC, None
    for ours; replaced: cards in place of the printed ones of the same number.
    """

    ship: Layout | Fleet
    captain: Captain
    cards: tuple[int, ...]
    rivals: tuple[str, ...]
    chances: tuple[Fraction, ...]
    columns: dict[str, tuple[int, ...]]
    lost: tuple[int, ...]
    pruned: Fraction
    company: str = ALONE
    start: int = 1
    tables: FleetTables | None = None
    replaced: tuple[Card, ...] = ()

    def distribution(self, metric: str) -> Distribution:
        """The chance of every value of a metric; raises AnalyzerError for an unknown one."""
        if metric not in self.columns:
            raise AnalyzerError(f"no metric {metric!r}: {one_of(metric, self.columns)}")
        chances: Distribution = {}
        for value, chance in zip(self.columns[metric], self.chances, strict=True):
            chances[value] = chances.get(value, Fraction(0)) + chance
        return dict(sorted(chances.items()))

    def mean(self, metric: str) -> Fraction:
        """The expected value of a metric."""
        return sum((value * chance for value, chance in self.distribution(metric).items()), Fraction(0))

    @cached_property
    def endings(self) -> dict[str, Fraction]:
        """The chance that the flight has ended by now, by cause; `arrived` stands for still flying."""
        chances = self.distribution("ending")
        return {name: chances.get(i, Fraction(0)) for i, name in enumerate(ENDINGS)}

    @cached_property
    def lost_squares(self) -> dict[Square, Fraction]:
        """For each component the chance that it is lost."""
        squares = self.ship.hull.squares
        chances = dict.fromkeys(self.ship.components, Fraction(0))
        for lost, chance in zip(self.lost, self.chances, strict=True):
            for position in positions(lost):
                chances[squares[position]] += chance
        return chances

    def harm(self) -> Fraction:
        """The expected loss minus the expected gain, in credits, at this captain's prices.

        All crew count at the price of a human, days flown alone at that of such days.
        """
        captain = self.captain
        day = captain.day if self.rivals else captain.lone_day
        prices = {"components_lost": captain.component, "crew_lost": captain.human}
        prices |= {"batteries_spent": captain.battery, "batteries_lost": captain.battery}
        prices |= {"goods_value": -100, "credits": -100, "days": -day}
        ended = 1 - self.endings["arrived"] - self.pruned
        return (sum(price * self.mean(name) for name, price in prices.items()) + captain.stay * ended) / 100

    def table(self) -> pd.DataFrame:
        """A tidy table: metric, value, chance."""
        import pandas as pd

        rows = [
            {"metric": metric, "value": value, "chance": float(chance)}
            for metric in OF_CARDS.columns
            for value, chance in self.distribution(metric).items()
        ]
        return pd.DataFrame(rows)

    @property
    def met(self) -> list[Card]:
        """The cards, as they are printed."""
        cards = {card.id: card for card in (*self.ship.edition.cards, *self.replaced)}
        return [cards[number] for number in self.cards]

    @property
    def is_spared(self) -> bool:
        """Whether it flies alone through cards that strike only where others fly along."""
        return not self.rivals and {card.kind for card in self.met} <= {*who_spares_the_lone()}

    @property
    def ended(self) -> Fraction:
        """The chance that the flight is over."""
        return sum((chance for name, chance in self.endings.items() if name != "arrived"), Fraction(0))

    @property
    def who(self) -> str:
        """Who flew, against whom."""
        joined = f"{self.ship.joined} joined, " if self.ship.joined else ""
        place = f", place {self.start} at the start" if self.rivals else ""
        return f"{joined}captain {self.captain.name}{place}, {self.company}"

    @property
    def precision(self) -> str:
        """`exact`, or how far off a chance may be."""
        return f"exact within {percent(self.pruned)}" if self.pruned else "exact"

    def description(self) -> Description:
        """What the cards change and how likely, how the flight stands, what is lost; chances in JSON as fractions."""
        cards = ", ".join(f"{card.id} ({kind_in_words(card)})" for card in self.met)
        states = "1 state" if len(self.chances) == 1 else f"{len(self.chances):,} states"
        title = f": card{'s' * (len(self.cards) > 1)} {cards}, {self.who}, {states}, {self.precision}"
        parts: tuple[Part, ...] = (*self._as_met(),)
        parts += (
            (f"{sentence_begins(spared(self.met))}.",)
            if self.is_spared
            else (self._means(), self._ends(), self._most_lost())
        )
        return Description(self.ship.name, title, self._facts(), parts, [*notes_of([self])])

    def _facts(self) -> Mapping[str, Any]:
        return {
            "ship": self.ship.name,
            "captain": self.captain.as_prices(),
            "cards": self.cards,
            "rivals": self.rivals,
            "company": self.company,
            "states": len(self.chances),
            "pruned": self.pruned,
            "harm": self.harm(),
            "is_spared": self.is_spared,
            "ending": self.endings,
            "mean": {metric: self.mean(metric) for metric in OF_CARDS.columns},
            "distribution": {metric: self.distribution(metric) for metric in OF_CARDS.columns},
            "lost_squares": [{"square": square, "chance": chance} for square, chance in self.lost_squares.items()],
        }

    def _as_met(self) -> Iterator[str]:
        """What level IV makes of the cards, beside what is printed."""
        for printed in self.met if self.ship.board.start is None else ():
            harder = card_as(printed.id, "IV", self.tables)
            better = "; when loading, one cube may be a colour better, or one more blue cube is taken"
            step = better if harder.goods_step else ""
            yield f"Card {printed.id} at level IV: {card_in_words(harder)}{step}."
            if card_in_words(printed) != card_in_words(harder):
                yield f"Card {printed.id} as printed: {card_in_words(printed)}."

    def _means(self) -> Table:
        rows = [
            Row(
                {"metric": metric.label, "expected": self.mean(metric.name), "values": compact(values)},
                explanation=metric.meaning if metric.in_legend else "",
            )
            for metric in OF_CARDS.listed
            for values in [self.distribution(metric.name)]
        ]
        harm = {"metric": "harm in credits", "expected": self.harm()}
        rows.append(Row(harm | {"values": HARM}, bold=True))
        return Table("", MEANS, rows)

    def _ends(self) -> Table:
        """How the flight stands afterwards; causes that cannot be are left out."""
        rows = [
            Row({"ending": "still flying" if name == "arrived" else METRICS[name].label, "chance": chance})
            for name, chance in self.endings.items()
            if chance or name == "arrived"
        ]
        return Table("", ENDS, rows)

    def _most_lost(self) -> Part:
        """The squares most likely to be lost."""
        lost = sorted(((-chance, square) for square, chance in self.lost_squares.items() if chance))
        if not lost:
            return "No component is ever lost."
        rows = []
        for chance, (row, column) in lost[:MOST_LOST]:
            kind = in_words(self.ship.components[row, column].kind)
            rows.append(Row({"component": f"{kind} at row {row} column {column}", "chance": -chance}))
        return Table("", LOST, rows)


def spared(cards: Sequence[Card]) -> str:
    """Which cards strike nobody who flies alone, and how they would."""
    kinds = " and ".join(several(kind) for kind in sorted({card.kind for card in cards}))
    cure = f"add {named_setting('rivals', 'field')} to meet them among the reference ships of the board"
    return f"{NOT_STRUCK}, where {kinds} strike nobody; {cure}"


def notes_of(answers: Sequence[Exact]) -> Iterator[str]:
    """What a reader of answers on one ship should know."""
    first = answers[0]
    yield from own_editions([first.ship.board.edition])
    others = [card.id for card in first.replaced if any(card.id in one.cards for one in answers)]
    yield from others_than_printed(others)
    if isinstance(first.ship, Layout):
        yield from not_in_one_box([first.ship])
        yield from caveats_of_learning(first.ship.edition.level(home_level(first.ship)))
    if first.ship.board.start is None:
        joined = first.ship.joined
        yield (
            f"The dice joined {joined}."
            if joined
            else "The two dice that join the quarters are counted, too: all 36 ways."
        )
        yield from (f"{sentence_begins(caveat)}." for caveat in (first.tables or fleet_tables()).caveats())
    shy = [card for one in answers for card in one.met if card.kind in who_spares_the_lone()]
    if not first.rivals and not shy:
        yield (
            "Flown alone, while `fly` and `cards` fly in the field by default: add "
            f"{named_setting('rivals', 'field')} here before you compare numbers."
        )
    if shy and not first.rivals and not (len(answers) == 1 and first.is_spared):
        yield f"{sentence_begins(spared(shy))}."
    pruned = max(one.pruned for one in answers)
    if pruned:
        yield (
            f"States with a chance of {percent(pruned)} together were dropped. Every chance may be that much too low, "
            f"and expected values leave these states out. A larger {named_setting('budget')} keeps more of them."
        )
