"""A digest of what decides numbers: rules, tables, dice, statistics that count; not the sentences beside them.

A save file goes on only under the rules it was begun with. Rewording a docstring, a comment or a phrase must not end a
run of a week; so code is digested as what it does: its syntax tree, without docstrings, and without the functions that
only hear or say what happens.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from analyzer.world import world

SHARED = (
    "montecarlo",
    "statistics/controls.py",
    "statistics/histogram.py",
    "statistics/paired.py",
    "statistics/tally.py",
)
"""What decides the numbers of every world."""
ONLY_SAYS = frozenset({"handler", "phrase", "words"})
"""Decorators of functions that turn what happens into lines and sentences."""
TABLES = (".csv", ".yaml")


@cache
def rules_digest(name: str) -> str:
    """The digest of the rules of that world, as they are installed."""
    return digest_of(sources(name))


def digest_of(texts: Mapping[str, bytes]) -> str:
    """The digest of sources and tables by their place below `analyzer`."""
    digest = sha256()
    for place, text in sorted(texts.items()):
        digest.update(f"{place}\n".encode() + (acts(text) if place.endswith(".py") else text) + b"\n")
    return digest.hexdigest()[:16]


def sources(name: str) -> dict[str, bytes]:
    """By its place below `analyzer` every source and table that decides the numbers of that world."""
    its_world = world(name)
    texts: dict[str, bytes] = {}
    for place in (*SHARED, *its_world.RULES):
        entry = files("analyzer").joinpath(*place.split("/"))
        texts |= {at: each.read_bytes() for at, each in _entries(entry, place)}
    return {at: text for at, text in texts.items() if not at.startswith(tuple(its_world.NOT_RULES))}


def _entries(entry: Traversable, place: str) -> Iterator[tuple[str, Traversable]]:
    if not entry.is_dir():
        yield place, entry
        return
    for inner in entry.iterdir():
        if inner.is_dir() or inner.name.endswith((".py", *TABLES)):
            yield from _entries(inner, f"{place}/{inner.name}")


def acts(source: bytes) -> bytes:
    """What a module does, as text that no comment, docstring or phrase changes, the same for every Python."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [each for each in node.body if not (_is_text(each) or _only_says(each))]
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            node.exc.args = []  # what is said of what cannot be
    return _text(tree).encode()


def _is_text(node: ast.stmt) -> bool:
    """A docstring, or a text that explains the constant before it."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _only_says(node: ast.stmt) -> bool:
    if not isinstance(node, ast.FunctionDef):
        return False
    names = {each.func if isinstance(each, ast.Call) else each for each in node.decorator_list}
    return any(isinstance(name, ast.Name) and name.id in ONLY_SAYS for name in names)


def _text(node: object) -> str:
    """A syntax tree as text; what is empty is left out, as versions of Python differ in that."""
    if isinstance(node, ast.AST):
        fields = [(name, _text(value)) for name, value in ast.iter_fields(node) if name not in ("ctx", "type_comment")]
        return f"{type(node).__name__}({','.join(f'{name}={text}' for name, text in fields if text)})"
    if isinstance(node, list):
        return f"[{','.join(map(_text, node))}]" if node else ""
    return "" if node is None else repr(node)
