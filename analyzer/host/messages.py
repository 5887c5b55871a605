"""Messages that pages of all games send to their server, and the function that reads one."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    TypeAdapter,
    ValidationError,
)

from analyzer.errors import AnalyzerError
from analyzer.files.fields import refuse_hidden

LONGEST = 64_000
"""Maximum number of characters of a message; the longest useful one is the text of a file."""
LONGEST_FILE = 20_000
"""Maximum number of characters of a file that is dropped on a page; while it is read, all pages wait."""
MOST_FAULTS = 5
"""Maximum number of faults of one message that are sent back."""

Path = Annotated[StrictStr, Field(min_length=1, max_length=500), AfterValidator(refuse_hidden)]
OfSome = TypeVar("OfSome")


class Message(BaseModel):
    """Base of all messages of a page; answers to a message carry its `number`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: Annotated[StrictInt, Field(ge=0, le=2**53)] = 0


class Hello(Message):
    """First message: the token in the address of the page; "" if the host needs none."""

    kind: Literal["hello"]
    token: Annotated[StrictStr, Field(max_length=100)] = ""


class Step(Message):
    """Request to undo the last change, or to redo it."""

    kind: Literal["undo", "redo"]


class OpenFile(Message):
    """Request to open a file of this machine."""

    kind: Literal["open_file"]
    path: Path


class Draft(Message):
    """Request to open a draft that an earlier designer left behind, or to discard it.

    The field `id` is the identifier with which the page's state lists the draft.
    """

    kind: Literal["recover", "discard"]
    id: Annotated[StrictStr, Field(max_length=300)]


class Save(Message):
    """Request to write the file that was opened, or a named one; `replace` allows replacing another file."""

    kind: Literal["save"]
    path: Path | None = None
    replace: StrictBool = False


class EditText(Message):
    """Request to draw what the page's text pane describes in place of the drawing: a whole file, or only its grid."""

    kind: Literal["edit_text"]
    text: Annotated[StrictStr, Field(max_length=LONGEST_FILE)]


def read_as(adapter: TypeAdapter[OfSome], raw: str | bytes) -> OfSome:
    """Return the message in a JSON text.

    Raises:
        AnalyzerError: with the faults of the message.
    """
    if len(raw) > LONGEST:
        raise AnalyzerError(f"a message of {len(raw):,} characters: at most {LONGEST:,} are read")
    try:
        return adapter.validate_json(raw)
    except ValidationError as error:
        faults = [_fault(fault["loc"], fault["msg"]) for fault in error.errors(include_url=False, include_input=False)]
        raise AnalyzerError(faults[:MOST_FAULTS]) from None


def _fault(place: tuple[int | str, ...], what: str) -> str:
    """Return a line that names a field of a message and what is wrong with it."""
    where = ".".join(str(part)[:40] for part in place)
    return f"message{f', {where}' if where else ''}: {what[:300]}"
