"""Best play alone on tiny galaxies, as exact fractions.

The rules have no game for one trader. Here the dice are rolled, one is taken, and the others are lost
(docs/lorry-rulings.md, point 22).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from analyzer.answers.description import Column, Described, Description, Form, Part, Row, Table, places
from analyzer.answers.numbers import decimals
from analyzer.errors import AnalyzerError, named_setting, whole_number
from analyzer.lorry.captains.captain import Captain, load_captain
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.position.engine_table import GAME
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.positionfile import load_position
from analyzer.lorry.questions.dice import colours
from analyzer.lorry.questions.exact.trees import BUDGET, NOTHING, TooMany, Tree, distribution, fits, most_still
from analyzer.lorry.tables import BOX_EXPLAINED, COLUMN_ROW, ENDS_EXPLAINED, TRACKS, TYPE_OF, TYPES
from analyzer.lorry.turn.table import Table as States

READABLE = 24
"""Largest number of characters of a fraction that is still shown in full."""
FLOOR = ("steady", "sprinter", "trunk")
"""Captains whose exact totals serve as lower bounds if best play takes too many states to compute."""
MOST = 8
"""Default number of first draws that tables show."""


def short(total: Fraction | str) -> str:
    """Return a fraction as text, or `...` if it is too long to read."""
    text = str(total)
    return text if len(text) <= READABLE else "..."


def _columns(total: str, at_most: str | None) -> tuple[Column, ...]:
    """Return the columns of the table of first draws.

    Args:
        total: heading of the column of totals.
        at_most: heading of the column of upper bounds; None to leave it out of the text.
    """
    exactly = places(decimals, 4)
    return (
        Column("type", "first draw"),
        Column("column"),
        Column("row"),
        Column("ends", "ends", explanation=ENDS_EXPLAINED),
        Column("box", COLUMN_ROW, explanation=BOX_EXPLAINED, flat=None, in_json=False),
        Column("colour", "die", explanation="the die that is taken"),
        Column(
            "total",
            total,
            exactly,
            "the average total at the end after this draw and best play from then on",
        ),
        Column("exact", "fraction", Form(short)),
        Column("at_most", at_most, exactly),
    )


@dataclass(frozen=True)
class FirstDraw:
    """A draw of the first turn, with the expected total of best play after it.

    Attributes:
        type: type of the track.
        column: column of its box, from 1.
        row: row of its box, from 1.
        ends: sides of its ends, one of TRACKS.
        colour: colour of the die that is taken.
        total: expected total; a lower bound if not all turns could be searched.
        at_most: upper bound of the expected total; equal to `total` if all turns were searched.
    """

    type: str
    column: int
    row: int
    ends: str
    colour: str
    total: Fraction
    at_most: Fraction


@dataclass(frozen=True)
class ResultBounds:
    """Lower and upper bound of a result of best play; both are equal if it is known exactly."""

    least: Fraction
    most: Fraction

    def as_range(self) -> str:
        """Return both bounds in decimals."""
        return f"{float(self.least):.4f} to {float(self.most):.4f}"

    def __str__(self) -> str:
        if self.least == self.most:
            return f"{float(self.least):.4f} ({short(self.least)})"
        return f"between {float(self.least):.4f} ({short(self.least)}) and {float(self.most):.4f} ({short(self.most)})"


@dataclass(frozen=True, repr=False)
class SoloOptimum(Described):
    """Best play alone from a position, exact or bounded.

    Attributes:
        position: position of one trader.
        dice: colours of the dice rolled each turn.
        turns: number of turns left.
        budget: largest number of states examined.
        captains: captains whose exact totals are shown too.
        most: number of first draws that tables show.
    """

    position: Position
    dice: tuple[str, ...]
    turns: int
    budget: int = BUDGET
    captains: tuple[str, ...] = ()
    most: int = MOST

    def _walked(self, turns: int, beyond: bool = False) -> Tree:
        """Return the search tree of the first `turns` turns.

        Args:
            turns: number of turns to search.
            beyond: whether later turns count with an upper bound of their points; else they count nothing.
        """
        table, left = self.position.table, self.turns - turns

        def still(states: States) -> Any:
            return most_still(states, 0, left)

        tree = Tree(table.board, self._faces, turns, self.budget, still if beyond else None)
        tree.value(table, turns)
        return tree

    @property
    def _faces(self) -> list[tuple[int, ...]]:
        """Number of faces of each die that show each type of track."""
        return [self.position.galaxy.dice[die] for die in self.dice]

    @cached_property
    def _trees(self) -> tuple[Tree, Tree]:
        """Trees for the lower and the upper bound of best play, with as many turns as the budget allows."""
        below = self._walked(0)
        # Each tree is searched anew: values are in parts of a denominator, which depends on the number of turns.
        for turns in range(1, self.turns + 1):
            try:
                below = self._walked(turns)
            except TooMany:
                break
        return below, below if below.turns == self.turns else self._walked(below.turns, beyond=True)

    @property
    def walked(self) -> int:
        """Number of turns that were searched completely."""
        return self._trees[0].turns

    @cached_property
    def between(self) -> ResultBounds:
        """Bounds of the mean total under best play: points of routes and stars, including those made before.

        The lower bound is the search tree's, or a captain's exact mean if that is higher.
        """
        now, (below, above) = self.position.totals[0], self._trees
        values = [
            Fraction(int(tree.value(self.position.table, tree.turns)[0]), tree.denominator) for tree in self._trees
        ]
        least, most = (value + now for value in values)
        if below is above or least == most:
            return ResultBounds(least, most)
        # What a captain reaches, best play reaches too.
        return ResultBounds(max([least, *self._floors]), most)

    @cached_property
    def _floors(self) -> list[Fraction]:
        """Mean totals of the captains in FLOOR whose play can be computed exactly."""
        distributions = []
        for name in FLOOR:
            with suppress(AnalyzerError):
                distributions.append(self._distribution(load_captain(name)))
        return [sum((total * chance for total, chance in totals.items()), Fraction(0)) for totals in distributions]

    @property
    def exact(self) -> bool:
        """Whether best play is computed exactly, not only bounded."""
        return self.between.least == self.between.most

    @cached_property
    def expected(self) -> Fraction:
        """Mean total under best play.

        Raises:
            AnalyzerError: best play is only bounded; see `between`.
        """
        if not fits(self.position.table.board, len(self.dice), self.turns):
            raise TooMany(f"{self.turns} turns: too many to compute exactly; ask for fewer, or for bounds (`between`)")
        if not self.exact:
            raise TooMany(
                f"more than {self.budget} states: too many to compute exactly; ask for fewer turns, allow more with "
                f"{named_setting('budget')}, or take a smaller galaxy; best play lies {self.between}"
            )
        return self.between.least

    @property
    def states(self) -> int:
        """Number of different states that the search for the lower bound examined."""
        return self._trees[0].states

    @cached_property
    def first_draws(self) -> list[FirstDraw]:
        """All draws of the first turn that the dice can show, with the total of best play after each, best first."""
        table = self.position.table
        if self.turns == 0 or self.position.over:
            return []
        games, tracks, cells = self._trees[0].legal(table)
        if not self.walked:
            return []
        behind = []
        for tree in self._trees:
            values = tree.resolved(table, games, tracks, cells, tree.turns, extra=False)
            behind.append([[self._total_of(tree, value) for value in of_die] for of_die in values.tolist()])
        first = []
        for colour in dict.fromkeys(self.dice):
            # The tree knows dice by their faces, so colours with equal faces share one index.
            die, shown = self._trees[0].faces.index(self.position.galaxy.dice[colour]), self._shown(colour)
            for draw, (track, cell) in enumerate(zip(tracks.tolist(), cells.tolist(), strict=True)):
                ends, box = TRACKS[track], table.board.space.box(cell)
                if TYPE_OF[ends] in shown:
                    least, most = (totals[die][draw] for totals in behind)
                    first.append(FirstDraw(TYPE_OF[ends], *box, ends, colour, least, most))
        return sorted(first, key=lambda one: (-one.total, -one.at_most))

    def _shown(self, colour: str) -> set[str]:
        """Return the types of track that the dice of a colour can show."""
        return {kind for kind, faces in zip(TYPES, self.position.galaxy.dice[colour], strict=True) if faces}

    @cached_property
    def by_type(self) -> dict[str, Fraction | None]:
        """Mean total of best play if all dice of the first turn show the same type of track, by that type.

        Best play includes the choice of the die, whose colour decides what an asteroid rolls. Values are lower bounds
        if best play is only bounded. None stands for a type without a legal place. The mapping is empty if no turn was
        searched.
        """
        tree = self._trees[0]
        if not tree.turns:
            return {}
        best = tree.by_type(self.position.table, tree.turns)[:, :, 0].max(axis=1)
        return {
            kind: None if value == NOTHING else self._total_of(tree, value)
            for kind, value in zip(TYPES, best.tolist(), strict=True)
        }

    def _total_of(self, tree: Tree, value: int) -> Fraction:
        """Return the total that a value of a search tree stands for, including the points made before the search.

        Args:
            tree: tree that the value comes from.
            value: points still to come, multiplied by the tree's denominator.
        """
        return Fraction(value, tree.denominator) + self.position.totals[0]

    def by(self, captain: str | Path | Captain) -> SoloCaptain:
        """Return the same turns played by a captain: the exact chance of each total.

        Raises:
            AnalyzerError: the captain is random or a thinker, whose choices cannot be computed exactly, or the states
                exceed the budget.
        """
        who = load_captain(captain)
        return SoloCaptain(self, who.name, self._distribution(who))

    @cached_property
    def played(self) -> list[SoloCaptain]:
        """Exact totals of each of the captains."""
        return [self.by(captain) for captain in self.captains]

    def _distribution(self, who: Captain) -> dict[int, Fraction]:
        """Return the exact chance of each total of a captain."""
        return distribution(self.position.table.take(GAME), who, self._faces, self.turns, self.budget)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per first draw, as plain dicts."""
        return [
            vars(one) | {"total": float(one.total), "exact": str(one.total), "at_most": float(one.at_most)}
            for one in self.first_draws
        ]

    def conclusions(self) -> list[str]:
        """Return sentences on the mean total under best play, or on its bounds."""
        if self.exact:
            best = self.between.least
            states = f"{self.states:,} game state{'s' * (self.states != 1)}"
            return [f"Best play brings {float(best):.4f} points ({best}) on average; {states} examined."]
        return [
            f"Best play brings {self.between} points on average.",
            f"Not exact: the first {self.walked} of {self.turns} turns were searched ({self.states:,} states of the "
            f"board), and the next would exceed the budget of {self.budget:,} states.",
        ]

    def notes(self) -> list[str]:
        """Return notes on the assumptions behind the numbers."""
        alone = "The rules have no game for one trader. Here one die is taken each turn, and the others are not used."
        bounded = (
            "Best play certainly lies between the bounds. The lower one is the best total within the turns searched, "
            "or a captain's total (steady, sprinter, trunk). The upper one is the most that the boxes, turns and "
            "routes left allow."
        )
        return [alone, *[bounded] * (not self.exact), *self.position.galaxy.notes()]

    def description(self) -> Description:
        """Describe best play: its total, by first type shown, by captain and by first draw."""
        dice = " and ".join(self.dice)
        title = f": best play alone in {self.turns} turns, {dice} rolled each turn"
        captains = (line for captain in self.played for line in captain.lines())
        columns = _columns("total", None) if self.exact else _columns("at least", "at most")
        rows = [Row(row | {"box": f"({row['column']}, {row['row']})"}) for row in self.rows()]
        draws = Table("first_draws", columns, rows, labels=4, visible_rows=self.most, more_option="most")
        parts: list[Part] = [*self.conclusions(), *self._by_type_in_words(), *captains, draws]
        return Description(self.position.name, title, self._facts(), parts, self.notes())

    def _by_type_in_words(self) -> Iterator[str]:
        """Yield a line for each type of track: the total of best play if all dice of the first roll show that type."""
        least = "" if self.exact else "at least "
        shown = set.intersection(*map(self._shown, self.dice))
        for kind, total in self.by_type.items():
            if kind not in shown:
                continue
            worth = "no legal place" if total is None else f"{least}{float(total):.4f} ({short(total)})"
            yield f"  if the first roll shows only {kind}: {worth}"

    def _facts(self) -> dict[str, Any]:
        """Return the fields that only the answer's JSON form has."""
        return {
            "galaxy": self.position.galaxy.to_dict(),
            "dice": self.dice,
            "turns": self.turns,
            "expected": str(self.between.least) if self.exact else None,
            "expected_total": float(self.between.least) if self.exact else None,
            "least": str(self.between.least),
            "most": str(self.between.most),
            "between": [float(self.between.least), float(self.between.most)],
            "turns_walked": self.walked,
            "states": self.states,
            "by_type": {kind: None if value is None else str(value) for kind, value in self.by_type.items()},
            "captains": self.played,
        }


