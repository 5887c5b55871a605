"""Steps that a page shows its reader: files to write, and command lines to run.

Code blocks with a title are files. Lines after `$ ` in `console` blocks are commands, whose output is never written
by hand: they are run when the site is built, page by page, each page in a folder of its own with the repository's
ships. `tests/docs/test_pages.py` takes the same steps with few flights.
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
"""Width of output in columns: as much as a page shows without scrolling."""


class Failed(Exception):
    """Error: a command of a page ended with a nonzero exit code."""


@dataclass(frozen=True)
class Typed:
    """A file that the reader writes."""

    name: str
    text: str

    def write(self, folder: Path) -> None:
        """Write the file in a folder, and the folders of its name."""
        path = folder / self.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text, encoding="utf-8")


@dataclass(frozen=True)
class Command:
    """A command line that the reader runs."""

    line: str

    def words(self, folder: Path, most: int | None = None) -> list[str]:
        """Return the words of the command line after `analyzer`, with patterns filled in.

        Args:
            folder: folder in which patterns are looked up.
            most: largest number of files for a pattern, None for no limit.
        """
        _, *given = shlex.split(self.line.replace("\\\n", " "))
        return [name for word in given for name in (_matching(word, folder)[:most] if "*" in word else [word])]

    def run(self, folder: Path) -> str:
        """Run the command in a folder and return its output.

        Raises:
            Failed: the command ends with an error; says which.
        """
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
    """Yield the files and commands of a page in order."""
    for kind, title, text in BLOCK.findall(page):
        if title:
            yield Typed(title, text)
        elif kind == "console":
            yield from _commands(text)


def commands(page: str) -> list[Command]:
    """Return the commands of a page in order."""
    return [step for step in steps(page) if isinstance(step, Command)]


def written(page: str) -> list[str]:
    """Return the files and folders that the commands of a page write."""
    return [place for command in commands(page) for place in PLACE.findall(command.line)]


def workplace(folder: Path) -> Path:
    """Copy the repository's ships into a folder, where commands of pages read them, and return the folder."""
    copytree(ROOT / "ships", folder / "ships")
    return folder


def run_page(page: str, folder: Path) -> list[str]:
    """Take all steps of a page in a new folder, and return the output of each command.

    Args:
        page: text of the page.
        folder: folder to run in.
    """
    os.environ |= {"COLUMNS": COLUMNS, "TERM": "dumb"}
    place, printed = workplace(folder), []
    for step in steps(page):
        if isinstance(step, Typed):
            step.write(place)
        else:
            printed.append(step.run(place))
    return printed


def with_output(page: str, printed: list[str]) -> str:
    """Return a page with the output of its commands, each below its command."""
    told = iter(printed)
    return BLOCK.sub(lambda found: "\n".join(_shown(found[3], told)) if found[1] == "console" else found[0], page)


def _shown(block: str, told: Iterator[str]) -> Iterator[str]:
    for command in _commands(block):
        yield f"```sh\n{command.line}\n```\n"
        output = next(told)
        if output:
            yield f'```{{.text .output data-search-exclude="true"}}\n{output}\n```\n'


def _commands(block: str) -> Iterator[Command]:
    """Yield the commands of a console block: each begins at a prompt and ends before the next one."""
    for text in f"\n{block}".split(f"\n{PROMPT}")[1:]:
        yield Command(text.rstrip())


def _matching(pattern: str, folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.glob(pattern))
