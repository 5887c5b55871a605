"""`explore`: cells hold the best of what flew, everybody flies anew, files read back, and nothing odd is taken."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from scipy.stats import t

import analyzer
from analyzer import AnalyzerError, Estimate, missing_from_box
from tests.doors.trucker_flights import plan
from tests.doors.trucker_questions import Freedom, Moves, bench_for, budget_module, elites, explore, improve
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
ARROW = SHIPS / "I" / "paper-arrow.yaml"
CARDS = [8, 4, 2, 12]
"""Few sorts of cards, which fly sooner than whole decks."""


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Generations of few ships in few flights."""
    monkeypatch.setattr(elites, "WIDTH", 8)
    monkeypatch.setattr(elites, "FIRST", 6)
    monkeypatch.setattr(elites, "SECOND", 10)


@pytest.fixture(scope="module")
def arrow() -> analyzer.Layout:
    return analyzer.load_ship(ARROW)


def test_explore_tells_first_ship_at_once(arrow):
    """Before any ship of the search flies, the first one is shown with an interval by hand."""
    heard = []
    analyzer.explore(arrow, flights=20, confirm=2, rivals="alone", cards=CARDS, heard=lambda now, _: heard.append(now))
    flown = plan([arrow], seed=elites.LARGEST_SEED // 4, cards=CARDS).run(0, elites.FIRST_FIGURE).credits[0]
    half = t.ppf(0.975, len(flown) - 1) * flown.std(ddof=1) / len(flown) ** 0.5
    low, high = flown.mean() - half, flown.mean() + half
    assert heard[0].flights == 0
    assert heard[0].summary == f"1 cell, best so far {flown.mean():.1f} ({low:.1f} to {high:.1f})"
    assert heard[1].flights > 0


@pytest.mark.long
def test_cells_hold_the_best(arrow, monkeypatch):
    """Every ship tried flies all flights here; the best of each cell is found by hand."""
    monkeypatch.setattr(elites, "SECOND_CHANCE_MARGIN", 1e9)
    seen = []
    real = elites.Elites._child

    def child(self, parent, chance):
        seen.append(real(self, parent, chance))
        return seen[-1]

    monkeypatch.setattr(elites.Elites, "_child", child)
    bench, axes = bench_for(arrow, rivals="alone", cards=CARDS), elites.load_axes(["components", "penalty:0.5"])
    moves = Moves(arrow, Freedom(free=True))
    search = elites.Elites(bench, moves, axes, 3)
    now = search.begin([arrow])
    for _ in range(2):
        now = search.generation(now)
    best: dict[tuple[int, int], float] = {}
    for build in {moves.begin, *seen}:
        ship = moves.layout(build, "x")
        flown = plan([ship], seed=search.seed, cards=CARDS).run(0, 16)
        cell = len(ship.components) // 2, int(flown.penalty[0].mean() // 0.5)
        best[cell] = max(best.get(cell, -1e9), flown.credits[0].mean())
    assert {cell: elite.worth for cell, elite in now.elites.items()} == pytest.approx(best)
    assert len(best) > 3


def test_shown_ships_flew_anew(arrow):
    how: dict[str, Any] = {"seed": 4, "rivals": "alone", "cards": CARDS}
    chart = analyzer.explore(arrow, flights=250, by=["components", "arrived"], confirm=20, keep=[(8, 5)], **how)
    assert len({one.cell for one in chart}) == len(chart) > 2
    for one in chart:
        flown = plan([one.ship], seed=4, cards=CARDS).run(0, 20)
        arrived = (flown.ending[0] == 0).mean()
        assert one.worth.mean == pytest.approx(flown.credits[0].mean())
        assert one.cell == (len(one.ship.components) // 2, int(arrived / 0.05 + 1e-9))
        assert one.ship.components[8, 5] == arrow.components[8, 5]
        assert (one.ship.flaws(), missing_from_box(one.ship)) == ([], [])
    assert chart.best.worth.mean == max(one.worth.mean for one in chart)
    assert "(8,5) stays" in chart.heading()
    assert chart.verdict_in_words().startswith("Best of all is "), "20 flights tell no best ship apart"
    first, *others = chart.found
    worth = replace(first, worth=Estimate(99, 98, 100), simultaneous_worth=Estimate(99, 98, 100))
    assert replace(chart, found=(worth, *others)).verdict_in_words().startswith("Best of all, with ")


def test_cell_shows_the_better_ship(arrow):
    mile = analyzer.load_ship(ARROW.with_name("first-mile.yaml"))
    means = {ship.name: plan([ship], seed=6).run(0, 60).credits[0].mean() for ship in (arrow, mile)}
    bench, axes = bench_for(arrow, seed=6, rivals="alone"), elites.load_axes(["components:99", "penalty:99"])
    for ships in ([arrow, mile], [mile, arrow]):
        (one,) = explore._confirmed(bench, axes, ships, 60)
        assert one.worth.mean == pytest.approx(max(means.values()))


def test_same_seed_same_map(arrow, tmp_path):
    how: dict[str, Any] = {"confirm": 9, "rivals": "alone", "cards": CARDS}
    whole = analyzer.explore(arrow, flights=400, **how).as_dict()
    analyzer.explore(arrow, flights=200, save=tmp_path / "s", **how)
    assert analyzer.explore(arrow, flights=400, save=tmp_path / "s", **how).as_dict() == whole
    with pytest.raises(AnalyzerError, match="another search"):
        analyzer.explore(arrow, flights=900, by=["components", "penalty"], save=tmp_path / "s", rivals="alone")


def test_lines_of_other_search_refused(tmp_path):
    """A file of a search is two lines: none may be missing, twice, exchanged, or that of another search."""
    texts = []
    for seed in (1, 2):
        path = tmp_path / str(seed)
        budget_module.SearchFile(path, {"seed": seed}).write({"generation": seed})
        texts.append(path.read_bytes().splitlines(keepends=True))
    (head, line), (_, other) = texts
    short, long = ([], [head], [line]), ([head, line, line], [head, line, other])
    for lines in (*short, [line, head], [head, head], [head, other], *long):
        path.write_bytes(before := b"".join(lines))
        with pytest.raises(AnalyzerError, match="name another file"):
            budget_module.SearchFile(path, {"seed": 1})
        assert path.read_bytes() == before
    path.write_bytes(head + line)
    assert budget_module.SearchFile(path, {"seed": 1}).standing == {"generation": 1}


def test_axes_cut_cells_by_step():
    components, lost = elites.load_axes()
    assert (components.step, lost.step) == (2, 1)
    assert (components.step_in_words(6), lost.step_in_words(2)) == ("12 to 13", "2 to 3")
    chance = elites.load_axes(["arrived", "credits:10"])[0]
    assert (chance.cell(0.95), chance.cell(0.9499), chance.step_in_words(19)) == (19, 18, "95% to 100%")
    assert elites.Axis("credits", 10).cell(-0.5) == -1
    assert elites.Axis("penalty", 0.1).cell(0.3) == 3


@pytest.mark.parametrize(
    ("by", "told"),
    [
        (["components"], "give two metrics"),
        (["luck", "fate"], "is not a metric of one flight"),
        (["components", "components:3"], "twice"),
        (["components", "penalty:0"], "a step above 0"),
        (["components", "penalty:x"], "a step above 0"),
        (["components", "worst_5_percent"], "is not a metric of one flight"),
    ],
)
def test_wrong_axes_are_refused(by, told):
    with pytest.raises(AnalyzerError, match=told):
        elites.load_axes(by)


def test_board_starts_from_reference_ships():
    assert explore.beginning("2007-II") == analyzer.load_field("II")
    with pytest.raises(AnalyzerError, match="builds of class IVC"):
        explore.beginning("IVC")
    with pytest.raises(AnalyzerError, match="no board"):
        explore.beginning("V")
    with pytest.raises(AnalyzerError, match="give a Layout"):
        explore.beginning(2)  # type: ignore[arg-type]


def test_explore_verb_writes_ships(command, tmp_path, undrawn):
    args = ("explore", "I", "--flights", "150", "--confirm", "9", "--alone", "--cards", "8,4,2,12")
    said = command(*args, "-o", "good", "--plot", "p", "--export", "t.csv", "--save", "s")
    assert said.code == 0, said.err
    told = json.loads(command(*args, "--json").out)
    files = sorted((tmp_path / "good").iterdir())
    assert len(files) == len(told["ships"]) == len((tmp_path / "t.csv").read_text().splitlines()) - 1
    assert all(analyzer.load_ship(path).flaws() == [] for path in files)
    assert "Best of all" in said.out
    assert {path.name for path in (tmp_path / "p").iterdir()} >= {"explored.png", "explored-ships.svg"}


def test_ctrl_c_shows_map_so_far(command, monkeypatch):
    def generation(self, now):
        raise KeyboardInterrupt

    monkeypatch.setattr(elites.Elites, "generation", generation)
    monkeypatch.setattr(improve, "HURRIED", 8)
    said = command("explore", str(ARROW), "--flights", "500", "--confirm", "20", "--alone", "--save", "s")
    assert said.code == 130
    assert "stopped early" in said.out
    assert "each ship then flown 8 times" in " ".join(said.out.split())
    assert "the map is saved in s" in said.err


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["XI"], ["no board 'XI'"]),
        (["no.yaml"], ["no such file"]),
        (["I", "--by", "luck", "components", "--goal", "fate", "--seconds", "0"], ["'luck'", "'fate'", "seconds 0.0"]),
        ([str(SHIPS / "flawed" / "quiz.yaml")], ["construction flaws"]),
        (["I", "--out", "taken"], ["--out taken: is a file"]),
    ],
)
def test_explore_refuses_wrong_input(command, tmp_path, args, told):
    (tmp_path / "taken").write_text("")
    said = command("explore", *args, "--alone")
    assert said.code == 2
    assert all(one in said.told for one in told), said.told
