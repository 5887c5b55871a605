"""Chances of damage for every hazard and side, against ships small enough to count by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import analyzer
from analyzer.cli.records import one_option_a_field
from analyzer.cli.trucker.hazards import hazards
from analyzer.errors import AnalyzerError
from analyzer.trucker.questions.hazard_table import hazard_table
from analyzer.trucker.questions.strike import HAZARDS
from analyzer.trucker.ship.component import SIDE_NAMES

MILE = str(Path(__file__).parent.parent / "ships" / "2007" / "I" / "first-mile.yaml")
CABIN = {"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}


def ship(*more: dict[str, object]) -> analyzer.Layout:
    return analyzer.Layout.from_components("2007-I", [CABIN, *more], name="Hand")


def part(row: int, column: int, kind: str, connectors: str, facing: object = None) -> dict[str, object]:
    entry: dict[str, object] = {"square": [row, column], "kind": kind, "connectors": list(map(int, connectors))}
    return entry | ({} if facing is None else {"facing": facing})


@pytest.mark.parametrize("hazard", HAZARDS)
@pytest.mark.parametrize("side", SIDE_NAMES)
def test_a_cabin_alone_is_hit_at_seven_whatever_comes(hazard, side):
    """All four sides are exposed, nothing helps: 6 ways of 36."""
    found = hazard_table(ship())
    assert found.chance(hazard, side) == found.chance(hazard, side, powered=False) == Fraction(6, 36)
    assert [line.roll for line in found.lines(hazard, side) if line.lost == ((7, 7),)] == [7]


def test_smooth_sides_and_cannons():
    """A cannon on the nose: its column 7 is smooth at the front and defended, its row 6 (5 ways) is smooth too."""
    found = hazard_table(ship(part(6, 7, "single_cannon", "0010", "front")))
    expected = {
        ("small_meteor", "front"): 0,
        ("small_meteor", "right"): 6,
        ("small_meteor", "rear"): 6,
        ("small_meteor", "left"): 6,
        ("large_meteor", "front"): 0,
        ("large_meteor", "right"): 11,
        ("large_meteor", "rear"): 6,
        ("large_meteor", "left"): 11,
        ("light_fire", "front"): 6,
        ("light_fire", "right"): 11,
        ("heavy_fire", "front"): 6,
        ("heavy_fire", "left"): 11,
    }
    assert {key: found.chance(*key) * 36 for key in expected} == expected
    outcomes = {line.roll: line.outcome for line in found.lines("small_meteor", "right")}
    assert (outcomes[5], outcomes[6], outcomes[7]) == ("miss", "bounced", "destroyed")


def test_batteries_make_the_difference():
    """A shield to front and right and one battery box: powered, no small meteor or light fire from there does harm.

    From the front columns 6 and 8 have 5 ways each, column 7 has 6: the shield on column 8 has a smooth front.
    """
    shielded = ship(part(7, 8, "shield", "0001", ["front", "right"]), part(7, 6, "battery_2", "1100"))
    found = hazard_table(shielded)
    assert found.batteries == 2
    assert found.chance("small_meteor", "front") == 0
    assert found.chance("small_meteor", "front", powered=False) == Fraction(5 + 6, 36)
    assert found.chance("light_fire", "front") == 0
    assert found.chance("light_fire", "front", powered=False) == Fraction(5 + 6 + 5, 36)
    assert found.chance("light_fire", "left") == Fraction(6, 36)
    assert found.chance("heavy_fire", "front") == Fraction(16, 36)
    none = hazard_table(shielded, batteries=0)
    assert none.chance("light_fire", "front") == Fraction(16, 36)
    (line,) = [line for line in found.lines("light_fire", "front") if line.roll == 6]
    assert (line.outcome, line.batteries_spent, line.outcome_unpowered) == ("shielded", 1, "destroyed")
    assert line.lost == ()
    assert line.lost_unpowered == ((7, 6),)


def test_the_table_and_the_dictionary_tell_the_same():
    found = hazard_table(ship())
    table = found.table()
    assert len(table) == 16
    assert (table["chance"] == 6 / 36).all()
    told = json.loads(json.dumps(found.as_dict()))
    assert told["chances"][0] == {
        "hazard": "small_meteor",
        "side": "front",
        "chance": {"value": 6 / 36, "exact": "1/6"},
        "chance_unpowered": {"value": 6 / 36, "exact": "1/6"},
    }
    assert len(told["outcomes"]) == 4 * 4 * 11
    assert sum(line["ways"] for line in told["outcomes"]) == 16 * 36


def test_what_is_wrong_is_said():
    found = hazard_table(ship())
    with pytest.raises(AnalyzerError, match="no hazard 'comet'"):
        found.chance("comet", "front")
    with pytest.raises(AnalyzerError, match="no side 'top'"):
        found.chance("heavy_fire", "top")
    with pytest.raises(AnalyzerError, match="batteries -1"):
        hazard_table(ship(), batteries=-1)
    with pytest.raises(AnalyzerError, match="give a Layout"):
        hazard_table("ship")  # type: ignore[arg-type]


def run(*args: str) -> str:
    app = typer.Typer()
    app.command()(one_option_a_field(hazards))
    result = CliRunner().invoke(app, args)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_draws_what_happens_in_every_line():
    """First Mile has four cannons to the front in columns 5, 7, 8, 9; only column 6 (5 ways) is open to large ones."""
    said = run(MILE).splitlines()
    (row,) = [line.split() for line in said if line.startswith("large meteor front")]
    assert row == ["large", "meteor", "front", "5", "(14%)", "5", "(14%)", *"...c1ccc..."]
    assert "11 batteries" in said[0]
    assert max(map(len, said)) <= 80


def test_the_command_tells_the_same_in_json():
    assert json.loads(run(MILE, "--json", "--batteries", "3")) == json.loads(
        json.dumps(hazard_table(analyzer.load_ship(MILE), 3).as_dict())
    )
