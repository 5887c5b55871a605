"""Rounds, dice and the end of a game (rule text, lines 5-11, 28-33, 41)."""

from __future__ import annotations

import pytest

from tests.lorry.rules.played import board

WIDE = """
. . . . . . . . .
. 1 . . . . . 2 .
. . . . . . . . .
. . . . . . . . .
. 3 . . . . . 4 .
. . . . . . . . .
"""


@pytest.mark.parametrize("traders", [2, 3, 4])
def test_each_trader_takes_one_die(face, traders):
    """Line 5: as many dice are rolled as traders play, and all are taken."""
    draws = ["1 straight 3,2 EW", "2 straight 7,2 EW", "3 straight 3,5 EW", "4 straight 7,5 EW"][:traders]
    script = "\n".join([f"roll {' '.join(['straight'] * traders)}", *draws])
    assert len(face.play_script(board(WIDE, traders=traders), script).tracks) == traders


@pytest.mark.parametrize(
    ("traders", "starter", "order"),
    [
        (2, 1, (1, 2)),
        (2, 2, (2, 1)),
        (3, 1, (1, 2, 3)),
        (3, 2, (2, 3, 1)),
        (3, 3, (3, 1, 2)),
        (4, 3, (3, 4, 1, 2)),
        (4, 4, (4, 1, 2, 3)),
    ],
)
def test_roller_picks_first_then_left(face, traders, starter, order):
    """Lines 7, 8."""
    assert tuple(face.picking_order(traders, starter)) == order


def test_start_passes_left_each_round(face):
    """Lines 9, 10: it begins with trader 2 of three, and comes round to trader 1."""
    end = face.play_script(
        board(WIDE, traders=3),
        """
        roll straight straight straight
        2 straight 3,2 EW
        3 straight 7,2 EW
        1 straight 3,5 EW
        roll straight straight straight
        3 straight 6,2 EW
        1 straight 4,5 EW
        2 straight 4,2 EW
        roll straight straight straight
        1 straight 5,5 EW
        2 straight 5,2 EW
        3 straight 7,5 EW
        """,
        starter=2,
    )
    assert end.starters == (2, 3, 1)


def test_taken_die_is_gone(face):
    """Line 8: one of the others. Trader 1 took the curve, trader 2 has the straight alone."""
    end = face.play_script(board(WIDE), "roll straight curve\n1 curve 3,2 NW\n2 straight 7,2 EW")
    assert end.tracks == {(3, 2, 1, "NW"), (7, 2, 2, "EW")}


def test_equal_dice_are_taken_separately(face):
    """Line 8."""
    end = face.play_script(board(WIDE), "roll curve curve\n1 curve 3,2 NW\n2 curve 7,2 NE")
    assert len(end.tracks) == 2


CURVES_ONLY = """
.   .    .  .  .
1ES 1SW  .  .  .
1NS .    .  ## .
1NE 1    ## 2  ##
.   .    .  ## .
"""


def test_unplaceable_die_forces_another(face):
    """Line 41, open point 18: trader 1 has no place for a straight, and takes the curve."""
    made = board(CURVES_ONLY)
    assert list(face.position(made).legal(1, "straight")) == []
    assert len(face.play_script(made, "roll straight curve\n1 curve 2,3 NE\n2 straight 2,5 NS").tracks) == 6


def test_no_placeable_die_passes_turn(face):
    """Line 41, open point 18: trader 1 has no place for either; the next picks of both."""
    end = face.play_script(board(CURVES_ONLY), "roll straight straight\n2 straight 2,5 NS")
    assert (2, 5, 2, "NS") in end.tracks
    assert len(end.tracks) == 5


def test_passing_trader_takes_first_die(face):
    """Open point 18: trader 1 takes the straight and draws nothing, the curve is left for trader 2."""
    made = board(CURVES_ONLY)
    made.filled.append((2, 3))
    with pytest.raises(AssertionError):
        face.play_script(made, "roll straight curve\n2 straight 2,5 NS")
    assert (2, 5, 2, "NE") in face.play_script(made, "roll straight curve\n2 curve 2,5 NE").tracks


def test_passing_trader_returns_next_round(face):
    """Open point 18: only the turn is lost."""
    script = "roll straight straight\n2 straight 2,5 NS\nroll straight curve\n2 straight 2,3 NS\n1 curve 2,3 NE"
    with pytest.raises(AssertionError):
        face.play_script(board(CURVES_ONLY), script)
    made = board(CURVES_ONLY + ".  .   .  .  .\n")
    end = face.play_script(
        made, "roll straight straight\n2 straight 2,5 NS\nroll straight curve\n2 straight 2,6 NS\n1 curve 2,3 NE"
    )
    assert (2, 3, 1, "NE") in end.tracks


def test_no_place_pass_allows_unplaceable_die(face):
    """Open point 18, the other reading: the die that was chosen without a place passes the turn."""
    made = board(CURVES_ONLY, no_place="pass")
    end = face.play_script(made, "roll straight curve\n1 straight -\n2 curve 2,5 NE")
    assert (2, 5, 2, "NE") in end.tracks


