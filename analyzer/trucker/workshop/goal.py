"""Goals of a search, and the worth of flights by a goal."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from analyzer.answers.derived import Derived
from analyzer.answers.metrics import Metric, Metrics
from analyzer.errors import AnalyzerError
from analyzer.montecarlo.blocks import BLOCK as WHOLE_BLOCK
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import METRICS
from analyzer.trucker.result import Result
from analyzer.world import rebuild

LONGEST = 200
"""The largest number of characters of a goal."""
DEAREST = 1_000_000
"""The highest price that a goal may give to a metric."""
ALSO_CALLED = {"win": "richest_alone"}
"""Alternative names of metrics in goals, by name."""
LESS_IS_BETTER = frozenset(
    {"loss", "no_humans", "no_engines", "lapped", "gave_up", "penalty", "components_lost", "exposed"}
)
"""Metrics that are minimised if a goal names only one of them: the goal `penalty` means the least penalty."""
NO_MEASURE = {"place": "it is 0 for ships that gave up: take `first` or `order_reward`"}
MARGIN, MARGIN_OF_CHANCES = 0.25, 0.005
"""Differences that count as equal for a metric with price 1: of means, and of chances."""
CURE = "give a metric (`analyzer metrics`), or several at whole prices, e.g. credits-2*penalty"


@dataclass(frozen=True)
class Goal:
    """A goal: the sum of metrics times prices, which a search maximises; it is computed for each flight.

    Attributes:
        text: The text it was read from.
        prices: Pairs of a metric and its price, a whole number that is not 0.
    """

    text: str
    prices: tuple[tuple[str, int], ...]

    @property
    def is_credits(self) -> bool:
        """Whether the goal is to earn credits and nothing else."""
        return self.prices == (("credits", 1),)

    @property
    def margin(self) -> float:
        """The difference between mean worths that counts as equal."""
        each = (abs(price) * (MARGIN_OF_CHANCES if METRICS[name].is_chance else MARGIN) for name, price in self.prices)
        return max(each)

    @property
    def meaning(self) -> str:
        """The goal in words, e.g. `credits`, `least penalty`, `credits-2*penalty`."""
        (name, price), *others = self.prices
        if others or abs(price) != 1:
            return self.text
        return f"least {METRICS[name].label}" if price < 0 else METRICS[name].label

    def of(self, columns: Columns) -> npt.NDArray[np.int64]:
        """Return the worth of each flight, in the shape of the columns."""
        # whole prices of whole metrics: sums over flights are exact, in whichever order they are added up
        return np.asarray(sum(price * measured(name, columns) for name, price in self.prices), np.int64)


def measured(name: str, columns: Columns) -> npt.NDArray[np.int64]:
    """Return the value of a metric in each flight, in the shape of the columns; 0 or 1 for a chance."""
    metric = METRICS[name]
    column = columns[metric.column]
    if metric.within is None:
        return np.asarray(column, np.int64)
    low, high = metric.within
    return ((low <= column) & (column <= high)).astype(np.int64)


def load_goal(text: str | Goal, *, alone: bool = False, metrics: Metrics = METRICS) -> Goal:
    """Return the goal that a text names.

    Args:
        text: A metric, `win`, or a sum of metrics with whole prices. A metric of which less is better is minimised if
            it is named alone.
        alone: Whether there are no rivals, so that contested metrics are refused.
        metrics: The metrics that may be named.

    >>> load_goal("credits - 2*penalty").prices
    (('credits', 1), ('penalty', -2))
    >>> load_goal("penalty").meaning
    'least penalty'
    """
    if isinstance(text, Goal):
        return text
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        raise AnalyzerError(f"goal {str(text)[:40]!r}: {CURE}")
    try:
        # parsed and never evaluated, because it is the user's text
        prices = _priced(ast.parse(text.strip(), mode="eval").body, text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, AnalyzerError):
            raise
        raise AnalyzerError(f"goal {text!r}: cannot be read: {CURE}") from None
    faults = [f"goal {text!r}: {fault}" for fault in _faults(prices, metrics, alone)]
    if faults:
        raise AnalyzerError(faults)
    named: dict[str, int] = {}
    for word, price in prices.items():
        name = metrics[ALSO_CALLED.get(word, word)].name
        named[name] = named.get(name, 0) + price
    (only, *others) = named
    if text.strip() in (only, *prices) and not others and only in LESS_IS_BETTER:
        named = {only: -1}
    return Goal(text.strip(), tuple((name, price) for name, price in named.items() if price))


def _faults(prices: Mapping[str, int], metrics: Metrics, alone: bool) -> Iterator[str]:
    """Yield a sentence on each fault of a goal's metrics and prices."""
    if not any(prices.values()):
        yield f"names no metric that counts: {CURE}"
    for word, price in prices.items():
        try:
            metric = metrics[ALSO_CALLED.get(word, word)]
        except AnalyzerError as error:
            yield from error.faults
            continue
        if metric.tail or metric.by_sort:
            yield f"{word}: is no number of a single flight"
        if metric.name in NO_MEASURE:
            yield f"{word}: {NO_MEASURE[metric.name]}"
        if metric.contested and alone:
            yield f"{word}: alone there is nobody to be ahead of: name rivals"
        if abs(price) > DEAREST:
            yield f"{word}: a price of {price:,} is too high: at most {DEAREST:,}"


