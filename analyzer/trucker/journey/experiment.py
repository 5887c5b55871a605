"""Journeys as experiments, with controls, insurance and notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from analyzer.answers.metrics import Metric, Metrics
from analyzer.answers.note import warning
from analyzer.montecarlo.blocks import SlowTrials, slow_of
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.controls import Law, SeveralControls
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.captains import Captain
from analyzer.trucker.cards.caveats import all_of_flying_alone, caveats
from analyzer.trucker.cards.deck_chances import CardPool, DeckChances
from analyzer.trucker.cards.route import Route
from analyzer.trucker.controls import FlightControls, flight_controls
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.experiment import Experiment, note_on_rivals
from analyzer.trucker.flight.settlement import Outcome
from analyzer.trucker.journey.answer import Journey
from analyzer.trucker.journey.trek import Purses, Title, Trek, default_titles, for_each_trucker, held_after, richest
from analyzer.trucker.ship.bitboard import IntArray
from analyzer.trucker.ship.box import not_in_one_box
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.layout import Layout
from analyzer.world import OneByOne, Subject


class JourneyControls(SeveralControls[FlightControls]):
    """Control variates of a journey: the control variates of its flights, one flight after the other.

    Only the first flight draws its starting places, because each later flight starts in the order in which ships
    arrived from the flight before.
    """

    @property
    def law(self) -> Law:
        """Mean and covariance of all control variates of a journey."""
        return _law(self.parts)


@lru_cache(64)
def _law(flights: tuple[FlightControls, ...]) -> Law:
    """Return the joint means and covariances of the control variates of several flights.

    Flights may deal from the same stacks of cards: a card dealt to one flight cannot come in the next.
    """
    laws = [flight.law for flight in flights]
    # Independent flights first; blocks of the covariance for shared stacks are filled in below.
    law = Law.of_independent(laws)
    assert law.covariance is not None
    ends = np.cumsum([0, *(each.mean.size for each in laws)])
    for i, one in enumerate(flights):
        for j, other in enumerate(flights[:i]):
            if one.deck is not None and other.deck is not None:
                shared = _shared((one.route, one.deck), (other.route, other.deck))
                rows = slice(ends[i], ends[i] + len(shared))
                columns = slice(ends[j], ends[j] + shared.shape[1])
                law.covariance[rows, columns] = shared
                law.covariance[columns, rows] = shared.T
    return law


def _shared(one: tuple[Route, DeckChances], other: tuple[Route, DeckChances]) -> npt.NDArray[np.float64]:
    """Return the covariance between the control variates of two flights whose decks come from the same stacks.

    Returns:
        Covariances, (controls of one deck, controls of the other).
    """
    (route, deck), (before, deck_before) = one, other
    size, size_before = len(deck.cards), len(deck_before.cards)
    covariance = np.zeros((2, size, 2, size_before))
    row = 0
    for g, pool in enumerate(deck.pools):
        column = 0
        for h, pool_before in enumerate(deck_before.pools):
            if _of_one_stack(route, pool, before, pool_before):
                many = len(pool.cards)
                means, means_before = deck.weighed(g), deck_before.weighed(h)
                # Two cards of one stack are dealt to different flights with chance 1 / (n (n - 1)), the same card
                # never; independent draws would have 1 / n**2. Means (number of cards, sum of places) scale this
                # covariance.
                contrast = (1 - np.eye(many)) / (many * (many - 1)) - 1 / many**2
                block = np.einsum("a,b,cd->acbd", means, means_before, contrast)
                covariance[:, row : row + many, :, column : column + many] = block
            column += len(pool_before.cards)
        row += len(pool.cards)
    return covariance.reshape(2 * size, 2 * size_before)


def _of_one_stack(route: Route, pool: CardPool, before: Route, pool_before: CardPool) -> bool:
    """Return whether pools of two flights share their cards, so a card of one flight cannot come in the other.

    They do if they hold the same two or more cards, and the stack was not shuffled anew between the flights.
    """
    level = route.rules.cards[pool.cards[0]].level
    together = route.piles.mixed(level) == before.piles.mixed(level)
    return len(pool.cards) > 1 and together and pool.cards == pool_before.cards


def can_pay(held: IntArray, premiums: IntArray, shared: Purses) -> IntArray:
    """Return 1 for truckers whose purse pays the premium before the flight, else 0. Shape (truckers, journeys).

    A trucker who cannot pay it flies without insurance. Team mates pay one after the other. Without a premium, the
    value is 0.

    Args:
        held: credits in each purse, (purses, journeys).
        premiums: premium of each trucker, (truckers, journeys).
        shared: truckers who share each purse.
    """
    paid = np.zeros(premiums.shape, np.int64)
    for purse, members in enumerate(shared):
        left = held[purse].copy()
        for trucker in members:
            paid[trucker] = (left >= premiums[trucker]) & (premiums[trucker] > 0)
            left -= premiums[trucker] * paid[trucker]
    return paid


def credits_by_insurance(outcome: Outcome, insured: IntArray, price: int) -> IntArray:
    """Return the credits of a flight of fleets, after paying for insurance or without it. Shape (truckers, journeys).

    Who did not pay the premium is charged for every lost component.

    Args:
        outcome: outcome of the flight as if all had paid.
        insured: 1 if the premium was paid, else 0, (truckers, journeys).
        price: credits charged for each lost component without insurance.
    """
    # Takes back premium and capped penalty, and charges every lost component.
    without = outcome.credits + outcome.penalty + outcome.premium - price * outcome.components_lost
    return np.asarray(np.where(insured == 1, outcome.credits, without))


def notes_on(
    flights: Sequence[Experiment], names: Sequence[str], shared: Purses, titles: Sequence[Title] | None
) -> list[str]:
    """Return notes on the flights, the starting order, teams and titles."""
    notes = [all_of_flying_alone()] if len(names) == 1 else []
    if len(flights) > 1:
        if len(names) > 1:
            notes.append(
                "On every flight after the first, truckers start in the order in which they finished the one before. "
                "How fast they build is not known, so this order is an assumption (docs/rulings.md)."
            )
        notes.append("All cards of a flight's deck leave the game afterwards, also those that nobody reached.")
    if any(len(members) > 1 for members in shared):
        notes.append(
            "Teams share one purse, also for losses. Team mates swap seats after building, so each flies the ship that "
            "the other built: name for every trucker the ships they fly."
        )
    if titles is not None:
        notes += _on_titles(titles)
    for leg, experiment in enumerate(flights, start=1):
        for name, squares in zip(names, experiment.removed, strict=True):
            if squares:
                listed = ", ".join(f"row {row} column {column}" for row, column in squares)
                notes.append(warning(f"{name}, flight {leg}: {experiment.route.how_mended}: {listed}."))
    notes += [note for experiment in flights for note in not_in_one_box(experiment.ships)]
    for experiment in flights:
        notes += experiment.class_notes()
        notes += experiment.ship_class.notes_on_journey(experiment.ships, experiment.route)
    routes = [experiment.route for experiment in flights]
    notes += [note for route in routes for note in (*caveats(route), *route.notes())]
    return list(dict.fromkeys(notes))


def _on_titles(titles: Sequence[Title]) -> list[str]:
    """Return the notes on the titles that truckers compete for."""
    own = "The list of titles in the box was not available. These titles and their metrics stand in for it."
    return [
        *[own] * (tuple(titles) == default_titles("2021")),
        "Titles replace the reward for looks. Each journey draws as many titles as there are truckers.",
        "A trucker who wins several titles keeps the one listed first. The others go to truckers without a title, in "
        "the order of arrival.",
        "Defending a golden title has restrictions. They are left out, because the page with them was not available.",
    ]


@dataclass(frozen=True)
class Trucker(Subject):
    """A trucker of a journey: the captain, and a ship for each flight.

    Attributes:
        captain: the captain.
        ships: ship of each flight.
        removed: squares that a repair emptied on each ship.
    """

    captain: Captain
    ships: tuple[Layout, ...]
    removed: tuple[tuple[Square, ...], ...]

    def facts(self) -> dict[str, Any]:
        """Return the trucker's captain, names of ships, and emptied squares in plain types."""
        return {
            "captain": self.captain.as_prices(),
            "ships": [ship.name for ship in self.ships],
            "removed": [[list(at) for at in squares] for squares in self.removed],
        }


