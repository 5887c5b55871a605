"""Runs that are looked at a few times: when they end, which subjects take no further trials, and how sure they are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

import analyzer
from analyzer import lorry
from tests.doors.lorry import GameExperiment, game_experiment
from tests.doors.runs import Looks, hearing_answers
from tests.places import ROOT

TINY = ROOT / "ships" / "lorry" / "tiny.yaml"
USUAL = 2_000
SPREAD = 10


@dataclass(frozen=True)
class Normal(GameExperiment):
    """Games whose margins are normally distributed around a given mean."""

    mean: float = 0.0
    number: int = 0

    def run_block(self, first: int, trials: int):
        margins = np.random.default_rng([self.seed, self.number]).normal(self.mean, SPREAD, first + trials)[first:]
        columns = {name: np.zeros((2, trials), np.int64) for name in self.metrics.columns}
        columns["margin"][0] = np.rint(margins)
        return columns


@cache
def plain_games():
    return vars(game_experiment(TINY, ["steady", "steady"]))


def compared(means, looks, seed=1, **how):
    own = {name: plain_games()[name] for name in ("galaxy", "captains", "dice", "switches")}
    games = {f"n{i}": Normal(**own, seed=seed, mean=mean, number=i) for i, mean in enumerate(means)}
    return analyzer.compare_experiments(games, usual=USUAL, looks=looks, workers=1, **how)


def trials_of(comparison):
    return {name: comparison.latest_with(name).trials for name in comparison.all_names}


def test_clear_pair_ends_at_first_look():
    ended = compared([0, 5], Looks())
    assert ended.trials == USUAL // 8
    assert any("games=2000" in note for note in ended.remarks)


def test_given_number_takes_no_look():
    assert compared([0, 5], Looks(), flights=300).trials == 300


def test_clearly_worse_option_is_dropped():
    """Two options are alike and above the base line; the third is far below all."""
    trials = trials_of(compared([0, 2, 2, -9], Looks("n0", seeks_best=True)))
    assert trials == {"n0": USUAL, "n1": USUAL, "n2": USUAL, "n3": USUAL // 8}


def test_screened_counts_equal_one_run():
    """Options that go on have the counts of an undivided run."""
    screened, whole = compared([0, 2, 2, -9], Looks("n0", seeks_best=True)), compared([0, 2, 2], None)
    assert screened.counted.plain() == whole.counted.plain()


def test_base_question_stops_alike_options():
    """Which of two clear options is better is not asked."""
    assert compared([0, 5, 5], Looks("n0")).trials == USUAL // 8


@pytest.mark.parametrize("looks", [None, Looks("n0")])
def test_first_subjects_are_reported_early(looks):
    """Before the first block of four subjects ends, the first one is shown, then the first two, then three."""
    heard = []
    with hearing_answers(lambda make: heard.extend(make())):
        compared([0, 2, 2, -9], looks)
    assert [part.names for part in heard] == [("n0",), ("n0", "n1"), ("n0", "n1", "n2")]
    alone = compared([0, 2], None, flights=heard[1].trials)
    assert heard[1].counted.plain() == alone.counted.plain()


def test_preview_of_subjects_changes_nothing():
    """The small first block never ends the run, and its games count."""
    together, screened = (compared([0, 9], Looks("n0", is_screening=one)) for one in (False, True))
    assert together.trials == USUAL // 8
    assert together.counted.plain() == screened.counted.plain()
    assert together.simultaneous("n0", "n1") == screened.simultaneous("n0", "n1")


def test_undecided_pair_takes_all_trials():
    ended = compared([0, 0.1], Looks(), seed=3)
    assert (ended.trials, ended.remarks) == (USUAL, ())


@pytest.mark.long
@pytest.mark.parametrize("looks", [Looks(), Looks("n0", seeks_best=True), Looks("n0", is_only_base=True)])
def test_looks_rarely_find_false_winners(looks):
    """Four equal subjects: at most 5% of runs tell any pair apart, and at most 5% of intervals miss 0 at any look."""
    runs, false = 300, 0
    for seed in range(runs):
        ended = compared([0] * 4, looks, seed)
        false += any(
            ended.latest_with(one, other).verdict(one, other).tells_apart for one, other in PAIRS[looks.is_only_base]
        )
    # 5% of 300 are 15; a true error of 5% gives more than 24 in 1 of 100 tests.
    assert false <= 24


PAIRS = {
    False: [("n0", "n1"), ("n0", "n2"), ("n0", "n3"), ("n1", "n2"), ("n1", "n3"), ("n2", "n3")],
    True: [("n0", "n1"), ("n0", "n2"), ("n0", "n3")],
}
"""The pairs that are judged, by whether only differences from the base line are."""


def test_default_game_runs_end_when_certain():
    """Two seats of equal captains need fewer games than are run at most; a given number is run exactly."""
    tiny = lorry.race(TINY, captains=["steady", "steady"], workers=1)
    assert tiny.trials < 20_000
    assert any(note.startswith("Ended") for note in tiny.notes())
