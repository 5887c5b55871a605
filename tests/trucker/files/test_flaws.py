"""Construction flaws and the other questions that can be asked of a ship on paper, on small ships drawn by hand."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache

import pytest

from analyzer import AnalyzerError, Flaw, Layout
from tests.doors.printed import kinds, load_edition
from tests.doors.trucker_paper import EXPLANATIONS
from tests.doors.trucker_paper import facts as facts_module
from tests.facts import untold
from tests.trucker.shipyard import grow_ship, mutate

BOARDS = ("2007-I", "2007-II", "2007-III", "2007-IIIa")
CODES = {
    "SC": "starting_cabin",
    "CA": "cabin",
    "LB": "life_support_brown",
    "LP": "life_support_purple",
    "B2": "battery_2",
    "H2": "cargo_2",
    "CN": "single_cannon",
    "CD": "double_cannon",
    "EN": "single_engine",
    "ED": "double_engine",
    "SH": "shield",
    "ST": "structural",
}
START = (7, 7, "SC3333")


def ship(
    *parts: tuple[int, int, str], board: str = "2007-I", aliens: dict[str, tuple[int, int]] | None = None
) -> Layout:
    """A layout from (row, column, "code, connectors and the sides it faces")."""
    return Layout.from_components(board, [_entry(*part) for part in parts], aliens=aliens)


def _entry(row: int, column: int, drawn: str) -> dict[str, object]:
    code, *facing = drawn.split()
    entry: dict[str, object] = {"square": [row, column], "kind": CODES[code[:2]], "connectors": [*map(int, code[2:])]}
    return entry | ({"facing": facing[0] if len(facing) == 1 else facing} if facing else {})


def flaws(*parts: tuple[int, int, str], board: str = "2007-I") -> list[tuple[object, ...]]:
    found = ship(*parts, board=board).flaws()
    return [(flaw.kind, flaw.square) if flaw.other is None else (flaw.kind, flaw.square, flaw.other) for flaw in found]


def test_lone_starting_cabin_is_legal():
    assert flaws(START) == []


@pytest.mark.parametrize("board", BOARDS)
def test_every_fitting_connector_is_legal(board):
    parts = [(7, 6, "H21322"), (7, 7, "SC3333"), (7, 8, "H20201")]
    assert flaws(*parts, board=board) == []
    assert ship(*parts, board=board).pieces() == [{(7, 6), (7, 7), (7, 8)}]


class TestConnectorMismatch:
    @pytest.mark.parametrize(("right", "left"), [(1, 2), (2, 1), (1, 0), (0, 1), (3, 0), (0, 3), (2, 0), (0, 2)])
    def test_sideways_mismatch_disconnects_component(self, right, left):
        parts = [START, (8, 7, "ST1101"), (8, 8, f"H20{right}01"), (8, 9, f"H2000{left}")]
        (flaw,) = ship(*parts).flaws()
        assert (flaw.kind, flaw.square) == ("disconnected", (8, 9))
        assert "not joined to the rest of the ship; the " in str(flaw)

    @pytest.mark.parametrize(
        ("upper", "lower", "told"),
        [
            (1, 2, ("single connector", "(7,8)", "double connector", "(8,8)")),
            (2, 1, ("double connector", "(7,8)", "single connector", "(8,8)")),
            (3, 0, ("universal connector", "(7,8)", "smooth side", "(8,8)")),
            (0, 2, ("double connector", "(8,8)", "smooth side", "(7,8)")),
        ],
    )
    def test_mismatch_names_components_and_sides(self, upper, lower, told):
        parts = [START, (7, 8, f"H200{upper}1"), (8, 7, "ST1100"), (8, 8, f"H2{lower}001")]
        (flaw,) = ship(*parts).flaws()
        mine, at, theirs, other = told
        words = f"the {mine} of the cargo hold (2) at {at} lies on the {theirs} of the cargo hold (2) at {other}"
        assert str(flaw) == f"row 7 column 8 and row 8 column 8: {words}"

    def test_lengthways_mismatch_of_joined_components(self):
        parts = [START, (7, 8, "H20021"), (8, 7, "ST1100"), (8, 8, "H21001")]
        assert flaws(*parts) == [("connector_mismatch", (7, 8), (8, 8))]

    def test_connector_mismatch_joins_nothing(self):
        parts = [START, (7, 8, "H20021"), (8, 7, "ST1100"), (8, 8, "H21001")]
        assert ship(*parts).pieces(without=[(8, 7)]) == [{(7, 7), (7, 8)}, {(8, 8)}]

    def test_mismatch_is_named_once(self):
        parts = [START, (6, 7, "H20130"), (6, 8, "H20012"), (7, 8, "H21001")]
        assert flaws(*parts) == [("connector_mismatch", (6, 7), (6, 8))]


class TestSmoothSides:
    """Smooth against smooth is legal but holds nothing together."""

    PARTS = (START, (6, 7, "H20010"), (6, 8, "H20010"), (7, 8, "H21001"))

    def test_smooth_sides_are_legal(self):
        assert flaws(*self.PARTS) == []

    def test_smooth_sides_do_not_join(self):
        pieces = ship(*self.PARTS).pieces(without=[(7, 8)])
        assert pieces == [{(6, 7), (7, 7)}, {(6, 8)}]

    def test_smooth_component_is_disconnected(self):
        assert flaws(START, (6, 7, "H20010"), (6, 8, "H20000")) == [("disconnected", (6, 8))]


class TestCannonBlocked:
    def test_cannon_blocked_to_the_side(self):
        parts = [START, (7, 8, "H20011"), (8, 7, "CN1000 right"), (8, 8, "H21000")]
        assert flaws(*parts) == [("cannon_blocked", (8, 7), (8, 8))]

    def test_cannon_blocked_to_the_front(self):
        parts = [START, (6, 7, "H20130"), (6, 8, "H20001"), (7, 8, "CD0001 front")]
        assert flaws(*parts) == [("cannon_blocked", (7, 8), (6, 8))]

    def test_cannon_blocked_to_the_rear(self):
        parts = [START, (7, 6, "CN0100 rear"), (8, 7, "H21001"), (8, 6, "H20100")]
        assert flaws(*parts) == [("cannon_blocked", (7, 6), (8, 6))]

    def test_facing_cannons_block_each_other(self):
        parts = [START, (7, 8, "H20011"), (8, 7, "CN1000 right"), (8, 8, "CN1000 left")]
        assert flaws(*parts) == [("cannon_blocked", (8, 7), (8, 8)), ("cannon_blocked", (8, 8), (8, 7))]

    def test_distant_component_blocks_no_cannon(self):
        parts = [START, (6, 7, "H20130"), (6, 8, "H20001"), (7, 8, "ST0011"), (8, 8, "CN1010 right")]
        assert flaws(*parts) == []
        ahead = [START, (7, 8, "H20101"), (7, 9, "H20011"), (8, 9, "H21000"), (8, 7, "CN1000 right")]
        assert flaws(*ahead) == []

    def test_cannon_on_descending_rows(self):
        assert flaws(START, (8, 7, "CN0010 front"), (6, 7, "H21000"), board="2007-IIIa") == []
        blocked = [START, (7, 6, "CN0100 front"), (8, 7, "H20011"), (8, 6, "H20100")]
        assert flaws(*blocked, board="2007-IIIa") == [("cannon_blocked", (7, 6), (8, 6))]


class TestEngines:
    def test_engine_blocked_to_the_rear(self):
        parts = [START, (7, 8, "EN0001"), (8, 7, "H21100"), (8, 8, "H20001")]
        assert flaws(*parts) == [("engine_blocked", (7, 8), (8, 8))]

    def test_engine_on_descending_rows(self):
        parts = [START, (7, 8, "ED0001"), (6, 7, "H21000")]
        assert flaws(*parts, board="2007-IIIa") == []
        blocked = [(8, 8, "EN0001"), (8, 7, "H20110"), START, (7, 8, "H20001")]
        assert flaws(*blocked, board="2007-IIIa") == [("engine_blocked", (8, 8), (7, 8))]

    @pytest.mark.parametrize("side", ["right", "front"])
    def test_engine_must_face_the_rear(self, side):
        assert flaws(START, (7, 8, f"EN0001 {side}")) == [("engine_direction", (7, 8))]

    def test_engine_misdirected_and_blocked(self):
        parts = [START, (6, 7, "H20130"), (6, 8, "H20001"), (7, 8, "ED0001 front")]
        assert flaws(*parts) == [("engine_direction", (7, 8)), ("engine_blocked", (7, 8), (6, 8))]


class TestDisconnected:
    def test_lone_component_is_disconnected(self):
        assert flaws(START, (9, 5, "H20000")) == [("disconnected", (9, 5))]

    def test_detached_cluster_is_disconnected(self):
        """Components of a detached cluster are disconnected although each has a good neighbour."""
        parts = [START, (8, 8, "H20110"), (8, 9, "H20011"), (9, 8, "H21100"), (9, 9, "H21001"), (7, 8, "H20001")]
        assert flaws(*parts) == [("disconnected", square) for square in [(8, 8), (8, 9), (9, 8), (9, 9)]]

    def test_two_clusters_are_disconnected(self):
        parts = [START, (8, 5, "H20010"), (9, 5, "H21000"), (8, 9, "H20010"), (9, 9, "H21000")]
        assert flaws(*parts) == [("disconnected", square) for square in [(8, 5), (8, 9), (9, 5), (9, 9)]]
        assert ship(*parts).pieces() == [{(7, 7)}, {(8, 5), (9, 5)}, {(8, 9), (9, 9)}]

    def test_starting_cabin_leads_smaller_piece(self):
        parts = [START, (8, 8, "H20110"), (8, 9, "H20001"), (9, 8, "H21000")]
        assert [kind for kind, *_ in flaws(*parts)] == ["disconnected"] * 3

    def test_largest_piece_leads_without_cabin(self):
        parts = [(6, 7, "H20000"), (8, 8, "H20100"), (8, 9, "H20001")]
        assert flaws(*parts) == [("disconnected", (6, 7)), ("starting_cabin", (7, 7))]


class TestOutsideBoard:
    def test_gap_lies_outside_board(self):
        assert flaws(START, (8, 7, "H21010"), (9, 7, "H21000")) == [("outside_board", (9, 7))]

    def test_neighbour_lies_outside_board(self):
        parts = [START, (7, 8, "H20101"), (7, 9, "H20101"), (7, 10, "H20001")]
        assert flaws(*parts) == [("outside_board", (7, 10))]
        assert flaws(*parts, board="2007-III") == []

    def test_far_component_has_two_flaws(self):
        (flaw,) = ship(START, (12, 12, "H20000")).flaws()
        assert (flaw.square, flaw.kinds) == ((12, 12), ("outside_board", "disconnected"))


class TestStartingCabin:
    def test_missing_starting_cabin_is_flaw(self):
        assert flaws((7, 7, "CA1111")) == [("starting_cabin", (7, 7))]

    def test_second_starting_cabin_is_flaw(self):
        assert flaws(START, (7, 8, "SC3333")) == [("starting_cabin", (7, 8))]

    def test_misplaced_starting_cabin_is_flaw(self):
        assert flaws((7, 7, "CA0300"), (7, 8, "SC3333")) == [("starting_cabin", (7, 7)), ("starting_cabin", (7, 8))]


EVERYTHING = (
    (5, 7, "B20000"),
    (6, 7, "CN0010 front"),
    START,
    (7, 8, "H20121"),
    (7, 9, "EN0001 right"),
    (8, 7, "EN1100"),
    (8, 8, "ST1311"),
    (9, 7, "SC0300"),
    (9, 8, "B21003"),
)


def test_all_flaws_come_at_once():
    found = flaws(*EVERYTHING)
    assert sorted(found) == [
        ("cannon_blocked", (6, 7), (5, 7)),
        ("connector_mismatch", (7, 8), (8, 8)),
        ("disconnected", (5, 7)),
        ("engine_blocked", (8, 7), (9, 7)),
        ("engine_direction", (7, 9)),
        ("outside_board", (9, 7)),
    ]
    told = {kind for flaw in ship(*EVERYTHING).flaws() for kind in flaw.kinds}
    assert told == set(EXPLANATIONS) - {"starting_cabins", "alien_homeless"}  # test_fleets, test_homeless
    assert [flaw[1] for flaw in found] == sorted(flaw[1] for flaw in found)


def test_flaw_reads_as_sentence():
    assert str(Flaw("outside_board", (9, 7))) == "row 9 column 7: outside the marked squares"
    assert str(Flaw("cannon_blocked", (6, 7), (5, 7))).startswith("row 6 column 7 and row 5 column 7: a component")


RING = (
    (5, 6, "H20110"),
    (5, 7, "H20121"),
    (5, 8, "H20011"),
    (6, 6, "H21010"),
    (6, 8, "H21010"),
    (7, 6, "H21300"),
    START,
    (7, 8, "H21001"),
)


class TestExposedConnectors:
    def test_starting_cabin_exposes_four_connectors(self):
        assert ship(START).exposed_connectors() == 4

    def test_inner_hole_exposes_connectors(self):
        ring = ship(*RING, board="2007-II")
        assert ring.flaws() == []
        assert ring.exposed_connectors() == 3  # two into the hole, one at the rear of the starting cabin

    def test_covered_connector_is_not_exposed(self):
        """A covered connector does not count, even if it does not fit."""
        assert ship(START, (7, 8, "H20101"), (7, 9, "H20000")).exposed_connectors() == 3

    def test_universal_connector_counts_once(self):
        assert ship(START, (7, 8, "ST3333")).exposed_connectors() == 6


class TestPieces:
    def test_ring_breaks_at_two_gaps(self):
        ring = ship(*RING, board="2007-II")
        assert all(len(ring.pieces(without=[square])) == 1 for square in ring.components)
        assert ring.pieces(without=[(5, 7), START[:2]]) == [
            {(5, 6), (6, 6), (7, 6)},
            {(5, 8), (6, 8), (7, 8)},
        ]

    def test_chain_breaks_in_the_middle(self):
        chain = ship((7, 5, "H20100"), (7, 6, "H20301"), START, (7, 8, "H20001"))
        assert chain.pieces(without=[(7, 6)]) == [{(7, 5)}, {(7, 7), (7, 8)}]

    def test_lone_cabin_leaves_no_piece(self):
        assert ship(START).pieces(without=[(7, 7)]) == []

    def test_only_own_squares_can_be_lost(self):
        with pytest.raises(AnalyzerError, match=r"no component on \(5, 7\)"):
            ship(START).pieces(without=[(5, 7)])


class TestAlienCabins:
    def test_cabin_joined_to_life_support(self):
        assert ship(START, (7, 8, "CA0101"), (7, 9, "LB0001")).alien_cabins() == {(7, 8): {"brown"}}

    def test_starting_cabin_holds_no_alien(self):
        assert ship(START, (7, 8, "LP0001")).alien_cabins() == {}

    def test_two_supports_allow_both_colours(self):
        parts = [START, (7, 8, "CA1131"), (7, 9, "LB0001"), (6, 8, "LP0020")]
        assert ship(*parts).alien_cabins() == {(7, 8): {"brown"}}  # the double on the single joins nothing
        parts[-1] = (6, 8, "LP0010")
        assert ship(*parts).alien_cabins() == {(7, 8): {"brown", "purple"}}

    def test_smooth_sides_carry_no_air(self):
        parts = [START, (6, 7, "CA0030"), (6, 8, "LB0010"), (7, 8, "H21001")]
        assert ship(*parts).flaws() == []
        assert ship(*parts).alien_cabins() == {}

    def test_one_support_serves_two_cabins(self):
        parts = [START, (6, 8, "CA0010"), (7, 8, "LP1011"), (8, 8, "CA1000")]
        assert ship(*parts).alien_cabins() == {(6, 8): {"purple"}, (8, 8): {"purple"}}

    @pytest.mark.parametrize(
        ("aliens", "said"),
        [
            ({"brown": (2, 7)}, "brown alien cannot live at .*: board 2007-I has no such square"),
            ({"green": (7, 8)}, "no 'green' alien"),
        ],
    )
    def test_impossible_alien_is_refused(self, aliens, said):
        with pytest.raises(AnalyzerError, match=said):
            ship(START, (7, 8, "CA0101"), (7, 9, "LB0001"), aliens=aliens)

    def test_two_aliens_per_cabin_refused(self):
        parts = [START, (7, 8, "CA1131"), (7, 9, "LB0001"), (6, 8, "LP0010")]
        with pytest.raises(AnalyzerError, match="two aliens in one cabin"):
            ship(*parts, aliens={"brown": (7, 8), "purple": (7, 8)})

    def test_alien_leaves_with_life_support(self):
        parts = [START, (7, 8, "CA0101"), (7, 9, "LB0001")]
        assert ship(*parts, aliens={"brown": (7, 8)}).without([(7, 9)]).aliens == {}


class TestStrength:
    """The worked figures of the rules: halves to the side, doubles only with a battery each, forward ones first."""

    CANNONS = ship(
        START,
        (6, 7, "CN0010 front"),
        (7, 6, "CN0100 front"),
        (7, 8, "CD0001 front"),
        (8, 7, "CD1000 right"),
    )

    def test_strength_example_is_legal(self):
        assert self.CANNONS.flaws() == []

    @pytest.mark.parametrize(("batteries", "strength"), [(0, 2), (1, 4), (2, 5), (3, 5)])
    def test_cannon_strength_by_charges(self, batteries, strength):
        assert self.CANNONS.cannon_strength(batteries) == strength
        assert self.CANNONS.cannon_strength(batteries, purple_alien=True) == strength + 2

    @pytest.mark.parametrize(("side", "strength"), [("front", 1), ("right", 0.5), ("rear", 0.5)])
    def test_turned_cannon_counts_half(self, side, strength):
        assert ship(START, (7, 8, f"CN0001 {side}")).cannon_strength() == strength

    def test_purple_alien_adds_nothing_to_zero(self):
        double = ship(START, (7, 8, "CD0001 front"))
        assert ship(START).cannon_strength(5, purple_alien=True) == 0
        assert double.cannon_strength(0, purple_alien=True) == 0
        assert double.cannon_strength(1, purple_alien=True) == 4
        assert ship(START, (7, 8, "CN0001 right")).cannon_strength(purple_alien=True) == 2.5

    @pytest.mark.parametrize(("batteries", "strength"), [(0, 1), (1, 3), (2, 5), (9, 5)])
    def test_engine_strength_by_charges(self, batteries, strength):
        engines = ship(START, (8, 7, "EN1000"), (7, 6, "ED0100"), (7, 8, "ED0001"))
        assert engines.flaws() == []
        assert engines.engine_strength(batteries) == strength
        assert engines.engine_strength(batteries, brown_alien=True) == strength + 2

    def test_brown_alien_adds_nothing_to_zero(self):
        assert ship(START).engine_strength(3, brown_alien=True) == 0
        assert ship(START, (7, 8, "ED0001")).engine_strength(0, brown_alien=True) == 0


@cache
def grown(board: str, seed: int) -> Layout:
    return grow_ship(random.Random(seed), board)


@pytest.mark.slow(but=100)
@pytest.mark.parametrize("seed", range(300))
def test_grown_ships_are_legal(seed):
    layout = grown(BOARDS[seed % 4], seed)
    assert layout.flaws() == []
    assert len(layout.pieces()) == 1
    homes = layout.alien_cabins()
    assert all(colour in homes[square] for colour, square in layout.aliens.items())


def test_grown_ships_vary_in_size():
    filled = [len(ship.components) / len(ship.board.squares) for ship in map(grown, BOARDS * 25, range(100))]
    assert min(filled) < 0.2
    assert max(filled) > 0.9
    assert sum(bool(grown(BOARDS[seed % 4], seed).aliens) for seed in range(100)) > 7


def test_growing_is_repeatable_by_seed():
    assert grow_ship(random.Random(5)) == grow_ship(random.Random(5))
    assert len(grow_ship(random.Random(5), components=7).components) <= 7
    only_holds = grow_ship(random.Random(5), taste=dict.fromkeys(kinds(), 0.0) | {"cargo_2": 1.0})
    assert {part.kind for part in only_holds.components.values()} == {"starting_cabin", "cargo_2"}


@pytest.mark.parametrize("seed", range(100))
def test_spoilt_ship_flaws_match_reference(seed):
    layout = mutate(random.Random(seed), grown(BOARDS[seed % 4], seed))
    found = {(kind, flaw.square) for flaw in layout.flaws() for kind in flaw.kinds}
    assert {square for kind, square in found if kind == "outside_board"} == outside(layout)
    assert {square for kind, square in found if kind == "disconnected"} == unreachable(layout)


def outside(layout: Layout) -> set[tuple[int, int]]:
    return set(layout.components) - set(load_edition("2007").board(layout.board.name).squares)


def unreachable(layout: Layout) -> set[tuple[int, int]]:
    """What no walk over fitting connectors reaches, from the starting cabin or else from where most is reached."""
    start = layout.components.get((7, 7))
    if start is not None and start.kind == "starting_cabin":
        return set(layout.components) - walk(layout, (7, 7))
    return set(layout.components) - max((walk(layout, square) for square in layout.components), key=len)


def walk(layout: Layout, start: tuple[int, int]) -> set[tuple[int, int]]:
    reached = {start}
    waiting = [start]
    while waiting:
        new = set(beside(layout, waiting.pop())) - reached
        reached |= new
        waiting += new
    return reached


def beside(layout: Layout, square: tuple[int, int]) -> Iterable[tuple[int, int]]:
    row, column = square
    ahead = 1 if layout.board.name == "IIIa" else -1
    steps = [(ahead, 0), (0, 1), (-ahead, 0), (0, -1)]
    for side, (down, right) in enumerate(steps):
        other = layout.components.get((row + down, column + right))
        if other is not None:
            pair = layout.components[square].connectors[side], other.connectors[(side + 2) % 4]
            if 0 not in pair and set(pair) != {1, 2}:
                yield row + down, column + right


def test_stray_component_has_one_flaw():
    """An engine outside of the board, turned wrongly, joined to nothing, beside a connector that meets its side."""
    (flaw,) = ship(START, (8, 7, "H21030"), (9, 7, "EN0000 right")).flaws()
    assert (flaw.square, flaw.other) == ((9, 7), None)
    assert flaw.kinds == ("outside_board", "disconnected", "connector_mismatch", "engine_direction")
    assert all(EXPLANATIONS[kind] in flaw.text for kind in flaw.kinds if kind != "connector_mismatch")
    assert not untold(flaw.text, "(8,7)", "smooth", "(9,7)")


def test_strength_counts_alien_aboard():
    """Each alien adds 2 to a strength above 0 (rules: "Die Funktionen der Aliens"), in Python, on paper, in reports."""
    parts = [
        START,
        (6, 6, "LP0100"),
        (6, 7, "CA0131"),
        (6, 8, "LB0001"),
        (7, 8, "ST0101"),
        (7, 9, "CN0001 front"),
        (8, 7, "EN1000"),
    ]
    for colour, strengths in {"purple": (3, 1), "brown": (1, 3)}.items():
        one = ship(*parts, aliens={colour: [6, 7]})
        facts = facts_module.inspect_ship(one)
        assert (one.cannon_strength(), one.engine_strength()) == strengths
        assert (facts.cannons, facts.engines) == ((strengths[0],), (strengths[1],))
        bare = one.without_aliens()
        assert (bare.cannon_strength(), bare.engine_strength()) == (1, 1)
        assert (facts.cannon_strengths, facts.engine_strengths) == ((1,), (1,))
