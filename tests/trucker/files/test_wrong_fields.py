"""Wrong words in the fields of files: one error each, which names what belongs there, and no word of a library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import analyzer
from analyzer import AnalyzerError
from tests.conftest import Said
from tests.places import ROOT
from tests.trucker.files.broken_ships import CABIN, HEAD, LISTED, MILE

OF_2007 = ROOT / "ships" / "2007"

Command = Callable[..., Said]
CANNON = "{square: [6, 7], kind: single_cannon, connectors: [0, 0, 1, 0], facing: front}"
CONDITION = (
    "name, start, learning, prognostic, repair, cards, forecast, cards_file, joined, dice, layout, insurance, tables"
)
CAPTAIN = """name: mine
day: 0.5
human: 1
brown: 2
purple: 2.5
battery: 0.5
component: 2
stay: 10
dread: 0
reserve: 2
"""


def listed(was: str, becomes: str) -> str:
    return LISTED + f"  - {CANNON}\n".replace(was, becomes)


SHIPS = {
    "a facing": (
        listed("front", "mars"),
        "line 6: components, entry 2, facing: give 'front', 'right', 'rear' or 'left', or a list",
    ),
    "one of two facings": (
        listed("front", "[front, mars]"),
        "line 6: components, entry 2, facing, entry 2: give 'front', 'right', 'rear' or 'left'",
    ),
    "a square": (listed("[6, 7]", "mars"), "line 6: components, entry 2, square: give a list"),
    "connectors": (listed("[0, 0, 1, 0]", "0010"), "line 6: components, entry 2, connectors: give a list"),
    "five connectors": (
        listed("[0, 0, 1, 0]", "[0, 0, 1, 0, 0]"),
        "line 6: components, entry 2, connectors: give at most 4 entries, not 5",
    ),
    "a kind": (listed("single_cannon", "[cannon]"), "line 6: components, entry 2, kind: give text"),
    "an entry": (LISTED + "  - mars\n", "line 6: components, entry 2: give fields with values"),
    "a misspelt field": (
        listed("facing", "facnig"),
        "line 6: unknown field 'components, entry 2, facnig': did you mean facing?",
    ),
    "a reserve": (LISTED + "reserve: two\n", "line 6: reserve: give a whole number"),
    "a home": (LISTED + "aliens: {brown: mars}\n", "line 6: aliens.brown: give a list"),
    "components": (HEAD + "components: mars\n", "line 4: components: give a list"),
}
PLANS = {
    "conditions: [{turn: mars}]": ("unknown field 'conditions, entry 1, turn': remove it, or use one of " + CONDITION),
    "conditions: [{start: first}]": "conditions, entry 1, start: give a whole number",
    "conditions: [{learning: mars}]": "conditions, entry 1, learning: give yes or no",
    "rivals: [5]": "rivals, entry 1: give text, or a list",
    "rivals: [[a.yaml, 5]]": "rivals, entry 1, entry 2: give text",
    "precision: high": "precision: give fields with values, or a number",
    "flights: many": "flights: give a whole number",
}
CAPTAINS = {
    ("day: 0.5", "day: much"): "line 2: day: give a number",
    ("reserve: 2", "reserve: 1.5"): "line 10: reserve: give a whole number",
}


@pytest.mark.parametrize("name", SHIPS)
def test_wrong_ship_field_is_named(command: Command, tmp_path: Path, name: str) -> None:
    text, fault = SHIPS[name]
    (tmp_path / "ship.yaml").write_text(text)
    assert command("inspect", "ship.yaml").err == f"error: ship.yaml, {fault}\n"


@pytest.mark.parametrize("line", PLANS)
def test_wrong_plan_field_is_named(command: Command, tmp_path: Path, line: str) -> None:
    (tmp_path / "plan.yaml").write_text(f"ships: [{MILE}]\n{line}\n")
    first, *others = command("sweep", "plan.yaml").err.splitlines()
    assert first == f"error: plan.yaml, line 2: {PLANS[line]}"
    assert [other for other in others if "a plan looks like this" not in other] == []


@pytest.mark.parametrize("change", CAPTAINS)
def test_wrong_captain_field_is_named(command: Command, tmp_path: Path, change: tuple[str, str]) -> None:
    (tmp_path / "mine.yaml").write_text(CAPTAIN.replace(*change))
    said = command("fly", MILE, "--captain", "mine.yaml", "--flights", "10")
    assert said.err == f"error: mine.yaml, {CAPTAINS[change]}\n"


def test_fields_above_are_otherwise_right(command: Command, tmp_path: Path) -> None:
    """The entries above are right but for one word."""
    (tmp_path / "ship.yaml").write_text(f"{HEAD}components:\n  - {CABIN}\n  - {CANNON}\n")
    (tmp_path / "mine.yaml").write_text(CAPTAIN)
    assert command("inspect", "ship.yaml").code == 0
    assert command("fly", MILE, "--captain", "mine.yaml", "--flights", "10").code == 0


OF_FORECASTS = "try `analyzer fly SHIP --forecast {}`; a position has the cards of a forecast under `piles`"


@pytest.mark.parametrize(
    ("name", "cure"),
    [
        ("at-the-table", "is a position: try `analyzer fly --from {}`"),
        ("example-record", "is a record: try `analyzer replay {0}` or `analyzer review {0}`"),
        ("plan-II", "is a plan: try `analyzer sweep {}`"),
        ("forecast-II", f"is a forecast: {OF_FORECASTS}"),
    ],
)
def test_other_file_kind_names_reader(command, name, cure):
    """A file of another kind is refused with the verb that reads it."""
    path = OF_2007 / f"{name}.yaml"
    assert command("fly", str(path)).err == f"error: {path}: {cure.format(path)}\n"


@pytest.mark.parametrize("verb", [["advise"], ["fly", "--from"], ["inspect"]])
def test_forecast_is_no_position(command, tmp_path, verb):
    """None of these verbs takes a forecast: the cure names one that does, and the field of positions."""
    (tmp_path / "seen.yaml").write_text("piles: [[28, 3, 31]]\n", encoding="utf-8")
    path = str(tmp_path / "seen.yaml")
    assert command(*verb, path).err == f"error: {path}: is a forecast: {OF_FORECASTS.format(path)}\n"


@pytest.mark.parametrize("verb", [["advise"], ["fly", "--from"]])
def test_record_is_no_position(command, verb):
    refused = command(*verb, str(OF_2007 / "example-record.yaml"))
    assert (refused.code, "is a record: judge its decisions with `analyzer review" in refused.err) == (
        2,
        True,
    )


@pytest.mark.parametrize("verb", [["advise"], ["fly", "--from"]])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("II/steady-hauler", "is a ship file, and a position is needed here: try `analyzer fly {}`"),
        ("plan-II", "is a plan: try `analyzer sweep {}`"),
    ],
)
def test_ship_and_plan_are_no_positions(command, verb, name, words):
    path = OF_2007 / f"{name}.yaml"
    refused = command(*verb, str(path))
    assert refused.code == 2
    assert refused.err.startswith(f"error: {path}: {words.format(path)}")


@pytest.mark.parametrize(("game", "record"), [("starship", "example-record"), ("lorry", "example-record")])
def test_other_games_record_is_no_position(command, game, record):
    path = ROOT / "ships" / game / f"{record}.yaml"
    refused = command(game, "advise", str(path))
    assert (refused.code, f"judge its decisions with `analyzer {game} review {path}`" in refused.err) == (2, True)


def test_ship_is_no_position() -> None:
    with pytest.raises(AnalyzerError, match="a position is needed"):
        analyzer.advise(analyzer.load_ship(OF_2007 / "II/steady-hauler.yaml"))


@pytest.mark.parametrize(
    ("text", "cure"),
    [
        ("name: x\n\tedition: 2007\n", "indent with spaces, not tabs"),
        ("name: x\nedition: 2007: 3\n", "write one `field: value` a line, and text with a colon in quotes"),
        ("name: x\nedition: 2007.5\n", "did you mean 2007? Use one of 2007, 2021, or name a folder"),
    ],
)
def test_broken_yaml_names_a_cure(command, tmp_path, text, cure):
    path = tmp_path / "ship.yaml"
    path.write_text(text, encoding="utf-8")
    refused = command("inspect", str(path))
    assert refused.code == 2
    assert f"{cure}\n" in refused.err
