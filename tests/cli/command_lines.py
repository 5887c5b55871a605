"""For every verb that flies a command line, and a precision that it reaches soon."""

from __future__ import annotations

from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
MILE, ARROW = (str(SHIPS / "I" / f"{name}.yaml") for name in ("first-mile", "paper-arrow"))
HAULER = str(SHIPS / "II" / "steady-hauler.yaml")
FLOWN = {
    "fly": ("fly", MILE, ARROW),
    "race": ("race", MILE, ARROW),
    "cards": ("cards", MILE, ARROW),
    "compare": ("compare", MILE, ARROW),
    "weak": ("weak", ARROW),
    "swap": ("swap", ARROW, "--square", "8,6"),
    "crew": ("crew", ARROW),
    "editions": ("editions", MILE),
    "journey": ("journey", MILE, HAULER),
    "journeys": ("compare", "--journey", MILE, HAULER, "--journey", ARROW, HAULER),
}
FLOWN |= {verb: (*FLOWN[verb], "--cards", "42,28") for verb in ("fly", "race", "compare", "weak", "swap", "crew")}
FLOWN |= {verb: (*FLOWN[verb], "--alone") for verb in ("fly", "compare", "weak", "swap", "crew", "cards")}
"""Alone, and where it can be told past pirates and meteors only: the rest is no matter of options that verbs share."""
PRECISE = {
    "fly": "3",
    "race": "3",
    "cards": "arrived=0.9",
    "compare": "3",
    "weak": "5",
    "swap": "5",
    "crew": "3",
    "journey": "5",
    "journeys": "5",
}
