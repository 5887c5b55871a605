"""Build and upgrade: ships, boosters, cannons, modules."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.answers.description import in_words
from analyzer.starship.records.game import HERE, Game, Refused
from analyzer.starship.switches import THREE_FIRST
from analyzer.starship.tables import MODULES, STORED, costs
from analyzer.starship.turn.allowed import has_place, in_time, is_paid, modules_to_build
from analyzer.starship.turn.building import build_one

NAMED: dict[str, tuple[str, int | None]] = {name: (name, None) for name in MODULES}
NAMED |= {
    f"{name}{sign}": (name, level) for name in MODULES for level, sign in ((1, "_1"), (2, "_2"), (1, " I"), (2, " II"))
}
"""Modules as builds: by name alone the level that comes next."""
FULL = {
    "colony_ship": "the hangar is full",
    "trade_ship": "the hangar is full",
    "booster": "all openings for boosters are filled",
    "cannon": "all openings for cannons are filled",
}
"""Why there is no place for a build."""


def build(game: Game, step: Any) -> None:
    """Build one thing, in trade and build."""
    game.needs("trade")
    if step.what in FULL:
        if not has_place(game.table, game.me, step.what)[0]:
            raise Refused(FULL[step.what])
        _pay_for(game, step.what)
        build_one(game.table, HERE, step.what)
    elif step.what in NAMED:
        module, level = NAMED[step.what]
        _build_module(game, module, step.level or level)
    else:
        known = ["colony_ship", "trade_ship", "booster", "cannon", *MODULES]
        raise Refused(f"build {step.what!r}: one of {', '.join(known)}")


def _build_module(game: Game, what: str, level: int | None) -> None:
    number = MODULES.index(what)
    own = int(game.table.modules[game.me, number, 0])
    if own == 2:
        raise Refused(f"{what} II is there")
    if level is not None and level != own + 1:
        raise Refused(f"{what} II needs its I" if level == 2 else f"{what} I is there")
    if own == 1 and not modules_to_build(game.table, game.me)[1][number, 0]:
        raise Refused(f"the other has {what} II: only one is in the game")
    _pay_for(game, f"module_{own + 1}")
    build_one(game.table, HERE, f"module_{own + 1}", np.array([number]))


def upgrade(game: Game, step: Any) -> None:
    """Raise a booster or cannon to level II."""
    game.needs("trade")
    build = f"{step.what}_2"
    if not has_place(game.table, game.me, build)[0]:
        raise Refused(f"no {step.what} of level I")
    if not in_time(game.table, game.me, build)[0]:
        raise Refused(f"level II needs all three openings for {step.what}s filled. {THREE_FIRST}")
    _pay_for(game, build)
    build_one(game.table, HERE, build)


def _pay_for(game: Game, build: str) -> None:
    """See that what it costs is there."""
    if is_paid(game.table, game.me, build)[0]:
        return
    for kind, many in enumerate(costs()[build]):
        if game.have(kind) < many:
            raise Refused(f"it costs {many} {in_words(STORED[kind])}, but {game.have(kind)} is aboard")
