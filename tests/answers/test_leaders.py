"""Superlatives name a winner only where the sample supports it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from analyzer import Estimate, Histogram
from tests.doors.answers import leaders_module
from tests.doors.statistics import each_of
from tests.facts import untold

SEEDS = range(20)
LedBy = Callable[[dict[str, np.ndarray]], leaders_module.Leaders[str]]


def noise(seed: int, shifts: dict[str, int]) -> dict[str, np.ndarray]:
    """Return paired trials of each name: common luck, luck of its own, and a shift."""
    generator = np.random.default_rng(seed)
    common = generator.integers(-20, 21, 500)
    return {name: common + generator.integers(-5, 6, 500) + shift for name, shift in shifts.items()}


def by_difference(trials: dict[str, np.ndarray]) -> leaders_module.Leaders[str]:
    return leaders_module.leaders_by_difference(
        trials,
        lambda one, other, confidence: Histogram.from_values(trials[one] - trials[other]).estimate(confidence),
        lambda one, other: int((trials[one] != trials[other]).sum()),
    )


def by_interval(trials: dict[str, np.ndarray]) -> leaders_module.Leaders[str]:
    return leaders_module.leaders_by_interval(
        trials, lambda name: Histogram.from_values(trials[name]).estimate(each_of(len(trials)))
    )


@pytest.mark.parametrize("led_by", [by_difference, by_interval])
def test_two_equals_lead_jointly(led_by: LedBy) -> None:
    same = noise(1, {"a": 0})["a"]
    found = led_by({"a": same, "b": same, "worse": same - 30})
    assert found.items == ("a", "b")
    assert found.winner is None
    assert found.of == 3


@pytest.mark.parametrize("led_by", [by_difference, by_interval])
def test_clear_winner_stands_alone(led_by: LedBy) -> None:
    for seed in SEEDS:
        found = led_by(noise(seed, {"a": 0, "b": 10, "c": 0}))
        assert found.winner == "b"
        assert found.in_words("earns most", "500 flights") == "b earns most"


def test_noise_names_no_winner() -> None:
    found = [by_difference(noise(seed, {"a": 0, "b": 0, "c": -3})) for seed in SEEDS]
    joint = [each for each in found if each.items == ("a", "b")]
    # the verdicts hold at 95%: one of these 20 seeds goes astray, as fixed seeds always do
    assert len(joint) >= 19
    assert {each.names() for each in joint} == {"a or b"}


def test_paired_differences_beat_intervals() -> None:
    trials = noise(3, {"a": 0, "b": 2})
    assert by_difference(trials).winner == "b"
    assert by_interval(trials).winner is None


def test_few_differing_trials_stay_open() -> None:
    base = np.zeros(10_000, np.int64)
    rarely = base.copy()
    rarely[:99] = 5
    often = base.copy()
    often[:100] = 5
    assert by_difference({"base": base, "rarely": rarely}).winner is None
    assert by_difference({"base": base, "often": often}).winner == "often"


def test_more_contestants_need_wider_intervals() -> None:
    asked: list[float] = []

    def difference(one: str, other: str, confidence: float) -> Estimate:
        asked.append(confidence)
        return Estimate(0, -1, 1)

    leaders_module.leaders_by_difference("abcd", difference)
    assert asked[0] == pytest.approx(1 - 0.05 / 6)


def test_many_leaders_are_counted() -> None:
    values = {name: Estimate(number, -9, 9) for number, name in enumerate("abcdef")}
    found = leaders_module.leaders_by_interval(values, values.get)
    assert not untold(found.in_words("leads", "9 games"), "6", "f, e, d", "3 more", "9 games")


def test_single_item_leads_alone() -> None:
    assert leaders_module.leaders(["a"], lambda one, other: True, lambda one: 0.0).winner == "a"


def test_negated_estimate_swaps_its_ends() -> None:
    assert Estimate(-2, -3, -1).negated == Estimate(2, 1, 3)
