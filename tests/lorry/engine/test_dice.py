"""What dice show and who picks: against all faces, by plain counting."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from analyzer import AnalyzerError, lorry
from analyzer.lorry.questions.drafts import still_there
from tests.lorry.faces import FACES


@pytest.mark.parametrize("dice", [["white"], ["white", "orange"], ["white", "white", "orange"], ["orange"] * 4])
def test_what_is_shown_is_counted_over_all_faces(dice):
    rolls = [tuple(sorted(roll)) for roll in product(*(FACES[die] for die in dice))]
    assert lorry.shown(dice) == {kinds: Fraction(many, len(rolls)) for kinds, many in Counter(rolls).items()}


def test_dice_of_a_galaxy_take_the_place_of_the_default():
    given = {"columns": 3, "rows": 3, "planets": {"1": [1, 1], "2": [3, 3]}, "dice": {"white": {"crossing": 6}}}
    assert lorry.shown(["white"], lorry.Galaxy.from_dict(given).dice) == {("crossing",): 1}


def test_the_start_passes_to_the_left():
    """Rules: the roller picks first, then the trader to his left; the second trader begins the second round."""
    assert lorry.picking_order(3, 2) == (2, 3, 1)
    assert [lorry.picking_order(4, first) for first in (1, 2, 3, 4)] == [
        (1, 2, 3, 4),
        (2, 3, 4, 1),
        (3, 4, 1, 2),
        (4, 1, 2, 3),
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_of_seats_are_those_of_all_faces_and_all_ways_to_take(players):
    found = lorry.drafts(players)
    assert (
        found.sets
        == {
            2: (("white", "orange"),),
            3: (("white", "white", "orange"), ("white", "orange", "orange")),
            4: (("white", "white", "orange", "orange"),),
        }[players]
    )
    for dice in found.sets[:1]:
        rolls = list(product(*(FACES[die] for die in dice)))
        orders = list(permutations(range(players)))
        for one in (one for one in found.seats() if one.dice == dice):
            left = [roll.count(one.type) for roll in rolls]
            assert one.surely == Fraction(sum(many >= one.seat for many in left), len(rolls))
            assert one.at_most == Fraction(sum(many > 0 for many in left), len(rolls))
            taken = random.Random(one.seat).sample(rolls, 12)
            for roll in taken if players < 4 else taken[:3]:
                still = [one.type in [roll[die] for die in order[one.seat - 1 :]] for order in orders]
                assert still_there(roll.count(one.type), one.seat - 1, players) == Fraction(sum(still), len(still))


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: lorry.shown([]), "give a list of 1 to 8 colours"),
        (lambda: lorry.shown("white"), "give a list"),
        (lambda: lorry.shown(["whit"]), "did you mean white"),
        (lambda: lorry.drafts(1), "from 2 to 4"),
        (lambda: lorry.drafts(5), "from 2 to 4"),
        (lambda: lorry.picking_order(3, 4), "from 1 to 3"),
    ],
)
def test_what_cannot_be_rolled_is_refused(ask, told):
    with pytest.raises(AnalyzerError, match=told):
        ask()
