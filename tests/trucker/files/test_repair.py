"""Repair before launch: what is left is legal, nothing more goes than must, and what went is charged as lost."""

from __future__ import annotations

import random
import time
from inspect import unwrap
from itertools import combinations

import pytest

import analyzer
from analyzer import AnalyzerError, Layout, load_ship, repair
from tests.places import ROOT
from tests.trucker.shipyard import grow_ship, mutate
from tests.trucker.twin import flaws_plain

SHIPS = ROOT / "ships" / "2007"
FLAWED = [path for path in sorted((SHIPS / "flawed").glob("*.yaml")) if path.stem not in ("split-seam", "empty-corner")]
"""Without builds of class IVC, whose pieces fall off by themselves."""
BOARDS = ("2007-I", "2007-II", "2007-III", "2007-IIIa")
COMBAT_ZONE = 15
"""A card that does nothing to a ship that flies alone."""


def test_repair_note_names_homeless_alien():
    """A purple alien in a cabin without life support; what was planned is the same again from its description."""
    arrow = load_ship(SHIPS / "I" / "paper-arrow.yaml")
    (cabin,) = arrow.aliens.values()
    unhoused = Layout(arrow.name, arrow.board, dict(arrow.components), {"purple": cabin})
    result = analyzer.fly([unhoused], flights=2, repair=True, rivals="alone")
    assert sum("the purple alien stays at home" in note for note in result.notes()) == 1
    assert type(result.experiment).rebuilt(result.experiment.describe()) == result.experiment
    assert not any("at home" in note for note in analyzer.fly([arrow], flights=2, repair=True, rivals="alone").notes())


