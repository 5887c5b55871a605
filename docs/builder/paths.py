"""Where things lie in the repository, and where they come to lie in the site."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def origin(page: str) -> Path:
    """The file of the repository that a page of the site was written in: under docs/, or where it lies."""
    inside = DOCS / page
    return inside if inside.exists() else ROOT / page


def address(path: Path) -> str:
    """Where a file of the repository lies in the site; docs/ is its root, all else keeps its place."""
    home = DOCS if path.is_relative_to(DOCS) else ROOT
    return path.relative_to(home).as_posix()


def between(page: str, target: str) -> str:
    """The link from one page of the site to another place in it.

    >>> between("how-to/designer.md", "ships/2007/I/first-mile.yaml")
    '../ships/2007/I/first-mile.yaml'
    """
    return PurePosixPath(os.path.relpath(target, PurePosixPath(page).parent)).as_posix()
