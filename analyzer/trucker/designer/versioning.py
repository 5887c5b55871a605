"""Handlers of messages about steps and versions of a drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.trucker.designer import facts, messages
from analyzer.trucker.designer.drafts import Place
from analyzer.trucker.designer.setting import CAPTAINS
from analyzer.trucker.designer.sketch import DrawingState, Reply, Sheet, Sketch, on
from analyzer.trucker.designer.versions import PairTask, Step
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import write_ship
from analyzer.trucker.workshop.changes import changes_in_words, new_squares

DRAWING = 0
"""The number of the drawing itself in messages that name versions by number."""


@on(messages.Go)
def go(sketch: Sketch, message: messages.Go) -> Reply:
    """Go to the step of the drawing's history that the page names."""
    sketch.history.go(message.id)
    return sketch.after_change()


@on(messages.History)
def history(sketch: Sketch, _: messages.History) -> Reply:
    """Reply with every step of the drawing's history: number, number of the step before, time, and changes in words."""
    steps = [
        {
            "id": step.number,
            "before": None if step.before is None else step.before.number,
            "time": 1000 * step.time,
            "says": _said(step),
        }
        for step in sketch.history
    ]
    return Reply([{"kind": "history", "at": sketch.history.at.number, "steps": steps}])


def _said(step: Step[DrawingState]) -> str:
    """Return the changes that a step made, in a few words; for the first step, the name of its ship."""
    if step.before is None:
        return step.state.ship.name
    before, now = step.before.state, step.state
    return "; ".join([*_changes(before.ship, now.ship), *_otherwise(before, now)]) or "opened again"


def _changes(before: Layout, now: Layout) -> Iterator[str]:
    if before.board != now.board:
        yield f"{now.name}, board {now.board.title}"
        return
    changes = changes_in_words(before, now)
    more = len(changes) - 2
    yield from [*changes[:2], f"and {more} more changes"] if more > 1 else changes
    if before.name != now.name:
        yield f"call it {now.name}"
    if before.reserve != now.reserve:
        yield f"{now.reserve} in reserve"


def _otherwise(before: DrawingState, now: DrawingState) -> Iterator[str]:
    old, new = before.setting, now.setting
    if (old.company, old.named) != (new.company, new.named):
        yield {"field": "in the field", "alone": "alone", "named": "against named rivals"}[new.company]
    if old.captain != new.captain:
        yield f"captain {new.captain if new.captain in CAPTAINS else 'of your own'}"
    if old.learning != new.learning:
        yield "the learning flight" if new.learning else "the flight of the board"
    if old.start != new.start:
        yield "any place at the start" if new.start is None else f"place {new.start} at the start"
    if old.forecast != new.forecast:
        yield "with a forecast" if new.forecast else "without a forecast"


@on(messages.Keep)
def keep(sketch: Sketch, message: messages.Keep) -> Reply:
    """Keep the drawing as a version and compare with it, or stop comparing."""
    version = sketch.versions.add(sketch.ship) if message.on else None
    sketch.write_versions()
    if version is not None and not message.compare:
        task = None if sketch.task_is_due() else sketch.next_task()
        return Reply(to_all=[sketch.versions.message()], ask=task)
    sketch.versions.against = None if version is None else version.number
    return _with_strip(sketch, sketch.after_change())


@on(messages.OfVersion)
def of_version(sketch: Sketch, message: messages.OfVersion) -> Reply:
    """Open a version as the drawing, drop it, or compare the drawing with it, as the message says."""
    version = sketch.versions.find(message.id)
    if message.kind == "open_version":
        same_board = version.ship.board == sketch.ship.board
        sheet = sketch.now.sheet if same_board else Sheet(Place(), "")
        return sketch.changed(replace(sketch.now, ship=version.ship, sheet=sheet))
    against = sketch.versions.against
    if message.kind == "drop_version":
        sketch.versions.drop(message.id)
        sketch.write_versions()
    else:
        sketch.versions.against = message.id
    if against == sketch.versions.against:
        return Reply(to_all=[sketch.versions.message()])
    return _with_strip(sketch, sketch.after_change())


@on(messages.RenameVersion)
def rename_version(sketch: Sketch, message: messages.RenameVersion) -> Reply:
    """Rename a kept version of the ship; the results of its flights stay valid."""
    version = sketch.versions.find(message.id)
    version.ship = replace(version.ship, name=message.name)
    sketch.write_versions()
    return Reply(to_all=[sketch.versions.message()])


@on(messages.SaveVersion)
def save_version(sketch: Sketch, message: messages.SaveVersion) -> Reply:
    """Write a version to a file; an existing file is replaced only if the message allows it."""
    ship, place = sketch.versions.find(message.id).ship, Place().named(Path(message.path))
    there = place.would_replace()
    if there and not message.replace:
        return Reply([{"kind": "replace?", "path": message.path, "why": there, "id": message.id}])
    place.saved(write_ship(ship, file=message.path))
    return Reply([{"kind": "saved", "path": message.path}])


@on(messages.Pair)
def pair(sketch: Sketch, message: messages.Pair) -> Reply:
    """Reply with the differences of two versions in words, and start flying both side by side."""
    first, second = (ship_of(sketch, number) for number in (message.first, message.second))
    same_board = first.board == second.board
    apart = f"they are on different boards: {first.board.title} and {second.board.title}"
    differences: dict[str, Any] = {
        "kind": "differences",
        "ids": [message.first, message.second],
        "names": [first.name, second.name],
        "changes": changes_in_words(first, second) if same_board else [apart],
        "squares": new_squares(first, second) if same_board else [],
        "ships": [facts.small_picture(first), facts.small_picture(second)],
        "change": sketch.change if DRAWING in (message.first, message.second) else None,
    }
    numbers = message.first, message.second
    sketch.pair = PairTask(sketch.change, sketch.now.setting, first, second, numbers, sketch.steps[:3])
    return Reply([differences], ask=sketch.pair)


@on(messages.Strip)
def strip(sketch: Sketch, message: messages.Strip) -> Reply:
    """Recover kept versions that another designer left on disk, or discard them."""
    if sketch.drafts is None:
        raise AnalyzerError("drafts are switched off here, and versions with them")
    left = sketch.drafts.find_strip(message.id)
    if message.kind == "recover_versions":
        sketch.versions.take(sketch.drafts.versions_in(left))
        sketch.write_versions()
    sketch.drafts.discard(left.file)
    sketch.look_for_drafts()
    task = None if sketch.task_is_due() else sketch.next_task()
    return Reply(to_all=[sketch.versions.message(), sketch.state()], ask=task)


def ship_of(sketch: Sketch, number: int) -> Layout:
    """Return the ship of a version, or the drawing for 0.

    Raises:
        AnalyzerError: No version has that number.
    """
    return sketch.ship if number == DRAWING else sketch.versions.find(number).ship


def _with_strip(sketch: Sketch, reply: Reply) -> Reply:
    return replace(reply, to_all=[*reply.to_all, sketch.versions.message()])
