"""The designer's modules for a browser: as files for the page, as one module for notebooks, which load only one."""

from __future__ import annotations

import re
from importlib.resources import files

from analyzer.host.places import FRONT as SHARED_FRONT
from analyzer.host.places import SHARED

FRONT = files("analyzer.trucker.designer") / "front"
MODULES = (
    *SHARED,
    "legend.js",
    "glyphs.js",
    "tile.js",
    "sheet.js",
    "tour.js",
    "where.js",
    "hand.js",
    "board.js",
    "box.js",
    "settings.js",
    "fleets.js",
    "risk.js",
    "small.js",
    "advice.js",
    "versions.js",
    "text.js",
    "tools.js",
    "files.js",
    "dialogs.js",
    "hears.js",
    "pointers.js",
    "designer.js",
)
"""In the order in which each finds above it what it imports; names at their outermost level differ."""
IMPORT = re.compile(r"^import .*\n", re.MULTILINE)
EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


def text_of(name: str) -> str:
    """What a file of the front end says."""
    return ((SHARED_FRONT if name in SHARED else FRONT) / name).read_text(encoding="utf-8")


def one_module() -> str:
    """All modules as one: without imports, and with the export of the last one alone."""
    return "\n".join(EXPORT.sub("", IMPORT.sub("", text_of(name))) for name in MODULES)
