"""Digests of the code that a proof is about: where it has changed, the proof is run afresh."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from tests.doors.runs import rules
from tests.places import ROOT

TREE = ("analyzer", "tests", "ships", "notebooks", "docs/builder", "pyproject.toml")
"""What the tests are about, and the tests."""


def digest_of_tree() -> str:
    """Of every byte of all code and tests."""
    return digest_of(files_below(TREE), Path.read_bytes)


def digest_of_proof(module: str, world: str, beyond: tuple[str, ...] = ()) -> str:
    """Return a digest of a game's rules and tables, a proof, all test modules behind it, and the files at `beyond`.

    Comments and docstrings do not count.
    """
    captains = f"analyzer/{world}/data/captains"
    return digest_of({*modules_of(module), *files_below((captains, *beyond))}, meaning, str(rules(world)))


def digest_of(paths: Iterable[Path], read: Callable[[Path], bytes], also: str = "") -> str:
    """Return a digest of some files, of where they lie, and of another text."""
    digest = sha256(also.encode())
    for path in sorted(paths):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\n" + read(path) + b"\n")
    return digest.hexdigest()[:16]


@cache
def meaning(path: Path) -> bytes:
    """What a module does, or all that another file says."""
    return acts(path.read_bytes()) if path.suffix == ".py" else path.read_bytes()


def files_below(places: Iterable[str]) -> Iterator[Path]:
    """All files at those places of the repository."""
    for place in places:
        for path in (ROOT / place, *(ROOT / place).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def modules_of(name: str) -> set[Path]:
    """The source of a test module, those of all test modules that it imports, and so on."""
    names, paths = [name], set[Path]()
    while names:
        place = ROOT.joinpath(*names.pop().split("."))
        path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if path.is_file() and path not in paths:
            paths.add(path)
            names += names_imported(path)
    return paths


@cache
def names_imported(path: Path) -> tuple[str, ...]:
    """Return what a source imports from the tests: modules, and perhaps what is in them.

    Doors only tell where the product keeps something, which changes no proof.
    """
    imports = [node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.ImportFrom)]
    modules = [(node.module or "", node) for node in imports]
    of_tests = [node for name, node in modules if name.startswith("tests.") and not name.startswith("tests.doors")]
    return tuple(name for node in of_tests for name in (node.module, *(f"{node.module}.{a.name}" for a in node.names)))


def acts(source: bytes) -> bytes:
    """Return what a module does as text, without comments and docstrings, the same for every Python."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [each for each in node.body if not _is_text(each)]
    return _text(tree).encode()


def _is_text(node: ast.stmt) -> bool:
    """Return whether a statement is a docstring, or a text that explains the constant before it."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _text(node: object) -> str:
    """Return a syntax tree as text; empty fields are left out, because versions of Python differ in them."""
    if isinstance(node, ast.AST):
        fields = [(name, _text(value)) for name, value in ast.iter_fields(node) if name not in ("ctx", "type_comment")]
        return f"{type(node).__name__}({','.join(f'{name}={text}' for name, text in fields if text)})"
    if isinstance(node, list):
        return f"[{','.join(map(_text, node))}]" if node else ""
    return "" if node is None else repr(node)
