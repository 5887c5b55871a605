"""A record reviewed: what each decision cost, by what was known when it was made."""

from __future__ import annotations

from typing import Any

import joblib
import pytest

import analyzer
from analyzer import AnalyzerError
from analyzer.types import Review
from tests.doors.printed import load_edition
from tests.facts import untold
from tests.places import ROOT
from tests.trucker.scripted import ship

BARGE = "6/6 CA CN^ CA; 7/6 H2 SC H2; 8/6 EN B2 EN"
"""Four places for goods, none of them special."""
HALVES = "7/5 CA0300 ST0303 SC ST0303 CA0003; 8/7 EN3000"
COSTS = [(3, "best", 0), (2, "worse", 1), (1, "worse", 3), (0, "worse", 3)]
SEVEN = [6, 9, 1, 2, 3, 4, 5]
"""Cards of level I; the eighth is the last one of a flight."""


def reviewed(
    card: int, *, drawing: str = BARGE, rolls: tuple[int, ...] = (), is_said: bool = True, **decided: Any
) -> Review:
    """Of a lone ship at the last card of a flight."""
    last = {"card": card, "rolls": list(rolls), "decisions": [decided] if is_said else []}
    start = {"ship": ship(drawing, board="I"), "rivals": "alone", "met": SEVEN}
    return analyzer.review(start | {"cards": [last]}, 40)


@pytest.mark.parametrize(("planet", "verdict", "cost"), COSTS)
def test_decision_costs_what_it_leaves(planet: int, verdict: str, cost: int) -> None:
    """Card 12: RR | RBB | Y; a yellow cube sells for 3, two blue ones for 2, red ones find no place."""
    (decision,) = reviewed(12, land=planet).decisions
    assert (decision.verdict, decision.chosen.worse.mean) == (verdict, cost)


def test_note_tells_thinkers_gain() -> None:
    """The note appears for the default captain; for other captains the gain was not measured."""
    start = {"ship": ship(BARGE, board="I"), "rivals": "alone", "met": SEVEN, "cards": [{"card": 12, "rolls": []}]}
    for captain, many in (("expert", 1), ("miser", 0)):
        review = analyzer.review(start, 2, captain=captain)
        advice = review.decisions[0].advice
        assert [sum("Captain thinker" in note for note in one.notes()) for one in (review, advice)] == [many, many]


def test_assumed_rival_decisions_are_noted() -> None:
    """The rival, who goes by values, lands on the second planet; your own decision is "not written" in its row."""
    start = {"ship": ship(BARGE, board="I"), "rivals": [{"ship": ship(BARGE, board="I")}], "cards": [{"card": 12}]}
    notes = [note for note in analyzer.review(start, 2).notes() if "leaves out decisions" in note]
    assert [note.partition(" decided: ")[2] for note in notes] == [f"card 12: {BARGE} (2): land: 2."]


def test_refused_entry_is_not_yours() -> None:
    """Planet 4 is none: the captain's decision is judged in its place, and what follows is said to rest on it."""
    answer = reviewed(12, land=4)
    (decision,) = answer.decisions
    assert (decision.is_written, decision.value, decision.refused) == (False, 3, "land: 4")
    (row,) = answer.decisions_table().rows
    assert row.values["decision"].endswith("(assumed: land: 4 was refused)")
    assert "not written" not in answer.html()
    assert any("What follows rests on this assumption." in note for note in answer.notes())
    assert answer.steps[1].heading.endswith("(refused in part)")


def test_refused_cards_alone_are_reviewed() -> None:
    answer = analyzer.review({"ship": ship(BARGE, board="I"), "rivals": "alone", "cards": [{"card": 25}]}, 2)
    assert [step.heading for step in answer.steps] == ["start"]
    assert any("What follows rests on the assumption" in note for note in answer.notes())


def test_departed_rivals_roll_no_dice() -> None:
    """Alone a combat zone leaves a ship in peace: no dice are asked for, and none were rolled."""
    zone = next(card for card in load_edition("2007").cards if card.level == 1 and card.kind == "combat_zone")
    rivals = [{"ship": ship(BARGE, board="I"), "start": 2}]
    card = {"card": zone.id, "decisions": [{"ship": 2, "gives_up": True}]}
    start = {"ship": ship(BARGE, board="I"), "start": 1, "level": "I", "rivals": rivals}
    answer = analyzer.review(start | {"cards": [card]}, 2)
    assert (answer.refused, len(answer.steps)) == ((), 2)


def test_flying_on_is_a_decision() -> None:
    """`gives_up: no` is a decision, and so is the planet behind it."""
    assert [decision.value for decision in reviewed(12, gives_up=False, land=3).decisions] == [False, 3]


