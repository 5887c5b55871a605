"""Control variates: exact sums, corrected means, and what they promise, against plain regression by hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from scipy.stats import t

from tests.doors.statistics import DRAWS, Law, PairedTally, Tally
from tests.doors.statistics import controls as controls_module

DICE = 3
TRIALS = 5_000


@dataclass(frozen=True)
class Dice:
    """Three dice, of which all is known."""

    columns: tuple[str, ...] = ("points",)
    words: str = "dice"
    largest: int = 6

    @property
    def law(self) -> Law:
        return Law(np.full(DICE, 3.5), np.eye(DICE) * 35 / 12)

    def draws(self, first: int, trials: int) -> np.ndarray:
        rows = [np.random.default_rng(number).integers(1, 7, DICE) for number in range(first, first + trials)]
        return np.array(rows, np.uint8)[None]

    def fill(self, draws: np.ndarray, out: np.ndarray) -> None:
        out[:] = draws[0].T


@pytest.fixture(scope="module")
def block() -> dict[str, np.ndarray]:
    draws = Dice().draws(0, TRIALS)
    luck = np.random.default_rng(99).integers(-2, 3, (2, TRIALS))
    points = np.array([2 * draws[0].sum(axis=1), 3 * draws[0, :, 0].astype(np.int64)]) + luck
    return {"points": points, "won": (points > 20).astype(np.int64), DRAWS: draws}


def part(block: dict[str, np.ndarray], begin: int, end: int) -> dict[str, np.ndarray]:
    return {name: rows[:, begin:end] for name, rows in block.items()}


def test_control_sums_are_exact(block):
    whole = Tally.of(block, Dice())
    pieces = [Tally.of(part(block, *ends), Dice()) for ends in ((0, 1), (1, 2049), (2049, TRIALS))]
    assert pieces[2] + (pieces[1] + pieces[0]) == whole
    assert whole.controls is not None
    dice = block[DRAWS][0].astype(np.int64)
    assert whole.controls.sums.tolist() == dice.sum(axis=0).tolist()
    assert whole.controls.products["points"].tolist() == (block["points"] @ dice).tolist()
    assert set(whole.controls.products) == {"points"}


def test_control_sums_hold_large_numbers(block):
    large = block | {"points": block["points"] * 10_000_019}
    controls = Tally.of(large, Dice()).controls
    assert controls is not None
    assert controls.products["points"].tolist() == (large["points"] @ block[DRAWS][0].astype(np.int64)).tolist()


def test_control_sums_round_trip(block):
    tally = Tally.of(block, Dice())
    assert Tally.of_plain(tally.plain()) == tally
    assert Tally.of_plain(tally.plain()).shape == tally.shape != Tally.of(block).shape
    with pytest.raises(ValueError, match="subjects"):
        controls_module.ControlSums.of_plain(tally.controls.plain(), 3)


def least_squares(values: np.ndarray, dice: np.ndarray) -> tuple[float, float]:
    """Return the intercept at 3.5 pips a die and its standard error, by textbook least squares."""
    design = np.column_stack([np.ones(len(values)), dice - 3.5])
    slopes, *_ = np.linalg.lstsq(design, values, rcond=None)
    left = values - design @ slopes
    residual = left @ left / (len(values) - design.shape[1])
    return slopes[0], (residual * np.linalg.inv(design.T @ design)[0, 0]) ** 0.5


def test_corrected_mean_equals_least_squares(block):
    tally = Tally.of(block, Dice()).sharpened(Dice().law)
    dice, wider = block[DRAWS][0].astype(float), np.sqrt((TRIALS - 1) / (TRIALS - 1 - DICE))
    for number, own in enumerate(block["points"].astype(float)):
        mean, error = least_squares(own, dice)
        histogram = tally.subjects[number]["points"]
        assert histogram.mean == pytest.approx(mean, rel=1e-12)
        low, high = histogram.interval()
        assert (high - low) / 2 == pytest.approx(1.959963984540054 * error * wider, rel=1e-9)
        assert histogram.plain.mean == own.mean()
        assert histogram.std == pytest.approx(own.std(ddof=1))
        assert histogram.counts == Tally.of(block).subjects[number]["points"].counts
    assert tally.subjects[0]["won"].sharper is None


@pytest.mark.long
def test_corrected_interval_covers_few_trials():
    """Draws explain 99% of the value: an interval from their known covariance missed far too often here."""
    samples, size = 2_000, 40
    rng = np.random.default_rng(8)
    draws = rng.integers(1, 7, (samples, 1, size, DICE)).astype(np.uint8)
    luck = rng.integers(-1, 2, (samples, 1, size))
    missed = 0
    for each, own in zip(draws, luck, strict=True):
        points = 10 * each.astype(np.int64).sum(axis=2) + 3 * own
        low, high = (
            Tally.of({"points": points, DRAWS: each}, Dice()).sharpened(Dice().law).subjects[0]["points"].interval()
        )
        missed += not low <= 105 <= high
    assert 0.035 < missed / samples < 0.065


def test_coefficients_take_degrees_of_freedom(block):
    """One degree of 60 goes to the mean and one to each of three dice: Student's t with 56, and a jackknife."""
    few = part(block, 0, 60)
    mean, low, high = Tally.of(few, Dice()).sharpened(Dice().law).subjects[0]["points"].estimate()
    drawn = np.column_stack([np.ones(60), few[DRAWS][0] - 3.5])
    points = few["points"][0].astype(float)
    solved, (squares,), *_ = np.linalg.lstsq(drawn, points, rcond=None)
    error = np.sqrt(squares / 56 * 59 / 56 * np.linalg.inv(drawn.T @ drawn)[0, 0])
    assert mean == pytest.approx(solved[0])
    assert (high - low) / 2 == pytest.approx(t.ppf(0.975, 56) * error)
    paired = PairedTally.of(few, "points", Dice()).sharpened(Dice().law).own("points", 0).estimate()
    assert (paired.low, paired.high) == pytest.approx((low, high))


