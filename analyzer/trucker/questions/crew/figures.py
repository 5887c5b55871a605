"""Where an alien is worth what: the ship with its cabins coloured by the best that an alien there comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from analyzer.answers.description import ends
from analyzer.answers.origin import in_a_line
from analyzer.errors import AnalyzerError, one_of
from analyzer.present.figures.chosen import origins
from analyzer.trucker.drawing.ship_map import plot_ship_map

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.answers.comparison import Comparison
    from analyzer.trucker.experiment import Experiment
    from analyzer.trucker.ship.layout import Layout
    from analyzer.world import Experiment as AnyExperiment


def aliens_of(compared: Comparison) -> list[str]:
    """The colours of aliens of which there are crews."""
    return sorted({colour for experiment in compared.experiments for colour in _ship(experiment).aliens})


def plot_aliens(compared: Comparison, colour: str) -> Figure:
    """By cabin the credits a flight that the best crew with that alien there has more than the best one without it.

    Intervals stand below the ship and hold for all crews at once, because the best ones are chosen from the same
    flights. Raises AnalyzerError for a colour that no crew has.
    """
    if colour not in aliens_of(compared):
        raise AnalyzerError(f"no alien {colour!r} in these crews: {one_of(colour, aliens_of(compared))}")
    aliens = {name: ship.aliens for name, ship in zip(compared.names, map(_ship, compared.experiments), strict=True)}
    ranked = [row[compared.word] for row in compared.ranking()]
    without = next(name for name in ranked if colour not in aliens[name])
    homes = {aliens[name][colour]: name for name in reversed(ranked) if colour in aliens[name]}
    gains = {home: compared.simultaneous(name, without) for home, name in homes.items()}
    each = "; ".join(f"{row},{column}: {ends(gain)}" for (row, column), gain in sorted(gains.items()))
    label = (
        f"credits a flight gained by a {colour} alien here (best crew with it minus best without)\n"
        f"95% intervals for all crews at once, by row and column: {each}"
    )
    ship = _ship(compared.experiments[0]).without_aliens()
    values = {home: gain.mean for home, gain in gains.items()}
    return plot_ship_map(ship, values, label, below=in_a_line(origins(compared.results[:1])))


def _ship(experiment: AnyExperiment) -> Layout:
    """The ship with its crew."""
    return cast("Experiment", experiment).ships[0]
