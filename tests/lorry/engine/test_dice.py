"""Shown dice and the picking order, against all faces by plain counting."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from analyzer import AnalyzerError, lorry
from analyzer.lorry import Drafts
from tests.doors.lorry import Board, still_there
from tests.lorry.faces import FACES


@pytest.mark.parametrize("dice", [["white"], ["white", "orange"], ["white", "white", "orange"], ["orange"] * 4])
def test_shown_counts_all_faces(dice):
    rolls = [tuple(sorted(roll)) for roll in product(*(FACES[die] for die in dice))]
    assert lorry.shown(dice) == {kinds: Fraction(many, len(rolls)) for kinds, many in Counter(rolls).items()}


def test_shown_uses_dice_of_galaxy():
    given = {"columns": 3, "rows": 3, "planets": {"1": [1, 1], "2": [3, 3]}, "dice": {"white": {"crossing": 6}}}
    assert lorry.shown(["white"], lorry.Galaxy.from_dict(given).dice) == {("crossing",): 1}


def test_picking_order_passes_left():
    """Rules: the roller picks first, then the trader to their left; the second trader begins the second round."""
    assert lorry.picking_order(3, 2) == (2, 3, 1)
    assert [lorry.picking_order(4, first) for first in (1, 2, 3, 4)] == [
        (1, 2, 3, 4),
        (2, 3, 4, 1),
        (3, 4, 1, 2),
        (4, 1, 2, 3),
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_drafts_match_enumerated_faces_and_orders(players):
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


def test_drafts_name_equally_frequent_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second and the third roll of one white and two orange dice come equally often, 5 in 54."""
    monkeypatch.setattr(Drafts, "NAMED", 2)
    line = next(line for line in lorry.drafts(3).description().parts if "white, orange, orange: " in str(line))
    assert str(line).count("9.3%") == 2


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
def test_impossible_dice_questions_are_refused(ask, told):
    with pytest.raises(AnalyzerError, match=told):
        ask()


@pytest.mark.parametrize(
    ("traders", "colours", "dice"),
    [
        (1, None, ("white", "orange")),
        (2, None, ("white", "orange")),
        (3, None, ("white", "white", "orange")),
        (4, None, ("white", "white", "orange", "orange")),
        (2, "orange, white", ("white", "orange")),
        (3, ["orange", "white", "orange"], ("white", "orange", "orange")),
        (1, "orange", ("orange",)),
        (1, ["orange", "white", "white", "orange"], ("white", "white", "orange", "orange")),
    ],
)
def test_dice_are_listed_white_first(traders, colours, dice):
    """Rules: a die a trader, one white and one orange for two; of three the set of the text comes first."""
    assert lorry.default_galaxy().dice_for(traders, colours) == dice


@pytest.mark.parametrize(
    ("traders", "colours", "expected"),
    [
        (
            2,
            "whit,blue,white",
            [
                "no die 'whit': did you mean white? Use one of white, orange",
                "no die 'blue': use one of white, orange",
            ],
        ),
        (1, [], ["0 dice: alone roll 1 to 4"]),
        (1, ["white"] * 5, ["5 dice: alone roll 1 to 4"]),
        (2, ["white", "white"], ["dice white, white: 2 traders roll white, orange"]),
        (
            3,
            "orange, orange, orange",
            ["dice orange, orange, orange: 3 traders roll white, white, orange or white, orange, orange"],
        ),
    ],
)
def test_dice_must_fit_traders(traders, colours, expected):
    with pytest.raises(AnalyzerError) as refused:
        lorry.default_galaxy().dice_for(traders, colours)
    assert list(refused.value.faults) == expected


@pytest.mark.parametrize(
    ("traders", "start", "fault"),
    [
        (0, 1, "traders 0: give a whole number from 1 to 4"),
        (5, 1, "traders 5: give a whole number from 1 to 4"),
        (3, 0, "start 0: give a whole number from 1 to 3"),
        (3, 4, "start 4: give a whole number from 1 to 3"),
    ],
)
def test_picking_order_refuses_impossible_traders(traders, start, fault):
    with pytest.raises(AnalyzerError) as refused:
        lorry.picking_order(traders, start)
    assert list(refused.value.faults) == [fault]


def test_picking_order_of_one_trader():
    assert lorry.picking_order(1, 1) == (1,)


@pytest.mark.parametrize(
    ("columns", "rows", "wrap"), [(1, 4, "columns"), (4, 1, "rows"), (1, 4, "both"), (4, 1, "both")]
)
def test_board_refuses_self_adjacent_boxes(columns, rows, wrap):
    """Rulings: one column or row is not played where it goes round that way; the other way it is."""
    far = (max(1, columns - 1), max(1, rows - 1))
    with pytest.raises(AnalyzerError) as refused:
        Board(lorry.Galaxy(columns, rows, ((1, 1), far), wrap=wrap, name="Lane"), 2)
    assert list(refused.value.faults) == [
        "Lane: a galaxy of one column or row that goes on round would have boxes beside themselves: give it two, or "
        "another wrap"
    ]
    other = "rows" if columns == 1 else "columns"
    assert Board(lorry.Galaxy(columns, rows, ((1, 1), far), wrap=other), 2).planets == 2
