"""What a reader of a page does: the files with a title are written, lines after `$ ` in `console` blocks are run.

What commands print is never written by hand: they are run when the site is built, page by page, each page in a folder
of its own with the ships of the repository. `tests/docs/test_pages.py` takes the same steps with few flights.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree

from analyzer.cli.app import main
from docs.builder.paths import ROOT

BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
PLACE = re.compile(r"(?:--plot|--export|--save|--flights-out|--out|-o) +(\S+)")
PROMPT = "$ "
COLUMNS = "88"
"""As wide as a page shows without scrolling."""


class Failed(Exception):
    """A command of a page that did not end well."""


@dataclass(frozen=True)
class Typed:
    """A file that the reader writes."""

    name: str
    text: str

    def write(self, folder: Path) -> None:
        """Write it in that folder, or in one inside it."""
        path = folder / self.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text, encoding="utf-8")


@dataclass(frozen=True)
class Command:
    """A command line that the reader gives."""

    line: str

    def words(self, folder: Path, most: int | None = None) -> list[str]:
        """Its words as a shell gives them in that folder, patterns filled in with at most so many files."""
        _, *given = shlex.split(self.line.replace("\\\n", " "))
        return [name for word in given for name in (_matching(word, folder)[:most] if "*" in word else [word])]

    def run(self, folder: Path) -> str:
        """What it prints, run in that folder; raises Failed with what it says of faults."""
        told, faults = io.StringIO(), io.StringIO()
        arguments, sys.argv = sys.argv, ["analyzer", *self.words(folder)]
        try:
            with chdir(folder), redirect_stdout(told), redirect_stderr(faults):
                main()
        except SystemExit as left:
            if left.code:
                raise Failed(f"{self.line}: exit code {left.code}: {faults.getvalue()}") from None
        finally:
            sys.argv = arguments
        return "\n".join(line.rstrip() for line in told.getvalue().splitlines())


def steps(page: str) -> Iterator[Typed | Command]:
    """What a reader of the page writes and runs, in order."""
    for kind, title, text in BLOCK.findall(page):
        if title:
            yield Typed(title, text)
        elif kind == "console":
            yield from _commands(text)


def commands(page: str) -> list[Command]:
    """The commands of a page's text, in order."""
    return [step for step in steps(page) if isinstance(step, Command)]


def written(page: str) -> list[str]:
    """The files and folders that commands of the page write."""
    return [place for command in commands(page) for place in PLACE.findall(command.line)]


def workplace(folder: Path) -> Path:
    """A folder with what commands of pages read: the ships."""
    copytree(ROOT / "ships", folder / "ships")
    return folder


def run_page(page: str, folder: Path) -> list[str]:
    """What each command of the page prints, all steps taken one after the other in that folder, which is made."""
    os.environ |= {"COLUMNS": COLUMNS, "TERM": "dumb"}
    place, printed = workplace(folder), []
    for step in steps(page):
        if isinstance(step, Typed):
            step.write(place)
        else:
            printed.append(step.run(place))
    return printed


def with_output(page: str, printed: list[str]) -> str:
    """The page with what its commands print, each below its command."""
    told = iter(printed)
    return BLOCK.sub(lambda found: "\n".join(_shown(found[3], told)) if found[1] == "console" else found[0], page)


def _shown(block: str, told: Iterator[str]) -> Iterator[str]:
    for command in _commands(block):
        yield f"```sh\n{command.line}\n```\n"
        output = next(told)
        if output:
            yield f"```{{.text .output}}\n{output}\n```\n"


def _commands(block: str) -> Iterator[Command]:
    """A line that begins with the prompt; what follows until the next one goes on with it."""
    for text in f"\n{block}".split(f"\n{PROMPT}")[1:]:
        yield Command(text.rstrip())


def _matching(pattern: str, folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.glob(pattern))
