"""Metrics of Galaxy Trucker: of flights, of fleets, and of exact answers on cards."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from analyzer.answers.metrics import Metric, Metrics, Sorting
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.histogram import Chance, Histogram
from analyzer.trucker.convoy.state import COUNTED, ENDINGS, LEFT
from analyzer.trucker.fleets.borders import JOININGS, LAYOUTS, QUARTERS, layout_of

BELOW_ZERO = (-(10**9), -1)
BY_FLIGHTS = "a sum or difference over flights; for the bounds of one flight see `fly`"
"""Text of the glossary on why a metric that is measured by flying has no bounds."""
EARNED, ENDED, AGAINST = "what it earns", "how it ends", "against the others"
WHY_LEFT = {
    "flies": "flies at the end",
    "not_begun": "was not begun",
    "without_humans": "carried no human and did not start",
    "no_humans": "left because no human was aboard",
    "no_engines": "left because it could not move in open space",
    "lapped": "left because the fleet was a lap behind",
    "gave_up": "left with the whole fleet, by the captain's will",
    "taken_out": "was taken out of the fleet by its captain",
    "no_such_ship": "there is no such ship",
}
"""Description of each reason why a ship left its fleet, by its code (state.LEFT)."""
MADE_OF, ON_THE_WAY, AT_THE_END = "what credits are made of", "on the way", "at the end"


def _ending(name: str, meaning: str, *, in_legend: bool = False) -> Metric:
    """Return the metric for the chance that a flight has the given ending."""
    return Metric(name, meaning, "ending", (ENDINGS.index(name),) * 2, block=ENDED, in_legend=in_legend)


def _part(name: str, meaning: str, *, in_legend: bool = False) -> Metric:
    """Return the metric for a part of the credits, paid or charged."""
    return Metric(name, meaning, unit="credits", block=MADE_OF, in_legend=in_legend)


METRICS = Metrics(
    listed=(
        Metric("credits", "credits at the end, may be below 0", unit="credits", block=EARNED),
        Metric("loss", "the flight ends with less than 0 credits", "credits", BELOW_ZERO, block=EARNED, in_legend=True),
        Metric("purse", "credits, but never below 0", in_tables=False, unit="credits", block=EARNED, in_legend=True),
        _ending("arrived", "the ship arrives"),
        _ending("no_humans", "gives up because no human is left"),
        _ending("no_engines", "gives up because it is stuck in open space", in_legend=True),
        _ending("lapped", "gives up because it is a lap behind the leader", in_legend=True),
        _ending("gave_up", "gives up because the captain wants to"),
        Metric("first", "arrives first", "place", (1, 1), block=AGAINST, contested=True, in_legend=True),
        Metric(
            "richest",
            "no ship of the convoy has more credits",
            "wealth",
            (1, 2),
            block=AGAINST,
            contested=True,
            in_legend=True,
        ),
        Metric(
            "richest_alone",
            "the only richest ship: every other ship of the convoy has fewer credits",
            "wealth",
            (2, 2),
            block=AGAINST,
            contested=True,
            in_legend=True,
        ),
        _part("goods_sold", "paid for goods, at half price after giving up"),
        _part("order_reward", "the reward for the place on arrival", in_legend=True),
        _part("looks_reward", "the reward for the fewest exposed connectors on arrival", in_legend=True),
        _part("bounty", "paid by cards, e.g. for enemies beaten and for abandoned ships", in_legend=True),
        _part("penalty", "charged for lost components, taken off the credits", in_legend=True),
        Metric("cards_flown", "cards that it took part in", unit="cards", block=ON_THE_WAY),
        Metric(
            "components_lost",
            "components lost in flight; by the full rules also those removed by repair or left in reserve",
            unit="components",
            block=ON_THE_WAY,
        ),
        Metric(
            "days", "spaces moved forward minus spaces moved back", unit="flight days", block=ON_THE_WAY, in_legend=True
        ),
        Metric("crew", "humans and aliens aboard at the end", unit="crew", block=AT_THE_END),
        Metric("batteries", "charges aboard at the end", unit="batteries", block=AT_THE_END),
        Metric("goods", "cubes aboard at the end", in_tables=False, unit="cubes", block=AT_THE_END),
        Metric("exposed", "exposed connectors at the end", in_tables=False, unit="connectors", block=AT_THE_END),
        Metric(
            "place",
            "order of arrival, 0 after giving up",
            in_tables=False,
            unit="place",
            block=AT_THE_END,
            in_legend=True,
        ),
    ),
    score="credits",
    unit="credits",
    parts={"bounty": 1, "goods_sold": 1, "order_reward": 1, "looks_reward": 1, "penalty": -1},
    words={"ending": ENDINGS},
    beside=("arrived", "loss"),
    below_zero=("credits", "days"),
    bounds={
        "days": "how far a ship moves depends on engines, free spaces and the other ships",
        **{name: "rules count it, and no table says how often" for name in COUNTED if name != "bounty"},
    },
    tails=(
        Metric(
            "worst_5_percent",
            "mean of the worst 5% of flights",
            "credits",
            unit="credits",
            block=EARNED,
            tail=0.05,
            in_legend=True,
        ),
    ),
)
"""Metrics of a flight. All columns are whole numbers.

