"""Every deliberate mistake is noticed: the twin knows how turns and games end, the engine plays by a wrong rule."""

from __future__ import annotations

import pytest

from tests.mistaken import why_it_cannot_stand_in
from tests.starship.engine.detection import noticed
from tests.starship.engine.mistakes import MISTAKES, Mistake

FACE_DOWN = (("reserve_face_down", "yes"),)


def test_mistakes_replace_existing_code() -> None:
    """Every mistake names code that the engine still has, including the mistakes that seldom run."""
    assert [why for one in MISTAKES for instead in one.instead if (why := why_it_cannot_stand_in(*instead))] == []


@pytest.mark.slow(but=3)
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.what)
def test_every_mistake_is_noticed(mistake: Mistake) -> None:
    assert noticed(mistake)


@pytest.mark.long
@pytest.mark.parametrize("whole_games", [False, True])
def test_correct_engine_shows_no_mistake(whole_games: bool) -> None:
    """The check reports a mistake only if there is one."""
    assert not noticed(Mistake("nothing", (), dict(FACE_DOWN) if not whole_games else None, whole_games))
    assert not noticed(Mistake("nothing", (), None, whole_games))
