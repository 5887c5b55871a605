"""Figures of flights: spreads of credits, courses, races, effects of cards and exact answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any

from analyzer.answers.origin import in_a_line
from analyzer.answers.result import ByItself
from analyzer.present.figures.canvas import new_figure
from analyzer.present.figures.distributions import plot_components_lost, plot_credits, plot_risk, plot_waterfall
from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.present.figures.ships_to_draw import chosen, origins_of
from analyzer.present.figures.style import COLOURS, NARROW, caption_below, cut, legend, title
from analyzer.trucker.cards.cards_in_words import kind_in_words, numbers_in_words
from analyzer.trucker.drawing.flights import many_flights, plot_fleet_survival, plot_hits
from analyzer.trucker.drawing.ship_map import plot_ship_map
from analyzer.trucker.figures.fleets import plot_by_layout
from analyzer.trucker.metrics import OF_CARDS
from analyzer.trucker.questions.cards import CardEffects
from analyzer.trucker.questions.course import Course
from analyzer.trucker.questions.exact import Exact, Overview, spared
from analyzer.trucker.questions.race import Race
from analyzer.trucker.result import Result, ShipResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.cards import EffectOfGroup
    from analyzer.trucker.questions.course import ShipCourse
    from analyzer.trucker.questions.exact import Distribution


def of_flights(results: Sequence[Result]) -> Figures:
    """Yield the figures of flights: credits and lost components of all ships, then the sources of credits of each ship.

    A build of class IVC has two more: credits by layout, and how often each ship of its fleet still flies.
    """
    yield "credits", partial(plot_credits, results)
    yield "components-lost", partial(plot_components_lost, results)
    for ship in (ship for result in results for ship in result.ships):
        yield f"waterfall-{slug(ship.name)}", partial(plot_waterfall, ship)
    for result in results:
        for build in result.ships:
            if build.sorts:
                yield f"layouts-{slug(build.name)}", partial(plot_by_layout, build)
                yield f"fleet-{slug(build.name)}", partial(plot_fleet_survival, build, result.experiment.route)


@figures_of.register
def _(answer: Result) -> Figures:
    return of_flights([answer])


@figures_of.register
def _(answer: ShipResult) -> Figures:
    yield "credits", partial(plot_credits, answer)
    yield "components-lost", partial(plot_components_lost, answer)
    yield "waterfall", partial(plot_waterfall, answer)


@figures_of.register
def _(answer: ByItself) -> Figures:
    are_flights = all(isinstance(result, Result) for result in answer.results)
    return of_flights(answer.results) if are_flights else chain.from_iterable(map(figures_of, answer.results))


@figures_of.register
def _(answer: Race) -> Figures:
    yield "risk", partial(plot_risk, answer.ships)
    yield from of_flights([answer])


BANDS = {(0.05, 0.95): ("#BFDCEE", "middle 90% of flights"), (0.25, 0.75): ("#6FB1DA", "middle 50%")}
"""Colour and legend of each band of quantiles: the same blue, paler further out, so that it reads in grey."""


def plot_course(course: Course, ship: str | None = None, *, width: float | None = None) -> Figure:
    """Draw the share of flights in which a ship still flies, and the components left, after each card.

    A ship that gave up keeps the components that it had then.

    Args:
        course: The course of the flights.
        ship: The name of a ship; None for all side by side.
        width: The width in inches; None for as much as the ships take.
    """
    from matplotlib.ticker import MaxNLocator

    ships = list(course.ships) if ship is None else [chosen(course, ship)]
    wide = width or (7 if len(ships) == 1 else 1.2 + 3.2 * len(ships))
    with new_figure(wide, min(5.2, 1.2 + wide)) as figure:
        grid: Any = figure.subplots(
            2, len(ships), sharex=True, sharey="row", squeeze=False, gridspec_kw={"height_ratios": (1, 2)}
        )
        for one, (above, below) in zip(ships, grid.T, strict=True):
            _survival(above, one)
            title(
                above,
                one.name,
                many_flights(course.flights) if one is ships[-1] else None,
                int(7 * wide) + 11 if len(ships) == 1 else 24,
            )
            drawn = _fan(below, one)
        first_above, first_below = grid[:, 0]
        first_above.set_ylabel("still flying (%)\n(95% intervals)")
        first_above.set_ylim(*_percent_range(min(100 * one.flying(one.cards[-1])[1] for one in ships)))
        first_below.set_ylabel("components left")
        first_below.set_ylim(*_left_range(ships))
        first_below.yaxis.set_major_locator(MaxNLocator(integer=True))
        words = [*(words for _, words in BANDS.values()), "median", "mean"]
        legend(figure, drawn, words, loc="outside upper center", ncols=2 if wide < NARROW else 4, fontsize=9)
        caption_below(figure, in_a_line(origins_of(course, ships)))
    return figure


def _survival(axes: Axes, ship: ShipCourse) -> None:
    """Draw the share of flights in which the ship still flies after each card, in percent, with its 95% interval."""
    shares = [[100 * value for value in ship.flying(card)] for card in ship.cards]
    middle = [share for share, _, _ in shares]
    errors = [[share - low for share, low, _ in shares], [high - share for share, _, high in shares]]
    axes.errorbar(list(ship.cards), middle, errors, color="black", marker="o", markersize=3.5, linewidth=1.2)


def _percent_range(lowest: float) -> tuple[float, float]:
    """Return the ends of an axis in percent; it starts at 0 if `lowest` is low, else so high that a decline shows."""
    bottom = next((bottom for bottom in (90, 75, 50) if lowest > bottom), 0)
    return bottom - 0.02 * (100 - bottom), 100 + 0.06 * (100 - bottom)


def _left_range(ships: list[ShipCourse]) -> tuple[float, float]:
    """Return the ends of the axis of components left; it starts at 0 only if few are left."""
    lowest = min(ship.left(ship.cards[-1]).quantile(0.05) for ship in ships)
    most = max(ship.left(0).quantile(1) for ship in ships)
    bottom = max(lowest - 1.5, 0) if lowest > most / 3 else 0
    return bottom, most + 0.04 * (most - bottom) + 0.2


def _fan(axes: Axes, ship: ShipCourse) -> list[Any]:
    """Draw bands of quantiles, median and mean of the components left, and return them in the legend's order."""
    cards = list(ship.cards)
    left = [ship.left(card) for card in cards]
    drawn: list[Any] = []
    for (low, high), (colour, _) in BANDS.items():
        below, above = ([histogram.quantile(q) for histogram in left] for q in (low, high))
        drawn.append(axes.fill_between(cards, below, above, color=colour, linewidth=0))
    medians = [histogram.quantile(0.5) for histogram in left]
    drawn += axes.plot(cards, medians, color="black", marker="o", markersize=3.5)
    drawn += axes.plot(cards, [histogram.mean for histogram in left], color="black", linestyle=":", linewidth=1.2)
    axes.set_xlim(-0.3, cards[-1] + 0.3)
    axes.set_xticks(cards[:: 1 if len(cards) <= 20 else 5])
    axes.set_xlabel("cards flown (0: launch)")
    return drawn


