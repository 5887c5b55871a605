"""Verbs that take records of options, and their conversion to commands with an option for every field."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextvars import copy_context
from copy import copy
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import partial, wraps
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer
from typer.models import ArgumentInfo, OptionInfo

from analyzer.arguments import Argument
from analyzer.cli.multiword_options import Several
from analyzer.cli.watch import be_quiet
from analyzer.files.made import with_seed
from analyzer.files.places import record_files

OUT = ("--out", "--output")
"""Two spellings of one option; verbs accept both, and help shows the one that the verb declares."""


def option(default: Any, help: str = "", *names: str, several: Several | None = None, **how: Any) -> Any:
    """Declare an option of the command; use it as the default of a verb's parameter or a record's field.

    Example: `margin: float = option(0.25, "Ignore differences of at most this many points a game.")`.

    Args:
        default: The default value, `...` for a required option, or the `Argument` that Python calls share with it.
        help: The help; that of the `Argument` if empty.
        *names: Spellings of the option, if they do not follow from the name of the parameter.
        several: How to read the option if it takes several words; None if it takes one.
        **how: Further arguments of `typer.Option`, such as `metavar`.
    """
    if {*OUT} & {*names}:
        help = f"{help.removesuffix('.')}. Missing folders are made."
    return _declared(typer.Option, default, help, names, several, how)


def argument(default: Any, help: str, **how: Any) -> Any:
    """Declare an argument of the command, such as a file, as the default of a verb's parameter; see `option`."""
    return _declared(typer.Argument, default, help, (), None, how)


def _declared(
    kind: Callable[..., OptionInfo | ArgumentInfo],
    default: Any,
    help: str,
    names: tuple[str, ...],
    several: Several | None,
    how: dict[str, Any],
) -> Any:
    """Return a field that holds typer's declaration of an option or argument, and its default."""
    if isinstance(default, Argument):
        default, help = default.default, help or default.help
    annotations = (kind(*names, help=help, **how), *filter(None, [several]))
    return field(default=MISSING if default is ... else default, metadata={ANNOTATIONS: annotations})


ANNOTATIONS = "annotations"
"""Key in a field's metadata that holds an option's typer annotation and, if any, its `Several`."""


class OptionChange:
    """Base class of a verb's changes to a record of options.

    Example: `WithoutFields` in `Annotated[TripOptions, WithoutFields("level")]`.
    """

    def takes(self, name: str) -> bool:
        """Return whether the verb has an option for that field; other fields keep their defaults."""
        return True

    def help_of(self, name: str) -> dict[str, Any]:
        """Return the arguments of `typer.Option`, e.g. `help`, that the verb sets for that field; {} for none."""
        return {}

    def words(self) -> dict[str, str]:
        """Return the words that replace placeholders such as `{trials}` in help texts, by placeholder."""
        return {}

    def other_names(self) -> dict[str, str]:
        """Return further spellings of options, mapped to the spelling that help shows."""
        return {}

    def fixed(self) -> dict[str, Any]:
        """Return the values that the verb sets itself, by field of the record; these fields are no options."""
        return {}


class OnlyFields(OptionChange):
    """A change by a verb that takes only the named fields."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def takes(self, name: str) -> bool:
        """Return whether the field is one of the named fields."""
        return name in self.names


class WithoutFields(OptionChange):
    """A change by a verb that takes all but the named fields."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def takes(self, name: str) -> bool:
        """Return whether the field is none of the named fields."""
        return name not in self.names


class HelpTexts(OptionChange):
    """A change by a verb with its own help texts for some fields, given as keyword arguments."""

    def __init__(self, **helps: str) -> None:
        self.helps = helps

    def help_of(self, name: str) -> dict[str, Any]:
        """Return the verb's own help text of that field, if it has one."""
        return {"help": self.helps[name]} if name in self.helps else {}


@dataclass(frozen=True)
class _Part:
    """A record of options, with the changes that one verb makes to it."""

    record: Any
    changes: tuple[OptionChange, ...]

    def names(self) -> list[str]:
        """Return the names of all fields of the record."""
        return [field.name for field in fields(self.record)]

    def hints(self) -> dict[str, Any]:
        """Return the annotation of each field that is an option of this verb."""
        hints = get_type_hints(self.record, include_extras=True)
        hints |= {one.name: _annotated(one.name, hints[one.name], one) for one in fields(self.record)}
        taken = {name: hints[name] for name in self.names() if _is_option(hints[name])}
        return {name: self._option(name, hint) for name, hint in taken.items() if self._takes(name)}

    def options(self) -> list[inspect.Parameter]:
        """Return a parameter for every option."""
        defaults = {field.name: field.default for field in fields(self.record)}
        keyword = inspect.Parameter.KEYWORD_ONLY
        return [
            inspect.Parameter(name, keyword, default=defaults[name], annotation=hint)
            for name, hint in self.hints().items()
        ]

    def filled(self, arguments: dict[str, Any]) -> Any:
        """Return the record with its values, which are removed from the arguments."""
        values = {name: arguments.pop(name) for name in self.hints()}
        for change in self.changes:
            values |= {name: value for name, value in change.fixed().items() if name in self.names()}
        return self.record(**values)

    def _takes(self, name: str) -> bool:
        """Return whether the verb has an option for that field, by all its changes."""
        return all(change.takes(name) for change in self.changes)

    def _panel(self, name: str) -> str | None:
        """Return the help panel of a field, as named by the class that declares the field."""
        declaring = (one for one in self.record.__mro__ if name in inspect.get_annotations(one))
        return getattr(next(declaring), "PANEL", None)

    def _option(self, name: str, hint: Any) -> Any:
        """Return the annotation of an option as the verb changes it.

        It is put in its help panel, the verb's own help replaces the usual one, and placeholders such as `{trials}`
        become words.
        """
        changes = (*filter(None, [getattr(self.record, "WORDS", None)]), *self.changes)
        kind, *extras = get_args(hint)
        option = copy(next(extra for extra in extras if isinstance(extra, OptionInfo)))
        option.rich_help_panel = option.rich_help_panel or self._panel(name)
        for key, value in ((key, value) for change in changes for key, value in change.help_of(name).items()):
            setattr(option, key, value)
        words = {key: value for change in changes for key, value in change.words().items()}
        if words and option.help:
            option.help = option.help.format_map(words)
        return Annotated[(kind, *(option if isinstance(extra, OptionInfo) else extra for extra in extras))]


