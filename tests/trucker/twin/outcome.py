"""How a flight ended for one ship or fleet.

Rules: "Belohnungen und Verluste", "Abbruch des Fluges"; class IVC: "Boni am Ende der Etappe", "Versicherung".
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.doors.printed import Level
from tests.trucker.twin.convoy import Convoy, Trucker, half_rounded_up
from tests.trucker.twin.quarters import QUARTERS, WAYS, ships_of
from tests.trucker.twin.rulebook import INSURANCE
from tests.trucker.twin.ship import FLIES, GAVE_UP, LAPPED, NO_ENGINES, NO_HUMANS, NO_SHIP, NOT_BEGUN, UNMANNED, Ship


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


@dataclass(frozen=True)
class FleetOutcome(Outcome):
    """A fleet's flight: besides what is told of a ship, the premium, and what became of its ships.

    `joined` is the number of the way it hung together, `ship_1_left` why the ship left (tests/trucker/twin/ship.py).
    """

    premium: int
    joined: int
    ships_started: int
    ships: int
    ship_1_left: int
    ship_1_cards: int
    ship_1_lost: int
    ship_2_left: int
    ship_2_cards: int
    ship_2_lost: int
    ship_3_left: int
    ship_3_cards: int
    ship_3_lost: int
    front_left: int
    front_right: int
    rear_left: int
    rear_right: int


def settle(convoy: Convoy, level: Level) -> list[Outcome]:
    """The accounts of all truckers, in the order they were given."""
    ranked = convoy.by_rank
    accounts = [_account(trucker, ranked, level) for trucker in convoy.truckers]
    return [_among(own, [other for other in accounts if other is not own]) for own in accounts]


def _among(own: Outcome, others: list[Outcome]) -> Outcome:
    """The account with how it stands beside the others: 2 if each has fewer credits, 1 if none has more, else 0."""
    if any(other.credits > own.credits for other in others):
        return own
    return replace(own, wealth=1 if any(other.credits == own.credits for other in others) else 2)


def _account(trucker: Trucker, arrived: list[Trucker], level: Level) -> Outcome:
    fleet = trucker.fleet
    lost = fleet.lost + trucker.removed
    penalty = _penalty(lost, level, trucker)
    place = next((number for number, other in enumerate(arrived, start=1) if other is trucker), 0)
    order_reward = reward_of_place(place, level)
    looks_reward = level.looks_reward if trucker.flying and _best_looking(trucker, arrived) else 0
    goods_sold = _goods_sold(trucker)
    credits = trucker.bounty + goods_sold + order_reward + looks_reward - penalty - (trucker.premium or 0)
    told = Outcome(
        ending=trucker.ending,
        cards_flown=trucker.cards_flown,
        components_lost=lost,
        penalty=penalty,
        goods_sold=goods_sold,
        order_reward=order_reward,
        looks_reward=looks_reward,
        bounty=trucker.bounty,
        days=trucker.position - trucker.start,
        crew=fleet.crew,
        batteries=fleet.charge_count,
        goods=sum(fleet.goods) + sum(fleet.set_aside),
        exposed=fleet.exposed,
        place=place,
        credits=credits,
        purse=max(0, credits),
        wealth=0,
    )
    return told if trucker.premium is None else _with_ships(told, trucker)


def _with_ships(told: Outcome, trucker: Trucker) -> FleetOutcome:
    """The account with what became of each ship and quarter."""
    fleet = trucker.fleet
    by_ship: dict[str, int] = {}
    by_quarter: dict[str, int] = {}
    for number, (ship, parts) in enumerate(zip(fleet.ships, ships_of(fleet.joined), strict=True), start=1):
        left = _why_it_left(ship, trucker)
        by_ship |= {f"ship_{number}_left": left, f"ship_{number}_cards": ship.cards, f"ship_{number}_lost": ship.lost}
        by_quarter |= {quarter: int(left == FLIES) for quarter in QUARTERS if quarter in parts}
    for number in range(len(fleet.ships) + 1, 4):
        by_ship |= {f"ship_{number}_left": NO_SHIP, f"ship_{number}_cards": 0, f"ship_{number}_lost": 0}
    return FleetOutcome(
        **vars(told),
        premium=trucker.premium,
        joined=WAYS.index(fleet.joined),
        ships_started=sum(ship.left not in (NOT_BEGUN, UNMANNED) for ship in fleet.ships),
        ships=len(fleet.flying) if trucker.flying else 0,
        **by_ship,
        **by_quarter,
    )


def _why_it_left(ship: Ship, trucker: Trucker) -> int:
    """Its own reason, or why the whole fleet gave up while it flew."""
    if ship.left != FLIES or trucker.flying:
        return ship.left
    return (NO_HUMANS, NO_ENGINES, LAPPED, GAVE_UP)[trucker.ending - 1]


def _goods_sold(trucker: Trucker) -> int:
    """What is aboard at full price for who arrived; all else at half of its sum."""
    fleet = trucker.fleet
    aside, aboard = fleet.value_of(fleet.set_aside), fleet.goods_value
    return aboard + half_rounded_up(aside) if trucker.flying else half_rounded_up(aboard + aside)


def _penalty(lost: int, level: Level, trucker: Trucker) -> int:
    """Every lost component is paid for, up to the insured sum if there is one."""
    full = lost * level.price_per_loss
    cap = level.loss_cap if trucker.premium is None else INSURANCE[trucker.premium]
    return full if cap is None else min(full, cap)


def _best_looking(trucker: Trucker, arrived: list[Trucker]) -> bool:
    """Of the largest fleets that arrived whoever has the fewest exposed connectors; of equals all."""
    ships = len(arrived[0].fleet.flying)
    largest = [other.fleet.exposed for other in arrived if len(other.fleet.flying) == ships]
    return len(trucker.fleet.flying) == ships and trucker.fleet.exposed == min(largest)


def reward_of_place(place: int, level: Level) -> int:
    """The finishing reward of the first, second, ... place; nothing without a place."""
    return level.order_rewards[place - 1] if 0 < place <= len(level.order_rewards) else 0
