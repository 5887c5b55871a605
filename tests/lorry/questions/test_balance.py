"""Balance reports of Cosmic Lorry: effects are differences of whole games, and dear stars are the edition's own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from analyzer import AnalyzerError, lorry
from tests.doors.answers import with_printed
from tests.doors.lorry import BOXES, GameExperiment, things_of
from tests.places import ROOT

DEAR_STARS = ROOT / "ships" / "lorry" / "bright-stars"


@pytest.mark.long
def test_box_effect_is_difference_of_totals():
    answer = lorry.balance(games=50, only=["boxes"], workers=1)
    galaxy = lorry.load_edition("standard").galaxy
    star = next(special for special in galaxy.specials if special.kind == "star")
    steady = (lorry.load_captain("steady"),) * 2
    without = replace(galaxy, specials=tuple(one for one in galaxy.specials if one != star))
    there, gone = (
        GameExperiment(one, steady, one.dice_for(2), 1).run_block(0, 50)["total"].sum() for one in (galaxy, without)
    )
    rows = {row.values["name"]: row.values for row in answer.tables["boxes"].rows}
    row = rows[f"star ({star.column}, {star.row})"]
    assert row["effect"].mean == pytest.approx((there - gone) / 50 / 2)
    assert len(rows) == len(galaxy.specials)


def test_dear_stars_are_own():
    """Stars of five points are not printed, so they are compared with those of the standard edition."""
    key = lorry.load_edition(DEAR_STARS).edition
    steady = (lorry.load_captain("steady"),) * 2
    own, printed = (things_of(edition, steady, 1, BOXES, is_listed=edition == key) for edition in (key, "standard"))
    assert {thing.group for thing in own if thing.is_own} == {"star"}
    assert [thing for thing in with_printed(own, printed) if thing not in own] == [
        thing for thing in printed if thing.group == "star"
    ]


def test_balance_refuses_captain_without_prices():
    with pytest.raises(AnalyzerError, match="captain random: name one who plays by prices alone"):
        lorry.balance(captain="random")


def test_balance_refuses_unknown_target(tmp_path: Path) -> None:
    (tmp_path / "edition.yaml").write_text("from: standard\ntargets: {arrive: at least 80%}\n")
    with pytest.raises(AnalyzerError, match="targets: 'arrive'"):
        lorry.balance(tmp_path)
