"""Class IVC on paper: what the dice join, fleets that come of a build, insurance; expected values are by hand."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from fractions import Fraction

import pytest

import analyzer
from analyzer import AnalyzerError, fleet_tables, missing_from_box
from tests.doors.trucker_flights import HOME, QUARTERS
from tests.places import ROOT

OPEN = [3, 3, 3, 3]
HAULER = ROOT / "ships" / "2007" / "II" / "steady-hauler.yaml"


def build(*parts: tuple, **more) -> analyzer.Layout:
    """A build of (row, column, kind, connectors, facing) in short."""
    entries = [
        {"square": [row, column], "kind": kind, "connectors": connectors} | ({"facing": facing[0]} if facing else {})
        for row, column, kind, connectors, *facing in parts
    ]
    return analyzer.Layout.from_components("2007-IVC", entries, **more)


FOUR = [(7, 6, "cabin", OPEN), (7, 8, "cabin", OPEN), (8, 6, "cabin", OPEN), (8, 8, "cabin", OPEN)]
"""A cabin of each quarter, about the window."""

# Dice


def test_dice_make_listed_layouts():
    """Three results make two ships behind each other, 4 beside, 2 three ships, 4 one large, 8 an L and a tiny one."""
    results = Counter(one.layout for one in analyzer.joining())
    assert results == {"two_behind": 3, "two_beside": 4, "three": 2, "one_large": 4, "L_and_tiny": 8}


def test_layouts_come_in_ninths():
    ways = Counter()
    for one in analyzer.joining():
        assert one.ways == (1 if one.dice[0] == one.dice[1] else 2)
        ways[one.layout] += one.ways
    assert ways == {"two_behind": 4, "two_beside": 8, "three": 4, "one_large": 4, "L_and_tiny": 16}
    assert sum(fleet_tables().alternative_ways.values()) == 36


SQUARES = {
    "F+B": (27, 28),
    "L+R": (25, 25),
    "L": (25, 12, 13),
    "R": (12, 25, 13),
    "F+L": (40, 13),
    "F+R": (40, 13),
    "B+L": (12, 40),
    "B+R": (12, 40),
    "F+B+L+R": (55,),
}
"""12 squares in each front quarter, 13 in each rear one, 3 and 2 on the joining squares of column 7."""


def test_there_are_nine_geometries():
    assert {one.joined for one in analyzer.joining()} == set(SQUARES)
    for joined, squares in SQUARES.items():
        made = analyzer.fleet(build(*FOUR), joined)
        assert sorted(map(len, made.ships)) == sorted(squares)
        assert sorted(quarter for ship in made.quarters for quarter in ship) == sorted(QUARTERS)
        firsts = [min(ship) for ship in made.ships]
        assert firsts == sorted(firsts)


@pytest.mark.parametrize("joined", ["f+l", "L+F", " F + L "])
def test_borders_come_in_any_order(joined):
    assert analyzer.fleet(build(*FOUR), joined).joined == "F+L"


@pytest.mark.parametrize("joined", ["F+L+R", "B+L+R", "F+B+L+R"])
def test_three_borders_join_all(joined):
    assert analyzer.fleet(build(*FOUR), joined).layout == "one_large"


def test_dice_come_in_either_order():
    """One border a face: 1 front, 6 behind, 2 and 3 left, 4 and 5 right; doubles of a side join all."""
    assert analyzer.fleet(build(*FOUR), dice=(2, 1)).joined == "F+L"
    assert analyzer.fleet(build(*FOUR), dice=(6, 1)).joined == "F+B"
    assert analyzer.fleet(build(*FOUR), dice=(3, 2)).joined == "L"
    assert analyzer.fleet(build(*FOUR), dice=(5, 5)).joined == "F+B+L+R"
    assert analyzer.fleet(build(*FOUR), "F+L", dice=(1, 3)).joined == "F+L"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "give the borders that grew together"),
        ({"joined": "F+X"}, "give borders of F (front), B (behind), L, R"),
        ({"joined": "F+F"}, "give borders of F (front), B (behind), L, R"),
        ({"joined": ""}, "give borders of F (front), B (behind), L, R"),
        ({"joined": 3}, "give borders of F (front), B (behind), L, R"),
        ({"dice": (0, 1)}, "give two whole numbers from 1 to 6"),
        ({"dice": (1,)}, "give two whole numbers from 1 to 6"),
        ({"dice": "12"}, "give two whole numbers from 1 to 6"),
        ({"joined": "L", "dice": (1, 2)}, "join F+L; give one of the two"),
    ],
)
def test_wrong_borders_are_refused(given, said):
    with pytest.raises(AnalyzerError) as refused:
        analyzer.fleet(build(*FOUR), **given)
    assert said in str(refused.value)


def test_unbegun_build_is_refused():
    with pytest.raises(AnalyzerError, match="no component lies in a quarter"):
        analyzer.fleet(build((6, 7, "cabin", OPEN)), "L+R")


def test_ordinary_ship_is_no_fleet():
    ship = analyzer.load_ship(HAULER)
    with pytest.raises(AnalyzerError, match=r"board 2007-IVC.*fleets"):
        analyzer.fleet(ship, "F+L")


# Ships


def test_open_border_joins_nothing():
    """Four cabins about the window: left ones touch between rows 7 and 8, right ones too."""
    beside = analyzer.fleet(build(*FOUR), "L+R")
    assert beside.pieces() == [[{(7, 6), (8, 6)}], [{(7, 8), (8, 8)}]]
    assert beside.exposed_connectors() == 4 * 3
    assert beside.flaws() == []
    three = analyzer.fleet(build(*FOUR), "L")
    assert three.pieces() == [[{(7, 6), (8, 6)}], [{(7, 8)}], [{(8, 8)}]]
    assert three.exposed_connectors() == 3 + 3 + 4 + 4


def test_unjoined_large_ship_is_flawed():
    """Nothing joins left and right here, and of pieces of one size the earlier is the ship."""
    made = analyzer.fleet(build(*FOUR), "F+B+L+R")
    assert [(flaw.kind, flaw.square) for flaw in made.flaws()] == [("disconnected", (7, 8)), ("disconnected", (8, 8))]


def test_clash_needs_a_joined_border():
    """A single connector on a double one between rows 7 and 8."""
    parts = [(7, 6, "cabin", [0, 0, 1, 0]), (8, 6, "cabin", [2, 0, 0, 0]), *FOUR[1:2], FOUR[3]]
    assert analyzer.fleet(build(*parts), "F+B").flaws()[0].kind == "disconnected"
    clash = [flaw for flaw in analyzer.fleet(build(*parts), "L+R").flaws() if flaw.kind == "connector_mismatch"]
    assert [(flaw.square, flaw.other) for flaw in clash] == [((7, 6), (8, 6))]
    apart = analyzer.fleet(build(*parts), "R")
    assert apart.flaws() == []
    assert apart.exposed_connectors() == 1 + 1 + 6


def test_muzzle_blocked_by_own_ship():
    parts = [*FOUR[:2], (8, 6, "single_cannon", [0, 0, 1, 0], "front"), (9, 6, "cabin", [1, 0, 0, 0]), FOUR[3]]
    assert "cannon_blocked" not in {flaw.kind for flaw in analyzer.fleet(build(*parts), "R").flaws()}
    assert "cannon_blocked" in {flaw.kind for flaw in analyzer.fleet(build(*parts), "L").flaws()}


def test_build_is_legal_in_every_way():
    cannon = [*FOUR[:2], (8, 6, "single_cannon", [0, 0, 1, 0], "front"), (9, 6, "cabin", [1, 0, 0, 0]), FOUR[3]]
    assert {flaw.kind for flaw in build(*cannon).flaws()} == {"cannon_blocked", "connector_mismatch", "disconnected"}
    joined = [*FOUR, (6, 6, "cabin", OPEN), (6, 7, "structural", OPEN), (6, 8, "cabin", OPEN)]
    rear = [(9, 6, "cabin", OPEN), (9, 7, "structural", OPEN), (9, 8, "cabin", OPEN)]
    assert build(*joined, *rear).flaws() == []


def test_starting_cabin_lies_anywhere_once():
    one = [*FOUR[:3], (8, 8, "starting_cabin", OPEN)]
    assert analyzer.fleet(build(*one), "L+R").flaws() == []
    two = [*FOUR[:2], (8, 6, "starting_cabin", OPEN), (8, 8, "starting_cabin", OPEN)]
    flaws = analyzer.fleet(build(*two), "L+R").flaws()
    assert [(flaw.kind, flaw.square) for flaw in flaws] == [("starting_cabins", (8, 8))]


def test_joining_squares_need_joined_border():
    """Joining squares are built on only if their border grew together."""
    parts = [*FOUR, (6, 6, "cabin", OPEN), (6, 7, "battery_2", OPEN), (6, 8, "cabin", OPEN)]
    assert analyzer.fleet(build(*parts), "L+R").not_built == ((6, 7),)
    front = analyzer.fleet(build(*parts), "F+B")
    assert front.not_built == ()
    assert front.pieces()[0] == [{(6, 6), (6, 7), (6, 8), (7, 6), (7, 8)}]


def test_unbegun_or_unmanned_ships_stay():
    """The rear left quarter is empty, the rear right one holds an engine alone."""
    made = analyzer.fleet(build(*FOUR[:2], (8, 8, "single_engine", [3, 0, 0, 0])), "L")
    assert made.quarters == (("front_left", "rear_left"), ("front_right",), ("rear_right",))
    assert (made.unbegun, made.unmanned, made.starting) == ((), (2,), (0, 1))
    alone = analyzer.fleet(build(*FOUR[:2], (8, 8, "single_engine", [3, 0, 0, 0])), "R")
    assert alone.quarters == (("front_left",), ("front_right", "rear_right"), ("rear_left",))
    assert (alone.unbegun, alone.unmanned, alone.starting) == ((2,), (), (0, 1))


ENGINES = [
    *FOUR,
    (8, 5, "single_engine", [0, 3, 0, 0]),
    (9, 6, "double_engine", [3, 0, 0, 0]),
    (9, 8, "battery_2", [3, 3, 0, 0]),
    (9, 9, "double_engine", [3, 0, 0, 3]),
    (8, 9, "single_engine", [0, 0, 0, 3]),
    (6, 6, "single_engine", [0, 0, 0, 0]),
]


def test_weakest_ship_sets_engine_strength():
    """Left a single and a double engine, right a single and a double; the front ships have none."""
    parts = ENGINES[:-1]
    beside = analyzer.fleet(build(*parts), "L+R")
    assert beside.engine_strengths() == [1, 1]
    assert beside.engine_strengths(batteries=[0, 1]) == [1, 3]
    assert beside.engine_strength(batteries=[0, 1]) == 1
    assert beside.engine_strength(batteries=[1, 1]) == 3
    behind = analyzer.fleet(build(*parts), "F+B")
    assert behind.engine_strengths(batteries=[0, 2]) == [0, 6]
    assert behind.engine_strength(batteries=[0, 2]) == 0


def test_cannons_of_all_ships_count():
    parts = [
        *FOUR,
        (6, 6, "single_cannon", [0, 0, 3, 0], "front"),
        (6, 8, "double_cannon", [0, 0, 3, 0], "front"),
        (8, 5, "single_cannon", [0, 3, 0, 0], "left"),
    ]
    made = analyzer.fleet(build(*parts), "L+R")
    assert made.cannon_strengths() == [1.5, 0.0]
    assert made.cannon_strength() == 1.5
    assert made.cannon_strength(batteries=[1, 0]) == 1.5
    assert made.cannon_strength(batteries=[0, 1]) == 3.5


def test_brown_alien_lifts_own_ship():
    """An alien lifts its own ship alone, and never from nothing."""
    brown = [*ENGINES[:-1], (7, 5, "life_support_brown", [0, 3, 0, 0]), (6, 6, "cabin", OPEN)]
    made = analyzer.fleet(build(*brown, aliens={"brown": [7, 6]}), "L+R")
    assert made.engine_strengths() == [3, 1]
    assert made.engine_strength() == 1
    tiny = analyzer.fleet(build(*brown, aliens={"brown": [7, 6]}), "R")
    assert tiny.engine_strengths() == [0, 1, 1]
    assert tiny.engine_strength() == 0


def test_ship_with_alien_alone_stays():
    """A ship with nothing but an alien does not fly, and does not hold the fleet back."""
    lonely = [*ENGINES[:-1], (7, 5, "life_support_brown", [0, 3, 0, 0])]
    made = analyzer.fleet(build(*lonely, aliens={"brown": [7, 6]}), "R")
    assert (made.unmanned, made.engine_strengths(), made.engine_strength()) == ((0,), [0, 1, 1], 1)


def test_purple_alien_needs_own_cannon():
    guns = [*FOUR, (6, 8, "single_cannon", [0, 0, 3, 0], "front")]
    left = build(*guns, (7, 5, "life_support_purple", [0, 3, 0, 0]), aliens={"purple": [7, 6]})
    right = build(*guns, (7, 9, "life_support_purple", [0, 0, 0, 3]), aliens={"purple": [7, 8]})
    assert analyzer.fleet(left, "L+R").cannon_strength() == 1
    assert analyzer.fleet(right, "L+R").cannon_strength() == 3


def test_alien_needs_support_on_own_ship():
    """Life support in the rear left quarter, the alien's cabin in the front left one."""
    parts = [*FOUR[:2], (8, 6, "life_support_brown", OPEN), FOUR[3]]
    housed = build(*parts, aliens={"brown": [7, 6]})
    assert analyzer.fleet(housed, "L+R").aliens == {"brown": (7, 6)}
    apart = analyzer.fleet(housed, "F+B")
    assert (apart.aliens, apart.unseated) == ({}, ("brown",))


