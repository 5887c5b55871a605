"""Answers as data frames and series, as files with a data dictionary, and in other processes."""

from __future__ import annotations

import pickle
from functools import cache
from io import BytesIO
from typing import Any

import joblib
import pandas as pd
import pytest

import analyzer
from analyzer import AnalyzerError, lorry, starship
from tests.places import ROOT

MILE, ARROW = (ROOT / "ships" / "2007" / "I" / f"{name}.yaml" for name in ("first-mile", "paper-arrow"))
FEW: dict[str, Any] = {"flights": 20, "rivals": "alone"}
ANSWERS = {
    "fly": lambda: analyzer.fly(MILE, **FEW),
    "ship": lambda: analyzer.fly(MILE, **FEW)["First Mile"],
    "compare": lambda: analyzer.compare([MILE, ARROW], **FEW),
    "weak": lambda: analyzer.weak_points(ARROW, flights=2, rivals="alone"),
    "deck": lambda: analyzer.deck("II"),
    "exact": lambda: analyzer.exact(MILE, 8),
    "starship": lambda: starship.fly(ROOT / "ships" / "starship" / "midgame.yaml", 4),
    "lorry": lambda: lorry.fly(ROOT / "ships" / "lorry" / "small.yaml", 4),
}


@cache
def answer(name: str) -> Any:
    return ANSWERS[name]()


def through_joblib(answer: Any) -> Any:
    joblib.dump(answer, file := BytesIO())
    file.seek(0)
    return joblib.load(file)


def through_dask(answer: Any) -> Any:
    protocol = pytest.importorskip("distributed.protocol", reason="distributed is not installed")
    return protocol.deserialize(*protocol.serialize(answer, on_error="raise"))


WAYS = {"pickle": lambda answer: pickle.loads(pickle.dumps(answer)), "joblib": through_joblib, "dask": through_dask}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ANSWERS)
def test_answer_survives_transport(name, way):
    copied = WAYS[way](answer(name))
    pd.testing.assert_frame_equal(copied.to_frame(), answer(name).to_frame())
    assert copied.as_dict() == answer(name).as_dict()


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".xlsx", ".json"])
@pytest.mark.parametrize("name", ANSWERS)
def test_saved_table_reads_back_equal(tmp_path, name, suffix):
    answer(name).save_table(tmp_path / f"t{suffix}")
    read, own = analyzer.read(tmp_path / f"t{suffix}"), answer(name).to_frame()
    pd.testing.assert_frame_equal(read, own, check_dtype=suffix == ".parquet", rtol=1e-12)
    assert read.attrs == own.attrs


def test_spreadsheet_table_is_read(tmp_path):
    """A spreadsheet writes semicolons and, in many countries, decimal commas."""
    own = answer("fly").to_frame()
    answer("fly").save_table(tmp_path / "t.csv")
    own.to_csv(tmp_path / "t.csv", sep=";", decimal=",", index=False)
    read = analyzer.read(tmp_path / "t.csv")
    pd.testing.assert_frame_equal(read, own, check_dtype=False, rtol=1e-12)
    assert read.attrs == own.attrs


@pytest.mark.parametrize("name", ANSWERS)
def test_dictionary_tells_every_column(name):
    told = answer(name).data_dictionary().set_index("name")
    frame = answer(name).to_frame()
    assert {*frame.columns} <= {*told.index}
    assert (told["meaning"] != "").all()
    if "metric" in frame:
        assert {*frame["metric"]} <= {*told.index}


def test_units_stand_in_attributes():
    units = answer("fly").to_frame().attrs["units"]
    assert (units["credits"], units["arrived"]) == ("credits", "share of trials")


def test_series_is_indexed_by_text():
    result = answer("fly")
    series = result.to_series()
    assert series["First Mile", "credits"] == result["First Mile"].credits.mean
    assert result.to_series("low").name == "low"
    with pytest.raises(AnalyzerError, match="use one of"):
        result.to_series("metric")


def test_histogram_is_a_series():
    counts = answer("ship").credits.to_series()
    assert counts.sum() == 20
    assert (counts.index * counts).sum() / 20 == answer("ship").credits.mean


def test_save_file_is_read_as_table(tmp_path):
    result = analyzer.fly(MILE, save=tmp_path / "run.save", **FEW)
    assert [*analyzer.read(tmp_path / "run.save")["mean"]] == [*result.to_frame()["mean"]]


@pytest.mark.parametrize("text", ["", "name\n", "name,unit,meaning\n\x00", "a,b\n1,2,3\n"])
def test_damaged_dictionary_leaves_table_readable(tmp_path, text):
    answer("fly").save_table(tmp_path / "t.csv")
    (tmp_path / "t.columns.csv").write_text(text)
    assert len(analyzer.read(tmp_path / "t.csv")) == len(answer("fly").to_frame())


def test_other_endings_are_refused(tmp_path):
    with pytest.raises(AnalyzerError, match="ends in"):
        answer("fly").save_table(tmp_path / "t.xls")


@pytest.mark.long
def test_results_travel_through_joblib():
    from joblib import Parallel, delayed

    there = Parallel(n_jobs=2)(delayed(analyzer.fly)(MILE, seed=seed, **FEW) for seed in (1, 2))
    assert there[0].to_frame().equals(answer("fly").to_frame())
    assert not there[1].to_frame().equals(answer("fly").to_frame())
