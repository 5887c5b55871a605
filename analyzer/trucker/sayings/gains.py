"""Notes on captains: who flies on after an option, and the measured gains of better captains."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

from analyzer.answers.note import THINKER, Note
from analyzer.answers.numbers import join_names
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.world import DEFAULT_CAPTAIN

MOST_NAMED = 3
"""The most ships that the note on `thinker` names; it gives the range of more."""


@cache
def measured_gains(
    edition: str, level: str | None, captain: str = "expert", setting: str = "in the field"
) -> dict[str, Estimate]:
    """Return measured gains of a captain by ship of a level, in credits a flight with 95% intervals.

    Those of `expert` are over `sensible`, those of `thinker` over `expert`. In the field, captain `expert` flies the
    rivals.

    Args:
        edition: The edition of the ships.
        level: The level, or None for all levels.
        captain: The captain, `expert` or `thinker`.
        setting: "in the field" or "alone".

    Returns:
        The gains; {} if none were measured.
    """
    table = files("analyzer.trucker") / "data" / edition / "values" / "gains.csv"
    if not table.is_file():
        return {}
    rows = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    of_captain = [row for row in rows if (row["captain"], row["setting"]) == (captain, setting)]
    chosen = [row for row in of_captain if level in (None, row["level"])]
    return {row["ship"]: Estimate(*(float(row[what]) for what in ("more", "low", "high"))) for row in chosen}


def thinker_note(edition: str, level: str, setting: str) -> Note:
    """Return the note that says how much more `thinker` earned than the default captain, by ship of the level.

    Args:
        edition: Edition of the flight.
        level: Level of the flight. If no ship of the level flew alone under both captains, all ships of 2007 count.
        setting: "in the field" or "alone".
    """
    gains = measured_gains(edition, level, "thinker", setting)
    if setting == "alone":
        gains = gains or measured_gains("2007", None, "thinker", setting)
    each = [f"{mean:.2f} ({low:.2f} to {high:.2f}) with {ship}" for ship, (mean, low, high) in gains.items()]
    means = [gain.mean for gain in gains.values()]
    if not gains:
        gain = f"It earned more {setting} at the levels where that was measured"
    else:
        by_ship = f"{min(means):.2f} to {max(means):.2f} by ship ({len(each)} ships of 2007)"
        known = join_names(each) if len(each) <= MOST_NAMED else by_ship
        gain = f"Measured {setting}, its gain over {DEFAULT_CAPTAIN}, in credits a flight, is {known}"
    return Note(
        THINKER,
        f"Captain {DEFAULT_CAPTAIN} is not the best player. Captain thinker tries out every option in simulated "
        f"flights. {gain} (docs/trust.md).",
    )


def plays_on(captain: str) -> str:
    """Return a sentence on the captains who fly the rest of the flight after each option of your ship."""
    if captain == DEFAULT_CAPTAIN:
        return f"After each option, captain {captain} flies every ship."
    return f"After each option, captain {captain} flies your ship, and captain {DEFAULT_CAPTAIN} flies the others."