def test_strengths_need_charges_per_ship():
    with pytest.raises(AnalyzerError, match="list of 2"):
        analyzer.fleet(build(*FOUR), "L+R").engine_strengths(batteries=[1])
    with pytest.raises(AnalyzerError, match="batteries -1"):
        analyzer.fleet(build(*FOUR), "L+R").cannon_strength(batteries=[-1, 0])


def test_pieces_without_lost_components():
    made = analyzer.fleet(build(*FOUR, (7, 5, "cabin", OPEN)), "L+R")
    assert made.pieces(without=[(7, 6)]) == [[{(7, 5)}, {(8, 6)}], [{(7, 8), (8, 8)}]]
    with pytest.raises(AnalyzerError, match="no component on"):
        made.pieces(without=[(3, 6)])


# The builds that come with the project

BUILDS = sorted((HAULER.parent.parent / "IVC").glob("*.yaml"))


@pytest.mark.parametrize("path", BUILDS, ids=lambda path: path.stem)
def test_shipped_builds_are_legal(path):
    """Buildable from one box; every quarter has a human and an engine of its own, because it may fly alone."""
    given = analyzer.load_ship(path)
    assert given.flaws() == []
    assert missing_from_box(given) == []
    for joined in SQUARES:
        made = analyzer.fleet(given, joined)
        assert made.starting == tuple(range(len(made.ships)))
        assert min(made.engine_strengths(batteries=[9] * len(made.ships))) > 0


