"""A drawing that pages speak to, of any game: what follows from messages, its unsaved changes, and its drafts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.host import messages
from analyzer.host.drafts import Draft, Drafts
from analyzer.host.messages import Message
from analyzer.host.places import Place

Plain = dict[str, Any]


@dataclass(eq=False)
class Sheet:
    """One drawing, of all that were begun or opened: the file it goes to, what needs no draft, and its draft.

    `first`: what was drawn, or what its file said, when it was begun, opened or last saved.
    """

    place: Any
    first: Any
    draft: Path | None = None


@dataclass
class Reply:
    """What follows from a message: answers to who sent it, messages to all pages, and what is to be worked on now.

    changed: whether what was worked on before is to be dropped.
    """

    answers: list[Plain] = field(default_factory=list)
    to_all: list[Plain] = field(default_factory=list)
    ask: Any = None
    changed: bool = False


class Drawing:
    """What all drawings have; a game's own says what its messages do, what it shows, and what stands in files.

    drafts: where unsaved changes are written as they are made, None for nowhere; change: the number of the state; read:
    the message in a text of JSON; do: what follows from it; state: all that a page shows; text_in: what the file of a
    name would say; as_first: what needs no draft when it is as now; write_to: writes what is unsaved to a draft.
    """

    drafts: Drafts | None
    draft_fault: str = ""
    change: int
    read: Callable[[str | bytes], Message]
    do: Any
    state: Callable[[], Plain]
    text_in: Callable[[Path | None], str]
    as_first: Callable[[], Any]
    write_to: Callable[[Any, Any], Path]

    @property
    def sheet(self) -> Any:
        """The sheet that is drawn on."""
        raise NotImplementedError

    def receive(self, raw: str | bytes) -> Reply:
        """What follows from a message; one that makes no sense, or cannot be done, is answered with its faults.

        Answers have the number of the message, and `change`: the state that they are about.
        """
        number = 0
        try:
            message = self.read(raw)
            number = message.number
            reply: Reply = self.do(message)
        except AnalyzerError as error:
            reply = Reply([{"kind": "refused", "faults": error.lines}])
        reply.answers = [{"change": self.change} | answer | {"number": number} for answer in reply.answers]
        return reply

    def save(self, message: messages.Save) -> Reply:
        """It is written to its file, or a named one, unless something would be lost that the page did not say."""
        place: Place = self.sheet.place if message.path is None else self.sheet.place.named(Path(message.path))
        there = place.would_replace()
        if there and not message.replace:
            return Reply([{"kind": "replace?", "path": str(place.path), "why": there}])
        self.sheet.place, self.sheet.first = place.saved(self.text_in(place.path)), self.as_first()
        self.write_draft()
        return Reply([{"kind": "saved", "path": str(place.path)}], [self.state()])

    def look_for_drafts(self) -> None:
        """See what others left behind."""
        self.left_behind: list[Draft] = [] if self.drafts is None else self.drafts.left_behind()

    @property
    def fault_in_drafts(self) -> str:
        """What pages say about drafts: that one could not be written, or which files were set aside; "" for nothing."""
        aside = [] if self.drafts is None else self.drafts.set_aside
        return self.draft_fault or "; ".join(aside)

    def left(self, message: messages.Draft) -> Draft | None:
        """The draft that is to be opened; None for one that was discarded. Raises AnalyzerError where it is gone."""
        if self.drafts is None:
            raise AnalyzerError(f"drafts are switched off here: save the {self.sheet.place.WHAT} to a file")
        draft = self.drafts.find(message.id)
        if message.kind == "recover":
            return draft
        self.drafts.discard(draft.file)
        self.look_for_drafts()
        return None

    def write_draft(self) -> None:
        """Write what is unsaved to a draft; where nothing is unsaved any more, there is none."""
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
    """Those with changes that are in a draft alone, each once, in their order."""
    return [sheet for sheet in dict.fromkeys(sheets) if sheet.draft is not None]
