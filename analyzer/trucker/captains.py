"""Captains, the prices by which they decide, and their files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt

from analyzer.errors import AnalyzerError
from analyzer.files.captainfiles import CaptainFiles, CaptainSchema, price_in
from analyzer.montecarlo.by_number import ByNumber, Figures

CREW_TYPES = ("human", "brown", "purple")
AS_THEY_ARE = ("name", "reserve", "thinks")
"""Fields that are no prices."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long a thinker thinks: so many flights are imagined after each option."""

    flights: int = 64


@dataclass(frozen=True, slots=True)
class Captain:
    """A player's prices, in whole hundredths of a credit, but `reserve`, which counts batteries.

    day: a flight day; day_alone: one where no other ship flies, the same if None; human, brown, purple: a crew member;
    battery: a charge; component: a component that a hit would destroy; stay: staying in the flight; dread: what each
    coming card is feared to cost a ship that has lost all its components; reserve: charges held back for defence; ruin:
    running out of humans because crew was sold that coming cards ask for; special: a place in a special container that
    a red cube from a planet takes. Of fleets also ship: a ship of the fleet that
    still flies; doom: what each coming card is feared to cost a fleet by a ship that cannot move. thinks: for a
    thinker, who plays every option on in mind, by these prices; None: by prices alone.
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
    ruin: int = 0
    day_alone: int | None = None
    ship: int = 0
    doom: int = 0
    special: int = 0
    thinks: Thinking | None = None

    @property
    def lone_day(self) -> int:
        """What a flight day is worth where no other ship flies."""
        return self.day if self.day_alone is None else self.day_alone

    @property
    def crew_order(self) -> tuple[int, ...]:
        """Indices into CREW_TYPES, the cheapest first: who is given up first."""
        return tuple(sorted(range(3), key=lambda i: (self.human, self.brown, self.purple)[i]))

    @property
    def defends(self) -> bool:
        """Whether a charge is spent to save a component."""
        return self.component > self.battery

    def as_prices(self) -> dict[str, Any]:
        """The captain as in a captain file: credits with at most two decimals; what is None is left out."""
        prices = {key: value for key, value in asdict(self).items() if value is not None}
        return {key: value if key in AS_THEY_ARE else value / 100 for key, value in prices.items()}


def refuse_thinkers(captains: Iterable[Captain]) -> None:
    """Raises AnalyzerError for captains who think, where flights do not go from launch on with the dice of a seed."""
    for captain in captains:
        if captain.thinks is not None:
            raise AnalyzerError(
                f"captain {captain.name}: thinks while whole flights are flown, and not here: name a captain who goes "
                "by prices"
            )


Numbers = npt.NDArray[np.signedinteger[Any]]


class Captains:
    """The different captains of a convoy, by number; `each[n]` is captain n."""

    def __init__(self, captains: Sequence[Captain]) -> None:
        self.each = tuple(captains)
        self._arrays: dict[str, npt.NDArray[Any]] = {}

    def __iter__(self) -> Iterator[Captain]:
        return iter(self.each)

    @property
    def only(self) -> Captain | None:
        """The one who commands all ships, None where there are several."""
        return self.each[0] if len(self.each) == 1 else None

    def array(self, name: str) -> npt.NDArray[Any]:
        """(..., captains) A price of each."""
        if name not in self._arrays:
            values = np.array([getattr(captain, name) for captain in self.each])
            self._arrays[name] = np.moveaxis(values, 0, -1)
        return self._arrays[name]

    def by_captain(self) -> Prices:
        """The prices of each captain once."""
        return Prices(self, np.arange(len(self.each)))


class Prices:
    """What a `Captain` says, of each of some ships; `who`: the number of the captain who commands it."""

    day = ByNumber()
    lone_day = ByNumber()
    human = ByNumber()
    brown = ByNumber()
    purple = ByNumber()
    battery = ByNumber()
    component = ByNumber()
    stay = ByNumber()
    dread = ByNumber()
    reserve = ByNumber()
    ruin = ByNumber()
    ship = ByNumber()
    doom = ByNumber()
    special = ByNumber()
    defends = ByNumber()
    crew_order = ByNumber()
    """(turns, ...) Whom to give up first, second and last."""

    def __init__(self, captains: Captains, who: Numbers) -> None:
        self.captains = captains
        self.who = who

    def take(self, figure: str) -> Figures:
        """(..., ships) A price of the captain of each."""
        return self.captains.array(figure).take(self.who, axis=-1)


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