def test_eight_builds_are_shipped():
    assert len(BUILDS) == 8


# What strikes a fleet

SHIELDS = [
    *FOUR,
    (6, 8, "shield", [3, 0, 3, 0], ["front", "right"]),
    (7, 9, "battery_2", [0, 0, 0, 3]),
    (6, 6, "battery_2", [0, 0, 3, 0]),
]
"""On the right a shield for front and right with two charges, on the left two charges and no shield."""


def test_hazard_meets_first_component():
    """From the left in row 7 the left ship is in the way, from the right the right one; nobody is in row 11."""
    made = analyzer.fleet(build(*FOUR), "L+R")
    left = analyzer.strike(made, "heavy_fire", side="left", roll=7)
    assert (left.outcome, left.square, left.ship, left.paid_by, left.lost) == ("destroyed", (7, 6), 0, None, ((7, 6),))
    right = analyzer.strike(made, "heavy_fire", side="right", roll=7)
    assert (right.square, right.ship, right.lost) == ((7, 8), 1, ((7, 8),))
    missed = analyzer.strike(made, "heavy_fire", side="left", roll=11)
    assert (missed.outcome, missed.ship, missed.lost) == ("miss", None, ())


def test_shield_protects_own_ship():
    """A shield protects its own ship, with a charge of its own."""
    made = analyzer.fleet(build(*SHIELDS), "L+R")
    own = analyzer.strike(made, "light_fire", side="front", roll=8, batteries=[0, 1])
    assert (own.outcome, own.ship, own.paid_by, own.batteries_spent) == ("shielded", 1, 1, 1)
    others_charge = analyzer.strike(made, "light_fire", side="front", roll=8, batteries=[2, 0])
    assert (others_charge.outcome, others_charge.paid_by) == ("destroyed", None)
    others_shield = analyzer.strike(made, "light_fire", side="front", roll=6)
    assert (others_shield.outcome, others_shield.ship, others_shield.paid_by) == ("destroyed", 0, None)
    large = analyzer.fleet(build(*SHIELDS, (8, 7, "cabin", OPEN)), "F+B+L+R")
    assert analyzer.strike(large, "light_fire", side="front", roll=6, batteries=[1]).outcome == "shielded"


