"""What is known of wrecks is what is worked out afresh, and who flies beside whom changes no flight."""

from __future__ import annotations

import gc
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from analyzer import Layout, load_captain
from tests.doors.printed import SIDES
from tests.doors.trucker_flights import Experiment, cache, facts, fly_through, hazards
from tests.doors.trucker_flights import experiment as experiment_module
from tests.doors.trucker_flights import power as power_module
from tests.doors.trucker_flights import wrecks as wrecks_module
from tests.doors.trucker_paper import Route, positions, strength
from tests.places import ROOT
from tests.trucker.shipyard import some_ships

SHIPS = ROOT / "ships"
SENSIBLE, BOLD = load_captain("sensible"), load_captain("bold")


@pytest.fixture(scope="module")
def flown() -> wrecks_module.Wrecks:
    """The wrecks of some hundred flights of four ships."""
    cache.clear_registers()
    experiment = Experiment(some_ships(3, 4), (SENSIBLE,) * 4, Route(level_name="II"), 5)
    convoy, _ = experiment.simulate([each.hull for each in experiment.ships], 0, 250)
    assert convoy.wrecks.known > 700
    return convoy.wrecks


def each_wreck(wrecks: wrecks_module.Wrecks, every: int = 7) -> list[tuple[int, Any, int]]:
    """Number, hull and squares left of every seventh wreck."""
    squares, hulls = wrecks.squares.tolist(), wrecks.hull_of.tolist()
    return [(number, wrecks.hulls[hulls[number]], squares[number]) for number in range(0, wrecks.known, every)]


def only(of: Any, squares: int) -> Layout:
    """What is left, as a ship of its own."""
    lost = of.squares_of(int(of.occupied[0]) & ~squares)
    return of.layout.without(lost)  # type: ignore[attr-defined,no-any-return]


@pytest.mark.long
def test_wreck_facts_match_the_ship(flown):
    for number, hull, left in each_wreck(flown):
        if not left:
            continue
        alone = only(hull, left)
        parts = alone.components.values()
        assert flown.table(facts.launched)[number] == len(hull.layout.components)
        assert flown.table(facts.components)[number] == len(parts)
        assert flown.table(facts.exposed_connectors)[number] == alone.exposed_connectors()
        assert flown.table(facts.double_engines)[number] == sum(part.is_a.engine == 2 for part in parts)
        assert flown.table(facts.double_cannons)[number] == sum(part.is_a.cannon == 2 for part in parts)
        assert flown.table(facts.room)[number] == sum(p.is_a.containers + p.is_a.special_containers for p in parts)
        assert flown.table(facts.special_room)[number] == sum(part.is_a.special_containers for part in parts)
        assert flown.table(facts.charge_seats)[number] == sum(part.is_a.batteries for part in parts)
        crew = int(flown.table(facts.crew_seats)[number])
        homes = set(hull.layout.aliens.values())
        for_humans = sum(part.is_a.cabin for square, part in alone.components.items() if square not in homes)
        assert crew.bit_count() == 2 * for_humans + len(alone.aliens)


@pytest.mark.long
def test_wreck_strengths_match_the_rule(flown):
    experiment = Experiment(some_ships(3, 4), (SENSIBLE,) * 4, Route(level_name="II"), 5)
    convoy, _ = experiment.simulate([each.hull for each in experiment.ships], 0, 100)
    for ships in convoy.ships():
        for power, rule, alien in (
            (power_module.cannons(ships), strength.cannon_halves, 1),
            (power_module.engines(ships), strength.engine_strength, 0),
        ):
            for charges in range(5):
                assert_strength(power, rule, charges, alien)


