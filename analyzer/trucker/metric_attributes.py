"""The metrics of a flight as attributes of a ship's result, named for editors and type checkers (see metrics.py)."""

from __future__ import annotations

from analyzer.statistics.histogram import Chance, Histogram


class Measured:
    """What can be asked of a ship's flights, e.g. `result["Tin Kite"].arrived`; `SubjectResult` finds the values."""

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
