"""Every source of the package, read and parsed once for all tests of a process that look at it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.places import ROOT

PACKAGE = ROOT / "analyzer"
PATHS = sorted(PACKAGE.rglob("*.py"))


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """All nodes of its tree, the outer before the inner."""
    return walked(ast.parse(text_of(path)))


def walked(tree: ast.AST) -> list[ast.AST]:
    """As `ast.walk`, in half the time; marks of what a name is for (`ast.Load`) are left out, which hold nothing."""
    nodes = [tree]
    for node in nodes:
        for value in vars(node).values():
            if isinstance(value, list):
                nodes += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST) and value._fields:
                nodes.append(value)
    return nodes
