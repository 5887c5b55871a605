"""What cards do exactly: distributions of one card or a route, and the harm of many side by side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.present.figures.style import COLOURS, caption_below, cut, house_style
from analyzer.trucker.cards.cards_in_words import kind_in_words
from analyzer.trucker.drawing.ship_map import plot_ship_map
from analyzer.trucker.metrics import OF_CARDS
from analyzer.trucker.questions.exact.answer import Exact, spared
from analyzer.trucker.questions.exact.overview import Overview

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.exact.answer import Distribution

ACROSS = 3
"""Distributions beside one another."""
INCHES_A_CARD = 0.22


def plot_exact(exact: Exact) -> Figure:
    """The exact chance of every value of what a card or a route changes; what never varies stands below."""
    from analyzer.present.figures.picture import Picture

    each = {metric: exact.distribution(metric.name) for metric in OF_CARDS.listed}
    drawn = [metric for metric in each if len(each[metric]) > 1]
    rows = max(1, -(-len(drawn) // ACROSS))
    with house_style():
        figure = Picture(figsize=(7.5, 0.6 + 1.9 * rows), layout="constrained")
        grid: Any = figure.subplots(rows, ACROSS, squeeze=False)
        for axes in list(grid.flat)[len(drawn) :]:
            axes.set_axis_off()
        for metric, axes in zip(drawn, grid.flat, strict=False):
            _bars(axes, each[metric])
            axes.set_title(f"{metric.label}: mean {float(exact.mean(metric.name)):.2f}", loc="left", fontsize=9)
        for axes in grid[:, 0]:
            axes.set_ylabel("chance (%)")
        heading = figure.suptitle(cut(f"{exact.ship.name}: {_cards(exact)}", 80), x=0.02, ha="left", fontsize=10)
        heading.set_parse_math(False)
        same = [f"{metric.label} {next(iter(each[metric]))}" for metric in each if metric not in drawn]
        always = spared(exact.met) if exact.is_spared else f"always: {', '.join(same)}"
        caption_below(figure, f"{_origin(exact)}; {always}" if same else _origin(exact))
    return figure


def plot_exact_losses(exact: Exact) -> Figure:
    """The ship coloured by the exact chance that each component is lost."""
    lost = {square: 100 * float(chance) for square, chance in exact.lost_squares.items()}
    return plot_ship_map(exact.ship, lost, f"chance that it is lost to {_cards(exact)} (%)", below=_origin(exact))


def plot_harm(answers: Sequence[Exact]) -> Figure:
    """What each of many cards is expected to cost by the captain's prices, less what it brings, the worst on top.

    Cards that do the same share a bar. Beside each, the components it costs and the chance that it ends the flight.
    """
    from analyzer.present.figures.picture import Picture

    struck = sorted((one for one in answers if not one.is_spared), key=_order)
    alike = [list(same) for _, same in groupby(struck, key=lambda one: one.met[0].unnumbered())]
    with house_style():
        figure = Picture(figsize=(7.5, 1.3 + INCHES_A_CARD * len(alike)), layout="constrained")
        axes = figure.add_subplot()
        harms = [float(same[0].harm()) for same in alike]
        colours = [COLOURS[1] if harm > 0 else COLOURS[0] for harm in harms]
        axes.barh(range(len(alike)), harms, color=colours, height=0.7)
        axes.set_yticks(range(len(alike)), [_named(same) for same in alike], fontsize=9)
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(len(alike) - 0.4, -0.6)
        axes.grid(visible=False, axis="y")
        axes.axvline(0, color="black", linewidth=0.8)
        axes.set_xlabel("expected loss minus gain, in credits, at this captain's prices")
        side = axes.secondary_yaxis("right")
        side.set_yticks(range(len(alike)), [_beside(same[0]) for same in alike], fontsize=9)
        side.tick_params(length=0)
        side.spines[:].set_visible(False)
        axes.set_title(cut(answers[0].ship.name, 45), loc="left", fontsize=10, fontweight="bold", parse_math=False)
        axes.set_title("components lost, flight ends", loc="right", fontsize=9, color="#555555")
        without = [card for one in answers if one.is_spared for card in one.met]
        below = f"{_origin(answers[0])}; prices are the captain's"
        caption_below(figure, f"{below}; {spared(without)}" if without else below)
    return figure


def _bars(axes: Any, distribution: Distribution) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.bar(
        list(distribution), [100 * float(chance) for chance in distribution.values()], width=0.85, color=COLOURS[0]
    )
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=7))
    axes.set_ylim(bottom=0)


def _order(one: Exact) -> Any:
    """The worst first; cards that do the same together."""
    card = one.met[0]
    return -one.harm(), card.kind, str(card.unnumbered()), card.id


def _named(same: Sequence[Exact]) -> str:
    """The kind of cards that do the same, and their numbers."""
    numbers = [one.cards[0] for one in same]
    run = len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1))
    words = f"{numbers[0]}\N{EN DASH}{numbers[-1]}" if run else ", ".join(map(str, numbers))
    return f"{kind_in_words(same[0].met[0])}  {words}"


def _beside(one: Exact) -> str:
    ends = 100 * float(1 - one.endings["arrived"] - one.pruned)
    return f"{float(one.mean('components_lost')):.2f}, {ends:.1f}%"


def _cards(exact: Exact) -> str:
    met = ", ".join(f"{card.id} ({kind_in_words(card)})" for card in exact.met)
    return f"card{'s' * (len(exact.cards) > 1)} {met}"


def _origin(exact: Exact) -> str:
    """Where the numbers come from: no flight was drawn."""
    company = f"with {', '.join(exact.rivals)}" if exact.rivals else "alone"
    sure = f"exact within {float(exact.pruned):.2%}" if exact.pruned else "exact, every roll is counted"
    return f"{exact.ship.board.title}; {company}; captain {exact.captain.name}; {sure}"


@figures_of.register
def _(answer: Exact) -> Figures:
    """What a card or a route changes, and which components it costs."""
    which = f"{slug(answer.ship.name)}-{'-'.join(map(str, answer.cards))}"
    yield f"exact-{which}", partial(plot_exact, answer)
    yield f"exact-lost-{which}", partial(plot_exact_losses, answer)


@figures_of.register
def _(answer: Overview) -> Figures:
    """The harm of many cards."""
    yield f"harm-{slug(answer.answers[0].ship.name)}", partial(plot_harm, answer.answers)