def test_charges_are_spent_per_ship():
    made = analyzer.fleet(build(*SHIELDS), "L+R")
    shots = [("light_fire", "front", 8)] * 3
    assert [met.outcome for met in analyzer.barrage(made, shots)] == ["shielded", "shielded", "destroyed"]
    assert [met.outcome for met in analyzer.barrage(made, shots, batteries=[2, 1])] == [
        "shielded",
        "destroyed",
        "destroyed",
    ]
    assert [met.outcome for met in analyzer.barrage(made, shots[:1], captain="miser")] == ["destroyed"]


def test_any_ship_shoots_side_meteor():
    """A single cannon on the right ship faces left; the left ship is hit in the same row, two columns before it."""
    parts = [*FOUR, (8, 7, "cabin", [0, 0, 0, 0]), (9, 8, "single_cannon", [3, 0, 0, 0], "left"), (9, 6, "cabin", OPEN)]
    made = analyzer.fleet(build(*parts), "L+R")
    met = analyzer.strike(made, "large_meteor", side="left", roll=9)
    assert (met.outcome, met.ship, met.paid_by) == ("shot_down", 0, None)
    assert analyzer.strike(made, "large_meteor", side="left", roll=7).outcome == "destroyed"


def test_double_cannon_needs_own_charge():
    """A double cannon of the right ship faces left in row 9, and the left ship stands before it."""
    parts = [
        *FOUR,
        (9, 8, "double_cannon", [3, 0, 0, 0], "left"),
        (9, 6, "battery_2", [3, 0, 0, 0]),
        (7, 9, "battery_2", [0, 0, 0, 3]),
    ]
    made = analyzer.fleet(build(*parts), "L+R")
    shot = analyzer.strike(made, "large_meteor", side="left", roll=9, batteries=[0, 1])
    assert (shot.outcome, shot.square, shot.ship, shot.paid_by) == ("shot_down", (9, 6), 0, 1)
    assert analyzer.strike(made, "large_meteor", side="left", roll=9, batteries=[2, 0]).outcome == "destroyed"


