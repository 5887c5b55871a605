"""Small YAML files, with the line of every fault and its cure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from analyzer.errors import HIDDEN, STANDARD_INPUT, AnalyzerError, Fault, as_argument, brief
from analyzer.files.flaws import PlacedFlaw, by_line, in_file, line_of, schema_flaws
from analyzer.files.places import STDIN, near_file, read_bytes
from analyzer.files.yamltree import read

Schema = TypeVar("Schema", bound=BaseModel)
Built = TypeVar("Built")

LARGEST = 1_000_000
"""Maximum number of bytes of a file; a ship or captain file has a few thousand."""
MOST_ENTRIES = 20_000
"""Maximum number of lines and commas of a file; a long record of a game has some thousands."""
FIELDS = 20
"""Most unknown fields that are reported as one fault, a wrong kind of file; of more, each is a fault."""
DRAWING = re.compile(r"( *(?:- +)*)(?:grid|map):[ \t]*\|[+-]?[ \t]*(?:#.*)?")
"""Pattern of a line above a drawing whose indentation is not given, such as `grid: |`."""


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        AnalyzerError: if it cannot be read, is too large, or is no UTF-8.
    """
    try:
        return read_bytes(path, LARGEST).decode("utf-8-sig")
    except AnalyzerError:
        raise
    except FileNotFoundError:
        meant = near_file(path)
        raise AnalyzerError(
            Fault(f"no such file; did you mean {meant}?" if meant else "no such file", str(path))
        ) from None
    except UnicodeDecodeError as error:
        fault = Fault(f"not a text file in UTF-8 (byte {error.start}): save it as UTF-8", str(path))
        raise AnalyzerError(fault) from None
    except (OSError, ValueError) as error:
        fault = Fault(f"cannot be read: {getattr(error, 'strerror', None) or error}", str(path))
        raise AnalyzerError(fault) from None


class Text(NamedTuple):
    """Text of a file that was read before."""

    text: str
    where: str
    """Name of the file, for messages."""


HOLDERS = ("file", "text")
"""Fields of a verb's JSON that hold the text of a file; another verb reads that file out of the JSON."""
Source = str | Path | Text | Mapping[str, Any]
"""Path, text or fields of a file."""


def _nothing(data: Mapping[str, Any], where: str) -> None:
    """Accept every file: the default of `FileKind.refuse`."""


@dataclass(frozen=True)
class FileKind:
    """Kind of file: its name and game, and the other kinds that must not be taken for it.

    Args:
        called: its name in messages, e.g. "position file".
        game: value that the field `game` may have, or "" for games whose files lack that field.
        refuse: function of a file's fields and name that raises AnalyzerError if the file is of another kind.
        within: function of a file's fields and name that returns a context in which to read them, e.g. with an edition
            as the default.
        others: by a field that only another kind of file has, the name of that kind and the command that reads it.
        without: fields that the schema does not check.
        listed: field that gets the list of a file that is nothing but a list; "" to refuse such files.
    """

    called: str
    game: str = ""
    refuse: Callable[[Mapping[str, Any], str], None] = _nothing
    within: Callable[[Any, str], AbstractContextManager[None]] = lambda data, where: nullcontext()
    others: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    listed: str = ""

    def content(self, source: object) -> tuple[Mapping[str, Any], str]:
        """Return the fields of a file, and its name for messages.

        Raises:
            AnalyzerError: if it is no path, text or mapping, cannot be read, or is of another kind.
        """
        if isinstance(source, str | Path):
            source = Text(read_text(Path(source)), STANDARD_INPUT if str(source) == STDIN else str(source))
        if isinstance(source, Text):
            data, where = parse_mapping(source.text, source.where, self.game, self.listed), source.where
            held = next((name for name in HOLDERS if isinstance(data.get(name), str) and "\n" in data[name]), None)
            if held is not None:
                where = f"{where}, field {held}"
                data = parse_mapping(data[held], where, self.game, self.listed)
        elif isinstance(source, Mapping):
            data, where = source, self.called.split()[0]
        else:
            raise AnalyzerError(f"{brief(source)}: give the path of a {self.called}")
        self.refuse(data, where)
        return data, where


