"""`improve`: neighbours are legal and allowed; the search repeats itself, goes on where it was, and is confirmed."""

from __future__ import annotations

import json
from collections import Counter
from contextvars import copy_context
from dataclasses import dataclass, replace
from io import StringIO
from time import monotonic
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import analyzer
from analyzer import AnalyzerError, missing_from_box
from tests.doors.command import flying
from tests.doors.runs import clock as run_clock
from tests.doors.statistics import Moments
from tests.doors.trucker_flights import plan
from tests.doors.trucker_paper import as_printed, parse_token
from tests.doors.trucker_questions import (
    Chance,
    Freedom,
    Moves,
    Round,
    annealing,
    bench_for,
    budget_module,
    changes_in_words,
    improve,
)
from tests.doors.trucker_questions import improve as call
from tests.doors.trucker_questions import moves as moves_module
from tests.facts import changed, untold
from tests.places import ROOT
from tests.texts import load_text
from tests.trucker.shipyard import some_ships

SHIPS = ROOT / "ships" / "2007"
CARDS = [8, 4, 2, 12]
"""Few sorts of cards, which fly sooner than whole decks."""
MILE, ARROW = SHIPS / "I" / "first-mile.yaml", SHIPS / "I" / "paper-arrow.yaml"
ALLOWED = {
    "rearrange": {"rearrange": True},
    "change": {"change": 2},
    "both": {"rearrange": True, "change": 2},
    "free": {"free": True},
}


@pytest.fixture
def small(monkeypatch):
    """Generations of few neighbours in few flights."""
    monkeypatch.setattr(annealing, "WIDTH", 4)
    monkeypatch.setattr(annealing, "ROUNDS", (Round(4, 2), Round(6, 1)))
    monkeypatch.setattr(annealing, "CYCLES", (2, 1))
    monkeypatch.setattr(annealing, "DUEL", 20)


@pytest.fixture(scope="module")
def arrow() -> analyzer.Layout:
    return analyzer.load_ship(ARROW)


def printed(ship: analyzer.Layout) -> Counter:
    return Counter(as_printed(part) for part in ship.components.values())


@pytest.mark.parametrize("how", ALLOWED)
def test_neighbours_are_legal_and_allowed(arrow, how):
    """A walk of 60 steps: no flaw, one box, aliens at home, kept squares as they are, no more changed than may be."""
    keep = [(8, 5), (7, 6)]
    allowed = moves_module.freedom(arrow, keep=keep, **ALLOWED[how])
    moves, chance, build = Moves(arrow, allowed), Chance(1, 2), Moves(arrow, allowed).begin
    seen = set()
    for _ in range(60):
        build = moves.neighbour(build, chance)
        ship = moves.layout(build, "x")
        seen.add(build)
        assert ship.flaws() == []
        assert missing_from_box(ship) == []
        assert {square: ship.components.get(square) for square in keep} == {at: arrow.components.get(at) for at in keep}
        assert moves.build(ship) == build
        if how != "free":
            assert (printed(ship) - printed(arrow)).total() <= (0 if how == "rearrange" else 2)
            assert len(ship.components) == len(arrow.components)
        if how == "change":
            assert len([at for at in ship.components if ship.components[at] != arrow.components[at]]) <= 2
            assert ship.components.keys() == arrow.components.keys()
    assert len(seen) > 15


def test_fast_rules_match_flaws():
    """Every square of random ships with a component turned or taken off: the same verdict."""
    for ship in some_ships(31, 3):
        space = moves_module.Space(ship.board)
        for square, part in ship.components.items():
            if square == ship.board.start:
                continue
            for turn in (None, *(part.turned(quarter) for quarter in (1, 2))):
                parts = {at: one for at, one in ship.components.items() if at != square}
                if turn is not None:
                    parts[square] = turn
                state = space.state(parts)
                at = space.number[square]
                one = state[at]
                fits = one is None or ((not turn.is_a.engine or turn == part) and space.fits(state, at, one))
                flawed = replace(ship, components=parts, aliens={}).flaws()
                assert (fits and space.is_connected(state)) == (flawed == [])


