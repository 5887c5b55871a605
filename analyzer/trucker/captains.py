"""Captains: the prices by which they decide, and their files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StrictInt

from analyzer.errors import AnalyzerError
from analyzer.files.captainfiles import CaptainFiles, CaptainSchema, price_in
from analyzer.files.fields import YesOrNo
from analyzer.montecarlo.by_number import ByNumber, Figures
from analyzer.trucker.world import CAPTAINS

CREW_TYPES = ("human", "brown", "purple")
AS_THEY_ARE = ("name", "reserve", "foresees", "values", "thinks")
"""Fields of a captain that are no prices, and are written unchanged to captain files."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """Settings of a captain who thinks, i.e. simulates flights before each decision, except those on cargo.

    Attributes:
        flights: Number of flights that are simulated after each option.
    """

    flights: int = 64


@dataclass(frozen=True, slots=True)
class Captain:
    """A player's prices, by which the player's ship makes decisions.

    All prices are whole hundredths of a credit. The property `defends` tells whether a charge is spent to save a
    component.

    Attributes:
        name: Name of the captain.
        day: A flight day.
        human: A human aboard.
        brown: The brown alien.
        purple: The purple alien.
        battery: A charge.
        component: A component that a hit would destroy.
        stay: Staying in the flight.
        dread: Feared cost of each coming card to a ship that has lost all its components.
        reserve: Number of charges held back for defence; not a price.
        ruin: Loss of the whole remaining crew to a coming card after part of the crew was sold.
        day_alone: A flight day where no other ship flies; the same as `day` if None.
        ship: For fleets, a ship of the fleet that still flies.
        doom: For fleets, feared cost of each coming card to a ship of the fleet that cannot move.
        special: A place in a special container that a red cube from a planet takes.
        foresees: Whether charges in combat zones depend on the charges that ships behind will spend; not a price.
        values: Version of the fitted values that price places, crew, charges and cargo; 0 for none; not a price.
        thinks: For a thinker, how many flights are simulated after each option; None decides by prices alone.

    >>> import analyzer
    >>> captain = analyzer.load_captain("sensible")
    >>> captain.component, captain.battery, captain.defends
    (200, 50, True)
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
    foresees: bool = False
    values: int = 0
    thinks: Thinking | None = None

    @property
    def lone_day(self) -> int:
        """Price of a flight day if no other ship flies."""
        return self.day if self.day_alone is None else self.day_alone

    @property
    def crew_order(self) -> tuple[int, ...]:
        """Indices into CREW_TYPES in the order in which crew is given up, cheapest first."""
        return tuple(sorted(range(3), key=lambda i: (self.human, self.brown, self.purple)[i]))

    @property
    def defends(self) -> bool:
        """Whether the captain spends a charge to save a component."""
        return self.component > self.battery

    def as_prices(self) -> dict[str, Any]:
        """Return the fields of a captain file, with prices in credits; fields that are None or off are left out."""
        prices = {key: value for key, value in self.in_plain().items() if value is not None}
        return {key: value if key in AS_THEY_ARE else value / 100 for key, value in prices.items()}

    def in_plain(self) -> dict[str, Any]:
        """Return the fields in plain types; `foresees` and `values` are left out if off, as in older save files."""
        return {key: value for key, value in asdict(self).items() if value or key not in ("foresees", "values")}


def refuse_thinkers(captains: Iterable[Captain]) -> None:
    """Raise an error if a captain thinks, because thinkers can only simulate whole flights from launch on.

    Raises:
        AnalyzerError: If one of the captains thinks.
    """
    for captain in captains:
        if captain.thinks is not None:
            raise AnalyzerError(
                f"captain {captain.name}: cannot decide here, because this captain simulates whole flights: name "
                "another, e.g. expert"
            )


Numbers = npt.NDArray[np.signedinteger[Any]]


class Captains:
    """The different captains of a convoy; the state stores the index of a captain in `each`."""

    def __init__(self, captains: Sequence[Captain]) -> None:
        self.each = tuple(captains)
        self._arrays: dict[str, npt.NDArray[Any]] = {}

    def __iter__(self) -> Iterator[Captain]:
        return iter(self.each)

    @property
    def only(self) -> Captain | None:
        """Captain of all ships; None if there are several captains."""
        return self.each[0] if len(self.each) == 1 else None

    @cached_property
    def have_values(self) -> bool:
        """Whether any captain prices places, crew, charges and cargo by fitted values (see `Captain.values`)."""
        return any(captain.values for captain in self.each)

    def array(self, name: str) -> npt.NDArray[Any]:
        """Return the price with the given name, or another attribute, of every captain. Shape (captains,).

        For `crew_order`, the shape is (3, captains).
        """
        # crew_order is a tuple for each captain: moving the axis puts captains last, as for single prices.
        if name not in self._arrays:
            values = np.array([getattr(captain, name) for captain in self.each])
            self._arrays[name] = np.moveaxis(values, 0, -1)
        return self._arrays[name]

    def by_captain(self) -> Prices:
        """Return the prices of all captains, as if each captain commanded one ship: element n is of captain n."""
        return Prices(self, np.arange(len(self.each)))


