"""Verbs by name: a verb is read, and made a command, when it is asked for; the command starts without the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

from analyzer.cli.multiword_options import NearCommands, WordsCommand

HOW: dict[str, Any] = {
    "suggest_commands": False,
    "no_args_is_help": True,
    "add_completion": False,
    "pretty_exceptions_enable": False,
}
"""What is said of every group of verbs."""


@dataclass(frozen=True)
class Game:
    """The verbs of a game.

    name, about: how it is called, and what its help says of it
    package: package of the game, with a module in `verbs/` for each question
    answers: by question, in the order of the help, its verbs, each with the first line of its docstring
    modules: by question the module in `verbs/` where each of its verbs is a function of its name
    other_modules: modules of verbs that every game shares, by verb
    of_all: a record of options that every verb has, as `module:name`, "" for none; its `begin()` comes before the verb
    """

    name: str
    about: str
    package: str
    answers: Mapping[str, Mapping[str, str]]
    modules: Mapping[str, str]
    other_modules: Mapping[str, str] = field(default_factory=dict)
    of_all: str = ""

    @cached_property
    def question(self) -> dict[str, str]:
        """By verb the question under which the help tells it."""
        return {verb: question for question, verbs in self.answers.items() for verb in verbs}

    def verb(self, name: str) -> Callable[..., None]:
        """The function of that name."""
        verb: Callable[..., None] = getattr(import_module(self._module(name)), name)
        return verb

    def line(self, name: str) -> TyperCommand:
        """The verb as the help of its game lists it."""
        question = self.question[name]
        return TyperCommand(name, help=self.answers[question][name], rich_help_panel=question)

    def command(self, name: str) -> Any:
        """The verb as a command, with an option for every field of the records that it takes."""
        from analyzer.cli.option_records import one_option_a_field
        from analyzer.cli.stopping import tells_when_stopped

        alone = typer.Typer(**HOW)
        registered = alone.command(name, cls=WordsCommand, rich_help_panel=self.question[name])
        registered(one_option_a_field(tells_when_stopped(self.verb(name)), self._options_of_all()))
        return get_command(alone)

    def commands(self) -> type[NearCommands]:
        """All of its commands, each made when it is asked for; their list in the help needs none of them."""
        game = self

        class Commands(NearCommands):
            is_listing = False

            def format_help(self, ctx: Any, formatter: Any) -> None:
                self.is_listing = True
                try:
                    super().format_help(ctx, formatter)
                finally:
                    self.is_listing = False

            def list_commands(self, ctx: Any) -> list[str]:
                return [*game.question, *(name for name in self.commands if name not in game.question)]

            def get_command(self, ctx: Any, cmd_name: str) -> Any:
                if cmd_name in game.question and cmd_name not in self.commands:
                    if self.is_listing:
                        return game.line(cmd_name)
                    self.add_command(game.command(cmd_name), cmd_name)
                return super().get_command(ctx, cmd_name)

        return Commands

    def _options_of_all(self) -> Any:
        """The record of options that every verb has, None for none."""
        module, _, name = self.of_all.partition(":")
        return getattr(import_module(module), name) if module else None

    def _module(self, name: str) -> str:
        """Where the function of that name stands."""
        return self.other_modules.get(name) or f"{self.package}.verbs.{self.modules[self.question[name]]}"
