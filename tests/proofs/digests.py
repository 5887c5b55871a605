"""Digests of the code that a proof is about: where it has changed, the proof is run afresh."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from analyzer.runs.digest import acts, sources
from tests.places import ROOT

TREE = ("analyzer", "tests", "ships", "notebooks", "docs/builder", "pyproject.toml")
"""What the tests are about, and the tests."""


def digest_of_tree() -> str:
    """Of every byte of all code and tests."""
    return digest_of(files_below(TREE), Path.read_bytes)


def digest_of_proof(module: str, world: str, beyond: tuple[str, ...] = ()) -> str:
    """Of the rules and tables of a world, of a proof and all test modules behind it, and of what lies at `beyond`.

    Comments, docstrings and functions that only put things into words do not matter.
    """
    rules = {ROOT / "analyzer" / place for place in sources(world)}
    return digest_of({*rules, *modules_of(module), *files_below((f"analyzer/{world}/data", *beyond))}, meaning)


def digest_of(paths: Iterable[Path], read: Callable[[Path], bytes]) -> str:
    """Of what is read of those files, and where they lie."""
    digest = sha256()
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
    """What a source imports from the tests: modules, and perhaps what is in them."""
    imports = [node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.ImportFrom)]
    of_tests = [node for node in imports if (node.module or "").startswith("tests.")]
    return tuple(name for node in of_tests for name in (node.module, *(f"{node.module}.{a.name}" for a in node.names)))
