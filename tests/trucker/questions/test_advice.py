"""Advice: every legal crew is compared, the search for a captain climbs and is confirmed on dice it has not seen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import analyzer
from analyzer import AnalyzerError, compare_crews, load_captain, save_captain, tune_captain
from tests.conftest import Said
from tests.doors.runs import tuning as tuning_module
from tests.doors.trucker_paper import NAMED
from tests.doors.trucker_questions import captain as tuning
from tests.doors.trucker_questions import placings
from tests.facts import untold
from tests.places import ROOT
from tests.texts import saved_text

SHIPS = ROOT / "ships" / "2007"
POST = SHIPS / "IIIa" / "needle-post.yaml"
MILE = SHIPS / "I" / "first-mile.yaml"
HAULER = SHIPS / "II" / "steady-hauler.yaml"


def legal(ship: analyzer.Layout) -> set[tuple[tuple[str, tuple[int, int]], ...]]:
    """Every placing by trial: any alien in any cabin where a layout does not find it homeless."""
    cabins = [None, *(square for square, part in ship.components.items() if part.kind == "cabin")]
    found = set()
    for brown, purple in product(cabins, cabins):
        aliens = {colour: at for colour, at in (("brown", brown), ("purple", purple)) if at is not None}
        if (brown is None or brown != purple) and not replace(ship, aliens=aliens).homeless():
            found.add(tuple(sorted(aliens.items())))
    return found


@pytest.mark.slow(but=10)
@pytest.mark.parametrize("path", sorted(SHIPS.glob("*/*.yaml")), ids=lambda path: path.stem)
def test_placings_try_every_legal_crew(path: Path) -> None:
    ship = analyzer.load_ship(path)
    crews = placings(ship)
    aliens = [tuple(sorted(crew.aliens.items())) for crew in crews.values()]
    assert len(set(aliens)) == len(aliens)
    assert set(aliens) == legal(ship)
    assert sum("as in the ship file" in name for name in crews) == 1


def test_crews_fly_the_same_flights() -> None:
    ship = analyzer.load_ship(POST)
    how: dict[str, Any] = {"flights": 25, "seed": 4, "rivals": "alone", "cards": [48, 20, 55, 24]}
    found = compare_crews(ship, **how)
    for name, crew in placings(ship).items():
        alone = analyzer.fly([crew], **how).ships[0]
        assert found.results[found.names.index(name)].credits == alone.credits


def test_ship_without_homes_has_no_choice() -> None:
    with pytest.raises(AnalyzerError, match="no alien can live here"):
        compare_crews(analyzer.load_ship(MILE), flights=10, rivals="alone")
    with pytest.raises(AnalyzerError, match="learning"):
        compare_crews(analyzer.load_ship(MILE), flights=10, learning=True, rivals="alone")


def test_tuning_starts_from_best_captain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "ROUNDS", 0)
    ship = analyzer.load_ship(MILE)
    how: dict[str, Any] = {"flights": 100, "seed": 2, "rivals": "alone", "cards": [8, 0, 2, 12]}
    found = tune_captain(ship, **how)
    named = {name: analyzer.fly([ship], captain=name, **how).ships[0].credits.mean for name in NAMED}
    assert found.start is load_captain(max(named, key=lambda name: named[name]))


def test_tuned_gain_is_confirmed_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """The miser would be better off if they spent batteries, which flights of their own confirm."""
    monkeypatch.setattr(tuning_module, "FACTORS", (0.001, 2))
    monkeypatch.setattr(tuning, "NAMED", ("miser",))
    ship = analyzer.load_ship(HAULER)
    how: dict[str, Any] = {"rivals": "alone", "cards": [28, 30, 22, 25]}
    found = tune_captain(ship, flights=100, seed=2, **how)
    best = found.start
    for step in found.steps:
        assert step.gain.low > 0
        assert step.old == best.as_prices().get(step.what)
        scale = 1 if step.what == "reserve" else 100
        best = replace(best, **{step.what: round(scale * step.new)})
    assert "battery" in {step.what for step in found.steps}
    assert replace(best, name="") == replace(found.captain, name="")
    alone = partial(analyzer.fly, [ship], flights=500, seed=3, **how)
    fresh = [alone(captain=by).ships[0].credits.mean for by in (found.captain, "miser")]
    assert found.gain.mean == pytest.approx(fresh[0] - fresh[1])
    assert found.confirmed.flights == 500
    assert found.confirmed.experiments[0].seed == 3


def test_tuning_tells_marginal_worths() -> None:
    """After the last card only cubes are worth something to a lone ship: what they sell for."""
    found = tune_captain(MILE, flights=20, seed=1, rivals="alone", cards=[8, 0])
    assert [left for left, _ in found.worths] == [1, 0]
    assert {what: worth.mean for what, worth in found.worths[-1][1].items()} == {
        "charge": 0,
        "human": 0,
        "day": 0,
        "cube": 1,
    }
    assert [row["cards_left"] for row in found.as_dict()["worths"]] == [1, 0]


def test_tuning_screens_many_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all changes three fly the whole round; the best one is the same as without screens."""
    monkeypatch.setattr(tuning, "ROUNDS", 1)
    monkeypatch.setattr(tuning_module, "FACTORS", (0.001, 2))
    monkeypatch.setattr(tuning, "NAMED", ("miser",))
    how: dict[str, Any] = {"flights": 100, "seed": 2, "rivals": "alone", "cards": [28, 30, 22, 25]}
    whole = tune_captain(HAULER, **how)
    monkeypatch.setattr(tuning, "LEAST_SCREENED", 50)
    screened = tune_captain(HAULER, **how)
    assert screened.steps[0].what == whole.steps[0].what
    assert screened.tried == whole.tried


