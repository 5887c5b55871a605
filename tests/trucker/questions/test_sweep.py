"""Sweeps: every combination as if flown by itself, kept in a file that goes on and grows; pictures of any table."""

from __future__ import annotations

import json

import matplotlib.pyplot as plt
import pandas as pd
import pytest

import analyzer
from analyzer import AnalyzerError
from analyzer.plots import plot_table
from tests.doors.runs import read
from tests.doors.trucker_questions import sweep
from tests.facts import untold
from tests.places import ROOT

SHIPS = ROOT / "ships/2007/I"
FLIGHTS, SEED, CARDS = 10, 5, [2, 16, 9, 17]


def written(folder, **changes):
    plan = {
        "ships": [str(SHIPS / "first-mile.yaml"), str(SHIPS / "paper-arrow.yaml")],
        "captains": ["sensible", "bold"],
        "rivals": ["alone", "field"],
        "conditions": [{"cards": CARDS}, {"cards": CARDS, "start": 1}],
        "flights": FLIGHTS,
        "seed": SEED,
    }
    path = folder / "plan.yaml"
    told = {key: value for key, value in (plan | changes).items() if value is not None}
    path.write_text("\n".join(f"{key}: {json.dumps(value)}" for key, value in told.items()), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    return analyzer.sweep(written(tmp_path_factory.mktemp("plan")))


@pytest.fixture(scope="module")
def table(swept):
    return swept.table()


class TestCells:
    def test_every_combination_flies_alone(self, swept):
        """2 ships, captains, companies and conditions make 16, each the result that `fly` gives."""
        assert len(swept) == 2**4
        ship = analyzer.load_ship(SHIPS / "paper-arrow.yaml")
        how = {"seed": SEED, "captain": "bold", "rivals": analyzer.load_field("I"), "start": 1, "cards": CARDS}
        own = analyzer.fly([ship], flights=FLIGHTS, **how).ships[0]
        last = list(swept)[-1]
        assert (last.name, swept.cells[-1].captain, swept.cells[-1].rivals) == ("Paper Arrow", "bold", "field")
        assert last.histograms == own.histograms

    def test_sweep_table_has_condition_columns(self, table):
        rows = table[table["metric"] == "credits"]
        assert len(rows) == 16
        keys = ["ship", "captain", "rivals", "condition"]
        assert not rows.duplicated(keys).any()
        assert set(rows["start"]) == {"drawn", "1"}
        assert set(rows["condition"]) == {f"cards {CARDS}", f"start 1, cards {CARDS}"}
        assert set(rows["flights"]) == {FLIGHTS}

    def test_sweep_describes_every_combination(self, swept):
        (short,) = swept.description().tables
        assert [column.name for column in short.columns] == [*swept.varied, "credits", "arrived", "loss"]
        assert all(all(short.cells(row)) for row in short.rows)
        assert list(swept.rows()[0]) == [
            *swept.varied,
            *(f"{metric}{end}" for metric in ("credits", "arrived", "loss") for end in ("", "_low", "_high")),
        ]
        assert list(swept.as_dict()) == ["heading", "combinations", "notes"]

    def test_fixed_settings_are_told_once(self, tmp_path):
        found = analyzer.sweep(written(tmp_path, captains="bold", rivals="alone", conditions=[{}]), flights=10)
        assert found.varied == ("ship",)
        assert not untold(found.heading(), "2 combinations", "level I", "10 flights", "seed 5", "alone", "captain bold")

    def test_sweep_flies_matching_levels(self, tmp_path):
        both = [str(SHIPS / "first-mile.yaml"), str(SHIPS.parent / "II/tin-kite.yaml")]
        path = written(tmp_path, ships=both, levels=["I", "II"], captains="sensible", conditions=[{}], rivals="alone")
        cells = analyzer.sweep(path, flights=5).cells
        assert [cell.experiment.route.level_name for cell in cells] == ["I", "II"]


@pytest.mark.usefixtures("flown_once")
class TestFile:
    @pytest.mark.parametrize("given", [pytest.param(None, marks=pytest.mark.long), 90])
    def test_sweep_without_flights_ends_once_sure(self, tmp_path, monkeypatch, given):
        """Credits to one credit need no more than the first 2,048 flights; a number in the plan is exact."""
        monkeypatch.setattr(sweep, "PRECISE_ENOUGH", 1.0)
        path = written(tmp_path, captains="bold", rivals="alone", conditions=[{}], flights=given)
        found = analyzer.sweep(path, save=tmp_path / "plan.save")
        assert [ship.flights for ship in found.results] == [given or 2_048] * 2
        assert any("flights=100000" in note for note in found.notes()) == (given is None)

    @pytest.mark.long
    def test_sweep_file_goes_on(self, command, tmp_path):
        """The second plan has one captain more: what was flown is kept, and only their flights are new."""
        path = written(tmp_path, rivals="alone")
        first = command("sweep", str(path), "--export", "a.csv")
        assert first.code == 0, first.err
        again = command("sweep", str(path), "--export", "b.csv")
        assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
        assert again.code == 0
        kept = read(tmp_path / "plan.save")
        written(tmp_path, rivals="alone", captains=["miser", "sensible", "bold"])
        grown = command("sweep", str(path))
        assert grown.code == 0, grown.err
        assert "12 combinations" in grown.out
        runs = read(tmp_path / "plan.save").runs
        assert len(runs) == 12
        at = [n for n in range(12) if n % 6 not in (0, 1)]
        assert [runs[n].counted.plain() for n in at] == [kept.runs[n].counted.plain() for n in range(8)]

    def test_sweep_refuses_another_plan(self, command, tmp_path):
        path = written(tmp_path, rivals="alone", captains="bold")
        assert command("sweep", str(path)).code == 0
        written(tmp_path, rivals="alone", captains="bold", seed=6)
        said = command("sweep", str(path))
        assert (said.code, "holds another run" in said.told) == (2, True)

    @pytest.mark.long
    def test_saved_sweep_is_table_again(self, command, tmp_path, table):
        assert command("sweep", str(written(tmp_path))).code == 0
        saved = analyzer.read(tmp_path / "plan.save")
        keys = ["ship", "captain", "rivals", "start", "metric", "mean", "low", "high"]
        pd.testing.assert_frame_equal(saved[keys], table[keys])

    @pytest.mark.parametrize(
        ("changes", "told"),
        [
            ({"ships": ["none*.yaml"]}, "line 1: ships: no file is called like 'none*.yaml'"),
            ({"ships": None}, "ships is missing"),
            ({"captain": "bold"}, "unknown field 'captain'"),
            ({"captains": ["brave"]}, "no captain 'brave'"),
            ({"conditions": [{"strt": 1}]}, "line 4: unknown field 'conditions, entry 1, strt'"),
            ({"levels": ["II"]}, "First Mile flies at none of the levels II"),
            ({"flights": 0}, "flights"),
            ({"until_events": {"credits": 3}}, "until events: 'credits' is no event"),
        ],
    )
    def test_sweep_refuses_bad_plans(self, command, tmp_path, changes, told):
        said = command("sweep", str(written(tmp_path, **changes)))
        assert (said.code, "Traceback" in said.err) == (2, False)
        assert told in said.told


class TestPlot:
    def test_plot_points_match_the_table(self, table):
        field = table[(table["rivals"] == "field") & (table["start"] == "1")]
        figure = plot_table(field, "ship", metric="arrived", group="captain")
        (axes,) = figure.axes
        assert [label.get_text() for label in axes.get_xticklabels()] == ["First Mile", "Paper Arrow"]
        drawn = sorted(float(y) for one in axes.containers for y in one.lines[0].get_ydata())
        wanted = field[field["metric"] == "arrived"]["mean"]
        assert drawn == pytest.approx(sorted(wanted))
        low, high = field[field["metric"] == "arrived"][["low", "high"]].to_numpy().T
        bars = [segment for one in axes.containers for segment in one.lines[2][0].get_segments()]
        assert sorted(segment[0][1] for segment in bars) == pytest.approx(sorted(low))
        assert sorted(segment[1][1] for segment in bars) == pytest.approx(sorted(high))
        assert figure.get_axes()[0].get_ylabel() == "arrived"

    def test_plot_orders_varied_columns(self, table):
        """Ships lie along the axis, captains differ in colour, rivals and conditions make four panels."""
        figure = plot_table(table)
        shown = [axes for axes in figure.axes if axes.get_visible()]
        titles = [axes.get_title(loc="left") for axes in shown]
        told = [f"{start}cards {CARDS}" for start in ("", "start 1, ")]
        assert titles == [f"rivals {a}, condition {b}" for a in ("alone", "field") for b in told]
        assert [text.get_text() for text in figure.legends[0].get_texts()] == ["sensible", "bold"]

    def test_plot_averages_rows_of_flights(self, tmp_path):
        """1, 3 and 5 at one point are 3, with Student's interval: 4.3027 standard errors of 2 / sqrt(3)."""
        rows = pd.DataFrame({"ship": ["A"] * 3 + ["B"], "flight": [0, 1, 2, 0], "credits": [1, 3, 5, 7]})
        (axes,) = plot_table(rows, "ship").axes
        (points,) = axes.containers
        assert list(points.lines[0].get_ydata()) == [3, 7]
        low, high = points.lines[2][0].get_segments()[0][:, 1]
        assert (high - low) / 2 == pytest.approx(4.3027 * 2 / 3**0.5, rel=1e-4)

    @pytest.mark.long
    @pytest.mark.usefixtures("sketched")
    @pytest.mark.parametrize(
        ("args", "told"),
        [
            (["none.csv"], "none.csv: no such file"),
            (["a.csv", "--x", "shp"], "x 'shp': no such column: did you mean ship? Use one of ship"),
            (["a.csv", "--metric", "credit"], "no metric 'credit' in this table"),
            (["a.csv", "--where", "captain=brave"], "no row has that: use one of sensible, bold"),
            (["a.csv", "--where", "captain"], "give a column and a value"),
            (["a.csv", "-o", "a.gif"], "name a file that ends in .png"),
            (["a.csv", "--x", "ship", "--group", "captain", "--facet", "rivals"], "rows fall on one point"),
            (["a.csv", "-o", f"{__file__}/where/a.png"], "cannot be written"),
            (["plan.yaml"], "is no save file"),
        ],
    )
    def test_plot_refuses_wrong_input(self, command, tmp_path, table, args, told):
        table.to_csv(tmp_path / "a.csv", index=False)
        written(tmp_path)
        said = command("plot", *args)
        assert (said.code, "Traceback" in said.err) == (2, False)
        assert told in said.told

    @pytest.mark.long
    @pytest.mark.usefixtures("sketched")
    def test_plot_reads_saved_runs(self, command, tmp_path):
        mile = str(SHIPS / "first-mile.yaml")
        assert command("fly", mile, "--flights", "5", "--save", "run.save", "--flights-out", "rows.parquet").code == 0
        two = (mile, str(SHIPS / "paper-arrow.yaml"))
        assert command("compare", *two, "--flights", "5", "--save", "two.save").code == 0
        for name, *more in (["run.save"], ["rows.parquet", "--x", "ending"], ["two.save", "--metric", "arrived"]):
            said = command("plot", name, *more, "-o", f"{name}.png")
            assert said.code == 0, said.err
            assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        plt.close("all")


def test_too_many_panels_are_refused():
    rows = pd.DataFrame({"x": range(20), "g": range(20), "mean": range(20), "low": range(20), "high": range(20)})
    with pytest.raises(AnalyzerError, match="at most"):
        plot_table(rows, "x", group="g")


@pytest.mark.long
def test_pictures_name_the_conditions():
    """A name given to several settings stands for them; without names the settings are spelled out."""
    mile = analyzer.load_ship(ROOT / "ships" / "2007" / "I" / "first-mile.yaml")
    settings = [
        {"captain": captain, **how} for captain in ("bold", "miser") for how in ({}, {"cards": [8], "start": 1})
    ]
    results = [analyzer.fly([mile], flights=5, **how) for how in settings]
    names = [{"condition": name} for name in ("usual deck", "my cards")] * 2
    for labels, words in ((names, ["usual deck", "my cards"]), ((), ["default", "start 1, cards 8"])):
        figure = plot_table(sweep.tidy(results, labels))
        assert [text.get_text() for text in figure.legends[0].get_texts()] == words
    panels = plot_table(sweep.tidy(results, names), x="repaired").axes
    assert panels[0].get_xlabel() == "repaired"
