"""Figures of comparisons: aliens, captains, journeys, editions, balance reports and sweeps."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from analyzer.answers.description import ends
from analyzer.answers.description import in_words as words
from analyzer.answers.origin import in_a_line
from analyzer.errors import AnalyzerError, one_of
from analyzer.present.figures.canvas import new_figure
from analyzer.present.figures.distributions import SHAPES, plot_credits
from analyzer.present.figures.forest import Row, Words, forest, plot_differences, row_of
from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.present.figures.ships_to_draw import all_ships, origins
from analyzer.present.figures.style import COLOURS, LINES, caption_below, cut, legend
from analyzer.present.figures.tidy import plot_table
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.cards.cards_in_words import numbers_in_words
from analyzer.trucker.drawing.ship_map import plot_ship_map
from analyzer.trucker.journey.answer import Journey
from analyzer.trucker.questions.balance.answer import Balance
from analyzer.trucker.questions.balance.luck import PARTS
from analyzer.trucker.questions.captain import TunedCaptain
from analyzer.trucker.questions.editions import TwoEditions
from analyzer.trucker.questions.sweep import Sweep

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.answers.both_settings import BothSettings
    from analyzer.answers.comparison import Comparison
    from analyzer.trucker.experiment import Experiment
    from analyzer.trucker.journey.answer import Standing
    from analyzer.trucker.ship.layout import Layout
    from analyzer.world import Experiment as AnyExperiment


def aliens_of(compared: Comparison) -> list[str]:
    """Return the colours of aliens that any of the crews has."""
    return sorted({colour for experiment in compared.experiments for colour in _ship(experiment).aliens})


def plot_aliens(compared: Comparison, colour: str) -> Figure:
    """Draw the credits that an alien gains in each cabin, on a map of the ship.

    The gain is that of the best crew with the alien in this cabin over the best crew without such an alien. Intervals
    stand below the ship. They hold for all crews at once, because the best crews are chosen from the same flights.

    Args:
        compared: The comparison of crews.
        colour: The colour of the alien.

    Raises:
        AnalyzerError: No crew has an alien of that colour.
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
    return cast("Experiment", experiment).ships[0]


INCHES_A_PRICE = 0.3


def plot_prices(answer: TunedCaptain) -> Figure:
    """Draw every price of a tuned captain beside that of the captain `sensible`; equal prices are grey.

    Args:
        answer: The answer with the tuned captain.
    """
    rows = answer.rows()
    with new_figure(7, 1.5 + INCHES_A_PRICE * len(rows)) as figure:
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
        other = answer.confirmed.names[1]
        of = answer.confirmed.results[0].origin
        caption_below(
            figure, f"{of.where}; {of.setting}; {gain} against {other}, on fresh dice; {of.trials}; {of.seeds}"
        )
    return figure


def plot_margins(answer: TunedCaptain) -> Figure:
    """Draw the worth of one charge, human, day and cube by the number of cards left, in a panel each.

    A dashed line shows the price that the tuned captain gives to it.

    Args:
        answer: The answer with the tuned captain.
    """
    prices = answer.prices_of_margins()
    with new_figure(7, 4.5) as figure:
        panels = figure.subplots(2, 2, sharex=True)
        for axes, (what, price) in zip(panels.flat, prices.items(), strict=True):
            known = [(left, worth[what]) for left, worth in answer.worths if what in worth]
            left = [cards for cards, _ in known]
            axes.fill_between(left, [one.low for _, one in known], [one.high for _, one in known], alpha=0.25)
            axes.plot(left, [one.mean for _, one in known], "o-", color=COLOURS[0], markersize=3)
            axes.axhline(price, color="#777777", linestyle="--", linewidth=1)
            axes.set_title(f"{what}: price {price:g}", loc="left", fontsize=10)
            axes.set_ylim(bottom=min(0, axes.get_ylim()[0]))
        for axes in panels[1]:
            axes.set_xlabel("cards left")
        for axes in panels[:, 0]:
            axes.set_ylabel("credits")
        of = answer.confirmed.results[0].origin
        caption_below(
            figure, f"{cut(answer.ship.name, 40)}, {answer.captain.name}; {of.where}; {of.setting}; with 95% intervals"
        )
    return figure


