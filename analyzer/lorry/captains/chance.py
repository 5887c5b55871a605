"""The random captain: any legal draw, pair or box, each as likely as any other."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.lorry.tracks import TYPES
from analyzer.lorry.turn.acting import Allowed, Lengths, Picked, Turn
from analyzer.lorry.turn.board import TYPE
from analyzer.lorry.turn.draw import Games
from analyzer.lorry.turn.places import Sight, any_of
from analyzer.lorry.turn.rows import Cells, Sets


class Random:
    """Chooses by lot; every lot is addressed."""

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> Picked:
        """One of all legal draws; an extra track may be left."""
        sight = Sight(turn.table, turn.trader, games)
        places = sight.legal() & np.where(allowed[TYPE], sight.space.full, 0).astype(sight.space.kind)[:, None]
        flat = places.reshape(-1, games.size)
        many = np.bitwise_count(flat).cumsum(axis=0, dtype=np.int64)
        draws = many[-1]
        without = np.zeros((len(TYPES), games.size), np.bool_)
        if not extra and sight.board.switches.no_place == "pass":
            without = allowed & ~_types_with(places)
        none = (draws > 0) if extra else without.sum(axis=0)
        choices = draws + none
        number = np.full(games.size, -1, np.int64)
        choosing = np.flatnonzero(choices)
        number[choosing] = turn.dice.choose(turn, games[choosing], choices[choosing])
        track = np.full(games.size, -1, np.int8)
        cell = np.full(games.size, -1, np.intp)
        rows = np.flatnonzero((number >= 0) & (number < draws))
        line = (many[:, rows] <= number[rows]).sum(axis=0)
        before = np.where(line > 0, many[line - 1, rows], 0)
        column = _nth_bit(flat[line, rows], number[rows] - before)
        track[rows], row = np.divmod(line, sight.space.rows)
        cell[rows] = row * sight.space.width + column
        kind = np.full(games.size, -1, np.int8)
        passing = np.flatnonzero(number >= draws) if not extra else np.empty(0, np.intp)
        order = without[:, passing].cumsum(axis=0)
        kind[passing] = (order <= number[passing] - draws[passing]).sum(axis=0)
        return Picked(track, cell, kind, np.zeros(games.size, np.bool_))

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """One of those that may be scored, or none where that is allowed."""
        may = lengths > 0
        many = may.sum(axis=1)
        may_decline = turn.table.board.switches.scoring_forced == "no"
        number = turn.dice.choose(turn, games, many + may_decline)
        chosen = (may.cumsum(axis=1) <= number[:, None]).sum(axis=1)
        return np.asarray(np.where(number < many, chosen, -1))

    def fill(self, turn: Turn, games: Games) -> Cells:
        """One of the boxes that may be filled, or none."""
        sight = Sight(turn.table, turn.trader, games)
        boxes: Sets = sight.fillable()
        many = np.bitwise_count(boxes).cumsum(axis=0, dtype=np.int64)
        cell = np.full(games.size, -1, np.intp)
        choosing = np.flatnonzero(many[-1])
        if choosing.size:
            number = turn.dice.choose(turn, games[choosing], many[-1, choosing] + 1)
            taken = number < many[-1, choosing]
            choosing, number = choosing[taken], number[taken]
            row = (many[:, choosing] <= number).sum(axis=0)
            before = np.where(row > 0, many[row - 1, choosing], 0)
            cell[choosing] = row * sight.space.width + _nth_bit(boxes[row, choosing], number - before)
        return cell


def _types_with(places: Sets) -> npt.NDArray[np.bool_]:
    """(types, games) Whether a track of that type may lie anywhere."""
    there = any_of(places)
    return np.array([there[kind == TYPE].any(axis=0) for kind in range(len(TYPES))])


def _nth_bit(words: Sets, number: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The column of the n-th bit, from 0, of each word."""
    column = np.zeros(words.size, np.int64)
    seen = np.zeros(words.size, np.int64)
    for at in range(np.iinfo(words.dtype).bits):
        held = (words >> words.dtype.type(at) & 1).astype(np.int64)
        column[(held > 0) & (seen == number)] = at
        seen += held
    return column
