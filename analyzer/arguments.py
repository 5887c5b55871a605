"""Arguments that several calls and verbs share: the default and the meaning of each, and signatures that show them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, Signature, cleandoc, signature, unwrap
from numbers import Integral, Real
from pathlib import Path
from textwrap import fill, indent
from types import FunctionType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

WIDTH = 100
"""Characters in a line of help."""


@dataclass(frozen=True)
class Argument:
    """An argument of Python calls that the command has as an option.

    A record of arguments (a `TypedDict`) names it in its annotation: `seed: Annotated[int, SEED]`.

    Attributes:
        default: The value if none is given.
        help: The meaning, in sentences that hold for the argument and for the option.
        python: A further sentence for the Python argument only, not for the option.
    """

    default: Any
    help: str
    python: str = ""

    @property
    def meaning(self) -> str:
        """The meaning of the argument in Python: `help`, then `python`."""
        return f"{self.help} {self.python}".strip()


PRECISION = Argument(
    None,
    "Run until the 95% interval of the score is at most plus or minus this number, e.g. 0.05.",
    "A mapping gives a number for each of several metrics by name.",
)
FIRST = Argument(0, "Number of the first trial. To share one seed between machines, give each its own range.")
WORKERS = Argument(
    "auto",
    "Number of processes, or `auto`: begin with one, and use all processors where that makes the run shorter and "
    "memory allows it. Results do not depend on it.",
    "A `cluster` may stand in place of a number.",
)
SAVE = Argument(None, "Save progress in this file. The same run continues from it.")
PLAIN = Argument(False, "Show plain means, not corrected with the known chances of draws and rolls.")
PROGRESS = Argument(None, "Function that is called with the number of trials just run.")


def full_signature(function: Callable[..., Any]) -> Signature:
    """Return the signature of a call with the keywords of `**options: Unpack[Record]` one by one.

    >>> import analyzer
    >>> [name for name in full_signature(analyzer.swap).parameters][:6]
    ['ship', 'square', 'level', 'flights', 'seed', 'rivals']
    """
    whole = signature(function)
    parameters = [one for one in whole.parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
    keywords = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=argument.default, annotation=annotation)
        for name, annotation, argument in shared_keywords(function)
    ]
    return whole.replace(parameters=[*parameters, *keywords])


def names_of(call: Callable[..., Any]) -> list[str]:
    """Return the names of a call's arguments, with those of `**options: Unpack[Record]` one by one."""
    return [*full_signature(unwrap(call)).parameters]


def full_docstring(function: FunctionType) -> str | None:
    """Return the docstring of a call, followed by the meaning of each keyword that it takes by `**options`."""
    told = (f"{name}: {argument.meaning}" for name, _, argument in shared_keywords(function))
    lines = [indent(fill(text, WIDTH, subsequent_indent="    "), "    ") for text in told]
    if not function.__doc__ or not lines:
        return function.__doc__
    return "\n".join([cleandoc(function.__doc__), "", "Keywords shared with other calls:", *lines])


def shared_keywords(function: Callable[..., Any]) -> Iterator[tuple[str, str, Argument]]:
    """Yield name, annotation and argument for each keyword that a call takes by `**options: Unpack[Record]`."""
    for parameter in signature(function).parameters.values():
        if parameter.kind is Parameter.VAR_KEYWORD:
            (record,) = get_args(eval(parameter.annotation, function.__globals__))
            yield from keywords_of(record)


@cache  # many calls share a record
def keywords_of(record: Any) -> tuple[tuple[str, str, Argument], ...]:
    """Return name, annotation as written, and argument for each key of a record."""
    keywords = []
    for name, annotation in record.__annotations__.items():
        written = ast.parse(annotation.__forward_arg__, mode="eval").body  # `Annotated[kind, arguments.NAME]`
        kind, argument = map(ast.unparse, written.slice.elts)
        # of the module of the key: `get_type_hints` looks names of inherited keys up in that of the record
        keywords.append((name, kind, eval(argument, vars(sys.modules[annotation.__forward_module__]))))
    return tuple(keywords)


