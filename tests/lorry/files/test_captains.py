"""Captain files: what they say becomes whole tenths of a point, and what is written reads back as the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer import AnalyzerError, lorry
from analyzer.lorry import Captain, Thinking
from tests.doors.lorry import captain_of
from tests.facts import untold
from tests.texts import load_text, round_trip, saved_text

PRICES = {
    **{"point": 1.5, "near": 0, "growth": 0.1, "arm": 0.2, "slot": 2, "finish": 20, "star": 3.3, "rocket": 4},
    **{"asteroid": 0.7, "hole": 0.3, "deny": 1, "block": 0.9},
}
JOERG = Captain("Jörg", 15, 0, 1, 2, 20, 200, 33, 40, 7, 3, 10, 9, patience=7)
WRITTEN = """game: lorry
name: "Jörg"
point: 1.5
near: 0
growth: 0.1
arm: 0.2
slot: 2
finish: 20
star: 3.3
rocket: 4
asteroid: 0.7
hole: 0.3
deny: 1
block: 0.9
patience: 7
plays: prices
"""
THINKS = 'thinks: {"candidates": 3, "games": 4, "rounds": 5, "goal": "won"}\n'


def test_captain_file_is_in_points():
    assert saved_text(lorry.save_captain, JOERG) == WRITTEN
    assert saved_text(lorry.save_captain, replace(JOERG, thinks=Thinking(3, 4, 5, "won"))) == WRITTEN + THINKS


def test_captain_file_round_trips(tmp_path):
    assert load_text(lorry.load_captain, WRITTEN) == JOERG
    thinking = replace(JOERG, thinks=Thinking(3, 4, 5, "won"))
    lorry.save_captain(thinking, tmp_path / "jörg.yaml")
    assert (tmp_path / "jörg.yaml").read_text(encoding="utf-8") == WRITTEN + THINKS
    assert lorry.load_captain(tmp_path / "jörg.yaml") == lorry.load_captain(str(tmp_path / "jörg.yaml")) == thinking


def test_captain_board_round_trips():
    expert = lorry.load_captain("expert")
    assert expert.as_prices()["board"]["left"] == expert.board.left / 10
    assert captain_of(expert.as_prices()) == round_trip(lorry.save_captain, lorry.load_captain, expert) == expert
    with pytest.raises(AnalyzerError, match="cut: give at most 20"):
        load_text(lorry.load_captain, f"{WRITTEN}board: {{cut: 21}}\n")


def test_captain_prices_are_stored_as_tenths():
    assert JOERG.as_prices() == {"name": "Jörg", **PRICES, "patience": 7, "plays": "prices"}
    assert captain_of({"name": "Jörg", **PRICES, "patience": 7}) == JOERG
    random = replace(JOERG, plays="random")
    assert captain_of(random.as_prices()) == random
    thinking = replace(JOERG, thinks=Thinking(games=9))
    assert thinking.as_prices()["thinks"] == {"candidates": 10, "games": 9, "rounds": 0, "goal": "margin"}
    assert captain_of(thinking.as_prices()) == thinking
    assert (thinking.behind, JOERG.behind) == (JOERG, JOERG)


def test_load_captain_accepts_captain():
    assert lorry.load_captain(JOERG) is JOERG
    assert lorry.load_captain("steady").name == "steady"


@pytest.mark.parametrize(
    ("goal", "rounds", "far", "takes"),
    [
        ("margin", 0, "to the end", "largest margin"),
        ("won", 1, "for 1 more round", "best chance to win"),
        ("total", 4, "for 4 more rounds", "largest total"),
    ],
)
def test_thinker_describes_its_choice(goal, rounds, far, takes):
    says = replace(JOERG, thinks=Thinking(3, 2, rounds, goal)).in_words()
    assert not untold(says, "each of up to 3 draws", "Jörg simulates 2 games", far, "Jörg's prices", takes)
    assert JOERG.in_words() == ""


def test_captain_faults_name_their_lines():
    text = (
        WRITTEN.replace("near: 0\n", "near: 20.1\n").replace("block: 0.9\n", "").replace("patience: 7", "patience: 31")
    )
    with pytest.raises(AnalyzerError) as refused:
        load_text(lorry.load_captain, f"{text}fuel: 1\n", "mine.yaml")
    assert set(refused.value.faults) == {
        "mine.yaml, line 1: block is missing: add it",
        "mine.yaml, line 4: near: give at most 20",
        "mine.yaml, line 14: patience: give at most 30",
        "mine.yaml, line 16: unknown field 'fuel': remove it, or use one of name, game, point, near, "
        "growth, arm, slot, finish, star, rocket, asteroid, hole, deny, block, patience, plays, thinks, board",
    }
    with pytest.raises(AnalyzerError) as refused:
        load_text(lorry.load_captain, WRITTEN.replace("arm: 0.2", "arm: 0.25"), "mine.yaml")
    assert "mine.yaml, line 6: arm" in refused.value.faults[0]
