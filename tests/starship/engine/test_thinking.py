"""A captain who thinks: what they know they keep, what they imagine hangs on no block, and where they are refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analyzer import AnalyzerError, starship
from analyzer.starship import Captain, Switches, load_captain
from tests.doors.starship import (
    STANDARD_RULES,
    USUAL,
    GameExperiment,
    Players,
    SampledDice,
    Table,
    Thinking,
    compiled,
    count,
    judges_of,
    new_games,
    play_turn,
    thinker,
)
from tests.doors.starship import imagined as imagined_module
from tests.starship.questions.last_chance import FREE, in_flight, last_chance, sector
from tests.texts import round_trip

SENSIBLE = load_captain("sensible")
FEW = Thinking(4, 0)
GAMES, EACH = 6, 5


def thinking(how: Thinking = FEW) -> Captain:
    return replace(load_captain("thinker"), thinks=how)


@pytest.fixture(scope="module")
def midgame() -> tuple[Table, SampledDice]:
    """Games after twelve turns, in which both have seen much."""
    judges, dice = judges_of(STANDARD_RULES, (SENSIBLE, SENSIBLE)), SampledDice(3, 0, GAMES)
    table = new_games(3, 0, GAMES, judges)
    for turn in range(1, 13):
        table.turn = turn
        play_turn(table, judges, dice)
    table.turn = 13
    table.begin_turn()
    return table, dice


def imagined(table: Table, dice: SampledDice, arranged: imagined_module.KnownOrder | None = None) -> Table:
    return imagined_module.imagine(
        table, np.arange(table.lanes), imagined_module.dice_in_mind(dice, 1, EACH), EACH, arranged
    )


def test_imagine_keeps_known_cards_in_place(midgame: tuple[Table, SampledDice]) -> None:
    table, dice = midgame
    mind, own = imagined(table, dice), np.arange(GAMES).repeat(EACH)
    known = table.known[0][:, own]
    np.testing.assert_array_equal(mind.sectors & known, known & table.sectors[:, own])
    np.testing.assert_array_equal(count(mind.sectors), count(table.sectors)[:, own])
    everywhere = np.bitwise_or.reduce(table.sectors, axis=0)[own]
    np.testing.assert_array_equal(np.bitwise_or.reduce(mind.sectors, axis=0), everywhere)
    np.testing.assert_array_equal(np.sort(mind.reserve, axis=0), np.sort(table.reserve[:, own], axis=0))
    np.testing.assert_array_equal(np.sort(mind.stack, axis=0), np.sort(table.stack[:, own], axis=0))
    assert (mind.sectors != table.sectors[:, own]).any()
    assert (mind.reserve != table.reserve[:, own]).any()


def test_imagine_keeps_opponent_knowledge_true(midgame: tuple[Table, SampledDice]) -> None:
    table, dice = midgame
    mind, own = imagined(table, dice), np.arange(GAMES).repeat(EACH)
    assert not (mind.known[1] & ~mind.sectors).any()
    np.testing.assert_array_equal(count(mind.known[1]), count(table.known[1])[:, own])


def test_imagine_spreads_unseen_cards_evenly() -> None:
    """Before anybody flew, 40 cards lie in four sectors of ten: each in each sector one time in four."""
    judges = judges_of(STANDARD_RULES, (SENSIBLE, SENSIBLE))
    table = new_games(8, 0, 1, judges)
    many = 2_000
    mind = imagined_module.imagine(
        table, np.zeros(1, np.intp), imagined_module.dice_in_mind(SampledDice(8, 0, 1), 1, many), many
    )
    shares = [(mind.sectors >> np.uint64(card) & np.uint64(1)).mean(axis=1) for card in range(40)]
    assert np.abs(np.array(shares) - 0.25).max() < 5 * (0.25 * 0.75 / many) ** 0.5


def test_imagine_keeps_cards_sensor_arranged(midgame: tuple[Table, SampledDice]) -> None:
    table, dice = midgame
    table.flying[...], table.order[...] = True, np.arange(40, 50, dtype=np.uint8)[:, None]
    table.turned[...] = np.bitwise_or.reduce(table.sectors, axis=0)
    places = np.full(GAMES, 10, np.int8), np.full(GAMES, 2, np.int8), np.full(GAMES, 1, np.int8)
    mind = imagined(table, dice, imagined_module.KnownOrder(*places))
    table.flying[...] = False
    for place in (0, 1, 9):
        assert (mind.order[place] == 40 + place).all()
    assert (np.sort(mind.order, axis=0) == np.arange(40, 50)[:, None]).all()
    assert (mind.order[2:9] != np.arange(42, 49)[:, None]).any()


def test_best_way_must_exceed_error() -> None:
    """Gains 1, 1, 1, 1 (sum 4, squares 4: 16 > 4); 9, -8, 1, 0 (sum 2, squares 146: no); smaller than the first."""
    promised = np.array([[[0, 0, 0, 0]] * 3, [[1, 1, 1, 1], [9, -8, 1, 0], [1, 1, 1, 1]], [[0] * 4, [0] * 4, [2] * 4]])
    tried = np.ones((3, 3), np.bool_)
    assert thinker.best_way(promised, tried, np.zeros(3, np.intp)).tolist() == [1, 0, 2]
    tried[2] = False
    assert thinker.best_way(promised, tried, np.zeros(3, np.intp)).tolist() == [1, 0, 1]


def played(first: int, games: int, turns: int) -> Table:
    """Games of a thinker as they are after so many turns."""
    judges, dice = (
        (compiled(STANDARD_RULES, thinking(), USUAL), compiled(STANDARD_RULES, SENSIBLE, USUAL)),
        SampledDice(4, first, games),
    )
    (table,) = Players(judges, dice).play_on(new_games(4, first, games, judges), turns)
    return table


def test_thinker_games_ignore_blocks() -> None:
    whole, parts = played(0, 2, 2), [played(0, 1, 2), played(1, 1, 2)]
    for name in ("astro", "stored", "sectors", "owned", "modules", "known"):
        together = np.concatenate([getattr(part, name) for part in parts], axis=-1)
        np.testing.assert_array_equal(getattr(whole, name), together)


def test_thinker_file_round_trips() -> None:
    own = replace(thinking(), name="mine")
    assert round_trip(starship.save_captain, starship.load_captain, own) == own
    assert load_captain("thinker") == replace(SENSIBLE, name="thinker", thinks=Thinking())


def test_thinker_record_replays_to_same_end() -> None:
    """The record ends like the games that are played side by side."""
    captains = thinking(), SENSIBLE
    record = starship.explain(0, 4, captains=captains, turns=2).record()
    replayed = starship.replay(record)
    assert all(replayed.accepted)
    table = played(0, 1, 2)
    assert [replayed.ships[crest].astro for crest in ("moon", "sun")] == table.astro[:, 0].tolist()
    assert [replayed.ships[crest].goods for crest in ("moon", "sun")] == [
        tuple(table.stored[player, :5, 0].tolist()) for player in range(2)
    ]


def test_thinker_plays_on_in_flight() -> None:
    """The colony at hand, or the one that the sensor left on top, wins at once."""
    colony = last_chance(
        moon={"hangar": {"colony_ship": 1}}, sectors={1: sector(FREE[0], fill=0)}, **in_flight(FREE[0])
    )
    on_top = colony | in_flight("BASE18", top=[FREE[0]])
    for position in (colony, on_top):
        result = starship.play((thinking(), "sensible"), games=2, position=position)
        assert result[result.experiment.subjects[0].name].won.mean == 1
    turns = starship.fly(colony, turns=2, captain=thinking())
    assert turns[turns.experiment.subjects[0].name].points.mean == 1


def test_advise_lets_thinker_play_on() -> None:
    colony = last_chance(
        moon={"hangar": {"colony_ship": 1}}, sectors={1: sector(FREE[0], fill=0)}, **in_flight(FREE[0])
    )
    advice = starship.advise(colony, 2, captain=thinking())
    assert [(option.words, option.won.mean) for option in advice.options if option.is_captain] == [
        ("win now: found a colony", 1.0)
    ]


@pytest.mark.parametrize(
    "ask",
    [
        lambda: starship.exact(last_chance(), captain="thinker"),
        lambda: GameExperiment((thinking(), SENSIBLE), 1, Switches(reserve_face_down="yes")),
    ],
)
def test_thinker_is_refused_where_unsupported(ask: Any) -> None:
    with pytest.raises(AnalyzerError, match="by prices"):
        ask()
