"""Routes and what they bring (rule text, lines 3, 24-27, 43, 44)."""

from __future__ import annotations

import pytest

from tests.lorry.rules.played import board

ROOM = "\n. . . . . . . . . .\n. . . . . . . . . ."


def drawn(face, made, box, ends, trader=1, score=None):
    return face.position(made).draw(trader, box, ends, score)


@pytest.mark.parametrize("boxes", range(1, 9))
def test_route_scores_point_per_box(face, boxes):
    """Lines 3, 25: straight from planet to planet."""
    cells = ["1", *["1EW"] * (boxes - 1), ".", "2", *["."] * (8 - boxes)]
    done = drawn(face, board(ROOM + "\n" + " ".join(cells) + ROOM), (1 + boxes, 3), "EW")
    assert (done.joined, done.points, done.position.totals) == ({(1, 2): boxes}, boxes, (boxes, 0))


def test_example_route_scores_seven(face):
    """Lines 3, 25: planets 2 and 3 joined by seven boxes are seven points."""
    made = board(
        """
        . . . .   .   . .   . . .
        . 2 1EW 1EW 1SW . . . . .
        . . . .   1NS . .   . . .
        . . . .   1NE . 1EW 3 . .
        1 . . .   .   . .   . . .
        """
    )
    done = drawn(face, made, (6, 4), "EW")
    assert (done.joined, done.points) == ({(2, 3): 7}, 7)


def test_default_galaxy_route_scores_seven(face):
    """Line 3 on the default galaxy: seven boxes are the fewest."""
    made = board(DEFAULT, wrap="both")
    made.tracks = [(9, 2, 1, "EW"), (10, 2, 1, "EW"), (11, 2, 1, "EW"), (12, 2, 1, "EW"), (13, 2, 1, "EW")]
    done = drawn(face, made, (14, 2), "SW")
    assert done.joined == {}
    made.tracks.append((14, 2, 1, "SW"))
    assert drawn(face, made, (14, 3), "NS").joined == {(2, 3): 7}


DEFAULT = """
. . . . . a . . . * . . . . . .
. . 1 . . . . 2 . . . . . . . r
. . . . * . . . . . . a . . . .
. . . . . . . o . . * . . 3 . .
. 5 . . . 4 . . . r . . . . . .
. . . r . . . . . . . . o . . a
. . . . . . . 6 . . . * . . . .
. . . . * . . . . . . . . . 9 .
. 7 . . . o . . a . 8 . r . . .
. . . * . . . . . . . . . . . .
"""

SIDE_ARM = """
. . .   .   . .   . .
1 1EW 1ESW . 2 .   . .
. . 1NS .   . .   . .
. . 1NS .   . .   . .
. . .   .   . .   . .
"""


def test_side_arms_do_not_count(face):
    """Line 25: no side ways, only the direct one. Two boxes of arm hang below."""
    done = drawn(face, board(SIDE_ARM), (4, 2), "EW")
    assert done.points == 3


def test_branched_box_counts_once(face):
    """Line 25: each box used is one point, whatever lies in it."""
    made = board(SIDE_ARM.replace("1ESW", "1NESW"))
    assert drawn(face, made, (4, 2), "EW").points == 3


THREE = """
. .   .     .   . . . .
. .   .     .   . . . .
1 1EW 1ESW  1EW . 3 . .
. .   1NS   .   . . . .
. .   2     .   . . . .
. .   .     .   . . . .
. .   .     .   . . . .
"""
JOINED = {"scored": [(1, 2, 1, 3)]}


def test_trader_chooses_one_joined_pair(face):
    """Lines 26, 43: 1-3 and 2-3 are joined at once; either may be chosen."""
    made = board(THREE, **JOINED)
    far, near = (drawn(face, made, (5, 3), "EW", score=pair) for pair in ((1, 3), (2, 3)))
    assert far.joined == near.joined == {(1, 3): 4, (2, 3): 4}
    assert (far.points, near.points) == (4, 4)
    assert far.position.connected(1) == {(1, 2): 3, (1, 3): 4, (2, 3): 4}


LONG_AND_SHORT = """
. .   .   .    . .  . .
. .   .   .    . .  . .
1 1EW 1EW 1ESW . 3  . .
. .   .   1NS  . .  . .
. .   .   2    . .  . .
. .   .   .    . .  . .
"""


@pytest.mark.parametrize(("pair", "points"), [((1, 3), 4), ((2, 3), 3)])
def test_only_chosen_route_is_scored(face, pair, points):
    """Lines 26, 43: long or short, the others bring nothing."""
    made = board(LONG_AND_SHORT, scored=[(1, 2, 1, 4)])
    done = drawn(face, made, (5, 3), "EW", score=pair)
    assert (done.points, done.position.totals) == (points, (4 + points, 0))


