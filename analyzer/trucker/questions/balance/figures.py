"""The pictures of a balance report."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from analyzer.answers.description import in_words as words
from analyzer.present.figures.forest import Row, Words, forest, row_of
from analyzer.present.figures.of_answers import Figures, figures_of
from analyzer.present.figures.style import COLOURS, caption_below, house_style, legend
from analyzer.trucker.cards.cards_in_words import numbers_in_words
from analyzer.trucker.questions.balance.answer import Balance
from analyzer.trucker.questions.balance.luck import PARTS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STRONGEST = 8
"""Cards at either end that are drawn."""


def _origin(answer: Balance) -> str:
    return f"{answer.edition}, {answer.ship_count} ships, {answer.flights:,} flights of each, seed {answer.seed}"


def plot_strongest(answer: Balance, *, in_field: bool = True, width: float = 7.5) -> Figure:
    """The cards that cost good ships most and that bring most, with intervals that hold for all cards at once.

    `width`: inches.
    """
    setting = "in the field" if in_field else "alone"
    every = [row.values for row in answer.tables["cards"].rows if row.values["setting"] == setting]
    ends = every if len(every) <= 2 * STRONGEST else [*every[:STRONGEST], *every[-STRONGEST:]]
    rows = [
        row_of(f"{one['level']}: {numbers_in_words(one['cards'])} {words(one['kind'])}", one["credits"]) for one in ends
    ]
    axis = f"credits that one meeting brings a good ship {setting}"
    return forest(rows, Words(axis, "level: number of the card", "effect (95%, all at once)", _origin(answer)), width)


def plot_kinds(answer: Balance, *, width: float = 7.5) -> Figure:
    """What each kind of component is worth more than a plain one, with intervals that hold for all at once.

    `width`: inches.
    """
    every = [row.values for row in answer.tables["components"].rows if row.values["worth"] is not None]
    rows: list[Row] = [row_of(words(one["kind"]), one["worth"]) for one in every]
    axis = "credits a flight more than with a plain component"
    return forest(rows, Words(axis, "component", "worth (95%, all at once)", _origin(answer)), width)


def plot_places(answer: Balance, *, width: float = 7.5) -> Figure:
    """What each place at the start is worth, level by level.

    `width`: inches.
    """
    every = [row.values for row in answer.tables["places"].rows]
    rows: list[Row] = [row_of(f"{one['level']}: place {one['place']}", one["worth"]) for one in every]
    axis = "credits a flight more than from a drawn place"
    return forest(rows, Words(axis, "level: place at the start", "worth (95%, all at once)", _origin(answer)), width)


def plot_luck(answer: Balance, *, width: float = 7.5) -> Figure:
    """Parts of the variance of a flight's credits, a bar a level.

    `width`: inches.
    """
    from analyzer.present.figures.picture import Picture

    with house_style():
        figure = Picture(figsize=(width, 1.6 + 0.45 * len(answer.luck)), layout="constrained")
        axes = figure.add_subplot()
        shares = {level: one.shares() for level, one in answer.luck.items()}
        drawn = {}
        for number, part in enumerate(PARTS):
            begin = [sum(one[before].mean for before in [*PARTS][:number]) for one in shares.values()]
            lengths = [one[part].mean for one in shares.values()]
            drawn[part] = axes.barh(
                [f"level {level}" for level in shares], [100 * length for length in lengths],
                left=[100 * at for at in begin], color=COLOURS[number % len(COLOURS)],
                hatch="//" * (number >= 3), edgecolor="white",
            )  # fmt: skip
        axes.invert_yaxis()
        axes.set_xlabel("percent of the variance of credits\n(hatched: luck)")
        legend(figure, [*drawn.values()], [*drawn], loc="outside upper center", ncols=3 if width > 5 else 2, fontsize=9)
        caption_below(figure, _origin(answer))
    return figure


@figures_of.register
def _(answer: Balance) -> Figures:
    """Cards in the field and alone, components, places, parts of the variance."""
    if answer.cards:
        yield "balance-cards", partial(plot_strongest, answer)
        yield "balance-cards-alone", partial(plot_strongest, answer, in_field=False)
    if answer.kinds:
        yield "balance-components", partial(plot_kinds, answer)
    if answer.places:
        yield "balance-places", partial(plot_places, answer)
    if answer.luck:
        yield "balance-luck", partial(plot_luck, answer)
