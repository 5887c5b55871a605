"""Fleets of class IVC at level IV: the fast engine against the plain twin, every field of every flight.

What would make this fail: any rule of fleets read differently by one of the two, in any state that is reached here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from analyzer import Captain, Side
from tests.conftest import ALL
from tests.doors.montecarlo import words
from tests.doors.printed import Level, Square, load_edition
from tests.doors.trucker_flights import Experiment
from tests.doors.trucker_paper import Route
from tests.trucker.engine.against_twin import play_twin
from tests.trucker.engine.convoys_of_fleets import COLUMNS, SIZES, TOGETHER, convoy_of_fleets
from tests.trucker.twin import Outcome as PlainOutcome
from tests.trucker.twin import adventures, crew, goods, hazards, outcome, referee, spending
from tests.trucker.twin.convoy import Convoy
from tests.trucker.twin.fleet import Fleet
from tests.trucker.twin.hazards import Strike
from tests.trucker.twin.level_iv import as_met
from tests.trucker.twin.quarters import WAYS
from tests.trucker.twin.ship import NO_ENGINES, Cubes, Ship
from tests.trucker.twin.spending import Spending

GROUPS = range(0, len(SIZES) // TOGETHER, 3)
"""Those that fly here: 180 builds in 90 convoys."""
FLIGHTS = 24 if ALL else 12
"""Of each convoy: 2,160 in all at full size."""
SOME = range(0, TOGETHER, 5)
"""The convoys of a group that fly in every test run."""


@pytest.mark.parametrize("group", GROUPS)
def test_engine_equals_twin_with_fleets(group: int) -> None:
    """Freshly grown builds in convoys of one to four."""
    convoys = [convoy_of_fleets(group * TOGETHER + each) for each in (range(TOGETHER) if ALL else SOME)]
    for flown, columns in zip(convoys, Experiment.run_side_by_side(convoys, 0, FLIGHTS), strict=True):
        plain = play_twin(flown, FLIGHTS)
        for name in COLUMNS:
            expected = np.array([[getattr(ship, name) for ship in flight] for flight in plain]).T
            assert np.array_equal(columns[name], expected), (name, np.argwhere(columns[name] != expected)[:5].tolist())


@pytest.mark.parametrize("number", [112, 115])
def test_foreseeing_fleets_open_reserve(number: int) -> None:
    """Captains who foresee and hold charges back spend them in combat zones, as the twin does."""
    flown = convoy_of_fleets(number)
    who = tuple(
        replace(captain, foresees=True, reserve=max(1, captain.reserve), values=1) for captain in flown.captains
    )
    flown = replace(flown, captains=who)
    columns, plain = flown.run_block(0, FLIGHTS), play_twin(flown, FLIGHTS)
    for name in COLUMNS:
        assert (
            columns[name].tolist()
            == np.array([[getattr(ship, name) for ship in flight] for flight in plain]).T.tolist()
        )


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("number", range(3, len(SIZES), 73))
def test_fleets_side_by_side_match_solo(number: int) -> None:
    """Convoys of other builds in the same block change nothing."""
    first = number // TOGETHER * TOGETHER
    numbers = sorted({first, number, first + TOGETHER - 1})
    convoys = [convoy_of_fleets(each) for each in numbers]
    together = [*Experiment.run_side_by_side(convoys, 0, 20)][numbers.index(number)]
    alone = convoy_of_fleets(number).run_block(0, 20)
    assert {name: column.tolist() for name, column in together.items()} == {
        name: column.tolist() for name, column in alone.items()
    }


@pytest.mark.long
def test_convoys_cover_fleet_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted by the twin on six flights of every convoy that flies in every run: each rule of fleets comes up."""
    met = watched(monkeypatch)
    # In convoy 211 the last human of a ship is given up, which is rare.
    for number in (*(group * TOGETHER + each for group in GROUPS for each in SOME), 211):
        for flight in play_twin(convoy_of_fleets(number), 6):
            for end in flight:
                codes = [getattr(end, f"ship_{ship}_left") for ship in (1, 2, 3)]
                met.update(f"left: {code}" for code in codes)
                met["arrived with ships of several"] += end.ships > 0 and end.ships_started > end.ships
                met["reserve or repair, insured"] += 0 < end.penalty < end.components_lost
                met["looks for fewer ships denied"] += end.place > 1 and end.ships > 0
    wanted = [f"left: {code}" for code in range(9)]
    assert {what: met[what] for what in (*wanted, *EVENTS) if not met[what]} == {}


EVENTS = (
    "arrived with ships of several",
    "reserve or repair, insured",
    "looks for fewer ships denied",
    "goods set aside",
    "expelled in open space",
    "charges on several ships at once",
    "a ship of several breaks",
    "in pieces before the start",
    "purple from 0",
    "goods step taken",
    "shield of another ship of no help",
    "shot down by another ship",
    "several ships could pay",
    "last human of a ship given up",
)


