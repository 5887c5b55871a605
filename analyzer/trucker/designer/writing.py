"""The drawing as text, both ways: what follows from messages about that."""

from __future__ import annotations

from analyzer.errors import AnalyzerError
from analyzer.trucker.designer import link, messages
from analyzer.trucker.designer import text as texts
from analyzer.trucker.designer.sketch import Reply, Sketch
from analyzer.trucker.designer.versioning import ship_of
from analyzer.trucker.ship.grid import write_grid
from analyzer.trucker.ship.shipfile import write_ship


def text(sketch: Sketch, message: messages.Text) -> Reply:
    """The text of a ship file, its grid alone, and what a link to the ship holds."""
    ship = ship_of(sketch, message.id)
    grid = write_grid(ship)
    return Reply([{"kind": "text", "text": write_ship(ship, file=None), "grid": grid, "held": link.held(ship)}])


def edit_text(sketch: Sketch, message: messages.EditText) -> Reply:
    """What the text says is drawn; of one that says no ship, its faults with their lines and squares."""
    try:
        reply = sketch.drawn(texts.ship_in(message.text, sketch.ship))
        faults = []
    except AnalyzerError as error:
        reply, faults = Reply(), texts.plain_faults(error)
    return Reply([{"kind": "text_faults", "faults": faults}, *reply.answers], reply.to_all, reply.ask, reply.changed)
