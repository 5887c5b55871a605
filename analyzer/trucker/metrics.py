"""What metrics are called where people read them."""

CHANCES = {
    "arrived": "arrived",
    "no_humans": "ended: no humans left",
    "no_engines": "ended: stuck in open space",
    "lapped": "ended: a lap behind",
    "gave_up": "ended: captain gave up",
    "loss": "chance of a loss",
}
"""Shares of flights."""
MEANS = {
    "cards_flown": "cards flown",
    "components_lost": "components lost",
    "penalty": "penalty paid",
    "goods_sold": "goods sold",
    "order_reward": "reward for order",
    "looks_reward": "reward for looks",
    "bounty": "paid by cards",
    "days": "flight days",
    "crew": "crew at the end",
    "batteries": "batteries at the end",
    "credits": "credits",
}
"""Means that every table shows."""
OTHERS = {
    "goods": "goods at the end",
    "exposed": "exposed connectors at the end",
    "place": "order of arrival",
    "purse": "credits, never below 0",
}
"""Means that only comparisons, exports and JSON have."""
