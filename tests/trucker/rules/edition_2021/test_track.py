"""Start spaces, laps, ships lapped or stuck in 2021 (quick reference: flight boards, "Aufgeben", "Freier Weltraum").

Start spaces are 0, -2, -3, -4 on L and I; 0, -3, -5, -6 on II; 0, -4, -7, -9 on III. Laps are 18, 18, 24 and 34 spaces.
"""

from __future__ import annotations

import pytest

from analyzer import Layout
from tests.trucker.rules.edition_2021.ships import EAGER, bare, carrier, plus, runner, sealed, ship
from tests.trucker.scripted import OPEN, PLAIN, QUIET, STARDUST, alone, captain, fly, planets, slavers

STARTS = {"L": (0, -2, -3, -4), "I": (0, -2, -3, -4), "II": (0, -3, -5, -6), "III": (0, -4, -7, -9)}
LAPS = {"L": 18, "I": 18, "II": 24, "III": 34}
BOARDS = tuple(STARTS)


# Start spaces


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("ships", [2, 3, 4])
def test_ships_start_on_printed_spaces(board: str, ships: int) -> None:
    ends = fly([bare(board)] * ships, QUIET)
    assert [end.position for end in ends] == list(STARTS[board][:ships])
    assert [end.days for end in ends] == [0] * ships


@pytest.mark.parametrize("board", ["I", "II", "III"])
@pytest.mark.parametrize("order", [(3, 2, 1, 0), (1, 3, 0, 2)])
def test_starting_order_places_figures(board: str, order: tuple[int, ...]) -> None:
    ends = fly([sealed(board)] * 4, QUIET, order=order)
    assert [ends[number].position for number in order] == list(STARTS[board])
    assert [ends[number].place for number in order] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("board", "engines", "positions"),
    [
        ("I", [1, 1, 1], [1, -1, -2]),
        ("I", [1, 2, 4], [1, 0, 3]),
        ("II", [1, 1, 1, 1], [1, -2, -4, -5]),
        ("II", [1, 1, 1, 5], [1, -2, -4, 2]),
        ("III", [1, 1, 1, 1], [1, -3, -6, -8]),
        ("III", [1, 4, 2, 3], [1, 0, -5, -6]),
    ],
)
def test_open_space_skips_occupied_spaces(board: str, engines: list[int], positions: list[int]) -> None:
    """I, 4 days from -3: -2, -1, over 0 and 1, 2, 3. II, 5 days from -6: -5, over -4, -3, over -2, -1, 0, over 1, 2."""
    ends = fly([runner(number, board) for number in engines], OPEN)
    assert [end.position for end in ends] == positions


@pytest.mark.parametrize(
    ("board", "positions"),
    [("L", [-4, -6, -7, -8]), ("I", [-4, -6, -7, -8]), ("II", [-4, -7, -9, -10]), ("III", [-4, -8, -11, -13])],
)
def test_stardust_moves_last_ship_first(board: str, positions: list[int]) -> None:
    """Four exposed connectors each: everyone falls four spaces, and nobody is in the way, for those behind are gone."""
    assert [end.position for end in fly([bare(board)] * 4, STARDUST)] == positions


# The circle


@pytest.mark.parametrize(("days", "lands_on"), [(15, -17), (16, -19), (32, -35), (33, -37)])
def test_figure_is_jumped_each_lap(days: int, lands_on: int) -> None:
    """The leader of level L stands on 0, and so on -18 and -36; the second starts on -2."""
    ends = fly([bare("L"), ship("7/7 SC H2", "L")], planets("Y", days), captains=EAGER)
    assert ends[1].position == lands_on


@pytest.mark.parametrize(("board", "days", "lands_on"), [("II", 20, -23), ("II", 21, -25), ("III", 29, -33)])
def test_lap_has_24_or_34_spaces(board: str, days: int, lands_on: int) -> None:
    """From -3 over -24 on II; from -4 to the last space before -34 on III."""
    ends = fly([bare(board), ship("7/7 SC H2", board)], planets("Y", days), captains=EAGER)
    assert ends[1].position == lands_on


def test_figure_on_other_lap_blocks() -> None:
    """The second falls from -2 by 14 days, over -3, to -17, the space of 1. So the leader flies one day to 2; the third
    goes to -2; the second flies three days over -16, the space of 2, to -13.
    """
    ends = fly([runner(1, "L"), carrier(3, "L"), runner(1, "L")], planets("Y", 14), OPEN, captains=EAGER)
    assert [end.position for end in ends] == [2, -13, -2]


# Lapped: by more than a lap


@pytest.mark.parametrize("board", BOARDS)
def test_space_short_of_lap_arrives(board: str) -> None:
    lap, start = LAPS[board], STARTS[board][1]
    ends = fly([bare(board), ship("7/7 SC H2", board)], planets("Y", lap + start - 1), captains=EAGER)
    assert ends[1].position == -(lap - 1)
    assert (ends[1].ending, ends[1].goods_sold) == ("arrived", 3)


