"""Names that say how a value was come by, where they should say what it holds."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

NAMES = frozenset({"told", "found", "asked", "given", "shown", "kept", "flown"})


def named_so(source: str) -> list[str]:
    """The name of every assignment, parameter, field, capture and import alias of a source that is one of NAMES."""
    return named_in(ast.walk(ast.parse(source)))


def named_in(nodes: Iterable[ast.AST]) -> list[str]:
    """The same of nodes that were parsed before."""
    return [name for node in nodes for name in bound(node) if name in NAMES]


def bound(node: ast.AST) -> Iterator[str | None]:
    """The names that a node gives to something."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            yield name
        case ast.arg(arg=name) | ast.ExceptHandler(name=name) | ast.MatchAs(name=name) | ast.MatchStar(name=name):
            yield name
        case ast.alias(asname=name):
            yield name
