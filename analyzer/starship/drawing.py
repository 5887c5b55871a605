"""Figures that several questions of Starship Catan share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyzer.answers.origin import in_a_line
from analyzer.present.figures.canvas import new_figure
from analyzer.present.figures.distributions import plot_spread, with_unit
from analyzer.present.figures.forest import SAME_LETTER
from analyzer.present.figures.style import (
    COLOURS,
    LETTERS_AN_INCH,
    caption_below,
    fitting,
    legend,
    number_in_units,
)
from analyzer.starship.fights import fight_by
from analyzer.starship.tables import Rules, default_rules

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

    from analyzer.answers.comparison import Comparison
    from analyzer.answers.result import Result
    from analyzer.starship.questions.modules import ModuleWorths
    from analyzer.starship.questions.sectors import Sectors


WIDTH = 7.0
SHARED = ("turns", "moon_wins", "unfinished")
"""Columns that have the same value for both players of a game."""


def plot_score(result: Result, column: str, *, width: float = WIDTH) -> Figure:
    """Plot the distribution of a column over turns or games, for all subjects.

    Args:
        result: The results of turns or games.
        column: Name of the column.
        width: Width of the figure in inches.
    """
    return plot_spread(result, column, shared=column in SHARED, width=width)


def plot_wins(result: Result, *, width: float = WIDTH) -> Figure:
    """Plot the share of games that each player wins, with its 95% interval.

    Args:
        result: The results of games.
        width: Width of the figure in inches.
    """
    with new_figure(width, 2.2) as figure:
        axes = figure.subplots()
        score = result.experiment.metrics.score
        scale = 0.5 if score == "wins" else 1.0
        for row, subject in enumerate(result.subjects):
            mean, low, high = (value * scale for value in subject.measured(score))
            axes.errorbar(mean, row, xerr=[[mean - low], [high - mean]], fmt="o", color=COLOURS[row], capsize=4)
        axes.axvline(0.5, color="#888888", linewidth=1)
        axes.set_yticks(range(len(result.subjects)), [subject.name for subject in result.subjects])
        axes.set_ylim(len(result.subjects) - 0.5, -0.5)
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter("{x:.0%}")
        axes.set_xlabel("games won (95% interval)")
        caption_below(figure, in_a_line(result.origins))
        return figure


def plot_by_turn(result: Result, *, width: float = WIDTH) -> Figure:
    """Plot the chance that each adventure was fulfilled by each own turn.

    Args:
        result: The outcomes of adventures.
        width: Width of the figure in inches.
    """
    with new_figure(width, 3.4) as figure:
        axes = figure.subplots()
        turns = range(1, result.experiment.turns + 1)
        drawn = []
        for subject, colour in zip(result.subjects, COLOURS, strict=False):
            counts, n = subject.histograms["turn"].counts, subject.histograms["turn"].n
            shares = [sum(many for turn, many in counts.items() if 0 < turn <= last) / n for last in turns]
            drawn += axes.plot(list(turns), shares, marker="o", color=colour)
        axes.set_xlabel("own turns from now on")
        axes.set_ylabel("games in which the adventure\nis fulfilled by then")
        axes.yaxis.set_major_formatter("{x:.0%}")
        axes.set_ylim(bottom=0)
        legend(axes, drawn, [subject.name for subject in result.subjects], fontsize=9)
        caption_below(figure, in_a_line(result.origins))
        return figure


STRENGTHS, CANNONS = range(2, 8), range(7)
DARK = 0.55
"""Share from which on the letters in a map are white."""


def plot_pay_or_fight(
    cannon_strength: int | None = None, *, rules: Rules | None = None, width: float = WIDTH
) -> Figure:
    """Plot a map of the chance to win a fight, by cannon strength and strength of the pirate.

    Args:
        cannon_strength: The own cannon strength, which is framed; None frames nothing.
        rules: Tables of an edition; those of the default edition if None.
        width: Width of the figure in inches.
    """
    from matplotlib.patches import Rectangle

    by = default_rules() if rules is None else rules
    with new_figure(width, 3.6) as figure:
        axes = figure.subplots()
        shares = [[float(fight_by(by, cannons, strength).chance) for cannons in CANNONS] for strength in STRENGTHS]
        _map(axes, shares, [str(cannons) for cannons in CANNONS], [str(strength) for strength in STRENGTHS], width)
        framed = ""
        if cannon_strength is not None and cannon_strength in CANNONS:
            framed = " (framed: your cannons)"
            axes.add_patch(
                Rectangle(
                    (cannon_strength - 0.5, -0.5), 1, len(STRENGTHS), fill=False, edgecolor=COLOURS[1], linewidth=2
                )
            )
        axes.set_xlabel("cannon strength")
        axes.set_ylabel("strength of the pirate")
        axes.set_title(f"chance to win a fight, a tie wins{framed}", loc="left", fontsize=10)
        return figure


def plot_modules(worths: ModuleWorths, *, width: float = WIDTH) -> Figure:
    """Plot a map of Moon's share of games won, by the starting modules of both players.

    Args:
        worths: The worths of modules.
        width: Width of the figure in inches.
    """
    with new_figure(width, 4.2) as figure:
        axes = figure.subplots()
        won = {(row["moon"], row["sun"]): row["won"] for row in worths.rows()}
        names = list(dict.fromkeys(sun for _, sun in won))
        _map(axes, [[won[moon, sun] for sun in names] for moon in names], names, names, width)
        axes.set_xlabel("Sun begins with")
        axes.set_ylabel("Moon begins with")
        axes.set_title("share of games that Moon, who begins, wins", loc="left", fontsize=10)
        caption_below(figure, in_a_line([("both", worths.pairs.results[0].origin)]))
        return figure


def plot_choices(comparison: Comparison, *, width: float = WIDTH) -> Figure:
    """Plot the mean of each choice with its 95% interval, the best on top.

    Args:
        comparison: The comparison of the choices.
        width: Width of the figure in inches.
    """
    rows = comparison.ranking()
    with new_figure(width, 1.1 + 0.32 * len(rows)) as figure:
        axes = figure.subplots()
        for place, row in enumerate(rows):
            mean = row[comparison.score]
            axes.errorbar(
                mean, place, xerr=[[mean - row["low"]], [row["high"] - mean]], fmt="o", color=COLOURS[0], capsize=4
            )
        axes.set_yticks(range(len(rows)), [f"{row[comparison.word]} ({row['groups']})" for row in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel(fitting(f"{_scale(comparison, axes.xaxis)} (95% interval; {SAME_LETTER})", width - 1.5))
        caption_below(figure, in_a_line((name, comparison[name].origin) for name in comparison.names))
        return figure


def plot_further_cards(sectors: Sectors, *, width: float = WIDTH) -> Figure:
    """Plot the mean score of a turn in the best sector, by the maximum number of cards flown.

    Args:
        sectors: The comparison of sectors.
        width: Width of the figure in inches.
    """
    with new_figure(width, 3.2) as figure:
        axes = figure.subplots()
        by_cards = sectors.by_cards
        estimates = sorted((sectors.most[name], by_cards[name].measured(by_cards.score)) for name in by_cards.names)
        cards = [most for most, _ in estimates]
        axes.fill_between(
            cards,
            [one.low for _, one in estimates],
            [one.high for _, one in estimates],
            color=COLOURS[0],
            alpha=0.2,
            linewidth=0,
        )
        axes.plot(cards, [one.mean for _, one in estimates], marker="o", color=COLOURS[0])
        axes.set_xticks(cards)
        axes.set_xlabel(f"turn back after this many cards, in sector {sectors.best} (band: 95% interval)")
        axes.set_ylabel(_scale(by_cards, axes.yaxis))
        caption_below(figure, in_a_line([(by_cards.names[0], by_cards.results[0].origin)]))
        return figure


def _scale(comparison: Comparison, axis: Axis) -> str:
    """Return an axis label with the score and its unit; if the score is a share, let the axis show percent."""
    from matplotlib.ticker import PercentFormatter

    score = comparison.experiments[0].metrics[comparison.score]
    if score.is_chance:
        axis.set_major_formatter(PercentFormatter(1))
        return f"{comparison.experiments[0].TRIAL[1]} {score.label}"
    number_in_units(axis, score.scale)
    return with_unit(score.label, comparison.metrics.unit)


def _map(
    axes: Axes, shares: Sequence[Sequence[float]], across: Sequence[str], down: Sequence[str], width: float
) -> None:
    """Draw a map of shares in percent, darker where they are larger.

    Args:
        axes: The axes to draw on.
        shares: Shares by row and column.
        across: Labels of the columns.
        down: Labels of the rows.
        width: Width of the figure in inches.
    """
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    axes.grid(visible=False)
    is_crowded = max(map(len, across)) * len(across) > LETTERS_AN_INCH / 2 * width
    turned: dict[str, Any] = {"rotation": 35, "ha": "right", "rotation_mode": "anchor"} if is_crowded else {}
    axes.set_xticks(range(len(across)), across, **turned)
    axes.set_yticks(range(len(down)), down)
    for row, values in enumerate(shares):
        for column, share in enumerate(values):
            colour = "white" if share > DARK else "black"
            axes.text(column, row, f"{share:.0%}", ha="center", va="center", color=colour, fontsize=9)
