"""Notes are sentences: whatever a verb says below its numbers begins with a capital letter and ends with a stop."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
MILE, HAULER, KITE, ARROW, BUILD = (
    str(SHIPS / name)
    for name in (
        "I/first-mile.yaml",
        "II/steady-hauler.yaml",
        "II/tin-kite.yaml",
        "I/paper-arrow.yaml",
        "IVC/four-winds.yaml",
    )
)
FEW = ("--flights", "3")
ASKED = {
    "fly": (MILE, *FEW),
    "fly one build": (BUILD, "--insurance", "5", *FEW),
    "fly as advised": (BUILD, "--insurance", "advised", *FEW),
    "fly the learning flight": (MILE, "--learning", "--start", "2", *FEW),
    "fly until": (MILE, "--until-events", "arrived=5", "--alone", "--cards", "8"),
    "compare": (HAULER, KITE, *FEW),
    "race": (HAULER, KITE, *FEW),
    "cards": (MILE, *FEW),
    "cards of a fleet": (BUILD, "--against", "one-large", *FEW),
    "exact": (HAULER, "--card", "28"),
    "exact alone": (HAULER, "--all", "--budget", "50"),
    "hazards": (BUILD, "--joined", "F+L"),
    "inspect": (BUILD,),
    "weak": (MILE, *FEW),
    "swap": (MILE, "--square", "7,5", *FEW),
    "crew": (ARROW, *FEW),
    "captain": (MILE, *FEW, "--cards", "8"),
    "insure": (BUILD, *FEW),
    "insure with money": (BUILD, "--money", "3", *FEW),
    "layouts": (BUILD, "--no-changes", *FEW),
    "journey": (MILE, HAULER, "--against", ARROW, KITE, *FEW),
    "editions": (MILE, *FEW),
    "improve": (ARROW, "--change", "1", "--flights", "600", "--confirm", "5"),
    "explore": ("I", "--flights", "600", "--confirm", "5"),
}


def notes_in(facts: Any) -> Iterator[str]:
    """All notes, wherever they stand in what was printed."""
    if isinstance(facts, dict):
        yield from (note for note in facts.get("notes", ()) if isinstance(facts["notes"], list))
        facts = list(facts.values())
    if isinstance(facts, list):
        for inner in facts:
            yield from notes_in(inner)


@pytest.mark.slow(but=4)
@pytest.mark.parametrize("asked", ASKED)
def test_every_note_is_a_sentence(command, asked):
    said = command(asked.split()[0], *ASKED[asked], "--json")
    notes = [*notes_in(json.loads(said.out))]
    assert said.code == 0
    assert notes
    own = [note for note in notes if " had the same result in " not in note]  # those begin with the name of a captain
    assert [note for note in own if not re.fullmatch(r"([A-Z]|20\d\d: [A-Z]).*\.", note)] == []
