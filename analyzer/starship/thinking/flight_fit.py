"""Fit of `data/ready_worths.csv`: worths of goods, and of builds by the units that they still lack.

`expert` without readiness plays games. At some cards, each way to meet the card is tried in imagined games with equal
dice (rollouts, Tesauro and Galperin 1996). A ridge regression explains the differences in the chance to win by the
differences in what is aboard. `python -m analyzer.starship.thinking.flight_fit` writes the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from sys import argv
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import Judge, load_captain
from analyzer.starship.captains.readiness import LACKING, READY
from analyzer.starship.captains.values import wishes
from analyzer.starship.tables import GOODS, SCIENCE, STANDARD_RULES, STORED, USUAL
from analyzer.starship.thinking.imagined import KnownOrder, dice_in_mind, imagine
from analyzer.starship.thinking.thinker import LANES, THOUGHTS, WHOLE, Chosen, GoOn, Way, after_way, ways_to_try
from analyzer.starship.thinking.trade_fit import (
    NOT_READY,
    Floats,
    Sums,
    Trier,
    chance_formula,
    play_on_trial,
    ridge,
)
from analyzer.starship.turn.bits import Rows
from analyzer.starship.turn.dice import SampledDice
from analyzer.starship.turn.table import Table
from analyzer.starship.turn.trading import FIRST_ASTRO, trade_and_build
from analyzer.starship.turn.turn import compiled

DEALS = ((9101, 384), (9201, 128))
"""Seeds and numbers of deals; each deal is played twice, once with each player as the `CardPlayer`."""
AT_ONCE, LONGEST = 128, 200
"""Games side by side, and turns of a game."""
COPIES, TURNS, SHARE = 16, 1, 0.25
"""Imagined games after each way, further turns of each player in them, and the share of decisions that are tried."""
SCALES = dict.fromkeys(GOODS, 1.2) | {f"module_2_lacks_{lack}": 0.75 for lack in range(LACKING)}
"""Factors by which fitted worths are multiplied, chosen by games against `sensible`; other worths stay as fitted."""
RICH = slice(6, 20)
"""Range of Astro whose mean worth is the unit of the table."""


def names_of_things() -> list[str]:
    """Return the names of everything to which the regression gives a worth, e.g. goods; they name `left_by`'s rows."""
    lacks = [f"{build}_lacks_{lack}" for build, lack in _lacks()]
    astro = [*(f"first_{most}_astro" for most in FIRST_ASTRO), "astro"]
    others = ("colony_ships", "trade_ships", "adventures", "act", "short", "last", "left", "flying")
    return [*STORED, *astro, *others, *lacks]


def _lacks() -> Iterator[tuple[str, int]]:
    """Yield each build with each number of units that it may lack: below LACKING, and below its cost in goods."""
    for build in READY:
        for lack in range(min(LACKING, sum(STANDARD_RULES.costs[build][:SCIENCE]))):
            yield build, lack


def left_by(one: Table, before: Table, rows: Rows, wished: dict[str, npt.NDArray[np.bool_]]) -> Floats:
    """Return what is left after an alternative at a card: the number of each item in `names_of_things`.

    Besides goods, Astro and ships these are the adventures fulfilled, flags such as whether the flight goes on, and,
    for each wished build, whether it lacks at most so many units. Shape (items, rows).

    Args:
        one: The imagined games after the alternative was carried out at a card.
        before: The games before the card.
        rows: Numbers of the games.
        wished: Whether each build of READY would be of use before the card. Shape (rows,) each.
    """
    me = one.me
    stored, astro = one.stored[me][:, rows], one.astro[me][rows]
    acts = one.actions[rows] > before.actions[rows]
    left = before.limit[rows] - before.cards_flown[rows]
    kept = before.allowed[rows] - before.actions[rows] - 1
    short = acts & (left > kept)
    last = short & (kept == 0)
    found: list[npt.NDArray[Any]] = [*stored, *(np.minimum(astro, most) for most in FIRST_ASTRO), astro]
    found += [one.colony_ships[me][rows], one.trade_ships[me][rows], np.bitwise_count(one.done[me][rows])]
    found += [acts, short, last, last * left, one.flying[rows]]
    for build, lack in _lacks():
        costs = np.array(STANDARD_RULES.costs[build][:SCIENCE])[:, None]
        lacking = np.maximum(costs - stored[: len(GOODS)], 0).sum(axis=0)
        found.append((lacking <= lack) & wished[build])
    return np.array(found, np.float64)


