"""Figures of distributions: spreads, credits, risk and sources of credits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from analyzer.answers.numbers import typeset
from analyzer.answers.origin import in_a_line
from analyzer.montecarlo.stretch import some_trials
from analyzer.present.figures.canvas import new_figure
from analyzer.present.figures.ships_to_draw import all_ships, origins, trial_of
from analyzer.present.figures.style import (
    COLOURS,
    LETTERS_AN_INCH,
    LINES,
    NARROW,
    SMALLEST,
    caption_below,
    cut,
    house_style,
    legend,
    number_in_units,
    title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.answers.result import Result, SubjectResult
    from analyzer.statistics.estimate import Estimate
    from analyzer.statistics.histogram import Histogram


WIDTH = 7.0
MANY = 60
"""The number of different values from which neighbouring values share a bin."""


def plot_spread(result: Result, column: str, *, shared: bool = False, width: float = WIDTH) -> Figure:
    """Draw the distribution of a column as a percentage of trials for each value, or for each bin of several values.

    Args:
        result: The result.
        column: The name of the column.
        shared: Whether the column is equal for all subjects; only the first subject is then drawn.
        width: The width in inches.
    """
    from matplotlib.ticker import MaxNLocator

    with new_figure(width, 3.4) as figure:
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
        in_bins = f"; {step / metric.scale:g} {metric.unit} a bin" if metric.scale > 1 else f"; {step} values a bin"
        axes.set_xlabel(f"{with_unit(metric.label, metric.unit)} (dotted: mean{in_bins * (step > 1)})")
        axes.set_ylabel(f"share of {result.experiment.TRIAL[1]} (%)")
        axes.set_ylim(bottom=0)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        number_in_units(axes.xaxis, metric.scale)
        if len(subjects) > 1:
            legend(axes, drawn, [subject.name for subject in subjects], fontsize=9)
        elif not shared:
            title(axes, subjects[0].name, None)
        caption_below(figure, in_a_line(result.origins))
        return figure


def with_unit(label: str, unit: str) -> str:
    """Return a label with its unit, e.g. `total, points`; the unit alone if both are the same word."""
    return unit if label.casefold() == unit.casefold() else f"{label}, {unit}"


def _step(counts: Mapping[int, int]) -> int:
    """Return the number of consecutive values that share a bin."""
    return max(1, (max(counts) - min(counts)) // MANY)


def bins(counts: Mapping[int, int], step: int) -> tuple[list[float], list[float]]:
    """Return the share of each bin in percent, and the edges, which lie halfway between whole numbers."""
    n, first, last = sum(counts.values()), min(counts) // step, max(counts) // step
    shares = [0.0] * (last - first + 1)
    for value, many in counts.items():
        shares[value // step - first] += 100 * many / n
    return shares, [place * step - 0.5 for place in range(first, last + 2)]


INCHES_A_LINE = 0.6
"""The width of the line sample before a name in the legend, in inches."""
RARE = 0.002
"""The share of trials cut off beyond either end of the axis, where values are too rare to be seen."""


class Named(Protocol):
    """A result with a name and histograms, e.g. a `ShipResult`."""

    @property
    def name(self) -> str:
        """The name of the ship."""

    @property
    def histograms(self) -> Mapping[str, Histogram]:
        """The histograms by column."""


class HasResults(Protocol):
    """An answer that holds several results, e.g. a comparison."""

    @property
    def results(self) -> Any:
        """Results or ships, in a sequence or by name."""


Ships: TypeAlias = "Named | Result | HasResults | Sequence[Named] | Sequence[Result]"


def plot_credits(ships: Ships, *, width: float = WIDTH) -> Figure:
    """Draw the distribution of credits earned in a trial, with each ship's mean; losses are shaded.

    Args:
        ships: Results of ships, a Result or several, or an answer with `results`.
        width: The width in inches.
    """
    figure = _distributions(all_ships(ships), "credits", "credits earned in a {trial} (shaded: a loss)", width)
    (axes,) = figure.axes
    left, right = axes.get_xlim()
    if left < 0:
        axes.axvspan(left, -0.5, color="#EEEEEE", zorder=0)
        axes.set_xlim(left, right)
    return figure


def plot_components_lost(ships: Ships, *, width: float = WIDTH) -> Figure:
    """Draw the distribution of components lost in a trial, with each ship's mean.

    Args:
        ships: Results of ships, a Result or several, or an answer with `results`.
        width: The width in inches.
    """
    return _distributions(all_ships(ships), "components_lost", "components lost in a {trial}", width)


def _distributions(ships: Sequence[Named], metric: str, label: str, width: float) -> Figure:
    """Draw bars for one ship, outlines for several; the y axis is the share of trials in percent."""
    from analyzer.present.figures.picture import Picture

    one, several = trial_of(ships)
    with house_style():
        columns = 1 if width < NARROW else 2
        figure = Picture(
            figsize=(width, max(2.4, 0.52 * width) + 0.2 * -(-len(ships) // columns)), layout="constrained"
        )
        axes = figure.add_subplot()
        drawn = [_drawn(axes, ship.histograms[metric], None if len(ships) == 1 else i) for i, ship in enumerate(ships)]
        axes.set_xlabel(label.format(trial=one))
        axes.set_ylabel(f"share of {several} (%)")
        axes.set_ylim(bottom=0)
        (left, right), rarest = _span([ship.histograms[metric] for ship in ships])
        axes.set_xlim(left, right)
        n = ", ".join(sorted({f"{ship.histograms[metric].n:,}" for ship in ships}))
        axes.set_title(f"{n} {one if n == '1' else several}{rarest}", loc="right", fontsize=SMALLEST, color="#555555")
        most = int(LETTERS_AN_INCH * 0.8 * (width / columns - INCHES_A_LINE)) - len(": mean -10.00")
        labels = [f"{cut(ship.name, most)}: mean {typeset(ship.histograms[metric].mean)}" for ship in ships]
        legend(figure, drawn, labels, loc="outside upper center", ncols=columns, fontsize=9)
        caption_below(figure, in_a_line(origins(ships)))
    return figure


OVERLAP = 1.6
"""The height of the highest ridge, in distances between two ships."""


def plot_ridgelines(ships: Ships, *, width: float = WIDTH) -> Figure:
    """Draw the distribution of credits of several ships, one below another on one axis, with each ship's mean.

    Args:
        ships: Results of ships, a Result or several, or an answer with `results`.
        width: The width in inches.
    """
    some = all_ships(ships)
    one, _ = trial_of(some)
    with new_figure(width, 1.4 + 0.5 * len(some)) as figure:
        axes = figure.add_subplot()
        histograms = [ship.histograms["credits"] for ship in some]
        step = max(_step(histogram.counts) for histogram in histograms)
        drawn = [bins(histogram.counts, step) for histogram in histograms]
        highest = max(max(shares) for shares, _ in drawn)
        (left, right), rarest = _span(histograms)
        for number, (histogram, (shares, edges)) in enumerate(zip(histograms, drawn, strict=True)):
            foot, colour = len(some) - 1 - number, COLOURS[number % len(COLOURS)]
            ridge = [foot + OVERLAP * share / highest for share in shares]
            # Lower ships are drawn later and lie in front.
            axes.stairs(ridge, edges, baseline=foot, fill=True, color=colour, alpha=0.75, zorder=number + 2)
            axes.plot([histogram.mean] * 2, [foot, foot + 0.35], color="black", linewidth=1.5, zorder=number + 2.5)
        if left < 0:
            axes.axvspan(left, -0.5, color="#EEEEEE", zorder=0)
        axes.set_xlim(left, right)
        most = int(LETTERS_AN_INCH * 0.3 * width)
        axes.set_yticks(
            range(len(some)),
            [f"{cut(ship.name, most)}\n{typeset(ship.histograms['credits'].mean)}" for ship in reversed(some)],
        )
        axes.grid(visible=False, axis="y")
        axes.set_xlabel(f"credits earned in a {one}\n(line: mean; shaded: a loss)")
        axes.set_title(rarest.removeprefix("; "), loc="right", fontsize=SMALLEST, color="#555555")
        caption_below(figure, in_a_line(origins(some)))
    return figure


def _drawn(axes: Axes, histogram: Histogram, number: int | None) -> Any:
    """Draw the distribution of one ship, and return the artist for the legend.

    Args:
        axes: The axes.
        histogram: The ship's histogram.
        number: The ship's index, which decides colour and line style; None draws bars for a single ship.
    """
    colour, line = COLOURS[(number or 0) % len(COLOURS)], LINES[(number or 0) % len(LINES)]
    shares = 100 * histogram.tally / histogram.n
    axes.axvline(histogram.mean, color="black" if number is None else colour, linestyle=line, linewidth=1)
    if number is None:
        return axes.bar(histogram.values, shares, width=0.85, color=colour)
    edges = [*(histogram.values - 0.5), histogram.values[-1] + 0.5]
    return axes.stairs(shares, edges, color=colour, linestyle=line, linewidth=1.8)


def _span(histograms: Sequence[Histogram]) -> tuple[tuple[float, float], str]:
    """Return the ends of an axis that leaves out the rarest values, and a remark for the title if any is left out."""
    low = min(histogram.quantile(RARE) for histogram in histograms)
    high = max(histogram.quantile(1 - RARE) for histogram in histograms)
    cut = any(histogram.values[0] < low or histogram.values[-1] > high for histogram in histograms)
    room = 0.5 + 0.02 * (high - low + 1)
    return (low - room, high + room), "; the rarest results lie outside" if cut else ""


MOST_TOGETHER = 6
"""The most distributions that can be read in one figure."""
LOSS = "loss"
"""The name of the chance of a result below 0, in games that have it."""
LONGEST_NAME = 26
LEGEND_COLUMNS = 4
SHAPES = "osD^v"


def plot_risk(ships: Any) -> Figure:
    """Draw each ship's mean score against its chance of a loss and against the mean of its worst 5%.

    Bars are 95% intervals. If the game does not report a chance of a loss, only the second panel is drawn. The standard
    deviation is not used as a measure of risk, because it is also large for a ship that often earns much more.

    Args:
        ships: Results of ships, a Result or several, or an answer with `results`.
    """
    results: Sequence[SubjectResult] = all_ships(ships)
    metrics = results[0].metrics
    score = with_unit(metrics[metrics.score].label, metrics.unit)
    trials = results[0].origin.trial[1] if results[0].origin else "trials"
    worst = [ship.histograms[ship.metrics.score].worst() for ship in results]
    panels = {f"mean of the worst 5% of {trials} ({score})": worst}
    if all(LOSS in ship.metrics.by_name for ship in results):
        panels = {"chance of a loss (%)": [_in_percent(ship.measured(LOSS)) for ship in results]} | panels
    rows = -(-len(results) // LEGEND_COLUMNS)
    with new_figure(4.5 * len(panels), 4 + 0.2 * rows) as figure:
        grid: Any = figure.subplots(1, len(panels), sharey=True, squeeze=False)
        for axes, (label, places) in zip(grid[0], panels.items(), strict=True):
            drawn = _points(axes, [ship.measured(ship.metrics.score) for ship in results], places)
            axes.set_xlabel(label)
        number_in_units(grid[0, -1].xaxis, metrics.scale)
        number_in_units(grid[0, 0].yaxis, metrics.scale)
        grid[0, 0].set_ylabel(f"mean of all {trials} ({score})")
        if metrics.verdict_by:
            label = metrics[metrics.score].label
            words = f"{label}s only; verdicts are by {metrics[metrics.verdict_by].label}"
            grid[0, 0].set_title(words, loc="left", fontsize=9, color="#555555")
        grid[0, -1].set_title("bars: 95% intervals", loc="right", fontsize=9, color="#555555")
        labels = [cut(ship.name, LONGEST_NAME) for ship in results]
        legend(
            figure, drawn, labels, loc="outside upper center", ncols=min(LEGEND_COLUMNS, 2 * len(panels)), fontsize=9
        )
        caption_below(figure, in_a_line(origins(results)))
    return figure


def _in_percent(share: Estimate) -> Estimate:
    return share._replace(mean=100 * share.mean, low=100 * share.low, high=100 * share.high)


def _points(axes: Axes, means: Sequence[Estimate], over: Sequence[Estimate]) -> list[Any]:
    """Draw a point for each ship, in its own colour and shape, with its two intervals if all their ends are finite.

    Args:
        axes: The axes.
        means: The vertical position of each point.
        over: The horizontal position of each point.

    Returns:
        The artists of the points, for the legend.
    """
    drawn = []
    for number, (mean, at) in enumerate(zip(means, over, strict=True)):
        colour, shape = COLOURS[number % len(COLOURS)], SHAPES[number % len(SHAPES)]
        if all(map(isfinite, (*mean, *at))):
            across, up = ([at.mean - at.low], [at.high - at.mean]), ([mean.mean - mean.low], [mean.high - mean.mean])
            axes.errorbar(at.mean, mean.mean, up, across, color=colour, capsize=3, linewidth=1.2)
        drawn += axes.plot(at.mean, mean.mean, marker=shape, color=colour, markersize=7, linestyle="none")
    axes.margins(0.1, 0.1)
    return drawn


GAIN, LOSS_COLOUR, TOTAL = COLOURS[0], COLOURS[1], "#666666"
THICK, INCHES_A_BAR = 0.62, 0.36
ROOM = 0.8
"""The room at the end of the axis for the number beside the longest bar, in inches."""


def plot_waterfall(ship: SubjectResult, *, width: float = 7.0) -> Figure:
    """Draw the mean of each part of the score as a bar, each bar beginning where the one above ends.

    Args:
        ship: The result of one ship.
        width: The width in inches.
    """
    metrics, (one, several) = ship.metrics, trial_of([ship])
    with new_figure(width, 0.9 + INCHES_A_BAR * (len(metrics.parts) + 1)) as figure:
        axes = figure.add_subplot()
        level, ends = 0.0, [0.0]
        for at, (part, sign) in enumerate(metrics.parts.items()):
            level, *interval = _draw_bar(axes, at, level, sign, ship, part)
            ends += [level, *interval]
        ends += _draw_bar(axes, len(metrics.parts), 0.0, 1, ship, metrics.score)
        labels = [metrics[part].label for part in metrics.parts]
        axes.set_yticks(range(len(labels) + 1), [*labels, f"= {metrics[metrics.score].label}"])
        axes.set_ylim(len(labels) + 0.6, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.grid(visible=False, axis="y")
        axes.axvline(0, color="black", linewidth=0.8)
        lowest, highest = min(ends), max(ends)
        room = ROOM / width * (highest - lowest or 1.0)
        axes.set_xlim(lowest - 0.1 * room * (lowest < 0), highest + room)
        axes.set_xlabel(f"mean {metrics.unit} a {one}")
        title(axes, ship.name, some_trials(ship.histograms[metrics.score].n, (one, several)), int(5 * width))
        caption_below(figure, in_a_line(origins([ship])))
    return figure


def _draw_bar(
    axes: Axes, at: int, level: float, sign: int, ship: SubjectResult, metric: str
) -> tuple[float, float, float]:
    """Draw one bar of a waterfall: it begins where the bar above ended. Add its number and a line to the next bar.

    Args:
        axes: The axes.
        at: The position of the bar from the top, from 0.
        level: The sum of the parts so far, where the bar begins.
        sign: 1 for a part that adds to the score, -1 for one that is deducted.
        ship: The result of the ship.
        metric: The column of the part, or the score.

    Returns:
        The level at which the bar ends, and the low and high end of its interval.
    """
    histogram = ship.histograms[metric]
    mean, reached = sign * histogram.mean, level + sign * histogram.mean
    low, high = histogram.interval()
    half = (high - low) / 2 if histogram.n > 1 and isfinite(high - low) else 0.0
    total = metric == ship.metrics.score
    colour = TOTAL if total else GAIN if sign > 0 else LOSS_COLOUR
    hatch = "///" if sign < 0 else None
    axes.barh(at, mean, THICK, level, color=colour, hatch=hatch, edgecolor="white", linewidth=0)
    axes.errorbar(reached, at, xerr=half, color="black", capsize=4, linewidth=1.2)
    if not total:
        axes.plot([reached] * 2, [at + THICK / 2, at + 1 - THICK / 2], color="#888888", linewidth=0.8)
    # the number stands right of bar and interval
    behind = max(level, reached) + (half if reached >= level else 0.0)
    written = round(mean, 2) + 0.0
    text = f"{written:.2f}" if total else f"{written:+.2f}"
    axes.annotate(
        text.replace("-", "\N{MINUS SIGN}"),
        (behind, at),
        (5, 0),
        textcoords="offset points",
        va="center",
        annotation_clip=False,
    )
    return reached, reached - half, reached + half
