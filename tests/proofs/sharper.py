"""Means that use the known chances of the cards are unbiased, as certain as they say, and name no false winners.

A short route in any order has exact answers: those of every order, on average. There control variates know where each
card lies, as in a whole deck.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

import analyzer
from analyzer import Estimate
from tests.doors.answers import SideBySide
from tests.doors.montecarlo import columns_of, run, shuffled
from tests.doors.statistics import DRAWS, Law, PairedTally, Tally
from tests.doors.trucker_flights import Experiment, _lies, plan, plan_ship
from tests.doors.trucker_paper import CardPool, Route, deck_in_any_order
from tests.doors.trucker_questions import CORRECTED, CardControls, DealtExperiment
from tests.proofs.coverage import bounds
from tests.proofs.false_winners import CHECKS, ROUTE, STEP, contest, ends, most, pair
from tests.proofs.proof import Proven, Share, in_turn
from tests.proofs.sampling import proved_ship

SIZES = (500, 2_000, 20_000)
"""Flights of a sample."""
FEWEST = 5
"""Samples of which something can be told: with three, one mean of twenty is as far off by chance as is allowed."""
SETTINGS = ((0, "alone"), (0, "field"), (2, "alone"), (2, "field"))
"""Ships, and in which company they fly."""
AT_ONCE = 1 << 15
FIRST_SEED, SHORT_RUN = 900_000, 2_000
UNBIASED = 4.5
"""Standard errors; by chance one of 147,000 means is farther off."""


class AnyOrder(Route):
    """Chosen cards, in any order."""

    def deal(self, seed: int, first: int, flights: int) -> npt.NDArray[np.uint8]:
        fixed = super().deal(seed, first, 1)[0]
        return np.asarray(fixed[shuffled(seed, 100, first, flights, fixed.size)].T)


@dataclass(frozen=True)
class Order:
    """Where each of the cards lies."""

    route: AnyOrder
    seed: int
    columns: tuple[str, ...] = ("credits", "components_lost")
    words: str = "order of the cards"
    largest: int = 10

    @property
    def deck(self) -> Any:
        cards = Route(cards=self.route.cards).deal(1, 0, 1)[0].tolist()
        return deck_in_any_order([CardPool(tuple(cards), len(cards))], len(self.route.rules.cards))

    @property
    def law(self) -> Law:
        return self.deck.law()

    def draws(self, first: int, trials: int) -> Any:
        return np.ascontiguousarray(self.route.deal(self.seed, first, trials))[None]

    def fill(self, draws: Any, out: npt.NDArray[Any]) -> None:
        lies = _lies(draws[0].T, self.deck)
        out[: len(lies)], out[len(lies) :] = lies > 0, lies


def in_any_order(experiment: Experiment) -> Experiment:
    route = experiment.route
    return replace(experiment, route=AnyOrder(route.edition, route.level_name, cards=route.cards))


class BothInAnyOrder(SideBySide):
    """Ships that meet the same cards in the same order."""

    @property
    def controls(self) -> Any:
        return Order(self.experiments[0].route, self.seed)


def sharper_means_hold(runs: int, share: Share = in_turn) -> Proven:
    """95% intervals of corrected means hold in samples of 500, 2,000 and 20,000 flights, and no mean is off on average.

    Two ships fly alone and in the field. There are a tenth as many of the largest samples, if that is five. The mean of
    all estimates may be at most 4.5 standard errors from the mean of all flights as they were flown. Credits, and all
    metrics together, must lie in their intervals as often as chance allows.

    Fails if coefficients are not counted as unsure, if the law of the decks is off, or if the covariance is taken from
    the known mean.
    """
    faults: list[str] = []
    rows: list[tuple[str, ...]] = [("ship", "flights", "variance", "said", "off", "credits hold", "all hold", "plain")]
    for number, rivals in SETTINGS:
        experiment = plan_ship(proved_ship(number), rivals=rivals, seed=FIRST_SEED + number)
        sizes = {size: runs // 10 if size == SIZES[-1] else runs for size in SIZES}
        sizes = {size: samples for size, samples in sizes.items() if samples >= FEWEST}
        flown = _flown(experiment, max(size * samples for size, samples in sizes.items()))
        for size, samples in sizes.items():
            row, more = _sampled(experiment, _part(flown, 0, size * samples), size, samples)
            rows.append((f"{experiment.names[0]}, {experiment.setting}", *row))
            faults += more
    told = f"{len(rows) - 1} kinds of samples, none biased" if not faults else faults[0]
    return Proven(f"{runs:,} samples of {SIZES[0]} flights and of {SIZES[1]:,}", told, tuple(faults), tuple(rows))


def _sampled(experiment: Experiment, columns: Any, size: int, samples: int) -> tuple[tuple[str, ...], list[str]]:
    """A row of the table, and what is wrong."""
    controls, metrics = experiment.controls, [metric.column for metric in experiment.metrics.means]
    assert controls is not None
    tallies = [Tally.of(_part(columns, n * size, size), controls).sharpened(controls.law) for n in range(samples)]
    truth = Tally.of(columns, controls).sharpened(controls.law).subjects[0]
    own = [tally.subjects[0] for tally in tallies]
    means = np.array([one["credits"].mean for one in own])
    flown = np.array([one["credits"].plain.mean for one in own])
    off = (means - flown).mean() / max(1e-12, (means - flown).std(ddof=1) / samples**0.5)
    held = {metric: sum(_holds(one[metric], truth[metric].mean) for one in own) / samples for metric in metrics}
    simple = sum(_holds(one["credits"].plain, truth["credits"].mean) for one in own) / samples
    said = np.mean([one["credits"].sharper.worth if one["credits"].sharper else 1.0 for one in own])
    name, (least, _) = f"{experiment.names[0]}, {experiment.setting}, {size:,} flights", bounds(samples)
    faults = [f"{name}: off by {off:.1f} standard errors"] if abs(off) > UNBIASED else []
    if not least - 0.005 <= held["credits"]:
        faults.append(f"{name}: credits hold in {held['credits']:.1%}, at least {least:.1%} were right")
    together = sum(held.values()) / len(held)
    ratio = f"{flown.var() / means.var():.2f}"
    cells = (f"{held['credits']:.1%}", f"{together:.1%}", f"{simple:.1%}")
    return (f"{size:,}", ratio, f"{said:.2f}", f"{off:+.1f}", *cells), faults


def _flown(experiment: Experiment, flights: int) -> Any:
    """The columns of the ship that is asked about, with what was drawn."""
    blocks = [columns_of(experiment, first, min(AT_ONCE, flights - first)) for first in range(0, flights, AT_ONCE)]
    return {name: np.concatenate([one[name][:1] for one in blocks], axis=1) for name in blocks[0]}


def _part(columns: Any, first: int, flights: int) -> Any:
    return {name: rows[:, first : first + flights] for name, rows in columns.items()}


def _holds(histogram: analyzer.Histogram, truth: float) -> bool:
    low, high = histogram.interval()
    return low <= truth <= high


def short_routes_have_their_exact_means(runs: int, share: Share = in_turn) -> Proven:
    """Corrected means of a short route in any order hold the exact mean of all orders in 95% of all runs, unbiased.

    The share may be off by what chance allows at 1e-5, the mean of all runs by 4.5 standard errors. Fails if the law of
    the order is off, or if the covariance is taken from the known mean in place of the sample's own.
    """
    experiment, exact = in_any_order(plan([pair()[0]], cards=ROUTE)), mean_of_all_orders("credits")
    held, means = 0, []
    for number in range(runs):
        one = replace(experiment, seed=FIRST_SEED + number)
        order = Order(one.route, one.seed)
        columns = {**one.run_block(0, SHORT_RUN), DRAWS: order.draws(0, SHORT_RUN)}
        credits = Tally.of(columns, order).sharpened(order.law).subjects[0]["credits"]
        assert credits.sharper is not None
        means.append(credits.mean)
        held += _holds(credits, float(exact))
    least, largest = bounds(runs)
    off = (np.mean(means) - float(exact)) / (np.std(means, ddof=1) / runs**0.5)
    told = f"{held} of {runs} hold {float(exact):.4f}: {held / runs:.2%}; off by {off:+.1f} standard errors"
    fault = () if least <= held / runs <= largest and abs(off) < UNBIASED else (told,)
    return Proven(f"{runs:,} runs of {SHORT_RUN} flights through cards {ROUTE} in any order", told, fault)


@cache
def mean_of_all_orders(column: str) -> Fraction:
    """What a lone ship is paid and charged, on average over all orders, exactly."""
    orders = [*permutations(ROUTE)]
    return sum((_mean_of(column, order) for order in orders), Fraction(0)) / len(orders)


@cache
def _mean_of(column: str, order: tuple[int, ...]) -> Fraction:
    """That of the cards in one order."""
    ship = pair()[0]
    exact, level = analyzer.exact(ship, cards=list(order)), plan([ship]).route.level
    ends = zip(exact.chances, *(exact.columns[name] for name in ENDS_PAID), strict=True)
    if column == "credits":
        return sum((chance * _paid(level, *end) for chance, *end in ends), Fraction(0))
    return sum((chance * int(end[ENDS_PAID.index(column)]) for chance, *end in ends), Fraction(0))


ENDS_PAID = ("credits", "goods_value", "components_lost", "ending")


def _paid(level: Any, bounty: int, goods: int, lost: int, ending: int) -> Fraction:
    """The credits of a lone ship: what cards paid, goods at the end, rewards if it arrives, less losses."""
    charged = lost * level.price_per_loss
    charged = charged if level.loss_cap is None else min(charged, level.loss_cap)
    if ending:
        return Fraction(int(bounty) + (int(goods) + 1) // 2 - int(charged))
    return Fraction(int(bounty) + int(goods) + int(level.order_rewards[0]) + int(level.looks_reward) - int(charged))


SOME, DRAWN, SORTED_RUN = (22, 10, 13, 28, 16), 2, 400
"""Cards of which so many lie in a deck, and flights of a run that sorts them."""


class SomeInAnyOrder(AnyOrder):
    """Some of the chosen cards, in any order."""

    @property
    def length(self) -> int:
        return DRAWN

    def deal(self, seed: int, first: int, flights: int) -> npt.NDArray[np.uint8]:
        return super().deal(seed, first, flights)[:, :DRAWN]


@dataclass(frozen=True)
class SortedOrders(CardControls):
    """Which of the cards lie in the deck, and where."""

    @property
    def deck(self) -> Any:
        return _some_in_any_order(self.route)


@cache
def _some_in_any_order(route: Route) -> Any:
    cards = Route(cards=route.cards).deal(1, 0, 1)[0].tolist()
    return deck_in_any_order([CardPool(tuple(cards), DRAWN)], len(route.rules.cards))


class SortedExperiment(DealtExperiment):
    """Flights through some of the cards, sorted by those."""

    @property
    def controls(self) -> SortedOrders:
        return SortedOrders(self.experiment.route, self.seed, 1, CORRECTED)


def sharper_effects_have_their_exact_values(runs: int, share: Share = in_turn) -> Proven:
    """Corrected effects of cards on a short route hold the exact ones in 95% of all runs, unbiased.

    Of five cards two lie in a deck, in any order; the exact effect is the mean of all decks with a card less that of
    all without it. Shares may be off by what chance allows at 1e-5, means by 4.5 standard errors. Fails if the law of
    decks with a card, or its covariance, is taken from all decks.
    """
    ship = pair()[0]
    experiment = plan([ship], cards=SOME)
    route = SomeInAnyOrder(experiment.route.edition, experiment.route.level_name, cards=SOME)
    each: list[list[Estimate]] = []
    for number in range(runs):
        sorts = SortedExperiment(replace(experiment, route=route, seed=FIRST_SEED + number))
        counted = sorts.count(columns_of(sorts, 0, SORTED_RUN)).sharpened(sorts.controls.law)
        each.append([counted.effect(metric, 0, card) for card in route.indices(SOME) for metric in CORRECTED])
    exact = [_exact_effect(metric, card) for card in SOME for metric in CORRECTED]
    least, largest = bounds(runs * len(exact))
    means = np.array([[one.mean for one in run] for run in each])
    held = np.mean([[low <= value <= high for (_, low, high), value in zip(run, exact, strict=True)] for run in each])
    off = (means.mean(axis=0) - exact) / (means.std(axis=0, ddof=1) / runs**0.5)
    told = f"{held:.2%} hold; off by {off[np.abs(off).argmax()]:+.1f} standard errors at most"
    fault = () if least <= held <= largest and np.abs(off).max() < UNBIASED else (told,)
    return Proven(f"{runs:,} runs of {SORTED_RUN} flights through {DRAWN} of the cards {SOME}", told, fault)


def _exact_effect(metric: str, card: int) -> float:
    """The mean of a lone ship over all decks with the card less that over all without it."""
    means = {order: _mean_of(metric, order) for order in permutations(SOME, DRAWN)}
    both = ([mean for order, mean in means.items() if (card in order) is has] for has in (True, False))
    one, other = (sum(own, Fraction(0)) / len(own) for own in both)
    return float(one - other)


def sharper_equals_are_seldom_told_apart(comparisons: int, share: Share = in_turn) -> Proven:
    """A ship and its mirror twin, checked again and again with corrected differences, seldom get a winner.

    They fly through cards in any order, and earn exactly the same in every order.

    Fails if corrected differences look more certain than they are.
    """
    ship, twin = pair()
    same = all(ends(ship, order) == ends(twin, order) for order in permutations(ROUTE))
    faults = () if same else ("the mirror twin's exact distribution differs: there is no null",)
    named = sum(share(sharper_winner, [(FIRST_SEED + number,) for number in range(comparisons)]))
    told = f"{named} false winners: {named / comparisons:.2%}, allowed {most(comparisons):.2%}"
    faults += (told,) if named / comparisons > most(comparisons) else ()
    size = f"{comparisons:,} comparisons of {ship.name} with its mirror twin, {CHECKS} checks, every {STEP:,} flights"
    return Proven(size, told, faults)


def sharper_winner(seed: int) -> bool:
    """Whether a comparison named a winner at any look."""
    both = [in_any_order(plan([one], seed=seed, cards=ROUTE)) for one in pair()]
    together = BothInAnyOrder(("ship", "twin"), tuple(both))
    order = together.controls
    count = partial(PairedTally.of, contest="credits", controls=order)

    def decided(counted: PairedTally) -> bool:
        sharper = counted.sharpened(order.law)
        assert sharper.difference("credits", 0, 1).sharper is not None
        return contest(sharper).decided()

    counted = run(together, STEP * CHECKS, count, step=STEP, block=4 * STEP, until=decided)
    return decided(counted)
