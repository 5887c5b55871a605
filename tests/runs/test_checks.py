"""Runs that are checked a few times: when they end, which subjects take no further trials, and how sure they are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from analyzer import lorry
from tests.doors.lorry import GameExperiment, game_experiment
from tests.doors.runs import Checks, compare_experiments, hearing_answers, run_each
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
        columns["margin"][0] = columns["total"][0] = np.rint(margins)
        return columns


class Skewed(Normal):
    """Games whose margins are geometrically distributed, as many games bring little and few much."""

    def run_block(self, first: int, trials: int):
        margins = np.random.default_rng(self.seed).geometric(1 / self.mean, first + trials)[first:]
        columns = {name: np.zeros((2, trials), np.int64) for name in self.metrics.columns}
        columns["margin"][0] = columns["total"][0] = margins
        return columns


class NormalTogether(Normal):
    """Such games, which are played on one table."""

    @classmethod
    def run_side_by_side(cls, experiments, first, trials):
        return [one.run_block(first, trials) for one in experiments]


@cache
def plain_games():
    return vars(game_experiment(TINY, ["steady", "steady"]))


def compared(means, checks, seed=1, kind=Normal, **how):
    own = {name: plain_games()[name] for name in ("galaxy", "captains", "dice", "switches")}
    games = {f"n{i}": kind(**own, seed=seed, mean=mean, number=i) for i, mean in enumerate(means)}
    return compare_experiments(games, usual=USUAL, checks=checks, workers=1, **how)


def trials_of(comparison):
    return {name: comparison.latest_with(name).trials for name in comparison.all_names}


def test_clear_pair_ends_at_first_look():
    ended = compared([0, 5], Checks())
    assert ended.trials == USUAL // 8
    assert any("games=2000" in note for note in ended.remarks)


def test_given_number_takes_no_look():
    assert compared([0, 5], Checks(), flights=300).trials == 300


def test_clearly_worse_option_is_dropped():
    """Two options are alike and above the base line; the third is far below all."""
    trials = trials_of(compared([0, 2, 2, -9], Checks("n0", seeks_best=True)))
    assert trials == {"n0": USUAL, "n1": USUAL, "n2": USUAL, "n3": USUAL // 8}


def test_screened_counts_equal_one_run():
    """Options that go on have the counts of an undivided run."""
    screened, whole = compared([0, 2, 2, -9], Checks("n0", seeks_best=True)), compared([0, 2, 2], None)
    assert screened.counted.plain() == whole.counted.plain()


def test_base_question_stops_alike_options():
    """Which of two clear options is better is not asked."""
    assert compared([0, 5, 5], Checks("n0")).trials == USUAL // 8


@pytest.mark.parametrize("checks", [None, Checks("n0")])
def test_first_subjects_are_reported_early(checks):
    """Before the first block of four subjects ends, the first one is shown, then the first two, then three."""
    heard = []
    with hearing_answers(lambda make: heard.extend(make())):
        compared([0, 2, 2, -9], checks)
    assert [part.names for part in heard] == [("n0",), ("n0", "n1"), ("n0", "n1", "n2")]
    alone = compared([0, 2], None, flights=heard[1].trials)
    assert heard[1].counted.plain() == alone.counted.plain()


def test_preview_of_subjects_changes_nothing():
    """The small first block is shown, never ends the run, and its games count."""
    shown = []
    checks = Checks("n0", shown=lambda so_far: shown.append(so_far.trials))
    with hearing_answers(lambda make: make()):
        together, apart = (compared([0, 9, 9], checks, kind=kind) for kind in (NormalTogether, Normal))
    assert shown[0] == 16  # of n0 and n1; a base line alone is no answer
    assert together.trials == USUAL // 8
    assert together.counted.plain() == apart.counted.plain()
    assert together.simultaneous("n0", "n1") == apart.simultaneous("n0", "n1")


def test_undecided_pair_takes_all_trials():
    ended = compared([0, 0.1], Checks(), seed=3)
    assert (ended.trials, ended.remarks) == (USUAL, ())


def some_games(seed=1, kind=Normal, mean=10.0):
    own = {name: plain_games()[name] for name in ("galaxy", "captains", "dice", "switches")}
    return kind(**own, seed=seed, mean=mean).but(called=("one", "other"))


@pytest.mark.parametrize("most", [100, 700])
def test_saved_run_goes_on_to_same_end(tmp_path, most):
    """An interrupted run, before or after the games that tell its length, ends where an undivided one ends."""

    def run(**how):
        return run_each([some_games()], None, 20_000, enough=0.5, workers=1, **how)[0]

    heard = []

    def interrupt(games):
        heard.append(games)
        if sum(heard) >= most:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(save=tmp_path / "games", progress=interrupt)
    undivided, continued = run(), run(save=tmp_path / "games")
    assert most <= sum(heard) < undivided.trials < 20_000
    assert continued.tally == undivided.tally
    assert continued.remarks == undivided.remarks
    assert run(save=tmp_path / "games").trials == undivided.trials


@pytest.mark.long
@pytest.mark.parametrize("kind", [Normal, Skewed])
def test_runs_ended_by_width_cover_the_mean(kind):
    """Runs whose length follows from the spread of their first games: at most 5% of intervals miss the true mean."""
    runs, missed, ended = 300, 0, set()
    for seed in range(runs):
        games = some_games(seed, kind)
        (result,) = run_each([games], None, 20_000, enough=0.5, workers=1)
        ended.add(result.trials)
        low, high = result["one"].total.interval()
        missed += not low <= 10 <= high
    assert 256 < min(ended) <= max(ended) < 20_000
    # 5% of 300 are 15; a true error of 5% gives more than 24 in 1 of 100 tests.
    assert missed <= 24


@pytest.mark.long
@pytest.mark.parametrize("checks", [Checks(), Checks("n0", seeks_best=True), Checks("n0", is_only_base=True)])
def test_checks_rarely_find_false_winners(checks):
    """Four equal subjects: at most 5% of runs tell any pair apart, and at most 5% of intervals miss 0 at any check."""
    runs, false = 300, 0
    for seed in range(runs):
        ended = compared([0] * 4, checks, seed)
        false += any(
            ended.latest_with(one, other).verdict(one, other).tells_apart for one, other in PAIRS[checks.is_only_base]
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
    assert any(note.startswith("Stopped") for note in tiny.notes())
