"""Tables and flights as files for other programs."""

from __future__ import annotations

import errno
import json
import sys
from functools import partial
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pyarrow.parquet as pq
import pytest

import analyzer
from analyzer import AnalyzerError, Histogram
from tests.doors.montecarlo import blocks as montecarlo
from tests.doors.present import exported
from tests.doors.trucker_flights import COLUMNS as METRICS
from tests.doors.trucker_flights import ENDINGS, Experiment, plan
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
MILE = str(SHIPS / "I" / "first-mile.yaml")
HORNET = str(SHIPS / "I" / "brass-hornet.yaml")
READ = {".csv": pd.read_csv, ".parquet": pd.read_parquet, ".xlsx": pd.read_excel, ".json": pd.read_json}
BESIDE = {".csv": ["t.columns.csv"], ".json": ["t.columns.json"]}
"""The data dictionary beside a table t, where the table's own file does not hold it."""


def load(path: str) -> analyzer.Layout:
    return analyzer.load_ship(path)


# The table


@pytest.mark.long
@pytest.mark.slow(but=3)
@pytest.mark.parametrize("suffix", READ)
@pytest.mark.parametrize("verb", ["fly", "race"])
def test_exported_table_reads_back_equal(command, tmp_path, suffix, verb):
    alone = ["--alone"] * (verb == "fly")
    said = command(verb, MILE, HORNET, "--flights", "150", "--seed", "4", "--export", f"new/t{suffix}", *alone)
    assert said.code == 0, said.err
    ships = [load(MILE), load(HORNET)]
    call = analyzer.race if verb == "race" else partial(analyzer.fly, rivals="alone")
    expected = call(ships, flights=150, seed=4).table()
    table = READ[suffix](tmp_path / "new" / f"t{suffix}")
    assert set(table.pop("level")) == {"I"}
    assert set(table.pop("flights")) == {150}
    assert set(table.pop("seed")) == {4}
    table = table.astype({column: float for column in expected if column.startswith("q")})
    pd.testing.assert_frame_equal(table[list(expected)], expected, check_dtype=False, rtol=1e-14)
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == [*BESIDE.get(suffix, []), f"t{suffix}"]


@pytest.mark.parametrize("suffix", READ)
def test_export_explains_its_columns(command, tmp_path, suffix):
    said = command("deck", "II", "--export", f"t{suffix}")
    assert (said.code, said.err) == (0, "")
    assert all(name in said.out for name in BESIDE.get(suffix, []))
    assert sorted(path.name for path in tmp_path.iterdir()) == [*BESIDE.get(suffix, []), f"t{suffix}"]
    table = analyzer.read(tmp_path / f"t{suffix}")
    meanings = table.attrs["meanings"]
    assert {*table.columns} == {*meanings}
    assert all(meanings[name] != name for name in ("kind", "shots", "starred"))
    assert len(READ[suffix](tmp_path / f"t{suffix}")) == len(table)


def test_pandas_reads_meanings_from_parquet(tmp_path):
    analyzer.fly(MILE, flights=5, rivals="alone", flights_out=tmp_path / "f.parquet")
    attrs = pd.read_parquet(tmp_path / "f.parquet").attrs
    assert {*attrs["meanings"]} == {*pd.read_parquet(tmp_path / "f.parquet").columns}
    assert attrs["units"]["credits"] == "credits"
    assert "no_humans" in attrs["meanings"]["ending"]


