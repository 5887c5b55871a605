"""Whether a ship can be built from one box: the same component may be turned any way, but lies in one place only."""

from __future__ import annotations

import random
import time
from collections import Counter

import pytest

from analyzer.trucker.edition import load_edition
from analyzer.trucker.ship.box import as_printed, missing_from_box
from analyzer.trucker.ship.component import Component, Side
from analyzer.trucker.ship.layout import Layout
from tests.shipyard import grow_ship, pieces_in_box

BOARDS = ("2007-I", "2007-II", "2007-III", "2007-IIIa")
BOX = load_edition("2007").box
START = {"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}


def with_start(*entries: dict[str, object]) -> Layout:
    return Layout.from_components("2007-II", [START, *entries])


def test_the_box_holds_144_components():
    assert len(BOX) == 144
    assert sum(piece.copies for piece in pieces_in_box("2007")) == 140  # the others are starting cabins


@pytest.mark.parametrize("quarter_turns", range(1, 4))
@pytest.mark.parametrize("printed", sorted(set(BOX), key=repr), ids=repr)
def test_a_component_is_the_same_whichever_way_it_lies(printed, quarter_turns):
    turned = printed.turned(quarter_turns)
    assert as_printed(turned) == as_printed(printed)
    assert turned.turned(4 - quarter_turns) == printed


def test_turning_moves_the_front_to_the_right():
    cannon = Component("single_cannon", (0, 1, 2, 3), (Side.FRONT,))
    assert cannon.turned(1) == Component("single_cannon", (3, 0, 1, 2), (Side.RIGHT,))
    shield = Component("shield", (0, 1, 2, 3), (Side.FRONT, Side.RIGHT))
    assert shield.turned(2) == Component("shield", (2, 3, 0, 1), (Side.REAR, Side.LEFT))


def test_what_faces_elsewhere_is_another_component():
    """A cannon with its muzzle to the front is not one that was turned, if its connectors were not turned along."""
    ahead = Component("single_cannon", (0, 1, 2, 0), (Side.FRONT,))
    mirrored = Component("single_cannon", (0, 0, 2, 1), (Side.FRONT,))
    assert as_printed(ahead) != as_printed(mirrored)
    assert as_printed(Component("shield", (0, 0, 1, 3), (Side.FRONT, Side.RIGHT))) != as_printed(
        Component("shield", (0, 0, 1, 3), (Side.FRONT, Side.LEFT))
    )


def test_a_ship_may_use_a_component_as_often_as_it_is_there():
    """The box has two batteries of two with one universal connector."""
    left = {"square": [7, 6], "kind": "battery_2", "connectors": [0, 3, 0, 0]}
    right = {"square": [7, 8], "kind": "battery_2", "connectors": [0, 0, 0, 3]}
    assert missing_from_box(with_start(left, right)) == []


def test_one_too_many_is_named_with_its_numbers():
    entries = [
        {"square": [7, 6], "kind": "battery_2", "connectors": [0, 3, 0, 0]},
        {"square": [7, 8], "kind": "battery_2", "connectors": [0, 0, 0, 3]},
        {"square": [6, 7], "kind": "battery_2", "connectors": [0, 0, 3, 0]},
    ]
    assert missing_from_box(with_start(*entries)) == [(Component("battery_2", (0, 0, 0, 3)), 3, 2)]


def test_a_component_that_is_in_no_box():
    wish = {"square": [7, 8], "kind": "double_cannon", "connectors": [0, 3, 3, 3], "facing": "front"}
    missing = missing_from_box(with_start(wish))
    assert missing == [(Component("double_cannon", (0, 3, 3, 3), (Side.FRONT,)), 1, 0)]


def test_everything_that_is_missing_is_named():
    wish = {"square": [7, 8], "kind": "cabin", "connectors": [3, 3, 3, 3]}
    other = {"square": [7, 6], "kind": "cargo_3", "connectors": [3, 3, 3, 3]}
    assert {part.kind for part, _, _ in missing_from_box(with_start(wish, other))} == {"cabin", "cargo_3"}


def test_a_starting_cabin_is_in_the_box():
    assert missing_from_box(with_start()) == []


@pytest.mark.parametrize("seed", range(300))
def test_grown_ships_can_be_built(seed):
    layout = grow_ship(random.Random(seed), BOARDS[seed % 4])
    assert missing_from_box(layout) == []
    used = Counter(as_printed(part) for part in layout.components.values())
    assert not used - Counter(map(as_printed, BOX))


def test_growing_takes_milliseconds():
    grow_ship(random.Random(0), "2007-III")
    began = time.process_time()
    for seed in range(100):
        grow_ship(random.Random(seed), "2007-III")
    assert time.process_time() - began < 5
