"""Flights as experiments, also by rules that editions mix."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property, partial
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.metrics import Metrics
from analyzer.answers.numbers import distinct, listed
from analyzer.errors import AnalyzerError
from analyzer.montecarlo.blocks import LEAST_OF_SLOW, Slow
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.tally import Columns, SortedTally, Tally
from analyzer.trucker.captains import Captain, Thinking
from analyzer.trucker.cards.caveats import all_of_flying_alone, caveats
from analyzer.trucker.cards.route import Route
from analyzer.trucker.controls import FlightControls, flight_controls
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.launching import Flown, Seat, launch, seat
from analyzer.trucker.convoy.ship import Log
from analyzer.trucker.convoy.state import Insured
from analyzer.trucker.edition import Edition, load_edition, read_plain_tables, tables_in_plain
from analyzer.trucker.fleets.class_ivc import class_of, unfit
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.flight.settlement import Outcome, settle
from analyzer.trucker.result import Flyer, Result
from analyzer.trucker.ship.bitboard import Counts
from analyzer.trucker.ship.box import not_in_one_box
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import is_field, same_ship
from analyzer.trucker.ship_class import ShipClass
from analyzer.trucker.thinking import with_thinkers
from analyzer.trucker.wrecks.wrecks import Numbers

CARDS, FLIGHT_BOARD, INSURANCE = "cards", "flight board", "insurance"
"""What can be taken from the other edition: all cards; lap, start spaces and rewards; the cap on losses."""
PRINTED = ("lap", "starts", "order_rewards", "looks_reward", "price_per_loss")
"""What a flight board prints."""


@dataclass(frozen=True)
class MixedRoute(Route):
    """A route of one edition on which some things are `taken` from the level `other_level` of the edition `other`.

    Ships are those of the first edition, and so is all that is not taken.
    """

    other: str = "2021"
    other_level: str = "II"
    taken: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "other", load_edition(self.other).name)

    @property
    def editions(self) -> tuple[str, ...]:
        """Both."""
        return self.edition, self.other

    @property
    def cards_of(self) -> str:
        """The edition that its cards are of."""
        return self.other if CARDS in self.taken else self.edition

    @property
    def where(self) -> str:
        """The route, with what was taken from the other edition."""
        return f"{super().where} with {', '.join(self.taken)} of {self.other}"

    @property
    def rules(self) -> Edition:
        """The edition's tables with what was taken from the other."""
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


def route_class(described: dict[str, Any]) -> type[Route]:
    """The sort of route that was described: of one edition, or mixed from two."""
    return MixedRoute if "taken" in described else Route


FLIGHTS_OF_THINKERS, USUAL_OF_THINKERS = 1 << 7, 40
"""Flights that are held at once where captains think, and that are flown if no number is given: about a minute of two
processors in the field."""
Mended = Sequence[Sequence[int]]
"""For each of some convoys how many components repair took off each of its ships."""
Commanded = Sequence[Sequence[Captain]]
"""For each of some convoys who commands each of its ships."""


