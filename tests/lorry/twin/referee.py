"""Rounds and whole games: who rolls, who picks when, who draws, and when it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from tests.lorry.twin.places import places
from tests.lorry.twin.table import GameOver, Table
from tests.lorry.twin.turn import Chooser, Place, Rolls, Turn

SWITCHES = {
    "end_by": "routes",
    "rotate_tracks": "yes",
    "tracks_per_box": "one",
    "dead_ends": "allowed",
    "surrounding": "sides",
    "passed_over_pairs": "lost",
    "route_length": "shortest",
    "scoring_forced": "yes",
    "special_order": "score_first",
    "chains": "yes",
    "fill_beside": "side",
    "no_place": "other_die",
    "first_player": "random",
}
"""Every open point with the reading that is taken."""
COLOURS = {1: ("white", "orange"), 2: ("white", "orange"), 3: ("white", "white", "orange")}
COLOURS[4] = ("white", "white", "orange", "orange")
LONGEST_ALONE = 40


Die = tuple[int, str]
"""Its number in the list, and what it shows."""


class Address(NamedTuple):
    """Which turn it is: the round, from 0, and the place in its picking order, from 0."""

    number: int
    seat: int


class Picker(Chooser, Protocol):
    """A trader: they pick a die and draw its track besides."""

    def pick(
        self, table: Table, trader: int, dice: Sequence[Die], following: int | None, at: Address
    ) -> tuple[int, Place | None]:
        """Of the dice that are left one, and where its track goes; `following` picks next."""


class Dice(Protocol):
    """The dice of a game."""

    def roll(self, number: int) -> list[str]:
        """What the dice of a round show, in the order in which they are listed."""

    def turn(self, number: int, seat: int, die: int) -> Rolls:
        """For asteroids: of the trader who picks at this place in the round and took this die."""


def rules_of(switches: Mapping[str, Any]) -> dict[str, str]:
    """Every switch, those named in their place."""
    return {**SWITCHES, **{name: str(value) for name, value in switches.items()}}


def picking_order(traders: int, starter: int) -> tuple[int, ...]:
    """The starter picks first, then clockwise."""
    return tuple((starter - 1 + seat) % traders + 1 for seat in range(traders))


def play_round(
    table: Table, pickers: Sequence[Picker], starter: int, number: int, dice: Dice, told: list[dict[str, Any]]
) -> None:
    """All dice are rolled, one after the other is taken. Told: a turn an entry. Raises GameOver."""
    left = list(enumerate(dice.roll(number)))
    order = picking_order(table.traders, starter)
    for seat in range(table.traders):
        left = play_turn(table, pickers, order, Address(number, seat), left, dice, told)


def play_turn(
    table: Table,
    pickers: Sequence[Picker],
    order: Sequence[int],
    at: Address,
    left: list[Die],
    dice: Dice,
    told: list[dict[str, Any]],
) -> list[Die]:
    """One trader of the picking order takes a die and draws; the dice that are left then. Raises GameOver."""
    trader, following = order[at.seat], [*order, None][at.seat + 1]
    picker = pickers[trader - 1]
    turn = Turn(table, trader, picker)
    told.append({"round": at.number, "trader": trader, "die": left[0][0], "kind": left[0][1], "events": turn.told})
    place = None
    drawable = any(any(places(table, trader, kind)) for _, kind in left)
    if drawable or table.switches["no_place"] == "pass":
        die, place = picker.pick(table, trader, left, following, at)
        told[-1].update(die=die, kind=dict(left)[die])
    taken = told[-1]["die"]
    turn.rolls = dice.turn(at.number, at.seat, taken)
    if place is not None:
        turn.draw(place)
    return [one for one in left if one[0] != taken]


def play(
    table: Table, pickers: Sequence[Picker], starter: int, dice: Dice, rounds: int | None = None, number: int = 0
) -> list[dict[str, Any]]:
    """Rounds from that number on until the last route, until a round in which nobody drew, or until so many."""
    told: list[dict[str, Any]] = []
    with suppress(GameOver):
        while rounds is None or number < rounds:
            play_round(table, pickers, starter, number, dice, told)
            if not any(turn["events"] for turn in told if turn["round"] == number):
                break
            number += 1
            starter = starter % table.traders + 1
    return told