@dataclass(frozen=True)
class SoloCaptain:
    """Exact totals of a captain alone, compared with best play in the same turns.

    Attributes:
        optimum: best play of the same position, dice and turns.
        name: name of the captain.
        totals: chance of each total.
    """

    optimum: SoloOptimum
    name: str
    totals: dict[int, Fraction]

    @property
    def mean(self) -> Fraction:
        """Mean total of the captain."""
        return sum((total * chance for total, chance in self.totals.items()), Fraction(0))

    @property
    def regret(self) -> Fraction:
        """Difference between best play's mean total and the captain's.

        Raises:
            AnalyzerError: best play is only bounded; see `below`.
        """
        if not self.optimum.exact:
            raise TooMany(f"best play is only bounded: it is {self.below} above {self.name}")
        return self.below.least

    @property
    def below(self) -> ResultBounds:
        """Bounds of the difference between best play's mean total and the captain's."""
        return ResultBounds(self.optimum.between.least - self.mean, self.optimum.between.most - self.mean)

    def lines(self) -> Iterator[str]:
        """Yield sentences on the captain's mean total and the chance of each total."""
        regret = f"{float(self.regret):.4f}" if self.optimum.exact else self.below.as_range()
        yield f"captain {self.name}: {float(self.mean):.4f} ({short(self.mean)}), {regret} below best play"
        shares = ", ".join(f"{total}: {float(chance):.1%}" for total, chance in self.totals.items())
        yield f"  totals {shares}"

    def as_dict(self) -> dict[str, Any]:
        """Return the captain's totals in plain types."""
        return {
            "captain": self.name,
            "mean": str(self.mean),
            "regret": str(self.regret) if self.optimum.exact else None,
            "regret_between": [float(self.below.least), float(self.below.most)],
            "totals": {str(total): str(chance) for total, chance in self.totals.items()},
        }