def load(
    schema: type[BaseModel], source: object, kind: FileKind, build: Callable[[CheckedContent], Built | None]
) -> Built:
    """Return the object that a file describes.

    Args:
        schema: schema of its fields.
        source: path, `Text` or fields of the file.
        kind: kind of file.
        build: function that makes the object from the fields that the schema accepts, and adds flaws that the schema
            cannot find. It returns None if there are too many flaws.

    Raises:
        AnalyzerError: with every fault, each with its place and cure.
    """
    data, where = kind.content(source)
    return load_fields(schema, data, where, kind, build)


def load_fields(
    schema: type[BaseModel], data: Any, where: str, kind: FileKind, build: Callable[[CheckedContent], Built | None]
) -> Built:
    """Return the object that fields describe, like `load`; the fields may be a part of another file."""
    with kind.within(data, where):
        judged = check_content(schema, data, where, kind.without)
        built = build(judged)
    faults = judged.faults
    if built is None or faults:
        known_as = next((text.format(as_argument(where)) for name, text in kind.others.items() if name in data), "")
        refuse_other_kind(schema, plain(data), where, known_as)
        raise AnalyzerError(faults)
    return built


def refuse_record(source: object, kind: FileKind, steps: str, review: str) -> None:
    """Raise AnalyzerError for a record of a game where a position is needed.

    Args:
        source: path of a file, or its fields; anything else is no record.
        kind: kind of file that is needed.
        steps: field in which records list what happened.
        review: command that judges the decisions of a record.
    """
    if isinstance(source, str | Path | Mapping):
        data, where = replace(kind, called="record", refuse=_nothing).content(source)
        if data.get(steps):
            raise AnalyzerError(Fault(f"is a record: judge its decisions with `{review} {as_argument(where)}`", where))


def as_schema(schema: type[Schema]) -> Callable[[CheckedContent], Schema | None]:
    """Return a function that makes an instance of the schema, for the argument `build` of `load`.

    The function returns None if the content of the file has flaws.
    """
    return lambda judged: None if judged.flaws else schema.model_validate(plain(judged.data))


def parse_mapping(text: str, where: str, game: str = "", listed: str = "") -> Any:
    """Return the mapping in a YAML text, with line numbers for `line_of`.

    Args:
        text: the text.
        where: path of the file, for messages.
        game: value that the field `game` may have, or "" for games whose files lack that field.
        listed: field that gets the list if the text is a list; "" to refuse lists.

    Raises:
        AnalyzerError: if the text is no such mapping, or a file of another game.
    """
    text = with_margins(text.replace("\r\n", "\n"))
    if (entries := text.count("\n") + text.count(",")) > MOST_ENTRIES:
        raise AnalyzerError(Fault(f"{entries:,} lines and entries: such a file has at most {MOST_ENTRIES:,}", where))
    data = read(text, where, listed)
    _refuse_other_game(data, where, game)
    return data


def with_margins(text: str) -> str:
    r"""Return the text with the indentation of drawings written out, e.g. `|2`, where YAML would guess it wrongly.

    YAML takes the indentation of a drawing's first line, and would refuse lines that are indented less.

    >>> print(with_margins("grid: |\n    5 6\n  5 . .\n"), end="")
    grid: |2
        5 6
      5 . .
    """
    if "|" not in text:
        return text
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if (match := DRAWING.fullmatch(line)) is None:
            continue
        column, margins = len(match[1]), []
        for place, below in enumerate(lines[number + 1 :], number + 1):
            if "\t" not in below or ":" in below:
                break
            # pasted from a spreadsheet: at the left edge, the first cell of the first line empty
            bare = below.lstrip(" ")
            lines[place] = " " * max(len(below) - len(bare), column + 1) + bare.removeprefix("\t")
        for below in lines[number + 1 :]:
            if below.strip(" "):
                margin = len(below) - len(below.lstrip(" "))
                if margin <= column:
                    break
                margins.append(margin)
        if margins and min(margins) < margins[0]:
            # YAML allows a single digit of indentation.
            lines[number] = f"{line[: line.index('|')]}|{min(min(margins) - column, 9)}"
    return "\n".join(lines)


SIMPLE = re.compile(r"\w+|\.{0,2}/?\w[\w./-]*")
"""Pattern of paths and names that need no quotes."""


