"""Session: a drawing that takes messages of pages and returns messages to show, without knowing any page.

Its state is here only, so that a reloaded page, a second page and a notebook all show the same.
"""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatchmethod
from pathlib import Path

from analyzer.errors import AnalyzerError, named_setting
from analyzer.host.messages import Message
from analyzer.trucker.designer import drafts, drawing, facts, messages, spots
from analyzer.trucker.designer.drafts import Place
from analyzer.trucker.designer.handlers import HANDLERS
from analyzer.trucker.designer.sketch import Reply, Sheet, Sketch
from analyzer.trucker.ship.blank import new_ship
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.cures import cures
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.shipfile import load_ship, parse_ship


class Session(Sketch):
    """A drawing that answers messages; arguments are those of `Sketch`."""

    _tried: tuple[object, dict[Square, list[str]]] | None = None
    """The latest question on which squares fit a component, with its answer."""

    read = staticmethod(messages.read)

    @singledispatchmethod
    def do(self, message: Message) -> Reply:
        """Handle a message, and return the reply."""
        return HANDLERS[type(message)](self, message)

    @do.register
    def _(self, _: messages.Hello) -> Reply:
        self.look_for_drafts()
        answers = [{"kind": "welcome", "steps": self.steps}, self.state()]
        answers += [self.versions.message()] * bool(self.versions.all)
        return Reply(answers + ([self.risk] if self.risk else []))

    @do.register
    def _(self, message: messages.Lay) -> Reply:
        part = self.part(message.part)
        return self.set_ship(drawing.laid(self.ship, part, message.at, message.taken))

    @do.register
    def _(self, message: messages.Try) -> Reply:
        question = self.ship, message.part, message.taken
        if self._tried is None or self._tried[0] != question or message.at not in (None, *self._tried[1]):
            squares = spots.squares_to_try(self.ship, message.at)
            self._tried = question, spots.against(self.ship, self.part(message.part), squares, message.taken)
        reasons = [[*square, against] for square, against in self._tried[1].items()]
        what = {"part": message.part, "taken": message.taken, "change": self.change}
        return Reply([{"kind": "tried", "squares": reasons, **what}])

    @do.register
    def _(self, message: messages.Turn) -> Reply:
        return self.set_ship(drawing.turned(self.ship, message.at, message.by))

    @do.register
    def _(self, message: messages.InHand) -> Reply:
        part = self.part(message.part).turned(message.by)
        return Reply([{"kind": "in_hand", "part": write_token(part), "label": drawing.label(part)}])

    @do.register
    def _(self, message: messages.TakeOff) -> Reply:
        return self.set_ship(drawing.without(self.ship, message.at))

    @do.register
    def _(self, message: messages.Alien) -> Reply:
        return self.set_ship(drawing.manned(self.ship, message.colour, message.at))

    @do.register
    def _(self, message: messages.Reserve) -> Reply:
        return self.set_ship(replace(self.ship, reserve=message.count))

    @do.register
    def _(self, message: messages.Rename) -> Reply:
        return self.set_ship(replace(self.ship, name=message.name))

    @do.register
    def _(self, message: messages.Captain) -> Reply:
        captain = self.own if message.name == "own" else message.name
        if captain is None:
            named = named_setting("captain", "mine.yaml")
            raise AnalyzerError(f"no captain of your own: start the designer with {named}")
        return self.changed(replace(self.now, setting=replace(self.now.setting, captain=captain)))

    @do.register
    def _(self, message: messages.Company) -> Reply:
        if message.name == "named" and not self.now.setting.named:
            raise AnalyzerError(f"no rivals were named: start the designer with {named_setting('rivals')}")
        return self.changed(replace(self.now, setting=replace(self.now.setting, company=message.name)))

    @do.register
    def _(self, message: messages.Step) -> Reply:
        if message.kind == "undo":
            self.history.undo()
        else:
            self.history.redo()
        return self.after_change()

    @do.register
    def _(self, message: messages.New) -> Reply:
        return self.opened(parse_ship(new_ship(message.board), "new ship"), Place())

    @do.register
    def _(self, message: messages.OpenText) -> Reply:
        return self.opened(parse_ship(message.text, message.name or "file"), Place())

    @do.register
    def _(self, message: messages.OpenLink) -> Reply:
        return self.opened(drafts.ship_in(message.held), Place())

    @do.register
    def _(self, message: messages.OpenFile) -> Reply:
        path = Path(message.path)
        return self.opened(load_ship(path), Place.opened(path))

    @do.register
    def _(self, message: messages.Draft) -> Reply:
        draft = self.left(message)
        if draft is None or self.drafts is None:
            return Reply(to_all=[self.state()])
        ship = load_ship(draft.file)
        facts.of(ship)  # one of which nothing can be said stays where it is
        sheet = Sheet(Place(draft.path), "", self.drafts.take(draft))
        self.look_for_drafts()
        return self.changed(replace(self.now, ship=ship, sheet=sheet))

    @do.register
    def _(self, message: messages.Save) -> Reply:
        return self.save(message)

    @do.register
    def _(self, message: messages.Where) -> Reply:
        part = self.part(message.part)
        return Reply(ask=spots.spots_task(self.ship, self.change, self.now.setting, part, message.taken))

    @do.register
    def _(self, _: messages.Cures) -> Reply:
        listed = [{**facts.flaw(flaw), "cure": str(cure or "")} for flaw, cure in cures(self.ship).items()]
        return Reply([{"kind": "cures", "cures": listed}])
