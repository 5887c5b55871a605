"""What comes at a fleet (class IVC: "Angriffe betreffen immer die gesamte Flotte, nicht jedes Schiff einzeln")."""

from __future__ import annotations

import pytest

from tests.trucker.rules.fleets.flown import alone, build, fly
from tests.trucker.scripted import OPEN, QUIET, captain, meteors, shots

TWO = build("6/6 ST . ST; 7/6 CA . CA; 8/6 ST . ST")
"""A cabin between structural parts on either side of column 7."""


@pytest.mark.parametrize(
    ("side", "roll", "hit"),
    [
        ("front", 6, (6, 6)), ("front", 8, (6, 8)), ("front", 7, None),
        ("rear", 6, (8, 6)), ("rear", 8, (8, 8)), ("rear", 7, None),
        ("left", 6, (6, 6)), ("left", 8, (8, 6)), ("left", 11, None),
        ("right", 6, (6, 8)), ("right", 8, (8, 8)), ("right", 2, None),
    ],
)  # fmt: skip
def test_first_component_of_fleet_is_hit(side: str, roll: int, hit: tuple[int, int] | None) -> None:
    assert alone(TWO, (shots(f"large-{side}"), [roll])).lost == ({hit} if hit else set())


def test_next_ship_in_line_is_hit() -> None:
    """Row 6 from the left: the left part, then the right one."""
    end = alone(TWO, (shots("large-left large-left large-left"), [6, 6, 6]))
    assert (end.lost, end.ships_lost) == ({(6, 6), (6, 8)}, [1, 1])


def test_column_hits_front_ship_first() -> None:
    """Joined in front and behind, a column from the front meets the front ship first, from the rear the other."""
    four = build("6/6 CA ST CA; 10/6 CA ST CA")
    front = alone(four, (shots("large-front large-front"), [6, 6]), joined="F+B")
    assert front.lost == {(6, 6), (10, 6)}
    rear = alone(four, (shots("large-rear"), [8]), joined="F+B")
    assert rear.lost == {(10, 8)}


def test_row_hits_one_of_three_ships() -> None:
    three = build("6/6 CA . CA; 10/6 CA ST CA")
    end = alone(three, (shots("large-right large-right"), [6, 10]), joined="B")
    assert (end.lost, end.left) == ({(6, 8), (10, 8)}, ["flies", "no_humans", "flies"])


SHIELDED = build("6/6 SH^< . SH^>; 7/5 B2 CA . CA B2")
"""A shield to the front and its own side, and two charges, on either ship."""


@pytest.mark.parametrize("hazard", ["small-front"])
@pytest.mark.parametrize(("roll", "payer"), [(6, (7, 5)), (8, (7, 9))])
def test_shield_of_hit_ship_pays(hazard: str, roll: int, payer: tuple[int, int]) -> None:
    end = alone(SHIELDED, (shots(hazard), [roll]))
    assert (end.lost, end.charges_at[payer], end.batteries) == (set(), 1, 3)


def test_shield_protects_own_ship_only() -> None:
    """ "Ein Schild kann jedoch nur das eigene Schiff schützen": only the right ship has one."""
    half = build("6/6 ST . SH^>; 7/5 B2 CA . CA B2")
    end = alone(half, (shots("small-front small-front"), [6, 8]))
    assert (end.lost, end.charges_at) == ({(6, 6)}, {(7, 5): 2, (7, 9): 1})


def test_shield_needs_own_charge() -> None:
    half = build("6/6 ST . SH^>; 7/5 B2 CA . CA")
    assert alone(half, (shots("small-front"), [8])).lost == {(6, 8)}


def test_shield_covers_one_large_ship() -> None:
    whole = build("6/6 CA ST SH^>; 7/5 B2 CA . CA")
    end = alone(whole, (shots("small-front"), [6]), joined="F+B+L+R")
    assert (end.lost, end.batteries) == (set(), 1)


def test_shield_faces_its_sides() -> None:
    """Row 7 from the left: the left ship is covered there; column 9 from behind: the right one is not."""
    assert alone(SHIELDED, (shots("small-left small-rear"), [7, 9])).lost == {(7, 9)}


