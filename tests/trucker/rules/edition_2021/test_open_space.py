"""Who is stuck in open space in 2021: who announces no strength (quick reference: "Aufgeben", "Freier Weltraum")."""

from __future__ import annotations

import pytest

from analyzer import Layout
from tests.trucker.rules.edition_2021.ships import runner, ship
from tests.trucker.scripted import OPEN, PLAIN, QUIET, alone, captain, fly

DOUBLE = ship("7/6 B2 SC; 8/7 ED")
BROWN = ship("7/6 B2 SC CA LB; 8/7 ED", brown=(7, 8))


@pytest.mark.parametrize(
    ("layout", "stay", "battery", "days", "ending"),
    [
        (DOUBLE, 0, 100, 0, "no_engines"),
        (DOUBLE, 1, 100, 2, "arrived"),
        (DOUBLE, 900, 1000, 0, "no_engines"),
        (DOUBLE, 901, 1000, 2, "arrived"),
        (BROWN, 0, 200, 0, "no_engines"),
        (BROWN, 0, 199, 4, "arrived"),
    ],
)
def test_charge_announced_if_staying_pays(layout: Layout, stay: int, battery: int, days: int, ending: str) -> None:
    """Two days are worth 100, four 200. A captain who spares the charge announces nothing and must leave."""
    end = alone(layout, OPEN, QUIET, captain=captain(stay=stay, battery=battery))
    assert (end.days, end.ending, end.cards_flown) == (days, ending, 1 if ending == "no_engines" else 2)


def test_unannounced_charges_do_not_help() -> None:
    ends = fly([DOUBLE, runner(1)], OPEN, captains=[captain(stay=0, battery=10**6, reserve=9), PLAIN])
    assert [(end.ending, end.batteries) for end in ends] == [("no_engines", 2), ("arrived", 0)]


def test_uncharged_double_engine_must_leave() -> None:
    assert alone(ship("7/7 SC; 8/7 ED"), OPEN).ending == "no_engines"
