"""Invariants after every turn of whole games by captains and switches of all kinds.

What would make these fail: a card that is in two places or in none, a bay fuller than it is, a sector that is not
filled up, points that are not their sum, a captain who decides by what they cannot know.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tests.conftest import ALL
from tests.doors.starship import (
    STANDARD_RULES,
    SampledDice,
    Table,
    judges_of,
    load_switches,
    new_games,
    plain,
    play_turn,
)
from tests.starship.points import summed
from tests.starship.shipyard import FIGHTER, WEIGHER, any_captain, any_position, any_switches
from tests.starship.twin.box import CARD, CARDS, RESERVE

GAMES, TURNS, PAIRS = 4, 40, 4 if ALL else 2
LOST_PLANETS = sum(card.kind == "lost_planet" for card in CARDS)


def states(number: int) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    """Every game of a pair after every turn."""
    rng = random.Random(number)
    switches = load_switches(any_switches(rng))
    judges = judges_of(STANDARD_RULES, (any_captain(rng), any_captain(rng)), switches)
    table = new_games(number, 0, GAMES, judges, switches)
    while table.turn <= TURNS and not table.over.all():
        play_turn(table, judges, SampledDice(number, 0, GAMES))
        yield table, [plain.end_of(table, lane) for lane in range(GAMES) if not table.over[lane]]
        table.turn += 1


@cache
def all_states() -> list[dict[str, Any]]:
    """The states of all pairs; each as it is told."""
    return [state for number in range(PAIRS) for _, told in states(number) for state in told]


def ships(state: dict[str, Any]) -> list[dict[str, Any]]:
    return [state["moon"], state["sun"]]


def owned(ship: dict[str, Any]) -> list[str]:
    return [*ship["colonies"], *ship["stations"], *ship["pirates"]]


@pytest.mark.long
def test_no_card_is_in_two_places() -> None:
    for state in all_states():
        lying = [card for row in state["sectors"].values() for card in row]
        everywhere = lying + owned(state["moon"]) + owned(state["sun"])
        assert len(everywhere) == len(set(everywhere))


@pytest.mark.long
def test_all_seventy_cards_are_somewhere() -> None:
    """Sectors, both ships and the reserve hold seventy cards in all."""
    for state in all_states():
        lying = sum(map(len, state["sectors"].values())) + sum(state["lost"].values())
        assert lying + sum(len(owned(ship)) for ship in ships(state)) + state["reserve"] == len(CARDS)


@pytest.mark.long
def test_lost_planets_stay_in_sectors() -> None:
    tops = [card for stack in RESERVE for card in stack]
    for state in all_states():
        entered = len(tops) - state["reserve"]
        assert sum(state["lost"].values()) <= min(entered, LOST_PLANETS)
        if not state["reserve"]:
            assert sum(state["lost"].values()) == LOST_PLANETS


@pytest.mark.long
def test_sectors_hold_ten_while_reserve_lasts() -> None:
    for state in all_states():
        sizes = [len(state["sectors"][number]) + state["lost"][number] for number in (1, 2, 3, 4)]
        assert all(size == 10 for size in sizes) if state["reserve"] else all(size <= 10 for size in sizes)


def test_reserve_enters_stack_by_stack() -> None:
    """While so many cards entered, none of a later stack lies anywhere."""
    for state in all_states():
        entered = 28 - state["reserve"]
        seen = {card for row in state["sectors"].values() for card in row}
        seen |= {card for ship in ships(state) for card in owned(ship)}
        for which, stack in enumerate(RESERVE):
            here = sum(card.id in seen for card in stack)
            assert here <= min(max(entered - 7 * which, 0), 7)


def test_ships_never_exceed_their_capacity() -> None:
    for state in all_states():
        for ship in ships(state):
            capacity = 2 + ship["modules"].get("logistics", 0)
            assert all(0 <= units <= capacity for units in ship["goods"].values())
            assert 0 <= ship["science"] <= 4
            assert ship["astro"] >= 0
            assert min(ship["hangar"].values()) >= 0
            assert sum(ship["hangar"].values()) <= 2
            assert len(ship["boosters"]) <= 3
            assert len(ship["cannons"]) <= 3
            assert {*ship["boosters"], *ship["cannons"]} <= {1, 2}


def test_level_two_module_is_unique() -> None:
    for state in all_states():
        moon, sun = (ship["modules"] for ship in ships(state))
        assert not {name for name, level in moon.items() if level == 2 and sun.get(name) == 2}


@pytest.mark.long
def test_points_equal_sum_of_parts() -> None:
    """Check games and turns from positions where majorities are close."""
    played = plain.turns([any_position(number) for number in range(200)], (FIGHTER, WEIGHER), 1)
    for state in [*all_states(), *played]:
        assert state["points"] == summed(ships(state))


def test_ten_points_end_the_game() -> None:
    """The player who was at turn and goes on has nine points at most."""
    for state in all_states():
        assert state["points"][(state["turn"] - 1) % 2] < 10


def test_known_cards_lie_where_noted() -> None:
    for state in all_states():
        for crest in ("moon", "sun"):
            for number in (1, 2, 3, 4):
                assert set(state["seen"][crest][number]) <= set(state["sectors"][number])
                assert state["seen_lost"][crest][number] <= state["lost"][number]


def test_adventures_are_in_one_place() -> None:
    for state in all_states():
        kept = [one for ship in ships(state) for one in ship["adventures"]]
        assert len({*kept, *state["open"]}) == len(kept) + len(state["open"])
        assert len(kept) + len(state["open"]) + state["stack"] <= 12
        assert len(state["open"]) == 3 or not state["stack"]


def twins_of_a_pirate(number: int) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Two positions that differ in one thing: which of two pirates with the same demand lies where nobody can look."""
    one = any_position(number)
    for crest in ("moon", "sun"):
        one[crest].get("modules", {}).pop("sensor", None)
    if any(name not in one for name in ("sectors", "seen", "reserve")) or len(one["sectors"]) < 4:
        return None
    where = {card: s for s, row in one["sectors"].items() for card in row}
    if where.get("BASE11") == where.get("BASE12") or not {"BASE11", "BASE12"} <= set(where):
        return None
    others = [card for card in where if CARD[card].kind == "pirate" and card not in ("BASE11", "BASE12")]
    exchanged = {"BASE11": "BASE12", "BASE12": "BASE11"}
    rows = {s: [card for card in row if card not in others] for s, row in one["sectors"].items()}
    seen = {s: [card for card in row if CARD[card].kind != "pirate"] for s, row in one["seen"].items()}
    one = {**one, "sectors": rows, "seen": seen, "gone": others, "phase": "sector"}
    return one, {**one, "sectors": {s: [exchanged.get(card, card) for card in row] for s, row in rows.items()}}


@pytest.mark.long
@pytest.mark.parametrize("remembers", ["all", "none"])
def test_captain_ignores_hidden_pirate_strength(remembers: str) -> None:
    """A pirate of strength 2 or 3, who ask for three Astro alike: the captain flies and pays alike until dice fall."""
    pairs = [pair for number in range(400) if (pair := twins_of_a_pirate(number))]
    captains = [replace(WEIGHER, remembers=remembers, card=card) for card in (15, 25)]
    weak = plain.turns([one for one, _ in pairs], captains, 1)
    strong = plain.turns([other for _, other in pairs], captains, 1)
    met = [(one, other) for one, other in zip(weak, strong, strict=True) if one["met"]]
    assert len(met) > 20
    assert {bool(one["paid"]) for one, _ in met} == {True, False}
    for one, other in met:
        assert (one["sector"], one["met"], one["paid"]) == (other["sector"], other["met"], other["paid"])
