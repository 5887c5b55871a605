"""Rules on where and how tracks may be drawn (rule text, lines 12-23, 41, 42, 45, 46)."""

from __future__ import annotations

import pytest

from tests.lorry.rules.played import board
from tests.lorry.twin.galaxy import KIND, TRACKS

OPEN = """
. . . . .
. . . . .
. . 1 . .
. . . . .
. . . . .
. . . . 2
"""


def places(face, made, trader=1, kind="straight"):
    """Legal places as a set; no place is told twice."""
    told = face.position(made).legal(trader, kind)
    assert len(told) == len(set(told))
    return {tuple(place) for place in told}


# lines 13-17: the four tracks; open point 2: they are turned freely


@pytest.mark.parametrize(("kind", "turned"), TRACKS.items())
def test_track_fits_every_rotation(face, kind, turned):
    """Beside the planet, to the left of it: every turn that has an end to the east."""
    here = {ends for column, row, ends in places(face, board(OPEN), 1, kind) if (column, row) == (2, 3)}
    assert here == {ends for ends in turned if "E" in ends}


def test_straight_has_two_opposite_ends(face):
    """Line 14."""
    assert places(face, board(OPEN)) == {
        (3, 2, "NS"),
        (3, 4, "NS"),
        (2, 3, "EW"),
        (4, 3, "EW"),
        (5, 5, "NS"),
        (4, 6, "EW"),
    }


def test_curve_has_two_neighbouring_ends(face):
    """Line 15: two turns reach each side of a planet."""
    assert len(places(face, board(OPEN), 1, "curve")) == 2 * 6


def test_branch_has_three_ends(face):
    """Line 16: three of its four turns reach each side."""
    assert len(places(face, board(OPEN), 1, "branch")) == 3 * 6


def test_crossing_has_four_ends(face):
    """Line 17."""
    assert {ends for _, _, ends in places(face, board(OPEN), 1, "crossing")} == {"NESW"}
    assert len(places(face, board(OPEN), 1, "crossing")) == 6


# lines 7, 9, 19: from a planet, or joined to an own track


def test_first_track_starts_at_planet(face):
    """Line 7."""
    assert {(column, row) for column, row, _ in places(face, board(OPEN))} == {
        (3, 2),
        (3, 4),
        (2, 3),
        (4, 3),
        (5, 5),
        (4, 6),
    }


def test_traders_may_share_starting_planet(face):
    """Line 8."""
    made = board(OPEN)
    made.tracks = [(2, 3, 1, "EW")]
    assert (4, 3, "EW") in places(face, made, 2)


def test_own_track_is_extended(face):
    """Line 9."""
    made = board(OPEN)
    made.tracks = [(4, 3, 1, "EW")]
    assert {(5, 3, "EW")} < places(face, made)


def test_adjacent_track_must_meet_end(face):
    """Lines 9, 19: the tracks have to be joined, to lie beside each other is not enough."""
    made = board(OPEN)
    made.tracks = [(4, 3, 1, "EW")]
    assert not {place for place in places(face, made) if place[:2] in ((4, 2), (4, 4))}


def test_end_is_met_from_its_side(face):
    """Line 19: the own end leads east into (5, 3); a straight from north to south does not meet it."""
    made = board(OPEN)
    made.tracks = [(4, 3, 1, "EW")]
    assert (5, 3, "NS") not in places(face, made)


def test_track_needs_a_connection(face):
    """Line 19."""
    made = board("1 . . . 2\n. . . . .\n. . . . .")
    for kind in TRACKS:
        assert all(row == 1 or column in (1, 5) for column, row, _ in places(face, made, 1, kind))


def test_track_may_start_at_new_planet(face):
    """Lines 9, 10: or away from another planet."""
    made = board(OPEN)
    made.tracks = [(4, 3, 1, "EW")]
    assert (5, 5, "NS") in places(face, made)


def test_rival_track_is_no_connection(face):
    """Line 19: an own one."""
    made = board(OPEN)
    made.tracks = [(4, 3, 1, "EW")]
    assert (5, 3, "EW") not in places(face, made, 2)


