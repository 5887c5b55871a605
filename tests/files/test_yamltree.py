"""YAML is read by the core schema of YAML 1.2, with the line of every entry, or refused with line and cure."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from analyzer import AnalyzerError
from tests.doors.files import parse_mapping, yamltree
from tests.places import ROOT

FILES = sorted((ROOT / "ships").rglob("*.yaml")) + sorted((ROOT / "analyzer").rglob("*.yaml"))


class TextLoader(yaml.CSafeLoader):
    """PyYAML's own reader, with every unquoted word as a text."""


TextLoader.yaml_implicit_resolvers = {}


def as_texts(value: Any) -> Any:
    """Return data with every scalar as a text, but None as an empty one."""
    if isinstance(value, dict):
        return {as_texts(key): as_texts(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_texts(one) for one in value]
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def lines_of(node: yaml.Node) -> Any:
    """Return the lines of all entries of a node that PyYAML composed."""
    if isinstance(node, yaml.MappingNode):
        return [(key.start_mark.line, lines_of(value)) for key, value in node.value]
    if isinstance(node, yaml.SequenceNode):
        return [(value.start_mark.line, lines_of(value)) for value in node.value]
    return None


def own_lines(value: Any) -> Any:
    if isinstance(value, yamltree.Fields):
        return [(value.lines[key], own_lines(one)) for key, one in value.items()]
    if isinstance(value, yamltree.Items):
        return [(line, own_lines(one)) for line, one in zip(value.lines, value, strict=True)]
    return None


@pytest.mark.slow(but=12)
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_shipped_file_reads_as_pyyaml(path):
    text = path.read_text(encoding="utf-8")
    if path.stem == "forecast-II":
        text = text.replace("?", "'?'")
    found = yamltree.read(text, path.name)
    assert as_texts(found) == as_texts(yaml.load(text, Loader=TextLoader))
    assert own_lines(found) == lines_of(yaml.compose(text, Loader=TextLoader))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("true", True),
        ("False", False),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("12", 12),
        ("-3", -3),
        ("+3", 3),
        ("010", 10),
        ("0o10", 8),
        ("0x1F", 31),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("2026-11-27", "2026-11-27"),
        ("1.50", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("-.inf", float("-inf")),
        ("'12'", "12"),
        ('"\\x41\\n"', "A\n"),
        ("it's", "it's"),
        ("'it''s'", "it's"),
        ("a b  # why", "a b"),
        ("b\n  c", "b c"),
        ("|\n  b\n   c\n", "b\n c\n"),
        (">\n  b\n  c\n", "b c\n"),
        ("[1,\n  two, [3]]", [1, "two", [3]]),
        ("{b: 1, 2: c}", {"b": 1, 2: "c"}),
        ("&x [1]", [1]),
        ("!!str 12", "12"),
        ("[?, 3, ?]", ["?", 3, "?"]),
        ("9" * 400, "9" * 400),
    ],
)
def test_value_by_core_schema(text, value):
    found = yamltree.read(f"a: {text}\n", "it.yaml")["a"]
    assert found == value
    assert isinstance(found, type(value))


def test_broken_json_is_called_json():
    with pytest.raises(AnalyzerError, match=r"export.json, line 2: not JSON: did not find expected ',' or '}'"):
        yamltree.read('{"a": 1\n"b": 2}\n', "export.json")


def test_entries_know_their_lines():
    found = yamltree.read("# first\na: 1\nb:\n  - c\n  -\n    d: 2\n  - e: 3\n    f: 4\ng: {h: [1,\n  2]}\n", "it.yaml")
    assert found.lines == {"a": 1, "b": 2, "g": 8}
    assert found["b"].lines == [3, 5, 6]
    assert found["b"][2].lines == {"e": 6, "f": 7}
    assert found["g"]["h"].lines == [8, 9]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: 1\na: 2\n", "line 2: the field a is there twice: leave one out"),
        ("a: [1, 2\nb: 3\n", "line 2: not YAML: did not find expected ',' or ']': close the bracket with ]"),
        ("a: b: c\n", "line 1: not YAML: mapping values are not allowed"),
        ("a:\n\tb: 1\n", "line 2: not YAML: found character that cannot start any token: indent with spaces, not tabs"),
        ("a: 'b\n", "not YAML: found unexpected end of stream: close the quotes"),
        ("a: 1\nb\n", "not YAML: could not find expected ':': write `field: value`"),
        ("a: 1\n b: 2\n", "not YAML: mapping values are not allowed"),
        ("a: &x 1\nb: *x\n", "line 2: no aliases (*name) here: write it out"),
        ("a: !t b\n", "line 1: no tags (!name) here: leave it out"),
        ("? [a]\n: b\n", "line 1: a list cannot be the name of a field"),
        ("a: 1\n---\nb: 2\n", "line 2: a second document begins here"),
        ("a: 1\nb: \x07\n", "line 2: not YAML: control characters are not allowed"),
        ("a: " + "[" * 120 + "]" * 120 + "\n", "line 1: values nested over 100 deep"),
        ("- a\n", "line 1: a list of fields is needed"),
        ("word\n", "line 1: a list of fields is needed"),
        ("", "line 1: a list of fields is needed"),
        ("{}\n", "line 1: a list of fields is needed"),
    ],
)
def test_fault_has_line_and_cure(text, fault):
    with pytest.raises(AnalyzerError) as error:
        parse_mapping(text, "it.yaml")
    assert str(error.value).startswith("it.yaml, line ")
    assert fault in str(error.value)
