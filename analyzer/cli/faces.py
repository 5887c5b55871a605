"""How results of every world leave the command, whatever they are results of."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from analyzer.cli.face import Face
from analyzer.world import WORLDS

FACES = {"Comparison": "analyzer.cli.comparison"}
"""By the name of a result's class the module that tells it, if it is a result of any world."""


def face(results: Sequence[Any]) -> Face:
    """What results of one kind have to say, by the `face` of the module that is made for them."""
    kind = type(results[0])
    faces = dict(FACES)
    for world in WORLDS:
        if kind.__module__.startswith(f"analyzer.{world}."):
            faces |= import_module(f"analyzer.cli.{world}.faces").FACES
    found: Face = import_module(faces[kind.__name__]).face(results)
    return found
