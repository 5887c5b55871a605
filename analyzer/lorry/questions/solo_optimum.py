"""Best play alone on tiny galaxies: the whole tree of games, special boxes included, as fractions.

Alone is no rule of the game (docs/lorry-rulings.md, point 22): the dice are rolled, one is taken, the others are lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.errors import AnalyzerError, whole_number
from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.captainfile import load_captain
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.position.laid import GAME
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.positionfile import load_position
from analyzer.lorry.questions.captain_tree import distribution
from analyzer.lorry.questions.shown import colours
from analyzer.lorry.questions.solo_tree import BUDGET, NOTHING, Tree
from analyzer.lorry.tracks import TRACKS, TYPE_OF, TYPES
from analyzer.results.shown import Shown

if TYPE_CHECKING:
    import pandas as pd

USUAL = ("white", "orange")
TURNS = 3
MOST_TURNS = 40


@dataclass(frozen=True)
class FirstDraw:
    """A draw of the first turn, and what best play comes to behind it, by the colour of the die that is taken."""

    type: str
    column: int
    row: int
    ends: str
    colour: str
    total: Fraction


@dataclass(frozen=True, repr=False)
class SoloOptimum(Shown):
    """A position of one trader, some dice, and how many turns are left to him."""

    position: Position
    dice: tuple[str, ...]
    turns: int
    budget: int = BUDGET

    @cached_property
    def _tree(self) -> Tree:
        faces = [self.position.galaxy.dice[die] for die in self.dice]
        return Tree(self.position.table.board, faces, self.turns, self.budget)

    @cached_property
    def expected(self) -> Fraction:
        """The mean total under best play: points of routes and stars, those of before included."""
        still = int(self._tree.value(self.position.table, self.turns)[0])
        return Fraction(still, self._tree.denominator) + self.position.totals[0]

    @property
    def states(self) -> int:
        """How many different states were looked at."""
        return self._tree.states if self.expected >= 0 else 0

    @cached_property
    def first_draws(self) -> list[FirstDraw]:
        """All draws of the first turn with what best play comes to behind them, the best first; of equals the first."""
        tree, table = self._tree, self.position.table
        if self.turns == 0 or self.position.over:
            return []
        games, tracks, cells = tree.legal(table)
        values = tree.resolved(table, games, tracks, cells, self.turns, extra=False)
        told = []
        known = dict.fromkeys(self.dice)
        for colour, die in zip(known, _kinds(self), strict=True):
            for draw, (track, cell) in enumerate(zip(tracks.tolist(), cells.tolist(), strict=True)):
                total = Fraction(int(values[die, draw]), tree.denominator) + self.position.totals[0]
                told.append(_told(self, track, cell, colour, total))
        return sorted(told, key=lambda one: -one.total)

    @cached_property
    def by_type(self) -> dict[str, Fraction | None]:
        """What best play comes to if the first turn shows nothing but a type, on the die for which that is best."""
        best = self._tree.by_type(self.position.table, self.turns)[:, :, 0].max(axis=1)
        return {
            kind: None if value == NOTHING else Fraction(int(value), self._tree.denominator) + self.position.totals[0]
            for kind, value in zip(TYPES, best.tolist(), strict=True)
        }

    def by(self, captain: str | Path | Captain) -> SoloCaptain:
        """The same turns played by a captain: every total that he may come to, with its chance.

        Raises AnalyzerError for the random captain, whose choices are no part of a state.
        """
        who = load_captain(captain)
        faces = [self.position.galaxy.dice[die] for die in self.dice]
        totals = distribution(self.position.table.take(GAME), who, faces, self.turns, self.budget)
        return SoloCaptain(self, who.name, totals)

    def rows(self) -> list[dict[str, Any]]:
        """One row a first draw."""
        return [vars(one) | {"total": float(one.total), "exact": str(one.total)} for one in self.first_draws]

    def table(self) -> pd.DataFrame:
        """The rows as a table."""
        import pandas as pd

        return pd.DataFrame(self.rows(), columns=["type", "column", "row", "ends", "colour", "total", "exact"])

    def heading(self) -> str:
        """What is counted out."""
        dice = " and ".join(self.dice)
        return f"{self.position.name}: best play alone in {self.turns} turns, {dice} rolled each turn"

    def conclusions(self) -> Sequence[str]:
        """What it comes to."""
        return (f"total under best play: {float(self.expected):.4f} ({self.expected}), {self.states} states",)

    def notes(self) -> list[str]:
        """What the numbers take for granted."""
        alone = "alone is no rule of the game: one of the dice rolled is taken, the others are lost"
        return [alone, *self.position.galaxy.notes()]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        return {
            "galaxy": self.position.galaxy.to_dict(),
            "dice": list(self.dice),
            "turns": self.turns,
            "expected": str(self.expected),
            "expected_total": float(self.expected),
            "states": self.states,
            "by_type": {kind: None if value is None else str(value) for kind, value in self.by_type.items()},
            "first_draws": self.rows(),
            "notes": self.notes(),
        }


@dataclass(frozen=True)
class SoloCaptain:
    """A captain alone, counted out: the chance of each total, and what best play comes to in the same turns."""

    asked: SoloOptimum
    name: str
    totals: dict[int, Fraction]

    @property
    def mean(self) -> Fraction:
        """The mean total."""
        return sum((total * chance for total, chance in self.totals.items()), Fraction(0))

    @property
    def regret(self) -> Fraction:
        """By how much the mean is below that of best play."""
        return self.asked.expected - self.mean

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types."""
        totals = {str(total): str(chance) for total, chance in self.totals.items()}
        return {"captain": self.name, "mean": str(self.mean), "regret": str(self.regret), "totals": totals}


