"""The captain who thinks: before a decision, flights are simulated ("imagined") for each option.

Imagined flights share the revealed cards and the rolls made so far. All other cards and rolls come from a seed of their
own, so a thinker never sees the cards and dice that the real flight still holds.

In imagined flights all captains, including the thinker, decide by their prices. An option replaces the captain's own
choice only if it is better by more than one standard error.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.random_words import words
from analyzer.runs.watched import report_decisions
from analyzer.trucker.captains import Thinking
from analyzer.trucker.cards.piles import Decks
from analyzer.trucker.cards.rest import deal_rest
from analyzer.trucker.cards.route import DICE, Route
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import GIVES_UP, GOODS, Legal
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import Array, Indices, Insured
from analyzer.trucker.flight.dice import ROLLS_IN_A_WORD, Dice, Rolls, SampledDice
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.flight.settlement import settle
from analyzer.trucker.ship.bitboard import IntArray

# A_THOUGHT is odd, so it can be inverted modulo SEEDS: different decisions of one flight have different seeds.
IN_MIND, A_THOUGHT, SEEDS = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 1 << 64
"""Constants by which the seeds of imagined flights differ from real ones, and between decisions."""
SORTS = 4
"""Largest number of values that make up one decision: four, for cubes of each colour."""
History = npt.NDArray[np.int64]
"""Decisions at the card at hand, in order. Shape (decisions, SORTS, ships, flights)."""


@dataclass
class CardHistory:
    """Record of all rolls and decisions at the card at hand, in every flight of a block.

    Attributes:
        state: Copies of the arrays from when the card was revealed.
        rolled: Sums that were rolled. Shape (rolls, flights).
        read: Number of rolls. Shape (flights,).
        decided: Decisions in order, each of up to SORTS numbers, e.g. cubes by colour. Shape (decisions, SORTS, ships,
            flights).
        made: Number of decisions of each ship. Shape (ships, flights).
        loaded: Cubes aboard after loading, if a position file gives them. Shape (SORTS, ships, flights).
        is_loaded: Whether a position file gives the cubes in `loaded`. Shape (ships, flights).
    """

    state: dict[str, Array]
    rolled: npt.NDArray[np.int64]
    read: npt.NDArray[np.int64]
    decided: History
    made: npt.NDArray[np.int64]
    loaded: npt.NDArray[np.int64]
    is_loaded: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, state: dict[str, Array], ships: int, flights: int) -> CardHistory:
        """Return the record of a card that was just revealed, before any roll or decision."""
        zeros = np.zeros
        return cls(
            {name: array.copy() for name, array in state.items()},
            zeros((ROLLS_IN_A_WORD, flights), np.int64),
            zeros(flights, np.int64),
            zeros((0, SORTS, ships, flights), np.int64),
            zeros((ships, flights), np.int64),
            zeros((SORTS, ships, flights), np.int64),
            zeros((ships, flights), bool),
        )

    def note(self, ships: Indices, flights: Indices, value: Any) -> None:
        """Record one decision of each of the given ships.

        Args:
            ships: Number of each ship.
            flights: Index of each ship's flight.
            value: The decisions. Shape (ships,) or (sorts, ships).
        """
        # The record grows by one decision whenever a ship has filled it; most cards need one or two.
        times = self.made[ships, flights]
        if times.size and times.max() >= len(self.decided):
            self.decided = np.concatenate([self.decided, np.zeros((1, *self.decided.shape[1:]), np.int64)])
        rows = np.atleast_2d(np.asarray(value))
        for sort, row in enumerate(rows):
            self.decided[times, sort, ships, flights] = row
        self.made[ships, flights] += 1

    def note_cubes(self, ships: Indices, flights: Indices, cubes: Any) -> None:
        """Record the cubes aboard after loading that a position file gives.

        Args:
            ships: Number of each ship.
            flights: Index of each ship's flight.
            cubes: Cubes of each colour. Shape (SORTS,) or (SORTS, ships).
        """
        self.loaded[:, ships, flights] = cubes
        self.is_loaded[ships, flights] = True


class RecordingDice:
    """Dice of real flights that note their rolls in `at_card`, the record of the card at hand."""

    def __init__(self, others: Dice) -> None:
        self.others = others
        self.at_card: CardHistory | None = None

    def roll(self, convoy: Convoy, number: int, flights: Indices | None = None) -> Rolls:
        """Return the roll of the underlying dice, after noting it."""
        rolls = self.others.roll(convoy, number, flights)
        if self.at_card is not None and convoy.size:
            who = convoy.everywhere if flights is None else flights
            rows = convoy.rows.take(who)
            self.at_card.rolled[number, rows] = rolls.take(who)
            self.at_card.read[rows] = np.maximum(self.at_card.read[rows], number + 1)
        return rolls


@dataclass(frozen=True)
class ImaginedCopies:
    """Imagined flights of a thinking captain, each of which continues a real flight.

    Attributes:
        of: Index, within the block, of the real flight that each imagined flight continues.
        number: Number by which each imagined flight finds its cards and dice.
    """

    of: Indices
    number: Indices

    @property
    def size(self) -> int:
        """Number of imagined flights in these copies."""
        return self.of.size


class ImaginedDice:
    """Dice of an imagined flight: rolls already made at the card at hand are repeated, others use another seed."""

    def __init__(self, others: SampledDice, slot: int, copies: ImaginedCopies, at_card: CardHistory) -> None:
        self.others, self.slot, self.copies, self.at_card = others, slot, copies, at_card

    def roll(self, convoy: Convoy, number: int, flights: Indices | None = None) -> Rolls:
        """Return the roll that was already made, or else a new one."""
        rolls = self.others.roll(convoy, number, flights)
        if convoy.slot != self.slot:
            return rolls
        flights_of = self.copies.of.take(convoy.rows)
        known = number < self.at_card.read.take(flights_of)
        return np.where(known, self.at_card.rolled[number].take(flights_of), rolls).astype(np.intp)


class ReplayedDecisions:
    """Decisions of imagined flights: those made at the card at hand are repeated, then an option is tried.

    After that, captains decide by their prices.

    Attributes:
        slot: Slot of the card at hand.
        copies: The imagined flights.
        at_card: The rolls and decisions so far at the card.
        ship: Number of the ship that tries an option, in each imagined flight.
        option: The option that this ship tries. Shape (SORTS, imagined flights).
        made: Number of decisions repeated so far. Shape (ships, imagined flights).
    """

    def __init__(
        self, slot: int, copies: ImaginedCopies, at_card: CardHistory, ship: Indices, option: npt.NDArray[np.int64]
    ) -> None:
        self.slot, self.copies, self.at_card, self.ship, self.option = slot, copies, at_card, ship, option
        self.made = np.zeros((len(at_card.made), copies.size), np.int64)
        self.has_loaded = np.zeros(self.made.shape, bool)

    def card_revealed(self, convoy: Convoy) -> None:
        """Do nothing, because recorded decisions belong to the card at hand only."""

    def decide(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> Any:
        """Return the decision that was already made, the option to try, or the captain's choice."""
        if ship.convoy.slot != self.slot:
            return choice
        rows, numbers = ship.convoy.rows.take(ship.flights), ship.numbers
        if what == GOODS:
            return self._loaded(rows, numbers, choice)
        times = self.made[numbers, rows]
        self.made[numbers, rows] += 1
        flights = self.copies.of.take(rows)
        before = times < self.at_card.made[numbers, flights]
        tried = (times == self.at_card.made[numbers, flights]) & (numbers == self.ship.take(rows))
        if not (before.any() or tried.any()):
            return choice
        decided = np.array(choice)
        for sort, values in enumerate(np.atleast_2d(decided)):  # views into decided
            if before.any():
                places = before.nonzero()[0]
                values[places] = self.at_card.decided[times[places], sort, numbers[places], flights[places]]
            values[tried] = self.option[sort, rows[tried]]
        return decided

    def _loaded(self, rows: Indices, numbers: Indices, choice: Any) -> Any:
        """Return the cubes aboard after loading: those of a position file the first time, else the captain's choice."""
        flights = self.copies.of.take(rows)
        again = self.at_card.is_loaded[numbers, flights] & ~self.has_loaded[numbers, rows]
        self.has_loaded[numbers, rows] = True
        return np.where(again, self.at_card.loaded[:, numbers, flights], choice) if again.any() else choice


