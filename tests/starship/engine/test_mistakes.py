"""Every deliberate mistake is noticed: the twin knows how turns and games end, the engine plays by a wrong rule."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from analyzer.starship import Position, load_position, plain
from tests.starship.engine.mistakes import MISTAKES, Mistake
from tests.starship.shipyard import FIGHTER, WEIGHER, any_position
from tests.starship.twin.box import CARD
from tests.starship.twin.referee import play_game, play_position

POSITIONS, GAMES = 200, 2
PAIR = (FIGHTER, WEIGHER)
FACE_DOWN = (("reserve_face_down", "yes"),)


def position(number: int) -> dict[str, Any]:
    """Any position; in every second one all pirates left are spread over the sectors, where they are met more often."""
    one = any_position(number)
    if number % 2 or len(one.get("sectors", ())) < 4 or "reserve" not in one:
        return one
    rows = [list(row) for row in one["sectors"].values()]
    sizes = [*map(len, rows), len(one["reserve"])]
    lying = sorted(
        (card for row in (*rows, one["reserve"]) for card in row), key=lambda card: CARD[card].kind != "pirate"
    )
    pirates = sum(CARD[card].kind == "pirate" for card in lying)
    rows = [lying[:pirates][s::4] for s in range(4)]
    rest = lying[pirates:]
    for s, size in enumerate(sizes[:4]):
        more = max(size - len(rows[s]), 0)
        rows[s] += rest[:more]
        rest = rest[more:]
    reserve = [card for card in rest if card[:4] != "BASE"]
    gone = [card for card in rest if card not in reserve]
    return {
        **one,
        "sectors": dict(enumerate(rows, start=1)),
        "reserve": reserve,
        "gone": gone,
        "seen": {1: rows[0][:4]},
    }


@cache
def positions() -> list[Position]:
    """All of them, read once."""
    return [load_position(position(number)) for number in range(POSITIONS)]


@cache
def right_turns(switches: tuple[tuple[str, str], ...]) -> list[dict[str, Any]]:
    """What comes of the turns, by the twin."""
    return [play_position(position(number), PAIR, 1, number, dict(switches)) for number in range(POSITIONS)]


@cache
def right_games() -> list[dict[str, Any]]:
    """What comes of whole games, by the twin."""
    return [play_game(PAIR, 1, number) for number in range(GAMES)]


def noticed(mistake: Mistake) -> bool:
    """Whether anything differs."""
    switches = tuple((mistake.switches or {}).items())
    with mistake.made():
        if mistake.whole_games:
            return plain.games(PAIR, 1, 0, GAMES) != right_games()
        return plain.turns(positions(), PAIR, 1, 0, dict(switches)) != right_turns(switches)


@pytest.mark.few(11)
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.what)
def test_a_mistake_is_noticed(mistake: Mistake) -> None:
    assert noticed(mistake)


@pytest.mark.parametrize("whole_games", [False, True])
def test_without_a_mistake_nothing_is(whole_games: bool) -> None:
    """What is noticed is the mistake, and nothing else."""
    assert not noticed(Mistake("nothing", (), dict(FACE_DOWN) if not whole_games else None, whole_games))
    assert not noticed(Mistake("nothing", (), None, whole_games))