def _kinds(found: SoloOptimum) -> list[int]:
    """By colour of die its number in the tree, where dice with the same faces are one."""
    galaxy, tree = found.position.galaxy, found._tree
    return [tree.faces.index(galaxy.dice[colour]) for colour in dict.fromkeys(found.dice)]


def _told(found: SoloOptimum, track: int, cell: int, colour: str, total: Fraction) -> FirstDraw:

    column, row = found.position.table.board.space.box(cell)
    return FirstDraw(TYPE_OF[TRACKS[track]], column, row, TRACKS[track], colour, total)


def exact(
    given: Galaxy | Position | Mapping[str, Any] | str | Path,
    turns: int = TURNS,
    dice: Sequence[str] = USUAL,
    budget: int = BUDGET,
) -> SoloOptimum:
    """Best play alone, counted out: `.expected` total, `.first_draws`, `.by_type`, `.states`.

    given: a galaxy, or a position of one trader from which it goes on; budget: states that are looked at at most.
    Raises AnalyzerError for a position of several traders, and where there are more states than the budget.
    """
    position = load_position(given)
    if not (position.tracks or position.filled or isinstance(given, Position)):
        position = Position(position.galaxy, 1, name=position.name)
    if position.traders != 1:
        raise AnalyzerError(f"{position.name}: has {position.traders} traders: best play is counted out alone")
    turns = whole_number(turns, "turns", 0, MOST_TURNS)
    budget = whole_number(budget, "budget", 1)
    return SoloOptimum(position, colours(dice, position.galaxy.dice), turns, budget)


def solo_optimum(
    galaxy: Galaxy | Position | Mapping[str, Any] | str | Path,
    turns: int = TURNS,
    dice: Sequence[str] = USUAL,
    budget: int = BUDGET,
) -> Fraction:
    """The mean total of best play alone in so many turns: points of routes and stars (see `exact`).

    >>> from analyzer import lorry
    >>> short = lorry.Galaxy.from_dict({"columns": 3, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [3, 2]}})
    >>> lorry.solo_optimum(short, turns=1, dice=["white"])      # a straight or a branch joins them
    Fraction(2, 3)
    """
    return exact(galaxy, turns, dice, budget).expected
