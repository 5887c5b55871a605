"""Costs of premiums over some flights: number of losses from which a premium pays, and the premium to take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    PERCENT,
    SIGNED,
    WORD,
    Column,
    Described,
    Description,
    Form,
    Row,
    Table,
    in_words,
)
from analyzer.answers.leaders import leaders
from analyzer.statistics.estimate import Estimate, each_of
from analyzer.statistics.histogram import Histogram

LEAST = 100
"""Smallest number of flights from which a premium is advised."""
UNDECIDED = "cannot be told"
"""Verdict if the interval leaves open whether a premium is worth its price."""
ALL = "before the dice fall"
"""Name of the entry for all flights, in which the dice may join the quarters in any way."""
FlightCounts = Mapping[tuple[int, int], int]
"""Number of flights by components lost and credits earned."""
NONE = ("", "")
"""Texts that stand for a missing value: in its cell, and in the cell of its interval."""
DETAIL = (
    Column("premium", "premium", WORD),
    Column("cost", "cost", NUMBER, "premium and payment for losses together, in credits, on average", INTERVAL),
    Column("difference", "more than none", SIGNED, "cost above that of no insurance, in the same flights", INTERVAL),
    Column("spread", "spread", NUMBER, "standard deviation of the cost of one flight"),
    Column("q5", "5%", Form(str), "5 flights of 100 cost this or less; 50% and 95% likewise"),
    *(Column(f"q{percent}", f"{percent}%", Form(str)) for percent in (50, 95)),
    Column(
        "pays",
        "pays",
        PERCENT,
        "share of flights in which insurance was cheaper (more components lost than `above`)",
        missing=NONE,
    ),
    Column("above", "above", Form(str), "with more components lost than this, insurance is cheaper", missing=NONE),
    Column(
        "break_even",
        "break even",
        NUMBER,
        "at this premium it would cost as much as no insurance, on average",
        INTERVAL,
        missing=NONE,
    ),
)
"""Columns of the table of premiums in detail."""


@dataclass(frozen=True)
class Choice:
    """The cost of one premium over a number of flights, compared with no insurance.

    Attributes:
        premium: the premium in credits.
        cap: largest payment for losses in credits; None for no limit.
        cost: histogram over flights of premium and payment together.
        difference: histogram over flights of the cost less that of no insurance.
        spared: histogram over flights of the credits by which the cap lowers the payment.
        affordable: whether the money held pays the premium.
    """

    premium: int
    cap: int | None
    cost: Histogram
    difference: Histogram
    spared: Histogram
    affordable: bool = True

    @property
    def pays_from(self) -> int | None:
        """Number of lost components at which the premium costs as much as no insurance; None without a cap.

        With more losses the premium is cheaper.
        """
        return None if self.cap is None else self.cap + self.premium

    @property
    def pays(self) -> Estimate:
        """Share of flights in which premium and payment together cost less than no insurance."""
        hits = sum(times for more, times in self.difference.counts.items() if more < 0)
        return Estimate.from_share(hits, self.difference.n)

    @property
    def break_even(self) -> Estimate:
        """Price in credits at which this insurance would cost as much, on average, as flying without insurance.

        It is the mean number of credits by which the insurance lowers the payment for losses.
        """
        return self.spared.estimate()

    def as_row(self, is_advised: bool, above: str) -> Row:
        """Return the row of this premium; the row of no insurance leaves out comparisons with no insurance.

        Args:
            is_advised: whether the row is bold.
            above: line above the row.
        """
        values: dict[str, Any] = {
            "premium": str(self.premium) + " (cannot be paid)" * (not self.affordable),
            "cost": self.cost.estimate(),
            "spread": self.cost.std,
            **{f"q{percent}": self.cost.quantile(percent / 100) for percent in (5, 50, 95)},
        }
        if self.pays_from is not None:
            values |= {"difference": self.difference.estimate(), "pays": self.pays.mean}
            values |= {"above": self.pays_from, "break_even": self.break_even}
        return Row(values, bold=is_advised, above=above)

    def as_dict(self) -> dict[str, Any]:
        """Return the cost of the premium in plain types, for JSON."""
        facts: dict[str, Any] = {name: getattr(self, name) for name in ("premium", "cap", "pays_from", "affordable")}
        facts |= {"cost": self.cost.estimate(), "difference": self.difference.estimate()}
        facts |= {"pays": self.pays, "break_even": self.break_even, "variance": self.cost.variance}
        return facts | {f"q{q * 100:g}": self.cost.quantile(q) for q in (0.05, 0.25, 0.5, 0.75, 0.95)}


@dataclass(frozen=True)
class Layer:
    """Losses between the caps of two premiums, the extra price of covering them, and how many occur in a flight.

    Attributes:
        low: the lower cap, in components.
        high: the higher cap, None for no limit.
        price: extra credits of the premium that covers these losses.
        worth: histogram over flights of the losses between the caps.
    """

    low: int
    high: int | None
    price: int
    worth: Histogram

    @property
    def name(self) -> str:
        """Range of the losses in the layer, in words."""
        return f"above {self.low}" if self.high is None else f"{self.low} to {self.high}"

    @property
    def verdict(self) -> str:
        """Verdict on whether covering these losses is worth the extra price, UNDECIDED if that is open."""
        if self.worth.n < LEAST:
            return UNDECIDED
        return self.worth.estimate().in_words("worth it", "not worth it", UNDECIDED, than=self.price)

    @property
    def verdict_or_reason(self) -> str:
        """Verdict on the layer, or the reason why it is open."""
        if self.verdict != UNDECIDED:
            return self.verdict
        return f"open: only {self.worth.n} flights, {LEAST} needed" if self.worth.n < LEAST else "open: may be either"

    def as_dict(self) -> dict[str, Any]:
        """Return the layer in plain types, for JSON."""
        facts = {"low": self.low, "high": self.high, "price": self.price, "verdict": self.verdict}
        return facts | {"worth": self.worth.estimate()}


@dataclass(frozen=True, repr=False)
class InsuranceOf(Described):
    """Costs of every premium over some flights: those of one layout, of one way of joining the quarters, or all.

    Attributes:
        ship: name of the build.
        layout: name of the layout; empty for all flights.
        joined: the way of joining, e.g. `F+L`; empty if the flights are of several ways.
        chance: exact chance that the dice make this layout or way.
        often: number of flights by components lost and credits earned.
        caps: largest payment for losses in credits, by premium.
        money: credits held before the flight; None if there is always enough to pay everything.
    """

    ship: str
    layout: str
    joined: str
    chance: Fraction
    often: FlightCounts
    caps: Mapping[int, int | None]
    money: int | None = None

    @property
    def name(self) -> str:
        """Name of the way of joining if there is one, else of the layout, else of all flights together."""
        return self.joined or self.layout or ALL

    @property
    def in_words(self) -> str:
        """Name of the layout in words, or ALL for all flights together."""
        return in_words(self.layout) or self.name

    @property
    def flights(self) -> int:
        """Number of flights of this layout or way of joining."""
        return sum(self.often.values())

    @cached_property
    def lost(self) -> Histogram:
        """Histogram over flights of the number of lost components."""
        return _histogram(self.often, [lost for lost, _ in self.often])

    @cached_property
    def choices(self) -> dict[int, Choice]:
        """Costs by premium, the lowest premium first."""
        choices = {}
        # One run serves all premiums: captains never look at the insurance, so only the payment differs.
        for premium, cap in sorted(self.caps.items()):
            cost = [self._cost(premium, *often) for often in self.often]
            more = [paid - self._cost(0, *often) for paid, often in zip(cost, self.often, strict=True)]
            spared = [premium - each for each in more]
            affordable = self.money is None or premium <= self.money
            of_cost, of_more, of_spared = (_histogram(self.often, values) for values in (cost, more, spared))
            choices[premium] = Choice(premium, cap, of_cost, of_more, of_spared, affordable)
        return choices

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """Layers of losses between the caps of neighbouring premiums, the highest losses first."""
        layers: list[Layer] = []
        high: int | None = None
        for less, premium in pairwise(sorted(self.caps)):
            low = self.caps[premium]
            assert low is not None
            # The losses of a flight that lie between the two caps, a credit each.
            worth = [max(0, (lost if high is None else min(lost, high)) - low) for lost, _ in self.often]
            layers.append(Layer(low, high, premium - less, _histogram(self.often, worth)))
            high = low
        return tuple(layers)

    @property
    def cheapest(self) -> int:
        """Affordable premium with the lowest mean cost; the lower of two that cost the same."""
        payable = [choice for choice in self.choices.values() if choice.affordable]
        return min(payable, key=lambda choice: (choice.cost.mean, choice.premium)).premium

    @cached_property
    def advised(self) -> tuple[int, ...]:
        """Affordable premiums that may be the cheapest; none clearly costs more than another.

        The verdicts hold at 95% for all pairs at once.
        """
        payable = [choice.premium for choice in self.choices.values() if choice.affordable]
        return leaders(
            payable,
            lambda one, other: self.simultaneous_difference(other, one).low > 0,
            lambda premium: -self.choices[premium].cost.mean,
        ).items

    def simultaneous_difference(self, one: int, other: int) -> Estimate:
        """Return the mean cost of one premium less the mean cost of another; intervals hold for all pairs at once."""
        pairs = len(list(combinations(self.caps, 2)))
        more = [self._cost(one, *often) - self._cost(other, *often) for often in self.often]
        mean, low, high = _histogram(self.often, more).estimate(each_of(pairs))
        return Estimate(mean, low, high) if self.flights >= LEAST else Estimate(mean, -np.inf, np.inf)

    def advice(self) -> str:
        """Return the premium to take, in words."""
        advised = self.advised
        if len(advised) == len(self.caps) and self.flights < LEAST:
            return f"too few flights to tell ({self.flights})"
        if len(advised) == 1:
            return premium_in_words(advised[0])
        *others, last = map(premium_in_words, advised)
        return f"{', '.join(others)} or {last}, with no clear difference"

    def description(self) -> Description:
        """Describe these costs, premium by premium."""
        return Description(self.ship, f": {self.in_words}", self.facts(), [in_detail([self])], flat=self.rows)

    def rows(self) -> list[dict[str, Any]]:
        """Return one flat row for each premium, with its costs."""
        kind: dict[str, Any] = {"ship": self.ship, "layout": self.layout or "all", "joined": self.joined}
        kind |= {"chance": float(self.chance), "flights": self.flights}
        rows = []
        for choice in self.choices.values() if self.flights else ():
            row: dict[str, Any] = kind | {"premium": choice.premium, "cap": choice.cap}
            for name, facts in (("cost", choice.cost.estimate()), ("difference", choice.difference.estimate())):
                row |= dict(zip((name, f"{name}_low", f"{name}_high"), facts, strict=True))
            row["spread"] = choice.cost.std
            row |= {f"q{q * 100:g}": choice.cost.quantile(q) for q in (0.05, 0.5, 0.95)}
            for name, facts in (("pays", choice.pays), ("break_even", choice.break_even)):
                row |= dict(zip((name, f"{name}_low", f"{name}_high"), facts, strict=True))
            rows.append(row | {"advised": choice.premium in self.advised})
        return rows

    def facts(self) -> dict[str, Any]:
        """Return the costs of all premiums and the advice, for JSON."""
        facts: dict[str, Any] = {"layout": self.layout or "all", "joined": self.joined, "chance": float(self.chance)}
        facts["flights"] = self.flights
        if not self.flights:
            return facts
        facts |= {"components_lost": self.lost.estimate(), "losses": self.lost.counts}
        facts |= {"cheapest": self.cheapest, "advised": list(self.advised), "advice": self.advice()}
        return facts | {"premiums": [*self.choices.values()], "layers": self.layers}

    def _cost(self, premium: int, lost: int, earned: int) -> int:
        """Return premium and payment for losses together, in credits."""
        # A credit for each lost component: at most the cap, and at most the money held at the end.
        cap = self.caps[premium]
        paid = lost if cap is None else min(lost, cap)
        return premium + (paid if self.money is None else min(paid, max(0, self.money - premium) + max(0, earned)))


def in_detail(each: Sequence[InsuranceOf]) -> Table:
    """Return the table of every premium of each layout in detail."""
    rows: list[Row] = []
    for one in each:
        for number, choice in enumerate(one.choices.values()):
            above = "" if number else f"{one.in_words} ({one.flights:,} flights)"
            rows.append(choice.as_row(choice.premium in one.advised, above))
    return Table("", DETAIL, rows, "premium by premium")


def premium_in_words(premium: int) -> str:
    """Format a premium: its number, or `none`."""
    return str(premium) if premium else "none"


def _histogram(often: FlightCounts, each: Sequence[int]) -> Histogram:
    """Return the histogram over flights of a number that depends only on losses and earnings.

    Args:
        often: number of flights by components lost and credits earned.
        each: the whole number for each entry of `often`, in the same order.
    """
    values = np.array(each, np.int64)
    if not values.size:
        return Histogram.from_values(values)
    times = np.array(list(often.values()), np.int64)
    tally = np.zeros(int(values.max() - values.min()) + 1, np.int64)
    np.add.at(tally, values - values.min(), times)
    return Histogram(int(values.min()), tally)
