"""Everyday YAML is read as one who knows all of YAML reads it, line by line, or not at all.

What would make these fail: a value, a type or a line that the other reader sees otherwise, a text read that it refuses,
a file of the product that is not everyday.
"""

from __future__ import annotations

import random
from typing import Any
from warnings import catch_warnings, simplefilter

import pytest
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import YAMLError

from analyzer.files import everyday
from tests.places import ROOT

FILES = sorted((ROOT / "ships").rglob("*.yaml")) + sorted((ROOT / "analyzer").rglob("*.yaml"))
TEXTS = {path: path.read_text(encoding="utf-8") for path in FILES}
SHORT = [text for text in TEXTS.values() if len(text) < 700]
PIECES = (
    " ",
    "\n",
    "\n  ",
    "\n- ",
    ":",
    ": ",
    "- ",
    "-",
    "#",
    " #",
    "[",
    "]",
    "{a: b}",
    ", ",
    "'",
    '"',
    "|",
    "|2\n",
    "key: ",
)
PIECES += ("~", "null", "true", "01", "1.5", "1e3", "-1", "+1", ".5", "0x1f", "1_0", "a b", "é", "=")
PIECES += ("? ", "&a ", "*a", "!t ", "<<: ", "---\n", "\t", "\r\n")
EVERYDAY = {
    "a: 1\nb: -2\nc: 1.50\nd: true\ne: ~\nf:\ng: some words (here), and there\n": 7,
    "a: [x, 1, {b: c, 2: [d e, 'f: g', \"h # i\"]}, []]   # why\n": 1,
    "# first\n\na:\n  b: [1]\n  # between\n  c: {}\nd:\n- e\n-\n- f: 1\n  g: 2\n- - h\n  - i\n": 2,
    "map: |  # drawn\n  . 1 # no comment\n   two: 2\n\nlast: it\n": 2,
    "grid: |2\n      3    4\n  1   a    b": 1,
    "steps:\n  - {do: next}     # a card\n  - do: fly\n    sector: 1\n  -\n    do: end\n": 1,
}
"""Texts, with how many fields they have."""
OTHER = (
    "a: 1\na: 2\n",
    "a: b\n  c\n",
    "a: &x 1\nb: *x\n",
    "a: !!str 1\n",
    "a: [1,\n  2]\n",
    "a: {b}\n",
    "a: [b: c]\n",
    "a: >\n  b\n",
    "a: b: c\n",
    "a: 'it''s'\n",
    'a: "\\x41"\n',
    "a: 0x10\n",
    "a: 010\n",
    "a: 2020-01-01\n",
    "a: .inf\n",
    "a: +1\n",
    "a:\tb\n",
    "true: 1\n",
    "<<: {a: 1}\n",
    "--- \na: 1\n",
    "a: 1\n...\n",
    "- a\n",
    "a\n",
    "",
    "? a\n: b\n",
    "a: 1\n b: 2\n",
    "a: |\n  b\n \n",
    "a: [1, 2\n",
    "a: [1, ]\n",
    "a: " + "[" * 40 + "]" * 40 + "\n",
    "a: 1\r\n",
    "a: x\u2028b: y\n",
)
"""Texts that are no YAML, or not everyday YAML."""


def by_ruamel(text: str) -> Any:
    with catch_warnings():
        simplefilter("ignore")
        return YAML(typ="rt").load(text)


def assert_alike(own: Any, other: Any) -> None:
    """The same values of the same types, on the same lines."""
    if isinstance(own, everyday.Fields):
        assert isinstance(other, CommentedMap)
        assert [(key, type(key)) for key in own] == [(key, type(key)) for key in other]
        for key in own:
            assert own.lines[key] == other.lc.key(key)[0], key
            assert_alike(own[key], other[key])
    elif isinstance(own, everyday.Items):
        assert isinstance(other, CommentedSeq)
        assert own.lines == [other.lc.item(number)[0] for number in range(len(other))]
        for one, another in zip(own, other, strict=True):
            assert_alike(one, another)
    else:
        assert own == other
        assert isinstance(other, type(own))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_files_of_the_product_are_everyday(path):
    found = everyday.read(TEXTS[path])
    if path.stem == "forecast-II":
        assert found is None, "a ? stands for a card: for the other reader"
        return
    assert_alike(found, by_ruamel(TEXTS[path]))


@pytest.mark.parametrize("text", EVERYDAY)
def test_what_is_everyday(text):
    found = everyday.read(text)
    assert found is not None
    assert len(found) == EVERYDAY[text]
    assert_alike(found, by_ruamel(text))


@pytest.mark.parametrize("text", OTHER)
def test_what_is_left_to_the_other_reader(text):
    assert everyday.read(text) is None


def changed(text: str, chance: random.Random) -> str:
    """Some lines of a text, with things put in and left out."""
    lines = text.split("\n")
    begin = chance.randrange(len(lines))
    text = "\n".join(lines[begin : begin + chance.randint(1, 6)])
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(PIECES) + text[at + chance.randint(0, 2) :]
    return text


def test_what_was_changed_by_chance_is_read_alike_or_not_at_all():
    chance, read = random.Random(13), 0
    for _ in range(1_500):
        text = changed(chance.choice(SHORT), chance)
        found = everyday.read(text)
        if found is None:
            continue
        read += 1
        try:
            other = by_ruamel(text)
        except YAMLError as error:
            raise AssertionError(f"{text!r} was read, and is no YAML") from error
        assert_alike(found, other)
    assert read > 150