def test_small_meteor_bounces_off_fleet() -> None:
    assert alone(TWO, (meteors("small-left small-right"), [7, 7])).lost == set()


PILE = build("6/6 ST; 7/6 CA . CA; 8/6 CA . CA")
"""A cabin on top of another on either side, and a part on top of the left ones."""


def test_open_border_leaves_connectors_exposed() -> None:
    """Connectors stay exposed across a border that did not grow together."""
    assert alone(PILE, QUIET, joined="R").exposed == 1 + 1
    assert alone(PILE, QUIET, joined="L+R").exposed == 0


def test_small_meteor_destroys_at_border() -> None:
    """Column 6 from the front: first part and cabin are shot away; then the lower cabin shows its connector."""
    end = alone(PILE, (shots("large-front large-front"), [6, 6]), (meteors("small-front"), [6]), joined="R")
    assert end.lost == {(6, 6), (7, 6), (8, 6)}


def test_bounced_meteor_spares_the_fleet() -> None:
    assert alone(PILE, (meteors("small-front small-rear"), [8, 6]), joined="R").lost == set()


# Large meteors


ABOVE = build("6/6 ST . CN<; 7/5 ST CA . CA; 8/6 ST . ST")
"""In row 6 a single cannon of the right ship faces left."""


@pytest.mark.parametrize(("roll", "hit"), [(5, None), (6, None), (7, None), (8, (8, 6))])
def test_cannon_of_any_ship_covers_row(roll: int, hit: tuple[int, int] | None) -> None:
    """ "Die Kanone muss nicht auf dem Schiff sein, dass sonst ... getroffen würde"; row 8 is too far."""
    assert alone(ABOVE, (meteors("large-left"), [roll])).lost == ({hit} if hit else set())


def test_front_cannon_covers_its_column() -> None:
    behind = build("6/6 CA ST CA; 9/6 CN^ . CN^; 10/6 CA ST CA")
    hit = alone(behind, (meteors("large-front large-front"), [6, 8]), joined="F+B")
    assert hit.lost == set()
    assert alone(build("6/6 CA ST CA; 9/8 CN^; 10/6 CA ST CA"), (meteors("large-front"), [6]), joined="F+B").lost == {
        (6, 6)
    }


DOUBLES = build("6/6 CD< . CD<; 7/5 B2 CA . CA B3")
"""A double cannon of either ship faces left; two charges left, three right."""


def test_ship_with_most_charges_fires() -> None:
    end = alone(DOUBLES, (meteors("large-left"), [7]))
    assert (end.lost, end.charges_at) == (set(), {(7, 5): 2, (7, 9): 2})


def test_equal_charges_first_ship_fires() -> None:
    end = alone(DOUBLES, (meteors("large-left large-left"), [7, 7]))
    assert end.charges_at == {(7, 5): 1, (7, 9): 2}


def test_double_cannons_fire_until_empty() -> None:
    end = alone(DOUBLES, (meteors("large-left large-left large-left large-left large-left"), [7] * 5))
    assert (end.lost, end.batteries) == (set(), 0)


def test_double_cannon_needs_own_charge() -> None:
    lone = build("6/8 CD<; 7/5 B2 CA . CA")
    assert alone(lone, (meteors("large-left"), [7])).lost == {(7, 5)}


def test_single_cannon_of_fleet_fires_first() -> None:
    end = alone(build("6/6 CD< . CN<; 7/5 B2 CA . CA"), (meteors("large-left"), [7]))
    assert (end.lost, end.batteries) == (set(), 2)


def test_component_may_be_worth_less() -> None:
    """A captain who would rather lose a component than a charge spares the charge."""
    end = alone(DOUBLES, (meteors("large-left"), [6]), captain=captain(battery=200))
    assert (end.lost, end.batteries) == ({(6, 6)}, 5)


def test_cannon_that_left_is_silent() -> None:
    gone = build("6/6 ST . CN<; 7/6 CA . CA; 8/6 EN")
    assert alone(gone, OPEN, (meteors("large-left"), [6])).lost == {(6, 6)}


