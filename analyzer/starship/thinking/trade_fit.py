"""Fit of `data/trade_worths.csv`: worths of the things that trade and build leaves aboard.

Games of `expert` give a formula for the chance to win at the end of a turn. In fresh games each order of builds is then
played on in imagined games with equal dice (rollouts, Tesauro and Galperin 1996), and the differences of their chances
are fitted by the differences of what is aboard. `python -m analyzer.starship.thinking.trade_fit` writes the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from sys import argv
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import BUILDS, load_captain
from analyzer.starship.captains.values import NONE
from analyzer.starship.tables import MODULES, STANDARD_RULES, USUAL
from analyzer.starship.thinking.imagined import KnownOrder, dice_in_mind, imagine
from analyzer.starship.thinking.thinker import (
    LANES,
    OF_TRADE,
    THOUGHTS,
    WHOLE,
    Thinker,
    after_way,
    holdings,
    ways_to_try,
)
from analyzer.starship.turn.deal import new_games
from analyzer.starship.turn.dice import SampledDice
from analyzer.starship.turn.points import friendship, medals
from analyzer.starship.turn.sectors import choose, fly
from analyzer.starship.turn.table import Table
from analyzer.starship.turn.trading import PARTS, aboard, by_prices
from analyzer.starship.turn.turn import Judges, begin, compiled, go_on, play_turn, split

PLAYED, IMAGINED = 777, 303
"""Seeds of the games for the formula, and of those in which orders are tried."""
GAMES, TRIED = 4_096, 3_072
"""Numbers of these games."""
COPIES, TURNS, AT_ONCE, LONGEST = 8, 2, 256, 90
"""Imagined games after each order, further turns of each player in them, games side by side, and turns of a game."""
NOT_READY: dict[str, Any] = {
    "readiness": False,
    "raises_first": True,
    "medal": 101,
    "friendship": 107,
    "astro": ((0, 14), (12, 8), (20, 7)),
    "goods": ((41, 30), (31, 19), (42, 28), (36, 16), (17, 17)),
    "modules": ("trade", "sensor", "production", "logistics", "science", "command"),
}
"""Former values of some fields of `expert`, with which the fits play: goods without readiness, prices, and modules."""
BASE: dict[str, Any] = {**NOT_READY, "weighs": False, "plans": 2, "action": 18, "card": 42}
"""Fields in which the captain of these games differs from `expert`, whose own values were tuned with this table."""
RIDGE, STEPS = 20, 8
"""Strength of the ridge in both fits, and number of Newton's steps."""
Floats = npt.NDArray[np.float64]


def features(table: Table, player: int) -> Floats:
    """Return numbers from which the chance to win at the end of a turn is estimated. Shape (features, lanes).

    Args:
        table: The games.
        player: Number of the player who has ended the turn.
    """
    rows: list[npt.NDArray[Any]] = [np.ones(table.lanes)]
    for who in (player, 1 - player):
        things = holdings(table, who)
        late = np.maximum(things["points"] - 4, 0)
        modules = sum(things[f"{name}_1"] for name in MODULES)
        rows += [*things.values(), late, *(np.maximum(things["points"] - most, 0) for most in (6, 7, 8))]
        rows += [np.minimum(things[name], 3) for name in ("medals", "friendship", "astro")]
        rows += [late * things[name] for name in PARTS] + [late * modules]
    for count in (medals, friendship):
        rows.append(np.sign(count(table, player) - count(table, 1 - player)))
    return np.array(rows, np.float64)


def ridge(squares: Floats, products: Floats, many: int) -> Floats:
    """Return the coefficients of a ridge regression. Shape (columns,).

    The penalty of a coefficient is RIDGE times the mean square of its column, so the unit of a column has no effect.

    Args:
        squares: Matrix of the normal equations. Shape (columns, columns).
        products: Right side of the normal equations. Shape (columns,).
        many: Number of observations in the sums.
    """
    spread = np.diag(squares) / many
    return np.linalg.solve(squares + RIDGE * np.diag(np.where(spread > 0, spread, 1)), products)


def chance_formula(judges: Judges) -> Floats:
    """Return the coefficients of a logistic regression of wins on `features`, at the ends of turns."""
    found, games, movers, winner = [], [], [], np.full(GAMES, -1)
    table, dice = new_games(PLAYED, 0, GAMES, judges), SampledDice(PLAYED, 0, GAMES)
    while table.lanes and table.turn <= LONGEST:
        play_turn(table, judges, dice)
        if table.over.any():
            winner[split(table).game] = table.me
        found.append(features(table, table.me))
        games.append(table.game)
        movers.append(np.full(table.lanes, table.me))
        table.turn += 1
    every, game = np.concatenate(found, axis=1), np.concatenate(games)
    known = winner[game] >= 0
    every, won = every[:, known], (winner[game] == np.concatenate(movers))[known]
    weights = np.zeros(len(every))
    # Iteratively reweighted least squares, with the ridge in each step.
    for _ in range(STEPS):
        chance = logistic(weights @ every)
        part = every * (chance * (1 - chance))
        # A step of Newton's method is a regression on the old estimate and the error that is left.
        weights = ridge(part @ every.T, part @ every.T @ weights + every @ (won - chance), won.size)
    return weights


