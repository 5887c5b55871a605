"""Tables that go out begin no formula in a spreadsheet; those that come in to be drawn are drawn or refused at once."""

from __future__ import annotations

import csv
import json
import random
from time import process_time

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import analyzer
from analyzer import AnalyzerError
from analyzer.plots import plot_table
from tests.doors.present import exported

HOSTILE = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "plain", "a=1", "'=quoted"]
BEYOND = 3.0
"""Seconds of processor time; what is tested took 5 to 70, and takes a tenth."""


def rows() -> pd.DataFrame:
    return pd.DataFrame({"ship": HOSTILE, "mean": [-1.5, *range(7)], "low": [-2, *range(7)]})


def test_exported_text_begins_no_formula(tmp_path):
    exported.export(rows(), tmp_path / "t.csv")
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["ship"] for row in table] == [*(f"'{name}" for name in HOSTILE[:5]), "plain", "a=1", "''=quoted"]
    assert exported.no_formula("\rx") == "'\rx"
    assert table[0]["mean"] == "-1.5"
    assert table[0]["low"] == "-2"


def test_infinite_number_is_exported_empty(tmp_path):
    exported.export(pd.DataFrame({"ship": ["a", "b"], "high": [1.5, float("inf")], "low": [2, 3]}), tmp_path / "t.csv")
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert [(row["high"], row["low"]) for row in table] == [("1.5", "2"), ("", "3")]


def test_exported_names_round_trip(tmp_path):
    for suffix in (".csv", ".json", ".parquet", ".xlsx"):
        exported.export(rows(), tmp_path / f"t{suffix}")
        assert list(analyzer.read(tmp_path / f"t{suffix}")["ship"]) == HOSTILE


BROKEN = {
    "columns.csv": "a," * 400_000,
    "columns below.csv": "a,b\n" + "1," * 400_000,
    "zeros.csv": "\0" * 900_000,
    "quotes.csv": '"' + "x\n" * 400_000,
    "nothing.csv": "",
    "names.csv": "ship,metric,mean\n" + "".join(f"s{number},credits,1\n" for number in range(50_000)),
    "twice.csv": "ship,ship\n",
    "deep.json": "[" * 900_000,
    "columns.json": json.dumps([{f"k{number}": 1 for number in range(80_000)}]),
    "lists.json": '[{"ship": ["a"], "mean": 1}, {"ship": ["b"], "mean": 2}]',
    "number.json": "1",
    "words.json": '["a"]',
    "frame.parquet": "PAR1" + "x" * 900_000 + "PAR1",
    "book.xlsx": "PK" + "x" * 900_000,
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_tables_are_refused_quickly(name, tmp_path):
    (tmp_path / name).write_text(BROKEN[name])
    begun = process_time()
    with pytest.raises(AnalyzerError) as error:
        plot_table(analyzer.read(tmp_path / name))
    assert process_time() - begun < BEYOND
    assert len(str(error.value)) < 2_000


def test_endless_name_is_cut(tmp_path):
    (tmp_path / "long.csv").write_text("ship,mean\n" + "x" * 100_000 + ",1\ny,2\n")
    begun = process_time()
    (axes,) = plot_table(analyzer.read(tmp_path / "long.csv")).axes
    assert max(len(label.get_text()) for label in axes.get_xticklabels()) == 80
    assert process_time() - begun < BEYOND


def test_damaged_parquet_is_read_or_refused(tmp_path):
    exported.export(rows(), tmp_path / "t.parquet")
    whole, chance = (tmp_path / "t.parquet").read_bytes(), random.Random(3)
    refused = 0
    for _ in range(60):
        damaged = bytearray(whole)
        for _ in range(3):
            damaged[chance.randrange(len(damaged) // 2, len(damaged))] = chance.randrange(256)
        (tmp_path / "t.parquet").write_bytes(damaged)
        try:
            analyzer.read(tmp_path / "t.parquet")
        except AnalyzerError as error:
            refused += "no table can be read" in str(error)
    assert refused > 30


def test_damaged_pandas_metadata_is_refused(tmp_path):
    words = json.dumps({"columns": [{}], "index_columns": [], "column_indexes": [{}]}).encode()
    pq.write_table(pa.table({"mean": [1]}).replace_schema_metadata({b"pandas": words}), tmp_path / "t.parquet")
    with pytest.raises(AnalyzerError, match="no table can be read from it"):
        analyzer.read(tmp_path / "t.parquet")
