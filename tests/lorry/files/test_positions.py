"""Positions: what they say follows from what was drawn, files round-trip, and every fault is told at once."""

from __future__ import annotations

import random

import pytest

from analyzer import AnalyzerError, lorry
from analyzer.lorry import TRACKS, TYPES
from tests.facts import untold
from tests.lorry.chart import small_galaxy
from tests.lorry.rules.played import board
from tests.lorry.twin.face import Position as TwinPosition
from tests.places import ROOT
from tests.texts import load_text, saved_text

SHIPS = ROOT / "ships" / "lorry"
WAY = [(9, 2, "EW"), (10, 2, "SW"), (10, 3, "NS"), (10, 4, "NE"), (11, 4, "EW"), (12, 4, "EW"), (13, 4, "EW")]
"""From planet 2 to planet 3 of the default galaxy, past a star at (11, 4)."""
WRONG = """galaxy: tiny.yaml
traders: [Tom, Uli]
grid: |
  1   1EW .  .
  .   1EW 1EW .
  2NS .   x  ##
  3   .   .
filled: [[9, 9]]
scored:
  - [1, 2, Tim, 3]
turn: {picks: Max, dice: [white straight, orange, blue curve]}
fuel: 3
"""


def asked(now, traders: int) -> dict:
    """All that a position tells."""
    return {
        "legal": {
            (trader, kind): sorted(now.legal(trader, kind)) for trader in range(1, traders + 1) for kind in TYPES
        },
        "connected": {trader: now.connected(trader) for trader in range(1, traders + 1)},
        "fillable": now.fillable(),
        "totals": now.totals,
        "stars": now.stars,
        "over": now.over,
    }


def test_rule_example_scores_seven():
    """Rules: Tom joins 2 and 3 and gets 7 points; a star on the way counts 3 at the end."""
    now = lorry.Position(lorry.default_galaxy(), traders=2)
    for column, row, ends in WAY:
        assert now.connected(1) == {}
        drawn = now.draw(1, (column, row), ends)
        now = drawn.position
    assert (drawn.joined, drawn.points, drawn.special) == ({(2, 3): 7}, 7, None)
    assert now.scored == ((2, 3, 1, 7),)
    assert (now.connected(1), now.totals, now.stars, now.over) == ({(2, 3): 7}, (10, 0), (1, 0), False)


def test_draw_leaves_position_unchanged():
    now = lorry.Position(lorry.default_galaxy(), traders=2, tracks=[(9, 2, 1, "EW")])
    before = asked(now, 2)
    drawn = now.draw(1, (10, 2), "SW").position
    assert asked(now, 2) == before
    assert drawn.fill((16, 10)).filled == ((16, 10),)
    assert asked(drawn, 2)["fillable"] == drawn.fillable()


@pytest.mark.parametrize("seed", range(12))
def test_random_positions_match_twin(seed):
    """The order in which tracks are listed makes no difference."""
    rng = random.Random(seed)
    galaxy, traders = small_galaxy(rng), rng.randint(1, 4)
    now, twin = lorry.Position(galaxy, traders), TwinPosition(galaxy.to_dict(), traders)
    for turn in range(14):
        trader = turn % traders + 1
        places = [place for kind in TYPES for place in now.legal(trader, kind)]
        if not places:
            continue
        column, row, ends = rng.choice(places)
        drawn, other = now.draw(trader, (column, row), ends), twin.draw(trader, (column, row), ends)
        now, twin = drawn.position, other.position
        assert (drawn.joined, drawn.points, drawn.special) == (other.joined, other.points, other.special)
        if fillable := now.fillable():
            box = rng.choice(fillable)
            now, twin = (now.fill(box), twin.fill(box)) if rng.random() < 0.2 else (now, twin)
    tracks = list(now.tracks)
    rng.shuffle(tracks)
    again = lorry.Position(galaxy, traders, tracks, now.filled, now.scored)
    assert asked(now, traders) == asked(again, traders) == asked(twin, traders)


NO_END = "it is not connected: one of its ends must meet an open end of an own track, or a planet not flown to yet"
TRACKS_ARE = "use one of NS, EW, NE, ES, SW, NW, NES, ESW, NSW, NEW, NESW"


def faults(call, *given, **named):
    """All that a call is refused for."""
    with pytest.raises(AnalyzerError) as refused:
        call(*given, **named)
    return list(refused.value.faults)


@pytest.mark.parametrize(
    ("trader", "box", "ends", "reason"),
    [
        (1, (1, 1), "NS", "the box is filled: filled boxes cannot be flown to"),
        (1, (8, 2), "NS", "planet 2 is there: tracks never go through planets"),
        (1, (8, 1), "NS", "planet 2 was flown to by trader 1: each trader flies to a planet once"),
        (2, (9, 2), "NS", "a track of trader 1 lies there: one to a box"),
        (1, (5, 5), "NS", NO_END),
        (2, (10, 2), "EW", NO_END),
        (1, (10, 2), "NX", f"no track has these ends: {TRACKS_ARE}"),
        (1, (10, 2), "E", f"no track has these ends: {TRACKS_ARE}"),
        (1, (10, 2), "NEWN", f"no track has these ends: did you mean NEW? U{TRACKS_ARE[1:]}"),
        (1, (12, 4), "NS", "a track of trader 2 lies there: one to a box"),
    ],
)
def test_illegal_draw_names_the_rule(trader, box, ends, reason):
    tracks = [(9, 2, 1, "EW"), (13, 4, 2, "EW"), (12, 4, 2, "EW")]
    now = lorry.Position(lorry.default_galaxy(), traders=2, tracks=tracks, filled=[(1, 1)])
    assert faults(now.draw, trader, box, ends) == [f"track {trader}{ends} in column {box[0]}, row {box[1]}: {reason}"]


