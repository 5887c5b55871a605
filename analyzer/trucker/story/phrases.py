"""The words for what happened, a line each, in plain ASCII but for the names of ships."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.trucker.story.lines import ASKED, EVERYBODY, Line
from analyzer.trucker.story.registry import phrase_of


def sentence(line: Line, names: Sequence[str]) -> str:
    """A line in words; other ships' are short and begin with a name, the first of `names` is the asked ship's."""
    said, facts = phrase_of(line.event), {**line.facts, "names": names}
    if line.ship in (ASKED, EVERYBODY):
        return said.fully(facts)
    return f"{names[line.ship]}: {(said.of_rivals or said.fully)(facts)}"
