"""Fleets in flight: what must be equal whatever the rules say, and what can never happen.

One large ship is an ordinary ship; a fleet of which one ship was begun is that ship alone; what mirrors a build mirrors
what hits it; two dice counted are all their results weighed.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

import analyzer
from analyzer import Component, Layout, fleet_tables, load_captain
from tests.doors.trucker_flights import COLUMNS, JOININGS, LEFT, QUARTERS, Experiment, cache, ships_of, wrecks
from tests.doors.trucker_paper import NAMED, Route
from tests.places import ROOT

HERE = ROOT / "ships" / "2007" / "IVC"
BUILDS = sorted(HERE.glob("*.yaml"))
LARGE = JOININGS[-1]
PARTS = fleet_tables().parts
FLIGHTS = 80


def load(path: Path) -> Layout:
    return analyzer.load_ship(path)


def experiment(*ships: Layout, joined: tuple[str, ...] = (), captain: str = "sensible", **route) -> Experiment:
    captains = (load_captain(captain),) * len(ships)
    return Experiment(ships, captains, Route(level_name="IV", joined=joined, **route), seed=5)


@pytest.mark.long
@pytest.mark.slow(but=2)
@pytest.mark.parametrize(("captain", "path"), [*zip(NAMED, BUILDS[1:], strict=False)], ids=lambda one: Path(one).stem)
def test_large_ship_flies_as_ordinary(path: Path, captain: str, monkeypatch) -> None:
    """A hull under the rules of fleets and without them: equal outcomes in every column of ships."""
    one = experiment(load(path), joined=(LARGE,), captain=captain)
    as_fleet = one.run(0, 20)
    (hulls,) = one.hulls
    monkeypatch.setattr(cache, "FleetWrecks", wrecks.Wrecks)
    cache.clear_registers()
    as_ship = one.simulate([hulls[0]], 0, 20)[1]
    for column in COLUMNS:
        assert getattr(as_fleet, column).tolist() == getattr(as_ship, column).tolist(), column
    cache.clear_registers()


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("quarter", QUARTERS)
def test_single_quarter_flies_as_ship(quarter: str) -> None:
    """The outcome does not depend on how the quarters hang together, nor on what is not there."""
    build = load(HERE / "four-winds.yaml")
    alone = build.without([square for square in build.components if PARTS[square] != quarter])
    outcomes = []
    for way in ("F+B", LARGE):
        outcomes.append(experiment(alone, joined=(way,)).run(0, 8))
        assert set(outcomes[-1].ships_started.ravel().tolist()) == {1}
    for outcome in outcomes[1:]:
        for column in COLUMNS:
            assert getattr(outcome, column).tolist() == getattr(outcomes[0], column).tolist(), column


def mirrored(ship: Layout) -> Layout:
    """Left and right exchanged: column c is 14 - c."""
    parts = {(row, 14 - column): _mirrored(part) for (row, column), part in ship.components.items()}
    homes = {colour: (row, 14 - column) for colour, (row, column) in ship.aliens.items()}
    return replace(ship, components=parts, aliens=homes)


def _mirrored(part: Component) -> Component:
    front, right, rear, left = part.connectors
    turned = tuple({0: 0, 1: 3, 2: 2, 3: 1}[side] for side in part.facing)
    facing = tuple(type(side)(number) for side, number in zip(part.facing, turned, strict=True))
    return Component(part.kind, (front, left, rear, right), tuple(sorted(facing)))


OTHER_SIDE = {"front": "front", "rear": "rear", "left": "right", "right": "left"}
OTHER_WAY = {"F+B": "F+B", "L+R": "L+R", "L": "R", "R": "L", "F+L": "F+R", "F+R": "F+L", "B+L": "B+R", "B+R": "B+L"}


@pytest.mark.slow(but=5)
@pytest.mark.parametrize("joined", OTHER_WAY)
def test_mirrored_build_is_hit_alike(joined: str) -> None:
    """Without charges (whose ship pays depends on reading order), from every side, at every sum."""
    build = load(BUILDS[1])
    fleet, mirror = analyzer.fleet(build, joined), analyzer.fleet(mirrored(build), OTHER_WAY[joined])
    for hazard in ("small_meteor", "large_meteor", "light_fire", "heavy_fire"):
        for side, other in OTHER_SIDE.items():
            for roll in range(2, 13):
                seen = 14 - roll if side in ("front", "rear") else roll
                if not 2 <= seen <= 12:
                    continue
                one = analyzer.strike(fleet, hazard, side, roll, batteries=[0] * len(fleet.ships))
                two = analyzer.strike(mirror, hazard, other, seen, batteries=[0] * len(mirror.ships))
                assert one.outcome == two.outcome
                assert {(row, 14 - column) for row, column in one.lost} == set(two.lost)


@pytest.mark.long
def test_exact_weighs_all_joinings() -> None:
    """Checked exactly for a card with six rolls."""
    build = load(HERE / "four-winds.yaml")
    counted = analyzer.exact(build, card=48).distribution("components_lost")
    weighed: dict[int, Fraction] = {}
    by_way = {
        way: analyzer.exact(analyzer.fleet(build, way), card=48).distribution("components_lost") for way in JOININGS
    }
    for result in analyzer.joining():
        for lost, chance in by_way[result.joined].items():
            weighed[lost] = weighed.get(lost, Fraction(0)) + Fraction(result.ways, 36) * chance
    assert counted == weighed


@pytest.fixture(scope="module")
def flown():
    """Three fleets race, whatever the dice join."""
    ships = [replace(load(path), insurance=premium) for path, premium in zip(BUILDS[2:5], (0, 2, 8), strict=True)]
    bold = replace(load_captain("sensible"), doom=60, dread=300, ship=100)
    captains = load_captain("sensible"), bold, load_captain("cautious")
    return Experiment(tuple(ships), captains, Route(level_name="IV"), seed=9)


@pytest.fixture(scope="module")
def outcome(flown):
    """How so many of their flights end."""
    return flown.run(0, FLIGHTS)


@pytest.mark.long
def test_fleet_outcomes_hold_invariants(outcome) -> None:
    lost = sum(getattr(outcome, f"ship_{number}_lost") for number in (1, 2, 3))
    assert (outcome.components_lost == lost).all()  # nothing is laid aside, nothing repaired
    caps = np.array([10**9, 26, 12])[:, None]
    assert (outcome.penalty == np.minimum(outcome.components_lost, caps)).all()
    assert (outcome.premium == np.array([0, 2, 8])[:, None]).all()
    left = np.stack([getattr(outcome, f"ship_{number}_left") for number in (1, 2, 3)])
    assert ((left == 0).sum(axis=0) == outcome.ships).all()
    assert ((outcome.ships > 0) == (outcome.ending == 0)).all()
    assert (outcome.ships <= outcome.ships_started).all()
    for way, quarters_of in ((way, ships_of(way)) for way in JOININGS):
        here = outcome.joined[0] == JOININGS.index(way)
        for quarter in QUARTERS:
            of_it = next(ship for ship in quarters_of if quarter in ship)
            for mate in of_it:
                assert (getattr(outcome, quarter)[:, here] == getattr(outcome, mate)[:, here]).all()
    parts = outcome.bounty + outcome.goods_sold + outcome.order_reward + outcome.looks_reward
    assert (outcome.credits == parts - outcome.penalty - outcome.premium).all()


@pytest.mark.long
def test_larger_fleets_place_first(outcome) -> None:
    """More ships come first, and only the largest fleets are paid for their looks."""
    for flight in range(FLIGHTS):
        arrived = [ship for ship in range(3) if outcome.ending[ship, flight] == 0]
        by_place = sorted(arrived, key=lambda ship: outcome.place[ship, flight])
        ships = [int(outcome.ships[ship, flight]) for ship in by_place]
        assert ships == sorted(ships, reverse=True)
        if arrived:
            largest = [ship for ship in arrived if outcome.ships[ship, flight] == ships[0]]
            fewest = min(int(outcome.exposed[ship, flight]) for ship in largest)
            paid = [ship for ship in range(3) if outcome.looks_reward[ship, flight]]
            assert paid == [ship for ship in largest if outcome.exposed[ship, flight] == fewest]


def test_ships_leave_for_every_reason(outcome) -> None:
    seen = {LEFT[code] for number in (1, 2, 3) for code in np.unique(getattr(outcome, f"ship_{number}_left")).tolist()}
    assert {"flies", "no_humans", "no_engines", "taken_out", "no_such_ship"} <= seen


def test_rivals_share_joining_dice(outcome) -> None:
    assert (outcome.joined == outcome.joined[0]).all()
    assert len(np.unique(outcome.joined)) == 9


@pytest.mark.long
def test_joining_dice_ignore_blocks(flown) -> None:
    route, whole = flown.route, flown.route.joinings(3, 0, 1000)
    assert (np.concatenate([route.joinings(3, first, 100) for first in range(0, 1000, 100)]) == whole).all()
    block, pieces = flown.run(0, 8), [flown.run(first, 4) for first in (0, 4)]
    for column, values in block.columns().items():
        assert (np.concatenate([getattr(piece, column) for piece in pieces], axis=1) == values).all(), column


def test_more_ships_slower_more_crew() -> None:
    """Every build, three ships: with one more ship begun the fleet is never faster, and never has fewer aboard."""
    for path in BUILDS:
        build = load(path)
        for quarter in ("front_right", "rear_right"):
            fewer = build.without([square for square in build.components if PARTS[square] == quarter])
            with_it, without = analyzer.fleet(build, "L"), analyzer.fleet(fewer, "L")
            charges = [64] * len(with_it.ships)
            assert with_it.engine_strength(charges) <= without.engine_strength(charges)
            assert with_it.hull.tokens.crew.bit_count() >= without.hull.tokens.crew.bit_count()


@pytest.mark.long
@pytest.mark.parametrize(("card", "company"), [(48, 1), (42, 1), (35, 2)])
def test_sampled_fleets_match_exact(card: int, company: int) -> None:
    """20,000 flights through one card of level IV, alone or beside a fleet; the dice of the build are drawn, too."""
    builds = [load(HERE / f"{name}.yaml") for name in ("four-winds", "spare-barns")[:company]]
    exactly = analyzer.exact(builds[0], card=card, rivals=builds[1:])
    assert exactly.pruned == 0
    counted = exactly.distribution("components_lost")
    captains = (load_captain("sensible"),) * company
    flown = Experiment(tuple(builds), captains, Route(level_name="IV", cards=(card,), start=1), seed=8).run(0, 20_000)
    seen = np.bincount(flown.components_lost[0], minlength=max(counted) + 1)
    assert set(np.flatnonzero(seen).tolist()) <= set(counted)
    often = [lost for lost, chance in counted.items() if 20_000 * chance >= 10]
    expected = np.array([float(counted[lost]) * 20_000 for lost in often])
    rest = 20_000 - expected.sum()
    observed = np.append(seen[often], 20_000 - seen[often].sum())
    expected = np.append(expected, rest)
    keep = expected > 1e-9
    assert chisquare(observed[keep], expected[keep]).pvalue > 1e-3
