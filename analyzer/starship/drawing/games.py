"""Figures of turns and games: how a number is spread, and who wins with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.answers.origin import in_a_line
from analyzer.present.figures.spread import plot_spread
from analyzer.present.figures.style import COLOURS, caption_below, house_style, legend

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.answers.result import Result

WIDTH = 7.0
SHARED = ("turns", "moon_wins", "unfinished")
"""Columns that are the same for both players."""


def plot_score(result: Result, column: str, *, width: float = WIDTH) -> Figure:
    """How a column is spread over turns or games, for one subject or for both."""
    return plot_spread(result, column, shared=column in SHARED, width=width)


def plot_wins(result: Result, *, width: float = WIDTH) -> Figure:
    """The share of games each wins, with its 95% interval."""
    with house_style():
        from analyzer.present.figures.picture import Picture

        figure = Picture(figsize=(width, 2.2), layout="constrained")
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
    """The chance that each adventure was fulfilled by each own turn."""
    with house_style():
        from analyzer.present.figures.picture import Picture

        figure = Picture(figsize=(width, 3.4), layout="constrained")
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
