"""Errors in the user's input, told with the place, the fault and the cure."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from operator import index
from types import FunctionType
from typing import Any, TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")


NEAR = 0.75
"""Similarity from which a name counts as a misspelling: e.g. one wrong letter of three or four, or two of eight."""
MOST_FAULTS = 50
LONGEST_FAULT = 1_000
LONGEST_TEXT = 15_000
"""Limits of a printed error: number of faults, characters of each fault, and characters in all.

The attribute `faults` holds all of them.
"""
LARGEST_NUMBER = 1 << 40
"""Default upper limit of whole numbers; sums and products of such numbers fit into 64 bits."""
LONGEST_VALUE = 120
"""Maximum number of characters of a value that an error repeats."""
STANDARD_INPUT = "standard input"
"""Name of the standard input in messages; as an argument it is typed `-`."""
HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that control a terminal, end a line or change the direction of writing, and lone surrogates."""


class Fault(str):
    """Message that says what is wrong and how to cure it, with its place; as a string, the whole message.

    Args:
        text: the message without its place.
        path: path of the file, or "".
        line: line in the file, from 1, or None.
        square: row and column on the board, or None.

    >>> fault = Fault("unknown code 'XX': use CA", "ship.yaml", 9, (5, 6))
    >>> print(fault)
    ship.yaml, line 9, row 5 column 6: unknown code 'XX': use CA
    >>> fault.line, fault.square
    (9, (5, 6))
    """

    __slots__ = ("line", "path", "square", "text")

    text: str
    path: str
    line: int | None
    square: tuple[int, int] | None

    def __new__(
        cls, text: str, path: str = "", line: int | None = None, square: tuple[int, int] | None = None
    ) -> Fault:
        """Compose the message from its text and place."""
        place = [path] * bool(path)
        if line is not None:
            place.append(f"line {line}")
        if square is not None:
            place.append(f"row {square[0]} column {square[1]}")
        fault = super().__new__(cls, f"{', '.join(place)}: {text}" if place else text)
        fault.text, fault.path, fault.line, fault.square = text, path, line, square
        return fault

    def in_file(self, path: str) -> Fault:
        """Return the fault with another path."""
        return Fault(self.text, path, self.line, self.square)

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.text, self.path, self.line, self.square


class AnalyzerError(ValueError):
    """Error that holds all faults of an input (a file, an option, a name); the command exits with code 2 on it.

    Args:
        faults: one message, or a list of messages.
    """

    def __init__(self, faults: str | Iterable[str]) -> None:
        every = (faults,) if isinstance(faults, str) else faults
        self.faults: tuple[Fault, ...] = tuple(each if isinstance(each, Fault) else Fault(each) for each in every)
        super().__init__("\n".join(self.lines))

    @property
    def lines(self) -> list[str]:
        """Faults as they are printed: one a line, hidden characters written out, shortened if too many or too long."""
        lines: list[str] = []
        room = LONGEST_TEXT
        for fault in self.faults[:MOST_FAULTS]:
            line = visible(fault if len(fault) <= LONGEST_FAULT else f"{fault[:800]} ... {fault[-190:]}")
            room -= len(line)
            if lines and room < 0:
                break
            lines.append(line)
        more = len(self.faults) - len(lines)
        return [*lines, f"and {more:,} more"] if more else lines

    def __reduce__(self) -> tuple[type[AnalyzerError], tuple[tuple[Fault, ...]]]:
        return type(self), (self.faults,)


def visible(text: str) -> str:
    r"""Return a text with hidden characters written out as escapes.

    >>> print(visible("ship\x1b[31m.yaml"))
    ship\x1b[31m.yaml
    """
    return HIDDEN.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def as_argument(path: object) -> str:
    r"""Return a path as it is typed after a command in a shell, quoted if it must be.

    >>> print(as_argument("ships/mine.yaml"), as_argument("my ship.yaml"), as_argument("-x"), as_argument("a\nb"))
    ships/mine.yaml 'my ship.yaml' ./-x $'a\nb'
    """
    from shlex import quote

    if path == STANDARD_INPUT:
        return "-"
    text = f"./{path}" if str(path).startswith("-") else str(path)
    if not HIDDEN.search(text):
        return quote(text)
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"$'{visible(escaped)}'"


@contextmanager
def naming_options() -> Iterator[None]:
    """Let messages name options of the command, such as `--repair`, instead of arguments of Python calls."""
    _NAMING.append("options")
    try:
        yield
    finally:
        _NAMING.pop()