@dataclass(frozen=True)
class JourneyExperiment(OneByOne):
    """Flights of the same truckers, one after the other.

    Columns have the shape (truckers, journeys). Columns of a flight end in its number from 1: `credits_1` (earned, may
    be negative), `held_1` (credits in the purse after it), `arrived_1` (0 or 1), `components_lost_1`, `place_1` (place
    on arrival, 0 after giving up).

    Columns of the end are `final`, `solvent` (1 with at least one credit) and `richest` (1 if nobody holds more). With
    titles there are `titles_1`, the credits they paid, and `gold` (1 after defending a title on the second flight).
    Flights of fleets also have `insured_4` and the like (1 if the premium was paid). Members of a team have the `held`,
    `final` and so on of their team.

    Attributes:
        flights: the flights in order.
        purses: truckers who share each purse.
        trek: titles that truckers compete for; None if there are none.
        names: names of the truckers.
        subject_count: number of truckers that results are about, counted from the first; all if None.
    """

    flights: tuple[Experiment, ...]
    purses: Purses
    trek: Trek | None = None
    names: tuple[str, ...] = ()
    subject_count: int | None = None

    WORLD: ClassVar[str] = "trucker"
    QUESTION: ClassVar[str] = "journey"
    TRIAL: ClassVar[tuple[str, str]] = ("journey", "journeys")
    AMOUNT: ClassVar[str] = "flights"
    SUBJECT: ClassVar[tuple[str, str]] = ("trucker", "truckers")
    COUNTED: ClassVar[type[Tally]] = Tally
    UNPAIRED: ClassVar[str] = (
        "the routes differ: compare journeys of one edition over the same levels, through the same cards"
    )

    def __post_init__(self) -> None:
        truckers = range(1, len(self.flights[0].ships) + 1)
        object.__setattr__(self, "names", self.names or tuple(f"trucker {number}" for number in truckers))

    @property
    def controls(self) -> JourneyControls | None:
        """Control variates of the flights; None if no draw has known chances."""
        ships = [len(self.flights[0].ships), *[1] * (len(self.flights) - 1)]
        each = [flight_controls(f.route, f.seed, n, self.metrics) for f, n in zip(self.flights, ships, strict=True)]
        known = tuple(one for one in each if one is not None)
        return JourneyControls(known, known[0].columns) if known else None

    @property
    def BLOCK(self) -> int:
        """Largest number of journeys held in memory at once."""
        return min(flight.BLOCK for flight in self.flights)

    @property
    def SLOW(self) -> SlowTrials | None:
        """Settings for runs with thinking captains, whose flights are slow; None if nobody thinks."""
        each = [slow for slow in map(slow_of, self.flights) if slow is not None]
        return replace(each[0], subjects=len(each)) if each else None

    def run_block(self, first: int, trials: int) -> Columns:
        """Run the journeys `first` to `first + trials - 1` and return their columns."""
        columns: Columns = {}
        held = np.zeros((len(self.purses), trials), np.int64)
        titles = None if self.trek is None else self.trek.drawn(self.flights[0].seed, first, trials)
        order: IntArray | None = None
        for leg, experiment in enumerate(self.flights, start=1):
            convoy, outcome = experiment.simulate(experiment.hulls, first, trials, places=order)
            order = arrival_order(convoy)
            credits = outcome.credits
            if experiment.route.of_fleets:
                # The flight was settled as if all had paid; only now is known who had the credits for the premium.
                columns[f"insured_{leg}"] = insured = can_pay(held, outcome.premium, self.purses)
                credits = credits_by_insurance(outcome, insured, experiment.route.level.price_per_loss)
            if titles is not None:
                columns[f"titles_{leg}"] = titles.paid(leg, convoy, outcome, order)
                credits = credits - outcome.looks_reward + columns[f"titles_{leg}"]
            held = held_after(held, credits, self.purses)
            columns[f"credits_{leg}"] = credits
            columns[f"held_{leg}"] = for_each_trucker(held, self.purses)
            columns[f"arrived_{leg}"] = convoy.state.flying.astype(np.int64)
            columns[f"components_lost_{leg}"] = outcome.components_lost
            columns[f"place_{leg}"] = outcome.place
        columns["final"] = for_each_trucker(held, self.purses)
        columns["solvent"] = np.asarray(columns["final"] > 0, np.int64)
        columns["richest"] = for_each_trucker(richest(held), self.purses)
        if titles is not None:
            columns["gold"] = titles.gold.astype(np.int64)
        return columns

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Journey:
        """Build the `Journey` from the counted journeys."""
        return Journey(self, counted, stretches)

    @cached_property
    def metrics(self) -> Metrics:
        """Metrics of a journey: flight by flight, then at the end."""
        numbers = range(1, len(self.flights) + 1)
        titled, fleets = self.trek is not None, [each.route.of_fleets for each in self.flights]
        of_flights = [metric for number in numbers for metric in of_flight(number, titled, fleets[number - 1])]
        gold = [GOLD] * (self.trek is not None)
        return metrics_of((*of_flights, *gold, *AT_THE_END))

    @property
    def seed(self) -> int:
        """Seed of all decks and dice."""
        return self.flights[0].seed

    @property
    def levels(self) -> tuple[str, ...]:
        """Level of each flight of the journey."""
        return tuple(experiment.route.level_name for experiment in self.flights)

    @property
    def title(self) -> str:
        """Levels of the journey in order, in words."""
        learning = (" (learning flight)" * experiment.route.learning for experiment in self.flights)
        levels = [level + suffix for level, suffix in zip(self.levels, learning, strict=True)]
        return f"level{'s' * (len(levels) > 1)} {', '.join(levels)}"

    @property
    def where(self) -> str:
        """Edition and levels of the journey, in words."""
        return f"{self.flights[0].route.edition}, {self.title}"

    @property
    def pairing(self) -> tuple[object, ...]:
        """Key of pairing: the routes of all flights, and the titles.

        Journeys of the same number can be compared as pairs if their experiments have equal keys.
        """
        return (*(experiment.pairing for experiment in self.flights), self.trek)

    @cached_property
    def subjects(self) -> tuple[Trucker, ...]:
        """Truckers for whom results are reported."""
        flights = self.flights
        named = zip(self.names[: self.subject_count], flights[0].captains, strict=False)
        return tuple(
            Trucker(
                name,
                captain.name,
                captain,
                tuple(each.ships[number] for each in flights),
                tuple(each.removed[number] for each in flights),
            )
            for number, (name, captain) in enumerate(named)
        )

    @property
    def others(self) -> tuple[str, ...]:
        """Names of the truckers for whom no results are reported."""
        return () if self.subject_count is None else self.names[self.subject_count :]

    @property
    def setting(self) -> str:
        """Setting in words: `alone`, `in the field`, `against another trucker`, `against 2 other truckers`.

        If results are about several truckers, the setting is `in one convoy`.
        """
        if len(self.subjects) > 1:
            return "in one convoy"
        if all(flight.rivals_are_field(self.subject_count or 0) for flight in self.flights):
            return "in the field"
        if len(self.others) > 1:
            return f"against {len(self.others)} other truckers"
        return "against another trucker" if self.others else "alone"

    def notes(self) -> list[str]:
        """Return the notes shown below results of the journey."""
        rivals = () if self.subject_count is None else self.flights[0].captains[self.subject_count :]
        titles = None if self.trek is None else self.trek.titles
        return [*note_on_rivals(rivals), *notes_on(self.flights, self.names, self.purses, titles)]

    def facts(self) -> dict[str, Any]:
        """Return edition, levels, routes and titles in plain types."""
        return {
            "edition": self.flights[0].route.edition,
            "levels": list(self.levels),
            "routes": [asdict(experiment.route) for experiment in self.flights],
            "titles": None if self.trek is None else [asdict(title) for title in self.trek.titles],
        }

    def describe(self) -> dict[str, Any]:
        """Return all flights in plain types, with one seed, and the names, purses and titles."""
        flights = [experiment.describe() for experiment in self.flights]
        for described in flights:
            del described["seed"]
        return {
            "world": self.WORLD,
            "question": self.QUESTION,
            "seed": self.seed,
            "names": self.names,
            "asked": self.subject_count,
            "purses": self.purses,
            "titles": self.facts()["titles"],
            "flights": flights,
        }

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> JourneyExperiment:
        """Rebuild the experiment from the plain types that `describe` returns.

        Raises:
            ValueError, KeyError, TypeError: if these rules have no such journey.
        """
        flights = tuple(Experiment.rebuilt({**each, "seed": described["seed"]}) for each in described["flights"])
        titles = described["titles"]
        names = tuple(described["names"])
        trek = None if titles is None else Trek(tuple(Title(**title) for title in titles), len(names))
        return cls(flights, tuple(map(tuple, described["purses"])), trek, names, described["asked"])