def imagine(
    convoy: Convoy,
    at_card: CardHistory,
    copies: ImaginedCopies,
    ship: Indices,
    option: npt.NDArray[np.int64],
    decks: Decks,
    dice: SampledDice,
    route: Route,
    what: str,
) -> Convoy:
    """Fly imagined flights to their ends, each with an option for one ship, and return the end states.

    Args:
        convoy: The real flights at the card at hand.
        at_card: The rolls and decisions so far at the card.
        copies: The imagined flights.
        ship: Number of the ship that tries an option, in each imagined flight.
        option: The options. Shape (SORTS, imagined flights).
        decks: Decks, indexed by `copies.number`.
        dice: Dice, indexed by `copies.number`.
        route: The route.
        what: Kind of the open decision.
    """
    # Giving up is decided before the card is revealed; anything else repeats the card from its beginning.
    now = convoy.state.arrays() if what == GIVES_UP else at_card.state
    arrays = {name: array.take(copies.of, axis=-1) for name, array in now.items()} | {"flight": copies.number}
    flying = copy(convoy)
    flying.state, flying.rows = convoy.state.of(**arrays), np.arange(copies.size)
    flying.forget_rows()
    flying.log, flying.written = None, set()
    slot = convoy.slot
    flying.decisions = ReplayedDecisions(slot, copies, at_card, ship, option)
    rolls = ImaginedDice(dice, slot, copies, at_card)
    slots = range(slot, decks.shape[1])
    fly_through(flying, route.rules.cards, decks, rolls, slots, is_revealed=what != GIVES_UP)
    return flying


