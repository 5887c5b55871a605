"""Positions: what they say follows from what was drawn, files round-trip, and every fault is told at once."""

from __future__ import annotations

import random

import pytest

from analyzer import AnalyzerError, lorry
from analyzer.lorry.tracks import TRACKS, TYPES
from tests.lorry.chart import small_galaxy
from tests.lorry.twin.face import Position as TwinPosition
from tests.places import ROOT

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


def test_the_example_of_the_rules_is_drawn_box_by_box():
    """Rules: Tom joins 2 and 3 and gets 7 points; a star on the way counts 3 at the end."""
    now = lorry.Position(lorry.default_galaxy(), traders=2)
    for column, row, ends in WAY:
        assert now.connected(1) == {}
        drawn = now.draw(1, (column, row), ends)
        now = drawn.position
    assert (drawn.joined, drawn.points, drawn.special) == ({(2, 3): 7}, 7, None)
    assert now.scored == ((2, 3, 1, 7),)
    assert (now.connected(1), now.totals, now.stars, now.over) == ({(2, 3): 7}, (10, 0), (1, 0), False)


def test_drawing_leaves_a_position_as_it_was():
    now = lorry.Position(lorry.default_galaxy(), traders=2, tracks=[(9, 2, 1, "EW")])
    before = asked(now, 2)
    drawn = now.draw(1, (10, 2), "SW").position
    assert asked(now, 2) == before
    assert drawn.fill((16, 10)).filled == ((16, 10),)
    assert asked(drawn, 2)["fillable"] == drawn.fillable()


@pytest.mark.parametrize("seed", range(12))
def test_games_drawn_at_random_are_those_of_the_twin_in_any_order_of_tracks(seed):
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


@pytest.mark.parametrize(
    ("trader", "box", "ends", "told"),
    [
        (1, (1, 1), "NS", "the box is filled"),
        (1, (8, 2), "NS", "planet 2 is there"),
        (1, (8, 1), "NS", "planet 2 was flown to by trader 1"),
        (2, (9, 2), "NS", "a track of trader 1 lies there"),
        (1, (5, 5), "NS", "it hangs on nothing"),
        (2, (10, 2), "EW", "it hangs on nothing"),
        (1, (10, 2), "NX", "no track has these ends"),
        (3, (10, 2), "EW", "from 1 to 2"),
        (1, (17, 2), "EW", "column 17"),
        (1, (10,), "EW", "give column and row"),
    ],
)
def test_an_illegal_draw_is_refused_with_the_rule(trader, box, ends, told):
    now = lorry.Position(lorry.default_galaxy(), traders=2, tracks=[(9, 2, 1, "EW")], filled=[(1, 1)])
    with pytest.raises(AnalyzerError, match=told):
        now.draw(trader, box, ends)


def test_surrounding_a_planet_is_refused_with_the_rule():
    """Four traders need four sides of planet 1; whoever passes it by would take one."""
    galaxy = lorry.Galaxy(6, 6, ((3, 3), (6, 6)), wrap="none")
    now = lorry.Position(galaxy, 4, tracks=[(3, 2, 1, "SW"), (2, 2, 1, "SE")])
    with pytest.raises(AnalyzerError, match="nobody may surround"):
        now.draw(1, (2, 3), "NS")
    free = lorry.Galaxy(6, 6, galaxy.planets, wrap="none", switches=(("surrounding", "off"),))
    assert lorry.Position(free, 4, now.tracks).draw(1, (2, 3), "NS").points == 0


def test_of_several_pairs_one_is_chosen_and_the_others_are_lost():
    galaxy = lorry.Galaxy(5, 5, ((1, 3), (5, 3), (3, 5)), wrap="none")
    now = lorry.Position(galaxy, 2, tracks=[(2, 3, 1, "EW"), (4, 3, 1, "EW"), (3, 4, 1, "NS")])
    drawn = now.draw(1, (3, 3), "ESW")
    assert drawn.joined == {(1, 2): 3, (1, 3): 3, (2, 3): 3}
    assert (drawn.scored, drawn.points) == ((1, 2), 3)
    assert now.draw(1, (3, 3), "ESW", score=(3, 2)).scored == (2, 3)
    with pytest.raises(AnalyzerError, match="not free to be scored"):
        now.draw(1, (3, 3), "EW", score=(1, 3))


def test_a_position_that_is_over_is_refused():
    galaxy = lorry.Galaxy(4, 3, ((1, 2), (3, 2)), wrap="none", end_after=1)
    now = lorry.Position(galaxy, 2).draw(1, (2, 2), "EW").position
    assert (now.over, now.totals, now.legal(1, "straight")) == (True, (1, 0), [])
    for act in (lambda: now.draw(2, (3, 1), "SE"), lambda: now.fill((4, 3))):
        with pytest.raises(AnalyzerError, match="the game is over"):
            act()


