"""Captains with a prescribed beginning: a planet to begin at, or a pair of planets to head for first.

After that they choose freely. The first planets and the first pair of each game are recorded, prescribed or not
(docs/lorry-rulings.md, A beginning that is told).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.judge import LEAST, PricedJudge
from analyzer.lorry.turn.board import HAS_END, Cells
from analyzer.lorry.turn.draw import Allowed, DrawChoice, Games, Lengths, Turn, bits_of

NO_PAIR = -1
NO_PRICES = Captain(
    name="no prices",
    point=0,
    near=0,
    growth=0,
    arm=0,
    slot=0,
    finish=0,
    star=0,
    rocket=0,
    asteroid=0,
    hole=0,
    deny=0,
    block=0,
    patience=0,
)
STRAIGHT = PricedJudge(replace(NO_PRICES, name="straight", point=200, near=10, arm=1))
"""Prices of a captain who heads for a pair by the shortest way and always closes it."""
SHY = PricedJudge(replace(NO_PRICES, name="shy", slot=2_000))
"""Prices that only charge for closing a pair other than the wanted one."""


class Opener:
    """A captain whose first planets and first scored pair are recorded; nothing is prescribed.

    Subclasses prescribe how a game begins, see `prescribe` and `prefer`.

    Args:
        judge: the captain's prices.
        begin: number of the first game.
        games: number of games.
        copies: number of openers that share a table, which then holds one copy of each game for each of them. Copy c
            of game g has the number `g * copies + c`.

    Attributes:
        planets: (games,) planets that the first draw flies to, as bits from planet 1 on.
        pairs: (games,) number of the pair that is scored first, NO_PAIR before.
    """

    def __init__(self, judge: PricedJudge, begin: int, games: int, copies: int = 1) -> None:
        self.judge, self.begin, self.copies = judge, begin, copies
        self.planets = np.zeros(games, np.int64)
        self.pairs = np.full(games, NO_PAIR, np.int64)

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> DrawChoice:
        """Return the prescribed draw where there is one, else the captain's choice.

        The planets to which the first turn flies are recorded in `planets`.
        """
        picked = self.judge.pick(turn, games, allowed, extra)
        self.overrule(turn, games, allowed, extra, picked, np.arange(games.size))
        return picked

    def overrule(
        self, turn: Turn, games: Games, allowed: Allowed, extra: bool, picked: DrawChoice, own: npt.NDArray[np.intp]
    ) -> None:
        """Replace the captain's choices by the prescribed draws, in place, and record the planets of the first turn.

        Args:
            turn: the turn.
            games: the games, in which the captain chose.
            allowed: the allowed types.
            extra: whether the track is an extra one.
            picked: the captain's choices.
            own: indices of the games that this opener plays.
        """
        orders = self.prescribe(turn, games[own], allowed[:, own], extra)
        if orders is not None:
            where, track, cell, forced = orders
            at = own[where]
            picked.track[at], picked.cell[at] = track[where], cell[where]
            picked.kind[at], picked.forced[at] = -1, forced[where]
        if turn.table.round == 0 and not extra:
            drawn = own[picked.track[own] >= 0]
            planets = planets_of(turn, picked.track[drawn], picked.cell[drawn])
            self.planets[self._number(turn, games[drawn])] = planets

    def prescribe(
        self, turn: Turn, games: Games, allowed: Allowed, extra: bool
    ) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int8], Cells, npt.NDArray[np.bool_]] | None:
        """Return the prescribed draws, or None if there are none.

        Returns:
            Arrays of shape (games,): whether a draw is prescribed, its track, its cell, and whether its score is below
            that of drawing nothing.
        """
        return None

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """Return the pair that the captain scores in each game, and record it if it is the game's first one."""
        return self.prefer(turn, games, lengths, self.judge.pair(turn, games, lengths))

    def prefer(self, turn: Turn, games: Games, lengths: Lengths, chosen: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """Return the pair to score in each game, and record it if it is the first scored pair of the game.

        Here it is the captain's choice `chosen`; subclasses may return another pair.
        """
        self.note(turn, games, chosen)
        return chosen

    def note(self, turn: Turn, games: Games, chosen: npt.NDArray[np.intp]) -> None:
        """Record the scored pair in `pairs`, in games in which no pair was scored before."""
        number = self._number(turn, games)
        self.pairs[number] = np.where(self.pairs[number] < 0, chosen, self.pairs[number])

    def fill(self, turn: Turn, games: Games) -> Cells:
        """Return the captain's choice of the box to fill."""
        return self.judge.fill(turn, games)

    def _number(self, turn: Turn, games: Games) -> npt.NDArray[np.int64]:
        """Return the index of each game in the arrays of this opener, e.g. `pairs`."""
        return np.asarray(turn.table.game[games] // self.copies - self.begin)


class PlanetOpener(Opener):
    """A captain whose first draw flies to a planet, if that is legal.

    Args:
        judge: the captain's prices.
        begin: number of the first game.
        games: number of games.
        planet: number of the planet, from 0.
        copies: number of openers that share a table.
    """

    def __init__(self, judge: PricedJudge, begin: int, games: int, planet: int, copies: int = 1) -> None:
        super().__init__(judge, begin, games, copies)
        self.planet = planet

    def prescribe(
        self, turn: Turn, games: Games, allowed: Allowed, extra: bool
    ) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int8], Cells, npt.NDArray[np.bool_]] | None:
        """Return, in the first turn, the candidate with the largest score that flies to the planet."""
        if turn.table.round or extra:
            return None
        weighed = self.judge.weigh(turn, games, allowed, extra)
        track = np.arange(len(HAS_END))[:, None]
        there = planets_of(turn, track, weighed.cell[None]) >> self.planet & 1
        flying_there = weighed._replace(score=np.where(there, weighed.score, np.int32(LEAST)))
        best_track, cell, best = flying_there.best(games.size)
        return best_track >= 0, best_track, cell, best < weighed.without


