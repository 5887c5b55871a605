"""A named captain alone, exactly: every roll of every turn, equal states merged, whole-number weights.

A captain who plays by prices chooses alike in equal states, so nothing but dice branches. Rolls of asteroids are laid
down before a turn, as many as there are asteroids left to meet; where they are not used, their branches merge again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.compiled import compiled
from analyzer.lorry.tables import FACES
from analyzer.lorry.turn.acting import Turn, Types
from analyzer.lorry.turn.board import ASTEROID, Board
from analyzer.lorry.turn.dice import faces_of
from analyzer.lorry.turn.draw import Games
from analyzer.lorry.turn.round import play_round
from analyzer.lorry.turn.table import Table

BUDGET = 200_000
"""States that are played on from."""
LANES = 1 << 14
"""Turns that are played side by side."""


class Listed:
    """Dice whose rolls are laid down: types (dice, games), and faces of asteroids' dice (asteroids, games)."""

    def __init__(self, faces: Types, rolled: Types, again: npt.NDArray[np.intp]) -> None:
        self.faces, self.rolled, self.again = faces, rolled, again

    def roll(self, table: Table) -> Types:
        """As they are laid down."""
        return self.rolled

    def asteroid(self, turn: Turn, games: Games) -> Types:
        """The next face of the die that was taken."""
        face = self.again[turn.asteroids[games], games]
        return np.asarray(self.faces[turn.die[games], face])

    def choose(self, turn: Turn, games: Games, many: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Nobody plays by chance here."""
        raise AnalyzerError(
            "the random captain cannot be computed exactly, as random choices are no part of a state: name another"
        )


@dataclass(frozen=True)
class Rolls:
    """All rolls of some dice that differ, with how many faces make each."""

    types: npt.NDArray[np.int8]
    weights: npt.NDArray[np.object_]


def rolls_of(dice: Sequence[tuple[int, ...]]) -> Rolls:
    """(dice, rolls) types, in every order in which the dice may show them."""
    kinds = [[(kind, many) for kind, many in enumerate(die) if many] for die in dice]
    every = list(product(*kinds))
    types = np.array([[kind for kind, _ in roll] for roll in every], np.int8).T
    weights = np.array([int(np.prod([many for _, many in roll])) for roll in every], object)
    return Rolls(types, weights)


def distribution(
    table: Table, captain: Captain, dice: Sequence[tuple[int, ...]], turns: int, budget: int = BUDGET
) -> dict[int, Fraction]:
    """The chance of each total with which a captain ends after so many turns; one game to begin with."""
    if captain.thinks is not None:
        raise AnalyzerError(
            f"captain {captain.name} imagines games, which rules out exact results: name another, or use fly"
        )
    weights = np.array([Fraction(1)], object)
    ended: dict[int, Fraction] = {}
    every = rolls_of(dice)
    spent = 0
    for _ in range(turns):
        spent += table.games
        if spent > budget:
            raise AnalyzerError(f"more than {budget} states: too many to compute exactly; ask for fewer turns")
        table, weights, denominator = _turn(table, weights, captain, dice, every)
        for game in np.flatnonzero(table.over).tolist():
            total = int(table.totals[0, game])
            ended[total] = ended.get(total, Fraction(0)) + Fraction(weights[game], denominator)
        going_on = np.flatnonzero(~table.over)
        shares = [Fraction(weight, denominator) for weight in weights[going_on]]
        table, weights = table.take(going_on), np.array(shares, object)
        if not table.games:
            break
    for game in range(table.games):
        total = int(table.totals[0, game])
        ended[total] = ended.get(total, Fraction(0)) + Fraction(weights[game])
    return dict(sorted(ended.items()))


def _turn(
    table: Table, weights: npt.NDArray[np.object_], captain: Captain, dice: Sequence[tuple[int, ...]], every: Rolls
) -> tuple[Table, npt.NDArray[np.object_], int]:
    """All games after one more turn, equal ones merged: (table, weights, by what weights are divided)."""
    again = _faces_again(table.board, table)
    rolls, asteroids = every.types.shape[1], again.shape[1]
    states = np.repeat(np.arange(table.games), rolls * asteroids)
    roll = np.tile(np.repeat(np.arange(rolls), asteroids), table.games)
    faces = np.tile(np.arange(asteroids), table.games * rolls)
    merged: dict[bytes, int] = {}
    parts: list[Table] = []
    summed: list[Fraction] = []
    for begin in range(0, states.size, LANES):
        some = slice(begin, begin + LANES)
        lanes = table.take(states[some])
        listed = Listed(faces_of(dice), every.types[:, roll[some]], again[:, faces[some]])
        play_round(lanes, [compiled(captain)], listed)
        new: list[int] = []
        for game, key in enumerate(_keys(lanes)):
            weight = weights[states[some][game]] * every.weights[roll[some][game]]
            if key in merged:
                summed[merged[key]] += weight
            else:
                merged[key] = len(summed)
                summed.append(weight)
                new.append(game)
        parts.append(lanes.take(np.array(new, np.intp)))
    return _joined(parts), np.array(summed, object), FACES ** len(dice) * asteroids


def _faces_again(board: Board, table: Table) -> npt.NDArray[np.intp]:
    """(asteroids, ways) Every row of faces that asteroids which can still be met may show, at least one way."""
    boxes = np.flatnonzero(board.special[: board.space.cells] == ASTEROID)
    empty = board.space.spelled(table.empty)[:, boxes].any(axis=0)
    many = int(empty.sum())
    return np.array(list(product(range(FACES), repeat=many)), np.intp).reshape(FACES**many, many).T


def _joined(tables: Sequence[Table]) -> Table:
    """Several tables of the same round as one."""
    first = tables[0]
    if len(tables) == 1:
        return first
    joined = first.take(np.arange(first.games))
    for name in Table.GAMES_LAST:
        setattr(joined, name, np.concatenate([getattr(table, name) for table in tables], axis=-1))
    for name in Table.GAMES_SECOND:
        setattr(joined, name, np.concatenate([getattr(table, name) for table in tables], axis=1))
    return joined


def _keys(table: Table) -> list[bytes]:
    """By game what identifies its state, and how it goes on."""
    parts = [table.ends[0].reshape(-1, table.games), table.filled, table.by[:1]]
    parts += [table.points[:1], table.stars[:1], table.over[None]]
    words = (np.ascontiguousarray(part.T).view(np.uint8).reshape(table.games, -1) for part in parts)
    rows: npt.NDArray[np.uint8] = np.concatenate(list(words), axis=1)
    return [row.tobytes() for row in rows]
