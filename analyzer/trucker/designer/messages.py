"""Messages from pages to the designer, each with a pydantic model; all other text is refused with its faults."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr

from analyzer.files.fields import Name
from analyzer.host.messages import LONGEST_FILE, Draft, EditText, Hello, Message, OpenFile, Path, Save, Step
from analyzer.trucker.designer.setting import CAPTAINS

__all__ = ["Draft", "EditText", "Hello", "OpenFile", "Save", "Step"]

Number = Annotated[StrictInt, Field(ge=1, le=13)]
Spot = tuple[Number, Number]
"""A square as (row, column), in the printed dice numbers."""
Token = Annotated[StrictStr, Field(min_length=6, max_length=8)]
"""A component as ship files write it, with its rotation."""
Id = Annotated[StrictInt, Field(ge=0, le=2**31)]
Turns = Annotated[StrictInt, Field(ge=0, le=3)]
"""Quarter turns, clockwise."""


class Lay(Message):
    """Request to lay a component on a square, from the box or from the square `taken`.

    If both squares hold components, these change places.
    """

    kind: Literal["lay"]
    part: Token
    at: Spot
    taken: Spot | None = None


class Try(Message):
    """Request for the reasons against laying a held component, for each square; nothing is laid.

    Attributes:
        part: The component.
        at: The square over which it is held; None while it is over no square.
        taken: The square that it was taken from; None if it comes from the box.
    """

    kind: Literal["try"]
    part: Token
    at: Spot | None = None
    taken: Spot | None = None


class Turn(Message):
    """Request of the page to turn the component on a square."""

    kind: Literal["turn"]
    at: Spot
    by: Turns


class InHand(Message):
    """Request to turn the held component, which lies on no square; the answer holds its new token and description."""

    kind: Literal["in_hand"]
    part: Token
    by: Turns


class TakeOff(Message):
    """Request to take off the component on a square."""

    kind: Literal["take_off"]
    at: Spot


class Alien(Message):
    """Request to put an alien into a cabin, or to take it off if `at` is None."""

    kind: Literal["alien"]
    colour: Literal["brown", "purple"]
    at: Spot | None


class Reserve(Message):
    """Request to set the number of components that are laid aside and never built."""

    kind: Literal["reserve"]
    count: Annotated[StrictInt, Field(ge=0, le=9)]


class Rename(Message):
    """Request of the page to rename the drawn ship."""

    kind: Literal["rename"]
    name: Name


class Captain(Message):
    """Request of the page to let another captain fly the drawn ship."""

    kind: Literal["captain"]
    name: Annotated[StrictStr, Field(pattern=f"^({'|'.join(CAPTAINS)}|own)$")]


class Company(Message):
    """Request of the page to change the rivals of the drawn ship."""

    kind: Literal["company"]
    name: Literal["field", "alone", "named"]


class Go(Message):
    """Request to go to any step of the history; `id` is the step's number."""

    kind: Literal["go"]
    id: Id


class History(Message):
    """Request for all steps of the history, with the changes of each."""

    kind: Literal["history"]


class Keep(Message):
    """Request to keep the ship as a version and compare with it, or to stop comparing.

    Attributes:
        on: Whether to keep the ship; False stops comparing.
        compare: Whether to compare with it; False only keeps it.
    """

    kind: Literal["keep"]
    on: StrictBool
    compare: StrictBool = True


class OfVersion(Message):
    """Request to open a kept version as the drawing, to drop it, or to compare with it."""

    kind: Literal["open_version", "drop_version", "compare_with"]
    id: Id


class RenameVersion(Message):
    """Request of the page to rename a kept version of the ship."""

    kind: Literal["rename_version"]
    id: Id
    name: Name


class SaveVersion(Message):
    """Request to write a version to a ship file; `replace` allows to replace the file."""

    kind: Literal["save_version"]
    id: Id
    path: Path
    replace: StrictBool = False


class Pair(Message):
    """Request to fly two versions side by side; 0 is the drawing."""

    kind: Literal["pair"]
    first: Id
    second: Id


class New(Message):
    """Request to begin on an empty board, e.g. `2007-II`."""

    kind: Literal["new"]
    board: Annotated[StrictStr, Field(max_length=20)]


class OpenText(Message):
    """Request to open the ship in the text of a file that was dropped on the page."""

    kind: Literal["open_text"]
    text: Annotated[StrictStr, Field(max_length=LONGEST_FILE)]
    name: Annotated[StrictStr, Field(max_length=200)] = "file"


class OpenLink(Message):
    """Request to open the ship that a link holds."""

    kind: Literal["open_link"]
    held: Annotated[StrictStr, Field(max_length=8000)]


class Strip(Message):
    """Request to recover or discard the kept versions in a file that an earlier designer left.

    Attributes:
        id: The identifier of the file, as the state lists it.
    """

    kind: Literal["recover_versions", "discard_versions"]
    id: Annotated[StrictStr, Field(max_length=100)]


class Text(Message):
    """Request for the ship file of the drawing or a version, and for the content of a link to it."""

    kind: Literal["text"]
    id: Id = 0


class Where(Message):
    """Request for the gain that a component would bring on each square."""

    kind: Literal["where"]
    part: Token
    taken: Spot | None = None


class Gain(Message):
    """Request for the gain that the held component would bring on the square over which it is held.

    Attributes:
        part: The component.
        at: The square.
        taken: The square that the component was taken from; None if it comes from the box.
    """

    kind: Literal["gain"]
    part: Token
    at: Spot
    taken: Spot | None = None


class Cures(Message):
    """Request for the change that would mend each flaw."""

    kind: Literal["cures"]


class Mend(Message):
    """Request to mend a flaw, named by kind and squares as the state lists it."""

    kind: Literal["mend"]
    flaw: Annotated[StrictStr, Field(max_length=40)]
    at: Spot | None
    other: Spot | None = None


class Swap(Message):
    """Request for the gain of every other component on a square."""

    kind: Literal["swap"]
    at: Spot


class Improve(Message):
    """Request to search for a better ship for some seconds; `freedom` says which components may move or change."""

    kind: Literal["improve"]
    seconds: Annotated[StrictInt, Field(ge=1, le=600)]
    freedom: Literal["rearrange", "change", "free"] = "rearrange"


class Stop(Message):
    """Request to stop the flights of swaps, searches and pairs, and to go on with the flights of the drawing."""

    kind: Literal["stop"]


class Learning(Message):
    """Request to switch between the learning flight and the flight of the board."""

    kind: Literal["learning"]
    on: StrictBool


class StartPlace(Message):
    """Request to set the place in the starting order; None draws it anew for each flight."""

    kind: Literal["start"]
    place: Annotated[StrictInt, Field(ge=1, le=4)] | None


class OwnFiles(Message):
    """Request to use the user's own forecast, captain or rivals in `texts`; an empty list removes them again."""

    kind: Literal["forecast", "own_captain", "own_rivals"]
    texts: Annotated[list[Annotated[StrictStr, Field(max_length=LONGEST_FILE)]], Field(max_length=3)]