@pytest.mark.parametrize(
    ("trader", "box", "fault"),
    [
        (3, (10, 2), "trader 3: give a whole number from 1 to 2"),
        (0, (10, 2), "trader 0: give a whole number from 1 to 2"),
        (1, (17, 2), "column 17: give a whole number from 1 to 16"),
        (1, (0, 2), "column 0: give a whole number from 1 to 16"),
        (1, (10, 11), "row 11: give a whole number from 1 to 10"),
        (1, (10, 0), "row 0: give a whole number from 1 to 10"),
        (1, (10,), "box (10,): give (column, row), e.g. (5, 7) for column 5, row 7"),
        (1, 5, "box 5: give (column, row), e.g. (5, 7) for column 5, row 7"),
    ],
)
def test_draw_checks_trader_and_box(trader, box, fault):
    now = lorry.Position(lorry.default_galaxy(), traders=2)
    assert faults(now.draw, trader, box, "EW") == [fault]


def test_ends_in_any_order_are_equal():
    now = lorry.Position(lorry.default_galaxy(), 2)
    assert (
        now.draw(1, (9, 2), "WE").position == now.draw(1, (9, 2), "ew").position == now.draw(1, (9, 2), "EW").position
    )


SIDE_OF_A_PLANET = "it takes the side of a planet that another trader still needs: nobody may surround a planet"
DEAD_END = "an end points at a filled box or a rival's track, which is not allowed here"
UNTURNED = "tracks may not be turned here: use NS, NE, NES, NESW"


OPEN = """
. . . . .
. . . . .
. . 1 . .
. . . . .
3 . . . 2
"""
NEEDED = {"tracks": [(1, 4, 1, "ES"), (2, 4, 1, "EW")], "filled": [(2, 3), (4, 3)]}
"""Two sides of planet 1 are left for two traders, into one of which trader 1 is led."""
LED_TO = {"tracks": [(3, 2, 2, "SW"), (2, 2, 2, "ES")], "filled": [(1, 3)]}
"""Beside planet 1, west of which (2, 3) has a rival's track to the north and a filled box to the west."""


def laid_out(text, tracks=(), filled=(), **switches):
    """A position as it is drawn, and more."""
    made = board(text, **switches)
    return lorry.Position(lorry.Galaxy.from_dict(made.galaxy), 2, [*made.tracks, *tracks], [*made.filled, *filled])


@pytest.mark.parametrize(
    ("switches", "lies", "box", "ends", "reason"),
    [
        ({"rotate_tracks": "no"}, {}, (2, 3), "EW", UNTURNED),
        ({"dead_ends": "open"}, LED_TO, (2, 3), "EW", DEAD_END),
        ({"dead_ends": "open"}, LED_TO, (2, 3), "NE", DEAD_END),
        ({"surrounding": "sides"}, NEEDED, (3, 4), "EW", SIDE_OF_A_PLANET),
        ({"surrounding": "reach"}, NEEDED, (3, 4), "EW", SIDE_OF_A_PLANET),
        (
            {"dead_ends": "open"},
            {**NEEDED, "filled": [(2, 3), (4, 3), (4, 4)]},
            (3, 4),
            "EW",
            f"several points of the rules forbid it: {DEAD_END}; {SIDE_OF_A_PLANET}",
        ),
        (
            {"rotate_tracks": "no"},
            NEEDED,
            (3, 4),
            "EW",
            f"several points of the rules forbid it: {UNTURNED}; {SIDE_OF_A_PLANET}",
        ),
        (
            {"tracks_per_box": "two"},
            LED_TO,
            (3, 2),
            "NS",
            "the box is taken: only a curve that leaves both its ends free may share it",
        ),
    ],
)
def test_switch_that_forbids_draw_is_named(switches, lies, box, ends, reason):
    now = laid_out(OPEN, **lies, **switches)
    assert faults(now.draw, 1, box, ends) == [f"track 1{ends} in column {box[0]}, row {box[1]}: {reason}"]


def test_two_ends_at_planet_are_refused():
    """Both sides of a box belong to the same planet in a galaxy two boxes wide."""
    galaxy = lorry.Galaxy(2, 4, ((1, 1), (2, 3)))
    reason = "two of its ends touch planet 1: each trader flies to a planet once"
    assert faults(lorry.Position(galaxy, 2).draw, 1, (2, 1), "EW") == [f"track 1EW in column 2, row 1: {reason}"]


def test_surrounding_a_planet_is_refused():
    """Four traders need four sides of planet 1; whoever passes it by would take one."""
    galaxy = lorry.Galaxy(6, 6, ((3, 3), (6, 6)), wrap="none")
    now = lorry.Position(galaxy, 4, tracks=[(3, 2, 1, "SW"), (2, 2, 1, "SE")])
    with pytest.raises(AnalyzerError, match="nobody may surround"):
        now.draw(1, (2, 3), "NS")
    free = lorry.Galaxy(6, 6, galaxy.planets, wrap="none", switches=(("surrounding", "off"),))
    assert lorry.Position(free, 4, now.tracks).draw(1, (2, 3), "NS").points == 0


