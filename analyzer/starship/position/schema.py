"""What a position file says: the schema, and how its fields become those of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, StrictStr

from analyzer.errors import AnalyzerError, Fault, brief
from analyzer.files.editions.in_force import STANDARD
from analyzer.files.fields import Name, YesOrNo
from analyzer.files.places import beside
from analyzer.files.yamlfile import judge
from analyzer.starship.editions import reading
from analyzer.starship.position.flight import Flight
from analyzer.starship.ship.schema import AdventureIds, CardIds, StationId, read_fields
from analyzer.starship.ship.ship import Ship

LAST_TURN = 200
Sector = Annotated[int, Field(ge=1, le=4)]
Heap = dict[Sector, CardIds]
TURNS = {"moon": 1, "sun": 2}
HEAPS = ("sectors", "seen", "seen_by_other")
LISTS = ("reserve", "open", "stack", "gone", "laid_aside", "used")
PLAIN = ("name", "turn", "phase", "roll", "purchases")


def _turn(turn: object) -> object:
    """Its number, or the crest of who is at turn."""
    return TURNS.get(turn, turn) if isinstance(turn, str) else turn


Turn = Annotated[StrictInt, BeforeValidator(_turn), Field(ge=1, le=LAST_TURN)]


class FlightFields(BaseModel):
    """The schema of a flight that is on."""

    model_config = ConfigDict(extra="forbid")

    sector: Sector
    """Where the ship flies."""
    row: CardIds = Field(default_factory=list)
    """The cards turned up so far, as they lie, the card at hand last."""
    cards: Annotated[StrictInt, Field(ge=0, le=10)] | None = None
    """How many were turned up; without the field, as many as lie in the row. The row has fewer where a card was taken
    and the reserve had none to replace it."""
    face_down: Annotated[StrictInt, Field(ge=0, le=9)] = 0
    """With `reserve_face_down`: how many more cards lie in the row that came from the reserve, shown to nobody yet."""
    actions: Annotated[StrictInt, Field(ge=0, le=9)] = 0
    """How many actions were done in this flight."""
    done: YesOrNo = False
    """Whether the card at hand is done with: `yes` once an action was done there."""
    demand: StrictInt | None = None
    """What the pirate asks for who waits for an answer; the card is not shown yet, so it is not in the row."""
    opened: AdventureIds = Field(default_factory=list)
    """Adventures that opened while the card at hand lay open: they cannot be fulfilled there now."""
    looked_at: CardIds = Field(default_factory=list)
    """With a sensor: the cards it shows, top first, before they are arranged."""
    top: CardIds = Field(default_factory=list)
    """With a sensor: the cards it left on top that are still to come, in this order."""
    bottom: CardIds = Field(default_factory=list)
    """With a sensor: the cards it put below the sector."""
    dice: Annotated[list[StrictInt], Field(max_length=2)] = Field(default_factory=list)
    """What both dice showed in the fight with the pirate at hand, the own one first: what is gained or lost is next."""


class PositionFile(BaseModel):
    """The schema of a position file; ships are fields of a ship file or the path of one."""

    model_config = ConfigDict(extra="forbid")

    game: Literal["starship"] = "starship"
    """Of which game the file is."""
    edition: StrictStr = STANDARD
    """By which tables it is read: `standard`, or the folder of [an edition of your own](../how-to/own-tables.md)."""
    name: Name = "position"
    """What answers call the position."""
    moon: Any = None
    """Moon's ship; without the field, one of the start."""
    sun: Any = None
    """Sun's ship; without the field, one of the start."""
    turn: Turn = 1
    """Whose turn it is, `moon` or `sun`; or the number of the turn, odd for Moon."""
    phase: Literal["production", "sector", "flight", "trade"] = "production"
    """Where in the turn it is: before the roll, before the flight, in it, or in trade and build."""
    roll: Annotated[StrictInt, Field(ge=1, le=3)] | None = None
    """What the yellow die shows; without the field, it is rolled."""
    sectors: Heap = Field(default_factory=dict)
    """By sector the cards known to lie there. Fewer than ten: the others are dealt."""
    reserve: CardIds | None = None
    """The reserve, top card first, stack I before II, III and IV; without the field, it is dealt from what lies nowhere
    else. A list is refused where a card of a later stack lies on the table."""
    open: AdventureIds | None = None
    """The adventures that lie open, at most three; without the field, dealt."""
    stack: AdventureIds | None = None
    """The adventures below, top first; without the field, dealt."""
    seen: Heap = Field(default_factory=dict)
    """By sector the cards that the player at turn remembers to lie there."""
    seen_by_other: Heap = Field(default_factory=dict)
    """By sector the cards that the other player remembers to lie there."""
    gone: CardIds = Field(default_factory=list)
    """Cards that are out of the game."""
    laid_aside: AdventureIds = Field(default_factory=list)
    """Adventures that were fulfilled and laid aside: they do not come again."""
    flight: FlightFields | None = None
    """In phase `flight`: the flight so far."""
    used: Annotated[list[StationId], Field(max_length=9)] = Field(default_factory=list)
    """In phase `trade`: the own stations that were used in this turn."""
    purchases: Annotated[StrictInt, Field(ge=0, le=9)] = 0
    """In phase `trade`: how many goods the other was forced to sell in this turn."""
    notes: StrictStr = ""
    """For you: nothing reads it."""


def read_position(entries: Mapping[str, Any], where: str) -> dict[str, Any]:
    """What a position is made of; raises AnalyzerError for what no position file says."""
    if not isinstance(entries, Mapping):
        raise AnalyzerError(f"{where} {brief(entries)}: give the fields of a position file")
    with reading(entries, where):
        return _read(entries, where)


def _read(entries: Mapping[str, Any], where: str) -> dict[str, Any]:
    judged = judge(PositionFile, dict(entries))
    faults = [Fault(flaw.text, where) for flaw in judged.flaws]
    ships = {}
    for crest in TURNS:
        try:
            ships[crest] = read_ship(judged.right.get(crest), crest, where)
        except AnalyzerError as error:
            faults += error.faults
    if faults:
        raise AnalyzerError(faults)
    return position_fields(judged.right) | ships


def read_ship(source: Any, crest: str, where: str) -> Ship:
    """The ship of one player: of fields, or from a file."""
    if isinstance(source, Ship):
        return source
    if isinstance(source, str):
        from analyzer.starship.ship.shipfile import load_ship

        return load_ship(beside(where, source))
    usual = {"crest": crest, "name": f"{crest.capitalize()} at the start" if not source else crest.capitalize()}
    entries = usual | dict(source or {}) if isinstance(source, Mapping) or source is None else source
    return Ship(**read_fields(entries, f"{where}, {crest}"))


def position_fields(right: dict[str, Any]) -> dict[str, Any]:
    """What a position is made of besides its ships, from what is right in a file."""
    heaps = {name: {n: tuple(ids) for n, ids in right.get(name, {}).items()} for name in HEAPS}
    lists = {name: tuple(right[name]) for name in LISTS if right.get(name) is not None}
    flight = {"flight": flight_of(right["flight"])} if right.get("flight") is not None else {}
    return {name: right[name] for name in PLAIN if name in right} | heaps | lists | flight


def flight_of(fields: FlightFields | Mapping[str, Any]) -> Flight:
    """The flight of its fields."""
    entries: dict[str, Any] = fields.model_dump() if isinstance(fields, FlightFields) else dict(fields)
    entries = {name: tuple(value) if isinstance(value, list) else value for name, value in entries.items()}
    return Flight(**entries)
