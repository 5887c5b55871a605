"""Paths of files in the repository, and their addresses in the site."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def origin(page: str) -> Path:
    """Return the file in the repository that a page of the site was written in.

    The file lies under docs/ at the page's address, or else at that address below the repository's root.
    """
    inside = DOCS / page
    return inside if inside.exists() else ROOT / page


def address(path: Path) -> str:
    """Return the address in the site of a file of the repository.

    docs/ is the root of the site, all else keeps its path. A notebook is a page.

    >>> address(ROOT / "notebooks" / "lorry" / "02-trunk-or-sprint.ipynb")
    'notebooks/lorry/02-trunk-or-sprint.md'
    """
    home = DOCS if path.is_relative_to(DOCS) else ROOT
    inside = path.relative_to(home)
    return (inside.with_suffix(".md") if inside.suffix == ".ipynb" else inside).as_posix()


def between(page: str, target: str) -> str:
    """Return the link from one page of the site to another address in it.

    >>> between("how-to/designer.md", "ships/2007/I/first-mile.yaml")
    '../ships/2007/I/first-mile.yaml'
    """
    return PurePosixPath(os.path.relpath(target, PurePosixPath(page).parent)).as_posix()