def test_cannon_muzzle_stays_clear(arrow):
    """Two smooth sides that touch are no flaw, but where one is a muzzle."""
    space = moves_module.Space(arrow.board)
    above, below = space.number[6, 6], space.number[7, 6]
    smooth, cannon = moves_module.tile(parse_token("CA0301")), moves_module.tile(parse_token("CN0110^"))
    for lies, laid, where in ((smooth, cannon, below), (cannon, smooth, above)):
        state = space.state({})
        state[above if where == below else below] = lies
        assert not space.fits(state, where, laid)
        assert space.fits(state, where, moves_module.tile(parse_token("ST0110" if where == below else "ST0301"))) is (
            lies is smooth
        )


def test_space_homes_match_the_ship():
    for ship in some_ships(32, 5):
        space = moves_module.Space(ship.board)
        homes = space.homes(space.state(ship.components))
        told = {(colour, space.squares[at]) for colour, found in homes.items() for at in found}
        bare = ship.without_aliens().alien_cabins()
        assert told == {(colour, square) for square, colours in bare.items() for colour in colours}


def test_chance_is_addressed_and_even():
    one, same, other = Chance(3, 4), Chance(3, 4), Chance(3, 5)
    drawn = [one.below(6) for _ in range(6000)]
    assert drawn == [same.below(6) for _ in range(6000)]
    assert drawn[:50] != [other.below(6) for _ in range(50)]
    counts = np.bincount(drawn, minlength=6)
    assert ((counts - 1000) ** 2 / 1000).sum() < 20.5  # chi squared, 5 degrees, 0.1%
    assert sorted(one.shuffled(range(9))) == list(range(9))
    assert all(0 <= one.share() < 1 for _ in range(99))


def test_cycles_follow_each_other():
    first, more = annealing.CYCLES
    assert annealing.cycle_of(0) == (0, 0.0)
    assert annealing.cycle_of(first - 1) == (0, (first - 1) / first)
    assert annealing.cycle_of(first) == (1, 0.0)
    assert annealing.cycle_of(2 * first + more) == (2, 0.0)


@pytest.mark.usefixtures("small")
def test_same_seed_same_answer(arrow, tmp_path):
    """The answer is the same in one go or resumed; another seed gives another."""
    how: dict[str, Any] = {"free": True, "confirm": 20, "rivals": "alone", "cards": CARDS}
    whole = analyzer.improve(arrow, flights=150, seed=5, **how).as_dict()
    saved, heard = tmp_path / "new" / "s", []
    analyzer.improve(arrow, flights=80, seed=5, save=saved, **how)
    later = analyzer.improve(arrow, flights=150, seed=5, save=saved, heard=lambda now, _: heard.append(now), **how)
    assert [*changed(later.as_dict(), whole)] == []
    assert heard[0].generation > 1
    assert analyzer.improve(arrow, flights=80, seed=6, **how).as_dict()["found"] != whole["found"]


