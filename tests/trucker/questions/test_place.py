"""`place`: all legal ways by brute force, the best of them by flying all, and what is told of it."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError
from tests.doors.runs import hearing_answers
from tests.doors.trucker_flights import plan
from tests.doors.trucker_paper import box, parse_token
from tests.doors.trucker_questions import Round, moves
from tests.doors.trucker_questions import place as call
from tests.facts import untold
from tests.places import ROOT
from tests.texts import load_text

SHIPS = ROOT / "ships" / "2007"
GRID = "    5 6 7 8\n  6 . . CN0010^ .\n  7 . CA1203 SC3333 .\n  8 . . EN1000 .\n"
BARE = f"name: Bare\nedition: 2007\nboard: I\ngrid: |2\n{GRID}"
HAND = ("CA2110", "CA1122")
FLIGHTS, CARDS = 20, (16, 10, 14, 9, 15)


@pytest.fixture(scope="module")
def bare() -> analyzer.Layout:
    return load_text(analyzer.load_ship, BARE)


@pytest.fixture(scope="module")
def hand():
    return [parse_token(token) for token in HAND]


def at_peace(ship, one) -> bool:
    """Whether nothing is wrong with it but perhaps that it hangs on nothing: what else is wrong no other mends."""
    return all(flaw.kind == "disconnected" for flaw in moves.Placement((one,)).made_on(ship).flaws())


def all_ways(ship, hand) -> set[moves.Placement]:
    """Any or none of the components on any squares in any turns, as far as the whole ship has no flaw."""
    free = [square for square in ship.board.squares if square not in ship.components]
    lies = [[None, *(one for one in product(free, box.turned_all_ways(part)) if at_peace(ship, one))] for part in hand]
    found = set()
    for chosen in product(*lies):
        laid = [one for one in chosen if one is not None]
        if len({square for square, _ in laid}) < len(laid):
            continue
        way = moves.Placement(tuple(sorted(laid, key=lambda item: ship.board.reading_order(item[0]))))
        if not way.made_on(ship).flaws():
            found.add(way)
    return found


@pytest.fixture(scope="module")
def every(bare, hand) -> set[moves.Placement]:
    return all_ways(bare, hand)


@pytest.mark.long
def test_placings_match_brute_force(bare, hand, every):
    one = moves.one_more(bare, [moves.NOTHING_LAID], hand)
    two = moves.one_more(bare, one, hand)
    assert len({*one, *two}) == len(one) + len(two)
    assert {moves.NOTHING_LAID, *one, *two} == every
    assert moves.one_more(bare, two, hand) == []
    assert len(every) > 30


def test_like_ways_are_flown_once(every):
    flown = moves.group_by_flight(every)
    assert len(flown) + sum(flown.values()) == len(every)
    assert len(flown) < len(every)
    kinds = {frozenset((square, box.pattern(part)) for square, part in way.laid) for way in every}
    assert len(kinds) == len(flown)


def credits_of(ship, seed: int):
    return plan([ship], seed=seed, cards=CARDS).run(0, FLIGHTS).credits[0]


@pytest.mark.long
def test_best_way_matches_single_flights(bare, hand, every, monkeypatch):
    """Nobody is dropped in a single round: the order is that of means of single runs on the seed of the search."""
    monkeypatch.setattr(call, "ROUNDS", (Round(FLIGHTS, 5),))
    found = analyzer.place(bare, HAND, flights=FLIGHTS, seed=3, rivals="alone", cards=CARDS)
    means = {way: credits_of(way.made_on(bare), call.SEED).mean() for way in moves.group_by_flight(every)}
    best = sorted((mean for way, mean in means.items() if way.laid), reverse=True)[:5]
    assert [credits_of(way.made_on(bare), call.SEED).mean() for way in found.tried.left] == best
    assert (found.legal_placements, found.tried.flown) == (len(every) - 1, len(means) - 1)
    own = credits_of(bare, 3)
    for row, (name, ship) in zip(found.ranking, found.best, strict=True):
        gain = credits_of(ship, 3) - own
        assert (row["ship"], row["gain"]) == (name, pytest.approx(gain.mean()))
        assert row["gain_low"] <= row["gain"] <= row["gain_high"]


def test_too_many_ways_are_cut(bare, monkeypatch):
    """The search goes on from the best of too many ways."""
    monkeypatch.setattr(call, "MOST_PLACEMENTS", 9)
    monkeypatch.setattr(call, "BEAM", Round(10, 2))
    monkeypatch.setattr(call, "ROUNDS", (Round(10, 3),))
    found = analyzer.place(bare, HAND, flights=20, rivals="alone")
    assert found.tried.cut
    assert "at least" in found.heading()
    assert any("too many ways" in note for note in found.notes())
    assert not any(ship.flaws() for _, ship in found.best)


def test_place_shows_unchanged_ship_first(bare, hand, monkeypatch):
    """Before placements are tried, 16 flights of the ship as it is are shown."""
    monkeypatch.setattr(call, "ROUNDS", (Round(2, 1),))
    heard = []
    with hearing_answers(lambda make: heard.extend(make())):
        analyzer.place(bare, hand[:1], flights=2, cards=CARDS, rivals="alone")
    few = analyzer.fly([bare], flights=16, cards=CARDS, rivals="alone")
    assert heard[0].as_dict() == few.as_dict()


def test_place_takes_other_goals(bare, monkeypatch):
    monkeypatch.setattr(call, "ROUNDS", (Round(20, 3),))
    found = analyzer.place(bare, ["SH1310"], flights=FLIGHTS, seed=3, goal="-penalty", rivals="alone")
    _, ship = found.best[0]
    own, changed = (plan([one], seed=3).run(0, FLIGHTS).penalty[0] for one in (bare, ship))
    assert found.ranking[0]["gain"] == pytest.approx((own - changed).mean())
    assert found.compared.score == "goal"
    assert "goal: least penalty" in found.heading()


def test_tile_worth_by_square(bare, every, hand):
    worth = analyzer.tile_worth(bare, hand[0], flights=FLIGHTS, seed=5, rivals="alone", cards=CARDS)
    turns = box.turned_all_ways(hand[0])
    ways = [way for way in every if len(way.laid) == 1 and way.laid[0][1] in turns]
    own = credits_of(bare, 5)
    gains: dict[tuple[int, int], list[float]] = {}
    for way in ways:
        gains.setdefault(way.laid[0][0], []).append((credits_of(way.made_on(bare), 5) - own).mean())
    assert {at: one.gain.mean for at, one in worth.by_square.items()} == pytest.approx(
        {at: max(each) for at, each in gains.items()}
    )
    best = [one.gain.mean for one in worth.by_square.values()]
    assert best == sorted(best, reverse=True)
    for one in worth.by_square.values():
        assert one.simultaneous_gain.low < one.gain.low < one.gain.high < one.simultaneous_gain.high
    assert len(worth.table()) == len(worth.as_dict()["squares"]) == len(gains)
    assert np.isfinite(worth[next(iter(gains))].gain).all()


def test_place_verb_ranks_ways(command, tmp_path, monkeypatch):
    monkeypatch.setattr(call, "ROUNDS", (Round(10, 3),))
    (tmp_path / "bare.yaml").write_text(BARE)
    args = ("place", "bare.yaml", "--tile", *HAND, "--alone", "--flights", "100", "--cards", "16,10,14,9,15")
    said = command(*args, "--export", "t.csv", "--save", "s")
    assert said.code == 0, said.err
    assert not untold(said.out, "groups", "share a letter")
    assert said.out.count("new here") == 3
    assert len((tmp_path / "t.csv").read_text().splitlines()) == 5
    told = json.loads(command(*args, "--json", "--save", "s").out)
    assert told["ranking"][0]["ship"] in said.out
    assert command("merge", "s").code == 0


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--tile", "SC3333"], ["starting cabin"]),
        (["--tile", "XX", "QQ1"], ["'XX' is no component", "'QQ1' is no component"]),
        (["--tile", *["CA2110"] * 5], ["5 components: give one to 4"]),
        (["--tile", "CA2110", "--goal", "luck", "--level", "II"], ["no metric 'luck'", "fly it at level I"]),
        (["--tile", "CA0000"], ["none of these components fits"]),
        ([], ["Missing option '--tile'"]),
    ],
)
def test_place_refuses_wrong_input(command, tmp_path, args, told):
    (tmp_path / "bare.yaml").write_text(BARE)
    said = command("place", "bare.yaml", "--alone", *args)
    assert said.code == 2
    assert all(one in said.told for one in told), said.told


def test_place_refers_builds_to_layouts():
    build = analyzer.load_ship(SHIPS / "IVC" / "paper-lantern.yaml")
    with pytest.raises(AnalyzerError, match="analyzer layouts"):
        analyzer.place(build, ["CA2110"], rivals="alone")


def test_ways_are_parted_by_semicolons():
    """The components of a way have commas between them."""
    ship = load_text(analyzer.load_ship, BARE)
    found = analyzer.place(ship, [parse_token(token) for token in HAND], flights=20, cards=CARDS)
    told = found.verdict_in_words().partition("Not clearly different: ")[2].rstrip(".")
    known = {row[found.compared.word] for row in found.ranking}
    assert told
    assert {*told.split("; ")} <= known | {"as it is"}
