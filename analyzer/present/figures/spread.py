"""How a number is spread over trials, for one subject or for several."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyzer.answers.origin import in_a_line
from analyzer.present.figures.style import COLOURS, caption_below, house_style, legend, title

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.answers.result import Result

WIDTH = 7.0
MANY = 60
"""Values from which on steps would be too narrow to be seen one by one."""


def plot_spread(result: Result, column: str, *, shared: bool = False, width: float = WIDTH) -> Figure:
    """A column's shares in percent, value by value; shared: it is the same for all subjects, one line stands for them.

    Where there are many values several share a bin, and the axis says how many.
    """
    with house_style():
        from matplotlib.ticker import MaxNLocator

        from analyzer.present.figures.picture import Picture

        figure = Picture(figsize=(width, 3.4), layout="constrained")
        axes = figure.subplots()
        subjects = result.subjects[:1] if shared else result.subjects
        step = max(_step(subject.histograms[column].counts) for subject in subjects)
        drawn = []
        for subject, colour in zip(subjects, COLOURS, strict=False):
            histogram = subject.histograms[column]
            shares, edges = bins(histogram.counts, step)
            drawn.append(axes.stairs(shares, edges, color=colour, linewidth=1.5))
            axes.axvline(histogram.mean, color=colour, linestyle=":", linewidth=1)
        metric = result.experiment.metrics.by_name[column]
        in_bins = f"; {step} values a bin" * (step > 1)
        axes.set_xlabel(f"{with_unit(metric.label, metric.column_unit)} (dotted: mean{in_bins})")
        axes.set_ylabel(f"share of {result.experiment.TRIAL[1]} (%)")
        axes.set_ylim(bottom=0)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        if len(subjects) > 1:
            legend(axes, drawn, [subject.name for subject in subjects], fontsize=9)
        elif not shared:
            title(axes, subjects[0].name, None)
        caption_below(figure, in_a_line(result.origins))
        return figure


def with_unit(label: str, unit: str) -> str:
    """A label with its unit, which is left out where it says the same: "total, points", but "points"."""
    return unit if label.casefold() == unit.casefold() else f"{label}, {unit}"


def _step(counts: Mapping[int, int]) -> int:
    """How many values share a bin."""
    return max(1, (max(counts) - min(counts)) // MANY)


def bins(counts: Mapping[int, int], step: int) -> tuple[list[float], list[float]]:
    """Shares in percent of bins of so many whole numbers each, and their edges, halfway between whole numbers."""
    n, first, last = sum(counts.values()), min(counts) // step, max(counts) // step
    shares = [0.0] * (last - first + 1)
    for value, many in counts.items():
        shares[value // step - first] += 100 * many / n
    return shares, [place * step - 0.5 for place in range(first, last + 2)]
