"""Choice of sectors, flights through them, and turns resumed in the middle of a flight."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.by_number import distinct
from analyzer.starship.captains.captain import Judge
from analyzer.starship.captains.values import known_cards, known_lost
from analyzer.starship.captains.worths import promises, worths
from analyzer.starship.encounters import KINDS
from analyzer.starship.tables import LOST_PLANET, STANDARD_RULES
from analyzer.starship.turn.allowed import has_action, has_speed_left
from analyzer.starship.turn.bits import HIDDEN, LOST, Rows, bit, by_bit, cards_in_play, count
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.table import COMMAND, FLOWN, SENSOR, Table, boosters, by_level, each, put, some
from analyzer.starship.turn.winning import turn_back_to_win, wins_by_trade


def choose(table: Table, judge: Judge, chosen: int | None = None) -> None:
    """Choose the sector with the largest expected worth, or the given one, and begin the flight.

    Args:
        table: the games.
        judge: judge of the active captain.
        chosen: number of the sector from 0, or None for the captain's choice.
    """
    lane = np.arange(table.lanes)
    worths(table, judge)
    promised = promises(table, judge)
    table.sector[...] = best(promised, first_in_ties(table, judge)) if chosen is None else chosen
    table.hope[...] = each(promised, table.sector, lane)
    table.knew[...] = each(known_cards(table, table.me, judge), table.sector, lane)
    table.knew_lost[...] = each(known_lost(table, table.me, judge), table.sector, lane)
    set_out(table)


def first_in_ties(table: Table, judge: Judge) -> int:
    """Return the sector (from 0) that is chosen first among sectors of equal worth.

    It is sector 0. To captains who remember no cards all sectors are alike, so they fly to the next one in each turn.
    """
    return (table.turn - 1) // 2 % len(table.sectors) if judge.captain.remembers == "none" else 0


def best(promised: np.ndarray[tuple[int, int], np.dtype[np.int32]], first: int) -> np.ndarray[Any, np.dtype[np.intp]]:
    """Return the sector with the largest expected worth in each lane. Shape (lanes,).

    Args:
        promised: expected worth of a flight to each sector. Shape (sectors, lanes).
        first: sector that wins ties, followed by the next ones.
    """
    return np.asarray((np.roll(promised, -first, axis=0).argmax(axis=0) + first) % len(promised))


def set_out(table: Table) -> None:
    """Begin the flight of each game: set how many cards may be turned up, and how many actions may be done."""
    lane = np.arange(table.lanes)
    speed = boosters(table, table.me) + table.roll
    table.flying[...] = ~table.over
    table.limit[...] = np.minimum(speed, each(table.size, table.sector, lane)) * table.flying
    table.allowed[...] = by_level(table.rules, "command", "actions", "actions")[table.modules[table.me, COMMAND]]


def look(table: Table, judge: Judge, dice: Dice) -> None:
    """Use the sensor: shown cards of little worth go below the sector, the others stay, the most valuable first.

    A card is of little worth if an unknown card is worth more to the captain.
    """
    level = table.modules[table.me, SENSOR]
    if not level.any():
        return
    for place in range(int(by_level(table.rules, "sensor", "looks").max())):
        if (looks(table) > place).any():
            dice.reveal(table, place)
    cards = looks(table)
    for many in distinct(cards[cards > 0]).tolist():
        rows = np.flatnonzero(cards == many)
        seen = some(table.order[:many], rows)
        worth = table.worth[seen, rows]
        remember_looked(table, rows, seen)
        below = worth < judge.captain.card
        # The largest key of all sorts cards that go below behind the others.
        arrange(table, rows, many, np.where(below, np.int32(1 << 20), -worth.astype(np.int32)), below)


def most_looks(table: Table) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    """Return the number of cards that the sensor can show, by its level. Shape (lanes,)."""
    return np.asarray(by_level(table.rules, "sensor", "looks")[table.modules[table.me, SENSOR]])


def looks(table: Table) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    """Return the number of cards that the sensor shows in this flight, at most those of the sector. Shape (lanes,)."""
    size = each(table.size, table.sector, np.arange(table.lanes))
    return np.where(table.flying, np.minimum(most_looks(table), size), np.int8(0))


def remember_looked(table: Table, rows: Rows, seen: np.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> None:
    """Add the cards that the sensor showed to the cards that the active player knows."""
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
    """Sort the first cards of a sector by key, and put some of them below the sector.

    Args:
        table: the games.
        rows: lanes in which it is done.
        many: number of cards, from the top, to arrange.
        key: sort key of each of these cards, smallest first. Shape (many, rows).
        below: whether each of these cards goes below the sector; such cards must have the largest keys. Shape (many,
            rows).
    """
    seen = np.take_along_axis(some(table.order[:many], rows), key.argsort(axis=0, kind="stable"), axis=0)
    looked_first = np.vstack([seen, some(table.order[many:], rows)])
    place = np.arange(len(looked_first))[:, None]
    staying = many - below.sum(axis=0)
    size = each(table.size, table.sector[rows], rows).astype(np.intp)
    lowest = size - (many - staying)
    # Old place of each card: those that stay, then the rest of the sector, then those put below it.
    source = np.where(place < staying, place, place + (many - staying))
    source = np.where((place >= lowest) & (place < size), place + staying - lowest, source)
    table.order[:, rows] = np.take_along_axis(looked_first, np.minimum(source, len(looked_first) - 1), axis=0)


def remember(table: Table) -> None:
    """Update the cards that players know: add cards turned up or laid open, remove cards that left their sector.

    Both players see them, because the other player turns the cards up (rules, page 7).
    """
    lane = np.arange(table.lanes)
    sector = table.sector
    here = each(table.sectors, sector, lane)
    for player in range(2):
        known = each(table.known[player], sector, lane) | table.turned | table.came
        put(table.known[player], sector, lane, known & here)
        lost = each(table.known_lost[player], sector, lane) + table.came_lost
        # Lost planets are alike: those turned up may be the ones known before, so they only set a minimum.
        at_least = np.where(table.over, 0, table.turned_lost)
        put(table.known_lost[player], sector, lane, np.maximum(lost, at_least))


def resume(table: Table, judge: Judge, dice: Dice) -> None:
    """Resume a flight in progress: lay cards of the sector, shuffled, at the places whose card is not known.

    With enumerated dice these places stay hidden. The limits of the flight are set, the cards that the captain knows,
    and `table.hope`, the worth that the captain expects of the cards still to come.
    """
    lane = np.arange(table.lanes)
    # Here `limit` still holds the number of places up to the end of the sector (`lay_begun`).
    known, cards_left = table.order.copy(), table.limit.copy()
    is_lost = (known == LOST) & (np.arange(len(known))[:, None] < cards_left)
    taken, lost = taken_of(known, cards_left), is_lost.sum(axis=0, dtype=np.int8)
    dice.shuffle(table)
    # Enumerated dice leave the order hidden; from sampled dice it takes the cards without a known place.
    if (table.order == HIDDEN).any():
        table.order[...] = known
        table.hidden &= ~taken
        table.hidden_lost -= lost
    else:
        table.order[...] = _filled(known, table.order, taken, lost)
    set_out(table)
    table.limit[...] = np.minimum(boosters(table, table.me) + table.roll, cards_left) * table.flying
    worths(table, judge)
    here = each(known_cards(table, table.me, judge), table.sector, lane)
    table.knew[...] = here & ~taken_of(known, table.cards_flown)
    table.knew_lost[...] = each(known_lost(table, table.me, judge), table.sector, lane)
    coming = np.maximum(table.knew_lost - table.turned_lost, 0)
    unknown = cards_left - table.cards_flown - count(table.knew) - coming
    table.hope[...] = unknown.astype(np.int32) * judge.captain.card
    for card in range(len(cards_in_play(table.rules))):
        table.hope += (table.knew >> np.uint64(card) & np.uint64(1)).astype(np.int32) * table.worth[card]


def taken_of(known: npt.NDArray[np.uint8], many: npt.NDArray[np.int8]) -> npt.NDArray[np.uint64]:
    """Return the set of known cards among the first `many` cards of the sector in flight. Shape (lanes,).

    Lost planets are left out.

    Args:
        known: cards of the sector from the top, HIDDEN where a card is not known. Shape (places, lanes).
        many: number of cards, from the top, to look at in each lane. Shape (lanes,).
    """
    sets = np.zeros(known.shape[1], np.uint64)
    for place, row in enumerate(known):
        sets |= np.where((place < many) & (row != HIDDEN), bit(row), np.uint64(0))
    return sets


def _filled(
    known: npt.NDArray[np.uint8],
    shuffled: npt.NDArray[np.uint8],
    taken: npt.NDArray[np.uint64],
    lost: npt.NDArray[np.int8],
) -> npt.NDArray[np.uint8]:
    """Return the cards of a sector from the top: known cards at their places, all others shuffled.

    The shape is (places, lanes).

    Args:
        known: cards of the sector from the top, HIDDEN where a card is not known. Shape (places, lanes).
        shuffled: all cards of the sector, shuffled. Shape (places, lanes).
        taken: set of the cards in `known`. Shape (lanes,).
        lost: number of lost planets in `known`. Shape (lanes,).
    """
    is_lost = shuffled == LOST
    # Lost planets are alike, so the first of the shuffle stand for those already placed.
    is_placed = (bit(shuffled) & taken != 0) | (is_lost & (is_lost.cumsum(axis=0) <= lost))
    # A stable sort of flags moves the cards without a known place to the front, still in shuffled order.
    others = np.take_along_axis(shuffled, is_placed.argsort(axis=0, kind="stable"), axis=0)
    hidden = known == HIDDEN
    return np.where(hidden, np.take_along_axis(others, np.maximum(hidden.cumsum(axis=0) - 1, 0), axis=0), known)


NUMBER = {name: number for number, name in enumerate(KINDS)}
KIND = by_bit(STANDARD_RULES, lambda card: NUMBER[card.kind], np.uint8)
"""Index of each card's kind, by bit; the entry at LOST is that of lost planets. Shape (64,)."""
KIND[LOST] = NUMBER[LOST_PLANET]


