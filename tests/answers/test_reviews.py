"""Options that are played on, decisions that are judged, and luck apart from them: a game of coins."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import NormalDist
from typing import Any, ClassVar

import numpy as np
import pytest

from analyzer import AnalyzerError
from tests.doors.answers import advice
from tests.doors.answers import review as review_module
from tests.doors.present import chart
from tests.doors.statistics import MeanWithError
from tests.facts import untold

POINTS, WON = advice.Goal("points", "most points", "points"), advice.Goal("won", "to win", is_chance=True)
GOALS = advice.goals(POINTS, WON)
FOUR, NORMAL = (8, 4, 2, 1), NormalDist()
"""Divisors of the usual four checks."""


def coins(means: list[int], noise: int = 10, seed: int = 0) -> Any:
    """Options of those means; every trial adds the same noise to all of them, and a coin of its own to each."""

    def play(option: int, first: int, trials: int) -> dict[str, Any]:
        shared = np.random.default_rng([seed, first]).integers(-noise, noise + 1, trials)
        own = np.random.default_rng([seed, first, option]).integers(0, 2, trials) * 2 - 1
        points = means[option] + shared + own
        return {"points": points, "won": points > 0}

    return play


def test_rollouts_drop_worse_options_early() -> None:
    rollouts = advice.Rollouts(3, coins([5, 0, 5]), POINTS).run(4_000)
    assert 1 not in rollouts.left
    assert rollouts.trials(1) == 500 < rollouts.trials(0) == rollouts.trials(2) == 4_000
    assert rollouts.worse(1).low <= 5 <= rollouts.worse(1).high
    assert rollouts.worse(1).low > 4


def test_early_check_widens_all_intervals() -> None:
    """A check at 200 trials drops a clearly worse option there, and intervals allow for one check more."""
    few, more = (advice.Rollouts(3, coins([5, 0, 5]), POINTS, checks=each).run(4_000) for each in (FOUR, (20, *FOUR)))
    assert (few.trials(1), more.trials(1)) == (500, 200)
    widths = [one.above(0, 2, POINTS).high - one.above(0, 2, POINTS).low for one in (few, more)]
    wider = NORMAL.inv_cdf(1 - 0.05 / 20) / NORMAL.inv_cdf(1 - 0.05 / 16)
    assert widths[1] / widths[0] == pytest.approx(wider, abs=0.01)


def test_awaited_options_are_shown_early() -> None:
    """16 trials of every option come first, drop none of them, and change no result."""

    def play(option: int, first: int, trials: int) -> dict[str, Any]:
        return {"points": np.arange(first, first + trials) % 7 + 5 * option}

    rollouts = advice.Rollouts(2, play, POINTS)
    parts = rollouts.run_by_check(4_000, is_awaited=True)
    assert next(parts) == [(0, 0, 16), (1, 0, 16)]
    assert next(parts) == [(0, 16, 484), (1, 16, 484)]
    assert list(parts) == [[]] * 3
    whole = advice.Rollouts(2, play, POINTS).run(4_000)
    assert [*map(rollouts.worse, range(2))] == [*map(whole.worse, range(2))]
    assert (rollouts.left, rollouts.trials(0)) == (whole.left, whole.trials(0)) == ([1], 500)


def test_rollouts_play_chosen_option_fully() -> None:
    rollouts = advice.Rollouts(2, coins([9, 0]), POINTS).run(4_000, whole=(1,))
    assert [rollouts.trials(option) for option in (0, 1)] == [500, 4_000]


def test_equal_options_prefer_the_captains() -> None:
    def play(option: int, first: int, trials: int) -> dict[str, Any]:
        return {"points": np.arange(first, first + trials)}

    rollouts = advice.Rollouts(2, play, POINTS, captains=1).run(100)
    assert (rollouts.best, rollouts.is_same(0), rollouts.is_same(1)) == (1, True, False)


@pytest.mark.long
@pytest.mark.parametrize(("checks", "most"), [(FOUR, 200), ((32, 16, *FOUR), 1_600)])
def test_option_cost_intervals_hold_jointly(checks: tuple[int, ...], most: int) -> None:
    """At least 95% of 400 contests hold for all five options at once: 3 standard errors below are 367."""
    means, holding = [3, 3, 2, 3, 0], 0
    for seed in range(400):
        rollouts = advice.Rollouts(5, coins(means, seed=seed), POINTS, fewest=50, checks=checks).run(most)
        worse = [rollouts.worse(option) for option in range(5)]
        holding += all(one.low <= max(means) - mean <= one.high for one, mean in zip(worse, means, strict=True))
    assert holding >= 367


@pytest.mark.long
def test_equal_options_cost_nothing_overall() -> None:
    """The best of eight equal options is none of them: by the trials that chose it, it would look better."""
    contests = [advice.Rollouts(8, coins([0] * 8, seed=seed), POINTS).run(64) for seed in range(400)]
    total = MeanWithError.total([one.cost(3) for one in contests]).estimate(0.999)
    assert total.low <= 0 <= total.high
    assert sum(one.worse(3).mean for one in contests) > total.high


@dataclass(frozen=True, repr=False)
class OfCoins(review_module.Review):
    GOALS: ClassVar = GOALS
    TRIAL: ClassVar = ("game", "games")


def option(words: str, points: float, behind: MeanWithError, *, is_best: bool = False) -> advice.Option:
    results = {"points": MeanWithError(points, 0.1).estimate()}
    return advice.Option(words, words, False, 100, results, behind.estimate(), is_best, False, False)


def judged(value: str, cost: float) -> review_module.JudgedDecision:
    options = (option("hold", 5, MeanWithError(0), is_best=True), option("draw", 5 - cost, MeanWithError(cost, 0.1)))
    return review_module.JudgedDecision(
        options, value, MeanWithError(cost, 0.1) if value == "draw" else MeanWithError(0)
    )


def review(*decisions: review_module.JudgedDecision | None) -> OfCoins:
    """10 points are expected; each step a card brings 4 points, and a decision costs what it costs; 20 at the end."""
    steps, expected = [review_module.ReviewStep("start", (), MeanWithError(10, 0.3))], 10.0
    for decision in decisions:
        expected += 4 - (decision.cost.mean if decision else 0)
        steps.append(review_module.ReviewStep("a card", ("A card.",), MeanWithError(expected, 0.3), decision))
    steps.append(review_module.ReviewStep("the end", (), MeanWithError(20)))
    return OfCoins("an evening", "Ann", "steady", 100, "points", tuple(steps), seed=7)


def test_luck_and_cost_add_up() -> None:
    answer = review(judged("draw", 3), None, judged("hold", 3))
    assert [answer.luck_at(number).mean for number in range(5)] == [0, 4, 4, 4, 1]
    assert (answer.cost.mean, answer.luck.mean) == (3, 13)
    assert answer.luck.error == pytest.approx((0.3**2 + 0.1**2) ** 0.5)


def test_review_states_cost_and_luck() -> None:
    assert review(judged("draw", 3), judged("hold", 3)).conclusions() == [
        "1 decision of 2 was clearly worse than another option and cost 3.00 points (2.80 to 3.20).",
        "Dice, cards and the other players brought +13.00 points (12.38 to 13.62); "
        "all decisions together cost 3.00 points (2.80 to 3.20).",
    ]
    assert not untold(review(None).conclusions()[0], "no decision of yours")


def test_headline_counts_as_its_table() -> None:
    """A decision that a captain made in your place is judged too; all three ways to read it say the same number."""
    for written, unwritten in ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (0, 2)):
        captains = [replace(judged("draw", 3), is_written=False) for _ in range(unwritten)]
        answer = review(*[judged("draw", 3)] * written, *captains, judged("hold", 3))
        worse = sum(row["verdict"] == "worse" for row in answer.as_dict()["decisions"])
        assert worse == written + unwritten == len(answer.mistakes) == answer.as_dict()["mistakes"]
        (count,) = [line for line in answer.conclusions() if "clearly worse than another option" in line]
        assert count.startswith(f"{worse} decision" if worse else "No decision was")
        assert any("not in the record: a captain decided" in line for line in answer.conclusions()) == bool(unwritten)
        assert count in str(answer)
        assert count in answer.html()
        assert answer.html().count(" (mistake)") >= worse


def test_turning_points_are_largest_clear_changes() -> None:
    """From 10 to 11, 15, 19 and 20: the last change is 1, as the first, and clear, but there are three larger ones."""
    answer = review(judged("draw", 3), None, None, None)
    assert answer.turning_points == [2, 3, 4]


def of_shares(*hits: int, trials: int = 10) -> OfCoins:
    """Steps after which so many of the trials are won."""
    shares = [MeanWithError.of(np.arange(trials) < won, is_chance=True) for won in hits]
    steps = tuple(review_module.ReviewStep("a card", (), one) for one in shares)
    return OfCoins("an evening", "Ann", "steady", trials, "won", steps, seed=7)


def test_review_share_has_wilson_interval() -> None:
    """Wilson's lower end for 10 of 10 is 10 / (10 + 1.96²)."""
    steps = of_shares(10, 8).as_dict()["steps"]
    assert steps[0]["expected"] == pytest.approx({"mean": 1, "low": 0.7225, "high": 1}, abs=1e-4)
    assert 0 < steps[1]["expected"]["low"] < steps[1]["expected"]["high"] < 1


