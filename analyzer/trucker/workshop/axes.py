"""The axes of a map of ships: two numbers, each cut into steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, isfinite

from analyzer.errors import AnalyzerError, all_or_faults, one_of
from analyzer.statistics.tally import Columns
from analyzer.trucker.metrics import METRICS
from analyzer.trucker.workshop.goal import measured

BUILT = "components"
"""How many components a ship has; known without flying."""
USUAL = (BUILT, "components_lost")
STEP_OF_CHANCES = 0.05
STEPS = {"credits": 5.0, "components": 1.0, "flight days": 2.0}
"""Steps by the unit of a metric; 1 for others."""
STEP_BUILT = 2.0
FINEST = 1e-6


@dataclass(frozen=True)
class Axis:
    """A number that tells ships apart, in steps of that width."""

    name: str
    step: float

    @property
    def label(self) -> str:
        """What it is, in words."""
        return "components used" if self.is_built else METRICS[self.name].label

    @property
    def is_built(self) -> bool:
        """Whether it is known without flying."""
        return self.name == BUILT

    @property
    def is_chance(self) -> bool:
        """Whether it is a share of flights."""
        return not self.is_built and METRICS[self.name].is_chance

    def total(self, columns: Columns) -> float:
        """Its sum over those flights; 0 of what is known without flying."""
        return 0.0 if self.is_built else float(measured(self.name, columns).sum())

    def cell(self, value: float) -> int:
        """In which step a value lies; ends belong to the step above."""
        return floor(value / self.step + 1e-9)

    def ends(self, cell: int) -> tuple[float, float]:
        """Where a step begins and where the next one does."""
        return round(cell * self.step, 9), round((cell + 1) * self.step, 9)

    def step_in_words(self, cell: int) -> str:
        """A step in words: `12 to 13`, `0.5 to 1`, `90% to 95%`."""
        low, high = self.ends(cell)
        if self.is_chance:
            return f"{100 * low:g}% to {100 * high:g}%"
        if self.is_built and self.step.is_integer():
            return f"{low:g}" if self.step == 1 else f"{low:g} to {high - 1:g}"
        return f"{low:g} to {high:g}"


def load_axes(names: Sequence[str] = USUAL) -> tuple[Axis, Axis]:
    """Two axes from names of metrics, `components` for how many a ship has, each with a step: `penalty:2`.

    >>> load_axes(["components", "penalty:2"])[1]
    Axis(name='penalty', step=2.0)

    Raises AnalyzerError with every fault.
    """
    if isinstance(names, str) or len(names) != 2:
        raise AnalyzerError(f"by {names!r}: give two numbers, as components and penalty:2")
    across, down = all_or_faults(_axis, names)
    if across.name == down.name:
        raise AnalyzerError(f"by {across.name} twice: give two different numbers")
    return across, down


def _axis(text: str) -> Axis:
    word, _, step = text.partition(":")
    name = word.strip().replace(" ", "_")
    if name != BUILT:
        metric = METRICS.by_name.get(name)
        if metric is None or metric.tail:
            names = [BUILT, *(one.name for one in METRICS.listed)]
            raise AnalyzerError(f"by {word!r}: no number of a flight: {one_of(word, names)}")
    usual = STEP_BUILT if name == BUILT else _usual_step(name)
    return Axis(name, usual if not step else _step(text, step))


def _usual_step(name: str) -> float:
    metric = METRICS[name]
    return STEP_OF_CHANCES if metric.is_chance else STEPS.get(metric.unit, 1.0)


def _step(text: str, step: str) -> float:
    try:
        width = float(step)
    except ValueError:
        width = 0.0
    if not isfinite(width) or width < FINEST:
        raise AnalyzerError(f"by {text!r}: give a step above 0 behind the colon, as penalty:2")
    return width
