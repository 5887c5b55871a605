"""The trek of 2021: titles are won on the first flight, handed on, and defended (quick reference, last part)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.shuffles import shuffled
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import Truth
from analyzer.trucker.flight.settlement import Outcome
from analyzer.trucker.journey.titles import Title, measured
from analyzer.trucker.ship.bitboard import Counts

LEVELS = ("I", "II", "III")
"""The flights of a trek."""
DRAWN = 300
"""Stream of random words: which titles are drawn."""
WON, DEFENDED, DEFENDED_SILVER, DEFENDED_GOLD = 2, 4, 6, 12
"""Credits on levels I, II, and III."""
NOBODY = -1
FAR = np.iinfo(np.int64).max


@dataclass(frozen=True)
class Trek:
    """The titles of which every journey draws as many as truckers take part."""

    titles: tuple[Title, ...]
    truckers: int

    def drawn(self, seed: int, first: int, flights: int) -> Titles:
        """The titles of those journeys."""
        order = shuffled(seed, DRAWN, first, flights, len(self.titles), self.truckers)
        return Titles(self.titles, np.sort(order, axis=0).astype(np.int64))


class Titles:
    """The titles of many journeys, and who has them.

    `drawn` (truckers, journeys): numbers of the titles, in the order in which they are listed; `holds` (truckers,
    journeys): which of them each trucker has, as a row of `drawn`; `gold` (truckers, journeys): whether it is golden.
    """

    def __init__(self, titles: tuple[Title, ...], drawn: Counts) -> None:
        self.titles = titles
        self.drawn = drawn
        self.holds = np.full(drawn.shape, NOBODY)
        self.gold: Truth = np.zeros(drawn.shape, np.bool_)

    def paid(self, leg: int, convoy: Convoy, outcome: Outcome, order: Counts) -> Counts:
        """(truckers, journeys) What titles pay after that flight, from 1; `order` is that in which flights ended."""
        best, worthless = self._scored(convoy, outcome)
        if leg == 1:
            self.holds = handed_on(owners(best, order), order)
            return np.asarray(WON * (best & ~worthless[:, None]).sum(axis=0, dtype=np.int64))
        defended: Truth = np.take_along_axis(best, self.holds[None], axis=0)[0]
        if leg == 2:
            self.gold = defended
            return np.asarray(DEFENDED * defended.astype(np.int64))
        return np.asarray(defended * np.where(self.gold, DEFENDED_GOLD, DEFENDED_SILVER))

    def _scored(self, convoy: Convoy, outcome: Outcome) -> tuple[Truth, Truth]:
        """(titles, truckers, journeys) Who scores highest of who arrived, and (titles, journeys) if with nothing."""
        arrived = convoy.state.flying
        best = np.zeros((len(self.drawn), *arrived.shape), np.bool_)
        worthless = np.zeros(self.drawn.shape, np.bool_)
        for number, title in enumerate(self.titles):
            score = measured(title.metric, convoy, outcome)
            most = title.sense == "most"
            highest = np.where(arrived, score if most else -score, -FAR)
            top = highest.max(axis=0)
            here = self.drawn == number
            best |= here[:, None] & arrived & (highest == top)
            worthless |= here & (top == 0) & most
        return best, worthless


def most_paid(leg: int, truckers: int) -> float:
    """Return the most that titles pay a trucker after that flight, from 1."""
    return float(WON * truckers if leg == 1 else DEFENDED if leg == 2 else DEFENDED_GOLD)


def owners(best: Truth, order: Counts) -> Counts:
    """(titles, journeys) To whom each title goes: of those who score highest, whoever is furthest ahead."""
    places = np.where(best, order, FAR)
    return np.where(best.any(axis=1), places.argmin(axis=1), NOBODY)


def handed_on(owner: Counts, order: Counts) -> Counts:
    """(truckers, journeys) The title that each keeps or is given, as a row of `owner`.

    Who has several keeps the one that is listed first; the others, and those that nobody won, go in their order to
    truckers without a title, in the order in which flights ended.
    """
    holds = np.full(order.shape, NOBODY)
    journeys: npt.NDArray[np.intp] = np.arange(order.shape[1])
    for title, won_by in enumerate(owner):
        for trucker, held in enumerate(holds):
            held[(won_by == trucker) & (held == NOBODY)] = title
    for title in range(len(owner)):
        over = np.flatnonzero(~(holds == title).any(axis=0))
        next_one = np.where(holds == NOBODY, order, FAR).argmin(axis=0)
        holds[next_one[over], journeys[over]] = title
    return holds
