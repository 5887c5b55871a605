"""Pictures show the numbers of their results: heights, places, labels, legends, and names as they are."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib import colormaps
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex, to_rgb
from matplotlib.container import ErrorbarContainer
from matplotlib.patches import Rectangle, StepPatch

import analyzer
from tests.conftest import ALL
from tests.doors.answers import origin
from tests.doors.present import HUES, cut, house_style, of_answers, save_figures, view_of
from tests.doors.trucker_flights import METRICS
from tests.doors.trucker_questions import view
from tests.facts import untold
from tests.pictured import foot_of
from tests.places import ROOT

WIDTH = 3.9

TERMS = METRICS.parts
SHIPS = ROOT / "ships" / "2007"
ODD = "_a $x_{$ ^b"
FLIGHTS = 200


def load(name: str, called: str | None = None) -> analyzer.Layout:
    ship = analyzer.load_ship(SHIPS / f"{name}.yaml")
    return replace(ship, name=called) if called else ship


@pytest.fixture(scope="module")
def pair() -> list[analyzer.Layout]:
    return [load("II/steady-hauler"), load("II/tin-kite", ODD)]


@pytest.fixture(scope="module")
def result(pair):
    return analyzer.race(pair, flights=FLIGHTS, seed=5)


@pytest.fixture(scope="module")
def way(pair):
    return analyzer.course(pair, flights=FLIGHTS, seed=5, rivals="alone")


@pytest.fixture(scope="module")
def effects(pair):
    return analyzer.card_effects(pair, flights=FLIGHTS, seed=5, rivals="alone")


def legend_of(holder) -> list[str]:  # type: ignore[no-untyped-def]
    return [text.get_text() for text in holder.legends[0].get_texts()]


def words_in(figure, folder: Path) -> str:  # type: ignore[no-untyped-def]
    svg = folder / "picture.svg"
    figure.set_layout_engine(None)
    with house_style():
        figure.savefig(svg)
    return "".join(ET.fromstring(svg.read_text(encoding="utf-8")).itertext())


# Distributions


@pytest.mark.long
def test_credits_plot_takes_any_result(result):
    """A Result, its ships, several results, and what has `results` draw the same outlines."""
    by_name = SimpleNamespace(results={"whatever": result})
    drawn = []
    for given in (result, result.ships, [result], SimpleNamespace(results=result.ships), by_name):
        axes = analyzer.plots.plot_credits(given).axes[0]
        drawn.append([tuple(patch.get_data().values) for patch in axes.patches if isinstance(patch, StepPatch)])
    assert len(drawn[0]) == 2
    assert all(each == drawn[0] for each in drawn)
    alone = analyzer.plots.plot_credits(result.ships[0]).axes[0]
    assert len(alone.containers[0]) == result.ships[0].credits.tally.size


def test_four_ships_have_four_outlines(pair):
    """Two of the ships have the same name and numbers and are still two."""
    ships = analyzer.fly(pair, flights=50, rivals="alone").ships * 2
    axes = analyzer.plots.plot_components_lost(ships).axes[0]
    outlines = [patch for patch in axes.patches if isinstance(patch, StepPatch)]
    assert len({(patch.get_linestyle(), patch.get_edgecolor()) for patch in outlines}) == 4
    assert legend_of(axes.figure) == [f"{ship.name}: mean {ship.components_lost.mean:.2f}" for ship in ships]


def test_axis_omits_only_rarest():
    counts = np.repeat([0, 1, 2, 500], [4000, 3000, 2999, 1])
    where = origin.Origin("2007, level I", "alone", "captain bold", "10,000 flights", "seed 1", ("flight", "flights"))
    ship = SimpleNamespace(name="x", histograms={"credits": analyzer.Histogram.from_values(counts)}, origin=where)
    axes = analyzer.plots.plot_credits([ship]).axes[0]
    assert axes.get_xlim()[0] < -0.4
    assert 2.4 < axes.get_xlim()[1] < 5
    assert not untold(axes.get_title(loc="right"), "10,000 flights", "outside")
    ship.histograms["credits"] = analyzer.Histogram.from_values(counts[:-1])
    assert analyzer.plots.plot_credits([ship]).axes[0].get_title(loc="right") == "9,999 flights"


# The course


def test_fan_shows_the_course(way):
    ship = way.ships[0]
    figure = analyzer.plots.plot_course(way, "Steady Hauler")
    above, below = figure.axes
    median, mean = below.lines
    assert median.get_ydata().tolist() == [ship.left(card).quantile(0.5) for card in ship.cards]
    assert mean.get_ydata().tolist() == [ship.left(card).mean for card in ship.cards]
    assert median.get_xdata().tolist() == list(range(13))
    bands = [each for each in below.collections if isinstance(each, PolyCollection)]
    for band, (low, high) in zip(bands, [(0.05, 0.95), (0.25, 0.75)], strict=True):
        corners = {tuple(corner) for corner in band.get_paths()[0].vertices.tolist()}
        for card in ship.cards:
            ends = {(card, ship.left(card).quantile(low)), (card, ship.left(card).quantile(high))}
            assert ends <= corners
    assert above.lines[0].get_ydata().tolist() == [100 * ship.flying(card)[0] for card in ship.cards]
    (survival,) = (each for each in above.containers if isinstance(each, ErrorbarContainer))
    last = survival.lines[2][0].get_segments()[-1]
    assert last[:, 1].tolist() == pytest.approx([100 * share for share in ship.flying(12)[1:]])
    assert legend_of(figure) == ["middle 90% of flights", "middle 50%", "median", "mean"]
    assert (above.get_ylabel(), below.get_ylabel()) == ("still flying (%)\n(95% intervals)", "components left")
    assert above.get_title(loc="left") == "Steady Hauler"
    assert above.get_title(loc="right") == f"{FLIGHTS} flights"


def test_fan_is_not_cut_off(way):
    """All ships side by side share axes that hold every band and every share."""
    figure = analyzer.plots.plot_course(way)
    assert len(figure.axes) == 4
    for axes, ship in zip(figure.axes[:2], way.ships, strict=True):
        assert axes.get_title(loc="left") == ship.name
        low, high = axes.get_ylim()
        assert low <= 100 * ship.flying(12)[1]
        assert high > 100
    for axes, ship in zip(figure.axes[2:], way.ships, strict=True):
        low, high = axes.get_ylim()
        assert low <= ship.left(12).quantile(0.05)
        assert high > len(ship.ship.components)


# Where credits come from


def test_waterfall_adds_up_to_credits(result):
    ship = result.ships[0]
    axes = analyzer.plots.plot_waterfall(ship).axes[0]
    bars = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    assert len(bars) == len(TERMS) + 1
    heights = [bar.get_width() for bar in bars]
    terms = [sign * ship.histograms[metric].mean for metric, sign in TERMS.items()]
    assert heights == pytest.approx([*terms, ship.credits.mean])
    assert [bar.get_x() for bar in bars] == pytest.approx([0, *np.cumsum(terms)[:-1], 0], abs=1e-9)
    assert sum(terms) == pytest.approx(ship.credits.mean)
    told = [text.get_text().replace("\N{MINUS SIGN}", "-") for text in axes.texts]
    assert [float(text) for text in told] == pytest.approx([*terms, ship.credits.mean], abs=0.0051)
    errors = [each for each in axes.containers if isinstance(each, ErrorbarContainer)]
    low, high = ship.goods_sold.interval()
    ends = errors[1].lines[2][0].get_segments()[0][:, 0]
    assert ends[1] - ends[0] == pytest.approx(high - low)
    assert [label.get_text() for label in axes.get_yticklabels()][-1] == "= credits"
    assert axes.get_ylim()[0] > axes.get_ylim()[1], "the total lies below"
    assert axes.get_xlim()[1] > max(bar.get_x() + max(bar.get_width(), 0) for bar in bars)


def test_waterfall_of_losses_fits():
    """A ship that earns nothing and pays for what it lost ends below 0."""
    ship = analyzer.fly([load("I/paper-arrow")], flights=200, cards=[10, 10, 10], seed=2, rivals="alone").ships[0]
    falling = replace(
        ship, histograms=
        {name: analyzer.Histogram.from_values(np.array([3, 3] if name == "penalty" else [0, 0])) for name in TERMS}
        | {"credits": analyzer.Histogram.from_values(np.array([-3, -3]))},
    )  # fmt: skip
    for each, lowest in ((ship, ship.credits.mean), (falling, -3)):
        low, high = analyzer.plots.plot_waterfall(each).axes[0].get_xlim()
        assert low <= min(lowest, 0)
        assert low < high


# Hits on the ship


@pytest.mark.parametrize("what", ["hits", "lost"])
def test_map_shows_hits_and_losses(way, what):
    ship = way["Steady Hauler"]
    figure = analyzer.plots.plot_hits(way, "Steady Hauler", what)
    values = {
        square: 100 * (ship.hits(square).mean if what == "hits" else ship.lost(square)[0])
        for square in ship.ship.components
    }
    most = max(values, key=lambda square: values[square])
    fills = {patch.get_facecolor() for patch in figure.axes[0].patches if patch.get_fill()}
    assert colormaps["cividis"](1.0) in fills
    told = [text.get_text() for text in figure.axes[0].texts if text.get_text()[0].isdigit()]
    assert len(told) == len(values)
    assert max(map(float, told)) == pytest.approx(values[most], abs=0.51)
    assert (
        figure.axes[1].get_xlabel()
        == {
            "hits": "hits in 100 flights, stopped ones included",
            "lost": "flights in which the component is lost (%)",
        }[what]
    )


# Cards


def test_cards_are_ranked_with_intervals(effects):
    figure = analyzer.plots.plot_cards(effects, "Steady Hauler", strongest=20)
    axes = figure.axes[0]
    ranked = effects["Steady Hauler"].by_effect
    labels = [label.get_text() for label in axes.get_yticklabels()]
    shared = [label for label in labels if label.startswith(("open space  4-7, 25-27", "stardust  3, 23"))]
    assert len(shared) == 2, "cards that do the same share a line"
    single = {f"{effect.cards[0].kind.replace('_', ' ')}  {effect.cards[0].id}" for effect in ranked}
    assert len(single & set(labels)) == sum(len(effect.cards) == 1 for effect in ranked) > 2
    drawn = [each for each in axes.containers if isinstance(each, ErrorbarContainer)]
    assert len(drawn) == len(ranked)
    for at, (container, effect) in enumerate(zip(drawn, ranked, strict=True)):
        point, _, (bar,) = container.lines
        assert (point.get_xdata()[0], point.get_ydata()[0]) == (effect.credits[0], at)
        assert bar.get_segments()[0][:, 0].tolist() == pytest.approx(effect.credits[1:])
        sign = "v" if effect.credits[2] < 0 else "^" if effect.credits[1] > 0 else "o"
        assert point.get_marker() == sign
    assert axes.get_ylim()[0] > axes.get_ylim()[1], "the most harmful lies on top"
    assert legend_of(figure) == ["costs credits", "unclear: the interval contains 0", "brings credits"]
    assert len({to_hex(each.lines[0].get_color()) for each in drawn}) == 3


def test_many_cards_are_cut(effects):
    axes = analyzer.plots.plot_cards(effects, ODD).axes[0]
    ranked = effects[ODD].by_effect
    both_ends = [*ranked[:12], *ranked[-12:]]
    numbers = [re.match(r"\d+", label.get_text().split("  ")[1]) for label in axes.get_yticklabels()]
    assert [int(number.group()) for number in numbers] == [effect.numbers[0] for effect in both_ends]
    assert axes.get_yticks().tolist() == [*range(12), *range(13, 25)]
    assert not untold([text.get_text() for text in axes.texts], "9 rows", "not shown")
    assert axes.texts[0].get_position() == (0.5, 12)


# All of them


def test_several_ships_must_be_named(way, effects):
    for draw, given in ((analyzer.plots.plot_hits, way), (analyzer.plots.plot_cards, effects)):
        with pytest.raises(analyzer.AnalyzerError, match="several ships"):
            draw(given)
    with pytest.raises(analyzer.AnalyzerError, match="did you mean lost"):
        analyzer.plots.plot_hits(way, "Steady Hauler", "last")
    with pytest.raises(analyzer.AnalyzerError, match="no ship"):
        analyzer.plots.plot_course(way, "Nobody")


@pytest.mark.long
def test_names_are_no_formulas(result, way, effects, tmp_path):
    for figure in (
        analyzer.plots.plot_credits(result),
        analyzer.plots.plot_course(way),
        analyzer.plots.plot_waterfall(result[ODD]),
        analyzer.plots.plot_hits(way, ODD),
        analyzer.plots.plot_cards(effects, ODD),
    ):
        assert ODD in words_in(figure, tmp_path)


def test_long_names_are_cut():
    way = analyzer.course([load("II/tin-kite", "Long " * 40)], flights=5, rivals="alone")
    title = analyzer.plots.plot_course(way).axes[0].get_title(loc="left")
    assert len(title) == 60
    assert title.endswith("\N{HORIZONTAL ELLIPSIS}")


@pytest.mark.parametrize(
    ("name", "most", "drawn"),
    [
        ("Steady Hauler (2007)", 20, "Steady Hauler (2007)"),
        ("Steady Hauler (2007)", 16, "Steady H\u2026 (2007)"),
        ("Steady Hauler (2007)", 10, "Steady Ha\u2026"),
        ("Hauler (of a long name)", 20, "Hauler (of a long n\u2026"),
        ("(2007) Hauler)", 9, "(2007) H\u2026"),
    ],
)
def test_cut_keeps_distinguishing_suffix(name: str, most: int, drawn: str) -> None:
    """Cutting a name keeps the suffix that tells two of one name apart."""
    assert cut(name, most) == drawn
    assert len(drawn) <= most


# Alone, and on a narrow page


FOOT = "2007, level II; against Iron Parcel; captain bold; 10 flights; seed 5 (flights 10 to 19)"


@pytest.fixture(scope="module")
def drawn():
    """Every picture of flights under one name, as a function of how wide it is; two that are always as wide."""
    hauler, rival = load("II/steady-hauler"), load("II/iron-parcel")
    how = {"flights": 10, "first": 10, "seed": 5, "captain": "bold", "rivals": [rival]}
    flown, way = analyzer.fly([hauler], **how), analyzer.course([hauler], **how)
    two = analyzer.compare([hauler, load("II/tin-kite")], **how)
    five = analyzer.compare([load("II/tin-kite", f"{'Long' * 20} {n}") for n in range(5)], **how)
    effects, weak = analyzer.card_effects([hauler], **how), analyzer.weak_points(hauler, **how)
    return {
        "credits of five": partial(analyzer.plots.plot_credits, five),
        "credits": partial(analyzer.plots.plot_credits, flown),
        "waterfall": partial(analyzer.plots.plot_waterfall, flown["Steady Hauler"]),
        "components lost": partial(analyzer.plots.plot_components_lost, flown.ships[0]),
        "course": partial(analyzer.plots.plot_course, way),
        "lost": partial(analyzer.plots.plot_hits, way, what="lost"),
        "hits": partial(analyzer.plots.plot_hits, way),
        "difference": partial(analyzer.plots.plot_differences, two),
        "differences": partial(analyzer.plots.plot_differences, five),
        "weak": lambda width=None: next(view_of([weak]).figures())[1](),
        "cards": lambda width=None: analyzer.plots.plot_cards(effects),
    }


@pytest.mark.long
@pytest.mark.parametrize("width", [None, WIDTH])
def test_every_picture_stands_alone(drawn, width):
    """Its foot says what was flown, and no word leaves the picture or is too small to read.

    Of every four pictures one is drawn in full width and one narrow, with `make verify` all both ways.
    """
    some = slice(None) if ALL else slice(0 if width is None else 2, None, 4)
    for name, draw in [*drawn.items()][some]:
        figure = draw() if width is None else draw(width=width)
        assert foot_of(figure, name) == FOOT


def test_foot_names_what_differs(pair):
    bold, sensible = (
        analyzer.fly([ship], flights=4, captain=by, rivals="alone")
        for ship, by in zip(pair, ("bold", "sensible"), strict=True)
    )
    told = analyzer.plots.plot_credits([bold, sensible]).texts[-1].get_text().replace("\n", " ")
    alone = f"2007, level II; alone; captain bold (Steady Hauler) and captain sensible ({ODD}); 4 flights; seed 1"
    assert told == alone
    raced = analyzer.plots.plot_credits(analyzer.race(pair, flights=4, start=2)).texts[-1].get_text()
    assert not untold(raced, "2007, level II", "place 2", "in one convoy", "expert", "4 flights", "seed 1")
    journey = analyzer.journey([[load("I/first-mile"), pair[0]]], flights=4, rivals="alone")
    told = "2007, levels I, II; alone; captain expert; 4 journeys; seed 1"
    assert analyzer.plots.plot_journey(journey).texts[-1].get_text() == told


# Files


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Steady Hauler", "steady-hauler"),
        ("../../etc/passwd", "etc-passwd"),
        ("Große Fähre №7", "grosse-fahre-no7"),
        ("$_^{}", "ship"),
        ("", "ship"),
        ("CON.", "con"),
        ("x" * 300, "x" * 60),
        ("二号", "ship"),
    ],
)
def test_file_slugs_are_safe(name, told):
    assert of_answers.slug(name) == told


@pytest.mark.long
@pytest.mark.usefixtures("undrawn")
def test_run_saves_all_pictures(result, tmp_path):
    saved = save_figures(view.figures([result]), tmp_path / "new" / "folder")
    ships = "steady-hauler", "a-x-b"
    stems = ["credits", "components-lost", *(f"waterfall-{ship}" for ship in ships)]
    stems += [f"{what}-{ship}" for ship in ships for what in ("course", "hits", "lost")]
    assert [path.name for path in saved] == [f"{stem}.{kind}" for stem in stems for kind in ("png", "svg")]
    assert len(save_figures(iter(result.figures().items()), tmp_path / "fewer")) == 2 * (1 + 2 + 2)


@pytest.mark.long
@pytest.mark.usefixtures("coarse")
def test_same_run_same_picture_bytes(pair, tmp_path):
    one = analyzer.fly(pair[:1], flights=20, cards=[28, 8], seed=5, rivals="alone")
    saved, again = (
        save_figures(islice(view.figures([one]), 0, None, 1 if ALL else 3), tmp_path / folder)
        for folder in ("once", "again")
    )
    assert len(saved) == 2 * (6 if ALL else 2)
    assert all(path.stat().st_size > 1000 for path in saved)
    assert [path.read_bytes() for path in saved] == [path.read_bytes() for path in again]


def test_unwritable_folder_is_refused(result, tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(analyzer.AnalyzerError, match="below: cannot be written"):
        save_figures(iter(result.figures().items()), tmp_path / "taken" / "below")


@pytest.mark.long
@pytest.mark.usefixtures("coarse")
def test_fleets_have_own_hues(tmp_path):
    """Nine maps; on each as many colours as ships, which differ in grey, too, and every component once."""
    build = analyzer.load_ship(SHIPS / "IVC" / "four-winds.yaml")
    figure = analyzer.plots.plot_fleets(build)
    greys = [0.299 * red + 0.587 * green + 0.114 * blue for red, green, blue in (to_rgb(hue[0]) for hue in HUES)]
    assert min(abs(one - other) for i, one in enumerate(greys) for other in greys[:i]) > 0.2
    for axes in figure.axes:
        joined = axes.get_title(loc="left").split(":")[0]
        fleet = analyzer.fleet(build, joined)
        filled = [patch for patch in axes.patches if patch.get_fill()]
        assert len(filled) == len(fleet.components)
        assert len({patch.get_facecolor() for patch in filled}) == len(fleet.ships)
    figure.set_layout_engine(None)
    figure.savefig(tmp_path / "fleets.png")
