"""Turns counted out by the engine against the twin, who flies every order of the sector and throws every die."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer import starship
from tests.conftest import all_but
from tests.doors.starship import LASTING, PASSING, Table, lay_out
from tests.doors.starship import dice as enumerated
from tests.starship.engine.brute_force import DONE, exact_differs
from tests.starship.twin.box import CARDS
from tests.starship.twin.table import COUNTS

POSITIONS = 10


@pytest.mark.parametrize("number", all_but({7}, range(POSITIONS)))
def test_exact_turn_equals_full_enumeration(number: int) -> None:
    """The twin flies every order of the sector and throws every die."""
    assert not exact_differs(number)


def test_exact_counts_cover_all_columns() -> None:
    assert set(COUNTS) == {*DONE, "adventures_done"}


@pytest.mark.parametrize("number", range(3))
def test_exact_weights_may_exceed_64_bits(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights become Python integers; the limit is lowered as if a word had three bits."""
    monkeypatch.setattr(enumerated, "LARGEST", 8)
    assert not exact_differs(number)


@pytest.mark.parametrize(
    ("pirate", "cannons", "fates"),
    [("BASE12", [2, 2, 2], {(1, 0)}), ("II06", [], {(0, 1)}), ("II06", [1], {(1, 0), (0, 1)})],
)
def test_exact_omits_impossible_fates(pirate: str, cannons: list[int], fates: set[tuple[int, int]]) -> None:
    """Strength 6 beats a pirate of 3 with any dice, strength 0 one of 4 with none."""
    gone = [card.id for card in CARDS if card.id not in (pirate, "START01", "START02")]
    position = {"moon": {"cannons": cannons, "modules": {}}, "sectors": {1: [pirate]}, "reserve": [], "gone": gone}
    told = starship.exact({**position, "phase": "sector", "roll": 1}, 1, captain="passenger-fights")
    assert {*told.distribution("beaten", "fights_lost")} == fates
    assert all(chance > 0 for chance in told.outcomes.values())


def alike() -> Table:
    """Five lanes in one state, which came about in 1, 2, 3, 4 and 5 ways."""
    table = lay_out(starship.load_position({}), 1, 0, 1)
    table.take(np.zeros(5, np.intp))
    table.weight = np.arange(1, 6)
    return table


def merged(table: Table) -> list[int]:
    """The weights of what is left."""
    enumerated.EnumeratedDice()._merge(table)
    assert table.lanes == table.weight.size == table.astro.shape[-1]
    return sorted(table.weight.tolist())


def test_merge_adds_weights_of_equal_lanes() -> None:
    assert merged(alike()) == [15]


@pytest.mark.parametrize("name", sorted({*LASTING, *PASSING} - {*enumerated.UNCOUNTED}))
def test_merge_keeps_different_lanes_apart(name: str) -> None:
    """Lanes two and four differ in one field and are otherwise alike."""
    table = alike()
    values = getattr(table, name).reshape(-1, 5)
    values[-1, [1, 3]] = ~values[-1, 0] if values.dtype == bool else values[-1, 0] + values.dtype.type(1)
    assert merged(table) == [6, 9]


@pytest.mark.parametrize("name", sorted({*enumerated.UNCOUNTED} - {"weight"}))
def test_merge_ignores_uncounted_fields(name: str) -> None:
    table = alike()
    getattr(table, name)[..., 2] += 1
    assert merged(table) == [15]
