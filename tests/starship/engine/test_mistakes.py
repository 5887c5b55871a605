"""Every deliberate mistake is noticed: the twin knows how turns and games end, the engine plays by a wrong rule."""

from __future__ import annotations

import pytest

from tests.starship.engine.detection import noticed
from tests.starship.engine.mistakes import MISTAKES, Mistake

FACE_DOWN = (("reserve_face_down", "yes"),)


@pytest.mark.few(5)
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.what)
def test_a_mistake_is_noticed(mistake: Mistake) -> None:
    assert noticed(mistake)


@pytest.mark.parametrize("whole_games", [False, True])
def test_without_a_mistake_nothing_is(whole_games: bool) -> None:
    """What is noticed is the mistake, and nothing else."""
    assert not noticed(Mistake("nothing", (), dict(FACE_DOWN) if not whole_games else None, whole_games))
    assert not noticed(Mistake("nothing", (), None, whole_games))
