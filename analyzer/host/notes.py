"""Notes of a game that is played at a table: a line of entries, with undo, other lines, and a file after every note.

A game says what an entry may be next, and draws what the entries lead to (`NotedGame`). Everything else is here.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Protocol, TypeAlias

from pydantic import Field, StrictInt, StrictStr, TypeAdapter

from analyzer.errors import AnalyzerError
from analyzer.files.places import check_file, write_whole
from analyzer.host.messages import Hello, Message, Step, read_as
from analyzer.host.places import FRONT
from analyzer.host.server import Files, Page

Plain: TypeAlias = dict[str, Any]
Entry: TypeAlias = Mapping[str, Any]
"""One note in plain types, e.g. `{"roll": 7}`."""
Line: TypeAlias = tuple[Entry, ...]
"""Entries in order, from the beginning of the game."""

GRADES_OF_CHANCES: Mapping[str, float] = {"inaccuracy": 2.0, "mistake": 5.0, "blunder": 10.0}
"""Grades of bad decisions in games that are won or lost, each with the least loss in POINTS that earns it."""
POINTS = "percentage points"
MOST_ENTRIES = 2000
"""Largest number of entries in a line."""
MOST_LINES = 20
"""Largest number of other lines that are kept; beyond it the oldest is dropped."""
KEPT = "# Notes of analyzer table that are not part of the record yet: "
"""Beginning of the last line of a file that keeps unfinished notes."""
FEW = 12
"""Largest number of choices that are shown as buttons; more are searched."""
AHEAD = 6
"""Largest number of likely next notes that are evaluated before any of them is made."""


@dataclass(frozen=True)
class Choice:
    """Something that can be noted next.

    Attributes:
        words: words on its button.
        entry: the note itself.
        likely: whether the captain would choose it.
        spot: `data-spot` of an element of the picture; a click on that element offers all choices with this spot.
    """

    words: str
    entry: Entry
    likely: bool = False
    spot: str = ""


@dataclass(frozen=True)
class Question:
    """A question of the page, with everything that can be noted as an answer.

    Attributes:
        text: the question.
        choices: the possible notes.
        shape: `list` for buttons in a list, `dice` for a row of numbers, `search` for a field with a list.
        beside: further notes that may be taken at this moment, e.g. giving up.
        example: words to type in the field, as an example.
        is_judged: whether evaluations show a result for each choice; the page then keeps a line free for it.
    """

    text: str
    choices: tuple[Choice, ...]
    shape: Literal["list", "dice", "search"] = "list"
    beside: tuple[Choice, ...] = ()
    example: str = "pirates 6"
    is_judged: bool = False

    @classmethod
    def listed(cls, text: str, choices: tuple[Choice, ...], beside: tuple[Choice, ...] = (), **more: Any) -> Question:
        """Return a question with buttons in a list, or with a field that searches if there are many choices."""
        return cls(text, choices, "list" if len(choices) <= FEW else "search", beside, **more)

    def allows(self, entry: Entry) -> bool:
        """Return whether the entry is one of the possible notes."""
        return any(entry == choice.entry for choice in (*self.choices, *self.beside))


@dataclass(frozen=True)
class NotedStep:
    """A step of the story of the game so far, e.g. a turn or a card.

    Attributes:
        title: title of the step.
        lines: what happened, a sentence each.
        remark: what is wrong with the notes of this step; "" for nothing.
        entries: number of entries from the beginning of the game to the end of the step.
    """

    title: str
    lines: tuple[str, ...] = ()
    remark: str = ""
    entries: int = 0


@dataclass(frozen=True)
class Player:
    """A player in one line.

    Attributes:
        name: name of the player or ship.
        words: state in words.
        space: place on the track, or None if there is none.
        colour: colour on the picture, or "" if there is none.
    """

    name: str
    words: str
    space: int | None = None
    colour: str = ""


@dataclass(frozen=True)
class Scene:
    """Everything that the page shows after a sequence of entries, apart from evaluations.

    Attributes:
        heading: what is played, in a few words.
        now: the moment, in a few words.
        picture: drawing of the board, as SVG.
        players: the players.
        steps: the story so far.
        question: what to note next; None when the game is over.
        ended: result at the end, a sentence each.
        notes: what the numbers rest on.
        plays_on: what evaluations play to the end, and under which captains, e.g. `games played on by steady`.
    """

    heading: str
    now: str
    picture: str
    players: tuple[Player, ...]
    steps: tuple[NotedStep, ...]
    question: Question | None
    ended: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    plays_on: str = "games played on"


@dataclass(frozen=True)
class JudgedChoice:
    """An option of an open decision, as an evaluation judges it.

    Attributes:
        words: the option in words.
        value: its result with interval, in words.
        entry: the note that chooses it.
        behind: how much worse its result is than that of the best option; 0 for the best.
        surely_behind: lower end of the interval of `behind`.
        mark: short remark, e.g. that the captain would choose it.
    """

    words: str
    value: str
    entry: Entry
    behind: float
    surely_behind: float
    mark: str = ""

    @classmethod
    def of(cls, option: Any, value: str, entry: Entry, scale: float = 100) -> JudgedChoice:
        """Return the judged choice that stands for an option of advice.

        Args:
            option: the option, with `words`, `worse`, `is_best` and `mark`.
            value: its result with interval, in words.
            entry: the note that chooses it.
            scale: factor from differences of the option to units of the score, e.g. 100 for percentage points.
        """
        low = 0.0 if option.is_best else scale * float(option.worse.low)
        return cls(option.words, value, entry, scale * float(option.worse.mean), low, option.mark)


@dataclass(frozen=True)
class Evaluation:
    """Evaluation of the present moment, and of the open decision if there is one.

    Attributes:
        trials: number of trials it rests on.
        values: name and value of each result, in words.
        score: the result that the curve shows, always of the same player, in `NotedGame.UNIT`; None if unknown.
        margin: half the width of the score's interval.
        options: the options of the open decision, the best first.
        says: conclusions, a sentence each.
    """

    trials: int
    values: tuple[tuple[str, str], ...] = ()
    score: float | None = None
    margin: float = 0.0
    options: tuple[JudgedChoice, ...] = ()
    says: tuple[str, ...] = ()


class Outdated(Exception):
    """Signal that the notes have changed since an evaluation began."""


class NotedGame(Protocol):
    """Interface of a game for the page on which players note what happens at their table.

    Attributes:
        GRADES: grades of bad decisions, e.g. `mistake`, the mildest first, each with the least loss that earns it.
        UNIT: unit of the score and of losses.
        SHOWN_AFTER: numbers of trials after which the page shows the evaluation of the present moment.
        EARLIER: number of trials for the evaluation of each earlier moment, made after that of the present moment.
    """

    GRADES: ClassVar[Mapping[str, float]]
    UNIT: ClassVar[str]
    SHOWN_AFTER: ClassVar[tuple[int, ...]]
    EARLIER: ClassVar[int]

    def scene(self, line: Line) -> Scene:
        """Return what the page shows after a sequence of entries (a "line")."""

    def text(self, line: Line, file: str | Path = "") -> str:
        """Return the text of the record that a sequence of entries makes.

        Args:
            line: the entries.
            file: path of the record, to which the folder of a user's own edition is relative.
        """

    def evaluate(
        self, line: Line, trials: int, check: Callable[[int], None], noted: Entry | None = None
    ) -> Evaluation | None:
        """Return the evaluation of the moment after a sequence of entries, or None if there is nothing to evaluate.

        Args:
            line: the entries.
            trials: number of trials.
            check: called now and then; raises Outdated to stop.
            noted: the entry that was noted next, whose option is judged in any case; None if it is not known.
        """


class Note(Message):
    """Request to note an entry that the page's question offers."""

    kind: Literal["note"]
    entry: dict[StrictStr, Any]


