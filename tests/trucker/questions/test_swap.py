"""`analyzer swap`: other components on one square, against flights that are flown by themselves."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError, Estimate, missing_from_box
from tests.doors.runs import rebuild
from tests.doors.statistics import Verdict
from tests.doors.trucker_flights import plan
from tests.doors.trucker_paper import as_printed, parse_token, with_component
from tests.doors.trucker_questions import swap
from tests.facts import untold
from tests.places import ROOT
from tests.texts import load_text

LEAST_DIFFERING = 100

SHIPS = ROOT / "ships" / "2007"
ARROW, MILE = SHIPS / "I" / "paper-arrow.yaml", SHIPS / "I" / "first-mile.yaml"
SQUARE, FLIGHTS, CARDS = (8, 6), 200, (17, 19, 13, 2, 10, 4, 9, 8)
HOW = {"seed": 3, "rivals": [analyzer.load_ship(MILE)], "cards": CARDS, "start": 1, "captain": "sensible"}
"""With cards and starting places fixed nothing is drawn before the flights that means are corrected for."""


@pytest.fixture(scope="module")
def arrow():
    return analyzer.load_ship(ARROW)


@pytest.fixture(scope="module")
def found(arrow):
    return analyzer.swap(arrow, SQUARE, flights=FLIGHTS, **HOW)


@pytest.mark.long
def test_swap_gains_match_own_flights(arrow, found):
    """Each changed ship flown by itself against the same rivals under the same seed, flight by flight."""
    own = plan([arrow], **HOW).run(0, FLIGHTS)
    for row in found:
        other = plan([with_component(arrow, SQUARE, row.part)], **HOW).run(0, FLIGHTS)
        gains = other.credits[0] - own.credits[0]
        values, times = np.unique(gains, return_counts=True)
        assert row.histograms["gain"].counts == dict(zip(values.tolist(), times.tolist(), strict=True))
        arrivals = (other.ending[0] == 0).astype(int) - (own.ending[0] == 0).astype(int)
        assert row.arrival.mean == arrivals.mean()
        assert row.histograms["credits"].mean == other.credits[0].mean()
    assert found.current_credits == pytest.approx((own.credits[0].mean(), (own.ending[0] == 0).mean()))


def test_swap_flies_every_fitting_component(arrow, found):
    """Every kind of component that fits is flown and can be built."""
    tokens = {row.token for row in analyzer.parts(ship=arrow, square=SQUARE).rows}
    told = [token for row in found for token in row.as_row().values["alike"]]
    assert len(told) == len({*told})
    assert {*told} <= tokens
    assert {token for token in tokens - {*told} if not token.startswith("CA")} == set()  # a cabin lies there now
    for token in told:
        changed = with_component(arrow, SQUARE, parse_token(token))
        assert not changed.flaws()
        assert missing_from_box(changed) == []


def test_best_swaps_come_first(found):
    """The best components come first, and the intervals hold for all at once."""
    gains = [row.gain.mean for row in found]
    assert gains == sorted(gains, reverse=True)
    for row in found:
        assert row.simultaneous_gain.low < row.gain.low < row.gain.high < row.simultaneous_gain.high
        single, wide = row.gain.high - row.gain.low, row.simultaneous_gain.high - row.simultaneous_gain.low
        assert 1.2 < wide / single < 1.6  # Student's t for 0.05 / 7 against 0.05: 2.72 to 1.97
    assert len(found.rows) == 7


def test_swap_describes_every_component(found):
    (components,) = found.description().tables
    assert all(all(components.cells(row)) for row in components.rows)
    assert found.table()["alike"].tolist() == [" ".join(row.as_row().values["alike"]) for row in found]
    assert list(found.as_dict()["components"][0]) == list(found.table())
    assert {"ship", "square", "as_it_is", "verdict", "components", "notes"} <= set(found.as_dict())


def test_swap_fills_empty_square():
    text = "name: Bare\nedition: 2007\nboard: I\ngrid: |2\n    6 7 8\n  7 . SC3333 .\n  8 . EN1000 .\n"
    bare = load_text(analyzer.load_ship, text)
    found = analyzer.swap(bare, (7, 8), flights=20, rivals="alone", cards=[4])
    assert found.own is None
    assert {as_printed(row.part).kind for row in found} > {"cabin", "single_cannon", "cargo_3", "shield"}
    assert "nothing at (7,8)" in found.heading()


def test_swap_tells_homeless_alien():
    arrow = analyzer.load_ship(ARROW)
    assert arrow.aliens
    support = next(square for square, part in arrow.components.items() if part.is_a.life_support)
    found = analyzer.swap(arrow, support, flights=20, rivals="alone")
    assert any("an alien has no home" in note for note in found.notes())


def test_swap_sentence_names_setting(found, arrow):
    assert not untold(found.verdict_in_words(), "First Mile", "worse", "cabin")
    assert analyzer.swap(arrow, SQUARE, flights=5, rivals="alone").verdict_in_words().startswith("Alone, ")


@pytest.mark.long
def test_better_swap_is_named():
    """A structural component gives way to whatever is worth most; one worth nothing more cannot be better."""
    text = (
        "name: Plain\nedition: 2007\nboard: I\ngrid: |2\n    6 7 8\n  6 . CN0010^ .\n"
        "  7 H30200 SC3333 ST0133\n  8 . EN1000 .\n"
    )
    ship = load_text(analyzer.load_ship, text)
    found = analyzer.swap(ship, (7, 8), flights=300, rivals="alone", cards=[12, 8, 18])
    best = found.rows[0]
    assert best.verdict == "better"
    assert best.token in found.verdict_in_words()
    assert "is better than the structural component" in found.verdict_in_words()
    changed = with_component(ship, (7, 8), best.part)
    assert analyzer.swap(changed, (7, 8), flights=300, rivals="alone", cards=[12, 8, 18]).rows[0].verdict != "better"


def test_swap_is_rebuilt_from_description(arrow):
    experiment = swap.SwappedExperiment(plan([arrow]), SQUARE, (parse_token("SH3001>v"), parse_token("B31001")))
    assert rebuild(json.loads(json.dumps(experiment.describe())), "here") == experiment


@pytest.mark.long
@pytest.mark.usefixtures("sketched", "flown_once")
def test_swap_verb_tells_table(command, tmp_path, found):
    args = ("swap", str(ARROW), "--square", "8,6", "--flights", str(FLIGHTS), "--seed", "3", "--rivals", str(MILE))
    args += ("--cards", ",".join(map(str, CARDS)), "--start", "1", "--captain", "sensible")
    said = command(*args, "--top", "2", "--export", "t.csv", "--plot", "p")
    assert said.code == 0, said.err
    assert [line.split()[0] for line in said.out.splitlines() if line[:6] in {row.token[:6] for row in found}] == [
        row.token for row in found.rows[:2]
    ]
    assert "and 5 more rows: --top shows more" in said.out
    assert not untold(said.out, found.rows[-1].token, f"{found.rows[-1].gain.mean:+.2f}")
    assert len(list(csv.DictReader((tmp_path / "t.csv").read_text().splitlines()))) == 7
    assert (tmp_path / "p" / "swap.png").stat().st_size > 1000
    assert json.loads(command(*args, "--json").out) == json.loads(json.dumps(found.as_dict()))


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([str(ARROW), "--square", "1,1"], "board 2007-I has none there"),
        ([str(ARROW), "--square", "7,7"], "only the starting cabin"),
        ([str(ARROW), "--square", "8"], "give row and column"),
        ([str(ARROW)], "Missing option '--square'"),
        ([str(SHIPS / "flawed" / "quiz.yaml"), "--square", "8,6"], "construction flaws"),
        ([str(ARROW), "--square", "8,6", "--precision", "cost=1"], "no metric 'cost'"),
        ([str(ARROW), "--square", "8,6", "--top", "0"], "top"),
    ],
)
def test_swap_refuses_wrong_input(command, args, told):
    said = command("swap", *args)
    assert said.code == 2
    assert told in said.told


def test_swap_without_choice_is_refused():
    """Before the muzzle of a cannon nothing may lie."""
    ship = load_text(
        analyzer.load_ship, "name: N\nedition: 2007\nboard: I\ngrid: |2\n    6 7\n  6 . .\n  7 CN0300^ SC3333\n"
    )
    with pytest.raises(AnalyzerError, match="fits at 6,6"):
        analyzer.swap(ship, (6, 6), flights=5, rivals="alone")
    with pytest.raises(AnalyzerError, match="give a Layout"):
        analyzer.swap("ship", (7, 8), rivals="alone")  # type: ignore[arg-type]


def test_few_flights_give_no_verdict(arrow):
    """Forty flights give no verdict, however clear the interval; the legend tells the rule, JSON keeps `open`."""
    few = analyzer.swap(arrow, SQUARE, flights=40, rivals="alone")
    (table,) = few.description().tables
    verdict = [column.name for column in table.visible()].index("verdict") + 1  # the gain has an interval
    cells = {row.token: table.cells(line)[verdict] for row, line in zip(few, table.rows, strict=True)}
    clear = {row.token for row in few if row.simultaneous_gain.low > 0 or row.simultaneous_gain.high < 0}
    assert clear
    assert {token for token, cell in cells.items() if cell == "too few flights differ"} == clear
    assert any("at least 100 flights" in line for line in table.legend())
    rows = {row["token"]: row for row in few.as_dict()["components"]}
    assert all(rows[token]["verdict"] == "open" and 0 < rows[token]["differing"] <= 40 for token in clear)
    said = few.verdict_in_words()
    assert not untold(said, "Alone", "open", "better", "cabin")
    assert not untold(said, "differ in only", "flights", "100")


def test_swap_legend_explains_equal():
    """An interval above 0 within the margin is equal if few flights differ, and the legend says so."""
    told = next(column.explanation for column in swap.COLUMNS if column.name == "verdict")
    assert Estimate(0.1, 0.04, 0.19).verdict(0.25, LEAST_DIFFERING - 1) is Verdict.EQUAL
    assert not untold(told, "interval", "0.25 credits")
