"""What a page may say, one model a message: whatever is not one of these is refused with what is wrong with it."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StrictBool, StrictInt, StrictStr, TypeAdapter

from analyzer.files.fields import Name
from analyzer.host.messages import LONGEST_FILE, Draft, EditText, Hello, Message, OpenFile, Path, Save, Step, read_as

__all__ = ["Draft", "EditText", "Hello", "OpenFile", "Save", "Step"]

Number = Annotated[StrictInt, Field(ge=1, le=13)]
Spot = tuple[Number, Number]
"""(row, column) with the printed dice numbers."""
Token = Annotated[StrictStr, Field(min_length=6, max_length=8)]
"""A component as ship files write it, as it lies."""
Id = Annotated[StrictInt, Field(ge=0, le=2**31)]
Turns = Annotated[StrictInt, Field(ge=0, le=3)]
"""Quarter turns, clockwise."""


class Lay(Message):
    """Lay a component on a square: one of the box, or that which lies on `taken`; two of the ship change places."""

    kind: Literal["lay"]
    part: Token
    at: Spot
    taken: Spot | None = None


class Try(Message):
    """The same, not done: what would be wrong with it? `at`: where it is held, None for nowhere yet."""

    kind: Literal["try"]
    part: Token
    at: Spot | None = None
    taken: Spot | None = None


class Turn(Message):
    """Turn what lies on a square."""

    kind: Literal["turn"]
    at: Spot
    by: Turns


class InHand(Message):
    """Turn a component that is held: how is it written then?"""

    kind: Literal["in_hand"]
    part: Token
    by: Turns


class TakeOff(Message):
    """Take off what lies on a square."""

    kind: Literal["take_off"]
    at: Spot


class Alien(Message):
    """Put an alien aboard, or none."""

    kind: Literal["alien"]
    colour: Literal["brown", "purple"]
    at: Spot | None


class Reserve(Message):
    """How many components are laid aside and never built."""

    kind: Literal["reserve"]
    count: Annotated[StrictInt, Field(ge=0, le=9)]


class Rename(Message):
    """Call the ship otherwise."""

    kind: Literal["rename"]
    name: Name


class Captain(Message):
    """Who flies it."""

    kind: Literal["captain"]
    name: Literal["sensible", "cautious", "bold", "miser", "own"]


class Company(Message):
    """Who flies along."""

    kind: Literal["company"]
    name: Literal["field", "alone", "named"]


class Go(Message):
    """Go to any step of the drawing, whatever branch it is on; `id` as the history lists it."""

    kind: Literal["go"]
    id: Id


class History(Message):
    """All steps of the drawing, with what each changed."""

    kind: Literal["history"]


class Keep(Message):
    """Keep the ship as it is as a version, to compare with (`on`), or compare no longer.

    `compare`: with False it is kept, and nothing more.
    """

    kind: Literal["keep"]
    on: StrictBool
    compare: StrictBool = True


class OfVersion(Message):
    """Open a version that was kept as the drawing, keep it no longer, or measure changes against it."""

    kind: Literal["open_version", "drop_version", "compare_with"]
    id: Id


class SaveVersion(Message):
    """Write a version to a named ship file; `replace` what is there."""

    kind: Literal["save_version"]
    id: Id
    path: Path
    replace: StrictBool = False


class Pair(Message):
    """Two versions side by side, through the same flights; 0 is the drawing."""

    kind: Literal["pair"]
    first: Id
    second: Id


class New(Message):
    """Begin on an empty board, e.g. `2007-II`."""

    kind: Literal["new"]
    board: Annotated[StrictStr, Field(max_length=20)]


class OpenText(Message):
    """Take the ship in the text of a file that was dropped on the page."""

    kind: Literal["open_text"]
    text: Annotated[StrictStr, Field(max_length=LONGEST_FILE)]
    name: Annotated[StrictStr, Field(max_length=200)] = "file"


class OpenLink(Message):
    """Take the ship that a link holds."""

    kind: Literal["open_link"]
    held: Annotated[StrictStr, Field(max_length=8000)]


class Strip(Message):
    """Bring back versions that were left behind, or discard them; `id` as the state lists them."""

    kind: Literal["recover_versions", "discard_versions"]
    id: Annotated[StrictStr, Field(max_length=100)]


class Text(Message):
    """What a ship file of it, or of a version, would say, and what a link to it holds."""

    kind: Literal["text"]
    id: Id = 0


class Where(Message):
    """Where on the ship would this component be worth most?"""

    kind: Literal["where"]
    part: Token
    taken: Spot | None = None


class Cures(Message):
    """What would mend each flaw?"""

    kind: Literal["cures"]


class Mend(Message):
    """Mend that flaw as its cure says; kind and squares as the state lists them."""

    kind: Literal["mend"]
    flaw: Annotated[StrictStr, Field(max_length=40)]
    at: Spot | None
    other: Spot | None = None


class Swap(Message):
    """What else could lie on a square, and what would each component bring?"""

    kind: Literal["swap"]
    at: Spot


class Improve(Message):
    """Look for a better ship for so many seconds: the same components elsewhere, others, or all of it."""

    kind: Literal["improve"]
    seconds: Annotated[StrictInt, Field(ge=1, le=600)]
    freedom: Literal["rearrange", "change", "free"] = "rearrange"


class Stop(Message):
    """End a question that is flown, and fly the drawing on."""

    kind: Literal["stop"]


class Learning(Message):
    """The learning flight, or that of the board."""

    kind: Literal["learning"]
    on: StrictBool


class StartPlace(Message):
    """From which place it starts; None: drawn anew each flight."""

    kind: Literal["start"]
    place: Annotated[StrictInt, Field(ge=1, le=4)] | None


class OwnFiles(Message):
    """What files of one's own say: a forecast, a captain, or ships as rivals; no texts: without it again."""

    kind: Literal["forecast", "own_captain", "own_rivals"]
    texts: Annotated[list[Annotated[StrictStr, Field(max_length=LONGEST_FILE)]], Field(max_length=3)]


AnyMessage: TypeAlias = Annotated[
    Hello
    | Lay
    | Try
    | Turn
    | InHand
    | TakeOff
    | Alien
    | Reserve
    | Rename
    | Captain
    | Company
    | Step
    | Go
    | History
    | Keep
    | OfVersion
    | SaveVersion
    | Pair
    | New
    | OpenText
    | OpenLink
    | OpenFile
    | Draft
    | Strip
    | Save
    | Text
    | EditText
    | Where
    | Cures
    | Mend
    | Swap
    | Improve
    | Stop
    | Learning
    | StartPlace
    | OwnFiles,
    Field(discriminator="kind"),
]


def read(raw: str | bytes) -> AnyMessage:
    """The message in a text of JSON; raises AnalyzerError with what is wrong with it."""
    return read_as(_adapter(), raw)


@cache
def _adapter() -> TypeAdapter[AnyMessage]:
    return TypeAdapter(AnyMessage)