def test_passed_pair_is_lost_to_trader(face):
    """Line 26, open point 9: 1-3 was joined and not chosen; when 4 is joined, 1-3 is no choice."""
    made = board(
        """
        . .   .   .    .   .  . . .
        1 1EW 1EW 1ESW 1ESW 3 . . .
        . .   .   1NS  .   .  . . .
        . .   .   2    .   4  . . .
        . .   .   .    .   .  . . .
        """,
        scored=[(1, 2, 1, 4), (2, 3, 1, 4)],
    )
    made.tracks = [one for one in made.tracks if one[:2] != (5, 3)]
    with pytest.raises(face.refused):
        drawn(face, made, (5, 3), "NE", score=(1, 3))


def test_passed_pair_stays_open_to_rivals(face):
    """Open point 9: trader 1 joined 1-2 and lost it; trader 2 scores it."""
    made = board(
        """
        . .   .   . .
        . 2ES 2EW . .
        1 1EW 1EW 2 .
        . .   .   . .
        """
    )
    made.tracks = [(2, 2, 1, "EW"), (3, 2, 1, "EW"), (1, 1, 2, "ES"), (2, 1, 2, "EW"), (3, 1, 2, "EW")]
    made.galaxy["planets"] = {"1": [1, 2], "2": [4, 2]}
    done = drawn(face, made, (4, 1), "SW", trader=2)
    assert (done.joined, done.points, done.position.totals) == ({(1, 2): 4}, 4, (0, 4))


def test_pair_is_scored_once(face):
    """Lines 26, 44, open point 13: trader 1 scored it, trader 2 joins it for nothing."""
    made = board(". . . . .\n1 1EW 1EW 2 .\n. . . . .", scored=[(1, 2, 1, 2)])
    made.tracks += [(1, 1, 2, "ES"), (2, 1, 2, "EW"), (3, 1, 2, "EW")]
    done = drawn(face, made, (4, 1), "SW", trader=2)
    assert (done.joined, done.points, done.position.totals) == ({(1, 2): 4}, 0, (2, 0))


def test_second_way_scores_nothing(face):
    """Line 26: a second, shorter way between 1 and 2 changes its boxes, not the points."""
    made = board(
        """
        . .   .   .   . .
        1 1EW 1ES .   1EW 2
        . .   1NE 1EW 1NW .
        . .   .   .   . .
        """,
        scored=[(1, 2, 1, 6)],
    )
    made.tracks = [
        (2, 2, 1, "EW"),
        (3, 2, 1, "ESW"),
        (5, 2, 1, "ESW"),
        (3, 3, 1, "NE"),
        (4, 3, 1, "EW"),
        (5, 3, 1, "NW"),
    ]
    now = face.position(made)
    assert now.connected(1) == {(1, 2): 6}
    done = drawn(face, made, (4, 2), "EW")
    assert (done.joined, done.points, done.position.totals) == ({}, 0, (6, 0))
    assert done.position.connected(1) == {(1, 2): 4}


def test_shortest_own_way_counts(face):
    """Open point 10: the last track joins 1-2 by three boxes, a loop hangs below."""
    made = board(
        """
        . .    .   .    . .
        1 1ESW .   1ESW 2 .
        . 1NE  1EW 1NW  . .
        . .    .   .    . .
        """
    )
    made.tracks = [one for one in made.tracks if one[:2] != (4, 2)] + [(3, 2, 1, "EW")]
    done = drawn(face, made, (4, 2), "ESW")
    assert (done.joined, done.points) == ({(1, 2): 3}, 3)


def test_longest_way_counts_if_agreed(face):
    """Open point 10, the other reading: the loop is walked, no box twice."""
    made = board(
        """
        . .    .   .    . .
        1 1ESW .   1ESW 2 .
        . 1NE  1EW 1NW  . .
        . .    .   .    . .
        """,
        route_length="longest",
    )
    made.tracks = [one for one in made.tracks if one[:2] != (4, 2)] + [(3, 2, 1, "EW")]
    done = drawn(face, made, (4, 2), "ESW")
    assert (done.joined, done.points) == ({(1, 2): 5}, 5)


def test_ways_exclude_rival_tracks(face):
    """Line 25: the way belongs to whoever built it."""
    made = board(". . . . . .\n1 1EW 2SW . 2 .\n. . 2NS . . .\n. . 3 . . .")
    made.tracks = [(2, 2, 1, "EW"), (3, 2, 2, "ESW"), (3, 3, 2, "NS")]
    done = drawn(face, made, (4, 2), "EW", trader=2)
    assert done.joined == {(2, 3): 3}
    assert done.position.connected(1) == {}


