"""Docstrings of this project hold their examples as bare doctests; in the reference they are shown as code."""

from __future__ import annotations

from typing import Any

from griffe import Extension

from docs.builder.text import fenced


class Examples(Extension):
    """Puts doctests in fences while the sources are read."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Change the docstring of every object."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
