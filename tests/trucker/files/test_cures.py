"""Flaws come with the cheapest cure, and `inspect --repair` shows the mended ship."""

from __future__ import annotations

import json
import random

import pytest

import analyzer
from analyzer import AnalyzerError
from tests.doors.trucker_paper import as_printed, left_in_box, parse_token, with_component
from tests.facts import untold
from tests.places import ROOT
from tests.texts import load_text
from tests.trucker.shipyard import grow_ship, mutate

FLAWED = ROOT / "ships" / "2007" / "flawed"
QUIZ, SCREWS = FLAWED / "quiz.yaml", FLAWED / "loose-screws.yaml"


def ship(*rows: str) -> analyzer.Layout:
    lines = ["    6 7 8", *rows]
    return load_text(
        analyzer.load_ship, "name: S\nedition: 2007\nboard: I\ngrid: |2\n" + "".join(f"  {line}\n" for line in lines)
    )


def test_turn_is_the_cheapest_cure():
    """The hold's one connector looks away from the cabin, the shield's too: a half turn mends both."""
    hold = ship("7 H20030 SC3333 .")
    (cure,) = analyzer.cures(hold).values()
    assert cure is not None
    assert (cure.how, cure.token) == ("turn", "H20300")
    turned = with_component(hold, (7, 6), parse_token("H20300"))
    assert turned.flaws() == []


def test_box_component_before_taking_off():
    """A hold with a single connector between the cabin's universal one and a double one of a cabin below."""
    mixed = ship("7 . SC3333 H20013", "8 . . CA2000")
    cures = analyzer.cures(mixed)
    (cure,) = [cure for flaw, cure in cures.items() if "connector_mismatch" in flaw.kinds]
    assert cure is not None
    assert cure.how == "exchange"
    assert left_in_box(mixed)[as_printed(parse_token(cure.token))] > 0


def test_component_off_board_is_removed():
    out = load_text(
        analyzer.load_ship,
        "name: O\nedition: 2007\nboard: I\ngrid: |2\n    7 8 9 10\n  7 SC3333 ST0303 ST0303 CA0003\n",
    )
    cures = {flaw.square: str(cure) for flaw, cure in analyzer.cures(out).items() if flaw.kind == "outside_board"}
    assert cures == {(7, 10): "take off the cabin at (7,10)"}


def test_cure_counts_attached_components():
    """A structural component outside the board holds two cabins: they go with it."""
    rows = "    7 8 9 10\n  6 . . . CA0010\n  7 SC3333 ST0303 ST0303 ST1013\n  8 . . . CA1000\n"
    far = load_text(analyzer.load_ship, f"name: F\nedition: 2007\nboard: I\ngrid: |2\n{rows}")
    cures = {flaw.square: cure for flaw, cure in analyzer.cures(far).items() if flaw.kind == "outside_board"}
    assert not untold(str(cures[7, 10]), "take off", "(7,10)", "(6,10) (8,10)")
    assert str(cures[6, 10]) == "take off the cabin at (6,10)"


def test_missing_starting_cabin_is_laid():
    bare = ship("7 CA0300 . CA0003")
    (cure,) = [cure for flaw, cure in analyzer.cures(bare).items() if flaw.kind == "starting_cabin"]
    assert str(cure) == "lay SC3333 at (7,7)"


@pytest.mark.parametrize("number", range(12))
def test_cure_mends_only_its_flaw(number):
    """Each cure mends its flaw and brings no other."""
    rng = random.Random(number)
    flawed = mutate(rng, grow_ship(rng, "2007-II"))
    known = set(flawed.flaws())
    for flaw, cure in analyzer.cures(flawed).items():
        if cure is None:
            continue
        if cure.how == "take off":
            mended = flawed.without(cure.removed)
            assert cure.square in cure.removed
        else:
            mended = with_component(flawed, cure.square, parse_token(cure.token))
        if cure.how == "turn":
            assert as_printed(parse_token(cure.token)) == as_printed(flawed.components[cure.square])
        assert flaw not in mended.flaws()
        assert {*mended.flaws()} <= known


def test_legal_ship_needs_no_cure():
    assert analyzer.cures(analyzer.load_ship(FLAWED.parent / "II" / "steady-hauler.yaml")) == {}
    with pytest.raises(AnalyzerError, match="give a Layout"):
        analyzer.cures("ship")  # type: ignore[arg-type]


def test_inspect_tells_the_cures(command):
    said = command("inspect", str(SCREWS))
    assert said.code == 0, said.err
    assert "cure: turn the single cannon at (9,9): CN0102v" in said.out
    (facts,) = json.loads(command("inspect", str(SCREWS), "--json").out)
    assert [flaw["cure"]["how"] for flaw in facts["flaws"]] == ["turn", "turn"]
    by_hand = SCREWS.read_text(encoding="utf-8").replace("CN0201^", "CN0102v").replace("SH0013^>", "SH3001>v")
    assert load_text(analyzer.load_ship, by_hand).flaws() == []


def test_inspect_repair_shows_the_rest(command):
    mended, removed = analyzer.repair(analyzer.load_ship(QUIZ))
    said = command("inspect", str(QUIZ), "--repair")
    assert said.code == 0, said.err
    assert f"{len(mended.components)} components, mended)" in said.out
    assert "Flaws none Exposed" in " ".join(said.out.split())
    assert "- taken off" in said.out
    for row, column in removed:
        assert f"at ({row},{column})" in said.out
    (facts,) = json.loads(command("inspect", str(QUIZ), "--repair", "--json").out)
    assert facts["removed"] == [list(square) for square in removed]
    assert (facts["components"], facts["flaws"]) == (len(mended.components), [])
    whole = command("inspect", str(FLAWED.parent / "I" / "first-mile.yaml"), "--repair").out
    assert not untold(" ".join(whole.split()), "Taken off", "nothing", "no flaws")