@pytest.mark.usefixtures("small")
def test_improve_tells_given_ship_at_once(arrow):
    """Before any neighbour flies, the given ship's mean is shown; later ones are told as gains."""
    heard: list[Any] = []
    how: dict[str, Any] = {"rearrange": True, "confirm": 20, "rivals": "alone", "cards": CARDS}
    analyzer.improve(arrow, flights=10, heard=lambda now, _: heard.append(now), **how)
    flown = plan([arrow], seed=annealing.LARGEST_SEED // 2, cards=CARDS).run(0, annealing.FIRST).credits[0]
    assert (heard[0].generation, heard[0].flights) == (0, 0)
    assert f"nothing better yet than your ship's {flown.mean():.1f} (" in heard[0].summary


@pytest.mark.usefixtures("small")
def test_search_state_survives_saving(arrow):
    search = annealing.Search(bench_for(arrow, rivals="alone"), Moves(arrow, Freedom(free=True)), 1)
    now = search.begin()
    for _ in range(4):
        now = search.generation(now)
        plain = json.loads(json.dumps(call.as_plain(now, search.moves)))
        assert call.of_plain(plain, search.moves) == now
    assert now.generation == 4
    assert now.gained is not None or now.best == search.moves.begin


@pytest.mark.usefixtures("small")
def test_answer_flies_fresh_flights(arrow):
    mile = analyzer.load_ship(MILE)
    how: dict[str, Any] = {"seed": 9, "rivals": [mile], "cards": CARDS}
    found = analyzer.improve(arrow, flights=120, free=True, confirm=40, goal="credits-penalty", **how)
    one, other = (plan([ship], **how).run(0, 40) for ship in (found.found, arrow))
    gain = (one.credits[0] - one.penalty[0]) - (other.credits[0] - other.penalty[0])
    assert found.gain.mean == pytest.approx(gain.mean())
    assert "against First Mile" in found.heading()
    assert found.compared.score == "goal"
    told = load_text(analyzer.load_ship, found.ship_file)
    assert told.components == found.found.components
    assert dict(told.aliens) == dict(found.found.aliens)


@pytest.mark.long
def test_bad_ship_is_improved():
    """Without engine and cannon the captain gives up in open space: any engine of the box is worth a lot."""
    grid = "    6 7 8\n  6 . ST0011 .\n  7 CA1111 SC3333 H21111\n  8 . EN1000 .\n"
    ship = load_text(analyzer.load_ship, f"name: Bare\nedition: 2007\nboard: I\ngrid: |2\n{grid}")
    found = analyzer.improve(ship, flights=4_000, free=True, confirm=200, rivals="alone")
    assert found.verdict == "better"
    assert not untold(found.verdict_in_words(), "Alone", "better", "+")
    assert found.changes


def test_changes_are_put_in_words():
    mile = analyzer.load_ship(MILE)
    parts = dict(mile.components)
    moved = parts.pop((5, 7))
    turned = parts[7, 9].turned(1)
    after = replace(mile, components={**parts, (5, 8): moved.turned(2), (7, 9): turned, (9, 5): parts[6, 6]})
    told = changes_in_words(mile, after)
    assert told[0].startswith("turn the single cannon CN0012^ at (7,9): CN2001>")
    assert not untold(told[1], "single cannon CN0020^", "(5,7)", "(5,8)", "CN2000v")
    assert not untold(told[2], "cabin CA0130", "box", "(9,5)", "single engine EN3200")
    assert changes_in_words(mile, mile) == []
    arrow = analyzer.load_ship(ARROW)
    assert changes_in_words(arrow, arrow.without_aliens()) == ["fly without the brown alien"]
    assert changes_in_words(arrow.without_aliens(), arrow) == ["the brown alien lives at (7,8)"]


ARGS = ("improve", str(ARROW), "--free", "--flights", "120", "--confirm", "20", "--alone", "--cards", "8,4,2,12")


@pytest.mark.long
@pytest.mark.usefixtures("small")
def test_improve_verb_writes_ship(command, tmp_path, undrawn):
    said = command(*ARGS, "-o", "better.yaml", "--plot", "p", "--export", "t.csv", "--keep", "8,5", "8,6")
    assert said.code == 0, said.err
    found = analyzer.load_ship(tmp_path / "better.yaml")
    assert found.flaws() == []
    assert not untold(said.out, "components", "(8,5), (8,6)", "stay")
    assert not untold(said.out, "found alone")
    told = json.loads(command(*ARGS, "--json", "--keep", "8,5", "--keep", "8,6").out)
    assert told["found"]["components"] == json.loads(json.dumps(found.as_entries()["components"]))
    assert all(change in said.out.replace("\n", " ") for change in told["changes"])
    assert {path.name for path in (tmp_path / "p").iterdir()} >= {"improved.png", "improved.svg"}


@pytest.mark.usefixtures("small")
def test_ctrl_c_tells_best_so_far(command, tmp_path, monkeypatch):
    real, done = annealing.Search.generation, []

    def generation(self, now):
        done.append(now)
        if len(done) == 2:
            raise KeyboardInterrupt
        return real(self, now)

    monkeypatch.setattr(annealing.Search, "generation", generation)
    monkeypatch.setattr(improve, "HURRIED", 8)
    said = command(*ARGS, "--save", "s", "-o", "better.yaml")
    assert said.code == 130
    assert "1 generation, stopped early" in said.out
    assert "4 flights each" in said.out  # of 8, for somebody waits
    assert not untold(said.err, "saved in s", "continues")
    assert analyzer.load_ship(tmp_path / "better.yaml").flaws() == []
    assert command(*ARGS, "--save", "s").code == 0
    assert len(done) > 2


@pytest.mark.long
@pytest.mark.usefixtures("small")
def test_stopped_search_settles_quickly(arrow, monkeypatch):
    """The longer a search, the more flights settle which ship is best, but not while somebody waits."""
    begin, generation, begun = annealing.Search.begin, annealing.Search.generation, []

    def begin_late(search):
        begun.append(replace(generation(search, begin(search)), generation=5000))
        monkeypatch.setattr(annealing, "DUEL", 1200)
        return begun[0]

    monkeypatch.setattr(call, "SETTLING", 7)
    monkeypatch.setattr(annealing.Search, "begin", begin_late)
    monkeypatch.setattr(annealing.Search, "generation", interrupted)
    found = analyzer.improve(arrow, free=True, flights=10**6, confirm=9, seed=5)
    assert begun[0].at != begun[0].best
    assert (found.stopped, found.standing.flights - begun[0].flights) == (True, 3 * 7)


def interrupted(*_):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], ["say what may be changed: choose --rearrange"]),
        (["--free", "--rearrange"], ["free allows all that the others do"]),
        (["--change", "0", "--keep", "1,1", "--keep", "13,2"], ["change 0", "square 1,1", "square 13,2"]),
        (["--free", "--keep", "8"], ["--keep 8: give row and column"]),
        (["--free", "--goal", "luck", "--seconds", "-3"], ["no metric 'luck'", "seconds -3.0"]),
        (["--free", "--goal", "win"], ["nobody to be ahead of"]),
        (["--free", "--flights", "0"], ["flights 0"]),
        (["--free", "--confirm", "1"], ["confirm 1"]),
        (["--free", "--save", "other"], ["is no save file of a search"]),
    ],
)
def test_improve_refuses_wrong_input(command, tmp_path, args, told):
    (tmp_path / "other").write_text("{}")
    said = command("improve", str(ARROW), "--alone", *args)
    assert said.code == 2
    assert all(one in said.told for one in told), said.told


