"""What is told of a flight, one line a metric; the rule that fills its column is in flight/settlement.py."""

from __future__ import annotations

from analyzer.results.metrics import Metric, Metrics
from analyzer.trucker.convoy.state import ENDINGS

BELOW_ZERO = (-(10**9), -1)


def _ending(name: str, label: str) -> Metric:
    """The chance that a flight ends so."""
    return Metric(name, label, "ending", (ENDINGS.index(name),) * 2)


METRICS = Metrics(
    listed=(
        _ending("arrived", "arrived"),
        _ending("no_humans", "ended: no humans left"),
        _ending("no_engines", "ended: stuck in open space"),
        _ending("lapped", "ended: a lap behind"),
        _ending("gave_up", "ended: captain gave up"),
        Metric("loss", "chance of a loss", "credits", BELOW_ZERO),
        Metric("cards_flown", "cards flown"),
        Metric("components_lost", "components lost"),
        Metric("penalty", "penalty paid"),
        Metric("goods_sold", "goods sold"),
        Metric("order_reward", "reward for order"),
        Metric("looks_reward", "reward for looks"),
        Metric("bounty", "paid by cards"),
        Metric("days", "flight days"),
        Metric("crew", "crew at the end"),
        Metric("batteries", "batteries at the end"),
        Metric("goods", "goods at the end", shown=False),
        Metric("exposed", "exposed connectors at the end", shown=False),
        Metric("place", "order of arrival", shown=False),
        Metric("purse", "credits, never below 0", shown=False),
        Metric("credits", "credits"),
    ),
    score="credits",
    unit="credits",
    parts={"bounty": 1, "goods_sold": 1, "order_reward": 1, "looks_reward": 1, "penalty": -1},
    words={"ending": ENDINGS},
)
"""Columns, all whole numbers: ending (a code); cards_flown: cards the ship took part in; components_lost: in flight,
and by the full rules by repair before launch and in reserve; penalty, goods_sold, order_reward, looks_reward, bounty
(paid by cards), credits (what they come to, may be negative), purse (never below 0): credits; days: spaces flown less
spaces lost; crew, batteries, goods: aboard at the end; exposed: exposed connectors at the end; place: order of arrival,
0 for who gave up.
"""
OF_CARDS = Metrics(
    listed=(
        Metric("components_lost", "components lost"),
        Metric("crew_lost", "crew lost"),
        Metric("batteries_spent", "batteries spent"),
        Metric("goods", "goods loaded"),
        Metric("goods_value", "value of goods"),
        Metric("credits", "paid by cards"),
        Metric("days", "days moved"),
    ),
    score="credits",
    unit="credits",
    words={"ending": ENDINGS},
)
"""What exact answers tell of a card or a short route: lost and spent since launch; goods and their value aboard;
credits paid by cards; days moved.
"""
COLUMNS = METRICS.columns
ARRIVED = ENDINGS.index("arrived")
