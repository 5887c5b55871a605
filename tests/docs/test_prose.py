"""Prose in Markdown ends at 100 columns, so that it can be read, compared and edited in any window."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.places import ROOT

MARKDOWN = MarkdownIt("commonmark").enable("table")
COLUMNS = 100
GENERATED = {ROOT / "docs" / "metrics.md"}
"""Pages that are written by the program, tables and sentences alike."""
PAGES = [
    ROOT / "README.md",
    ROOT / "analyzer" / "trucker" / "data" / "README.md",
    *sorted(page for place in ("docs", "notebooks", "reports") for page in (ROOT / place).rglob("*.md")),
]
WHOLE = re.compile(r"`[^`]*`|!?\[[^]]*\]\([^)]*\)")
"""Code and links, which may have to stay in one line."""
MARKS = re.compile(r"^(?:> ?| |[-*+] |\d+\. )*")
"""What stands before the first word of a line."""


def too_long(text: str) -> Iterator[int]:
    """The lines of a page that are prose, too long, and could be broken; tables, code and HTML are no prose."""
    lines = text.splitlines()
    for opening, _ in pairwise(MARKDOWN.parse(text)):
        if opening.type == "paragraph_open" and opening.map:
            yield from (number + 1 for number in range(*opening.map) if can_be_shorter(lines[number]))


def can_be_shorter(line: str) -> bool:
    words = WHOLE.sub(lambda whole: "x" * len(whole[0]), MARKS.sub(lambda marks: "x" * len(marks[0]), line))
    return len(line) > COLUMNS and " " in words[: COLUMNS + 1]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page not in GENERATED], ids=lambda page: str(page.relative_to(ROOT))
)
def test_prose_ends_at_a_hundred_columns(page: Path) -> None:
    assert list(too_long(page.read_text(encoding="utf-8"))) == []


def test_a_line_that_is_too_long_is_found_and_what_cannot_be_broken_is_not() -> None:
    word, link = "word " * 25, f"[{'a name ' * 10}](https://example.org/{'x' * 50})"
    table, code = f"| {word} |\n|---|\n| {word} |", f"```text\n{word}\n```\n\n    {word}"
    page = f"{word}\n\n{table}\n\n- {word}\n\n{code}\n\n{link}\n\nand {link}"
    assert list(too_long(page)) == [1, 7, 17]
