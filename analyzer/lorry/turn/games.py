"""Whole games: who begins is drawn; games in which the same captains follow one another are played side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.compiled import compiled
from analyzer.lorry.turn.acting import Judge
from analyzer.lorry.turn.board import Board
from analyzer.lorry.turn.dice import Sampled
from analyzer.lorry.turn.opening import opened
from analyzer.lorry.turn.round import TURNS_ALONE, play_on
from analyzer.lorry.turn.table import Table


def games(
    board: Board,
    captains: Sequence[Captain],
    dice: Sequence[str],
    seed: int,
    first: int,
    many: int,
    turns_alone: int = TURNS_ALONE,
) -> Iterator[Table]:
    """Tables of games as they end, in no order; dice: colours, as they are listed."""
    sampled = Sampled(seed, [board.galaxy.faces_of(colour) for colour in dice])
    numbers = np.arange(first, first + many)
    begins = np.zeros(many, np.int64)
    if board.switches.first_player == "random":
        begins = sampled.first(numbers, board.traders)
    orders: dict[tuple[Captain, ...], list[int]] = {}
    for beginner in np.unique(begins).tolist():
        orders.setdefault((*captains[beginner:], *captains[:beginner]), []).append(beginner)
    for order, beginners in orders.items():
        judges = [compiled(captain) for captain in order]
        table = Table(board, numbers[np.isin(begins, beginners)])
        if all(captain.plays == "prices" and captain.thinks is None for captain in order):
            table = opened(table, judges, sampled, turns_alone)
        for ended in play_on(table, judges, sampled, turns_alone):
            for beginner in beginners:
                yield ended.seated(np.flatnonzero(begins[ended.game - first] == beginner), beginner)


def judged(
    board: Board,
    judges: Sequence[Judge],
    sampled: Sampled,
    numbers: npt.NDArray[np.int64],
    turns_alone: int = TURNS_ALONE,
) -> Iterator[Table]:
    """The same for judges who are not captains; judges: in seating order."""
    begins = np.zeros(numbers.size, np.int64)
    if board.switches.first_player == "random":
        begins = sampled.first(numbers, board.traders)
    for beginner in np.unique(begins).tolist():
        yield from play_on(Table(board, numbers[begins == beginner], beginner), judges, sampled, turns_alone)
