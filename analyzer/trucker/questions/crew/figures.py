"""Where an alien is worth what: the ship with its cabins coloured by the best that an alien there comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

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

    `found` is what `compare_crews` gave. Raises AnalyzerError for a colour that no crew has.
    """
    if colour not in aliens_of(compared):
        raise AnalyzerError(f"no alien {colour!r} in these crews: {one_of(colour, aliens_of(compared))}")
    aliens = {name: ship.aliens for name, ship in zip(compared.names, map(_ship, compared.experiments), strict=True)}
    ranked = [row[compared.word] for row in compared.ranking()]
    without = next(name for name in ranked if colour not in aliens[name])
    homes = {aliens[name][colour]: name for name in reversed(ranked) if colour in aliens[name]}
    gains = {home: compared.difference(name, without).mean for home, name in homes.items()}
    label = f"credits a flight gained by a {colour} alien here (best crew with it minus best without)"
    ship = _ship(compared.experiments[0]).without_aliens()
    return plot_ship_map(ship, gains, label, below=in_a_line(origins(compared.results[:1])))


def _ship(experiment: AnyExperiment) -> Layout:
    """The ship with its crew."""
    return cast("Experiment", experiment).ships[0]
