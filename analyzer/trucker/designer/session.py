"""Session: a drawing that takes messages of pages and returns messages to show, without knowing any page.

Its state is here only, so that a reloaded page, a second page and a notebook all show the same.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError, Fault, named_setting
from analyzer.trucker.captains import parse_captain
from analyzer.trucker.cards.cardsfile import parse_forecast
from analyzer.trucker.cards.route import home_level
from analyzer.trucker.designer import advice, drafts, drawing, facts, messages, spots, versioning
from analyzer.trucker.designer.drafts import Place
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.designer.sketch import ROUGHLY, Reply, Sheet, Sketch, on
from analyzer.trucker.designer.versioning import ship_of
from analyzer.trucker.edition import load_edition
from analyzer.trucker.ship.blank import new_ship
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.cures import Cure, cures
from analyzer.trucker.ship.grid import codes_of, parse_token, write_grid, write_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import load_ship, parse_ship, write_ship
from analyzer.trucker.world import DEFAULT_CAPTAIN

ALSO_REGISTERED = (versioning,)
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


def with_flaw_mended(ship: Layout, kind: str, square: Square | None, other: Square | None) -> Layout:
    """Return the ship with a flaw mended by the change that the program suggests for it.

    Args:
        ship: The ship.
        kind: The kind of the flaw.
        square: The square of the flaw.
        other: The other square of the flaw; None for none.

    Raises:
        AnalyzerError: The flaw is gone, or has no cure.
    """
    for flaw, cure in cures(ship).items():
        if (flaw.kind, flaw.square, flaw.other) == (kind, square, other):
            if cure is None:
                raise AnalyzerError(f"{flaw}: no single change mends it")
            return with_cure(ship, cure)
    raise AnalyzerError("this flaw is not there any more")


def with_cure(ship: Layout, cure: Cure) -> Layout:
    """Return the ship after the change that a cure (the suggested mending of a flaw) stands for.

    >>> import analyzer
    >>> quiz = analyzer.load_ship("ships/2007/flawed/quiz.yaml")
    >>> flaw = quiz.flaws()[-1]
    >>> flaw in with_cure(quiz, analyzer.cures(quiz)[flaw]).flaws()
    False
    """
    if cure.how == "take off":
        return ship.without(cure.removed)
    if cure.how == "move":
        return drawing.with_alien(ship, cure.alien, cure.square)
    if cure.how == "at home":
        return replace(ship, aliens={one: home for one, home in ship.aliens.items() if one != cure.alien})
    part = parse_token(cure.token, codes_of(ship.board))
    return ship.rebuilt_of({**ship.components, cure.square: part})


@on(messages.Mend)
def mend(sketch: Sketch, message: messages.Mend) -> Reply:
    """Mend a flaw by the change suggested for it."""
    return sketch.set_ship(with_flaw_mended(sketch.ship, message.flaw, message.at, message.other))


@on(messages.Swap)
def swap(sketch: Sketch, message: messages.Swap) -> Reply:
    """Start flying the ship with every other component on a square, as the page asks."""
    return Reply(ask=advice.swap_task(sketch.ship, sketch.change, sketch.now.setting.decided_by_prices(), message.at))


@on(messages.Improve)
def improve(sketch: Sketch, message: messages.Improve) -> Reply:
    """Start the search for a better ship, as the page asks."""
    how = float(message.seconds), message.freedom
    return Reply(ask=advice.better_ship_task(sketch.ship, sketch.change, sketch.now.setting.decided_by_prices(), *how))


@on(messages.Stop)
def stop(sketch: Sketch, _: messages.Stop) -> Reply:
    """Stop the flights of swaps, searches and pairs, and go on with the flights of the drawing."""
    sketch.pair = None
    return Reply([{"kind": "stopped"}], ask=sketch.next_task(), changed=True)


@on(messages.Learning)
def learning(sketch: Sketch, message: messages.Learning) -> Reply:
    """Switch the learning flight on or off; switching it on drops the forecast, which is for other flights."""
    forecast = None if message.on else sketch.now.setting.forecast
    return _in(sketch, learning=message.on, forecast=forecast)


@on(messages.StartPlace)
def start(sketch: Sketch, message: messages.StartPlace) -> Reply:
    """Set the place in the starting order, or draw it anew for each flight."""
    return _in(sketch, start=message.place)


@on(messages.OwnFiles)
def own_files(sketch: Sketch, message: messages.OwnFiles) -> Reply:
    """Use the captain, rivals or forecast in the texts of the message; without texts use the usual setting."""
    texts, setting = message.texts, sketch.now.setting
    if message.kind == "own_captain":
        captain = parse_captain(texts[0], "captain") if texts else DEFAULT_CAPTAIN
        sketch.own = captain if texts else None
        return _in(sketch, captain=captain)
    if message.kind == "own_rivals":
        rivals = tuple(parse_ship(text, f"rival {place}") for place, text in enumerate(texts, 1))
        start_place = None if setting.start is not None and setting.start > 1 + len(rivals) else setting.start
        return _in(sketch, named=rivals, company="named" if rivals else "field", start=start_place)
    edition, level = load_edition(sketch.ship.board.edition), home_level(sketch.ship)
    forecast = parse_forecast(texts[0], "forecast", edition, level, prognostic=False) if texts else None
    return _in(sketch, forecast=forecast, learning=False if forecast else setting.learning)


def _in(sketch: Sketch, **changed: Any) -> Reply:
    """Change the setting of the drawing, and return the reply.

    Args:
        sketch: The drawing.
        changed: New values of fields of the setting.

    Raises:
        AnalyzerError: The drawing could fly before but not in the new setting.
    """
    setting = replace(sketch.now.setting, **changed)
    if _flies(sketch, sketch.now.setting):
        setting.plan(sketch.ship)
    return sketch.changed(replace(sketch.now, setting=setting))


def _flies(sketch: Sketch, setting: Setting) -> bool:
    try:
        setting.plan(sketch.ship)
    except AnalyzerError:
        return False
    return True


FIELD = re.compile(r"^\s*(name|edition|board|grid|components|notes|aliens|reserve)\s*:", re.MULTILINE)


def ship_in(text: str, ship: Layout) -> Layout:
    """Return the ship in a text; if the text is only a grid, name, board and all else come from the given ship."""
    if FIELD.search(text):
        return parse_ship(text, "text")
    head = [
        f"name: {json.dumps(ship.name)}",
        f"edition: {json.dumps(str(ship.board.edition))}",
        f"board: {ship.board.name}",
    ]
    lines = [*head, "grid: |2", *(f"  {line}" for line in text.splitlines())]
    try:
        drawn = parse_ship("\n".join(lines) + "\n", "text")
    except AnalyzerError as error:
        # the page counts the lines of the grid alone
        above = len(head) + 1
        lines_of_grid = [None if one.line is None else max(1, one.line - above) for one in error.faults]
        pairs = zip(error.faults, lines_of_grid, strict=True)
        raise AnalyzerError([Fault(one.text, one.path, line, one.square) for one, line in pairs]) from None
    return ship.rebuilt_of(drawn.components)


@on(messages.Text)
def text(sketch: Sketch, message: messages.Text) -> Reply:
    """Return the ship file, the grid alone, and the content of a link to the ship."""
    ship = ship_of(sketch, message.id)
    grid = write_grid(ship)
    return Reply(
        [{"kind": "text", "text": write_ship(ship, file=None), "grid": grid, "held": drafts.link_content(ship)}]
    )


@on(messages.EditText)
def edit_text(sketch: Sketch, message: messages.EditText) -> Reply:
    """Draw the ship in a text, or report the faults of the text."""
    try:
        reply = sketch.set_ship(ship_in(message.text, sketch.ship))
        faults = []
    except AnalyzerError as error:
        reply, faults = Reply(), [{"line": one.line, "square": one.square, "text": one.text} for one in error.faults]
    return Reply([{"kind": "text_faults", "faults": faults}, *reply.answers], reply.to_all, reply.ask, reply.changed)
