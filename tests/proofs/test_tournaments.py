"""Tournaments of captains: seats that cancel, ratings, a captain who beats `expert`; the costs of decisions."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analyzer import Estimate
from tests.places import ROOT
from tests.proofs.costs import ENOUGH, Costs, errs_less, together, told_wrong
from tests.proofs.tournaments import TOURNAMENTS, lorry_captains_are_ranked, rating_of

LORRY = [name for name in TOURNAMENTS if name.startswith("Cosmic Lorry")]


@pytest.mark.long
@pytest.mark.parametrize("name", TOURNAMENTS)
def test_exchanged_captains_mirror_result(name: str) -> None:
    """Fails if seats or ships are not exchanged: then the better seat counts for one captain."""
    held = TOURNAMENTS[name]
    one, two = held.captains[:2]
    wins, margin = held.meet(held.place, one, two, 3)
    lost, behind = held.meet(held.place, two, one, 3)
    assert margin.any()
    assert (1 - wins).tolist() == lost.tolist()
    assert (-margin).tolist() == behind.tolist()


def test_rating_counts_common_rounds_once() -> None:
    """Against two rivals with equal rounds the interval is that against one; with independent ones it is narrower."""
    won = np.array([1.0, 0.0, 1.0, 1.0, 0.0, 0.0])

    def half(rated: Estimate) -> float:
        return (rated.high - rated.low) / 2

    once = half(rating_of([won]))
    # The standard error of the mean of six rounds, each of which is 1/2 away from it.
    assert once == pytest.approx(1.959964 * (6 / 4) ** 0.5 / 30**0.5)
    assert half(rating_of([won, won])) == pytest.approx(once)
    assert half(rating_of([won, 1 - won])) == pytest.approx(0)
    assert half(rating_of([won, won[::-1]])) < once


def test_captain_above_expert_is_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def meeting(tournament: str, first: str, second: str, rounds: int) -> list[list[float]]:
        """Let sprinter win nine rounds of ten, and all others half of theirs."""
        wins = [float(number % 10 > 0) for number in range(rounds)]
        wins = [1 - one for one in wins] if second == "sprinter" else wins
        wins = wins if "sprinter" in (first, second) else [float(number % 2) for number in range(rounds)]
        return [wins, [0.0] * rounds]

    monkeypatch.setattr("tests.proofs.tournaments.meeting", meeting)
    proven = lorry_captains_are_ranked(100)
    assert [fault.split(" ")[4] for fault in proven.faults] == ["sprinter", "sprinter"]
    assert [row[1] for row in proven.table[1:] if row[1] == "sprinter"] == ["sprinter"] * len(LORRY)
    assert proven.table[1][1] == "sprinter"


@pytest.mark.parametrize("proof", ["tournament", "starship-tournament", "lorry-tournament"])
def test_docs_repeat_tournament_tables(proof: str) -> None:
    kept, trust = (ROOT / "docs" / name for name in ("accuracy.json", "trust.md"))
    told = trust.read_text("utf-8").split("### Tournaments")[1].split("\n### ")[0].splitlines()
    _, *rows = json.loads(kept.read_text("utf-8"))[proof]["proven"]["table"]
    assert rows
    assert {f"| {' | '.join(row)} |" for row in rows} <= {*told}


GOOD, BAD = Costs(1000, 10, 0.1, 0.01), Costs(1000, 40, 0.2, 0.02)


def test_costs_combine_games_by_decision() -> None:
    """Two games cost 3 and 1 points with errors of 0.3 and 0.4 for 8 decisions: 0.5 a decision, error 0.5 / 8."""
    assert together([[5, 1, 3.0, 0.3], [3, 0, 1.0, 0.4]]) == Costs(8, 1, 0.5, 0.0625)


def test_errs_less_gives_standard_errors() -> None:
    """10 and 40 of 1,000: 0.03 apart; pooled 0.025, error sqrt(0.025 x 0.975 x 2 / 1,000) = 0.00698."""
    assert errs_less(GOOD, BAD) == pytest.approx(4.297, abs=1e-3)


def test_told_wrong_names_reversed_order() -> None:
    each = {"good": GOOD, "bad": BAD}
    assert told_wrong(each, ENOUGH, [("good", "bad")], []) == ()
    assert told_wrong(each, 1, [("bad", "good")], []) == ("bad does worse than good",)
    assert told_wrong(each, 1, [], [("bad", "good")]) == ("bad does worse than good",)


def test_told_wrong_names_undecided_pair() -> None:
    blind = Costs(1000, 0, 0.0, 0.0)
    each = {"good": blind, "bad": blind}
    assert told_wrong(each, ENOUGH, [("good", "bad")], []) == ("good is not told from bad",)
    assert told_wrong(each, ENOUGH, [], [("good", "bad")]) == ()
    assert told_wrong(each, 1, [("good", "bad")], []) == ()
