"""The search over a captain's prices: what is kept, by which statistics, and what is left when it is stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import pytest

import analyzer
from analyzer import Estimate
from tests.conftest import Said
from tests.doors.runs import TrialByTrial, hearing_answers, tuning
from tests.doors.runs import TuningStep as Step
from tests.doors.statistics import Moments, each_of
from tests.facts import untold
from tests.places import ROOT

TRIALS = 400


@dataclass(frozen=True)
class Toy:
    """A captain of two prices."""

    name: str = "toy"
    near: int = 8
    far: int = 0

    def as_prices(self) -> dict[str, Any]:
        return asdict(self)


def brings(one: Toy, trials: int = TRIALS) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A trial brings most where `near` is 4 and `far` 10, with a spread of 6 that all have in common only in part."""
    common = np.random.default_rng(1).integers(-20, 20, TRIALS)
    own = np.random.default_rng(100 * one.near + one.far).integers(-10, 11, TRIALS)
    return (common + own - 2 * abs(one.near - 4) - abs(one.far - 10))[:trials]


def near(one: Toy) -> list[Toy]:
    return [*tuning.repriced(one, "near", smallest=5, dearest=12)]


def far(one: Toy) -> list[Toy]:
    return [*tuning.repriced(one, "far", smallest=5, dearest=12)]


def test_prices_are_scaled_within_bounds() -> None:
    assert [one.near for one in near(Toy(near=8))] == [4, 6, 11, 12]
    assert [one.near for one in near(Toy(near=1))] == [0, 2]
    assert [one.far for one in far(Toy(far=0))] == [5]
    assert [one.near for one in tuning.repriced(Toy(), "near", smallest=5, dearest=99, old=10)] == [5, 8, 13, 20]


def test_search_climbs_to_best_and_stops() -> None:
    found = tuning.search(Toy(), TrialByTrial(brings, TRIALS).gains, [near, far], rounds=9)
    assert (found.captain.near, found.captain.far) == (4, 10)
    assert [(step.what, step.old, step.new) for step in found.steps] == [
        ("near", 8, 4),
        ("far", 0, 5),
        ("far", 5, 10),
    ]
    assert not found.stopped
    assert found.tried == sum(
        map(len, (near(Toy()), far(Toy()), *2 * [near(Toy(near=4))], far(Toy(far=5)), far(Toy(far=10))))
    )
    assert found.fresh(100) == 500
    once = tuning.search(Toy(), TrialByTrial(brings, TRIALS).gains, [near, far])
    assert (once.captain.near, once.captain.far) == (4, 5)


def test_search_reports_changes_so_far() -> None:
    """After each of the six changes, also of those that are not kept, there is one row more."""
    heard: list[Any] = []
    with hearing_answers(lambda make: heard.extend(make())):
        tuning.search(Toy(), TrialByTrial(brings, TRIALS).gains, [near, far], rounds=9)
    rows = [[row.values["what"] for row in one.description().parts[0].rows] for one in heard]
    assert rows[-1][::-1] == ["near", "far", "near", "far", "near", "far"]
    assert [len(row) for row in rows] == [1, 2, 3, 4, 5, 6]
    assert "3 changes kept" in heard[-1].description().subject


def test_search_reports_first_gain_of_few_trials() -> None:
    """The first variant plays the first trials beside the captain; the answer of the search stays the same."""
    heard: list[Any] = []
    played = TrialByTrial(brings, TRIALS)
    with hearing_answers(lambda make: heard.extend(make())):
        found = tuning.search(Toy(), played.gains, [near, far], rounds=9, first=played.first_gains)
    assert found == tuning.search(Toy(), TrialByTrial(brings, TRIALS).gains, [near, far], rounds=9)
    assert [one.tried > 0 for one in heard[:2]] == [False, True]
    (step,) = heard[0].changes
    few = (brings(near(Toy())[0]) - brings(Toy()))[:16]
    assert (step.what, step.new, step.gain.mean) == ("near", near(Toy())[0].near, pytest.approx(few.mean()))


def test_search_gains_are_in_units() -> None:
    gains = TrialByTrial(brings, TRIALS).gains
    plain, thousands = (tuning.search(Toy(), gains, [near], unit=unit) for unit in (1, 1000))
    assert [1000 * end for end in thousands.steps[0].gain] == pytest.approx([*plain.steps[0].gain])


