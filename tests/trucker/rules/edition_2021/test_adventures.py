"""Every kind of adventure with printed cards of 2021 on its boards (quick reference: "Abenteuerkarten")."""

from __future__ import annotations

import pytest

from analyzer import Layout
from tests.trucker.rules.edition_2021.ships import bare, runner, sealed, ship
from tests.trucker.scripted import EPIDEMIC, OPEN, SABOTAGE, alone, captain, fly, planets, zone

Squares = set[tuple[int, int]]


# Enemies


def armed(doubles: int, singles: int) -> Layout:
    """At most five forward cannons, doubles 2 with a charge and singles 1; 6 charges, 6 humans, 3 containers."""
    number = doubles + singles
    cannons = "CN^ " * singles + "CD^ " * doubles
    return ship(f"6/{7 - (number - 1) // 2} {cannons}; 7/6 B3 SC B3; 8/6 CA H3 CA")


@pytest.mark.parametrize(
    ("number", "doubles", "singles", "bounty", "days", "crew", "batteries"),
    [
        (1, 3, 1, 5, -1, 6, 3), (1, 3, 0, 0, 0, 6, 3), (1, 2, 1, 0, 0, 3, 6),
        (21, 4, 0, 8, -2, 6, 2), (21, 3, 1, 0, 0, 6, 3), (21, 3, 0, 0, 0, 2, 6),
        (41, 4, 1, 10, -2, 6, 2), (41, 4, 0, 0, 0, 6, 2), (41, 3, 1, 0, 0, 1, 6),
    ],
)  # fmt: skip
def test_printed_slavers_of_2021(
    number: int, doubles: int, singles: int, bounty: int, days: int, crew: int, batteries: int
) -> None:
    """Strength 6, 7, 8; they take 3, 4, 5 of the crew. Beaten, as strong, and one too weak: then no charge is spent."""
    end = alone(armed(doubles, singles), number)
    assert (end.bounty, end.days, end.crew, end.batteries) == (bounty, days, crew, batteries)


@pytest.mark.parametrize(
    ("number", "doubles", "singles", "cargo", "days", "batteries"),
    [
        (2, 0, 5, "YGB", -1, 6), (2, 0, 4, "", 0, 6), (22, 4, 1, "YY", -1, 2), (42, 5, 0, "YYG", -2, 1),
    ],
)  # fmt: skip
def test_printed_smugglers_pay_reward(
    number: int, doubles: int, singles: int, cargo: str, days: int, batteries: int
) -> None:
    """Strength 4, 8, 9; rewards YGB, RYY, RRYYG; nothing red fits."""
    end = alone(armed(doubles, singles), number)
    assert (end.cargo, end.days, end.batteries) == (cargo, days, batteries)


@pytest.mark.parametrize(
    ("number", "doubles", "singles", "cargo", "batteries"),
    [
        (2, 0, 3, "G", 6), (2, 0, 4, "YYG", 6), (22, 4, 0, "YYG", 2), (22, 3, 1, "", 6), (42, 4, 1, "YYG", 2),
        (42, 4, 0, "", 5),
    ],
)  # fmt: skip
def test_smugglers_take_goods_then_batteries(
    number: int, doubles: int, singles: int, cargo: str, batteries: int
) -> None:
    """They take 2, 3, 4; as strong as they are costs charges and saves YYG."""
    end = alone(armed(doubles, singles), planets("YYG"), number)
    assert (end.cargo, end.batteries) == (cargo, batteries)


@pytest.mark.parametrize(
    ("number", "doubles", "singles", "rolls", "bounty", "lost", "batteries"),
    [
        (3, 3, 0, [], 4, set(), 3), (3, 0, 5, [], 0, set(), 6), (3, 0, 4, [12, 7, 12], 0, {(6, 7)}, 6),
        (23, 3, 1, [], 7, set(), 3), (23, 3, 0, [], 0, set(), 3), (23, 0, 5, [7, 12, 12], 0, {(6, 7)}, 6),
        (43, 5, 0, [], 0, set(), 1), (43, 4, 1, [12, 12, 7, 12, 12], 0, {(6, 7)}, 6),
    ],
)  # fmt: skip
def test_printed_pirates_of_2021(
    number: int, doubles: int, singles: int, rolls: list[int], bounty: int, lost: Squares, batteries: int
) -> None:
    """Strength 5, 6, 10; heavy fire from the front cannot be shot down. Nobody rolls where nobody was defeated."""
    end = alone(armed(doubles, singles), (number, rolls))
    assert (end.bounty, end.lost, end.batteries) == (bounty, lost, batteries)


def test_beaten_enemies_stop_attacking() -> None:
    """Strength 8: the leader loses 5, the second beats them and falls from -3 by 2 to -6, the third is safe."""
    ends = fly([armed(3, 1), armed(4, 1), armed(3, 1)], 41)
    assert [end.crew for end in ends] == [1, 6, 6]
    assert [end.position for end in ends] == [0, -6, -5]


