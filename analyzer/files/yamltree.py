"""YAML as mappings and lists that know the line of each entry.

libyaml splits a text into events. Unquoted words are read by the core schema of YAML 1.2, in which `yes`, `010` and
`2026-11-27` are no boolean, octal number or date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from analyzer.errors import AnalyzerError, Fault

DEEPEST = 100
"""Maximum depth of nested lists and mappings."""


class Fields(dict[Any, Any]):
    """Mapping whose attribute `lines` holds the line of each key, from 0."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[Any, int] = {}


class Items(list[Any]):
    """List whose attribute `lines` holds the line of each item, from 0."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[int] = []


JSON = ("[", "{")
"""First characters of a JSON text."""
UNKNOWN_CARD = re.compile(
    r"(?<=[\[,])\s*\?(?=\s*[],])|^ *(?:- +)+\?(?=[ \t]*(?:#.*)?$)",
    re.MULTILINE,
)
"""Pattern of a `?` in a list (an unknown card), which YAML takes for the mark of a key."""


def read(text: str, where: str, listed: str = "") -> Fields:
    """Return the mapping in a YAML or JSON text.

    Args:
        text: the text.
        where: path of the file, for messages.
        listed: field that gets the list if the text is a list; "" to refuse lists.

    Raises:
        AnalyzerError: if the text is no YAML or no mapping, with the line and the cure.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = UNKNOWN_CARD.sub(lambda found: f'{found[0][:-1]}"?"', text)
    if text.lstrip()[:1] in JSON:
        text = text.replace("\t", " ")  # JSON may be indented by tabs, YAML may not
    try:
        return _tree(yaml.parse(text, Loader=loader), where, listed)
    except yaml.YAMLError as error:
        raise AnalyzerError(_fault(error, text, where)) from None


def _tree(events: Iterable[Any], where: str, listed: str) -> Fields:
    """Return the mapping that events of a YAML parser describe."""
    import yaml

    root: list[Any] = []
    open_: list[_Branch] = []
    for event in events:
        line = event.start_mark.line if event.start_mark else 0
        if isinstance(event, yaml.AliasEvent):
            # Aliases can blow up a small file to any size.
            raise AnalyzerError(Fault("no aliases (*name) here: write it out", where, line + 1))
        if isinstance(event, yaml.DocumentStartEvent) and root:
            raise AnalyzerError(
                Fault("a second document begins here: write it into a file of its own", where, line + 1)
            )
        if isinstance(event, yaml.CollectionEndEvent):
            open_.pop()
        elif isinstance(event, yaml.CollectionStartEvent | yaml.ScalarEvent):
            if event.tag not in (None, "!", "tag:yaml.org,2002:str"):
                raise AnalyzerError(Fault("no tags (!name) here: leave it out", where, line + 1))
            value = _value(event)
            if open_:
                open_[-1].put(value, line, where)
            else:
                root.append(value)
            if isinstance(value, Fields | Items):
                open_.append(_Branch(value))
                if len(open_) > DEEPEST:
                    raise AnalyzerError(
                        Fault(f"values nested over {DEEPEST} deep: close brackets sooner", where, line + 1)
                    )
    if listed and root and isinstance(root[0], Items):
        fields = Fields()
        fields[listed], fields.lines[listed] = root[0], 0
        return fields
    if not root or not isinstance(root[0], Fields) or not root[0]:
        raise AnalyzerError(Fault("a list of fields is needed, one `field: value` per line", where, 1))
    return root[0]


class _Branch:
    """A mapping or list that is being filled; in a mapping also the key that has no value yet."""

    def __init__(self, values: Fields | Items) -> None:
        self.values = values
        self.key: list[Any] = []

    def put(self, value: Any, line: int, where: str) -> None:
        """Add an item, a key, or the value of the last key."""
        if isinstance(self.values, Items):
            self.values.append(value)
            self.values.lines.append(line)
        elif self.key:
            self.values[self.key.pop()] = value
        elif isinstance(value, Fields | Items):
            raise AnalyzerError(Fault("a list cannot be the name of a field: write `field: value`", where, line + 1))
        elif value in self.values:
            raise AnalyzerError(Fault(f"the field {value} is there twice: leave one out", where, line + 1))
        else:
            self.key.append(value)
            self.values.lines[value] = line


def _value(event: Any) -> Any:
    """Return an empty mapping or list if the event begins one, else the value of the word."""
    if hasattr(event, "value"):
        return word_value(event.value) if event.implicit[0] else event.value
    return Fields() if type(event).__name__ == "MappingStartEvent" else Items()


LITERALS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
WHOLE = re.compile(r"[-+]?[0-9]{1,300}")
OTHER_BASE = re.compile(r"0o[0-7]{1,300}|0x[0-9a-fA-F]{1,300}")
DECIMAL = re.compile(r"[-+]?(?:(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)")
NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


def word_value(word: str) -> Any:
    """Return the value of an unquoted word, by the core schema of YAML 1.2.

    >>> [word_value(word) for word in ("~", "true", "yes", "010", "0x10", "1e3", "6,7")]
    [None, True, 'yes', 10, 16, 1000.0, '6,7']
    """
    if word in LITERALS:
        return LITERALS[word]
    if WHOLE.fullmatch(word):
        return int(word)
    if OTHER_BASE.fullmatch(word):
        return int(word, 0)
    if DECIMAL.fullmatch(word):
        return float(word)
    if NOT_FINITE.fullmatch(word):
        return float(word.replace(".", ""))
    return word


CURES = {
    "mapping values are not allowed": "write one `field: value` a line, and text with a colon in quotes",
    "did not find expected ',' or ']'": "close the bracket with ]",
    "did not find expected ',' or '}'": "close the bracket with }",
    "could not find expected ':'": "write `field: value`",
    "found unexpected end of stream": "close the quotes",
    "did not find expected key": "begin fields of one list in one column",
    "mapping keys are not allowed": "put a lone ? in quotes",
    "exceeded maximum nesting depth": "close brackets sooner",
}
"""Advice on how to mend a file, by words in libyaml's messages."""
TABS = "indent with spaces, not tabs"


def _fault(error: Any, text: str, where: str) -> Fault:
    """Return the fault of a text that the parser refuses."""
    language = "JSON" if where.endswith(".json") else "YAML"
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is None:
        # A character that YAML does not allow; its position counts bytes.
        line = text.encode("utf-8", "replace")[: getattr(error, "position", 0)].count(b"\n")
        return Fault(f"not {language}: {getattr(error, 'reason', error)}: remove the character", where, line + 1)
    problem = str(error.problem or error.context)
    cure = next((cure for words, cure in CURES.items() if words in problem), "")
    if [line[mark.column : mark.column + 1] for line in text.split("\n")[mark.line : mark.line + 1]] == ["\t"]:
        cure = TABS
    return Fault(f"not {language}: {problem}{': ' * bool(cure)}{cure}", where, mark.line + 1)