def test_draw_scores_one_of_pairs():
    galaxy = lorry.Galaxy(5, 5, ((1, 3), (5, 3), (3, 5)), wrap="none")
    now = lorry.Position(galaxy, 2, tracks=[(2, 3, 1, "EW"), (4, 3, 1, "EW"), (3, 4, 1, "NS")])
    drawn = now.draw(1, (3, 3), "ESW")
    assert drawn.joined == {(1, 2): 3, (1, 3): 3, (2, 3): 3}
    assert (drawn.scored, drawn.points) == ((1, 2), 3)
    assert now.draw(1, (3, 3), "ESW", score=(3, 2)).scored == (2, 3)
    with pytest.raises(AnalyzerError, match="this draw cannot score it"):
        now.draw(1, (3, 3), "EW", score=(1, 3))


def test_finished_position_refuses_draws():
    galaxy = lorry.Galaxy(4, 3, ((1, 2), (3, 2)), wrap="none", end_after=1)
    now = lorry.Position(galaxy, 2).draw(1, (2, 2), "EW").position
    assert (now.over, now.totals, now.legal(1, "straight")) == (True, (1, 0), [])
    assert faults(now.draw, 2, (3, 1), "SE") == [
        "track 2ES in column 3, row 1: the game is over: nothing more can be drawn"
    ]
    assert not untold(faults(now.fill, (4, 3)), "column 4, row 3", "over")


@pytest.mark.parametrize(
    ("box", "reason"),
    [
        ((3, 2), "is a planet: planets cannot be filled"),
        ((3, 1), "lies beside planet 1: no box beside a planet can be filled"),
        ((9, 2), "holds a track: only empty boxes can be filled"),
        ((1, 1), "is filled already"),
    ],
)
def test_illegal_fill_names_the_rule(box, reason):
    now = lorry.Position(lorry.default_galaxy(), tracks=[(9, 2, 1, "EW")], filled=[(1, 1)])
    assert faults(now.fill, box) == [f"the box in column {box[0]}, row {box[1]} {reason}"]


def test_fill_names_first_adjacent_planet():
    now = lorry.Position(lorry.Galaxy(5, 3, ((2, 2), (4, 2)), wrap="none"))
    assert faults(now.fill, (3, 2)) == [
        "the box in column 3, row 2 lies beside planet 1: no box beside a planet can be filled"
    ]


CORNER = "touches a planet with a corner, which is not allowed here"
LAST_WAY = "would cut a trader off from a planet: nobody may surround one"
SHUT = """
.  .  ## .  .  .  .  .
.  ## .  ## ## .  .  .
.  ## 1  .  .  .  2  .
.  ## .  ## ## .  .  .
.  .  ## .  .  .  .  .
.  .  .  .  .  3  .  .
"""


@pytest.mark.parametrize(
    ("text", "switches", "box", "reason"),
    [(OPEN, {"fill_beside": "corner"}, (2, 2), CORNER), (SHUT, {"surrounding": "reach"}, (5, 3), LAST_WAY)],
    ids=["corner", "reach"],
)
def test_switch_that_forbids_fill_is_named(text, switches, box, reason):
    now = laid_out(text, **switches)
    assert faults(now.fill, box) == [f"the box in column {box[0]}, row {box[1]} {reason}"]


