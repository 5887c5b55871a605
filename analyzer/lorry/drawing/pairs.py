"""The pairs of planets as a matrix: how long each takes alone, what a turn of it brings, how often each is scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from analyzer.present.figures.style import caption_below, house_style, with_notes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.lorry.questions.pairs.answer import ScoredPairs
    from analyzer.lorry.questions.routes.call import Routes

WIDTH, HEIGHT = 9.0, 4.6
DARK = 0.55
"""The share of the darkest from which on letters are white."""


def plot_routes(routes: Routes, *, width: float = WIDTH) -> Figure:
    """Two matrices, planets against planets: expected turns alone, and points a turn."""
    with house_style():
        from analyzer.present.figures.picture import Picture

        figure = Picture(figsize=(width, HEIGHT), layout="constrained")
        left, right = figure.subplots(1, 2)
        rows = {(row["first"], row["second"]): row for row in routes.rows()}
        planets = len(routes.galaxy.planets)
        plot_pairs(left, {pair: row["turns"] for pair, row in rows.items()}, planets, ".1f")
        left.set_title("turns to score the pair alone (dark: slow)", loc="left", fontsize=10)
        plot_pairs(right, {pair: row["points_a_turn"] for pair, row in rows.items()}, planets, ".2f")
        right.set_title("points a turn, alone (darker: better)", loc="left", fontsize=10)
        for axes in (left, right):
            axes.set_xlabel("planet")
            axes.set_ylabel("planet")
        caption_below(figure, with_notes(f"{routes.heading()}; exact", routes.galaxy.notes()))
        return figure


def plot_scored(scored: ScoredPairs, *, width: float = WIDTH) -> Figure:
    """Two matrices, planets against planets: the share of games in which a pair is scored, and its points when it is.

    Pairs that nobody scored are left white in the second.
    """
    with house_style():
        from analyzer.present.figures.picture import Picture

        figure = Picture(figsize=(width, HEIGHT), layout="constrained")
        left, right = figure.subplots(1, 2)
        planets = len(scored.galaxy.planets)
        plot_pairs(left, {one.pair: 100 * one.scored.mean for one in scored.pairs}, planets, ".0f")
        left.set_title("games in which the pair is scored (%)", loc="left", fontsize=10)
        points = {one.pair: one.points if one.scored.mean else None for one in scored.pairs}
        plot_pairs(right, points, planets, ".1f")
        right.set_title("points when the pair is scored", loc="left", fontsize=10)
        for axes in (left, right):
            axes.set_xlabel("planet")
            axes.set_ylabel("planet")
        widest = max((one.scored.high - one.scored.low) / 2 for one in scored.pairs)
        sure = f"95% interval of a share: at most plus or minus {100 * widest:.1f} percentage points"
        caption_below(figure, with_notes(f"{scored.heading()}; {sure}", scored.galaxy.notes()))
        return figure


def plot_pairs(axes: Axes, values: Mapping[tuple[int, int], Any], planets: int, how: str) -> None:
    """A value for every pair of planets, None where there is none; darker where it is larger."""
    import numpy as np

    numbers = np.full((planets, planets), np.nan)
    for (one, other), value in values.items():
        if value is not None:
            numbers[one - 1, other - 1] = numbers[other - 1, one - 1] = value
    least, most = (np.nanmin(numbers), np.nanmax(numbers)) if np.isfinite(numbers).any() else (0.0, 1.0)
    room = (most - least) or 1.0
    axes.imshow(numbers, aspect="auto", cmap="Blues", vmin=least - room / 3, vmax=most)
    axes.grid(visible=False)
    axes.set_xticks(range(planets), [str(number) for number in range(1, planets + 1)])
    axes.set_yticks(range(planets), [str(number) for number in range(1, planets + 1)])
    for row, column in zip(*np.nonzero(np.isfinite(numbers)), strict=True):
        colour = "white" if numbers[row, column] > least + DARK * room else "black"
        text = format(numbers[row, column], how)
        axes.text(column, row, text, ha="center", va="center", color=colour, fontsize=8)
