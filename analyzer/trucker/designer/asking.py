"""Cures that are taken, and questions that are flown: what follows from those messages."""

from __future__ import annotations

from analyzer.trucker.designer import advice, curing, messages
from analyzer.trucker.designer.sketch import Reply, Sketch


def mend(sketch: Sketch, message: messages.Mend) -> Reply:
    """The flaw is mended as its cure says."""
    return sketch.drawn(curing.mended(sketch.ship, message.flaw, message.at, message.other))


def swap(sketch: Sketch, message: messages.Swap) -> Reply:
    """What else may lie there is flown."""
    return Reply(ask=advice.wish_for_swap(sketch.ship, sketch.change, sketch.now.setting, message.at))


def improve(sketch: Sketch, message: messages.Improve) -> Reply:
    """A better ship is sought."""
    how = float(message.seconds), message.freedom
    return Reply(ask=advice.wish_for_better(sketch.ship, sketch.change, sketch.now.setting, *how))


def stop(sketch: Sketch, _: messages.Stop) -> Reply:
    """Whatever is flown ends, and the drawing flies on."""
    sketch.pair = None
    return Reply([{"kind": "stopped"}], ask=sketch.next_wish(), changed=True)
