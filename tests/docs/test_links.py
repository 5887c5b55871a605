"""Links between files of the repository lead to files that are there, and to headings that are in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from docs.builder.commands import written
from tests.places import ROOT

MARKDOWN = MarkdownIt("commonmark").enable("table")
PAGES = [
    ROOT / "README.md",
    *sorted(
        path
        for folder in ("docs", "notebooks", "analyzer", "ships", "reports")
        for ending in ("md", "ipynb")
        for path in (ROOT / folder).rglob(f"*.{ending}")
    ),
]


def text(page: Path) -> str:
    """Markdown of a page; of a notebook that of its cells."""
    read = page.read_text(encoding="utf-8")
    if page.suffix != ".ipynb":
        return read
    return "\n\n".join("".join(cell["source"]) for cell in json.loads(read)["cells"] if cell["cell_type"] == "markdown")


def every(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from every(token.children or [])


def links(page: Path) -> list[str]:
    found = (token.attrGet("href") or token.attrGet("src") for token in every(MARKDOWN.parse(text(page))))
    return [str(link) for link in found if link and not urlsplit(str(link)).scheme]


def headings(page: Path) -> set[str]:
    """The places that headings make, as forges and the site name them."""
    tokens = MARKDOWN.parse(text(page))
    titles = [after.content for token, after in pairwise(tokens) if token.type == "heading_open"]
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def faults(page: Path) -> Iterator[str]:
    made = written(text(page))
    for link in links(page):
        path, _, place = unquote(link).partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.is_relative_to(ROOT):
            yield f"{link} leaves the repository"
        elif target.is_relative_to(ROOT / "reports") and any(target.is_relative_to(ROOT / place) for place in made):
            continue
        elif not target.exists():
            yield f"{link} is not there"
        elif place and place not in headings(target):
            yield f"{link}: {target.name} has no such heading"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_existing_places(page: Path) -> None:
    assert list(faults(page)) == []


def test_broken_links_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    page = tmp_path / "page.md"
    (tmp_path / "other.md").write_text("# Here and There\n")
    page.write_text(
        "[a](other.md) [b](other.md#here-and-there) [c](no.md) [d](other.md#nowhere) [e](../up.md) ![f](g.png)"
    )
    assert list(faults(page)) == [
        "no.md is not there",
        "other.md#nowhere: other.md has no such heading",
        "../up.md leaves the repository",
        "g.png is not there",
    ]