NO_WAY = "one of its ends must meet a planet, or an end of a track of the same trader that leads to a planet"
A_BOX = "one point for each box on the way (only 151 boxes hold no planet)"
GIVE = "give tracks as (column, row, trader, ends), filled as (column, row), scored as (planet, planet, trader, points)"
OUTSIDE = "lies outside: write the column first; columns are 1 to 16, rows 1 to 10"
TEN = [(1, other, 1, 3) for other in range(2, 10)] + [(2, 3, 1, 7), (2, 4, 1, 4)]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            {"tracks": [(3, 2, 1, "EW")]},
            ["tracks, entry 1: track 1EW in column 3, row 2 lies on planet 1: tracks never go through planets"],
        ),
        ({"tracks": [(5, 7, 1, "EW")]}, [f"tracks, entry 1: track 1EW in column 5, row 7 is not connected: {NO_WAY}"]),
        (
            {"tracks": [(9, 2, 1, "EW"), (10, 2, 2, "EW"), (11, 2, 1, "EW")]},
            [
                f"tracks, entry {number + 1}: track {who}EW in column {9 + number}, row 2 is not connected: {NO_WAY}"
                for number, who in ((1, 2), (2, 1))
            ],
        ),
        (
            {"tracks": [(9, 2, 1, "EW"), (9, 2, 2, "EW")]},
            ["tracks, entry 2: track 2EW in column 9, row 2 lies on track 1EW in column 9, row 2: a box holds one"],
        ),
        (
            {"tracks": [(9, 2, 1, "EW")], "filled": [(9, 2)]},
            ["tracks, entry 1: track 1EW in column 9, row 2 lies on a filled box: a box holds one"],
        ),
        (
            {"tracks": [(9, 2, 1, "EW"), (7, 2, 1, "EW")]},
            [
                (
                    "tracks, entry 2: trader 1 flies to planet 2 a second time in column "
                    "7, row 2: each trader flies to a planet once"
                )
            ],
        ),
        (
            {"tracks": [(9, 2, 3, "EW"), (9, 4, 0, "EW")]},
            [
                "tracks, entry 1: track 3EW in column 9, row 2: there is no trader 3: traders are 1 to 2",
                "tracks, entry 2: track 0EW in column 9, row 4: there is no trader 0: traders are 1 to 2",
            ],
        ),
        ({"tracks": [(17, 2, 1, "EW")]}, [f"tracks, entry 1: track 1EW in column 17, row 2 {OUTSIDE}"]),
        ({"tracks": [(16, 11, 1, "EW")]}, [f"tracks, entry 1: track 1EW in column 16, row 11 {OUTSIDE}"]),
        (
            {"tracks": [(9, 2, 1, "NX")]},
            [f"tracks, entry 1: track 1NX in column 9, row 2: no track has the ends 'NX': {TRACKS_ARE}"],
        ),
        (
            {"filled": [(3, 2)]},
            ["filled, entry 1: the filled box in column 3, row 2 is planet 1: planets cannot be filled"],
        ),
        ({"filled": [(1, 1), (1, 1)]}, ["filled, entry 2: the box in column 1, row 1 is filled twice: leave one out"]),
        (
            {"filled": [(0, 1), (1, 0)]},
            [
                f"filled, entry 1: the filled box in column 0, row 1 {OUTSIDE}",
                f"filled, entry 2: the filled box in column 1, row 0 {OUTSIDE}",
            ],
        ),
        (
            {"scored": [(2, 3, 1, 7)]},
            ["scored, entry 1: route 2-3 is scored by trader 1, whose tracks do not join it"],
        ),
        (
            {"tracks": [(2, 2, 2, "EW")], "scored": [(2, 3, 1, 7), (3, 1, 2, 4)]},
            [
                "scored, entry 1: route 2-3 is scored by trader 1, whose tracks do not join it",
                "scored, entry 2: route 3-1 is scored by trader 2, whose tracks do not join it",
            ],
        ),
        ({"scored": [(2, 2, 1, 7)]}, ["scored, entry 1: route 2-2: give two different planets of 1 to 9"]),
        (
            {"scored": [(1, 2, 1, 7), (0, 10, 3, 0)]},
            [
                "scored, entry 2: route 0-10: give two different planets of 1 to 9",
                "scored, entry 2: route 0-10: there is no trader 3: traders are 1 to 2",
                f"scored, entry 2: route 0-10: 0 points: write 1 to 151, {A_BOX}",
            ],
        ),
        ({"scored": [(9, 1, 0, 1)]}, ["scored, entry 1: route 9-1: there is no trader 0: traders are 1 to 2"]),
        (
            {"scored": [(2, 3, 1, 7), (3, 2, 2, 7)]},
            ["scored, entry 2: route 3-2 is scored twice: each pair once in a game"],
        ),
        (
            {"scored": TEN},
            ["scored, entry 10: 10 routes are scored, but a game ends with 9 by all traders together: leave some out"],
        ),
        ({"tracks": [(9, 2)]}, [GIVE]),
        ({"tracks": [(9, 2, 1.5, "EW")]}, [GIVE]),
        ({"tracks": [(9, 2, True, "EW")]}, [GIVE]),
        ({"filled": [(9, "2")]}, [GIVE]),
        ({"scored": [(1, 2, 1)]}, [GIVE]),
        ({"scored": [(1, 2, 1, 2.5)]}, [GIVE]),
    ],
)
def test_impossible_positions_are_refused(fields, expected):
    assert faults(lorry.Position, lorry.default_galaxy(), **fields) == [f"position: {fault}" for fault in expected]


@pytest.mark.parametrize("points", [-1, 0, 152, 32_767, 32_768, 10**30])
def test_route_points_must_fit_board(points):
    """A route scores its boxes: 16 x 10 boxes less 9 planets; larger numbers once wrapped to negative totals."""
    routed = {"tracks": [(9, 2, 1, "EW")], "scored": [(1, 2, 1, points)]}
    (fault,) = [one for one in faults(lorry.Position, lorry.default_galaxy(), **routed) if "points" in one]
    assert fault == f"position: scored, entry 1: route 1-2: {points} points: write 1 to 151, {A_BOX}"


@pytest.mark.parametrize("points", [3, 32_768])
def test_route_points_fault_names_line(points, tmp_path, command):
    drawn = "map: |\n  1 . . 2\nwrap: none\ngrid: |\n  . 1EW 1EW .\nend_after: 1\n"
    (tmp_path / "over.yaml").write_text(f"{drawn}scored:\n  - [1, 2, 1, {points}]\n", encoding="utf-8")
    told = command("lorry", "inspect", "over.yaml")
    assert told.code == 2
    assert f"over.yaml, line 8: route 1-2: {points} points: write 1 to 2," in " ".join(told.err.split())


def test_longest_route_points_are_accepted():
    """Planets at both ends of one row of 24 boxes leave 22 boxes, all of them on the way."""
    row = {"columns": 24, "rows": 1, "wrap": "none", "planets": {"1": [1, 1], "2": [24, 1]}, "end_after": 1}
    tracks = [(column, 1, 1, "EW") for column in range(2, 24)]
    assert lorry.Position(row, tracks=tracks, scored=[(1, 2, 1, 22)]).points == (22, 0)
    assert len(faults(lorry.Position, row, tracks=tracks, scored=[(1, 2, 1, 23)])) == 1