class PairOpener(Opener):
    """A captain who heads straight for one pair until the first route, and avoids scoring other pairs before.

    In turns in which no draw leads to the pair, the captain chooses freely.

    Args:
        judge: the captain's prices.
        begin: number of the first game.
        games: number of games.
        pair: number of the pair, from 0.
        copies: number of openers that share a table.
    """

    def __init__(self, judge: PricedJudge, begin: int, games: int, pair: int, copies: int = 1) -> None:
        super().__init__(judge, begin, games, copies)
        self.wanted = pair

    def prescribe(
        self, turn: Turn, games: Games, allowed: Allowed, extra: bool
    ) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int8], Cells, npt.NDArray[np.bool_]] | None:
        """Return, until the trader has scored a route, the draw that joins the pair or comes nearest to it.

        Draws that join another unscored pair are prescribed only if no other draw leads towards the pair.
        """
        heading = self.pairs[self._number(turn, games)] < 0
        if not heading.any():
            return None
        planned = np.zeros(1, np.uint64) | np.uint64(1) << np.uint64(self.wanted)
        alone, others = _as_if(turn, scored=~planned), _as_if(turn, scored=planned)
        weighed = STRAIGHT.weigh(alone, games, allowed, extra)
        shunned = SHY.weigh(others, games, allowed, extra).score
        # `alone` sees the wanted pair only, `others` all pairs but it: a draw that closes another pair loses SHY's
        # slot.
        weighed = weighed._replace(score=np.where(weighed.score > LEAST, weighed.score + shunned, weighed.score))
        best_track, cell, best = weighed.best(games.size)
        # A score of `nothing` leads nowhere near the pair, so the captain is free.
        heading &= best > STRAIGHT.leads.nothing(STRAIGHT.standing(turn, games).patience)
        if extra:
            best_track = np.where(best > weighed.without, best_track, np.int8(-1))
        return heading, best_track, cell, best < weighed.without

    def prefer(self, turn: Turn, games: Games, lengths: Lengths, chosen: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """Return the wanted pair if it may be scored as the first route, else the captain's choice."""
        now = (self.pairs[self._number(turn, games)] < 0) & (lengths[:, self.wanted] > 0)
        chosen = np.where(now, self.wanted, chosen)
        self.note(turn, games, chosen)
        return np.asarray(chosen)


class Openers:
    """Captains with a prescribed beginning who play copies of the same games on one table, one copy each.

    Opener n plays copy n of each game.

    Args:
        openers: the openers, all by the prices of one captain.
    """

    def __init__(self, openers: Sequence[Opener]) -> None:
        self.openers, self.judge = openers, openers[0].judge

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> DrawChoice:
        """Return each opener's choice in its own games."""
        picked = self.judge.pick(turn, games, allowed, extra)
        for opener, own in self._shares(turn, games):
            opener.overrule(turn, games, allowed, extra, picked, own)
        return picked

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """Return the pair that each opener scores in its own games."""
        chosen = self.judge.pair(turn, games, lengths)
        for opener, own in self._shares(turn, games):
            chosen[own] = opener.prefer(turn, games[own], lengths[own], chosen[own])
        return chosen

    def fill(self, turn: Turn, games: Games) -> Cells:
        """Return the captain's choice of the box to fill."""
        return self.judge.fill(turn, games)

    def _shares(self, turn: Turn, games: Games) -> Iterator[tuple[Opener, npt.NDArray[np.intp]]]:
        """Yield each opener that has some of the games, with their indices."""
        copy_of = turn.table.game[games] % len(self.openers)
        for number, opener in enumerate(self.openers):
            own = np.flatnonzero(copy_of == number)
            if own.size:
                yield opener, own


def planets_of(turn: Turn, track: npt.NDArray[np.integer], cell: Cells) -> npt.NDArray[np.int64]:
    """Return the planets that ends of the tracks in the cells touch, as bits from planet 1 on."""
    at = turn.table.board.planet_at[:, cell].astype(np.int64)
    touched = np.moveaxis(HAS_END[track], -1, 0) & (at >= 0)
    return np.asarray(np.bitwise_or.reduce(np.where(touched, 1 << np.maximum(at, 0), 0), axis=0))


def _as_if(turn: Turn, scored: npt.NDArray[np.uint64]) -> Turn:
    """Return a copy of the turn in which some further pairs count as scored.

    Args:
        turn: the turn.
        scored: (1,) the pairs, as bits by number of the pair.
    """
    seen, table = copy(turn), copy(turn.table)
    left = np.zeros((table.board.planets, 1), np.uint16)
    for one, other in table.board.pairs[~bits_of(table, scored)[0]].tolist():
        left[one] |= 1 << other
        left[other] |= 1 << one
    table.unscored, table.by = table.unscored & left, table.by | scored
    seen.table = table
    return seen