@pytest.mark.usefixtures("small")
def test_file_of_other_search_refused(command, tmp_path):
    assert command(*ARGS, "--save", "s").code == 0
    for other in (["--goal", "arrived"], ["--keep", "8,5"], ["--seed", "4"], ["--captain", "bold"]):
        said = command(*ARGS, "--save", "s", *other)
        assert said.code == 2
        assert "holds another search" in said.told
    (tmp_path / "s").write_text((tmp_path / "s").read_text()[:-30])
    assert "damaged" in command(*ARGS, "--save", "s").told


def test_search_needs_a_legal_start(command):
    said = command("improve", str(SHIPS / "flawed" / "quiz.yaml"), "--free", "--alone")
    assert said.code == 2
    assert "construction flaws" in said.told
    with pytest.raises(AnalyzerError, match="analyzer layouts"):
        analyzer.improve(analyzer.load_ship(SHIPS / "IVC" / "paper-lantern.yaml"), free=True, rivals="alone")


class Clock:
    """A clock on the wall that only the test turns."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch):
    turned = Clock()
    monkeypatch.setattr(budget_module, "monotonic", turned)
    monkeypatch.setattr(improve, "monotonic", turned)
    return turned


def searched(clock, seconds: float, started: float, each: float, afterwards: int) -> float:
    """When a search is over whose generations of 1,000 flights take so long, seconds after the command began."""
    clock.now += started

    def generation(now: annealing.SearchState) -> annealing.SearchState:
        clock.now += each
        return replace(now, generation=now.generation + 1, flights=now.flights + 1000)

    now = annealing.SearchState(*[Moves(analyzer.load_ship(MILE), Freedom(free=True)).begin] * 2)
    limit = budget_module.Budget(seconds, None, 100.0)
    budget_module.go_on(now, generation, limit, lambda _: None, lambda *_: None, lambda _: afterwards, 0.2)
    return clock.now - 100.0


def test_search_leaves_time_for_flights(clock):
    """Generations of 2 s after a start of 3 s; of 20 s at most 4 are kept, and half a generation."""
    assert searched(clock, 20.0, 3.0, 2.0, 0) == 19.0
    clock.now = 100.0
    assert searched(clock, 20.0, 3.0, 2.0, 1000) == 17.0
    clock.now = 100.0
    assert searched(clock, 20.0, 3.0, 2.0, 10**6) == 15.0


def test_late_search_finishes_a_generation(clock):
    assert searched(clock, 5.0, 4.0, 2.0, 10**6) == 6.0


@pytest.mark.parametrize(("speed", "fresh"), [(10_000, 20_000), (1000, 9000), (10, 200)])
def test_fresh_flights_end_in_time(clock, speed, fresh):
    """Ten of 20 s are left: 20,000 flights if there is time for them, else about as many as 10 s allow."""
    flown = []

    def compare(flights: int) -> Any:
        flown.append(flights)
        clock.now += flights / speed
        return SimpleNamespace(flights=flights)

    limit = budget_module.Budget(20.0, None, 90.0)
    compared = call.in_time(compare, 20_000, limit)
    assert fresh - 1000 <= compared.flights <= fresh
    assert compared.flights == flown[-1]
    assert clock.now <= max(110.0, 100.0 + 200 / speed)
    assert bool(call.fewer_fresh(compared.flights, 20_000, limit)) is (fresh < 20_000)


def test_seconds_count_from_command_start(monkeypatch):
    """A call from Python begins when it is called."""
    assert budget_module.Budget(20.0, None).left == pytest.approx(20.0, abs=1.0)
    assert budget_module.budget(20, None).told == 0.5
    monkeypatch.setattr(run_clock, "monotonic", lambda: monotonic() - 15)

    def in_command():
        run_clock.command_begins()
        assert budget_module.Budget(20.0, None).left == pytest.approx(5.0, abs=1.0)
        told = budget_module.budget(20, None).told
        assert told == pytest.approx(5.0, abs=0.5), "libraries of the answer take a third as long"

    copy_context().run(in_command)


def test_search_line_tells_progress():
    line = flying.SearchLine(Console(file=StringIO(), width=90), 1)
    assert line.words(line._begun + 4)[0] == "first generation"
    build = Moves(analyzer.load_ship(MILE), Freedom(free=True)).begin
    now = annealing.SearchState(build, build, generation=3, flights=12_000, seconds=15.0)
    line.update(now, budget_module.Budget(60.0, None, monotonic() - 15))
    assert line.words(0.0) == ["generation 3", "12,000 flights", "nothing better yet", "0:45 to go"]
    line.update(replace(now, gain=Moments(2, 5, 13)), budget_module.Budget(None, 16_000))
    # Student's t with one degree of freedom: 12.71 times half of a credit.
    assert line.words(0.0)[2:] == ["best so far +2.50 (-3.85 to +8.85)", "0:05 to go"]


@pytest.mark.long
def test_found_ship_has_new_name():
    """Both have one name where a ship is compared with the one found from it, as in a picture's caption."""
    ship = analyzer.load_ship(ROOT / "ships/2007/I/first-mile.yaml")
    found = analyzer.improve(ship, flights=20, rearrange=True, confirm=10).found
    assert (ship.name, found.name) == ("First Mile", "First Mile, improved")
    again = analyzer.improve(found, flights=20, rearrange=True, confirm=10).found
    assert again.name == "First Mile, improved 2"


def test_search_without_flights_ends() -> None:
    """No other ship can be drawn on a board of one square, so no number of flights is ever reached."""

    def idle(now: Any) -> Any:
        return Idle(now.seconds, 0, now.generation + 1)

    now, stopped = budget_module.go_on(
        Idle(0.0, 0, 0), idle, budget_module.Budget(None, 20), lambda _: None, lambda *_: None
    )
    assert (now.generation, now.flights, stopped) == (budget_module.IDLE, 0, False)


@dataclass(frozen=True)
class Idle:
    """A search that has flown nothing."""

    seconds: float
    flights: int
    generation: int
