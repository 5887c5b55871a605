"""How a flight ended for one ship (rules: "Belohnungen und Verluste", "Abbruch des Fluges")."""

from __future__ import annotations

from dataclasses import dataclass, replace

from analyzer.trucker.edition import Level
from tests.twin.convoy import Convoy, Trucker


@dataclass(frozen=True)
class Outcome:
    """One ship's flight in whole numbers; `ending`: 0 arrived, 1 no humans, 2 no engines, 3 lapped, 4 gave up."""

    ending: int
    cards_flown: int
    components_lost: int
    penalty: int
    goods_sold: int
    order_reward: int
    looks_reward: int
    bounty: int
    days: int
    crew: int
    batteries: int
    goods: int
    exposed: int
    place: int
    credits: int
    purse: int
    wealth: int


def settle(convoy: Convoy, level: Level) -> list[Outcome]:
    """The accounts of all truckers, in the order they were given."""
    accounts = [_account(trucker, convoy.order, level) for trucker in convoy.truckers]
    return [_among(own, [other for other in accounts if other is not own]) for own in accounts]


def _among(own: Outcome, others: list[Outcome]) -> Outcome:
    """The account with how it stands beside the others: 2 if each has fewer credits, 1 if none has more, else 0."""
    if any(other.credits > own.credits for other in others):
        return own
    return replace(own, wealth=1 if any(other.credits == own.credits for other in others) else 2)


def _account(trucker: Trucker, arrived: list[Trucker], level: Level) -> Outcome:
    ship = trucker.ship
    lost = trucker.lost_in_flight + trucker.removed
    penalty = _penalty(lost, level)
    goods_sold = ship.goods_value if trucker.flying else ship.goods_at_half
    place = next((number for number, other in enumerate(arrived, start=1) if other is trucker), 0)
    order_reward = reward_of_place(place, level)
    looks_reward = level.looks_reward if trucker.flying and _best_looking(trucker, arrived) else 0
    credits = trucker.bounty + goods_sold + order_reward + looks_reward - penalty
    return Outcome(
        ending=trucker.ending,
        cards_flown=trucker.cards_flown,
        components_lost=lost,
        penalty=penalty,
        goods_sold=goods_sold,
        order_reward=order_reward,
        looks_reward=looks_reward,
        bounty=trucker.bounty,
        days=trucker.position - trucker.start,
        crew=ship.crew,
        batteries=ship.charge_count,
        goods=sum(ship.goods),
        exposed=ship.exposed,
        place=place,
        credits=credits,
        purse=max(0, credits),
        wealth=0,
    )


def _penalty(lost: int, level: Level) -> int:
    """Every lost component is paid for, up to the insured sum if there is one."""
    full = lost * level.price_per_loss
    return full if level.loss_cap is None else min(full, level.loss_cap)


def _best_looking(trucker: Trucker, arrived: list[Trucker]) -> bool:
    """Whoever arrived with the fewest exposed connectors; of equals all."""
    return trucker.ship.exposed == min(other.ship.exposed for other in arrived)


def reward_of_place(place: int, level: Level) -> int:
    """The finishing reward of the first, second, ... place; nothing without a place."""
    return level.order_rewards[place - 1] if 0 < place <= len(level.order_rewards) else 0