_NAMING = ["arguments"]
"""Stack of words: whether messages name arguments or options. The last entry counts, in all threads of the process."""


def named_setting(name: str, value: object = None) -> str:
    """Return a setting as the reader of the message writes it: as an argument in Python, as an option in the command.

    >>> named_setting("repair", True), named_setting("joined", "F+L"), named_setting("money")
    ('repair=True', "joined='F+L'", 'money')
    >>> with naming_options():
    ...     named_setting("repair", True), named_setting("joined", "F+L"), named_setting("cards_file")
    ('--repair', '--joined F+L', '--cards-file')
    """
    if _NAMING[-1] == "arguments":
        return name if value is None else f"{name}={value!r}"
    option = f"--{name.replace('_', '-')}"
    return option if value is None or value is True else f"{option} {value}"


def all_or_faults(act: Callable[[Given], Made], items: Iterable[Given]) -> list[Made]:
    """Return the results of a function for all items.

    Raises:
        AnalyzerError: if any call raises one; it holds the faults of all calls, each once.
    """
    made: list[Made] = []
    faults: dict[str, None] = {}
    for item in items:
        try:
            made.append(act(item))
        except AnalyzerError as error:
            faults |= dict.fromkeys(error.faults)
    if faults:
        raise AnalyzerError(faults)
    return made


def whole_number(value: object, what: str, lowest: int, highest: int | None = None) -> int:
    """Return a value as a Python integer, at most LARGEST_NUMBER if no other limit is given.

    Raises:
        AnalyzerError: if it is no whole number or out of range.
    """
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = lowest - 1
    most = LARGEST_NUMBER if highest is None else highest
    if isinstance(value, bool) or not lowest <= number <= most:
        to = f"{most:,}" if most >= 1_000_000 else f"{most}"  # numbers such as ports have no commas
        limits = f", at least {lowest}" if highest is None and number < lowest else f" from {lowest} to {to}"
        raise AnalyzerError(f"{what} {brief(value)}: give a whole number{limits}")
    return number


def as_text(value: object, what: str) -> str:
    """Return a text unchanged; raise AnalyzerError for anything else at once, not only when it is shown."""
    if not isinstance(value, str):
        raise AnalyzerError(f"{what} {brief(value)}: give text")
    return value


def brief(value: object) -> str:
    """Return a value as Python writes it, or type and name of an object whose text is long or has several lines.

    >>> brief(5), brief([1] * 1000)[-3:]
    ('5', '...')
    """
    try:
        text = repr(value)
    except Exception:  # an integer of thousands of digits, also within a list; an object that cannot show itself
        return type(value).__name__
    if "\n" not in text and not text.startswith("<"):
        if len(text) <= LONGEST_VALUE:
            return text
        if not hasattr(value, "name"):
            return f"{text[:LONGEST_VALUE]}..."
    return type(value).__name__ + (f" {value.name!r}" if hasattr(value, "name") else "")


def one_of(value: object, allowed: Iterable[object]) -> str:
    """Return a hint that names the value that was probably meant, if one is close, and lists all allowed values."""
    names = [str(name) for name in allowed]
    close = None if value is None else nearest(value if isinstance(value, str) else brief(value), names)
    values = f"se one of {', '.join(names)}"
    return f"did you mean {close}? U{values}" if close else f"u{values}"


def nearest(name: str, names: Iterable[str]) -> str | None:
    """Return the name that was probably meant, or None if none is close enough."""
    from difflib import get_close_matches

    close = get_close_matches(name, list(names), n=1, cutoff=2 / 3 if len(name) == 3 else NEAR)
    return close[0] if close else None


def naming_arguments(load: Callable[[str], object], name: str, package: dict[str, object]) -> object:
    """Load a name of a package when it is first used, and store it in the package; functions are wrapped.

    A wrapped function answers a misspelt argument with a suggestion. Its signature and help list each keyword of its
    `**options`; its type hints stay.

    >>> import analyzer
    >>> analyzer.fly([], worker=2)
    Traceback (most recent call last):
    TypeError: fly() got 'worker'; did you mean 'workers'?
    """
    names: Any = package["__all__"]
    if name not in names and (meant := _meant(name, names)):
        raise AttributeError(f"no attribute {name!r} in {package['__name__']}: did you mean {' or '.join(meant)}?")
    listed = load(name)
    if isinstance(listed, FunctionType) and not hasattr(listed, "__wrapped__"):
        listed = _naming_arguments(listed)
    package[name] = listed
    return listed


