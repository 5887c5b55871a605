"""Produce: the roll, and what each player chose among the goods of their colonies that fit."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.starship.records.game import HERE, Game, Refused
from analyzer.starship.tables import CRESTS, GOODS, card_by_id
from analyzer.starship.turn.production import goods_offered, make, make_by_modules


def produce(game: Game, step: Any) -> None:
    """Roll the yellow die; both players produce."""
    game.needs("production")
    before = int(game.table.roll[0])
    game.table.roll[0] = step.roll
    try:
        chosen = [_chosen(game, player, getattr(step, crest)) for player, crest in enumerate(CRESTS)]
    except Refused:
        game.table.roll[0] = before
        raise
    for player, good in enumerate(chosen):
        if good is not None:
            make(game.table, player, HERE, np.array([good]))
        make_by_modules(game.table, player)
    game.phase = "sector"


def _chosen(game: Game, player: int, named: str | None) -> int | None:
    """The good that is produced, None if nothing is."""
    crest = CRESTS[player]
    offered = [good for good, can in enumerate(goods_offered(game.table, player)[:, 0]) if can]
    if named in (None, "", "none"):
        if len(offered) > 1:
            names = " or ".join(GOODS[good] for good in offered)
            raise Refused(f"{crest} has a choice: name {names}")
        return offered[0] if offered else None
    known = card_by_id().get(str(named))
    name = known.good if known is not None else str(named)
    if name not in GOODS or GOODS.index(name) not in offered:
        raise Refused(f"{crest} has no colony for {named} with a {int(game.table.roll[0])} whose good fits")
    return GOODS.index(name)
