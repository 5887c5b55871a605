"""Links of pages to files of the repository outside docs/, which the site takes along."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from docs.builder.paths import DOCS, ROOT, address, between, origin

LINK = re.compile(r"(\]\()([^)#\s:]+)((?:#[^)\s]*)?\))")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


def linked(page: str, text: str) -> Iterator[Path]:
    """Yield the files of the repository outside docs/ that a page links to, whether they exist or not.

    Args:
        page: address of the page.
        text: its text.
    """
    for _, link, _ in LINK.findall(FENCE.sub("", text)):
        path = _target(page, link)
        if not path.is_relative_to(DOCS) and path.is_relative_to(ROOT):
            yield path


def rewritten(page: str, text: str) -> str:
    """Return a page's text with links rewritten for the site.

    Args:
        page: address of the page.
        text: its text.
    """
    return LINK.sub(lambda found: f"{found[1]}{between(page, address(_target(page, found[2])))}{found[3]}", text)


def _target(page: str, link: str) -> Path:
    return Path((origin(page).parent / link).resolve())
