"""Worth of modules: the best starting module, and the worth of each level in games won and in turns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Unpack

from analyzer.answers.comparison import Comparison
from analyzer.answers.description import INTERVAL, PERCENT, Column, Described, Description, Form, Row, Table
from analyzer.answers.numbers import signed
from analyzer.answers.worths import WorthTable
from analyzer.runs.amount import HowMuch, run_each
from analyzer.runs.compare import Checks, compare_experiments, may_be_checked, side_by_side
from analyzer.starship.api import CaptainLike, SwitchesLike
from analyzer.starship.captains.captain import load_captain
from analyzer.starship.position.position import Position, moon_at_start, sun_at_start
from analyzer.starship.questions.compare import from_position
from analyzer.starship.ship.ship import Ship
from analyzer.starship.tables import LEVELS, MODULES
from analyzer.starship.world import DEFAULT_CAPTAIN
from analyzer.statistics.estimate import Estimate

GAMES, PAIR_GAMES = 2_000, 1_000
"""Default number of games: at most so many of each worth, and of each pair.

A share of 1,000 games has a 95% interval of at most 3.1 percentage points to each side.
"""
MARGIN = 0.01
NO_MODULE = "no module"
PAIRS = tuple((moon, sun) for moon in MODULES for sun in MODULES)
"""All pairs of starting modules, Moon's first."""
POINTS = Form(lambda share: signed(100 * share, 1))
COLUMNS = (
    Column("module", "first module", explanation="the module that the ship starts with"),
    Column(
        "won_as_moon",
        "wins as Moon",
        PERCENT,
        "share of games won as Moon, who begins, against each of the six modules in turn",
    ),
    Column("won_as_sun", "as Sun", PERCENT, "the same share as Sun"),
    Column(
        "worth_1",
        "worth of I, points",
        POINTS,
        "percentage points added to the chance to win, compared with a ship without any module; 'of II': at level II",
        INTERVAL,
    ),
    Column("turns_1"),
    Column("worth_2", "of II, points", POINTS, interval=INTERVAL),
    Column("turns_2"),
)


@dataclass(frozen=True, repr=False)
class ModuleWorths(Described):
    """Games won by Moon: with each pair of starting modules, with each single module, and without any."""

    pairs: Comparison
    """Games of Moon for every pair of starting modules, one experiment each, in the order of PAIRS."""
    comparison: Comparison
    """Games of Moon without any module, and with each module of level I and of level II."""

    @cached_property
    def worths(self) -> WorthTable:
        """Worth of each module of either level: change in the share of games won, and in the number of turns."""
        return WorthTable.of_comparison(self.comparison, NO_MODULE, ("module", "modules"), besides=("turns",))

    def rows(self) -> list[dict[str, Any]]:
        """Return one row for each pair of starting modules: shares of games won by Moon and Sun, and mean turns."""
        rows = []
        for (moon, sun), first in zip(PAIRS, self.pairs.results, strict=True):
            mean, low, high = first.measured("won")
            # Games that nobody finished are lost by neither player.
            lost = 1 - mean - first.measured("unfinished").mean
            row: dict[str, Any] = {"moon": moon, "sun": sun, "won": mean, "low": low, "high": high}
            rows.append(row | {"won_by_sun": lost, "turns": first.measured("turns").mean})
        return rows

    def by_module(self) -> list[dict[str, Any]]:
        """Return one row for each module: share of games won with it as starting module, and its worths.

        Games are counted in both seats and against all six starting modules.
        """
        played = self.rows()
        rows = []
        for module in MODULES:
            own = [row["won"] for row in played if row["moon"] == module]
            as_sun = [row["won_by_sun"] for row in played if row["sun"] == module]
            row: dict[str, Any] = {
                "module": module,
                "won_as_moon": sum(own) / len(own),
                "won_as_sun": sum(as_sun) / len(as_sun),
            }
            for level in LEVELS:
                worth = self.worths[f"{module} {'I' * level}"]
                ends = f"worth_{level}", f"worth_{level}_low", f"worth_{level}_high"
                row |= dict(zip(ends, worth.estimate, strict=True)) | {f"turns_{level}": worth.besides["turns"].mean}
            rows.append(row)
        return rows

    def notes(self) -> list[str]:
        """Return the notes that a reader of the numbers needs."""
        return [
            "Worths compare games with the same deals and dice. Their 95% intervals hold for all modules at once.",
            "The captain plays by the same prices whatever module a ship starts with.",
            "What Sensor II and Production II do is known from one source only.",
            *self.comparison.notes(),
        ]

    def description(self) -> Description:
        """Return a map of Moon's share of games won, a table of its values, and the table of worths.

        The map has a row for each starting module of Moon and a column for each starting module of Sun.
        """
        pairs, by_module = self.rows(), self.by_module()
        map_columns = [Column("moon", "Moon \\ Sun"), *(Column(name, name, PERCENT) for name in MODULES)]
        won = [
            Row({"moon": module} | {row["sun"]: row["won"] for row in pairs if row["moon"] == module})
            for module in MODULES
        ]
        parts = (
            Table("", map_columns, won),
            Table("pairs", [Column(name) for name in pairs[0]], [Row(row) for row in pairs]),
            Table("modules", COLUMNS, [Row(row | _worths(row)) for row in by_module], is_flat=True),
        )
        title = f": {self.pairs.trials:,} games of each pair of starting modules; rows: Moon's module, columns: Sun's"
        return Description("games won by Moon", title, {}, parts, self.notes())


