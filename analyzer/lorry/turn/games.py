"""Whole games; the first rounds of games with equal rolls are played only once for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.thinker import compiled
from analyzer.lorry.tables import TYPES
from analyzer.lorry.turn.board import Board
from analyzer.lorry.turn.dice import SampledDice
from analyzer.lorry.turn.draw import Dice, Games, Judge, Turn, Types
from analyzer.lorry.turn.table import Table
from analyzer.lorry.turn.turn import TURNS_ALONE, play_on, play_round
from analyzer.montecarlo.by_number import distinct, groups_of

WORTH_IT = 2
"""Smallest average number of games with equal rolls for which a round is played only once for all of them."""


class NeedsOwnRoll(Exception):
    """Error: a game needs a random number of its own, so that games with equal rolls no longer stay equal."""


class SharedDice(Dice):
    """Dice for a round that is played once for all games with equal rolls."""

    def __init__(self, rolled: Types) -> None:
        self.rolled = rolled

    def roll(self, table: Table) -> Types:
        """Return the types of track that the dice show, alike in all of these games."""
        return self.rolled

    def asteroid(self, turn: Turn, games: Games) -> Types:
        """Raise NeedsOwnRoll, because each game would roll its own die."""
        raise NeedsOwnRoll

    def choose(self, turn: Turn, games: Games, many: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Raise NeedsOwnRoll, because each game would make its own choice."""
        raise NeedsOwnRoll


def play_first_rounds(table: Table, judges: Sequence[Judge], dice: SampledDice, turns_alone: int) -> Table:
    """Play the first rounds, each once for all games with equal rolls, and return the games after them.

    Play stops before the first round in which a game ends or an asteroid's die is rolled, or once too few games share
    their rolls. All captains must decide by prices.

    Args:
        table: The games, which have not begun.
        judges: The judge who decides for each trader.
        dice: The dice.
        turns_alone: The turns after which the game of a single trader ends.
    """
    numbers = table.game
    table, represented_by = table.take(np.zeros(1, np.intp)), np.zeros(numbers.size, np.intp)
    while table.round + 1 < turns_alone:
        rolled = dice.rolled(table.round, numbers)
        story = represented_by
        for types in rolled:
            # the history of rolls as one number in base len(TYPES)
            story = story * len(TYPES) + types
        # games with equal histories are played once
        one_of_each, story = groups_of(story)
        if one_of_each.size * WORTH_IT > numbers.size:
            break
        played = table.take(represented_by[one_of_each])
        try:
            play_round(played, judges, SharedDice(rolled[:, one_of_each]))
        except NeedsOwnRoll:
            break
        if played.over.any():
            break
        table, represented_by = played, story
    table = table.take(represented_by)
    table.game = numbers
    return table


def games(
    board: Board,
    captains: Sequence[Captain],
    dice: Sequence[str],
    seed: int,
    first: int,
    many: int,
    turns_alone: int = TURNS_ALONE,
) -> Iterator[Table]:
    """Play games to their ends, and yield one table of games for each trader who begins, in no fixed order.

    Args:
        board: The board.
        captains: The captains in seating order.
        dice: The colours of the dice.
        seed: The seed.
        first: The number of the first game.
        many: The number of games.
        turns_alone: The turns after which the game of a single trader ends.
    """
    sampled = SampledDice(seed, [board.galaxy.faces_of(colour) for colour in dice])
    numbers = np.arange(first, first + many)
    begins = np.zeros(many, np.int64)
    if board.switches.first_player == "random":
        begins = sampled.first(numbers, board.traders)
    # games of equal picking order are played together, whoever begins
    orders: dict[tuple[Captain, ...], list[int]] = {}
    for beginner in distinct(begins).tolist():
        orders.setdefault((*captains[beginner:], *captains[:beginner]), []).append(beginner)
    for order, beginners in orders.items():
        judges = [compiled(captain) for captain in order]
        table = Table(board, numbers[np.isin(begins, beginners)])
        if all(captain.plays == "prices" and captain.thinks is None for captain in order):
            table = play_first_rounds(table, judges, sampled, turns_alone)
        # games end in dozens of different rounds: one joined table is faster than many tables with a few games each
        ended = Table.together(list(play_on(table, judges, sampled, turns_alone)))
        for beginner in beginners:
            yield ended.with_first_seat(np.flatnonzero(begins[ended.game - first] == beginner), beginner)


def play_with_judges(
    board: Board,
    judges: Sequence[Judge],
    sampled: SampledDice,
    numbers: npt.NDArray[np.int64],
    turns_alone: int = TURNS_ALONE,
) -> Iterator[Table]:
    """Yield tables of games as they end, in no order, with judges who need not be captains.

    Args:
        board: The board.
        judges: The judge who decides for each trader, in seating order.
        sampled: The dice.
        numbers: The numbers of the games.
        turns_alone: The turns after which the game of a single trader ends.
    """
    begins = np.zeros(numbers.size, np.int64)
    if board.switches.first_player == "random":
        begins = sampled.first(numbers, board.traders)
    for beginner in distinct(begins).tolist():
        yield from play_on(Table(board, numbers[begins == beginner], beginner), judges, sampled, turns_alone)
