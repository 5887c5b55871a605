"""The flight: card after card until speed, actions, a lost fight, the sector or the captain's will end it."""

from __future__ import annotations

import numpy as np

from analyzer.starship.captains.judge import Judge
from analyzer.starship.encounters import KINDS
from analyzer.starship.tables import LOST_PLANET
from analyzer.starship.turn.allowed import has_action, has_way
from analyzer.starship.turn.bits import LOST, Rows, bit, by_bit
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.lanes import each
from analyzer.starship.turn.table import FLOWN, Table
from analyzer.starship.turn.winning import turn_back_to_win, wins_by_trade

NUMBER = {name: number for number, name in enumerate(KINDS)}
KIND = by_bit(lambda card: NUMBER[card.kind], np.uint8)
"""The numbers of kinds, by card."""
KIND[LOST] = NUMBER[LOST_PLANET]


def fly(table: Table, judge: Judge, dice: Dice, most: int | None = None) -> None:
    """Fly on through the sector that was chosen; most: turn back after this many cards at the latest."""
    while True:
        may_go_on(table, judge, most)
        if not table.flying.any():
            return
        next_card(table, judge, dice)


def next_card(table: Table, judge: Judge, dice: Dice) -> None:
    """Turn up the next card of all flights that are on, which have come equally far, and meet it."""
    place = int(table.cards_flown.max(where=table.flying, initial=0))
    dice.reveal(table, place)
    rows = np.flatnonzero(table.flying)
    turn_up(table, judge, rows, place)
    meet(table, judge, rows, dice)
    table.emit("card")


def may_go_on(table: Table, judge: Judge, most: int | None) -> None:
    """Which flights go on: those that the rules and the captain let, and none after which trade and build win."""
    table.flying &= has_way(table) & has_action(table) & ~table.over & (table.hope >= 0)
    if most is not None:
        table.flying &= table.cards_flown < most
    turn_back_to_win(table, judge)


def turn_up(table: Table, judge: Judge, rows: Rows, place: int) -> None:
    """Count the next card, and what the captain still hopes for without it."""
    cards = table.order[place][rows]
    table.cards_flown[rows] += 1
    table.counts[table.me, FLOWN][rows] += 1
    lost = cards == LOST
    knew = (table.knew[rows] >> cards.astype(np.uint64) & np.uint64(1) != 0) & ~lost
    noted = lost & (table.turned_lost[rows] < table.knew_lost[rows])
    spent = np.where(knew, each(table.worth, cards, rows), np.int16(judge.captain.card))
    table.hope[rows] -= np.where(noted, 0, spent)


def meet(table: Table, judge: Judge, rows: Rows, dice: Dice) -> None:
    """Flights that meet the same kind are gathered; a card counts as seen once it was met."""
    rows = _without_wins(table, judge, rows)
    cards = each(table.order, table.cards_flown[rows] - np.int8(1), rows)
    kinds = KIND[cards]
    order = kinds.argsort(kind="stable")
    rows, cards = rows.take(order), cards.take(order)
    begin = 0
    for kind, end in zip(KINDS.values(), np.bincount(kinds, minlength=len(KINDS)).cumsum().tolist(), strict=True):
        if kind.throws_dice:
            table.turned[rows[:begin]] |= bit(cards[:begin])
        if begin < end and (judge.captain.acts or kind.unavoidable):
            kind.meet(table, judge, rows[begin:end], cards[begin:end], dice)
        begin = end


def _without_wins(table: Table, judge: Judge, rows: Rows) -> Rows:
    """Those that do not turn back at the card at hand to win; a pirate has to be answered first.

    Only where a position begins, or a player flew on in spite of it, a win in hand was not seen before the card.
    """
    fresh = rows[~table.weighed[rows]]
    if not fresh.size or not judge.captain.acts:
        return rows
    cards = each(table.order, table.cards_flown[fresh] - np.int8(1), fresh)
    open_ = KIND[cards] != NUMBER["pirate"]
    winning = wins_by_trade(table, fresh[open_])
    table.turned[winning] |= bit(each(table.order, table.cards_flown[winning] - np.int8(1), winning))
    table.flying[winning] = False
    return rows[table.flying[rows]]
