"""What must hold in every flight of every ship: after each card, at the end, and whichever way the flights are cut up.

What would make these fail: a rule that gives back what was lost, leaves tokens on what is gone, moves a figure onto
another, or an outcome that depends on anything but the address of its flight.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer import Captain, Layout, load_captain
from tests.conftest import ALL
from tests.doors.montecarlo import blocks, run
from tests.doors.montecarlo import workers as forks
from tests.doors.printed import SIDES
from tests.doors.statistics import Tally
from tests.doors.trucker_flights import COLUMNS as METRICS
from tests.doors.trucker_flights import (
    ENDINGS,
    Convoy,
    Experiment,
    Outcome,
    SampledDice,
    bank_of,
    check_before_card,
    fly_through,
    launch,
    settle,
)
from tests.doors.trucker_flights import flight as flight_module
from tests.doors.trucker_paper import NAMED, Route
from tests.trucker.shipyard import grow_ship

BOARDS = {"I": "2007-I", "II": "2007-II", "III": "2007-III", "IIIa": "2007-IIIa"}
CAPACITY = {"cargo_2": 2, "cargo_3": 3, "special_cargo_1": 1, "special_cargo_2": 2, "battery_2": 2, "battery_3": 3}
"""Containers of holds, charges of batteries."""
CUBES = (12, 13, 14, 17)
"""Red, yellow, green, blue cubes in the box."""
GREEDY = Captain("greedy", day=0, human=0, brown=0, purple=0, battery=0, component=50, stay=0, dread=0, reserve=0)
FLIGHTS = 60

seeds = st.integers(0, 2**32)
convoys = st.integers(0, 24)
"""Seeds of convoys whose flights are flown once for all that must hold in them."""
few = settings(deadline=None, derandomize=True, max_examples=25 if ALL else 10)
fewer = settings(deadline=None, derandomize=True, max_examples=10 if ALL else 4)


@dataclass(frozen=True)
class Moment:
    """The arrays of a convoy at one moment."""

    alive: np.ndarray
    crew: np.ndarray
    charge: np.ndarray
    goods: np.ndarray
    position: np.ndarray
    flying: np.ndarray
    ending: np.ndarray
    bounty: np.ndarray
    cards_flown: np.ndarray

    @classmethod
    def of(cls, convoy: Convoy) -> Moment:
        return cls(**{name: getattr(convoy.state, name).copy() for name in cls.__annotations__})


@cache
def convoy_of(seed: int, most_cards: int = 12) -> Experiment:
    """One to four random ships and captains on a random route."""
    rng = random.Random(seed)
    level = rng.choice(list(BOARDS))
    ships = tuple(grow_ship(rng, BOARDS[level], name=f"ship {i}") for i in range(rng.randint(1, 4)))
    captains = tuple(rng.choice([GREEDY, *map(load_captain, NAMED)]) for _ in ships)
    cards = tuple(rng.choices(range(60), k=rng.randint(4, most_cards)))
    return Experiment(ships, captains, Route(level_name=level, cards=cards), seed)


def card_by_card(experiment: Experiment, flights: int = FLIGHTS) -> Iterator[tuple[Convoy, Moment, Moment]]:
    """The convoy after every card, and what it was before and is now."""
    route = experiment.route
    places = route.places(experiment.seed, 0, flights, len(experiment.ships))
    convoy = launch(
        [ship.hull for ship in experiment.ships], experiment.captains, route.level, np.arange(flights), places
    )
    dice = route.dice(experiment.seed, 0, flights)
    cards = {card.id: card for card in route.rules.cards}
    for slot, number in enumerate(route.cards):
        convoy.slot = slot
        check_before_card(convoy, len(route.cards) - slot)
        before = Moment.of(convoy)
        in_flight = np.flatnonzero(convoy.state.flying.any(axis=0))
        convoy.together(in_flight, partial(flight_module.resolve, card=cards[number], dice=dice))
        yield convoy, before, Moment.of(convoy)


@cache
def seen(seed: int) -> list[tuple[SimpleNamespace, Moment, Moment]]:
    """The same of the convoy of that seed, with what must be known of it after that card."""
    told = []
    for convoy, before, after in card_by_card(convoy_of(seed)):
        bank = [(ship.flights, ship.of_flight(bank_of(convoy)).copy()) for ship in convoy.ships()]
        told.append(
            (SimpleNamespace(hulls=convoy.hulls, level=convoy.level, slot=convoy.slot, bank=bank), before, after)
        )
    return told


def subset(one: np.ndarray, other: np.ndarray) -> bool:
    return not (one & ~other).any()


def per_square(tokens: int, at: Sequence[int]) -> dict[int, int]:
    """How many of the tokens lie on each position."""
    found: dict[int, int] = {}
    for number, position in enumerate(at):
        if tokens >> number & 1:
            found[position] = found.get(position, 0) + 1
    return found


# After every card


@pytest.mark.long
@few
@given(convoys)
def test_lost_things_stay_lost(seed):
    for _, before, after in seen(seed):
        assert subset(after.alive, before.alive)
        assert subset(after.crew, before.crew)
        assert subset(after.charge, before.charge)
        assert (after.bounty >= before.bounty).all()
        assert not (after.flying & ~before.flying).any()


@pytest.mark.long
@few
@given(convoys)
def test_flying_ship_hangs_together(seed):
    for convoy, _, after in seen(seed):
        for number, ship in enumerate(convoy.hulls):
            assert all(len(ship.pieces(left)) <= 1 for left in set(after.alive[number].tolist()))


@few
@given(convoys)
def test_tokens_lie_on_living_components(seed):
    """Crew in living cabins, charges and cubes in living components; red in special holds; a container has one cube."""
    for convoy, _, after in seen(seed):
        for number, hull in enumerate(convoy.hulls):
            tokens, alive = hull.tokens, after.alive[number]
            containers = tokens.containers.left(alive) & tokens.containers.full
            assert subset(after.goods[:, number], containers)
            assert subset(after.goods[0, number], np.full(FLIGHTS, tokens.special))
            assert np.array_equal(np.bitwise_or.reduce(after.goods[:, number]), after.goods[:, number].sum(axis=0))
            assert subset(after.charge[number], tokens.charges.left(alive) & tokens.charges.full)
            assert np.array_equal(tokens.crew_left(after.crew[number], alive), after.crew[number])


@fewer
@given(convoys)
def test_nothing_exceeds_its_capacity(seed):
    """Square by square, with the capacities of the kinds written out here."""
    for convoy, _, after in seen(seed):
        for number, hull in enumerate(convoy.hulls):
            for f in range(0, FLIGHTS, 7):
                alive = hull.squares_of(int(after.alive[number, f]))
                goods = [per_square(int(board[number, f]), hull.tokens.containers.at) for board in after.goods]
                charges = per_square(int(after.charge[number, f]), hull.tokens.charges.at)
                for position in {*charges, *(place for colour in goods for place in colour)}:
                    square = hull.squares[position]
                    kind = hull.layout.components[square].kind
                    held = charges.get(position, 0) + sum(colour.get(position, 0) for colour in goods)
                    assert square in alive
                    assert held <= CAPACITY[kind]
                    assert not goods[0].get(position) or kind.startswith("special")
                    assert ("battery" in kind) == (position in charges)


@fewer
@given(convoys)
def test_aliens_live_beside_life_support(seed):
    """An alien aboard has its cabin, and life support of its colour on a neighbouring square, both still there."""
    for convoy, _, after in seen(seed):
        for number, hull in enumerate(convoy.hulls):
            for colour, alien in zip(("brown", "purple"), hull.tokens.alien, strict=True):
                for f in np.flatnonzero(after.crew[number] & alien).tolist():
                    alive = hull.squares_of(int(after.alive[number, f]))
                    home = hull.layout.aliens[colour]
                    beside = {hull.layout.board.neighbour(home, side) for side in SIDES}
                    support = {s for s in beside & alive if hull.layout.components[s].kind == f"life_support_{colour}"}
                    assert home in alive
                    assert support


@few
@given(convoys)
def test_bank_never_owes_cubes(seed):
    for convoy, _, after in seen(seed):
        aboard = np.bitwise_count(after.goods).astype(int).sum(axis=1)
        left = np.array(CUBES)[:, None] - aboard
        assert (left >= 0).all()
        for flights, bank in convoy.bank:
            assert np.array_equal(bank, left[:, flights])


@few
@given(convoys)
def test_figures_never_share_a_space(seed):
    for convoy, before, after in seen(seed):
        lap = convoy.level.lap
        for moment in (before, after):
            for f in range(FLIGHTS):
                flying = moment.position[moment.flying[:, f], f] % lap
                assert len(set(flying.tolist())) == len(flying)


@few
@given(convoys)
def test_departed_ships_stay_unchanged(seed):
    for convoy, before, after in seen(seed):
        out = ~before.flying
        for name in ("alive", "crew", "charge", "position", "bounty", "ending", "cards_flown"):
            assert np.array_equal(getattr(after, name)[out], getattr(before, name)[out])
        assert np.array_equal(after.goods[:, out], before.goods[:, out])
        gone = before.flying & ~after.flying
        assert np.array_equal(after.cards_flown, before.cards_flown + gone * (convoy.slot + 1))


@few
@given(convoys)
def test_flying_ships_meet_conditions(seed):
    """Each has a human aboard, is less than a lap behind the first, and has a reason once it flies no more."""
    for convoy, _, after in seen(seed):
        assert np.array_equal(after.flying, after.ending == ENDINGS.index("arrived"))
        leader = np.where(after.flying, after.position, -(10**6)).max(axis=0)
        for number, hull in enumerate(convoy.hulls):
            flying = after.flying[number]
            assert (after.crew[number] & hull.tokens.humans.full)[flying].all()
            assert (leader - after.position[number] < convoy.level.lap)[flying].all()


# At the end


@cache
def outcome_of(seed: int) -> Outcome:
    return convoy_of(seed).run(0, FLIGHTS)


@few
@given(convoys)
def test_credits_add_up_from_parts(seed):
    outcome = outcome_of(seed)
    parts = outcome.bounty + outcome.goods_sold + outcome.order_reward + outcome.looks_reward - outcome.penalty
    assert np.array_equal(outcome.credits, parts)
    assert np.array_equal(outcome.purse, np.where(parts < 0, 0, parts))
    for metric in METRICS:
        assert metric in ("credits", "days") or (getattr(outcome, metric) >= 0).all()


PENALTY_CAP = {"I": 5, "II": 8, "III": 11, "IIIa": 10**9}
LOOKS = {"I": 2, "II": 4, "III": 6, "IIIa": 6}


@few
@given(convoys)
def test_rewards_match_the_rule_card(seed):
    """Penalty 1 a component up to the cap; looks for the fewest exposed connectors; places without gaps."""
    outcome, level = outcome_of(seed), convoy_of(seed).route.level_name
    assert np.array_equal(outcome.penalty, np.minimum(outcome.components_lost, PENALTY_CAP[level]))
    arrived = outcome.ending == 0
    assert not outcome.looks_reward[~arrived].any()
    assert not outcome.order_reward[~arrived].any()
    assert not outcome.place[~arrived].any()
    for f in range(FLIGHTS):
        there = np.flatnonzero(arrived[:, f])
        assert sorted(outcome.place[there, f].tolist()) == list(range(1, there.size + 1))
        fewest = min(outcome.exposed[there, f].tolist(), default=None)
        for number in there.tolist():
            best = outcome.exposed[number, f] == fewest
            assert outcome.looks_reward[number, f] == (LOOKS[level] if best else 0)


@few
@given(convoys)
def test_sold_goods_were_aboard(seed):
    """Between the cheapest and the dearest price of each cube; half of it, rounded up, for who gave up."""
    outcome = outcome_of(seed)
    share = np.where(outcome.ending == 0, 1, 0.5)
    assert (outcome.goods_sold >= outcome.goods * share).all()
    assert (outcome.goods_sold <= np.ceil(4 * outcome.goods * share)).all()


# Whichever way the flights are cut up


@pytest.mark.long
@fewer
@given(seeds, st.integers(1, 9))
def test_histograms_ignore_block_size(seed, block):
    experiment = convoy_of(seed)
    assert run(experiment, 17, Tally.of, block=block) == run(experiment, 17, Tally.of)


@pytest.mark.long
@pytest.mark.parametrize("seed", [3, 4])
def test_histograms_ignore_worker_count(seed):
    experiment = convoy_of(seed)
    alone = run(experiment, 400, Tally.of, workers=1, block=64)
    assert run(experiment, 400, Tally.of, workers=2, block=64) == alone
    assert run(experiment, 400, Tally.of, workers=2, block=150) == alone


@pytest.mark.long
@pytest.mark.parametrize("copies", [True, False])
def test_histograms_ignore_late_processes(monkeypatch, copies):
    """Processes that join during a run change no histogram."""
    experiment = convoy_of(3)
    alone = run(experiment, 400, Tally.of, workers=1)
    monkeypatch.setattr(blocks, "processes_that_pay", lambda spent, left: 2)
    monkeypatch.setattr(forks, "can_fork", lambda: copies and sys.platform == "linux")
    assert run(experiment, 400, Tally.of, workers="auto", block=64) == alone
    assert run(experiment, 400, Tally.of, workers="auto", step=64, soon=16) == alone


def routed(seed: int) -> Experiment:
    """As `convoy_of`, but with decks from the piles or the learning flight."""
    experiment, rng = convoy_of(seed), random.Random(seed + 1)
    level = experiment.route.level_name
    start = rng.choice([None, *range(1, len(experiment.ships) + 1)])
    route = Route(level_name=level, learning=level == "I" and rng.random() < 0.5, start=start)
    return Experiment(experiment.ships, experiment.captains, route, seed)


@pytest.mark.long
@fewer
@given(seeds, st.integers(0, 19))
def test_flight_is_same_in_any_block(seed, number):
    """Flight k of a block of 20 is flight k of a block of its own, and of one that ends with it."""
    experiment = routed(seed)
    block, alone, ending = experiment.run(0, 20), experiment.run(number, 1), experiment.run(0, number + 1)
    for metric in METRICS:
        whole = getattr(block, metric)[:, number]
        assert getattr(alone, metric)[:, 0].tolist() == whole.tolist(), metric
        assert getattr(ending, metric)[:, -1].tolist() == whole.tolist(), metric


@fewer
@given(seeds, st.integers(1, 4))
def test_start_places_first_ship(seed, start):
    """The first ship begins start - 1 gaps behind; all gaps are taken once."""
    rng = random.Random(seed)
    ships = tuple(grow_ship(rng, "2007-III", 12, name=f"ship {i}") for i in range(4))
    experiment = Experiment(
        ships, (load_captain("sensible"),) * 4, Route(level_name="III", start=start, cards=(4,)), seed
    )
    places = experiment.route.places(seed, 0, FLIGHTS, 4)
    convoy = launch(
        [ship.hull for ship in ships], experiment.captains, experiment.route.level, np.arange(FLIGHTS), places
    )
    assert (convoy.state.position[0] == -4 * (start - 1)).all()
    assert np.array_equal(np.sort(convoy.state.position, axis=0)[::-1, 0], [0, -4, -8, -12])
    assert (np.sort(convoy.state.position, axis=0) == [[-12], [-8], [-4], [0]]).all()


# Pairing


class Recorder(SampledDice):
    """Dice that remember every roll under its address."""

    def __init__(self, fractions: np.ndarray) -> None:
        self.fractions = fractions
        self.rolled: dict[tuple[int, int, int], int] = {}

    def roll(self, convoy: Convoy, number: int, flights: Any = None) -> Any:
        shown = super().roll(convoy, number, flights)
        rows = range(convoy.size) if flights is None else flights.tolist()
        for row in rows:
            self.rolled[int(convoy.numbers[row]), convoy.slot, number] = int(shown[row])
        return shown


RESOLVE_KIND = flight_module.resolve_kind
"""The real one, whatever stands in its place in a test."""


def met(experiment: Experiment, monkeypatch: pytest.MonkeyPatch) -> tuple[dict[Any, int], dict[Any, int]]:
    """The card at each (flight, slot) that was flown, and the roll at each (flight, slot, number) that was rolled."""
    cards: dict[Any, int] = {}

    def record(convoy: Convoy, kind: str, dice: Any) -> None:
        ids = [convoy.card.printed.cards[number].id for number in convoy.card.which.tolist()]
        cards.update(zip(((int(f), convoy.slot) for f in convoy.numbers), ids, strict=True))
        RESOLVE_KIND(convoy, kind, dice)

    monkeypatch.setattr(flight_module, "resolve_kind", record)
    route, seed = experiment.route, experiment.seed
    places = route.places(seed, 0, FLIGHTS, len(experiment.ships))
    hulls = [ship.hull for ship in experiment.ships]
    convoy = launch(hulls, experiment.captains, route.level, np.arange(FLIGHTS), places)
    dice = Recorder(route.dice(seed, 0, FLIGHTS).fractions)
    fly_through(convoy, route.rules.cards, route.deal(seed, 0, FLIGHTS), dice)
    outcome = settle(convoy, places, [0] * len(hulls))
    flown = experiment.run(0, FLIGHTS)
    assert all(np.array_equal(getattr(outcome, metric), getattr(flown, metric)) for metric in METRICS)
    return cards, dice.rolled


def grown(rng: random.Random, name: str) -> Layout:
    return grow_ship(rng, "2007-II", 20, name=name)


@pytest.mark.long
@pytest.mark.slow(but=1)
@pytest.mark.parametrize("seed", range(2))
def test_one_seed_shares_decks_and_dice(seed, monkeypatch):
    """Two ships alone, and both in a race: wherever two of these come to the same address, it holds the same."""
    rng = random.Random(seed)
    one, other = grown(rng, "one"), grown(rng, "other")
    bold = load_captain("bold")
    seen = [
        met(Experiment(ships, (bold,) * len(ships), Route(level_name="II"), seed), monkeypatch)
        for ships in ((one,), (other,), (one, other))
    ]
    for what in (0, 1):
        for first, second in ((0, 1), (0, 2), (1, 2)):
            both = seen[first][what].keys() & seen[second][what].keys()
            assert len(both) > FLIGHTS
            assert [seen[first][what][a] for a in sorted(both)] == [seen[second][what][a] for a in sorted(both)]


def test_other_seed_draws_anew(monkeypatch):
    ship, bold = grown(random.Random(1), "one"), load_captain("bold")
    first, second = (met(Experiment((ship,), (bold,), Route(level_name="II"), seed), monkeypatch) for seed in (1, 2))
    both = first[0].keys() & second[0].keys()
    assert sum(first[0][a] == second[0][a] for a in both) < 0.3 * len(both)


def test_renamed_ship_ends_alike():
    """Alone, nothing but the ship, its captain and the address counts."""
    ship = grown(random.Random(3), "one")
    twin = Layout("another name", ship.board, ship.components, ship.aliens)
    outcomes = [Experiment((s,), (load_captain("bold"),), Route(level_name="II"), 5).run(0, 200) for s in (ship, twin)]
    assert all(np.array_equal(*(getattr(outcome, metric) for outcome in outcomes)) for metric in METRICS)
