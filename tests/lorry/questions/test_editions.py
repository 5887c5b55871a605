"""Games of Cosmic Lorry in two editions: plain games of each, for any number of workers."""

from __future__ import annotations

import pytest

from analyzer import lorry
from tests.doors.lorry import GameExperiment
from tests.places import ROOT

BRIGHT = ROOT / "ships" / "lorry" / "bright-stars"


@pytest.mark.long
@pytest.mark.parametrize("edition", ["standard", BRIGHT])
def test_ends_are_plain_games(edition: object) -> None:
    found = lorry.compare_editions(BRIGHT, 50, seed=2, captain="steady", workers=2)
    galaxy, steady = lorry.load_edition(edition).galaxy, lorry.load_captain("steady")
    totals = GameExperiment(galaxy, (steady, steady), galaxy.dice_for(2), 2).run_block(0, 50)["total"][0]
    assert found.changes("total")[0 if edition == "standard" else -1]["mean"] == pytest.approx(totals.mean())


@pytest.mark.long
def test_single_table_has_one_step() -> None:
    found = lorry.compare_editions(BRIGHT, 50, captain="steady")
    assert [row["step"] for row in found.changes()] == ["standard", "+ scoring"]
    assert found.difference("star_points").low > 0
    assert "changes it most" not in " ".join(found.in_words())