def watched(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts what happens in the twin from now on."""
    met: Counter[str] = Counter()

    def settled(convoy: Convoy, level: Level) -> list[PlainOutcome]:
        for trucker in convoy.truckers:
            fleet = trucker.fleet
            met["goods set aside"] += sum(fleet.set_aside) > 0
            met["expelled in open space"] += any(ship.left == NO_ENGINES for ship in fleet.ships)
        return outcome.settle(convoy, level)

    def spent(fleet: Fleet, charges: Sequence[int]) -> None:
        met["charges on several ships at once"] += sum(map(bool, charges)) > 1
        spend(fleet, charges)

    def broken(ship: Ship, *rest: object) -> None:
        before = len(ship.parts)
        keep(ship, *rest)
        if len(ship.parts) < before:
            met["a ship of several breaks" if ship.cards else "in pieces before the start"] += 1

    def summed(ships: list[Ship], charges: list[int]) -> Spending:
        told = all_cannons(ships, charges)
        met["purple from 0"] += told.strength > 0 and any("purple" in s.aliens and not s.cannon_halves() for s in ships)
        return told

    def loaded(fleet: Fleet, offered: Cubes, bank: Cubes, step: int) -> None:
        met["goods step taken"] += goods.gain(fleet, offered, bank, step) > goods.gain(fleet, offered, bank)
        goods.load(fleet, offered, bank, step)

    def shielded(hit: Ship, square: Square, side: Side, payers: list[Ship]) -> Strike:
        told = shield(hit, square, side, payers)
        others = [ship for ship in payers if ship is not hit and shield(ship, square, side, payers)[0] == "shielded"]
        met["shield of another ship of no help"] += told[0] == "destroyed" and bool(others)
        return told

    def meteor(ships: list[Ship], square: Square, side: Side, roll: int, payers: list[Ship]) -> Strike:
        told = large(ships, square, side, roll, payers)
        hit = next(ship for ship in ships if square in ship.parts)
        met["shot down by another ship"] += told[0] == "shot_down" and not hazards._covering(hit, side, roll)
        could = [ship for ship in payers if large([ship], square, side, roll, [ship])[0] == "shot_down"]
        could = [ship for ship in payers if large([ship], square, side, roll, [ship])[0] == "shot_down"]
        met["several ships could pay"] += told[2] is not None and len(could) > 1
        return told

    def crew_lost(fleet: Fleet, captain: Captain, asked: int) -> None:
        manned = [ship for ship in fleet.flying if ship.human_count]
        crew.lose_crew(fleet, captain, asked)
        met["last human of a ship given up"] += fleet.human_count > 0 and any(not ship.human_count for ship in manned)

    spend, keep, all_cannons = Fleet.spend, Ship.keep_one_piece, spending._all_cannons
    shield, large = hazards._shielded, hazards._large_meteor
    monkeypatch.setattr(referee, "settle", settled)
    monkeypatch.setattr(Fleet, "spend", spent)
    monkeypatch.setattr(Ship, "keep_one_piece", broken)
    monkeypatch.setattr(spending, "_all_cannons", summed)
    monkeypatch.setattr(adventures, "load", loaded)
    monkeypatch.setattr(adventures, "lose_crew", crew_lost)
    monkeypatch.setattr(hazards, "_shielded", shielded)
    monkeypatch.setattr(hazards, "_large_meteor", meteor)
    return met


def test_level_iv_changes_cards_by_rule() -> None:
    printed, met = load_edition("2007").cards, Route(level_name="IV").rules.cards
    assert list(met) == [as_met(card) for card in printed]


def test_level_iv_deck_has_twenty_cards() -> None:
    """One of level I, one of II and three of III a pile, none twice, and one of III on top."""
    cards = Route(level_name="IV").rules.cards
    for deck in Route(level_name="IV").deal(4, 0, 200).tolist():
        levels = [cards[number].level for number in deck]
        assert (len(set(deck)), levels[0]) == (20, 3)
        assert [levels.count(level) for level in (1, 2, 3)] == [4, 4, 12]


@pytest.mark.parametrize("joined", [(), ("F+L",), ("F",), ("L+R", "F+B", "R"), ("F", "B+R")])
def test_joinings_follow_the_rulings(joined: tuple[str, ...]) -> None:
    """The first digit of a word of stream 2, whose upper 58 bits are a fraction, in base of all ways that may fall."""
    faces = {1: "F", 2: "L", 3: "L", 4: "R", 5: "R", 6: "B"}
    numbers = []
    for low in range(1, 7):
        for high in range(low, 7):
            borders = {faces[low], faces[high]}
            way = "+".join(border for border in "FBLR" if border in borders)
            if low == high:
                way = "F+B" if low in (1, 6) else "F+B+L+R"
            numbers += [way] * ((1 if low == high else 2) if way in joined or not joined else 0)
    numbers = numbers or list(joined)
    drawn = [numbers[(int(word) >> 6) * len(numbers) >> 58] for word in words(9, 2, 100, 500)]
    told = Route(level_name="IV", joined=joined).joinings(9, 100, 500)
    assert [WAYS[number] for number in told] == drawn
    assert np.unique(told).size == len(set(numbers))
