"""A drawing with its steps, its kept versions, its file and the results of its flights."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from analyzer.errors import AnalyzerError
from analyzer.host.drawing import Drawing, Handlers, Reply, Sheet, unsaved_of
from analyzer.trucker.designer import facts
from analyzer.trucker.designer.drafts import Drafts, Place
from analyzer.trucker.designer.flight_tasks import STEPS, AnyFlightTask, FlightTask
from analyzer.trucker.designer.setting import CAPTAINS, Setting
from analyzer.trucker.designer.versions import History, PairTask, Versions
from analyzer.trucker.ship.component import Component
from analyzer.trucker.ship.grid import codes_of, parse_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import write_ship

__all__ = ["DrawingState", "Reply", "Sheet", "Sketch", "on"]

Plain = dict[str, Any]
ROUGHLY = 2
"""The number of interim results of the drawing after which two versions side by side are flown first."""
OF_THINKERS = (10, 40, 150, 500)
"""The numbers of flights after which the risk is shown under a captain who thinks, who flies a few in a second."""
MOST_RISKS = 300
"""The largest number of risks that are kept, so that earlier drawings are shown again without flying."""


on = Handlers()
"""Decorator of functions that carry out messages."""


@dataclass(frozen=True)
class DrawingState:
    """A state of the drawing in the undo history.

    Attributes:
        ship: The ship.
        setting: Captain, rivals and other conditions of its flights.
        sheet: The sheet, which holds its ship file and its draft.
    """

    ship: Layout
    setting: Setting
    sheet: Sheet


class Sketch(Drawing):
    """A drawing with its history, kept versions, file and risk.

    Args:
        ship: The ship that is drawn first.
        setting: The conditions of its flights; None for the usual ones.
        path: The ship file; None for a new ship.
        steps: The numbers of flights after which the risk is shown.
        drafts: The folder of drafts, which hold unsaved changes; None for no drafts.
        editions: The user's own editions, whose boards are offered too.

    Attributes:
        own: The user's own captain; None if the captain at the start was one of CAPTAINS and no own one was opened.
        change: The number of the latest change; flights for an earlier one are dropped.
        risk: The latest message with results of the drawing's flights; None if nothing was flown.
    """

    drafts: Drafts | None
    handlers: ClassVar = on

    def __init__(
        self,
        ship: Layout,
        setting: Setting | None = None,
        path: Path | None = None,
        steps: tuple[int, ...] = STEPS,
        drafts: Drafts | None = None,
        editions: Sequence[str] = (),
    ) -> None:
        self._steps = steps
        self.drafts = drafts
        self.look_for_drafts()
        place = Place() if path is None else Place.opened(path)
        self.history = History(DrawingState(ship, setting or Setting(), Sheet(place, write_ship(ship))))
        self.versions = Versions()
        self.own = None if self.now.setting.captain in CAPTAINS else self.now.setting.captain
        self.editions = dict.fromkeys((*editions, ship.board.edition))
        self.change = 0
        self.pair: PairTask | None = None
        self.risks: OrderedDict[str, Plain] = OrderedDict()
        self.risk: Plain | None = None
        self._paper: tuple[Layout, Plain] | None = None
        self._paper_of(ship)

    @property
    def steps(self) -> tuple[int, ...]:
        """The numbers of flights after which the risk is shown: few under a captain who thinks."""
        return OF_THINKERS if self.now.setting.thinks else self._steps

    @property
    def now(self) -> DrawingState:
        """The current state of the drawing: ship, setting and sheet."""
        return self.history.at.state

    @property
    def ship(self) -> Layout:
        """The ship as it is drawn now."""
        return self.now.ship

    @property
    def sheet(self) -> Sheet:
        """The sheet that is drawn on, which holds the ship file and the draft."""
        return self.now.sheet

    @property
    def place(self) -> Place:
        """The ship file of the drawing, which need not exist yet."""
        place: Place = self.sheet.place
        return place

    # what was flown

    def on_flown(self, look: Plain) -> Reply:
        """Store a message of the flying process; return a reply for all pages, with the next task if this one ended.

        Args:
            look: The message; it is dropped if it belongs to an earlier change of the drawing.
        """
        if look["change"] != self.change:
            return Reply()
        # a flight task that resumes after another task begins with looks that pages show already
        is_shown = look["kind"] == "risk" and self.risk is not None and look["flights"] < self.risk["flights"]
        if look["kind"] == "risk" and not is_shown:
            self.risk = look
            self.risks[self._risk_key()] = look
            self.risks.move_to_end(self._risk_key())
            # least recently used first
            while len(self.risks) > MOST_RISKS:
                self.risks.popitem(last=False)
        if look["kind"] == "version":
            self.versions.learn(look)
        if look["kind"] == "pair" and look["done"]:
            self.pair = None
        if look["kind"] == "cannot_fly" and self.pair is not None:
            return Reply(to_all=[look], ask=replace(self.pair, number=self.change))
        ended = look["flights"] == look["of"] if look["kind"] == "risk" else look.get("done", False)
        message = self.versions.message() if look["kind"] == "version" else look
        return Reply(to_all=[] if is_shown else [message], ask=self.next_task() if ended else None)

    def task_is_due(self) -> bool:
        """Return whether the risk of the drawing itself still needs flights."""
        return not self._known()

    def next_task(self) -> AnyFlightTask | None:
        """Return the next task: the drawing until all its flights are flown, then the kept versions; None at the end.

        A requested comparison of two ships goes first as soon as the drawing has rough results.
        """
        if self.pair is not None and self.risk is not None and self.risk["flights"] >= self.steps[:ROUGHLY][-1]:
            return replace(self.pair, number=self.change)
        if not self._known():
            return self.task()
        return self.versions.task(self.change, self.now.setting, self.steps[:3])

    def task(self) -> FlightTask:
        """Return the task that computes the risk of the current drawing."""
        steps = self.steps[:ROUGHLY] if self.pair is not None else self.steps
        return FlightTask(self.change, self.now.setting, self.ship, self._base(), steps)

    # what pages show

    def state(self) -> Plain:
        """Return the message with everything that a page shows except the risk."""
        captain = self.now.setting.captain
        return {
            "kind": "state",
            "change": self.change,
            **facts.drawing_of(self.ship),
            "boards": facts.boards_of(tuple(self.editions)),
            "box": facts.box(self.ship),
            "facts": self._paper_of(self.ship),
            "captain": captain if captain in CAPTAINS else "own",
            "captains": [*CAPTAINS, *(["own"] if self.own else [])],
            "thinks": self.now.setting.thinks,
            "company": self.now.setting.company,
            "companies": ["field", "alone", *(["named"] if self.now.setting.named else [])],
            "learning": self.now.setting.learning,
            "start": self.now.setting.start,
            "starts": self.now.setting.places(self.ship),
            "forecast": str(self.now.setting.forecast or ""),
            "rivals": [ship.name for ship in self.now.setting.named],
            "undo": self.history.behind,
            "redo": self.history.ahead,
            "branches": len(self.history),
            "kept": None if self.versions.base is None else self.versions.base.name,
            "path": None if self.place.path is None else str(self.place.path),
            "saved": self.place.text == write_ship(self.ship, file=self.place.path or ""),
            "drafts": [draft.as_dict() for draft in self.left_behind],
            "strips": [strip.as_dict() for strip in self.strips],
            "draft_fault": self.fault_in_drafts,
        }

    def set_ship(self, ship: Layout) -> Reply:
        """Make the given ship the drawing, and return the reply."""
        return self.changed(replace(self.now, ship=ship))

    def opened(self, ship: Layout, place: Place) -> Reply:
        """Open another drawing, or open the same one again, and return the reply."""
        if ship == self.ship and place.path == self.place.path:
            self.now.sheet.place = place
            if place.path is not None:
                self.now.sheet.first = place.text
                self.write_draft()
            return Reply(to_all=[self.state()])
        return self.changed(replace(self.now, ship=ship, sheet=Sheet(place, write_ship(ship))))

    def changed(self, drawn: DrawingState) -> Reply:
        """Add a step to the history, and return the reply.

        Raises:
            AnalyzerError: The ship cannot be analysed. Nothing changes then.
        """
        if drawn == self.now:
            return Reply([self.state()])
        self._paper_of(drawn.ship)  # a ship of which nothing can be said is refused before anything changes
        self.history.add(drawn)
        if self.versions.base is not None and self.versions.base.board != drawn.ship.board:
            self.versions.against = None
            reply = self.after_change()
            return replace(reply, to_all=[*reply.to_all, self.versions.message()])
        return self.after_change()

    def _base(self) -> Layout | None:
        """Return the kept version with which the drawing is compared; None if there is none on the same board."""
        base = self.versions.base
        return base if base is not None and base.board == self.ship.board else None

    def _paper_of(self, ship: Layout) -> Plain:
        """Return the facts of a ship that need no flights, in the form that pages show.

        Raises:
            AnalyzerError: The ship is too large.
        """
        if self._paper is None or self._paper[0] is not ship:
            self._paper = ship, facts.ship_facts(ship)
        return self._paper[1]

    def after_change(self) -> Reply:
        """Return the reply to a change: the state, the risk if it is known, and the task for missing flights."""
        self.change += 1
        self.editions[self.ship.board.edition] = None
        self.write_draft()
        known = self.risks.get(self._risk_key())
        self.risk = None if known is None else known | {"change": self.change}
        answers = [self.state(), *([self.risk] if self.risk else [])]
        return Reply(to_all=answers, ask=self.next_task(), changed=True)

    def part(self, token: str) -> Component:
        """Return the component that a token stands for, of a kind that the ship's edition has.

        Raises:
            AnalyzerError: The token names no component.
        """
        return parse_token(token, codes_of(self.ship.board))

    def text_in(self, path: Path | None) -> str:
        """Return the text of the drawn ship for a file at the given path."""
        return write_ship(self.ship, file=path or "")

    def as_first(self) -> str:
        """Return the text of the drawn ship; if it differs from `Sheet.first`, there are unsaved changes."""
        return write_ship(self.ship)

    def write_to(self, drafts: Any, sheet: Sheet) -> Path:
        """Write the ship to a draft of the sheet, and return the draft's path."""
        draft: Path = drafts.write(self.ship, sheet.place.path, sheet.draft)
        return draft

    def write_versions(self) -> None:
        """Write the kept versions beside the drafts."""
        if self.drafts is None:
            return
        try:
            self.drafts.write_versions((one.ship, one.time) for one in self.versions.all.values())
        except AnalyzerError as error:
            self.draft_fault = f"your versions could not be written, so save them: {error}"

    def look_for_drafts(self) -> None:
        """Look for drafts and kept versions that earlier designers left on disk."""
        super().look_for_drafts()
        self.strips = [] if self.drafts is None else self.drafts.strips()

    def unsaved(self) -> list[Sheet]:
        """Return the sheets with changes that are in a draft but not in the ship file; the current sheet is last."""
        return unsaved_of(drawn.sheet for drawn in (*(step.state for step in self.history), self.now))

    def _known(self) -> bool:
        """Return whether all flights for the risk were flown."""
        return self.risk is not None and self.risk["flights"] == self.steps[-1]

    def _risk_key(self) -> str:
        """Return the key under which risks are stored: setting, ship, and the ship that it is compared with."""
        ships = [None if ship is None else ship.as_entries() for ship in (self.ship, self._base())]
        return str((self.now.setting, ships))
