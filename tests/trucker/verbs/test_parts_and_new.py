"""`analyzer parts` and `analyzer new`: what the box holds, what is left beside a ship, and a file to start from."""

from __future__ import annotations

import csv
import json
from collections import Counter

import pytest

import analyzer
from analyzer import AnalyzerError
from tests.conftest import Said
from tests.doors.printed import EDITIONS, SHELF, load_edition
from tests.doors.trucker_paper import box, parse_token, with_component, write_token
from tests.places import ROOT
from tests.texts import load_text

SHIPS = ROOT / "ships" / "2007"
HAULER = SHIPS / "II" / "steady-hauler.yaml"
BOARDS = [board.title for edition in EDITIONS for board in load_edition(edition).boards.values()]


def printed(edition: str) -> Counter[str]:
    """How many components of each kind the table lists, one a line."""
    lines = (SHELF / edition / "components.csv").read_text(encoding="utf-8").splitlines()
    return Counter(row["kind"] for row in csv.DictReader(lines))


@pytest.mark.parametrize("edition", EDITIONS)
def test_box_is_counted_by_kind(edition):
    found = analyzer.parts(edition)
    assert {kind.name: sum(row.in_box for row in rows) for kind, rows in found.by_kind()} == printed(edition)
    assert found.remaining == printed(edition).total()


def test_used_components_leave_the_box():
    ship = analyzer.load_ship(HAULER)
    beside = {row.token: row for row in analyzer.parts(ship=ship).rows}
    assert sum(row.left for row in beside.values()) == 144 - 27
    used = Counter(part.kind for part in ship.components.values())
    assert Counter(row.kind for row in beside.values() for _ in range(row.used)) == used
    assert (beside["ED1300"].in_box, beside["ED1300"].left) == (1, 0)  # at row 8 column 7


def test_parts_filters_by_kind_and_connectors():
    cannons = analyzer.parts("2007", kinds=["cannon"])
    assert {row.kind for row in cannons.rows} == {"single_cannon", "double_cannon"}
    assert analyzer.parts("2007", kinds=["CD", "single cannon"]).rows == cannons.rows
    some = analyzer.parts("2007", kinds=["cannon"], connectors="31").rows
    assert some == tuple(row for row in cannons.rows if {1, 3} <= {*row.connectors})
    assert all(row.connectors.count(3) >= 2 for row in analyzer.parts("2007", connectors="33").rows)


def test_parts_fit_square_every_legal_way():
    """The flaws alone decide: all pieces that are left are tried in all four ways."""
    ship, square = analyzer.load_ship(HAULER), (6, 8)
    held = Counter(
        row.token for row in analyzer.parts(ship=with_component(ship, square, None)).rows for _ in range(row.left)
    )
    legal = {
        write_token(turned)
        for token in held
        for turned in (parse_token(token).turned(quarter) for quarter in range(4))
        if turned.kind != "starting_cabin" and not with_component(ship, square, turned).flaws()
    }
    found = analyzer.parts(ship=ship, square=square)
    assert {row.token for row in found.rows} == legal
    assert len(legal) > 10
    assert "H30101" in legal  # what lies there


@pytest.mark.long
def test_alike_components_fly_alike():
    ship, square = analyzer.load_ship(SHIPS / "I" / "first-mile.yaml"), (7, 9)
    group = max(box.alike(box.legal_on(ship, square)).values(), key=len)
    assert len(group) > 1
    results = [
        analyzer.fly([with_component(ship, square, part)], flights=60, rivals="alone").ships[0].histograms
        for part in group
    ]
    assert all(result == results[0] for result in results)


def test_parts_verb_lists_and_exports(command, tmp_path):
    said: Said = command("parts", str(HAULER), "--kind", "CD,ED", "--export", "left.csv")
    assert said.code == 0, said.err
    out = " ".join(said.out.split())
    assert "CD double cannon 8 of 8 left" in out
    assert "ED double engine 6 of 7 left" in out
    rows = list(csv.DictReader((tmp_path / "left.csv").read_text().splitlines()))
    told = json.loads(command("parts", str(HAULER), "--kind", "CD", "ED", "--json").out)
    assert [row["token"] for row in rows] == [row["token"] for row in told["parts"]]
    assert told["left"] == sum(int(row["left"]) for row in rows)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--kind", "gun"], "no kind 'gun'"),
        (["--kind", "canon"], "no kind 'canon': did you mean cannon? "),
        ([str(HAULER), "--square", "99,1"], "square 99,1: board 2007-II has none there: its rows are 4, 5, 6, 7, 8, 9"),
        (["--edition", "1999"], "no edition '1999'"),
        (["--connectors", "4"], "connectors '4'"),
        (["--square", "6,7"], "name the ship too"),
        ([str(HAULER), "--square", "six"], "--square six: give row and column"),
        ([str(HAULER), "--square", "4,4"], "the squares of row 4 are (4,7)"),
        ([str(HAULER), "--square", "7,7"], "only the starting cabin"),
        ([str(HAULER), "--edition", "2021"], "is a ship of the 2007 edition"),
        (["none.yaml"], "no such file"),
    ],
)
def test_parts_verb_refuses_input(command, args, told):
    said = command("parts", *args)
    assert said.code == 2
    assert told in said.err


