"""Choosing a sector, looking at its first cards with the sensor, and what both remember after a flight."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.starship.captains.judge import Judge
from analyzer.starship.captains.memory import known_cards, known_lost
from analyzer.starship.captains.worths import promises, worths
from analyzer.starship.turn.bits import Rows, bit
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.lanes import each, put, some
from analyzer.starship.turn.table import COMMAND, SENSOR, Table, boosters, by_level


def choose(table: Table, judge: Judge, chosen: int | None = None) -> None:
    """Go to the sector that promises most, or to the one that is set."""
    lane = np.arange(table.lanes)
    worths(table, judge)
    promised = promises(table, judge)
    table.sector[...] = best(promised, first_looked_at(table, judge)) if chosen is None else chosen
    table.hope[...] = each(promised, table.sector, lane)
    table.knew[...] = each(known_cards(table, table.me, judge), table.sector, lane)
    table.knew_lost[...] = each(known_lost(table, table.me, judge), table.sector, lane)
    set_out(table)


def first_looked_at(table: Table, judge: Judge) -> int:
    """Which of equal sectors is taken: the first; captains who take no notes take turns among them."""
    return (table.turn - 1) // 2 % len(table.sectors) if judge.captain.remembers == "none" else 0


def best(promised: np.ndarray[tuple[int, int], np.dtype[np.int32]], first: int) -> np.ndarray[Any, np.dtype[np.intp]]:
    """(lanes,) The sector that promises most, of equal ones the next from `first` on."""
    return np.asarray((np.roll(promised, -first, axis=0).argmax(axis=0) + first) % len(promised))


def set_out(table: Table) -> None:
    """How far the flight may go, with how many actions."""
    lane = np.arange(table.lanes)
    speed = boosters(table, table.me) + table.roll
    table.flying[...] = ~table.over
    table.limit[...] = np.minimum(speed, each(table.size, table.sector, lane)) * table.flying
    table.allowed[...] = by_level("command", "actions", "actions")[table.modules[table.me, COMMAND]]


def look(table: Table, judge: Judge, dice: Dice) -> None:
    """With Sensor: look at the first cards, those worth least go below, the others stay, the most valuable first."""
    level = table.modules[table.me, SENSOR]
    if not level.any():
        return
    for place in range(int(by_level("sensor", "looks").max())):
        if (looks(table) > place).any():
            dice.reveal(table, place)
    cards = looks(table)
    for many in np.unique(cards[cards > 0]).tolist():
        rows = np.flatnonzero(cards == many)
        seen = some(table.order[:many], rows)
        worth = table.worth[seen, rows]
        remember_looked(table, rows, seen)
        below = worth < judge.captain.card
        arrange(table, rows, many, np.where(below, np.int32(1 << 20), -worth.astype(np.int32)), below)


def most_looks(table: Table) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    """How many cards the sensor shows of a sector where so many lie."""
    return np.asarray(by_level("sensor", "looks")[table.modules[table.me, SENSOR]])


def looks(table: Table) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    """How many cards each may look at."""
    size = each(table.size, table.sector, np.arange(table.lanes))
    return np.where(table.flying, np.minimum(most_looks(table), size), np.int8(0))


def remember_looked(table: Table, rows: Rows, seen: np.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> None:
    """Who looked knows those cards."""
    known, sector = table.known[table.me], table.sector[rows]
    for card in seen:
        put(known, sector, rows, each(known, sector, rows) | bit(card))


def arrange(
    table: Table,
    rows: Rows,
    many: int,
    key: np.ndarray[tuple[int, int], np.dtype[np.int32]],
    below: np.ndarray[tuple[int, int], np.dtype[np.bool_]],
) -> None:
    """Put the first cards in the order of their keys (many, rows), those `below` under the sector."""
    seen = np.take_along_axis(some(table.order[:many], rows), key.argsort(axis=0, kind="stable"), axis=0)
    looked_first = np.vstack([seen, some(table.order[many:], rows)])
    place = np.arange(len(looked_first))[:, None]
    staying = many - below.sum(axis=0)
    size = each(table.size, table.sector[rows], rows).astype(np.intp)
    lowest = size - (many - staying)
    source = np.where(place < staying, place, place + (many - staying))
    source = np.where((place >= lowest) & (place < size), place + staying - lowest, source)
    table.order[:, rows] = np.take_along_axis(looked_first, np.minimum(source, len(looked_first) - 1), axis=0)


def remember(table: Table) -> None:
    """What was turned up and what came open is known to both; what is gone is known to nobody."""
    lane = np.arange(table.lanes)
    sector = table.sector
    here = each(table.sectors, sector, lane)
    for player in range(2):
        known = each(table.known[player], sector, lane) | table.turned | table.came
        put(table.known[player], sector, lane, known & here)
        lost = each(table.known_lost[player], sector, lane) + table.came_lost
        at_least = np.where(table.over, 0, table.turned_lost)
        put(table.known_lost[player], sector, lane, np.maximum(lost, at_least))
