"""Nobody closes a planet to others (rule text, lines 21-23; open point 8 with its switch)."""

from __future__ import annotations

import pytest

from tests.lorry.rules.played import board

OPEN = """
. . . . . .
. . . . . .
. . 1 . . .
. . . . . .
. . . . . .
. . . . . 2
"""


def places(face, made, trader=1, kind="straight"):
    return {tuple(place) for place in face.position(made).legal(trader, kind)}


def beside_planet_one(face, made, trader=1):
    """The boxes beside planet 1 in which they may draw a curve."""
    return {place[:2] for place in places(face, made, trader, "curve")} & {(3, 2), (4, 3), (3, 4), (2, 3)}


def test_every_side_is_free_at_first(face):
    """Line 23: four sides, two traders."""
    assert len(beside_planet_one(face, board(OPEN))) == 4


def test_last_side_is_kept_for_rival(face):
    """Line 23: trader 1 has flown to it, one empty side is left for trader 2: no track of trader 1 goes there."""
    made = board(OPEN)
    made.tracks = [(3, 2, 1, "SW"), (2, 2, 1, "ES"), (2, 3, 1, "NS"), (2, 4, 1, "NE")]
    made.filled = [(4, 3)]
    assert (3, 4) not in beside_planet_one(face, made)
    assert (3, 4) in beside_planet_one(face, made, 2)


def test_two_empty_sides_allow_one_track(face):
    """Open point 8: one is left for the one who needs it."""
    made = board(OPEN)
    made.tracks = [(3, 2, 1, "SW"), (2, 2, 1, "ES"), (2, 3, 1, "NS"), (2, 4, 1, "NE")]
    assert (3, 4) in beside_planet_one(face, made)


def test_surrounding_off_allows_last_side(face):
    """Open point 8: no test at all."""
    made = board(OPEN, surrounding="off")
    made.tracks = [(3, 2, 1, "SW"), (2, 2, 1, "ES"), (2, 3, 1, "NS"), (2, 4, 1, "NE")]
    made.filled = [(4, 3)]
    assert (3, 4) in beside_planet_one(face, made)


def test_flying_trader_needs_no_reserved_side(face):
    """Open point 8: one side is left, trader 2 has flown there: trader 1 takes it to fly there, not to pass."""
    made = board(OPEN)
    made.filled = [(2, 3), (4, 3)]
    made.galaxy["planets"]["3"] = [1, 5]
    made.tracks = [(3, 2, 2, "SW"), (1, 4, 1, "ES"), (2, 4, 1, "EW")]
    curves, straights = places(face, made, 1, "curve"), places(face, made, 1)
    assert (3, 4, "NW") in curves
    assert (3, 4, "EW") not in straights
    assert (3, 4, "SW") not in curves


def test_three_traders_need_three_sides(face):
    """Open point 8: three have not flown there, four sides: a track that passes leaves three, a second one two."""
    made = board(OPEN, traders=3)
    made.galaxy["planets"]["3"] = [1, 5]
    made.tracks = [(1, 4, 1, "ES"), (2, 4, 1, "EW")]
    assert (3, 4, "EW") in places(face, made)
    made.filled = [(4, 3)]
    assert (3, 4, "EW") not in places(face, made)
    assert (3, 4, "NW") in places(face, made, 1, "curve")


@pytest.mark.parametrize("traders", [2, 3, 4])
def test_one_side_per_trader_is_kept(face, traders):
    """Open point 8: empty sides left for all who have not flown there, the trader included who only passes."""
    made = board(OPEN, traders=traders)
    made.galaxy["planets"]["3"] = [1, 5]
    made.tracks = [(1, 4, 1, "ES"), (2, 4, 1, "EW")]
    sides = [(3, 2), (4, 3), (2, 3)]
    for filled in range(4):
        made.filled = sides[:filled]
        left = 3 - filled
        assert ((3, 4, "EW") in places(face, made)) == (left >= traders)
        assert ((3, 4, "NW") in places(face, made, 1, "curve")) == (left >= traders - 1)


def test_solo_trader_keeps_own_side(face):
    """Open point 8, with one trader."""
    made = board(OPEN, traders=1)
    made.galaxy["planets"]["3"] = [1, 5]
    made.tracks = [(1, 4, 1, "ES"), (2, 4, 1, "EW")]
    made.filled = [(3, 2), (4, 3), (2, 3)]
    assert (3, 4, "EW") not in places(face, made)
    assert (3, 4, "NW") in places(face, made, 1, "curve")


