"""Notes on captains who think repeat docs/trust.md, figure by figure."""

from __future__ import annotations

import pytest

from analyzer import Estimate, starship
from tests.doors.lorry import thinker as lorry_gain
from tests.doors.starship import thinker
from tests.doors.trucker_flights import gains
from tests.facts import untold
from tests.places import ROOT

TRUST = (ROOT / "docs" / "trust.md").read_text("utf-8")


LEVELS = ("I", "II", "III", "IIIa")


def row_of(ship: str, part: str) -> str:
    """The row of a ship in the first table of a part of the page."""
    lines = TRUST.split(f"### {part}")[1].split("\n### ")[0].splitlines()
    return next(line for line in lines if line.startswith(f"| {ship} "))


def in_docs(gain: Estimate) -> str:
    return f"{gain.mean:+.2f} ({gain.low:+.2f} to {gain.high:+.2f})".replace("+0.00", "0.00")


@pytest.mark.parametrize("level", LEVELS)
def test_docs_state_gains_alone(level: str) -> None:
    each = gains.measured_gains("2007", level, "thinker", "alone")
    for ship, gain in each.items():
        assert row_of(ship, "Flown like this").split("|")[2].strip() == in_docs(gain)


def test_docs_table_lists_every_ship() -> None:
    table = TRUST.split("### Flown like this")[1].split("The next table")[0]
    measured = gains.measured_gains("2007", None, "thinker", "alone")
    assert sum(line.startswith("| ") for line in table.splitlines()) == 1 + len(measured)


@pytest.mark.parametrize("captain", thinker.WON)
def test_docs_state_starship_thinker_gain(captain: str) -> None:
    won, low, high = thinker.WON[captain]
    assert not untold(*thinker.thinker_notes([starship.load_captain(captain)]), f"{won:.0f}%", "against", captain)
    assert f"{won}% ({low} to {high})" in " ".join(TRUST.split())


@pytest.mark.parametrize("galaxy", lorry_gain.WON)
def test_docs_state_lorry_thinker_gains(galaxy: str) -> None:
    (line,) = [line for line in TRUST.splitlines() if line.startswith(f"| {galaxy} |")]
    won, low, high, games = lorry_gain.WON[galaxy]
    assert f"| {games} | {won}% ({low} to {high}) |" in line
    assert f"{won}% of {games} games in {galaxy}" in lorry_gain.THINKER_NOTE
    assert lorry_gain.OVER_EXPERT in " ".join(TRUST.split())


@pytest.mark.parametrize("level", LEVELS)
def test_docs_state_gains_over_expert(level: str) -> None:
    for ship, gain in gains.measured_gains("2007", level, "thinker").items():
        assert row_of(f"{ship} ({level})", "Thinker over expert").split("|")[3].strip() == in_docs(gain)


def test_thinker_note_names_few_ships() -> None:
    gain = "0.59 (0.02 to 1.17) with Grand Broadside"
    assert not untold(gains.thinker_note("2007", "III", "in the field"), "in the field", "credits a flight", gain)


def test_thinker_note_gives_range_of_many() -> None:
    assert not untold(gains.thinker_note("2007", "II", "alone"), "alone", "0.21 to 0.93", "5 ships of 2007")
    assert not untold(gains.thinker_note("2021", "II", "alone"), "alone", "0.08 to 1.26", "17 ships of 2007")


def test_thinker_note_invents_no_gain() -> None:
    note = gains.thinker_note("2007", "IIIa", "in the field")
    assert not any(figure in note for figure in "0123456789")
