"""Whole games of captains who imagine games, and of such as are told how to begin, against the plain twin."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from analyzer.lorry import Captain, Thinking, load_captain
from tests.doors.lorry import GOALS, Thinker, captain_of, opener
from tests.doors.lorry import judge as judge_module
from tests.lorry.chart import any_galaxy, any_prices, any_switches
from tests.lorry.engine.against_twin import differences, prices_of
from tests.lorry.told import engine_games
from tests.lorry.twin import beginning, thinker
from tests.lorry.twin.dice import GameDice
from tests.lorry.twin.galaxy import Galaxy
from tests.lorry.twin.game import play_game
from tests.lorry.twin.mind import mind_of
from tests.lorry.twin.referee import COLOURS
from tests.lorry.twin.table import Table

FIRST, GAMES = 5, 3


def case(number: int, most: int) -> tuple[dict[str, Any], list[Captain], dict[str, str]]:
    """A galaxy, who plays there, and how; trader 1 is the one who is asked about."""
    rng = random.Random(number)
    captains = [
        load_captain(rng.choice(("steady", "sprinter", "spoiler")))
        if rng.random() < 0.5
        else captain_of({"name": "any", **any_prices(rng)})
        for _ in range(1 + number % 3)
    ]
    return any_galaxy(rng, 3, most), captains, any_switches(rng)


def differ(
    galaxy: dict[str, Any], captains: list[Captain], switches: dict[str, str], judge: Any, minds: list[Any], turns: int
) -> list[str]:
    """What differs in games of the judge as trader 1 from those of the twin's minds, one a game."""
    engine = engine_games(galaxy, captains, 1, FIRST, len(minds), switches, None, turns, {1: judge})
    prices = [prices_of(captain) for captain in captains]
    twin = [
        play_game(galaxy, prices, 1, game, switches, None, turns, {1: mind}) for game, mind in enumerate(minds, FIRST)
    ]
    faults = [fault for one, other in zip(engine, twin, strict=True) for fault in differences(one, other)]
    if isinstance(judge, opener.Opener):
        noted = zip(judge.planets.tolist(), judge.pairs.tolist(), strict=True)
        faults += differences([list(one) for one in noted], [began(galaxy, end) for end in twin])
    return faults


def began(galaxy: dict[str, Any], end: dict[str, Any]) -> list[int]:
    """Planets that trader 1's first turn flies to, as bits, and the first pair they score by number, or -1."""
    table = Table(Galaxy(galaxy), 1, {})
    own = [turn["events"] for turn in end["turns"] if turn["trader"] == 1]
    touched = table.planets_met(own[0][0]["box"], own[0][0]["ends"]) if own and own[0] else []
    pairs = list(combinations(sorted(table.galaxy.planets), 2))
    scored = [pairs.index(event["pair"]) for events in own for event in events if event["what"] == "score"]
    return [sum(1 << planet - 1 for planet in touched), [*scored, -1][0]]


@pytest.mark.slow(but=5)
@pytest.mark.parametrize("number", range(18))
def test_thinker_games_equal_twin(number: int) -> None:
    galaxy, captains, switches = case(number, 4)
    galaxy["end_after"] = 2 if number // 3 % 3 else 1
    if number % 2:
        galaxy["specials"] = [
            [("rocket", "asteroid")[column % 2], column, row] for _, column, row in galaxy["specials"]
        ]
    thinks = Thinking(2 + number % 3, 1 + number % 2, number // 3 % 3, GOALS[number % 3])
    turns = 3 + number % 2
    imagining = replace(captains[0], thinks=thinks)
    sides, until = Galaxy(galaxy), turns if len(captains) == 1 else None
    minds = [
        thinker.Thinker(
            prices=prices_of(captains[0]) or {},
            looks_at=thinks.candidates,
            imagines=thinks.games,
            rounds=thinks.rounds,
            goal=thinks.goal,
            dice=GameDice(sides, COLOURS[len(captains)], 1, game),
            until=until,
        )
        for game in range(FIRST, FIRST + 2)
    ]
    assert differ(galaxy, captains, switches, Thinker(imagining), minds, turns)[:5] == []


@pytest.mark.slow(but=4)
@pytest.mark.parametrize("number", range(12))
def test_begins_at_games_equal_twin(number: int) -> None:
    galaxy, captains, switches = case(100 + number, 6)
    planet = 1 + number % len(galaxy["planets"])
    judge = opener.PlanetOpener(judge_module.PricedJudge(captains[0]), FIRST, GAMES, planet - 1)
    minds = [beginning.BeginsAt(prices_of(captains[0]) or {}, 0, planet) for _ in range(GAMES)]
    assert differ(galaxy, captains, switches, judge, minds, 12)[:5] == []


@pytest.mark.slow(but=5)
@pytest.mark.parametrize("number", range(18))
def test_heads_for_games_equal_twin(number: int) -> None:
    galaxy, captains, switches = case(200 + number, 6)
    pairs = list(combinations(range(1, len(galaxy["planets"]) + 1), 2))
    wanted = number % len(pairs)
    judge = opener.PairOpener(judge_module.PricedJudge(captains[0]), FIRST, GAMES, wanted)
    minds = [beginning.HeadsFor(prices_of(captains[0]) or {}, 0, pairs[wanted]) for _ in range(GAMES)]
    assert differ(galaxy, captains, switches, judge, minds, 12)[:5] == []


@pytest.mark.parametrize("number", range(4))
def test_opener_notes_match_twin(number: int) -> None:
    galaxy, captains, switches = case(300 + number, 6)
    minds = [mind_of(prices_of(captains[0]) or {}) for _ in range(GAMES)]
    assert (
        differ(
            galaxy, captains, switches, opener.Opener(judge_module.PricedJudge(captains[0]), FIRST, GAMES), minds, 12
        )[:5]
        == []
    )