# Salvage


@pytest.mark.parametrize(
    ("number", "crew", "credits_", "left", "days"),
    [
        (17, 4, 3, 2, -1), (18, 4, 4, 1, -1), (37, 6, 6, 2, -1), (38, 6, 8, 1, -2), (57, 8, 10, 2, -2),
        (58, 8, 11, 1, -2), (17, 2, 0, 2, 0), (37, 4, 0, 4, 0), (57, 6, 0, 6, 0), (58, 6, 0, 6, 0),
    ],
)  # fmt: skip
def test_printed_abandoned_ships_2021(number: int, crew: int, credits_: int, left: int, days: int) -> None:
    """2, 3, 4, 5, 6, 7 of the crew for 3, 4, 6, 8, 10, 11 credits; nobody sells their last human."""
    end = alone(manned(crew), number)
    assert (end.bounty, end.crew, end.days) == (credits_, left, days)


@pytest.mark.parametrize(
    ("number", "crew", "cargo", "days"),
    [
        (19, 6, "YG", -1), (20, 6, "RR", -1), (39, 8, "RY", -1), (40, 8, "YYG", -2), (59, 10, "RYGB", -2),
        (60, 10, "YYGG", -2), (19, 4, "", 0), (20, 4, "", 0), (39, 6, "", 0), (40, 6, "", 0), (59, 8, "", 0),
        (60, 8, "", 0),
    ],
)  # fmt: skip
def test_printed_abandoned_stations_2021(number: int, crew: int, cargo: str, days: int) -> None:
    """5, 6, 7, 8, 9, 10 of the crew are needed, and stay aboard."""
    end = alone(manned(crew), number)
    assert (end.cargo, end.crew, end.days) == (cargo, crew, days)


def manned(crew: int) -> Layout:
    """That many humans (2 to 12), two containers and two special ones."""
    cabins = crew // 2 - 1
    row = f"6/{7 - (cabins - 1) // 2} {'CA ' * cabins}; " if cabins else ""
    return ship(f"{row}7/6 H2 SC S2")


@pytest.mark.parametrize(("number", "taker"), [(20, 1), (40, 2)])
def test_station_taken_by_first_able(number: int, taker: int) -> None:
    ends = fly([manned(4), manned(6), manned(8), manned(10)], number)
    assert [end.goods > 0 for end in ends] == [place == taker for place in range(4)]


# Combat zones


def test_combat_zone_of_level_one() -> None:
    """Crew 2 and 6: the leader falls by 3 from 0 over -2 to -4. Engines 1 and 0: the other loses 2. Cannons 1 and 0: it
    is shot at from the rear, at columns 7 and 6, and a cabin goes with two more.
    """
    first, second = ship("6/7 CN^; 7/6 H2 SC; 8/7 EN", "I"), ship("7/6 CA SC CA; 8/7 ST", "I")
    ends = fly([first, second], (16, [7, 6]))
    assert [end.position for end in ends] == [-4, -2]
    assert [end.crew for end in ends] == [2, 2]
    assert [end.lost for end in ends] == [set(), {(8, 7), (7, 6)}]


def test_combat_zone_of_level_two() -> None:
    """Cannons 1 and 0: the second falls by 4. Engines 0 and 1: the leader loses two cubes. Crew 2 and 4: four shots."""
    first, second = ship("6/7 CN^; 7/6 H2 SC; 8/7 ST"), ship("7/7 SC CA; 8/7 EN")
    ends = fly([first, second], planets("YB"), (36, [12, 12, 12, 7]))
    assert [end.position for end in ends] == [0, -7]
    assert (ends[0].cargo, ends[0].lost) == ("", {(8, 7)})
    assert (ends[1].crew, ends[1].lost) == (4, set())


def test_combat_zone_of_level_three() -> None:
    """Crew 2 and 6: the leader loses four goods, that is two cubes and two charges. Cannons 1 and 0: the second loses 4
    of its crew. Engines 0 and 1: six shots at the leader.
    """
    first, second = ship("6/7 CN^; 7/6 H2 SC B3; 8/7 ST", "III"), ship("7/6 CA SC CA; 8/7 EN", "III")
    ends = fly([first, second], planets("YB"), (56, [12, 12, 12, 12, 12, 7]))
    assert (ends[0].cargo, ends[0].batteries, ends[0].lost) == ("", 1, {(8, 7)})
    assert (ends[1].crew, ends[1].batteries, ends[1].lost) == (2, 0, set())


@pytest.mark.parametrize(
    ("board", "positions"), [("L", [-5, -4, -3]), ("I", [-5, -4, -3]), ("II", [-4, -6, -5]), ("III", [-5, -4, -7])]
)
def test_zone_lines_reorder_the_flight(board: str, positions: list[int]) -> None:
    """Three equal crews. L: the leader falls by 3 from 0 over -2 and -3 to -5; now the second leads and falls by 1 over
    -3 to -4. II: over -3 to -4; then the second over -4 and -5 to -6. III: to -3, still first, and over -4 to -5.
    """
    ends = fly([bare(board)] * 3, zone("crew>days:3", "crew>days:1"))
    assert [end.position for end in ends] == positions


