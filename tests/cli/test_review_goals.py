"""`explain --review --goal`: what the decisions of a simulated flight or game are judged by."""

from __future__ import annotations

import pytest

from tests.places import ROOT

SHIP = str(ROOT / "ships/2007/II/steady-hauler.yaml")
VERBS = [
    (("explain", SHIP, "--flight", "1", "--alone"), ("--review",), "credits, arrived"),
    (("starship", "explain", "--game", "1"), ("--review", "moon"), "won, margin"),
    (("lorry", "explain", str(ROOT / "ships/lorry/tiny.yaml"), "--game", "1"), ("--review",), "won, margin"),
]


@pytest.mark.long
@pytest.mark.parametrize(("verb", "review", "goals"), VERBS)
def test_review_goal_is_checked(verb, review, goals, command) -> None:
    result = command(*verb, *review, "--goal", "fame")
    assert result.code == 2
    assert f"goal 'fame': use one of {goals}" in result.err


@pytest.mark.parametrize(("verb", "review", "goals"), VERBS)
def test_story_without_review_refuses_goal(verb, review, goals, command) -> None:
    result = command(*verb, "--goal", "won")
    assert (result.code, result.out) == (2, "")
    assert f"add {review[0]}" in result.err
