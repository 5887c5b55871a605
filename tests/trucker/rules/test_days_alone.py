"""Who flies alone has a price of their own for a flight day (rulings: "What captains decide")."""

from __future__ import annotations

import pytest

from analyzer import Captain
from tests.trucker.scripted import OPEN, abandoned_ship, alone, captain, fly, planets, ship, slavers, smugglers, station

HOLD, CREWED = ship("7/7 SC H2"), ship("7/7 SC CA")
GUNNER = ship("6/6 CN^ CN^ CN^; 7/7 SC H2")
"""Strength 3."""
CALM = captain(day=200, day_alone=0)
"""Two credits a day beside other ships, nothing alone."""
HASTY = captain(day=0, day_alone=200)


@pytest.mark.parametrize(
    ("who", "taken"), [(CALM, True), (HASTY, False), (captain(day=200), False), (captain(day=0), True)]
)
def test_lone_ship_uses_own_day_price(who: Captain, taken: bool) -> None:
    """A credit or two for a day, but for crew that costs one; beside other ships it is the other way round."""
    offers = (
        (HOLD, planets("B", 1)),
        (HOLD, station(2, "B")),
        (GUNNER, slavers(2, credits_=1)),
        (GUNNER, smugglers(2, reward="B")),
        (CREWED, abandoned_ship(1, 2)),
    )
    for drawn, card in offers:
        assert (alone(drawn, card, captain=who).days != 0) == taken, card.kind
        if who.day_alone is not None:
            in_company = fly([drawn, ship("7/7 SC")], card, captains=[who, captain(day=10**5)])
            assert (in_company[0].days != 0) != taken, card.kind


def test_last_ship_uses_lone_price() -> None:
    """The other one loses their crew to slavers, with whom the first ties: a station is worth a day from then on."""
    tied = ship("6/6 CN^ CN^; 7/7 SC H2")
    before, after = (
        fly([tied, ship("7/7 SC")], *deck, captains=CALM)[0]
        for deck in ((station(2, "B"), slavers(2, lost=2)), (slavers(2, lost=2), station(2, "B")))
    )
    assert (before.cargo, before.days) == ("", 0)
    assert (after.cargo, after.days) == ("B", -1)


@pytest.mark.parametrize(("price", "batteries"), [(25, 2), (26, 1), (None, 1)])
def test_lone_price_decides_speed_charges(price: int | None, batteries: int) -> None:
    """Two days against a charge at half a credit."""
    fast = ship("7/6 B2 SC; 8/7 ED")
    assert alone(fast, OPEN, captain=captain(day_alone=price)).batteries == batteries