@pytest.mark.parametrize("board", BOARDS)
def test_space_beyond_lap_ends_flight(board: str) -> None:
    """One day more leads over the leader's space; a yellow cube then brings 2 and not 3, and there is no reward."""
    lap, start = LAPS[board], STARTS[board][1]
    ends = fly([bare(board), ship("7/7 SC H2", board)], planets("Y", lap + start), captains=EAGER)
    assert ends[1].position == -(lap + 1)
    assert (ends[1].ending, ends[1].goods_sold, ends[1].order_reward) == ("lapped", 2, 0)
    assert ends[0].ending == "arrived"


FAR = [("L", 14), ("I", 14), ("II", 19), ("III", 28)]
"""Days after which the second stands two spaces before the leader's own space, on the other side of the circle."""


@pytest.mark.parametrize(("board", "days"), FAR)
@pytest.mark.parametrize(("engines", "behind", "ending"), [(2, -1, "arrived"), (3, 1, "lapped")])
def test_lap_measured_after_all_moves(board: str, days: int, engines: int, behind: int, ending: str) -> None:
    """The leader passes over 2, where the second stands, to 3 or 4. The second flies one day: over 3 where the leader
    is, or onto it.
    """
    ends = fly([runner(engines, board), carrier(1, board)], planets("Y", days), OPEN, captains=EAGER)
    assert ends[0].position - ends[1].position == LAPS[board] + behind
    assert [end.ending for end in ends] == ["arrived", ending]


@pytest.mark.parametrize(("board", "days"), FAR)
def test_momentary_lap_is_forgiven(board: str, days: int) -> None:
    """The leader goes to 4, a lap and two spaces ahead; the second flies two days, over the space of 4."""
    ends = fly([runner(3, board), carrier(2, board)], planets("Y", days), OPEN, captains=EAGER)
    assert ends[0].position - ends[1].position == LAPS[board] - 1
    assert [end.ending for end in ends] == ["arrived", "arrived"]


def gunner(cannons: int) -> Layout:
    return ship(f"6/{7 - (cannons - 1) // 2} {'CN^ ' * cannons}; 7/7 SC H3")


@pytest.mark.parametrize(
    ("leader", "endings"),
    [("7/7 SC H2", ["no_humans", "arrived", "arrived"]), ("7/7 SC CA", ["arrived", "arrived", "lapped"])],
)
def test_lap_counts_ships_still_flying(leader: str, endings: list[str]) -> None:
    """Slavers take two from the leader and tie with the second; the last beats them and falls from -5 by 19, over the
    leader's space at -24, to -25: 22 behind the second.
    """
    convoy = [ship(leader), gunner(4), gunner(5)]
    ends = fly(convoy, slavers(4, days=19), captains=[PLAIN, PLAIN, EAGER])
    assert [end.position for end in ends] == [0, -3, -25]
    assert [end.ending for end in ends] == endings


@pytest.mark.parametrize("board", BOARDS)
def test_lone_ship_is_never_lapped(board: str) -> None:
    end = alone(ship("7/7 SC H2", board), planets("Y", 100), captain=EAGER)
    assert (end.position, end.ending) == (-100, "arrived")


def test_stardust_can_lap_a_ship() -> None:
    """Twelve exposed connectors: from -2 to -14, then over -18 to -27."""
    ends = fly([sealed("L"), plus("L")], STARDUST, STARDUST, QUIET)
    assert (ends[1].position, ends[1].ending, ends[1].cards_flown) == (-27, "lapped", 2)


def test_one_card_can_lap_two() -> None:
    """17 days, the last first: from -3 over -18 and -20, where the others are, to -22, the space of -4. Then the second
    from -2 over -4 and -18 to -21.
    """
    hauler = ship("7/7 SC H2", "L")
    ends = fly([bare("L"), hauler, hauler], planets("YY|GG", 17), captains=EAGER)
    assert [end.position for end in ends] == [0, -21, -22]
    assert [end.ending for end in ends] == ["arrived", "lapped", "lapped"]


DOUBLE = ship("7/6 B2 SC; 8/7 ED")
BROWN = ship("7/6 B2 SC CA LB; 8/7 ED", brown=(7, 8))


@pytest.mark.parametrize(
    ("layout", "stay", "battery", "days", "ending"),
    [
        (DOUBLE, 0, 100, 0, "no_engines"),
        (DOUBLE, 1, 100, 2, "arrived"),
        (DOUBLE, 900, 1000, 0, "no_engines"),
        (DOUBLE, 901, 1000, 2, "arrived"),
        (BROWN, 0, 200, 0, "no_engines"),
        (BROWN, 0, 199, 4, "arrived"),
    ],
)
def test_charge_announced_if_staying_pays(layout: Layout, stay: int, battery: int, days: int, ending: str) -> None:
    """Two days are worth 100, four 200. A captain who spares the charge announces nothing and must leave."""
    end = alone(layout, OPEN, QUIET, captain=captain(stay=stay, battery=battery))
    assert (end.days, end.ending, end.cards_flown) == (days, ending, 1 if ending == "no_engines" else 2)


def test_unannounced_charges_do_not_help() -> None:
    ends = fly([DOUBLE, runner(1)], OPEN, captains=[captain(stay=0, battery=10**6, reserve=9), PLAIN])
    assert [(end.ending, end.batteries) for end in ends] == [("no_engines", 2), ("arrived", 0)]


def test_uncharged_double_engine_must_leave() -> None:
    assert alone(ship("7/7 SC; 8/7 ED"), OPEN).ending == "no_engines"