def _worths(row: dict[str, Any]) -> dict[str, Estimate]:
    """Return the worths of level I and level II in a row of the table, each with its interval."""
    names = [f"worth_{level}" for level in LEVELS]
    return {name: Estimate(row[name], row[f"{name}_low"], row[f"{name}_high"]) for name in names}


def modules(
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> ModuleWorths:
    """Compare starting modules with each other, and measure the worth of each module of level I and II.

    All games share the same deals and dice, so the worths are paired differences.

    Args:
        games: Number of games of each pair and of each worth. If None, at most 2,000 of each worth, until it is clear
            what each module is worth, and 1,000 of each pair.
        seed: Seed of all cards and dice.
        captain: The captain of both players: a name, a file or a `Captain`.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.
        **how_much: How much is run and what is kept (`HowMuch`): precision, first, workers, save, plain, progress.

    Returns:
        Games won by pairs of starting modules, and the worth of each module.

    Raises:
        AnalyzerError: If an argument has faults.

    >>> from analyzer import starship
    >>> len(starship.modules(2).rows())
    36
    """
    both_play = load_captain(captain)
    both = {
        f"{moon} against {sun}": Position(_with(moon_at_start(), moon), _with(sun_at_start(), sun))
        for moon, sun in PAIRS
    }
    alone = {NO_MODULE: Position(_with(moon_at_start(), ""))}
    alone |= {
        f"{name} {'I' * level}": Position(_with(moon_at_start(), name, level)) for name in MODULES for level in LEVELS
    }
    by_pair, by_worth = (
        {name: from_position(position, (both_play, both_play), seed, switches, name) for name, position in some.items()}
        for some in (both, alone)
    )
    together = [side_by_side(some, margin=MARGIN) for some in (by_pair, by_worth)]
    if games is not None or not may_be_checked(together[1], how_much):
        return ModuleWorths(*run_each(together, games, GAMES, **how_much))
    pairs = compare_experiments(by_pair, PAIR_GAMES, margin=MARGIN, **how_much)
    checks = Checks(NO_MODULE, is_only_base=True, is_screening=False, shown=lambda worths: ModuleWorths(pairs, worths))
    return ModuleWorths(pairs, compare_experiments(by_worth, usual=GAMES, margin=MARGIN, checks=checks, **how_much))


def _with(ship: Ship, module: str, level: int = 1) -> Ship:
    """Return the ship with the given module at the given level, and without any other module."""
    return replace(ship, modules=tuple(level * (name == module) for name in MODULES))