def imagined_decks(
    route: Route, seed: int, decks: Decks, known: int, flights: Sequence[int], first: int, each: int
) -> Decks:
    """Return decks for imagined flights, which begin with the revealed cards of the real flights.

    Args:
        route: The route.
        seed: Seed of the imagined flights.
        decks: Decks of the block.
        known: Number of revealed cards.
        flights: Indices of the real flights within the block.
        first: Number of the block's first flight.
        each: Number of imagined flights for each real one.

    Returns:
        Indices of cards. Shape (flights * each, slots).
    """
    if route.cards:
        return decks.take(np.repeat(np.asarray(flights), each), axis=0)
    ids = np.array([card.id for card in route.rules.cards])
    dealt = [
        deal_rest(route, tuple(ids[decks[flight, :known]].tolist()), seed, (first + flight) * each, each)
        for flight in flights
    ]
    return np.concatenate(dealt)


LANES = 1 << 14
"""Number of imagined flights that fly side by side."""
THOUGHTS = 64
"""Number of seeds that are reserved for decisions at each card."""


class Flights(Protocol):
    """Interface of an experiment as far as a thinker needs it."""

    @property
    def route(self) -> Route:
        """Route that the flights follow."""

    @property
    def seed(self) -> int:
        """Seed of the flights, from which the seeds of imagined flights follow."""

    @property
    def removed_counts(self) -> tuple[int, ...]:
        """Number of components that repair took off each ship."""

    @property
    def insured(self) -> list[Insured]:
        """Premium and cap on losses of each ship."""

    def places(self, first: int, flights: int) -> IntArray:
        """Return the places in the starting order. Shape (ships, flights)."""


