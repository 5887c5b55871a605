"""Whether a ship can be built from one box: the same component may be turned any way, but lies in one place only."""

from __future__ import annotations

import random
import time
from collections import Counter

import pytest

from analyzer import Component, Layout, Side, missing_from_box, save_ship
from tests.doors.printed import load_edition
from tests.doors.trucker_paper import as_printed, lacking, parse_token, with_component
from tests.facts import untold
from tests.places import ROOT
from tests.trucker.shipyard import grow_ship, pieces_in_box

BOARDS = ("2007-I", "2007-II", "2007-III", "2007-IIIa")
BOX = load_edition("2007").box
START = {"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}


def with_start(*entries: dict[str, object]) -> Layout:
    return Layout.from_components("2007-II", [START, *entries])


def test_box_holds_all_components():
    """Each row of the table is one component; pieces are all but the four starting cabins."""
    table = ROOT / "analyzer/trucker/data/2007/components.csv"
    assert len(BOX) == len(table.read_text(encoding="utf-8").splitlines()) - 1
    assert sum(piece.copies for piece in pieces_in_box("2007")) == len(BOX) - 4


@pytest.mark.slow(but=100)
@pytest.mark.parametrize("quarter_turns", range(1, 4))
@pytest.mark.parametrize("printed", sorted(set(BOX), key=repr), ids=repr)
def test_turned_component_is_the_same(printed, quarter_turns):
    turned = printed.turned(quarter_turns)
    assert as_printed(turned) == as_printed(printed)
    assert turned.turned(4 - quarter_turns) == printed


def test_turning_moves_front_to_right():
    cannon = Component("single_cannon", (0, 1, 2, 3), (Side.FRONT,))
    assert cannon.turned(1) == Component("single_cannon", (3, 0, 1, 2), (Side.RIGHT,))
    shield = Component("shield", (0, 1, 2, 3), (Side.FRONT, Side.RIGHT))
    assert shield.turned(2) == Component("shield", (2, 3, 0, 1), (Side.REAR, Side.LEFT))


def test_mirrored_component_is_another():
    """A cannon with its muzzle to the front was not turned if its connectors were not turned along."""
    ahead = Component("single_cannon", (0, 1, 2, 0), (Side.FRONT,))
    mirrored = Component("single_cannon", (0, 0, 2, 1), (Side.FRONT,))
    assert as_printed(ahead) != as_printed(mirrored)
    assert as_printed(Component("shield", (0, 0, 1, 3), (Side.FRONT, Side.RIGHT))) != as_printed(
        Component("shield", (0, 0, 1, 3), (Side.FRONT, Side.LEFT))
    )


def test_ship_may_use_all_copies():
    """The box has two batteries of two with one universal connector."""
    left = {"square": [7, 6], "kind": "battery_2", "connectors": [0, 3, 0, 0]}
    right = {"square": [7, 8], "kind": "battery_2", "connectors": [0, 0, 0, 3]}
    assert missing_from_box(with_start(left, right)) == []


def test_component_too_many_is_named():
    entries = [
        {"square": [7, 6], "kind": "battery_2", "connectors": [0, 3, 0, 0]},
        {"square": [7, 8], "kind": "battery_2", "connectors": [0, 0, 0, 3]},
        {"square": [6, 7], "kind": "battery_2", "connectors": [0, 0, 3, 0]},
    ]
    assert missing_from_box(with_start(*entries)) == [(Component("battery_2", (0, 0, 0, 3)), 3, 2)]


def test_component_of_no_box_missing():
    wish = {"square": [7, 8], "kind": "double_cannon", "connectors": [0, 3, 3, 3], "facing": "front"}
    missing = missing_from_box(with_start(wish))
    assert missing == [(Component("double_cannon", (0, 3, 3, 3), (Side.FRONT,)), 1, 0)]


def test_all_missing_components_are_named():
    wish = {"square": [7, 8], "kind": "cabin", "connectors": [3, 3, 3, 3]}
    other = {"square": [7, 6], "kind": "cargo_3", "connectors": [3, 3, 3, 3]}
    assert {part.kind for part, _, _ in missing_from_box(with_start(wish, other))} == {"cabin", "cargo_3"}


def test_starting_cabin_is_in_box():
    assert missing_from_box(with_start()) == []


def test_missing_component_names_squares():
    """Three of two: the last in reading order is one too many; in its place a component that is left and fits."""
    entries = [
        {"square": [6, 7], "kind": "battery_2", "connectors": [0, 0, 3, 0]},
        {"square": [7, 6], "kind": "battery_2", "connectors": [0, 3, 0, 0]},
        {"square": [7, 8], "kind": "battery_2", "connectors": [0, 0, 0, 3]},
    ]
    ship = with_start(*entries)
    (missing,) = lacking(ship)
    assert missing.squares == ((6, 7), (7, 6), (7, 8))
    (over,) = missing.over
    assert (over.square, over.filed) == ((7, 8), "B20003")
    left = Counter(map(as_printed, BOX)) - Counter(as_printed(part) for part in ship.components.values())
    assert len(over.nearest) == 3
    for token in over.nearest:
        part = parse_token(token)
        assert left[as_printed(part)] > 0
        assert part.kind == "battery_2"
        assert not with_component(ship, (7, 8), part).flaws()
    assert "B20003 at (7,8)" in str(missing)


def test_nearest_component_shares_most_sides():
    """The box has no cannon with a universal connector at the rear alone; those with one other connector come first."""
    wish = {"square": [6, 7], "kind": "single_cannon", "connectors": [0, 0, 3, 0], "facing": "front"}
    (missing,) = lacking(with_start(wish))
    (over,) = missing.over
    apart = [
        sum(a != b for a, b in zip((0, 0, 3, 0), parse_token(token).connectors, strict=True)) for token in over.nearest
    ]
    assert apart == [1, 1, 1]
    assert all(token.endswith("^") for token in over.nearest)


FLYING = {
    "fly": ["fly", "wish.yaml"],
    "race": ["race", "wish.yaml", "wish.yaml"],
    "compare": ["compare", "wish.yaml", "plain.yaml"],
    "against": ["fly", "plain.yaml", "--rivals", "wish.yaml"],
    "cards": ["cards", "wish.yaml"],
    "weak": ["weak", "wish.yaml"],
    "captain": ["captain", "wish.yaml"],
    "editions": ["editions", "wish.yaml"],
    "journey": ["journey", "wish.yaml"],
    "explain": ["explain", "wish.yaml", "--flight", "3"],
    "exact": ["exact", "wish.yaml", "--card", "2007/28"],
    "inspect": ["inspect", "wish.yaml"],
}


@pytest.mark.slow(but=5)
@pytest.mark.parametrize("verb", FLYING)
def test_flying_verbs_warn_of_box(command, tmp_path, verb):
    plain = with_start(
        {"square": [6, 7], "kind": "battery_2", "connectors": [0, 0, 3, 0]},
        {"square": [8, 7], "kind": "single_engine", "connectors": [1, 0, 0, 0]},
    )
    wish = {"square": [7, 8], "kind": "cargo_3", "connectors": [3, 0, 0, 3]}
    start = [
        {"square": list(at), "kind": part.kind, "connectors": part.connectors} for at, part in plain.components.items()
    ]
    save_ship(plain, tmp_path / "plain.yaml")
    save_ship(Layout.from_components("2007-II", [*start, wish], name="Wish"), tmp_path / "wish.yaml")
    few = {"explain": [], "exact": [], "inspect": []}.get(verb, ["--flights", "5"])
    said = command(*FLYING[verb], *few)
    assert said.code == 0, said.err
    told = " ".join(said.out.split())
    assert "H33003 at (7,8) (nearest left: H3" in told
    assert verb == "inspect" or not untold(told, "Wish", "one 2007 box")


@pytest.mark.slow(but=100)
@pytest.mark.parametrize("seed", range(300))
def test_grown_ships_can_be_built(seed):
    layout = grow_ship(random.Random(seed), BOARDS[seed % 4])
    assert missing_from_box(layout) == []
    used = Counter(as_printed(part) for part in layout.components.values())
    assert not used - Counter(map(as_printed, BOX))


def test_growing_a_ship_takes_milliseconds():
    grow_ship(random.Random(0), "2007-III")
    began = time.process_time()
    for seed in range(30):
        grow_ship(random.Random(seed), "2007-III")
    assert time.process_time() - began < 1.5
