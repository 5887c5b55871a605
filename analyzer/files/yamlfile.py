"""Small YAML files with line numbers: every fault is told with the file, the line and what would be right."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar
from warnings import catch_warnings, simplefilter

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from analyzer.errors import HIDDEN, AnalyzerError, Fault, as_argument
from analyzer.files import everyday
from analyzer.files.flaws import Flaw, in_file, line_of, schema_flaws
from analyzer.files.places import near_file, read_bytes

Schema = TypeVar("Schema", bound=BaseModel)

LARGEST = 1_000_000
"""Bytes; a ship or captain file has a few thousand."""
MOST_ENTRIES = 20_000
"""Lines and commas; a long record of a game has some thousands."""
LARGEST_ODD = 10_000
"""Characters of a file that is not everyday YAML."""
FIELDS = 20
"""No file that people write has more of them."""
DEEPEST = 100
"""Brackets within brackets."""
CURES = {
    r"'\t'": "indent with spaces, not tabs",
    "mapping values are not allowed": "write one `field: value` a line, and text with a colon in quotes",
}
"""By words of a fault of YAML what to do."""
DRAWING = re.compile(r"( *(?:- +)*)(?:grid|map):[ \t]*\|[+-]?[ \t]*(?:#.*)?")
"""The line above a drawing that does not say how far the drawing is indented."""


def read_text(path: Path) -> str:
    """The text of a file; raises AnalyzerError when there is none to be had."""
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
    """Raise AnalyzerError for a record of a game where a position is needed, in a file or as its fields.

    steps: the field in which records of that game list what happened.
    """
    if not isinstance(source, str | Path | Mapping):
        return
    where = "record" if isinstance(source, Mapping) else str(source)
    data = source if isinstance(source, Mapping) else parse_mapping(read_text(Path(source)), where, game)
    if data.get(steps):
        command = f"analyzer {game} review {as_argument(where)}"
        raise AnalyzerError(Fault(f"is a record: judge its decisions with `{command}`", where))


def parse_mapping(text: str, where: str, game: str = "") -> Any:
    """The mapping in a YAML text, with line numbers for `line_of`; raises AnalyzerError for anything else.

    game: what a field `game` may say, of games whose files have one; a file of another game is refused.
    """
    text = with_margins(text.replace("\r\n", "\n"))
    if (entries := text.count("\n") + text.count(",")) > MOST_ENTRIES:
        raise AnalyzerError(Fault(f"{entries:,} lines and entries: such a file has at most {MOST_ENTRIES:,}", where))
    data = everyday.read(text)
    if data is None:
        _refuse_slow_text(text, where)
        data = _all_of_yaml(text, where)
    _refuse_other_game(data, where, game)
    return data


def with_margins(text: str) -> str:
    """Write the indentation of each drawing whose first line is indented more than a line below it.

    YAML would take the indentation of the first line, and refuse the others.

    >>> print(with_margins("grid: |\\n    5 6\\n  5 . .\\n"), end="")
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
            lines[number] = f"{line[: line.index('|')]}|{min(min(margins) - column, 9)}"
    return "\n".join(lines)


def _refuse_slow_text(text: str, where: str) -> None:
    """The reader that knows all of YAML takes up to fifty seconds for a megabyte, and no such file needs it."""
    if len(text) > LARGEST_ODD:
        line = everyday.last_everyday_line(text)
        cure = (
            f"anything but plain fields and lists is read in files of at most "
            f"{LARGEST_ODD:,} characters: look for a field that is there twice, an anchor (&name), a tag (!name), "
            "a tab, a bracket that is not closed on its line, or make the file shorter"
        )
        raise AnalyzerError(Fault(cure, where, line))


def _all_of_yaml(text: str, where: str) -> Any:
    """The same of any YAML (ruamel's CommentedMap), or what is wrong with it."""
    from ruamel.yaml import YAML
    from ruamel.yaml.comments import CommentedMap
    from ruamel.yaml.error import ReusedAnchorWarning, YAMLError

    try:
        _refuse_bombs(text, where)
        with catch_warnings():
            simplefilter("ignore", ReusedAnchorWarning)
            data = YAML(typ="rt").load(text)
    except AnalyzerError:
        raise
    except YAMLError as error:
        raise AnalyzerError(_yaml_fault(error, text, where)) from None
    except (RecursionError, ValueError, TypeError, KeyError, AttributeError, IndexError, AssertionError):
        line = _line_of_odd_key(text)
        fault = Fault("no YAML that can be read: compare it with an example file", where, line)
        raise AnalyzerError(fault) from None
    if not isinstance(data, CommentedMap):
        raise AnalyzerError(Fault("a list of fields is needed, one `field: value` per line", where, 1))
    return data


