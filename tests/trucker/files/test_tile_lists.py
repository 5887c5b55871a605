"""Ships of other programs: tile numbers, rotations and squares, turned into ship files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import analyzer
from analyzer import AnalyzerError
from tests.facts import untold
from tests.places import ROOT

MILE = ROOT / "ships" / "2007" / "I" / "first-mile.yaml"
LISTED = ROOT / "ships" / "2007" / "imported" / "first-mile.json"
TILES = json.loads(LISTED.read_text(encoding="utf-8"))["tiles"]
CABIN = {"id": 31, "rotation": 0, "row": 2, "col": 3}


def filed(folder: Path, content: object, name: str = "ship.json") -> Path:
    """A file with that content."""
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content, indent="\t"), encoding="utf-8")
    return path


def faults(path: Path, **how: object) -> str:
    """What is wrong with a file."""
    with pytest.raises(AnalyzerError) as refused:
        analyzer.import_ship(path, "2007", **how)  # type: ignore[arg-type]
    return "\n".join(refused.value.lines)


def test_tile_list_is_ship_file():
    assert analyzer.load_ship(LISTED).components == analyzer.load_ship(MILE).components


def test_imported_ship_file_loads(tmp_path):
    out = tmp_path / "mile.yaml"
    told = analyzer.import_ship(LISTED, out=out)
    assert analyzer.load_ship(out).components == told.ship.components
    assert told.ship.board.title == "2007-I"
    with pytest.raises(AnalyzerError, match="exists already"):
        analyzer.import_ship(LISTED, out=out)


NAMED = {
    "degrees": [{"component_id": t["id"], "component_orientation": t["rotation"], "component_x": t["col"] + 5,
                 "component_y": t["row"] + 5} for t in TILES],
    "quarters": [{"tileId": t["id"], "rotation": t["rotation"] // 90, "position": {"x": t["col"], "y": t["row"]}}
                 for t in TILES],
    "words": [{"id": f"GT-tile_{t['id']}.jpg", "orientation": ["NORTH", "EAST", "SOUTH", "WEST"][t["rotation"] // 90],
               "coords": f"x{t['col']}y{t['row']}"} for t in TILES],
    "nested": {"players": [{"ship": {"board": [{"tile": {"id": t["id"], "rotation": t["rotation"]},
                                                "row": t["row"], "column": t["col"]} for t in TILES]}}]},
}  # fmt: skip


@pytest.mark.parametrize("form", NAMED)
def test_usual_field_names_are_read(tmp_path, form):
    ship = analyzer.load_ship(filed(tmp_path, NAMED[form]), "2007")
    assert ship.components == analyzer.load_ship(MILE).components


def test_rows_of_tiles_are_read(tmp_path):
    at = {(t["row"], t["col"]): t for t in TILES}
    grid = [[at.get((row, column)) for column in range(6)] for row in range(6)]
    bare = [[tile and {"id": tile["id"], "rotation": tile["rotation"]} for tile in row] for row in grid]
    path = filed(tmp_path, {"rows": bare})
    assert analyzer.load_ship(path, "2007").components == analyzer.load_ship(MILE).components


def test_table_of_tiles_is_read(tmp_path):
    lines = "\n".join(f"{t['id']};{t['rotation']};{t['col']};{t['row']}" for t in TILES)
    path = filed(tmp_path, f"id;orientation;x;y\n{lines}\n7;90;;\n", "ship.csv")
    assert analyzer.load_ship(path, "2007").components == analyzer.load_ship(MILE).components


def test_mapping_adapts_kinds_and_words(tmp_path):
    content = {"players": [{"0": {"coords": "x3y1", "type": "DRILLS", "connectors": "ssut", "rotation": "NONE"}}]}
    mapping = {
        "tiles": "players.0",
        "kinds": {"DRILLS": "single_cannon"},
        "letters": {"s": 0, "o": 1, "t": 2, "u": 3},
        "first": [5, 4],
        "edition": 2021,
        "board": "II",
    }
    told = analyzer.import_ship(filed(tmp_path, content), mapping=mapping)
    cannon = told.ship.components[6, 7]
    assert (cannon.kind, cannon.connectors, cannon.facing) == ("single_cannon", (0, 0, 3, 2), (analyzer.Side.FRONT,))
    assert told.ship.components[7, 7].kind == "starting_cabin"
    assert any("no starting cabin" in sentence for sentence in told.read_as)


def test_mapping_turns_left_from_zero(tmp_path):
    turned = [t | {"id": t["id"] - 1, "rotation": -t["rotation"] % 360} for t in TILES]
    told = analyzer.import_ship(filed(tmp_path, turned), "2007", mapping={"clockwise": False, "first_id": 0})
    assert told.ship.components == analyzer.load_ship(MILE).components


def test_mapping_takes_one_player(tmp_path):
    two = [t | {"player": 1} for t in TILES] + [CABIN | {"player": 2, "id": 32}]
    told = analyzer.import_ship(filed(tmp_path, two), "2007", mapping={"only": {"player": 2}})
    assert len(told.ship.components) == 1


def test_flaws_are_told_with_lines(tmp_path):
    bad = [
        CABIN,
        CABIN | {"row": 3},
        {"id": 999, "rotation": 0, "row": 1, "col": 1},
        {"id": 5, "rotation": 45, "row": 1, "col": 2},
    ]
    said = faults(filed(tmp_path, "[\n" + ",\n".join(map(json.dumps, bad)) + "\n]\n"))
    assert "ship.json, line 3: tile 31 is listed twice (also in line 2)" in said
    assert "ship.json, line 4: unknown tile 999: the box of 2007 has the numbers 1 to 144" in said
    assert "ship.json, line 5: rotation '45'" in said


@pytest.mark.parametrize(
    ("content", "fact"),
    [
        ([CABIN, CABIN | {"id": 5, "row": 9, "col": 9, "rotation": 0}], "no board of 2007 holds"),
        ([CABIN, CABIN | {"id": 5}], "two tiles in row 2, column 3"),
        ([{"id": 31, "rotation": 0, "row": "two", "col": 3}], "no whole numbers"),
        ([{"id": 31, "rotation": "sideways", "row": 2, "col": 3}], "rotation"),
        ({"a": [CABIN], "b": [CABIN]}, "2 ships: name one"),
        ([CABIN] * 201, "at most 200"),
        ({"tiles": []}, "no list of tiles"),
        ("[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]", "no list of tiles"),
    ],
)
def test_bad_tile_list_is_refused(tmp_path, content, fact):
    assert fact in faults(filed(tmp_path, content))


@pytest.mark.parametrize(("content", "name"), [("[]", "a.yaml"), ("- board: I", "a.yaml"), ("id,row,col", "a.csv")])
def test_list_without_tiles_names_both_cures(tmp_path, content, name):
    path = filed(tmp_path, content, name)
    with pytest.raises(AnalyzerError) as refused:
        analyzer.load_ship(path)
    (told,) = refused.value.lines
    assert told.startswith(f"{path}: no list of tiles")
    assert "in a mapping file, or write a ship file, one `field: value` per line" in told


def test_board_without_mark_needs_first(tmp_path):
    """No square of board IVC is marked, so nothing says where row 0 and column 0 of the file lie."""
    path = filed(tmp_path, [CABIN])
    with pytest.raises(AnalyzerError, match=r"IVC has no marked square: .* `first` in a mapping file"):
        analyzer.import_ship(path, "2007", board="IVC")
    told = analyzer.import_ship(path, "2007", board="IVC", mapping={"first": [2, 3]})
    assert {*told.ship.components} == {(CABIN["row"] + 2, CABIN["col"] + 3)}


def test_numbers_of_both_boxes_need_edition(tmp_path):
    path = filed(tmp_path, [CABIN | {"id": 33}])
    with pytest.raises(AnalyzerError, match="names no edition"):
        analyzer.load_ship(path)
    assert analyzer.load_ship(path, "2021").board.edition == "2021"


def test_unknown_mapping_field_is_refused(tmp_path):
    assert "unknown field 'rotate'" in faults(LISTED, mapping={"rotate": "turn"})


@pytest.mark.parametrize("margin", ["", "  "])
def test_pasted_grid_has_empty_cells(tmp_path, margin):
    rows = ["\t5\t6\t7\t8\t9", "6\t\tCA0130\tH22123\t\t", "7\t\t\tSC3333"]
    text = "name: A\nedition: 2007\nboard: I\ngrid: |\n" + "\n".join(margin + row for row in rows) + "\nnotes: x\n"
    with pytest.raises(AnalyzerError, match="row 7 has 3 squares"):
        analyzer.load_ship(filed(tmp_path, text, "short.yaml"))
    ship = analyzer.load_ship(filed(tmp_path, text.replace("SC3333", "SC3333\t\t"), "pasted.yaml"))
    assert {*ship.components} == {(6, 6), (6, 7), (7, 7)}


BERTHS = [CABIN, {"id": 38, "rotation": 0, "row": 2, "col": 4}, {"id": 138, "rotation": 0, "row": 2, "col": 5}]
"""A starting cabin, a cabin on its right, and life support for a purple alien beside that."""
CREWS = {
    "colour": {"alien": "purple"},
    "list": {"crew": ["PURPLE_ALIEN"]},
    "flag": {"humans": 0, "purpleAlien": True, "brownAlien": False},
    "counts": {"crew": {"humans": 0, "purple": 1, "brown": 0}},
    "object": {"tile": {"crew": {"type": "PURPLE", "count": 1}}},
}


def with_crew(folder: Path, crew: dict[str, object], start: object = 2) -> Path:
    return filed(folder, {"tiles": [BERTHS[0] | {"crew": start}, BERTHS[1] | crew, BERTHS[2] | {"alien": "purple"}]})


@pytest.mark.parametrize("form", CREWS)
def test_aliens_in_cabins_are_read(tmp_path, form):
    told = analyzer.import_ship(with_crew(tmp_path, CREWS[form]), "2007")
    assert told.ship.aliens == {"purple": (7, 8)}
    assert analyzer.load_ship(filed(tmp_path, told.text, "ship.yaml")).aliens == {"purple": (7, 8)}


@pytest.mark.parametrize("crew", [{"crew": ["human", "human"]}, {"humans": 2, "alien": None}, {"crew": 2}, {}])
def test_full_cabins_need_no_note(tmp_path, crew):
    told = analyzer.import_ship(with_crew(tmp_path, crew), "2007", board="I")
    assert not told.ship.aliens
    assert not [note for note in told.read_as if "full" in note]


def test_missing_humans_are_noted(tmp_path):
    told = analyzer.import_ship(with_crew(tmp_path, {"crew": ["human"]}, start=[]), "2007", board="I")
    (note,) = (note for note in told.read_as if "full" in note)
    assert not untold(note, "row 7, column 7", "row 7, column 8")


def test_words_for_aliens_are_mapped(tmp_path):
    path = with_crew(tmp_path, {"people": "ENGINEER"})
    told = analyzer.import_ship(path, "2007", mapping={"crew": "people", "aliens": {"ENGINEER": "purple"}})
    assert told.ship.aliens == {"purple": (7, 8)}


@pytest.mark.parametrize(
    ("crew", "fact"),
    [
        ({"alien": "green"}, "brown or purple"),
        ({"crew": ["purple", "brown"]}, "a cabin holds one"),
    ],
)
def test_wrong_aliens_are_refused(tmp_path, crew, fact):
    assert fact in faults(with_crew(tmp_path, crew))


def test_second_alien_of_colour_is_refused(tmp_path):
    assert "one of each colour" in faults(with_crew(tmp_path, {"alien": "purple"}, start="purple"))
