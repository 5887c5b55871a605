"""What fleets come to layout by layout: parts that add up to the whole, exact chances, and the same bytes as ever."""

from __future__ import annotations

import json
from fractions import Fraction
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare
from typer.testing import CliRunner

import analyzer
from analyzer import AnalyzerError
from tests.doors.command import app
from tests.doors.statistics import SortedTally
from tests.doors.trucker_flights import JOININGS, plan
from tests.doors.trucker_paper import Route
from tests.doors.trucker_questions import content
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
WINDS, STAPLE = (SHIPS / "IVC" / f"{name}.yaml" for name in ("four-winds", "loose-staple"))
NINE = ("F+B", "L+R", "L", "R", "F+L", "F+R", "B+L", "B+R", "F+B+L+R")
CHANCES = {"two_behind": 4, "two_beside": 8, "three": 4, "one_large": 4, "L_and_tiny": 16}
"""Of 36, as the rule text lists results: 3, 4, 2, 4 and all others, doubles once and the rest twice."""
FLIGHTS = 150
CARDS = [48, 22, 54, 45]
"""A swarm, pirates, planets and open space: fewer sorts of cards fly sooner."""
HOW: dict[str, Any] = {"rivals": "alone", "cards": CARDS}


@pytest.fixture(scope="module")
def winds() -> analyzer.Layout:
    return analyzer.load_ship(WINDS)


@pytest.fixture(scope="module")
def flown(winds):
    return analyzer.fly([winds], flights=FLIGHTS, seed=3, **HOW)


def test_ways_hold_their_own_flights(winds, flown):
    """Flight by flight, a way's histogram holds the flights that hang together so, and nothing else."""
    outcome = plan([winds], seed=3, cards=CARDS).run(0, FLIGHTS)
    for code in np.unique(outcome.joined):
        of = outcome.joined[0] == code
        part = flown.ships[0].of_sort(JOININGS[code])
        for column in ("credits", "components_lost", "ships", "front_left"):
            assert part.histograms[column] == analyzer.Histogram.from_values(getattr(outcome, column)[0, of])


def test_layouts_add_up_to_whole(flown):
    ship = flown.ships[0]
    layouts = [one for one in ship.sorts if one.group == one.name or one.group not in ("three", "L_and_tiny")]
    assert {one.group for one in layouts} == set(CHANCES)
    for column in ship.histograms:
        none = analyzer.Histogram.from_values(np.array([]))
        added = sum((one.histograms[column] for one in layouts if one.trials), none)
        assert added == ship.histograms[column]
    ways = [one for one in ship.sorts if one.code]
    assert {one.code for one in ways} == set(NINE)
    assert sum(one.trials for one in ways) == sum(one.trials for one in layouts) == FLIGHTS


def test_layout_chances_are_exact(flown):
    told = {one.group: one.chance for one in flown.ships[0].sorts if one.name != one.code or one.group not in CHANCES}
    exact = {one.group: one.chance for one in reversed(flown.ships[0].sorts)}
    exact |= {group: chance for group, chance in told.items() if group in ("three", "L_and_tiny")}
    assert exact == {layout: Fraction(ways, 36) for layout, ways in CHANCES.items()}
    assert sum(one.chance for one in flown.ships[0].sorts if one.code) == 1


def test_drawn_joinings_match_the_chances():
    drawn = np.bincount(Route("2007", "IV").joinings(11, 0, 36_000), minlength=len(JOININGS))
    ways = dict.fromkeys(JOININGS, 0) | dict.fromkeys(NINE, 4000) | {"L+R": 8000, "L": 2000, "R": 2000}
    expected = np.array([ways[way] for way in JOININGS])
    assert not drawn[expected == 0].any()
    assert chisquare(drawn[expected > 0], expected[expected > 0]).pvalue > 1e-4