def assert_strength(power: Any, rule, charges: int, alien: int) -> None:  # type: ignore[no-untyped-def]
    """Ship by ship what the rule says of its hull, with and without the alien aboard."""
    ships = power.ship
    shown, wrecks = power(charges), ships.convoy.wrecks
    for i, (left, crew, hull) in enumerate(
        zip(ships.alive.tolist(), ships.crew.tolist(), wrecks.hull_of[ships.wreck].tolist(), strict=True)
    ):
        own = wrecks.hulls[hull]
        helped = np.array([bool(crew & int(own.tokens.alien[alien]))])
        squares = np.array([left], np.uint64)
        assert shown[i] == rule(own, squares, np.array([charges]), helped)[0]


@pytest.mark.long
def test_wreck_fates_match_the_rule(flown):
    """For every seventh wreck, from each side, at each sum: what is in the way, and what helps it."""
    rules = (hazards.small_meteor, hazards.large_meteor)
    seen = set()
    rows, sums = np.arange(flown.known * 9)[:, None] * wrecks_module.SUMS, np.arange(2, 13)
    table = wrecks_module.fates(flown, *rules, (rows + sums).ravel()).reshape(-1, 9, sums.size)
    for number, hull, left in each_wreck(flown):
        squares = np.array([left], np.uint64)
        for size, rule in enumerate(rules):
            for side in SIDES:
                for roll in range(2, 13):
                    met = rule(hull, squares, side, np.array([roll]))
                    fate = int(table[number, 1 + side + 4 * size, roll - 2])
                    if not met.first[0]:
                        assert fate == wrecks_module.MISS
                        continue
                    assert positions(int(met.first[0])) == [fate % wrecks_module.SQUARES]
                    kind = (
                        wrecks_module.HARMLESS
                        if met.harmless[0]
                        else wrecks_module.DEFENDABLE
                        if met.with_a_charge[0]
                        else wrecks_module.UNSTOPPABLE
                    )
                    assert fate % (1 << wrecks_module.HELPERS) // wrecks_module.SQUARES * wrecks_module.SQUARES == kind
                    seen.add(kind)
    assert seen == {wrecks_module.HARMLESS, wrecks_module.UNSTOPPABLE, wrecks_module.DEFENDABLE}
    assert set(table[:, 0].ravel().tolist()) == {wrecks_module.MISS}


def test_wreck_after_loss_hangs_together(flown):
    """One piece is a wreck, several are a choice between just those, the earliest square first."""
    choices = 0
    for number, hull, left in each_wreck(flown, every=29):
        for position in positions(left):
            after = int(flown.without_component(np.array([number]), np.array([position]))[0])
            pieces = hull.pieces(left & ~(1 << position))
            if after >= 0:
                assert int(flown.squares[after]) == left & ~(1 << position)
                assert len(pieces) <= 1
            else:
                among = [piece for piece in flown.choices.pieces[:, -1 - after].tolist() if piece >= 0]
                assert [int(flown.squares[piece]) for piece in among] == pieces
                choices += 1
    assert choices > 20


def columns(experiment: Experiment, first: int, flights: int) -> dict[str, np.ndarray]:
    return experiment.run(first, flights).columns()


@pytest.mark.long
def test_full_cache_changes_no_flight(monkeypatch):
    """The cache has room for 60 wrecks, so every block begins with none."""
    experiment = Experiment(some_ships(8, 2), (BOLD,) * 2, Route(level_name="II"), 2)
    cache.clear_registers()
    whole = columns(experiment, 0, 60)
    monkeypatch.setattr(cache, "MAX_WRECKS", 60)
    cache.clear_registers()
    for first in range(0, 60, 20):
        part = columns(experiment, first, 20)
        assert all(np.array_equal(part[name], whole[name][:, first : first + 20]) for name in whole)
    assert len(cache._THIS_THREAD.registers) == 1


@pytest.mark.long
def test_threads_match_one_thread():
    """Each has registers of its own. They change places every hundred thousandth of a second."""
    experiment = Experiment(some_ships(8, 2), (BOLD,) * 2, Route(level_name="II"), 2)
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as threads:
            parts = [*threads.map(lambda first: columns(experiment, first, 100), range(0, 400, 100))]
    finally:
        sys.setswitchinterval(usual)
    whole = columns(experiment, 0, 400)
    assert all(np.array_equal(np.hstack([part[name] for part in parts]), whole[name]) for name in whole)


