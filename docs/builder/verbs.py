"""Reference of verbs, made from the command's own help."""

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
        """Heading under which `analyzer --help` lists the verb."""
        panel = getattr(self.command, "rich_help_panel", None)
        return panel if isinstance(panel, str) else OTHERS

    @property
    def address(self) -> str:
        """Address of the verb's page in the site."""
        return f"{FOLDER}/{self.name.replace(' ', '/')}.md"

    @property
    def says(self) -> str:
        """Help text of the verb, escaped for Markdown."""
        return escaped(str(self.command.help or "").strip())

    @property
    def briefly(self) -> str:
        """First paragraph of the help text in one line."""
        return " ".join(self.says.partition("\n\n")[0].split())

    def page(self) -> str:
        """Return the page of the verb: help, usage, arguments and options; of a game also its verbs."""
        lines = [f"# analyzer {self.name}", "", self.says, "", *self._details()]
        return "\n".join([*lines, *listed(self.inner(), self.address)])

    def _details(self) -> list[str]:
        """Return the lines of usage, arguments and options."""
        context = self.command.make_context(f"analyzer {self.name}", ["-"], resilient_parsing=True)
        usage = self.command.get_usage(context).removeprefix("Usage: ")
        lines = ["```text", " ".join(usage.split()), "```", ""]
        for heading, kind in (("Arguments", "argument"), ("Options", "option")):
            rows = list(self._rows(context, kind))
            if rows:
                lines += [f"## {heading}", "", f"| {heading.lower()[:-1]} | means |", "|---|---|", *rows, ""]
        return lines

    def inner(self) -> list[Verb]:
        """Return the verbs of a game that has its own, in the order of its help."""
        return [Verb(f"{self.name} {name}", command) for name, command in _commands(self.command)]

    def parameters(self) -> list[Any]:
        """Return the arguments and options that are shown."""
        return [one for one in self.command.params if not getattr(one, "hidden", False)]

    def _rows(self, context: Any, kind: str) -> Iterator[str]:
        for parameter in self.parameters():
            told = parameter.get_help_record(context)
            if parameter.param_type_name == kind and told is not None:
                yield f"| `{told[0]}` | {escaped(' '.join(told[1].split()))} |"


@cache
def verbs() -> list[Verb]:
    """Return every verb, in the order of the help."""
    return [Verb(name, command) for name, command in _commands(get_command(app)) if not command.hidden]


def _commands(group: Any) -> list[tuple[str, Any]]:
    """Return name and command of each verb in a group, in the order of its help."""
    context = group.make_context(group.name, ["-"], resilient_parsing=True) if hasattr(group, "list_commands") else None
    return [(name, group.get_command(context, name)) for name in group.list_commands(context)] if context else []


def games() -> list[Verb]:
    """Return the verbs that stand for a game with verbs of its own."""
    return [verb for verb in verbs() if verb.inner()]


def overview() -> str:
    """Return tables of all verbs, with those of each other game, linked to their pages."""
    index = f"{FOLDER}/index.md"
    lines = listed(verbs(), index)
    for game in games():
        lines += ["", f"## analyzer {game.name}", "", game.says, *listed(game.inner(), index, "###")]
    return "\n".join([*lines, ""])


def listed(some: list[Verb], page: str, mark: str = "##") -> list[str]:
    """Return the lines of tables of some verbs, by headings of the help.

    Args:
        some: the verbs.
        page: address of the page that the links start from.
        mark: marks before a heading.
    """
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
    """Return the page of each verb by address in the site; verbs of a game come after the game."""
    return {one.address: one.page() for verb in verbs() for one in (verb, *verb.inner())}
