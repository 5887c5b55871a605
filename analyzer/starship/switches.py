"""The points in which the rules can be set: who is helped, what a beaten pirate gives, how replacements lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from analyzer.files.switched import Switched
from analyzer.starship.tables import rows


@dataclass(frozen=True)
class Switches(Switched):
    """Which of the rules are changed; `data/switches.csv` lists the values of each."""

    handicap_astro: str = "none"
    handicap_parts: str = "none"
    pirate_reward: str = "good"
    reserve_face_down: str = "no"
    upgrade_after_three: str = "yes"

    ROWS: ClassVar = partial(rows, "switches")
    AS: ClassVar[str] = "{'reserve_face_down': 'yes'}"

    @property
    def face_down(self) -> bool:
        """Whether nobody sees what replaces a card."""
        return self.reserve_face_down == "yes"

    @property
    def three_first(self) -> bool:
        """Whether a booster or cannon goes to level II only when all openings are filled."""
        return self.upgrade_after_three == "yes"


USUAL = Switches()
THREE_FIRST = (
    "This rests on page 11 of the English rule book, as the rule text is silent. The switch upgrade_after_three=no "
    "allows level II at any time"
)
"""Where the rule of level II is from, and the switch that lifts it."""


def load_switches(values: Switches | Mapping[str, Any] | None) -> Switches:
    """Switches from a mapping of names to values; yes and no may be True and False."""
    return Switches.loaded(values)
