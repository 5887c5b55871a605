"""Captain files: a name and prices in credits, at most two decimals."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from analyzer.files.captainfiles import CaptainFiles, CaptainSchema, price_in
from analyzer.trucker.captains.captain import Captain

NAMED = ("sensible", "cautious", "bold", "miser")
DEAREST = 10_000
Price = Annotated[float, BeforeValidator(price_in("credits", 2)), Field(ge=0, le=DEAREST, strict=True)]


class CaptainFile(CaptainSchema):
    """The schema. Every price is needed but `ruin`, `ship`, `doom`, 0 if not given, and `day_alone`, then as `day`."""

    day: Price
    """A flight day."""
    human: Price
    """A human aboard."""
    brown: Price
    """A brown alien."""
    purple: Price
    """A purple alien."""
    battery: Price
    """A charge."""
    component: Price
    """A component that a hit would destroy."""
    stay: Price
    """Staying in the flight."""
    dread: Price
    """What each coming card is feared to cost a ship that has lost all its components."""
    reserve: Annotated[int, Field(ge=0, le=64)]
    """How many charges are held back for defence."""
    ruin: Price = 0
    """Running out of humans because crew was sold that coming cards ask for."""
    day_alone: Price | None = None
    """A flight day where no other ship flies; without the field, as `day`."""
    ship: Price = 0
    """Of fleets: a ship that still flies."""
    doom: Price = 0
    """Of fleets: what each coming card is feared to cost by a ship that cannot move."""


def captain_of(prices: dict[str, Any]) -> Captain:
    """The captain of prices in credits, as `as_prices` gives them."""
    return Captain(
        **{key: value if key in ("name", "reserve") else round(value * 100) for key, value in prices.items()}
    )


FILES = CaptainFiles("analyzer.trucker", NAMED, Captain, CaptainFile, captain_of)
named_captain, parse_captain, write_captain = FILES.named, FILES.parse, FILES.write


def load_captain(name_or_path: str | Path | Captain) -> Captain:
    """A named captain, or one from a YAML file of prices in credits.

    Raises AnalyzerError with every fault of the file.

    >>> import analyzer
    >>> analyzer.load_captain("cautious").name
    'cautious'
    """
    return FILES.load(name_or_path)


def save_captain(captain: Captain, path: str | Path) -> None:
    """Write a captain file; raises AnalyzerError where none can be written.

    >>> import analyzer
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> analyzer.save_captain(analyzer.load_captain("bold"), path)
    >>> analyzer.load_captain(path) == analyzer.load_captain("bold")
    True
    """
    FILES.save(captain, path)