@figures_of.register
def _(answer: TunedCaptain) -> Figures:
    yield f"captains-{slug(answer.ship.name)}", partial(plot_differences, answer.confirmed)
    yield f"prices-{slug(answer.ship.name)}", partial(plot_prices, answer)
    if answer.worths:
        yield f"margins-{slug(answer.ship.name)}", partial(plot_margins, answer)


RARE = 0.002
"""The share of journeys beyond each end of the axis; such rare values are cut off."""
APART = 0.12
"""The distance between truckers drawn side by side; flights are 1 apart."""


def plot_journey(journey: Journey) -> Figure:
    """Draw the credits of each trucker or team at the end of a journey, and after each of its flights.

    The left panel shows the distributions at the end with their means: as outlines, or as bars if there is only one
    trucker. In the right panel a dot is the mean, a thick line holds half of all journeys, a thin line nine in ten.

    Args:
        journey: The journey.
    """
    with new_figure(10, 4.4) as figure:
        final, held = figure.subplots(1, 2, width_ratios=(3, 2))
        drawn = [_final(final, purse, i, len(journey.purses)) for i, purse in enumerate(journey.purses)]
        for number, purse in enumerate(journey.purses):
            _held(held, purse, journey, number)
        _axes(final, held, journey)
        labels = [f"{purse.name}: mean {purse.final.mean:.2f}" for purse in journey.purses]
        legend(figure, drawn, labels, loc="outside upper center", ncols=2)
        caption_below(figure, in_a_line(journey.origins))
    return figure


def _final(axes: Axes, purse: Standing, number: int, purses: int) -> Any:
    """Draw the distribution of final credits of a trucker or team, and return the artist for the legend."""
    histogram = purse.final
    shares = 100 * histogram.tally / histogram.n
    colour, line = COLOURS[number], LINES[number]
    if purses == 1:
        axes.axvline(histogram.mean, color="black", linewidth=1)
        return axes.bar(histogram.values, shares, width=0.85, color=colour)
    axes.axvline(histogram.mean, color=colour, linestyle=line, linewidth=1)
    edges = [*(histogram.values - 0.5), histogram.values[-1] + 0.5]
    return axes.stairs(shares, edges, color=colour, linestyle=line, linewidth=1.8)


def _held(axes: Axes, purse: Standing, journey: Journey, number: int) -> None:
    """Draw the credits of a trucker or team after each flight."""
    after = [purse.histograms[f"held_{leg + 1}"] for leg in range(len(journey.levels))]
    at = np.arange(len(after)) + APART * (number - (len(journey.purses) - 1) / 2)
    for width, low, high in ((1, 0.05, 0.95), (4, 0.25, 0.75)):
        lows, highs = [one.quantile(low) for one in after], [one.quantile(high) for one in after]
        axes.vlines(at, lows, highs, color=COLOURS[number], linewidth=width)
    axes.plot(at, [one.mean for one in after], "o", color=COLOURS[number], markeredgecolor="white", markersize=7)


def _axes(final: Axes, held: Axes, journey: Journey) -> None:
    ends = [purse.final for purse in journey.purses]
    low, high = min(one.quantile(RARE) for one in ends), max(one.quantile(1 - RARE) for one in ends)
    outside = any(one.values[0] < low or one.values[-1] > high for one in ends)
    room = 0.5 + 0.02 * (high - low + 1)
    final.set_xlim(low - room, high + room)
    final.set_ylim(bottom=0)
    final.set_xlabel("credits at the end" + "; rare values lie outside" * outside)
    final.set_ylabel("share of journeys (%)")
    final.set_title("1 journey" if journey.flights == 1 else f"{journey.flights:,} journeys", loc="right", fontsize=9)
    held.set_xticks(range(len(journey.levels)), [f"{leg}: {name}" for leg, name in enumerate(journey.levels, start=1)])
    held.set_xlim(-0.5, len(journey.levels) - 0.5)
    held.set_ylim(bottom=min(0, held.get_ylim()[0]))
    held.set_xlabel("flight and its level")
    held.set_ylabel("credits held after the flight")
    held.set_title("dot: mean; thick: middle 50%; thin: middle 90%", loc="right", fontsize=9)