def test_workbook_keeps_numbers_and_no_formula(tmp_path):
    table = pd.DataFrame({"name": ["=1+1", "First Mile"], "a": [1.5, None], "seed": [2**64 - 1, 7]})
    exported.export(table, tmp_path / "t.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "t.xlsx")["table"]
    cells = [[cell.value for cell in row[:3]] for row in sheet.iter_rows(min_row=2)]
    assert cells == [["=1+1", 1.5, str(2**64 - 1)], ["First Mile", None, 7]]
    assert sheet["A2"].data_type == "s"


def test_export_without_openpyxl_names_cure(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    said = command("deck", "II", "--export", "t.xlsx")
    assert (said.code, said.out) == (2, "")
    assert "analyzer[spreadsheet]" in said.told


@pytest.mark.long
def test_export_numbers_equal_ship_names(command, tmp_path):
    """Ships of one name are told apart, and quantiles are whole numbers."""
    command("fly", MILE, MILE, "--flights", "50", "--export", "t.csv")
    table = pd.read_csv(tmp_path / "t.csv", dtype=str)
    assert set(table["ship"]) == {"First Mile", "First Mile (2)"}
    assert not table["q50"].dropna().str.contains(".", regex=False).any()


def test_export_keeps_largest_seed(command, tmp_path):
    for suffix in {*READ} - {".xlsx"}:  # spreadsheets round: the seed stands there as text
        said = command("fly", MILE, "--flights", "1", "--seed", str(2**64 - 1), "--export", f"t{suffix}")
        assert said.code == 0, said.err
    told = json.loads((tmp_path / "t.json").read_text(), parse_constant=pytest.fail)
    assert told[0]["seed"] == 2**64 - 1
    assert told[-1]["low"] <= told[-1]["mean"]
    assert set(pd.read_parquet(tmp_path / "t.parquet")["seed"]) == {2**64 - 1}


@pytest.mark.parametrize("args", [("--export", "t.txt"), ("--export", "t"), ("--flights-out", "f.csv")])
@pytest.mark.parametrize("verb", ["fly", "race"])
def test_unknown_suffix_is_refused_before_flying(command, monkeypatch, verb, args):
    monkeypatch.setattr(Experiment, "run_block", lambda *_: 1 / 0)
    said = command(verb, MILE, HORNET, *args)
    assert said.code == 2
    assert args[1] in said.told
    assert ".parquet" in said.told


@pytest.mark.parametrize("option", ["--export", "--flights-out", "--save"])
def test_unwritable_places_are_refused(command, tmp_path, option):
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder.parquet").mkdir()
    for place in ("file/t.parquet", "folder.parquet"):
        said = command("fly", MILE, "--flights", "5", option, place)
        assert said.code == 2, place
        assert place in said.told
        assert "Traceback" not in said.err


def test_one_file_for_two_outputs_refused(command):
    said = command("fly", MILE, "--flights", "5", "--save", "x.parquet", "--flights-out", "x.parquet")
    assert (said.code, "twice" in said.told) == (2, True)
    with pytest.raises(AnalyzerError, match="two files"):
        analyzer.fly([load(MILE)], flights=5, save="x.parquet", flights_out="x.parquet", rivals="alone")


def test_failed_export_keeps_old_file(tmp_path, monkeypatch):
    path = tmp_path / "t.csv"
    exported.export(pd.DataFrame({"a": [1]}), path)
    before = path.read_bytes()

    def fail(_, target, **__):
        Path(target).write_text("half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(pd.DataFrame, "to_csv", fail)
    with pytest.raises(AnalyzerError, match="No space left"):
        exported.export(pd.DataFrame({"a": [2]}), path)
    assert path.read_bytes() == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["t.columns.csv", "t.csv"]


@pytest.mark.long
def test_dictionary_explains_metrics_of_fleets():
    result = analyzer.fly([load(str(SHIPS / "IVC" / "four-winds.yaml"))], flights=2, rivals="alone")
    told = result.data_dictionary().set_index("name")["meaning"]
    assert {"premium", "ships", "front_left", "ship_3_taken_out"} <= {*told.index}
    assert told["premium"] == "paid for insurance, taken off the credits"


# Every flight


def rows_of(path: Path) -> pd.DataFrame:
    rows = pd.read_parquet(path)
    assert isinstance(rows["ship"].dtype, pd.CategoricalDtype)
    assert isinstance(rows["ending"].dtype, pd.CategoricalDtype)
    return rows


@pytest.mark.long
@pytest.mark.slow(but=3)
@pytest.mark.parametrize("given", [{}, {"workers": 2}, {"block": 70}, {"precision": 1e-6}, {"first": 1000}])
def test_written_flights_match_histograms(tmp_path, given, monkeypatch):
    monkeypatch.setattr(montecarlo, "CHECK_STEP", 128)
    ships = [load(MILE), load(HORNET)]
    result = analyzer.fly(ships, flights=500, flights_out=tmp_path / "f.parquet", rivals="alone", **given)
    rows = rows_of(tmp_path / "f.parquet")
    assert len(rows) == 1000
    first = given.get("first", 0)
    for ship in result.ships:
        columns = plan([ship.ship]).run_block(first, 500)
        mine = rows[rows["ship"] == ship.name].sort_values("flight")
        assert mine["flight"].tolist() == list(range(first, first + 500))
        numbers = {**mine, "ending": mine["ending"].map({word: at for at, word in enumerate(ENDINGS)}).astype(int)}
        for metric in METRICS:
            assert Histogram.from_values(np.array(numbers[metric])) == ship.histograms[metric], metric
            assert np.array_equal(numbers[metric], columns[metric][0]), metric
    assert [path.name for path in tmp_path.iterdir()] == ["f.parquet"]


@pytest.mark.long
def test_written_flights_omit_rivals(command, tmp_path):
    said = command("fly", MILE, MILE, "--rivals", HORNET, "--flights", "40", "--flights-out", "f.parquet")
    assert said.code == 0, said.err
    rows = rows_of(tmp_path / "f.parquet")
    assert rows["ship"].tolist() == ["First Mile"] * 40 + ["First Mile (2)"] * 40
    alike = rows.groupby("ship", observed=True)["credits"].apply(list)
    assert alike.iloc[0] == alike.iloc[1]


def test_race_writes_flights_of_all(command, tmp_path):
    """Draws for sharper means are not written: there is one set of them for all ships."""
    said = command("race", MILE, HORNET, "--flights", "20", "--flights-out", "f.parquet")
    assert said.code == 0, said.err
    rows = rows_of(tmp_path / "f.parquet")
    for ship in analyzer.race([load(MILE), load(HORNET)], flights=20).ships:
        mine = rows[rows["ship"] == ship.name]
        assert mine["flight"].tolist() == list(range(20))
        assert Histogram.from_values(mine["credits"].to_numpy()) == ship.histograms["credits"]


@pytest.mark.long
def test_flights_are_written_block_by_block(tmp_path, monkeypatch):
    """Each block is a row group of its own, so that no more than one block is held."""
    analyzer.fly([load(MILE)], flights=500, block=100, flights_out=tmp_path / "f.parquet", rivals="alone")
    groups = pq.ParquetFile(tmp_path / "f.parquet").metadata
    assert [groups.row_group(number).num_rows for number in range(groups.num_row_groups)] == [100] * 5


def test_flights_out_refuses_resumed_run(tmp_path):
    save, out = tmp_path / "run.save", tmp_path / "f.parquet"
    analyzer.fly([load(MILE)], flights=50, save=save, flights_out=out, rivals="alone")
    assert len(pd.read_parquet(out)) == 50
    before = out.read_bytes(), save.read_bytes()
    with pytest.raises(AnalyzerError, match="would lack the 50 flights"):
        analyzer.fly([load(MILE)], flights=90, save=save, flights_out=out, rivals="alone")
    assert (out.read_bytes(), save.read_bytes()) == before


def test_failed_run_keeps_old_flights(tmp_path, monkeypatch):
    out = tmp_path / "f.parquet"
    analyzer.fly([load(MILE)], flights=50, flights_out=out, rivals="alone")
    before = out.read_bytes()
    monkeypatch.setattr(Experiment, "run_block", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        analyzer.fly([load(MILE)], flights=50, flights_out=out, rivals="alone")
    monkeypatch.undo()

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(pq.ParquetWriter, "write_table", full)
    with pytest.raises(AnalyzerError, match="No space left"):
        analyzer.fly([load(MILE)], flights=50, flights_out=out, rivals="alone")
    assert out.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["f.parquet"]


@pytest.mark.long
@pytest.mark.parametrize("verb", ["weak", "crew"])
def test_weak_and_crew_export_tables(command, tmp_path, verb):
    ship = str(SHIPS / "IIIa" / "needle-post.yaml")
    said = command(verb, ship, "--alone", "--flights", "20", "--export", "t.csv", "--json")
    assert not said.code, said.err
    told = json.loads(said.out)
    rows = told["components"] if verb == "weak" else told["ranking"]
    assert len(pd.read_csv(tmp_path / "t.csv")) == len(rows) > 3
    assert command(verb, ship, "--export", "t.xls").code == 2
