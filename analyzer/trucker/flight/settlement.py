"""Rewards and losses at the end of a flight (rules: "Belohnungen und Verluste", "Abbruch des Fluges")."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.fleets.borders import QUARTERS, WAYS
from analyzer.trucker.fleets.fleet import Fleet
from analyzer.trucker.flight.giving_up import NEVER_FLOWN, half_price, standing
from analyzer.trucker.metrics import FLEET_METRICS, METRICS
from analyzer.trucker.ship.bitboard import Counts, count
from analyzer.trucker.ship.hull import MOST_SHIPS, Hull
from analyzer.trucker.wrecks import facts

Column = npt.NDArray[np.int64]


class Outcome:
    """How flights ended: every column of the experiment's metrics as an attribute, whole numbers (ships, flights)."""

    def __init__(self, **columns: Column) -> None:
        known = FLEET_METRICS if "ships" in columns else METRICS
        assert set(columns) == set(known.columns), set(columns) ^ set(known.columns)
        self.__dict__.update(columns)

    def __getattr__(self, column: str) -> Column:
        raise AttributeError(f"no metric {column!r}")

    def columns(self) -> dict[str, Column]:
        """All columns by name."""
        return dict(self.__dict__)


def settle(convoy: Convoy, places: Counts, removed: Sequence[int] | Counts, insured: Sequence[Insured] = ()) -> Outcome:
    """Pay rewards, sell goods, charge losses; `places` is the starting order.

    `removed`: how many components repair took off each ship, in all flights or in each. By the basic rules neither
    those nor what is in reserve is charged. `insured`: of fleets, for each trucker the premium and the cap it buys.
    """
    state, level, of_fleets = convoy.state, convoy.level, convoy.wrecks.fleets
    arrived = state.flying
    exposed = convoy.fact(facts.exposed_connectors)
    lost = lost_in_flight(convoy)
    if not convoy.basic:
        lost = lost + convoy.fact(facts.reserve) + np.reshape(removed, (len(removed), -1))
    penalty = lost * level.price_per_loss
    if level.loss_cap is not None:
        penalty = np.minimum(penalty, level.loss_cap)
    cubes = np.bitwise_count(state.goods).astype(np.int64)
    edition = convoy.edition
    value = np.tensordot(edition.good_values, cubes, axes=1)
    sold = np.where(arrived, value, half_price(value))
    fleets: dict[str, Column] = {}
    if of_fleets:
        fleets = settled_fleets(convoy)
        aside = np.tensordot(edition.good_values, state.aside, axes=1)
        sold = np.where(arrived, value + half_price(aside), half_price(value + aside))
        cubes = cubes + state.aside
        premiums, caps = (_by_way(column, fleets["joined"]) for column in zip(*insured, strict=True))
        penalty = np.minimum(penalty, caps)
        fleets["premium"] = premiums
    place = standing(convoy) + 1
    order_reward = np.array((0, *level.order_rewards))[place]
    looked_at = arrived & (fleets["ships"] == fleets["ships"].max(axis=0)) if of_fleets else arrived
    fewest = np.where(looked_at, exposed, np.iinfo(np.int64).max).min(axis=0)
    looks_reward = level.looks_reward * (looked_at & (exposed == fewest))
    paid = {
        "bounty": state.bounty.astype(np.int64),
        "goods_sold": sold,
        "order_reward": order_reward,
        "looks_reward": looks_reward,
        "penalty": penalty,
    }
    metrics = FLEET_METRICS if of_fleets else METRICS
    credits = np.asarray(sum(sign * (paid | fleets)[part] for part, sign in metrics.parts.items()))
    most = credits == credits.max(axis=0)
    outcome = paid | {
        "ending": state.ending.astype(np.int64),
        "cards_flown": np.where(arrived, convoy.slot + 1, state.cards_flown).astype(np.int64),
        "components_lost": lost,
        "days": state.position - np.array(level.starts)[places],
        "crew": count(state.crew),
        "batteries": count(state.charge),
        "goods": cubes.sum(axis=0),
        "exposed": exposed,
        "place": place.astype(np.int64),
        "credits": credits,
        "wealth": np.where(most, np.where(most.sum(axis=0) == 1, 2, 1), 0),
        "purse": np.maximum(credits, 0),
    }
    outcome |= fleets
    return Outcome(**{name: outcome[name] for name in metrics.columns})


Insured = tuple[int | Column, int | Column]
"""A premium and the most that is paid for losses then, for all ways of WAYS or one for each."""
NO_CAP = 1 << 40


def _by_way(each: Sequence[int | Column], joined: Column) -> Column:
    """(ships, flights) What holds in the way that each flight hangs together."""
    table = np.stack([np.broadcast_to(one, len(WAYS)) for one in each]).astype(np.int64)
    return np.take_along_axis(table, joined, axis=1)


def lost_in_flight(convoy: Convoy) -> Counts:
    """(ships, flights) How many components were lost; those that left with a ship of a fleet are not."""
    lost = convoy.fact(facts.launched) - convoy.fact(facts.components)
    return np.asarray(lost - count(convoy.state.withdrawn) if convoy.wrecks.fleets else lost)


def settled_fleets(convoy: Convoy) -> dict[str, Column]:
    """What became of the ships of fleets, ship by ship and quarter by quarter."""
    state, wrecks = convoy.state, convoy.wrecks
    hull_of = wrecks.hull_of.take(state.wreck)
    gone, flown = state.gone.astype(np.int64), np.full(state.gone.shape, convoy.slot + 1)
    cards = np.where(gone == 0, flown, state.left_at).astype(np.int64)
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


def _fleet(hull: Hull) -> Fleet:
    """The fleet that a hull is of."""
    assert isinstance(hull.layout, Fleet)
    return hull.layout