def test_ship_with_most_charges_pays():
    """A double cannon on either ship faces left in row 9, and each ship has a battery."""
    parts = [
        *FOUR,
        (9, 6, "double_cannon", [3, 0, 0, 0], "left"),
        (9, 8, "double_cannon", [3, 0, 0, 0], "left"),
        (7, 5, "battery_2", [0, 3, 0, 0]),
        (7, 9, "battery_2", [0, 0, 0, 3]),
    ]
    made = analyzer.fleet(build(*parts), "L+R")
    paid = [
        analyzer.strike(made, "large_meteor", "left", 9, batteries=given).paid_by
        for given in ([1, 2], [2, 2], [2, 1], [0, 1])
    ]
    assert paid == [1, 0, 0, 1]


def test_only_the_hit_ship_breaks():
    """The left ship: a cabin with a crew, a structural part, two cabins behind it; the right one stays whole."""
    parts = [*FOUR, (9, 6, "cabin", OPEN), (6, 6, "structural", OPEN)]
    made = analyzer.fleet(build(*parts), "L+R")
    hit = analyzer.strike(made, "heavy_fire", side="left", roll=7)
    assert hit.lost == ((6, 6), (7, 6))


def test_small_meteor_bounces_off_smooth():
    parts = [(7, 6, "cabin", [0, 0, 3, 0]), *FOUR[1:]]
    made = analyzer.fleet(build(*parts), "L+R")
    met = analyzer.strike(made, "small_meteor", side="left", roll=7)
    assert (met.outcome, met.ship, met.lost) == ("bounced", 0, ())


