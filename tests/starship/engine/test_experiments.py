"""Turns and games as experiments: no number depends on blocks, workers or restarts; sampled and exact agree."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binomtest

from analyzer import AnalyzerError, merge, starship
from tests.doors.runs import rebuild, tuning
from tests.doors.starship import GameExperiment, api, games
from tests.places import ROOT

SHIPS = ROOT / "ships" / "starship"
SENSIBLE, BOLD = starship.load_captain("sensible"), starship.load_captain("bold")
TURNS = api.turn_experiment(SHIPS / "midgame.yaml", 3)
LATE = starship.load_position(SHIPS / "late.yaml")
"""Eight points: games from here end soon."""
GAMES = GameExperiment((SENSIBLE, BOLD), 3, position=LATE)
PAIRS = GameExperiment((SENSIBLE, BOLD), 3, swap=True, position=LATE)


@pytest.mark.parametrize("asked", [TURNS, GAMES, PAIRS], ids=["turns", "games", "pairs"])
def test_results_ignore_blocks_and_lanes(asked, monkeypatch):
    whole = asked.run_block(0, 20)
    monkeypatch.setattr("analyzer.starship.experiment.LANES", 7)
    monkeypatch.setattr(games, "LANES", 7)
    parts = [asked.run_block(first, many) for first, many in ((0, 9), (9, 1), (10, 10))]
    for name, column in whole.items():
        assert np.array_equal(column, np.concatenate([part[name] for part in parts], axis=1)), name


@pytest.mark.parametrize("asked", [TURNS, GAMES, PAIRS], ids=["turns", "games", "pairs"])
def test_described_experiment_rebuilds_equal(asked):
    again = rebuild(asked.describe(), "test")
    one, other = asked.run_block(5, 4), again.run_block(5, 4)
    assert all(np.array_equal(one[name], other[name]) for name in one)


@pytest.mark.long
def test_saved_runs_resume_and_merge(tmp_path):
    def play(games, **how):
        return starship.play(("sensible", "bold"), games, 9, position=LATE, **how)

    first = play(60, save=tmp_path / "a.run")
    again = play(120, save=tmp_path / "a.run")
    assert first.tally != again.tally
    play(50, first=120, save=tmp_path / "b.run")
    assert merge([tmp_path / "a.run", tmp_path / "b.run"])[0].tally == play(170).tally


@pytest.mark.long
def test_fly_ignores_number_of_workers():
    assert (
        starship.fly(SHIPS / "midgame.yaml", 4096, workers=2).tally == starship.fly(SHIPS / "midgame.yaml", 4096).tally
    )


@pytest.mark.long
def test_swap_adds_game_with_seats_exchanged():
    """A pair is the game of the first seating and that of the second, on the same deal."""
    one, other = GAMES.run_block(0, 30), GameExperiment((BOLD, SENSIBLE), 3, position=LATE).run_block(0, 30)
    pairs = PAIRS.run_block(0, 30)
    assert np.array_equal(pairs["wins"][0], one["won"][0] + other["won"][1])
    assert np.array_equal(pairs["moon_wins"][0], one["won"][0] + other["won"][0])
    assert (pairs["wins"].sum(axis=0) + pairs["unfinished"][0] == 2).all()


@pytest.mark.long
@pytest.mark.parametrize("swap", [False, True])
def test_games_side_by_side_equal_alone(swap, monkeypatch):
    """Three ships, the last of which begins with a roll: what one of them meets does not depend on the others."""
    late = [LATE, replace(LATE, sun=replace(LATE.sun, cannons=())), replace(LATE, roll=3)]
    every = [GameExperiment((SENSIBLE, BOLD), 3, swap=swap, position=one) for one in late]
    monkeypatch.setattr(games, "LANES", 20)
    together = [*GameExperiment.run_side_by_side(every, 7, 15)]
    alone = [one.run_block(7, 15) for one in every]
    assert all(np.array_equal(alone[i][name], together[i][name]) for i in range(3) for name in alone[i])
    assert not np.array_equal(alone[0]["turns"], alone[1]["turns"])


def test_games_begin_at_position_phase():
    """Nine colonies, food on every number, and the goods of a module II but one food: production brings it."""
    colonies = ["START01", *(f"BASE0{number}" for number in range(5, 10)), "BASE10", "II03", "II04"]
    ship = {"colonies": colonies, "goods": {"ore": 1, "carbon": 1, "food": 1}, "modules": {"trade": 1}}
    ship |= {"hangar": {}, "boosters": [1], "name": "nine"}
    built = {}
    for phase in ("production", "trade"):
        position = starship.load_position({"moon": ship, "phase": phase})
        columns = GameExperiment((SENSIBLE, BOLD), 3, position=position).run_block(0, 20)
        built[phase] = columns["won"][0] & (columns["turns"][0] == 1) & (columns["cards_flown"][0] == 0)
    assert built["production"].all()
    assert not built["trade"].any()


def test_compare_of_single_games_ties_ships():
    """Three ships, one game each: no verdict, and no error."""
    found = starship.compare([SHIPS / f"{name}.yaml" for name in ("late", "gunboat", "sun-start")], 1)
    assert {row["groups"] for row in found.ranking()} == {"a"}


@pytest.mark.slow
def test_tuned_captain_ignores_workers(monkeypatch):
    monkeypatch.setattr(tuning, "FACTORS", (2,))
    one, two = (starship.tune_captain(LATE, 10, 2, workers=workers) for workers in (1, 2))
    assert (one.captain, one.steps, one.tried) == (two.captain, two.steps, two.tried)


@pytest.mark.long
@pytest.mark.parametrize("captain", ["sensible", "bold", "passenger-fights"])
def test_sampled_turns_fit_exact_distribution(captain):
    """Chi squared of the joint of cards flown, fights and points, cells below five taken together."""
    counted = starship.exact(SHIPS / "known.yaml", 1, captain=captain)
    assert sum(counted.outcomes.values()) == 1
    told = counted.distribution("cards_flown", "beaten", "fights_lost", "points")
    n = 4000
    columns = api.turn_experiment(SHIPS / "known.yaml", 11, captain, sector=1).run_block(0, n)
    rows = zip(*(columns[name][0].tolist() for name in ("cards_flown", "beaten", "fights_lost", "points")), strict=True)
    seen: dict[tuple[int, ...], int] = {}
    for row in rows:
        seen[row] = seen.get(row, 0) + 1
    assert {*seen} <= {*told}
    cells = [(seen.get(key, 0), float(chance) * n) for key, chance in told.items()]
    large = [cell for cell in cells if cell[1] >= 5]
    rest = [sum(part) for part in zip(*(cell for cell in cells if cell[1] < 5), strict=True)] or [0, 0]
    squared = sum((o - e) ** 2 / e for o, e in [*large, (rest[0], max(rest[1], 1.0))])
    degrees = len(large)
    assert squared < degrees + 5 * (2 * degrees) ** 0.5


def test_exact_agrees_with_exact_passenger():
    """Nobody acts, nothing is remembered: cards flown, beaten and lost as `exact_passenger` has them."""
    position = starship.load_position(SHIPS / "known.yaml")
    cannons, boosters = position.moon.cannon_strength, position.moon.booster_strength
    counted = starship.exact(SHIPS / "known.yaml", 1, captain="passenger-fights").distribution(
        "cards_flown", "beaten", "fights_lost"
    )
    expected: dict[tuple[int, ...], Fraction] = {}
    for roll in (1, 2, 3):
        flights = starship.exact_passenger([2, 3], 8, cannons, boosters + roll)
        for end, chance in flights.items():
            expected[end] = expected.get(end, Fraction(0)) + chance / 3
    assert {key: chance for key, chance in counted.items() if key[2]} == {k: c for k, c in expected.items() if k[2]}


def test_impossible_questions_are_refused():
    with pytest.raises(AnalyzerError, match="sector"):
        starship.fly(SHIPS / "midgame.yaml", 10, sector=5)
    with pytest.raises(AnalyzerError, match="list all 10"):
        starship.exact(SHIPS / "midgame.yaml", 1)
    with pytest.raises(AnalyzerError, match="no switch"):
        starship.play(games=5, switches={"reserve": "up"})
    with pytest.raises(AnalyzerError, match="no captain 'sensibel'"):
        starship.play(("sensibel", "bold"), 5)
    with pytest.raises(AnalyzerError, match="two or more"):
        starship.compare([SHIPS / "midgame.yaml"])


@pytest.mark.long
def test_ranking_by_chance_uses_wilson_intervals():
    """Sure and impossible events leave an open end: no interval has no width, and none exceeds 0 or 1."""
    found = starship.compare([SHIPS / f"{name}.yaml" for name in ("late", "gunboat", "sun-start")], 40)
    for row in found.ranking():
        hits = round(row[found.score] * found.trials)
        low, high = binomtest(hits, found.trials).proportion_ci(0.95, method="wilson")
        assert (row["low"], row["high"]) == pytest.approx((low, high))
        assert 0 <= row["low"] < row["high"] <= 1
