"""A flight that is written down after some cards and flown on ends as it did; one at launch flies as `fly` does."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import analyzer
from analyzer import Forecast, load_captain, load_ship
from analyzer.types import Position, ShipInFlight
from tests.conftest import ALL
from tests.doors.trucker_flights import COUNTED, Experiment
from tests.doors.trucker_moments import position_after
from tests.doors.trucker_paper import deal_rest
from tests.texts import round_trip
from tests.trucker.printed_cards import CARDS
from tests.trucker.routes import ROUTES, SHIPS, flown_on, planned


def same(experiment: Experiment, other: Experiment, flight: int) -> bool:
    """Whether a flight ends alike for your ship. Of the counters, position files hold credits alone."""
    one, two = experiment.run(flight, 1).columns(), other.run(flight, 1).columns()
    return all(one[name][0, 0] == two[name][0, 0] for name in {*one} - {*COUNTED} | {"bounty"})


@pytest.mark.parametrize(("path", "conditions"), ROUTES)
def test_resumed_flight_ends_alike(path: str, conditions: dict[str, object]) -> None:
    """Tested with thousands of flights at full size (tests/proofs)."""
    experiment = planned(path, **conditions)
    positions = 0
    for flight in range(24 if ALL else 6):
        position = position_after(experiment, flight, flight % experiment.route.length, knowing_deck=True)
        if not position.ships[0].left:
            positions += 1
            read = round_trip(analyzer.save_position, analyzer.load_position, position)
            assert read == position
            assert same(experiment, flown_on(experiment, read), flight), flight
    assert positions > (15 if ALL else 3)


@pytest.mark.long
def test_position_at_launch_matches_flight() -> None:
    """Byte by byte: order at the start, decks and dice have the same addresses."""
    experiment = planned("2007/II/steady-hauler.yaml")
    own, *rivals = experiment.ships
    known = ShipInFlight.launched(own)
    position = Position((known, *(ShipInFlight(rival, known=False) for rival in rivals)), "II")
    one, two = experiment.run(0, 60).columns(), flown_on(experiment, position).run(0, 60).columns()
    assert all(np.array_equal(one[name], two[name]) for name in one)


def test_rolled_dice_stay_fixed() -> None:
    """Card 28, a swarm, is at hand, and its large meteor from the front, the second, hits the middle or flies past."""
    experiment = planned("2007/II/steady-hauler.yaml", rivals="alone")
    ship = replace(experiment, captains=(load_captain("miser"),))  # spends no charge on defence
    lost = {}
    for rolls in ((), (12, 7), (12, 12)):
        position = Position((ShipInFlight.launched(ship.ships[0], space=0),), "II", card=28, rolls=rolls)
        lost[rolls] = flown_on(ship, position).run(0, 200).components_lost[0].mean()
    assert lost[12, 7] > lost[12, 12] + 0.5


# Decks


def decks(position: Position, flights: int = 2000) -> list[tuple[int, ...]]:
    """Whole decks by the numbers of their cards."""
    cards = np.array([card.id for card in position.edition.cards])
    return [
        tuple(deck)
        for deck in cards[deal_rest(position.route, position.revealed, 1, 0, flights, position.coming)].tolist()
    ]


def in_flight(**facts: object) -> Position:
    ship = ShipInFlight.launched(load_ship(SHIPS / "2007/II/steady-hauler.yaml"), space=0)
    return Position((ship,), "II", **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("prognostic", "piles"), [*product((False, True), (None, Forecast(((28, 3, 31), (35, None, 12)))))]
)
def test_resumed_decks_respect_piles(prognostic: bool, piles: Forecast | None) -> None:
    """At level II a pile has one card of level I and two of level II, and there are four."""
    first, second = {*CARDS[1]}, {*CARDS[2]}
    met = (28, 3) if prognostic or piles else (28, 7, 5)
    for deck in decks(in_flight(met=met, piles=piles, prognostic=prognostic), 300):
        assert deck[: len(met)] == met
        assert len({*deck}) == len(deck) == 12
        assert sum(card in first for card in deck) == 4
        assert {*deck} <= first | second
        if piles:
            assert {31, 35, 12} <= {*deck}
        if prognostic:
            assert [sum(card in first for card in deck[pile : pile + 3]) for pile in (0, 3, 6, 9)] == [1, 1, 1, 1]
        if prognostic and piles:
            assert (deck[2], deck[3], deck[5]) == (31, 35, 12)


def test_cards_to_come_are_uniform() -> None:
    """Each card of level I that was not met is in as many of the decks, in every place alike."""
    left = {*CARDS[1]} - {3}
    rest = [deck[2:] for deck in decks(in_flight(met=(28, 3)), 18_000)]
    counted = Counter(card for deck in rest for card in deck)
    chance = 3 / len(left)
    spread = 5 * (18_000 * chance * (1 - chance)) ** 0.5
    assert all(abs(counted[card] - 18_000 * chance) < spread for card in left)
    first = Counter(deck[0] in left for deck in rest)
    assert abs(first[True] - 18_000 * 3 / 10) < 5 * (18_000 * 0.3 * 0.7) ** 0.5


def test_unknown_rival_gets_free_space() -> None:
    """A rival at an unknown place never shares the space of another ship."""
    experiment = planned("2007/II/steady-hauler.yaml", rivals_captain="sensible")
    own, *rivals = experiment.ships
    known = ShipInFlight.launched(own, space=-2)
    position = Position((known, *(ShipInFlight(rival, known=False) for rival in rivals)), "II", met=(31, 22, 26))
    convoy = flown_on(experiment, position).on_the_start_line(0, 300)
    for spaces, flying in zip(convoy.state.position.T, convoy.state.flying.T, strict=True):
        taken = (spaces[flying] % position.level.lap).tolist()
        assert len({*taken}) == len(taken)
    assert (convoy.state.position[0] == -2).all()
    assert len({*convoy.state.position[1].tolist()}) > 3
