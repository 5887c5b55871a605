"""Files of Starship Catan: they round-trip, what is left out is as at the start, and every fault is told at once."""

from __future__ import annotations

from pathlib import Path

import pytest

import analyzer
from analyzer import AnalyzerError, starship
from tests.places import ROOT

SHIPS = ROOT / "ships" / "starship"
ALL = sorted(SHIPS.glob("*.yaml"))
ALONE = [path for path in ALL if "moon:" not in path.read_text(encoding="utf-8")]
WRONG = """game: starship
astro: -2
goods: {ore: 9}
hangar: {colony_ship: 2, trade_ship: 1}
cannons: [1, 1, 1, 1]
colonies: [START01, BASE13, BASE99]
stations: [BASE05, BASE18]
pirates: [BASE11, BASE11]
adventures: [famin, merchant_gift]
science: 7
"""
WRONG_POSITION = """game: starship
moon: {modules: {logistics: 2}, colonies: [START01, BASE05]}
sun: {modules: {logistics: 2}, colonies: [START02, BASE05]}
sectors: {1: [BASE05, BASE01, BASE01]}
reserve: [BASE03]
open: [famine, famine]
seen: {2: [BASE01]}
"""


def faults(text: str, path: Path, read) -> list[str]:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(AnalyzerError) as refused:
        read(path)
    return list(refused.value.faults)


@pytest.mark.parametrize("path", ALONE, ids=lambda path: path.stem)
def test_ships_of_the_product_are_sound_and_round_trip(path, tmp_path):
    ship = starship.load_ship(path)
    assert ship.flaws() == []
    starship.save_ship(ship, tmp_path / "again.yaml")
    assert starship.load_ship(tmp_path / "again.yaml") == ship == starship.Ship.from_dict(ship.to_dict())


def test_a_key_that_is_a_list_is_told_with_its_line(tmp_path):
    told = faults("game: starship\nhangar:\n  ? {1: [BASE11]}\n  : 2\n", tmp_path / "odd.yaml", starship.load_ship)
    assert [fault.partition("odd.yaml")[2] for fault in told] == [
        ", line 3: no YAML that can be read: compare it with an example file"
    ]


def test_there_are_six_ships_and_both_starts():
    assert len(ALONE) >= 6
    assert {"moon-start", "sun-start"} < {path.stem for path in ALONE}


def test_what_is_left_out_is_as_at_the_start():
    moon, sun = starship.Ship.from_dict({}), starship.Ship.from_dict({"crest": "sun"})
    assert (moon.astro, moon.goods, moon.science, moon.boosters, moon.cannons) == (25, (0, 0, 0, 0, 2), 1, (1, 1), (1,))
    assert (moon.colonies, sun.colonies) == (("START01",), ("START02",))
    assert starship.Ship.from_dict({"goods": {"ore": 1}}).goods == (1, 0, 0, 0, 0)
    assert starship.Ship.from_dict({"hangar": {}}).colony_ships == 0


def test_every_fault_of_a_ship_is_told_with_its_line(tmp_path):
    told = faults(WRONG, tmp_path / "wrong.yaml", starship.load_ship)
    lines = [fault.partition(", line ")[2].partition(":")[0] for fault in told]
    assert lines == ["2", "3", "4", "5", "6", "6", "7", "7", "8", "9", "9", "10"]
    assert all(str(tmp_path) in fault for fault in told)


def test_every_fault_of_a_position_is_told(tmp_path):
    told = "\n".join(faults(WRONG_POSITION, tmp_path / "wrong.yaml", starship.load_position))
    for part in (
        "both have logistics II",
        "BASE05 is in two places, colonies of moon and colonies of sun",
        "BASE01 is in two places, sector 1 and sector 1",
        "BASE03 is no card of the reserve",
        "famine is in two places",
        "BASE01 was seen in sector 2 and lies in sector 1",
    ):
        assert part in told, part


def test_files_of_the_other_world_are_refused_with_the_command_that_fits():
    hauler = SHIPS.parent / "2007" / "II" / "steady-hauler.yaml"
    with pytest.raises(AnalyzerError, match="ask `analyzer inspect"):
        starship.load_ship(hauler)
    with pytest.raises(AnalyzerError, match="another game, starship: ask `analyzer starship VERB"):
        analyzer.load_ship(SHIPS / "midgame.yaml")


@pytest.mark.parametrize("text", ["", "- 1", "game: starship\nmoon: [1", "\x00", "moon: 3", "sectors: 4"])
def test_no_text_ends_in_a_traceback(text, tmp_path):
    for read in (starship.load_ship, starship.load_position, starship.replay):
        assert faults(text, tmp_path / "odd.yaml", read)


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_every_file_of_the_folder_is_a_position(path):
    """So `ships/starship/*.yaml` can be given to any verb that plays; a record is played from where it begins."""
    assert starship.load_position(path).flaws() == []


@pytest.mark.parametrize("steps", [{"do": 1}, [1], [{"do": "fly"}], [{"do": "jump"}], [{"do": "next", "far": 3}]])
def test_steps_that_are_none_are_refused(steps):
    with pytest.raises(AnalyzerError, match="step"):
        starship.replay({"steps": steps})


def test_captains_round_trip_and_faults_are_told(tmp_path):
    bold = starship.load_captain("bold")
    starship.save_captain(bold, tmp_path / "mine.yaml")
    assert starship.load_captain(tmp_path / "mine.yaml") == bold
    text = (tmp_path / "mine.yaml").read_text(encoding="utf-8")
    wrong = (
        text.replace("good_spare: ", "good_spare: 99").replace("plans: ", "plans: 9").replace("[trade", "[logistics")
    )
    told = faults(wrong, tmp_path / "wrong.yaml", starship.load_captain)
    assert any("plans" in fault for fault in told)
