"""Rewards and losses at the end of a flight (rules: "Belohnungen und Verluste", "Abbruch des Fluges")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.flight.giving_up import half_price
from analyzer.trucker.ship.bitboard import Counts, count

Column = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Outcome:
    """How flights ended, as whole numbers (ships, flights).

    ending: index into ENDINGS; cards_flown: cards the ship took part in; components_lost: in flight, and by the full
    rules by repair before launch and in reserve; penalty, goods_sold, order_reward, looks_reward, bounty (paid by
    cards), credits (what they come to, may be negative), purse (never below 0): credits; days: spaces flown less
    spaces lost; crew, batteries, goods: aboard at the end; exposed: exposed connectors at the end; place: order of
    arrival, 0 for who gave up.
    """

    ending: Column
    cards_flown: Column
    components_lost: Column
    penalty: Column
    goods_sold: Column
    order_reward: Column
    looks_reward: Column
    bounty: Column
    days: Column
    crew: Column
    batteries: Column
    goods: Column
    exposed: Column
    place: Column
    credits: Column
    purse: Column


METRICS = tuple(field.name for field in fields(Outcome))


def settle(convoy: Convoy, places: Counts, removed: Sequence[int]) -> Outcome:
    """Pay rewards, sell goods, charge losses; `places` is the starting order, `removed` what repair took off.

    By the basic rules neither that nor what is in reserve is charged.
    """
    state, level = convoy.state, convoy.level
    arrived = state.flying
    exposed = np.stack([hull.exposed(alive) for hull, alive in zip(convoy.hulls, state.alive, strict=True)])
    launched = np.array([int(count(hull.whole)[0]) for hull in convoy.hulls])
    lost = launched[:, None] - count(state.alive)
    if not convoy.basic:
        reserve = np.array([hull.layout.reserve for hull in convoy.hulls])
        lost = lost + (np.array(removed) + reserve)[:, None]
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
    bounty = state.bounty.astype(np.int64)
    credits = bounty + sold + order_reward + looks_reward - penalty
    return Outcome(
        ending=state.ending.astype(np.int64),
        cards_flown=state.cards_flown.astype(np.int64),
        components_lost=lost,
        penalty=penalty,
        goods_sold=sold,
        order_reward=order_reward,
        looks_reward=looks_reward,
        bounty=bounty,
        days=state.position - np.array(level.starts)[places],
        crew=count(state.crew),
        batteries=count(state.charge),
        goods=cubes.sum(axis=0),
        exposed=exposed,
        place=place,
        credits=credits,
        purse=np.maximum(credits, 0),
    )
