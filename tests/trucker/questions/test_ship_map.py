"""The ship as a picture: every component once, in its place, in the colour of its value."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from matplotlib import colormaps
from matplotlib.colors import to_rgba
from matplotlib.patches import Rectangle

import analyzer
from analyzer.plots import plot_ship_map
from tests.doors.present import save
from tests.doors.printed import Kind, component_of
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
SMALL = [
    {"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]},
    {"square": [6, 7], "kind": "single_cannon", "connectors": [0, 0, 1, 0], "facing": "front"},
]


@pytest.fixture
def small() -> analyzer.Layout:
    return analyzer.Layout.from_components("2007-I", SMALL, name="Small $x_{$")


def test_own_kind_is_marked(small):
    """A cabin for two that is a cannon, pointing to the front, and a shield on all four sides."""
    nest = Kind("gun_cabin", "GC", 2, True, 0, 0, 0, 1, 0, False, 4, "")
    part = component_of(nest, (0, 3, 3, 3), nest.printed_facing)
    dome = component_of(replace(nest, name="dome", code="DO", crew=0, cannon=0), (3, 3, 3, 3))
    ship = small.rebuilt_of({(7, 7): small.components[7, 7], (6, 7): part, (7, 8): dome})
    markers = [line.get_marker() for line in plot_ship_map(ship, {}, "x").axes[0].lines]
    assert markers == ["^", "o", "o", "^", "^", ">", "v", "<"]


def words(figure) -> dict[tuple[float, float], str]:
    """The codes by place, in squares from the upper left one."""
    return {text.get_position(): text.get_text() for text in figure.axes[0].texts}


def fills(figure) -> dict[tuple[int, int], tuple[float, ...]]:
    patches = [patch for patch in figure.axes[0].patches if isinstance(patch, Rectangle) and patch.get_fill()]
    return {(round(patch.get_x() + 0.48), round(patch.get_y() + 0.48)): patch.get_facecolor() for patch in patches}


def test_map_shows_codes_and_colours(small):
    """Board I has columns 5 to 9 and rows 5 to 9: the cabin lies two right and two down, the cannon above it."""
    figure = plot_ship_map(small, {(7, 7): 4.0, (6, 7): 0.0}, "credits")
    assert {(round(x), round(y)): text for (x, y), text in words(figure).items() if text.isalpha()} == {
        (2, 2): "SC",
        (2, 1): "CN",
    }
    assert {text for text in words(figure).values() if not text.isalpha()} == {"4", "0"}, (
        "whole numbers are written without decimals"
    )
    assert fills(figure)[2, 2] == pytest.approx(colormaps["cividis"](1.0))
    assert fills(figure)[2, 1] == pytest.approx(colormaps["cividis"](0.0))
    assert figure.axes[1].get_xlabel() == "credits"
    assert figure.axes[0].get_xlabel() == ""
    faint = [patch for patch in figure.axes[0].patches if patch.get_linestyle() == ":"]
    assert len(faint) == len(small.board.squares) - 2


def test_descending_rows_keep_front_top():
    comet = analyzer.load_ship(SHIPS / "IIIa" / "glass-comet.yaml")
    figure = plot_ship_map(comet, dict.fromkeys(comet.components, 1.0), "ones")
    axes = figure.axes[0]
    assert [tick.label1.get_text() for tick in axes.yaxis.get_major_ticks()] == [str(row) for row in range(11, 2, -1)]
    assert axes.get_ylim()[0] > axes.get_ylim()[1]
    codes = {(round(x), round(y)): text for (x, y), text in words(figure).items() if text[0].isalpha()}
    assert codes[1, 0] == "S2"
    assert codes[0, 6] == "CAb"
    assert len(codes) == len(comet.components)


def test_components_without_value_are_hatched(small):
    figure = plot_ship_map(small, {(6, 7): -2.0, (9, 9): 1e9, (7, 7): float("nan")}, "credits")
    assert fills(figure)[2, 2] == pytest.approx(to_rgba("white"))
    assert sum(patch.get_hatch() is not None for patch in figure.axes[0].patches) == 1
    assert {"\N{MINUS SIGN}2", "\N{EN DASH}"} <= set(words(figure).values())
    assert figure.axes[0].get_xlabel() == "hatched: no value"


@pytest.mark.parametrize(
    ("value", "other", "told"), [(0.123, 0.1, "0.12"), (1234.5, 7, "1234"), (9.0, -0.01, "9.0"), (0.0, 0.0, "0.0")]
)
def test_values_are_written_short(small, value, other, told):
    figure = plot_ship_map(small, {(7, 7): value, (6, 7): other}, "credits")
    assert told in words(figure).values()
    assert "\N{MINUS SIGN}0.0" not in words(figure).values()


@pytest.mark.long
@pytest.mark.usefixtures("coarse")
def test_same_map_same_bytes(small, tmp_path):
    one, two = (
        save(plot_ship_map(small, {(7, 7): 1.0, (6, 7): 2.0}, "50 $ and $"), tmp_path / name) for name in ("one", "two")
    )
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]
    assert one[0].read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    text = "".join(ET.fromstring(one[1].read_text(encoding="utf-8")).itertext())
    assert "Small $x_{$" in text
    assert "50 $ and $" in text


def test_whole_numbers_have_whole_ticks(small):
    """A number of rolls of 36 has no halves."""
    bar = plot_ship_map(small, {(7, 7): 19.0, (6, 7): 4.0}, "ways (of 36)").axes[1]
    assert all(tick.is_integer() for tick in bar.get_xticks())
    assert len(bar.get_xticks()) > 2