class GoTo(Message):
    """Request to go back, or forward again, to the moment after the first so many entries of the present line."""

    kind: Literal["go_to"]
    entries: Annotated[StrictInt, Field(ge=0, le=MOST_ENTRIES)]


class TakeLine(Message):
    """Request to go on with another line of entries, which the user left before, by its index."""

    kind: Literal["take_line"]
    line: Annotated[StrictInt, Field(ge=0, lt=MOST_LINES)]


AnyMessage: TypeAlias = Annotated[Hello | Step | Note | GoTo | TakeLine, Field(discriminator="kind")]
MESSAGES: TypeAdapter[Any] = TypeAdapter(AnyMessage)


@dataclass
class Notes:
    """Entries noted for one game. The user can go back in their sequence (a "line") and continue with other entries.

    Attributes:
        game: the game.
        path: file that is written after every note, or None for none.
        line: the entries of the present line, including those that were taken back and can be taken again.
        at: number of entries of `line` that count now.
        others: lines that were left when another entry was noted in their place.
        change: number of changes so far.
        fault: error of the last attempt to write the file; "" if it was written.
        written: content of the file when it was last read or written; None before.
        shown: number of changes when the scene was last drawn, and the scene; None before.
    """

    game: NotedGame
    path: Path | None = None
    line: Line = ()
    at: int = 0
    others: list[Line] = field(default_factory=list)
    change: int = 0
    fault: str = ""
    written: str | None = None
    shown: tuple[int, Scene] | None = None

    @property
    def now(self) -> Line:
        """Entries that count now: the line without those that were taken back."""
        return self.line[: self.at]

    def scene(self) -> Scene:
        """Return what the page shows now; it is computed once after each change of the notes."""
        if self.shown is None or self.shown[0] != self.change:
            self.shown = self.change, self.game.scene(self.now)
        return self.shown[1]

    def note(self, entry: Entry) -> None:
        """Add an entry after those that count now.

        If a different entry was taken back at this place, the old line is kept as another line.

        Raises:
            AnalyzerError: if the entry is not offered.
        """
        question = self.scene().question
        if question is None or not question.allows(entry):
            raise AnalyzerError(f"{json.dumps(entry)[:100]}: cannot be noted here: choose what the page offers")
        if self.at >= MOST_ENTRIES:
            raise AnalyzerError(f"{MOST_ENTRIES:,} entries are noted, and no more are possible: begin a new record")
        if self.at < len(self.line) and self.line[self.at] == entry:
            return self.go_to(self.at + 1)
        if self.at < len(self.line):
            self.others = [self.line, *(one for one in self.others if one != self.line)][:MOST_LINES]
        self.line = (*self.now, entry)
        self.go_to(len(self.line))

    def go_to(self, entries: int) -> None:
        """Go back or forward to the moment after the first entries of the line, and write the file.

        Args:
            entries: number of entries that then count.
        """
        self.at = min(entries, len(self.line))
        self.change += 1
        self.save()

    def take_line(self, number: int) -> None:
        """Make another sequence of entries the present one, which becomes the first of the others.

        Raises:
            AnalyzerError: if there is no such line.
        """
        if number >= len(self.others):
            raise AnalyzerError(f"line {number + 1}: there are {len(self.others)} other lines")
        taken = self.others.pop(number)
        self.others.insert(0, self.line)
        self.line = taken
        self.go_to(len(taken))

    def save(self) -> None:
        """Write the file of the present line; a fault is kept in `fault` and shown by the page.

        If another program has changed the file since, leave it as it is and write a new file.
        """
        if self.path is None:
            return
        self.fault = ""
        try:
            if self.path.exists() and self.written not in (None, self.path.read_text(encoding="utf-8")):
                new = new_file(self.path)
                self.fault = f"{self.path} was changed by another program: these notes go on in {new}"
                self.path = new
            text = self.game.text(self.now, self.path)
            self.written = text + self._unfinished(text)
            write_whole(self.path, self.written)
        except (AnalyzerError, OSError, ValueError) as error:
            self.fault = str(error)

    def _unfinished(self, text: str) -> str:
        """Return the comment at the end of the file that holds entries which the record lacks; "" if it lacks none.

        The record lacks the entries of an unfinished step, entries that were taken back, and other lines.
        """
        first = self.at
        while first and self.game.text(self.line[: first - 1], self.path or "") == text:
            first -= 1
        entries = self.line[first:]
        if not entries and not self.others:
            return ""
        kept = json.dumps({"entries": entries, "at": self.at - first, "others": self.others})
        return f"{KEPT}{_mark_of(text + kept)} {kept}\n"

    def take_unfinished(self, text: str) -> None:
        """Add the unfinished entries at the end of a file, unless the file was changed by hand."""
        record, there, last = text.rpartition(KEPT)
        mark, _, kept = last.rstrip("\n").partition(" ")
        if not there:
            return
        if mark != _mark_of(record + kept):
            self.fault = "the record was changed by hand, so the unfinished notes at its end are left out"
            return
        found = json.loads(kept)
        self.line, self.at = (*self.line, *found["entries"]), self.at + found["at"]
        self.others = list(map(tuple, found["others"]))
        self.change += 1

    def message(self) -> Plain:
        """Return the message with everything that the page shows."""
        scene = self.scene()
        return {
            "kind": "scene",
            "change": self.change,
            "at": self.at,
            "length": len(self.line),
            "file": "" if self.path is None else str(self.path),
            "fault": self.fault,
            "others": [self._parting(one) for one in self.others],
            **asdict(scene),
        }

    def _parting(self, other: Line) -> str:
        """Say at which entry another sequence of entries differs from the present one, and what it notes there."""
        same = next((n for n, pair in enumerate(zip(other, self.line, strict=False)) if pair[0] != pair[1]), None)
        if same is None:
            return f"the line of {len(other)} entries"
        question = self.game.scene(other[:same]).question
        choices = () if question is None else (*question.choices, *question.beside)
        words = next((choice.words for choice in choices if choice.entry == other[same]), json.dumps(other[same]))
        return f"instead of entry {same + 1}: {words}"