def test_traders_never_share_a_box(face):
    """Line 20; open point 3: not even parallel curves."""
    made = board(OPEN)
    made.tracks = [(3, 4, 1, "NE")]
    for kind in TRACKS:
        assert not {place for place in places(face, made, 2, kind) if place[:2] == (3, 4)}


def test_own_tracks_never_share_a_box(face):
    """Open point 3: one track a box."""
    made = board(". . . .\n1 1EW 1NW .\n. . . .\n. . . 2")
    made.tracks = [(2, 2, 1, "EW"), (3, 2, 1, "NW")]
    for kind in TRACKS:
        assert not {place for place in places(face, made, 1, kind) if place[:2] in ((2, 2), (3, 2))}


def test_planet_takes_no_track(face):
    made = board("1 1EW 2 . 3")
    for kind in TRACKS:
        assert not {place for place in places(face, made, 1, kind) if place[0] in (1, 3, 5)}


# lines 21, 45: a planet is flown to once by each trader


@pytest.mark.parametrize("kind", TRACKS)
def test_planet_takes_one_end_per_trader(face, kind):
    """Line 21: with an end at planet 1, no other box beside it takes a track of theirs with an end there."""
    made = board(OPEN)
    made.tracks = [(2, 3, 1, "EW")]
    for column, row, ends in places(face, made, 1, kind):
        assert not ((column, row) == (4, 3) and "W" in ends)
        assert not ((column, row) == (3, 2) and "S" in ends)


def test_track_may_pass_flown_planet(face):
    """Line 21 forbids the end, not the box."""
    made = board(". . 1SW .\n. 1 1NW .\n. . . .\n. . . 2")
    assert (2, 1, "EW") in places(face, made)
    assert (2, 1, "ES") not in places(face, made, 1, "curve")


def test_each_trader_reaches_planet_once(face):
    """Line 21: so has each trader the chance."""
    made = board(OPEN)
    made.tracks = [(2, 3, 1, "EW")]
    assert {(3, 2, "NS"), (3, 4, "NS"), (4, 3, "EW")} <= places(face, made, 2)


def test_end_at_flown_planet_forbids_track(face):
    """Line 21: the crossing in (2, 2) would carry on from (1, 2), and lead to planet 1 again."""
    made = board("1EW 1 . .\n1NE . . .\n. . . 2")
    made.tracks = [(1, 1, 1, "ES"), (1, 2, 1, "NE")]
    assert places(face, made, 1, "crossing") == {(3, 3, "NESW"), (4, 2, "NESW")}
    assert (2, 2, "EW") in places(face, made)
    assert places(face, made, 1, "branch") & {(2, 2, ends) for ends in TRACKS["branch"]} == {(2, 2, "ESW")}


def test_way_stops_at_planet(face):
    """Line 45: an own end west of planet 2 is not carried on east of it."""
    made = board(". . . . . . .\n1 1EW 2 . . . 3\n. . . . . . .")
    assert places(face, made) == {(6, 2, "EW"), (7, 1, "NS"), (7, 3, "NS")}


def test_one_track_may_join_two_planets(face):
    """Line 25: a way of one box."""
    made = board(". . .\n1 . 2\n. . .")
    drawn = face.position(made).draw(1, (2, 2), "EW")
    assert (drawn.joined, drawn.points) == ({(1, 2): 1}, 1)


@pytest.mark.parametrize("ends", ["EW", "ESW", "NEW", "NESW"])
def test_track_reaches_planet_by_one_end(face, ends):
    """Open point 21: in a galaxy two boxes wide both sides of a box are the same planet's."""
    made = board("1 .\n. .\n. 2\n. .", wrap="both")
    assert (2, 1, ends) not in places(face, made, 1, KIND[ends])


def test_narrow_galaxy_allows_one_end(face):
    """Open point 21 forbids two ends, not one."""
    made = board("1 .\n. .\n. 2\n. .", wrap="both")
    assert {(2, 1, "NE"), (2, 1, "NW"), (2, 1, "ES"), (2, 1, "SW")} <= places(face, made, 1, "curve")


# line 42: the edge


