"""Small YAML files, with the line of every fault and its cure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from analyzer.errors import HIDDEN, AnalyzerError, Fault, as_argument
from analyzer.files.flaws import Flaw, in_file, line_of, schema_flaws
from analyzer.files.places import near_file, read_bytes
from analyzer.files.yamltree import read

Schema = TypeVar("Schema", bound=BaseModel)

LARGEST = 1_000_000
"""Maximum number of bytes of a file; a ship or captain file has a few thousand."""
MOST_ENTRIES = 20_000
"""Maximum number of lines and commas of a file; a long record of a game has some thousands."""
FIELDS = 20
"""Most unknown fields of a file for which only its kind is reported as wrong, not each field."""
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


def refuse_record(source: object, game: str, steps: str) -> None:
    """Raise AnalyzerError for a record of a game where a position is needed.

    Args:
        source: path of a file, or its fields.
        game: name of the game.
        steps: field in which records of that game list what happened.
    """
    if not isinstance(source, str | Path | Mapping):
        return
    where = "record" if isinstance(source, Mapping) else str(source)
    data = source if isinstance(source, Mapping) else parse_mapping(read_text(Path(source)), where, game)
    if data.get(steps):
        command = f"analyzer {game} review {as_argument(where)}"
        raise AnalyzerError(Fault(f"is a record: judge its decisions with `{command}`", where))


def parse_mapping(text: str, where: str, game: str = "") -> Any:
    """Return the mapping in a YAML text, with line numbers for `line_of`.

    Args:
        text: the text.
        where: path of the file, for messages.
        game: value that the field `game` may have, or "" for games whose files lack that field.

    Raises:
        AnalyzerError: if the text is no such mapping, or a file of another game.
    """
    text = with_margins(text.replace("\r\n", "\n"))
    if (entries := text.count("\n") + text.count(",")) > MOST_ENTRIES:
        raise AnalyzerError(Fault(f"{entries:,} lines and entries: such a file has at most {MOST_ENTRIES:,}", where))
    data = read(text, where)
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


def check(schema: type[Schema], data: Any, where: str) -> Schema:
    """Return data validated by a schema.

    Args:
        schema: the schema.
        data: content of a file as it was read.
        where: path of the file.

    Raises:
        AnalyzerError: with every fault and its line.
    """
    values = plain(data)
    try:
        return schema.model_validate(values)
    except ValidationError as error:
        refuse_other_kind(schema, values, where)
        flaws = schema_flaws(schema, error.errors(), values)
        raise AnalyzerError(in_file(flaws, data, where)) from None


def refuse_other_kind(schema: type[BaseModel], values: dict[str, Any], where: str, known_as: str = "") -> None:
    """Raise a single AnalyzerError if a file is of another kind, e.g. a captain instead of a ship.

    A file counts as one of another kind if it has several unknown fields, and of the known ones at most name, notes and
    game.

    Args:
        schema: schema of the kind needed.
        values: fields of the file.
        where: path of the file.
        known_as: the kind that its fields show, and what reads it; one unknown field is then enough. "" if unknown.
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


@dataclass(frozen=True)
class Judged:
    """Result of validating data by a schema: the valid fields, and all flaws of the others.

    Args:
        right: the valid fields, as the schema has them.
        flaws: all flaws.
        wrong: by invalid field the indices of its invalid list entries; empty if the field is no list.
    """

    right: dict[str, Any]
    flaws: tuple[Flaw, ...]
    wrong: dict[str, set[int]]


def judge(schema: type[BaseModel], data: Any) -> Judged:
    """Return the valid fields of data and all flaws of the others, so that valid ones can be checked further."""
    values = plain(data)
    try:
        return Judged(dict(schema.model_validate(values)), (), {})
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
    return Judged(right, tuple(schema_flaws(schema, errors, values)), wrong)


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
