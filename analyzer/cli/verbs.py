"""Verbs of a game by name; a verb is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from keyword import iskeyword
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
"""The typer settings of every group of verbs."""


@dataclass(frozen=True)
class Game:
    """The verbs of a game.

    Attributes:
        name: The name of its command.
        about: The help of its command.
        package: The game's package, with a module in `verbs/` for each help panel.
        answers: By help panel, in the order of the help, the verbs in it, each with the first line of its docstring.
        modules: By help panel, the module in `verbs/` that holds a function for each of its verbs.
        other_modules: By verb, the module that holds it, for verbs that every game shares.
        of_all: A record of options that every verb has, as `module:name`; "" for none. Its `begin()` is called before
            the verb.
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
        """The help panel of each verb."""
        return {verb: question for question, verbs in self.answers.items() for verb in verbs}

    def verb(self, name: str) -> Callable[..., None]:
        """Import and return the function of a verb."""
        module = self.other_modules.get(name) or f"{self.package}.verbs.{self.modules[self.question[name]]}"
        # `import` is a word of Python: its function is `import_`.
        verb: Callable[..., None] = getattr(import_module(module), name + "_" * iskeyword(name))
        return verb

    def line(self, name: str) -> TyperCommand:
        """Return a verb as a command with name and first help line only, without importing the verb."""
        question = self.question[name]
        return TyperCommand(name, help=self.answers[question][name], rich_help_panel=question)

    def command(self, name: str) -> Any:
        """Return a verb as a command, with an option for every field of the records that it takes."""
        from analyzer.cli.option_records import one_option_a_field
        from analyzer.cli.stopping import tells_when_stopped

        module, _, record = self.of_all.partition(":")
        of_all = getattr(import_module(module), record) if module else None
        alone = typer.Typer(**HOW)
        registered = alone.command(name, cls=WordsCommand, rich_help_panel=self.question[name])
        registered(one_option_a_field(tells_when_stopped(self.verb(name)), of_all))
        return get_command(alone)

    def commands(self) -> type[NearCommands]:
        """Return the class of the game's group of commands, which makes each command when it is asked for."""
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