@pytest.mark.parametrize(("many", "kept"), [(1, True), (50, False)])
def test_search_keeps_jointly_clear_gains(many: int, kept: bool) -> None:
    """2.2 standard errors above nothing: enough for one candidate alone, too little for the best of fifty."""
    moments = Moments(TRIALS, 44, TRIALS * 1 + 4)
    assert moments.estimate().low > 0 > moments.estimate(each_of(50)).low

    def gains(best: Toy, candidates: Sequence[Toy]) -> list[Moments]:
        return [moments, *(Moments(TRIALS, 0, TRIALS) for _ in candidates[1:])]

    found = tuning.search(Toy(), gains, [lambda one: [replace(one, near=number) for number in range(100, 100 + many)]])
    assert bool(found.steps) == kept


def test_search_plays_each_captain_once() -> None:
    played: list[Toy] = []
    counted: list[int] = []

    def value(one: Toy, trials: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        played.append(one)
        return brings(one, trials)

    found = tuning.search(Toy(), TrialByTrial(value, TRIALS, progress=counted.append).gains, [near, far])
    assert len(played) == len({*played}) == 1 + found.tried
    assert counted == [TRIALS] * len(played)


def test_stopped_search_keeps_best_so_far() -> None:
    def gains(best: Toy, candidates: Sequence[Toy]) -> list[Moments]:
        if candidates[0].far:
            raise KeyboardInterrupt
        return TrialByTrial(brings, TRIALS).gains(best, candidates)

    found = tuning.search(Toy(), gains, [near, far], rounds=3)
    assert (found.stopped, found.captain.near, len(found.steps)) == (True, 4, 1)
    assert [found.fresh(trials) for trials in (100, 500, 2_000)] == [100, 200, 400]


def tuned(*steps: Step, stopped: bool = False) -> tuning.TunedCaptain:
    """A search of nine captains with those changes."""
    ships = [analyzer.load_ship(ROOT / f"ships/2007/I/{name}.yaml") for name in ("first-mile", "paper-arrow")]
    confirmed = analyzer.compare(ships, flights=5, rivals="alone")
    return tuning.TunedCaptain(Toy(), Toy(), 9, steps, confirmed, stopped=stopped)


def test_tuned_captain_lists_changes_and_comparison() -> None:
    gain = Estimate(1.5, 0.25, 2.75)
    answer = tuned(Step("near", 8.0, 4.5, gain), Step("order", ["a", "b"], ["b", "a"], gain), stopped=True)
    assert tuned(answer.steps[0]).heading() == "9 captains tried, 1 change kept, starting from toy"
    lines = [" ".join(line.split()) for line in repr(answer).splitlines()]
    assert lines[0] == answer.heading() == "9 captains tried, 2 changes kept, starting from toy, stopped early"
    assert lines[2:6] == [
        "what was is credits gained 95% interval",
        "near 8 4.5 +1.500 +0.250 to +2.750",
        "order a, b b, a +1.500 +0.250 to +2.750",
        "credits gained: in the search",
    ]
    assert answer.confirmed.verdict_in_words("First Mile", "Paper Arrow") in answer.conclusions()
    assert answer.table().iloc[1].to_dict() == {
        "what": "order", "old": "['a', 'b']", "new": "['b', 'a']", "gain": 1.5, "low": 0.25, "high": 2.75,
    }  # fmt: skip
    facts = answer.as_dict()
    assert [*facts] == ["captain", "start", "tried", "stopped", "steps", "gain", "confirmed", "notes"]
    assert facts["steps"][0] == {"what": "near", "old": 8.0, "new": 4.5, "gain": gain._asdict()}
    assert facts["notes"][1:] == answer.confirmed.notes()


def test_unchanged_search_has_empty_table() -> None:
    assert [*tuned().table().columns] == ["what", "old", "new", "gain", "low", "high"]


@pytest.mark.long
@pytest.mark.parametrize(
    "args",
    [
        ("captain", "ships/2007/I/first-mile.yaml", "--flights", "2", "--alone"),
        ("starship", "captain", "ships/starship/late.yaml", "--flights", "10"),
        ("lorry", "captain", "ships/lorry/tiny.yaml", "--games", "10", "--alone"),
    ],
)
def test_stopped_captain_verb_shows_best(
    command: Callable[..., Said], monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tuning, "_leader", stop)
    said = command(*(str(ROOT / word) if word.endswith(".yaml") else word for word in args))
    assert said.code == 130
    assert "stopped early" in " ".join(said.out.split())
    assert not untold(said.err, "stopped", "best so far")
