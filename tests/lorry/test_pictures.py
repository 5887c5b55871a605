"""Pictures of galaxies and pairs: what is drawn is there, each trader has a hue and dashes, and all can be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib.colors import to_hex

from analyzer import lorry
from analyzer.plots.lorry.galaxy import plot_galaxy
from analyzer.plots.lorry.pairs import plot_routes
from analyzer.plots.style import COLOURS, LINES
from tests.pictured import foot_of

SHIPS = Path(__file__).parent.parent.parent / "ships" / "lorry"


@pytest.fixture(scope="module")
def late():
    return lorry.load_position(SHIPS / "late.yaml")


def test_a_position_shows_its_tracks_in_hues_and_dashes(late):
    figure = plot_galaxy(late)
    told = foot_of(figure, "late")
    (axes,) = figure.axes
    styles = {
        (to_hex(line.get_color()).upper(), line.get_linestyle()) for line in axes.lines if line.get_linewidth() == 2.6
    }
    assert styles == {(COLOURS[0], LINES[0]), (COLOURS[1], LINES[1])}
    assert {str(number) for number in range(1, 10)} == {text.get_text() for text in axes.texts}
    assert "Tom 33, Uli 30" in told
    assert "default" in told


def test_edges_are_dotted_where_they_go_on_and_thick_where_not(late):
    for wrap, dotted in (("both", 4), ("rows", 2), ("none", 0)):
        (axes,) = plot_galaxy(late.galaxy.with_wrap(wrap)).axes
        edges = [line for line in axes.lines if line.get_zorder() == 6 and line.get_linestyle() in (":", "-")]
        assert sum(line.get_linestyle() == ":" for line in edges) == dotted
        assert len(edges) == 4


def test_the_boxes_of_a_scored_way_are_those_of_its_points(late):
    for route in late.scored:
        assert len(late.on_way(route.trader, route.pair)) >= route.points == late.connected(route.trader)[route.pair]
    assert late.on_way(2, (1, 4)) == []


def test_pairs_are_a_matrix_of_their_numbers():
    found = lorry.routes(lorry.load_galaxy(SHIPS / "small.yaml"))
    figure = plot_routes(found)
    assert "Small" in foot_of(figure, "routes")
    turns, points = ({text.get_text() for text in axes.texts} for axes in figure.axes)
    assert turns == {f"{row['turns']:.1f}" for row in found.rows()}
    assert points == {f"{row['points_a_turn']:.2f}" for row in found.rows()}
