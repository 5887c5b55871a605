"""Captains that the help of a verb names: all that it accepts."""

from __future__ import annotations

import re

import pytest

from tests.doors.lorry import NAMED

ANYBODY = ("race", "fly", "explain", "pairs", "specials", "leave", "compare", "report", "rulings")
BY_PRICES = ("advise", "review", "exact", "design")


def words_of(text: str) -> str:
    """The help in one line, without the frame of its table."""
    return " ".join(re.sub(r"[│╭╮╰╯─]", " ", text).split())


@pytest.mark.parametrize("verb", ANYBODY)
def test_help_names_accepted_captains(command, verb):
    said = words_of(command("lorry", verb, "--help").out)
    assert all(name in said for name in (*NAMED, "thinker"))


@pytest.mark.parametrize("verb", BY_PRICES)
def test_help_omits_refused_captains(command, verb):
    said = words_of(command("lorry", verb, "--help").out)
    assert all(name in said for name in NAMED if name != "random")
    assert "thinker" not in said
