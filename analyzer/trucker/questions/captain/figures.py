"""A captain's prices beside those of the sensible one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from analyzer.present.figures.differences import plot_differences
from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.present.figures.style import COLOURS, caption_below, cut, house_style, legend
from analyzer.trucker.questions.captain.call import TunedCaptain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.captain.call import TunedCaptain

INCHES_A_PRICE = 0.3


def plot_prices(answer: TunedCaptain) -> Figure:
    """Every price of the captain that was found, and from where it came; what is the same for both is grey."""
    from analyzer.present.figures.picture import Picture

    rows = answer.rows()
    with house_style():
        figure = Picture(figsize=(7, 1.5 + INCHES_A_PRICE * len(rows)), layout="constrained")
        axes = figure.add_subplot()
        for at, row in enumerate(rows):
            old, new = row["sensible"], row["tuned"]
            colour = "#777777" if old == new else COLOURS[0]
            axes.plot([old, new], [at, at], color=colour, linewidth=2)
            (sensible,) = axes.plot(old, at, "o", color=colour, markerfacecolor="white", markersize=7, linestyle="none")
            (tuned,) = axes.plot(new, at, "o", color=colour, markersize=5, linestyle="none")
        axes.set_yticks(range(len(rows)), [row["price"] for row in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        axes.set_xlim(left=0 - 0.02 * axes.get_xlim()[1])
        axes.set_xlabel("credits (reserve: batteries)")
        side = axes.secondary_yaxis("right")
        changes = [
            f"{row['sensible']:g} to {row['tuned']:g}" if row["sensible"] != row["tuned"] else "" for row in rows
        ]
        side.set_yticks(range(len(rows)), changes)
        side.tick_params(length=0)
        side.spines[:].set_visible(False)
        axes.set_title(cut(answer.captain.name, 60), loc="left", fontsize=10, fontweight="bold", parse_math=False)
        legend(figure, [sensible, tuned], ["sensible", "tuned"], loc="outside upper right", ncols=2, fontsize=9)
        gain = f"{answer.gain.mean:+.2f} ({answer.gain.low:+.2f} to {answer.gain.high:+.2f}) credits a flight"
        of = answer.confirmed.results[0].origin
        caption_below(
            figure, f"{of.where}; {of.setting}; {gain} against sensible, on fresh dice; {of.trials}; {of.seeds}"
        )
    return figure


@figures_of.register
def _(answer: TunedCaptain) -> Figures:
    """How they do beside the named captains on fresh dice, and their prices."""
    yield f"captains-{slug(answer.ship.name)}", partial(plot_differences, answer.confirmed)
    yield f"prices-{slug(answer.ship.name)}", partial(plot_prices, answer)
