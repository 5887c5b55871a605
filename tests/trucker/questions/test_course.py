"""The way of a flight: what is counted after each card and on each square, against outcomes and plain counting."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest

import analyzer
from analyzer import Side, load_field
from tests.doors.montecarlo import run
from tests.doors.trucker_flights import ENDINGS, plan
from tests.doors.trucker_paper import positions
from tests.doors.trucker_questions import course
from tests.facts import untold
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
FLIGHTS = 200
CABIN = {"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}
CANNON = {"square": [6, 7], "kind": "single_cannon", "connectors": [0, 0, 1, 0], "facing": "front"}


def load(name: str) -> analyzer.Layout:
    return analyzer.load_ship(SHIPS / f"{name}.yaml")


@pytest.fixture(scope="module")
def hauler() -> analyzer.Layout:
    return load("II/steady-hauler")


@pytest.fixture(scope="module")
def racing(hauler):
    """The hauler and the kite against two rivals, at level II."""
    return plan([hauler, load("II/tin-kite")], seed=7, rivals=load_field("II")[:2])


@pytest.fixture(scope="module")
def way(racing):
    return course.follow([racing], FLIGHTS)[0]


@pytest.mark.long
def test_last_card_is_the_outcome(racing, way):
    """Ships that arrive still fly after the last card, and missing components are those lost."""
    outcome = racing.run(0, FLIGHTS)
    for number, ship in enumerate(way.ships):
        last = ship.cards[-1]
        assert last == 12
        arrived = outcome.ending[number] == ENDINGS.index("arrived")
        assert ship.flying(last)[0] == pytest.approx(arrived.mean())
        left = len(ship.ship.components) - outcome.components_lost[number]
        assert ship.left(last).counts == dict(Counter(left.tolist()))
        assert sum(ship.lost(square)[0] for square in ship.ship.components) == pytest.approx(
            outcome.components_lost[number].mean()
        )


@pytest.mark.long
def test_launch_state_is_complete(way):
    for ship in way.ships:
        assert ship.left(0).counts == {len(ship.ship.components): FLIGHTS}
        assert ship.flying(0)[0] == 1


def test_each_card_is_shorter_route(hauler):
    """On a fixed route the state after three cards is that at the end of a route of those three.

    Only flights that end for a lack of humans, engines or days may leave earlier, and they do so on both.
    """
    cards = (8, 28, 22, 35, 4, 30)
    rivals = load_field("II")
    whole = analyzer.course([hauler], flights=FLIGHTS, seed=3, cards=cards, rivals=rivals).ships[0]
    for many in range(1, len(cards)):
        part = plan([hauler], seed=3, cards=cards[:many], rivals=rivals).run(0, FLIGHTS)
        assert whole.left(many).counts == dict(Counter((27 - part.components_lost[0]).tolist()))
        assert whole.flying(many)[0] == pytest.approx((part.ending[0] == 0).mean())


@pytest.mark.long
def test_hits_are_counted_by_flight(hauler, monkeypatch):
    """One flight at a time, noting by hand every first hit as the rules find it."""
    from tests.doors.trucker_flights import hazards

    few = 16
    racing = plan([hauler, load("II/tin-kite")], seed=7, rivals=load_field("II")[:2], cards=[28, 22, 35, 15, 9])
    ships = course.follow([racing], few)[0].ships
    counted: list[Counter[tuple[int, int]]] = []
    plain = hazards.meet

    def noting(ship, small, large, coming, roll):  # type: ignore[no-untyped-def]
        numbers, left = ship.numbers.tolist(), ship.alive
        for i, (_, what, rolled) in enumerate(np.broadcast(ship.cells, coming, roll)):
            hull = racing.ships[numbers[i]].hull
            first = hazards.first_hit(hull, left[i : i + 1], Side((what - 1) % 4), np.array([rolled]))
            if what:
                counted[-1].update((numbers[i], position) for position in positions(int(first[0])))
        plain(ship, small, large, coming, roll)

    monkeypatch.setattr(hazards, "meet", noting)
    for flight in range(few):
        counted.append(Counter())
        racing.run(flight, 1)
    assert sum(map(len, counted)) > few
    for number, ship in enumerate(ships):
        for square in ship.ship.components:
            position = ship.ship.hull.squares.index(square)
            assert ship.hits(square).counts == dict(Counter(each[number, position] for each in counted))


@pytest.mark.long
def test_losses_match_missing_components(racing, way):
    convoy, _ = racing.simulate([ship.hull for ship in racing.ships], 0, FLIGHTS)
    for number, ship in enumerate(way.ships):
        for square in ship.ship.components:
            bit = int(ship.ship.hull.mask_of([square]))
            lost = sum(not alive & bit for alive in convoy.state.alive[number].tolist())
            assert ship.lost(square)[0] == pytest.approx(lost / FLIGHTS)


def test_sabotage_loses_without_hit():
    """Card 43 blows up what two dice find, and nothing flies by: losses, but no hits."""
    ship, rival = load("III/long-receipt"), load("III/night-mail")
    one = analyzer.course([ship], flights=500, seed=2, cards=[43], rivals=[rival]).ships[0]
    assert sum(one.hits(square).mean for square in ship.components) == 0
    assert sum(one.lost(square)[0] for square in ship.components) > 0


def test_column_hits_match_by_hand():
    """A lone cabin with a cannon before it: card 8 sends a large meteor from the front, small ones from the sides.

    In column 7 (6 of 36) the cannon is met first and shoots; row 6 (5 of 36) leads to the cannon, row 7 (6 of 36) to
    the cabin, from either side. Cannon: 6 + 2 * 5 = 16 of 36 hits a flight, cabin: 2 * 6 = 12 of 36. The cannon is
    smooth to its sides: nothing is lost there; the cabin's open sides lose it, and with it the flight ends.
    """
    ship = analyzer.Layout.from_components("2007-I", [CABIN, CANNON], name="Hand")
    one = analyzer.course([ship], flights=20_000, seed=4, cards=[8], rivals="alone").ships[0]
    cannon, cabin = one.hits((6, 7)), one.hits((7, 7))
    assert cannon.mean == pytest.approx(16 / 36, abs=5 * (16 / 36 / 20_000) ** 0.5)
    assert cabin.mean < 12 / 36
    assert one.lost((7, 7))[0] == pytest.approx(1 - (30 / 36) ** 2, abs=5 * (0.25 / 20_000) ** 0.5)


@pytest.mark.long
@pytest.mark.usefixtures("workers_of_few")
def test_course_ignores_workers_and_blocks():
    racing = plan([load("I/first-mile"), load("I/paper-arrow")], seed=7)
    (way,) = course.follow([racing], FLIGHTS)
    assert course.follow([racing], FLIGHTS, workers=2)[0].tally == way.tally
    watched = course.WatchedExperiment(racing)
    assert run(watched, FLIGHTS, watched.count, block=150) == way.tally


def test_course_flies_as_fly(hauler):
    result = analyzer.fly([hauler], flights=FLIGHTS, seed=5, rivals="alone").ships[0]
    one = analyzer.course([hauler], flights=FLIGHTS, seed=5, rivals="alone").ships[0]
    assert {27 - left: times for left, times in one.left(12).counts.items()} == result.components_lost.counts


def test_learning_course_has_eight_cards():
    one = analyzer.course([load("I/first-mile")], flights=10, learning=True, rivals="alone").ships[0]
    assert one.cards == range(9)


def test_course_tables_hold_the_numbers(way):
    table = way.table()
    assert list(table.columns) == [
        "ship", "card", "flying", "low", "high", "left", "q5", "q25", "q50", "q75", "q95",
    ]  # fmt: skip
    assert len(table) == 2 * 13
    assert ((table.low <= table.flying) & (table.flying <= table.high)).all()
    assert (table.groupby("ship").left.diff().dropna() <= 0).all()
    squares = way.squares("Tin Kite")
    assert list(squares.columns) == [
        "ship", "row", "column", "kind", "hits", "hits_low", "hits_high", "lost", "lost_low", "lost_high",
    ]  # fmt: skip
    assert len(squares) == len(way["Tin Kite"].ship.components)
    row = squares[(squares.row == 7) & (squares.column == 7)].iloc[0]
    assert row.hits == way["Tin Kite"].hits((7, 7)).mean
    assert (row.lost, row.lost_low, row.lost_high) == way["Tin Kite"].lost((7, 7))
    assert repr(way).startswith(f"Steady Hauler: level II, {FLIGHTS} flights, seed 7")
    assert "Steady Hauler" in way.ships[0]._repr_html_()


def test_course_has_plain_types(way):
    facts = json.loads(json.dumps(way.as_dict(), allow_nan=False))
    assert facts["flights"] == FLIGHTS
    assert [ship["name"] for ship in facts["ships"]] == ["Steady Hauler", "Tin Kite"]
    assert facts["ships"][0]["cards"][12]["left"] == way.ships[0].left(12).mean
    assert len(facts["ships"][1]["squares"]) == len(way.ships[1].ship.components)
    assert any(not untold(note, "gave up", "had then") for note in facts["notes"])


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda way: way["Stedy Hauler"], "did you mean Steady Hauler"),
        (lambda way: way.ships[0].left(13), "to 12"),
        (lambda way: way.ships[0].hits((1, 1)), "no component on"),
        (lambda way: analyzer.course([way.ships[0].ship], flights=0, rivals="alone"), "flights"),
        (lambda way: analyzer.course([]), "no ships"),
    ],
)
def test_course_faults_name_the_cure(way, ask, told):
    with pytest.raises(analyzer.AnalyzerError, match=told):
        ask(way)


def test_course_columns_are_integers(racing):
    columns = course.WatchedExperiment(racing).run_block(0, 5)
    assert {column.dtype for column in columns.values()} == {np.dtype(np.int64)}
    assert {column.shape for column in columns.values()} == {(2, 5)}
