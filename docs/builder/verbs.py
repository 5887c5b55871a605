"""The reference of verbs, made from the command itself: what `--help` knows is all that is said here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from typer.main import get_command

from analyzer.cli.app import app
from docs.builder.paths import between
from docs.builder.text import escaped

FOLDER = "reference/verbs"
OTHERS = "Verbs"


@dataclass(frozen=True)
class Verb:
    """One verb of the command."""

    name: str
    command: Any

    @property
    def group(self) -> str:
        """The heading under which `analyzer --help` lists it."""
        panel = getattr(self.command, "rich_help_panel", None)
        return panel if isinstance(panel, str) else OTHERS

    @property
    def address(self) -> str:
        """Its page in the site."""
        return f"{FOLDER}/{self.name.replace(' ', '/')}.md"

    @property
    def says(self) -> str:
        """What it does, in its own words."""
        return escaped(str(self.command.help or "").strip())

    @property
    def briefly(self) -> str:
        """The first paragraph of that, in one line."""
        return " ".join(self.says.partition("\n\n")[0].split())

    def page(self) -> str:
        """Its page: what it does, how it is called, every argument and option; of a game also its verbs."""
        lines = [f"# analyzer {self.name}", "", self.says, "", *self._details()]
        return "\n".join([*lines, *listed(self.inner(), self.address)])

    def _details(self) -> list[str]:
        """How it is called, and every argument and option."""
        context = self.command.make_context(f"analyzer {self.name}", ["-"], resilient_parsing=True)
        usage = self.command.get_usage(context).removeprefix("Usage: ")
        lines = ["```text", " ".join(usage.split()), "```", ""]
        for heading, kind in (("Arguments", "argument"), ("Options", "option")):
            rows = list(self._rows(context, kind))
            if rows:
                lines += [f"## {heading}", "", f"| {heading.lower()[:-1]} | means |", "|---|---|", *rows, ""]
        return lines

    def inner(self) -> list[Verb]:
        """The verbs of a game that has its own, in the order of its help."""
        return [Verb(f"{self.name} {name}", command) for name, command in _commands(self.command)]

    def parameters(self) -> list[Any]:
        """Its arguments and options that are shown."""
        return [one for one in self.command.params if not getattr(one, "hidden", False)]

    def _rows(self, context: Any, kind: str) -> Iterator[str]:
        for parameter in self.parameters():
            told = parameter.get_help_record(context)
            if parameter.param_type_name == kind and told is not None:
                yield f"| `{told[0]}` | {escaped(' '.join(told[1].split()))} |"


@cache
def verbs() -> list[Verb]:
    """Every verb, in the order of the help."""
    return [Verb(name, command) for name, command in _commands(get_command(app)) if not command.hidden]


def _commands(group: Any) -> list[tuple[str, Any]]:
    """By name the commands of a group, in the order of its help."""
    context = group.make_context(group.name, ["-"], resilient_parsing=True) if hasattr(group, "list_commands") else None
    return [(name, group.get_command(context, name)) for name in group.list_commands(context)] if context else []


def games() -> list[Verb]:
    """Those that stand for a game with verbs of its own."""
    return [verb for verb in verbs() if verb.inner()]


def overview() -> str:
    """A table of all verbs, and one of those of each other game, that lead to their pages."""
    index = f"{FOLDER}/index.md"
    lines = listed(verbs(), index)
    for game in games():
        lines += ["", f"## analyzer {game.name}", "", game.says, *listed(game.inner(), index, "###")]
    return "\n".join([*lines, ""])


def listed(some: list[Verb], page: str, mark: str = "##") -> list[str]:
    """Tables of some verbs, by the headings of the help, that lead from that page to theirs."""
    lines: list[str] = []
    group = OTHERS
    for verb in some:
        if verb.group != group or not lines:
            lines += ["", f"{mark} {verb.group}"] * (verb.group != OTHERS)
            lines += ["", "| verb | what it does |", "|---|---|"]
        group = verb.group
        lines.append(f"| [{verb.name}]({between(page, verb.address)}) | {verb.briefly} |")
    return lines


@cache
def pages() -> dict[str, str]:
    """By address in the site the page of each verb, those of a game behind the page of the game."""
    return {one.address: one.page() for verb in verbs() for one in (verb, *verb.inner())}
