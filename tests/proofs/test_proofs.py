"""Every proof at its small size, and what several of them use."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer import Estimate
from tests.proofs.at_the_table import thinking_pays
from tests.proofs.balance import PLANTED
from tests.proofs.captaincy import Searched, sensible_is_nearly_the_best
from tests.proofs.controls import noticed
from tests.proofs.lorry_table import lorry_thinking_pays
from tests.proofs.mistakes import MISTAKES
from tests.proofs.page import claims
from tests.proofs.proof import chi_square, rejected
from tests.proofs.sampling import sampled_equals_exact
from tests.proofs.starship_table import starship_reviews_tell_captains_apart, starship_wins_in_hand_are_taken
from tests.proofs.tasks import TASKS, Task
from tests.proofs.unseen import expert_pays_on_found_ships
from tests.starship.questions.last_chance import FREE, last_chance, sector

ELSEWHERE = (
    *(
        "tests",
        "interrupts",
        "twin",
        "sampled",
        "cluster",
        "captain",
        "thinker",
        "mistakes",
        "starship-twin",
        "starship-brute",
        "starship-mistakes",
        "starship-reviews",
    ),
    *("lorry-twin", "lorry-brute", "lorry-sampled", "lorry-mistakes", "lorry-reviews", "lorry-thinker"),
    *("tournament", "starship-tournament", "lorry-tournament"),
)
"""Run at their small size by tests of their own: those of engines, clusters, worlds and interrupts, and below."""
LONG = {
    "reviews",
    "found",
    "coverage",
    "sharper",
    "stopping",
    "starship-luck",
    "starship-wins",
    "written",
    "metrics",
    "planted",
    "copies",
}
"""Those that take longer than a second at their small size, too."""
LONG_MISTAKES = {"crew sold as if no card came"}
"""Mistakes whose proof takes seconds."""
WHOLE = [
    pytest.param(task, marks=pytest.mark.long if task.name in LONG else (), id=task.name)
    for task in TASKS
    if task.name not in ELSEWHERE
]
SMALL = {task.name: task.small for task in TASKS}
FEWER: dict[str, tuple[str, object]] = {
    "reviews": ("at_the_table.PLAYERS", ("thinker", "miser", "random")),
    "coverage": ("coverage.KEPT_SIZES", (800,)),
    "starship-coverage": ("coverage.KEPT_SIZES", (500,)),
    "lorry-coverage": ("coverage.KEPT_SIZES", (100,)),
    "sharper": ("sharper.SETTINGS", ((0, "alone"), (2, "field"))),
    "starship-sampled": ("starship.SAMPLED_POSITIONS", 3),
    "planted": ("balance.PLANTED", {"I": PLANTED["I"]}),
}
"""What some of them go through beside their size."""


@pytest.mark.parametrize("task", WHOLE)
def test_proof_holds_at_small_size(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    if task.name in FEWER:
        where, few = FEWER[task.name]
        monkeypatch.setattr(f"tests.proofs.{where}", few)
    assert task.proof(task.small).faults == ()


@pytest.mark.long
def test_sampled_equals_exact_for_ship() -> None:
    """Every fifth card of each kind."""
    assert sampled_equals_exact(SMALL["sampled"] // 4, ships=1, every=5).faults == ()


def test_sensible_is_nearly_best_for_ship() -> None:
    proven = sensible_is_nearly_the_best(SMALL["captain"], ships=1, settings=("alone",))
    assert proven.faults == ()
    assert [row[:2] for row in proven.table[1:]] == [("Brass Hornet (2007-I)", "alone")]


@pytest.mark.long
def test_thinking_costs_one_ship_nothing() -> None:
    proven = thinking_pays(SMALL["thinker"], ships=1)
    assert proven.faults == ()
    assert [row[:2] for row in proven.table[1:]] == [("First Mile", "alone"), ("First Mile", "field")]


def test_lorry_thinker_has_row_per_galaxy() -> None:
    proven = lorry_thinking_pays(SMALL["lorry-thinker"], galaxies={"tiny.yaml": "the tiny galaxy"})
    assert proven.faults == ()
    assert [row[:2] for row in proven.table[1:]] == [("the tiny galaxy", "2")]


def test_losing_lorry_thinker_is_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.proofs.lorry_table.thinker_wins", lambda galaxy, first, many: (many // 4, -many))
    proven = lorry_thinking_pays(40, galaxies={"tiny.yaml": "the tiny galaxy"})
    assert proven.table[1] == ("the tiny galaxy", "40", "25.0% (14.2 to 40.2)", "-1.0")
    assert len(proven.faults) == 1


def test_found_ship_that_loses_is_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    gains = {"II-weak": (10.0, -1.0, -1.5, -0.5), "III-weak": (20.0, -1.0, -2.5, 0.5)}
    monkeypatch.setattr(
        "tests.proofs.unseen.more_than_sensible", lambda ship, _: gains.get(ship, (15.0, 0.5, 0.25, 0.75))
    )
    proven = expert_pays_on_found_ships(40)
    assert proven.faults == ("II-weak: -1.00",)
    assert proven.result == "+0.00 credits a flight on average"


@pytest.mark.long
def test_win_that_captain_misses_is_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.proofs.starship_table.WINNER", "passenger-pays")
    assert len(starship_wins_in_hand_are_taken(2).faults) == 2


def test_captain_clearly_behind_is_reported() -> None:
    """Fails if the proof looks at credits alone, or takes a gap that may be chance for one that is not."""

    def gap(credits_low: float, points_low: float) -> Searched:
        more = Estimate(credits_low + 0.5, credits_low, credits_low + 1), Estimate(points_low + 1, points_low, 9.0)
        return Searched("any", "alone", "tuned", 30.0, 0.9, *more)

    assert gap(0.99, 0.99).within
    assert not gap(1.01, 0.0).within
    assert not gap(0.0, 1.01).within
    assert gap(0.0, 1.01).row()[-1] == "**no**"
    assert (gap(0.0, 1.01).news, gap(0.99, 0.99).news) == (True, False)
    known = replace(gap(1.01, 0.0), ship="Thorn Hedge (2021-III)", setting="field")
    assert (known.within, known.news, replace(known, setting="alone").news) == (False, False, True)


@pytest.mark.long
def test_reviews_tell_starship_captains_apart() -> None:
    """The turn in which a colony wins: who founds none where one is turned up makes a mistake."""
    position = last_chance(moon={"hangar": {"colony_ship": 1}}, sectors={1: sector(*FREE, fill=0)})
    proven = starship_reviews_tell_captains_apart(1, turns=1, position=position)
    assert proven.faults == ()
    mistakes = {row[0]: row[2] for row in proven.table[1:]}
    assert mistakes["sensible"] == "0.0%"
    assert mistakes["passenger-pays"] != "0.0%"


@pytest.mark.slow(but=5)
@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=pytest.mark.long if mistake.what in LONG_MISTAKES else (), id=mistake.what)
        for number, mistake in enumerate(MISTAKES)
    ],
)
def test_every_mistake_is_caught(number: int) -> None:
    """Fails if the proof that has to notice the mistake does not."""
    assert noticed(number, SMALL["mistakes"]) == [MISTAKES[number].caught_by]


def test_mistakes_replace_existing_code() -> None:
    """Every mistake names code that the engine still has, including the mistakes that seldom run."""
    patches = [one for mistake in MISTAKES for one in mistake.patches() if hasattr(one, "getter")]
    assert len(patches) > 30, "all but those of entries of tables"
    assert [one.attribute for one in patches if not hasattr(one.getter(), one.attribute)] == []


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_proofs_state_what_makes_them_fail(task: Task) -> None:
    claim, fails_if = claims(task.proof)
    assert claim
    assert fails_if.startswith("**Fails** if ")


def test_chi_square_detects_loaded_die() -> None:
    fair = [1 / 6] * 6
    assert chi_square([100, 95, 105, 98, 102, 100], fair) > 0.9
    assert chi_square([150, 90, 90, 90, 90, 90], fair) < 1e-3
    assert chi_square([10, 1], [1.0, 0.0]) == 0
    assert chi_square([10], [1.0]) == 1


def test_holm_rejects_in_order_and_stops() -> None:
    assert rejected([0.5, 0.001, 0.004, 0.9]) == [1]
    assert rejected([0.5, 0.001, 0.003, 0.9]) == [1, 2]
