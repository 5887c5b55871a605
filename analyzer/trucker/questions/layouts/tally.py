"""What is counted of a build flown in every way: pairs of ways, from which every mean over dice follows exactly."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Self

from analyzer.answers.metrics import Metric, Metrics
from analyzer.statistics.paired import PairedTally
from analyzer.statistics.sorted_tally import SortedTally
from analyzer.trucker.fleets.borders import QUARTERS
from analyzer.trucker.metrics import BY_FLIGHTS

EACH_WAY = Metrics(
    listed=(
        Metric("credits", "what a flight that hangs together so comes to", unit="credits"),
        Metric("arrived", "the fleet arrives", within=(1, 1)),
        Metric("components_lost", "components that are lost", unit="components"),
        *(Metric(quarter, "the ship of that quarter comes home", within=(1, 1)) for quarter in QUARTERS),
        Metric("gain", "credits more with the change, in a flight whose dice are thrown", unit="credits"),
    ),
    score="credits",
    unit="credits",
    bounds=dict.fromkeys(("credits", "components_lost", "gain"), BY_FLIGHTS),
)
PAIRED = ("credits", "arrived", "components_lost", *QUARTERS)
GAIN, DRAWN = "gain", "joined"


@dataclass(frozen=True)
class WaysTally:
    """Pairs of all ways, and by the way that the dice made what each change gains there (None without changes)."""

    pairs: PairedTally
    gains: SortedTally | None

    def __add__(self, other: WaysTally) -> WaysTally:
        gains = None if self.gains is None or other.gains is None else self.gains + other.gains
        return WaysTally(self.pairs + other.pairs, gains)

    @property
    def trials(self) -> int:
        """How many flights each way flew."""
        return self.pairs.trials

    @property
    def shape(self) -> Hashable:
        """Of how many ways and changes."""
        return self.pairs.shape, None if self.gains is None else self.gains.shape

    def plain(self) -> dict[str, Any]:
        """In plain types."""
        gains = None if self.gains is None else self.gains.plain()
        return {"trials": self.trials, "pairs": self.pairs.plain(), "gains": gains}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """It again; raises ValueError, TypeError or KeyError for what cannot be."""
        gains = None if plain["gains"] is None else SortedTally.of_plain(plain["gains"])
        made = cls(PairedTally.of_plain(plain["pairs"]), gains)
        if {made.trials, int(plain["trials"])} != {made.trials if gains is None else gains.trials}:
            raise ValueError("its parts do not hold as many trials as it says")
        return made
