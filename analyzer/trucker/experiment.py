"""Experiments of flights, on routes of one edition or with parts taken from a second edition."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property, partial
from statistics import fmean
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.metrics import Metrics
from analyzer.answers.note import warning
from analyzer.answers.numbers import distinct, join_names
from analyzer.errors import AnalyzerError, named_setting
from analyzer.montecarlo.blocks import LEAST_OF_SLOW, SlowTrials
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.tally import Columns, SortedTally, Tally
from analyzer.trucker.captains import Captain, Thinking, named_captain
from analyzer.trucker.cards.caveats import all_of_flying_alone, caveats
from analyzer.trucker.cards.route import Route
from analyzer.trucker.controls import FlightControls, flight_controls
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.launching import Flown, Seat, launch, seat
from analyzer.trucker.convoy.ship import Log
from analyzer.trucker.convoy.state import Insured
from analyzer.trucker.convoy.worth_ahead import values_of
from analyzer.trucker.edition import Edition, load_edition, read_plain_tables, tables_in_plain
from analyzer.trucker.fleets.class_ivc import class_of, unfit
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.flight.settlement import Outcome, settle
from analyzer.trucker.result import FlyingShip, Result
from analyzer.trucker.sayings.gains import measured_gains, thinker_note
from analyzer.trucker.ship.bitboard import IntArray
from analyzer.trucker.ship.box import not_in_one_box
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import is_field, same_ship
from analyzer.trucker.ship_class import ShipClass
from analyzer.trucker.thinking import with_thinkers
from analyzer.trucker.world import DEFAULT_CAPTAIN
from analyzer.trucker.wrecks.wrecks import Numbers
from analyzer.world import run_in_groups

CARDS, FLIGHT_BOARD, INSURANCE = "cards", "flight board", "insurance"
"""Names of the parts that a route can take from a second edition.

CARDS are all cards, FLIGHT_BOARD is lap, start spaces and rewards, INSURANCE is the cap on losses.
"""
PRINTED = ("lap", "starts", "order_rewards", "looks_reward", "price_per_loss")
"""Fields of a level that are printed on the flight board."""


@dataclass(frozen=True)
class MixedRoute(Route):
    """A route of one edition with parts of the rules taken from a level of another edition.

    Ships, and all parts that are not taken, are of the route's own edition.

    Attributes:
        other: Name of the other edition.
        other_level: Name of the level in the other edition.
        taken: Parts taken from the other edition, any of "cards", "flight board", "insurance".
    """

    other: str = "2021"
    other_level: str = "II"
    taken: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "other", load_edition(self.other).name)

    @property
    def editions(self) -> tuple[str, ...]:
        """Names of the route's own edition and of the other one."""
        return self.edition, self.other

    @property
    def cards_of(self) -> str:
        """Name of the edition that the cards belong to."""
        return self.other if CARDS in self.taken else self.edition

    @property
    def where(self) -> str:
        """Full name of the route, with the parts taken from the other edition."""
        return f"{super().where} with {', '.join(self.taken)} of {self.other}"

    @property
    def rules(self) -> Edition:
        """Tables of the edition, with the parts taken from the other."""
        return _mixed(self.edition, self.level_name, self.other, self.other_level, self.taken)


@cache
def _mixed(edition: str, level_name: str, other: str, other_level: str, taken: tuple[str, ...]) -> Edition:
    own, theirs = load_edition(edition), load_edition(other)
    level, new = own.level(level_name), theirs.level(other_level)
    if FLIGHT_BOARD in taken:
        level = replace(level, **{name: getattr(new, name) for name in PRINTED})
    if INSURANCE in taken:
        level = replace(level, loss_cap=new.loss_cap)
    cards = theirs.cards if CARDS in taken else own.cards
    return replace(own, cards=cards, levels={**own.levels, level_name: level})


FLIGHTS_OF_THINKERS, USUAL_OF_THINKERS = 1 << 7, 40
"""Number of flights held in memory at once, and flown by default, if captains think.

The default takes about a minute of two processors in the field.
"""
RemovedCounts = Sequence[Sequence[int]]
"""Number of components that repair took off each ship, for each of several convoys."""
Commanded = Sequence[Sequence[Captain]]
"""Captain of each ship, for each of several convoys."""