def _meant(name: str, names: Any) -> list[str]:
    """Return the names with `name` as one of their words, like `weak_points` for `weak`, or else the nearest one."""
    if name.startswith("_"):
        return []
    words = [listed for listed in names if {name, f"{name}s"} & {*listed.split("_")}]
    return words or [close for close in [nearest(name, names)] if close]


LIST = re.compile(r"(?:Sequence|Iterable)\[(?:(?!\] \|).)*\](?: \| None)?")
ONE = re.compile(r"(?:(?:str|int|float|bool|None|Workers|Processes)(?: \| |$))+")
FUNCTION = re.compile(r"(?:Callable\[.*\]|Progress|Heard)(?: \| None)?")
"""Patterns of the annotations of arguments that take a list, one value, or a function."""
MOST_BITS = 10_000
"""Bits of the largest integer that a call takes. Python writes out no integer of more than 4,300 digits."""


def _listed(value: Any, name: str, kind: str) -> Any:
    """Return the value of an argument, as a list if it is an array or an iterator where a list is needed.

    Only what a call cannot notice itself is refused here, because its own messages say more.

    Args:
        value: the value.
        name: name of the argument.
        kind: its annotation.

    Raises:
        AnalyzerError: for no list where a list is needed, for a list, dict, set or array where one value is needed,
            for anything but True, False, 1 and 0 where a choice is needed, for no function where a function is needed,
            and for an integer of thousands of digits.
    """
    for number in value if isinstance(value, list | tuple) else (value,):
        if isinstance(number, int) and number.bit_length() > MOST_BITS:
            digits = f"{int(number.bit_length() * 0.3):,}"  # a digit has 3.3 bits
            raise AnalyzerError(f"{name}: a number of over {digits} digits: give at most {LARGEST_NUMBER:,}")
    is_choice = type(value).__name__ in {"bool", "bool_"} or (isinstance(value, int) and value in (0, 1))
    if kind == "bool" and not is_choice:
        raise AnalyzerError(f"{name} {brief(value)}: give True or False")
    if FUNCTION.fullmatch(kind) and value is not None and not callable(value):
        raise AnalyzerError(f"{name} {brief(value)}: give a function, or None")
    if LIST.fullmatch(kind) and not (value is None and kind.endswith("None")):
        if not hasattr(value, "__iter__") or getattr(value, "shape", None) == ():
            raise AnalyzerError(f"{name} {brief(value)}: give a list")
        if hasattr(value, "__next__"):
            return list(value)
        return value.tolist() if hasattr(value, "ndim") and hasattr(value, "tolist") else value
    if ONE.fullmatch(kind) and type(value).__hash__ is None:
        raise AnalyzerError(f"{name} {brief(value)}: give one value, not several")
    return value


def _naming_arguments(function: FunctionType) -> Callable[..., Any]:
    from analyzer.arguments import first_misfit, full_docstring, full_signature

    shown = full_signature(function)
    names = tuple(shown.parameters)
    kinds = {name: str(one.annotation) for name, one in shown.parameters.items()}

    @wraps(function)
    def call(*args: Any, **arguments: Any) -> Any:
        for name in arguments:
            if name not in names:
                meant = nearest(name, names)
                cure = f"did you mean {meant!r}?" if meant else f"it takes {', '.join(names)}"
                raise TypeError(f"{function.__name__}() got {name!r}; {cure}")
        listed = [_listed(value, name, kinds[name]) for value, name in zip(args, names, strict=False)]
        listed += args[len(names) :]  # too many, which Python itself refuses
        named = {name: _listed(value, name, kinds[name]) for name, value in arguments.items()}
        try:
            return function(*listed, **named)
        except AnalyzerError:
            raise
        except Exception:
            # Blamed only now, because messages of the call itself say more than a comparison with its annotation.
            given = dict(zip(names, listed, strict=False)) | named
            misfit = first_misfit(function, given)
            if misfit is None:
                raise
            name, allowed = misfit
            raise AnalyzerError(f"{name} {brief(given[name])}: give {allowed}") from None

    call.__signature__, call.__doc__ = shown, full_docstring(function)  # type: ignore[attr-defined]
    setattr(sys.modules[function.__module__], function.__name__, call)  # where pickle looks for it
    return call
