"""Session of the designer: one drawing with its history; it takes messages of pages and returns their answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from analyzer.errors import AnalyzerError
from analyzer.files.yamlfile import read_text
from analyzer.host import places
from analyzer.host.drafts import Drafts
from analyzer.host.drawing import Drawing, Handlers, Reply, Sheet, unsaved_of
from analyzer.lorry.designer import messages, open_turn, texts
from analyzer.lorry.designer.sketch import Sketch
from analyzer.lorry.galaxy.boxes import PLANETS, box_in_words
from analyzer.lorry.galaxy.galaxyfile import write_galaxy
from analyzer.lorry.position.effects import AtTurn, Effect, SoFar
from analyzer.lorry.position.engine_table import GAME, ScoredRoute, Track
from analyzer.lorry.position.position import Position, why_not, why_not_filled
from analyzer.lorry.position.positionfile import load_position, parse_position, write_position
from analyzer.lorry.questions.advise.answer import USUAL_GOAL
from analyzer.lorry.tables import DEFAULT, TRACKS, TYPES, OwnEdition, track_of
from analyzer.lorry.turn.places import TraderView

Plain = dict[str, Any]
MOST_STEPS = 500
"""Number of changes that can be undone."""


on = Handlers()
"""Decorator of functions that carry out messages."""


class Place(places.Place):
    """A position or galaxy file."""

    WHAT: ClassVar[str] = "position"


@dataclass(frozen=True)
class DrawingState:
    """A state of the drawing that can be undone."""

    sketch: Sketch
    sheet: Sheet


class Session(Drawing):
    """A drawing with its changes to undo and redo, its file and its advice.

    Args:
        sketch: drawing to begin with.
        path: its file, None for none.
        drafts: folder of drafts, None to keep none.
    """

    handlers: ClassVar = on

    def __init__(self, sketch: Sketch, path: Path | None = None, drafts: Drafts | None = None) -> None:
        self.drafts, self.goal, self.change = drafts, USUAL_GOAL, 0
        self.advice: Plain | None = None
        self.as_at_start = DEFAULT.as_here()
        self.look_for_drafts()
        place = Place() if path is None else Place.holding(path, text_of(sketch, path))
        self.now = DrawingState(sketch, Sheet(place, sketch))
        self.past: list[DrawingState] = []
        self.future: list[DrawingState] = []
        self._check()

    @property
    def sketch(self) -> Sketch:
        """Present drawing."""
        return self.now.sketch

    def _check(self) -> None:
        """Judge the present drawing anew: its position and its faults."""
        self.position, self.faults = self.sketch.checked()

    @property
    def sheet(self) -> Sheet:
        """Sheet (file and draft) of the drawing that pages now edit."""
        return self.now.sheet

    def receive(self, raw: str | bytes) -> Reply:
        """Return the reply to a message, which is handled under the default edition with which the session began."""
        with self.as_at_start():
            return super().receive(raw)

    @on(messages.Hello)
    def _hello(self, _: messages.Hello) -> Reply:
        """Return everything that a new page shows."""
        known = {"kind": "welcome", "tracks": TRACKS, "types": TYPES}
        return Reply([known, self.state(), *([self.advice] if self.advice else [])])

    @on(messages.Mark)
    def _mark(self, message: messages.Mark) -> Reply:
        """Set a planet, a special box, or nothing in a box."""
        return self._changed(self.sketch.marked(message.at, message.mark))

    @on(messages.Lay)
    def _lay(self, message: messages.Lay) -> Reply:
        """Draw a track; if a rule forbids it and the message does not insist, raise AnalyzerError with the rule."""
        ends = track_of(message.ends)
        track = Track(*message.at, message.trader, ends or message.ends)
        reason = self._forbids(track)
        if reason and not message.anyway:
            raise AnalyzerError(f"not {message.ends} in {box_in_words(message.at)}: {reason}")
        return self._changed(self.sketch.but(tracks=(*self.sketch.tracks, track)))

    @on(messages.Why)
    def _why(self, message: messages.Why) -> Reply:
        """Return the rule that forbids a track or a fill."""
        if message.play and self.position is not None:
            reason = open_turn.why_not_now(self.position, message.at, message.ends)
        elif message.ends is None:
            reason = self._forbids_fill(message.at)
        else:
            reason = self._forbids(Track(*message.at, message.trader, track_of(message.ends) or message.ends))
        said = {"at": message.at, "trader": message.trader, "ends": message.ends, "change": self.change}
        return Reply([{"kind": "because", "reason": reason, **said}])

    @on(messages.Fill)
    def _fill(self, message: messages.Fill) -> Reply:
        """Fill a box; raise AnalyzerError with the rule that forbids it, if one does."""
        reason = self._forbids_fill(message.at)
        if reason:
            raise AnalyzerError(f"the box in {box_in_words(message.at)} {reason}")
        return self._changed(self.sketch.but(filled=(*self.sketch.filled, message.at)))

    @on(messages.Erase)
    def _erase(self, message: messages.Erase) -> Reply:
        """Take away the last track of a box, and its fill."""
        return self._changed(self.sketch.erased(message.at))

    @on(messages.Score)
    def _score(self, message: messages.Score) -> Reply:
        """Set trader and points of a scored route."""
        one, other = sorted(message.pair)
        left = tuple(route for route in self.sketch.scored if route.pair != (one, other))
        new = (ScoredRoute(one, other, message.trader, message.points),) * bool(message.points)
        return self._changed(self.sketch.but(scored=(*left, *new)))

    @on(messages.Turn)
    def _turn(self, message: messages.Turn) -> Reply:
        """Set the trader who picks and the dice on the table, or remove the turn."""
        turn = None if message.picks is None else AtTurn(message.picks, tuple(message.dice))
        return self._changed(self.sketch.but(turn=turn))

    @on(messages.Take)
    def _take(self, message: messages.Take) -> Reply:
        """Add a decision to the turn."""
        sketch = self.sketch.but(turn=open_turn.taken(self._whole(), message))
        _, faults = sketch.checked()
        if faults:
            raise AnalyzerError([str(fault["text"]) for fault in faults])
        return self._changed(sketch)

    @on(messages.EndTurn)
    def _end_turn(self, _: messages.EndTurn) -> Reply:
        """End the turn and put everything done in it on the map."""
        ended = open_turn.ended(self._whole())
        return self._changed(
            self.sketch.but(tracks=ended.tracks, filled=ended.filled, scored=ended.scored, turn=ended.turn)
        )

    @on(messages.EditText)
    def _edit_text(self, message: messages.EditText) -> Reply:
        """Draw the text of the page's text pane; return its faults if it is no drawing."""
        try:
            reply = self._changed(texts.sketch_in(message.text, self.sketch))
        except texts.Unread as error:
            return Reply([{"kind": "text_faults", "faults": error.plain}])
        return Reply([{"kind": "text_faults", "faults": []}, *reply.answers], reply.to_all, reply.changed)

    @on(messages.OpenLink)
    def _open_link(self, message: messages.OpenLink) -> Reply:
        """Open the position that a link holds."""
        return self._opened(Sketch.of(parse_position(texts.text_in(message.held), "link")), Place())

    @on(messages.Settings)
    def _settings(self, message: messages.Settings) -> Reply:
        """Change size, edges, end, traders or name of the galaxy."""
        values = {name: getattr(message, name) for name in ("name", "wrap", "end_after")}
        sketch = self.sketch.but(**{name: value for name, value in values.items() if value is not None})
        if message.traders is not None:
            sketch = sketch.but(names=tuple(message.traders))
        return self._changed(sketch.resized(message.columns or sketch.columns, message.rows or sketch.rows))

    @on(messages.Step)
    def _step(self, message: messages.Step) -> Reply:
        """Undo the last change, or redo it."""
        back, forth = (self.past, self.future) if message.kind == "undo" else (self.future, self.past)
        if not back:
            raise AnalyzerError(f"nothing to {message.kind}")
        forth.append(self.now)
        self.now = back.pop()
        return self._after_change()

    @on(messages.New)
    def _new(self, _: messages.New) -> Reply:
        """Begin with an empty map."""
        return self._opened(Sketch(), Place())

    @on(messages.Goal)
    def _goal(self, message: messages.Goal) -> Reply:
        """Set the goal that ranks options in advice."""
        self.goal, self.advice = message.goal, None
        self.change += 1
        return Reply(to_all=[self.state()], changed=True)

    @on(messages.OpenText)
    def _open_text(self, message: messages.OpenText) -> Reply:
        """Open the position in the text of a dropped file."""
        return self._opened(Sketch.of(parse_position(message.text, "file")), Place())

    @on(messages.OpenFile)
    def _open_file(self, message: messages.OpenFile) -> Reply:
        """Open a file of this machine."""
        sketch = Sketch.of(load_position(message.path))
        return self._opened(sketch, Place.holding(Path(message.path), text_of(sketch, message.path)))

    @on(messages.Draft)
    def _draft(self, message: messages.Draft) -> Reply:
        """Open a draft that an earlier run of the designer left behind, or delete the draft."""
        draft = self.left(message)
        if draft is None or self.drafts is None:
            return Reply(to_all=[self.state()])
        sketch = Sketch.of_draft(read_text(draft.file))
        sheet = Sheet(Place(draft.path), Sketch(), self.drafts.take(draft))
        self.look_for_drafts()
        return self._do(DrawingState(sketch, sheet))

    @on(messages.Save)
    def _save(self, message: messages.Save) -> Reply:
        """Save the drawing to its file, or to another one."""
        self._whole()
        return self.save(message)

    @on(messages.Text)
    def _text(self, _: messages.Text) -> Reply:
        """Return the text of the drawing's file."""
        text = text_of(self.sketch)
        grid = [] if self.position is None else self.position.map_rows()
        wide = max((len(mark) for row in grid for mark in row), default=1)
        lines = [" ".join(f"{mark:<{wide}}" for mark in row).rstrip() for row in grid]
        return Reply([{"kind": "text", "text": text, "grid": "\n".join(lines) + "\n", "held": texts.held(text)}])

    def on_advice(self, advice: Plain) -> list[Plain]:
        """Return the messages with advice for all pages; none if the drawing has changed since."""
        if advice["change"] != self.change:
            return []
        self.advice = advice
        return [advice]

    def state(self) -> Plain:
        """Return everything that a page shows except advice, in plain types."""
        sketch, position = self.sketch, self.position
        place = self.now.sheet.place
        return {
            "kind": "state",
            "change": self.change,
            **{name: getattr(sketch, name) for name in ("name", "columns", "rows", "wrap", "end_after", "names")},
            "edition": OwnEdition.name_of(sketch.edition),
            "dice": sketch.dice,
            "marks": sketch.marks,
            "tracks": sketch.tracks,
            "filled": sketch.filled,
            "scored": sketch.scored,
            "turn": sketch.turn and _turn_facts(sketch.turn),
            "open": open_turn.facts(position) if position and not self.faults else None,
            "faults": self.faults,
            **(_facts(position) if position else {"legal": None, "fillable": None, "totals": None, "joined": []}),
            "goal": self.goal,
            "undo": len(self.past),
            "redo": len(self.future),
            "path": None if place.path is None else str(place.path),
            "saved": sketch == self.now.sheet.first,
            "drafts": [draft.as_dict() for draft in self.left_behind],
            "draft_fault": self.fault_in_drafts,
        }

    def unsaved(self) -> list[Sheet]:
        """Return all drawings with unsaved changes, which are kept in drafts only, the present drawing last."""
        return unsaved_of(drawn.sheet for drawn in (*self.past, *reversed(self.future), self.now))

    def _forbids(self, track: Track) -> str:
        """Return the rule that forbids a track now, "" if none does.

        If the drawing is no valid position, the only rule is that the box must be empty.
        """
        if track.trader > len(self.sketch.names):
            return f"there is no trader {track.trader}"
        if self.position is not None:
            return "the game is over" if self.position.over else why_not(self.position.table, track)
        planets = [box for box, mark in self.sketch.marks if mark in PLANETS]
        taken = [*self.sketch.filled, *(one.box for one in self.sketch.tracks), *planets]
        return "something lies there" * (track.box in taken)

    def _forbids_fill(self, box: tuple[int, int]) -> str:
        """Return the rule that forbids filling a box now, "" if none does."""
        if self.position is None:
            return ""
        return why_not_filled(self.position.table, box, self.position.fillable())

    def _whole(self) -> Position:
        """Return the drawn position; raise AnalyzerError if the drawing is no valid position."""
        if self.position is None:
            raise AnalyzerError("the drawing is not a valid position yet: correct the faults in the list first")
        return self.position

    def _changed(self, sketch: Sketch) -> Reply:
        """Make a changed drawing the present one; the former one can be restored by undo."""
        return self._do(replace(self.now, sketch=sketch))

    def _opened(self, sketch: Sketch, place: places.Place) -> Reply:
        """Make an opened drawing with its file the present one."""
        return self._do(DrawingState(sketch, Sheet(place, sketch)))

    def _do(self, drawn: DrawingState) -> Reply:
        """Make a state the present one, and return the reply for all pages."""
        if drawn == self.now:
            return Reply([self.state()])
        self.past.append(self.now)
        del self.past[:-MOST_STEPS]
        self.future.clear()
        self.now = drawn
        return self._after_change()

    def _after_change(self) -> Reply:
        """Judge the changed drawing, write its draft, and return what all pages show."""
        self.change += 1
        self.advice = None
        self._check()
        self.write_draft()
        return Reply(to_all=[self.state()], changed=True)

    def text_in(self, path: Path | None) -> str:
        """Return the text of the file at `path`, as it would be saved."""
        return text_of(self.sketch, path)

    def as_first(self) -> Sketch:
        """Return the present drawing, to compare it with the drawing that the file holds."""
        return self.sketch

    def write_to(self, drafts: Any, sheet: Sheet) -> Path:
        """Write the drawing to a draft and return its path."""
        sketch = self.sketch
        about = sketch.as_draft(), sketch.name, f"{sketch.columns} x {sketch.rows}"
        draft: Path = drafts.write_text(*about, sheet.place.path, sheet.draft)
        return draft