@pytest.mark.parametrize("number", [16, 36, 56, 44])
def test_lone_ship_skips_zone_and_sabotage(number: int) -> None:
    end = alone(ship("7/6 H2 SC", "III"), number)
    assert (end.days, end.crew, end.lost, end.cards_flown) == (0, 2, set(), 1)


# Sabotage, epidemic, stardust


@pytest.mark.parametrize(
    ("rolls", "lost"),
    [
        ([11, 7], {(7, 11)}), ([3, 7], {(7, 3)}), ([7, 11, 3, 7], {(7, 3)}), ([2, 2, 12, 12, 7, 7], {(7, 7)}),
        ([7, 3, 7, 11, 7, 8], set()),
    ],
)  # fmt: skip
def test_sabotage_rolls_column_and_row_thrice(rolls: list[int], lost: Squares) -> None:
    """A ship across the whole of level III; without (7, 7) the left half, which has the cabin, flies on."""
    wide = ship("7/3 H2 CA ST H2 SC ST ST ST H2", "III")
    gone = lost | ({(7, column) for column in range(8, 12)} if lost == {(7, 7)} else set())
    ends = fly([wide, ship("7/6 CA SC CA", "III")], (44, rolls))
    assert [end.lost for end in ends] == [gone, set()]


@pytest.mark.parametrize("board", ["II", "III"])
def test_sabotage_tie_hits_front_most(board: str) -> None:
    pair = ship("7/7 SC H2", board)
    ends = fly([pair, pair, pair], (SABOTAGE, [8, 7]), order=[1, 2, 0])
    assert [end.components_lost for end in ends] == [0, 1, 0]


@pytest.mark.parametrize("number", [25, 45])
def test_epidemic_takes_one_per_joined_cabin(number: int) -> None:
    """(7, 4) stands apart; the alien goes."""
    drawn = ship("7/4 CA ST CA SC CA LP", purple=(7, 8))
    end = alone(drawn, number)
    assert (end.humans_at, end.aliens) == ({(7, 4): 2, (7, 6): 1, (7, 7): 1}, set())


def test_two_epidemics_empty_two_cabins() -> None:
    assert alone(ship("7/7 SC CA", "III"), 45, EPIDEMIC).ending == "no_humans"


@pytest.mark.parametrize("number", [4, 24])
def test_stardust_costs_days_per_connector(number: int) -> None:
    """Three and none, on II: the leader falls over the second on -3."""
    ends = fly([ship("7/7 SC H2"), sealed()], number)
    assert [end.position for end in ends] == [-4, -3]


# Meteors and open space


@pytest.mark.parametrize(
    ("number", "rolls", "lost"),
    [
        (9, [7, 7, 7], set()), (10, [7, 7, 7, 7, 7], set()), (11, [7, 7, 7], set()),
        (29, [7, 7, 7, 12, 12], {(7, 6)}), (30, [7, 7, 7, 7], set()), (31, [7, 7, 7, 12, 12], {(7, 8)}),
        (49, [7, 12, 12, 7, 7], {(7, 8)}), (50, [7, 7, 7, 7, 7, 7, 7], set()), (51, [7, 12, 12, 7, 7], {(7, 6)}),
        (9, [6, 7, 7], {(7, 6), (7, 7), (7, 8), (8, 7)}),
    ],
)  # fmt: skip
def test_printed_swarms_on_sealed_ship(number: int, rolls: list[int], lost: Squares) -> None:
    """Small ones bounce; large ones in column 7 are shot down, those from a side are not. In the last case the hold is
    lost, then the open cabin: of three single components left the foremost is kept, and the last meteor finds nothing.
    """
    assert alone(sealed(), (number, rolls)).lost == lost


@pytest.mark.parametrize("number", [5, 26, 46])
@pytest.mark.parametrize("board", ["L", "I", "II", "III"])
def test_open_space_moves_by_engines(number: int, board: str) -> None:
    assert alone(runner(3, board), number).days == 3


@pytest.mark.parametrize("board", ["L", "I", "II", "III"])
def test_brown_alien_adds_two_to_engines(board: str) -> None:
    """Chosen cards are flown by the full rules on the board of the learning flight too."""
    drawn = ship("7/7 SC CA LB; 8/7 ED B2", board, brown=(7, 8))
    end = alone(drawn, OPEN)
    assert (end.days, end.batteries) == (4, 1)


def test_unpowered_ship_ends_in_open_space() -> None:
    end = alone(ship("7/7 SC CA LB; 8/7 ED", brown=(7, 8)), OPEN, captain=captain(stay=9999))
    assert (end.days, end.ending) == (0, "no_engines")
