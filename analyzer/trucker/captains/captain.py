"""The decisions a player makes, as prices: a rule says what may be chosen, a captain chooses (docs/rulings.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError, one_of

CREW_TYPES = ("human", "brown", "purple")


@dataclass(frozen=True, slots=True)
class Captain:
    """A player's prices, in whole hundredths of a credit, but `reserve`, which counts batteries.

    day: a flight day; human, brown, purple: a crew member; battery: a charge; component: a component that a hit would
    destroy; stay: staying in the flight; dread: what each coming card is feared to cost a ship that has lost all its
    components; reserve: charges held back for defence.
    """

    name: str
    day: int
    human: int
    brown: int
    purple: int
    battery: int
    component: int
    stay: int
    dread: int
    reserve: int

    @property
    def crew_order(self) -> tuple[int, ...]:
        """Indices into CREW_TYPES, the cheapest first: who is given up first."""
        return tuple(sorted(range(3), key=lambda i: (self.human, self.brown, self.purple)[i]))

    @property
    def defends(self) -> bool:
        """Whether a charge is spent to save a component."""
        return self.component > self.battery

    def as_prices(self) -> dict[str, Any]:
        """The captain as in a captain file: credits with at most two decimals."""
        return {key: value if key in ("name", "reserve") else value / 100 for key, value in asdict(self).items()}


NAMED = ("sensible", "cautious", "bold", "miser")


@cache
def named_captain(name: str) -> Captain:
    """One of the captains that come with the product; raises AnalyzerError for another name."""
    if name not in NAMED:
        raise AnalyzerError(f"no captain {name!r}: {one_of(name, NAMED)}, or a captain file (.yaml)")
    text = (files("analyzer.trucker") / "data" / "captains" / f"{name}.yaml").read_text(encoding="utf-8")
    return _parse(text, f"{name}.yaml")


def load_captain(name_or_path: str | Path | Captain) -> Captain:
    """A named captain, or one from a YAML file of prices in credits.

    Raises AnalyzerError with every fault of the file.
    """
    if isinstance(name_or_path, Captain):
        return name_or_path
    if not isinstance(name_or_path, str | Path):
        raise AnalyzerError(f"captain {name_or_path!r}: give a name, a captain file or a Captain")
    text = str(name_or_path)
    if not (text.endswith((".yaml", ".yml")) or "/" in text or text == "."):
        return named_captain(text)
    from analyzer.files.yamlfile import read_text

    return _parse(read_text(Path(text)), text)


def with_rivals(captains: Sequence[Captain], rivals: int) -> tuple[Captain, ...]:
    """The captains, and a sensible one for each rival."""
    return (*captains, *(named_captain("sensible"),) * rivals)


def _parse(text: str, where: str) -> Captain:
    from analyzer.trucker.captains.captainfile import parse_captain

    return Captain(**parse_captain(text, where))  # type: ignore[arg-type]
