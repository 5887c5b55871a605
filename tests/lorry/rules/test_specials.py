"""Stars, rockets, asteroids, black holes (rule text, lines 34-39, 41)."""

from __future__ import annotations

import pytest

from tests.lorry.rules.played import board
from tests.lorry.twin.galaxy import TRACKS


def alone(text, **more):
    """A board for one trader: nobody else comes to a turn."""
    return board(text, traders=1, **more)


# line 35: planets


def test_planets_join_in_any_order(face):
    """Line 35: 5 and 4, and nothing of 1 to 3 before."""
    made = board(". . . . .\n5 1EW . 4 .\n. . . . .\n1 . 2 . 3\n. . . . .")
    assert face.position(made).draw(1, (3, 2), "EW").joined == {(4, 5): 2}


# line 36: stars


def test_star_is_three_points(face):
    """Line 36."""
    done = face.position(board(". . . .\n1 * . 2\n. . . .")).draw(1, (2, 2), "EW")
    assert (done.special, done.position.stars, done.position.totals) == ("star", (1, 0), (3, 0))


def test_star_counts_for_its_drawer(face):
    """Line 36."""
    done = face.position(board(". . . .\n1 * . 2\n. . . .")).draw(2, (2, 2), "EW")
    assert done.position.stars == (0, 1)


def test_adjacent_star_does_not_count(face):
    """Line 36: a track in the box itself."""
    done = face.position(board(". . . .\n1 . * 2\n. . . .")).draw(1, (2, 2), "EW")
    assert (done.special, done.position.stars) == (None, (0, 0))


def test_star_counts_without_route(face):
    """Line 36: no planet is needed."""
    done = face.position(board(". . . . .\n1 1EW * . 2\n. . . . .")).draw(1, (3, 2), "EW")
    assert (done.points, done.position.totals) == (0, (3, 0))


def test_star_box_counts_for_route(face):
    """Lines 25, 31, 36."""
    done = face.position(board(". . . .\n1 1EW * 2\n. . . .")).draw(1, (3, 2), "EW")
    assert (done.points, done.position.totals) == (2, (5, 0))


def test_star_on_last_track_counts(face):
    """Open point 15: as drawn."""
    done = face.position(board(". . . .\n1 1EW * 2\n. . . .", end_after=1)).draw(1, (3, 2), "EW")
    assert (done.position.over, done.position.totals) == (True, (5, 0))


# line 37: rockets

ROCKET = """
. . . . . .
1 r . . . .
. . . . . 2
. . . . . .
"""


@pytest.mark.parametrize(
    ("kind", "ends"), [("straight", "EW"), ("curve", "SW"), ("branch", "ESW"), ("crossing", "NESW")]
)
def test_rocket_gives_any_track(face, kind, ends):
    """Line 37: an extra track of any type."""
    end = face.play_script(alone(ROCKET), f"roll straight curve\n1 straight 2,2 EW\nrocket 3,2 {ends}")
    assert end.tracks == {(2, 2, 1, "EW"), (3, 2, 1, ends)}


def test_rocket_track_may_lie_elsewhere(face):
    """Line 37: anywhere by the rules of drawing."""
    end = face.play_script(alone(ROCKET), "roll straight curve\n1 straight 2,2 EW\nrocket 6,4 NE")
    assert (6, 4, 1, "NE") in end.tracks


def test_rocket_track_follows_drawing_rules(face):
    """Line 37: none free in space."""
    with pytest.raises(AssertionError):
        face.play_script(alone(ROCKET), "roll straight curve\n1 straight 2,2 EW\nrocket 4,4 NE")


def test_rocket_track_is_optional(face):
    """Line 37, open point 16: may."""
    end = face.play_script(alone(ROCKET), "roll straight curve\n1 straight 2,2 EW\nrocket -")
    assert end.tracks == {(2, 2, 1, "EW")}