class Prices:
    """The prices of a `Captain` as arrays, with one element for each ship.

    Attributes:
        captains: The different captains.
        who: Index of each ship's captain.
    """

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
    foresees = ByNumber()
    values = ByNumber()
    defends = ByNumber()
    crew_order = ByNumber()
    """Types of crew to give up first, second and last. Shape (3, ships)."""

    def __init__(self, captains: Captains, who: Numbers) -> None:
        self.captains = captains
        self.who = who

    def take(self, figure: str) -> Figures:
        """Return the price with the given name, or another attribute, of each ship's captain. Shape (ships,).

        For `crew_order`, the shape is (3, ships).
        """
        return self.captains.array(figure).take(self.who, axis=-1)


VALUES = 2
"""Version of the tables of fitted values (`data/<edition>/values`); raise it when they change."""


def refuse_former_values(values: int) -> int:
    """Return a version of fitted values unchanged if it is the current version, or 0, which stands for no values.

    Raises:
        ValueError: If the tables of that version have been replaced.
    """
    if values not in (0, VALUES):
        raise ValueError(f"the tables of version {values} have been replaced: give {VALUES}")
    return values


NAMED = CAPTAINS
"""Names of captains who simulate no flights."""
THINKER = "thinker"
"""Name of the captain who simulates the rest of the flight before each decision."""
MOST_FLIGHTS = 1_000
DEAREST = 10_000
Price = Annotated[float, BeforeValidator(price_in("credits", 2)), Field(ge=0, le=DEAREST, strict=True)]


class ThinkingFile(BaseModel):
    """Field `thinks` of a captain file, which makes the captain a thinker."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    flights: Annotated[StrictInt, Field(ge=2, le=MOST_FLIGHTS)] = Thinking().flights
    """Number of flights imagined after each option."""


class CaptainFile(CaptainSchema):
    """Schema of a captain file: its name, its prices in credits, and the number of charges in reserve.

    Missing prices `ruin`, `ship`, `doom` and `special` are 0, and a missing `day_alone` is `day`. A captain foresees,
    has values or thinks only if the file says so. All other fields are needed.
    """

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
    """Feared cost of each coming card to a ship that has lost all its components."""
    reserve: Annotated[int, Field(ge=0, le=64)]
    """Number of charges held back for defence."""
    ruin: Price = 0
    """Running out of humans because crew was sold that coming cards ask for."""
    day_alone: Price | None = None
    """A flight day where no other ship flies; without the field, as `day`."""
    ship: Price = 0
    """For fleets: a ship that still flies."""
    doom: Price = 0
    """For fleets: feared cost of each coming card through a ship that cannot move."""
    special: Price = 0
    """A place in a special container that a red cube from a planet takes: 0.5 leaves it free where gains are equal."""
    foresees: YesOrNo = False
    """In combat zones, spends the charges that pay best once the ships behind have spent theirs."""
    values: Annotated[StrictInt, Field(ge=0, le=VALUES), AfterValidator(refuse_former_values)] = 0
    """Version of the fitted values by which places, crew, charges and cargo are priced; the only one is 2."""
    thinks: ThinkingFile | None = None
    """Makes the captain simulate flights before each decision; `{}` simulates the usual number of flights."""


def captain_of(prices: dict[str, Any]) -> Captain:
    """Return the captain with the given prices in credits, in the form of `Captain.as_prices`."""
    fields = {key: value if key in AS_THEY_ARE else round(value * 100) for key, value in prices.items()}
    thinks = fields.pop("thinks", None)
    return Captain(**fields, thinks=None if thinks is None else Thinking(**thinks))


FILES = CaptainFiles("analyzer.trucker", (*NAMED, THINKER), Captain, CaptainFile, captain_of)
named_captain, parse_captain, write_captain = FILES.named, FILES.parse, FILES.write


def load_captain(name_or_path: str | Path | Captain) -> Captain:
    """Return a named captain, or one from a YAML file of prices in credits.

    Args:
        name_or_path: A name such as "bold", the path of a file, or a Captain, which is returned unchanged.

    Raises:
        AnalyzerError: If there is no such captain, or if the file is wrong, with every fault.

    >>> import analyzer
    >>> analyzer.load_captain("cautious").name
    'cautious'
    """
    return FILES.load(name_or_path)


def save_captain(captain: Captain, path: str | Path) -> None:
    """Write a captain to a captain file.

    Args:
        captain: The captain.
        path: Where to write.

    Raises:
        AnalyzerError: If the file cannot be written.

    >>> import analyzer
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> analyzer.save_captain(analyzer.load_captain("bold"), path)
    >>> analyzer.load_captain(path) == analyzer.load_captain("bold")
    True
    """
    FILES.save(captain, path)
