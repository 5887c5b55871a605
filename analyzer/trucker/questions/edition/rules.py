"""Kinds of cards of the user's own: their files are named here, and nothing else ever runs one."""

from __future__ import annotations

from pathlib import Path

from analyzer.errors import AnalyzerError, brief
from analyzer.files.yamlfile import read_text
from analyzer.trucker.adventures import KINDS


def load_rules(path: str | Path) -> tuple[str, ...]:
    """Run a file of Python with kinds of cards of your own; the names of its kinds.

    Editions that are read afterwards may name these kinds in their `cards.csv`. Each kind is a
    `CardKind(RULE, ...)` whose RULE is a function of the file; its name is that of the function.

    >>> import analyzer
    >>> analyzer.load_rules("ships/own-edition/outposts/repair_dock.py")
    ('repair_dock',)

    Raises AnalyzerError where the file breaks, with its line, where it has no kind, and for a kind or an event whose
    name is another's.
    """
    if not isinstance(path, str | Path):
        raise AnalyzerError(f"rules {brief(path)}: give the path of a file")
    return tuple(KINDS.add(read_text(Path(path)), str(path)))
