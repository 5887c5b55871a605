"""Ranked options: what the marks say agrees with the intervals, and sentences speak of what is seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

from analyzer import Estimate
from tests.doors.answers import advice
from tests.facts import untold

GOALS = advice.goals(advice.Goal("won", "to win", is_chance=True))


@dataclass(frozen=True, repr=False)
class Advice(advice.RankedOptions):
    GOALS, TRIAL = GOALS, ("game", "games")

    goal: str
    options: tuple[advice.Option, ...]


def option(words: str, low: float, *, dropped: bool = False, is_best: bool = False) -> advice.Option:
    return advice.Option(
        words, words, False, 50, {"won": Estimate(0.5, 0.4, 0.6)}, Estimate(0.2, low, 0.5), is_best, False, dropped
    )


FIRST, OPEN = option("go", 0, is_best=True), option("wait", -0.1)
WORSE, EARLY = option("sell", 0.01, dropped=True), option("stay", -0.04, dropped=True)


def legend_and_marks(*options: advice.Option) -> tuple[str, list[str]]:
    table = Advice("won", options).options_table()
    column = next(column for column in table.columns if column.name == "mark")
    return column.explanation, [row.values["mark"] for row in table.rows]


def test_early_drop_has_own_mark():
    """An option dropped early was behind the best of that moment; its interval against the first may hold 0."""
    legend, marks = legend_and_marks(FIRST, OPEN, WORSE, EARLY)
    assert marks == ["", "", "*", "x"]
    assert "*: clearly worse than the first" in legend
    assert "x: dropped early" in legend
    assert "dropped" not in legend_and_marks(FIRST, OPEN, WORSE)[0]


def test_dropped_options_are_never_tied():
    assert Advice("won", (FIRST, OPEN, WORSE, EARLY)).conclusions() == [
        "Best is to go, but not clearly.",
        "Perhaps as good (no clear difference) is to wait.",
    ]
    assert Advice("won", (FIRST, WORSE, EARLY)).conclusions() == ["Best is to go."]


def test_other_goal_names_clear_leader_alone() -> None:
    """Two options that share an interval are not told apart; one whose interval lies above the other is named."""
    two = advice.goals(advice.Goal("credits", "most credits"), advice.Goal("won", "to win", is_chance=True))

    class Two(Advice):
        GOALS = two

    for low, is_named in ((10.5, False), (12.5, True)):
        credits = {"go": Estimate(11, 10, 12), "wait": Estimate(13, low, 14)}
        options = [replace(one, results={**one.results, "credits": credits[one.words]}) for one in (FIRST, OPEN)]
        told = " ".join(Two("won", tuple(options)).conclusions())
        assert (not untold(told, "most credits", "wait")) is is_named
