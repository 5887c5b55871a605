"""Every deliberate mistake is noticed: the twin knows how turns and games end, the engine plays by a wrong rule."""

from __future__ import annotations

import pytest

from tests.mistaken import why_it_cannot_stand_in
from tests.starship.engine.detection import noticed
from tests.starship.engine.mistakes import MISTAKES, Mistake

FACE_DOWN = (("reserve_face_down", "yes"),)


def test_every_mistake_stands_in_for_something_that_is_there() -> None:
    """Of those that seldom run, too: what the engine calls otherwise since then is told."""
    assert [why for one in MISTAKES for instead in one.instead if (why := why_it_cannot_stand_in(*instead))] == []


@pytest.mark.slow(but=5)
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.what)
def test_a_mistake_is_noticed(mistake: Mistake) -> None:
    assert noticed(mistake)


@pytest.mark.parametrize("whole_games", [False, True])
def test_without_a_mistake_nothing_is(whole_games: bool) -> None:
    """What is noticed is the mistake, and nothing else."""
    assert not noticed(Mistake("nothing", (), dict(FACE_DOWN) if not whole_games else None, whole_games))
    assert not noticed(Mistake("nothing", (), None, whole_games))