USUAL = ("white", "orange")
TURNS = 3
MOST_TURNS = 40


def exact(
    source: Galaxy | Position | Mapping[str, Any] | str | Path,
    turns: int = TURNS,
    dice: Sequence[str] = USUAL,
    budget: int = BUDGET,
) -> SoloOptimum:
    """Return best play alone in some turns, exactly, or its bounds if it is too large to compute.

    The answer has `.expected`, `.first_draws`, `.by_type` and `.states`. Beyond the budget best play is bounded:
    `.exact` is False, `.between.least` and `.between.most` hold the bounds, and `.expected` raises AnalyzerError.

    Args:
        source: galaxy, or a position of one trader from which play goes on; also its file or its fields.
        turns: number of turns, 0 to 40.
        dice: colours of the dice rolled each turn; one is taken.
        budget: largest number of states examined.

    Raises:
        AnalyzerError: the position has several traders, or an argument is wrong.

    >>> from analyzer import lorry
    >>> short = lorry.Galaxy.from_dict({"columns": 3, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [3, 2]}})
    >>> lorry.exact(short, turns=1, dice=["white"]).exact
    True
    """
    position = load_position(source)
    if not (position.tracks or position.filled or isinstance(source, Position)):
        position = Position(position.galaxy, 1, name=position.name)
    if position.traders != 1:
        raise AnalyzerError(
            f"{position.name}: has {position.traders} traders: best play is computed for one alone; "
            "give a position of one trader"
        )
    turns = whole_number(turns, "turns", 0, MOST_TURNS)
    budget = whole_number(budget, "budget", 1)
    return SoloOptimum(position, colours(dice, position.galaxy.dice), turns, budget)


def solo_optimum(
    galaxy: Galaxy | Position | Mapping[str, Any] | str | Path,
    turns: int = TURNS,
    dice: Sequence[str] = USUAL,
    budget: int = BUDGET,
) -> Fraction:
    """Return the mean total of best play alone in some turns: points of routes and stars.

    Args:
        galaxy: galaxy, or a position of one trader from which play goes on; also its file or its fields.
        turns: number of turns, 0 to 40.
        dice: colours of the dice rolled each turn; one is taken.
        budget: largest number of states examined.

    Raises:
        AnalyzerError: best play is only bounded within the budget (see `exact`), or an argument is wrong.

    >>> from analyzer import lorry
    >>> short = lorry.Galaxy.from_dict({"columns": 3, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [3, 2]}})
    >>> lorry.solo_optimum(short, turns=1, dice=["white"])      # a straight or a branch joins them
    Fraction(2, 3)
    """
    return exact(galaxy, turns, dice, budget).expected
