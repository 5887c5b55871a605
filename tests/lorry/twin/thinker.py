"""A captain who imagines games behind their best candidates (docs/lorry-rulings.md, The thinker)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.lorry.twin.beginning import die_for
from tests.lorry.twin.dice import GameDice
from tests.lorry.twin.mind import Mind, mind_of, wins_in_hand
from tests.lorry.twin.outlook import Outlook
from tests.lorry.twin.places import draws
from tests.lorry.twin.referee import Address, Die, picking_order, play, play_turn
from tests.lorry.twin.table import GameOver, Table
from tests.lorry.twin.turn import Place, Turn

NOT_YET = Address(0, 0)


@dataclass(eq=False, kw_only=True)
class Thinker(Mind):
    """How many candidates, games behind each and rounds more (0: to the end), for which goal; alone `until` a round."""

    looks_at: int
    imagines: int
    rounds: int
    goal: str
    dice: GameDice
    until: int | None
    at: Address = NOT_YET
    left: Sequence[Die] = ()
    die: int = 0
    thoughts: int = 0

    @cached_property
    def plain(self) -> Mind:
        """The captain of these prices who does not think."""
        return mind_of(self.prices)

    def pick(
        self, table: Table, trader: int, dice: Sequence[Die], following: int | None, at: Address
    ) -> tuple[int, Place | None]:
        self.die, place = self.plain.pick(table, trader, dice, following, at)
        self.forced = self.plain.forced
        self.at, self.left, self.thoughts = at, dice, 0
        if place is not None and not wins_in_hand(table, trader, [place], "die"):
            kinds = [kind for _, kind in dice]
            place = self.think(table, trader, "die", self.widely(table, trader, draws(table, trader, kinds), following))
            assert place is not None
            self.die = die_for(dice, place)
        return self.die, place

    def extra(self, table: Table, trader: int, why: str, places: Sequence[Place]) -> Place | None:
        if table.switches["special_order"] == "special_first" or wins_in_hand(table, trader, places, why):
            return self.plain.extra(table, trader, why, places)
        return self.think(table, trader, why, [*self.widely(table, trader, places, None), None])

    def widely(self, table: Table, trader: int, places: Sequence[Place], following: int | None) -> list[Place | None]:
        """The best candidates of all legal draws, the first of equals, and all others that score a route."""
        view, left = Outlook(table, trader), [kind for _, kind in self.left] if following else []
        score = {
            one: self.plain.score(view, one, bool(table.met_by_own(trader, (one[0], one[1]))), following, left)
            for one in places
        }
        best = sorted(places, key=lambda one: -score[one])
        return best[: self.looks_at] + [one for one in best[self.looks_at :] if self._longest_new(view, one)]

    def think(self, table: Table, trader: int, why: str, candidates: Sequence[Place | None]) -> Place | None:
        """The candidate whose imagined games bring most together, the first of equals."""
        if len(candidates) == 1:
            return candidates[0]
        worth = self.worth(table, trader, why, candidates)
        self.thoughts += 1
        return candidates[worth.index(max(worth))]

    def worth(self, table: Table, trader: int, why: str, candidates: Sequence[Place | None]) -> list[int]:
        """What the imagined games behind each candidate bring together."""
        turn = 4 * self.at.number + self.at.seat
        begin = 2**63 + 2**40 * (64 * turn + min(self.thoughts, 63))
        return [
            sum(self.imagined(table, trader, why, one, begin, game) for game in range(self.imagines))
            for one in candidates
        ]

    def imagined(self, table: Table, trader: int, why: str, place: Place | None, begin: int, game: int) -> int:
        """What they want of one game that goes on with this draw, all by their prices."""
        after, known = table.copy(), self.dice
        dice = GameDice(known.galaxy, known.colours, known.seed, known.game * self.imagines + game, begin)
        die = self.die if why != "die" or place is None else die_for(self.left, place)
        minds = [mind_of(self.prices)] * table.traders
        order = picking_order(table.traders, (trader - 1 - self.at.seat) % table.traders + 1)
        told: list[dict[str, Any]] = []
        last = [] if self.until is None else [self.until]
        last += [self.at.number + 1 + self.rounds] if self.rounds else []
        with suppress(GameOver):
            turn = Turn(after, trader, minds[0], dice.turn(self.at.number, self.at.seat, die))
            if place is not None:
                turn.draw(place, why)
            left = [one for one in self.left if one[0] != die]
            for seat in range(self.at.seat + 1, table.traders):
                left = play_turn(after, minds, order, Address(self.at.number, seat), left, dice, told)
            play(after, minds, order[0] % table.traders + 1, dice, min(last, default=None), self.at.number + 1)
        return self.wants(after, trader)

    def wants(self, table: Table, trader: int) -> int:
        """Their total, alone or if they want that; how far they are above the best rival; or 1 if nobody has more."""
        own, rivals = table.total(trader), [table.total(one) for one in table.seats if one != trader]
        if self.goal == "total" or not rivals:
            return own
        return own - max(rivals) if self.goal == "margin" else own >= max(rivals)
