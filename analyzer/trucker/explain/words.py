"""The words for what happened, a line each, in plain ASCII but for the names of ships."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analyzer.trucker.explain.lines import ASKED, EVERYBODY, Line
from analyzer.trucker.explain.phrases import Facts, credits, crew, many
from analyzer.trucker.explain.words_of_choices import (
    battle,
    chosen,
    dread,
    fought,
    line_of_zone,
    offer,
    planets,
    safety,
    speed,
    taken,
    weakest,
)
from analyzer.trucker.explain.words_of_events import breaks, epidemic, goods, hazard, loading, loss, moves, search

ENDED = {
    "no_engines": "cannot move in open space and must give up",
    "no_humans": "has no human left and must give up",
    "lapped": "is a lap behind and must give up",
    "gave_up": "gives up before the next card is revealed",
}


def sentence(line: Line, names: Sequence[str]) -> str:
    """A line in words; other ships' are short and begin with a name, the first of `names` is the asked ship's."""
    if line.event == "weakest":
        return weakest(line.facts, names)
    if line.ship in (ASKED, EVERYBODY):
        return WORDS[line.event](line.facts)
    return f"{names[line.ship]}: {SHORT.get(line.event, WORDS[line.event])(line.facts)}"


WORDS: dict[str, Callable[[Facts], str]] = {
    "hazard": hazard,
    "loss": loss,
    "breaks": breaks,
    "search": search,
    "epidemic": epidemic,
    "loading": loading,
    "goods": goods,
    "moves": moves,
    "planets": planets,
    "offer": offer,
    "battle": battle,
    "speed": speed,
    "line": line_of_zone,
    "safety": safety,
    "dread": dread,
    "dust": lambda facts: f"{many(facts['exposed'], 'exposed connector')}",
    "too_few": lambda facts: f"a crew of {facts['crew']} is too small",
    "charges": lambda facts: f"spends {many(facts['spent'], 'charge')}, {facts['left']} left",
    "credits": lambda facts: f"is paid {credits(facts['paid'])}",
    "crew": lambda facts: f"gives up {crew(facts['given'])}, {facts['left']} left",
    "leaves": lambda facts: ENDED[facts["why"]],
}
"""By event; that of `weakest` needs the names of the ships."""
SHORT: dict[str, Callable[[Facts], str]] = {
    "planets": chosen,
    "offer": taken,
    "battle": fought,
    "epidemic": lambda facts: f"dies: {crew(facts['victims'])}",
    "speed": lambda facts: f"engine strength {facts['strength']}",
}
"""What is said of other ships."""
