"""Schema of position files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from analyzer.errors import one_of
from analyzer.files.fields import Name, YesOrNo
from analyzer.files.flaws import Flaw, Path
from analyzer.trucker.convoy.decisions import WHAT

Number = Annotated[StrictInt, Field(ge=1, le=13)]
Square = tuple[Number, Number]
Count = Annotated[StrictInt, Field(ge=0, le=99)]
Sum = Annotated[StrictInt, Field(ge=2, le=12)]
"""Sum of two dice."""
Place = Annotated[StrictInt, Field(ge=1, le=4)]
"""Place in the starting order."""
Space = Annotated[StrictInt, Field(ge=-1000, le=1000)]
"""Space of the track, relative to the first starter's at launch."""
CardNumber = Annotated[StrictInt, Field(ge=0)] | StrictStr
"""A card by number, or by words that name it alone in its edition, e.g. `pirates 6`."""
MOST_CARDS = 64
Left = Literal["gave_up", "lapped", "no_humans", "no_engines"]
"""Reasons why a rival no longer flies."""


class CrewFields(BaseModel):
    """Fields for the number of crew aboard, by type."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    human: Count = 0
    """Humans."""
    brown: Count = 0
    """The brown alien: 1 or 0."""
    purple: Count = 0
    """The purple alien: 1 or 0."""


class CabinEntry(CrewFields):
    """Entry of a position file for the crew of one cabin."""

    square: Square
    """Row and column of the cabin."""


class GoodsFields(BaseModel):
    """Fields for the number of cubes aboard, by colour."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    red: Count = 0
    """Red cubes."""
    yellow: Count = 0
    """Yellow cubes."""
    green: Count = 0
    """Green cubes."""
    blue: Count = 0
    """Blue cubes."""


class HoldEntry(GoodsFields):
    """Entry of a position file for the cubes in one container."""

    square: Square
    """Row and column of the container."""


class BatteryEntry(BaseModel):
    """Entry of a position file for the charged batteries of one component."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    square: Square
    """Row and column of the component."""
    charges: Count
    """Charged batteries."""


class RivalFields(BaseModel):
    """Fields of a position file for one ship in flight."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    ship: Any
    """The ship as launched: a ship file, relative to the folder of this file, or the fields of one."""
    lost: list[Square] = Field(default_factory=list)
    """Squares of the components that are gone, also of those that broke off."""
    crew: CrewFields | list[CabinEntry] | None = None
    """Crew aboard, in all or by cabin; without the field, all who were launched and still have a cabin."""
    charges: Count | list[BatteryEntry] | None = None
    """Charged batteries, in all or by component; without the field, all that are left."""
    goods: GoodsFields | list[HoldEntry] | None = None
    """Cubes aboard, in all or by container; without the field, none."""
    space: Space | None = None
    """Space of its marker on the track: 0 is that of the first starter at launch, -1 one behind it."""
    start: Place | None = None
    """Place in the starting order, from 1, from which its days are counted; without the field, from space 0."""
    credits: Annotated[StrictInt, Field(ge=0, le=999)] = 0
    """Credits that cards have paid so far."""
    left: Left | None = None
    """For rivals: the reason why it no longer flies."""


Many = Annotated[StrictInt, Field(ge=0, le=20)]