class Script(Protocol):
    """Interface of an object that holds the decisions that a position file gives for the card at hand."""

    def decide_written(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> tuple[Any, frozenset[int]]:
        """Return the decisions of ships: from the position file, or else the captain's.

        Returns:
            The decisions, and the indices of the deciding ships whose decision the file gives.
        """


@dataclass(frozen=True)
class StartKnowledge:
    """Known facts of flights that begin at a position.

    Attributes:
        dice: Dice of the flights, which begin with the rolls already made.
        script: Decisions that the position file gives.
        is_deck_known: Whether thinkers know all coming cards.
    """

    dice: Dice
    script: Script | None = None
    is_deck_known: bool = False


class Thinker:
    """Object that decides for all thinking captains in a block of flights (see `Decisions`)."""

    def __init__(self, flights_of: Flights, first: int, flights: int, decks: Decks, start: StartKnowledge) -> None:
        self.route, self.seed = flights_of.route, flights_of.seed
        self.first, self.flights, self.decks, self.dice = first, flights, decks, RecordingDice(start.dice)
        self.script, self.is_deck_known = start.script, start.is_deck_known
        self.places = flights_of.places(first, flights)
        self.removed_counts, self.insured = np.array(flights_of.removed_counts), flights_of.insured

    def card_revealed(self, convoy: Convoy) -> None:
        """Start a new record of rolls and decisions, because a card was revealed."""
        self.at_card = CardHistory.of(convoy.state.arrays(), convoy.seats, convoy.state.size)
        self.dice.at_card = self.at_card

    def decide(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> Any:
        """Return the decisions; a thinking captain takes the option that earns most in imagined flights.

        On cargo, thinking captains decide without imagined flights, like all others.
        """
        convoy = ship.convoy
        assert isinstance(convoy, Convoy)
        written = frozenset[int]()
        if self.script is not None:
            choice, written = self.script.decide_written(ship, what, choice, legal)
        rows = convoy.rows.take(ship.flights)
        if what == GOODS:
            places = np.array([*written], np.intp)
            self.at_card.note_cubes(ship.numbers.take(places), rows.take(places), np.asarray(choice)[:, places])
            return choice
        thinking = {place: how for place, how in self._thinking(ship).items() if place not in written}
        if what == GIVES_UP:
            self.at_card = CardHistory.of(convoy.state.arrays(), convoy.seats, convoy.state.size)
        decided = np.array(choice)
        choices = _OpenChoices(ship, rows, choice, legal, thinking)
        if choices.places.size:
            best = self._best(convoy, choices, what)
            np.atleast_2d(decided)[:, choices.places] = best[: np.atleast_2d(decided).shape[0]]
        self.at_card.note(ship.numbers, rows, decided)
        return decided

    def _thinking(self, ship: ShipsInFlight) -> dict[int, Thinking]:
        """Return the settings of each thinking captain, by index among the deciding ships."""
        captains, command = ship.convoy.captains, ship.convoy.state.command
        if captains.only is not None:
            thinks = captains.only.thinks
            return dict.fromkeys(range(ship.cells.size), thinks) if thinks else {}
        who = command.reshape(-1).take(ship.cells).tolist()
        each = {place: captains.each[number].thinks for place, number in enumerate(who)}
        return {place: thinks for place, thinks in each.items() if thinks is not None}

    def _best(self, convoy: Convoy, choices: _OpenChoices, what: str) -> npt.NDArray[np.int64]:
        """Return the option that each ship of `choices` takes after imagining flights. Shape (SORTS, ships).

        It is the one that earns most, or the captain's own choice if none clearly beats it. An option is up to SORTS
        values, e.g. the number of crew of each type.
        """
        best = np.zeros((SORTS, choices.places.size), np.int64)
        times = self.at_card.made[choices.ships, choices.rows]
        for time in np.unique(times).tolist():
            for each in np.unique(choices.each).tolist():
                some = np.flatnonzero((times == time) & (choices.each == each))
                at_once = max(1, LANES // (each * max(1, choices.most)))
                for begin in range(0, some.size, at_once):
                    here = some[begin : begin + at_once]
                    best[:, here] = self._think(convoy, choices, here, what, time, each)
        return best

    def _think(
        self, convoy: Convoy, choices: _OpenChoices, here: Indices, what: str, time: int, each: int
    ) -> npt.NDArray[np.int64]:
        """Return the best option of each ship of `choices` that `here` lists. Shape (SORTS, listed ships).

        Args:
            convoy: The real flights.
            choices: The ships that have a choice.
            here: Indices of the ships in `choices`.
            what: Kind of the decision.
            time: Number of decisions that each of these ships has already made at this card, the same for all.
            each: Number of imagined flights for each option.
        """
        many = choices.many[here]
        # Seeds are numbered by slot, before or after the card is revealed, and decision at the card.
        thought = (convoy.slot * 2 + (what != GIVES_UP)) * THOUGHTS + time
        seed = ((self.seed ^ IN_MIND) + A_THOUGHT * thought) % SEEDS
        flights = choices.rows[here]
        # Several ships of one flight share its decks and dice.
        different, number = np.unique(flights % self.flights, return_inverse=True)
        known = convoy.slot + (what != GIVES_UP)
        decks = (
            self.decks.take(different.repeat(each), axis=0)
            if self.is_deck_known
            else imagined_decks(self.route, seed, self.decks, known, different.tolist(), self.first, each)
        )
        dice = self._rolled(seed, convoy.slot, different, each)
        place = np.repeat(np.arange(here.size), many)
        option = np.arange(place.size) - np.repeat(np.cumsum(many) - many, many)
        trial = np.tile(np.arange(each), place.size)
        place, option = place.repeat(each), option.repeat(each)
        # The same trial of every option has the same number, hence the same cards and dice: options are compared in
        # pairs.
        copies = ImaginedCopies(flights[place], number[place] * each + trial)
        ships, values = choices.ships[here][place], choices.options[here[place], option].T
        ends = imagine(convoy, self.at_card, copies, ships, values, decks, dice, self.route, what)
        earned = self._earned(ends, copies)[ships, np.arange(copies.size)].reshape(-1, each)
        chosen = _chosen(earned, many, choices.own[here])
        report_decisions(here.size)
        return choices.options[here, chosen].T

    def _earned(self, ends: Convoy, copies: ImaginedCopies) -> npt.NDArray[np.int64]:
        """Return the credits that each ship earns in each imagined flight. Shape (ships, imagined flights)."""
        places = self.places.take(copies.of % self.flights, axis=1)
        return settle(ends, places, self.removed_counts[:, None].repeat(copies.size, axis=1), self.insured).columns()[
            "credits"
        ]

    def _rolled(self, seed: int, slot: int, flights: Indices, each: int) -> SampledDice:
        """Return dice for the cards from a slot on, for `each` imagined flights of each given flight."""
        places = (flights[:, None] * each + np.arange(each)).reshape(-1)
        first, trials = self.first * each, self.flights * each
        # Slots of cards that were resolved before are never rolled for, so they stay empty.
        before = [np.zeros(0, np.uint64)] * slot
        to_come = range(slot, self.decks.shape[1])
        each_slot = [words(seed, self.route.own(DICE + slot), first, trials)[places] for slot in to_come]
        return SampledDice([*before, *each_slot])


class _OpenChoices:
    """The ships that have a choice at a decision, with their options.

    In shapes, `places` stands for the number of these ships.

    Attributes:
        places: Indices of these ships among the deciding ones.
        rows: Flight of each of these ships, as an index into the state.
        ships: Number of each of these ships within the convoy.
        options: Options of each of these ships. Shape (places, most, SORTS).
        many: Number of options of each of these ships. Shape (places,).
        most: Largest number of options.
        own: Index of the captain's own option. Shape (places,).
        each: Number of imagined flights for each option. Shape (places,).
    """

    def __init__(
        self, ship: ShipsInFlight, rows: Indices, choice: Any, legal: Legal, thinking: dict[int, Thinking]
    ) -> None:
        listed = {place: [*legal(place)] for place in thinking}
        listed = {place: options for place, options in listed.items() if len(options) > 1}
        self.places = np.array([*listed], np.intp)
        self.rows, self.ships = rows.take(self.places), ship.numbers.take(self.places)
        self.many = np.array([len(options) for options in listed.values()], np.intp)
        self.most = int(self.many.max(initial=1))
        self.each = np.array([thinking[place].flights for place in listed], np.intp)
        self.options = np.zeros((len(listed), self.most, SORTS), np.int64)
        for number, options in enumerate(listed.values()):
            values = np.array(options, np.int64).reshape(len(options), -1)
            self.options[number, : len(options), : values.shape[1]] = values
        # Rows beyond a ship's options are zeros, which may equal a choice, hence the second line of `same`.
        own = np.atleast_2d(np.asarray(choice))[:, self.places].T
        same = (self.options[:, :, : own.shape[1]] == own[:, None]).all(axis=2)
        same &= np.arange(self.most) < self.many[:, None]
        self.own = same.argmax(axis=1)


def _chosen(earned: npt.NDArray[np.int64], many: Indices, own: Indices) -> Indices:
    """Return the index of each ship's option with the highest mean earnings, or of its captain's own. Shape (ships,).

    An option has to beat the captain's own by more than one standard error.

    Args:
        earned: Earnings of all options, ship after ship. Shape (options, imagined flights).
        many: Number of options of each ship.
        own: Index of the captain's own option of each ship.
    """
    begin = np.cumsum(many) - many
    gain = earned - earned[(begin + own).repeat(many)]
    mean = gain.mean(axis=1)
    sure = mean > gain.std(axis=1) / np.sqrt(max(1, earned.shape[1]))
    worth = np.where(sure, mean, 0.0)
    worth[begin + own] = 0.0
    # Options of all places lie one after the other; reduceat takes the best of each run.
    best = np.maximum.reduceat(worth, begin)
    first = np.where(worth == best.repeat(many), np.arange(worth.size), worth.size)
    chosen = np.minimum.reduceat(first, begin) - begin
    return np.where(best > 0, chosen, own)


def with_thinkers(
    convoy: Convoy, flights_of: Flights, first: int, flights: int, decks: Decks, start: StartKnowledge | None = None
) -> Dice:
    """Attach a `Thinker` to a convoy whose captains think, and return the dice with which its flights must fly.

    Args:
        convoy: The flights.
        flights_of: Experiment of the flights.
        first: Number of the first flight.
        flights: Number of flights.
        decks: Decks of the flights.
        start: Known facts of flights that begin at a position; None for flights from launch on.
    """
    start = start or StartKnowledge(flights_of.route.dice(flights_of.seed, first, flights))
    if not any(captain.thinks for captain in convoy.captains):
        return start.dice
    thinker = Thinker(flights_of, first, flights, decks, start)
    convoy.decisions = thinker
    return thinker.dice