def test_adjacent_tracks_form_no_way(face):
    """Line 25: the way from 1 turns down beside the one that comes from 2."""
    made = board(". . . . . .\n1 1EW 1SW . 1EW 2\n. . 1NS . . .\n. . . . . .\n. . . . . .")
    assert face.position(made).connected(1) == {}
    assert drawn(face, made, (4, 2), "EW").joined == {}
    assert drawn(face, made, (3, 4), "NS").joined == {}


def test_box_counts_for_every_route(face):
    """Lines 25, 26: 1-2 brought 3, 1-3 uses two of its boxes again."""
    made = board(LONG_AND_SHORT, scored=[(1, 2, 1, 4)])
    assert drawn(face, made, (5, 3), "EW", score=(1, 3)).position.totals == (8, 0)


def test_routes_count_round_edge(face):
    """Line 42: planet 1 at the left edge, planet 2 near the right one; two boxes between them."""
    made = board(". . . . . .\n. 1 . . 2 .\n. . . . . .", wrap="both")
    made.galaxy["planets"] = {"1": [1, 2], "2": [4, 2]}
    made.tracks = [(6, 2, 1, "EW")]
    done = drawn(face, made, (5, 2), "EW")
    assert (done.joined, done.points) == ({(1, 2): 2}, 2)


def test_joined_pair_is_scored_at_once(face):
    """Line 25, open point 14: the one free pair is scored with the draw."""
    done = drawn(face, board(". . . .\n1 1EW . 2\n. . . ."), (3, 2), "EW")
    assert done.position.totals == (2, 0)


def test_joined_networks_score_one_route(face):
    """Lines 26, 43: 1-2 and 3-4 joined by one track are four new pairs, one of them counts."""
    made = board(
        """
        . .   .    . .    .   . .
        1 1EW 1ESW 2 .    .   . .
        . .   1NE  . 1SW  .   . .
        . .   .    . 1NES 4   . .
        . .   .    . 1NS  .   . .
        . .   .    . 3    .   . .
        . .   .    . .    .   . .
        """,
        scored=[(1, 2, 1, 2), (3, 4, 1, 2)],
    )
    done = drawn(face, made, (4, 3), "EW", score=(1, 3))
    assert done.joined == {(1, 3): 7, (1, 4): 6, (2, 3): 6, (2, 4): 5}
    assert (done.points, done.position.totals) == (7, (11, 0))


def test_only_newly_joined_pairs_score(face):
    made = board(LONG_AND_SHORT, scored=[(1, 2, 1, 4)])
    for pair in ((1, 2), (1, 4)):
        with pytest.raises(face.refused):
            drawn(face, made, (5, 3), "EW", score=pair)


# scripts: what goes on the sheets


def test_other_traders_strike_a_route(face):
    """Line 27."""
    made = board(". . . . .\n1 1EW . 2 .\n. . . . .\n. . . . .\n. . 3 . .\n. . . . .", traders=3)
    end = face.play_script(
        made,
        """
        roll straight curve curve
        1 straight 3,2 EW 1-2
        2 curve 2,5 NE
        3 curve 4,5 NW
        """,
    )
    assert end.slots == ((1, 0), (0, 1), (0, 1))
    assert end.scored == {(1, 2): (1, 2)}


def test_joining_scored_pair_strikes_nothing(face):
    """Open point 13."""
    made = board(". . . . .\n1 1EW 1EW 2 .\n. . . . .", scored=[(1, 2, 1, 2)])
    made.tracks += [(1, 1, 2, "ES"), (2, 1, 2, "EW"), (3, 1, 2, "EW")]
    end = face.play_script(made, "roll curve straight\n2 curve 4,1 SW", starter=2)
    assert end.slots == ((1, 0), (0, 1))


def test_scoring_is_optional_if_agreed(face):
    """Open point 14, the other reading: the pair is passed over."""
    made = board(". . . .\n1 1EW . 2\n. . . .\n. . . .", scoring_forced="no", traders=1)
    end = face.play_script(made, "roll straight\n1 straight 3,2 EW")
    assert (end.scored, end.totals) == ({}, (0,))
    scored = face.play_script(made, "roll straight\n1 straight 3,2 EW 1-2")
    assert scored.totals == (2,)


def test_passed_pair_stays_open_if_agreed(face):
    """Open point 9, the other reading: 1-3 was passed over, and may be chosen when 4 is joined."""
    made = board(
        """
        . .   .   .    .    . . . .
        . .   .   .    .    . . . .
        1 1EW 1EW 1ESW 1ESW 3 . . .
        . .   .   1NS  .    4 . . .
        . .   .   2    .    . . . .
        . .   .   .    .    . . . .
        """,
        scored=[(1, 2, 1, 5), (2, 3, 1, 4)],
        passed_over_pairs="open",
        traders=1,
    )
    end = face.play_script(made, "roll curve\n1 curve 5,4 NE 1-3")
    assert end.scored[1, 3] == (1, 4)
