"""Effects of the things of an edition: trials until a verdict is known, and how often all verdicts are right."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest

from tests.doors.answers import (
    Judge,
    Part,
    confidence_of_checks,
    measure,
    measure_once,
    play_spans,
    search_things,
    shares_of,
    who_plays,
    with_printed,
)
from tests.doors.statistics import Moments

PART = Part("cards", "card", "cards", "level", "points", "points that a card brings", 1.0, 0.25)


@dataclass(frozen=True)
class Coin:
    """A thing that brings 1 in a share of trials, or any other whole number, by numbers of its own."""

    name: str
    group: str
    is_own: bool
    share: float
    brings: int = 1
    is_listed: bool = True
    seed: int = 1

    TOGETHER = 3

    @classmethod
    def play(cls, things, first, trials):
        return [thing._played(first, trials) for thing in things]

    def _played(self, first, trials):
        key = [self.seed, *self.name.encode()]
        return (np.random.default_rng(key).random(first + trials)[first:] < self.share) * self.brings


PRINTED = [Coin("p", "I", False, 0.3), Coin("q", "I", False, 0.5)]


def test_tasks_hold_few_things(monkeypatch):
    """Seven things fill three tasks; what is measured does not depend on that."""
    things = [Coin(name, "I", False, 0.5) for name in "abcdefg"]
    expected = {one.name: Moments.of(one._played(0, 50)) for one in things}
    tasks: list[int] = []
    play = Coin.play
    monkeypatch.setattr(Coin, "play", lambda some, *trials: tasks.append(len(some)) or play(some, *trials))
    measured = {one.thing.name: one.moments for one in play_spans([(one, 0, 50) for one in things], 1, lambda _: None)}
    assert (tasks, measured) == ([3, 3, 1], expected)


def test_measure_names_every_verdict():
    own = [Coin("strong", "I", True, 0.9), Coin("weak", "I", True, 0.9, -1), Coin("inside", "I", True, 0.4)]
    own += [Coin("blank", "I", True, 0.0), Coin("alone", "II", True, 0.5)]
    measured = measure({PART: [*PRINTED, *own]}, 2_000, 1, lambda _: None)["cards"]
    judge = Judge(PART, measured, confidence_of_checks(len(measured)))
    verdicts = {one.thing.name: judge.judged(one).verdict for one in measured}
    assert verdicts == {
        "p": "in range", "q": "in range", "strong": "strong", "weak": "weak", "inside": "in range", "blank": "blank",
        "alone": "not known",
    }  # fmt: skip


def test_open_verdicts_get_more_trials():
    """A thing at the end of the range stays open: it is played 16 times as often, and so is what decides it."""
    edge = Coin("edge", "I", True, 0.52)
    heard: list[int] = []
    measured = measure({PART: [*PRINTED, edge, Coin("other", "II", False, 0.5)]}, 100, 1, heard.append)["cards"]
    trials = {one.thing.name: one.trials for one in measured}
    assert trials["edge"] == 1_600
    assert trials["q"] == 1_600
    assert trials["p"] < 1_600
    assert trials["other"] == 100
    assert sum(heard) == 400


@pytest.mark.long
def test_false_verdicts_are_rare():
    """Own things that equal printed ones are called out of range in at most 5% of 200 reports; here in none or few."""
    wrong = 0
    for seed in range(200):
        printed = [Coin(name, "I", False, share, seed=seed) for name, share in (("p", 0.3), ("q", 0.5))]
        own = [Coin(name, "I", True, share, seed=seed) for name, share in (("a", 0.3), ("b", 0.5))]
        measured = measure({PART: [*printed, *own]}, 100, 1, lambda _: None)["cards"]
        judge = Judge(PART, measured, confidence_of_checks(len(measured)))
        wrong += any(judge.judged(one).verdict in ("strong", "weak", "blank") for one in measured)
    assert wrong <= 10


def test_effects_are_scaled_means():
    heard: list[int] = []
    effect = measure_once([Coin("sure", "", False, 1.0)], 50, 25, 1, heard.append)["sure"]
    assert effect.mean == 25
    assert sum(heard) == 50


def test_printed_things_stand_in():
    """The printed edition stands in for groups of which nothing printed is left, and only for these."""
    own, printed = Coin("mine", "II", True, 0.5), Coin("r", "II", False, 0.5, is_listed=False)
    assert with_printed([*PRINTED, own], [*PRINTED, printed]) == [*PRINTED, own, printed]


def test_verdicts_wait_for_printed_things():
    """Before all printed things of its group are measured, a thing of the edition's own is not known."""
    strong, last = Coin("strong", "I", True, 0.9), Coin("last", "I", False, 0.8)
    told = []
    measure({PART: [PRINTED[0], strong, last]}, 9_000, 1, lambda _: None, told.append)
    verdicts = []
    for measured in told:
        judge = Judge(PART, measured["cards"], confidence_of_checks(3))
        verdicts.append({one.thing.name: judge.judged(one).verdict for one in judge.measured})
    assert verdicts[:3] == [
        {"p": "in range"},
        {"p": "in range", "strong": "not known"},
        {"p": "in range", "strong": "strong", "last": "in range"},
    ]


MANY = 10**9