LEAST_APART = 0.08
"""The least distance of two names beside lines, as a share of all credits that are drawn."""
LONGEST_LABEL = 24
"""The most letters of a ship's name beside a line."""


@figures_of.register
def _(answer: Journey) -> Figures:
    yield "journey", partial(plot_journey, answer)


def plot_slopes(both: BothSettings, *, width: float = 7.5) -> Figure:
    """Draw each ship's mean credits alone and in the field, joined by a line; where lines cross, the ranking changes.

    Args:
        both: The comparison in both settings.
        width: The width in inches.
    """
    sides = both.other, both.main
    names = [str(row["ship"]) for row in both.main.ranking()]
    with new_figure(width, 1.6 + 0.3 * len(names)) as figure:
        axes = figure.add_subplot()
        ends = [both.main[name].credits.mean for name in names]
        span = max(side[name].credits.mean for side in sides for name in names) - min(ends)
        beside = max(ends) + span
        for number, (name, end) in enumerate(zip(names, ends, strict=True)):
            style: dict[str, Any] = {"color": COLOURS[number % len(COLOURS)], "linestyle": LINES[number % len(LINES)]}
            axes.plot([0, 1], [both.other[name].credits.mean, end], marker="o", **style)
            # The ships come best first, so a name that would touch the one above moves down.
            beside = min(end, beside - LEAST_APART * span)
            axes.annotate(f"{cut(name, LONGEST_LABEL)} {end:.1f}", (1.05, beside), va="center", fontsize=9)
        axes.set_xlim(-0.1, 1.9)
        axes.set_xticks([0, 1], [side.setting for side in sides])
        axes.set_ylabel("credits a flight")
        turned = len(both.reversed_pairs())
        axes.set_title(
            f"{turned} of {len(names) * (len(names) - 1) // 2} pairs clearly change order", loc="left", fontsize=9
        )
        caption_below(figure, in_a_line(origins(all_ships(both.main))))
    return figure


def plot_mean_against_loss(compared: Comparison, *, width: float = 7.5) -> Figure:
    """Draw each ship's mean credits against its share of flights that end below 0 credits, with 95% intervals.

    Args:
        compared: The comparison of ships.
        width: The width in inches.
    """
    with new_figure(width, 0.8 * width) as figure:
        axes = figure.add_subplot()
        for number, name in enumerate(str(row["ship"]) for row in compared.ranking()):
            mean, loss, colour = (
                compared[name].measured("credits"),
                compared[name].measured("loss"),
                number % len(COLOURS),
            )
            axes.errorbar(
                [100 * loss.mean], [mean.mean], fmt=SHAPES[number % len(SHAPES)], color=COLOURS[colour],
                xerr=[[100 * (loss.mean - loss.low)], [100 * (loss.high - loss.mean)]],
                yerr=[[mean.mean - mean.low], [mean.high - mean.mean]], label=cut(name, LONGEST_LABEL),
            )  # fmt: skip
        axes.set_xlabel("flights that end with a loss (%)")
        axes.set_ylabel("mean credits a flight")
        axes.set_xlim(left=0)
        legend(figure, *axes.get_legend_handles_labels(), loc="outside upper center", ncols=2, fontsize=9)
        caption_below(figure, in_a_line(origins(all_ships(compared))))
    return figure


def plot_steps(answer: TwoEditions, *, width: float = 7.5) -> Figure:
    """Draw the change of credits by each step from one edition to the other, and by all steps together.

    Intervals are 95%. A step is grey if its interval contains 0.

    Args:
        answer: The comparison of two editions.
        width: The width in inches.
    """
    steps, (old, new) = answer.changes(), answer.names
    rows = [row_of(row["step"], Estimate(row["difference"], row["low"], row["high"])) for row in steps[1:]]
    rivals = [rows.pop()] if answer.has_other_rivals else []
    all_of = "all rules" if rivals else "all steps"
    rows += [row_of(f"{all_of}: {new} minus {old}", answer.difference()), *rivals]
    ends = f"{cut(answer.ship, 24)}: {steps[0]['mean']:.2f} in {old}, {steps[-1]['mean']:.2f} in {new}"
    axis = "change in credits a flight by this step"
    return forest(rows, Words(axis, ends, "difference (95% interval)", in_a_line(origins(answer.results))), width)