`ending` is a code (ENDINGS). `wealth` is 2 for a ship with more credits than every other ship of the convoy, 1
for a tie at the top, else 0.
"""
OF_FLEETS, BY_SHIP = "of fleets", "of fleets, ship by ship"
NUMBERS = (1, 2, 3)
"""Numbers of the ships of a fleet, counted from 1."""


def _survives(quarter: str) -> Metric:
    """Return the metric for the chance that the ship with a quarter still flies at the end of the flight."""
    meaning = f"{quarter.replace('_', ' ')} quarter: the ship it belongs to flies at the end"
    return Metric(quarter, meaning, quarter, (1, 1), block=OF_FLEETS, in_legend=True)


def _of_ship(number: int, what: str, meaning: str, unit: str) -> Metric:
    """Return a metric of one ship of the fleet."""
    return Metric(f"ship_{number}_{what}", meaning, in_tables=False, unit=unit, block=BY_SHIP, by_sort=True)


def _left(number: int, why: str, meaning: str) -> Metric:
    """Return the metric for the chance that a ship of the fleet leaves it for the given reason."""
    code = LEFT.index(why)
    name, column = f"ship_{number}_{why}", f"ship_{number}_left"
    label = f"ship {number} of the fleet: {meaning}"
    return Metric(name, label, column, (code, code), in_tables=False, block=BY_SHIP, by_sort=True)


BY_LAYOUT = {layout: tuple(way for way in JOININGS if layout_of(way) == layout) for layout in LAYOUTS}
"""Ways of joining quarters, by the layout of the fleet that they make."""
SHOWN_BY_LAYOUT = (
    "arrived", "credits", "components_lost", "ships_started", "ships", *QUARTERS, "order_reward", "looks_reward",
)  # fmt: skip
BY_JOINING = Sorting("joined", "layout", BY_LAYOUT, {}, SHOWN_BY_LAYOUT)
"""Sorting of flights by the code of the joined borders; each route gives the weights of the codes."""
FLEET_METRICS = replace(
    METRICS,
    listed=(
        *METRICS.listed,
        _part("premium", "paid for insurance, taken off the credits", in_legend=True),
        Metric(
            "ships_started", "ships of the fleet that fly the first card", unit="ships", block=OF_FLEETS, in_legend=True
        ),
        Metric("ships", "ships of the fleet that fly at the end", unit="ships", block=OF_FLEETS, in_legend=True),
        *(_survives(quarter) for quarter in QUARTERS),
        *(_of_ship(n, "lost", f"components that ship {n} of the fleet lost", "components") for n in NUMBERS),
        *(_of_ship(n, "cards", f"cards that ship {n} of the fleet took part in", "cards") for n in NUMBERS),
        *(_left(n, why, meaning) for n in NUMBERS for why, meaning in WHY_LEFT.items()),
    ),
    parts={**METRICS.parts, "premium": -1},
    bounds={
        **METRICS.bounds,
        **dict.fromkeys(("ships_started", "ships"), (0, len(NUMBERS))),
        "premium": "what a premium costs stands in the tables of class IVC, which may be the user's own",
        **dict.fromkeys(
            ("credits", "purse", "bounty", "goods_sold", "order_reward", "looks_reward", "penalty"),
            "what level IV pays and charges stands in the tables of class IVC, which may be the user's own",
        ),
        **{f"ship_{n}_lost": "a ship has no more components than its board has squares" for n in NUMBERS},
        **{f"ship_{n}_cards": "a ship meets no more cards than its route has" for n in NUMBERS},
    },
    words={**METRICS.words, **{f"ship_{n}_left": LEFT for n in NUMBERS}, "joined": JOININGS},
    sorting=BY_JOINING,
)
"""Metrics of flights of fleets: the metrics of all flights, then further ones on the ships of a fleet."""


@cache
def fleet_metrics(outcomes: tuple[tuple[str, int], ...]) -> Metrics:
    """Return the metrics of fleets, which are counted for each layout by itself.

    Args:
        outcomes: Pairs of a way in which the quarters may join, and the number of dice results, of 36, that make it.
    """
    return replace(FLEET_METRICS, sorting=replace(BY_JOINING, weights=dict(outcomes)))


OF_CARDS = Metrics(
    listed=(
        Metric("components_lost", "components lost since launch", unit="components"),
        Metric("crew_lost", "humans and aliens lost since launch", unit="crew"),
        Metric(
            "batteries_spent",
            "charges spent since launch on cannons, engines and shields, or handed over because cubes ran out",
            unit="batteries",
        ),
        Metric("batteries_lost", "charges lost since launch with their battery or their ship", unit="batteries"),
        Metric("goods", "cubes aboard", unit="cubes", in_legend=True),
        Metric("goods_value", "credits that these cubes are worth on arrival", unit="credits", in_legend=True),
        Metric("credits", "paid by cards, without goods", unit="credits", in_legend=True),
        Metric("days", "spaces moved forward; below 0: moved back", unit="flight days", in_legend=True),
    ),
    score="credits",
    unit="credits",
    words={"ending": ENDINGS},
    bounds=dict.fromkeys(
        (
            "components_lost",
            "crew_lost",
            "batteries_spent",
            "batteries_lost",
            "goods",
            "goods_value",
            "credits",
            "days",
        ),
        "answers are exact: no interval needs a bound",
    ),
)
"""Metrics of exact answers on a card or a short route.

