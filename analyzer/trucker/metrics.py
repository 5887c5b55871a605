"""What is told of a flight, one line a metric; the rule that fills its column is in flight/settlement.py."""

from __future__ import annotations

from analyzer.results.metrics import Metric, Metrics
from analyzer.trucker.convoy.state import ENDINGS

BELOW_ZERO = (-(10**9), -1)
EARNED, ENDED, AGAINST = "what it earns", "how it ends", "against the others"
MADE_OF, ON_THE_WAY, AT_THE_END = "what credits are made of", "on the way", "at the end"


def _ending(name: str, meaning: str) -> Metric:
    """The chance that a flight ends so."""
    return Metric(name, meaning, "ending", (ENDINGS.index(name),) * 2, block=ENDED)


def _part(name: str, meaning: str) -> Metric:
    """What is paid or charged."""
    return Metric(name, meaning, unit="credits", block=MADE_OF)


METRICS = Metrics(
    listed=(
        Metric("credits", "what the flight comes to, may be below 0", unit="credits", block=EARNED),
        Metric("loss", "the flight comes to less than 0 credits", "credits", BELOW_ZERO, block=EARNED),
        Metric("purse", "credits, but never below 0", shown=False, unit="credits", block=EARNED),
        _ending("arrived", "the ship arrives"),
        _ending("no_humans", "gives up because no human is left"),
        _ending("no_engines", "gives up because it is stuck in open space"),
        _ending("lapped", "gives up because it is a lap behind the leader"),
        _ending("gave_up", "gives up because the captain wants to"),
        Metric("first", "arrives first", "place", (1, 1), block=AGAINST, contested=True),
        Metric("richest", "no ship of the convoy has more credits", "wealth", (1, 2), block=AGAINST, contested=True),
        Metric(
            "richest_alone",
            "every other ship of the convoy has fewer credits",
            "wealth",
            (2, 2),
            block=AGAINST,
            contested=True,
        ),
        _part("goods_sold", "paid for goods, at half price for who gave up"),
        _part("order_reward", "the reward for the place on arrival"),
        _part("looks_reward", "the reward for the fewest exposed connectors on arrival"),
        _part("bounty", "paid by cards, as for enemies beaten and ships and stations taken"),
        _part("penalty", "charged for lost components; is taken off"),
        Metric("cards_flown", "cards it took part in", unit="cards", block=ON_THE_WAY),
        Metric(
            "components_lost",
            "components lost in flight, and by the full rules by repair before launch and in reserve",
            unit="components",
            block=ON_THE_WAY,
        ),
        Metric("days", "spaces flown less spaces lost", unit="flight days", block=ON_THE_WAY),
        Metric("crew", "humans and aliens aboard at the end", unit="crew", block=AT_THE_END),
        Metric("batteries", "charges aboard at the end", unit="batteries", block=AT_THE_END),
        Metric("goods", "cubes aboard at the end", shown=False, unit="cubes", block=AT_THE_END),
        Metric("exposed", "exposed connectors at the end", shown=False, unit="connectors", block=AT_THE_END),
        Metric("place", "order of arrival, 0 for who gave up", shown=False, unit="place", block=AT_THE_END),
    ),
    score="credits",
    unit="credits",
    parts={"bounty": 1, "goods_sold": 1, "order_reward": 1, "looks_reward": 1, "penalty": -1},
    words={"ending": ENDINGS},
    beside=("arrived", "loss"),
    tails=(
        Metric(
            "worst_5_percent", "mean of the worst 5% of flights", "credits", unit="credits", block=EARNED, tail=0.05
        ),
    ),
)
"""Columns, all whole numbers: those of the means; ending (a code); wealth: 2 where every other ship of the convoy has
fewer credits, 1 where some have as many and none has more, else 0.
"""
OF_CARDS = Metrics(
    listed=(
        Metric("components_lost", "components lost since launch", unit="components"),
        Metric("crew_lost", "humans and aliens lost since launch", unit="crew"),
        Metric("batteries_spent", "charges spent since launch", unit="batteries"),
        Metric("goods", "cubes aboard", unit="cubes"),
        Metric("goods_value", "what those are worth on arrival", unit="credits"),
        Metric("credits", "paid by cards", unit="credits"),
        Metric("days", "spaces moved", unit="flight days"),
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