@pytest.mark.parametrize("batteries", [1, [1], "12", [1, -1]])
def test_batteries_are_given_per_ship(batteries):
    with pytest.raises(AnalyzerError, match="batteries"):
        analyzer.strike(analyzer.fleet(build(*FOUR), "L+R"), "heavy_fire", "left", 7, batteries=batteries)


# Insurance


@pytest.mark.parametrize(
    ("lost", "cheapest"), [(0, (0,)), (12, (0,)), (19, (0,)), (20, (0, 8)), (21, (8,)), (26, (8,)), (99, (8,))]
)
def test_known_loss_takes_extreme_premium(lost, cheapest):
    """8 + 12 = 20 against the loss itself; 2 and 5 never pay: 2 + 26 = 28 and 5 + 19 = 24."""
    assert analyzer.insurance({lost: 1}).cheapest == cheapest


def test_insurance_totals_are_exact():
    """Losses of 0, 0, 0 and 30: in the mean 7.5; capped at 26, 19, 12 they are 6.5, 4.75 and 3."""
    told = analyzer.insurance({0: 3, 30: 1})
    assert told.total == {0: Fraction(15, 2), 2: Fraction(17, 2), 5: Fraction(39, 4), 8: Fraction(11)}
    assert told.break_even == {0: 0, 2: 1, 5: Fraction(11, 4), 8: Fraction(9, 2)}
    most = {0: 30, 2: 26, 5: 19, 8: 12}
    assert told.variance == {premium: Fraction(3, 16) * paid**2 for premium, paid in most.items()}
    assert told.cheapest == (0,)


def test_insurance_weights_may_be_fractions():
    assert analyzer.insurance({0: Fraction(3, 4), 30: Fraction(1, 4)}) == analyzer.insurance({0: 3, 30: 1})


@pytest.mark.parametrize(
    ("losses", "said"),
    [
        ({}, "none of them ever comes"),
        ({3: 0}, "none of them ever comes"),
        ({-1: 2}, "a loss of -1: give a whole number"),
        ({1.5: 2}, "a loss of 1.5: give a whole number"),
        ({1: -2}, "comes -2 times"),
        ({1: 0.5}, "comes 0.5 times"),
        ([1, 2], "give how often so many components are lost"),
    ],
)
def test_impossible_losses_are_refused(losses, said):
    with pytest.raises(AnalyzerError) as refused:
        analyzer.insurance(losses)
    assert said in str(refused.value)


# Level IV


