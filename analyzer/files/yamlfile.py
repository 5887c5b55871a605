"""Small YAML files with line numbers: every fault is told with the file, the line and what would be right."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar
from warnings import catch_warnings, simplefilter

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from analyzer.errors import AnalyzerError
from analyzer.files import everyday

Schema = TypeVar("Schema", bound=BaseModel)

LARGEST = 1_000_000
"""Bytes; a ship or captain file has a few thousand."""
DEEPEST = 100
"""Brackets within brackets."""


def read_text(path: Path) -> str:
    """The text of a file; raises AnalyzerError when there is none to be had."""
    try:
        if path.is_dir():
            raise AnalyzerError(f"{path}: is a directory: name a .yaml file in it")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            size = f"{max(path.stat().st_size, len(data)) / 1e6:.1f} MB"
            raise AnalyzerError(f"{path}: {size} is far too large for such a file (at most {LARGEST / 1e6:.0f} MB)")
        return data.decode("utf-8-sig")
    except AnalyzerError:
        raise
    except FileNotFoundError:
        raise AnalyzerError(f"{path}: no such file") from None
    except UnicodeDecodeError as error:
        raise AnalyzerError(f"{path}: not a text file in UTF-8 (byte {error.start}): save it as UTF-8") from None
    except (OSError, ValueError) as error:
        raise AnalyzerError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def parse_mapping(text: str, where: str, game: str = "") -> Any:
    """The mapping in a YAML text, with line numbers for `line_of`; raises AnalyzerError for anything else.

    game: what a field `game` may say, of games whose files have one; a file of another game is refused.
    """
    data = everyday.read(text)
    if data is None:
        data = _all_of_yaml(text, where)
    _refuse_other_game(data, where, game)
    return data


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
        raise AnalyzerError(
            f"{where}, line {line}: no YAML that can be read: compare it with an example file"
        ) from None
    if not isinstance(data, CommentedMap):
        raise AnalyzerError(f"{where}, line 1: a list of fields is needed, one `field: value` a line")
    return data


def _refuse_other_game(data: Any, where: str, game: str) -> None:
    """A file that says of which game it is must be asked about in that game."""
    other = data.get("game", game)
    if isinstance(other, str) and other != game and other.isascii() and other.isalpha():
        line = line_of(data, ("game",))
        raise AnalyzerError(
            f"{where}, line {line}: is a file of another game, {other}: ask `analyzer {other} VERB {where}`"
        )


def check(schema: type[Schema], data: Any, where: str) -> Schema:
    """The data as the schema has it; raises AnalyzerError with every fault and its line."""
    try:
        return schema.model_validate(plain(data))
    except ValidationError as error:
        faults = [_schema_fault(fault, data, where) for fault in error.errors()]
        raise AnalyzerError(list(dict.fromkeys(faults))) from None


@dataclass(frozen=True)
class Judged:
    """What a schema says of data: the fields that are right, as it has them, and all faults, each with its line.

    wrong: by field that is not, the entries of its list that are not; none if the field is no list.
    """

    right: dict[str, Any]
    faults: tuple[str, ...]
    wrong: dict[str, set[int]]


def judge(schema: type[BaseModel], data: Any, where: str) -> Judged:
    """The same as `check`, but all that is right can be judged further beside what is wrong."""
    given = plain(data)
    try:
        return Judged(dict(schema.model_validate(given)), (), {})
    except ValidationError as error:
        found = error.errors()
    wrong: dict[str, set[int]] = {}
    for fault in found:
        name, *entry = fault["loc"] or ("",)
        wrong.setdefault(str(name), set()).update(number for number in entry[:1] if isinstance(number, int))
    right = {
        name: _read(field, given[name]) if name in given else field.get_default(call_default_factory=True)
        for name, field in schema.model_fields.items()
        if name not in wrong
    }
    return Judged(right, tuple(dict.fromkeys(_schema_fault(fault, data, where) for fault in found)), wrong)


def _read(field: FieldInfo, given: Any) -> Any:
    """The value as the schema has it."""
    kind: Any = Annotated[field.annotation, field]
    return TypeAdapter(kind).validate_python(given)


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


def line_of(data: Any, path: tuple[Any, ...]) -> int:
    """The line (from 1) on which the value at that path stands, or the nearest above it that is known."""
    line = 0
    for key in path:
        try:
            line = _line_within(data, key)
            data = data[key]
        except (KeyError, IndexError, AttributeError, TypeError):
            break
    return line + 1


def _line_within(data: Any, key: Any) -> int:
    """The line (from 0) of a field or an item; raises one of the usual errors where it has none."""
    if isinstance(data, everyday.Fields | everyday.Items):
        return data.lines[key]
    marks = data.lc
    return int(marks.key(key)[0] if isinstance(data, dict) else marks.item(key)[0])


def _refuse_bombs(text: str, where: str) -> None:
    """Aliases can blow a small file up to any size, and brackets nest without end; no ship needs either."""
    if "*" not in text and text.count("[") + text.count("{") <= DEEPEST:
        return
    from ruamel.yaml import YAML, tokens

    depth = 0
    for token in YAML(typ="rt").scan(text):
        line = token.start_mark.line + 1
        if isinstance(token, tokens.AliasToken):
            raise AnalyzerError(f"{where}, line {line}: no aliases (*name) here: write it out")
        depth += isinstance(token, tokens.FlowSequenceStartToken | tokens.FlowMappingStartToken)
        depth -= isinstance(token, tokens.FlowSequenceEndToken | tokens.FlowMappingEndToken)
        if depth > DEEPEST:
            raise AnalyzerError(f"{where}, line {line}: brackets nested {depth} deep: a ship file needs three")


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


def _yaml_fault(error: Any, text: str, where: str) -> str:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    number = mark.line if mark is not None else text.count("\n", 0, getattr(error, "position", 0))
    line = f", line {number + 1}"
    problem = str(getattr(error, "problem", None) or error).splitlines()[0]
    return f"{where}{line}: not YAML: {problem}"


def _schema_fault(fault: Any, data: Any, where: str) -> str:
    path = tuple(key for key in fault["loc"] if not (isinstance(key, str) and "[" in key))
    name = ".".join(str(key) for key in path)
    line = line_of(data, path)
    if fault["type"] == "extra_forbidden":
        return f"{where}, line {line}: unknown field {name!r}: remove it or correct its name"
    if fault["type"] == "missing":
        return f"{where}, line {line}: {name} is missing: add it"
    message = fault["msg"].removeprefix("Value error, ")
    return f"{where}, line {line}: {name}: {message[0].lower() + message[1:]}"
