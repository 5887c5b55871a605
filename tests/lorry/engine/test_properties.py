"""Invariants of every game, and answers that stay when a galaxy is shifted, mirrored, turned or renumbered.

What would make these fail: two tracks in a box, points that no way explains, a tenth route, a planet that is closed to
somebody, a rule that treats one side, column or planet in another way than the rest.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from scipy.stats import chi2_contingency

from analyzer import lorry
from analyzer.lorry import load_captain
from tests.conftest import ALL
from tests.doors.lorry import game_experiment
from tests.lorry.chart import any_captain, any_galaxy, any_switches
from tests.lorry.questions.brute_force import tiny
from tests.lorry.told import engine_games
from tests.lorry.twin.face import Position as Plain
from tests.lorry.twin.galaxy import TRACKS
from tests.lorry.twin.game import play_game
from tests.lorry.twin.ways import joints

GALAXIES, GAMES = 24 if ALL else 16, 5
Box = tuple[int, int]


def of_games(number: int) -> tuple[dict[str, Any], int, dict[str, str], list[dict[str, Any]]]:
    """A galaxy, how many play there, by which switches, and games of theirs."""
    rng = random.Random(500 + number)
    galaxy, traders = any_galaxy(rng, 3, 8), 1 + number % 4
    captains = [any_captain(rng) for _ in range(traders)]
    switches = any_switches(rng) if number % 3 else {}
    return galaxy, traders, switches, engine_games(galaxy, captains, number, 0, GAMES, switches)


@cache
def all_games() -> list[tuple[dict[str, Any], int, dict[str, str], dict[str, Any]]]:
    told = (of_games(number) for number in range(GALAXIES))
    return [(galaxy, traders, switches, end) for galaxy, traders, switches, ends in told for end in ends]


def usual(switches: dict[str, str], **as_usual: str) -> bool:
    """Whether these switches are as they say."""
    return all(switches.get(name, value) == value for name, value in as_usual.items())


# every game


def test_box_holds_one_thing() -> None:
    for galaxy, _, switches, end in all_games():
        boxes = Counter((column, row) for column, row, _, _ in end["tracks"])
        planets = {(box[0], box[1]) for box in galaxy["planets"].values()}
        assert not planets & {*boxes, *end["filled"]}
        assert not set(boxes) & set(end["filled"])
        assert max(boxes.values(), default=1) <= (1 if usual(switches, tracks_per_box="one") else 2)


def test_final_tracks_were_all_drawn() -> None:
    for *_, end in all_games():
        drawn = [(*event["box"], turn["trader"], event["ends"]) for turn in end["turns"] for event in tracks_of(turn)]
        assert sorted(drawn) == end["tracks"]


def tracks_of(turn: dict[str, Any]) -> list[dict[str, Any]]:
    return [event for event in turn["events"] if event["what"] in ("die", "extra")]


def test_turn_draws_die_track_first() -> None:
    for *_, end in all_games():
        for turn in end["turns"]:
            for place, event in enumerate(tracks_of(turn)):
                assert (event["what"] == "die") == (place == 0)
                assert place or event["ends"] in TRACKS[turn["kind"]]


def test_round_gives_each_trader_one_die() -> None:
    for _, traders, _, end in all_games():
        rounds: dict[int, list[dict[str, Any]]] = {}
        for turn in end["turns"]:
            rounds.setdefault(turn["round"], []).append(turn)
        assert sorted(rounds) == list(range(end["rounds"]))
        for number, turns in rounds.items():
            order = [(end["first"] - 1 + number + place) % traders + 1 for place in range(traders)]
            assert [turn["trader"] for turn in turns] == order[: len(turns)]
            assert len({turn["die"] for turn in turns}) == len(turns)
            assert len(turns) == traders or number == end["rounds"] - 1


def test_routes_and_totals_add_up() -> None:
    for galaxy, _, switches, end in all_games():
        assert len(end["scored"]) == sum(one["routes"] for one in end["traders"])
        if usual(switches, end_by="routes"):
            assert len(end["scored"]) <= galaxy["end_after"]
        for one in end["traders"]:
            assert one["routes"] + one["struck"] == len(end["scored"])
            assert one["total"] == one["points"] + 3 * one["stars"]


def test_route_points_match_plain_search() -> None:
    """Later loops may shorten a way; without loops, the way equals what was scored."""
    same = 0
    for galaxy, traders, switches, end in all_games():
        rules = {**switches, "route_length": "shortest"}
        now = Plain({**galaxy, "switches": rules}, traders, end["tracks"], end["filled"])
        for trader in range(1, traders + 1):
            ways, hang = now.connected(trader), joints(now.table, trader)
            looped = any(sum(len(hang[box]) for box in piece) // 2 >= len(piece) for piece in pieces(hang))
            for pair, (who, points) in end["scored"].items():
                if who == trader and usual(switches, route_length="shortest"):
                    assert ways[pair] <= points
                    assert looped or ways[pair] == points
                    same += ways[pair] == points
    assert same > 50


def pieces(hang: dict[Box, list[Box]]) -> list[set[Box]]:
    """The networks."""
    left, found = set(hang), []
    while left:
        piece, edge = set(), [left.pop()]
        while edge:
            box = edge.pop()
            piece.add(box)
            edge += [other for other in hang[box] if other not in piece]
        left -= piece
        found.append(piece)
    return found


def test_planets_stay_open_to_all_traders() -> None:
    """After every draw beside a planet an empty box is left there for each who has not flown to it."""
    looked_at = 0
    for galaxy, traders, switches, end in all_games():
        if usual(switches, tracks_per_box="one") and switches.get("surrounding", "sides") != "off":
            for empty, missing in sides_left(galaxy, traders, end):
                assert empty >= missing
                looked_at += 1
    assert looked_at > 400


def sides_left(galaxy: dict[str, Any], traders: int, end: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """For every draw and planet beside it how many empty boxes are left there, and how many need one."""
    now = Plain({**galaxy, "switches": {}}, traders)
    table, space = now.table, now.table.galaxy
    for turn in end["turns"]:
        for event in turn["events"]:
            if event["what"] == "fill":
                table.fill(event["box"])
            elif "ends" in event:
                table.lay(turn["trader"], event["box"], event["ends"])
                for planet, where in space.planets.items():
                    if event["box"] in space.around(where):
                        empty = sum(table.is_empty(box) for box in space.around(where))
                        yield empty, sum(planet not in table.flown[trader] for trader in table.seats)


@pytest.mark.long
def test_game_ignores_its_block() -> None:
    """A game depends on its number, not on the block it is played in."""
    rng = random.Random(3)
    galaxy = {**any_galaxy(rng, 5, 6), "end_after": 3}
    captains = [load_captain(name) for name in ("steady", "random", "trunk")]
    many = engine_games(galaxy, captains, 5, 0, 20)
    for game in (0, 7, 19):
        assert engine_games(galaxy, captains, 5, game, 1) == [many[game]]
    assert engine_games(galaxy, captains, 5, 5, 10) == many[5:15]


def test_sampled_games_cover_every_event() -> None:
    """Nothing that can happen is left out of what is looked at."""
    seen: Counter[str] = Counter()
    for _, traders, _, end in all_games():
        seen.update([f"{traders} traders", "stuck" if end["stuck"] else "last route or turn"])
        seen.update(["filled"] if end["filled"] else [])
        boxes = Counter((column, row) for column, row, _, _ in end["tracks"])
        seen.update(["shared box"] if 2 in boxes.values() else [])
        for turn in end["turns"]:
            what = [event["what"] for event in turn["events"]]
            seen.update(what)
            seen.update(["passed"] if not what else ["chain"] if what.count("extra") > 1 else [])
            seen.update(["two routes a turn"] if what.count("score") > 1 else [])
    wanted = {"stuck", "filled", "shared box", "passed", "chain", "two routes a turn", "roll", "extra", "score", "fill"}
    assert wanted | {f"{traders} traders" for traders in (1, 2, 3, 4)} <= set(seen)


# galaxies shifted, mirrored, turned, renumbered

Change = Callable[[Box], Box]


def moved(
    galaxy: dict[str, Any], boxes: Change, numbers: list[int] | None = None, turned: bool = False
) -> dict[str, Any]:
    """The galaxy with every box elsewhere, its planets with other numbers."""
    planets = {int(number): boxes((box[0], box[1])) for number, box in galaxy["planets"].items()}
    numbers = numbers or sorted(planets)
    renumbered = {str(numbers[number - 1]): list(box) for number, box in planets.items()}
    wrap = {"columns": "rows", "rows": "columns"}.get(galaxy["wrap"], galaxy["wrap"]) if turned else galaxy["wrap"]
    size = (galaxy["rows"], galaxy["columns"]) if turned else (galaxy["columns"], galaxy["rows"])
    specials = sorted(
        ([kind, *boxes((column, row))] for kind, column, row in galaxy["specials"]), key=lambda one: one[1:]
    )
    return {
        **galaxy,
        "columns": size[0],
        "rows": size[1],
        "wrap": wrap,
        "planets": dict(sorted(renumbered.items())),
        "specials": sorted(specials, key=lambda special: special[1:]),
    }


def changes(galaxy: dict[str, Any], rng: random.Random) -> dict[str, tuple[dict[str, Any], Change, dict[str, str]]]:
    """By name the changed galaxy, where its boxes went, and where their sides point now."""
    columns, rows = galaxy["columns"], galaxy["rows"]
    right, down = rng.randint(0, columns - 1), rng.randint(0, rows - 1)
    if galaxy["wrap"] not in ("both", "columns"):
        right = 0
    if galaxy["wrap"] not in ("both", "rows"):
        down = 0
    as_is = {side: side for side in "NESW"}

    def shift(box: Box) -> Box:
        return (box[0] - 1 + right) % columns + 1, (box[1] - 1 + down) % rows + 1

    def mirror(box: Box) -> Box:
        return columns + 1 - box[0], box[1]

    def turn(box: Box) -> Box:
        return box[1], box[0]

    def same(box: Box) -> Box:
        return box

    numbers = sorted(map(int, galaxy["planets"]))
    rng.shuffle(numbers)
    return {
        "shifted": (moved(galaxy, shift), shift, as_is),
        "mirrored": (moved(galaxy, mirror), mirror, {**as_is, "E": "W", "W": "E"}),
        "turned": (moved(galaxy, turn, turned=True), turn, {"N": "W", "W": "N", "E": "S", "S": "E"}),
        "renumbered": (moved(galaxy, same, numbers), same, as_is),
    }


def spelled(ends: str, sides: dict[str, str]) -> str:
    return "".join(side for side in "NESW" if side in {sides[end] for end in ends})


@pytest.mark.long
@pytest.mark.parametrize("number", range(8))
def test_legal_places_follow_galaxy_symmetry(number: int) -> None:
    """Check the middle of a random game, under switches that do not fix a direction."""
    rng = random.Random(number)
    galaxy = any_galaxy(rng, 3, 6)
    switches = {name: value for name, value in any_switches(rng).items() if name != "rotate_tracks"}
    galaxy = {**galaxy, "end_after": 9, "switches": {**switches, "end_by": "routes"}}
    end = play_game(galaxy, [None, None], number, 0)
    drawn = [(*event["box"], turn["trader"], event["ends"]) for turn in end["turns"][:10] for event in tracks_of(turn)]
    now = lorry.Position(lorry.Galaxy.from_dict(galaxy), 2, drawn)
    for changed, boxes, sides in changes(galaxy, rng).values():
        tracks = [(*boxes((column, row)), trader, spelled(ends, sides)) for column, row, trader, ends in drawn]
        other = lorry.Position(lorry.Galaxy.from_dict(changed), 2, tracks)
        assert {boxes(box) for box in now.fillable()} == set(other.fillable())
        for trader, kind in ((trader, kind) for trader in (1, 2) for kind in lorry.TYPES):
            places = {(*boxes((column, row)), spelled(ends, sides)) for column, row, ends in now.legal(trader, kind)}
            assert places == set(other.legal(trader, kind))


@pytest.mark.parametrize("number", range(5))
def test_exact_answers_follow_galaxy_symmetry(number: int) -> None:
    rng = random.Random(40 + number)
    galaxy = {**tiny(rng), "switches": {}}
    best = lorry.solo_optimum(lorry.Galaxy.from_dict(galaxy), turns=1, dice=["white", "orange"])
    race = lorry.lone_race(lorry.Galaxy.from_dict(galaxy), 1, 2)
    for name, (changed, *_) in changes(galaxy, rng).items():
        other = lorry.Galaxy.from_dict(changed)
        assert lorry.solo_optimum(other, turns=1, dice=["white", "orange"]) == best
        if name != "renumbered":
            assert lorry.lone_race(other, 1, 2).expected_turns == race.expected_turns


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("name", ["shifted", "mirrored", "turned", "renumbered"])
def test_random_totals_follow_galaxy_symmetry(name: str) -> None:
    """The random captain knows no direction: totals of 3,000 games, by a chi-square test of both samples."""
    changed, *_ = changes(in_all_directions(), random.Random(13))[name]
    assert alike(unchanged(), totals(changed, 2, 3000)) > 1e-4


@cache
def unchanged() -> list[int]:
    """Of the galaxy as it is."""
    return totals(in_all_directions(), 1, 3000)


def in_all_directions() -> dict[str, Any]:
    return {**any_galaxy(random.Random(12), 5, 5), "wrap": "both", "end_after": 3}


def totals(galaxy: dict[str, Any], seed: int, games: int) -> list[int]:
    """What trader 1 of two random captains came to."""
    experiment = game_experiment(galaxy, ["random", "random"], seed, None, 40, None)
    told: list[int] = experiment.run_block(0, games)["total"][0].tolist()
    return told


def alike(first: list[int], second: list[int]) -> float:
    """The p-value of both samples coming from one distribution; values above the 99th percentile are one."""
    most = sorted(first)[len(first) * 99 // 100]
    values = range(most + 1)
    counts = [Counter(min(value, most) for value in sample) for sample in (first, second)]
    cells = [[count[value] for count in counts] for value in values if sum(count[value] for count in counts)]
    return float(chi2_contingency(cells).pvalue)