IN_WORDS: dict[Any, str] = {
    str: "text", int: "a whole number", float: "a number", bool: "True or False", Path: "a path", type(None): "None",
}  # fmt: skip
"""Names in messages of types that annotations name."""
WIDER: dict[Any, Any] = {int: Integral, float: Real}
"""Types in annotations that stand for a wider one: numpy's numbers fit, too."""


def first_misfit(function: FunctionType, given: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the first argument that does not fit its annotation, and the types that fit, in words; None if all fit.

    Args:
        function: the call.
        given: the arguments by name.
    """
    written = {name: (kind, vars(sys.modules[module])) for name, kind, module in _annotations(function)}
    for name, value in given.items():
        try:
            kind = eval(*written[name])
        except (KeyError, NameError):
            continue  # a name that is imported for type checkers only
        if not _fits(value, kind):
            *others, last = dict.fromkeys(_in_words(kind))
            return name, f"{', '.join(others)} or {last}" if others else last
    return None


def _annotations(function: FunctionType) -> Iterator[tuple[str, str, str]]:
    """Yield name, annotation as written, and module in which its names are looked up, for each argument of a call."""
    for parameter in signature(function).parameters.values():
        if parameter.kind is not Parameter.VAR_KEYWORD:
            yield parameter.name, str(parameter.annotation), function.__module__
            continue
        (record,) = get_args(eval(parameter.annotation, function.__globals__))
        modules = {name: annotation.__forward_module__ for name, annotation in record.__annotations__.items()}
        yield from ((name, kind, modules[name]) for name, kind, _ in keywords_of(record))


def _fits(value: Any, kind: Any) -> bool:
    """Return whether a value, with its elements if it is a collection, is of the type that an annotation names."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return any(_fits(value, one) for one in inner)
    if origin is Literal:
        return isinstance(value, str | int | bytes | None) and value in inner  # no array, which equals part by part
    if origin is None:
        return _is_plain(value, type(None) if kind is None else object if kind is Any else WIDER.get(kind, kind))
    fits = isinstance(value, origin) and not isinstance(value, str | bytes)  # a text is no list
    if not fits or origin is Callable or not isinstance(value, Collection):
        return fits
    if isinstance(value, Mapping):
        return all(_fits(key, inner[0]) and _fits(each, inner[1]) for key, each in value.items())
    kinds = inner if origin is tuple and ... not in inner else inner[:1] * len(value)
    return len(value) == len(kinds) and all(map(_fits, value, kinds))


def _is_plain(value: Any, kind: Any) -> bool:
    """Return whether a value is of a type without parts; a bool is no number."""
    try:
        return isinstance(value, kind) and (kind in (bool, object) or not isinstance(value, bool))
    except TypeError:  # a protocol that cannot be tested at run time
        return True


def _in_words(kind: Any) -> Iterator[str]:
    """Yield what a message calls each type that an annotation allows."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        for one in inner:
            yield from _in_words(one)
    elif origin is Literal:
        yield from map(repr, inner)
    elif origin is Callable:
        yield "a function"
    elif origin is not None and issubclass(origin, Mapping):
        yield "a mapping"
    elif origin is not None and issubclass(origin, Iterable):
        words = dict.fromkeys(_in_words(inner[0]))
        yield f"a list of {' or '.join(map(_plural, words))}"
    else:
        name = getattr(kind, "__name__", str(kind))
        yield IN_WORDS.get(kind) or f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _plural(words: str) -> str:
    """Return the plural of a noun with its article, as in `whole numbers` for `a whole number`; others stay."""
    article, _, noun = words.partition(" ")
    if article not in {"a", "an"}:
        return words
    return f"lists{noun.removeprefix('list')}" if noun.startswith("list of") else f"{noun}s"
