"""The points in which the rules can be set (docs/lorry-rulings.md); going round edges is the galaxy's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyzer.errors import AnalyzerError, one_of
from analyzer.lorry.tables import rows


@dataclass(frozen=True)
class Switches:
    """How the rules are set; the values of each stand in `data/switches.csv`."""

    end_by: str = "routes"
    rotate_tracks: str = "yes"
    tracks_per_box: str = "one"
    dead_ends: str = "allowed"
    surrounding: str = "sides"
    passed_over_pairs: str = "lost"
    route_length: str = "shortest"
    chains: str = "yes"
    scoring_forced: str = "yes"
    special_order: str = "score_first"
    fill_beside: str = "side"
    no_place: str = "other_die"
    first_player: str = "random"

    def __post_init__(self) -> None:
        faults = []
        for row in rows("switches"):
            value, values = getattr(self, row["switch"]), row["values"].split()
            if value not in values:
                faults.append(f"switch {row['switch']} {value!r}: {one_of(value, values)}")
        if faults:
            raise AnalyzerError(faults)

    @property
    def changed(self) -> dict[str, str]:
        """Those that are not as usual."""
        return {name: value for name, value in vars(self).items() if value != getattr(USUAL, name)}


USUAL = Switches()


def load_switches(given: Switches | Mapping[str, Any] | None) -> Switches:
    """Switches from a mapping of names to values; yes and no may be True and False."""
    if given is None:
        return USUAL
    if isinstance(given, Switches):
        return given
    if not isinstance(given, Mapping):
        raise AnalyzerError(f"switches {given!r}: give names with values, as {{'surrounding': 'off'}}")
    known = vars(USUAL)
    unknown = [f"no switch {name!r}: {one_of(name, known)}" for name in given if name not in known]
    if unknown:
        raise AnalyzerError(unknown)
    words = {True: "yes", False: "no"}
    return Switches(**{name: words[value] if isinstance(value, bool) else value for name, value in given.items()})