def fly(table: Table, judge: Judge, dice: Dice, most: int | None = None) -> None:
    """Fly on through the chosen sector until every flight has ended.

    Args:
        table: the games.
        judge: judge of the active captain.
        dice: dice of the turn.
        most: number of cards after which a flight turns back at the latest, or None.
    """
    while True:
        stop_flights(table, judge, most)
        if not table.flying.any():
            return
        next_card(table, judge, dice)


def next_card(table: Table, judge: Judge, dice: Dice) -> None:
    """Turn up and resolve the next card of all flights that go on; all have flown equally many cards."""
    place = int(table.cards_flown.max(where=table.flying, initial=0))
    dice.reveal(table, place)
    rows = np.flatnonzero(table.flying)
    turn_up(table, judge, rows, place)
    meet(table, judge, rows, dice)
    table.emit("card")


def stop_flights(table: Table, judge: Judge, most: int | None) -> None:
    """End the flights that the rules or the captain stop, and the flights of players who can win in trade and build.

    The captain turns back when the cards still to come promise less than nothing (`table.hope`).
    """
    table.flying &= has_speed_left(table) & has_action(table) & ~table.over & (table.hope >= 0)
    if most is not None:
        table.flying &= table.cards_flown < most
    turn_back_to_win(table, judge)


