"""Luck step by step in a turn: nothing on average, whatever is known of the cards; means that use it, and say so."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from analyzer import merge, starship
from tests.doors.starship import turn_experiment
from tests.doors.statistics import DRAWS
from tests.facts import untold
from tests.places import ROOT
from tests.starship.shipyard import any_captain, any_position

SHIPS = ROOT / "ships" / "starship"
TURNS = 8192
FAR = 6.0
"""Standard errors that none of some thousand means is off by chance."""
NUMBERS = (11, 19, 24, 31, 44, 62)
"""Positions with sensors, cards that are known, some drawn from the reserve, lost planets among them."""


def off(experiment) -> float:
    """By how many standard errors the luck of a card, of the die or of fights is off, at most."""
    luck = experiment.run_noting(0, TURNS)[DRAWS][0].astype(np.float64)
    spread = luck.std(axis=0)
    return float((np.abs(luck.mean(axis=0)) / np.maximum(spread, 1e-9) * TURNS**0.5).max())


@pytest.mark.parametrize("name", ["midgame", "racer", "known"])
def test_luck_averages_zero_in_files(name):
    assert off(turn_experiment(SHIPS / f"{name}.yaml", 5)) < FAR


@pytest.mark.long
@pytest.mark.parametrize("number", NUMBERS)
def test_luck_averages_zero_from_any_position(number):
    """Fails if what Sensor puts below, what is known, or a card that came before is forgotten."""
    experiment = turn_experiment(any_position(number), 7, captain=any_captain(random.Random(number)))
    assert experiment.controls is not None
    assert off(experiment) < FAR


def test_luck_is_outcome_minus_chance():
    """Computed by hand for one card: it counts whole, less its chance; the others count less theirs."""
    experiment = turn_experiment(SHIPS / "moon-start.yaml", 3, most=1)
    luck = experiment.run_noting(0, 400)[DRAWS][0].astype(np.int64)
    cards = luck[:, 3:]
    hidden = cards.shape[1]
    assert hidden == 40
    assert (cards.sum(axis=1) == 0).all(), "one card of forty is turned up, each with one chance of forty"
    assert ((cards > 0).sum(axis=1) == 1).all()
    assert (cards.max(axis=1) == -(hidden - 1) * cards.min(axis=1)).all()
    assert set(luck[:, 0]) == {-1365, 2 * 1365}
    rolled = [(luck[:, side] > 0).mean() for side in range(2)]
    assert rolled == pytest.approx([1 / 3, 1 / 3], abs=0.1)


@pytest.mark.long
def test_corrected_means_cover_exact_values():
    exact = starship.exact(SHIPS / "known.yaml", 1, captain="sensible")
    sharp, plain = (
        starship.fly(SHIPS / "known.yaml", 4000, 8, sector=1, captain="sensible", plain=is_plain)
        for is_plain in (False, True)
    )
    one, other = sharp["Moon"].astro, plain["Moon"].astro
    assert one.counts == other.counts
    assert one.plain.interval() == other.interval()
    assert one.interval()[1] - one.interval()[0] < 0.85 * (other.interval()[1] - other.interval()[0])
    assert abs(one.mean - float(exact.mean("astro"))) < 4.5 * (one.interval()[1] - one.mean) / 1.96
    assert [note for note in sharp.notes() if not untold(note, "cards, rolls and fights", "as certain")]
    assert not [note for note in plain.notes() if "known chances" in note]


@pytest.mark.long
def test_correction_ignores_workers_and_merging(tmp_path):
    whole = starship.fly(SHIPS / "midgame.yaml", 3000, 4)
    for first, turns in ((0, 1100), (1100, 1900)):
        starship.fly(SHIPS / "midgame.yaml", turns, 4, first=first, workers=2, save=tmp_path / str(first))
    [merged] = merge([tmp_path / "0", tmp_path / "1100"])
    assert whole["Midgame"].worth.sharper is not None
    assert merged["Midgame"].worth.estimate() == whole["Midgame"].worth.estimate()


@pytest.mark.long
def test_correction_reaches_precision_sooner():
    sharp, plain = (starship.fly(SHIPS / "trader.yaml", precision=0.2, plain=is_plain) for is_plain in (False, True))
    assert sharp.trials < plain.trials


def test_peeking_or_flown_means_stay_plain():
    peeking = replace(starship.load_captain("sensible"), remembers="peek")
    assert turn_experiment(SHIPS / "midgame.yaml", captain=peeking).controls is None
    over = replace(starship.load_position(SHIPS / "midgame.yaml"), phase="trade", roll=2)
    assert turn_experiment(over).controls is None
    assert starship.fly(over, 600)["Midgame"].worth.sharper is None