@pytest.mark.parametrize(
    ("number", "changed"),
    [
        (0, {"strength": 7, "crew_lost": 4, "credits": 6}),
        (1, {"strength": 5, "goods_lost": 3, "goods_step": 1}),
        (3, {}),
        (4, {}),
        (16, {"crew_required": 4, "crew_lost": 4, "credits": 5}),
        (18, {"crew_required": 6, "goods_step": 1}),
        (24, {}),
        (43, {}),
        (51, {"goods_step": 1}),
    ],
)
def test_level_iv_cards_are_harder(number, changed):
    """Slavers 6 3 5; smugglers 4 2; stardust; open space; a ship for 3 crew and 4 credits; a station for 5; epidemic;
    sabotage; planets: days, and all that is not printed, stay."""
    printed, met = analyzer.card(number), analyzer.card(f"2007/{number}", level="IV")
    for field in dataclasses.fields(printed):
        assert getattr(met, field.name) == changed.get(field.name, getattr(printed, field.name)), field.name
    assert met.goods_step == changed.get("goods_step", 0)


def test_first_meteor_comes_twice():
    """Pirates 5 with small large small fire from the front; the longest swarm has seven meteors, and then eight."""
    met = analyzer.card(2, level="IV")
    assert [hit.large for hit in met.hits] == [False, False, True, False]
    assert (met.strength, met.credits) == (6, 5)
    swarm = analyzer.card(49, level="IV")
    assert [hit.large for hit in swarm.hits] == [True, True, *[False] * 6]
    assert len({hit.side for hit in swarm.hits[:2]}) == 1


def test_zones_take_more_crew_and_goods():
    """Card 15: crew>days:3, engines>crew:2, cannons>shots: small-rear large-rear."""
    days, crew, shots = analyzer.card(15, level="IV").lines
    assert (days.penalty, days.amount, crew.penalty, crew.amount) == ("days", 3, "crew", 3)
    assert [hit.large for hit in shots.shots] == [False, False, True]
    days, goods, shots = analyzer.card(35, level="IV").lines
    assert (days.amount, goods.penalty, goods.amount, len(shots.shots)) == (4, "goods", 4, 5)


def test_printed_cards_are_of_other_levels():
    assert analyzer.card(28, level="II") == analyzer.card("2007/28") == analyzer.card(28)
    assert analyzer.card("2021/28").id == 28


@pytest.mark.parametrize(
    ("name", "level", "said"),
    [
        ("2007/99", None, "no card 99"),
        ("x", None, "give edition and number"),
        ("2008/3", None, "no edition '2008'"),
        ("28", "V", "no level 'V' in the 2007 edition: use one of I, II, III, IIIa, IV"),
        ("2021/28", "IV", "no level 'IV' in the 2021 edition"),
    ],
)
def test_unknown_cards_and_levels_refused(name, level, said):
    with pytest.raises(AnalyzerError) as refused:
        analyzer.card(name, level)
    assert said in str(refused.value)


# What the command tells


def test_inspect_tells_the_fleets(command, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    file = tmp_path / "four.yaml"
    analyzer.save_ship(build(*FOUR, name="Four Rooms"), file)
    told = command("inspect", str(file), "--verbose")
    assert told.code == 0
    lines = [line.split() for line in told.out.splitlines()]
    assert ["L+R", "two", "beside", "2/9", "2", "+", "2", "0", "0", "12", "-", "-"] in lines
    assert ["F+B+L+R", "one", "large", "1/9", "4", "0", "0", "12", "2", "-"] in lines
    off = "Not connected: falls off before the start and counts as lost:"
    assert f"{off} (7,8), (8,8) [F+B, F+B+L+R]" in " ".join(told.out.split())
    assert "inferred" in told.out
    (told,) = json.loads(command("inspect", str(file), "--json").out)
    beside = next(fleet for fleet in told["fleets"] if fleet["joined"] == "L+R")
    assert (beside["ways"], beside["layout"], len(beside["ships"])) == (8, "two_beside", 2)
    assert told["caveats"]


def test_inspect_tells_one_fleet_fully(command, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    file = tmp_path / "four.yaml"
    analyzer.save_ship(build(*ENGINES[:-1], name="Four Rooms"), file)
    told = command("inspect", str(file), "--dice", "2,4")
    assert "L+R grown together: two beside, chance 2/9" in told.out
    lines = [line.split() for line in told.out.splitlines()]
    assert ["front", "left", "+", "rear", "left", "4", "1"] in [line[:7] for line in lines]
    assert command("inspect", str(file), "--joined", "F").out.count("chance never") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--dice", "7,1"), "--dice '7,1': give two numbers from 1 to 6, e.g. 1,2"),
        (("--joined", "Q"), "joined 'Q': give borders of F (front), B (behind), L, R, e.g. F+L"),
        (("--joined", "L", "--dice", "1,2"), "joined L: dice (1, 2) join F+L; give one of the two"),
        (("--tables", "nowhere"), "name a folder"),
    ],
)
def test_wrong_dice_are_told(command, tmp_path, options, said):
    file = tmp_path / "four.yaml"
    analyzer.save_ship(build(*FOUR), file)
    told = command("inspect", str(file), *options)
    assert told.code == 2
    assert said in told.err


