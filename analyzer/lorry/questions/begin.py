"""Openings of trader 1: planets to begin at and pairs to head for, over the same games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, ClassVar, Self, Unpack

import numpy as np

from analyzer.answers.derived import Derived
from analyzer.answers.description import PERCENT, Column
from analyzer.answers.metrics import Metric, Metrics
from analyzer.answers.result import Result
from analyzer.answers.worths import Worth
from analyzer.errors import AnalyzerError, one_of
from analyzer.lorry.api import CaptainLike, DiceLike, SwitchesLike, game_experiment
from analyzer.lorry.captains.expert import priced_judge
from analyzer.lorry.captains.opener import Opener, Openers, PairOpener, PlanetOpener
from analyzer.lorry.captains.thinker import compiled
from analyzer.lorry.experiment import GAMES_AT_ONCE, GameExperiment
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike
from analyzer.lorry.metrics import columns_of
from analyzer.lorry.turn.dice import CopiedDice
from analyzer.lorry.turn.games import play_with_judges
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.lorry.worths import Worths
from analyzer.montecarlo.stretch import Stretch
from analyzer.runs.amount import HowMuch
from analyzer.runs.compare import Checks, compare_experiments
from analyzer.statistics.estimate import Verdict
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Columns, Tally
from analyzer.world import Subject

FREELY = "own choice"
PLANETS = Metric("first_planets", "planets that their first turn flies to, as bits from planet 1 on", in_tables=False)
PAIR = Metric("first_pair", "the pair they score first, by its number from 1, 0 for none", in_tables=False)


@dataclass(frozen=True)
class Opening(Derived[GameExperiment]):
    """Games in which trader 1 is told to begin at a planet, or to head for a pair of planets first.

    Attributes:
        beginning: the instruction: (planet,) to begin there, both planets of a pair to head for it, or () for none.
    """

    beginning: tuple[int, ...] = ()

    QUESTION: ClassVar[str] = "opening"
    SUBJECT = ("beginning", "beginnings")
    AT_ONCE: ClassVar[int] = GAMES_AT_ONCE
    COUNTED: ClassVar[type[Tally]] = Tally

    def __post_init__(self) -> None:
        captain = self.experiment.captains[0]
        if captain.plays == "random":
            raise AnalyzerError("captain random has no prices: name one who plays by prices as trader 1")
        if captain.thinks is not None:
            raise AnalyzerError(
                f"captain {captain.name} simulates games: name one who only plays by prices as trader 1"
            )
        planets, pairs = range(1, len(self.experiment.galaxy.planets) + 1), self.experiment.galaxy.pairs
        one = len(self.beginning) == 1 and self.beginning[0] in planets
        if self.beginning and not one and self.beginning not in pairs:
            raise AnalyzerError(
                f"a beginning {self.beginning!r}: give a planet of 1 to {len(planets)}, or two, in order"
            )

    @property
    def metrics(self) -> Metrics:
        """Metrics of any game, and two on how trader 1 began."""
        usual = self.experiment.metrics
        return replace(usual, listed=(*usual.listed, PLANETS, PAIR))

    @property
    def name(self) -> str:
        """The instruction in short: `3` for a planet, `1-2` for a pair, `own choice` without any."""
        return "-".join(map(str, self.beginning)) if self.beginning else FREELY

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Trader 1, under the name of the instruction."""
        return (Subject(self.name, self.experiment.captains[0].name),)

    def run_block(self, first: int, trials: int) -> Columns:
        """Return the columns of games `first` to `first + trials - 1`, each of shape (1, trials)."""
        return self.run_side_by_side([self], first, trials)[0]

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[Any], first: int, trials: int) -> list[Columns]:
        """Return the columns of each experiment; those with the same games are played on one table."""
        if any(one.experiment != experiments[0].experiment for one in experiments):
            return [columns for one in experiments for columns in cls.run_side_by_side([one], first, trials)]
        each: list[Columns] = [{} for _ in experiments]
        at_once = max(1, cls.AT_ONCE // len(experiments))
        for begin in range(first, first + trials, at_once):
            where = slice(begin - first, min(begin - first + at_once, trials))
            for columns, played in zip(each, _games(experiments, begin, where.stop - where.start), strict=True):
                for name, column in played.items():
                    columns.setdefault(name, np.zeros((1, trials), np.int64))[0, where] = column
        return [{name: columns[name] for name in experiments[0].metrics.columns} for columns in each]

    def opener(self, begin: int, many: int, copies: int) -> Opener:
        """Return the captain of trader 1, who follows the instruction.

        Args:
            begin: number of the first game.
            many: number of games.
            copies: number of instructions that are played on one table.
        """
        judge = priced_judge(self.experiment.captains[0])
        if not self.beginning:
            return Opener(judge, begin, many, copies)
        if len(self.beginning) == 1:
            return PlanetOpener(judge, begin, many, self.beginning[0] - 1, copies)
        return PairOpener(judge, begin, many, self._pair, copies)

    @property
    def _pair(self) -> int:
        """Number of the pair to head for, from 0."""
        first, second = self.beginning
        return self.experiment.galaxy.pairs.index((first, second))

    def share(self, columns: dict[str, Histogram]) -> float:
        """Return the share of games in which trader 1 began at the planet, or scored the pair first, as instructed."""
        if len(self.beginning) == 1:
            # Each value is a set of planets as bits, because the first draw may fly to two.
            begun = columns[PLANETS.name]
            so = sum(many for bits, many in begun.counts.items() if bits >> self.beginning[0] - 1 & 1)
        else:
            begun = columns[PAIR.name]
            so = begun.counts.get(self._pair + 1, 0)
        return so / begun.n

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Result:
        """Return the result of counted games."""
        return Result(self, counted, stretches)

    def describe(self) -> dict[str, Any]:
        """Return the settings that determine the results: the games and the instruction."""
        return super().describe() | {"told": list(self.beginning)}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> Self:
        """Return an experiment equal to the described one."""
        return replace(super().rebuilt(described), beginning=tuple(described["told"]))


def _games(openings: Sequence[Opening], begin: int, many: int) -> list[Columns]:
    """Return the columns of trader 1 under each instruction, of shape (games,) each.

    Args:
        openings: instructions for the same games.
        begin: number of the first game.
        many: number of games.
    """
    how, copies = openings[0].experiment, len(openings)
    each: list[Columns] = [{} for _ in openings]
    dice = CopiedDice(how.seed, [how.galaxy.faces_of(colour) for colour in how.dice], copies)
    openers = [opening.opener(begin, many, copies) for opening in openings]
    judges = [Openers(openers), *(compiled(captain) for captain in how.captains[1:])]
    # Copies of a game have neighbouring numbers, for which `CopiedDice` rolls alike.
    numbers = np.arange(begin * copies, (begin + many) * copies)
    for table in play_with_judges(how.board, judges, dice, numbers, how.turns):
        game, copy_of = np.divmod(table.game, copies)
        for name, rows in columns_of(table).items():
            for number in np.unique(copy_of).tolist():
                own = copy_of == number
                each[number].setdefault(name, np.zeros(many, np.int64))[game[own] - begin] = rows[0, own]
    return [
        columns | {PLANETS.name: opener.planets, PAIR.name: opener.pairs + 1}
        for columns, opener in zip(each, openers, strict=True)
    ]


GAMES = 2_000
MARGIN = 0.25
BY = {"planet": "planets to begin at", "pair": "pairs to head for first"}
"""Kinds of instructions for the opening, each with its plural in words."""
CONCLUSIONS = {
    "planet": (
        "In the first turn trader 1 must fly to the planet, with the best such draw by the captain's prices. If no "
        "such draw is legal, and in all later turns, the captain chooses freely. One draw may fly to two planets.",
    ),
    "pair": (
        "Until their first route, trader 1 must go straight for the pair as long as a draw brings it nearer, and "
        "score no other pair if that can be avoided. After that the captain chooses freely. Games in which the pair "
        "was not scored first count, too.",
    ),
}


@dataclass(frozen=True, repr=False)
class Openings(Worths):
    """Worth of each opening, against the captain's own choice."""

    MORE = (
        Column("total"),
        Column("so", "done", PERCENT, "games in which trader 1 did so"),
        Column("freely", "freely", PERCENT, "games in which trader 1 did so by their own choice, without an order"),
    )

    @cached_property
    def shares(self) -> dict[str, tuple[float, float]]:
        """For each opening, two shares of games in which trader 1 did begin that way.

        The first share is that of games with the instruction, the second that of games of the captain's own choice.
        """
        shares = {}
        for name in self.comparison.all_names:
            held = self.comparison.latest_with(name)
            columns = dict(zip(held.names, held.counted.tally.subjects, strict=True))
            opening = held.experiments[held.names.index(name)]
            if isinstance(opening, Opening) and opening.beginning:
                shares[name] = opening.share(columns[name]), opening.share(columns[self.base])
        return shares

    def values_of(self, worth: Worth) -> dict[str, Any]:
        """Return the cells of one opening's table row, by name of column.

        Besides those of every worth, these are the mean total and the two numbers of `shares`.
        """
        held = self.comparison.latest_with(worth.name)
        total = {"total": held.counted.own("total", held.names.index(worth.name)).mean}
        return super().values_of(worth) | total | dict(zip(("so", "freely"), self.shares[worth.name], strict=True))

    def conclusions(self) -> list[str]:
        """Return sentences on where to begin, and whether that beats the captain's own choice."""
        first, *others = (one.name for one in self.worths.leaders)
        word = self.what[0]
        unit = self.comparison.metrics.unit
        leader = f"{word.capitalize()} {first} is best."
        if others:
            named = ", ".join(others[:6]) + f" and {len(others) - 6} more" * (len(others) > 6)
            leader = f"{word.capitalize()} {first} comes first, but there is no clear difference from {named}."
        beginnings = {
            Verdict.BETTER: f"Clearly better than their {FREELY}",
            Verdict.WORSE: f"Clearly worse than their {FREELY}",
            Verdict.EQUAL: f"As good as their {FREELY} (within {self.comparison.margin:g} {unit})",
            Verdict.OPEN: f"No clear difference from their {FREELY}",
        }
        return [leader, *self.worths.in_words(beginnings), *self.disagreements()]


def begin(
    galaxy: GalaxyLike,
    games: int | None = None,
    seed: int = 1,
    *,
    by: str = "planet",
    captains: Sequence[CaptainLike] = (DEFAULT_CAPTAIN,) * 2,
    dice: DiceLike = None,
    switches: SwitchesLike = None,
    margin: float = MARGIN,
    **how_much: Unpack[HowMuch],
) -> Openings:
    """Return the worth of each opening of trader 1, in the same games.

    Worth is the gain in margin over the captain's own choice, or in total if the game is played alone. Pairs that no
    way past other planets can join are left out.

    Args:
        galaxy: galaxy, its file or its fields.
        games: number of games of each opening. If None, at most 2,000, until the opening is clearly behind the best.
        seed: seed of all games.
        by: `planet` to begin at each planet, or `pair` to head for each pair first.
        captains: captains in seating order; one plays alone.
        dice: colours of the dice; the usual ones if None.
        switches: rule switches.
        margin: points that count as no difference.
        **how_much: `precision`, `first`, `workers`, `save`, `plain` and `progress`, as for every run.

    Returns:
        The worths, with 95% intervals that hold for all openings at once.

    Raises:
        AnalyzerError: trader 1 does not play by prices alone, or an argument is wrong.

    >>> from analyzer import lorry
    >>> sorted(one.name for one in lorry.begin("ships/lorry/tiny.yaml", 20).worths)
    ['1', '2', '3']
    """
    if by not in BY:
        raise AnalyzerError(f"by {by!r}: {one_of(by, BY)}")
    whole = game_experiment(galaxy, captains, seed, dice, switches=switches)
    place = whole.galaxy
    planets = [(planet,) for planet in range(1, len(place.planets) + 1)]
    pairs = [pair for pair in place.pairs if place.fewest_boxes(*pair) is not None]
    free = Opening(whole)
    made = {free.name: free}
    for beginning in planets if by == "planet" else pairs:
        opening = Opening(whole, beginning)
        made[opening.name] = opening
    worths = partial(Openings, base=FREELY, what=(by, BY[by]), said=CONCLUSIONS[by])
    checks = Checks(FREELY, seeks_best=True, shown=worths)
    return worths(compare_experiments(made, games, usual=GAMES, margin=margin, checks=checks, **how_much))
