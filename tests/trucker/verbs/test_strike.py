"""`analyzer strike`: what is told and drawn of every outcome, the same in JSON, and wrong values."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.conftest import Said
from tests.doors.command import app
from tests.facts import untold
from tests.trucker.verbs.small_ships import FLAWED, SMALL, saved


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return saved(tmp_path, "small.yaml", SMALL)


def struck(path: Path, hazard: str, side: str, roll: int, *more: str) -> str:
    given = ["strike", str(path), "--hazard", hazard, "--from", side, "--roll", str(roll), *more]
    result = CliRunner().invoke(app, given)
    assert result.exit_code == 0, result.output
    return result.stdout


def facts_of(path: Path, hazard: str, side: str, roll: int, *more: str) -> Any:
    return json.loads(struck(path, hazard, side, roll, "--json", *more))


@pytest.mark.parametrize(
    ("hazard", "side", "roll", "sentence"),
    [
        ("small_meteor", "front", 4, "A small meteor from the front at 4 flies past: nothing lies in column 4."),
        ("heavy_fire", "left", 12, "Heavy cannon fire from the left at 12 flies past: nothing lies in row 12."),
        (
            "small_meteor",
            "front",
            5,
            "A small meteor from the front at 5 bounces off the smooth side of the double cannon at row 7 column 5.",
        ),
        (
            "small_meteor",
            "front",
            9,
            "A small meteor from the front at 9 flies at the shield at row 7 column 9: a shield stops it for 1 charge.",
        ),
        (
            "light_fire",
            "right",
            7,
            "Light cannon fire from the right at 7 flies at the shield at row 7 column 9: "
            "a shield stops it for 1 charge.",
        ),
        (
            "large_meteor",
            "front",
            7,
            "A large meteor from the front at 7 flies at the single cannon at row 6 column 7: a cannon shoots it down.",
        ),
        (
            "large-meteor",
            "front",
            5,
            "A large meteor from the front at 5 flies at the double cannon at row 7 column 5: "
            "a double cannon shoots it down for 1 charge.",
        ),
        (
            "large_meteor",
            "left",
            8,
            "A large meteor from the left at 8 hits the single engine at row 8 column 7: destroyed; "
            "nothing else breaks off.",
        ),
        (
            "heavy-fire",
            "front",
            8,
            "Heavy cannon fire from the front at 8 hits the cabin at row 7 column 8: destroyed; "
            "1 more component breaks off.",
        ),
    ],
)
def test_strike_tells_the_outcome(small: Path, hazard: str, side: str, roll: int, sentence: str) -> None:
    assert struck(small, hazard, side, roll).splitlines()[1] == sentence


def test_broken_off_components_are_marked(tmp_path: Path) -> None:
    """Without engine and forward cannon a shot from the front meets the starting cabin that holds all together."""
    bare = SMALL.replace("CN0010^", ".").replace("EN1001", ".")
    text = struck(saved(tmp_path, "bare.yaml", bare), "heavy_fire", "front", 7)
    assert not untold(text, "starting cabin at row 7 column 7", "destroyed", "2 more components")
    assert "*SC" in text
    assert "v 7 v" in text
    assert ("xCA" in text) != ("xCD" in text)
    assert "* in the way" in text
    assert "x breaks off" in text


def test_strike_leaves_nothing_of_ship(tmp_path: Path) -> None:
    alone = "name: Alone\nedition: 2007\nboard: I\ngrid: |\n     7\n  7  SC3333\n"
    text = struck(saved(tmp_path, "alone.yaml", alone), "heavy_fire", "rear", 7)
    assert not untold(text, "destroyed", "nothing is left")


def test_charges_and_captain_decide(small: Path) -> None:
    assert facts_of(small, "large_meteor", "front", 5)["outcome"] == "shot_down"
    assert facts_of(small, "large_meteor", "front", 5, "--batteries", "0")["outcome"] == "destroyed"
    assert facts_of(small, "large_meteor", "front", 5, "--captain", "miser")["outcome"] == "destroyed"


def test_strike_json_tells_the_same(small: Path) -> None:
    assert facts_of(small, "heavy-fire", "front", 8) == {
        "ship": "Small [b]Ship[/b]",
        "hazard": "heavy_fire",
        "from": "front",
        "roll": 8,
        "batteries": 2,
        "captain": "expert",
        "outcome": "destroyed",
        "square": [7, 8],
        "batteries_spent": 0,
        "lost": [[7, 8], [7, 9]],
        "flaws": 0,
        "notes": [],
    }
    missed = facts_of(small, "small_meteor", "rear", 2, "--batteries", "1")
    assert (missed["outcome"], missed["square"], missed["lost"], missed["batteries"]) == ("miss", None, [], 1)


def test_flawed_ship_is_struck_too(small: Path, tmp_path: Path) -> None:
    flawed = saved(tmp_path, "flawed.yaml", FLAWED)
    assert not untold(struck(flawed, "heavy_fire", "front", 7), "flaws", "repaired")
    assert facts_of(flawed, "heavy_fire", "front", 7)["flaws"] > 0
    assert "repaired" not in struck(small, "heavy_fire", "front", 7)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            {"--hazard": "large_metor"},
            "error: no hazard 'large_metor': did you mean large_meteor? Use one of small_meteor",
        ),
        ({"--from": "behind"}, "error: no side 'behind': use one of front, right, rear, left"),
        ({"--roll": "13"}, "error: roll 13: give a whole number from 2 to 12"),
        ({"--roll": "abc"}, "--roll"),
        ({"--batteries": "65"}, "batteries 65: give a whole number from 0 to "),
        ({"--captain": "timid"}, "error: no captain 'timid'"),
        ({"SHIP": "missing.yaml"}, "missing.yaml: no such file"),
        ({"SHIP": "."}, ".: is a directory"),
    ],
)
def test_strike_refuses_wrong_values(
    small: Path, command: Callable[..., Said], change: dict[str, str], fault: str
) -> None:
    options = {"--hazard": "large_meteor", "--from": "front", "--roll": "7"} | change
    ship = options.pop("SHIP", str(small))
    said = command("strike", ship, *(word for pair in options.items() for word in pair))
    assert (said.code, said.out) == (2, "")
    assert fault in said.err
    assert "Traceback" not in said.err


def test_strike_tells_all_wrong_values(small: Path, command: Callable[..., Said]) -> None:
    said = command("strike", str(small), "--hazard", "rain", "--from", "above", "--roll", "1")
    assert (said.code, len(said.err.splitlines())) == (2, 3)