def as_scalar(text: str) -> str:
    """Return a text as YAML writes it after a colon, quoted if it must be.

    >>> print(as_scalar("../mine"), as_scalar("my: edition"), as_scalar("[x]"))
    ../mine "my: edition" "[x]"
    """
    import json

    return text if SIMPLE.fullmatch(text) else json.dumps(text, ensure_ascii=bool(HIDDEN.search(text)))


def _refuse_other_game(data: Any, where: str, game: str) -> None:
    """Raise AnalyzerError for a file that names another game in its field `game`."""
    other = data.get("game", game)
    if isinstance(other, str) and other != game and other.isascii() and other.isalpha():
        line = line_of(data, ("game",))
        text = f"is a file of another game: try `analyzer {other} inspect {as_argument(where)}`"
        raise AnalyzerError(Fault(text, where, line))


def refuse_other_kind(schema: type[BaseModel], values: dict[str, Any], where: str, known_as: str = "") -> None:
    """Raise a single AnalyzerError if a file is of another kind, e.g. a captain instead of a ship.

    A file counts as another kind if it has several unknown fields, and no known fields except name, notes and game.

    Args:
        schema: schema of the kind needed.
        values: fields of the file.
        where: path of the file.
        known_as: the kind that the fields show, with the command that reads it; a single unknown field is then enough.
            "" if the kind is unknown.
    """
    kind, common = " ".join(re.findall("[A-Z][a-z]*", schema.__name__)).lower(), {"name", "notes", "game"}
    unknown = [name for name in values if name not in schema.model_fields]
    if (
        kind.endswith(" file")
        and (not known_as) < len(unknown) <= FIELDS
        and not ({*values} & {*schema.model_fields} - common)
    ):
        fields = ", ".join(name for name in schema.model_fields if name not in common)
        if known_as:
            raise AnalyzerError(Fault(f"is {known_as}", where))
        raise AnalyzerError(Fault(f"is not a {kind}, which has the fields {fields}: name another file", where))


@dataclass
class CheckedContent:
    """Content of a file, or of a part of one: its valid fields, and all flaws found so far.

    Args:
        data: all fields as they were read.
        where: name of the file, for messages.
        right: the valid fields, as the schema has them.
        flaws: flaws found so far, each with its place in the data.
        wrong: by invalid field the indices of its invalid list entries; empty if the field is no list.
        elsewhere: faults that name their place already, such as those of a file that this one names.
    """

    data: Any
    where: str
    right: dict[str, Any]
    flaws: list[PlacedFlaw]
    wrong: dict[str, set[int]]
    elsewhere: list[Fault] = field(default_factory=list)

    @property
    def faults(self) -> list[Fault]:
        """All faults found so far, sorted by line."""
        return by_line([*in_file(self.flaws, self.data, self.where), *self.elsewhere])


def check_content(schema: type[BaseModel], data: Any, where: str = "", without: Collection[str] = ()) -> CheckedContent:
    """Return the valid fields of data, and the flaws of all other fields, so that valid ones can be checked further.

    Args:
        schema: the schema.
        data: the fields.
        where: name of the file, for messages.
        without: fields that the schema does not check.
    """
    values = {name: value for name, value in plain(data).items() if name not in without}
    try:
        return CheckedContent(data, where, dict(schema.model_validate(values)), [], {})
    except ValidationError as error:
        errors = error.errors()
    wrong: dict[str, set[int]] = {}
    for fault in errors:
        name, *entry = fault["loc"] or ("",)
        wrong.setdefault(str(name), set()).update(number for number in entry[:1] if isinstance(number, int))
    right = {
        name: _read(field, values[name]) if name in values else field.get_default(call_default_factory=True)
        for name, field in schema.model_fields.items()
        if name not in wrong
    }
    return CheckedContent(data, where, right, [*schema_flaws(schema, errors, values)], wrong)


def _read(field: FieldInfo, value: Any) -> Any:
    """Return the value of one field, validated and converted by its type in the schema."""
    kind: Any = Annotated[field.annotation, field]
    return TypeAdapter(kind).validate_python(value)


def plain(data: Any) -> Any:
    """Return data in Python's own types, without line numbers."""
    if isinstance(data, dict):
        return {str(key): plain(value) for key, value in data.items()}
    if isinstance(data, list):
        return [plain(value) for value in data]
    if isinstance(data, str):
        return str(data)
    if isinstance(data, bool) or data is None:
        return data
    if isinstance(data, float):
        return float(data)
    return int(data) if isinstance(data, int) else data