def logistic(logit: Floats) -> Floats:
    """Return the chances with the given logits, which are cut off at -30 and 30."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logit, -30, 30))))


@dataclass
class Sums:
    """Sums of the normal equations of a regression of chances to win on the things that a player has.

    An observation is a pair of alternatives in one game: the differences of the things and of the chance to win.

    Attributes:
        squares: Matrix of the normal equations. Shape (things, things).
        products: Right side of the normal equations. Shape (things,).
        many: Number of pairs in the sums.
    """

    squares: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    products: Floats = field(default_factory=lambda: np.zeros(0))
    many: int = 0

    def add(self, things: Floats, gained: Floats) -> None:
        """Add observations to the sums, each a pair of alternatives in one game.

        Args:
            things: Number of each thing that the player has after the second alternative, less that after the first.
                Shape (things, pairs).
            gained: Chance to win after the second alternative, less that after the first. Shape (pairs,).
        """
        if not self.many:
            self.squares, self.products = np.zeros((len(things), len(things))), np.zeros(len(things))
        self.squares += things @ things.T
        self.products += things @ gained
        self.many += gained.size


@dataclass(frozen=True)
class Trier(Thinker):
    """A player who tries the alternatives of some decisions, records their results, and then plays by prices.

    Attributes:
        formula: Coefficients of the chance to win, by `features`.
        sums: Sums of the regression, to which the results are added.
    """

    formula: Floats = field(default_factory=lambda: np.zeros(0))
    sums: Sums = field(default_factory=Sums)

    def chance(self, table: Table) -> npt.NDArray[np.int64]:
        """Return the chance to win by the formula, in parts of WHOLE."""
        chance = (logistic(self.formula @ features(table, self.me)) * WHOLE).astype(np.int64)
        return np.where(table.over, WHOLE * (table.me == self.me), chance)

    def _set_out(self, table: Table, sector: int | None = None) -> None:
        """Choose sectors by prices alone."""
        choose(table, self.judge, sector)


def play_on_trial(trier: Trier, turns: int) -> None:
    """Play games in which one player tries alternatives.

    Args:
        trier: The player who tries alternatives; its dice say which games are played.
        turns: Number of the last turn.
    """
    table = new_games(trier.dice.seed, trier.dice.first, trier.dice.trials, trier.judges)
    while table.lanes and table.turn <= turns:
        begin(table, trier.judges, trier.dice)
        if table.me == trier.me:
            trier.go_on(table, "production")
        else:
            go_on(table, trier.judges, trier.dice, "production")
        split(table)
        table.turn += 1


class BuildOrderPlayer(Trier):
    """A player who tries all orders of builds, records their results, and then builds in the captain's own order."""

    def _fly(self, table: Table, arranged: KnownOrder, most: int | None = None, *, is_at_hand: bool = False) -> None:
        """Fly by prices alone."""
        fly(table, self.judge, self.dice, most)

    def _trade(self, table: Table) -> None:
        """Try all orders of builds in imagined games, record their results, and trade in the captain's own order."""
        # The captain's own order comes first, then an order for each build that may be put first.
        orders = [NONE, *(number for number, one in enumerate(BUILDS) if getattr(self.judge.captain, one) > 0)]
        at_once, every = LANES // (self.games * len(orders)), np.flatnonzero(~table.over)
        for begins in range(0, every.size, at_once):
            lanes = every[begins : begins + at_once]
            dice = dice_in_mind(self.dice, table.turn * THOUGHTS + OF_TRADE, self.games)
            mind = imagine(table, lanes, dice, self.games)
            after = [after_way(mind, partial(by_prices, judge=self.judge, first=order)) for order in orders]
            tried = ways_to_try(after, np.zeros(lanes.size, np.intp), self.games)
            if tried.any():
                promised = self._chances_to_win(after, tried, dice, lambda one, dice: None).mean(axis=2) / WHOLE
                first = np.arange(lanes.size) * self.games
                left = [np.array([*aboard(one, first).values()], np.float64) for one in after]
                # Wins need no worth: only pairs of orders after which the game goes on are fitted.
                for other, differs in enumerate(tried[1:], 1):
                    pairs = differs & ~after[0].over[first] & ~after[other].over[first]
                    self.sums.add((left[other] - left[0])[:, pairs], (promised[other] - promised[0])[pairs])
        by_prices(table, self.judge)


def fitted_worths() -> dict[str, int]:
    """Return the worth of each holding in `trading.aboard`, in 1/10,000 of a chance to win, from fixed seeds."""
    judge = compiled(STANDARD_RULES, replace(load_captain("expert"), **BASE), USUAL)
    judges, sums = (judge, judge), Sums()
    formula = chance_formula(judges)
    for first in range(0, TRIED, AT_ONCE):
        dice = SampledDice(IMAGINED, first, AT_ONCE)
        # Moon and Sun take turns at trying, so neither seat's decisions weigh more.
        play_on_trial(BuildOrderPlayer(judges, first // AT_ONCE % 2, dice, COPIES, TURNS, formula, sums), LONGEST)
    worths = np.rint(ridge(sums.squares, sums.products, sums.many) * 10_000).astype(int).tolist()
    found = dict(zip(aboard(new_games(IMAGINED, 0, 1, judges), slice(None)), worths, strict=True))
    # The module of the start is never built, so its worth is the mean of the five others.
    start = judge.captain.modules[0]
    return found | {f"{start}_1": round(sum(found[f"{name}_1"] for name in MODULES if name != start) / 5)}


def main(path: str) -> None:
    """Write the worths of a player's holdings to a file."""
    lines = [f"{thing},{worth},fitted by thinking.trade_fit,estimate\n" for thing, worth in fitted_worths().items()]
    Path(path).write_text("thing,worth,source,confidence\n" + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(argv[1] if len(argv) > 1 else str(Path(__file__).parents[1] / "data" / "trade_worths.csv"))
