"""Rewards and losses at the end of a flight (rules: "Belohnungen und Verluste", "Abbruch des Fluges")."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.flight.giving_up import half_price
from analyzer.trucker.metrics import COLUMNS, METRICS
from analyzer.trucker.ship.bitboard import Counts, count
from analyzer.trucker.wrecks import facts

Column = npt.NDArray[np.int64]


class Outcome:
    """How flights ended: every column of `trucker/metrics.py` as an attribute, whole numbers (ships, flights)."""

    def __init__(self, **columns: Column) -> None:
        assert set(columns) == set(COLUMNS), set(columns) ^ set(COLUMNS)
        self.__dict__.update(columns)

    def __getattr__(self, column: str) -> Column:
        raise AttributeError(f"no metric {column!r}")

    def columns(self) -> dict[str, Column]:
        """All columns by name, in the order of METRICS."""
        return {name: getattr(self, name) for name in COLUMNS}


def settle(convoy: Convoy, places: Counts, removed: Sequence[int]) -> Outcome:
    """Pay rewards, sell goods, charge losses; `places` is the starting order, `removed` what repair took off.

    By the basic rules neither that nor what is in reserve is charged.
    """
    state, level = convoy.state, convoy.level
    arrived = state.flying
    exposed = convoy.fact(facts.exposed_connectors)
    lost = convoy.fact(facts.launched) - convoy.fact(facts.components)
    if not convoy.basic:
        lost = lost + convoy.fact(facts.reserve) + np.array(removed)[:, None]
    penalty = lost * level.price_per_loss
    if level.loss_cap is not None:
        penalty = np.minimum(penalty, level.loss_cap)
    cubes = np.bitwise_count(state.goods).astype(np.int64)
    edition = convoy.edition
    value = np.tensordot(edition.good_values, cubes, axes=1)
    sold = np.where(arrived, value, half_price(value))
    place = convoy.rank() + 1
    order_reward = np.array((0, *level.order_rewards))[place]
    fewest = np.where(arrived, exposed, np.iinfo(np.int64).max).min(axis=0)
    looks_reward = level.looks_reward * (arrived & (exposed == fewest))
    paid = {
        "bounty": state.bounty.astype(np.int64),
        "goods_sold": sold,
        "order_reward": order_reward,
        "looks_reward": looks_reward,
        "penalty": penalty,
    }
    credits = np.asarray(sum(sign * paid[part] for part, sign in METRICS.parts.items()))
    most = credits == credits.max(axis=0)
    return Outcome(
        **paid,
        ending=state.ending.astype(np.int64),
        cards_flown=np.where(arrived, convoy.slot + 1, state.cards_flown).astype(np.int64),
        components_lost=lost,
        days=state.position - np.array(level.starts)[places],
        crew=count(state.crew),
        batteries=count(state.charge),
        goods=cubes.sum(axis=0),
        exposed=exposed,
        place=place.astype(np.int64),
        credits=credits,
        wealth=np.where(most, np.where(most.sum(axis=0) == 1, 2, 1), 0),
        purse=np.maximum(credits, 0),
    )
