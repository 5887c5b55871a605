"""The engine against its plain twin: whole games, every field of what came of them and every draw."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from analyzer.lorry import default_galaxy, load_captain
from tests.doors.lorry import game_experiment
from tests.lorry.engine.against_twin import case, differences, games_differ, large_differs
from tests.lorry.told import engine_games, prices_of
from tests.lorry.twin.game import play_game

LONG = 9
SHORT = 4

GALAXIES = 60
LARGE = (1, 4, 8, 9)
"""Galaxies of more boxes than a byte can count."""


@pytest.mark.slow(but=11)
@pytest.mark.parametrize("number", range(GALAXIES))
def test_random_games_equal_twin(number: int) -> None:
    assert games_differ(number)[:5] == []


@pytest.mark.long
@pytest.mark.slow(but=2)
@pytest.mark.parametrize("number", LARGE)
def test_large_galaxy_game_equals_twin(number: int) -> None:
    assert large_differs(number)[:5] == []


@pytest.mark.long
@pytest.mark.parametrize(
    "names", [("steady", "trunk"), ("expert", "steady"), ("spoiler", "sprinter", "stargazer", "random")]
)
def test_default_galaxy_game_equals_twin(names: tuple[str, ...]) -> None:
    galaxy, captains = default_galaxy().to_dict(), [load_captain(name) for name in names]
    (engine,) = engine_games(galaxy, captains, 1, 0, 1)
    assert differences(engine, play_game(galaxy, [prices_of(captain) for captain in captains], 1, 0))[:5] == []


@pytest.mark.parametrize("number", [0, 3])
def test_experiment_columns_match_twin_games(number: int) -> None:
    """Columns of the metrics against the games that the twin has played alike."""
    galaxy, captains, switches, dice = case(number)
    experiment = game_experiment(galaxy, captains, number, dice, 40, switches)
    block = experiment.run_block(0, 20)
    columns = {name: block[name] for name in experiment.metrics.columns}
    for game, end in enumerate(engine_games(galaxy, captains, number, 0, 20, switches, dice)):
        totals = [one["total"] for one in end["traders"]]
        for trader, one in enumerate(end["traders"]):
            routes = [points for who, points in end["scored"].values() if who == trader + 1]
            short, long = ([points for points in routes if holds(points)] for holds in (SHORT.__ge__, LONG.__le__))
            told = {name: one[name] for name in columns if name in one}
            told |= {"star_points": 3 * one["stars"], "rounds": end["rounds"], "stuck": end["stuck"]}
            told |= {"short_routes": len(short), "short_points": sum(short), "long_routes": len(long)}
            told |= {"long_points": sum(long), "middle_points": sum(routes) - sum(short) - sum(long)}
            rivals = [*totals[:trader], *totals[trader + 1 :]]
            if rivals:
                best = max(rivals)
                told |= {"won": one["total"] >= best, "shared": one["total"] == best, "margin": one["total"] - best}
                told["began"] = end["first"] == trader + 1
            counted = {name: int(column[trader, game]) for name, column in columns.items()}
            assert counted == {**told, "again": counted["again"]}
            drawn = {(column, row) for column, row, who, _ in end["tracks"] if who == trader + 1}
            stars = {box for box in drawn if experiment.galaxy.special_at.get(box) == "star"}
            brings = Counter({(column, row): many for column, row, many in one["paid"]}) + Counter(
                dict.fromkeys(stars, 3)
            )
            assert in_boxes(block["tracks"][trader, game]) == dict.fromkeys(drawn, 1)
            assert in_boxes(block["brings"][trader, game]) == brings


def in_boxes(numbers: Any) -> dict[tuple[int, int], int]:
    """By box (column, row) what is not 0 of (rows, columns)."""
    return {(int(column) + 1, int(row) + 1): int(numbers[row, column]) for row, column in np.argwhere(numbers)}


def test_differences_name_path_and_values() -> None:
    """The comparison itself: a value, a missing field, a draw less, a number that is no whole number."""
    assert differences({"a": {"b": 1}}, {"a": {"b": 2}}) == ["/a/b: engine 1, twin 2"]
    assert differences({"a": 1}, {}) == ["/a: engine 1, twin missing"]
    assert differences({"a": [1]}, {"a": [2, 3]}) == ["/a/0: engine 1, twin 2", "/a/1: engine missing, twin 3"]
    assert differences({"a": True}, {"a": 1}) == ["/a: engine True, twin 1"]
