"""Editions as workbooks: what is written reads back, and hostile ones are refused."""

from __future__ import annotations

import shutil
import sys
import zipfile
from pathlib import Path

import pytest

import analyzer
from tests.places import ROOT

openpyxl = pytest.importorskip("openpyxl")
OWN = ROOT / "ships" / "own-edition"


def test_workbook_reads_back_as_edition(command, tmp_path):
    (tmp_path / "own-edition").mkdir()
    for path in OWN.glob("*.*"):
        if path.suffix in (".csv", ".yaml"):
            shutil.copy(path, tmp_path / "own-edition")
    assert command("edition", "save", "own-edition", "mine.xlsx").code == 0
    assert "edition check" in command("edition", "read", "mine.xlsx", "back").out
    assert analyzer.check_edition(tmp_path / "back").own == analyzer.check_edition(tmp_path / "own-edition").own


def test_workbook_has_numbers_choices_and_explanations(command, tmp_path):
    assert command("edition", "save", "2007", "mine.xlsx").code == 0
    book = openpyxl.load_workbook(tmp_path / "mine.xlsx")
    sheet = book["components"]
    assert [cell.value for cell in sheet[1]][:6] == ["id", "kind", "front", "right", "rear", "left"]
    assert [cell.value for cell in sheet[2]][:6] == [1, "battery_2", 0, 0, 0, 3]
    ranges = [str(rule.sqref) for rule in sheet.data_validations.dataValidation]
    assert {"B2:B1000", "C2:C1000"} <= {*ranges}
    told = {(row[0].value, row[1].value): row[2].value for row in book["columns"].iter_rows(min_row=2)}
    assert "connector to the front" in told["components", "front"]


@pytest.mark.parametrize("game", ["starship", "lorry"])
def test_other_games_have_workbooks(command, tmp_path, game):
    assert command(game, "edition", "save", "standard", "mine.xlsx").code == 0
    assert command(game, "edition", "read", "mine.xlsx", "back").code == 0
    assert command(game, "edition", "check", "back").code == 0


def test_formulas_are_texts(command, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "edition.yaml").write_text("from: 2007\n")
    (folder / "cards.csv").write_text("id,kind,source\n1,open_space,=1+1\n")
    command("edition", "save", "mine", "mine.xlsx")
    cell = openpyxl.load_workbook(tmp_path / "mine.xlsx")["cards"]["C2"]
    assert (cell.data_type, cell.value) == ("s", "=1+1")


def _zipped(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"0" * 101_000_000)


@pytest.mark.parametrize(
    ("make", "fact"),
    [
        (lambda path: path.write_bytes(b""), "no workbook"),
        (lambda path: path.write_bytes(b"PK\3\4" + bytes(99)), "no workbook"),
        (_zipped, "far too large"),
        (lambda path: openpyxl.Workbook().save(path), "has no sheet of an edition"),
        (lambda path: None, "no such file"),
    ],
)
def test_bad_workbook_is_refused(command, tmp_path, make, fact):
    make(tmp_path / "bad.xlsx")
    said = command("edition", "read", "bad.xlsx", "back")
    assert (said.code, said.out) == (2, "")
    assert fact in said.told
    assert not (tmp_path / "back").exists()


def test_missing_openpyxl_names_the_extra(command, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    said = command("edition", "save", "2007", "mine.xlsx")
    assert said.code == 2
    assert "analyzer[spreadsheet]" in said.told


def test_existing_files_are_kept(command, tmp_path):
    (tmp_path / "mine.xlsx").write_text("mine")
    assert command("edition", "save", "2007", "mine.xlsx").code == 2
    assert (tmp_path / "mine.xlsx").read_text() == "mine"
