"""What became of a fleet at the end of its flight: ship by ship, and quarter by quarter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.formation import Column
from analyzer.trucker.fleets.borders import QUARTERS, WAYS
from analyzer.trucker.fleets.fleet import Fleet
from analyzer.trucker.fleets.leaving import NEVER_FLOWN
from analyzer.trucker.ship.bitboard import count
from analyzer.trucker.ship.hull import MOST_SHIPS, Hull


def settled_fleets(convoy: Convoy) -> dict[str, Column]:
    """What became of the ships of fleets, ship by ship and quarter by quarter."""
    state, wrecks = convoy.state, convoy.wrecks
    hull_of = wrecks.hulls_of(state.wreck)
    gone, all_cards = state.gone.astype(np.int64), np.full(state.gone.shape, convoy.slot + 1)
    cards = np.where(gone == 0, all_cards, state.left_at).astype(np.int64)
    masks, whole = (wrecks.stack.array(name).take(hull_of, axis=0) for name in ("ships", "whole"))
    lost = whole[..., 0] & ~(state.alive | state.withdrawn)
    flies = gone == 0
    settled = {"ships": flies.sum(axis=0), "ships_started": (~np.isin(gone, NEVER_FLOWN)).sum(axis=0)}
    for number in range(MOST_SHIPS):
        name = f"ship_{number + 1}"
        settled |= {f"{name}_left": gone[number], f"{name}_cards": cards[number]}
        settled[f"{name}_lost"] = count(lost & masks[..., number])
    for quarter in QUARTERS:
        ship = np.array([_fleet(hull).ship_with(quarter) for hull in wrecks.hulls]).take(hull_of)
        settled[quarter] = np.take_along_axis(flies, ship[None], axis=0)[0].astype(np.int64)
    settled["joined"] = np.array([WAYS.index(_fleet(hull).joined) for hull in wrecks.hulls]).take(hull_of)
    return settled


def by_way(each: Sequence[int | Column], joined: Column) -> Column:
    """(ships, flights) What holds in the way that each flight hangs together."""
    table = np.stack([np.broadcast_to(one, len(WAYS)) for one in each]).astype(np.int64)
    return np.take_along_axis(table, joined, axis=1)


def _fleet(hull: Hull) -> Fleet:
    """The fleet that a hull is of."""
    assert isinstance(hull.layout, Fleet)
    return hull.layout
