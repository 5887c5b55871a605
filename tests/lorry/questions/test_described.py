"""Answers that describe themselves: their JSON has its keys, every column its values, and people see them."""

from __future__ import annotations

import pytest

from analyzer import lorry
from tests.doors.lorry import GalaxyFacts
from tests.facts import check_description
from tests.places import ROOT

SHIPS = ROOT / "ships" / "lorry"
ANSWERS = {
    "turn": (
        lambda: lorry.points_now(SHIPS / "late.yaml"),
        "trader dice shown by_type expected expected_points asteroid draws notes",
        "(7, 2) EW 20 1-2 (18), 2-4 (12), 2-7 (20)",
    ),
    "exact": (
        lambda: lorry.exact(SHIPS / "tiny.yaml", 1),
        "galaxy dice turns expected expected_total least most between turns_walked states by_type captains first_draws "
        "notes",
        "if the first roll shows only curve:",
    ),
    "advise": (
        lambda: lorry.advise(SHIPS / "late.yaml", 4, candidates=3, captain="steady"),
        "trader captain games seed goal legal turns at_most what conclusions second choices notes",
        "mark: *: clearly worse than the first (the interval lies above 0); =: the same result as the first in every",
    ),
    "inspect": (
        lambda: GalaxyFacts(lorry.load_position(SHIPS / "late.yaml")),
        "galaxy specials pairs notes",
        "1-6 9 9 asteroid (6, 1), star (5, 3), black",
    ),
    "dice": (lambda: lorry.drafts(2), "players rolls rows notes", "1. crossing 16.7% 16.7% 16.7%"),
    "routes": (
        lambda: lorry.routes(SHIPS / "tiny.yaml"),
        "galaxy dice within_turns expected_turns routes notes",
        "1-2 2 2.091 2.091 100.00% 100.00% 0.957",
    ),
    "rulings": (
        lambda: lorry.rulings(SHIPS / "tiny.yaml", 2, captain="steady"),
        "games rulings notes",
        "games: games in which trader 1's total differs",
    ),
    "replay": (
        lambda: lorry.replay(SHIPS / "example-record.yaml"),
        "refused points stars totals scored over steps notes",
        "refused track 1NEW in column 7, row 6: planet 5",
    ),
    "pairs": (
        lambda: lorry.scored_pairs(SHIPS / "tiny.yaml", 20, captains=("steady",) * 2),
        "games flown galaxy captains dice turns switches seats pairs notes",
        "The trader who picks second in round 1 wins",
    ),
    "explain": (
        lambda: lorry.explain(SHIPS / "tiny.yaml", 3, turns=2),
        "game seed captains winners turns notes",
        "Round 2, expert",
    ),
    "begin": (
        lambda: lorry.begin(SHIPS / "tiny.yaml", 20, captains=("steady",) * 2),
        "games seed against margin galaxy captains dice turns switches worths notes",
        "games: games in which the margin differs",
    ),
}


@pytest.mark.usefixtures("flown_once")
@pytest.mark.parametrize("name", ANSWERS)
def test_answers_have_keys_table_and_text(name):
    ask, keys, line = ANSWERS[name]
    answer = ask()
    check_description(answer, keys, line)