def text_of(sketch: Sketch, where: str | Path | None = None) -> str:
    """Return the text of the drawing's file: a galaxy file if only a galaxy is drawn, else a position file.

    Args:
        sketch: the drawing.
        where: path of the file. The path of the edition's folder in the text is relative to this file.

    Raises:
        AnalyzerError: the drawing is no position.
    """
    position, faults = sketch.checked()
    if position is None:
        raise AnalyzerError([str(fault["text"]) for fault in faults])
    seen_from = "" if where is None else where
    return write_galaxy(position.galaxy, seen_from) if sketch.is_galaxy else write_position(position, seen_from)


def _turn_facts(turn: AtTurn) -> Plain:
    """Return trader, dice, and the turn's tracks, fills and rolls so far, in plain types."""
    steps: list[SoFar | Effect] = [turn.so_far, *turn.so_far.then]
    tracks = [[*one.box, turn.picks, one.ends] for one in steps if one.box is not None]
    filled = [one.fill for one in turn.so_far.then if one.fill is not None]
    rolled = [one.shows for one in turn.so_far.then if one.shows is not None]
    return {"picks": turn.picks, "dice": turn.dice, "tracks": tracks, "filled": filled, "rolled": rolled}


def _facts(position: Position) -> Plain:
    """Return facts that follow from a position: legal places, boxes to fill, totals and joined pairs."""
    space, legal = position.table.board.space, []
    for seat in range(position.traders):
        sets = TraderView(position.table, seat, GAME).legal() * (not position.over)
        legal.append(
            {ends: [space.box(cell) for cell in space.listed(sets[one])[1]] for one, ends in enumerate(TRACKS)}
        )
    taken = {route.pair for route in position.scored}
    joined = [
        [*pair, seat, boxes]
        for seat in range(1, position.traders + 1)
        for pair, boxes in position.connected(seat).items()
        if pair not in taken
    ]
    return {"legal": legal, "fillable": position.fillable(), "totals": position.totals, "joined": joined}
