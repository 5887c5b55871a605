"""What pages of every game may say: the parts that all messages share, and reading one."""

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
"""Characters of a message; the longest that is wanted is the text of a file."""
LONGEST_FILE = 20_000
"""Characters of a file that is dropped on a page; reading it keeps all pages waiting."""
MOST_FAULTS = 5
"""At most so many faults of one message are sent back."""

Path = Annotated[StrictStr, Field(min_length=1, max_length=500), AfterValidator(refuse_hidden)]
OfSome = TypeVar("OfSome")


class Message(BaseModel):
    """Anything a page says; answers to it carry its `number`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: Annotated[StrictInt, Field(ge=0, le=2**53)] = 0


class Hello(Message):
    """The first message: the token that was in the address of the page; "" where the host needs none."""

    kind: Literal["hello"]
    token: Annotated[StrictStr, Field(max_length=100)] = ""


class Step(Message):
    """Undo the last change, or do it again."""

    kind: Literal["undo", "redo"]


class OpenFile(Message):
    """Open a file of this machine."""

    kind: Literal["open_file"]
    path: Path


class Draft(Message):
    """Open a draft that was left behind, or discard it; `id` as the state lists it."""

    kind: Literal["recover", "discard"]
    id: Annotated[StrictStr, Field(max_length=300)]


class Save(Message):
    """Write the file that was opened, or a named one; `replace` what is there."""

    kind: Literal["save"]
    path: Path | None = None
    replace: StrictBool = False


class EditText(Message):
    """Draw what the text pane says: a file, or its grid alone."""

    kind: Literal["edit_text"]
    text: Annotated[StrictStr, Field(max_length=LONGEST_FILE)]


def read_as(adapter: TypeAdapter[OfSome], raw: str | bytes) -> OfSome:
    """The message in a text of JSON; raises AnalyzerError with what is wrong with it."""
    if len(raw) > LONGEST:
        raise AnalyzerError(f"a message of {len(raw):,} characters: at most {LONGEST:,} are read")
    try:
        return adapter.validate_json(raw)
    except ValidationError as error:
        faults = [_fault(fault["loc"], fault["msg"]) for fault in error.errors(include_url=False, include_input=False)]
        raise AnalyzerError(faults[:MOST_FAULTS]) from None


def _fault(place: tuple[int | str, ...], what: str) -> str:
    where = ".".join(str(part)[:40] for part in place)
    return f"message{f', {where}' if where else ''}: {what[:300]}"
