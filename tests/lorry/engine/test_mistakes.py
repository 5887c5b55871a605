"""Every deliberate mistake is noticed: the twin knows how games end, the engine plays by a wrong rule."""

from __future__ import annotations

import pytest

from tests.lorry.engine.detection import noticed
from tests.lorry.engine.mistakes import MISTAKES, Mistake


@pytest.mark.few(6)
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.what)
def test_a_mistake_is_noticed(mistake: Mistake) -> None:
    assert noticed(mistake)


def test_without_a_mistake_nothing_is() -> None:
    """What is noticed is the mistake, and nothing else."""
    assert not noticed(Mistake("nothing"))
