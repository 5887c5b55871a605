"""Words are made at the edge and never taken apart: no source reads faults, notes or verdicts back out of sentences.

What is a message is told by its name (`fault`, `note`, ...) and by where it comes from (`error.faults`, `x.notes()`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

import pytest

from tests.docs.sources import PACKAGE, PATHS, nodes_of, walked

NAMED = {"caveat", "fault", "message", "note", "sentence"}
NAMED |= {f"{name}s" for name in NAMED}
MADE_BY = {"caveats", "conclusions", "faults", "in_words", "notes", "remarks", "verdict_in_words"}
"""Fields and methods that hold or make words."""
READERS = {"startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split", "rsplit"}
READERS |= {"find", "rfind", "index", "rindex", "replace"}
PATTERNS = {"match", "search", "fullmatch", "findall", "finditer", "sub", "split"}
VERDICTS = {"verdict", "says"}
LINE = re.compile(r"\bline (\d|\(|\\d|\{|$)")
"""A place within a message."""


def parsed(nodes: Sequence[ast.AST]) -> list[str]:
    """The places of a source that take words apart or compare them."""
    loops = (node for node in nodes if isinstance(node, ast.For | ast.comprehension))
    listed = {loop.target for loop in loops if made(loop.iter)}
    names = NAMED | {target.id for target in listed if isinstance(target, ast.Name)}
    return [ast.unparse(node) for node in nodes if takes_apart(node, names)]


def made(node: ast.expr) -> bool:
    """Whether words come out of it."""
    attributes = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
    return bool(attributes & MADE_BY)


def is_message(node: ast.expr, names: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.Attribute):
        return node.attr in MADE_BY
    if isinstance(node, ast.Subscript):
        return is_message(node.value, names)
    return isinstance(node, ast.Call) and is_message(node.func, names)


def takes_apart(node: ast.AST, names: set[str]) -> bool:
    if isinstance(node, ast.Compare):
        return compares(node, names)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
        return False
    if node.func.attr in READERS and (is_message(node.func.value, names) or any(map(names_a_line, node.args))):
        return True
    return node.func.attr in PATTERNS and any(is_message(each, names) or names_a_line(each) for each in node.args)


def names_a_line(node: ast.expr) -> bool:
    words = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return any(LINE.search(each) for each in words)


def compares(node: ast.Compare, names: set[str]) -> bool:
    """A message that is searched for words, or a verdict that is compared with the word that is shown."""
    (operator, right), left = (node.ops[0], node.comparators[0]), node.left
    if isinstance(operator, ast.In | ast.NotIn) and is_words(left) and is_message(right, names):
        return True
    return (is_verdict(left) and has_words(right)) or (is_verdict(right) and has_words(left))


def is_words(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def has_words(node: ast.expr) -> bool:
    return is_words(node) or (isinstance(node, ast.Tuple | ast.Set | ast.List) and any(map(is_words, node.elts)))


def is_verdict(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return is_verdict(node.func)
    return (isinstance(node, ast.Attribute) and node.attr in VERDICTS) or (
        isinstance(node, ast.Name) and node.id in VERDICTS
    )


def composed(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Messages with a line that are put together by hand."""
    for node in nodes:
        if isinstance(node, ast.JoinedStr) and ", line " in "".join(
            part.value for part in node.values if isinstance(part, ast.Constant)
        ):
            yield ast.unparse(node)


def found_in(search: Callable[[Sequence[ast.AST]], Iterable[str]]) -> dict[str, list[str]]:
    """What is found in the sources, where anything is."""
    found = {path.relative_to(PACKAGE).as_posix(): [*search(nodes_of(path))] for path in PATHS}
    return {place: each for place, each in found.items() if each}


@pytest.mark.long
def test_no_source_parses_messages():
    assert len(PATHS) > 150
    assert found_in(parsed) == {}


def test_only_one_place_words_lines():
    assert found_in(composed) == {}


def test_templates_and_scripts_parse_no_messages():
    reader = re.compile(r"\b(text|line|note|fault|says|label|verdict)\.(startswith|startsWith|includes|match|split)\(")
    pages = [path for path in PACKAGE.rglob("*") if path.suffix in (".html", ".js")]
    assert len(pages) > 10
    assert {path.name for path in pages if reader.search(path.read_text(encoding="utf-8"))} == set()


@pytest.mark.parametrize(
    "source",
    [
        "lines = [one for one in result.notes() if not one.startswith('verdicts')]",
        "own = [note for note in notes if 'insur' not in note]",
        "where = a if error.faults[0].startswith('joined') else b",
        "number = re.search(r', line (\\d+)', text)",
        "number = text.partition(', line ')[2]",
        "text = told.removeprefix(f'{where}, line 1: ')",
        "name = fault.partition(':')[0]",
        "good = best.verdict == 'better'",
        "apart = contest.verdict(a, b) in ('better', 'worse')",
        "few = [one for one in worths if one.says == 'open']",
        "for line in story.conclusions():\n    print(line.split(':'))",
    ],
)
def test_message_parsing_sources_are_found(source):
    assert parsed(walked(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "notes = [note for note in notes if not is_about(note, AT_ONCE)]",
        "same = verdict is Verdict.EQUAL",
        "word = name.partition(':')[0]",
        "new = [note for note in old if note not in known]",
        "lines = text.splitlines()",
    ],
)
def test_harmless_sources_are_left_alone(source):
    assert parsed(walked(ast.parse(source))) == []


def test_handmade_fault_line_is_found():
    tree = ast.parse("text = f'{where}, line {number}: {fault}'")
    assert list(composed(walked(tree)))
