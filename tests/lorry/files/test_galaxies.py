"""Galaxy files: they round-trip, lengths are those of the rules' examples, and every fault is told at once."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

import analyzer
from analyzer import AnalyzerError, lorry, starship
from tests.doors.lorry import galaxyfile, schema
from tests.facts import untold
from tests.places import ROOT

SHIPS = ROOT / "ships"
GALAXIES = ("sixteen-by-ten", "small", "crowded", "tiny")
GIVEN = {
    "columns": 4,
    "rows": 4,
    "wrap": "both",
    "end_after": 9,
    "planets": {"1": [1, 1], "2": [3, 3]},
    "specials": [["star", 2, 4]],
}
WRONG = """name: Wrong
wrap: sideways
map: |
  1 . . .
  . . 3
  . x 3 .
  4 . . .
dice: {white: {straight: 3, cruve: 2}, orange: {curve: 7, straight: -1}, blue: {straight: 6}}
fuel: 3
"""
WRONG_LISTS = {
    "columns": 25,
    "rows": 4,
    "wrap": "both",
    "planets": {"1": [1, 1], "10": [2, 2], "3": [9, 9], "4": [1, 1]},
    "specials": [["star", 1, 1], ["comet", 4, 4], ["rocket", 4, 4]],
}


def faults(text: str, path: Path) -> list[str]:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(AnalyzerError) as refused:
        lorry.load_galaxy(path)
    return list(refused.value.faults)


def plain_fewest(galaxy: lorry.Galaxy, first: int, second: int) -> int | None:
    """The shortest way by trying longer and longer ones, on plain numbers."""
    size = (galaxy.columns, galaxy.rows)
    joined = (galaxy.wrap in ("both", "columns"), galaxy.wrap in ("both", "rows"))
    taken = set(galaxy.planets)

    def beside(box: tuple[int, int]) -> set[tuple[int, int]]:
        found = set()
        for axis, step in product((0, 1), (-1, 1)):
            at = list(box)
            at[axis] += step
            if joined[axis]:
                at[axis] = (at[axis] - 1) % size[axis] + 1
            if 1 <= at[axis] <= size[axis]:
                found.add((at[0], at[1]))
        return found

    reached = beside(galaxy.planets[first - 1]) - taken
    for boxes in range(1, size[0] * size[1] + 1):
        if reached & beside(galaxy.planets[second - 1]):
            return boxes
        reached = {box for near in reached for box in beside(near)} - taken | reached
    return None


@pytest.mark.parametrize("name", GALAXIES)
def test_shipped_galaxies_round_trip(name, tmp_path):
    galaxy = lorry.load_galaxy(SHIPS / "lorry" / f"{name}.yaml")
    lorry.save_galaxy(galaxy, tmp_path / "again.yaml")
    again = lorry.load_galaxy(tmp_path / "again.yaml")
    assert again == galaxy == lorry.Galaxy.from_dict(galaxy.to_dict())
    assert again.name == galaxy.name


def test_default_galaxy_equals_its_file():
    assert lorry.load_galaxy(SHIPS / "lorry" / "sixteen-by-ten.yaml") == lorry.default_galaxy()


def test_galaxy_fields_round_trip():
    assert lorry.Galaxy.from_dict(GIVEN).to_dict() == GIVEN
    more = GIVEN | {"name": "Öd", "dice": {"white": {"curve": 6}}, "switches": {"surrounding": "off"}}
    assert lorry.Galaxy.from_dict(more).to_dict() == more


def test_galaxy_file_keeps_dice_and_switches(tmp_path):
    galaxy = lorry.Galaxy.from_dict(
        GIVEN | {"name": 'A "b": #c', "dice": {"white": {"curve": 6}}, "switches": {"surrounding": "off"}}
    )
    lorry.save_galaxy(galaxy, tmp_path / "again.yaml")
    assert lorry.load_galaxy(tmp_path / "again.yaml") == galaxy
    assert (galaxy.dice["white"], galaxy.dice["orange"]) == ((0, 6, 0, 0), (1, 2, 2, 1))


def test_fewest_boxes_match_rule_examples():
    """Rules: 2 and 3 take 7 boxes, 1 and 4 take 5, 5 and 9 take 15, 5 and 6 take 7, 7 and 9 take 13."""
    plain = lorry.default_galaxy(wrap="none")
    examples = {(2, 3): 7, (1, 4): 5, (5, 9): 15, (5, 6): 7, (7, 9): 13}
    assert {pair: plain.fewest_boxes(*pair) for pair in examples} == examples
    assert lorry.default_galaxy().fewest_boxes(9, 5) == 5


@pytest.mark.parametrize("wrap", ["both", "columns", "rows", "none"])
def test_fewest_boxes_match_plain_search(wrap):
    for seed in range(12):
        rng = random.Random(seed)
        columns, rows = rng.randint(2, 6), rng.randint(2, 6)
        boxes = list(product(range(1, columns + 1), range(1, rows + 1)))
        planets = rng.sample(boxes, rng.randint(2, min(9, len(boxes))))
        galaxy = lorry.Galaxy(columns, rows, tuple(planets), wrap=wrap)
        for pair in galaxy.pairs:
            assert galaxy.fewest_boxes(*pair) == plain_fewest(galaxy, *pair), (seed, pair)


def test_wrap_shortens_fewest_boxes():
    row = {"columns": 5, "rows": 5, "planets": {"1": [1, 1], "2": [5, 5]}, "specials": []}
    told = {wrap: lorry.Galaxy.from_dict(row | {"wrap": wrap}).fewest_boxes(1, 2) for wrap in lorry.WRAPS}
    assert told == {"both": 1, "columns": 4, "rows": 4, "none": 7}
    with pytest.raises(AnalyzerError, match="did you mean rows"):
        lorry.default_galaxy(wrap="row")


def test_galaxy_faults_name_their_lines(tmp_path):
    told = faults(WRONG, tmp_path / "wrong.yaml")
    parts = [
        "line 2: wrap: give 'both', 'columns', 'rows' or 'none'",
        "line 3: planet 2 is missing",
        "line 5: row 2 has 3 boxes, but most rows have 4",
        "line 6: column 2, row 3: 'x' is no mark: use",
        "line 6: planet 3 is there twice, in column 3, row 2 and column 3, row 3",
        "line 8: no track 'cruve' on a die",
        "line 8: the white die has 5 faces",
        "line 8: -1 faces of straight",
        "line 8: no die 'blue'",
        "line 9: unknown field 'fuel'",
    ]
    assert len(told) == len(parts)
    for part in parts:
        assert any(part in fault for fault in told), part
    assert all(str(tmp_path) in fault for fault in told)


def test_galaxy_list_faults_are_named():
    with pytest.raises(AnalyzerError) as refused:
        lorry.Galaxy.from_dict(WRONG_LISTS)
    told = "\n".join(refused.value.faults)
    for part in (
        "columns: give at most 24",
        "planet 10: planets are numbered 1 to 9",
        "planet 3 in column 9, row 9 lies outside",
        "planet 4 in column 1, row 1 lies on planet 1",
        "planet 2 is missing",
        "a special box (star) in column 1, row 1 lies on planet 1",
        "no special box 'comet'",
        "a special box (rocket) in column 4, row 4 lies on a special box (comet)",
    ):
        assert part in told, part


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("map: |\n  1 . 3\n", "a galaxy with one row cannot wrap around in rows"),
        ("map: |\n  1 . 3\n  . . .\n", "planet 2 is missing"),
        ("map: |\n  1 . .\n", "planets: 1, but a galaxy has 2 to 9"),
        ("map: |\n  1 . 2 10\n", "'10' is no mark: use"),
        ("map: |\n  1 2" + " ." * 23 + "\n", "25 columns: a galaxy has 1 to 24"),
        ("map: |\n  1\n  2\n" + "  .\n" * 23, "25 rows: a galaxy has 1 to 24"),
        ("wrap: both\n", "no galaxy: give a map"),
        ("columns: 3\nplanets: {}\n", "rows is missing"),
        ("map: |\n  1 2\ncolumns: 2\n", "columns beside a map"),
        ("end_after: 0\nmap: |\n  1 . 2\n", "end_after"),
        ("", "a list of fields is needed"),
        ("- 1", "a list of fields is needed"),
        ("map: [1", "not YAML"),
        ("\x00", "not YAML"),
        ("map: 3", "map: give text"),
        ("map: |\n  1 . 2\nswitches: {surrounding: [1]}\n", "switches"),
    ],
)
def test_odd_texts_raise_no_traceback(text, part, tmp_path):
    assert any(part in fault for fault in faults(text, tmp_path / "odd.yaml"))


def test_oversized_file_is_refused(tmp_path):
    with (tmp_path / "large.yaml").open("wb") as file:
        file.truncate(50_000_000)
    with pytest.raises(AnalyzerError, match=r"50\.0 MB is far too large"):
        lorry.load_galaxy(tmp_path / "large.yaml")


def test_file_of_other_game_names_command(tmp_path):
    with pytest.raises(AnalyzerError, match=r"Galaxy Trucker.*`analyzer inspect"):
        lorry.load_galaxy(SHIPS / "2007" / "II" / "steady-hauler.yaml")
    with pytest.raises(AnalyzerError, match="another game: try `analyzer starship inspect"):
        lorry.load_galaxy(SHIPS / "starship" / "midgame.yaml")
    text = (SHIPS / "lorry" / "tiny.yaml").read_text(encoding="utf-8")
    for written, told in (
        (text, "try `analyzer lorry inspect"),
        (text.replace("game: lorry\n", ""), "`analyzer lorry inspect"),
    ):
        (tmp_path / "tiny.yaml").write_text(written, encoding="utf-8")
        for read in (analyzer.load_ship, starship.load_ship, starship.load_position):
            with pytest.raises(AnalyzerError, match=told):
                read(tmp_path / "tiny.yaml")


def test_load_galaxy_refuses_position_and_record():
    assert {*galaxyfile.OF_POSITIONS} == {*schema.ONLY_IN_POSITIONS}
    with pytest.raises(AnalyzerError) as error:
        lorry.load_galaxy(SHIPS / "lorry/late.yaml")
    (fault,) = error.value.faults
    assert "line 4: this is a position" in str(fault)
    assert "inspect, routes, turn, advise and exact take positions" in str(fault)
    with pytest.raises(AnalyzerError, match="check it with `analyzer lorry replay`"):
        lorry.load_galaxy(SHIPS / "lorry/example-record.yaml")


def test_dice_notes_name_default_colour():
    own = lorry.Galaxy.from_dict({**lorry.default_galaxy().to_dict(), "dice": {"white": {"straight": 6}}})
    (note,) = own.dice_notes()
    assert not untold(note, "faces", "orange")
    assert "white" not in note
    assert "white 3 straight" in lorry.default_galaxy().dice_notes()[0]
