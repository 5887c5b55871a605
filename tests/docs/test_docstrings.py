"""Docstrings begin with what something does or is, in every room."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.docs.sources import statements, tree_of
from tests.places import ROOT

ROOMS = sorted(path for path in (ROOT / "analyzer").iterdir() if path.name not in ("__pycache__", "data"))
RELATIVE = {*["What", "Who", "Whoever", "Those", "That", "It", "As", "Where", "Which", "Of", "With", "By", "In"]}
"""Words that refer to something outside the sentence."""
MOST = 0.03
"""Share of docstrings of a room that may begin with one."""


def openings(room: Path) -> list[str]:
    """Return the first two words of every docstring of a room."""
    files = [room] if room.is_file() else sorted(room.rglob("*.py"))
    defined = (ast.Module, ast.ClassDef, ast.FunctionDef)
    found = [node for path in files for node in statements(tree_of(path))]
    docstrings = [ast.get_docstring(node) for node in found if isinstance(node, defined)]
    return [" ".join(text.split()[:2]) for text in docstrings if text]


@pytest.mark.parametrize("room", [room for room in ROOMS if room.suffix in ("", ".py")], ids=lambda room: room.name)
def test_docstrings_open_plainly(room: Path) -> None:
    opened = openings(room)
    relative = [words for words in opened if words.split()[0].rstrip(",") in RELATIVE or words == "The same"]
    assert len(relative) <= MOST * len(opened), sorted(relative)[:20]
