"""The captain who thinks: flights imagined for each option.

Cards that were revealed and rolls that were made are the same; all else comes from a seed apart. What cards and dice a
flight still holds is never looked at.

In the imagined flights all captains go by their prices, the thinker too. An option is taken in place of the captain's
own where it is better by more than chance: of equals the captain's own choice stands.
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
from analyzer.trucker.convoy.state import Array, Insured, Which
from analyzer.trucker.flight.dice import ROLLS_IN_A_WORD, Dice, Rolls, SampledDice
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.flight.settlement import settle
from analyzer.trucker.ship.bitboard import Counts

IN_MIND, A_THOUGHT, SEEDS = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 1 << 64
"""What seeds of imagined flights differ by from those of real ones, and from thought to thought."""
SORTS = 4
"""The most numbers that make up a decision: cubes of each colour."""
History = npt.NDArray[np.int64]
"""(decisions, SORTS, ships, flights) What was decided at the card at hand, in order."""


@dataclass
class AtCard:
    """What has happened at the card at hand in every flight of a block.

    state: the arrays as they were when it was revealed; rolled (rolls, flights) and read (flights): the sums that were
    rolled, and how many; decided and made (ships, flights): what was decided, and how often; loaded (SORTS, ships,
    flights) and is_loaded (ships, flights): the cubes aboard after loading, where a position says them.
    """

    state: dict[str, Array]
    rolled: npt.NDArray[np.int64]
    read: npt.NDArray[np.int64]
    decided: History
    made: npt.NDArray[np.int64]
    loaded: npt.NDArray[np.int64]
    is_loaded: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, state: dict[str, Array], ships: int, flights: int) -> AtCard:
        """Nothing has happened yet."""
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

    def note(self, ships: Which, flights: Which, value: Any) -> None:
        """Something was decided by ships in flights; value: (flights,), or (sorts, flights)."""
        times = self.made[ships, flights]
        if times.size and times.max() >= len(self.decided):
            self.decided = np.concatenate([self.decided, np.zeros((1, *self.decided.shape[1:]), np.int64)])
        rows = np.atleast_2d(np.asarray(value))
        for sort, row in enumerate(rows):
            self.decided[times, sort, ships, flights] = row
        self.made[ships, flights] += 1

    def note_cubes(self, ships: Which, flights: Which, cubes: Any) -> None:
        """A position says what ships have aboard after loading; cubes: (SORTS, flights)."""
        self.loaded[:, ships, flights] = cubes
        self.is_loaded[ships, flights] = True


class Listening:
    """Dice of real flights, whose rolls are noted in `at_card`."""

    def __init__(self, others: Dice) -> None:
        self.others = others
        self.at_card: AtCard | None = None

    def roll(self, convoy: Convoy, number: int, flights: Which | None = None) -> Rolls:
        """The roll of the others."""
        rolls = self.others.roll(convoy, number, flights)
        if self.at_card is not None and convoy.size:
            who = convoy.everywhere if flights is None else flights
            rows = convoy.rows.take(who)
            self.at_card.rolled[number, rows] = rolls.take(who)
            self.at_card.read[rows] = np.maximum(self.at_card.read[rows], number + 1)
        return rolls


@dataclass(frozen=True)
class Copies:
    """Imagined flights: of each the flight of the block that it goes on from, and the number of its cards and dice."""

    of: Which
    number: Which

    @property
    def size(self) -> int:
        """How many."""
        return self.of.size


class ImaginedDice:
    """Dice of a seed apart, but for the rolls that were made already at the card at hand."""

    def __init__(self, others: SampledDice, slot: int, copies: Copies, at_card: AtCard) -> None:
        self.others, self.slot, self.copies, self.at_card = others, slot, copies, at_card

    def roll(self, convoy: Convoy, number: int, flights: Which | None = None) -> Rolls:
        """What was rolled, or another roll."""
        rolls = self.others.roll(convoy, number, flights)
        if convoy.slot != self.slot:
            return rolls
        flights_of = self.copies.of.take(convoy.rows)
        known = number < self.at_card.read.take(flights_of)
        return np.where(known, self.at_card.rolled[number].take(flights_of), rolls).astype(np.intp)


class Settled:
    """What was decided at the card at hand is decided again, then the option that is tried; from there on prices.

    option: (SORTS, imagined flights), of the ship with that number.
    """

    def __init__(self, slot: int, copies: Copies, at_card: AtCard, ship: Which, option: npt.NDArray[np.int64]) -> None:
        self.slot, self.copies, self.at_card, self.ship, self.option = slot, copies, at_card, ship, option
        self.made = np.zeros((len(at_card.made), copies.size), np.int64)
        self.has_loaded = np.zeros(self.made.shape, bool)

    def card_revealed(self, convoy: Convoy) -> None:
        """Nothing to note."""

    def decide(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> Any:
        """What was decided, what is tried, or what the captain thinks."""
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

    def _loaded(self, rows: Which, numbers: Which, choice: Any) -> Any:
        """The cubes that the position says, the first time that a ship loads; else those of the captain."""
        flights = self.copies.of.take(rows)
        again = self.at_card.is_loaded[numbers, flights] & ~self.has_loaded[numbers, rows]
        self.has_loaded[numbers, rows] = True
        return np.where(again, self.at_card.loaded[:, numbers, flights], choice) if again.any() else choice


def imagine(
    convoy: Convoy,
    at_card: AtCard,
    copies: Copies,
    ship: Which,
    option: npt.NDArray[np.int64],
    decks: Decks,
    dice: SampledDice,
    route: Route,
    what: str,
) -> Convoy:
    """Imagined flights at their ends; each tries its option (SORTS, imagined flights) for a ship by number.

    decks, dice: by `copies.number`; what: the decision that is open.
    """  # fmt: skip
    now = convoy.state.arrays() if what == GIVES_UP else at_card.state
    arrays = {name: array.take(copies.of, axis=-1) for name, array in now.items()} | {"flight": copies.number}
    flying = copy(convoy)
    flying.state, flying.rows = convoy.state.of(**arrays), np.arange(copies.size)
    flying.forget_rows()
    flying.log, flying.written = None, set()
    slot = convoy.slot
    flying.decisions = Settled(slot, copies, at_card, ship, option)
    rolls = ImaginedDice(dice, slot, copies, at_card)
    slots = range(slot, decks.shape[1])
    fly_through(flying, route.rules.cards, decks, rolls, slots, is_revealed=what != GIVES_UP)
    return flying


def seed_of(seed: int, thought: int) -> int:
    """The seed of the imagined flights of a thought."""
    return ((seed ^ IN_MIND) + A_THOUGHT * thought) % SEEDS


def imagined_decks(
    route: Route, seed: int, decks: Decks, known: int, flights: Sequence[int], first: int, each: int
) -> Decks:
    """(flights * each, slots) Decks that begin like those of some flights of a block, whose first one is `first`."""
    if route.cards:
        return decks.take(np.repeat(np.asarray(flights), each), axis=0)
    ids = np.array([card.id for card in route.rules.cards])
    dealt = [
        deal_rest(route, tuple(ids[decks[flight, :known]].tolist()), seed, (first + flight) * each, each)
        for flight in flights
    ]
    return np.concatenate(dealt)


LANES = 1 << 14
"""Imagined flights that fly side by side."""
THOUGHTS = 64
"""Thoughts that a card has of its own."""


class Flights(Protocol):
    """What fixes the flights of an experiment, as far as a thinker knows it."""

    @property
    def route(self) -> Route:
        """Where they go."""

    @property
    def seed(self) -> int:
        """Their seed, which that of imagined flights follows from."""

    @property
    def mended(self) -> tuple[int, ...]:
        """How many components repair took off each ship."""

    @property
    def insured(self) -> list[Insured]:
        """What each ship is insured for."""

    def places(self, first: int, flights: int) -> Counts:
        """(ships, flights) Places in the starting order."""


class Script(Protocol):
    """What a position says that ships decided at the card at hand."""

    def decide_written(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> tuple[Any, frozenset[int]]:
        """The captains' choice, or what is written; and the places of the ships for which it is written."""