SIMPLE = re.compile(r"\w+|\.{0,2}/?\w[\w./-]*")
"""Paths and names that need no quotes."""


def as_scalar(text: str) -> str:
    """Return a text as YAML writes it after a colon, in quotes where it needs them.

    >>> print(as_scalar("../mine"), as_scalar("my: edition"), as_scalar("[x]"))
    ../mine "my: edition" "[x]"
    """
    import json

    return text if SIMPLE.fullmatch(text) else json.dumps(text, ensure_ascii=bool(HIDDEN.search(text)))


def _refuse_other_game(data: Any, where: str, game: str) -> None:
    """A file that says of which game it is must be asked about in that game."""
    other = data.get("game", game)
    if isinstance(other, str) and other != game and other.isascii() and other.isalpha():
        line = line_of(data, ("game",))
        text = f"is a file of another game: try `analyzer {other} inspect {as_argument(where)}`"
        raise AnalyzerError(Fault(text, where, line))


def check(schema: type[Schema], data: Any, where: str) -> Schema:
    """The data as the schema has it; raises AnalyzerError with every fault and its line."""
    values = plain(data)
    try:
        return schema.model_validate(values)
    except ValidationError as error:
        refuse_other_kind(schema, values, where)
        flaws = schema_flaws(schema, error.errors(), values)
        raise AnalyzerError(in_file(flaws, data, where)) from None


def refuse_other_kind(schema: type[BaseModel], values: dict[str, Any], where: str, known_as: str = "") -> None:
    """Say once that a file is of another kind, if it has several fields, of which such a file has but the name.

    known_as: what it is by its fields, and what reads it, "" if nobody knows; then one such field is enough.
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
    """What a schema says of data: the fields that are right, as it has them, and all flaws.

    wrong: by field that is not, the entries of its list that are not; none if the field is no list.
    """

    right: dict[str, Any]
    flaws: tuple[Flaw, ...]
    wrong: dict[str, set[int]]


def judge(schema: type[BaseModel], data: Any) -> Judged:
    """The same as `check`, but all that is right can be judged further beside what is wrong."""
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
    """The value as the schema has it."""
    kind: Any = Annotated[field.annotation, field]
    return TypeAdapter(kind).validate_python(value)


def plain(data: Any) -> Any:
    """The data in Python's own types."""
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


def _refuse_bombs(text: str, where: str) -> None:
    """Aliases can blow a small file up to any size, and brackets nest without end; no ship needs either."""
    if "*" not in text and text.count("[") + text.count("{") <= DEEPEST:
        return
    from ruamel.yaml import YAML, tokens

    depth = 0
    for token in YAML(typ="rt").scan(text):
        line = token.start_mark.line + 1
        if isinstance(token, tokens.AliasToken):
            raise AnalyzerError(Fault("no aliases (*name) here: write it out", where, line))
        depth += isinstance(token, tokens.FlowSequenceStartToken | tokens.FlowMappingStartToken)
        depth -= isinstance(token, tokens.FlowSequenceEndToken | tokens.FlowMappingEndToken)
        if depth > DEEPEST:
            raise AnalyzerError(Fault(f"brackets nested {depth} deep: close them sooner", where, line))


def _line_of_odd_key(text: str) -> int:
    """The line of the first key that is a list or a mapping, which no such file has; 1 if that is not the trouble."""
    from ruamel.yaml import YAML, nodes

    try:
        waiting = [YAML(typ="rt").compose(text)]
    except Exception:
        return 1
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.SequenceNode):
            waiting += reversed(node.value)
        elif isinstance(node, nodes.MappingNode):
            for key, value in node.value:
                if not isinstance(key, nodes.ScalarNode):
                    return int(key.start_mark.line) + 1
                waiting.append(value)
    return 1


def _yaml_fault(error: Any, text: str, where: str) -> Fault:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    number = mark.line if mark is not None else text.count("\n", 0, getattr(error, "position", 0))
    problem = str(getattr(error, "problem", None) or error).splitlines()[0]
    problem = problem.replace("'<stream end>'", "the end of the file")
    cure = next((f": {cure}" for words, cure in CURES.items() if words in problem), "")
    return Fault(f"not YAML: {problem}{cure}", where, number + 1)
