"""Founding with a ship of the hangar: colonies on their cards, and stations on cards with H instead of trading."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import Judge
from analyzer.starship.encounters.kind import CardKind
from analyzer.starship.turn.acting import Cards, claim, threshold
from analyzer.starship.turn.bits import Rows, bit, friendships, station_set
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.table import Table, ships_of

WITH_H = "trade_ship"
"""Ship with which a station is founded on a card with H."""


def has_ship(table: Table, ship: str, rows: Rows) -> npt.NDArray[np.bool_]:
    """Return whether the active player has a ship of that kind in the hangar. Shape (rows,)."""
    return np.asarray(ships_of(table, ship)[table.me][rows] > 0)


def found_station(
    table: Table, judge: Judge, rows: Rows, cards: Cards, gain: npt.NDArray[np.int16], least: npt.NDArray[np.int16]
) -> npt.NDArray[np.bool_]:
    """Found a station if it is worth more than `least`, and at least as much as the best trade at the card.

    Args:
        table: the games.
        judge: judge of the active captain.
        rows: lanes of the games.
        cards: the card turned up in each game. Shape (rows,).
        gain: gain of the best trade in tenths of an Astro. Shape (rows,).
        least: worth in tenths of an Astro that an action must exceed. Shape (rows,).

    Returns:
        Whether a station was founded. Shape (rows,).
    """
    worth = friendships(table.rules)[cards] * np.int16(judge.captain.friendship)
    may_found = (bit(cards) & station_set(table.rules) != 0) & has_ship(table, WITH_H, rows)
    done = np.asarray(may_found & (worth > least) & (worth >= gain))
    claim(table, rows[done], cards[done], WITH_H)
    return done


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards, dice: Dice) -> None:
    """Found a station if that is worth an action, or pass."""
    found_station(table, judge, rows, cards, np.zeros(rows.size, np.int16), threshold(table, judge, rows))


KINDS = {"median": CardKind(meet)}
"""Median is a planet without trade, on which a station can be founded; it brings two friendship points."""
