"""What layouts are worth: means by hand from the same flights, engines by counting, changes that stay legal and pay."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from scipy.stats import t
from typer.testing import CliRunner

import analyzer
from analyzer import AnalyzerError, Estimate
from analyzer.types import LayoutValues
from tests.doors.command import app
from tests.doors.runs import hearing_answers
from tests.doors.trucker_flights import facts_module, plan
from tests.doors.trucker_questions import call, values
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
WINDS = SHIPS / "IVC" / "four-winds.yaml"
CHANCES = {"F+B": 4, "L+R": 8, "L": 2, "R": 2, "F+L": 4, "F+R": 4, "B+L": 4, "B+R": 4, "F+B+L+R": 4}
ALTERNATIVE = {"two_behind": 6, "two_beside": 8, "three": 4, "one_large": 8, "L_and_tiny": 10}
"""Of 36, if all listed results are of two different faces."""
FLIGHTS, CARDS = 12, (28, 48, 51, 42)


def planned(build, **how):
    return plan([build], seed=8, cards=CARDS, **how)


@pytest.fixture(scope="module")
def winds() -> analyzer.Layout:
    return analyzer.load_ship(WINDS)


@pytest.fixture(scope="module")
def every(winds) -> list[values.Change]:
    return values.changes(winds, plan([winds]).route)


@pytest.fixture(scope="module")
def two(every) -> tuple[values.Change, ...]:
    return tuple(every[:2])


@pytest.fixture(scope="module")
def found(winds, two):
    experiment = call.EachWay(planned(winds), two)
    return experiment.result(experiment.count(experiment.run_block(0, FLIGHTS)))


@pytest.fixture(scope="module")
def by_hand(winds):
    """(flights) Credits by way, each flown by itself."""
    return {way: planned(winds, joined=way).run(0, FLIGHTS).credits[0] for way in CHANCES}


@pytest.mark.long
def test_changes_are_legal_everywhere(winds, every):
    assert {change.taken is None for change in every} == {True, False}
    for change in every[::15]:
        made = change.made_on(winds)
        assert made.flaws() == []
        assert len(made.components) == len(winds.components) + (change.taken is None)
        assert made.components[change.square] == change.part
        assert not analyzer.missing_from_box(made)
    assert [values.Change.of_plain(json.loads(json.dumps(change.as_dict()))) for change in every] == every


@pytest.mark.long
def test_means_weigh_the_same_flights(found, by_hand):
    mean = sum(Fraction(ways, 36) * int(by_hand[way].sum()) for way, ways in CHANCES.items()) / FLIGHTS
    assert found.mean().mean == pytest.approx(float(mean))
    weighed = sum(ways / 36 * by_hand[way] for way, ways in CHANCES.items())
    half = t.ppf(0.975, FLIGHTS - 1) * weighed.std(ddof=1) / FLIGHTS**0.5
    assert found.mean().high - found.mean().low == pytest.approx(2 * half)
    for way in CHANCES:
        assert found[way].credits.mean == pytest.approx(by_hand[way].mean())
    assert found["three"].credits.mean == pytest.approx((by_hand["L"].mean() + by_hand["R"].mean()) / 2)
    assert found["F+R"].more.mean == pytest.approx((by_hand["F+R"] - weighed).mean())


def test_layout_chances_are_exact(found):
    assert {row.joined: row.chance for row in found.of_ways} == {way: Fraction(n, 36) for way, n in CHANCES.items()}
    layouts = {row.layout: row for row in reversed(found.rows)}
    assert {name: row.alternative for name, row in layouts.items()} == {
        name: Fraction(ways, 36) for name, ways in ALTERNATIVE.items()
    }


def test_spread_is_best_less_worst(found, by_hand):
    means = {way: credits.mean() for way, credits in by_hand.items()}
    best, worst = max(means, key=means.__getitem__), min(means, key=means.__getitem__)
    assert (found.best.joined, found.worst.joined) == (best, worst)
    apart = by_hand[best] - by_hand[worst]
    assert found.spread.mean == pytest.approx(apart.mean())
    assert found.spread.high - found.spread.low == pytest.approx(
        2 * t.ppf(0.975, FLIGHTS - 1) * apart.std(ddof=1) / FLIGHTS**0.5
    )


def test_alternative_table_weighs_same_flights(found, by_hand):
    of = {"F+B": 6, "L+R": 8, "L": 2, "R": 2, "F+B+L+R": 8} | dict.fromkeys(("F+L", "F+R", "B+L", "B+R"), 2.5)
    assert found.mean(alternative=True).mean == pytest.approx(
        sum(n / 36 * by_hand[way].mean() for way, n in of.items())
    )
    assert found.shift.mean == pytest.approx(found.mean(alternative=True).mean - found.mean().mean)


def test_gains_are_paired_by_flight(winds, two, found):
    own = planned(winds).run(0, FLIGHTS).credits[0]
    gained = {change: (planned(change.made_on(winds)).run(0, FLIGHTS).credits[0] - own).mean() for change in two}
    assert {one.change: one.gain.mean for one in found.changed} == pytest.approx(gained)
    assert [one.gain.mean for one in found.changed] == sorted(gained.values(), reverse=True)


def test_best_changes_found_elsewhere(winds, every, monkeypatch):
    monkeypatch.setattr(call, "changes", lambda *_: every[:4])
    best = call.promising(planned(winds), ((2, 3), (4, 2)))
    assert len(best) == 2 == len({*best} & {*every[:4]})
    assert best == call.promising(plan([winds], seed=99, cards=CARDS), ((2, 3), (4, 2)))


def test_paper_engines_match_the_fleets(winds):
    for way in facts_module.engines_by_joining(winds, plan([winds]).route):
        fleet = analyzer.fleet(winds, way.joined)
        assert list(way.bare) == fleet.engine_strengths()
        assert min(way.charged) >= min(way.bare) == fleet.engine_strength()
        assert way.chance == Fraction(CHANCES[way.joined], 36)


def test_slowest_quarter_by_hand():
    """Alone the rear right has 1 and the others 3: it lacks 2; where all are equal nobody holds back."""
    quarters = ("front_left",), ("front_right",), ("rear_left",), ("rear_right",)
    slow = facts_module.EnginesOfJoining("a", Fraction(1, 4), quarters, (3, 3, 3, 0), (3, 3, 3, 1))
    level = facts_module.EnginesOfJoining(
        "b", Fraction(1, 2), (("front_left", "front_right"), ("rear_left", "rear_right")), (2, 2), (2, 2)
    )
    pair = facts_module.EnginesOfJoining(
        "c", Fraction(1, 4), (("front_left", "front_right"), ("rear_left", "rear_right")), (9, 0), (9, 4)
    )
    assert (slow.slowest, slow.lacks, level.slowest, level.lacks, pair.slowest, pair.lacks) == ((3,), 2, (), 0, (1,), 5)
    by_name = {one.quarter: one for one in facts_module.engines_by_quarter((slow, level, pair))}
    right, left, front = by_name["rear_right"], by_name["rear_left"], by_name["front_left"]
    assert (right.bare, right.charged, right.holds_back, right.lacks, right.stands) == (0, 1, Fraction(1, 2), 5, 0)
    assert (left.holds_back, left.lacks) == (Fraction(1, 4), 5)
    assert (front.alone, front.holds_back, front.lacks) == (Fraction(1, 4), 0, 0)


def test_lone_quarters_weigh_their_ways(winds, found):
    """Quarters alone are weighed over the ways that leave them alone."""
    home = {way: planned(winds, joined=way).run(0, FLIGHTS).front_left[0].mean() for way in ("B+R", "R")}
    one = next(one for one in found.quarters if one.quarter == "front_left")
    assert one.chance == Fraction(6, 36)
    assert one.home.mean == pytest.approx((4 * home["B+R"] + 2 * home["R"]) / 6)


def test_layouts_survive_merge_and_workers(winds, two, found, tmp_path):
    """Saved, merged, or flown by workers, the result is the same."""
    from tests.doors.runs import run_each

    paths = [tmp_path / "0.save", tmp_path / "1.save"]
    for first, path in zip((0, FLIGHTS // 2), paths, strict=True):
        run_each([call.EachWay(planned(winds), two)], FLIGHTS // 2, first=first, save=path, workers=1 + (first > 0))
    [merged] = analyzer.merge(paths)
    told, expected = merged.as_dict(), found.as_dict()
    assert told == expected
    plain = json.loads(json.dumps(found.tally.plain()))
    assert values.WaysTally.of_plain(plain).plain() == found.tally.plain()
    with pytest.raises(ValueError, match="trials"):
        values.WaysTally.of_plain(plain | {"trials": 1})


def test_fixed_layout_has_no_alternative(winds):
    told = analyzer.layouts_of(winds, flights=10, change=False, layout="three", rivals="alone", cards=CARDS)
    assert (told.alternative, told.shift, told.ways) == (None, None, ("L", "R"))
    with pytest.raises(AnalyzerError, match="no alternative table"):
        told.mean(alternative=True)
    with pytest.raises(AnalyzerError, match="no layout"):
        told["two_beside"]


def run(*args: str):
    return CliRunner().invoke(app, ["layouts", *args], env={"COLUMNS": "200"})


@pytest.mark.long
def test_layouts_command_tells_all(every, monkeypatch, tmp_path):
    monkeypatch.setattr(call, "changes", lambda *_: every[:2])
    table = tmp_path / "table.csv"
    told = run(str(WINDS), "--alone", "--flights", "4", "--cards", "28,48,51,42", "--export", str(table))
    assert told.exit_code == 0, told.output
    for words in (
        "clearly earns more than another",  # four flights tell nothing apart
        "quarters that fly alone",
        "engine strength with all charges",
        "moved or added",
        "alternative",
    ):
        assert words in told.output
    assert "three,L," in table.read_text(encoding="utf-8")


def test_several_builds_are_ranked(monkeypatch):
    monkeypatch.setattr(call, "promising", lambda made: tuple(values.changes(made.ships[0], made.route)[:1]))
    told = run(str(WINDS), str(WINDS.with_name("stove-row.yaml")), "--alone", "--flights", "2", "--json")
    assert told.exit_code == 0, told.output
    assert [one["ship"] for one in json.loads(told.output)] == ["Four Winds", "Stove Row"]


@pytest.mark.parametrize(
    ("args", "named"),
    [
        ([str(SHIPS / "II" / "steady-hauler.yaml")], "board 2007-II"),
        ([str(WINDS), "--level", "II"], "not at level II"),
        ([], "SHIP"),
    ],
)
def test_layouts_command_refuses_input(command, args, named):
    said = command("layouts", *args)
    assert said.code == 2, said.told
    assert named in said.told


def test_wrong_amount_refused_first(command, monkeypatch):
    """A wrong amount is refused before any change is tried."""
    monkeypatch.setattr(call, "promising", lambda *_: pytest.fail("changes were tried"))
    with pytest.raises(AnalyzerError, match="flights 0"):
        analyzer.layouts_of(analyzer.load_ship(WINDS), flights=0)
    refused = command("layouts", str(WINDS), "--flights", "0")
    assert (refused.code, "flights 0: give a whole number" in refused.told) == (2, True)


def test_few_flights_name_no_best(found):
    """Several ways may earn most in twelve flights: none is named alone, and they stand in the order of the dice."""
    words = " ".join(found._in_words())
    assert found.best_ways.winner is None
    ways = [way.joined for way in found.best_ways.items]
    assert ways == [way.joined for way in found.of_ways if way.joined in ways]
    assert "12 flights cannot tell all layouts apart" in words or "no layout clearly earns more" in words


def test_clear_best_way_is_named(found, monkeypatch):
    def weighed(self, metric, weights, confidence=0.95):
        return Estimate(*[10.0 * weights.get("L", 0)] * 3)

    monkeypatch.setattr(LayoutValues, "weighted_mean", weighed)
    own = replace(found)
    assert own.best_ways.winner.joined == "L"
    assert "the best layout is L (three) with" in own._best_and_worst()


def test_layouts_are_shown_before_changes_are_chosen(winds, monkeypatch):
    """The first answer has no changes yet; its numbers are those of so many flights without changes."""
    monkeypatch.setattr(call, "promising", lambda _: ())
    heard: list[LayoutValues] = []
    how = {"seed": 8, "cards": CARDS, "rivals": "alone"}
    with hearing_answers(lambda make: heard.extend(make())):
        analyzer.layouts_of(winds, flights=2, **how)
    few = analyzer.layouts_of(winds, flights=16, change=False, **how)
    assert heard[0].flights == 16
    assert heard[0].as_dict() == few.as_dict()
