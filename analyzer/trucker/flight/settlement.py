"""Settlement of flights: the columns of every trial, and the range of values that each column can have.

The ranges influence no flight. They bound values that a sample has not seen (analyzer/statistics/moments.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from analyzer.statistics.estimate import ValueRange
from analyzer.trucker.cards.route import Route
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import COUNTED, BoolArray, Column, Insured
from analyzer.trucker.edition import Level
from analyzer.trucker.flight.giving_up import half_price
from analyzer.trucker.metrics import FLEET_METRICS, METRICS, NUMBERS
from analyzer.trucker.ship.bitboard import IntArray, count
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.wrecks import facts


class Outcome:
    """Results of flights: an attribute for each column of the metrics, e.g. `credits`. Shape (ships, flights)."""

    def __init__(self, **columns: Column) -> None:
        known = FLEET_METRICS if "ships" in columns else METRICS
        assert set(columns) == set(known.columns), set(columns) ^ set(known.columns)
        self.__dict__.update(columns)

    def __getattr__(self, column: str) -> Column:
        raise AttributeError(f"no metric {column!r}")

    def columns(self) -> dict[str, Column]:
        """Return all columns of the results by name."""
        return dict(self.__dict__)


NO_CAP = 1 << 40
"""Number that stands for no cap on the charge for losses; it exceeds any charge."""


def settle(
    convoy: Convoy, places: IntArray, removed: Sequence[int] | IntArray, insured: Sequence[Insured] = ()
) -> Outcome:
    """Pay rewards, sell goods and charge losses, and return the results.

    By the basic rules the charge does not cover components that repair took off or that were never built.

    Args:
        convoy: The flights after their last card.
        places: Place of each ship in the starting order, from 0. Shape (ships, flights).
        removed: Number of components that repair took off each ship. Shape (ships,) or (ships, flights).
        insured: Premium of each trucker and the cap that it buys; only for fleets.
    """
    state, formation = convoy.state, convoy.formation
    of_ships = formation.extra_columns(convoy, insured)
    lost = lost_in_flight(convoy)
    if not convoy.basic:
        lost = lost + convoy.fact(facts.reserve) + np.reshape(removed, (len(removed), -1))
    place = formation.final_places(convoy) + 1
    counted = {name: getattr(state, name).astype(np.int64) for name in COUNTED}
    paid = (
        of_ships
        | counted
        | {
            "goods_sold": goods_sold(convoy),
            # Place 0 is that of ships that gave up.
            "order_reward": np.array((0, *convoy.level.order_rewards))[place],
            "looks_reward": looks_reward(convoy, formation.eligible_for_looks(state.flying, of_ships)),
            "penalty": formation.insure(penalty(convoy.level, lost), insured, of_ships),
        }
    )
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
    """Return the credits that each ship gets for its goods at the end. Shape (ships, flights).

    Goods sell at half price after giving up. So do goods that left with a ship of a fleet.
    """
    state, values = convoy.state, convoy.edition.good_values
    value, aside = (np.tensordot(values, cubes, axes=1) for cubes in (cubes_aboard(convoy), state.set_aside))
    # Half of the whole sum, rounded up once (rules: "Abbruch des Fluges").
    return np.where(state.flying, value + half_price(aside), half_price(value + aside))


def cubes_aboard(convoy: Convoy) -> Column:
    """Return the number of cubes aboard. Shape (colours, ships, flights)."""
    return np.bitwise_count(convoy.state.goods).astype(np.int64)


def penalty(level: Level, lost: IntArray) -> IntArray:
    """Return the credits charged for a number of lost components at a level."""
    charged = lost * level.price_per_loss
    return charged if level.loss_cap is None else np.minimum(charged, level.loss_cap)


def looks_reward(convoy: Convoy, eligible_for_looks: BoolArray) -> Column:
    """Return the reward for the fewest exposed connectors, for each ship. Shape (ships, flights)."""
    exposed = convoy.fact(facts.exposed_connectors)
    # All ships that tie for the fewest get the whole reward (rules: "Boni"). Ships that gave up do not count.
    fewest = np.where(eligible_for_looks, exposed, np.iinfo(np.int64).max).min(axis=0)
    return np.asarray(convoy.level.looks_reward * (eligible_for_looks & (exposed == fewest)))


def wealth(credits: Column) -> Column:
    """Return 2 for a ship richer than all others, 1 for several equally rich at the top, else 0.

    Shape (ships, flights).
    """
    most = credits == credits.max(axis=0)
    return np.where(most, np.where(most.sum(axis=0) == 1, 2, 1), 0)


def at_the_end(convoy: Convoy) -> dict[str, Column]:
    """Return the columns on how flights ended: reason, cards flown, crew, charges, cubes and exposed connectors."""
    state = convoy.state
    return {
        "ending": state.ending.astype(np.int64),
        "cards_flown": np.where(state.flying, convoy.slot + 1, state.cards_flown).astype(np.int64),
        "crew": count(state.crew),
        "batteries": count(state.charge),
        "goods": (cubes_aboard(convoy) + state.set_aside).sum(axis=0),
        "exposed": convoy.fact(facts.exposed_connectors),
    }


def lost_in_flight(convoy: Convoy) -> IntArray:
    """Return the number of components lost in flight. Shape (ships, flights).

    Components that left together with a ship of a fleet are not lost.
    """
    lost = convoy.fact(facts.launched) - convoy.fact(facts.components)
    return np.asarray(lost - count(convoy.state.withdrawn))


def value_ranges(ship: Layout, route: Route, removed: int, ships: int, paid: int = 0) -> dict[str, ValueRange]:
    """Return the least and greatest possible value of columns, for an ordinary ship and kinds of printed cards.

    Columns without such bounds, e.g. `days`, are left out. So are `credits` and `purse` (see `value_ranges_of_money`).

    Args:
        ship: The ship.
        route: The route.
        removed: Number of components that repair took off.
        ships: Number of ships that fly together.
        paid: Credits that cards have paid before the flight goes on from a position.
    """
    level, kinds = route.level, [component.is_a for component in ship.components.values()]
    # An alien takes the place of all humans of its cabin.
    homes = [at for at in ship.aliens.values() if at in ship.components and ship.components[at].is_a.aliens]
    losses = len(kinds) + ship.reserve + removed
    charged = losses * level.price_per_loss
    cubes = sum(kind.containers + kind.special_containers for kind in kinds)
    possible = set(route.cards) or {card.id for card in route.rules.cards if card.level <= level.number}
    rewards = sorted((card.credits for card in route.rules.cards if card.id in possible), reverse=True)
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
    ranges = {column: (0.0, float(value)) for column, value in most.items()}
    ranges["bounty"] = float(paid), ranges["bounty"][1]
    return ranges


def value_ranges_of_money(ranges: Mapping[str, ValueRange], parts: Mapping[str, int]) -> dict[str, ValueRange]:
    """Return the least and the greatest possible value of the columns `credits` and `purse`.

    Args:
        ranges: Range of each part of the credits.
        parts: Sign of each part in the sum, 1 or -1.
    """
    ends = [sorted(sign * end for end in ranges[part]) for part, sign in parts.items()]
    least, most = (sum(both) for both in zip(*ends, strict=True))
    return {"credits": (least, most), "purse": (max(0.0, least), max(0.0, most))}


def value_ranges_of_build(build: Layout, route: Route, removed: int, ships: int) -> dict[str, ValueRange]:
    """Return the least and greatest possible value of each column for a build, over all fleets that it may become.

    Columns for which FLEET_METRICS gives a reason are left out, e.g. money, which the tables of class IVC do not bound.
    """
    of_one = value_ranges(build, route, removed, ships)
    kinds = [component.is_a for component in build.components.values()]
    ranges = {column: ends for column, ends in of_one.items() if column not in FLEET_METRICS.bounds}
    ranges["crew"] = 0.0, float(sum(kind.crew for kind in kinds))
    for number in NUMBERS:
        ranges[f"ship_{number}_lost"], ranges[f"ship_{number}_cards"] = ranges["components_lost"], ranges["cards_flown"]
    return ranges
