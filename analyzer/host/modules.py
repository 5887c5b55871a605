"""The modules of a page that all drawings share: elements, colours, the tour, pictures, text, questions, dialogs."""

from __future__ import annotations

from importlib.resources import files

FRONT = files("analyzer.host") / "front"
SHARED = ("elements.js", "theme.js", "touring.js", "pictures.js", "texts.js", "asking.js", "windows.js")
"""In the order in which each finds above it what it imports."""