def test_tuning_rejects_seeming_gains(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most gains of few flights are noise; each step that was taken holds on its own dice."""
    monkeypatch.setattr(tuning, "ROUNDS", 1)
    found = tune_captain(analyzer.load_ship(MILE), flights=20, seed=1, rivals="alone", cards=[8, 0, 2, 12])
    assert len(found.steps) <= 1
    assert all(step.gain.low > 0 for step in found.steps)
    assert sum("thinker" in note and "gain" in note for note in found.notes()) == 1


def test_tuning_skips_absent_crew() -> None:
    """Prices of crew that the ship has none of are left alone."""
    before = load_captain("cautious").as_prices()
    tried = tuning.changes(load_captain("cautious"), analyzer.load_ship(MILE))
    prices = {price for one in tried for price, new in one.as_prices().items() if before.get(price) != new}
    assert not prices & {"brown", "purple"}
    assert {"human", "day", "reserve"} <= prices


def test_captain_file_survives_round_trip(tmp_path: Path) -> None:
    captain = replace(load_captain("bold"), name='O\'Neil "two" # : ~', day=33, reserve=4)
    save_captain(captain, tmp_path / "his.yaml")
    assert analyzer.load_captain(tmp_path / "his.yaml") == captain
    assert (
        saved_text(analyzer.save_captain, captain).count("\n") == len(fields(captain)) - 3
    )  # they neither foresee nor think, and have no values
    with pytest.raises(AnalyzerError, match="is a directory"):
        save_captain(captain, tmp_path)


@pytest.mark.long
def test_crew_and_captain_verbs_tell(
    command: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning, "ROUNDS", 1)
    monkeypatch.setattr(tuning_module, "FACTORS", (2,))
    said = command("crew", str(POST), "--flights", "10", "--cards", "48,20")
    assert not said.code, said.err
    assert "humans only" in said.out
    assert "do not differ clearly" in " ".join(said.out.split())
    said = command("captain", str(MILE), "--flights", "4", "--cards", "8,2,12", "-o", "mine.yaml")
    assert not said.code, said.err
    assert not untold(" ".join(said.out.split()), "in the field", "20 fresh flights")
    (use,) = re.findall(r"First Mile: (?:use|keep) (\w+): ", said.out)
    written = analyzer.load_captain(tmp_path / "mine.yaml")
    assert written == load_captain(use)
    assert f"mine.yaml holds {use}" in said.out
    told = json.loads(command("captain", str(MILE), "--flights", "2", "--alone", "--cards", "8", "--json").out)
    assert set(told["captain"]) == {"name", *load_captain("expert").as_prices()}


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["crew", str(MILE)], "no alien can live here"),
        (["crew", str(POST), "--learning"], "learning flight"),
        (["crew", "none.yaml"], "no such file"),
        (["captain", str(MILE), "--captain", "bold"], "leave it out"),
        (["captain", str(MILE), "--flights", "1"], "from 2 to"),
    ],
)
def test_crew_and_captain_refuse_input(command: Callable[..., Said], args: list[str], told: str) -> None:
    said = command(*args)
    assert said.code == 2
    assert told in said.err
