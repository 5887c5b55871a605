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
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """All nodes of its tree, the outer before the inner."""
    return walked(tree_of(path))


def statements(tree: ast.AST) -> list[ast.AST]:
    """All statements below a node, where imports and docstrings stand; expressions are not looked through."""
    nodes = [tree]
    for node in nodes:
        for name in ("body", "orelse", "handlers", "finalbody", "cases"):
            below = getattr(node, name, ())
            nodes += below if isinstance(below, list) else ()
    return nodes


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