def results(means, games=MANY):
    """Return the moments of games without ties, given the mean result of each captain who begins against each."""
    return [[Moments(games, round(mean * games), games) for mean in row] for row in means]


@pytest.mark.parametrize(
    ("means", "shares"),
    [
        # The better captain wins every game; half of the games are between equals.
        ([[0, 1], [-1, 0]], (0.5, 0, 0.5)),
        # The player who begins always wins.
        ([[1, 1], [1, 1]], (0, 1, 0)),
        # In one of four pairs the captain who begins leads by 0.8: 2 * 0.4**2 / 4 for each of the two.
        ([[0, 0.8], [0, 0]], (0.08, 0.08, 0.84)),
    ],
)
def test_shares_of_known_results(means, shares):
    found = shares_of(results(means))
    assert [one.mean for one in found.values()] == pytest.approx(shares, abs=1e-6)


def test_who_plays_where_captains_are_compared():
    """A table that compares captains is not played by one captain, however often it is asked for."""
    assert who_plays("All are bold", ["seats"]) == "All are bold. "
    assert who_plays("All are bold", ["seats", "luck"]) == "All are bold, except in the table luck. "
    assert who_plays("All are bold", ["captains", "luck"]) == ""


def test_shares_add_up_without_first_player():
    """Neither captain gains by the first seat, so the estimate of its share is below 0, and shown as 0."""
    found = [one.mean for one in shares_of(results([[0, 0.8], [-0.8, 0]], games=100)).values()]
    assert found[1] == 0
    assert sum(found) == pytest.approx(1)


def test_shares_hold_in_small_samples():
    """Captains of known strength: the mean estimate is the truth, and the intervals hold together."""
    strength, games, samples = np.array([0.2, 0.1, 0.0, -0.3]), 250, 300
    means = strength[:, None] - strength + 0.3
    captains, seat = (((means - means.T) / 2) ** 2).mean(), (((means + means.T) / 2) ** 2).mean()
    rng, hold, mean = np.random.default_rng(5), 0, np.zeros(3)
    for _ in range(samples):
        found = shares_of(results(2 * rng.binomial(games, (1 + means) / 2) / games - 1, games))
        truth = captains, seat, 1 - captains - seat
        hold += all(one.low <= true <= one.high for one, true in zip(found.values(), truth, strict=True))
        mean += [one.mean / samples for one in found.values()]
    assert mean == pytest.approx(truth, abs=0.002)
    assert hold >= 0.93 * samples


def searched(printed: list[Coin], thing, most: int, now: int, trials: int = 50, as_printed=None):
    """Return the values of a figure that were tried for one thing."""
    figure = SimpleNamespace(column="bounty", now=now, values=range(most + 1), as_printed=as_printed)
    return search_things(PART, figure, printed, {"I": thing}, trials, 1, lambda _: None)[0]


def test_search_finds_end_of_range():
    """Printed cards bring 2 and 4, so 1.8 to 4.2 is in range: a tenth of the width is added at each end.

    A card with value n brings n.
    """
    printed = [Coin("p", "I", False, 1.0, 2), Coin("q", "I", False, 1.0, 4)]
    one = searched(printed, lambda value: Coin(f"{value}", "I", True, 1.0, value), 20, 12)
    verdicts = {tried.value: tried.verdict for tried in one.tried}
    assert (verdicts[0], verdicts[5], verdicts[12]) == ("blank", "strong", "strong")
    assert one.in_range == [2, 3, 4]
    assert one.as_dict() == {"verdict": "strong", "figure": 4, "low": 4, "high": 4, "in_range": [2, 3, 4]}


def test_search_interval_holds_true_end():
    """Printed cards bring 1 in 30% and 50% of trials, so up to 52% is in range, i.e. values up to 10 of 20."""
    one = searched(PRINTED, lambda value: Coin("own", "I", True, value / 20), 20, 18, 1_000)
    low, high = one.interval(one.nearest)
    assert low <= 10 <= high < 18
    assert max(tried.trials for tried in one.tried) == 4_000
    assert min(tried.trials for tried in one.tried) == 1_000


def test_search_measures_every_value_anew():
    """A figure that changes nothing has one effect, and the sentence says so."""
    one = searched(PRINTED, lambda value: Coin("own", "I", True, 0.9), 3, 1)
    assert [tried.value for tried in one.tried] == [0, 1, 2, 3]
    assert "changes nothing in this sample: 1 is strong" in one.sentence("a.bounty", "points")


def test_search_keeps_printed_value_in_range():
    """A printed value is in range by definition; other values are compared with the other cards of the level."""
    one = searched(PRINTED, lambda value: Coin("own", "I", True, 0.9, value), 20, 9, as_printed=1)
    assert one.as_dict()["verdict"] == "strong"
    assert (one.nearest, one.in_range) == (1, [1])


def test_search_sentence_tells_gaps():
    """Of the values 0 to 3, only 2 brings more than the printed cards."""
    printed = [Coin("p", "I", False, 1.0, 2), Coin("q", "I", False, 1.0, 4)]
    one = searched(printed, lambda value: Coin(f"{value}", "I", True, 1.0, 9 if value == 2 else 3), 3, 2)
    assert "0 to 1, 3" in one.sentence("a.bounty", "points")