OF_MONEY = "the ship and the route bound it; where fleets fly nothing does, because their tables may be the user's own"
"""Reason in words why the metrics of money have no fixed bound for all journeys."""
BY_SHIP = "the ship that flies bounds it, and each result knows by how much"
"""Reason in words why other metrics, such as components lost, have no fixed bound for all journeys."""
GOLD = Metric("gold", "turns a title to gold", within=(1, 1))
"""Metric that tells whether a trucker turns a title to gold."""
AT_THE_END = (
    Metric("solvent", "ends with a credit at least", within=(1, 1)),
    Metric("richest", "nobody holds more at the end", within=(1, 1)),
    Metric("final", "held at the end", unit="credits"),
)
"""Metrics of the end of a journey."""


def metrics_of(listed: Sequence[Metric]) -> Metrics:
    """Collect the metrics of a journey; the score, by which journeys are judged, is the credits held at the end."""
    below_zero = tuple(metric.column for metric in listed if metric.column.startswith("credits_"))
    bounds = {
        metric.column: OF_MONEY if metric.unit == "credits" else BY_SHIP for metric in listed if not metric.is_chance
    }
    return Metrics(
        tuple(listed), score="final", unit="credits", beside=("solvent",), below_zero=below_zero, bounds=bounds
    )


def of_flight(number: int, titled: bool, fleets: bool = False) -> list[Metric]:
    """Return the metrics of one flight of a journey.

    Args:
        number: number of the flight, from 1.
        titled: whether titles are flown for.
        fleets: whether fleets fly.
    """
    flight = f"flight {number}"
    titles = [Metric(f"titles_{number}", f"paid by titles after {flight}", unit="credits")] * titled
    insured = [Metric(f"insured_{number}", f"the premium of {flight} is paid", within=(1, 1))] * fleets
    return [
        *titles,
        *insured,
        Metric(f"credits_{number}", f"credits of {flight}", unit="credits"),
        Metric(f"held_{number}", f"held after {flight}, at least 0", unit="credits"),
        Metric(f"arrived_{number}", f"the ship of {flight} arrives", within=(1, 1)),
        Metric(f"components_lost_{number}", f"components lost in {flight}", unit="components"),
        Metric(f"place_{number}", f"order of arrival in {flight}, 0 for who gave up", in_tables=False, unit="place"),
    ]


def arrival_order(convoy: Convoy) -> IntArray:
    """Return the places, from 0, in which ships arrived; the next flight starts in this order. Shape (ships, flights).

    Ships that arrived come first, in flight order. Ships that gave up follow, the last to leave first. If several left
    at the same card, the one farthest ahead comes first.
    """
    state = convoy.state
    # lexsort sorts by its last key first. A second argsort turns the order of ships into the place of each ship.
    keys = (-state.position, -state.cards_flown.astype(np.int64), ~state.flying)
    return np.asarray(np.lexsort(keys, axis=0).argsort(axis=0))