def test_repair_names_the_true_reason():
    """One alien is sent to a battery, the other one to the starting cabin: neither lacks life support."""
    parts = [
        {"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]},
        {"square": [8, 7], "kind": "battery_2", "connectors": [1, 0, 0, 0]},
    ]
    ship = Layout.from_components("2007-I", parts, aliens={"purple": [8, 7], "brown": [7, 7]})
    notes = analyzer.fly([ship], flights=2, repair=True, rivals="alone").notes()
    told = [note for note in notes if "stays at home" in note]
    assert told == [
        "unnamed ship: the purple alien stays at home: the battery (2) is not a cabin.",
        "unnamed ship: the brown alien stays at home: the starting cabin carries humans only.",
    ]


def has_start(ship: Layout) -> bool:
    part = ship.components.get(ship.board.start)
    return part is not None and part.kind == "starting_cabin"


def mutated(seed: int, size: int | None = None) -> Layout:
    """A ship with something wrong, most likely, and its starting cabin in place."""
    rng = random.Random(seed)
    while True:
        ship = mutate(rng, grow_ship(rng, rng.choice(BOARDS), size))
        if has_start(ship):
            return ship


def is_fair(ship: Layout, mended: Layout, removed: tuple[tuple[int, int], ...]) -> None:
    """Legal by the plain twin, and the same ship but for the squares that are told."""
    assert flaws_plain(mended) == set()
    assert mended.flaws() == []
    assert removed == tuple(square for square in ship.components if square not in mended.components)
    assert all(ship.components[square] == part for square, part in mended.components.items())
    assert ship.board.start not in removed
    assert set(mended.aliens.items()) <= set(ship.aliens.items())
    homes = mended.alien_cabins()
    for colour, home in ship.aliens.items():
        assert (colour in mended.aliens) == (colour in homes.get(home, set()))


@pytest.mark.parametrize("path", FLAWED, ids=lambda path: path.stem)
def test_flawed_shelf_ships_are_repaired(path):
    ship = load_ship(path)
    assert ship.flaws()
    mended, removed = repair(ship)
    assert removed
    is_fair(ship, mended, removed)


@pytest.mark.slow(but=51)
@pytest.mark.parametrize("seed", range(100))
def test_mutated_ships_are_repaired(seed):
    ship = mutated(seed)
    begun = time.process_time()
    mended, removed = repair(ship)
    assert time.process_time() - begun < 10
    is_fair(ship, mended, removed)
    assert bool(removed) == bool(flaws_plain(ship))
    assert repair(mended) == (mended, ())


def legal_without(ship: Layout, lost: tuple[tuple[int, int], ...]) -> bool:
    left = {square: part for square, part in ship.components.items() if square not in lost}
    return not flaws_plain(Layout(ship.name, ship.board, left))


@pytest.mark.parametrize("seed", range(1000, 1060))
def test_repair_removes_the_fewest(seed):
    """Every smaller choice of components to take off, tried one by one, leaves a flaw."""
    ship = mutated(seed, random.Random(seed).randint(4, 12))
    _, removed = repair(ship)
    others = [square for square in ship.components if square != ship.board.start]
    for fewer in range(min(len(removed), 5)):
        assert not any(legal_without(ship, lost) for lost in combinations(others, fewer))


def built(*lines: str) -> Layout:
    """A layout on board I from lines `row column kind connectors [facing]`."""
    entries = []
    for line in lines:
        row, column, kind, connectors, *facing = line.split()
        entry = {"square": [int(row), int(column)], "kind": kind, "connectors": [int(digit) for digit in connectors]}
        entries.append(entry | ({"facing": facing} if facing else {}))
    return Layout.from_components("2007-I", entries, name="hand-built")


START = "7 7 starting_cabin 3333"


@pytest.mark.parametrize(
    ("lines", "gone"),
    [
        ([START], []),
        ([START, "6 7 single_engine 0010 front"], [(6, 7)]),
        ([START, "5 7 structural 0030", "6 7 single_cannon 0010 front"], [(5, 7)]),
        ([START, "7 8 structural 3303", "7 9 structural 0000", "9 5 cabin 3333"], [(7, 9), (9, 5)]),
        ([START, "7 8 structural 0103", "7 9 structural 0002"], [(7, 9)]),
        ([START, "7 8 structural 0103", "7 9 starting_cabin 3333"], [(7, 9)]),
        ([START, "7 6 structural 0303", "7 5 structural 0303", "7 4 structural 0303"], [(7, 4)]),
        ([START, "6 7 structural 0000", "8 7 structural 0000"], [(6, 7), (8, 7)]),
        ([START, "6 7 single_cannon 0310 front", "6 8 structural 0003", "5 7 structural 0300", "5 8 structural 3003"],
         [(5, 7), (5, 8)]),
    ],
    ids=["legal", "engine to the front", "before a muzzle", "loose and smooth", "single on double", "second start",
         "outside", "smooth against the cabin", "a loose pair"],
)  # fmt: skip
def test_repair_matches_by_hand(lines, gone):
    ship = built(*lines)
    mended, removed = repair(ship)
    assert sorted(removed) == sorted(gone)
    is_fair(ship, mended, removed)


def around(hub: str) -> Layout:
    """A ship with the hub on row 8 column 8, between single connectors of two components and below a cabin."""
    return built(START, "7 8 cabin 0133", "7 9 structural 0011", "8 9 structural 1001", "8 7 structural 3100", hub)


def test_doubly_flawed_component_goes_alone():
    """Double connectors on both sides where singles touch: it goes, not they."""
    _, removed = repair(around("8 8 structural 2222"))
    assert removed == ((8, 8),)


def test_alien_losing_support_is_replaced():
    bare = around("8 8 life_support_brown 2222")
    ship = Layout(bare.name, bare.board, bare.components, {"brown": (7, 8)})
    mended, removed = repair(ship)
    assert removed == ((8, 8),)
    assert mended.aliens == {}
    is_fair(ship, mended, removed)


@pytest.mark.parametrize(
    "lines",
    [
        ["7 7 cabin 3333"],
        ["6 7 starting_cabin 3333"],
        ["7 8 cabin 0003", "8 8 structural 3000"],
        ["7 7 structural 3333"],
    ],
)
def test_missing_starting_cabin_defeats_repair(lines):
    with pytest.raises(AnalyzerError, match=r"hand-built: .*no starting cabin on \[7, 7\].*SC3333"):
        repair(built(*lines))


@pytest.mark.parametrize("seed", range(20))
def test_mutated_ships_without_starting_cabin(seed):
    ship = mutated(seed)
    parts = {square: part for square, part in ship.components.items() if square != ship.board.start}
    if parts:
        with pytest.raises(AnalyzerError, match="no starting cabin"):
            repair(Layout(ship.name, ship.board, parts))


# In flight


@pytest.mark.parametrize("path", FLAWED, ids=lambda path: path.stem)
def test_repair_is_charged_as_lost(path):
    """Alone in a combat zone nothing happens: the flight costs what repair took, up to the cap of the level."""
    ship = load_ship(path)
    mended, removed = repair(ship)
    level, cap, order, looks = {"I": ("I", 5, 4, 2), "II": ("II", 8, 8, 4)}[ship.board.name]
    result = analyzer.fly([ship], level=level, flights=20, cards=[COMBAT_ZONE], repair=True, rivals="alone")
    flown = result.ships[0]
    assert flown.components_lost.counts == {len(removed): 20}
    assert flown.penalty.counts == {min(cap, len(removed)): 20}
    assert flown.credits.counts == {order + looks - min(cap, len(removed)): 20}
    assert flown.exposed.counts == {mended.exposed_connectors(): 20}
    assert flown.removed == removed
    assert any("repaired before launch" in note and f"row {removed[0][0]} column" in note for note in result.notes())


def test_legal_ship_flies_unchanged():
    ship = load_ship(SHIPS / "I" / "first-mile.yaml")
    with_repair, without = (
        analyzer.fly([ship], level="I", flights=50, repair=mend, rivals="alone") for mend in (True, False)
    )
    assert with_repair.tally == without.tally
    assert with_repair.ships[0].removed == ()
    assert not any("repaired" in note for note in with_repair.notes())


def test_rivals_are_repaired_too():
    ships = [load_ship(SHIPS / "I" / "first-mile.yaml"), load_ship(SHIPS / "flawed" / "quiz.yaml")]
    result = analyzer.fly(ships[:1], level="I", flights=20, rivals=ships[1:], repair=True)
    assert len(result.ships) == 1
    assert result.experiment.run(0, 20).components_lost[1].min() >= len(repair(ships[1])[1])


def test_python_offers_the_same_repair():
    assert unwrap(analyzer.repair) is unwrap(repair)


def test_clashing_border_loses_one_component():
    """One of the two clashing components goes; pieces without support then fall off by themselves."""
    build = load_ship(SHIPS / "flawed" / "split-seam.yaml")
    mended, removed = repair(build)
    assert removed in (((4, 7),), ((4, 8),))
    assert {flaw.kind for flaw in mended.flaws()} == {"disconnected"}


def test_unbegun_quarter_needs_no_repair():
    build = load_ship(SHIPS / "flawed" / "empty-corner.yaml")
    assert repair(build) == (build, ())