def test_mistakes_are_added_up() -> None:
    answer = reviewed(12, land=0)
    clearly, together = answer.conclusions()
    assert not untold(clearly, "1 decision of 1", "clearly worse", "3.00 credits", "3.00 to 3.00")
    assert not untold(together, "all decisions", "3.00 credits (3.00 to 3.00)")


def test_any_square_names_the_piece() -> None:
    """Card 8: its first meteor is large and comes from the front; at 6 it takes the link to the cabin at (7,5)."""
    for square, squares in (([7, 5], 1), ([7, 9], 4)):
        (decision,) = reviewed(8, drawing=HALVES, rolls=(6, 2, 2), keeps=square).decisions
        assert len(decision.advice.open.pieces[decision.value]) == squares
        assert decision.verdict == ("best" if squares == 4 else "worse")


def test_kept_cubes_are_judged() -> None:
    """Two green cubes (2 credits each) and three blue ones (1 each) for four places; fewer may be kept, too."""
    start = {"ship": ship(BARGE, board="I"), "rivals": "alone", "met": SEVEN, "goods": {"green": 2, "blue": 1}}
    for kept, verdict, cost in (({"green": 2, "blue": 2}, "best", 0), ({"green": 2}, "worse", 2)):
        last = {"card": 12, "decisions": [{"land": 2, "goods": kept}]}
        decision = analyzer.review(start | {"cards": [last]}, 40).decisions[-1]
        assert (decision.value, decision.verdict, decision.chosen.worse.mean) == (kept, verdict, cost)


def test_review_ignores_worker_count() -> None:
    """Processes of their own are for the proof of reviews, which takes longer."""
    last = {"card": 12, "decisions": [{"land": 2}]}
    record = {"ship": ship(BARGE, board="I"), "rivals": "alone", "met": SEVEN[:6], "cards": [{"card": 5}, last]}
    one = analyzer.review(record, 40, workers=1)
    with joblib.parallel_config(backend="threading"):
        assert analyzer.review(record, 40, workers=2).as_dict() == one.as_dict()
    assert analyzer.review(record, 40).as_dict() == one.as_dict()


def test_open_decision_is_the_captains() -> None:
    """A decision that the record leaves open is made by the captain, marked, and no mistake of yours."""
    answer = reviewed(12, is_said=False)
    (decision,) = answer.decisions
    assert not decision.is_written
    assert answer.mistakes == ()
    assert not untold(answer.conclusions()[0], "no decision of yours")


@pytest.mark.long
def test_example_record_is_judged() -> None:
    """Card 11 is judged without a refused entry; for cards 22 and 30 the record names no decision of ours."""
    answer = analyzer.review(ROOT / "ships/2007/example-record.yaml", 5, workers=1)
    assert [decision.card for decision in answer.decisions if decision.is_written] == [31, 26, 28]
    assert {decision.card for decision in answer.decisions if not decision.is_written} <= {22, 30, 11, 28}
    assert [card for card, _ in answer.refused] == [11]
    setting = "5 flights after each option, seed 1; 2007, level II, place 3 at the start, in the field ("
    assert setting in answer.heading()
    assert "in the field (Hot Delivery, Iron Parcel, Stern Invoice), captain expert" in " ".join(
        answer.markdown().split()
    )
    assert answer.decisions[0].advice.heading().endswith(", seed 1")
    assert sum(not untold(note, "Card 11", "refuse") for note in answer.notes()) == 1


def test_estimates_of_decision_are_named() -> None:
    """The two estimates of a decision have different names, and say what they are for."""
    answer = repr(reviewed(12, land=1))
    assert not untold(answer, "behind best", "credits", "best result")
    assert not untold(answer, "all decisions together", "credits")


def test_review_refuses_other_goals() -> None:
    with pytest.raises(AnalyzerError, match="use one of credits"):
        analyzer.review(ROOT / "ships/2007/example-record.yaml", 100, goal="fame")


@pytest.mark.parametrize(("met", "rivals"), [([], "alone"), ([], "field"), (SEVEN, "alone"), ([*SEVEN, 8], "alone")])
def test_record_without_cards_is_reviewed(met: list[int], rivals: str) -> None:
    record = {"ship": ship(BARGE, board="I"), "rivals": rivals, "met": met, "cards": []}
    review = analyzer.review(record, 4)
    assert (review.decisions, review.cost.estimate().mean) == ((), 0.0)
    assert str(review)
    assert review.html()
    assert review.as_dict()["mistakes"] == 0
