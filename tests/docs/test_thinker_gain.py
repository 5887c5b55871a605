"""Notes on captains who think repeat docs/trust.md, figure by figure."""

from __future__ import annotations

import pytest

from analyzer import starship
from tests.doors.lorry import thinker as lorry_gain
from tests.doors.starship import thinker
from tests.doors.trucker_flights import phrases, worth_ahead
from tests.facts import untold
from tests.places import ROOT

TRUST = (ROOT / "docs" / "trust.md").read_text("utf-8")


def row_of(ship: str) -> list[str]:
    """The cells of the first row of a ship, without intervals."""
    line = next(line for line in TRUST.splitlines() if line.startswith(f"| {ship} |"))
    return [cell.split("(")[0].strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize("ship", phrases.GAINS)
def test_docs_state_trucker_thinker_gains(ship: str) -> None:
    assert row_of(ship)[:2] == [ship, f"{phrases.GAINS[ship]:+.2f}"]


def test_docs_table_lists_every_ship() -> None:
    table = TRUST.split("### Flown like this")[1].split("What the gain")[0]
    assert sum(line.startswith("| ") for line in table.splitlines()) == 1 + len(phrases.GAINS)


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


def test_thinker_note_names_range_by_setting() -> None:
    assert not untold(phrases.thinker_note(None), "Captain expert", "0.08 to 1.26 credits", "alone")
    in_field = worth_ahead.measured_gains("2007", "II", "thinker")
    mean, low, high = in_field["Iron Parcel"]
    gain = f"{mean:.2f} credits a flight more ({low:.2f} to {high:.2f}) with Iron Parcel"
    assert not untold(phrases.thinker_note(in_field), gain, "in the field")
    assert not any(figure in phrases.thinker_note({}) for figure in "0123456789")


def test_docs_state_thinker_gain_over_expert() -> None:
    part = TRUST.split("### Thinker over expert")[1].split("\n### ")[0]
    gains = worth_ahead.measured_gains("2007", "II", "thinker")
    assert gains
    for ship, (mean, low, high) in gains.items():
        (line,) = [line for line in part.splitlines() if line.startswith(f"| {ship} (II) |")]
        assert f"| {mean:+.2f} ({low:+.2f} to {high:+.2f}) |" in line
