"""Messages that a page may send to the designer, one model each; all others are refused with their faults."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr

from analyzer.files.fields import Name
from analyzer.host.messages import LONGEST_FILE, Draft, EditText, Hello, Message, OpenFile, Save, Step
from analyzer.lorry.galaxy.boxes import LARGEST

__all__ = ["Draft", "EditText", "Hello", "OpenFile", "Save", "Step"]

Number = Annotated[StrictInt, Field(ge=1, le=LARGEST)]
Spot = tuple[Number, Number]
"""A box, as (column, row)."""
Seat = Annotated[StrictInt, Field(ge=1, le=4)]
Planet = Annotated[StrictInt, Field(ge=1, le=9)]
Die = tuple[Literal["white", "orange"], Annotated[StrictStr, Field(max_length=10)]]
"""Colour of a die, and the type that it shows; "" before the roll."""
Ends = Annotated[StrictStr, Field(min_length=2, max_length=4)]


class Mark(Message):
    """Set a planet, a special box, or nothing in a box of the map."""

    kind: Literal["mark"]
    at: Spot
    mark: Literal[".", "1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "r", "a", "o"]


class Lay(Message):
    """Put a trader's track on the map; with `anyway` even if a rule forbids it."""

    kind: Literal["lay"]
    at: Spot
    trader: Seat
    ends: Ends
    anyway: StrictBool = False


class Why(Message):
    """Ask for the rule that forbids a track, or, if `ends` is None, filling the box.

    If `play` is true, the track or fill is judged as a choice at the open decision of the turn, else as an addition to
    the drawing.
    """

    kind: Literal["why"]
    at: Spot
    trader: Seat
    ends: Ends | None = None
    play: StrictBool = False


class Fill(Message):
    """Fill a box, as a black hole allows."""

    kind: Literal["fill"]
    at: Spot


class Erase(Message):
    """Take away the last track of a box, and its fill."""

    kind: Literal["erase"]
    at: Spot


class Score(Message):
    """Set the trader and points of a scored route; 0 points for a route that nobody scored."""

    kind: Literal["score"]
    pair: tuple[Planet, Planet]
    trader: Seat
    points: Annotated[StrictInt, Field(ge=0, le=400)]


class Turn(Message):
    """Set the trader who picks and the dice on the table with their types; `picks` None removes the turn."""

    kind: Literal["turn"]
    picks: Seat | None
    dice: Annotated[list[Die], Field(max_length=4)]


class Take(Message):
    """Add a decision to the turn: a track with the pair it scores, a pair alone, a fill, or an asteroid's roll."""

    kind: Literal["take"]
    box: Spot | None = None
    ends: Ends | None = None
    score: tuple[Planet, Planet] | Literal["none"] | None = None
    fill: Spot | None = None
    shows: Literal["straight", "curve", "branch", "crossing"] | None = None


class EndTurn(Message):
    """End the turn: put everything done in it on the map, and go on with the next trader."""

    kind: Literal["end_turn"]


class Settings(Message):
    """Change the galaxy's size, edges, end of games, traders or name; a field that is None changes nothing."""

    kind: Literal["settings"]
    name: Name | None = None
    columns: Number | None = None
    rows: Number | None = None
    wrap: Literal["both", "columns", "rows", "none"] | None = None
    end_after: Annotated[StrictInt, Field(ge=1, le=36)] | None = None
    traders: Annotated[list[Name], Field(min_length=1, max_length=4)] | None = None


class New(Message):
    """Begin with an empty map."""

    kind: Literal["new"]


class Goal(Message):
    """Set the goal that ranks options in advice."""

    kind: Literal["goal"]
    goal: Literal["margin", "won", "total"]


class OpenText(Message):
    """Open the position in the text of a file that was dropped on the page."""

    kind: Literal["open_text"]
    text: Annotated[StrictStr, Field(max_length=LONGEST_FILE)]


class OpenLink(Message):
    """Open the position that a link holds."""

    kind: Literal["open_link"]
    held: Annotated[StrictStr, Field(max_length=LONGEST_FILE)]


class Text(Message):
    """Ask for the text of the drawing's file."""

    kind: Literal["text"]