def one_option_a_field(verb: Callable[..., None], of_all: Any = None) -> Callable[..., None]:
    """Return the verb as a function for typer: a parameter that is a record becomes one option for every field.

    Args:
        verb: The function of the verb.
        of_all: A record of options that every verb of the game gets, although no verb has a parameter for it. Its
            `begin()` is called before the verb. None for no such options.
    """
    parts: dict[str, _Part] = {}
    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(verb, eval_str=True).parameters.values():
        part = _part(parameter.annotation)
        if part is None:
            parameters.append(_one_option(parameter))
        else:
            parts[parameter.name] = part
            parameters += part.options()
    unseen = None if of_all is None else _Part(of_all, ())
    parameters += unseen.options() if unseen else []

    @wraps(verb)
    def command(**arguments: Any) -> None:
        with_seed(arguments.get("seed"))
        be_quiet(arguments.get("quiet", False))
        records = {name: part.filled(arguments) for name, part in parts.items()}
        before = unseen.filled(arguments).begin if unseen else None
        copy_context().run(_run, before, partial(verb, **arguments, **records))

    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    changes = [change for part in parts.values() for change in part.changes]
    others = {name: own for change in changes for name, own in change.other_names().items()}
    command.other_names = others | _spelt_otherwise(parameters)  # type: ignore[attr-defined]
    command.several_words = _several(parameters)  # type: ignore[attr-defined]
    command.whole_numbers = _whole_numbers(parameters)  # type: ignore[attr-defined]
    return command


def _run(before: Callable[[], None] | None, verb: Callable[[], None]) -> None:
    """Record files from now on, then call `before` and the verb.

    The caller runs this function in a copied context. A default edition that `before` or the verb sets therefore ends
    with the verb.
    """
    record_files()
    if before is not None:
        before()
    verb()


def _part(hint: Any) -> _Part | None:
    """Return the record of options that an annotation names; None if it names none."""
    record, *changes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    return (
        _Part(record, tuple(change for change in changes if isinstance(change, OptionChange)))
        if is_dataclass(record)
        else None
    )


def _one_option(parameter: inspect.Parameter) -> inspect.Parameter:
    """Return a parameter that is an option by itself, as typer reads it."""
    default, hint = parameter.default, parameter.annotation
    if isinstance(default, Field):
        hint = _annotated(parameter.name, hint, default)
        default = inspect.Parameter.empty if default.default is MISSING else default.default
    return inspect.Parameter(parameter.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def _annotated(name: str, hint: Any, declared: Field[Any]) -> Any:
    """Return an option's type hint, annotated with the typer declaration that its field holds.

    Args:
        name: The name of the parameter.
        hint: The type hint.
        declared: The field made by `option` or `argument`; the hint is returned unchanged for any other field.
    """
    if ANNOTATIONS not in declared.metadata:
        return hint
    info, *others = declared.metadata[ANNOTATIONS]
    if hint is bool and info.default is ...:
        info = copy(info)
        info.default = f"--{name.replace('_', '-')}"  # without --no-...
    return Annotated[(hint, info, *others)]


def _is_option(hint: Any) -> bool:
    """Return whether a type hint declares an option or argument."""
    return any(isinstance(extra, OptionInfo) for extra in get_args(hint))


def _spelt_otherwise(parameters: list[inspect.Parameter]) -> dict[str, str]:
    """Return the spelling of `--out` or `--output` that the verb lacks, mapped to the spelling that it has."""
    options = (extra for one in parameters for extra in get_args(one.annotation) if isinstance(extra, OptionInfo))
    names = {name for option in options for name in (option.default, *(option.param_decls or ()))}
    return {other: own for other, own in (OUT, OUT[::-1]) if own in names and other not in names}


def _whole_numbers(parameters: list[inspect.Parameter]) -> set[str]:
    """Return the spellings of the options that take whole numbers."""
    return {
        name
        for one in parameters
        for kind, *extras in [get_args(one.annotation) or (None,)]
        if kind is int or int in get_args(kind)
        for info in extras
        if isinstance(info, OptionInfo)
        for name in (f"--{one.name.replace('_', '-')}", info.default, *(info.param_decls or ()))
        if isinstance(name, str) and name.startswith("-")
    }


def _several(parameters: list[inspect.Parameter]) -> dict[str, Several]:
    """Return the options that take several words."""
    several: dict[str, Several] = {}
    for parameter in parameters:
        for extra in get_args(parameter.annotation):
            if isinstance(extra, Several):
                several[f"--{parameter.name.replace('_', '-')}"] = extra
    return several
