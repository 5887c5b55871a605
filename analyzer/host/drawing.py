"""Drawing of any game that pages edit: its replies to messages, unsaved changes, and drafts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar, Union

from pydantic import Field, TypeAdapter

from analyzer.errors import AnalyzerError
from analyzer.host import messages
from analyzer.host.drafts import Draft, Drafts
from analyzer.host.messages import Message
from analyzer.host.places import Place

Plain = dict[str, Any]


@dataclass(eq=False)
class Sheet:
    """Drawing that was begun or opened, with the file that it belongs to.

    Args:
        place: the file to which the drawing is saved.
        first: its content when it was begun, opened or last saved; a draft is needed only if it differs.
        draft: path of its draft, or None.
    """

    place: Any
    first: Any
    draft: Path | None = None


@dataclass
class Reply:
    """Reply to a message of a page.

    Args:
        answers: messages to the sender.
        to_all: messages to all pages.
        ask: long computation to start, or None.
        changed: whether the drawing has changed, so that a computation started before must be dropped.
    """

    answers: list[Plain] = field(default_factory=list)
    to_all: list[Plain] = field(default_factory=list)
    ask: Any = None
    changed: bool = False


Does = TypeVar("Does", bound=Callable[..., Reply])


class Handlers(dict[type[Message], Callable[[Any, Any], Reply]]):
    """Registry of functions that carry out messages, by class of message; each takes the drawing and the message.

    >>> on = Handlers()
    >>> @on(messages.Hello)
    ... def hello(drawing, message):
    ...     return Reply([{"kind": "welcome"}])
    >>> on.read('{"kind": "hello", "number": 3}').number
    3
    """

    def __call__(self, kind: type[Message]) -> Callable[[Does], Does]:
        """Return a decorator that registers a function for a class of messages."""

        def register(does: Does) -> Does:
            self[kind] = does
            return does

        return register

    def read(self, raw: str | bytes) -> Message:
        """Return the message in a JSON text.

        Raises:
            AnalyzerError: with the faults of the message, or if it is of no registered class.
        """
        return messages.read_as(self._adapter, raw)

    @cached_property
    def _adapter(self) -> TypeAdapter[Message]:
        """Validator of all registered classes of messages."""
        any_message: Any = Annotated[Union[tuple(self)], Field(discriminator="kind")]  # noqa: UP007
        return TypeAdapter(any_message)


class Drawing:
    """Base of the drawings of all games; subclasses say what messages do, what pages show, and what files hold.

    Attributes:
        handlers: functions that carry out messages.
        drafts: drafts of unsaved changes, or None for no drafts.
        draft_fault: message about a draft that could not be written, or "".
        change: number of the drawing's current state, raised by every change.
        state: function that returns everything that a page shows.
        text_in: function that returns the text to save in the file at a path.
        as_first: function that returns the content to compare with `Sheet.first`.
        write_to: function that writes unsaved changes to a draft and returns its path.
    """

    handlers: ClassVar[Handlers]
    drafts: Drafts | None
    draft_fault: str = ""
    change: int
    state: Callable[[], Plain]
    text_in: Callable[[Path | None], str]
    as_first: Callable[[], Any]
    write_to: Callable[[Any, Any], Path]

    @property
    def sheet(self) -> Any:
        """Sheet with the drawing that pages now edit."""
        raise NotImplementedError

    def receive(self, raw: str | bytes) -> Reply:
        """Carry out a message and return the reply; faults are the reply to a message that is invalid or impossible.

        Each answer has the number of the message, and `change`, the number of the state that it is about.
        """
        number = 0
        try:
            message = self.handlers.read(raw)
            number = message.number
            reply = self.handlers[type(message)](self, message)
        except AnalyzerError as error:
            reply = Reply([{"kind": "refused", "faults": error.lines}])
        reply.answers = [{"change": self.change} | answer | {"number": number} for answer in reply.answers]
        return reply

    def save(self, message: messages.Save) -> Reply:
        """Write the drawing to its file, or to the file that the message names.

        If that would replace a file and the message does not allow it, nothing is written, and the reply asks for
        consent.
        """
        place: Place = self.sheet.place if message.path is None else self.sheet.place.named(Path(message.path))
        there = place.would_replace()
        if there and not message.replace:
            return Reply([{"kind": "replace?", "path": str(place.path), "why": there}])
        self.sheet.place, self.sheet.first = place.saved(self.text_in(place.path)), self.as_first()
        self.write_draft()
        return Reply([{"kind": "saved", "path": str(place.path)}], [self.state()])

    def look_for_drafts(self) -> None:
        """Update the list of drafts that earlier designers left behind."""
        self.left_behind: list[Draft] = [] if self.drafts is None else self.drafts.left_behind()

    @property
    def fault_in_drafts(self) -> str:
        """Message about drafts: a draft could not be written, or files were set aside; "" for nothing."""
        aside = [] if self.drafts is None else self.drafts.set_aside
        return self.draft_fault or "; ".join(aside)

    def left(self, message: messages.Draft) -> Draft | None:
        """Return the draft that the message asks to open, or discard the draft that it asks to discard and return None.

        Raises:
            AnalyzerError: if it is gone, or drafts are switched off.
        """
        if self.drafts is None:
            raise AnalyzerError(f"drafts are switched off here: save the {self.sheet.place.WHAT} to a file")
        draft = self.drafts.find(message.id)
        if message.kind == "recover":
            return draft
        self.drafts.discard(draft.file)
        self.look_for_drafts()
        return None

    def write_draft(self) -> None:
        """Write unsaved changes to a draft, or delete the draft if there are none."""
        sheet = self.sheet
        if self.drafts is None:
            return
        try:
            if self.as_first() != sheet.first:
                sheet.draft = self.write_to(self.drafts, sheet)
            elif sheet.draft is not None:
                self.drafts.discard(sheet.draft)
                sheet.draft = None
            self.draft_fault = ""
        except AnalyzerError as error:
            self.draft_fault = f"the draft of your unsaved changes could not be written, so save it: {error}"


def unsaved_of(sheets: Iterable[Any]) -> list[Sheet]:
    """Return the sheets that have a draft, i.e. changes not yet saved to their files, each once, in order."""
    return [sheet for sheet in dict.fromkeys(sheets) if sheet.draft is not None]
