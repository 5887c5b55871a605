"""Open points whose other readings have no file of their own (facts, ambiguities; docs/lorry-rulings.md)."""

from __future__ import annotations

import pytest

from tests.lorry.rules.played import board
from tests.lorry.twin.galaxy import TRACKS

OPEN = """
. . . . .
. . . . .
. . 1 . .
. . . . .
. . . . .
. . . . 2
"""


def places(face, made, trader=1, kind="straight"):
    return {tuple(place) for place in face.position(made).legal(trader, kind)}


@pytest.mark.parametrize(
    ("kind", "printed"), [("straight", "NS"), ("curve", "NE"), ("branch", "NES"), ("crossing", "NESW")]
)
def test_unrotated_tracks_lie_as_printed(face, kind, printed):
    """Open point 2, the other reading."""
    assert {place[2] for place in places(face, board(OPEN, rotate_tracks="no"), 1, kind)} == {printed}


@pytest.mark.parametrize(("there", "fits"), [("NE", "SW"), ("SW", "NE"), ("ES", "NW"), ("NW", "ES")])
def test_parallel_curves_may_share_box(face, there, fits):
    """Open point 3, the other reading: a rival's curve leaves room for the one with the two other ends, and no more."""
    around = {"N": [3, 2], "E": [4, 3], "S": [3, 4], "W": [2, 3]}
    made = board("\n".join([". . . . ."] * 5), tracks_per_box="two")
    made.galaxy["planets"] = {"1": around[there[0]], "2": around[fits[0]]}
    made.tracks = [(3, 3, 2, there)]
    here = {ends for kind in TRACKS for column, row, ends in places(face, made, 1, kind) if (column, row) == (3, 3)}
    assert here == {fits}


@pytest.mark.parametrize("kind", ["straight", "branch", "crossing"])
def test_only_curves_share_a_box(face, kind):
    """Open point 3, the other reading."""
    made = board(OPEN, tracks_per_box="two")
    made.tracks = [(3, 4, 2, "NE")]
    assert not {place for place in places(face, made, 1, kind) if place[:2] == (3, 4)}


def test_own_curves_never_share_box(face):
    """Open point 3, the other reading: of two traders."""
    made = board(OPEN, tracks_per_box="two")
    made.tracks = [(3, 4, 1, "NE"), (4, 4, 1, "SW"), (4, 5, 1, "NW"), (3, 5, 1, "NE")]
    assert not {place for kind in TRACKS for place in places(face, made, 1, kind) if place[:2] == (3, 4)}


def test_shared_star_counts_for_both(face):
    """Open point 3, the other reading."""
    made = board(OPEN, tracks_per_box="two")
    made.galaxy["specials"] = [["star", 3, 4]]
    made.tracks = [(3, 4, 2, "NE"), (2, 3, 1, "ES"), (2, 4, 1, "NE")]
    assert face.position(made).stars == (0, 1)
    assert face.position(made).draw(1, (3, 4), "SW").position.stars == (1, 1)


def test_open_ends_avoid_rival_tracks(face):
    """Open point 4, the other reading."""
    made = board(". . . .\n1 . 2NS .\n. . 2 .\n. . . .", dead_ends="open")
    assert (2, 2, "EW") not in places(face, made)
    assert (2, 2, "NW") in places(face, made, 1, "curve")


def test_open_ends_avoid_filled_boxes(face):
    """Open point 4, the other reading."""
    made = board(". . . .\n1 . ## .\n. . 2 .\n. . . .", dead_ends="open")
    assert (2, 2, "EW") not in places(face, made)


def test_open_ends_may_face_edge(face):
    """Open point 4, the other reading: rivals and filled boxes alone."""
    made = board("1 . . .\n. . . .\n. . . .\n. . . 2", dead_ends="open")
    assert (2, 1, "NW") in places(face, made, 1, "curve")
    made = board(". . .   .\n1 . 1NS .\n. . 2   .\n. . .   .", dead_ends="open")
    assert (2, 2, "EW") in places(face, made)


def test_end_by_planets_ends_game(face):
    """Open points 1, 20, the other reading: every planet belongs to a scored route."""
    made = board(
        """
        .   .   .   .   .
        1   1EW .   2   .
        .   .   .   .   .
        3   2EW 2EW 4   .
        .   .   .   .   .
        """,
        end_by="planets",
        scored=[(3, 4, 2, 2)],
    )
    assert not face.position(made).over
    assert face.position(made).draw(1, (3, 2), "EW").position.over


def test_end_by_planets_ignores_end_after(face):
    """Open points 1, 20, the other reading: more than end_after are scored."""
    made = board(
        """
        .   .   .   .   .
        1   1EW .   2   .
        .   .   .   .   .
        3   2EW 2EW 4   .
        .   .   .   .   .
        .   .   5   .   .
        .   .   .   .   .
        """,
        end_by="planets",
        end_after=1,
        scored=[(3, 4, 2, 2)],
    )
    assert not face.position(made).over
    assert not face.position(made).draw(1, (3, 2), "EW").position.over


@pytest.mark.parametrize(("end_after", "over"), [(1, True), (2, False)])
def test_galaxy_sets_end_after(face, end_after, over):
    """Open point 1: nine is what the text says, a galaxy may say another."""
    made = board(". . . .\n1 1EW . 2\n. . . .", end_after=end_after)
    assert face.position(made).draw(1, (3, 2), "EW").position.over == over
