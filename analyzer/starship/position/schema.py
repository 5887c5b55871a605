"""Schema of position files, and the conversion of its fields into a position."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, StrictStr

from analyzer.errors import AnalyzerError, brief
from analyzer.files.editions.shelf import STANDARD
from analyzer.files.fields import Name, YesOrNo
from analyzer.files.flaws import Flaw
from analyzer.files.places import beside
from analyzer.files.yamlfile import CheckedContent, FileKind, check_content, load
from analyzer.starship.editions import reading
from analyzer.starship.position.flight import Flight
from analyzer.starship.ship.schema import AdventureIds, CardIds, ShipFile, StationId, fields
from analyzer.starship.ship.ship import Ship
from analyzer.starship.tables import default_rules
from analyzer.world import refuse_other_world

LAST_TURN = 200
Sector = Annotated[int, Field(ge=1, le=4)]
Heap = dict[Sector, CardIds]
TURNS = {"moon": 1, "sun": 2}
HEAPS = ("sectors", "seen", "seen_by_other")
LISTS = ("reserve", "open", "stack", "gone", "laid_aside", "used")
PLAIN = ("name", "turn", "phase", "roll", "purchases")


Turn = Annotated[
    StrictInt,
    BeforeValidator(lambda turn: TURNS.get(turn, turn) if isinstance(turn, str) else turn),
    Field(ge=1, le=LAST_TURN),
]
"""Field type: the number of a turn; `moon` and `sun` stand for that player's first turn."""


class FlightFields(BaseModel):
    """Schema of a flight in progress."""

    model_config = ConfigDict(extra="forbid")

    sector: Sector
    """The sector that the ship flies through."""
    row: CardIds = Field(default_factory=list)
    """The cards turned up so far, as they lie, the card at hand last."""
    cards: Annotated[StrictInt, Field(ge=0, le=10)] | None = None
    """Number of cards turned up; without the field, all of them lie in the row.

    The row has fewer if a card was taken and the reserve had none to replace it.
    """
    face_down: Annotated[StrictInt, Field(ge=0, le=9)] = 0
    """Further cards in the row that came from the reserve, shown to nobody yet; only with `reserve_face_down`."""
    actions: Annotated[StrictInt, Field(ge=0, le=9)] = 0
    """Number of actions done in this flight."""
    done: YesOrNo = False
    """`yes` once an action was done at the card at hand."""
    demand: StrictInt | None = None
    """Astro that a waiting pirate asks for; the card is not shown yet, so it is not in the row."""
    opened: AdventureIds = Field(default_factory=list)
    """Adventures that opened while the card at hand lay open: they cannot be fulfilled there now."""
    looked_at: CardIds = Field(default_factory=list)
    """The cards that the sensor shows, top first, before they are arranged."""
    top: CardIds = Field(default_factory=list)
    """The cards that the sensor left on top and that are still to come, in this order."""
    bottom: CardIds = Field(default_factory=list)
    """The cards that the sensor put below the sector."""
    dice: Annotated[list[StrictInt], Field(max_length=2)] = Field(default_factory=list)
    """Faces of both dice in the fight with the pirate at hand, the own one first; gains or losses are chosen next."""