They are losses and charges spent since launch, goods aboard and their value, credits that cards have paid, and days
moved.
"""
COLUMNS = METRICS.columns
ARRIVED = ENDINGS.index("arrived")


class ArrivalPlaces(Histogram):
    """Histogram of places on arrival, 1 for the first; 0 stands for flights in which the ship did not arrive.

    `mean` includes those flights as 0, as exports do; `on_arrival` leaves them out.
    """

    @property
    def on_arrival(self) -> Histogram:
        """Histogram of places, restricted to flights in which the ship arrived."""
        return Histogram(self.lowest, np.where(self.values > 0, self.tally, 0))

    @property
    def not_arrived(self) -> Estimate:
        """Share of flights in which the ship did not arrive, from 0 to 1, with its interval."""
        return self.chance(0, 0)

    def __repr__(self) -> str:
        arrived = self.on_arrival
        share, low, high = self.not_arrived
        rest = f"did not arrive in {share:.1%} ({low:.1%} to {high:.1%}) of {self.n:,} flights"
        if not arrived.n:
            return f"Places: {rest}"
        mean, least, most = arrived.estimate()
        return f"Places: mean {mean:.4g} ({least:.4g} to {most:.4g}) in {arrived.n:,} flights that arrived; {rest}"


OTHER_COLUMNS = {
    "level": "level of the flights or of the card",
    "edition": "edition whose rules are used",
    "condition": "name of the condition",
    "card": "number of the card",
    "words": "effect of the card in words",
    "shots": "meteors or shots of the card in words",
    "starred": "whether the card belongs to the first flight",
    "met": "number of flights that met the card",
    "kind": "kind of the card or component",
    "row": "row of the square, by the printed dice numbers",
    "column": "column of the square, by the printed dice numbers",
    "code": "code of the component in ship files",
    "token": "component as it stands in the grid of a ship file",
    "front": "connector at the front: 0 none, 1 single, 2 double, 3 universal",
    "right": "connector on the right",
    "rear": "connector at the rear",
    "left_side": "connector on the left",
    "in_box": "number of such components in the box",
    "used": "number of such components in the ship",
    "left": "number of such components left in the box",
    "hazard": "kind of the hazard",
}
"""Meaning of table columns that are not metrics, for data dictionaries."""


class MetricAttributes:
    """Metrics of a ship's flights as attributes, e.g. `result["Tin Kite"].arrived`.

    The class only declares their types; `SubjectResult` looks up the values.
    """

    arrived: Chance
    no_humans: Chance
    no_engines: Chance
    lapped: Chance
    gave_up: Chance
    loss: Chance
    first: Chance
    richest: Chance
    richest_alone: Chance
    worst_5_percent: Histogram
    ending: Histogram
    cards_flown: Histogram
    components_lost: Histogram
    penalty: Histogram
    goods_sold: Histogram
    order_reward: Histogram
    looks_reward: Histogram
    bounty: Histogram
    days: Histogram
    crew: Histogram
    batteries: Histogram
    goods: Histogram
    exposed: Histogram
    purse: Histogram
    wealth: Histogram
    credits: Histogram
