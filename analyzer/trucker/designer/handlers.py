"""Handlers of messages about flaws, questions, conditions and texts."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from analyzer.errors import AnalyzerError, Fault
from analyzer.trucker.captains import parse_captain
from analyzer.trucker.cards.cardsfile import parse_forecast
from analyzer.trucker.cards.route import home_level
from analyzer.trucker.designer import advice, drafts, drawing, messages
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.designer.sketch import Reply, Sketch, on
from analyzer.trucker.designer.versioning import ship_of
from analyzer.trucker.edition import load_edition
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.cures import Cure, cures
from analyzer.trucker.ship.grid import codes_of, parse_token, write_grid
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import parse_ship, write_ship
from analyzer.trucker.world import DEFAULT_CAPTAIN


def with_flaw_mended(ship: Layout, kind: str, square: Square | None, other: Square | None) -> Layout:
    """Return the ship with a flaw mended by the change that the program suggests for it.

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
    """Return the ship in a text; if the text is only a grid, name, board and all else come from the given ship.

    Raises:
        AnalyzerError: The text has faults. The message lists each with its line and square.
    """
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
        above = len(head) + 1
        raise AnalyzerError([_higher(fault, above) for fault in error.faults]) from None
    return ship.rebuilt_of(drawn.components)


def _higher(fault: Fault, above: int) -> Fault:
    line = None if fault.line is None else max(1, fault.line - above)
    return Fault(fault.text, fault.path, line, fault.square)


def plain_faults(error: AnalyzerError) -> list[dict[str, Any]]:
    """Return the faults of an error with line, square and text, as pages mark them."""
    return [{"line": one.line, "square": one.square, "text": one.text} for one in error.faults]


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
        reply, faults = Reply(), plain_faults(error)
    return Reply([{"kind": "text_faults", "faults": faults}, *reply.answers], reply.to_all, reply.ask, reply.changed)
