"""Options that take several words, suggestions for misspelt commands, and the command as typed."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from typer import BadParameter
from typer.core import TyperCommand, TyperGroup

from analyzer.errors import AnalyzerError, nearest

FEW = 3
"""The most commands that are suggested for a typed beginning; more than these are not listed."""


@dataclass(frozen=True)
class Several:
    """A mark of an option that takes several words, e.g. `--rivals A B C` for `--rivals A --rivals B --rivals C`.

    Attributes:
        together: Whether the words are one value, joined by commas; the option may then be given again.
        alone: First words after which the option takes no further word.
    """

    together: bool = False
    alone: tuple[str, ...] = ()


def split_values(texts: Iterable[str] | None, option: str = "") -> list[str]:
    """Return the values of an option as a list, whether it was given once with commas or several times.

    Args:
        texts: The texts of the option; None if it is not given.
        option: The name of an option that must not be empty when it is given; "" if it may be empty.

    Raises:
        AnalyzerError: The option is given, but names nothing, e.g. `,`.
    """
    words = [word for text in texts or () for word in map(str.strip, text.split(",")) if word]
    if option and texts and not words:
        raise AnalyzerError(f"{option}: names nothing: give a value, or leave the option out")
    return words


UNUSED_IN_HELP = {"rich.markdown": "Markdown", "rich.traceback": "Traceback"}
"""Modules that typer's help imports but never uses here, each with the class that typer takes from it."""


def load_help() -> None:
    """Import typer's help without modules that it never uses here; they would take a third of the time of `--help`."""
    absent = {module: ModuleType(module) for module in UNUSED_IN_HELP if module not in sys.modules}
    for module, empty in absent.items():
        setattr(empty, UNUSED_IN_HELP[module], type(UNUSED_IN_HELP[module], (), {}))
    sys.modules.update(absent)
    try:
        import_module("typer.rich_utils")
    finally:
        for module in absent:
            del sys.modules[module]


class WordsCommand(TyperCommand):
    """A command that accepts several words behind an option, e.g. `--rivals A B C`, and other spellings of options.

    It reads them as `--rivals A --rivals B --rivals C`, and as the spelling that help shows.
    """

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help; words in brackets, e.g. `[a, b]`, are printed as they are, not read as Rich markup."""
        load_help()
        # rich would take [a, b] for a style and leave it out
        escaped = copy(self)
        escaped.help = (self.help or "").replace("[", r"\[")
        super(WordsCommand, escaped).format_help(ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments after spreading options that take several words.

        Raises:
            BadParameter: An option is given twice with different values, or a path is empty.
        """
        args = renamed(args, getattr(self.callback, "other_names", {}))
        try:
            args = spread(args, getattr(self.callback, "several_words", {}))
            args = in_digits(args, getattr(self.callback, "whole_numbers", ()))
            _refuse_repeated(self, ctx, args)
            rest = super().parse_args(ctx, [*args])  # which empties the list that it is given
            _refuse_empty_paths(self, ctx, args)
            return rest
        except BadParameter as error:
            error.message = _cure(error)
            raise


POWER = re.compile(r"([0-9]+)(?:\.([0-9]*))?[eE]\+?([0-9]{1,2})")
"""Pattern of a number written with a power of ten."""


def in_digits(args: Sequence[str], names: Collection[str]) -> list[str]:
    """Return the arguments with whole numbers such as 1e6 written in digits, behind options that take whole numbers.

    >>> in_digits(["ship", "--flights", "1.5e3", "--seed=2e1", "--flights", "1.5e0"], ["--flights", "--seed"])
    ['ship', '--flights', '1500', '--seed=20', '--flights', '1.5e0']
    """

    def digits(word: str) -> str:
        match = POWER.fullmatch(word)
        if match is None or len(decimals := (match[2] or "").rstrip("0")) > int(match[3]):
            return word
        return match[1] + decimals + "0" * (int(match[3]) - len(decimals))

    read: list[str] = []
    for before, word in zip(["", *args], args, strict=False):
        name, sign, value = word.partition("=")
        read.append(digits(word) if before in names else name + sign + digits(value) if name in names else word)
    return read


