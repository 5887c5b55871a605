"""A ship as an inline SVG: well-formed, every component and mark in its place, names escaped."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import analyzer
from tests.doors.present import ship_svg
from tests.places import ROOT

MARGIN = 18
TILE = 40

SHIPS = ROOT / "ships" / "2007"
NAMESPACE = "{http://www.w3.org/2000/svg}"
CABIN = {"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 2, 1, 0]}
CANNON = {"square": [6, 7], "kind": "single_cannon", "connectors": [0, 0, 1, 0], "facing": "front"}
HOLD = {"square": [7, 8], "kind": "cargo_3", "connectors": [0, 0, 0, 2]}


@pytest.fixture
def small() -> analyzer.Layout:
    return analyzer.Layout.from_components("2007-I", [CABIN, CANNON, HOLD], name='<b>&"')


def tiles(svg: str) -> dict[str, ElementTree.Element]:
    """The drawn components by their title."""
    root = ElementTree.fromstring(svg)
    return {group[0].text or "": group for group in root.findall(f"{NAMESPACE}g") if group.get("transform")}


@pytest.mark.parametrize("path", sorted(SHIPS.glob("*/*.yaml")), ids=lambda path: path.stem)
def test_every_ship_svg_is_well_formed(path):
    ship = analyzer.load_ship(path)
    svg = ship_svg.ship_svg(ship)
    assert len(tiles(svg)) == len(ship.components)
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


def test_title_and_label_are_escaped(small):
    root = ElementTree.fromstring(ship_svg.ship_svg(small))
    assert root.get("aria-label") == root.find(f"{NAMESPACE}title").text == '<b>&"'
    assert root.get("role") == "img"
    assert ElementTree.fromstring(ship_svg.ship_svg(small, title="after <1>")).get("aria-label") == "after <1>"


def test_squares_lie_in_place(small):
    drawn = tiles(ship_svg.ship_svg(small))
    rows, columns = [row for row, _ in small.board.squares], [column for _, column in small.board.squares]
    place = {"single cannon at row 6 column 7": (6, 7), "starting cabin at row 7 column 7": (7, 7)}
    for title, (row, column) in place.items():
        x, y = MARGIN + (column - min(columns)) * TILE, MARGIN + (row - min(rows)) * TILE
        assert drawn[title].get("transform") == f"translate({x} {y})"


def test_descending_rows_keep_highest_front():
    ship = analyzer.load_ship(SHIPS / "IIIa" / "deep-pantry.yaml")
    drawn = {
        tuple(int(word) for word in title.split() if word.isdigit())[-2:]: group.get("transform")
        for title, group in tiles(ship_svg.ship_svg(ship)).items()
    }
    front, rear = max(drawn), min(drawn)
    heights = [int(drawn[square].split()[1].rstrip(")")) for square in (front, rear)]
    assert heights[0] < heights[1]


def test_each_connector_has_stroke(small):
    """The cabin has a universal (3), a double (2) and a single (1), the cannon one, the hold a double."""
    strokes = [
        path.get("d", "").count("M")
        for group in tiles(ship_svg.ship_svg(small)).values()
        for path in group
        if path.get("stroke-width") == "2.2"
    ]
    assert sorted(strokes) == [1, 2, 6]


def test_tokens_aboard_are_marked(small):
    svg = ship_svg.ship_svg(small, crew={(7, 7): ("human", "human")}, goods={(7, 8): ("yellow",)}, charges={(6, 7): 2})
    drawn = tiles(svg)
    assert len(drawn["starting cabin at row 7 column 7: 2 human"].findall(f"{NAMESPACE}circle")) == 2
    assert len(drawn["single cannon at row 6 column 7: 2 charge"].findall(f"{NAMESPACE}rect")) == 3
    hold = drawn["cargo hold (3) at row 7 column 8: 1 yellow"]
    assert "yellow" in hold.findall(f"{NAMESPACE}rect")[1].get("style")


def test_lost_components_are_crossed(small):
    drawn = tiles(ship_svg.ship_svg(small, alive=[(7, 7)], just_lost=[(7, 8)]))
    lost = {title: group for title, group in drawn.items() if title.endswith(", lost")}
    assert len(lost) == 2
    widths = [float(group.findall(f"{NAMESPACE}path")[-1].get("stroke-width")) for group in lost.values()]
    assert sorted(widths) == [1.5, 3.5]
    assert all(group.find(f"{NAMESPACE}g").get("opacity") for group in lost.values())
    assert drawn["starting cabin at row 7 column 7"].find(f"{NAMESPACE}g") is None


def test_dice_numbers_on_four_edges(small):
    texts = [text.text for text in ElementTree.fromstring(ship_svg.ship_svg(small)).iter(f"{NAMESPACE}text")]
    rows = {row for row, _ in small.board.squares}
    columns = {column for _, column in small.board.squares}
    for number in rows | columns:
        assert texts.count(str(number)) == 2 * ((number in rows) + (number in columns))
