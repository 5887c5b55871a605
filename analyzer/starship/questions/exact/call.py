"""One turn in a sector whose cards are known, every order and every die counted: exact fractions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from analyzer.answers.described import Described
from analyzer.answers.description import Column, Description, Form, Row, Table
from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike, turn_experiment
from analyzer.starship.columns import holdings_of, turn_columns
from analyzer.starship.edition import played_by
from analyzer.starship.experiment import TurnExperiment
from analyzer.starship.metrics import OF_TURNS
from analyzer.starship.turn.enumerated import Enumerated
from analyzer.starship.turn.games import judges_of
from analyzer.starship.turn.setup import lay_out
from analyzer.starship.turn.table import Table as Games
from analyzer.starship.turn.turn import play_turn

Outcome = tuple[int, ...]
"""The columns of a turn, in the order of OF_TURNS.columns."""
READABLE = 24
"""Letters of a fraction."""
HEAPS = {"reserve": "the reserve", "open": "the open adventures", "stack": "the adventures below them"}
"""What a position file may leave out, by field."""
ALL = (Column("metric"), Column("fraction"), Column("mean"))
COLUMNS = (
    Column("metric", ""),
    Column("mean", "mean", Form(str)),
    Column("fraction", "fraction", Form(lambda mean: str(mean) if len(str(mean)) <= READABLE else "...")),
)


@dataclass(frozen=True, repr=False)
class Exact(Described):
    """Every outcome of a turn with its chance. `columns` names the numbers of an outcome."""

    experiment: TurnExperiment
    columns: tuple[str, ...]
    outcomes: dict[Outcome, Fraction]

    def distribution(self, *columns: str) -> dict[Any, Fraction]:
        """The chance of every value of a column, or of every combination of several."""
        wrong = [name for name in columns if name not in self.columns]
        if wrong or not columns:
            raise AnalyzerError(
                f"no column {wrong[0] if wrong else ''!r}: {one_of(wrong[0] if wrong else None, self.columns)}"
            )
        places = [self.columns.index(name) for name in columns]
        chances: dict[Any, Fraction] = {}
        for outcome, chance in self.outcomes.items():
            key = outcome[places[0]] if len(places) == 1 else tuple(outcome[place] for place in places)
            chances[key] = chances.get(key, Fraction(0)) + chance
        return dict(sorted(chances.items()))

    def mean(self, metric: str) -> Fraction:
        """A mean, or a chance, of the metrics of turns."""
        definition = OF_TURNS[metric]
        values = self.distribution(definition.column)
        if definition.within is not None:
            low, high = definition.within
            return sum((chance for value, chance in values.items() if low <= value <= high), Fraction(0))
        return sum((value * chance for value, chance in values.items()), Fraction(0))

    @cached_property
    def means(self) -> dict[str, Fraction]:
        """All of them."""
        return {metric.name: self.mean(metric.name) for metric in OF_TURNS.listed}

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        position = self.experiment.position
        open_ends = [words for name, words in HEAPS.items() if getattr(position, name) is None]
        assumed = (
            [f"Not in the file, so dealt by seed {self.experiment.seed}: {', '.join(open_ends)}."] if open_ends else []
        )
        return [*assumed, *self.experiment.notes()]

    def description(self) -> Description:
        """Every metric by its mean or chance; programs get every distribution."""
        facts = {
            "position": self.experiment.position.to_dict(),
            "sector": self.experiment.sector,
            "captain": self.experiment.captain.as_prices(),
            "means": {name: mean.as_integer_ratio() for name, mean in self.means.items()},
            "distributions": {
                name: {str(value): chance.as_integer_ratio() for value, chance in self.distribution(name).items()}
                for name in self.columns
            },
        }
        means = [Row({"metric": name, "fraction": str(mean), "mean": float(mean)}) for name, mean in self.means.items()]
        title = f": one turn in sector {self.experiment.sector}, {len(self.outcomes):,} outcomes, exact"
        parts = (Table("", ALL, means), Table("", COLUMNS, [*self._in_blocks()]))
        return Description(self.experiment.position.own.name, title, facts, parts, self.notes())

    def _in_blocks(self) -> Iterator[Row]:
        """A row a metric, under the titles of their blocks."""
        for title, block in OF_TURNS.blocks.items():
            for number, metric in enumerate(metric for metric in block if metric.in_tables):
                mean = self.means[metric.name] / metric.scale
                decimal = f"{float(mean):.4%}" if metric.is_chance else f"{float(mean):.4f}"
                row = {"metric": f"  {metric.label}", "mean": decimal, "fraction": mean}
                yield Row(row, above="" if number else title, explanation=metric.meaning * metric.in_legend)


def exact(
    position: PositionLike,
    sector: int = 1,
    seed: int = 1,
    *,
    captain: CaptainLike = "sensible",
    other: CaptainLike = "sensible",
    most: int | None = None,
    switches: SwitchesLike = None,
) -> Exact:
    """One turn in a sector whose cards are known: every order and every die counted, no sampling error.

    The sector must be listed (or seen) whole; what else is not in the file is dealt under the seed.

    >>> from analyzer import starship
    >>> starship.exact("ships/starship/known.yaml", 1).mean("cards_flown") > 3
    True
    """
    sector = whole_number(sector, "sector", 1, 4)
    experiment = turn_experiment(position, seed, captain, other, sector, most, switches)
    with played_by(experiment.edition):
        return _exact(experiment, sector, seed)


def _exact(experiment: TurnExperiment, sector: int, seed: int) -> Exact:
    lying = experiment.position.lying(sector)
    table = lay_out(experiment.position, seed, 0, 1, experiment.switches)
    size = int(table.size[sector - 1, 0])
    if len(lying) != size:
        raise AnalyzerError(
            f"{experiment.position.name}: only {len(lying)} of the {size} cards in sector {sector} are known: list all "
            f"{size} in the file, under sectors, e.g. {sector}: [Mintaka II, BASE01, ...]"
        )
    return Exact(experiment, OF_TURNS.columns, _enumerate_turn(experiment, table))


def _enumerate_turn(experiment: TurnExperiment, table: Games) -> dict[Outcome, Fraction]:
    """Play the turn of the one game on the table in all ways; every outcome with its chance, in order."""
    assert experiment.sector is not None
    before, counts = holdings_of(table, table.me), table.counts[table.me].astype(np.int64)
    pair = (experiment.captain, experiment.other)
    judges = judges_of(pair if table.me == 0 else pair[::-1], experiment.switches)
    dice, position = Enumerated(), experiment.position
    sector = experiment.sector - 1
    play_turn(table, judges, _Rolled(dice, position.roll), position.stage, None, sector, experiment.most)
    before = {name: np.repeat(value, table.lanes) for name, value in before.items()}
    columns = turn_columns(table, before, experiment.captain, np.repeat(counts, table.lanes, axis=1))
    outcomes: dict[Outcome, Fraction] = {}
    rows = np.array([columns[name][0] for name in OF_TURNS.columns]).T.tolist()
    for row, weight in zip(rows, table.weight.tolist(), strict=True):
        outcomes[tuple(row)] = outcomes.get(tuple(row), Fraction(0)) + Fraction(int(weight), dice.total)
    return dict(sorted(outcomes.items()))


class _Rolled:
    """All dice counted but a yellow one that lies already."""

    def __init__(self, dice: Enumerated, roll: int | None) -> None:
        self.shuffle, self.reveal, self.fight = dice.shuffle, dice.reveal, dice.fight
        self.dice, self.roll = dice, roll

    def yellow(self, table: Any) -> None:
        """Each face, or the one that lies."""
        if self.roll is None:
            self.dice.yellow(table)
        else:
            table.roll[...] = self.roll
