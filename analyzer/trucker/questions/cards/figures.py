"""Which cards harm and which help: effects in credits with their intervals, a line for cards that do the same."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from analyzer.answers.origin import in_a_line
from analyzer.present.figures.chosen import about, chosen
from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.present.figures.style import COLOURS, caption_below, house_style, legend, title
from analyzer.trucker.cards.cards_in_words import kind_in_words, numbers_in_words
from analyzer.trucker.drawing.many_flights import many_flights
from analyzer.trucker.questions.cards.answer import CardEffects

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.cards.alike_effects import AlikeEffect

SIGNS = {
    "harm": (COLOURS[1], "v", "costs credits"),
    "unclear": ("#555555", "o", "unclear: the interval contains 0"),
    "help": (COLOURS[0], "^", "brings credits"),
}
"""What an effect shows: colour, marker, and the words for it."""
INCHES_A_CARD = 0.22


def plot_cards(effects: CardEffects, ship: str | None = None, strongest: int = 12) -> Figure:
    """What meeting a card changes in credits, the most harmful on top, with intervals that hold for all cards at once.

    Cards that do the same share a line. `ship` names the ship where there are several. That many lines are drawn from
    either end; a line of text says how many lie in between.
    """
    from analyzer.present.figures.picture import Picture

    one = chosen(effects, ship)
    measured = [effect for effect in one.alike if effect.credits is not None]
    drawn_effects, left_out = _ends(measured, strongest)
    with house_style():
        figure = Picture(figsize=(7, 1.7 + INCHES_A_CARD * (len(drawn_effects) + bool(left_out))), layout="constrained")
        axes = figure.add_subplot()
        places = [i + (i >= strongest and left_out > 0) for i in range(len(drawn_effects))]
        drawn = _effects(axes, drawn_effects, places)
        signs = [sign for sign in SIGNS if sign in drawn]
        legend(figure, [drawn[sign] for sign in signs], [SIGNS[sign][2] for sign in signs],
               loc="outside upper center", ncols=3, fontsize=9)  # fmt: skip
        if left_out:
            words = f"{left_out} {'row between these is' if left_out == 1 else 'rows between these are'} not shown"
            axes.text(0.5, strongest, words, transform=axes.get_yaxis_transform(), ha="center", va="center",
                      fontsize=8, color="#555555", style="italic", bbox={"color": "white", "pad": 1})  # fmt: skip
        axes.axvline(0, color="black", linewidth=0.9)
        axes.set_xlabel(
            "average credits with the card in the deck minus those without it\n"
            f"(bars: 95% intervals that hold for all {len(one.alike)} rows at once)"
        )
        title(axes, one.name, many_flights(effects.flights))
        caption_below(figure, in_a_line(about(effects, [one])))
    return figure


def _ends(effects: Sequence[AlikeEffect], strongest: int) -> tuple[list[AlikeEffect], int]:
    """The effects at both ends, and how many lie between; all where only one would be left out."""
    if len(effects) <= 2 * strongest + 1:
        return list(effects), 0
    return [*effects[:strongest], *effects[len(effects) - strongest :]], len(effects) - 2 * strongest


def _effects(axes: Axes, effects: Sequence[AlikeEffect], places: Sequence[int]) -> dict[str, Any]:
    """A marker and an interval for each card, in the colour of what it shows; one of each sort for the legend."""
    drawn: dict[str, Any] = {}
    for effect, at in zip(effects, places, strict=True):
        assert effect.credits is not None
        mean, low, high = effect.credits
        shows = "harm" if high < 0 else "help" if low > 0 else "unclear"
        colour, marker, _ = SIGNS[shows]
        fill = "white" if shows == "unclear" else colour
        drawn[shows] = axes.errorbar(mean, at, xerr=[[mean - low], [high - mean]], color=colour, marker=marker,
                                     markerfacecolor=fill, markersize=6, linewidth=1.4)  # fmt: skip
    axes.set_yticks(
        places, [f"{kind_in_words(effect.cards[0])}  {numbers_in_words(effect.numbers)}" for effect in effects]
    )
    axes.tick_params(axis="y", length=0, labelsize=9)
    axes.set_ylim((max(places) if places else 0) + 0.7, -0.7)
    return drawn


@figures_of.register
def _(answer: CardEffects) -> Figures:
    for ship in answer.ships:
        yield f"cards-{slug(ship.name)}", partial(plot_cards, answer, ship.name)
