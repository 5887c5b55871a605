"""JavaScript modules of the designer: as files for the page, joined into one for notebooks."""

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
    "receiver.js",
    "pointers.js",
    "designer.js",
)
"""The modules in an order in which imports come first; names at top level are all different."""
IMPORT = re.compile(r"^import .*\n", re.MULTILINE)
EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


def text_of(name: str) -> str:
    """Return the text of a file of the front end."""
    return ((SHARED_FRONT if name in SHARED else FRONT) / name).read_text(encoding="utf-8")


def one_module() -> str:
    """Return all JavaScript modules of the front end as one, without imports; only the last default export remains."""
    return "\n".join(EXPORT.sub("", IMPORT.sub("", text_of(name))) for name in MODULES)
