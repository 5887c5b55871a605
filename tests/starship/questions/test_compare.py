"""Ships are compared with each other in both seats, or all with one opponent; what cannot tell them apart says so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analyzer import merge, starship
from analyzer.starship import Ship
from tests.doors.runs import rebuild
from tests.doors.starship import GameExperiment, load_switches, meetings
from tests.facts import untold
from tests.places import ROOT

SHIPS = ROOT / "ships" / "starship"
TRADER, RACER, GUNBOAT, START = (SHIPS / f"{name}.yaml" for name in ("trader", "racer", "gunboat", "sun-start"))
SENSIBLE, BOLD = starship.load_captain("sensible"), starship.load_captain("bold")
SENSIBLY = ("--captain", "sensible")


def ship(path):
    return starship.load_position(path).own


def met(*paths, captains=(SENSIBLE, SENSIBLE), seed=3) -> list[Any]:
    ships = {ship(path).name: ship(path) for path in paths}
    return [*meetings(ships, captains, seed, load_switches(None)).values()]


@pytest.mark.long
@pytest.mark.parametrize("paths", [(TRADER, RACER), (TRADER, RACER, GUNBOAT)])
@pytest.mark.parametrize("captains", [(SENSIBLE, BOLD), (SENSIBLE, SENSIBLE)])
def test_meetings_equal_games_of_positions(paths, captains):
    """Each ship is Moon in even games and Sun in odd ones, with two games against each rival in turn."""
    experiments = met(*paths, captains=captains)
    blocks = type(experiments[0]).run_side_by_side(experiments, 5, 5)
    for subject, columns in zip(paths, blocks, strict=True):
        own, rivals = ship(subject), [ship(path) for path in paths if path != subject]
        for place, number in enumerate(range(5, 10)):
            rival, seat = rivals[number // 2 % len(rivals)], number % 2
            pair, seated = ((own, rival), captains) if seat == 0 else ((rival, own), captains[::-1])
            moon, sun = (one.to_dict() | {"crest": crest} for one, crest in zip(pair, ("moon", "sun"), strict=True))
            for one, first in ((moon, "START01"), (sun, "START02")):
                one["colonies"] = [first if card.startswith("START") else card for card in one["colonies"]]
            position = starship.load_position({"moon": moon, "sun": sun, "turn": "moon"})
            game = GameExperiment(seated, 3, position=position).run_block(number, 1)
            for name in ("won", "turns", "points", "astro", "cards_flown"):
                assert columns[name][0, place] == game[name][seat, 0], (name, number)
                assert columns[name][1, place] == game[name][1 - seat, 0], (name, number)


@pytest.mark.long
def test_two_ships_share_their_games():
    """Either wins what the other loses, in games of their own, so that the shares come near 1."""
    result = starship.compare([TRADER, RACER], 400, 2, captain="sensible", other="sensible")
    shares = [result[name].won.mean for name in result.names]
    assert sum(shares) == pytest.approx(1, abs=0.06)
    assert shares[0] > 0.7
    assert result.setting == "against each other in both seats"
    assert result.verdict("Early trader", "Racer") == "better"
    assert met(RACER, TRADER) == met(TRADER, RACER)[::-1], "the same games, whoever is named first"


@pytest.mark.long
def test_described_meeting_rebuilds_equal():
    both = met(TRADER, RACER)
    again = [rebuild(one.describe(), "meetings") for one in both]
    assert again == both
    assert (again[1].run_block(0, 6)["won"] == both[1].run_block(0, 6)["won"]).all()


@pytest.mark.long
def test_meeting_results_ignore_blocks():
    one = met(TRADER, RACER)[0]
    whole, parts = one.run_block(0, 5), [one.run_block(*block) for block in ((0, 2), (2, 3))]
    assert all((rows == np.concatenate([part[name] for part in parts], axis=1)).all() for name, rows in whole.items())


def test_ships_with_common_card_cannot_meet():
    armed = replace(ship(TRADER), name="armed", cannons=(1, 1, 1))
    result = starship.compare([TRADER, armed], 20)
    (note,) = (note for note in result.notes() if "cannot meet" in note)
    assert not untold(note, "Early trader and armed", "cannot meet", "logistics II")
    assert not untold(note, "ship as at the start")
    assert result.setting == "from a position"


def test_compared_positions_keep_their_opponents():
    positions = [{"moon": {"name": name}, "sun": {"cannons": [1, 1]}} for name in ("one", "other")]
    assert not untold(starship.compare(positions, 4, captain="sensible").notes(), "position", "opponent")


@pytest.mark.long
@pytest.mark.usefixtures("flown_once")
def test_compare_warns_of_weak_opponent(command):
    said = "Both win nearly all games against Sun at the start: this does not show which is better"
    result = starship.compare([TRADER, RACER], 30, against=START, captain="sensible")
    assert any(said in note for note in result.notes())
    assert not any("nearly all" in note for note in starship.compare([TRADER, RACER], 20, captain="sensible").notes())
    asked = ("--games", "30", "--against", str(START), *SENSIBLY)
    printed = command("starship", "compare", str(TRADER), str(RACER), *asked)
    assert said in " ".join(printed.out.split())


def test_compare_warns_of_strong_opponent():
    weak = [Ship.from_dict({"name": name}) for name in ("one", "two", "three")]
    strong = {"crest": "sun", "boosters": [2, 2, 2], "cannons": [2, 2, 2], "astro": 60}
    strong |= {"modules": dict.fromkeys(("logistics", "trade", "command", "sensor"), 2)}
    strong |= {"colonies": ["START02", "BASE05", "BASE06", "BASE07"], "goods": {"ore": 4, "food": 4}}
    result = starship.compare(weak, 100, against=Ship.from_dict(strong))
    assert any("All win nearly no games against" in note for note in result.notes())


def test_compare_command_seats_ships_mutually(command):
    printed = command("starship", "compare", str(TRADER), str(RACER), "--games", "2", *SENSIBLY)
    assert "against each other in both seats" in " ".join(printed.out.split())


@pytest.mark.long
def test_merged_comparison_keeps_warning(tmp_path):
    for first in (0, 10):
        save = tmp_path / f"{first}.run"
        starship.compare([TRADER, RACER], 10, against=START, captain="sensible", first=first, save=save)
    (merged,) = merge([tmp_path / "0.run", tmp_path / "10.run"])
    assert merged.trials == 20
    assert not untold(merged.notes(), "nearly all", "Sun at the start")