def test_few_trials_make_no_turning_point() -> None:
    """7 of 10 against 10 of 10 is chance; 70 of 100 against 100 of 100 is not."""
    assert of_shares(7, 10, 7, 10).turning_points == []
    assert of_shares(70, 100, 70, 100, trials=100).turning_points == [1, 2, 3]


def test_turning_point_is_clear_jointly() -> None:
    """A change of 2.12 standard errors is clear alone, and not as one of four (2.50)."""
    start, card = (
        review_module.ReviewStep("start", (), MeanWithError(10, 3)),
        review_module.ReviewStep("a card", (), MeanWithError(19, 3)),
    )
    many = OfCoins("", "Ann", "steady", 9, "points", (start, *(card,) * 4), seed=7)
    alone = OfCoins("", "Ann", "steady", 9, "points", (start, card), seed=7)
    assert (alone.turning_points, many.turning_points) == ([1], [])


def test_cost_of_chances_keeps_width() -> None:
    """Two options with equal results in 20 trials may differ; a certain choice costs nothing."""

    def play(option: int, first: int, trials: int) -> dict[str, Any]:
        return {"won": np.ones(trials, np.int64)}

    always = advice.Rollouts(2, play, WON).run(20)
    assert always.cost(1).estimate().low < 0 < always.cost(1).estimate().high
    assert always.cost(0).estimate() == (0, 0, 0)


