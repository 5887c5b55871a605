"""Advice at the table: which decision is open, which options there are, and which of them is best."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError
from analyzer.types import Advice
from tests.doors.answers import Table
from tests.doors.trucker_flights import (
    open_decision,
    plan_position,
    position_experiment,
    record_flight,
    script,
    with_decision,
)
from tests.doors.trucker_moments import position_after
from tests.facts import untold
from tests.places import ROOT
from tests.trucker.routes import ROUTES, planned
from tests.trucker.scripted import ship

EXAMPLE = ROOT / "ships/2007/which-planet.yaml"
BARGE = "6/6 CA CN^ CA; 7/6 H2 SC H2; 8/6 EN B2 EN"
"""Four places for goods, none of them special, two charges and nothing to spend them on."""


BARGE_LAYOUT = ship(BARGE, board="I")


def at_the_last_card(drawing: str = BARGE, **facts: Any) -> dict[str, Any]:
    """A lone ship at level I; card 12 is the last one: planets RR | RBB | Y for two days."""
    met = [card.id for card in analyzer.load_position(ship(drawing, board="I")).edition.cards if card.level == 1]
    met = [number for number in met if number != 12][:7]
    return {"ship": ship(drawing, board="I"), "rivals": "alone", "met": met, "card": 12} | facts


def worse(answer: Advice) -> dict[Any, float]:
    """By option by how much it is behind the best."""
    return {option.value: option.worse.mean for option in answer.options}


def test_options_differ_by_gain() -> None:
    """A yellow cube sells for 3, two blue ones for 2, red ones find no place; days cost nothing any more."""
    answer = analyzer.advise(at_the_last_card(), 50)
    assert answer.what == "land"
    assert worse(answer) == {3: 0, 2: 1, 1: 3, 0: 3}
    assert not untold(answer.conclusions(), "Best", "planet 3 (Y)")


def test_equal_options_are_named_equal() -> None:
    """All places hold yellow cubes, so nothing on the planets is worth loading."""
    answer = analyzer.advise(at_the_last_card(goods={"yellow": 4}), 50)
    assert worse(answer) == dict.fromkeys(range(4), 0)
    assert [option.is_same for option in answer.options] == [False, True, True, True]
    assert not untold(answer.conclusions()[1], "Just as good", "every flight")


def test_full_hold_asks_which_cubes() -> None:
    """Two green cubes (2 credits each) and three blue ones (1 each) for four places: one has to go, a blue one."""
    facts = at_the_last_card(goods={"green": 2, "blue": 1}, decisions=[{"land": 2}])
    answer = analyzer.advise(facts, 50)
    assert (answer.what, answer.conclusions()) == ("goods", ["Best is to keep 2 green, 2 blue."])
    kept = [(option.value, option.worse.mean) for option in answer.options]
    assert kept == [({"green": 2, "blue": 2}, 0), ({"green": 1, "blue": 3}, 1)]


GUNS = "6/6 CD^ CD^ CD^; 7/6 B2 SC B2; 8/6 H2 EN H2"
"""Up to 6 cannons by three charges, places for four cubes."""
SAILS = "6/6 CA CN^ CA; 7/6 H2 SC H2; 8/6 ED B2 ED"
"""Engines by charges alone."""
ALIEN = "6/6 LB CA CN^; 7/7 SC; 8/7 EN"
"""Two humans and a brown alien."""
SHIELDED = "6/6 ST3333 CN^; 7/6 SH^> SC B2; 8/7 EN"
"""An open connector in front of column 6, and a shield."""
BIG_GUN = "6/6 CA CD^ CA; 7/6 H2 SC B2; 8/7 EN"
BEFORE = [{"ship": ship(BARGE, board="I"), "space": 1}]
"""It moves two spaces, to 3: only two charges pass it, for a first place, which brings 1 more than a second."""
KINDS: dict[str, tuple[str, dict[str, Any], str, dict[Any, float]]] = {
    "charges to engines": (SAILS, {"card": 4, "space": 0, "rivals": BEFORE}, "charges", {2: 0, 1: 1, 0: 1}),
    "charges to cannons": (GUNS, {"card": 1}, "charges", {3: 0, 2: 6, 1: 6, 0: 6}),
    "a reward": (GUNS, {"card": 1, "decisions": [{"charges": 3}]}, "takes", {True: 0, False: 6}),
    "a station": (BARGE, {"card": 18}, "takes", {True: 0, False: 5}),
    "a ship": (BARGE, {"card": 17}, "takes", {True: 0, False: 3}),
    "whose crew": (ALIEN, {"card": 17, "decisions": [{"takes": True}]}, "gives", {"human 1 brown 1": 0, "human 2": 6}),
    "a shield": (SHIELDED, {"card": 9, "rolls": [6, 2, 2, 2]}, "defends", {True: 0, False: 1}),
    "a cannon against a meteor": (BIG_GUN, {"card": 8, "rolls": [7, 2, 2]}, "defends", {True: 0, False: 1}),
}
"""By hand at the last card: yellow, green and blue cubes sell for 3, 2 and 1, a lost component costs 1.