@pytest.mark.parametrize(
    ("traders", "fault"),
    [
        (5, "traders 5: give a whole number from 1 to 4"),
        (0, "traders 0: give a whole number from 1 to 4"),
        ("two", "traders 'two': give a whole number from 1 to 4"),
        ([], "0 traders: a game has 2 to 4, or one alone"),
        (["Tom", "Uli", "Max", "Eva", "Ida"], "5 traders: a game has 2 to 4, or one alone"),
        (["Tom", "Uli", "Tom"], "traders Tom, Uli, Tom: give each a different name"),
    ],
)
def test_impossible_traders_are_refused(traders, fault):
    assert faults(lorry.Position, lorry.default_galaxy(), traders) == [fault]


def test_end_by_planets_allows_any_routes():
    """Nothing is said of ten routes, except that nobody's tracks join them."""
    galaxy = lorry.Galaxy.from_dict(lorry.default_galaxy().to_dict() | {"switches": {"end_by": "planets"}})
    assert len(faults(lorry.Position, galaxy, scored=TEN)) == len(TEN)


def test_shared_box_excludes_filled_box():
    tracks = [(3, 2, 1, "SW"), (3, 2, 2, "NE")]
    shared = laid_out(OPEN, [*tracks, (4, 2, 2, "SW"), (4, 3, 2, "NW")], tracks_per_box="two")
    assert len(shared.tracks) == 4
    fault = "position: tracks, entry 1: track 1SW in column 3, row 2 lies on a filled box: a box holds one"
    assert fault in faults(laid_out, OPEN, tracks, [(3, 2)], tracks_per_box="two")


@pytest.mark.parametrize(
    ("traders", "names"),
    [(1, ("trader 1",)), (3, ("trader 1", "trader 2", "trader 3")), (["Tom", "Uli"], ("Tom", "Uli"))],
)
def test_traders_have_default_names(traders, names):
    now = lorry.Position(lorry.default_galaxy(), traders)
    assert (now.names, now.traders) == (names, len(names))


def test_position_reports_routes_and_stars():
    """Points of routes, stars at three points each, planets flown to, routes and the boxes on their ways."""
    now = laid_out(
        """
        . .    .    .   .
        1 1EW  1ESW 1EW 2
        . 1ES* 1NSW .   .
        . 1NE  1NW  .   .
        3 2EW  4    .   .
        """
    )
    assert (now.visited(1), now.visited(2)) == ((1, 2), (3, 4))
    assert (now.connected(1), now.connected(2)) == ({(1, 2): 3}, {(3, 4): 1})
    assert now.on_way(1, (2, 1)) == [(2, 2), (3, 2), (4, 2)]
    assert now.on_way(2, (3, 4)) == [(2, 5)]
    assert (now.on_way(1, (3, 4)), now.on_way(2, (1, 2))) == ([], [])
    assert (now.stars, now.points, now.totals, now.slots) == ((1, 0), (0, 0), (3, 0), 0)


def test_on_way_lists_all_shortest_ways():
    """From planet 1 to planet 2 north or south of (3, 3): five boxes either way."""
    now = laid_out(
        """
        .  .    .    .    .  .
        .  1ES  1EW  1SW  .  .
        1  1NSW .    1NES 2  .
        .  1NE  1EW  1NW  .  .
        .  .    .    .    .  .
        """
    )
    assert now.connected(1) == {(1, 2): 5}
    assert now.on_way(1, (1, 2)) == [(2, 2), (3, 2), (4, 2), (2, 3), (4, 3), (2, 4), (3, 4), (4, 4)]


def test_position_shows_heading_and_map():
    now = lorry.Position(
        lorry.Galaxy(4, 3, ((1, 2), (4, 2)), (), wrap="none", end_after=5),
        ["Tom", "Uli"],
        [(2, 2, 1, "EW"), (3, 2, 1, "EW")],
        [(1, 1)],
        [(1, 2, 1, 2)],
        name="Now",
    )
    assert not untold(now.heading(), "Tom has 2", "Uli has 0", "1 of 5 routes")
    assert now.map_rows() == [["##", ".", ".", "."], ["1", "1EW", "1EW", "2"], [".", ".", ".", "."]]
    assert repr(now).splitlines()[0] == now.heading()
    assert [line.split() for line in repr(now).splitlines() if "1EW" in line] == [["2", "1", "1EW", "1EW", "2"]]


def test_with_turn_changes_turn_only():
    now = lorry.Position(lorry.default_galaxy(), tracks=[(9, 2, 1, "EW")], name="Now")
    turn = lorry.AtTurn(2, (("white", "curve"),))
    other = now.with_turn(turn)
    assert (other.turn, now.turn) == (turn, None)
    assert (other.tracks, other.totals, other.name, other.with_turn(None)) == (now.tracks, now.totals, "Now", now)