@dataclass(frozen=True)
class Begun:
    """What holds for flights that begin at a position: their dice, with what was rolled, and what was decided there.

    is_deck_known: whether the thinkers know all cards that are still to come.
    """

    dice: Dice
    script: Script | None = None
    is_deck_known: bool = False


class Thinker:
    """Decides for the ships of thinkers in a block of flights."""

    def __init__(self, flights_of: Flights, first: int, flights: int, decks: Decks, begun: Begun) -> None:
        self.route, self.seed = flights_of.route, flights_of.seed
        self.first, self.flights, self.decks, self.dice = first, flights, decks, Listening(begun.dice)
        self.script, self.is_deck_known = begun.script, begun.is_deck_known
        self.places = flights_of.places(first, flights)
        self.mended, self.insured = np.array(flights_of.mended), flights_of.insured

    def card_revealed(self, convoy: Convoy) -> None:
        """A card lies open in all flights: what happens at it is noted from here on."""
        self.at_card = AtCard.of(convoy.state.arrays(), convoy.seats, convoy.state.size)
        self.dice.at_card = self.at_card

    def decide(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> Any:
        """The option that earns most in imagined flights, for ships whose captain thinks."""
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
            self.at_card = AtCard.of(convoy.state.arrays(), convoy.seats, convoy.state.size)
        decided = np.array(choice)
        tries = _Tries(ship, rows, choice, legal, thinking)
        if tries.places.size:
            best = self._best(convoy, tries, what)
            np.atleast_2d(decided)[:, tries.places] = best[: np.atleast_2d(decided).shape[0]]
        self.at_card.note(ship.numbers, rows, decided)
        return decided

    def _thinking(self, ship: ShipsInFlight) -> dict[int, Thinking]:
        """By place among the ships who thinks, and how."""
        captains, command = ship.convoy.captains, ship.convoy.state.command
        if captains.only is not None:
            thinks = captains.only.thinks
            return dict.fromkeys(range(ship.cells.size), thinks) if thinks else {}
        who = command.reshape(-1).take(ship.cells).tolist()
        each = {place: captains.each[number].thinks for place, number in enumerate(who)}
        return {place: thinks for place, thinks in each.items() if thinks is not None}

    def _best(self, convoy: Convoy, tries: _Tries, what: str) -> npt.NDArray[np.int64]:
        """(SORTS, places) What is decided in each place where there is a choice."""
        best = np.zeros((SORTS, tries.places.size), np.int64)
        times = self.at_card.made[tries.ships, tries.rows]
        for time in np.unique(times).tolist():
            for each in np.unique(tries.each).tolist():
                some = np.flatnonzero((times == time) & (tries.each == each))
                at_once = max(1, LANES // (each * max(1, tries.most)))
                for begin in range(0, some.size, at_once):
                    here = some[begin : begin + at_once]
                    best[:, here] = self._think(convoy, tries, here, what, time, each)
        return best

    def _think(
        self, convoy: Convoy, tries: _Tries, here: Which, what: str, time: int, each: int
    ) -> npt.NDArray[np.int64]:
        """(SORTS, here) The best option of some places, all at the same number of decisions at this card."""
        many = tries.many[here]
        thought = (convoy.slot * 2 + (what != GIVES_UP)) * THOUGHTS + time
        seed = seed_of(self.seed, thought)
        flights = tries.rows[here]
        different, number = np.unique(flights % self.flights, return_inverse=True)
        known = convoy.slot + (what != GIVES_UP)
        decks = self._dealt(seed, known, different, each)
        dice = self._rolled(seed, convoy.slot, different, each)
        place = np.repeat(np.arange(here.size), many)
        option = np.arange(place.size) - np.repeat(np.cumsum(many) - many, many)
        trial = np.tile(np.arange(each), place.size)
        place, option = place.repeat(each), option.repeat(each)
        copies = Copies(flights[place], number[place] * each + trial)
        ships, values = tries.ships[here][place], tries.options[here[place], option].T
        ends = imagine(convoy, self.at_card, copies, ships, values, decks, dice, self.route, what)
        earned = self._earned(ends, copies)[ships, np.arange(copies.size)].reshape(-1, each)
        chosen = _chosen(earned, many, tries.own[here])
        report_decisions(here.size)
        return tries.options[here, chosen].T

    def _earned(self, ends: Convoy, copies: Copies) -> npt.NDArray[np.int64]:
        """(ships, imagined flights) What each ship earns."""
        places = self.places.take(copies.of % self.flights, axis=1)
        return settle(ends, places, self.mended[:, None].repeat(copies.size, axis=1), self.insured).columns()["credits"]

    def _dealt(self, seed: int, known: int, flights: Which, each: int) -> Decks:
        if self.is_deck_known:
            return self.decks.take(flights.repeat(each), axis=0)
        return imagined_decks(self.route, seed, self.decks, known, flights.tolist(), self.first, each)

    def _rolled(self, seed: int, slot: int, flights: Which, each: int) -> SampledDice:
        """Dice of the cards from that slot on for so many imagined flights of each flight."""
        places = (flights[:, None] * each + np.arange(each)).reshape(-1)
        first, trials = self.first * each, self.flights * each
        before = [np.zeros(0, np.uint64)] * slot
        to_come = range(slot, self.decks.shape[1])
        each_slot = [words(seed, self.route.own(DICE + slot), first, trials)[places] for slot in to_come]
        return SampledDice([*before, *each_slot])


class _Tries:
    """Where there is a choice among the ships that decide: the options of each place, and which the captain's is.

    options: (places, most, SORTS); many: how many of them there are; own: the captain's; each: imagined flights.
    """

    def __init__(
        self, ship: ShipsInFlight, rows: Which, choice: Any, legal: Legal, thinking: dict[int, Thinking]
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
        own = np.atleast_2d(np.asarray(choice))[:, self.places].T
        same = (self.options[:, :, : own.shape[1]] == own[:, None]).all(axis=2)
        same &= np.arange(self.most) < self.many[:, None]
        self.own = same.argmax(axis=1)


def _chosen(earned: npt.NDArray[np.int64], many: Which, own: Which) -> Which:
    """(places) The option that earns most, unless it is better than the captain's own by chance alone.

    earned: (options of all places one after the other, imagined flights); own: the captain's option of each place.
    """
    begin = np.cumsum(many) - many
    gain = earned - earned[(begin + own).repeat(many)]
    mean = gain.mean(axis=1)
    sure = mean > gain.std(axis=1) / np.sqrt(max(1, earned.shape[1]))
    worth = np.where(sure, mean, 0.0)
    worth[begin + own] = 0.0
    best = np.maximum.reduceat(worth, begin)
    first = np.where(worth == best.repeat(many), np.arange(worth.size), worth.size)
    chosen = np.minimum.reduceat(first, begin) - begin
    return np.where(best > 0, chosen, own)


def with_thinkers(
    convoy: Convoy, flights_of: Flights, first: int, flights: int, decks: Decks, begun: Begun | None = None
) -> Dice:
    """Let those captains of a convoy think who do; the dice that its flights, from that one on, fly with.

    begun: what is known of flights that begin at a position, None of those from launch on.
    """
    begun = begun or Begun(flights_of.route.dice(flights_of.seed, first, flights))
    if not any(captain.thinks for captain in convoy.captains):
        return begun.dice
    thinker = Thinker(flights_of, first, flights, decks, begun)
    convoy.decisions = thinker
    return thinker.dice
