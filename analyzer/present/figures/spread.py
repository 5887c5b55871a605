"""How a number is spread over trials, for one subject or for several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.answers.origin import in_a_line
from analyzer.present.figures.style import COLOURS, caption_below, house_style, legend

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.answers.result import Result

WIDTH = 7.0
MANY = 60
"""Values from which on steps would be too narrow to be seen one by one."""


def plot_spread(result: Result, column: str, *, shared: bool = False, width: float = WIDTH) -> Figure:
    """A column's shares, value by value; shared: it is the same for all subjects, one line stands for them."""
    with house_style():
        from matplotlib.figure import Figure
        from matplotlib.ticker import MaxNLocator

        figure = Figure(figsize=(width, 3.4), layout="constrained")
        axes = figure.subplots()
        subjects = result.subjects[:1] if shared else result.subjects
        drawn = []
        for subject, colour in zip(subjects, COLOURS, strict=False):
            histogram = subject.histograms[column]
            counts = histogram.counts
            step = max(1, (max(counts) - min(counts)) // MANY)
            shares: dict[int, float] = {}
            for value, many in counts.items():
                at = value // step * step
                shares[at] = shares.get(at, 0.0) + many / histogram.n
            drawn += axes.step(*bins(shares, step), where="mid", color=colour)
            axes.axvline(histogram.mean, color=colour, linestyle=":", linewidth=1)
        metric = result.experiment.metrics.by_name[column]
        axes.set_xlabel(f"{metric.label}, {metric.unit} (dotted: mean)")
        axes.set_ylabel(f"share of {result.experiment.TRIAL[1]}")
        axes.set_ylim(bottom=0)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        low, high = axes.get_xlim()
        if high - low < 1:  # one value in every trial
            axes.set_xlim(low - 1, high + 1)
        if len(subjects) > 1:
            legend(axes, drawn, [subject.name for subject in subjects], fontsize=9)
        caption_below(figure, in_a_line(result.origins))
        return figure


def bins(shares: dict[int, float], step: int) -> tuple[list[int], list[float]]:
    """Every value on the way and its share, 0 on both sides, so that the first and the last bin are as wide as all."""
    values = list(range(min(shares) - step, max(shares) + 2 * step, step))
    return values, [shares.get(value, 0.0) for value in values]
