"""The metrics of a game, a line each; `columns.py` fills their columns."""

from __future__ import annotations

from dataclasses import dataclass, replace

from analyzer.answers.metrics import Metric, Metrics

WINS, SCORE, LENGTHS = "who wins", "what the total is made of", "routes by length"
BOXES, TURNS, GAME = "boxes, by how many scored routes lead through them", "turns", "the game"
SHORT, LONG = 4, 9
"""Boxes up to which a route is called short, and from which on it is called long."""

LISTED = (
    Metric("total", "points of routes and stars at the end", unit="points", block=SCORE),
    Metric("points", "points of routes", unit="points", block=SCORE),
    Metric("star_points", "points of stars, three each", unit="points", block=SCORE),
    Metric(
        "again",
        "points for boxes that an earlier route already uses: each further route counts them again",
        unit="points",
        block=SCORE,
        in_legend=True,
    ),
    Metric("routes", "routes scored", unit="routes", block=LENGTHS),
    Metric("longest", "boxes of the longest route scored", unit="boxes", block=LENGTHS),
    Metric("short_routes", f"routes of up to {SHORT} boxes", unit="routes", block=LENGTHS),
    Metric("long_routes", f"routes of {LONG} boxes and more", unit="routes", block=LENGTHS),
    Metric("short_points", f"points of routes of up to {SHORT} boxes", unit="points", block=LENGTHS),
    Metric("middle_points", f"points of routes of {SHORT + 1} to {LONG - 1} boxes", unit="points", block=LENGTHS),
    Metric("long_points", f"points of routes of {LONG} boxes and more", unit="points", block=LENGTHS),
    Metric("used_once", "own boxes on one scored route", unit="boxes", block=BOXES),
    Metric("used_twice", "own boxes on two scored routes", unit="boxes", block=BOXES),
    Metric("used_more", "own boxes on three or more scored routes", unit="boxes", block=BOXES),
    Metric("unused", "own boxes on no scored route: drawn in vain", unit="boxes", block=BOXES, in_legend=True),
    Metric("turns", "turns taken", unit="turns", block=TURNS),
    Metric("passed", "turns in which no track was drawn", unit="turns", block=TURNS, in_legend=True),
    Metric(
        "forced",
        "turns in which even the best draw was worse than none, by the captain's prices",
        unit="turns",
        block=TURNS,
        in_legend=True,
    ),
    Metric("extra", "extra tracks drawn, from rockets and asteroids", unit="tracks", block=TURNS, in_legend=True),
    Metric("filled", "boxes filled, from black holes", unit="boxes", block=TURNS, in_legend=True),
    Metric("rounds", "rounds begun", unit="rounds", block=GAME),
    Metric(
        "stuck",
        "games that ended before the last route, as nobody could draw",
        within=(1, 1),
        block=GAME,
        in_legend=True,
    ),
)
OF_RACES = Metrics(
    listed=(
        Metric(
            "won",
            "has the largest total, alone or shared; a shared win counts in full, so all may add up to over 100%",
            within=(1, 1),
            block=WINS,
            in_legend=True,
        ),
        Metric("shared", "wins shared with others, which `won` includes", within=(1, 1), block=WINS, in_legend=True),
        Metric("margin", "total minus the best rival's", unit="points", block=WINS, in_legend=True),
        *LISTED,
        Metric(
            "struck",
            "slots for routes that were struck out because rivals scored",
            unit="slots",
            block=LENGTHS,
            in_legend=True,
        ),
        Metric("began", "begins the first round", within=(1, 1), in_tables=False, block=WINS),
    ),
    score="total",
    unit="points",
    parts={"points": 1, "star_points": 1},
    beside=("won", "total"),
    judge="margin",
    wins="won",
    below_zero=("margin",),
)
BY_TOTAL = replace(OF_RACES, judge="", wins="", beside=("won",))
"""Where it is asked what a total depends on, not who is better."""
ALONE = replace(BY_TOTAL, listed=LISTED, beside=())
"""A game alone has no winner."""


@dataclass(frozen=True)
class BoxMetric:
    """A metric of every box, as a mean over games; label: the title of its picture; sums: the unit of the sum over all
    boxes."""

    name: str
    label: str
    meaning: str
    sums: str


BY_BOX = {
    one.name: one
    for one in (
        BoxMetric(
            "tracks", "where tracks lie", "share of games that end with the trader's track there", "tracks a game"
        ),
        BoxMetric(
            "brings",
            "where points come from",
            "points that the box brings: one for every scored route whose shortest ways it lies on, three for a star",
            "points a game",
        ),
    )
}
"""By name; the columns in `columns.py` have the same names."""
