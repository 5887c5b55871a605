"""The points in which the rules can be set: who is helped, what a beaten pirate gives, how replacements lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyzer.errors import AnalyzerError, one_of
from analyzer.starship.tables import rows


@dataclass(frozen=True)
class Switches:
    """How the rules are set; the values of each stand in `data/switches.csv`."""

    handicap_astro: str = "none"
    handicap_parts: str = "none"
    pirate_reward: str = "good"
    reserve_face_down: str = "no"
    upgrade_after_three: str = "yes"

    def __post_init__(self) -> None:
        faults = []
        for row in rows("switches"):
            value, values = getattr(self, row["switch"]), row["values"].split()
            if value not in values:
                faults.append(f"switch {row['switch']} {value!r}: {one_of(value, values)}")
        if faults:
            raise AnalyzerError(faults)

    @property
    def face_down(self) -> bool:
        """Whether nobody sees what replaces a card."""
        return self.reserve_face_down == "yes"

    @property
    def three_first(self) -> bool:
        """Whether a booster or cannon goes to level II only when all openings are filled."""
        return self.upgrade_after_three == "yes"

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
        raise AnalyzerError(f"switches {given!r}: give names with values, as {{'reserve_face_down': 'yes'}}")
    known = vars(USUAL)
    unknown = [f"no switch {name!r}: {one_of(name, known)}" for name in given if name not in known]
    if unknown:
        raise AnalyzerError(unknown)
    words = {True: "yes", False: "no"}
    return Switches(**{name: words[value] if isinstance(value, bool) else value for name, value in given.items()})