class DecisionFields(BaseModel):
    """Decisions of one trucker at a card; a captain takes those that are left out."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    ship: StrictInt | StrictStr = 1
    """The ship whose decisions these are, by name or by number, 1 for yours."""
    gives_up: YesOrNo | None = None
    """Whether they gave up before the card was revealed; without the field, they flew on."""
    land: Many | None = None
    """Planet they landed on, from the top; 0 if they flew on."""
    takes: YesOrNo | list[YesOrNo] | None = None
    """Whether they took the offer of an abandoned ship or station, or the reward of the enemy they beat."""
    charges: Many | list[Many] | None = None
    """Charges spent on cannons or engines; a list if a card asks several times."""
    defends: YesOrNo | list[YesOrNo] | None = None
    """Whether a charge was spent against a meteor or shot, for each that one could stop, in order."""
    gives: CrewFields | list[CrewFields] | None = None
    """Crew that was given up."""
    goods: GoodsFields | None = None
    """Cubes aboard after loading; without the field, the dearest for which there is room."""
    keeps: Square | list[Square] | None = None
    """If the ship broke, a square of the piece that flew on."""


class PositionFile(RivalFields):
    """Schema of a position file: your ship in flight, its rivals, and the cards."""

    name: Name = "position"
    """Name of the position in answers."""
    level: StrictStr | None = None
    """Level of the flight; without the field, that of the ship's board."""
    learning: YesOrNo = False
    """Whether it is the learning flight."""
    prognostic: YesOrNo = False
    """Whether the piles lie on each other in order, without shuffling."""
    met: Annotated[list[CardNumber], Field(max_length=MOST_CARDS)] = Field(default_factory=list)
    """Cards resolved, in order: numbers or words."""
    card: CardNumber | None = None
    """Card at hand; ships are as they were when it was revealed."""
    rolls: Annotated[list[Sum], Field(max_length=10)] = Field(default_factory=list)
    """Rolls at the card at hand so far: sums of two dice, in order."""
    decisions: Annotated[list[DecisionFields], Field(max_length=4)] = Field(default_factory=list)
    """Decisions of the truckers at the card at hand so far."""
    piles: Annotated[list[Any], Field(max_length=4)] | None = None
    """Cards you saw in the piles before launch, as in a forecast."""
    coming: Annotated[list[CardNumber], Field(max_length=MOST_CARDS)] | None = None
    """All cards still to come, in order, if they are known; `[]` if no card is left."""
    deck: Annotated[list[CardNumber], Field(max_length=MOST_CARDS)] = Field(default_factory=list)
    """The whole deck, cards met first, if it was chosen and not dealt from the piles; to try one card: `[33]`."""
    own_cards: StrictStr | list[dict[StrictStr, Any]] = Field(default_factory=list)
    """Cards that replace printed ones: a table of cards (.csv), relative to the folder of this file, or its rows."""
    rivals: Any = "field"
    """Rivals: `field`, `alone`, or a list; of a rival given as a ship file alone nothing else is known."""
    notes: StrictStr = ""
    """Notes of your own, which nothing reads."""


ONLY_IN_POSITIONS = ("ship", "met", "rivals", "lost", "coming")
"""Fields that distinguish a position file from a ship file."""


Decided = Mapping[str, list[Any]]
"""Values of a ship's decisions in order, by name of the decision."""


def ship_flaws(decisions: Sequence[DecisionFields], names: Sequence[str], path: Path) -> Iterator[Flaw]:
    """Yield a flaw for each entry that names no ship of the flight, or the same ship as an earlier entry."""
    seen = set()
    for place, decision in enumerate(decisions):
        ship = number_of(decision.ship, names)
        if ship is None:
            yield Flaw((*path, place), f"no ship {decision.ship!r}: {one_of(decision.ship, names)}")
        elif ship in seen:
            yield Flaw((*path, place), f"{names[ship]} decides twice: put both entries together")
        seen.add(ship)


def decided_by(decisions: Sequence[DecisionFields], names: Sequence[str]) -> dict[int, Decided]:
    """Return the decisions in the entries, by index of the ship."""
    return {number_of(one.ship, names) or 0: _decided(one) for one in decisions}


def number_of(ship: int | str, names: Sequence[str]) -> int | None:
    """Return the index, from 0, of the ship with a name or with a number from 1; None if there is no such ship."""
    if isinstance(ship, int):
        return ship - 1 if 1 <= ship <= len(names) else None
    return names.index(ship) if ship in names else None


def _decided(decision: DecisionFields) -> Decided:
    """Return the decisions that an entry states, each as a list of values; counts of crew or cubes without zeros."""
    decided: dict[str, list[Any]] = {}
    for what in WHAT:
        value = getattr(decision, what)
        if value is not None:
            values = value if isinstance(value, list) else [value]
            decided[what] = [
                one.model_dump(exclude_defaults=True) if isinstance(one, BaseModel) else one for one in values
            ]
    return decided
