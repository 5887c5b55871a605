"""The reference of the Python API, made from the public faces: a page for every heading of their stubs."""

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
"""By module the list of its names below `analyzer`."""
NAME = re.compile(r"\bas (\w+)")


@dataclass(frozen=True)
class Heading:
    """One question of the public face, and the names that answer it."""

    module: str
    title: str
    names: tuple[str, ...]

    @property
    def game(self) -> str:
        """The game that has a face of its own, "" for Galaxy Trucker and what all share."""
        name = self.module.split(".")[1:2]
        return name[0] if name and name[0] in WORLDS else ""

    @property
    def address(self) -> str:
        """Its page in the site."""
        page = re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")
        return "/".join([FOLDER, *[self.game] * bool(self.game), f"{page}.md"])

    def page(self) -> str:
        """Its page: each name with signature, docstring and examples, filled in by mkdocstrings."""
        return "\n".join([f"# {self.title}", "", *(f"::: {self.module}.{name}\n" for name in self.names)])


def headings() -> list[Heading]:
    """The comments of the stubs with the names below each; games and other modules have pages of their own."""
    found: list[tuple[str, str, list[str]]] = []
    for module, stub in STUBS.items():
        for line in (ROOT / "analyzer" / stub).read_text(encoding="utf-8").splitlines():
            if line.startswith("# ") and not line.startswith("# ruff"):
                title = line.removeprefix("# ")
                title = f"pictures {title}" if title.startswith("of ") else title
                found.append((module, title[0].upper() + title[1:], []))
            elif line.startswith("from ") and not line.startswith("from . "):
                found[-1][2].extend(NAME.findall(line))
    return [Heading(module, title, tuple(names)) for module, title, names in found if names]


def overview() -> str:
    """A table of all names for each game, by heading, that leads to their pages."""
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
    """By address in the site the page of each heading."""
    return {heading.address: heading.page() for heading in headings()}