def test_routes_of_all_traders_end_game(face):
    """Lines 11, 29, open points 1, 20: the routes of both are counted."""
    made = board(
        """
        .   .   .   .   .
        1   1EW .   2   .
        .   .   2ES 2NW .
        3   2EW 2NW .   .
        .   .   .   .   .
        4   2EW 2EW 5   .
        .   .   .   .   .
        """,
        end_after=3,
        scored=[(2, 3, 2, 4), (4, 5, 2, 2)],
    )
    assert not face.position(made).over
    end = face.play_script(made, "roll straight curve\n1 straight 3,2 EW 1-2")
    assert (end.over, end.slots) == (True, ((1, 2), (2, 1)))


def test_last_route_ends_game_at_once(face):
    """Line 29: trader 2 does not come to their turn of this round."""
    made = board(". . . .\n1 1EW . 2\n. . . .", end_after=1)
    end = face.play_script(made, "roll straight curve\n1 straight 3,2 EW 1-2")
    assert end.over
    assert (end.totals, end.slots) == ((2, 0), ((1, 0), (0, 1)))


def test_finished_game_refuses_draws(face):
    """Line 29."""
    made = board(". . . .\n1 1EW . 2\n. . . .", end_after=1)
    after = face.position(made).draw(1, (3, 2), "EW").position
    assert after.over
    with pytest.raises(face.refused):
        after.draw(2, (1, 1), "NS")


def test_game_continues_before_last_route(face):
    """Line 11."""
    made = board(". . . .\n1 1EW . 2\n. . . .", end_after=2)
    end = face.play_script(made, "roll straight straight\n1 straight 3,2 EW 1-2\n2 straight 1,1 NS")
    assert not end.over


ULI = """
.  .   .   .   .   .    .   .   .   .   .    .   .   .   .   .   .   .  .   .  .
.  2   1EW 1EW 1EW 1EW  1EW 1EW 1EW 3   .    .   .   .   .   .   .   .  .   .  .
.  2NS .   .   .   .    .   2ES 2EW 2NW .    .   .   .   .   .   .   .  .   .  .
.  1   1EW 1EW 1EW 1EW  1EW 4   .   .   .    .   .   .   .   .   .   .  .   .  .
.  .   .   .   .   .    .   .   .   .   .    .   .   .   .   .   .   .  .   .  .
.  5   1EW* 1EW 1EW 1ESW 1EW 1EW 1EW 1EW 1ESW 1EW* 1EW 1EW 1EW 1EW 1EW 9 2EW 8 .
.  .   .   .   .   1NS  .   .   .   .   1NS  .   .   .   .   .   .   .  .   .  .
.  .   .   .   .   1NS  .   .   .   .   1NS  .   .   .   .   .   .   .  .   .  .
.  .   .   .   .   1NS  .   .   .   .   1NS  .   .   .   .   .   .   .  .   .  .
.  .   .   .   .   6    2SW .   .   .   1NS  .   .   .   .   .   .   .  .   .  .
.  .   .   .   .   .    2NS .   .   .   1NS  .   .   .   .   .   .   .  .   .  .
.  .   .   .   .   .    2NS .   .   .   .    .   .   .   .   .   .   .  .   .  .
.  .   .   .   .   .    2NE 2EW 2EW 2EW 7    .   .   .   .   .   .   .  .   .  .
.  .   .   .   .   .    .   .   .   .   .    .   .   .   .   .   .   .  .   .  .
"""
OWN = [(2, 3, 1, 7), (1, 4, 1, 5), (5, 9, 1, 15), (5, 6, 1, 7)]
OTHERS = [(1, 2, 2, 1), (3, 4, 2, 3), (8, 9, 2, 1), (6, 7, 2, 7)]


def test_scoring_example_of_rules(face):
    """Line 33: 7 + 5 + 15 + 7 + 13 = 47 points of routes, two stars are 6 more: 53. Five own routes, four struck."""
    made = board(ULI, scored=[*OWN, *OTHERS])
    now = face.position(made)
    ways = now.connected(1)
    assert {pair: ways[pair] for pair in ((2, 3), (1, 4), (5, 9), (5, 6))} == {
        (2, 3): 7,
        (1, 4): 5,
        (5, 9): 15,
        (5, 6): 7,
    }
    assert now.totals == (34 + 6, 12)
    done = now.draw(1, (11, 12), "NS", score=(7, 9))
    assert (done.joined, done.points) == ({(5, 7): 15, (6, 7): 15, (7, 9): 13}, 13)
    end = face.play_script(made, "roll straight curve\n1 straight 11,12 NS 7-9")
    assert end.totals[0] == 47 + 6 == 53
    assert end.stars[0] == 2
    assert end.slots[0] == (5, 4)
    assert end.over


def test_total_adds_routes_and_stars(face):
    """Line 31."""
    made = board(". . . . .\n1 1EW* . 1EW* 2\n. . . . .")
    done = face.position(made).draw(1, (3, 2), "EW")
    assert done.position.totals == (3 + 6, 0)


def test_round_without_draws_ends_game(face):
    """Open point 19: the second round is not rolled."""
    made = board(CURVES_ONLY, traders=1, surrounding="off")
    made.filled += [(2, 3), (2, 5), (3, 4)]
    made.filled = sorted(set(made.filled))
    end = face.play_script(made, "roll straight curve")
    assert end.tracks == face.play_script(made, "roll branch crossing").tracks
    with pytest.raises(AssertionError):
        face.play_script(made, "roll straight curve\nroll straight curve")
