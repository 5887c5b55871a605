"""Faults in a number of trials are told in the words of the game: nobody who plays games is told of flights."""

from __future__ import annotations

import re

import pytest

from tests.doors.command import LORRY, STARSHIP, TRUCKER, option_records
from tests.places import ROOT

SHIPS = ROOT / "ships"
MILE, BUILD = SHIPS / "2007" / "I" / "first-mile.yaml", SHIPS / "2007" / "IVC" / "four-winds.yaml"
GALAXY, STARSHIP_FILE = SHIPS / "lorry" / "small.yaml", SHIPS / "starship" / "moon-start.yaml"
SUBJECTS = {
    "trucker": [MILE],
    "starship": [STARSHIP_FILE],
    "lorry": [GALAXY],
    "trucker insure": [BUILD],
    "trucker layouts": [BUILD],
    "trucker swap": [MILE, "--square", "7,8"],
    "trucker place": [MILE, "--tile", "CN0001^"],
    "trucker explore": ["I"],
    "trucker compare": [MILE, MILE.with_name("paper-arrow.yaml")],
    "trucker race": [MILE, MILE.with_name("paper-arrow.yaml")],
    "trucker journey": [MILE, MILE, MILE],
    "trucker report": [MILE, "-o", "r.html"],
    "trucker balance": ["2007"],
    "starship balance": [],
    "lorry balance": [],
    "starship compare": [STARSHIP_FILE, STARSHIP_FILE.with_name("sun-start.yaml")],
    "starship fight": [],
    "starship modules": [],
    "starship memory": [],
    "starship play": [],
    "starship report": [STARSHIP_FILE, "-o", "r.html"],
    "lorry report": [GALAXY, "-o", "r.html"],
}
"""What verbs are asked about, where that is not one file of the game."""
ELSEWHERE = {"trucker sweep"}
"""Takes what it flies from a file."""


def asked():
    """Every verb of each game that takes a number of trials, with the option's name there."""
    for game, name in ((TRUCKER, "trucker"), (STARSHIP, "starship"), (LORRY, "lorry")):
        for verb in game.question:
            parameters = option_records.one_option_a_field(game.verb(verb)).__annotations__
            if "flights" in parameters and f"{name} {verb}" not in ELSEWHERE:
                (option,) = [one for one in parameters["flights"].__metadata__ if hasattr(one, "param_decls")]
                yield name, verb, option.default


@pytest.mark.parametrize(("game", "verb", "option"), [*asked()], ids=str)
def test_wrong_amount_uses_game_noun(command, game, verb, option):
    words = [verb] if game == "trucker" else [game, verb]
    subjects = SUBJECTS.get(f"{game} {verb}", SUBJECTS[game])
    said = command(*words, *map(str, subjects), option, "0")
    assert said.code == 2
    noun = option.removeprefix("--")
    assert f"{noun} 0: give a whole number" in said.told, said.told
    assert game == "trucker" or not re.search(r"\bflights?\b", said.told)


@pytest.mark.long
@pytest.mark.parametrize(("game", "verb", "option"), [one for one in asked() if one[2] != "--flights"], ids=str)
def test_games_accept_hidden_flights_option(command, game, verb, option):
    shown = command(game, verb, "--help").out
    assert option in shown
    assert not re.search(r"--flights\b(?!-)", shown)
    subjects = [*map(str, SUBJECTS.get(f"{game} {verb}", SUBJECTS[game]))]
    for amount in (["--flights", "0"], ["--flights=0"]):
        said = command(game, verb, *subjects, *amount)
        assert (said.code, f"{option.removeprefix('--')} 0: give a whole number" in said.told) == (2, True)


def test_pairs_may_be_called_games(command):
    said = command("starship", "memory", "--games", "0")
    assert (said.code, "pairs 0: give a whole number" in said.told) == (2, True)
    assert "--games" not in command("starship", "memory", "--help").out
