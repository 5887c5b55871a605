"""The fast engine against the plain twin: every field of every flight, on random ships, decks and captains.

What would make this fail: any rule read differently by one of the two, in any state that thousands of flights reach.
"""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from analyzer import Side, load_captain, load_ship
from tests.conftest import ALL
from tests.doors.printed import Hit, load_edition
from tests.doors.trucker_flights import COLUMNS as METRICS
from tests.doors.trucker_flights import Experiment
from tests.doors.trucker_paper import Route
from tests.places import ROOT
from tests.trucker.engine.against_twin import differences
from tests.trucker.engine.convoys import CONVOYS_2007, CONVOYS_2021, LEVELS_2021, convoy_2007, convoy_2021, route_2021
from tests.trucker.twin import Outcome as PlainOutcome

ONE_IN = 3
"""Of so many convoys one flies here."""
FLIGHTS = 36 if ALL else 18
"""Of each convoy; the proofs fly more."""
HALF = range(CONVOYS_2007 // 2, CONVOYS_2007)
"""Of the convoys of 2007 those that are looked into: what these have, all have."""


def test_twin_tells_every_metric() -> None:
    assert {field.name for field in fields(PlainOutcome)} == set(METRICS)


@pytest.mark.slow(but=10)
@pytest.mark.parametrize("number", range(0, CONVOYS_2007, ONE_IN))
def test_engine_equals_twin(number: int) -> None:
    """At full size 67 convoys of one to four freshly grown ships, 36 flights each: 167 ships, 2,412 flights in all."""
    assert differences(convoy_2007(number), FLIGHTS)[:5] == []


def test_experts_foresee_a_short_bank() -> None:
    """On six cards of planets with many cubes, ships in front take cubes that ships behind would have loaded."""
    names = ("grand-broadside", "long-receipt", "night-mail", "vault-door")
    ships = tuple(load_ship(ROOT / "ships" / "2007" / "III" / f"{name}.yaml") for name in names)
    route = Route(level_name="III", cards=(32, 31, 34, 51, 32, 54))
    assert differences(Experiment(ships, (load_captain("expert"),) * 4, route, 3), 6)[:5] == []


@pytest.mark.long
def test_convoys_2007_cover_learning_flight() -> None:
    """A third of the convoys at level I learns, with ships mended and laid aside and captains with dread."""
    convoys = [convoy_2007(number) for number in HALF]
    learning = [convoy for convoy in convoys if convoy.route.learning]
    assert len(learning) > sum(convoy.route.level_name == "I" for convoy in convoys) / 3
    assert sum(any(ship.reserve for ship in convoy.ships) for convoy in learning) > 5
    assert sum(any(captain.dread for captain in convoy.captains) for convoy in learning) > 2
    mended = [sum(map(bool, convoy.removed)) for convoy in learning]
    mended_some_not_all = [0 < some < len(convoy.ships) for some, convoy in zip(mended, learning, strict=True)]
    assert sum(mended_some_not_all) > 2
    assert sum(some > 1 for some in mended) > 1


@pytest.mark.long
def test_convoys_cover_spared_charges() -> None:
    """Charges, double engines and no single one, under captains to whom the days are worth no charge."""
    pairs = [
        (convoy.route.learning, ship)
        for convoy in map(convoy_2007, HALF)
        for ship, captain in zip(convoy.ships, convoy.captains, strict=True)
        if 2 * captain.day <= captain.battery and not captain.values
    ]
    kinds = [(learning, {part.kind for part in ship.components.values()}) for learning, ship in pairs]
    could = [
        learning
        for learning, aboard in kinds
        if "single_engine" not in aboard and "double_engine" in aboard and aboard & {"battery_2", "battery_3"}
    ]
    assert len(could) > 10
    assert sum(could) > 1


@pytest.mark.long
def test_mended_ships_start_last() -> None:
    """Mended ships of 2007 start behind all others, and nobody else changes places."""
    for convoy in map(convoy_2007, HALF):
        drawn = convoy.route.places(convoy.seed, 0, 20, len(convoy.ships))
        late = np.array([convoy.route.learning and bool(squares) for squares in convoy.removed])
        for flight in range(20):
            order = sorted(np.argsort(drawn[:, flight]).tolist(), key=lambda ship: bool(late[ship]))
            assert np.argsort(convoy.places(0, 20)[:, flight]).tolist() == order


@pytest.mark.slow(but=5)
@pytest.mark.parametrize("number", range(0, CONVOYS_2021, ONE_IN))
def test_engine_equals_twin_in_2021(number: int) -> None:
    """At full size 34 convoys of one to four freshly grown ships of the 2021 box, 36 flights each: 1,224 in all."""
    assert differences(convoy_2021(number), FLIGHTS)[:5] == []


def test_routes_2021_cover_cards_and_boards() -> None:
    routes = [route_2021(number) for number in range(200)]
    assert {route.level_name for route in routes} == set(LEVELS_2021)
    assert {number for route in routes for number in route.cards} == {card.id for card in load_edition("2021").cards}
    rear = Hit(large=True, side=Side.REAR)
    assert sum(any(rear in card.hits for card in route.replaced) for route in routes) > 50