@dataclass(frozen=True)
class CardPlayer(Trier):
    """A player who tries all alternatives at some cards, records their results, and then plays by prices.

    Attributes:
        picks: Source of random numbers that choose the decisions to try.
    """

    picks: np.random.Generator = field(default_factory=np.random.default_rng)

    def _trade(self, table: Table) -> None:
        """Trade and build by prices alone."""
        trade_and_build(table, self.judge)

    def _best(
        self,
        table: Table,
        lanes: Rows,
        ways: Sequence[Way],
        own: Chosen,
        thought: int,
        go_on: GoOn,
        arranged: KnownOrder | None = None,
    ) -> Chosen:
        """Try all alternatives in some games, record the results for the fit, and return the captain's own choices."""
        picked = np.flatnonzero(self.picks.random(lanes.size) < SHARE)
        at_once = LANES // (self.games * len(ways))
        for begins in range(0, picked.size, at_once):
            here = picked[begins : begins + at_once]
            dice = dice_in_mind(self.dice, table.turn * THOUGHTS + thought, self.games)
            mind = imagine(table, lanes[here], dice, self.games, arranged)
            after = [after_way(mind, way) for way in ways]
            tried = ways_to_try(after, own[here], self.games)
            if not tried.any():
                continue
            promised = self._chances_to_win(after, tried, dice, go_on).mean(axis=2) / WHOLE
            # What is aboard is alike in all imagined games of one real game, so the first lane of each tells it.
            first = np.arange(here.size) * self.games
            wished = {build: wishes(mind, table.me, self.judge, build)[first] for build in READY}
            left = [left_by(one, mind, first, wished) for one in after]
            for other, differs in enumerate(tried[1:], 1):
                self.sums.add((left[other] - left[0])[:, differs], (promised[other] - promised[0])[differs])
        return own


def fitted_worths() -> dict[str, int]:
    """Return the worths of `data/ready_worths.csv` by name, in tenths of an Astro, fitted to games of fixed seeds."""
    judge: Judge = compiled(STANDARD_RULES, replace(load_captain("expert"), **NOT_READY), USUAL)
    formula, sums = chance_formula((judge, judge)), Sums()
    for seed, deals in DEALS:
        picks = np.random.default_rng(seed)
        for first in range(0, deals, AT_ONCE):
            for player in range(2):
                dice = SampledDice(seed, first, AT_ONCE)
                trier = CardPlayer((judge, judge), player, dice, COPIES, TURNS, formula, sums, picks)
                play_on_trial(trier, LONGEST)
    return worths_of(sums)


def worths_of(sums: Sums) -> dict[str, int]:
    """Return the worths of goods and of readiness by name, in tenths of an Astro, from the sums of the regression."""
    worths = dict(zip(names_of_things(), ridge(sums.squares, sums.products, sums.many), strict=True))
    return {name: round(SCALES.get(name, 1) * round(10 * worth)) for name, worth in in_astro(worths).items()}


def in_astro(worths: dict[str, float]) -> dict[str, float]:
    """Return the worths of goods and of readiness in Astro.

    The regression has a worth for each number of missing units of a build. A build that lacks n units has the sum of
    the worths of n and of all larger numbers.

    Args:
        worths: Chances to win that each thing adds, by the names of `names_of_things`.
    """
    each = np.full(RICH.stop, worths["astro"])
    for most in FIRST_ASTRO:
        each[:most] += worths[f"first_{most}_astro"]
    unit, found = float(each[RICH].mean()), {name: worths[name] for name in GOODS}
    for build, lack in _lacks():
        more = [worths[f"{build}_lacks_{other}"] for one, other in _lacks() if one == build and other >= lack]
        found[f"{build}_lacks_{lack}"] = sum(more)
    return {name: worth / unit for name, worth in found.items()}


def main(path: str) -> None:
    """Write the worths of goods and of readiness to a file."""
    lines = [f"{thing},{worth},fitted by thinking.flight_fit,estimate\n" for thing, worth in fitted_worths().items()]
    Path(path).write_text("thing,worth,source,confidence\n" + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(argv[1] if len(argv) > 1 else str(Path(__file__).parents[1] / "data" / "ready_worths.csv"))