def test_rocket_track_may_end_route(face):
    """Lines 25, 37."""
    made = alone(". . . .\n1 r . 2\n. . . .")
    end = face.play_script(made, "roll straight curve\n1 straight 2,2 EW\nrocket 3,2 EW 1-2")
    assert end.totals == (2,)


def test_rocket_track_triggers_rocket(face):
    """Open point 11: they chain."""
    made = alone(ROCKET.replace("1 r . .", "1 r r ."))
    end = face.play_script(made, "roll straight curve\n1 straight 2,2 EW\nrocket 3,2 EW\nrocket 4,2 EW")
    assert len(end.tracks) == 3


def test_rockets_without_chains_stop(face):
    """Open point 11, the other reading."""
    made = alone(ROCKET.replace("1 r . .", "1 r r ."), chains="no")
    end = face.play_script(made, "roll straight curve\n1 straight 2,2 EW\nrocket 3,2 EW")
    assert len(end.tracks) == 2


@pytest.mark.parametrize("chains", ["yes", "no"])
def test_rocket_track_on_star_counts(face, chains):
    """Lines 36, 37; chains or not."""
    made = alone(ROCKET.replace("1 r . .", "1 r * ."), chains=chains)
    end = face.play_script(made, "roll straight curve\n1 straight 2,2 EW\nrocket 3,2 EW")
    assert end.stars == (1,)


def test_rocket_is_not_for_rivals(face):
    """Line 37: the trader who reached it."""
    made = board(ROCKET)
    with pytest.raises(AssertionError):
        face.play_script(made, "roll straight curve\n1 straight 2,2 EW\n2 curve 6,4 NE")
    end = face.play_script(made, "roll straight curve\n1 straight 2,2 EW\nrocket -\n2 curve 6,4 NE")
    assert (6, 4, 2, "NE") in end.tracks


# line 38: asteroids

ASTEROID = ROCKET.replace("1 r", "1 a")


@pytest.mark.parametrize(
    ("kind", "ends"), [("straight", "EW"), ("curve", "SW"), ("branch", "ESW"), ("crossing", "NESW")]
)
def test_asteroid_rolls_die_again(face, kind, ends):
    """Line 38."""
    end = face.play_script(alone(ASTEROID), f"roll straight branch\n1 branch 2,2 ESW\nasteroid {kind} 3,2 {ends}")
    assert end.tracks == {(2, 2, 1, "ESW"), (3, 2, 1, ends)}


def test_asteroid_track_is_optional(face):
    """Lines 38, 41: the exception from the duty to draw."""
    end = face.play_script(alone(ASTEROID), "roll straight curve\n1 straight 2,2 EW\nasteroid straight -")
    assert len(end.tracks) == 1


def test_asteroid_gives_rolled_track_only(face):
    """Line 38."""
    with pytest.raises(AssertionError):
        face.play_script(alone(ASTEROID), "roll straight curve\n1 straight 2,2 EW\nasteroid curve 3,2 EW")


def test_asteroid_track_may_lie_elsewhere(face):
    """Line 38: the rules of drawing, and no other."""
    end = face.play_script(alone(ASTEROID), "roll straight curve\n1 straight 2,2 EW\nasteroid curve 6,4 NE")
    assert (6, 4, 1, "NE") in end.tracks


def test_asteroid_track_may_end_route(face):
    """Lines 25, 38."""
    made = alone(". . . .\n1 a . 2\n. . . .")
    end = face.play_script(made, "roll straight curve\n1 straight 2,2 EW\nasteroid straight 3,2 EW 1-2")
    assert end.totals == (2,)


def test_asteroid_track_triggers_asteroid(face):
    """Open point 16: they chain."""
    made = alone(ASTEROID.replace("1 a . .", "1 a a ."))
    end = face.play_script(
        made, "roll straight curve\n1 straight 2,2 EW\nasteroid straight 3,2 EW\nasteroid curve 4,2 SW"
    )
    assert len(end.tracks) == 3


