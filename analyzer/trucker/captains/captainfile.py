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
    human: Price
    brown: Price
    purple: Price
    battery: Price
    component: Price
    stay: Price
    dread: Price
    reserve: Annotated[int, Field(ge=0, le=64)]
    ruin: Price = 0
    day_alone: Price | None = None
    ship: Price = 0
    doom: Price = 0


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
