"""Links of pages to files of the repository outside docs/: the site takes these along, so that links lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from docs.builder.paths import DOCS, ROOT, address, between, origin

LINK = re.compile(r"(\]\()([^)#\s:]+)((?:#[^)\s]*)?\))")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


def linked(page: str, text: str) -> Iterator[Path]:
    """The files of the repository outside docs/ to which the page links, whether they are there or not."""
    for _, link, _ in LINK.findall(FENCE.sub("", text)):
        path = _target(page, link)
        if not path.is_relative_to(DOCS) and path.is_relative_to(ROOT):
            yield path


def rewritten(page: str, text: str) -> str:
    """The page's text with links as they must be in the site."""
    return LINK.sub(lambda found: f"{found[1]}{between(page, address(_target(page, found[2])))}{found[3]}", text)


def _target(page: str, link: str) -> Path:
    return Path((origin(page).parent / link).resolve())