def test_rocket_to_asteroid_rolls_turn_die(face):
    """Open point 16."""
    made = alone(ROCKET.replace("1 r . .", "1 r a ."))
    end = face.play_script(made, "roll straight curve\n1 straight 2,2 EW\nrocket 3,2 EW\nasteroid branch 4,2 NEW")
    assert len(end.tracks) == 3


def test_asteroids_without_chains_stop(face):
    """Open points 11, 16, the other reading."""
    made = alone(ROCKET.replace("1 r . .", "1 r a ."), chains="no")
    end = face.play_script(made, "roll straight curve\n1 straight 2,2 EW\nrocket 3,2 EW")
    assert len(end.tracks) == 2


# line 39: black holes

HOLE = """
. . . . . . .
1 o . . . . 2
. . . . . . .
. . . * . . .
. . . . . . .
"""


def test_black_hole_fills_a_box(face):
    """Line 39."""
    end = face.play_script(alone(HOLE), "roll straight curve\n1 straight 2,2 EW\nhole 5,3")
    assert end.filled == {(5, 3)}


def test_black_hole_fill_is_optional(face):
    """Line 39, open point 16: may."""
    assert face.play_script(alone(HOLE), "roll straight curve\n1 straight 2,2 EW\nhole -").filled == set()


def test_black_hole_fills_once(face):
    """Line 39: one box."""
    with pytest.raises(AssertionError):
        face.play_script(alone(HOLE), "roll straight curve\n1 straight 2,2 EW\nhole 5,3\nhole 5,4")


def fillable(face, made):
    return {tuple(box) for box in face.position(made).fillable()}


def test_fill_spares_boxes_beside_planets(face):
    """Line 39."""
    boxes = fillable(face, board(HOLE))
    assert not boxes & {(1, 1), (1, 3), (2, 2), (7, 1), (7, 3), (6, 2)}


def test_fill_spares_planets_themselves(face):
    """Line 39."""
    assert not fillable(face, board(HOLE)) & {(1, 2), (7, 2)}


def test_special_box_may_be_filled(face):
    """Line 39."""
    assert (4, 4) in fillable(face, board(HOLE))


def test_filled_star_is_out_of_reach(face):
    """Line 39: what is filled is not flown to."""
    made = board(HOLE)
    made.tracks = [(1, 3, 1, "NS"), (1, 4, 1, "NE"), (2, 4, 1, "EW"), (3, 4, 1, "EW")]
    assert (4, 4, "EW") in {tuple(place) for place in face.position(made).legal(1, "straight")}
    after = face.position(made).fill((4, 4))
    for kind in TRACKS:
        assert not {place for place in after.legal(1, kind) if place[0:2] == (4, 4)}


def test_distant_boxes_may_be_filled(face):
    """Line 39: quite free in the galaxy, beside a rival's track too."""
    made = board(HOLE)
    made.tracks = [(1, 3, 2, "NS"), (1, 4, 2, "NE"), (2, 4, 2, "EW")]
    assert {(3, 4), (4, 1), (5, 5)} <= fillable(face, made)


def test_fill_spares_boxes_with_tracks(face):
    """Open point 17: an empty box."""
    made = board(HOLE)
    made.tracks = [(1, 3, 2, "NS"), (1, 4, 2, "NE"), (2, 4, 2, "EW")]
    made.filled = [(5, 4)]
    assert not fillable(face, made) & {(1, 3), (1, 4), (2, 4), (5, 4)}
    with pytest.raises(face.refused):
        face.position(made).fill((2, 4))


def test_fill_allows_planet_corners(face):
    """Open point 17: a box at a planet's corner may be filled."""
    assert {(2, 1), (2, 3), (6, 1), (6, 3)} <= fillable(face, board(HOLE))