def _priced(node: ast.expr, text: str) -> dict[str, int]:
    """Return the price of each name, of a metric or `win`, in a part of the parsed text."""
    prices: dict[str, int] | None = None
    match node:
        case ast.Name(id=word):
            prices = {word: 1}
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=inner):
            prices = _times(_priced(inner, text), -1 if isinstance(sign, ast.USub) else 1)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as sign, right=right):
            one, other = _priced(left, text), _times(_priced(right, text), -1 if isinstance(sign, ast.Sub) else 1)
            prices = {word: one.get(word, 0) + other.get(word, 0) for word in (*one, *other)}
        case (
            ast.BinOp(left=ast.Constant(value=price), op=ast.Mult(), right=inner)
            | ast.BinOp(left=inner, op=ast.Mult(), right=ast.Constant(value=price))
        ):
            if isinstance(price, float):
                raise AnalyzerError(f"goal {text!r}: prices are whole numbers: multiply all of them")
            prices = _times(_priced(inner, text), price) if type(price) is int else None
    if prices is None:
        raise AnalyzerError(f"goal {text!r}: {ast.unparse(node)[:40]!r} is no metric with a price: {CURE}")
    return prices


def _times(prices: Mapping[str, int], factor: int) -> dict[str, int]:
    return {word: factor * price for word, price in prices.items()}


GOAL = "goal"


@dataclass(frozen=True)
class GoalExperiment(Derived[Experiment]):
    """An experiment that adds a column with the worth of each flight by a goal, and uses it as the score."""

    goal: Goal

    QUESTION: ClassVar[str] = "priced"
    AT_ONCE: ClassVar[int] = WHOLE_BLOCK
    COUNTED: ClassVar[type[Tally]] = Tally

    @cached_property
    def metrics(self) -> Metrics:
        """The metrics of the flights, with the goal in front."""
        wanted = Metric(GOAL, f"the goal: {self.goal.meaning}", unit=GOAL, block="the goal")
        own = self.experiment.metrics
        return replace(own, listed=(wanted, *own.listed), score=GOAL, unit=GOAL, parts={})

    def run_block(self, first: int, trials: int) -> Columns:
        """Return the columns of the flights with a column for the goal."""
        return self._with_goal(self.experiment.run_block(first, trials))

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[Any], first: int, trials: int) -> list[Columns]:
        """Return the columns of several experiments; ships that can share one stack fly side by side."""
        blocks = Experiment.run_side_by_side([one.experiment for one in experiments], first, trials)
        return [one._with_goal(columns) for one, columns in zip(experiments, blocks, strict=True)]

    def _with_goal(self, columns: Columns) -> Columns:
        return {GOAL: self.goal.of(columns)} | columns

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Result:
        """Return the result of the counted flights."""
        return Result(self, counted, stretches)

    @property
    def pairing(self) -> Any:
        """The pairing key: flights of equal number are pairs in experiments with equal keys."""
        return *super().pairing, self.goal

    def describe(self) -> dict[str, Any]:
        """Return the description of the experiment, with the goal."""
        return super().describe() | {"goal": self.goal.text}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> GoalExperiment:
        """Rebuild the experiment from the plain types of `describe`."""
        experiment = rebuild(described | {"question": described["of"]}, cls.QUESTION)
        assert isinstance(experiment, Experiment)
        return cls(experiment, load_goal(described["goal"]))


def with_goal(experiment: Experiment, goal: Goal) -> Experiment | GoalExperiment:
    """Return the experiment with the goal as its score; unchanged if the goal is credits, the usual score."""
    return experiment if goal.is_credits else GoalExperiment(experiment, goal)