class PositionFile(BaseModel):
    """Schema of a position file; ships are fields of a ship file, or the path of one."""

    model_config = ConfigDict(extra="forbid")

    game: Literal["starship"] = "starship"
    """The game that the file belongs to."""
    edition: StrictStr = STANDARD
    """Tables by which it is read: `standard`, or the folder of [an edition of your own](../how-to/own-tables.md)."""
    name: Name = "position"
    """The position's name in answers."""
    moon: Any = None
    """Moon's ship; without the field, a ship as at the start."""
    sun: Any = None
    """Sun's ship; without the field, a ship as at the start."""
    turn: Turn = 1
    """The player whose turn it is, `moon` or `sun`; or the number of the turn, odd for Moon."""
    phase: Literal["production", "sector", "flight", "trade"] = "production"
    """The phase of the turn: before the roll, before the flight, in it, or in trade and build."""
    roll: Annotated[StrictInt, Field(ge=1, le=3)] | None = None
    """The number on the yellow die; without the field, it is rolled."""
    sectors: Heap = Field(default_factory=dict)
    """Cards known to lie in each sector. If a sector lists fewer than ten, the others are dealt."""
    reserve: CardIds | None = None
    """The reserve, top card first, stack I before II, III and IV.

    Without the field, it is dealt from the cards that lie nowhere else. A list is refused if a card of a later
    stack lies on the table.
    """
    open: AdventureIds | None = None
    """The adventures that lie open, at most three; without the field, dealt."""
    stack: AdventureIds | None = None
    """The adventures below, top first; without the field, dealt."""
    seen: Heap = Field(default_factory=dict)
    """Cards that the player whose turn it is remembers to lie in each sector."""
    seen_by_other: Heap = Field(default_factory=dict)
    """Cards that the other player remembers to lie in each sector."""
    gone: CardIds = Field(default_factory=list)
    """Cards that are out of the game."""
    laid_aside: AdventureIds = Field(default_factory=list)
    """Adventures that were fulfilled and laid aside: they do not come again."""
    flight: FlightFields | None = None
    """The flight so far, in phase `flight`."""
    used: Annotated[list[StationId], Field(max_length=9)] = Field(default_factory=list)
    """The player's own stations that were used in this turn, in phase `trade`."""
    purchases: Annotated[StrictInt, Field(ge=0, le=9)] = 0
    """Number of goods that the other was forced to sell in this turn, in phase `trade`."""
    notes: StrictStr = ""
    """For you: nothing reads it."""


KIND = FileKind("position file", "starship", partial(refuse_other_world, own="starship"), reading, without=("steps",))


def read_position(entries: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a Position from the fields of a position file.

    Raises:
        AnalyzerError: for fields and values that a position file cannot have.
    """
    if not isinstance(entries, Mapping):
        raise AnalyzerError(f"position {brief(entries)}: give the fields of a position file")
    return load(PositionFile, entries, KIND, arguments)


def arguments(file: CheckedContent) -> dict[str, Any]:
    """Return the arguments of a Position as far as they can be read; add the flaws of its ships to `file.flaws`."""
    ships = {crest: _ship(file, crest) for crest in TURNS}
    return position_fields(file.right) | ships


def _ship(file: CheckedContent, crest: str) -> Ship:
    """Return a player's ship from any form that a position file allows, as far as it can be read."""
    entry = file.data.get(crest)
    if isinstance(entry, Ship):
        return entry
    if isinstance(entry, str) and entry:
        from analyzer.starship.ship.shipfile import load_ship

        try:
            return load_ship(beside(file.where, entry))
        except AnalyzerError as error:
            file.elsewhere += error.faults
            file.wrong |= {name: set() for name in ShipFile.model_fields}
            entry = None
    elif entry not in (None, "") and not isinstance(entry, Mapping):
        file.flaws.append(Flaw((crest,), f"{crest}: give the fields of a ship or a ship file"))
        file.wrong |= {name: set() for name in ShipFile.model_fields}
        entry = None
    usual = {"crest": crest, "name": crest if isinstance(entry, Mapping) else f"{crest.capitalize()} at the start"}
    ship = check_content(ShipFile, usual | dict(entry or {}))
    file.flaws += (Flaw((crest, *flaw.path), flaw.text) for flaw in ship.flaws)
    file.wrong |= ship.wrong
    return Ship(**fields(default_rules(), ship.right))


def position_fields(right: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a Position besides its ships, from the valid fields of a file."""
    heaps = {name: {n: tuple(ids) for n, ids in right.get(name, {}).items()} for name in HEAPS}
    lists = {name: tuple(right[name]) for name in LISTS if right.get(name) is not None}
    flight = {"flight": flight_of(right["flight"])} if right.get("flight") is not None else {}
    return {name: right[name] for name in PLAIN if name in right} | heaps | lists | flight


def flight_of(fields: FlightFields | Mapping[str, Any]) -> Flight:
    """Return the Flight with the given fields."""
    entries: dict[str, Any] = fields.model_dump() if isinstance(fields, FlightFields) else dict(fields)
    entries = {name: tuple(value) if isinstance(value, list) else value for name, value in entries.items()}
    return Flight(**entries)