def test_end_wraps_to_opposite_side(face):
    """Line 42."""
    made = board("1NE 1 . .\n. . . .\n. . . 2\n. . . .", wrap="both")
    made.tracks = [(1, 1, 1, "EW")]
    made.galaxy["planets"] = {"1": [2, 1], "2": [3, 3]}
    assert (4, 1, "EW") in places(face, made)


@pytest.mark.parametrize(("wrap", "east", "south"), [("both", 1, 1), ("columns", 1, 0), ("rows", 0, 1), ("none", 0, 0)])
def test_wrap_joins_named_edges(face, wrap, east, south):
    """Line 42 as a switch: columns is leaving east and west, rows leaving north and south."""
    made = board(". . . .\n. . 1EW .\n. . . .\n. . . .\n. 1NS . .\n. . . .", wrap=wrap)
    made.galaxy["planets"] = {"1": [3, 2], "2": [2, 5]}
    made.tracks = [(4, 2, 1, "EW"), (2, 6, 1, "NS")]
    found = places(face, made)
    assert ((1, 2, "EW") in found) == bool(east)
    assert ((2, 1, "NS") in found) == bool(south)


def test_planet_is_reached_round_edge(face):
    """Line 42: the box at the right edge lies beside the planet at the left one."""
    made = board(". . . .\n1 . . .\n. . . .\n. . 2 .", wrap="both")
    assert (4, 2, "EW") in places(face, made)
    assert (4, 2, "EW") not in places(face, board(". . . .\n1 . . .\n. . . .\n. . 2 .", wrap="none"))


def test_ends_may_leave_unwrapped_galaxy(face):
    """Line 46: into the void."""
    assert (1, 2, "NS") in places(face, board("1 . .\n. . .\n. . 2"))
    assert (2, 1, "EW") in places(face, board("1 . .\n. . .\n. . 2"))
    assert (2, 1, "NW") in places(face, board("1 . .\n. . .\n. . 2"), 1, "curve")


# line 46: ends that lead to nothing; open point 4


def test_branch_may_leave_unwrapped_galaxy(face):
    """Line 46."""
    assert (2, 1, "ESW") in places(face, board("1 . .\n. . .\n. . 2"), 1, "branch")


def test_end_may_face_rival_track(face):
    """Open point 4."""
    made = board("1 . 2NS .\n. . 2NS .\n2 . 3 .")
    assert (2, 1, "EW") in places(face, made)


def test_end_may_face_filled_box(face):
    """Open point 4."""
    assert (2, 1, "EW") in places(face, board("1 . ## .\n. . . .\n2 . . ."))


def test_end_may_face_own_track(face):
    """Line 46: nothing says that it must be met."""
    made = board("1 . 1NS .\n. . 1NS .\n2 . 3 .")
    assert (2, 1, "EW") in places(face, made)


def test_filled_box_takes_no_track(face):
    """Line 39: a box that is filled is not flown to."""
    made = board("1 1EW ## .\n. . . .\n2 . . .")
    for kind in TRACKS:
        assert not {place for place in places(face, made, 1, kind) if place[:2] == (3, 1)}


def test_one_track_may_join_two_ends(face):
    """Line 19 asks for one joint at least."""
    made = board("1 1EW . 1EW 2", end_after=1)
    drawn = face.position(made).draw(1, (3, 1), "EW")
    assert drawn.joined == {(1, 2): 3}


def test_legal_places_are_sorted(face):
    """Sort by track in their order, then by box in reading order."""
    told = [tuple(place) for place in face.position(board(OPEN)).legal(1, "curve")]
    assert told == sorted(told, key=lambda place: (TRACKS["curve"].index(place[2]), place[1], place[0]))


@pytest.mark.parametrize(
    ("box", "ends"),
    [((4, 1), "EW"), ((3, 3), "EW"), ((2, 1), "NS"), ((9, 9), "EW"), ((2, 1), "W"), ((3, 1), "EW")],
    ids=["is not connected", "on a planet", "no end meets", "outside", "no track", "taken"],
)
def test_illegal_draw_is_refused(face, box, ends):
    made = board("1 . 2NS .\n. . 2NS .\n. . 2 .")
    with pytest.raises(face.refused):
        face.position(made).draw(1, box, ends)
