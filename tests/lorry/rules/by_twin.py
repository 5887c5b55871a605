"""Cases asked of the plain twin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.lorry.rules.played import Board, Box, End, Pair, Place, Script
from tests.lorry.twin.face import Position, Refused
from tests.lorry.twin.places import legal
from tests.lorry.twin.referee import picking_order, play
from tests.lorry.twin.table import Table

name = "twin"
refused = Refused


def position(made: Board) -> Position:
    return Position(made.galaxy, made.traders, made.tracks, made.filled, made.scored)


@dataclass
class Reader:
    """Dice and every trader, by a script."""

    script: Script

    def roll(self, number: int) -> list[str]:
        return self.script.roll()

    def turn(self, number: int, seat: int, die: int) -> Script:
        return self.script

    def pick(
        self, table: Table, trader: int, dice: Sequence[tuple[int, str]], following: int | None, at: Any
    ) -> tuple[int, Place | None]:
        kinds = [kind for _, kind in dice]
        places = {kind: legal(table, trader, kind) for kind in kinds}
        kind, place = self.script.pick(trader, kinds, places, table.switches["no_place"] == "pass")
        return dice[kinds.index(kind)][0], place

    def pair(self, table: Table, trader: int, ways: dict[Pair, int]) -> Pair | None:
        return self.script.pair(ways, table.switches["scoring_forced"] == "no")

    def extra(self, table: Table, trader: int, why: str, places: Sequence[Place]) -> Place | None:
        return self.script.extra(why == "asteroid", places)

    def hole(self, table: Table, trader: int, boxes: Sequence[Box]) -> Box | None:
        return self.script.hole(boxes)


def play_script(made: Board, text: str, starter: int = 1) -> End:
    """Plays the script to its end; fails if it does not say all."""
    table, script = position(made).table, Script.of(text)
    reader = Reader(script)
    told = play(table, [reader] * made.traders, starter, reader, script.rounds)
    script.check_used()
    first = {turn["round"]: turn["trader"] for turn in reversed(told)}
    now = Position.of(table)
    return End(
        dict(table.scored),
        now.totals,
        now.stars,
        tuple(table.slots(trader) for trader in table.seats),
        now.over,
        {(*box, who, ends) for who, own in table.tracks.items() for box, ends in own.items()},
        set(table.filled),
        tuple(first[number] for number in sorted(first)),
    )


__all__ = ["name", "picking_order", "play_script", "position", "refused"]