def _refuse_repeated(command: TyperCommand, ctx: Any, args: list[str]) -> None:
    """Raise BadParameter if a single-valued option has several different values, because only one would count."""
    param: Any
    for param in command.params:
        if param.param_type_name != "option" or param.multiple or param.is_flag or param.count:
            continue
        given = _values_of(param.opts, args)
        if len({*given}) > 1:
            raise BadParameter(f"given {len(given)} times ({', '.join(given)[:80]}): give it once", ctx, param)


def _values_of(names: Sequence[str], args: list[str]) -> list[str]:
    """Return the values that are given for an option.

    >>> _values_of(["--level"], ["ship", "--level", "I", "--level=II", "--", "--level", "III"])
    ['I', 'II']
    >>> _values_of(["--level"], [])
    []
    """
    given: list[str] = []
    words = args[: args.index("--")] if "--" in args else args
    for arg, value in zip(words, [*words[1:], ""], strict=False):  # no words at all: nothing, not even ""
        name, is_joined, joined = arg.partition("=")
        if name in names:
            given.append(joined if is_joined else value)
    return given


def _refuse_empty_paths(command: TyperCommand, ctx: Any, args: list[str]) -> None:
    """Raise BadParameter if "" was typed for a path, because it would be read as the folder `.`."""
    if "." in args or not any(arg == "" or arg.endswith("=") for arg in args):
        return
    param: Any
    for param in command.params:
        value = ctx.params.get(param.name)
        if Path() in (value if isinstance(value, list | tuple) else [value]):
            raise BadParameter("the path is empty: name a file or a folder", ctx, param)


def _cure(error: BadParameter) -> str:
    """Return what the user should give instead of a wrong value, e.g. `'many': give a whole number`."""
    from pydantic import ValidationError

    from analyzer.files.flaws import cure_of_error

    if not isinstance(error.__cause__, ValidationError):
        return error.message
    return "; ".join(f"{one['input']!r}: {cure_of_error(one)}" for one in error.__cause__.errors())


class NearCommands(TyperGroup):
    """A group of commands that suggests only commands that resemble a misspelt one."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help."""
        load_help()
        super().format_help(ctx, formatter)

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option --help with the default False, because for None typer would import pydantic."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.default = False
        return option

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command; the error for an unknown one names the command that was probably meant."""
        if args and self.get_command(ctx, args[0]) is None and (meant := self._meant(args[0], ctx)):
            ctx.fail(f"No such command {args[0]!r}. Did you mean {' or '.join(map(repr, meant))}?")
        return super().resolve_command(ctx, args)

    def _meant(self, name: str, ctx: Any) -> list[str]:
        """Return the command whose name resembles the typed one, or else the commands that begin with it, if few."""
        names = self.list_commands(ctx)
        begun = [one for one in names if name and one.startswith(name)]
        near = nearest(name, names)
        return [near] if near else begun if len(begun) <= FEW else []


def renamed(args: list[str], names: Mapping[str, str]) -> list[str]:
    """Return the arguments with options replaced by the spelling that help shows.

    >>> renamed(["a", "--flights", "5", "--flights=5", "--first", "1"], {"--flights": "--games"})
    ['a', '--games', '5', '--games=5', '--first', '1']
    """
    parts = (arg.partition("=") for arg in args)
    return [names.get(name, name) + sign + value for name, sign, value in parts]


def spread(args: list[str], several: Mapping[str, Several]) -> list[str]:
    """Return the arguments with the option repeated before each of its words, or its words joined by commas.

    >>> spread(["a", "--each", "b", "c", "--all", "b", "c"], {"--each": Several(), "--all": Several(together=True)})
    ['a', '--each', 'b', '--each', 'c', '--all', 'b,c']
    """
    out: list[str] = []
    option: str | None = None
    for arg in args:
        if arg.startswith("-"):
            option = arg if arg in several else None
            out.append(arg)
        elif option is None:
            out.append(arg)
        elif out[-1] == option:
            out.append(arg)
            option = None if arg in several[option].alone else option
        elif several[option].together:
            out[-1] += f",{arg}"
        else:
            out += [option, arg]
    return out


def as_typed() -> str:
    """Return the whole command as a line that a shell can read; it always begins with `analyzer`."""
    typed = shlex.join(["analyzer", *sys.argv[1:]])
    # Bytes of a file name that are no UTF-8 come as lone surrogates, which no picture and no page can hold.
    return os.fsencode(typed).decode("utf-8", "backslashreplace")