def turn_up(table: Table, judge: Judge, rows: Rows, place: int) -> None:
    """Count the next card of the flight as flown, and subtract the worth expected of it from `table.hope`."""
    cards = table.order[place][rows]
    table.cards_flown[rows] += 1
    table.counts[table.me, FLOWN][rows] += 1
    lost = cards == LOST
    # A known card promised its own worth and an unknown one the price `card`. A known lost planet promised nothing.
    knew = (table.knew[rows] >> cards.astype(np.uint64) & np.uint64(1) != 0) & ~lost
    noted = lost & (table.turned_lost[rows] < table.knew_lost[rows])
    spent = np.where(knew, each(table.worth, cards, rows), np.int16(judge.captain.card))
    table.hope[rows] -= np.where(noted, 0, spent)


def meet(table: Table, judge: Judge, rows: Rows, dice: Dice) -> None:
    """Resolve the card turned up last in each row: kind by kind, each kind for all its rows at once."""
    rows = _without_wins(table, judge, rows)
    cards = each(table.order, table.cards_flown[rows] - np.int8(1), rows)
    kinds = KIND[cards]
    # Kinds are numbered with the one that throws dice last: it may branch lanes, and then `rows` is out of date.
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
    """End the flights of players who can now win in trade and build, and return the other rows.

    A player who faces a pirate has to answer it first.

    Wins are tested before each card. One is found here only if a position begins at this card, or if the player flew on
    although they could have won.
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