@figures_of.register
def _(answer: Course) -> Figures:
    for name in (ship.name for ship in answer.ships):
        yield f"course-{slug(name)}", partial(plot_course, answer, name)
        yield f"hits-{slug(name)}", partial(plot_hits, answer, name, "hits")
        yield f"lost-{slug(name)}", partial(plot_hits, answer, name, "lost")


SIGNS = {
    "harm": (COLOURS[1], "v", "costs credits"),
    "unclear": ("#555555", "o", "unclear: the interval contains 0"),
    "help": (COLOURS[0], "^", "brings credits"),
}
"""Colour, marker and legend of each kind of effect."""
INCHES_A_CARD = 0.22


def plot_cards(effects: CardEffects, ship: str | None = None, strongest: int = 12) -> Figure:
    """Draw how much each card in the deck changes the mean credits of a flight, the most harmful card on top.

    Intervals hold for all rows at once. Cards with the same effect share a row.

    Args:
        effects: The effects of cards.
        ship: The name of the ship, if there are several.
        strongest: The number of rows at the top and at the bottom; a line of text between them counts the others.
    """
    one = chosen(effects, ship)
    measured = [effect for effect in one.by_effect if effect.credits is not None]
    drawn_effects, left_out = _ends(measured, strongest)
    with new_figure(7, 1.7 + INCHES_A_CARD * (len(drawn_effects) + bool(left_out))) as figure:
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
            f"(bars: 95% intervals that hold for all {len(one.by_effect)} rows at once)"
        )
        title(axes, one.name, many_flights(effects.flights))
        caption_below(figure, in_a_line(origins_of(effects, [one])))
    return figure