def test_fixed_way_is_the_only_one(winds):
    from dataclasses import replace

    experiment = plan([winds], seed=3, cards=CARDS)
    fixed = replace(experiment, route=replace(experiment.route, joined=("F+L",)))
    ship = fixed.result(fixed.count(fixed.run_block(0, 20))).ships[0]
    assert [(one.group, one.code, one.chance, one.trials) for one in ship.sorts] == [("L_and_tiny", "F+L", 1, 20)]
    with pytest.raises(AnalyzerError, match="no sort of trials 'three'"):
        ship.of_sort("three")


@pytest.mark.long
@pytest.mark.usefixtures("workers_of_few")
def test_layouts_survive_merge_and_workers(winds, flown, tmp_path):
    """Saved, merged, or flown by workers, the result is the same."""
    halves = []
    for first in (0, FLIGHTS // 2):
        path = tmp_path / f"{first}.save"
        analyzer.fly([winds], flights=FLIGHTS // 2, first=first, seed=3, save=path, workers=1 + (first > 0), **HOW)
        halves.append(path)
    [merged] = analyzer.merge(halves)
    assert merged.ships[0].as_dict() == flown.ships[0].as_dict()
    again = analyzer.fly([winds], flights=FLIGHTS // 2, seed=3, save=halves[0], **HOW)
    anew = analyzer.fly([winds], flights=FLIGHTS // 2, seed=3, **HOW)
    assert again.ships[0].sort_rows() == anew.ships[0].sort_rows()


def test_inconsistent_tally_is_refused(flown):
    plain = json.loads(json.dumps(flown.sorted.plain()))
    assert SortedTally.of_plain(plain).total == flown.sorted.total
    with pytest.raises(ValueError, match="as many trials"):
        SortedTally.of_plain(plain | {"trials": FLIGHTS + 1})


@pytest.mark.long
def test_comparison_ranks_every_layout(winds):
    staple = analyzer.load_ship(STAPLE)
    both = analyzer.compare([winds, staple], flights=50, seed=5, **HOW)
    outcomes = [plan([ship], seed=5, cards=CARDS).run(0, 50) for ship in (winds, staple)]
    for one in both.sorts:
        codes = (
            [JOININGS.index(one.code)]
            if one.code
            else [JOININGS.index(s.code) for s in both.sorts if s.group == one.group and s.code]
        )
        of = np.isin(outcomes[0].joined[0], codes)
        here = both.of_sort(one.name)
        assert here.trials == of.sum()
        ahead = outcomes[0].credits[0, of] - outcomes[1].credits[0, of]
        assert here.difference(*both.names).mean == pytest.approx(ahead.mean())
    rows = both.as_dict()["ranking_by_layout"]
    assert {(row["layout"], row["joined"]) for row in rows} == {(one.group, one.code) for one in both.sorts}


def test_race_tells_its_layouts(winds):
    staple = analyzer.load_ship(STAPLE)
    found = analyzer.race([winds, staple], flights=40, seed=5, cards=CARDS)
    outcome = plan([winds, staple], seed=5, cards=CARDS).run(0, 40)
    beside = outcome.joined[1] == JOININGS.index("L+R")
    assert found[staple.name].of_sort("two_beside").credits.mean == pytest.approx(outcome.credits[1, beside].mean())


def test_ordinary_ships_have_no_layouts():
    hauler = analyzer.load_ship(SHIPS / "II" / "steady-hauler.yaml")
    found = analyzer.fly([hauler], flights=50, rivals="alone")
    assert (found.sorted, found.ships[0].sorts, found.ships[0].sort_rows()) == (None, (), [])
    assert "layouts" not in found.as_dict()["ships"][0]
    assert not {"layout", "joined"} & {*found.table().columns}


@pytest.mark.usefixtures("flown_once")
def test_fly_command_shows_layout_tables(tmp_path):
    table = tmp_path / "table.csv"
    args = ["fly", str(WINDS), "--alone", "--flights", "40", "--cards", "48,54", "--export", str(table)]
    told = CliRunner().invoke(app, args, env={"COLUMNS": "160"})
    assert told.exit_code == 0, told.output
    assert "by layout" in told.output
    assert "two behind" in told.output
    assert "4/9" in told.output
    assert "ship 1 lapped" not in told.output
    import pandas as pd

    read = pd.read_csv(table, keep_default_na=False)
    whole = read[(read.layout == "all") & (read.metric == "credits")]
    [result] = json.loads(CliRunner().invoke(app, [*args[:-2], "--json"]).output)
    assert whole["mean"].iloc[0] == pytest.approx(result["ships"][0]["metrics"]["credits"]["mean"])
    assert {row["layout"] for row in result["ships"][0]["layouts"]} == set(CHANCES)


def test_report_tells_layouts_and_insurance(flown, winds):
    """A report and `insure` tell the same costs for the same flights."""
    ship, experiment = flown.ships[0], flown.experiment
    layouts, ships, insurance = content.fleet_tables(ship, experiment)
    heads = [row.values["layout"].replace(" ", "_") for row in layouts.rows]
    assert [head for head in heads if head in CHANCES] == list(CHANCES)
    assert len(ships.rows) == 2 + 2 + 3 + 3 + 1 + 4 * 2
    assert len(insurance.rows) == 1 + len(CHANCES) + 2 + 4, "all, layouts, ways to make two of those"
    found = analyzer.insure(winds, flights=FLIGHTS, seed=3, **HOW)
    assert content.insurance_of(ship, experiment).ships[0].as_dict() == found.ships[0].as_dict()


def test_report_names_leader_per_layout(winds):
    both = analyzer.compare([winds, analyzer.load_ship(STAPLE)], flights=10, seed=5, **HOW)
    table = content.layouts(both)
    lines = [row.above for row in table.rows if row.above]
    assert len(table.rows) == 2 * len(lines) <= 2 * 11
    assert lines[0].startswith("two beside (L+R): chance 2/9 (22.2%), ")
    assert table.cells(table.rows[0])[0] in both.names


def test_layout_pictures_match_the_numbers(flown, winds):
    ship, route = flown.ships[0], flown.experiment.route
    survival = analyzer.plots.plot_fleet_survival(ship, route)
    panels = [axes for axes in survival.axes if axes.get_visible()]
    assert len(panels) == len(NINE)
    beside = next(axes for axes in panels if axes.get_title("left").startswith("L+R"))
    left, right = beside.get_lines()
    of = ship.of_sort("L+R")
    ends = [
        100 * (of.histograms[f"ship_{number}_left"].counts.get(0, 0)) / of.histograms["joined"].n for number in (1, 2)
    ]
    assert [line.get_ydata()[-1] for line in (left, right)] == pytest.approx(ends)
    (axes,) = analyzer.plots.plot_by_layout(ship).axes
    bars = [patch.get_width() for patch in axes.patches]
    assert bars == pytest.approx([ship.of_sort(layout).credits.mean for layout in CHANCES])
    found = analyzer.insure(winds, flights=FLIGHTS, seed=3, **HOW)
    above, _ = analyzer.plots.plot_insurance(found).axes
    assert [line.get_ydata()[-1] for line in above.get_lines() if len(line.get_xdata()) > 1][1:] == [28, 24, 20]
    (axes,) = analyzer.plots.plot_layouts_insured(found).axes
    assert len(axes.get_yticklabels()) == 1 + len(CHANCES)


def test_single_panel_keeps_its_label(winds):
    result = analyzer.fly([winds], flights=3, seed=1, joined="F+B", **HOW)
    figure = analyzer.plots.plot_fleet_survival(result.ships[0], result.experiment.route)
    figure.savefig(BytesIO())
    (axes,) = figure.axes
    assert axes.yaxis.label.get_window_extent().height <= axes.get_window_extent().height


def test_picture_of_few_flights_is_drawn(winds):
    """A layout that came in only one way has its point in the middle of its bar."""
    (ship,) = analyzer.fly([winds], flights=3, seed=1, **HOW).ships
    ways = [one for one in ship.sorts if one.code and one.trials]
    assert len({one.group for one in ways}) == len(ways)
    (axes,) = analyzer.plots.plot_by_layout(ship).axes
    heights = [line.get_ydata()[0] for line in axes.get_lines() if line.get_marker() == "o"]
    assert heights
    assert all(height == round(height) for height in heights)
