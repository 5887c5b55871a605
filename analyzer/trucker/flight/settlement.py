"""Settlement of flights: the columns of every trial, and reach.

Nothing here decides a flight: it bounds what a sample has not seen (analyzer/statistics/moments.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from analyzer.trucker.cards.route import Route
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import Column, Insured, Truth
from analyzer.trucker.edition import Level
from analyzer.trucker.flight.giving_up import half_price
from analyzer.trucker.metrics import FLEET_METRICS, METRICS, NUMBERS
from analyzer.trucker.ship.bitboard import Counts, count
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.wrecks import facts


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


NO_CAP = 1 << 40
"""More than any losses cost."""


def settle(convoy: Convoy, places: Counts, removed: Sequence[int] | Counts, insured: Sequence[Insured] = ()) -> Outcome:
    """Pay rewards, sell goods, charge losses; `places` is the starting order.

    `removed`: how many components repair took off each ship, in all flights or in each. By the basic rules neither
    those nor what is in reserve is charged. `insured`: of fleets, for each trucker the premium and the cap it buys.
    """
    state, formation = convoy.state, convoy.formation
    of_ships = formation.settled(convoy, insured)
    lost = lost_in_flight(convoy)
    if not convoy.basic:
        lost = lost + convoy.fact(facts.reserve) + np.reshape(removed, (len(removed), -1))
    place = formation.standing(convoy) + 1
    paid = of_ships | {
        "bounty": state.bounty.astype(np.int64),
        "goods_sold": goods_sold(convoy),
        "order_reward": np.array((0, *convoy.level.order_rewards))[place],
        "looks_reward": looks_reward(convoy, formation.looked_at(state.flying, of_ships)),
        "penalty": formation.insure(penalty(convoy.level, lost), insured, of_ships),
    }
    credits = np.asarray(sum(sign * paid[part] for part, sign in formation.metrics.parts.items()))
    outcome = (
        paid
        | at_the_end(convoy)
        | {
            "components_lost": lost,
            "days": state.position - np.array(convoy.level.starts)[places],
            "place": place.astype(np.int64),
            "credits": credits,
            "wealth": wealth(credits),
            "purse": np.maximum(credits, 0),
        }
    )
    return Outcome(**{name: outcome[name] for name in formation.metrics.columns})


def goods_sold(convoy: Convoy) -> Column:
    """(ships, flights) What goods sell for: at half price for who gave up, and those that left with a ship."""
    state, values = convoy.state, convoy.edition.good_values
    value, aside = (np.tensordot(values, cubes, axes=1) for cubes in (cubes_aboard(convoy), state.aside))
    return np.where(state.flying, value + half_price(aside), half_price(value + aside))


def cubes_aboard(convoy: Convoy) -> Column:
    """(colours, ships, flights) How many cubes there are."""
    return np.bitwise_count(convoy.state.goods).astype(np.int64)


def penalty(level: Level, lost: Counts) -> Counts:
    """What lost components cost."""
    charged = lost * level.price_per_loss
    return charged if level.loss_cap is None else np.minimum(charged, level.loss_cap)


def looks_reward(convoy: Convoy, looked_at: Truth) -> Column:
    """(ships, flights) The reward for the fewest exposed connectors of those that are looked at."""
    exposed = convoy.fact(facts.exposed_connectors)
    fewest = np.where(looked_at, exposed, np.iinfo(np.int64).max).min(axis=0)
    return np.asarray(convoy.level.looks_reward * (looked_at & (exposed == fewest)))


def wealth(credits: Column) -> Column:
    """(ships, flights) 2 where every other ship of the convoy has fewer credits, 1 where none has more, else 0."""
    most = credits == credits.max(axis=0)
    return np.where(most, np.where(most.sum(axis=0) == 1, 2, 1), 0)


def at_the_end(convoy: Convoy) -> dict[str, Column]:
    """How the flights ended, and what is aboard."""
    state = convoy.state
    return {
        "ending": state.ending.astype(np.int64),
        "cards_flown": np.where(state.flying, convoy.slot + 1, state.cards_flown).astype(np.int64),
        "crew": count(state.crew),
        "batteries": count(state.charge),
        "goods": (cubes_aboard(convoy) + state.aside).sum(axis=0),
        "exposed": convoy.fact(facts.exposed_connectors),
    }


def lost_in_flight(convoy: Convoy) -> Counts:
    """(ships, flights) How many components were lost; those that left with a ship of a fleet are not."""
    lost = convoy.fact(facts.launched) - convoy.fact(facts.components)
    return np.asarray(lost - count(convoy.state.withdrawn))


Reach = tuple[float, float]


def reach_of(ship: Layout, route: Route, removed: int, ships: int, paid: int = 0) -> dict[str, Reach]:
    """By column, for a ship of one piece among so many, where all cards are of printed kinds.

    removed: how many components repair took off; paid: what cards had paid before.
    """
    level, kinds = route.level, [component.is_a for component in ship.components.values()]
    homes = [at for at in ship.aliens.values() if at in ship.components and ship.components[at].is_a.aliens]
    losses = len(kinds) + ship.reserve + removed
    charged = losses * level.price_per_loss
    cubes = sum(kind.containers + kind.special_containers for kind in kinds)
    rewards = sorted(
        (card.credits for card in route.rules.cards if _may_come(card.id, card.level, route)), reverse=True
    )
    most = {
        "components_lost": losses,
        "penalty": charged if level.loss_cap is None else min(charged, level.loss_cap),
        "order_reward": max(level.order_rewards),
        "looks_reward": level.looks_reward,
        "bounty": paid + sum(rewards[: route.length]),
        "goods": cubes,
        "goods_sold": cubes * max(route.rules.good_values),
        "crew": sum(kind.crew for kind in kinds) - sum(ship.components[at].is_a.crew - 1 for at in homes),
        "batteries": sum(kind.batteries for kind in kinds),
        "cards_flown": route.length,
        "exposed": 4 * len(kinds),
        "place": ships,
    }
    reach = {column: (0.0, float(value)) for column, value in most.items()}
    reach["bounty"] = float(paid), reach["bounty"][1]
    return reach


def of_credits(reach: Mapping[str, Reach], parts: Mapping[str, int]) -> dict[str, Reach]:
    """Of credits and of the purse, from the reach of the parts of which credits are the sum, each with its sign."""
    ends = [sorted(sign * end for end in reach[part]) for part, sign in parts.items()]
    least, most = (sum(both) for both in zip(*ends, strict=True))
    return {"credits": (least, most), "purse": (max(0.0, least), max(0.0, most))}


def reach_of_build(build: Layout, route: Route, removed: int, ships: int) -> dict[str, Reach]:
    """By column, of whatever grows together of a build: what tables of class IVC say of money bounds nothing."""
    of_one = reach_of(build, route, removed, ships)
    kinds = [component.is_a for component in build.components.values()]
    counted = ("components_lost", "goods", "batteries", "cards_flown", "exposed", "place")
    reach = {column: of_one[column] for column in counted} | {"crew": (0.0, float(sum(kind.crew for kind in kinds)))}
    for number in NUMBERS:
        reach[f"ship_{number}_lost"], reach[f"ship_{number}_cards"] = reach["components_lost"], reach["cards_flown"]
    return reach


def _may_come(card: int, of_level: int, route: Route) -> bool:
    return card in route.cards if route.cards else of_level <= route.level.number
