"""Captains who think: at each decision every option is played on in mind, and the one that earns most is taken.

In the imagined flights all captains go by their prices, the thinker too. An option is taken in place of the captain's
own where it is better by more than chance: of equals the captain's own choice stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.random_words import words
from analyzer.runs.watched import report_decisions
from analyzer.trucker.captains.captain import Thinking
from analyzer.trucker.cards.piles import Decks
from analyzer.trucker.cards.route import DICE, Route
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import GIVES_UP, GOODS, Legal
from analyzer.trucker.convoy.formation import Insured
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import Which
from analyzer.trucker.flight.dice import Dice, SampledDice
from analyzer.trucker.flight.settlement import settle
from analyzer.trucker.ship.bitboard import Counts
from analyzer.trucker.thinking.imagined import (
    SORTS,
    AtCard,
    Copies,
    Listening,
    imagine,
    imagined_decks,
    seed_of,
)

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

    def decide_written(self, ship: Ship, what: str, choice: Any, legal: Legal) -> tuple[Any, frozenset[int]]:
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

    def decide(self, ship: Ship, what: str, choice: Any, legal: Legal) -> Any:
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

    def _thinking(self, ship: Ship) -> dict[int, Thinking]:
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

    def __init__(self, ship: Ship, rows: Which, choice: Any, legal: Legal, thinking: dict[int, Thinking]) -> None:
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