@figures_of.register
def _(answer: TwoEditions) -> Figures:
    yield f"steps-{slug(answer.ship)}", partial(plot_steps, answer)
    yield f"editions-{slug(answer.ship)}", partial(plot_differences, answer.both)
    yield f"credits-{slug(answer.ship)}", partial(plot_credits, answer)


STRONGEST = 8
"""The number of cards that are drawn at either end."""


def _origin(answer: Balance) -> str:
    return f"{answer.edition}, {answer.ship_count} ships, {answer.flights:,} flights of each, seed {answer.seed}"


def plot_strongest(answer: Balance, *, in_field: bool = True, width: float = 7.5) -> Figure:
    """Draw the cards that cost good ships the most credits, and the cards that bring them the most.

    Intervals hold for all cards at once.

    Args:
        answer: The report on an edition's balance.
        in_field: Whether the ships fly in the field; otherwise alone.
        width: The width in inches.
    """
    setting = "in the field" if in_field else "alone"
    met = [row.values for row in answer.tables["cards"].rows if row.values["setting"] == setting]
    every = sorted(met, key=lambda one: float(one["credits"].mean))
    ends = every if len(every) <= 2 * STRONGEST else [*every[:STRONGEST], *every[-STRONGEST:]]
    rows = [row_of(f"{one['level']}: {numbers_in_words(one['cards'])} {one['name']}", one["credits"]) for one in ends]
    axis = f"credits that one meeting brings a good ship {setting}"
    return forest(rows, Words(axis, "level: number of the card", "effect (95%, all at once)", _origin(answer)), width)


def plot_kinds(answer: Balance, *, width: float = 7.5) -> Figure:
    """Draw how many credits more each kind of component is worth than a plain component.

    Intervals hold for all kinds at once.

    Args:
        answer: The report on an edition's balance.
        width: The width in inches.
    """
    every = [row.values for row in answer.tables["components"].rows if row.values["worth"] is not None]
    rows: list[Row] = [row_of(words(one["kind"]), one["worth"]) for one in every]
    axis = "credits a flight more than with a plain component"
    return forest(rows, Words(axis, "component", "worth (95%, all at once)", _origin(answer)), width)


def plot_places(answer: Balance, *, width: float = 7.5) -> Figure:
    """Draw the worth of each place in the starting order, by level.

    Args:
        answer: The report on an edition's balance.
        width: The width in inches.
    """
    every = [row.values for row in answer.tables["places"].rows]
    rows: list[Row] = [row_of(f"{one['level']}: place {one['place']}", one["worth"]) for one in every]
    axis = "credits a flight more than from a drawn place"
    return forest(rows, Words(axis, "level: place at the start", "worth (95%, all at once)", _origin(answer)), width)


def plot_luck(answer: Balance, *, width: float = 7.5) -> Figure:
    """Draw the parts of the variance of a flight's credits, with a bar for each level.

    Args:
        answer: The report on an edition's balance.
        width: The width in inches.
    """
    with new_figure(width, 1.6 + 0.45 * len(answer.luck)) as figure:
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
    if answer.cards:
        yield "balance-cards", partial(plot_strongest, answer)
        yield "balance-cards-alone", partial(plot_strongest, answer, in_field=False)
    if answer.kinds:
        yield "balance-components", partial(plot_kinds, answer)
    if answer.places:
        yield "balance-places", partial(plot_places, answer)
    if answer.luck:
        yield "balance-luck", partial(plot_luck, answer)


@figures_of.register
def _(answer: Sweep) -> Figures:
    for metric in ("credits", "arrived"):
        yield f"sweep-{metric}", partial(plot_table, answer.table(), metric=metric)
