"""Fitting of the worths of planets within reach: `python -m analyzer.lorry.fitting` writes their table.

Two captains with former prices of `expert` play games in the default galaxy, without these worths. Their open ends do
not lead to own networks. In every third round counts of both traders' tracks are taken. A ridge regression explains how
the lead changes until the end of the game. It uses the counts of the trader who picks first, minus those of the rival.
The worth of each count depends on the slots left.
This is one step of approximate policy iteration; further steps made the captain weaker (docs/lorry-accuracy.md).
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from analyzer.lorry.api import game_experiment
from analyzer.lorry.captains.captain import named_captain
from analyzer.lorry.captains.expert import REACH, BoardJudge, WorthsOfReach, nearest_planets
from analyzer.lorry.turn.board import LONGEST_WAY, Cells
from analyzer.lorry.turn.dice import SampledDice
from analyzer.lorry.turn.draw import Allowed, DrawChoice, Games, Judge, Lengths, Turn
from analyzer.lorry.turn.games import play_with_judges
from analyzer.lorry.turn.places import TraderView

Floats = npt.NDArray[np.float64]
GALAXY, GAMES, SEED, RIDGE = "sixteen-by-ten.yaml", 1_600, 9_002, 30.0
"""Galaxy, number and seed of the games, and the strength of the ridge."""
EVERY = 3
"""Rounds from one measurement to the next."""
KNOTS = np.array([1, 2, 3, 5, 8, 12, LONGEST_WAY])
"""Ways at which the worth is fitted; it is linear between them."""
SLOTS = 9
"""Number of rows of the table, for 0 and more slots left."""
LATE = 3
"""Number of first rows set to 0: worths there made the captain weaker in the small galaxy."""
HATS = np.array([np.interp(np.arange(1, LONGEST_WAY + 2), [*KNOTS, LONGEST_WAY + 1], [*row, 0]) for row in np.eye(7)])
"""Weight of each knot for each way, and for no way. Shape (knots, ways + 1)."""


class Witness:
    """Judge who plays like a captain, and who also measures both traders' tracks every few rounds.

    Args:
        judge: judge who chooses for the captain.
        boards: list to which each measurement adds a tuple of arrays with one entry per game: number of the game, seat
            of the trader who picks first, slots left after the next route, that trader's total less the rival's, and
            the difference of their counts (see `_counts`).
    """

    def __init__(self, judge: Judge, boards: list[tuple[npt.NDArray[np.int64], ...]]) -> None:
        self.judge, self.boards = judge, boards

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> DrawChoice:
        """Return the captain's draw; if a measurement is due, make it before."""
        table = turn.table
        if not extra and turn.place == 0 and table.round % EVERY == 1:
            own, rival = turn.trader, 1 - turn.trader
            view, slots = TraderView(table, own, games), table.board.galaxy.end_after - 1 - table.slots[games]
            totals = table.totals[:, games]
            figures = _counts(turn, view, own) - _counts(turn, view, rival)
            trader = np.full(games.size, own)
            self.boards.append((table.game[games], trader, slots, totals[own] - totals[rival], figures))
        return self.judge.pick(turn, games, allowed, extra)

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """Return the captain's pair."""
        return self.judge.pair(turn, games, lengths)

    def fill(self, turn: Turn, games: Games) -> Cells:
        """Return the captain's box to fill."""
        return self.judge.fill(turn, games)


def _counts(turn: Turn, view: TraderView, trader: int) -> npt.NDArray[np.int64]:
    """Return counts that describe a trader's tracks. Shape (ways + 4, games).

    The rows are the wanted planets by length of the shortest way, from 1 box to LONGEST_WAY boxes, then all other
    planets. Three rows follow: boxes of open ends, planets flown to, and boxes of the longest own way from a planet.
    """
    ways, heads = nearest_planets(view, trader)
    at = [np.count_nonzero(ways == way, axis=0) for way in range(LONGEST_WAY + 1)]
    flown = np.bitwise_count(view.visited[trader])
    return np.array([*at, heads, flown, turn.table.depth[trader, view.games].max(axis=1)], np.int64)


def measured(games: int, seed: int) -> Iterator[tuple[npt.NDArray[np.int64], ...]]:
    """Play games, and yield four arrays for each measurement.

    These are slots left, shape (games,); the total of the trader who picks first less the rival's, shape (games,); the
    difference of their `_counts`, shape (ways + 4, games); and the change of the second one until the end of the game.
    """
    expert = named_captain("expert")
    assert expert.board is not None
    # These are the prices of `expert` when the table was fitted; it has other prices now.
    board = replace(expert.board, loose=20, loose_left=2, cut=4, reach=0, room=0)
    captain = replace(expert, near=9, growth=3, arm=20, block=15, board=board)
    experiment = game_experiment(Path("ships/lorry") / GALAXY, [captain, captain], seed)
    boards: list[tuple[npt.NDArray[np.int64], ...]] = []
    judge = BoardJudge(captain, board)
    judge.is_by_network = False
    witness = Witness(judge, boards)
    dice = SampledDice(seed, [experiment.galaxy.faces_of(colour) for colour in experiment.dice])
    final = np.zeros((2, games), np.int64)
    for ended in play_with_judges(experiment.board, [witness, witness], dice, np.arange(games)):
        final[:, ended.game] = ended.totals
    for number, trader, slots, lead, figures in boards:
        end = final[trader, number] - final[1 - trader, number]
        yield slots, lead, figures, end - lead


def fit(games: int = GAMES, seed: int = SEED) -> WorthsOfReach:
    """Return the worths of planets within reach, fitted to the results of games between two captains `expert`."""
    parts = [*measured(games, seed)]
    slots, lead, figures, better = (np.concatenate(each, axis=-1) for each in zip(*parts, strict=True))
    ways = HATS @ figures[: LONGEST_WAY + 1]
    others = np.stack([*figures[LONGEST_WAY + 1 :], lead, np.ones(lead.size)])
    rows = (np.concatenate([ways, others])[:, None] * terms(slots)).reshape(-1, slots.size)
    worth = np.linalg.solve(rows @ rows.T + RIDGE * np.eye(len(rows)), rows @ better).reshape(-1, 2)[: len(KNOTS)]
    fitted = np.maximum(terms(np.arange(SLOTS)).T @ worth.T @ HATS, 0)
    # A nearer planet is never worth less: where the fit says so, that is chance.
    nearer = np.maximum.accumulate(fitted[:, ::-1], axis=1)[:, ::-1]
    nearer[:LATE] = 0
    return np.asarray(np.rint(10 * nearer), np.int16)


def terms(slots: npt.NDArray[np.int64]) -> Floats:
    """Return the two terms by which a worth depends on the slots left: 1, and their number scaled to 0 to 1.

    The shape is (2, entries).
    """
    return np.stack([np.ones(slots.size), np.clip(slots, 0, SLOTS - 1) / (SLOTS - 1)])


def write_worths(worths: WorthsOfReach, path: Path) -> None:
    """Write worths as a table."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["slots", *range(1, LONGEST_WAY + 1)])
        table.writerows([slots, *row] for slots, row in enumerate(worths[:, :LONGEST_WAY].tolist()))


if __name__ == "__main__":
    write_worths(fit(), Path(__file__).parent / "data" / f"{REACH}.csv")
