"""A drawing and all that is known of it: its steps, its versions, the file it goes to, what its flights came to."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.host.drawing import Drawing, Reply, Sheet, unsaved_of
from analyzer.trucker.captains import NAMED
from analyzer.trucker.designer import facts
from analyzer.trucker.designer.drafts import Drafts, Place
from analyzer.trucker.designer.looks import STEPS, AnyWish, Wish
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.designer.versions import History, Versions, WishForPair
from analyzer.trucker.ship.component import Component
from analyzer.trucker.ship.grid import codes_of, parse_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import write_ship

__all__ = ["Drawn", "Reply", "Sheet", "Sketch"]

Plain = dict[str, Any]
ROUGHLY = 2
"""After so many looks the drawing is known well enough for two ships side by side to go on."""
MOST_RISKS = 300
"""Most risks that are kept, to be shown again without flying."""


@dataclass(frozen=True)
class Drawn:
    """What can be undone: the ship, under whom and in which setting it flies, and which drawing it is."""

    ship: Layout
    setting: Setting
    sheet: Sheet


class Sketch(Drawing):
    """A drawing, its history, the versions that were kept, the file it came from, and what is known of its risk.

    `own`: the captain that was named when it was opened, where it is none of ours; `drafts`: where unsaved changes are
    written as they are made, None for nowhere; `editions`: of the user's own, whose boards are offered too.
    """

    drafts: Drafts | None

    def __init__(
        self,
        ship: Layout,
        setting: Setting | None = None,
        path: Path | None = None,
        steps: tuple[int, ...] = STEPS,
        drafts: Drafts | None = None,
        editions: Sequence[str] = (),
    ) -> None:
        self.steps = steps
        self.drafts = drafts
        self.look_for_drafts()
        place = Place() if path is None else Place.opened(path)
        self.history = History(Drawn(ship, setting or Setting(), Sheet(place, write_ship(ship))))
        self.versions = Versions()
        self.own = None if self.now.setting.captain in NAMED else self.now.setting.captain
        self.editions = dict.fromkeys((*editions, ship.board.edition))
        self.change = 0
        self.pair: WishForPair | None = None
        self.risks: OrderedDict[str, Plain] = OrderedDict()
        self.risk: Plain | None = None
        self._paper: tuple[Layout, Plain] | None = None
        self._paper_of(ship)

    @property
    def now(self) -> Drawn:
        """What is drawn, with its setting and its file."""
        return self.history.at.state

    @property
    def ship(self) -> Layout:
        """The ship as it is drawn."""
        return self.now.ship

    @property
    def sheet(self) -> Sheet:
        """The sheet that is drawn on."""
        return self.now.sheet

    @property
    def place(self) -> Place:
        """The file of the drawing."""
        place: Place = self.sheet.place
        return place

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
        if look["kind"] == "version":
            self.versions.learn(look)
        if look["kind"] == "pair" and look["done"]:
            self.pair = None
        if look["kind"] == "grounded" and self.pair is not None:
            return Reply(to_all=[look], ask=replace(self.pair, number=self.change))
        ended = look["flights"] == look["of"] if look["kind"] == "risk" else look.get("done", False)
        message = self.versions.message() if look["kind"] == "version" else look
        return Reply(to_all=[message], ask=self.next_wish() if ended else None)

    def wish_is_due(self) -> bool:
        """Whether the drawing itself still flies."""
        return not self._known()

    def next_wish(self) -> AnyWish | None:
        """What is to be flown when nothing else is: the drawing until it is known, then the versions.

        Two ships side by side come as soon as the drawing is known roughly.
        """
        if self.pair is not None and self.risk is not None and self.risk["flights"] >= self.steps[:ROUGHLY][-1]:
            return replace(self.pair, number=self.change)
        if not self._known():
            return self.wish()
        return self.versions.wish(self.change, self.now.setting, self.steps[:3])

    def wish(self) -> Wish:
        """What is to be flown for the drawing as it is."""
        steps = self.steps[:ROUGHLY] if self.pair is not None else self.steps
        return Wish(self.change, self.now.setting, self.ship, self._base(), steps)

    # what pages show

    def state(self) -> Plain:
        """All that a page shows but the risk."""
        captain = self.now.setting.captain
        return {
            "kind": "state",
            "change": self.change,
            **facts.lies(self.ship),
            "boards": facts.boards_of(tuple(self.editions)),
            "box": facts.box(self.ship),
            "facts": self._paper_of(self.ship),
            "captain": captain if captain in NAMED else "own",
            "captains": [*NAMED, *(["own"] if self.own else [])],
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

    def drawn(self, ship: Layout) -> Reply:
        """That ship is drawn."""
        return self.changed(replace(self.now, ship=ship))

    def opened(self, ship: Layout, place: Place) -> Reply:
        """Another drawing, or the same one if it was opened again."""
        if ship == self.ship and place.path == self.place.path:
            self.now.sheet.place = place
            if place.path is not None:
                self.now.sheet.first = place.text
                self.write_draft()
            return Reply(to_all=[self.state()])
        return self.changed(replace(self.now, ship=ship, sheet=Sheet(place, write_ship(ship))))

    def changed(self, drawn: Drawn) -> Reply:
        """The next step; raises AnalyzerError for a ship of which nothing can be said."""
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
        """What changes are measured against, if it is of the same board."""
        base = self.versions.base
        return base if base is not None and base.board == self.ship.board else None

    def _paper_of(self, ship: Layout) -> Plain:
        """What can be said of the ship before it flies; raises AnalyzerError for one that is too large."""
        if self._paper is None or self._paper[0] is not ship:
            self._paper = ship, facts.of(ship)
        return self._paper[1]

    def after_change(self) -> Reply:
        """The state after a change, with the risk if it is known; what is not known for certain yet is flown."""
        self.change += 1
        self.editions[self.ship.board.edition] = None
        self.write_draft()
        known = self.risks.get(self._risk_key())
        self.risk = None if known is None else known | {"change": self.change}
        answers = [self.state(), *([self.risk] if self.risk else [])]
        return Reply(to_all=answers, ask=self.next_wish(), changed=True)

    def part(self, token: str) -> Component:
        """The component of that token, of the kinds that the ship's edition has; raises AnalyzerError for none."""
        return parse_token(token, codes_of(self.ship.board))

    def text_in(self, path: Path | None) -> str:
        """What the ship file of that name would say."""
        return write_ship(self.ship, file=path or "")

    def as_first(self) -> str:
        """What a ship file says of it."""
        return write_ship(self.ship)

    def write_to(self, drafts: Any, sheet: Sheet) -> Path:
        """Write the ship to a draft."""
        draft: Path = drafts.write(self.ship, sheet.place.path, sheet.draft)
        return draft

    def write_versions(self) -> None:
        """Write the versions that are kept beside the drafts."""
        if self.drafts is None:
            return
        try:
            self.drafts.write_versions((one.ship, one.time) for one in self.versions.all.values())
        except AnalyzerError as error:
            self.draft_fault = f"your versions could not be written, so save them: {error}"

    def look_for_drafts(self) -> None:
        """See what others left behind."""
        super().look_for_drafts()
        self.strips = [] if self.drafts is None else self.drafts.strips()

    def unsaved(self) -> list[Sheet]:
        """All drawings with changes that are in a draft alone, the one that is drawn last."""
        return unsaved_of(drawn.sheet for drawn in (*(step.state for step in self.history), self.now))

    def _known(self) -> bool:
        """Whether the risk is as well known as it gets."""
        return self.risk is not None and self.risk["flights"] == self.steps[-1]

    def _risk_key(self) -> str:
        """What the risk depends on."""
        ships = [None if ship is None else ship.as_entries() for ship in (self.ship, self._base())]
        return str((self.now.setting, ships))
