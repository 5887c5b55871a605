"""The least and the most that the columns of one ship's flights can come to by the rules.

Nothing here decides a flight: it bounds what a sample has not seen (analyzer/statistics/lopsided.py).
"""

from __future__ import annotations

from analyzer.trucker.cards.route import Route
from analyzer.trucker.ship.layout import Layout

Reach = tuple[float, float]


def reach_of(ship: Layout, route: Route, removed: int, ships: int, paid: int = 0) -> dict[str, Reach]:
    """By column, for a ship of one piece among so many.

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
    return {column: (0.0, float(value)) for column, value in most.items()}


def _may_come(card: int, of_level: int, route: Route) -> bool:
    return card in route.cards if route.cards else of_level <= route.level.number
