"""Kinds of components of one's own: figures by hand, on the board of class II whose starting cabin is at (7, 7)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError
from tests.trucker.files.own_editions import edition, ship

HEADER = "kind,code,crew,batteries,containers,special_containers,cannon,engine,powered,shield,life_support,aliens"
KINDS = ";".join(
    [
        HEADER,
        "bunk,BR,3,0,0,0,0,0,0,0,,0",
        "barn,H4,0,0,4,0,0,0,0,0,,0",
        "stack,B5,0,5,0,0,0,0,0,0,,0",
        "awning,SA,0,0,0,0,0,0,0,1,,0",
        "dome,SD,0,0,0,0,0,0,0,4,,0",
        "turret,CT,2,0,0,0,1,0,0,0,,1",
        "rocket,E3,0,0,0,0,0,3,1,0,,0",
        "ram,C3,0,0,0,0,3,0,0,0,,0",
        "spark,C1,0,0,0,0,1,0,1,0,,0",
    ]
)
BESIDE, LEFT, ABOVE, BELOW = (7, 8), (7, 6), (6, 7), (8, 7)


@pytest.fixture
def rules(tmp_path):
    return edition(tmp_path / "mine", kinds=KINDS, cards="id,level,kind,days,planets;60,2,planets,1,YYYYYY")


def crew_lost(trial, *cards):
    return analyzer.exact(trial, cards=cards).distribution("crew_lost")


def test_own_cabin_holds_three(rules):
    """Three and two live next door: epidemics take one of each, and end when the starting cabin is empty."""
    trial = ship(rules, [(BESIDE, "bunk", "")])
    assert int(np.bitwise_count(trial.hull.tokens.crew)) == 5
    assert [crew_lost(trial, *[24] * many) for many in (1, 2, 3)] == [{2: 1}, {4: 1}, {4: 1}]


def test_epidemic_across_cabin_sizes(rules):
    """Three, two and two in a row, the middle one the starting cabin: each epidemic takes one of each."""
    trial = ship(rules, [(BESIDE, "bunk", ""), (LEFT, "cabin", "")])
    assert crew_lost(trial, 24) == {3: 1}
    assert crew_lost(trial, 24, 24) == {6: 1}


def test_hold_of_four_with_dear_goods(rules, tmp_path):
    """Six yellow cubes lie there, four are loaded, at 3 credits each; or at 7 where the table says so."""
    trial = ship(rules, [(BESIDE, "barn", "")])
    assert analyzer.exact(trial, card=60).distribution("goods") == {4: 1}
    assert analyzer.exact(trial, card=60).distribution("goods_value") == {12: 1}
    dear = edition(
        tmp_path / "dear",
        kinds=KINDS,
        cards="id,level,kind,days,planets;60,2,planets,1,YYYYYY",
        goods="colour,value;red,9;yellow,7",
    )
    assert analyzer.exact(ship(dear, [(BESIDE, "barn", "")]), card=60).distribution("goods_value") == {28: 1}


def test_bank_holds_few_cubes(tmp_path):
    few = edition(
        tmp_path / "few",
        kinds=KINDS,
        cards="id,level,kind,days,planets;60,2,planets,1,YYYYYY",
        goods="colour,cubes;yellow,2",
    )
    assert analyzer.exact(ship(few, [(BESIDE, "barn", "")]), card=60).distribution("goods") == {2: 1}


def test_own_battery_holds_five(rules):
    trial = ship(rules, [(BESIDE, "stack", "")])
    assert int(np.bitwise_count(trial.hull.tokens.charges.full)) == 5


@pytest.mark.parametrize(
    ("kind", "facing", "held_off"),
    [
        ("awning", "front", {"front"}),
        ("dome", "", {"front", "right", "rear", "left"}),
        ("shield", "front right", {"front", "right"}),
    ],
)
def test_shields_of_one_or_four_sides(rules, kind, facing, held_off):
    """Light fire along row or column 7 is held off with a charge on the sides that are covered, and hits on others."""
    trial = ship(rules, [(BESIDE, kind, facing), (LEFT, "stack", "")])
    outcomes = {
        side: analyzer.strike(trial, "light_fire", side=side, roll=7, batteries=1).outcome
        for side in ("front", "right", "rear", "left")
    }
    assert {side for side, outcome in outcomes.items() if outcome == "shielded"} == held_off
    assert {outcome for side, outcome in outcomes.items() if side not in held_off} <= {"destroyed"}


def test_cabin_carries_a_cannon(rules):
    trial = ship(rules, [(ABOVE, "turret", "front")])
    assert trial.flaws() == []
    assert (trial.cannon_strength(), int(np.bitwise_count(trial.hull.tokens.crew))) == (1, 4)


def test_triple_engine_needs_charge(rules):
    """Bare 0; beside a single one 1, with a charge 4; the strongest is powered first: a double one adds 2 more."""
    assert [ship(rules, [(BELOW, "rocket", "rear")]).engine_strength(n) for n in (0, 1, 2)] == [0, 3, 3]
    parts = [(BELOW, "rocket", "rear"), (LEFT, "single_engine", "rear"), (BESIDE, "double_engine", "rear")]
    trial = ship(rules, parts)
    assert [trial.engine_strength(n) for n in (0, 1, 2)] == [1, 4, 6]
    assert trial.engine_strength(0, brown_alien=True) == 3


def test_cannons_of_other_strengths(rules):
    """A ram counts 3 forward and 1.5 sideways; a spark 1 with a charge; a double cannon 2, powered before it."""
    parts = [(ABOVE, "ram", "front"), (BESIDE, "ram", "right")]
    assert ship(rules, parts).cannon_strength() == 4.5
    trial = ship(rules, [(ABOVE, "spark", "front"), (LEFT, "double_cannon", "front")])
    assert [trial.cannon_strength(n) for n in (0, 1, 2)] == [0, 2, 3]
    assert [trial.cannon_strength(n, purple_alien=True) for n in (0, 1)] == [0, 4]


def test_ram_and_spark_shoot_meteor(rules):
    ram, spark = (ship(rules, [(ABOVE, kind, "front"), (BESIDE, "stack", "")]) for kind in ("ram", "spark"))
    struck = [analyzer.strike(one, "large_meteor", side="front", roll=7, batteries=1) for one in (ram, spark)]
    assert [(one.outcome, one.batteries_spent) for one in struck] == [("shot_down", 0), ("shot_down", 1)]


def test_losses_bounded_by_kind_table(rules):
    """The figures of the table bound the crew and charges with which a flight can end."""
    trial = ship(rules, [(BESIDE, "bunk", ""), (LEFT, "stack", ""), (BELOW, "rocket", "rear"), (ABOVE, "ram", "front")])
    result = analyzer.fly([trial], flights=200, seed=4, rivals="alone")
    assert 0 <= max(result["Trial"].crew.counts) <= 5
    assert 0 <= max(result["Trial"].batteries.counts) <= 5
    assert analyzer.exact(trial, card=24).mean("crew_lost") == Fraction(2)


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("both,XX,0,0,0,0,1,1,0,0,,0", "cannon, engine: a component points one way"),
        ("both,XX,0,0,0,0,1,0,0,2,,0", "shield 2: a cannon or an engine points elsewhere"),
        ("both,XX,0,0,0,0,0,0,1,0,,0", "powered 1: there is no cannon and no engine"),
        ("both,XX,0,0,0,0,0,0,0,3,,0", "shield '3': give 0, 1, 2, 4"),
        ("both,XX,0,0,0,0,0,0,0,0,,1", "aliens 1: nobody lives there"),
        ("both,XX,9,0,0,0,0,0,0,0,,0", "crew '9': give a whole number up to 6"),
        ("both,XX,0,0,0,0,8,0,0,0,,0", "cannon '8': give a whole number up to 7"),
        ("both,XX,0,0,0,0,0,0,0,0,pink,0", "life_support 'pink': give brown, purple, or nothing"),
        ("both,CA,0,0,0,0,0,0,0,0,,0", "code CA: is that of cabin: choose another"),
    ],
)
def test_impossible_kind_is_refused(tmp_path, row, fault):
    with pytest.raises(AnalyzerError) as error:
        edition(tmp_path / "mine", kinds=f"{HEADER};{row}")
    (told,) = error.value.faults
    assert (told.line, told.path) == (2, str(tmp_path / "mine" / "kinds.csv"))
    assert told.text.startswith(fault)