def test_fill_spares_corners_if_agreed(face):
    """Open point 17, the other reading."""
    boxes = fillable(face, board(HOLE, fill_beside="corner"))
    assert not boxes & {(2, 1), (2, 3), (6, 1), (6, 3), (1, 1), (2, 2)}
    assert boxes == fillable(face, board(HOLE)) - {(2, 1), (2, 3), (6, 1), (6, 3)}


@pytest.mark.parametrize(("wrap", "beside"), [("both", True), ("columns", True), ("rows", False), ("none", False)])
def test_fill_sides_wrap_round_edge(face, wrap, beside):
    """Line 42, open point 17: planet 1 at the left edge is beside the box at the right one."""
    made = board(". . . . .\n. . . . .\n1 . . . .\n. . . . .\n. . 2 . .", wrap=wrap)
    assert ((5, 3) not in fillable(face, made)) == beside


@pytest.mark.parametrize(("wrap", "beside"), [("both", True), ("columns", True), ("rows", False), ("none", False)])
def test_fill_corners_wrap_round_edge(face, wrap, beside):
    """Open point 17, the other reading, round the edge."""
    made = board(". . . . .\n. . . . .\n1 . . . .\n. . . . .\n. . 2 . .", wrap=wrap, fill_beside="corner")
    assert ((5, 2) not in fillable(face, made)) == beside


def test_rocket_to_black_hole_fills(face):
    """Open point 16: what is met takes effect."""
    made = alone(ROCKET.replace("1 r . .", "1 r o ."))
    end = face.play_script(made, "roll straight curve\n1 straight 2,2 EW\nrocket 3,2 EW\nhole 4,2")
    assert end.filled == {(4, 2)}


def test_black_holes_without_chains_stop(face):
    """Open point 11, the other reading."""
    made = alone(ROCKET.replace("1 r . .", "1 r o ."), chains="no")
    end = face.play_script(made, "roll straight curve\n1 straight 2,2 EW\nrocket 3,2 EW")
    assert end.filled == set()


# open point 15: the order

ORDER = """
. .   . . . .
1 1EW r 2 . .
. .   . . . .
. .   . . . 3
. .   . . . .
"""


def test_route_scores_before_rocket(face):
    """Open point 15: the last route ends the game, the rocket gives nothing."""
    made = board(ORDER, end_after=1)
    end = face.play_script(made, "roll straight curve\n1 straight 3,2 EW 1-2")
    assert (end.over, end.totals, len(end.tracks)) == (True, (2, 0), 2)


def test_rocket_follows_earlier_route(face):
    """Open point 15."""
    made = alone(ORDER)
    end = face.play_script(made, "roll straight branch\n1 branch 3,2 ESW 1-2\nrocket 3,3 NE")
    assert (end.totals, len(end.tracks)) == ((2,), 3)


def test_special_first_draws_rocket_first(face):
    """Open point 15, the other reading: the extra track is drawn, then the last route is scored."""
    made = board(ORDER, end_after=1, special_order="special_first")
    end = face.play_script(made, "roll straight branch\n1 branch 3,2 ESW 1-2\nrocket 3,3 NE")
    assert (end.over, len(end.tracks)) == (True, 3)


def test_last_route_by_rocket_ends_game(face):
    """Lines 29, 37: trader 2 has no turn."""
    made = board(". . . .\n1 r . 2\n. . . .", end_after=1)
    end = face.play_script(made, "roll straight curve\n1 straight 2,2 EW\nrocket 3,2 EW 1-2")
    assert (end.over, end.totals) == (True, (2, 0))


def test_last_route_prevents_asteroid(face):
    """Lines 29, 38."""
    made = board(ORDER.replace("r", "a"), end_after=1)
    assert face.play_script(made, "roll straight curve\n1 straight 3,2 EW 1-2").over


def test_last_route_prevents_fill(face):
    """Lines 29, 39."""
    made = board(ORDER.replace("r", "o"), end_after=1)
    assert face.play_script(made, "roll straight curve\n1 straight 3,2 EW 1-2").filled == set()