def test_cache_drops_oldest_registers(monkeypatch):
    """The register that was used longest ago goes first, the one at hand stays; a small one counts for 2,048 wrecks."""
    cache.clear_registers()
    hulls = [(each.hull,) for each in some_ships(9, 4)]
    one, _, three, _ = [cache.wrecks_of(each) for each in hulls]
    assert len(cache._THIS_THREAD.registers) == 4
    monkeypatch.setattr(cache, "MAX_WRECKS", 2 * 2048)
    assert cache.wrecks_of(hulls[2]) is three
    assert list(cache._THIS_THREAD.registers) == [(hulls[3][0].key,), (hulls[2][0].key,)]
    assert cache.wrecks_of(hulls[0]) is not one
    monkeypatch.setattr(cache, "MAX_WRECKS", 0)
    assert cache.wrecks_of(hulls[2]) is not three
    assert len(cache._THIS_THREAD.registers) == 1
    cache.clear_registers()


@pytest.mark.long
def test_dropped_register_is_freed_at_once(monkeypatch):
    """The register refers to itself; the garbage collector would find it much later, beside several others."""
    cache.clear_registers()
    hulls = (some_ships(9, 1)[0].hull,)
    register = weakref.ref(cache.wrecks_of(hulls))
    monkeypatch.setattr(cache, "MAX_WRECKS", 0)
    monkeypatch.setattr(cache, "COLLECT_ABOVE", 0)
    gc.disable()
    try:
        cache.wrecks_of(hulls)
        assert register() is None
    finally:
        gc.enable()
        cache.clear_registers()


@pytest.mark.long
@pytest.mark.parametrize("board", ["II", "III"])
def test_convoys_together_match_solo(board):
    """Four convoys of three ships, other layouts in each: every figure of every flight."""
    built = some_ships(11, 6, board)
    convoys = [[built[(n + k) % 6] for k in range(3)] for n in range(4)]
    experiments = [
        Experiment(tuple(ships), (BOLD, SENSIBLE, SENSIBLE), Route(level_name=board), 4) for ships in convoys
    ]
    together = experiments[0].outcomes_by_convoy([[each.hull for each in ships] for ships in convoys], 30, 8)
    for experiment, outcome in zip(experiments, together, strict=True):
        alone = columns(experiment, 30, 8)
        assert all(np.array_equal(alone[name], column) for name, column in outcome.columns().items())


@pytest.mark.long
def test_experiments_side_by_side_match_solo():
    """Ships alone and beside others, under two captains, on two routes: whatever cannot fly together does not."""
    built = some_ships(12, 4)
    asked = [
        Experiment(ships, captains, Route(level_name="II", start=start), 4, rivals=len(ships) - 1)
        for ships in ((built[0],), (built[1],), (built[0], built[2]), (built[3], built[2]))
        for captains in ((BOLD,) * len(ships), (SENSIBLE,) * len(ships))
        for start in (None, 1)
    ]
    found = [*Experiment.run_side_by_side(asked, 10, 4)]
    for experiment, own in zip(asked, found, strict=True):
        alone = experiment.run_block(10, 4)
        assert all(np.array_equal(alone[name], own[name]) for name in alone)


def test_layouts_together_fit_a_block(monkeypatch):
    monkeypatch.setattr("analyzer.trucker.ship_class.BLOCK", 100)
    built = some_ships(13, 5)
    experiments = [Experiment((each,), (SENSIBLE,), Route(level_name="II"), 4) for each in built]
    sizes = []

    def noting(convoy, *rest):  # type: ignore[no-untyped-def]
        sizes.append(convoy.size)
        fly_through(convoy, *rest)

    monkeypatch.setattr(experiment_module, "fly_through", noting)
    list(Experiment.run_side_by_side(experiments, 0, 40))
    assert sizes == [80, 80, 40]
