"""Reference of the Python API, made from the public stubs: a page for every heading of a stub."""

from __future__ import annotations

import re
from dataclasses import dataclass

from analyzer.world import WORLDS
from docs.builder.paths import ROOT

FOLDER = "reference/python"
STUBS = {
    "analyzer": "__init__.pyi",
    "analyzer.plots": "plots.pyi",
    "analyzer.types": "types.pyi",
    "analyzer.starship": "starship/__init__.pyi",
    "analyzer.starship.plots": "starship/plots.pyi",
    "analyzer.lorry": "lorry/__init__.pyi",
}
"""Stub below `analyzer` that lists the names of each module."""
NAME = re.compile(r"\bas (\w+)")


@dataclass(frozen=True)
class Heading:
    """A heading of a public stub, with the names below it."""

    module: str
    title: str
    names: tuple[str, ...]

    @property
    def game(self) -> str:
        """Game whose own module this is, "" for Galaxy Trucker and names that all games share."""
        name = self.module.split(".")[1:2]
        return name[0] if name and name[0] in WORLDS else ""

    @property
    def address(self) -> str:
        """Address of the heading's page in the site."""
        page = re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")
        return "/".join([FOLDER, *[self.game] * bool(self.game), f"{page}.md"])

    def page(self) -> str:
        """Return the heading's page in Markdown.

        mkdocstrings fills in signature, docstring and examples of each name.
        """
        return "\n".join([f"# {self.title}", "", *(f"::: {self.module}.{name}\n" for name in self.names)])


def headings() -> list[Heading]:
    """Return the headings of all stubs, which are comments there, with the names below each."""
    found: list[tuple[str, str, list[str]]] = []
    for module, stub in STUBS.items():
        for line in (ROOT / "analyzer" / stub).read_text(encoding="utf-8").splitlines():
            if line.startswith("# ") and not line.startswith("# ruff"):
                title = line.removeprefix("# ")
                # Stubs of pictures have headings such as "of ships".
                title = f"pictures {title}" if title.startswith("of ") else title
                found.append((module, title[0].upper() + title[1:], []))
            elif line.startswith("from ") and not line.startswith("from . "):
                found[-1][2].extend(NAME.findall(line))
    return [Heading(module, title, tuple(names)) for module, title, names in found if names]


def overview() -> str:
    """Return tables of all names for each game, by heading, linked to their pages."""
    lines: list[str] = []
    game = None
    for heading in headings():
        if heading.game != game:
            lines += ["", f"## analyzer.{heading.game}"] * bool(heading.game)
            lines += ["", "| question | names |", "|---|---|"]
        game = heading.game
        page = heading.address.removeprefix(f"{FOLDER}/")
        names = ", ".join(f"[`{name}`]({page}#{heading.module}.{name})" for name in heading.names)
        lines.append(f"| [{heading.title}]({page}) | {names} |")
    return "\n".join([*lines, ""])


def pages() -> dict[str, str]:
    """Return the page of each heading by address in the site."""
    return {heading.address: heading.page() for heading in headings()}
