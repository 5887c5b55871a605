"""Traders are judged by margin and chance to win, not by own points; where those disagree, both are said."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from analyzer import Comparison, lorry
from analyzer.lorry import Worths
from tests.doors.lorry import game_experiment
from tests.doors.statistics import PairedTally, Verdict
from tests.facts import untold
from tests.places import ROOT

TINY = ROOT / "ships" / "lorry" / "tiny.yaml"
GAMES = 402


def compared(**by_name: tuple[int, int, float]) -> Comparison:
    """Games as they might have been: by name of trader 1 the mean total, the mean margin and the share of wins."""
    experiments = tuple(game_experiment(TINY, ["steady", "steady"]).but(called=(name, "rival")) for name in by_name)
    metrics, spread = experiments[0].metrics.paired, np.arange(GAMES) % 3 - 1
    columns = {name: np.zeros((len(by_name), GAMES), np.int64) for name in metrics.columns}
    for row, (total, margin, wins) in enumerate(by_name.values()):
        columns["total"][row], columns["margin"][row] = total + spread * (row + 1), margin + spread[::-1] * (row + 1)
        columns["won"][row, : round(wins * GAMES)] = 1
    counted = PairedTally.of(metrics.with_chances(columns), metrics.score)
    return Comparison(tuple(by_name), experiments, counted)


def test_verdict_ignores_own_points():
    """The trunk scores six more, its rivals seven more: its margin is one lower."""
    both = compared(trunk=(82, 1, 0.49), steady=(76, 2, 0.53))
    assert both.verdict("steady", "trunk") is Verdict.BETTER
    (sentence, *_) = both.verdicts_in_words()
    assert not untold(sentence, "steady", "better", "trunk", "1.00 points of margin")
    assert not untold(sentence, "trunk", "49.0%", "steady", "53.0%", "-4.0 points")
    assert not untold(sentence, "trunk", "more", "steady", "wins less")
    assert [row["trader"] for row in both.ranking()] == ["steady", "trunk"]


def test_larger_margin_fewer_wins_is_open():
    both = compared(trunk=(82, 5, 0.40), steady=(76, 2, 0.60))
    assert both.verdict("trunk", "steady") is Verdict.OPEN
    assert both.ranking()[0]["groups"] == both.ranking()[1]["groups"] == "a"
    assert not untold(both.verdicts_in_words()[0], "trunk", "margin", "steady", "wins less")


def test_agreeing_measures_give_no_but():
    both = compared(trunk=(82, 5, 0.60), steady=(76, 2, 0.40))
    assert not untold(both.verdicts_in_words()[0], "trunk", "60.0%", "steady", "40.0%", "more often")
    assert "but" not in both.verdicts_in_words()[0]


def test_comparison_texts_name_margin():
    three = compared(trunk=(82, 1, 0.49), steady=(76, 2, 0.53), sprinter=(50, 0, 0.30))
    text = repr(three)
    assert "judged by margin" in three.heading()
    assert not untold(text, "behind", "margin", "first row")
    assert not untold(" ".join(three.notes()), "margin", "best rival's total")
    assert {"total", "total_low", "total_high", "margin", "low", "high", "won"} <= set(three.ranking()[0])


def test_worths_use_margin_and_name_disagreement():
    """Without the star trader 1 scores four less, but wins more and has the larger margin: the star costs."""
    boxes = compared(whole=(80, 1, 0.49), star=(76, 3, 0.53))
    worths = Worths(boxes, "whole", ("special box", "special boxes"), without=True)
    (row,) = worths.rows()
    assert (row["worth"], row["says"], row["own_points"]) == (pytest.approx(-2), "costs", pytest.approx(4))
    assert row["margin"] == pytest.approx(-2)
    assert [text.rpartition(": ")[2] for text in worths.conclusions()] == ["star.", "star."]
    assert not untold(worths.conclusions()[1], "more", "less")
    assert "judged by margin" in worths.heading()


def test_solo_comparison_judges_by_total():
    alone = lorry.compare(TINY, 20, captains=["steady", "trunk"], against=())
    assert (alone.score, alone.metrics.judged) == ("total", "")
    assert "wins" not in " ".join(alone.verdicts_in_words())
    assert "own_points" not in lorry.specials(TINY, 20, captains=["steady"]).rows()[0]


def test_rulings_are_judged_by_total(monkeypatch):
    """Both seats play under the changed rule, so a margin could not show it."""
    monkeypatch.setattr("analyzer.lorry.questions.rulings.every_switch", lambda: [{"surrounding": "off"}])
    rulings = lorry.rulings(TINY, 20)
    assert rulings.comparison.score == "total"
    (one, *_) = rulings.rulings
    usual, name = rulings.comparison.names[0], f"{one.switch} {one.value}"
    assert one.total.mean == pytest.approx(rulings.comparison.difference(name, usual, "total").mean)


@pytest.mark.long
def test_rule_sets_count_as_one_trader():
    usual_and_two = {"switches": [{"surrounding": "off"}, {"wrap": "none"}]}
    heading = lorry.compare(TINY, 2, **usual_and_two).heading()
    assert not untold(heading, "3 sets", "one trader", "Tiny")
    heading = lorry.compare(TINY, 2, captains=["steady", "trunk"], **usual_and_two).heading()
    assert not untold(heading, "6 versions", "2 traders", "Tiny")


def test_worth_most_is_joint_unless_clear():
    """Two of three things that are clearly worth having do not differ clearly."""
    a, b, c = (SimpleNamespace(name=name) for name in "abc")
    answer = object.__new__(Worths)
    vars(answer)["worths"] = SimpleNamespace(rows=(a, b, c), leaders=(a, b), named=lambda _: ["a", "b", "c"])
    assert not untold(answer._worth_most(), "no clear difference", "a, b.")
    vars(answer)["worths"] = SimpleNamespace(rows=(a, b, c), leaders=(a,), named=lambda _: ["a", "b", "c"])
    assert answer._worth_most() == ["Worth most: a."]
    vars(answer)["worths"] = SimpleNamespace(rows=(a, b), leaders=(a, b), named=lambda _: ["a", "b"])
    assert answer._worth_most() == []
