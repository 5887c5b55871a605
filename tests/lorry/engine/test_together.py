"""Games that are played together, the first rounds once for all that rolled alike: each is the game it is alone."""

from __future__ import annotations

import random

import numpy as np
import pytest

from analyzer.lorry import Galaxy, load_captain
from tests.doors.lorry import (
    Board,
    SampledDice,
    Table,
    compiled,
    ended,
    games_module,
    load_switches,
    play_on,
    play_round,
)
from tests.lorry.chart import any_galaxy
from tests.lorry.rules import by_engine
from tests.lorry.rules.played import Script, board

FIRST, MANY, SEED = 40, 60, 2
TWO_TYPES = {"white": {"straight": 3, "crossing": 3}, "orange": {"curve": 3, "branch": 3}}
"""So few rolls that games are alike for more than a round."""
BARE = {"columns": 8, "rows": 8, "wrap": "both", "end_after": 9, "planets": {"1": [2, 2], "2": [7, 3], "3": [4, 7]}}
BARE["dice"] = TWO_TYPES


def table_of(galaxy: dict, captains: list[str], **switches: str) -> tuple[Table, list, SampledDice]:
    """Games that have not begun, who decides, and their dice."""
    on_paper = Galaxy.from_dict(galaxy)
    dice = SampledDice(SEED, [on_paper.faces_of(colour) for colour in on_paper.dice_for(len(captains))])
    judges = [compiled(load_captain(captain)) for captain in captains]
    return Table(Board(on_paper, len(captains), load_switches(switches)), np.arange(FIRST, FIRST + MANY)), judges, dice


def ends_of(tables) -> dict[int, dict]:
    """By game all that a table says of it, its first trader and its rounds."""
    ends = {}
    for table in tables:
        for lane, game in enumerate(table.game.tolist()):
            alone = table.take(np.array([lane]))
            says = {name: getattr(alone, name).tolist() for name in (*Table.GAMES_LAST, *Table.GAMES_SECOND)}
            ends[game] = says | {"first": table.first}
    return ends


def test_games_end_with_own_last_route():
    """Three planets: with the pairs of two of them scored in a game all three are connected there, and only there."""
    table, _, _ = table_of(BARE, ["steady", "steady"], end_by="planets")
    pairs = table.board.pairs.tolist()
    assert sorted(pairs) == [[0, 1], [0, 2], [1, 2]]
    table.by[0, 0] = 1 << pairs.index([0, 1]) | 1 << pairs.index([0, 2])
    table.by[0, 1] = 1 << pairs.index([0, 1])
    table.by[0, 2] = 1 << pairs.index([1, 2])
    assert ended(table, np.arange(4)).tolist() == [True, False, False, False]


def one_by_one(table: Table, judges, dice: SampledDice, turns: int, random_start: bool) -> dict[int, dict]:
    """The same games, all of whose rounds are played in each of them."""
    begins = dice.first(table.game, table.board.traders) if random_start else np.zeros(MANY, np.int64)
    return ends_of(
        end
        for begin in range(table.board.traders)
        for end in play_on(Table(table.board, table.game[begins == begin], begin), judges, dice, turns)
    )


@pytest.mark.slow(but=2)
@pytest.mark.parametrize(
    ("captains", "first_player"),
    [
        (["steady"], "random"),
        (["steady", "trunk"], "random"),
        (["steady", "steady"], "first"),
        (["sprinter", "steady", "random"], "random"),
        (["steady", "trunk", "steady", "trunk"], "random"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_games_side_by_side_equal_alone(captains, first_player):
    """Asteroids roll a die of the game's own, a game of one route ends early: neither is played for others."""
    galaxy = any_galaxy(random.Random(len(captains)), 4, 5) | {"end_after": 1 + len(captains) // 2}
    galaxy |= {"dice": TWO_TYPES} if len(captains) < 3 else {}
    table, judges, dice = table_of(galaxy, captains, first_player=first_player)
    expected = one_by_one(table, judges, dice, 4, first_player == "random")
    loaded, colours = [load_captain(captain) for captain in captains], table.board.galaxy.dice_for(len(captains))
    assert ends_of(games_module.games(table.board, loaded, colours, SEED, FIRST, MANY, 4)) == expected
    assert ends_of(games_module.play_with_judges(table.board, judges, dice, table.game, 4)) == expected


def rolled_alike(dice: SampledDice, rounds: int) -> int:
    """How many stories the dice of so many rounds tell."""
    shown = np.concatenate([dice.rolled(number, np.arange(FIRST, FIRST + MANY)) for number in range(rounds)])
    return len({tuple(story) for story in shown.T.tolist()})


@pytest.mark.parametrize("captains", [["steady"], ["steady", "trunk"]], ids="-".join)
def test_shared_rounds_stop_when_stories_split(captains):
    """Rounds are played once while one game stands for two or more."""
    table, judges, dice = table_of(BARE, captains)
    begun = games_module.play_first_rounds(table, judges, dice, 40)
    assert 2 * rolled_alike(dice, begun.round) <= MANY < 2 * rolled_alike(dice, begun.round + 1)
    assert begun.game.tolist() == table.game.tolist()
    assert begun.rounds.tolist() == [begun.round] * MANY


def test_last_turn_is_played_per_game():
    """After it nothing is played that others could be spared."""
    table, judges, dice = table_of(BARE, ["steady"])
    assert [games_module.play_first_rounds(table, judges, dice, turns).round for turns in (1, 2)] == [0, 1]


def test_log_hears_every_step():
    """A rocket, an asteroid and a black hole in a row, then a route; choices are asked before drawing."""
    rows = "1 r a o 2\n. . . . ."
    steps = "roll straight curve\n1 straight 2,1 EW\nrocket 3,1 EW\nasteroid straight 4,1 EW 1-2\nhole 3,2"
    reader = by_engine.Reader(Script.of(steps))
    table, heard = by_engine.position(board(rows, traders=1)).table.take(by_engine.ONE), []
    table.log = lambda _, what, **said: heard.append((what, said.pop("extra", None), *sorted(said)))
    play_round(table, [reader], reader)
    asked, drawn = ("allowed", "games", "turn"), ("cell", "games", "track", "turn")
    assert heard == [
        ("round", None, "rolled"),
        ("choosing", False, *asked),
        ("picked", None, "games", "picked", "turn"),
        ("drawn", False, *drawn),
        ("choosing", True, *asked),
        ("drawn", True, *drawn),
        ("rolled", None, "games", "rolled", "turn"),
        ("choosing", True, *asked),
        ("drawn", True, *drawn),
        ("scored", None, "games", "pairs", "points", "trader"),
        ("filled", None, "cell", "games", "turn"),
    ]
