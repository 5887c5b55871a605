"""What things are worth, as a forest plot: the one worth most on top, grey where there is no clear effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.answers.origin import in_a_line
from analyzer.montecarlo.stretch import some_trials
from analyzer.present.figures.forest import SAME_LETTER, Words, forest, row_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.lorry.worths import Worths


def plot_worths(worths: Worths, *, width: float = 7.5) -> Figure:
    """Every worth with its interval, which holds for all of them at once; width: inches."""
    compared = worths.comparison
    rows = [row_of(f"{one.name} ({one.groups})", one.estimate) for one in worths.worths]
    than = "games without it" if worths.without else worths.base
    axis = f"{compared.metrics.unit} a game, compared with {than} ({SAME_LETTER})"
    some = f"{some_trials(compared.trials, compared.experiments[0].TRIAL)} each, by {worths.what[0]}"
    origin = in_a_line([(worths.base, compared[worths.base].origin)])
    return forest(rows, Words(axis, some, "worth (95%, all rows at once)", origin), width)
