"""Records by chance: whatever is asked, a refused step changes nothing, and nobody has what cannot be had."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from analyzer import AnalyzerError, starship
from tests.conftest import evenly
from tests.facts import changed
from tests.starship.files.recorded import played
from tests.starship.points import summed
from tests.starship.rules.played import RESERVE, flight
from tests.starship.shipyard import any_position
from tests.starship.twin.box import ADVENTURES, CARD, CRESTS, GOODS, MODULES

RECORDS, FEW, TURNS = 50, 20, 2
THINGS = (*GOODS, "science")
STEPS = {
    "produce",
    "fly",
    "next",
    "buy",
    "sell",
    "found",
    "complete",
    "pay",
    "fight",
    "end",
    "build",
    "upgrade",
    "take",
}
STEPS |= {"trade", "done"}
WHAT = ("colony_ship", "trade_ship", "booster", "cannon", *MODULES)


def any_turn(rng: random.Random, stations: list[str]) -> Iterator[dict[str, Any]]:
    """Steps that lead on from phase to phase, among many that do not."""

    def now_and_then(steps: Sequence[dict[str, Any]], chance: float = 0.3) -> list[dict[str, Any]]:
        return [step for step in steps if rng.random() < chance]

    anything = [
        *({"do": do, "goods": {thing: rng.choice((1, 1, 2))}} for do in ("buy", "sell") for thing in THINGS),
        {"do": "buy", "goods": {"ore": 1, "food": 1}},
        {"do": "sell", "goods": {rng.choice(GOODS): 1, "food": 1}},
        {"do": "found"},
        {"do": "pay"},
        *({"do": "complete", "adventure": one.id, "gain": rng.sample(GOODS, one.goods)} for one in ADVENTURES),
        {"do": "fight", "dice": [4, rng.randint(1, 4)], "gain": [rng.choice(GOODS)]},
        {"do": "fight", "dice": [1, rng.randint(1, 5)], "lose": rng.choice(MODULES)},
        {"do": "fight", "dice": [1, 4]},
    ]
    later = [
        {"do": rng.choice(("buy", "sell")), "goods": {rng.choice(THINGS): 1}, "station": rng.choice(stations)},
        *({"do": "build", "what": what} for what in WHAT),
        *({"do": "upgrade", "what": what} for what in ("booster", "cannon")),
        *({"do": "take", "good": good} for good in GOODS),
        {"do": "trade", "give": {rng.choice((*THINGS, "astro")): 1}, "get": {rng.choice((*THINGS, "astro")): 1}},
    ]
    roll = rng.randint(1, 3)
    yield from now_and_then(later, 0.05)
    for good in (None, *GOODS):
        yield {"do": "produce", "roll": roll, **({"moon": good} if good else {})}
        yield {"do": "produce", "roll": roll, **({"sun": good} if good else {})}
    yield {"do": "fly", "sector": rng.randint(1, 4)}
    for _ in range(rng.randint(0, 7)):
        yield {"do": "next"}
        yield from now_and_then(rng.sample(anything, len(anything)))
        yield from now_and_then(later, 0.05)
    yield from ({"do": "fight", "dice": [1, 4], "lose": module} for module in (*MODULES, None))
    yield from ({"do": "end"}, {"do": "end"})
    yield from now_and_then(rng.sample(later, len(later)), 0.7)
    yield {"do": "done"}


def any_record(number: int) -> dict[str, Any]:
    """A position and some turns."""
    rng = random.Random(number)
    position = any_position(20_000 + number)
    stations = [card for crest in ("moon", "sun") for card in position[crest].get("stations", ())] or ["BASE15"]
    steps = [step for _ in range(TURNS) for step in any_turn(rng, stations)]
    bare = [{name: value for name, value in step.items() if value is not None} for step in steps]
    return {**position, "steps": bare}


@cache
def replayed(number: int) -> starship.Replayed:
    return starship.replay(any_record(number))


def told(record: starship.Replayed) -> dict[str, Any]:
    """All but what is told of each step."""
    return {name: value for name, value in record.as_dict().items() if name not in ("accepted", "reasons")}


@pytest.mark.slow(but=FEW)
@pytest.mark.parametrize("number", range(RECORDS))
def test_refused_steps_change_nothing(number: int) -> None:
    """The record without its refused steps is accepted whole and ends alike."""
    record = any_record(number)
    whole = replayed(number)
    kept = [step for step, accepted in zip(record["steps"], whole.accepted, strict=True) if accepted]
    again = starship.replay({**record, "steps": kept})
    assert all(again.accepted), again.reasons
    assert told(again) == told(whole)
    assert [reason is None for reason in whole.reasons] == whole.accepted


@pytest.mark.slow(but=10)
@pytest.mark.parametrize("number", range(RECORDS))
def test_replayed_ships_are_sound(number: int) -> None:
    end = replayed(number)
    both = [end.ships[crest].to_dict() for crest in ("moon", "sun")]
    assert [ship.flaws() for ship in end.ships.values()] == [[], []]
    assert [end.points["moon"], end.points["sun"]] == summed(both)
    lying = [card for row in end.sectors.values() for card in row] + end.reserve
    owned = [card for ship in both for kind in ("colonies", "stations", "pirates") for card in ship[kind]]
    assert len(set(lying + owned)) == len(lying + owned)


def test_random_records_cover_all_steps() -> None:
    done = set()
    for number in evenly(range(RECORDS), FEW):
        end = replayed(number)
        done |= {do for do, accepted in zip(end.steps, end.accepted, strict=True) if accepted}
    assert done == STEPS


def test_refused_build_keeps_last_card_open() -> None:
    cards = ["BASE22", "BASE26", "BASE09"]
    end = flight(cards, "next", "next", "next", "build booster", "found", roll=1, moon={"hangar": {"colony_ship": 1}})
    assert end.accepted == [True, True, True, True, False, True]


def test_refused_step_keeps_earlier_steps() -> None:
    end = flight(["BASE22"], "next", "buy food 1", "build booster", "found", "end")
    assert end.ships["moon"].goods == (0, 0, 1, 0, 0)
    assert end.reserve == list(RESERVE)


@pytest.mark.slow(but=3)
@pytest.mark.parametrize("numbers", [range(first, first + 30) for first in range(0, 150, 30)], ids=str)
def test_referee_accepts_turns_of_twin(numbers: range) -> None:
    """The referee accepts every step that the twin wrote down in a turn and comes to the same end."""
    for number in numbers:
        record, end, switches = played(number)
        told = starship.replay(record, switches=switches)
        assert [(number, step, why) for step, why in zip(record["steps"], told.reasons, strict=True) if why] == []
        both = {crest: told.ships[crest].to_dict() for crest in ("moon", "sun")}
        for crest, ship in both.items():
            own = {name: ship[name] for name in end[crest]} | {"modules": end[crest]["modules"]}
            assert [*changed(own, end[crest], f"{number} {crest}")] == []
            assert {name: level for name, level in ship["modules"].items() if level} == end[crest]["modules"]
        assert [told.points["moon"], told.points["sun"]] == end["points"]
        next_one = (end["turn"] - 1) % 2
        begun = CRESTS[next_one] if end["points"][next_one] >= 10 else None
        assert (told.winner, sorted(told.open)) == (end["winner"] or begun, sorted(end["open"]))
        for sector, row in told.sectors.items():
            assert sorted(card for card in row if CARD[card].kind != "lost_planet") == sorted(end["sectors"][sector])
        assert len(told.reserve) == end["reserve"]


def test_load_record_refuses_position_file():
    with pytest.raises(AnalyzerError, match="is no record: a record lists `steps`"):
        starship.load_record("ships/starship/at-the-table.yaml")
