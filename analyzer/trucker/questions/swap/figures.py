"""What other components on one square would bring, as a forest plot."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from analyzer.answers.origin import in_a_line, origin
from analyzer.present.figures.forest import Row, Words, forest
from analyzer.present.figures.of_answers import Figures, figures_of
from analyzer.trucker.questions.swap.answer import Swaps
from analyzer.trucker.sayings.phrases import at, in_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.swap.answer import Swap, Swaps

MOST = 20
"""So many of the best are drawn."""


def plot_swaps(swaps: Swaps, *, most: int = MOST, width: float = 7.5) -> Figure:
    """The gain in credits with each of the best components on the square; bars hold with 95% for all at once.

    `width`: inches.
    """
    rows = [_row(row) for row in swaps.rows[:most]]
    label = f"credits a flight more than {swaps.ship.name} as it is"
    whence = origin(swaps.experiment, swaps.captain.name, swaps.stretches)
    below = f"{swaps.ship.name}, instead of {swaps.lies}: {in_a_line([(swaps.ship.name, whence)])}"
    return forest(rows, Words(label, f"at {at(swaps.square)}", "gain (95%, all rows at once)", below), width)


def _row(row: Swap) -> Row:
    mean, low, high = row.surely
    gain = f"{mean:+.2f} ({low:+.2f} to {high:+.2f})".replace("-", "\N{MINUS SIGN}")
    return Row(f"{row.token}  {in_words(row.part.kind)}", mean, low, high, gain)


@figures_of.register
def _(answer: Swaps) -> Figures:
    """The gains with their intervals."""
    yield "swap", partial(plot_swaps, answer)