def test_edge_planet_has_fewer_sides(face):
    """Open point 8, line 42: in a corner that does not go round two sides; four where it does."""
    corner = "1 . . .\n. . . .\n. . . .\n. . . 2"
    assert (2, 1, "EW") in places(face, board(corner, traders=3, wrap="both"))
    assert (2, 1, "EW") not in places(face, board(corner, traders=4))
    assert (2, 1, "EW") in places(face, board(corner, traders=2))


def test_box_beside_two_planets_checks_both(face):
    """Open point 8: by flying to planet 1 they would close planet 3."""
    made = board(
        """
        .  .  .  .  .
        .  1  .  3  ##
        .  .  .  ## .
        .  .  .  .  2
        """
    )
    made.filled = [(5, 2), (4, 3)]
    assert (3, 2, "NW") not in places(face, made, 1, "curve")
    made.filled = [(5, 2)]
    assert (3, 2, "NW") in places(face, made, 1, "curve")


def test_extra_tracks_keep_sides_too(face):
    """Lines 23, 37: a rocket's track by the rules of drawing."""
    made = board(OPEN)
    made.galaxy["planets"]["3"] = [1, 5]
    made.galaxy["specials"] = [["rocket", 2, 4]]
    made.tracks = [(1, 4, 1, "ES")]
    made.filled = [(2, 3), (4, 3)]
    script = "roll straight curve\n1 straight 2,4 EW\nrocket 3,4 {}\n2 curve 5,6 NE"
    with pytest.raises(AssertionError):
        face.play_script(made, script.format("EW"))
    assert face.play_script(made, script.format("NW 1-3")).totals == (3, 0)


# reach

SHUT = """
.  .  ## .  .  .  .
.  ## .  ## .  .  .
.  ## 1  .  .  2  .
.  ## .  ## .  .  .
.  .  ## .  .  .  .
.  .  .  .  .  3  .
"""
"""Planet 1 has three empty sides, two of which lead nowhere; (4, 3) leads on to (5, 3)."""


def test_sides_rule_may_shut_way(face):
    """Open point 8: two empty boxes beside planet 1 would be needed; the way to them is not looked at."""
    made = board(SHUT)
    assert (5, 3, "EW") in places(face, made)


def test_reach_keeps_way_to_planet(face):
    """Open point 8: (5, 3) is beside planet 2 and the only way out from planet 1, for trader 2 as well."""
    made = board(SHUT, surrounding="reach")
    assert (5, 3, "EW") not in places(face, made)
    assert (5, 3, "NE") not in places(face, made, 1, "curve")


def test_reach_allows_draws_leaving_way(face):
    """Open point 8: the other sides of planet 2."""
    made = board(SHUT, surrounding="reach")
    assert {(6, 2, "NS"), (6, 4, "NS"), (7, 3, "EW")} <= places(face, made)


def test_reach_counts_own_open_ends(face):
    """Open point 8: trader 2 has flown to 2 and 3, their open end leads into (4, 3): that is a way for them."""
    made = board(SHUT, surrounding="reach")
    made.tracks = [(5, 3, 2, "EW"), (6, 5, 2, "ES")]
    assert (6, 2, "NS") in places(face, made)


def test_reach_ignores_traders_without_way(face):
    """Open point 8: who had no way before loses none."""
    made = board(SHUT, surrounding="reach", traders=2)
    made.filled.append((5, 3))
    assert (6, 2, "NS") in places(face, made)


def test_reach_rule_restricts_fills(face):
    """Open point 8: after a draw or a fill. (5, 3) lies beside no planet here."""
    text = """
    .  .  ## .  .  .  .  .
    .  ## .  ## ## .  .  .
    .  ## 1  .  .  .  2  .
    .  ## .  ## ## .  .  .
    .  .  ## .  .  .  .  .
    .  .  .  .  .  3  .  .
    """
    shut = {"off": True, "sides": True, "reach": False}
    for test, may in shut.items():
        boxes = {tuple(box) for box in face.position(board(text, surrounding=test)).fillable()}
        assert ((5, 3) in boxes) == may
        assert (1, 1) in boxes


def test_reach_includes_sides_rule(face):
    """Open point 8: all that sides forbids is forbidden."""
    made = board(OPEN, surrounding="reach")
    made.galaxy["planets"]["3"] = [1, 5]
    made.tracks = [(1, 4, 1, "ES"), (2, 4, 1, "EW")]
    made.filled = [(2, 3), (4, 3)]
    assert (3, 4, "EW") not in places(face, made)