Without a human the lone ship does not come home, which brings 4 for its place and 2 for its looks.
"""


@pytest.mark.parametrize("kind", KINDS)
def test_every_decision_kind_has_options(kind: str) -> None:
    """Planets, cubes and giving up are tested above and below, pieces in test_exact_advice.py."""
    drawing, facts, what, behind = KINDS[kind]
    aliens = {"brown": (6, 7)} if drawing == ALIEN else {}
    position = {"ship": ship(drawing, board="I", **aliens), "rivals": "alone"} | facts
    position["met"] = [number for number in range(20) if number != position["card"]][:7]
    answer = analyzer.advise(position, 20)
    by_words = {in_words(option.value): option.worse.mean for option in answer.options}
    assert (answer.what, by_words) == (what, behind)


@pytest.mark.parametrize(
    ("drawing", "facts", "words"),
    [
        (GUNS, {"card": 1, "decisions": [{"charges": 3}]}, ["take it (YGB, 1 day)", "decline"]),
        (BARGE, {"card": 17}, ["take it (3 credits, 1 day)", "decline"]),
        (
            ALIEN,
            {"card": 17, "decisions": [{"takes": True}]},
            [f"give up {crew} (3 credits, 1 day)" for crew in ("1 human, 1 brown alien", "2 humans")],
        ),
    ],
)
def test_options_tell_the_pay(drawing: str, facts: dict[str, Any], words: list[str]) -> None:
    aliens = {"brown": (6, 7)} if drawing == ALIEN else {}
    met = [number for number in range(20) if number != facts["card"]][:7]
    answer = analyzer.advise({"ship": ship(drawing, board="I", **aliens), "rivals": "alone", "met": met} | facts, 20)
    assert [option.words for option in answer.options] == words


def in_words(value: Any) -> Any:
    """Crew in words, whatever else as it is."""
    return " ".join(f"{who} {many}" for who, many in value.items()) if isinstance(value, dict) else value


@pytest.mark.long
def test_earlier_decisions_are_closed() -> None:
    answer = analyzer.advise(EXAMPLE, 10)
    assert answer.what == "land"
    assert {option.value for option in answer.options} == {0, 2, 3, 4}
    assert [option.is_captain for option in answer.options].count(True) == 1


STATION = {"ship": BARGE_LAYOUT, "level": "I", "met": [1], "card": 18, "space": 0}


def test_assumed_rival_decisions_are_noted() -> None:
    """Card 18 is a station for the crew of the ship in front, which it takes; where it declined, you may take it."""
    front = {"ship": BARGE_LAYOUT, "space": 4}
    with pytest.raises(AnalyzerError, match=r"nothing more to decide.*expert .*takes: yes"):
        analyzer.advise(STATION | {"rivals": [front]})
    declined = analyzer.advise(STATION | {"rivals": [front], "decisions": [{"ship": 2, "takes": False}]}, 20)
    assert (declined.what, [note for note in declined.notes() if "does not say" in note]) == ("takes", [])
    landed = analyzer.advise(STATION | {"card": 12, "rivals": [front]}, 20)
    (note,) = [note for note in landed.notes() if "does not say" in note]
    assert "(2): land: 3. If it was not so" in note


def test_chosen_goal_ranks_options() -> None:
    """A ship that gives up now keeps half of the goods and does not arrive."""
    position = at_the_last_card() | {"card": None, "goods": {"blue": 2}}
    by_arrival, by_credits = (analyzer.advise(position, 200, goal=goal) for goal in ("arrived", "credits"))
    assert by_arrival.what == by_credits.what == "gives_up"
    assert [option.value for option in by_arrival.options] == [False, True]
    given_up = next(option for option in by_credits.options if option.value)
    assert (given_up.arrived.mean, given_up.credits.mean) == (0, 1)


@pytest.mark.long
def test_ranked_column_has_interval() -> None:
    """If an option was dropped, so that results do not subtract, the legend says why."""
    answer = analyzer.advise(EXAMPLE, 300, 2, goal="richest")
    (table,) = [part for part in answer.description().parts if isinstance(part, Table)]
    columns = {column.name: column for column in table.columns}
    assert [name for name, column in columns.items() if column.interval] == ["credits", "richest", "worse"]
    assert len({option.trials for option in answer.options}) > 1
    assert "in the flights that both options played" in columns["worse"].explanation


@pytest.mark.long
@pytest.mark.slow(but=3)
@pytest.mark.parametrize(("path", "conditions"), ROUTES)
def test_open_decision_is_the_recorded(path: str, conditions: dict[str, object]) -> None:
    """The open decision of a simulated flight is the captain's first at the card, or none."""
    experiment, decisions = planned(path, **conditions), 0
    for flight in range(3):
        for number, card in enumerate(record_flight(experiment, flight).cards):
            position = position_after(experiment, flight, number)
            mine = {what: values for what, values in card.decisions.get(0, {}).items() if what != "gives_up"}
            if position.ships[0].left or "gives_up" in card.decisions.get(0, {}):
                break
            others = script({ship: decided for ship, decided in card.decisions.items() if ship})
            position = replace(position, card=card.card, rolls=card.rolls, decisions=others)
            at_card = position_experiment.with_captains(position, experiment.captains, experiment.seed)
            if not mine:
                with pytest.raises(AnalyzerError, match="nothing more to decide"):
                    open_decision(at_card)
                continue
            decisions += 1
            open_ = open_decision(at_card)
            what, (first, *_) = next(iter(mine.items()))
            assert (open_.what, open_.captain) == (what, first)
            assert open_.captain in open_.options
    assert decisions > 3