@dataclass(frozen=True)
class Experiment:
    """Ships with their captains on a route under one seed: it fixes the outcome of every flight.

    `removed`: the squares that repair emptied on each ship before launch; `rivals`: how many ships, the last ones, only
    fly along and are not asked about; `premiums`: for each ship that is asked about what is paid for insurance in every
    way of WAYS, where that is not its own `insurance`; `left_at_home`: for each ship a sentence on every alien that
    repair left there, () where it left none. Raises AnalyzerError with every reason why these cannot fly.
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
        faults = [fault for ship in self.ships for fault in unfit(ship, self.route)]
        if faults:
            raise AnalyzerError(faults)
        self.route.places(self.seed, 0, 1, len(self.ships))

    @property
    def COUNTED(self) -> type[Tally] | type[SortedTally]:
        """Histograms; where metrics are counted sort by sort, of each."""
        return SortedTally if self.metrics.sorting else Tally

    @property
    def ship_class(self) -> ShipClass:
        """What holds for the class of its ships."""
        return class_of(self.route)

    def run(self, first: int, flights: int) -> Outcome:
        """The outcomes of flights `first` to `first + flights - 1`, each (ships, flights)."""
        return self.simulate(self.hulls, first, flights)[1]

    @cached_property
    def hulls(self) -> list[Flown]:
        """What flies for each ship."""
        return [self.hulls_of(ship) for ship in self.ships]

    def hulls_of(self, ship: Layout) -> Flown:
        """What flies for a ship on this route: its hull, or the fleets that the dice may make of a build."""
        return self.ship_class.hulls(ship, self.route)

    def simulate(
        self, hulls: Sequence[Flown], first: int, flights: int, log: Log | None = None, places: Counts | None = None
    ) -> tuple[Convoy, Outcome]:
        """The end state of those flights, and what they come to, with these hulls in place of the ships' own.

        Hulls need not be legal: one that was hit may have lost its starting cabin. `log` gets every event;
        `places` (ships, flights) are those in the starting order, as drawn if None.
        """
        return self.simulate_many([hulls], first, flights, log, places)

    def simulate_many(
        self,
        convoys: Sequence[Sequence[Flown]],
        first: int,
        flights: int,
        log: Log | None = None,
        places: Counts | None = None,
        mended: Mended | None = None,
        captains: Commanded | None = None,
    ) -> tuple[Convoy, Outcome]:
        """The same for several convoys at once: the flights of the first, then those of the second, and so on.

        Flights of one number meet the same cards and dice in all of them, and end as if each convoy flew by itself.
        `mended`: for each convoy how many components repair took off each ship, `captains`: who commands each; as of
        this experiment's ships if None.
        """
        if places is None:
            places = self.places(first, flights)
        places = np.tile(places, len(convoys))
        which = self.which_fleet(first, flights)
        seats = [seat(hulls, flights, which) for hulls in zip(*convoys, strict=True)]
        by_seat = [*zip(*captains or (), strict=True)]
        convoy = self.launched(seats, np.tile(np.arange(flights), len(convoys)), places, by_seat)
        self.resume(convoy, first, flights, log)
        off = np.array(mended or [self.mended] * len(convoys)).T
        return convoy, settle(convoy, places, off.repeat(flights, axis=1), self.insured)

    def resume(self, convoy: Convoy, first: int, flights: int, log: Log | None) -> None:
        """Fly those flights of a convoy from the start line to their ends."""
        convoy.log = log
        decks = self.route.deal(self.seed, first, flights)
        fly_through(convoy, self.route.rules.cards, decks, with_thinkers(convoy, self, first, flights, decks))

    def on_the_start_line(self, first: int, flights: int) -> Convoy:
        """The convoy of those flights before the first card."""
        which = self.which_fleet(first, flights)
        seats = [seat([one], flights, which) for one in self.hulls]
        return self.launched(seats, np.arange(flights), self.places(first, flights))

    def which_fleet(self, first: int, flights: int) -> Numbers | None:
        """(flights) Which of the fleets that a build may become flies; None where none do."""
        return self.ship_class.which(self.route, self.seed, first, flights)

    @property
    def BLOCK(self) -> int:
        """The most flights that are held in memory at once; few where a thinker takes long."""
        most = self.ship_class.most_at_once(len(self.ships))
        return min(most, FLIGHTS_OF_THINKERS) if self.SLOW else most

    @property
    def SLOW(self) -> Slow | None:
        """How flights are run where captains think; the more they imagine, the longer each flight takes."""
        imagined = sum(captain.thinks.flights for captain in self.captains if captain.thinks is not None)
        if not imagined:
            return None
        usual = max(LEAST_OF_SLOW, USUAL_OF_THINKERS * Thinking().flights // imagined)
        return Slow(soon=max(1, Thinking().flights // imagined), look=16, usual=usual)

    @property
    def insured(self) -> list[Insured]:
        """For each ship the premium that is paid, and the most that is paid for losses then; [] where none can be."""
        return self.ship_class.insured(self.ships, self.route, self.premiums)

    def outcomes_by_convoy(
        self,
        convoys: Sequence[Sequence[Flown]],
        first: int,
        flights: int,
        mended: Mended | None = None,
        captains: Commanded | None = None,
    ) -> Iterator[Outcome]:
        """The outcomes of those flights for each of the convoys, as many of them at once as a block holds.

        `mended`, `captains`: as of `simulate_many`.
        """
        at_once = max(1, self.BLOCK // flights)
        for begin in range(0, len(convoys), at_once):
            now = slice(begin, begin + at_once)
            some, theirs = convoys[now], None if mended is None else mended[now]
            commanded = None if captains is None else captains[now]
            columns = self.simulate_many(some, first, flights, mended=theirs, captains=commanded)[1].columns()
            for place in range(0, len(some) * flights, flights):
                yield Outcome(**{name: rows[:, place : place + flights] for name, rows in columns.items()})

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[Experiment], first: int, trials: int) -> list[Columns]:
        """What `run_block` of each says; those that differ in nothing but ships and captains fly together."""
        alike: dict[Hashable, list[int]] = {}
        for number, experiment in enumerate(experiments):
            alike.setdefault(experiment.shared_conditions, []).append(number)
        columns: dict[int, Columns] = {}
        for numbers in alike.values():
            convoys = [experiments[number].hulls for number in numbers]
            mended = [experiments[number].mended for number in numbers]
            captains = [experiments[number].captains for number in numbers]
            outcomes = experiments[numbers[0]].outcomes_by_convoy(convoys, first, trials, mended, captains)
            columns |= {n: experiments[n].asked_of(outcome) for n, outcome in zip(numbers, outcomes, strict=True)}
        return [columns[number] for number in range(len(experiments))]

    @property
    def shared_conditions(self) -> Hashable:
        """What experiments have in common whose ships can fly together, whoever commands them.

        By the basic rules whoever had to mend a ship starts behind the others.
        """
        return (
            self.route,
            self.seed,
            self.mended if self.route.basic else len(self.ships),
            tuple(ship.insurance for ship in self.ships),
            self.premiums,
        )

    @property
    def mended(self) -> tuple[int, ...]:
        """How many components repair took off each ship."""
        return tuple(map(len, self.removed))

    @property
    def paid_before(self) -> tuple[int, ...]:
        """What cards had paid each ship before its flights begin: nothing at launch."""
        return (0,) * len(self.ships)

    def places(self, first: int, flights: int) -> Counts:
        """(ships, flights) Places in the starting order, from 0: as the route draws them.

        By the basic rules whoever has to mend a ship hands in their place, and starts behind all who need not.
        """
        drawn = self.route.places(self.seed, first, flights, len(self.ships))
        if not self.route.basic:
            return drawn
        mended = np.array([bool(squares) for squares in self.removed])
        order = np.lexsort((drawn, np.broadcast_to(mended[:, None], drawn.shape)), axis=0)
        return np.asarray(order.argsort(axis=0))

    def launched(
        self, seats: Sequence[Hull | Seat], flights: Counts, places: Counts, captains: Commanded = ()
    ) -> Convoy:
        """The convoy of those ships on the start line; `places` (ships, flights) is the starting order.

        `captains`: by ship, as of `launch`; this experiment's if there are none.
        """
        convoy = launch(seats, captains or self.captains, self.route.level, flights, places, basic=self.route.basic)
        convoy.formation.set_out(convoy)
        return convoy

    def run_block(self, first: int, trials: int) -> Columns:
        """Columns (ships without rivals, trials) of METRICS, for the Monte Carlo layer."""
        return self.asked_of(self.run(first, trials))

    def asked_of(self, outcome: Outcome) -> Columns:
        """The columns of the ships that are asked about."""
        return {name: column[: self.asked] for name, column in outcome.columns().items()}

    def count(self, columns: Columns) -> Tally | SortedTally:
        """A histogram of every column, of fleets by what the dice joined."""
        sorting = self.metrics.sorting
        count = partial(Tally.of, controls=self.controls)
        return SortedTally.of_each(columns, sorting.column, count) if sorting else count(columns)

    def result(self, counted: Tally | SortedTally, stretches: tuple[Stretch, ...] = ()) -> Result:
        """The result of the flights."""
        if isinstance(counted, SortedTally):
            return Result(self, counted.total, stretches, sorted=counted)
        return Result(self, counted, stretches)

    @property
    def metrics(self) -> Metrics:
        """The metrics of a flight."""
        return self.ship_class.metrics(self.route)

    @property
    def controls(self) -> FlightControls | None:
        """What is drawn in its flights of which the chances are known; None where nothing is."""
        return flight_controls(self.route, self.seed, len(self.ships), self.metrics)

    @property
    def title(self) -> str:
        """The route in a few words."""
        return self.route.title

    @property
    def where(self) -> str:
        """The route so that it can stand alone: with its edition and all that is special about it."""
        return self.route.where

    @property
    def pairing(self) -> tuple[object, ...]:
        """Flights of one number are pairs on equal routes; places at the start and forecasts may differ."""
        route = self.route
        return route.edition, route.level_name, route.learning, route.cards, route.replaced, route.tables

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What all ships are called, rivals too, all different."""
        return tuple(distinct(ship.name for ship in self.ships))

    @cached_property
    def subjects(self) -> tuple[Flyer, ...]:
        """The ships that are asked about."""
        fields = zip(self.names, self.ships, self.captains, self.removed, strict=True)
        flyers = [Flyer(name, captain.name, ship, captain, removed) for name, ship, captain, removed in fields]
        return tuple(flyers[: self.asked])

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the rivals."""
        return tuple(ship.name for ship in self.ships[self.asked :])

    @property
    def setting(self) -> str:
        """The setting of the ships: `alone`, `in the field`, `against Tin Kite`; several ships `in one convoy`."""
        if self.asked > 1:
            return "in one convoy"
        if self.rivals_are_field(self.asked):
            return "in the field"
        return f"against {listed(self.others)}" if self.others else "alone"

    def rivals_are_field(self, first_rival: int) -> bool:
        """Whether the ships behind the first so many are the reference ships of their board."""
        route = self.route
        return is_field(self.ships[first_rival:], route.level_name, route.edition, learning=route.learning)

    def notes(self) -> list[str]:
        """What a reader of its numbers should know."""
        notes = self.route.notes()
        if len(self.ships) == 1:
            notes.append(all_of_flying_alone())
        if any(same_ship(one.ship, rival) for one in self.subjects for rival in self.ships[self.asked :]):
            notes.append("A ship that is itself one of the rivals flies against a copy of itself.")
        notes += [*caveats(self.route), *self.class_notes(), *not_in_one_box(self.ships)]
        for one in self.subjects:
            if one.ship.reserve:
                notes.append(f"{one.name}: {one.ship.reserve} left in reserve, {self.route.how_reserved}.")
            if one.removed:
                listed = ", ".join(f"row {row} column {column}" for row, column in one.removed)
                notes.append(f"{one.name}: {self.route.how_mended}: {listed}.")
        notes += [
            f"{one.name}: {sentence}."
            for one, sentences in zip(self.subjects, self.left_at_home, strict=False)
            for sentence in sentences
        ]
        return notes

    def class_notes(self) -> list[str]:
        """What is to be known of the class of its ships."""
        names = [one.name for one in self.subjects]
        return self.ship_class.notes(self.ships, names, self.route, self.premiums)

    def facts(self) -> dict[str, Any]:
        """The route and who flies on it, in plain types."""
        return {"route": asdict(self.route) | {"length": self.route.length}, "convoy": list(self.names)}

    def describe(self) -> dict[str, Any]:
        """Ships, captains, route and seed in plain types, from which `rebuilt` makes an equal experiment."""
        return (
            {
                "world": self.WORLD,
                "question": self.QUESTION,
                "ships": [ship.as_entries() for ship in self.ships],
                "captains": [asdict(captain) for captain in self.captains],
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
        """The experiment that was described; raises ValueError, KeyError or TypeError where these rules have none."""
        from pydantic import TypeAdapter

        read_plain_tables(described)
        return cls(
            ships=tuple(Layout.from_components(**ship) for ship in described["ships"]),
            captains=tuple(TypeAdapter(Captain).validate_python(captain) for captain in described["captains"]),
            route=TypeAdapter(route_class(described["route"])).validate_python(described["route"]),
            seed=described["seed"],
            removed=tuple(tuple((row, column) for row, column in squares) for squares in described["removed"]),
            rivals=described["rivals"],
            premiums=tuple(map(tuple, described.get("premiums", ()))),
            left_at_home=tuple(map(tuple, described.get("left_at_home", ()))),
        )

    @property
    def asked(self) -> int:
        """How many ships the experiment is about."""
        return len(self.ships) - self.rivals
