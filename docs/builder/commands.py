"""Commands shown in pages: lines of a `console` block that begin with `$ `; what they print is never written by hand.

They are run when the site is built, page by page, each page in a folder of its own that has the ships of the
repository, and the site shows what they print. `tests/test_pages.py` runs the same lines with few flights.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from docs.builder.paths import ROOT

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACE = re.compile(r"(?:--plot|--export|--save|--flights-out|--out|-o) +(\S+)")
PROMPT = "$ "
COLUMNS = "88"
"""As wide as a page shows without scrolling."""


class Failed(Exception):
    """A command of a page that did not end well."""


@dataclass(frozen=True)
class Command:
    """One command line of a page."""

    line: str

    def words(self) -> str:
        """The line without comments and its name: what a shell gives to the command."""
        return re.sub(r"\s+#.*", "", self.line).removeprefix("analyzer").strip()

    def run(self, folder: Path) -> str:
        """What it prints, run in that folder as a shell would; raises Failed with what it says of faults."""
        run = f'"{sys.executable}" -m analyzer {self.words()}'
        here = {"PYTHONPATH": str(ROOT), "COLUMNS": COLUMNS, "TERM": "dumb"}
        done = subprocess.run(
            ["sh", "-c", run], cwd=folder, env=os.environ | here, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise Failed(f"{self.line}: exit code {done.returncode}: {done.stderr}")
        return "\n".join(line.rstrip() for line in done.stdout.splitlines())


def commands(page: str) -> list[Command]:
    """The commands of a page's text, in order."""
    return [command for block in BLOCK.findall(page) for command in _commands(block)]


def written(page: str) -> list[str]:
    """The files and folders that commands of the page write."""
    return [place for command in commands(page) for place in PLACE.findall(command.line)]


def workplace(folder: Path) -> Path:
    """The folder with what commands of pages read: the ships."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ships").symlink_to(ROOT / "ships")
    return folder


def run_page(page: str, folder: Path) -> list[str]:
    """What each command of the page prints, run one after the other in that folder."""
    place = workplace(folder)
    return [command.run(place) for command in commands(page)]


def with_output(page: str, printed: list[str]) -> str:
    """The page with what its commands print, each below its command."""
    told = iter(printed)
    return BLOCK.sub(lambda found: "\n".join(_shown(found[1], told)), page)


def _shown(block: str, told: Iterator[str]) -> Iterator[str]:
    for command in _commands(block):
        yield f"```console\n{PROMPT}{command.line}\n```\n"
        output = next(told)
        if output:
            yield f'```{{.text .output title="prints"}}\n{output}\n```\n'


def _commands(block: str) -> Iterator[Command]:
    """Lines that end with a backslash go on in the next one."""
    for line in block.replace("\\\n", "\\\n  ").split(f"\n{PROMPT}"):
        text = line.removeprefix(PROMPT).strip()
        if text:
            yield Command(text)
