"""Whole games: who begins is drawn, games of one beginner are played side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.compiled import compiled
from analyzer.lorry.turn.board import Board
from analyzer.lorry.turn.dice import Sampled
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
    judges = [compiled(captain) for captain in captains]
    numbers = np.arange(first, first + many)
    begins = np.zeros(many, np.int64)
    if board.switches.first_player == "random":
        begins = sampled.first(numbers, board.traders)
    for beginner in np.unique(begins).tolist():
        yield from play_on(Table(board, numbers[begins == beginner], beginner), judges, sampled, turns_alone)
