"""Positions before the last route in which the best draw is forced, found by trying every legal draw."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from analyzer import lorry
from tests.doors.lorry import Board, ResumedPosition, SampledDice, Table, compiled, load_switches, play_round
from tests.doors.lorry import Turn as EngineTurn
from tests.lorry.told import Listener, end_of
from tests.lorry.twin.face import OneWish
from tests.lorry.twin.face import Position as TwinPosition
from tests.lorry.twin.places import draws
from tests.lorry.twin.table import GameOver
from tests.lorry.twin.table import Table as TwinTable
from tests.lorry.twin.turn import Place, Turn
from tests.places import ROOT

GALAXY = ROOT / "ships" / "lorry" / "small.yaml"
PLAY = ("sprinter", "stargazer")
GAMES, ROUNDS = 20, 30
CAPTAINS = ("expert", "steady")


class Forced(NamedTuple):
    """A position with a choice that is certain: the draws that are right, and whether they win at once."""

    position: lorry.Position
    right: set[Place]
    wins: bool


@dataclass
class AnyRoll:
    """A die that is thrown again: what it shows does not matter, as no extra track is drawn."""

    def again(self) -> str:
        return "straight"


def outcome(table: TwinTable, trader: int, place: Place) -> bool | None:
    """Whether a draw ends the game with nobody ahead of the trader; None if the game goes on."""
    after = table.copy()
    with suppress(GameOver):
        Turn(after, trader, OneWish(None), AnyRoll()).draw(place)
        return None
    return after.total(trader) >= max(after.total(one) for one in after.seats)


def forced(seed: int) -> Iterator[Forced]:
    """Yield the forced positions of some games: a win at once, or an end that loses and another draw that does not."""
    galaxy = lorry.load_galaxy(GALAXY)
    dice = SampledDice(seed, [galaxy.faces_of(colour) for colour in ("white", "orange")])
    board, judges = Board(galaxy, 2, load_switches(None)), [compiled(lorry.load_captain(name)) for name in PLAY]
    table, listener = Table(board, np.arange(GAMES)), Listener()
    table.log = listener  # type: ignore[assignment]
    for _ in range(ROUNDS):
        shown, trader = dice.rolled(table.round, table.game), (table.first + table.round) % 2 + 1
        for lane in np.flatnonzero(~table.over & (table.slots == galaxy.end_after - 1)).tolist():
            end = end_of(table, lane, listener.turns[lane])
            kinds = tuple(lorry.TYPES[kind] for kind in shown[:, lane].tolist())
            yield from _as_forced(galaxy, end, trader, kinds)
        play_round(table, judges, dice)


def _as_forced(galaxy: lorry.Galaxy, end: dict[str, Any], trader: int, kinds: tuple[str, ...]) -> Iterator[Forced]:
    scored = [(*pair, *by) for pair, by in end["scored"].items()]
    twin = TwinPosition(galaxy.to_dict(), 2, end["tracks"], end["filled"], scored).table
    outcomes = {place: outcome(twin, trader, place) for place in draws(twin, trader, kinds)}
    at = lorry.AtTurn(trader, tuple(zip(("white", "orange"), kinds, strict=True)))
    position = lorry.Position(galaxy, 2, end["tracks"], end["filled"], scored).with_turn(at)
    for result in (True, None):
        right = {place for place, one in outcomes.items() if one is result}
        if right and (result or False in outcomes.values()):
            yield Forced(position, right, wins=bool(result))
            return


HOPE, GAMES_ON = 0.05, 200
"""Share of simulated games that another draw may win at most if `expert` ends a game as a loss; number of games."""


def wrong(one: Forced) -> list[str]:
    """Return who chooses otherwise: captains, and `advise`, where a draw wins at once.

    Elsewhere `expert` may end the game as a loss only if it can hardly win any more.
    """
    if not one.wins:
        is_lost = drawn(one.position, "expert") not in one.right
        options = lorry.advise(one.position, GAMES_ON).options if is_lost else ()
        return ["expert"] * any(option.won.mean > HOPE for option in options)
    found = [name for name in CAPTAINS if drawn(one.position, name) not in one.right]
    best = lorry.advise(one.position, 2, candidates=1).options[0]
    assert best.box is not None
    return found + ["advise"] * (best.won.mean < 1)


def drawn(position: lorry.Position, name: str) -> Place:
    """Return the draw of a captain."""
    turn, game = ResumedPosition(position), np.zeros(1, np.intp)
    table, judge = position.table.take(game), compiled(lorry.load_captain(name))
    dice = SampledDice(1, [position.galaxy.faces_of(colour) for colour in ("white", "orange")])
    now: EngineTurn = turn.turn(table, judge, dice)
    picked = judge.pick(now, game, turn.allowed, extra=False)
    return (*table.board.space.box(picked.cell[0]), lorry.TRACKS[picked.track[0]])