def _mark_of(text: str) -> str:
    """Return a short hash of a text."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


def new_file(source: Path) -> Path:
    """Return the path of a new record in the folder of a file, named after it."""
    stem = source.stem.partition("-noted")[0]
    names = (f"{stem}-noted{'' if number == 1 else f'-{number}'}.yaml" for number in range(1, 10_000))
    return next(path for path in map(source.with_name, names) if not path.exists())


class Desk:
    """Mediator between notes, their evaluation and all open pages; any thread may call it."""

    def __init__(self, notes: Notes, show: Callable[[Plain], None]) -> None:
        self.notes, self._show = notes, show
        self._one_at_a_time = threading.Lock()
        self._wanted = threading.Event()
        self._is_over = False
        self._known: dict[str, Plain] = {}
        """Best evaluation so far of each line, by its entries as JSON."""
        threading.Thread(target=self._evaluate, daemon=True).start()
        self._wanted.set()

    def receive(self, raw: str | bytes) -> list[Plain]:
        """Handle a message of a page, and return the answers for that page; changes go to all pages."""
        with self._one_at_a_time:
            try:
                return self._answer(read_as(MESSAGES, raw))
            except AnalyzerError as error:
                return [{"kind": "refused", "says": error.lines}]

    def stop(self) -> None:
        """End all evaluation; nothing is shown after it."""
        with self._one_at_a_time:
            self._is_over = True
        self._wanted.set()

    def _answer(self, message: Any) -> list[Plain]:
        """Carry out a message and return the answers for the page that sent it."""
        notes, before = self.notes, self.notes.change
        if isinstance(message, Hello):
            known = self._known.get(json.dumps(notes.now))
            value = [] if known is None else [known | {"change": notes.change}]
            return [{"kind": "welcome"}, notes.message(), *value, self._curve()]
        if isinstance(message, Note):
            notes.note(message.entry)
        elif isinstance(message, GoTo):
            notes.go_to(message.entries)
        elif isinstance(message, TakeLine):
            notes.take_line(message.line)
        else:
            notes.go_to(notes.at + (1 if message.kind == "redo" else -1 if notes.at else 0))
        if notes.change != before:
            self._show(notes.message())
            self._show(self._curve())
            self._wanted.set()
        return []

    def _evaluate(self) -> None:
        """Evaluate the present moment whenever the notes have changed, and after it all earlier moments.

        An evaluation is repeated with more and more trials. Before the longest ones, the moments after likely next
        notes are evaluated with the fewest trials, so that their first results show at once.
        """
        while self._wanted.wait() and not self._is_over:
            self._wanted.clear()
            with self._one_at_a_time:
                line, change = self.notes.now, self.notes.change
            try:
                steps = self.notes.game.SHOWN_AFTER
                for trials in steps[:2]:
                    self._evaluate_line(line, change, trials)
                for entry in self._likely_next(line):
                    self._evaluate_line((*line, entry), change, steps[0])
                for trials in steps[2:]:
                    self._evaluate_line(line, change, trials)
                for count in reversed(range(len(line))):
                    self._evaluate_line(line[:count], change, self.notes.game.EARLIER, line[count])
            except AnalyzerError as error:
                self._tell(change, {"kind": "evaluation", "change": change, "says": error.lines})
            except Outdated:
                pass

    def _likely_next(self, line: Line) -> list[Entry]:
        """Return the notes that are likely after a sequence of entries: the best options, or all notes if few."""
        with self._one_at_a_time:
            question = self.notes.scene().question if line == self.notes.now else None
        choices = () if question is None else question.choices
        judged = [one["entry"] for one in self._known.get(json.dumps(line), {"options": ()})["options"]]
        known = [one for one in judged if any(one == choice.entry for choice in choices)]
        few = [one.entry for one in choices if one.likely or len(choices) <= AHEAD]
        return [*known, *(one for one in few if one not in known)][:AHEAD]

    def _evaluate_line(self, line: Line, change: int, trials: int, noted: Entry | None = None) -> None:
        """Evaluate the moment after a sequence of entries and show the result.

        Nothing is done if it was evaluated with as many trials before.

        Args:
            line: the entries.
            change: number of the notes' change for which it is evaluated.
            trials: number of trials.
            noted: the entry that was noted after the line; None if it is not known.

        Raises:
            Outdated: if the notes have changed.
        """

        def check(_: int) -> None:
            if self._is_over or self.notes.change != change:
                raise Outdated

        check(0)
        key = json.dumps(line)
        known = self._known.get(key, {"trials": -1, "options": ()})
        is_judged = noted is None or not known["options"] or any(one["entry"] == noted for one in known["options"])
        if known["trials"] < trials or (not is_judged and json.dumps(noted) not in known["judged"]):
            found = self.notes.game.evaluate(line, trials, check, noted)
            judged = {json.dumps(noted), *known.get("judged", ())}
            last = Evaluation(self.notes.game.SHOWN_AFTER[-1])
            self._known[key] = {"kind": "evaluation", **asdict(found or last), "judged": [*judged]}
        self._tell(change, *([self._known[key] | {"change": change}] if line == self.notes.now else []))

    def _tell(self, change: int, *evaluations: Plain) -> None:
        """Show evaluations and the curve, unless the notes have changed."""
        with self._one_at_a_time:
            if self.notes.change == change and not self._is_over:
                for message in (*evaluations, self._curve()):
                    self._show(message)

    def _curve(self) -> Plain:
        """Return the message for the page's curve of scores, with a grade for each noted decision.

        The curve has a point for each number of notes, from 0, for which the score is known.
        """
        line, points = self.notes.line, []
        for count in range(len(line) + 1):
            known = self._known.get(json.dumps(line[:count]))
            if known is None or known["score"] is None:
                continue
            chosen = next((one for one in known["options"] if count < len(line) and one["entry"] == line[count]), None)
            point = {"entries": count, "score": known["score"], "margin": known["margin"], "grade": ""}
            if chosen is not None:
                grade = grade_of(chosen["surely_behind"], self.notes.game.GRADES)
                point |= {"grade": grade, "behind": chosen["behind"]}
                point |= {"words": chosen["words"], "best": known["options"][0]["words"]}
            points.append(point)
        return {"kind": "curve", "points": points, "unit": self.notes.game.UNIT}


def grade_of(loss: float, grades: Mapping[str, float]) -> str:
    """Return the worst grade that a loss earns; "" if it earns none.

    Args:
        loss: what a decision surely cost.
        grades: least loss of each grade, the mildest grade first.
    """
    earned = [name for name, least in grades.items() if loss >= least]
    return earned[-1] if earned else ""


FILES: Files = {
    "/designer.js": (FRONT / "notes.js", "text/javascript"),
    "/designer.css": (FRONT / "notes.css", "text/css"),
}


class NotesPage(Page):
    """Server of the page on which a game is noted."""

    def __init__(self, notes: Notes, port: int | None = None) -> None:
        super().__init__(lambda show: Desk(notes, show), FILES, port)
        self.notes = notes

    @classmethod
    def on_file(
        cls, game: NotedGame, line: Line, source: Path, to: Path | None = None, port: int | None = None
    ) -> NotesPage:
        """Return the page of a game that continues after the entries of a file.

        Args:
            game: the game.
            line: the entries that the file holds already.
            source: the file that begins the game; unfinished notes at its end are restored.
            to: file of the record. If None: the source if this page wrote it, else a new file.
            port: number of the port; if None, the usual port, or any free one if it is taken.

        Raises:
            AnalyzerError: if the record would replace another file.
        """
        content = source.read_text(encoding="utf-8") if source.is_file() else ""
        is_own = game.text(line, source) == (content.rpartition(KEPT)[0] or content)
        path = to or (source if is_own else new_file(Path(source.name)))
        if path.exists() and not (is_own and path.samefile(source)):
            raise AnalyzerError(f"--output {path}: exists already, and this page did not write it: name another file")
        check_file(path)
        notes = Notes(game, path, line, len(line))
        notes.take_unfinished(content)
        notes.written = content if path.exists() else None
        return cls(notes, port)
