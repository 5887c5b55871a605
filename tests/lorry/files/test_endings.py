"""Galaxies whose games cannot end by rule, and planets nobody can fly to: said, and refused where it is certain."""

from __future__ import annotations

import pytest

from analyzer import AnalyzerError, lorry
from analyzer.lorry import Switches
from tests.conftest import ALL
from tests.doors.lorry import GalaxyFacts, galaxyfile, game_experiment
from tests.facts import untold
from tests.places import ROOT

SHIPS = ROOT / "ships" / "lorry"
CORNERED = {"columns": 7, "rows": 5, "wrap": "none", "planets": {"1": [1, 1], "2": [4, 3], "3": [6, 2]}}
"""Planet 1 lies in a corner: two boxes are beside it."""
SHUT = {"columns": 5, "rows": 1, "wrap": "none", "planets": {"1": [1, 1], "2": [3, 1], "3": [5, 1]}}
"""In a row: the way from 1 to 3 leads through 2."""


def of_planets(number: int) -> lorry.Galaxy:
    """So many planets, far from each other and from every edge that ends."""
    boxes = [(1 + 3 * (place % 3), 1 + 3 * (place // 3)) for place in range(number)]
    return lorry.Galaxy(9, 9, tuple(boxes))


@pytest.mark.parametrize(
    ("planets", "traders", "most"),
    [(5, 2, 8), (5, 3, 10), (5, 4, 10), (5, 1, 4), (9, 1, 8), (9, 2, 16), (9, 4, 32), (3, 2, 3), (2, 4, 1)],
)
def test_most_routes_by_groups_and_pairs(planets, traders, most):
    """One trader joins P planets in at most P - 1 routes; P (P - 1) / 2 pairs are scored once each."""
    assert galaxyfile.most_routes(of_planets(planets), traders) == most


@pytest.mark.long
def test_races_stay_below_most_routes():
    for number, traders in ((3, 2), (5, 3)):
        galaxy = of_planets(number)
        games = lorry.race(galaxy, 20, captains=["sprinter"] * traders)
        scored = sum(one["routes"].mean for one in games.tally.subjects)
        assert 0 < scored <= galaxyfile.most_routes(galaxy, traders)


@pytest.mark.parametrize(("traders", "closed"), [(1, []), (2, []), (3, [1]), (4, [1])])
def test_planet_with_few_sides_is_unreachable(traders, closed):
    galaxy = lorry.Galaxy.from_dict(CORNERED)
    assert galaxyfile.unreachable(galaxy, traders) == closed
    assert galaxyfile.unreachable(galaxy, traders, Switches(surrounding="off")) == []


def test_closed_planet_is_never_scored():
    galaxy = lorry.Galaxy.from_dict(CORNERED | {"end_after": 1})
    pairs = lorry.scored_pairs(galaxy, 40, captains=["sprinter"] * 3).pairs
    assert [one.pair for one in pairs if one.scored.mean] == [(2, 3)]


def test_most_routes_skips_unjoinable_pairs():
    assert galaxyfile.most_routes(lorry.Galaxy.from_dict(SHUT), 2, Switches(surrounding="off")) == 2


def test_notes_explain_stuck_games():
    five = lorry.Galaxy.from_dict(of_planets(5).to_dict() | {"end_after": 9})
    games = lorry.race(five, 5, captains=["steady"] * 2)
    (why,) = (note for note in games.notes() if "ends after 9" in note)
    assert not untold(why, "two traders", "8 routes", "stuck")
    assert "end_after: 8 or less" in why
    assert any(note.startswith("Stuck: 100.0% of games") for note in games.notes())
    assert any("at most 8 routes" in note for note in GalaxyFacts(lorry.Position(five)).notes())
    assert "8 by two traders, 10 by three traders" in repr(GalaxyFacts(lorry.Position(five)))


@pytest.mark.parametrize("traders", [3, 4])
def test_notes_warn_of_closed_planet(traders):
    galaxy = lorry.Galaxy.from_dict(CORNERED)
    says = f"Nobody can fly to planet 1 in games of {['three', 'four'][traders - 3]} traders: 2 free boxes beside it"
    assert any(note.startswith(says) for note in game_experiment(galaxy, ["steady"] * traders).notes())
    assert not any("Nobody can fly" in note for note in game_experiment(galaxy, ["steady"] * 2).notes())
    for answer in (GalaxyFacts(lorry.Position(galaxy)), lorry.routes(galaxy)):
        assert any(not untold(note, "planet 1", "three traders") for note in answer.notes())


def test_end_after_beyond_pairs_is_refused(tmp_path):
    path = tmp_path / "galaxy.yaml"
    path.write_text("game: lorry\nend_after: 4\nmap: |\n  1 . . .\n  . . 2 .\n  . . . .\n  3 . . .\n")
    with pytest.raises(AnalyzerError, match=r"line 2: end_after 4.*3 routes.*3 or less"):
        lorry.load_galaxy(path)
    path.write_text(path.read_text().replace("end_after: 4", "end_after: 3"))
    assert lorry.load_galaxy(path).end_after == 3
    path.write_text(path.read_text().replace("end_after: 3", "switches: {end_by: planets}\nend_after: 9"))
    assert lorry.load_galaxy(path).end_after == 9


def test_galaxy_without_end_round_trips(tmp_path):
    galaxy = of_planets(3)
    lorry.save_galaxy(galaxy, tmp_path / "three.yaml")
    assert lorry.load_galaxy(tmp_path / "three.yaml") == galaxy


@pytest.mark.long
@pytest.mark.parametrize("name", ["sixteen-by-ten", "small", "tiny", "crowded"])
def test_shipped_galaxies_seldom_end_stuck(name):
    """At least seven games in ten of steady end by rule, except in the tiny galaxy, which is for whole game trees."""
    games = lorry.race(SHIPS / f"{name}.yaml", 60 if ALL else 24, captains=["steady"] * 2)
    assert not any("every game ends stuck" in note for note in games.notes())
    assert games.subjects[0].stuck.mean < (0.8 if name == "tiny" else 0.3)
