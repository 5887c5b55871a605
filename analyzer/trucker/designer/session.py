"""One drawing and all that was done to it: what pages say goes in, what they are to show comes out; it knows no page.

Its state is here and nowhere else, so that a page that is loaded anew, a second one, or a notebook shows the same.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from functools import singledispatchmethod
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError, named_setting
from analyzer.trucker.captains.captainfile import NAMED
from analyzer.trucker.designer import drawing, facts, link, messages, spots, trying
from analyzer.trucker.designer.drafts import Drafts
from analyzer.trucker.designer.looks import STEPS, AnyWish, Wish
from analyzer.trucker.designer.places import Place
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.ship.blank import new_ship
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.component import Component
from analyzer.trucker.ship.cures import cures
from analyzer.trucker.ship.grid import codes_of, parse_token, write_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import load_ship, parse_ship, write_ship

Plain = dict[str, Any]
MOST_STEPS = 500
"""Changes that can be undone."""
MOST_RISKS = 300
"""Most risks that are kept, to be shown again without flying."""


@dataclass(eq=False)
class Sheet:
    """One drawing, of all that were begun or opened: the file it goes to, what needs no draft, and its draft.

    `first`: what its ship file said when it was begun, opened or last saved.
    """

    place: Place
    first: str
    draft: Path | None = None


@dataclass(frozen=True)
class Drawn:
    """What can be undone: the ship, under whom and in which setting it flies, and which drawing it is."""

    ship: Layout
    setting: Setting
    sheet: Sheet


@dataclass
class Reply:
    """What follows from a message: answers to who sent it, messages to all pages, and what is to be flown now.

    changed: whether what was flown before is to be dropped.
    """

    answers: list[Plain] = field(default_factory=list)
    to_all: list[Plain] = field(default_factory=list)
    ask: AnyWish | None = None
    changed: bool = False


class Session:
    """A drawing, its past and future, the version that was kept, the file it came from, and what is known of its risk.

    `own`: the captain that was named when it was opened, where it is none of ours; `drafts`: where unsaved changes are
    written as they are made, None for nowhere.
    """

    def __init__(
        self,
        ship: Layout,
        setting: Setting | None = None,
        path: Path | None = None,
        steps: tuple[int, ...] = STEPS,
        drafts: Drafts | None = None,
    ) -> None:
        self.steps = steps
        self.drafts = drafts
        self.left_behind = [] if drafts is None else drafts.left_behind()
        self.draft_fault = ""
        place = Place() if path is None else Place.opened(path)
        self.now = Drawn(ship, setting or Setting(), Sheet(place, write_ship(ship)))
        self.past: list[Drawn] = []
        self.future: list[Drawn] = []
        self.kept_version: Layout | None = None
        self.own = None if self.now.setting.captain in NAMED else self.now.setting.captain
        self.change = 0
        self.risks: OrderedDict[str, Plain] = OrderedDict()
        self.risk: Plain | None = None
        self._paper: tuple[Layout, Plain] | None = None
        self._tried: tuple[object, dict[Square, list[str]]] | None = None
        self._paper_of(ship)

    @property
    def ship(self) -> Layout:
        """The ship as it is drawn."""
        return self.now.ship

    @property
    def place(self) -> Place:
        """The file of the drawing."""
        return self.now.sheet.place

    # what a page says

    def receive(self, raw: str | bytes) -> Reply:
        """What follows from a message; one that makes no sense, or cannot be done, is answered with its faults."""
        number = 0
        try:
            message = messages.read(raw)
            number = message.number
            reply = self.do(message)
        except AnalyzerError as error:
            reply = Reply([{"kind": "refused", "faults": error.lines}])
        for answer in reply.answers:
            answer["number"] = number
        return reply

    @singledispatchmethod
    def do(self, message: messages.Message) -> Reply:
        """What follows from a message."""
        raise NotImplementedError(message)

    @do.register
    def _(self, _: messages.Hello) -> Reply:
        self._look_for_drafts()
        answers = [{"kind": "welcome", **facts.known(self.ship.board.edition), "steps": self.steps}, self.state()]
        return Reply(answers + ([self.risk] if self.risk else []))

    @do.register
    def _(self, message: messages.Lay) -> Reply:
        part = self._part(message.part)
        return self._drawn(drawing.laid(self.ship, part, message.at, message.taken))

    @do.register
    def _(self, message: messages.Try) -> Reply:
        question = self.ship, message.part, message.taken
        if self._tried is None or self._tried[0] != question or message.at not in (None, *self._tried[1]):
            squares = trying.squares_to_try(self.ship, message.at)
            self._tried = question, trying.against(self.ship, self._part(message.part), squares, message.taken)
        reasons = [[*square, against] for square, against in self._tried[1].items()]
        what = {"part": message.part, "taken": message.taken, "change": self.change}
        return Reply([{"kind": "tried", "squares": reasons, **what}])

    @do.register
    def _(self, message: messages.Turn) -> Reply:
        return self._drawn(drawing.turned(self.ship, message.at, message.by))

    @do.register
    def _(self, message: messages.InHand) -> Reply:
        part = self._part(message.part).turned(message.by)
        return Reply([{"kind": "in_hand", "part": write_token(part), "label": drawing.label(part)}])

    @do.register
    def _(self, message: messages.TakeOff) -> Reply:
        return self._drawn(drawing.without(self.ship, message.at))

    @do.register
    def _(self, message: messages.Alien) -> Reply:
        return self._drawn(drawing.manned(self.ship, message.colour, message.at))

    @do.register
    def _(self, message: messages.Reserve) -> Reply:
        return self._drawn(replace(self.ship, reserve=message.count))

    @do.register
    def _(self, message: messages.Rename) -> Reply:
        return self._drawn(replace(self.ship, name=message.name))

    @do.register
    def _(self, message: messages.Captain) -> Reply:
        captain = self.own if message.name == "own" else message.name
        if captain is None:
            named = named_setting("captain", "mine.yaml")
            raise AnalyzerError(f"no captain of your own: start the designer with {named}")
        return self._changed(replace(self.now, setting=replace(self.now.setting, captain=captain)))

    @do.register
    def _(self, message: messages.Company) -> Reply:
        if message.name == "named" and not self.now.setting.named:
            raise AnalyzerError(f"no rivals were named: start the designer with {named_setting('rivals')}")
        return self._changed(replace(self.now, setting=replace(self.now.setting, company=message.name)))

    @do.register
    def _(self, message: messages.Step) -> Reply:
        back, forth = (self.past, self.future) if message.kind == "undo" else (self.future, self.past)
        if not back:
            raise AnalyzerError(f"nothing to {message.kind}")
        forth.append(self.now)
        self.now = back.pop()
        return self._after_change()

    @do.register
    def _(self, message: messages.Keep) -> Reply:
        self.kept_version = self.ship if message.on else None
        return self._after_change()

    @do.register
    def _(self, message: messages.New) -> Reply:
        return self._opened(parse_ship(new_ship(message.board), "new ship"), Place())

    @do.register
    def _(self, message: messages.OpenText) -> Reply:
        return self._opened(parse_ship(message.text, message.name or "file"), Place())

    @do.register
    def _(self, message: messages.OpenLink) -> Reply:
        return self._opened(link.ship_in(message.held), Place())

    @do.register
    def _(self, message: messages.OpenFile) -> Reply:
        path = Path(message.path)
        return self._opened(load_ship(path), Place.opened(path))

    @do.register
    def _(self, message: messages.Draft) -> Reply:
        if self.drafts is None:
            raise AnalyzerError("drafts are switched off here: save the ship to a file")
        draft = self.drafts.find(message.id)
        if message.kind == "discard":
            self.drafts.discard(draft.file)
            self._look_for_drafts()
            return Reply(to_all=[self.state()])
        ship = load_ship(draft.file)
        facts.of(ship)  # one of which nothing can be said stays where it is
        sheet = Sheet(Place(draft.path), "", self.drafts.take(draft))
        self._look_for_drafts()
        return self._changed(replace(self.now, ship=ship, sheet=sheet))

    @do.register
    def _(self, message: messages.Save) -> Reply:
        place = self.place if message.path is None else self.place.named(Path(message.path))
        there = place.would_replace()
        if there and not message.replace:
            return Reply([{"kind": "replace?", "path": str(place.path), "why": there}])
        text = write_ship(self.ship, file=place.path or "")
        self.now.sheet.place, self.now.sheet.first = place.saved(text), write_ship(self.ship)
        self._write_draft()
        return Reply([{"kind": "saved", "path": str(self.place.path)}], [self.state()])

    @do.register
    def _(self, _: messages.Text) -> Reply:
        return Reply([{"kind": "text", "text": write_ship(self.ship), "held": link.held(self.ship)}])

    @do.register
    def _(self, message: messages.Where) -> Reply:
        part = self._part(message.part)
        return Reply(ask=spots.wish_for(self.ship, self.change, self.now.setting, part, message.taken))

    @do.register
    def _(self, _: messages.Cures) -> Reply:
        listed = [{**facts.flaw(flaw), "cure": str(cure or "")} for flaw, cure in cures(self.ship).items()]
        return Reply([{"kind": "cures", "cures": listed}])

    # what was flown

    def on_flown(self, look: Plain) -> Reply:
        """The message of flights to all pages, none if they are for an earlier change; and what is flown after them."""
        if look["change"] != self.change:
            return Reply()
        if look["kind"] == "risk":
            self.risk = look
            self.risks[self._risk_key()] = look
            self.risks.move_to_end(self._risk_key())
            while len(self.risks) > MOST_RISKS:
                self.risks.popitem(last=False)
        after = look["kind"] == "where" and look["done"] and not self._known()
        return Reply(to_all=[look], ask=self.wish() if after else None)

    def wish(self) -> Wish:
        """What is to be flown for the drawing as it is."""
        return Wish(self.change, self.now.setting, self.ship, self.kept_version, self.steps)

    # what pages show

    def state(self) -> Plain:
        """All that a page shows but the risk."""
        captain = self.now.setting.captain
        return {
            "kind": "state",
            "change": self.change,
            **facts.lies(self.ship),
            "box": facts.box(self.ship),
            "facts": self._paper_of(self.ship),
            "captain": captain if captain in NAMED else "own",
            "captains": [*NAMED, *(["own"] if self.own else [])],
            "company": self.now.setting.company,
            "companies": ["field", "alone", *(["named"] if self.now.setting.named else [])],
            "undo": len(self.past),
            "redo": len(self.future),
            "kept": None if self.kept_version is None else self.kept_version.name,
            "path": None if self.place.path is None else str(self.place.path),
            "saved": self.place.text == write_ship(self.ship, file=self.place.path or ""),
            "drafts": [draft.as_dict() for draft in self.left_behind],
            "draft_fault": self.draft_fault,
        }

    def _drawn(self, ship: Layout) -> Reply:
        return self._changed(replace(self.now, ship=ship))

    def _opened(self, ship: Layout, place: Place) -> Reply:
        """Another drawing, or the same one if it was opened again."""
        if ship == self.ship and place.path == self.place.path:
            self.now.sheet.place = place
            if place.path is not None:
                self.now.sheet.first = place.text
                self._write_draft()
            return Reply(to_all=[self.state()])
        return self._changed(replace(self.now, ship=ship, sheet=Sheet(place, write_ship(ship))))

    def _changed(self, drawn: Drawn) -> Reply:
        if drawn == self.now:
            return Reply([self.state()])
        self._paper_of(drawn.ship)  # a ship of which nothing can be said is refused before anything changes
        self.past.append(self.now)
        del self.past[:-MOST_STEPS]
        self.future.clear()
        self.now = drawn
        if self.kept_version is not None and self.kept_version.board != drawn.ship.board:
            self.kept_version = None
        return self._after_change()

    def _paper_of(self, ship: Layout) -> Plain:
        """What can be said of the ship before it flies; raises AnalyzerError for one that is too large."""
        if self._paper is None or self._paper[0] is not ship:
            self._paper = ship, facts.of(ship)
        return self._paper[1]

    def _after_change(self) -> Reply:
        """The state after a change, with the risk if it is known; what is not known for certain yet is flown."""
        self.change += 1
        self._write_draft()
        known = self.risks.get(self._risk_key())
        self.risk = None if known is None else known | {"change": self.change}
        answers = [self.state(), *([self.risk] if self.risk else [])]
        return Reply(to_all=answers, ask=None if self._known() else self.wish(), changed=True)

    def _part(self, token: str) -> Component:
        """The component of that token, of the kinds that the ship's edition has; raises AnalyzerError for none."""
        return parse_token(token, codes_of(self.ship.board))

    def _write_draft(self) -> None:
        """Write what is unsaved to a draft; where nothing is unsaved any more, there is none."""
        sheet = self.now.sheet
        if self.drafts is None:
            return
        try:
            if write_ship(self.ship) != sheet.first:
                sheet.draft = self.drafts.write(self.ship, sheet.place.path, sheet.draft)
            elif sheet.draft is not None:
                self.drafts.discard(sheet.draft)
                sheet.draft = None
            self.draft_fault = ""
        except AnalyzerError as error:
            self.draft_fault = f"the draft of your unsaved changes could not be written, so save the ship: {error}"

    def _look_for_drafts(self) -> None:
        self.left_behind = [] if self.drafts is None else self.drafts.left_behind()

    def unsaved(self) -> list[Sheet]:
        """All drawings with changes that are in a draft alone, the one that is drawn last."""
        sheets = dict.fromkeys(drawn.sheet for drawn in (*self.past, *reversed(self.future), self.now))
        return [sheet for sheet in sheets if sheet.draft is not None]

    def _known(self) -> bool:
        """Whether the risk is as well known as it gets."""
        return self.risk is not None and self.risk["flights"] == self.steps[-1]

    def _risk_key(self) -> str:
        """What the risk depends on."""
        ships = [None if ship is None else ship.as_entries() for ship in (self.ship, self.kept_version)]
        return str((self.now.setting, ships))