@pytest.mark.parametrize("board", BOARDS)
def test_new_file_loads_back(board):
    text = analyzer.new_ship(board, name='The "Best" one')
    ship = load_text(analyzer.load_ship, text)
    assert (ship.board.title, ship.name, ship.flaws()) == (board, 'The "Best" one', [])
    ((square, cabin),) = ship.components.items()
    assert cabin.kind == "starting_cabin"
    assert square == ship.board.start or ship.is_build
    drawn = [line for line in text.splitlines() if line.startswith("#  ")]
    joining = sum(line.split().count("=") for line in drawn)
    assert sum(line.split().count("+") for line in drawn) + joining == len(ship.board.squares) - (not ship.is_build)
    assert max(map(len, text.splitlines())) <= 92


def test_new_file_draws_dice_numbers():
    lines = [line.removeprefix("#").split() for line in analyzer.new_ship("IIIa").splitlines()]
    columns = lines.index(["5", "6", "7", "8", "9"])
    assert lines[columns + 1] == ["11", "+", "+", "+"]
    assert [line[0] for line in lines[columns + 1 : columns + 10]] == [str(row) for row in range(11, 2, -1)]
    assert "SC" in lines[columns + 5]


def test_new_file_takes_offered_lines(command, tmp_path):
    said = command("new", "II", "-o", "grey-owl.yaml")
    assert said.code == 0, said.err
    text = (tmp_path / "grey-owl.yaml").read_text(encoding="utf-8")
    built = text.replace(
        "  7   .        .        .        SC3333   . ", "  7   .        .        B20300   SC3333   H2 "
    )
    built = built.replace("H2 ", "CA0003").replace("# reserve", "reserve").replace("# notes", "notes")
    ship = load_text(analyzer.load_ship, built)
    assert (ship.name, ship.reserve) == ("Grey Owl", 1)
    assert [part.kind for part in ship.components.values()] == ["battery_2", "starting_cabin", "cabin"]


def test_new_verb_replaces_no_file(command, tmp_path):
    said = command("new", "L")  # only 2021 has that board
    assert load_text(analyzer.load_ship, said.out).board.title == "2021-L"
    told = json.loads(command("new", "L", "--edition", "2021", "--json").out)
    assert told["text"] == said.out
    assert len(told["squares"]) == len(load_edition("2021").board("L").squares)
    (tmp_path / "mine.yaml").write_text("mine", encoding="utf-8")
    assert "existing files are never overwritten" in command("new", "II", "-o", "mine.yaml").err
    assert (tmp_path / "mine.yaml").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["IX"], "no board 'IX' in the 2007 edition"),
        (["L", "--edition", "2007"], "no board 'L' in the 2007 edition"),
        (["2021-II", "--edition", "2007"], "leave one out"),
        (["II", "--edition", "x"], "no edition 'x'"),
        (["II", "-o", f"{__file__}/where.yaml"], "cannot be written"),
        (["II", "--name", "a\tb"], "name"),
        (["II", "--name", "x" * 70], "name"),
    ],
)
def test_new_verb_refuses_wrong_board(command, args, told):
    said = command("new", *args)
    assert said.code == 2
    assert told in said.err


def test_python_parts_refuse_input():
    with pytest.raises(AnalyzerError, match="name the ship too"):
        analyzer.parts(square=(6, 7))
    with pytest.raises(AnalyzerError, match="give row and column"):
        analyzer.parts(ship=analyzer.load_ship(HAULER), square=5)  # type: ignore[arg-type]
    assert list(analyzer.parts("2021", kinds=["CD"]).table()["kind"].unique()) == ["double_cannon"]


@pytest.mark.parametrize("squares", ["7,7,1", "7,6,0\n7,7,1"])
def test_new_ship_fits_smallest_boards(squares, tmp_path):
    """Boards of one square, and of two; where no cabin fits, no alien is shown in a comment."""
    (tmp_path / "edition.yaml").write_text("from: 2007\n", encoding="utf-8")
    rows = "\n".join(f"I,{square}" for square in squares.split("\n"))
    (tmp_path / "boards.csv").write_text(f"board,row,column,start\n{rows}\n", encoding="utf-8")
    text = analyzer.new_ship("I", str(tmp_path))
    assert [*load_text(analyzer.load_ship, text).components] == [(7, 7)]
    assert ("# aliens:" in text) == (squares != "7,7,1")
    assert ("[7, 6]" in text) == (squares != "7,7,1")