@pytest.mark.parametrize(
    ("box", "told"),
    [((3, 2), "is a planet"), ((3, 1), "lies beside planet 1"), ((9, 2), "holds a track"), ((1, 1), "is filled")],
)
def test_a_box_that_may_not_be_filled_is_refused_with_the_rule(box, told):
    now = lorry.Position(lorry.default_galaxy(), tracks=[(9, 2, 1, "EW")], filled=[(1, 1)])
    with pytest.raises(AnalyzerError, match=told):
        now.fill(box)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"tracks": [(3, 2, 1, "EW")]}, "lies on planet 1"),
        ({"tracks": [(5, 7, 1, "EW")]}, "hangs on nothing"),
        ({"tracks": [(9, 2, 1, "EW"), (9, 2, 2, "EW")]}, "one to a box"),
        ({"tracks": [(9, 2, 1, "EW")], "filled": [(9, 2)]}, "one to a box"),
        ({"tracks": [(9, 2, 1, "EW"), (7, 2, 1, "EW")]}, "a second time"),
        ({"tracks": [(9, 2, 3, "EW")]}, "there is no trader 3"),
        ({"tracks": [(17, 2, 1, "EW")]}, "lies outside"),
        ({"filled": [(3, 2)]}, "planets cannot be filled"),
        ({"filled": [(1, 1), (1, 1)]}, "filled twice"),
        ({"scored": [(2, 3, 1, 7)]}, "whose tracks do not join it"),
        ({"scored": [(2, 2, 1, 7)]}, "two different planets"),
        ({"scored": [(2, 3, 1, 7), (3, 2, 2, 7)]}, "scored twice"),
        ({"scored": [(1, other, 1, 3) for other in range(2, 10)] + [(2, 3, 1, 7), (2, 4, 1, 4)]}, "10 routes"),
        ({"tracks": [(9, 2)]}, "give tracks as"),
        ({"traders": 5}, "from 1 to 4"),
        ({"traders": ["Tom", "Tom"]}, "a name of his own"),
    ],
)
def test_what_cannot_be_is_refused(given, told):
    with pytest.raises(AnalyzerError, match=told):
        lorry.Position(lorry.default_galaxy(), **given)


def test_files_round_trip(tmp_path):
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


def test_a_galaxy_file_is_a_position_with_nothing_drawn():
    assert lorry.load_position(SHIPS / "tiny.yaml").tracks == ()


def test_every_fault_of_a_position_is_told_with_its_line(tmp_path):
    (tmp_path / "tiny.yaml").write_text((SHIPS / "tiny.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    path = tmp_path / "wrong.yaml"
    path.write_text(WRONG, encoding="utf-8")
    with pytest.raises(AnalyzerError) as refused:
        lorry.load_position(path)
    told = "\n".join(refused.value.faults)
    for part in (
        "line 6: box (3, 3) 'x': use",
        "line 7: row 4 has 3 boxes, the others 4",
        "line 10: no trader 'Tim': use one of Tom, Uli",
        "line 11: no trader 'Max'",
        "line 11: die 'blue curve'",
        "line 11: some dice show something",
        "line 12: unknown field 'fuel'",
    ):
        assert part in told, part


@pytest.mark.parametrize("text", ["", "- 1", "traders: 2", "grid: 3", "galaxy: nowhere.yaml", "map: [1", "turn: 4"])
def test_no_text_ends_in_a_traceback(text, tmp_path):
    (tmp_path / "odd.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(AnalyzerError):
        lorry.load_position(tmp_path / "odd.yaml")


def test_tracks_are_those_of_the_contract():
    assert " ".join(TRACKS) == "NS EW NE ES SW NW NES ESW NSW NEW NESW"


@pytest.mark.parametrize("path", sorted(SHIPS.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_file_of_the_folder_is_a_position(path):
    """So each can be given to any verb that asks of a galaxy or a position; a record is one from where it begins."""
    now = lorry.load_position(path)
    assert now.galaxy == lorry.Position(now.galaxy.to_dict(), now.names).galaxy


def test_four_may_play(tmp_path):
    """A position of four goes into a file and comes back."""
    now = lorry.Position(lorry.load_galaxy(SHIPS / "tiny.yaml"), ["Tom", "Uli", "Max", "Eva"])
    lorry.save_position(now, tmp_path / "four.yaml")
    assert lorry.load_position(tmp_path / "four.yaml").names == ("Tom", "Uli", "Max", "Eva")