def test_difference_equals_corrected_means(block):
    counted = PairedTally.of(block, "points", Dice()).sharpened(Dice().law)
    one, other = (counted.own("points", number) for number in (0, 1))
    difference = counted.difference("points", 0, 1)
    assert difference.mean == pytest.approx(one.mean - other.mean, rel=1e-12)
    alone = Tally.of({"points": (block["points"][0] - block["points"][1])[None], DRAWS: block[DRAWS]}, Dice())
    expected = alone.sharpened(Dice().law).subjects[0]["points"]
    assert difference.mean == pytest.approx(expected.mean, rel=1e-12)
    assert difference.estimate().low == pytest.approx(expected.interval()[0], rel=1e-9)
    assert difference.variance == pytest.approx(expected.variance)
    assert counted.saved("points", 0, 1) == PairedTally.of(block, "points").saved("points", 0, 1)


def test_equal_subjects_get_no_correction():
    """Two subjects that are always alike, of which one is off by a rounding error more."""
    correction = controls_module.Correction(TRIALS, DICE, np.array([0.3, 0.1 + 0.2]), np.full((2, 2), 0.1))
    assert correction.of({0: 1, 1: -1}, 0.0, 0.0)[:3] == (0, 0, 0)


def test_few_trials_stay_plain(block):
    for trials, is_sharper in (
        (controls_module.PER_CONTROL * DICE - 1, False),
        (controls_module.PER_CONTROL * DICE, True),
    ):
        tally = Tally.of(part(block, 0, trials), Dice()).sharpened(Dice().law)
        assert (tally.subjects[0]["points"].sharper is not None) is is_sharper


def test_rare_event_correction_keeps_width(block):
    """No value decides whether a mean is corrected: samples with few events would count otherwise than the rest."""
    rare = np.zeros((1, TRIALS), np.int64)
    rare[0, :7] = 1
    tally = Tally.of({"points": rare, DRAWS: block[DRAWS]}, Dice()).sharpened(Dice().law)
    histogram = tally.subjects[0]["points"].reaching((0, 1))
    dice = block[DRAWS][0].astype(float)
    assert histogram.mean == pytest.approx(least_squares(rare[0].astype(float), dice)[0], rel=1e-9)
    assert histogram.mean != 7 / TRIALS
    assert histogram.sharper.worth <= 1
    low, high = histogram.interval()
    plain_low, plain_high = histogram.plain.interval()
    assert low <= plain_low < plain_high <= high


def test_lopsided_corrected_means_are_unbiased():
    """Samples in which two dice come to nine or more about a hundred times: with fewer they are lopsided."""
    samples, size, off, few = 800, 360, [], 0
    draws = np.random.default_rng(4).integers(1, 7, (samples, 1, size, DICE)).astype(np.uint8)
    for each in draws:
        points = (each[..., :2].sum(axis=2) >= 9).astype(np.int64)
        tally = Tally.of({"points": points, DRAWS: each}, Dice()).sharpened(Dice().law)
        off.append(tally.subjects[0]["points"].mean - 10 / 36)
        few += points.sum() < 100
    assert 0.3 < few / samples < 0.7
    assert abs(np.mean(off)) < 4.5 * np.std(off) / samples**0.5


def test_dependent_controls_count_once():
    """Two controls whose sum never varies are one direction."""
    law = Law(np.array([0.5, 0.5]), np.array([[0.25, -0.25], [-0.25, 0.25]]))
    assert law.rank == 1
    both = Law.of_independent([law, Law(np.array([3.5]), np.array([[35 / 12]]))])
    assert both.rank == 2
    assert both.covariance[2, :2].tolist() == [0, 0]
    assert Law.of_independent([]).rank == 0


class Luck(Dice):
    """The same dice, of which only the mean is known."""

    @property
    def law(self) -> Law:
        return Law(np.full(DICE, 3.5), None)


def test_unknown_covariance_changes_no_correction(block):
    known, unknown = (Tally.of(block, dice).sharpened(dice.law) for dice in (Dice(), Luck()))
    assert known.controls.squares.tolist() == (block[DRAWS][0].astype(int).T @ block[DRAWS][0].astype(int)).tolist()
    assert known.subjects[0]["points"].sharper == unknown.subjects[0]["points"].sharper


def test_squares_add_up_and_round_trip(block):
    whole = Tally.of(block, Luck())
    assert Tally.of(part(block, 0, 999), Luck()) + Tally.of(part(block, 999, TRIALS), Luck()) == whole
    assert Tally.of_plain(whole.plain()) == whole
    plain = whole.controls.plain()
    with pytest.raises(ValueError, match="not as many"):
        controls_module.ControlSums.of_plain(plain | {"squares": plain["squares"][:2]}, 2)


def test_difference_corrected_by_known_mean(block):
    counted = PairedTally.of(block, "points", Luck()).sharpened(Luck().law)
    alone = Tally.of({"points": (block["points"][0] - block["points"][1])[None], DRAWS: block[DRAWS]}, Luck())
    expected = alone.sharpened(Luck().law).subjects[0]["points"]
    difference = counted.difference("points", 0, 1)
    assert difference.mean == pytest.approx(expected.mean, rel=1e-12)
    assert difference.sharper.variance == pytest.approx(expected.sharper.variance, rel=1e-9)