def note_on_rivals(captains: Sequence[Captain]) -> list[str]:
    """Return a note that names the captains of the rivals, unless all are the default captain."""
    names = [*dict.fromkeys(captain.name for captain in captains)]
    return [] if names in ([], [DEFAULT_CAPTAIN]) else [f"Captain of the rivals: {join_names(names)}."]


def captain_in_words(captain: Captain, edition: str, level: str, ships: int) -> str:
    """Return a captain's name, with the version of the captain's fitted values if the captain decides by them.

    A captain with values decides by them where the level has a table of values and several ships fly.
    """
    by_values = captain.values and ships > 1 and values_of(edition, level) is not None
    return f"{captain.name} (version {captain.values})" if by_values else captain.name


@dataclass(frozen=True)
class Experiment:
    """Ships with their captains on a route under one seed, which together fix the outcome of every flight.

    Attributes:
        ships: The ships; the last `rivals` of them are rivals, which have no results of their own.
        captains: The captain of each ship.
        route: The route.
        seed: Seed of cards and dice.
        removed: Squares that repair emptied on each ship before launch.
        rivals: Number of ships that are rivals.
        premiums: Insurance premiums of each ship but the rivals, one for each of JOININGS; empty to use the ships' own
            `insurance`.
        left_at_home: Sentences on the aliens that repair left at home, for each ship; empty if there are none.

    Raises:
        AnalyzerError: If these cannot fly, with every reason.
    """

    ships: tuple[Layout, ...]
    captains: tuple[Captain, ...]
    route: Route
    seed: int
    removed: tuple[tuple[Square, ...], ...] = ()
    rivals: int = 0
    premiums: tuple[tuple[int, ...], ...] = ()
    left_at_home: tuple[tuple[str, ...], ...] = ()

    WORLD: ClassVar[str] = "trucker"
    QUESTION: ClassVar[str] = "flights"
    TRIAL: ClassVar[tuple[str, str]] = ("flight", "flights")
    SUBJECT: ClassVar[tuple[str, str]] = ("ship", "ships")
    UNPAIRED: ClassVar[str] = "the routes differ: compare flights of one edition and level, through the same cards"

    def __post_init__(self) -> None:
        object.__setattr__(self, "removed", self.removed or ((),) * len(self.ships))
        if self.route.learning:
            object.__setattr__(self, "ships", tuple(ship.without_aliens() for ship in self.ships))
        cure = f", or fly it with {named_setting('repair', True)}"
        faults = [fault for ship in self.ships for fault in unfit(ship, self.route, cure)]
        if faults:
            raise AnalyzerError(faults)
        self.route.places(self.seed, 0, 1, len(self.ships))

    @property
    def COUNTED(self) -> type[Tally] | type[SortedTally]:
        """Class of the counts: a Tally, or a SortedTally if flights are counted by the way in which quarters join."""
        return SortedTally if self.metrics.sorting else Tally

    @property
    def ship_class(self) -> ShipClass:
        """Rules that differ between classes of ships, for the class of its ships."""
        return class_of(self.route)

    def run(self, first: int, flights: int) -> Outcome:
        """Return the outcomes of flights `first` to `first + flights - 1`, in shape (ships, flights)."""
        return self.simulate(self.hulls, first, flights)[1]

    @cached_property
    def hulls(self) -> list[Flown]:
        """Hull of each ship, or the hulls of all fleets that a build may become."""
        return [self.hulls_of(ship) for ship in self.ships]

    def hulls_of(self, ship: Layout) -> Flown:
        """Return the hull of an ordinary ship; for a build the hulls of all fleets that the dice may make of it."""
        return self.ship_class.hulls(ship, self.route)

    def simulate(
        self, hulls: Sequence[Flown], first: int, flights: int, log: Log | None = None, places: IntArray | None = None
    ) -> tuple[Convoy, Outcome]:
        """Fly the given hulls instead of the ships' own, and return the end state and the outcome.

        Hulls need not be legal, e.g. a hull after a hit may lack its starting cabin.

        Args:
            hulls: The hull of each ship.
            first: Number of the first flight.
            flights: Number of flights.
            log: A listener to every event; None for none.
            places: Place of each ship in the starting order, from 0, in shape (ships, flights); as drawn if None.
        """
        return self.simulate_many([hulls], first, flights, log, places)

    def simulate_many(
        self,
        convoys: Sequence[Sequence[Flown]],
        first: int,
        flights: int,
        log: Log | None = None,
        places: IntArray | None = None,
        removed_counts: RemovedCounts | None = None,
        captains: Commanded | None = None,
    ) -> tuple[Convoy, Outcome]:
        """Fly several convoys under the same cards and dice, and return the end state and the outcome.

        Flights with the same number meet the same cards and dice in all convoys. They end as if each convoy flew by
        itself.

        Args:
            convoys: The hulls of each convoy.
            first: Number of the first flight.
            flights: Number of flights of each convoy.
            log: A listener to every event; None for none.
            places: Place of each ship in the starting order, from 0, in shape (ships, flights); as drawn if None.
            removed_counts: For each convoy how many components repair took off each ship; as in this experiment if
                None.
            captains: For each convoy the captain of each ship; as in this experiment if None.

        Returns:
            One convoy and one outcome, with the flights of the first convoy, then those of the second, and so on.
        """
        if places is None:
            places = self.places(first, flights)
        places = np.tile(places, len(convoys))
        which = self.which_fleet(first, flights)
        seats = [seat(hulls, flights, which) for hulls in zip(*convoys, strict=True)]
        by_seat = [*zip(*captains or (), strict=True)]
        convoy = self.launched(seats, np.tile(np.arange(flights), len(convoys)), places, by_seat)
        self.resume(convoy, first, flights, log)
        # One column for each convoy, repeated for each of its flights.
        off = np.array(removed_counts or [self.removed_counts] * len(convoys)).T
        return convoy, settle(convoy, places, off.repeat(flights, axis=1), self.insured)

    def resume(self, convoy: Convoy, first: int, flights: int, log: Log | None) -> None:
        """Fly a convoy that stands on the start line through its flights, until each has ended."""
        convoy.log = log
        decks = self.route.deal(self.seed, first, flights)
        fly_through(convoy, self.route.rules.cards, decks, with_thinkers(convoy, self, first, flights, decks))

    def on_the_start_line(self, first: int, flights: int) -> Convoy:
        """Return a convoy of the flights `first` to `first + flights - 1` before the first card."""
        which = self.which_fleet(first, flights)
        seats = [seat([one], flights, which) for one in self.hulls]
        return self.launched(seats, np.arange(flights), self.places(first, flights))

    def which_fleet(self, first: int, flights: int) -> Numbers | None:
        """Return the number, from 0, of the fleet that a build becomes in each flight. Shape (flights,).

        The result is None if the ships are not builds.
        """
        return self.ship_class.which(self.route, self.seed, first, flights)

    @property
    def BLOCK(self) -> int:
        """Largest number of flights held in memory at once; it is small if captains think."""
        most = self.ship_class.most_at_once(len(self.ships))
        return min(most, FLIGHTS_OF_THINKERS) if self.SLOW else most

    @property
    def SLOW(self) -> SlowTrials | None:
        """Settings for runs with thinking captains, whose flights are slow; None if no captain thinks.

        The more flights the captains imagine at each decision, the fewer flights are flown by default.
        """
        imagined = sum(captain.thinks.flights for captain in self.captains if captain.thinks is not None)
        if not imagined:
            return None
        usual = max(LEAST_OF_SLOW, USUAL_OF_THINKERS * Thinking().flights // imagined)
        return SlowTrials(soon=max(1, Thinking().flights // imagined), check_step=16, usual=usual)

    @property
    def insured(self) -> list[Insured]:
        """Premium and cap on losses of each ship; empty if ships cannot be insured."""
        return self.ship_class.insured(self.ships, self.route, self.premiums)

    def outcomes_by_convoy(
        self,
        convoys: Sequence[Sequence[Flown]],
        first: int,
        flights: int,
        removed_counts: RemovedCounts | None = None,
        captains: Commanded | None = None,
        ended: Callable[[Convoy], None] | None = None,
    ) -> Iterator[Outcome]:
        """Yield the outcome of the flights for each convoy, flying as many convoys at once as a block holds.

        Args:
            convoys: The hulls of each convoy.
            first: Number of the first flight.
            flights: Number of flights of each convoy.
            removed_counts: As in `simulate_many`.
            captains: As in `simulate_many`.
            ended: Called with the end state of convoys that flew together, before their outcomes are yielded.
        """
        # Flights of all convoys together stay within one block.
        at_once = max(1, self.BLOCK // flights)
        for begin in range(0, len(convoys), at_once):
            now = slice(begin, begin + at_once)
            some, theirs = convoys[now], None if removed_counts is None else removed_counts[now]
            commanded = None if captains is None else captains[now]
            convoy, outcome = self.simulate_many(some, first, flights, removed_counts=theirs, captains=commanded)
            if ended is not None:
                ended(convoy)
            columns = outcome.columns()
            for place in range(0, len(some) * flights, flights):
                yield Outcome(**{name: rows[:, place : place + flights] for name, rows in columns.items()})

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[Experiment], first: int, trials: int) -> Iterator[Columns]:
        """Yield the columns of `run_block` for each experiment, in order.

        Experiments that differ only in ships and captains fly together.
        """

        def run_group(numbers: list[int]) -> Iterator[Columns]:
            convoys = [experiments[number].hulls for number in numbers]
            removed_counts = [experiments[number].removed_counts for number in numbers]
            captains = [experiments[number].captains for number in numbers]
            outcomes = experiments[numbers[0]].outcomes_by_convoy(convoys, first, trials, removed_counts, captains)
            return (experiments[n].asked_of(outcome) for n, outcome in zip(numbers, outcomes, strict=True))

        # Equal keys share decks and dice, so their ships can fly in one state.
        return run_in_groups([experiment.shared_conditions for experiment in experiments], run_group)

    @property
    def shared_conditions(self) -> Hashable:
        """Key of all conditions except ships and captains; experiments with equal keys can fly in one block.

        Under the basic rules repaired ships start behind the others. The key then includes the number of components
        that repair took off each ship.
        """
        return (
            self.route,
            self.seed,
            self.removed_counts if self.route.basic else len(self.ships),
            tuple(ship.insurance for ship in self.ships),
            self.premiums,
        )

    @property
    def removed_counts(self) -> tuple[int, ...]:
        """Number of components that repair took off each ship."""
        return tuple(map(len, self.removed))

    @property
    def paid_before(self) -> tuple[int, ...]:
        """Credits that cards had paid each ship before its flights begin: 0 at launch."""
        return (0,) * len(self.ships)

    def places(self, first: int, flights: int) -> IntArray:
        """Return the places in the starting order, from 0. Shape (ships, flights).

        They are drawn by the route. Under the basic rules repaired ships start behind all others.
        """
        drawn = self.route.places(self.seed, first, flights, len(self.ships))
        if not self.route.basic:
            return drawn
        mended = np.array([bool(squares) for squares in self.removed])
        # Sorted by the last key first: repaired or not, then the drawn place.
        order = np.lexsort((drawn, np.broadcast_to(mended[:, None], drawn.shape)), axis=0)
        return np.asarray(order.argsort(axis=0))

    def launched(
        self, seats: Sequence[Hull | Seat], flights: IntArray, places: IntArray, captains: Commanded = ()
    ) -> Convoy:
        """Return a convoy of the given ships on the start line.

        Args:
            seats: The hull of each ship, or a seat whose hull differs from flight to flight.
            flights: Number of each flight in its block. Shape (flights,).
            places: Place of each ship in the starting order, from 0. Shape (ships, flights).
            captains: For each ship one captain, or several for equal shares of the flights; if empty, the captains of
                this experiment.
        """
        convoy = launch(seats, captains or self.captains, self.route.level, flights, places, basic=self.route.basic)
        convoy.formation.set_out(convoy)
        return convoy

    def run_block(self, first: int, trials: int) -> Columns:
        """Return the columns of trials `first` to `first + trials - 1`, without rivals. Shape (ships, trials)."""
        return self.asked_of(self.run(first, trials))

    def asked_of(self, outcome: Outcome) -> Columns:
        """Return the columns of an outcome for the ships that were asked about, i.e. without the rivals."""
        return {name: column[: self.subject_count] for name, column in outcome.columns().items()}

    def count(self, columns: Columns) -> Tally | SortedTally:
        """Return a histogram of every column; for fleets, a separate one for each way of joining the quarters."""
        sorting = self.metrics.sorting
        count = partial(Tally.of, controls=self.controls)
        return SortedTally.of_each(columns, sorting.column, count) if sorting else count(columns)

    def result(self, counted: Tally | SortedTally, stretches: tuple[Stretch, ...] = ()) -> Result:
        """Return the result of flights."""
        if isinstance(counted, SortedTally):
            return Result(self, counted.total, stretches, sorted=counted)
        return Result(self, counted, stretches)

    @property
    def metrics(self) -> Metrics:
        """Metrics of a flight, for ships of this class."""
        return self.ship_class.metrics(self.route)

    @property
    def controls(self) -> FlightControls | None:
        """Control variates of the flights; None if no draw has known chances."""
        return flight_controls(self.route, self.seed, len(self.ships), self.metrics)

    @property
    def title(self) -> str:
        """Short name of the route, e.g. `level II`."""
        return self.route.title

    @property
    def where(self) -> str:
        """Full name of the route: its edition, its title, and all its special conditions."""
        return self.route.where

    @property
    def pairing(self) -> tuple[object, ...]:
        """Pairing key: in experiments with equal keys, flights of the same number meet the same cards and dice.

        Starting places and forecasts may differ.
        """
        route = self.route
        return route.edition, route.level_name, route.learning, route.cards, route.replaced, route.tables

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of all ships, including rivals, with numbers added to equal ones."""
        return tuple(distinct(ship.name for ship in self.ships))

    @cached_property
    def subjects(self) -> tuple[FlyingShip, ...]:
        """Ships about which results are reported: all but the rivals."""
        fields = zip(self.names, self.ships, self.captains, self.removed, strict=True)
        flyers = [FlyingShip(name, captain.name, ship, captain, removed) for name, ship, captain, removed in fields]
        return tuple(flyers[: self.subject_count])

    @property
    def others(self) -> tuple[str, ...]:
        """Names of the rivals, which have no results of their own."""
        return tuple(ship.name for ship in self.ships[self.subject_count :])

    @property
    def setting(self) -> str:
        """Setting of the ships: `alone`, `in the field`, `against Tin Kite`; `in one convoy` for several ships."""
        if self.subject_count > 1:
            return "in one convoy"
        if self.rivals_are_field(self.subject_count):
            return "in the field"
        return f"against {join_names(self.others)}" if self.others else "alone"

    def rivals_are_field(self, first_rival: int) -> bool:
        """Return whether the ships from number `first_rival` on are the reference ships of their board."""
        route = self.route
        return is_field(self.ships[first_rival:], route.level_name, route.edition, learning=route.learning)

    def notes(self) -> list[str]:
        """Return notes on how to read the results of these flights."""
        notes = [*self.route.notes(), *note_on_rivals(self.captains[self.subject_count :])]
        if len(self.ships) == 1:
            notes.append(all_of_flying_alone())
        if any(same_ship(one.ship, rival) for one in self.subjects for rival in self.ships[self.subject_count :]):
            notes.append("A ship that is itself one of the rivals flies against a copy of itself.")
        notes += [*caveats(self.route), *self.class_notes(), *not_in_one_box(self.ships)]
        notes += [*self._without_values(), *self._with_better_captains()]
        for one in self.subjects:
            if one.ship.reserve:
                notes.append(f"{one.name}: {one.ship.reserve} left in reserve, {self.route.how_reserved}.")
            if one.removed:
                squares = ", ".join(f"row {row} column {column}" for row, column in one.removed)
                notes.append(warning(f"{one.name}: {self.route.how_mended}: {squares}."))
        notes += [
            warning(f"{one.name}: {sentence}.")
            for one, sentences in zip(self.subjects, self.left_at_home, strict=False)
            for sentence in sentences
        ]
        return notes

    def captain_in_words(self, captain: Captain) -> str:
        """Return a captain's name, with the version of the captain's values if these decide in the flights."""
        return captain_in_words(captain, self.route.edition, self.route.level.name, len(self.ships))

    def _without_values(self) -> list[str]:
        """Return a note on captains with fitted values, if the level has no table of these values."""
        edition, level = self.route.edition, self.route.level.name
        names = [*dict.fromkeys(one.captain.name for one in self.subjects if one.captain.values)]
        if not names or len(self.ships) == 1 or values_of(edition, level) is not None:
            return []
        return [
            f"Captain {join_names(names)} decides by prices, because there is no table of values for level {level} of "
            f"{edition}."
        ]

    def _with_better_captains(self) -> Iterator[str]:
        """Yield notes on better captains: how much more `thinker` earns than `expert`, and `expert` than `sensible`.

        There is a note only if the worse of both captains flies, and gains were measured at this level.
        """
        level = self.route.edition, self.route.level.name
        gains = [gain.mean for gain in measured_gains(*level).values()]
        captains = [one.captain for one in self.subjects]
        if not gains or self.setting not in ("in the field", "alone"):
            return
        if named_captain("expert") in captains:
            yield thinker_note(*level, self.setting)
        if named_captain("sensible") in captains and self.setting == "in the field":
            yield (
                f"Captain expert earns about {fmean(gains):.2g} credits a flight more than sensible at this level "
                f"({min(gains):.2f} to {max(gains):.2f} by ship, docs/trust.md): add "
                f"{named_setting('captain', 'expert')}."
            )

    def class_notes(self) -> list[str]:
        """Return notes on the class of ships that fly."""
        names = [one.name for one in self.subjects]
        return self.ship_class.notes(self.ships, names, self.route, self.premiums)

    def facts(self) -> dict[str, Any]:
        """Return the route and the names of its ships in plain types."""
        return {"route": asdict(self.route) | {"length": self.route.length}, "convoy": list(self.names)}

    def describe(self) -> dict[str, Any]:
        """Return ships, captains, route and seed in plain types, from which `rebuilt` makes an equal experiment."""
        return (
            {
                "world": self.WORLD,
                "question": self.QUESTION,
                "ships": [ship.as_entries() for ship in self.ships],
                "captains": [captain.in_plain() for captain in self.captains],
                "route": asdict(self.route),
                "seed": self.seed,
                "removed": self.removed,
                "rivals": self.rivals,
            }
            | ({"premiums": self.premiums} if self.premiums else {})
            | ({"left_at_home": self.left_at_home} if self.left_at_home else {})
            | tables_in_plain(self.route.editions)
        )

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> Experiment:
        """Return the experiment that `describe` described in plain types.

        Raises:
            ValueError: If a value is wrong.
            KeyError: If an entry is missing.
            TypeError: If an entry is of the wrong type.
        """
        from pydantic import TypeAdapter

        read_plain_tables(described)
        route = MixedRoute if "taken" in described["route"] else Route
        return cls(
            ships=tuple(Layout.from_components(**ship) for ship in described["ships"]),
            captains=tuple(TypeAdapter(Captain).validate_python(captain) for captain in described["captains"]),
            route=TypeAdapter(route).validate_python(described["route"]),
            seed=described["seed"],
            removed=tuple(tuple((row, column) for row, column in squares) for squares in described["removed"]),
            rivals=described["rivals"],
            premiums=tuple(map(tuple, described.get("premiums", ()))),
            left_at_home=tuple(map(tuple, described.get("left_at_home", ()))),
        )

    @property
    def subject_count(self) -> int:
        """Number of ships about which results are reported."""
        return len(self.ships) - self.rivals