def _ends(effects: Sequence[EffectOfGroup], strongest: int) -> tuple[list[EffectOfGroup], int]:
    """Return the first and the last `strongest` effects, and how many effects in the middle are left out.

    If that would be only one effect, none is left out.
    """
    if len(effects) <= 2 * strongest + 1:
        return list(effects), 0
    return [*effects[:strongest], *effects[len(effects) - strongest :]], len(effects) - 2 * strongest


def _effects(axes: Axes, effects: Sequence[EffectOfGroup], places: Sequence[int]) -> dict[str, Any]:
    """Draw marker and interval of each effect; return one artist for each kind of effect, for the legend."""
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


ACROSS = 3
"""The number of distributions side by side."""


def plot_exact(exact: Exact) -> Figure:
    """Draw the exact distribution of each result of a card or a route, e.g. lost components.

    Results that never vary are named in the caption.

    Args:
        exact: The exact answer.
    """
    each = {metric: exact.distribution(metric.name) for metric in OF_CARDS.listed}
    drawn = [metric for metric in each if len(each[metric]) > 1]
    rows = max(1, -(-len(drawn) // ACROSS))
    with new_figure(7.5, 0.6 + 1.9 * rows) as figure:
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
    """Draw the ship coloured by the exact chance that each component is lost.

    Args:
        exact: The exact answer.
    """
    lost = {square: 100 * float(chance) for square, chance in exact.lost_squares.items()}
    return plot_ship_map(exact.ship, lost, f"chance that it is lost to {_cards(exact)} (%)", below=_origin(exact))


def plot_harm(answers: Sequence[Exact]) -> Figure:
    """Draw the expected loss minus the expected gain by each card, in credits at the captain's prices, worst on top.

    Cards with the same effect share a bar. Text beside each bar gives the components lost and the chance that the
    flight ends.

    Args:
        answers: The exact answer for each card.
    """
    struck = sorted((one for one in answers if not one.is_spared), key=_order)
    alike = [list(same) for _, same in groupby(struck, key=lambda one: one.met[0].unnumbered())]
    with new_figure(7.5, 1.3 + INCHES_A_CARD * len(alike)) as figure:
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
    """Return the key that sorts answers for cards: the most harmful first, cards with the same effect together."""
    card = one.met[0]
    return -one.harm(), card.kind, str(card.unnumbered()), card.id


def _named(same: Sequence[Exact]) -> str:
    """Return the kind of cards with the same effect, and their numbers."""
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
    """Return the caption of exact numbers: ship's board, rivals, captain, and how exact they are."""
    company = f"with {', '.join(exact.rivals)}" if exact.rivals else "alone"
    sure = f"exact within {float(exact.pruned):.2%}" if exact.pruned else "exact, every roll is counted"
    return f"{exact.ship.board.title}; {company}; captain {exact.captain.name}; {sure}"


@figures_of.register
def _(answer: Exact) -> Figures:
    which = f"{slug(answer.ship.name)}-{'-'.join(map(str, answer.cards))}"
    yield f"exact-{which}", partial(plot_exact, answer)
    yield f"exact-lost-{which}", partial(plot_exact_losses, answer)


@figures_of.register
def _(answer: Overview) -> Figures:
    yield f"harm-{slug(answer.answers[0].ship.name)}", partial(plot_harm, answer.answers)
