"""Arguments that several calls and verbs share: the default and the meaning of each, and signatures that show them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, Signature, cleandoc, signature, unwrap
from textwrap import fill, indent
from types import FunctionType
from typing import Any, get_args

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