def test_dice_are_for_builds_alone(command):
    told = command("inspect", str(HAULER), "--joined", "F")
    assert (told.code, "is only for builds on board 2007-IVC" in told.err) == (2, True)


# Tables of the user's own


def replaced(tmp_path, table: str, change) -> list[str]:
    ours = (HOME / f"{table}.csv").read_text(encoding="utf-8")
    (tmp_path / f"{table}.csv").write_text(change(ours), encoding="utf-8")
    with pytest.raises(AnalyzerError) as refused:
        analyzer.fleet_tables(tmp_path)
    return [fault.removeprefix(str(tmp_path)) for fault in refused.value.faults]


def test_own_table_replaces_ours(tmp_path):
    ours = (HOME / "insurance.csv").read_text(encoding="utf-8")
    (tmp_path / "insurance.csv").write_text(ours.replace("8,12,", "9,12,"), encoding="utf-8")
    theirs = analyzer.fleet_tables(tmp_path)
    assert theirs.insurance == {0: None, 2: 26, 5: 19, 9: 12}
    assert theirs.replaced == ("insurance",)
    assert analyzer.insurance({20: 1}, theirs).cheapest == (0,)
    assert "class IVC: insurance.csv is the user's own" in theirs.caveats()


def test_table_faults_have_their_place(tmp_path):
    (tmp_path / "insurance.csv").write_text("premium,cap\n0,\n2,x\n", encoding="utf-8")
    told = replaced(tmp_path, "dice", lambda text: text.replace("1,2,2,F+L", "1,2,2,Q"))
    assert told == [
        "/dice.csv, line 3: joined 'Q': give borders of F, B, L, R, e.g. F+L",
        "/insurance.csv, line 3: cap 'x': give a whole number from 0 to 99",
    ]


def test_ways_must_sum_to_36(tmp_path):
    assert replaced(tmp_path, "dice", lambda text: text.replace("1,1,1,F+B", "1,1,3,F+B")) == [
        "/dice.csv: ways sum to 38: two dice fall in 36 ways"
    ]
    assert replaced(tmp_path, "dice", lambda text: text.replace("\n1,2,2", "\n2,1,2")) == [
        "/dice.csv: dice 2 and 1: write the lower first",
        "/dice.csv: no line for dice 1 and 2: there are 21 results",
    ]


def test_square_lies_in_one_part(tmp_path):
    assert replaced(tmp_path, "board", lambda text: text + "3,6,rear_left,x,y\n") == [
        "/board.csv, line 57: square [3, 6] is in line 2 already: a square lies in one part"
    ]

    def gone(text: str) -> str:
        return "".join(line for line in text.splitlines(True) if not line.startswith("8,") or "left" not in line)

    assert replaced(tmp_path, "board", gone) == [
        "/board.csv: front_left and rear_left do not touch, so border L cannot join them: correct their squares"
    ]


def test_missing_table_folder_is_refused(tmp_path):
    with pytest.raises(AnalyzerError, match="name a folder with any of"):
        analyzer.fleet_tables(tmp_path / "none")
    with pytest.raises(AnalyzerError, match="holds none of"):
        analyzer.fleet_tables(tmp_path)
