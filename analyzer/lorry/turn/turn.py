"""Turns and rounds of Cosmic Lorry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from analyzer.lorry.tables import TYPES
from analyzer.lorry.turn.board import ASTEROID, HOLE, ROCKET, STAR, TYPE, Cells
from analyzer.lorry.turn.draw import Allowed, Dice, Games, Judge, Turn, draw
from analyzer.lorry.turn.scoring import score
from analyzer.lorry.turn.table import EXTRA, FILLED, FORCED, PASSED, TURNS, Table


def play(turn: Turn) -> npt.NDArray[np.bool_]:
    """Play a trader's turn in all games that are not over.

    Returns:
        Whether a track was drawn. Shape (games,).
    """
    table = turn.table
    games = np.flatnonzero(~table.over)
    allowed = turn.allowed(games)
    table.emit("choosing", turn=turn, games=games, allowed=allowed, extra=False)
    picked = turn.judge.pick(turn, games, allowed, extra=False)
    drawn = picked.track >= 0
    kind = np.where(drawn, TYPE[picked.track], picked.kind)
    die = first_die(turn, games, kind)
    turn.die[games] = die
    turn.left[die, games] = False
    table.counts[turn.trader, TURNS, games] += 1
    table.counts[turn.trader, PASSED, games] += ~drawn
    table.counts[turn.trader, FORCED, games] += drawn & picked.forced
    table.emit("picked", turn=turn, games=games, picked=picked)
    here = np.flatnonzero(drawn)
    resolve(turn, games[here], picked.track[here], picked.cell[here], extra=False)
    acted = np.zeros(table.games, np.bool_)
    acted[games[here]] = True
    return acted


def first_die(turn: Turn, games: Games, kind: npt.NDArray[np.int8]) -> npt.NDArray[np.intp]:
    """Return the index of the first die left on the table that shows a type of track. Shape (entries,).

    Args:
        turn: The turn.
        games: The game of each entry.
        kind: The type wanted in each game, or -1 for any.
    """
    fits = turn.left[:, games] & ((turn.rolled[:, games] == kind) | (kind < 0))
    return np.asarray(fits.argmax(axis=0))


def resolve(turn: Turn, games: Games, track: npt.NDArray[np.int8], cell: Cells, extra: bool) -> None:
    """Draw a track, score its route and let its box take effect, in the order of `special_order`.

    Args:
        turn: The turn.
        games: The games.
        track: The track in each game.
        cell: Its box in each game.
        extra: Whether it is an extra track.
    """
    if not games.size:
        return
    table, trader, switches = turn.table, turn.trader, turn.table.board.switches
    special = table.board.special[cell]
    drawn = draw(table, trader, games, track, cell)
    table.counts[trader, EXTRA, games] += extra
    table.emit("drawn", turn=turn, games=games, track=track, cell=cell, extra=extra)
    table.stars[trader, games] += special == STAR
    if switches.special_order == "score_first":
        score(turn, drawn)
    # without chains, the box of an extra track has no effect
    if not extra or switches.chains == "yes":
        take_effect(turn, games, special)
    if switches.special_order == "special_first":
        score(turn, drawn)


def take_effect(turn: Turn, games: Games, special: npt.NDArray[np.int8]) -> None:
    """Carry out the special boxes (rocket, asteroid, black hole) just drawn on, in games that are not over.

    Args:
        turn: The turn.
        games: The games.
        special: The code of the special box in each game; 0 for none.
    """
    table = turn.table
    going_on = ~table.over[games]
    asteroid, hole = (games[going_on & (special == kind)] for kind in (ASTEROID, HOLE))
    more = np.flatnonzero(going_on & ((special == ROCKET) | (special == ASTEROID)))
    if more.size:
        allowed = np.ones((len(TYPES), more.size), np.bool_)
        if asteroid.size:
            rolled = turn.dice.asteroid(turn, asteroid)
            turn.asteroids[asteroid] += 1
            table.emit("rolled", turn=turn, games=asteroid, rolled=rolled)
            # a rocket allows every type, an asteroid only the one that it rolled
            allowed[:, special[more] == ASTEROID] = np.arange(len(TYPES))[:, None] == rolled
        add(turn, games[more], allowed)
    if hole.size:
        cell = turn.judge.fill(turn, hole)
        filled = np.flatnonzero(cell >= 0)
        fill(table, hole[filled], cell[filled])
        table.counts[turn.trader, FILLED, hole[filled]] += 1
        table.emit("filled", turn=turn, games=hole, cell=cell)


def add(turn: Turn, games: Games, allowed: Allowed) -> None:
    """Let the trader draw an extra track of the allowed types, or none."""
    turn.table.emit("choosing", turn=turn, games=games, allowed=allowed, extra=True)
    picked = turn.judge.pick(turn, games, allowed, extra=True)
    here = np.flatnonzero(picked.track >= 0)
    resolve(turn, games[here], picked.track[here], picked.cell[here], extra=True)


def fill(table: Table, games: Games, cell: Cells) -> None:
    """Fill a box in each of these games."""
    table.put(table.filled, games, cell)
    table.clear(table.empty, games, cell)


TURNS_ALONE = 40


def play_round(table: Table, judges: Sequence[Judge], dice: Dice) -> None:
    """Play one round in all games that are not over, and raise the round's number by one.

    A game in which nobody draws a track in the round is over, too.
    """
    rolled = dice.roll(table)
    left = np.ones(rolled.shape, np.bool_)
    going_on = ~table.over
    table.rounds += going_on
    table.emit("round", rolled=rolled)
    acted = np.zeros(table.games, np.bool_)
    traders = table.board.traders
    order = [(table.first + table.round + place) % traders for place in range(traders)]
    for place, trader in enumerate(order):
        following = order[place + 1] if place + 1 < traders else None
        acted |= play(Turn(table, trader, judges[trader], dice, place, following, rolled, left))
        if table.over.all():
            break
    stuck = going_on & ~table.over & ~acted
    table.stuck |= stuck
    table.over |= stuck
    table.round += 1


def play_on(table: Table, judges: Sequence[Judge], dice: Dice, turns_alone: int = TURNS_ALONE) -> Iterator[Table]:
    """Play rounds until all games are over, and yield tables of games as they end, in no order.

    Args:
        table: The games.
        judges: The judge who decides for each trader.
        dice: The dice.
        turns_alone: The turns after which the game of a single trader ends.
    """
    table.until = turns_alone
    while table.games:
        play_round(table, judges, dice)
        if table.board.traders == 1 and table.round >= turns_alone:
            table.over[:] = True
        if table.over.all():
            yield table
            return
        if table.over.any():
            yield table.take(np.flatnonzero(table.over))
            table = table.take(np.flatnonzero(~table.over))
