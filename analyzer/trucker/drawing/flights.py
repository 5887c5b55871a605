"""Figures and drawings that several answers about flights share."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from analyzer.answers.origin import in_a_line
from analyzer.errors import AnalyzerError, one_of
from analyzer.montecarlo.stretch import some_trials
from analyzer.present.figures.canvas import new_figure
from analyzer.present.figures.ships_to_draw import chosen, origins, origins_of
from analyzer.present.figures.style import COLOURS, LINES, NARROW, caption_below, fitting
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.drawing.ship_map import plot_ship_map
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.facts import fleets_on

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from rich.console import Console, ConsoleOptions, RenderResult

    from analyzer.answers.tables import Sort
    from analyzer.trucker.cards.route import Route
    from analyzer.trucker.questions.course import Course
    from analyzer.trucker.result import ShipResult
    from analyzer.trucker.story.story import Story


def many_flights(number: int) -> str:
    """Return a number of flights in words, e.g. `1 flight` or `20,000 flights`."""
    return some_trials(number, Experiment.TRIAL)


LABELS = {
    "hits": "hits in 100 flights, stopped ones included",
    "lost": "flights in which the component is lost (%)",
}


def plot_hits(course: Course, ship: str | None = None, what: str = "hits", *, width: float | None = None) -> Figure:
    """Draw the ship with every component coloured by how often it is hit or lost.

    Args:
        course: The course of the flights.
        ship: The name of the ship, if the course has several.
        what: "hits" or "lost".
        width: The width in inches; None for the usual size of squares.

    Raises:
        AnalyzerError: `what` is neither, or no ship has that name.
    """
    if what not in LABELS:
        raise AnalyzerError(f"what {what!r}: {one_of(what, LABELS)}")
    one = chosen(course, ship)
    squares = one.ship.components
    if what == "hits":
        values = {square: 100 * one.hits(square).mean for square in squares}
    else:
        values = {square: 100 * one.lost(square)[0] for square in squares}
    return plot_ship_map(one.ship, values, LABELS[what], below=in_a_line(origins_of(course, [one])), width=width)


BRIEF = {"front_left": "FL", "front_right": "FR", "rear_left": "RL", "rear_right": "RR"}
MARKS = "os^"
LEGEND = (
    "above: borders that are joined (F front, B behind, L left, R right) and their chance; lines: ships by their "
    "quarters (FL front left, RR rear right); bands: 95% intervals"
)


def plot_fleet_survival(build: ShipResult, route: Route, *, width: float = 7.5) -> Figure:
    """Draw the share of flights in which each ship of a fleet still flies after each card, with 95% bands.

    There is a panel for each way in which the dice joined the quarters. Ships are named by their quarters.

    Args:
        build: The result of a build of class IVC.
        route: The route that it flew.
        width: The width in inches.
    """
    from matplotlib.ticker import MaxNLocator

    fleets = {fleet.joined: fleet for fleet in fleets_on(build.ship, route)}
    ways = [one for one in build.sorts if one.code and one.trials]
    columns = min(len(ways), 2 if width < NARROW else 3)
    rows = -(-len(ways) // columns)
    with new_figure(width, 0.7 + 1.75 * rows) as figure:
        grid: Any = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        for axes, one in zip(grid.flat, ways, strict=False):
            axes.set_title(f"{one.code} ({one.chance})", loc="left", fontsize=9, fontweight="bold")
            axes.set_title(many_flights(one.trials), loc="right", fontsize=8, color="#555555")
            for number, quarters in enumerate(fleets[one.code].quarters):
                _survival(axes, one, number, " ".join(BRIEF[quarter] for quarter in quarters), route.length)
            axes.legend(loc="lower left", fontsize=8, frameon=False, handlelength=2.2, borderaxespad=0.2)
            axes.set_xlim(-0.3, route.length + 0.3)
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            axes.set_ylim(-2, 104)
        for axes in grid.flat[len(ways) :]:
            axes.set_visible(False)
        for axes in grid[-1][: len(ways) - columns * (rows - 1)]:
            axes.set_xlabel("cards flown")
        # The label must fit the height of its panel or, with three rows or more, of three panels around the middle.
        label = fitting("ships still flying (% of these flights)", 1.4 if rows < 3 else 4)
        grid[rows // 2][0].set_ylabel(label)
        caption_below(figure, f"{build.name}: {in_a_line(origins([build]))}; {LEGEND}")
    return figure


def _survival(axes: Axes, one: Sort, number: int, name: str, length: int) -> None:
    """Draw the share of flights in which one ship of a fleet still flies after each number of cards.

    The last point is the share in which it arrives.

    Args:
        axes: The panel.
        one: The flights in which the quarters were joined in one way.
        number: The number of the ship in the fleet, from 0.
        name: The name of the ship, for the legend.
        length: The number of cards of the route.
    """
    cards, left = one.histograms[f"ship_{number + 1}_cards"], one.histograms[f"ship_{number + 1}_left"]
    flying = [sum(times for cards_flown, times in cards.counts.items() if cards_flown > card) for card in range(length)]
    flying.append(left.counts.get(0, 0))
    bands = [Estimate.from_share(times, cards.n) for times in flying]
    colour, percent = COLOURS[number], [100 * times / cards.n for times in flying]
    below, above = ([100 * band[end] for band in bands] for end in (1, 2))
    axes.fill_between(range(length + 1), below, above, color=colour, alpha=0.18, linewidth=0)
    axes.plot(range(length + 1), percent, color=colour, linestyle=LINES[number], marker=MARKS[number],
              markevery=5, markersize=4, linewidth=1.4, label=name)  # fmt: skip


STYLES = {"card": "bold", "loss": "red", "rival": "dim", "state": "cyan"}
INDENT = {"card": "", "rival": "   ~ ", "state": "   = "}
OTHERS = "   "
WIDEST = 100


@dataclass(frozen=True)
class DrawnStory:
    """A story that rich can print: wrapped paragraphs, with a blank line before each card."""

    story: Story

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        for role, words in self.story.paragraphs():
            first = INDENT.get(role, OTHERS)
            below = " " * (len(first) + 2)
            lines = wrap(words, min(options.max_width, WIDEST), initial_indent=first, subsequent_indent=below)
            text = "\n".join(["", *lines] if role == "card" else lines)
            yield Text(text, STYLES.get(role, ""), no_wrap=True, overflow="ignore")
