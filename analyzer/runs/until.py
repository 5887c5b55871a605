"""Running until a comparison is decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyzer.errors import AnalyzerError, one_of

DECIDED = "decided"


@dataclass(frozen=True)
class Decided:
    """Enough is run when no pair is open any more; the comparison itself tells where that was not reached."""

    word: str = DECIDED
    metric: str = ""

    def __post_init__(self) -> None:
        if self.word != DECIDED:
            raise AnalyzerError(f"until {self.word!r}: {one_of(self.word, [DECIDED])}")

    def reached(self, result: Any) -> bool:
        """Whether every pair is decided."""
        return bool(result.decided())

    def needed(self, result: Any) -> int:
        """Nobody knows: as many as there are so far."""
        return int(result.trials)

    def missed(self, result: Any) -> str:
        """Nothing more than what the comparison says."""
        return ""
