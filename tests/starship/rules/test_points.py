"""Points, the special cards and the end (rule text p.6 and 13)."""

from __future__ import annotations

import pytest

from analyzer import starship
from tests.doors.starship import plain
from tests.starship.rules.played import EMPTY, flight, replayed, trading

COLONIES = ["START01", "BASE05", "BASE06", "BASE07", "BASE08", "BASE09", "BASE10", "II03", "II04", "III03"]
STATIONS = ["BASE13", "BASE14", "BASE15", "BASE16", "BASE17"]
PIRATES = ["BASE11", "BASE12", "I05", "I06", "I07"]


def counted(moon: dict[str, object], sun: dict[str, object] | None = None) -> dict[str, int]:
    return dict(replayed(moon={**EMPTY, **moon}, sun={**EMPTY, **(sun or {})}).points)


@pytest.mark.parametrize("number", [0, 1, 4])
def test_each_colony_gives_a_point(number: int) -> None:
    assert counted({"colonies": COLONIES[:number]})["moon"] == number


def test_only_module_two_gives_points() -> None:
    assert counted({"modules": {"sensor": 2, "trade": 2, "command": 1}})["moon"] == 1 + 2


@pytest.mark.parametrize("name", ["famine", "reconstruction"])
def test_other_adventures_give_no_point(name: str) -> None:
    assert counted({"adventures": [name]})["moon"] == 1


@pytest.mark.parametrize(
    ("moon", "sun", "friend"),
    [
        (2, 0, None),
        (3, 0, "moon"),
        (3, 2, "moon"),
        (3, 3, None),
        (3, 4, "sun"),
        (2, 1, None),
        (5, 4, "moon"),
        (0, 3, "sun"),
    ],
)
def test_friend_needs_three_and_majority(moon: int, sun: int, friend: str | None) -> None:
    all_of_them = [*STATIONS, "I03", "I04", "II05", "III05"]
    ships = [
        {**EMPTY, "stations": all_of_them[:moon]},
        {**EMPTY, "crest": "sun", "stations": all_of_them[moon : moon + sun]},
    ]
    one, other = (starship.Ship.from_dict(ship) for ship in ships)
    assert starship.special_cards(one, other)["friend"] == friend
    assert starship.points(one, other) == {"moon": 1 + (friend == "moon"), "sun": 1 + (friend == "sun")}


def test_median_counts_two_for_friend() -> None:
    assert counted({"stations": ["IV05", "BASE13"]})["moon"] == 2
    assert counted({"stations": ["BASE14", "BASE13"]})["moon"] == 1


@pytest.mark.parametrize(
    ("moon", "sun", "hero"), [(2, 0, None), (3, 0, "moon"), (3, 2, "moon"), (3, 3, None), (3, 4, "sun"), (0, 3, "sun")]
)
def test_hero_needs_three_and_majority(moon: int, sun: int, hero: str | None) -> None:
    all_of_them = [*PIRATES, "II06", "II07"]
    points = counted({"pirates": all_of_them[:moon]}, {"pirates": all_of_them[moon : moon + sun]})
    assert points == {"moon": 1 + (hero == "moon"), "sun": 1 + (hero == "sun")}


def test_reconstruction_counts_two_medals() -> None:
    assert counted({"adventures": ["reconstruction"], "pirates": PIRATES[:1]})["moon"] == 2
    assert counted({"adventures": ["famine"], "pirates": PIRATES[:1]})["moon"] == 1


def test_tie_takes_special_card_away() -> None:
    """The third medal of Sun takes the point of Moon."""
    ships = {"moon": {"pirates": PIRATES[:3]}, "sun": {"pirates": PIRATES[3:]}}
    before = flight(["II06"], "end", **ships)
    assert before.points == {"moon": 2, "sun": 1}
    after = flight(["II06"], "end", "done", "produce 3", "fly 1", "next", "fight 4 1 gain=food", **ships)
    assert after.accepted[-1] is True
    assert after.points == {"moon": 1, "sun": 1}


def test_ten_points_win_on_own_turn() -> None:
    ship = {"colonies": COLONIES[:9], "hangar": {"colony_ship": 1}}
    end = flight(["III04"], "next", "found", moon=ship)
    assert (end.points["moon"], end.winner, end.phase) == (10, "moon", "over")


def test_nine_points_do_not_win() -> None:
    ship = {"colonies": COLONIES[:8], "hangar": {"colony_ship": 1}}
    end = flight(["III04"], "next", "found", moon=ship)
    assert (end.points["moon"], end.winner) == (9, None)


def test_finished_game_refuses_steps() -> None:
    ship = {"colonies": COLONIES[:9], "hangar": {"colony_ship": 1}}
    assert flight(["III04", "BASE22"], "next", "found", "next", moon=ship).accepted[-1] is False


def test_tenth_point_wins_by_module() -> None:
    ship = {"colonies": COLONIES[:9], "modules": {"sensor": 1}, "goods": {"ore": 1, "carbon": 1, "food": 2}}
    assert trading("build sensor", moon=ship).winner == "moon"


def test_tenth_point_wins_by_medal() -> None:
    ship = {"colonies": COLONIES[:9], "pirates": PIRATES[:2]}
    assert flight(["I07"], "next", "fight 4 1 gain=ore", moon=ship).winner == "moon"


def test_tenth_point_wins_by_adventure() -> None:
    ship = {"colonies": COLONIES[:9], "science": 2}
    assert flight(["BASE01"], "next", "complete epidemic", moon=ship, open=["epidemic"], stack=[]).winner == "moon"


def test_tenth_point_wins_by_station() -> None:
    ship = {"colonies": COLONIES[:9], "stations": STATIONS[:2], "hangar": {"trade_ship": 1}}
    assert flight(["BASE17"], "next", "found", moon=ship).winner == "moon"


def test_opponent_wins_on_own_turn() -> None:
    """Ten points of Sun, while Moon is at turn: Sun has won when it is the turn of Sun."""
    ships = {"moon": {**EMPTY}, "sun": {**EMPTY, "colonies": ["START02", *COLONIES[1:10]]}}
    end = replayed(phase="trade", **ships)
    assert (end.points["sun"], end.winner) == (10, None)
    after = replayed("done", phase="trade", **ships)
    assert after.winner == "sun"


def test_win_comes_before_production() -> None:
    ships = {"moon": {**EMPTY}, "sun": {**EMPTY, "colonies": ["START02", *COLONIES[1:10]]}}
    end = replayed("done", "produce 1", phase="trade", **ships)
    assert end.accepted == [True, False]
    assert end.ships["sun"].goods == (0, 0, 0, 0, 0)


@pytest.mark.long
def test_game_stops_after_200_turns() -> None:
    end = plain.games(("passenger-pays", "passenger-pays"), 1, 0, 1)[0]
    assert (end["turn"], end["winner"]) == (201, None)