@pytest.mark.long
def test_captains_option_changes_nothing() -> None:
    experiment = plan_position(EXAMPLE, 1, "sensible")
    open_ = open_decision(experiment)
    position = experiment.position
    decided = replace(position, decisions=with_decision(position.decisions, 0, open_.what, open_.captain))
    one, two = experiment.run_block(0, 300), replace(experiment, position=decided).run_block(0, 300)
    assert all(np.array_equal(one[name], two[name]) for name in one)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"card": 9}, "no roll of this card leaves your ship a choice"),
        ({"card": 9, "rolls": [12, 12, 12, 12]}, "nothing more to decide at this card"),
        ({"decisions": [{"land": 9}]}, "allowed are 0, 1, 2, 3"),
        ({"decisions": [{"land": 2}]}, "nothing more to decide at this card"),
    ],
)
def test_closed_position_is_told(facts: dict[str, Any], words: str) -> None:
    position = at_the_last_card(**facts)
    position["met"] = [number for number in position["met"] if number != position["card"]]
    with pytest.raises(AnalyzerError, match=words):
        analyzer.advise(position)


def test_harmless_card_is_told() -> None:
    """Two components without a shield leave nothing to decide."""
    position = at_the_last_card("7/7 SC; 8/7 EN", card=9)
    position["met"] = [number for number in position["met"] if number != 9]
    with pytest.raises(AnalyzerError, match=r"no roll .*choice"):
        analyzer.advise(position)
    with pytest.raises(AnalyzerError, match=r"decide .*defends.*rolls"):
        analyzer.advise(position | {"ship": ship(SHIELDED, board="I")})


def test_advise_refuses_other_goals() -> None:
    with pytest.raises(AnalyzerError, match="use one of credits, arrived, richest, first"):
        analyzer.advise(EXAMPLE, goal="money")
