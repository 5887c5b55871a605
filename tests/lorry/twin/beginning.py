"""Captains who are told how to begin (docs/lorry-rulings.md, A beginning that is told)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.lorry.twin.galaxy import KIND
from tests.lorry.twin.mind import Mind
from tests.lorry.twin.outlook import Outlook
from tests.lorry.twin.places import draws
from tests.lorry.twin.referee import Address, Die
from tests.lorry.twin.table import Pair, Table
from tests.lorry.twin.turn import Place
from tests.lorry.twin.ways import connected

NO_PRICES = dict.fromkeys(
    ("point", "near", "growth", "arm", "slot", "finish", "star", "rocket", "asteroid", "hole", "deny", "block"), 0
) | {"patience": 0}
ANOTHER_PAIR = 2000
"""What it costs to join another one, in tenths."""


@dataclass(eq=False)
class BeginsAt(Mind):
    """In round 0 only draws count of which an end touches the planet, if there is one."""

    planet: int = 1

    def pick(
        self, table: Table, trader: int, dice: Sequence[Die], following: int | None, at: Address
    ) -> tuple[int, Place | None]:
        kinds = [kind for _, kind in dice]
        view = Outlook(table, trader)
        scores = self.candidates(view, draws(table, trader, kinds), following, kinds)
        there = [(score, one) for score, one in scores if self.planet in table.planets_met((one[0], one[1]), one[2])]
        if at.number > 0 or not there:
            return super().pick(table, trader, dice, following, at)
        best, place = max(there, key=lambda scored: scored[0])
        self.forced += best < self.keep(view, None)
        return die_for(dice, place), place


@dataclass(eq=False)
class HeadsFor(Mind):
    """Goes straight for a pair, as long as none was scored and anything leads to it."""

    wanted: Pair = (1, 2)
    first: Pair | None = None
    """What was scored first."""

    def pick(
        self, table: Table, trader: int, dice: Sequence[Die], following: int | None, at: Address
    ) -> tuple[int, Place | None]:
        kinds = [kind for _, kind in dice]
        told = self.told(table, trader, draws(table, trader, kinds))
        if told is None:
            return super().pick(table, trader, dice, following, at)
        best, kept, place = told
        self.forced += best < kept
        return die_for(dice, place), place

    def extra(self, table: Table, trader: int, why: str, places: Sequence[Place]) -> Place | None:
        told = self.told(table, trader, places)
        if told is None:
            return super().extra(table, trader, why, places)
        best, kept, place = told
        return place if best > kept else None

    def told(self, table: Table, trader: int, places: Sequence[Place]) -> tuple[int, int, Place] | None:
        """The best draw on the way to the pair, what it is worth, and what is without it; None where none leads on."""
        straight = Mind(NO_PRICES | {"point": 200, "near": 10, "arm": 1})
        pairs = [(one, other) for one in table.galaxy.planets for other in table.galaxy.planets if one < other]
        alone = table.copy()
        alone.scored |= {pair: (trader, 0) for pair in pairs if pair != self.wanted}
        view = Outlook(alone, trader)
        scores = straight.candidates(view, places, None, ())
        scores = [(score - ANOTHER_PAIR * self.joins_another(table, trader, one), one) for score, one in scores]
        best, place = max(scores, key=lambda scored: scored[0], default=(straight.nothing, (0, 0, "")))
        if self.first is not None or best <= straight.nothing:
            return None
        return best, straight.keep(view, None), place

    def joins_another(self, table: Table, trader: int, place: Place) -> bool:
        """Whether a draw newly joins another pair that nobody has scored."""
        before = connected(table, trader)
        after = connected(table.with_track(trader, (place[0], place[1]), place[2]), trader)
        return any(pair not in before and pair not in table.scored and pair != self.wanted for pair in after)

    def pair(self, table: Table, trader: int, ways: dict[Pair, int]) -> Pair | None:
        chosen = super().pair(table, trader, ways)
        if self.first is None:
            chosen = self.wanted if self.wanted in ways else chosen
            self.first = chosen
        return chosen


def die_for(dice: Sequence[Die], place: Place) -> int:
    """The first die of the type that is drawn there."""
    return next(die for die, kind in dice if kind == KIND[place[2]])
