"""Session: a drawing that takes messages of pages and returns messages to show, without knowing any page.

Its state is here only, so that a reloaded page, a second page and a notebook all show the same.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from analyzer.errors import AnalyzerError, named_setting
from analyzer.trucker.designer import drafts, drawing, facts, handlers, messages, spots, versioning
from analyzer.trucker.designer.drafts import Place
from analyzer.trucker.designer.sketch import ROUGHLY, Reply, Sheet, Sketch, on
from analyzer.trucker.ship.blank import new_ship
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.cures import cures
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.shipfile import load_ship, parse_ship

ALSO_REGISTERED = handlers, versioning
"""Modules whose functions carry out messages too: they are registered when they are imported."""


class Session(Sketch):
    """A drawing that answers messages; arguments are those of `Sketch`."""

    _tried: tuple[object, dict[Square, list[str]]] | None = None
    """The latest request for the reasons against laying a component, with these reasons by square; None at first."""

    @on(messages.Hello)
    def _hello(self, _: messages.Hello) -> Reply:
        self.look_for_drafts()
        answers = [{"kind": "welcome", "steps": self.steps}, self.state()]
        answers += [self.versions.message()] * bool(self.versions.all)
        return Reply(answers + ([self.risk] if self.risk else []))

    @on(messages.Lay)
    def _lay(self, message: messages.Lay) -> Reply:
        part = self.part(message.part)
        return self.set_ship(drawing.with_part(self.ship, part, message.at, message.taken))

    @on(messages.Try)
    def _try(self, message: messages.Try) -> Reply:
        question = self.ship, message.part, message.taken
        if self._tried is None or self._tried[0] != question or message.at not in (None, *self._tried[1]):
            squares = spots.squares_to_try(self.ship, message.at)
            self._tried = question, spots.against(self.ship, self.part(message.part), squares, message.taken)
        reasons = [[*square, against] for square, against in self._tried[1].items()]
        what = {"part": message.part, "taken": message.taken, "change": self.change}
        return Reply([{"kind": "tried", "squares": reasons, **what}])

    @on(messages.Turn)
    def _turn(self, message: messages.Turn) -> Reply:
        return self.set_ship(drawing.with_part_turned(self.ship, message.at, message.by))

    @on(messages.InHand)
    def _in_hand(self, message: messages.InHand) -> Reply:
        part = self.part(message.part).turned(message.by)
        return Reply([{"kind": "in_hand", "part": write_token(part), "label": drawing.label(part)}])

    @on(messages.TakeOff)
    def _take_off(self, message: messages.TakeOff) -> Reply:
        return self.set_ship(drawing.without(self.ship, message.at))

    @on(messages.Alien)
    def _alien(self, message: messages.Alien) -> Reply:
        return self.set_ship(drawing.with_alien(self.ship, message.colour, message.at))

    @on(messages.Reserve)
    def _reserve(self, message: messages.Reserve) -> Reply:
        return self.set_ship(replace(self.ship, reserve=message.count))

    @on(messages.Rename)
    def _rename(self, message: messages.Rename) -> Reply:
        return self.set_ship(replace(self.ship, name=message.name))

    @on(messages.Captain)
    def _captain(self, message: messages.Captain) -> Reply:
        captain = self.own if message.name == "own" else message.name
        if captain is None:
            named = named_setting("captain", "mine.yaml")
            raise AnalyzerError(f"no captain of your own: start the designer with {named}")
        return self.changed(replace(self.now, setting=replace(self.now.setting, captain=captain)))

    @on(messages.Company)
    def _company(self, message: messages.Company) -> Reply:
        if message.name == "named" and not self.now.setting.named:
            raise AnalyzerError(f"no rivals were named: start the designer with {named_setting('rivals')}")
        return self.changed(replace(self.now, setting=replace(self.now.setting, company=message.name)))

    @on(messages.Step)
    def _step(self, message: messages.Step) -> Reply:
        if message.kind == "undo":
            self.history.undo()
        else:
            self.history.redo()
        return self.after_change()

    @on(messages.New)
    def _new(self, message: messages.New) -> Reply:
        return self.opened(parse_ship(new_ship(message.board), "new ship"), Place())

    @on(messages.OpenText)
    def _open_text(self, message: messages.OpenText) -> Reply:
        return self.opened(parse_ship(message.text, message.name or "file"), Place())

    @on(messages.OpenLink)
    def _open_link(self, message: messages.OpenLink) -> Reply:
        return self.opened(drafts.ship_in(message.held), Place())

    @on(messages.OpenFile)
    def _open_file(self, message: messages.OpenFile) -> Reply:
        path = Path(message.path)
        return self.opened(load_ship(path), Place.opened(path))

    @on(messages.Draft)
    def _draft(self, message: messages.Draft) -> Reply:
        draft = self.left(message)
        if draft is None or self.drafts is None:
            return Reply(to_all=[self.state()])
        ship = load_ship(draft.file)
        facts.ship_facts(ship)  # one of which nothing can be said stays where it is
        sheet = Sheet(Place(draft.path), "", self.drafts.take(draft))
        self.look_for_drafts()
        return self.changed(replace(self.now, ship=ship, sheet=sheet))

    @on(messages.Save)
    def _save(self, message: messages.Save) -> Reply:
        return self.save(message)

    @on(messages.Where)
    def _where(self, message: messages.Where) -> Reply:
        part = self.part(message.part)
        quick = self.now.setting.decided_by_prices()
        return Reply(ask=spots.spots_task(self.ship, self.change, quick, part, message.taken))

    @on(messages.Gain)
    def _gain(self, message: messages.Gain) -> Reply:
        laid = drawing.with_part(self.ship, self.part(message.part), message.at, message.taken)
        what = {"part": message.part, "at": message.at, "taken": message.taken}
        quick = self.now.setting.decided_by_prices()
        return Reply(ask=spots.GainTask(self.change, quick, self.ship, laid, what, self.steps[:ROUGHLY]))

    @on(messages.Cures)
    def _cures(self, _: messages.Cures) -> Reply:
        listed = [{**facts.flaw(flaw), "cure": str(cure or "")} for flaw, cure in cures(self.ship).items()]
        return Reply([{"kind": "cures", "cures": listed}])
