"""Pictures of galaxies and pairs: what is drawn is there, each trader has a hue and dashes, and all can be read."""

from __future__ import annotations

import pytest
from matplotlib.colors import to_hex

from analyzer import AnalyzerError, lorry
from analyzer.plots import plot_boxes, plot_galaxy, plot_made, plot_routes, plot_scored, plot_worths
from tests.doors.present import COLOURS
from tests.pictured import foot_of
from tests.places import ROOT

LINES = ("-", "--", "-.", ":")

pytestmark = pytest.mark.usefixtures("flown_once")
SHIPS = ROOT / "ships" / "lorry"


@pytest.fixture(scope="module")
def late():
    return lorry.load_position(SHIPS / "late.yaml")


@pytest.mark.long
def test_position_plot_uses_hues_and_dashes(late):
    figure = plot_galaxy(late)
    told = foot_of(figure, "late")
    (axes,) = figure.axes
    styles = {
        (to_hex(line.get_color()).upper(), line.get_linestyle()) for line in axes.lines if line.get_linewidth() == 2.6
    }
    assert styles == {(COLOURS[0], LINES[0]), (COLOURS[1], LINES[1])}
    assert {str(number) for number in range(1, 10)} == {text.get_text() for text in axes.texts}
    assert "Tom has 33, Uli has 30" in told
    assert "not the printed galaxy" in told


@pytest.mark.long
def test_wrapping_edges_are_dotted(late):
    for wrap, dotted in (("both", 4), ("rows", 2), ("none", 0)):
        (axes,) = plot_galaxy(late.galaxy.with_wrap(wrap)).axes
        edges = [line for line in axes.lines if line.get_zorder() == 6 and line.get_linestyle() in (":", "-")]
        assert sum(line.get_linestyle() == ":" for line in edges) == dotted
        assert len(edges) == 4


def test_scored_way_has_its_points(late):
    for route in late.scored:
        assert len(late.on_way(route.trader, route.pair)) >= route.points == late.connected(route.trader)[route.pair]
    assert late.on_way(2, (1, 4)) == []


def test_route_plot_shows_matrix_of_pairs():
    found = lorry.routes(lorry.load_galaxy(SHIPS / "small.yaml"))
    figure = plot_routes(found)
    assert "Small" in foot_of(figure, "routes")
    turns, points = ({text.get_text() for text in axes.texts} for axes in figure.axes)
    assert turns == {f"{row['turns']:.1f}" for row in found.rows()}
    assert points == {f"{row['points_a_turn']:.2f}" for row in found.rows()}


@pytest.fixture(scope="module")
def raced():
    return lorry.race(SHIPS / "small.yaml", 30, captains=["steady", "trunk"])


@pytest.mark.long
def test_box_plot_darkens_with_points(raced):
    figure = plot_boxes(raced)
    assert "30 games" in foot_of(figure, "points")
    for axes, one in zip(figure.axes, raced, strict=False):
        told = raced.by_box(one.name)
        numbers = {text.get_position()[0]: text.get_text() for text in axes.texts if text.get_position()[1] == 6}
        shown = {box[0]: f"{value.mean:.1f}" for box, value in told.items() if box[1] == 6 and value.mean >= 0.05}
        assert shown.items() <= numbers.items()
        assert (
            axes.get_title(loc="left") == f"{one.name}: {sum(value.mean for value in told.values()):.1f} points a game"
        )
        grounds = [patch for patch in axes.patches if patch.get_zorder() == 1 and patch.get_width() == 1]
        luma = {(patch.get_x() + 0.5, patch.get_y() + 0.5): patch.get_facecolor() for patch in grounds}
        order = sorted(told, key=lambda box: told[box].mean)
        grey = [0.299 * red + 0.587 * green + 0.114 * blue for red, green, blue, _ in (luma[box] for box in order)]
        assert grey == sorted(grey, reverse=True)


@pytest.mark.long
def test_total_bars_stack_their_parts(raced):
    figure = plot_made(raced)
    assert "30 games" in foot_of(figure, "made")
    assert foot_of(plot_made(raced, width=3.9), "made narrow")
    points, boxes = figure.axes
    for number, one in enumerate(raced):
        wide = [bars[number].get_width() for bars in points.containers]
        parts = ("short_points", "middle_points", "long_points", "star_points")
        assert wide == pytest.approx([one.measured(name).mean for name in parts])
        assert sum(wide) == pytest.approx(one.total.mean)
        drawn = sum(value.mean for value in raced.by_box(one.name, "tracks").values())
        assert sum(bars[number].get_width() for bars in boxes.containers) == pytest.approx(drawn)


@pytest.mark.long
def test_scored_plot_shows_matrix_of_pairs():
    found = lorry.scored_pairs(SHIPS / "small.yaml", 20, captains=("steady", "trunk"))
    figure = plot_scored(found)
    assert "20 games" in foot_of(figure, "pairs")
    shares, points = ({text.get_text() for text in axes.texts} for axes in figure.axes)
    assert shares == {f"{100 * one.scored.mean:.0f}" for one in found.pairs}
    assert points == {f"{one.points:.1f}" for one in found.pairs if one.scored.mean}


@pytest.mark.long
def test_track_map_fits_narrow_page(raced):
    shares = raced.by_box("trunk", "tracks")
    figure = plot_boxes(raced, "tracks", traders=("trunk",), width=3.9)
    assert "at most" in foot_of(figure, "tracks")
    assert (
        figure.axes[0].get_title(loc="left") == f"trunk: {sum(one.mean for one in shares.values()):.1f} tracks a game"
    )
    assert all(0 <= one.low <= one.mean <= one.high <= 1 for one in shares.values())
    assert set(shares) == {
        box for box in raced.experiment.galaxy.boxes() if box not in raced.experiment.galaxy.planet_at
    }


@pytest.mark.long
def test_worth_plot_labels_every_worth():
    found = lorry.leave(SHIPS / "tiny.yaml", 20, captains=("steady",) * 2, rounds=[1])
    figure = plot_worths(found)
    assert "20 games" in foot_of(figure, "worths")
    labels = [text.get_text() for text in figure.axes[0].get_yticklabels()]
    assert labels == [f"{one.name} ({one.groups})" for one in found.worths]


def test_unknown_maps_are_refused(raced):
    compared = lorry.compare(SHIPS / "small.yaml", 2, captains=["steady", "trunk"], against=["random"])
    for ask, says in (
        (lambda: plot_boxes(raced, "point"), "no map 'point' of boxes: use one of"),
        (lambda: plot_boxes(raced, traders=("bold",)), "bold"),
        (lambda: plot_boxes(raced, traders="trunk"), "give several names"),
        (lambda: next(iter(compared._alone())).by_box("steady"), "boxes were not counted here"),
    ):
        with pytest.raises(AnalyzerError, match=says):
            ask()
