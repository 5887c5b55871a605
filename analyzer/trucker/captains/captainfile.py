"""Captain files: a name and prices in credits, at most two decimals."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt

from analyzer.files.captainfiles import CaptainFiles, CaptainSchema, price_in
from analyzer.trucker.captains.captain import AS_THEY_ARE, Captain, Thinking

NAMED = ("sensible", "cautious", "bold", "miser")
"""Captains who choose by their prices at once."""
THINKER = "thinker"
"""A captain who plays flights on in mind."""
MOST_FLIGHTS = 1_000
DEAREST = 10_000
Price = Annotated[float, BeforeValidator(price_in("credits", 2)), Field(ge=0, le=DEAREST, strict=True)]


class ThinkingFile(BaseModel):
    """What makes a captain a thinker; all of it may be left out."""

    model_config = ConfigDict(extra="forbid")

    flights: Annotated[StrictInt, Field(ge=2, le=MOST_FLIGHTS)] = Thinking().flights
    """How many flights they imagine after each option."""


class CaptainFile(CaptainSchema):
    """The schema. Every price is needed but `ruin`, `ship`, `doom`, `special`, then 0, and `day_alone`, then `day`."""

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
    special: Price = 0
    """A place in a special container that a red cube from a planet takes: 0.5 leaves it free where gains are equal."""
    thinks: ThinkingFile | None = None
    """With this field they play flights on in their mind before they decide; `{}` for the usual number."""


def captain_of(prices: dict[str, Any]) -> Captain:
    """The captain of prices in credits, as `as_prices` gives them."""
    fields = {key: value if key in AS_THEY_ARE else round(value * 100) for key, value in prices.items()}
    thinks = fields.pop("thinks", None)
    return Captain(**fields, thinks=None if thinks is None else Thinking(**thinks))


FILES = CaptainFiles("analyzer.trucker", (*NAMED, THINKER), Captain, CaptainFile, captain_of)
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