def test_position_files_round_trip(tmp_path):
    late = lorry.load_position(SHIPS / "late.yaml")
    lorry.save_position(late, tmp_path / "again.yaml")
    again = lorry.load_position(tmp_path / "again.yaml")
    assert (again, again.name) == (late, late.name)
    listed = "galaxy: tiny.yaml\ntraders: 2\ntracks:\n  - [2, 1, 1, WE]\n  - [3, 1, 1, SW]\nscored: [[1, 2, 1, 2]]\n"
    (tmp_path / "listed.yaml").write_text(listed, encoding="utf-8")
    (tmp_path / "tiny.yaml").write_text((SHIPS / "tiny.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    now = lorry.load_position(tmp_path / "listed.yaml")
    assert (now.tracks, now.totals) == (((2, 1, 1, "EW"), (3, 1, 1, "SW")), (2, 0))
    lorry.save_position(now, tmp_path / "drawn.yaml")
    assert lorry.load_position(tmp_path / "drawn.yaml") == now
    (tmp_path / "listed.yaml").write_text(
        listed[: listed.index("scored")].replace("[3, 1, 1", "[3, 1, 2"), encoding="utf-8"
    )
    assert lorry.load_position(tmp_path / "listed.yaml").tracks == ((2, 1, 1, "EW"), (3, 1, 2, "SW"))


def test_galaxy_file_loads_as_empty_position():
    assert lorry.load_position(SHIPS / "tiny.yaml").tracks == ()


DIE = "give its colour (white, orange) and what it shows (straight, curve, branch, crossing)"
SOME = "some dice show something and others do not: give all of them, or none before the roll"
TRADERS = "use one of trader 1, trader 2"
NO_GALAXY = "1: no galaxy: give a map, or columns, rows, planets and specials"


UNKNOWN = (
    "unknown field 'fuel': remove it, or use one of game, edition, name, notes, wrap, end_after, map, columns, "
    "rows, planets, specials, dice, switches, galaxy, traders, grid, tracks, filled, scored, turn"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            WRONG,
            [
                "5: track 1EW in column 3, row 2 lies on planet 2: tracks never go through planets",
                "6: column 3, row 3: 'x' is no mark: use . (empty), ## (filled), 1NE (a track)",
                "7: row 4 has 3 boxes, but its galaxy has 4 columns: write . for an empty box",
                "8: the filled box in column 9, row 9 lies outside: write the column first; "
                "columns are 1 to 4, rows 1 to 4",
                "10: no trader 'Tim': did you mean Tom? Use one of Tom, Uli",
                "11: no trader 'Max': use one of Tom, Uli",
                f"11: die 'blue curve': {DIE}",
                f"11: {SOME}",
                f"12: {UNKNOWN}",
            ],
        ),
        (
            "galaxy: tiny.yaml\ngrid: |\n  1   1EW .  1EX\n  .   .   3  .\n  0NS NS  .  *\n  3   .   .  ##\n",
            [
                "3: column 4, row 1: '1EX' is no mark: use . (empty), ## (filled), 1NE (a track)",
                "4: column 3, row 2: '3' is no mark: use 2 or . (empty), ## (filled), 1NE (a track)",
                "5: column 1, row 3: '0NS' is no mark: use . (empty), ## (filled), 1NE (a track)",
                "5: column 2, row 3: 'NS' is no mark: use . (empty), ## (filled), 1NE (a track)",
            ],
        ),
        ("traders: [Tom, Tom]\n", [NO_GALAXY, "1: give each trader a different name"]),
        ("\ntraders: [Tom, ' ']\n", [NO_GALAXY, "2: give each trader a different name"]),
        ("\ntraders: []\n", [NO_GALAXY, "2: 0 traders: a game has 2 to 4, or one alone"]),
        ("\ntraders: [a, b, c, d, e]\n", [NO_GALAXY, "2: 5 traders: a game has 2 to 4, or one alone"]),
        (
            "galaxy: tiny.yaml\nmap: |\n  1 . 2\nwrap: both\n",
            [
                "2: map beside galaxy: its file says it; leave one out",
                "4: wrap beside galaxy: its file says it; leave one out",
            ],
        ),
        (
            "galaxy: tiny.yaml\ngrid: |\n  1 1EW . .\ntracks: [[2, 1, 1, EW]]\n",
            [
                "2: the grid has 1 rows, its galaxy 4: draw each of them",
                "4: tracks beside a grid: give one of them",
            ],
        ),
        (
            "galaxy: tiny.yaml\ntracks:\n  - [2, 1, Tom, EW]\n  - [3, 1, Tim, EW]\ntraders: [Tom, Uli]\n",
            ["4: no trader 'Tim': did you mean Tom? Use one of Tom, Uli"],
        ),
        (
            "galaxy: tiny.yaml\nscored:\n  - [1, 2, Uli, 2]\n  - [1, 3, Ulli, 2]\ntraders: [Tom, Uli]\n",
            ["4: no trader 'Ulli': did you mean Uli? Use one of Tom, Uli"],
        ),
        ("galaxy: tiny.yaml\nturn: {picks: 3, dice: [white straight]}\n", [f"2: no trader 3: {TRADERS}"]),
        ("galaxy: tiny.yaml\nturn:\n  dice: [white]\n  picks: 0\n", [f"4: no trader 0: {TRADERS}"]),
        (
            "galaxy: tiny.yaml\nturn:\n  picks: 1\n  dice:\n  - white curve\n  - orange bend\n  - orange\n",
            [f"4: {SOME}", f"6: die 'orange bend': {DIE}"],
        ),
        (
            "galaxy: tiny.yaml\nfilled: [3]\n\nscored: [[1, 2, 3, 4, 5]]\ntracks: [[1, 2, 3]]\n",
            [
                "2: filled, entry 1: give a list",
                "4: scored, entry 1: give at most 4 entries, not 5",
                "5: tracks, entry 1: entry 4 is missing: add it",
            ],
        ),
        (
            "galaxy: tiny.yaml\nscored:\n  - [1, 2, 1, 2]\n  - [1, 3, 1, 2]\n",
            [
                "3: route 1-2 is scored by trader 1, whose tracks do not join it",
                "4: route 1-3 is scored by trader 1, whose tracks do not join it",
            ],
        ),
        (
            "first: 1\ngalaxy: tiny.yaml\nrounds: []\ndice_set: [white]\n"
            "tracks:\n  - [2, 1, 1, WE]\n  - [2, 1, 1, EW]\n",
            ["7: track 1EW in column 2, row 1 lies on track 1EW in column 2, row 1: a box holds one"],
        ),
    ],
)
def test_position_faults_name_their_lines(text, expected, tmp_path, monkeypatch):
    (tmp_path / "tiny.yaml").write_text((SHIPS / "tiny.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "wrong.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert faults(lorry.load_position, "wrong.yaml") == [f"wrong.yaml, line {fault}" for fault in expected]


def test_missing_galaxy_hides_no_fault(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where no other file has a name near to it
    (tmp_path / "wrong.yaml").write_text("galaxy: none.yaml\nwrap: both\nfuel: 3\n", encoding="utf-8")
    told = faults(lorry.load_position, tmp_path / "wrong.yaml")
    assert [fault.rpartition("/")[2] for fault in told] == [
        "wrong.yaml, line 1: none.yaml: no such file",
        "wrong.yaml, line 2: wrap beside galaxy: its file says it; leave one out",
        f"wrong.yaml, line 3: {UNKNOWN}",
    ]


def test_load_position_accepts_many_sources(monkeypatch):
    """A position itself, a galaxy, the fields of a file and a path are accepted, and nothing else."""
    monkeypatch.chdir(SHIPS)
    now = lorry.Position("tiny.yaml", 3, [(2, 1, 1, "EW")], name="Now")
    assert lorry.load_position(now) is now
    assert lorry.load_position(now.galaxy) == lorry.Position("tiny.yaml")
    fields = {"galaxy": "tiny.yaml", "traders": 3, "tracks": [[2, 1, 1, "EW"]]}
    assert (lorry.load_position(fields), lorry.load_position(fields).name) == (now, "Tiny")
    assert lorry.load_position({**fields, "name": "Now"}).name == "Now"
    assert faults(lorry.load_position, {**fields, "fuel": 3}) == [f"position: {UNKNOWN}"]
    assert not untold(faults(lorry.load_position, 3), "3: ", "path", "position", "galaxy")


def test_grid_equals_listed_tracks():
    """Tracks with any order of ends, the special box below them or none behind, filled boxes beside listed ones."""
    drawn = """galaxy: tiny.yaml
traders: [Tom, Uli]
grid: |
  1    1ew .  ##
  2NS  .   2  .
  .    .   .  2WE*
  3    .   .  1EW
filled: [[2, 3]]
turn: {picks: Uli}
"""
    listed = {"tracks": [(2, 1, 1, "EW"), (1, 2, 2, "NS"), (4, 4, 1, "EW")], "filled": [(2, 3), (4, 1)]}
    told = faults(load_text, lorry.load_position, drawn, "drawn.yaml", SHIPS)
    assert told == [f"drawn.yaml, line 6: track 2EW in column 4, row 3 is not connected: {NO_WAY}"]
    now = load_text(lorry.load_position, drawn.replace("2WE*", "*"), beside=SHIPS)
    assert now == lorry.Position(SHIPS / "tiny.yaml", ["Tom", "Uli"], **listed, turn=lorry.AtTurn(2))


@pytest.mark.parametrize(
    ("old", "new", "line", "fault"),
    [
        ("1    1ew", "1EW  1ew", 4, "track 1EW in column 1, row 1 lies on planet 1"),
        ("##", "1EW", 4, "track 1EW in column 4, row 1 lies on a filled box"),
        ("##", "2EW", 4, "track 2EW in column 4, row 1 lies on a filled box"),
        ("2NS", "##", 5, "the box in column 1, row 2 is filled twice"),
    ],
)
def test_grid_faults_name_their_lines(old, new, line, fault):
    """The drawing is named if a box is filled in a list and in the drawing."""
    drawn = """galaxy: tiny.yaml
traders: [Tom, Uli]
grid: |
  1    1ew .  ##
  2NS  .   2  .
  .    .   .  .
  3    .   .  1EW
filled: [[4, 1], [1, 2]]
"""
    told = faults(load_text, lorry.load_position, drawn.replace(old, new, 1), "drawn.yaml", SHIPS)
    assert any(f"line {line}: {fault}" in one for one in told), told


@pytest.mark.parametrize(
    ("traders", "dice", "fault"),
    [
        (2, "white crossing", "die 'white crossing': the white die shows no crossing: use one of straight, curve, b"),
        (2, "white curve, white straight", "dice white, white: 2 traders roll white, orange: list only what is"),
        (3, "orange curve, orange curve, orange curve", "roll white, white, orange or white, orange, orange: list"),
        (1, "orange curve, orange curve", None),
        (3, "white curve, orange crossing", None),
    ],
)
def test_turn_dice_must_be_rollable(traders, dice, fault):
    text = f"galaxy: tiny.yaml\ntraders: {traders}\nturn: {{dice: [{dice}]}}\n"
    if fault is None:
        assert load_text(lorry.load_position, text, "rolled.yaml", SHIPS).turn
    else:
        (one,) = faults(load_text, lorry.load_position, text, "rolled.yaml", SHIPS)
        assert "rolled.yaml, line 3: " in one
        assert fault in one


WRITTEN = """name: "Später"
wrap: none
end_after: 1
map: |
  . . . .
  1 . . 2
  . . . .
traders: ["Jörg", "Uli"]
grid: |
  ##  .   .   .
  .   1EW 1EW .
  .   .   .   .
scored:
  - [1, 2, 1, 2]
turn: {picks: 2, dice: [white curve, orange branch]}
"""
BEFORE_THE_ROLL = """name: "position"
wrap: none
end_after: 1
map: |
  . . . .
  1 . . 2
  . . . .
traders: ["trader 1"]
grid: |
  . . . .
  . . . .
  . . . .
turn: {picks: 1, dice: [white, orange]}
"""


def test_position_file_is_plain_text():
    galaxy = lorry.Galaxy(4, 3, ((1, 2), (4, 2)), (), wrap="none", end_after=1)
    turn = lorry.AtTurn(2, (("white", "curve"), ("orange", "branch")))
    tracks, scored = [(2, 2, 1, "EW"), (3, 2, 1, "EW")], [(1, 2, 1, 2)]
    now = lorry.Position(galaxy, ["Jörg", "Uli"], tracks, [(1, 1)], scored, turn, "Später")
    assert (saved_text(lorry.save_position, now), load_text(lorry.load_position, WRITTEN)) == (WRITTEN, now)
    begun = lorry.Position(galaxy, 1, turn=lorry.AtTurn(1, (("white", ""), ("orange", ""))))
    assert (saved_text(lorry.save_position, begun), load_text(lorry.load_position, BEFORE_THE_ROLL)) == (
        BEFORE_THE_ROLL,
        begun,
    )


@pytest.mark.parametrize("text", ["", "- 1", "traders: 2", "grid: 3", "galaxy: nowhere.yaml", "map: [1", "turn: 4"])
def test_odd_texts_raise_no_traceback(text, tmp_path):
    (tmp_path / "odd.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(AnalyzerError):
        lorry.load_position(tmp_path / "odd.yaml")


def test_tracks_have_fixed_order():
    assert " ".join(TRACKS) == "NS EW NE ES SW NW NES ESW NSW NEW NESW"


@pytest.mark.parametrize("path", sorted(SHIPS.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_shipped_file_is_a_position(path):
    """Any verb that asks for a galaxy or a position can be given each; a record stands for its start."""
    now = lorry.load_position(path)
    assert now.galaxy == lorry.Position(now.galaxy.to_dict(), now.names).galaxy


def test_four_traders_round_trip(tmp_path):
    """A position of four goes into a file and comes back."""
    now = lorry.Position(lorry.load_galaxy(SHIPS / "tiny.yaml"), ["Tom", "Uli", "Max", "Eva"])
    lorry.save_position(now, tmp_path / "four.yaml")
    assert lorry.load_position(tmp_path / "four.yaml").names == ("Tom", "Uli", "Max", "Eva")


def test_inspect_foretells_no_finished_end(tmp_path, command):
    """Two traders could never fly here; the game is over all the same."""
    path = tmp_path / "over.yaml"
    fields = "game: lorry\nend_after: 1\nmap: |\n  1 . . 2\ntraders: 2\nwrap: none\ngrid: |\n  . 1EW 1EW .\n"
    for scored, is_over in (("", False), ("scored: [[1, 2, 1, 2]]\n", True)):
        path.write_text(fields + scored)
        inspected = " ".join(command("lorry", "inspect", str(path)).out.split())
        assert ("ends after 1 route, but" in inspected) != is_over
        assert "The game ends after 1 route." in inspected
        assert f"{int(is_over)} of 1 route scored" in inspected


def test_broken_map_hides_no_grid_fault(tmp_path):
    """No stage waits for another: the map, the traders, the drawing, the routes, the turn."""
    text = "wrap: rows\nmap: |\n  . 1 . x\n  2 . 3 .\ntraders: [A, A]\ngrid: |\n  . 1XX . .\n  . . . .\n"
    (tmp_path / "wrong.yaml").write_text(f"{text}scored: [[1, 2, C, 3]]\nturn: {{picks: B, dice: [white]}}\n")
    with pytest.raises(AnalyzerError) as refused:
        lorry.load_position(tmp_path / "wrong.yaml")
    assert [fault.line for fault in refused.value.faults] == [3, 5, 7, 9, 10]


def test_broken_grid_hides_no_route_fault(tmp_path):
    text = f"galaxy: {SHIPS / 'tiny.yaml'}\ngrid: |\n  1 . . .\n  . . . . .\n  . 1QQ . .\n  . . . .\n"
    (tmp_path / "wrong.yaml").write_text(f"{text}scored:\n  - [1, 1, 1, 3]\n  - [1, 9, 1, 3]\n  - [1, 2, 9, 0]\n")
    with pytest.raises(AnalyzerError) as refused:
        lorry.load_position(tmp_path / "wrong.yaml")
    assert {fault.line for fault in refused.value.faults} == {4, 5, 8, 9, 10}
    assert not any("does not join" in fault or "is not connected" in fault for fault in refused.value.faults)
