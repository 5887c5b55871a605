"""The least and the most that the columns of one ship's flights can come to by the rules.

Nothing here decides a flight: it bounds what a sample has not seen (analyzer/statistics/lopsided.py).
"""

from __future__ import annotations

from collections.abc import Mapping

from analyzer.trucker.cards.route import Route
from analyzer.trucker.metrics import NUMBERS
from analyzer.trucker.ship.layout import Layout

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
