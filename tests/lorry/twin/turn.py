"""A draw and all that follows it: the planets it flies to, the route it ends, what lies in its box, extra tracks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.lorry.twin.galaxy import TRACKS, Box
from tests.lorry.twin.places import draws, fillable
from tests.lorry.twin.table import GameOver, Pair, Table
from tests.lorry.twin.ways import boxes_used, connected

Place = tuple[int, int, str]


class Chooser(Protocol):
    """Whoever decides what the rules leave to the trader."""

    def pair(self, table: Table, trader: int, ways: dict[Pair, int]) -> Pair | None: ...
    def extra(self, table: Table, trader: int, why: str, places: Sequence[Place]) -> Place | None: ...
    def hole(self, table: Table, trader: int, boxes: Sequence[Box]) -> Box | None: ...


class Rolls(Protocol):
    """Whoever throws the die of the turn once more."""

    def again(self) -> str: ...


@dataclass
class Turn:
    """A trader's turn: what they draw with the die they took."""

    table: Table
    trader: int
    chooser: Chooser
    rolls: Rolls | None = None
    """Of the die that was taken, once it is."""
    told: list[dict[str, Any]] = field(default_factory=list)
    """Every track drawn, every roll of an asteroid and every box filled, in order."""

    def draw(self, place: Place, why: str = "die") -> None:
        """One track, its route and its box. Raises GameOver with the last route."""
        table, trader, (column, row, ends) = self.table, self.trader, place
        before = connected(table, trader)
        table.lay(trader, (column, row), ends)
        self.told.append({"what": why, "box": (column, row), "ends": ends})
        joined = [pair for pair in connected(table, trader) if pair not in before]
        special = table.galaxy.specials.get((column, row))
        sets_off = why == "die" or table.switches["chains"] == "yes"
        table.stars[trader] += special == "star"
        if table.switches["special_order"] == "special_first":
            if sets_off:
                self.set_off(special)
            self.score(joined)
        else:
            self.score(joined)
        if table.over:
            raise GameOver
        if sets_off and table.switches["special_order"] == "score_first":
            self.set_off(special)

    def score(self, joined: Sequence[Pair]) -> None:
        """One of the pairs newly joined that nobody scored, the trader's choice."""
        table, trader = self.table, self.trader
        ways = connected(table, trader)
        new = [pair for pair in joined if pair not in table.scored]
        if new and table.switches["passed_over_pairs"] == "open":
            new = [pair for pair in ways if pair not in table.scored]
        chosen = self.chooser.pair(table, trader, {pair: ways[pair] for pair in sorted(new)}) if new else None
        if chosen is None:
            return
        table.scored[chosen] = (trader, ways[chosen])
        used = boxes_used(table, trader, chosen)
        self.told.append({"what": "score", "pair": chosen, "points": ways[chosen], "used": used})

    def set_off(self, what: str | None) -> None:
        """What the box gives; each of it at will."""
        table, trader = self.table, self.trader
        if what == "rocket":
            self.extra("rocket", list(TRACKS))
        elif what == "asteroid":
            assert self.rolls is not None
            kind = self.rolls.again()
            self.told.append({"what": "roll", "kind": kind})
            self.extra("asteroid", [kind])
        elif what == "black_hole":
            boxes = fillable(table)
            box = self.chooser.hole(table, trader, boxes) if boxes else None
            if box is not None:
                table.fill(box)
                self.told.append({"what": "fill", "box": box})

    def extra(self, why: str, kinds: Sequence[str]) -> None:
        """An extra track of one of these types, or none."""
        places = draws(self.table, self.trader, kinds)
        place = self.chooser.extra(self.table, self.trader, why, places) if places else None
        if place is not None:
            self.draw(place, why)
