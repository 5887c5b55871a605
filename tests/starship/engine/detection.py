"""Whether the twin notices a deliberate mistake: how turns and games should end, and how they do."""

from __future__ import annotations

from functools import cache
from typing import Any

from analyzer.starship import Position, load_position
from tests.doors.starship import plain
from tests.starship.engine.mistakes import Mistake
from tests.starship.shipyard import FIGHTER, WEIGHER, any_position
from tests.starship.twin.box import CARD
from tests.starship.twin.referee import play_game, play_position

POSITIONS, GAMES = 200, 2
PAIR = (FIGHTER, WEIGHER)


def position(number: int) -> dict[str, Any]:
    """Any position; in every second one all pirates left are spread over the sectors, where they are met more often.

    Of the reserve only stack IV is left there, as its pirates came last.
    """
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
    reserve = [card for card in rest if card[:2] == "IV"]
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
