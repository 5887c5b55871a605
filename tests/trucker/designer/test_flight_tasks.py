"""The figures of the designer are those of `fly` and `compare`, and what was flown is not flown again."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import analyzer
from analyzer import Comparison, Estimate, Layout
from tests.doors.statistics import CONFIDENCE, Contest, at_all_times
from tests.doors.trucker_designer import flight_tasks
from tests.doors.trucker_paper import parse_token
from tests.trucker.designer.drawn import FEW, MILE, SHIPS, fly, lying, says, session


def rows(told: dict[str, Any]) -> dict[str, tuple[float, float, float]]:
    return {row["name"]: (row["mean"], row["low"], row["high"]) for row in told["rows"]}


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "company", "steps"),
    [(MILE, "alone", FEW), (MILE, "field", (50, 120)), (SHIPS / "IVC" / "paper-lantern.yaml", "alone", (20, 50))],
)
def test_designer_figures_match_fly(path: Path, company: str, steps: Any) -> None:
    """The figures are those of `fly` with the same seed and flights."""
    one = session(path, company, steps)
    told = fly(one)
    assert [look["flights"] for look in told] == [*steps]
    rivals = "field" if company == "field" else "alone"
    for look in told if company == "alone" and path == MILE else told[-1:]:
        flown = analyzer.fly([one.ship], flights=look["flights"], seed=1, rivals=rivals).ships[0]
        for name, estimate in rows(look).items():
            assert estimate == pytest.approx(flown.measured(name), abs=1e-12), name
        assert {value: share for value, share, *_ in look["penalty"] if share} == {
            value: times / look["flights"] for value, times in flown.penalty.counts.items()
        }


def test_credits_bars_hold_all_flights() -> None:
    """Bars of equal width, few, one of which begins at 0, have the flights that `fly` counts between their ends."""
    one = session(MILE)
    *_, told = fly(one)
    flown = analyzer.fly([one.ship], flights=FEW[-1], seed=1, rivals="alone").ships[0].credits.counts
    width, bars = told["earned"]["width"], told["earned"]["bars"]
    assert len(bars) <= 30
    assert [value % width for value, *_ in bars] == [0] * len(bars)
    for value, share, low, high in bars:
        within = sum(times for credits, times in flown.items() if value <= credits < value + width)
        assert (share, low, high) == pytest.approx(tuple(Estimate.from_share(within, FEW[-1])))
    assert sum(share for _, share, *_ in bars) == pytest.approx(1)


@pytest.mark.long
def test_square_losses_match_weak() -> None:
    one = session(MILE)
    *_, told = fly(one)
    weak = analyzer.weak_points(one.ship, flights=FEW[-1], rivals="alone")
    for row, column, share, low, high in told["heat"]:
        lost = weak[row, column].lost
        assert share == pytest.approx(lost.mean)
        assert (share, low, high) == Estimate.from_share(round(share * FEW[-1]), FEW[-1])


@pytest.mark.long
def test_change_matches_paired_compare() -> None:
    """The interval holds at all looks at once, like that of the verdict; with few flights it has no end."""
    one = session(MILE, steps=(200, 1_000))
    kept = one.ship
    says(one, "keep", on=True)
    says(one, "take_off", at=[6, 8])
    few, told = fly(one)
    both = analyzer.compare([replace(one.ship, name="now"), replace(kept, name="kept")], flights=1_000, rivals="alone")
    for row in told["rows"]:
        if row["change"]:
            found = at_all_times(partial(both.difference, "now", "kept", row["name"]), 1_000, CONFIDENCE)
            assert (row["change"]["mean"], row["change"]["low"], row["change"]["high"]) == pytest.approx(found)
    (credits,) = (row["change"] for row in told["rows"] if row["name"] == "credits")
    contest = Contest(both.counted, "credits", 0.25, at_all_times=True)
    assert (credits["low"], credits["high"]) == pytest.approx(contest.simultaneous(0, 1)[1:])
    assert {row["change"]["interval"] for row in few["rows"] if row["change"]} == {"unknown"}
    assert all(row["change"]["low"] is None for row in few["rows"] if row["change"])
    assert told["verdict"]


def test_unchanged_ship_shows_no_change() -> None:
    one = session(MILE)
    *_, told = fly(one, says(one, "keep", on=True))
    assert told["against"] is None
    assert all(row["change"] is None for row in told["rows"])


@pytest.mark.long
def test_flawed_ship_flies_repaired() -> None:
    """A flawed ship flies as after repair, and the answer says so."""
    one = session(SHIPS / "flawed" / "loose-screws.yaml")
    *_, told = fly(one)
    mended, off = analyzer.repair(one.ship)
    flown = analyzer.fly([one.ship], flights=FEW[-1], repair=True, rivals="alone").ships[0]
    assert told["removed"] == off
    assert off
    assert rows(told)["credits"] == pytest.approx(flown.measured("credits"))
    assert {(row, column) for row, column, *_ in told["heat"]} == set(mended.components)


def test_earlier_state_is_not_reflown() -> None:
    """The answer for an earlier state comes at once, without new flights."""
    one = session(MILE)
    *_, first = json.loads(json.dumps(fly(one)))
    reply = says(one, "take_off", at=[6, 8])
    assert reply.ask is not None
    assert [told["kind"] for told in reply.to_all] == ["state"]
    back = says(one, "undo")
    assert back.ask is None
    assert [told["kind"] for told in back.to_all] == ["state", "risk"]
    assert {**back.to_all[1], "change": 0} == {**first, "change": 0}


def test_outdated_flights_are_dropped() -> None:
    one = session(MILE)
    old = one.task()
    says(one, "take_off", at=[6, 8])
    look, _ = next(iter(old.messages(OrderedDict())))
    assert one.on_flown(look).to_all == []


@pytest.mark.long
def test_held_gain_matches_laid_change() -> None:
    """A held component gains what it changes once it is laid, in the same flights; until then nothing changes."""
    one = session(MILE)
    says(one, "keep", on=True)
    before, held = lying(one), {"part": "CA1322", "at": [6, 8]}
    gains = fly(one, says(one, "gain", **held))
    assert lying(one) == before
    says(one, "lay", **held)
    for look, gained in zip(fly(one), gains, strict=True):
        (change,) = (row["change"] for row in look["rows"] if row["name"] == "credits")
        margin = None if change["low"] is None else f"{(change['high'] - change['low']) / 2:.2f}"
        assert gained["gain"] == change | {"margin": margin}
        assert gained["flights"] == look["flights"]
    assert [gained["done"] for gained in gains] == [False, True]


def test_shown_figures_never_go_back() -> None:
    """Flights that go on after a question show nothing that pages had before, and what is new."""
    one = session(MILE)
    first, last = fly(one)
    (known,) = one.on_flown(json.loads(json.dumps(last))).to_all
    assert known["flights"] == FEW[-1]
    assert one.on_flown(json.loads(json.dumps(first))).to_all == []
    assert one.risk == json.loads(json.dumps(last))


def test_known_blocks_are_not_reflown(monkeypatch: pytest.MonkeyPatch) -> None:
    task, known = session(MILE).task(), OrderedDict()
    told = []
    for look, new in task.messages(known):
        flight_tasks.remember(known, new)
        told.append(look)
    monkeypatch.setattr(flight_tasks, "fly", None)
    assert [look for look, _ in replace(task, ship=replace(task.ship, name="Other")).messages(known)] == told


def test_kept_blocks_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flight_tasks, "MOST_BLOCKS_KEPT", 3)
    known: Any = OrderedDict()
    flight_tasks.remember(known, {("a", number): number for number in range(5)})
    assert [first for _, first in known] == [2, 3, 4]


def test_used_blocks_are_kept_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flight_tasks, "MOST_BLOCKS_KEPT", 3)
    known: Any = OrderedDict()
    flight_tasks.remember(known, {("a", number): number for number in range(3)})
    flight_tasks.remember(known, {("a", 0): 0, ("a", 3): 3})
    assert [first for _, first in known] == [2, 0, 3]


def test_ship_without_humans_is_refused() -> None:
    one = session(MILE)
    for square in ((7, 7), (6, 6)):
        says(one, "take_off", at=square)
    with pytest.raises(analyzer.AnalyzerError, match="starting cabin"):
        fly(one)


# Where a component is worth most


def compared_with(bare: Layout, look: dict[str, Any], **how: Any) -> Comparison:
    """The ship without the component beside it with the component on every square of the look."""
    parts = {spot["text"]: {tuple(spot["square"]): parse_token(spot["part"])} for spot in look["spots"]}
    laid = [replace(bare, name=name, components={**bare.components, **part}) for name, part in parts.items()]
    assert all(ship.flaws() == [] for ship in laid)
    return analyzer.compare([bare, *laid], rivals="alone", **how)


def test_every_fitting_square_has_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every square where the component may lie has a gain; the intervals hold jointly."""
    monkeypatch.setattr("analyzer.trucker.designer.spots.FLIGHTS", (60, 260))
    one = session(MILE)
    says(one, "take_off", at=[6, 8])
    bare = one.ship.without([(6, 6)])
    *_, look = fly(one, says(one, "where", part="CA0130", taken=[6, 6]))
    assert look["done"]
    assert {tuple(spot["square"]) for spot in look["spots"]} == {(6, 6), (6, 8)}
    best = max(look["spots"], key=lambda spot: spot["gain"])
    compared = compared_with(bare, look, flights=200, first=60)
    for spot in look["spots"]:
        gain = compared.simultaneous(spot["text"], bare.name)
        assert (spot["gain"], spot["low"], spot["high"]) == pytest.approx(gain)
    others = [spot["text"] for spot in look["spots"] if spot is not best]
    level = [name for name in others if not compared.verdict(best["text"], name).tells_apart]
    framed = {spot["text"]: spot["says"].partition(" ")[2] for spot in look["spots"]}
    assert framed == {best["text"]: "may-be-best" if level else "best"} | {
        name: "may-be-best" if name in level else "" for name in others
    }


@pytest.mark.long
def test_build_squares_count_every_fleet(monkeypatch: pytest.MonkeyPatch) -> None:
    """The squares of a build are judged over all fleets that may come of it."""
    monkeypatch.setattr("analyzer.trucker.designer.spots.OF_BUILDS", (2, 12))
    one = session(SHIPS / "IVC" / "paper-lantern.yaml")
    square, part = (6, 7), "H30202"
    bare = one.ship.without([square])
    *_, look = fly(one, says(one, "where", part=part, taken=square))
    assert look["done"]
    assert square in [tuple(spot["square"]) for spot in look["spots"]]
    compared = compared_with(bare, look, flights=10, first=2)
    for spot in look["spots"]:
        assert spot["gain"] == pytest.approx(compared.simultaneous(spot["text"], bare.name).mean)


def test_flawed_ship_needs_mending_first() -> None:
    one = session(SHIPS / "flawed" / "loose-screws.yaml")
    (answer,) = says(one, "where", part="CN0003^").answers
    assert "flawed" in answer["faults"][0]
