"""Ways in which a thinker may go on: what the captain would do with other prices, for one decision."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from analyzer.starship.captains.captain import BUILDS
from analyzer.starship.captains.judge import Judge
from analyzer.starship.turn.bits import Rows
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.flight import may_go_on, meet
from analyzer.starship.turn.games import compiled
from analyzer.starship.turn.table import Table

DEAREST, DEAR = 2_000, 80
"""Prices, in tenths of an Astro: above all others, and above every price on a card."""
AS_PRICED, FLIES_ON, TURNS_BACK = range(3)


class AtCard(NamedTuple):
    """A way to meet the card at hand, and whether to fly on behind it."""

    judge: Judge
    going: int = AS_PRICED

    def meet(self, table: Table, rows: Rows, dice: Dice) -> None:
        """Meet it in those games; which of them go on is seen at once."""
        if not rows.size:
            return
        meet(table, self.judge, rows, dice)
        if self.going == FLIES_ON:
            table.hope[rows] = np.maximum(table.hope[rows], 0)
        if self.going == TURNS_BACK:
            table.hope[rows] = -1
        others = table.flying.copy()
        others[rows] = False
        may_go_on(table, self.judge, None)
        table.flying[others] = True


def at_cards(judge: Judge) -> tuple[AtCard, ...]:
    """As priced, turning back or flying on behind it; passing; not saving actions, and so founding rather than trading,
    trading rather than founding, buying all, selling all."""
    return (
        AtCard(judge),
        AtCard(judge, TURNS_BACK),
        AtCard(judge, FLIES_ON),
        AtCard(_priced(judge, acts=False)),
        AtCard(_priced(judge, action=0)),
        AtCard(_priced(judge, action=0, friendship=DEAREST)),
        AtCard(_priced(judge, action=0, friendship=0)),
        AtCard(_priced(judge, action=0, good_wanted=DEAR, good_spare=DEAR, science=DEAR)),
        AtCard(_priced(judge, action=0, good_wanted=0, good_spare=0, science=0)),
    )


def in_trade(judge: Judge) -> tuple[Judge, ...]:
    """As priced; each build first, and what it needs bought for it; trading alone; nothing."""
    return (
        judge,
        *(_priced(judge, **{build: DEAREST}) for build in BUILDS),
        _priced(judge, **dict.fromkeys(BUILDS, 0)),
        _priced(judge, acts=False),
    )


def _priced(judge: Judge, **prices: Any) -> Judge:
    return compiled(replace(judge.captain, **prices), judge.switches)