def test_nothing_stops_heavy_fire() -> None:
    assert alone(SHIELDED, (shots("large-front"), [8])).lost == {(6, 8)}


# Breaking


def test_only_the_hit_ship_breaks() -> None:
    """The left cabin falls: two lone parts are left of that ship, of equal worth; the right ship is whole."""
    end = alone(TWO, (shots("large-left"), [7]))
    assert (end.lost, end.ships_lost) == ({(7, 6), (8, 6)}, [2, 0])


def test_touching_ship_holds_no_piece() -> None:
    """Row 7 falls from under row 6; joined left, row 8 holds to nothing else, and so one of the two pieces is lost."""
    pile = build("6/6 CA . CA; 7/6 ST . ST; 8/6 CA . CA")
    assert alone(pile, (shots("large-left"), [7]), joined="L+R").lost == {(7, 6), (8, 6)}
    assert alone(pile, (shots("large-left"), [7]), joined="R").lost == {(7, 6)}


def test_piece_with_humans_is_kept() -> None:
    tail = build("6/6 CA . CA; 7/6 ST; 8/6 ST; 9/5 ST ST")
    end = alone(tail, (shots("large-left"), [7]))
    assert (end.lost, end.left) == ({(7, 6), (8, 6), (9, 5), (9, 6)}, ["flies", "flies"])


def test_humans_elsewhere_do_not_count() -> None:
    """The broken ship keeps the piece with two humans (200 + 200), not the one with three parts (600)."""
    parts = build("6/6 CA . CA; 7/6 ST . ST; 8/4 ST ST ST . CA")
    assert alone(parts, (shots("large-left"), [7])).lost == {(7, 6), (8, 4), (8, 5), (8, 6)}


def test_destroyed_ship_flies_until_card_ends() -> None:
    end = alone(build("7/6 CA . CA; 8/8 EN"), (shots("large-left large-left"), [7, 8]))
    assert (end.left, end.met, end.ships_lost) == (["no_humans", "flies"], [1, 1], [1, 1])


def test_both_fleets_meet_same_meteor() -> None:
    ends = fly([TWO, TWO], (meteors("large-left"), [6]))
    assert [end.lost for end in ends] == [{(6, 6)}, {(6, 6)}]


# What touches another ship


def test_mismatched_border_stays_exposed() -> None:
    """A single on a double connector between rows 7 and 8 is no flaw if only the right side joined."""
    drawn = build("7/6 CA0010 . CA; 8/6 CA2000 . CA")
    end = alone(drawn, QUIET, joined="R")
    assert (end.exposed, end.left) == (1 + 1, ["flies", "flies", "flies"])
    with pytest.raises(AssertionError, match="connector_mismatch"):
        alone(drawn, QUIET, joined="L+R")


def test_cannon_shoots_past_other_ship() -> None:
    """A cannon of the rear ship points at the front one, which a large meteor in that column would meet."""
    drawn = build("7/6 CA . CA; 8/6 CN^ . CA; 9/6 CA")
    assert alone(drawn, (meteors("large-front"), [6]), joined="R").lost == set()
    with pytest.raises(AssertionError, match="cannon_blocked"):
        alone(drawn, QUIET, joined="L+R")


def test_engine_drives_past_other_ship() -> None:
    drawn = build("6/6 CA . CA; 7/6 EN . EN; 8/6 CA . CA; 9/6 EN . EN")
    end = alone(drawn, OPEN, joined="F+B")
    assert (end.days, end.left) == (1, ["flies", "flies"])


def test_life_support_helps_own_ship_only() -> None:
    drawn = build("6/6 CA; 7/6 CA . CA; 8/6 LB . CA; 9/6 CA", brown=(7, 6))
    assert alone(drawn, QUIET, joined="L+R").aliens == {"brown"}
    assert (alone(drawn, QUIET, joined="R").aliens, alone(drawn, QUIET, joined="R").humans_at[7, 6]) == (set(), 2)