def test_review_shows_intervals_of_steps() -> None:
    text = str(review(judged("draw", 3), None))
    assert text.count("interval") >= 4
    assert "4.00 3.15 to 4.85" in " ".join(text.split())


def test_review_heading_names_trials() -> None:
    assert not untold(review(None).heading(), "100 games", "seed 7", "captain steady")


def test_review_page_shows_line_and_options() -> None:
    page = review(judged("draw", 3), None).html()
    assert page.count('href="#step-') == 4
    assert page.count("<details open>") == 1
    for words in ("1. a card (mistake)", "You decided to draw: worse: 3.00 points (2.80 to 3.20)", "All options"):
        assert words in page


def written(drawing: str) -> list[tuple[float, float, str]]:
    """What stands where in a drawing."""
    texts = re.findall(r'<text x="([^"]+)" y="([^"]+)"[^>]*>([^<]*)<', drawing)
    return [(float(x), float(y), text) for x, y, text in texts]


def test_chart_ticks_are_round_and_bounded() -> None:
    """Shares from 39.7% (7 of 10) to 100%, and from 9.4 to 20 points."""
    chances = [text for *_, text in written(chart(of_shares(7, 10))) if text.endswith("%")]
    assert chances == ["20%", "40%", "60%", "80%", "100%"]
    points = [text for x, _, text in written(chart(review(judged("draw", 3)))) if x < 60 and text != "step"]
    assert points == ["5", "10", "15", "20"]


@pytest.mark.parametrize(("won", "ends"), [(0, ("0.0%", "0.5%")), (1, ("99.5%", "100.0%"))])
def test_chart_of_certainty_stays_bounded(won: int, ends: tuple[str, str]) -> None:
    steps = (
        review_module.ReviewStep("start", (), MeanWithError(won)),
        review_module.ReviewStep("the end", (), MeanWithError(won)),
    )
    drawing = chart(OfCoins("", "Ann", "steady", 9, "won", steps, seed=7))
    assert tuple(text for *_, text in written(drawing) if text.endswith("%")) == ends


@pytest.mark.parametrize("steps", [2, 12, 45, 200])
def test_chart_step_numbers_never_overlap(steps: int) -> None:
    drawing = chart(of_shares(*[5] * steps))
    lowest = max(y for _, y, _ in written(drawing))
    numbers = sorted((x, text) for x, y, text in written(drawing) if y == lowest)
    assert numbers[0][1] == "step"
    assert numbers[1][1] == "0"
    assert min(after[0] - before[0] for before, after in pairwise(numbers[1:])) >= 32
    assert len(numbers) - 1 >= min(steps, 8)


def test_mistake_and_turning_point_is_ring() -> None:
    page = review(judged("draw", 30), judged("hold", 0)).html()
    assert 'class="mark mistake turning"' in page
    ring = re.search(r"\.mistake\.turning \{ fill: ([^;]+); stroke: ([^;]+);", page)
    assert ring is not None
    assert ring.groups() == ("var(--ground)", "var(--bad)")


def test_review_gives_table_and_facts() -> None:
    answer = review(judged("draw", 3), None)
    assert list(answer.table()["verdict"]) == ["worse"]
    facts = answer.as_dict()
    assert [step["expected"]["mean"] for step in facts["steps"]] == [10, 11, 15, 20]
    assert (facts["games"], facts["goal"], facts["luck"]["mean"]) == (100, "points", 13)


def test_ranked_options_keep_their_words() -> None:
    rollouts = advice.Rollouts(3, coins([1, 5, 3]), POINTS).run(1_000)
    options = advice.ranked(rollouts, ["hold", "draw", "pass"], [0, 1, 2], GOALS)
    assert [one.words for one in options] == ["draw", "pass", "hold"]
    assert [*options[0].results] == ["points", "won"]


def test_unknown_goal_is_refused() -> None:
    with pytest.raises(AnalyzerError, match="use one of points, won"):
        advice.check_goal("fame", GOALS)


def test_options_that_rarely_differ_keep_width() -> None:
    """One of 100 trials of the second option is 1 point worse; points range over 50, so a worse one may be unseen."""

    def play(option: int, first: int, trials: int) -> dict[str, Any]:
        points = np.arange(first, first + trials) % 50
        return {"points": points - (option & (np.arange(first, first + trials) == 7)), "won": points > 0}

    rollouts = advice.Rollouts(2, play, POINTS).run(100)
    one_unseen = 50 / 100 * 3
    assert rollouts.worse(1).high > one_unseen
    assert rollouts.cost(1).estimate().high > one_unseen
