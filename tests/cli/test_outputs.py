"""Outputs of a command never replace what it reads, nor a player's own files of another kind."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Said
from tests.facts import untold
from tests.places import ROOT

FILES = {
    "ship.yaml": "2007/II/steady-hauler.yaml",
    "record.yaml": "2007/example-record.yaml",
    "galaxy.yaml": "lorry/tiny.yaml",
}
IS_INPUT = "this command reads that file"
EXPLAIN = ("explain", "ship.yaml", "--flight", "3")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    for name, source in FILES.items():
        shutil.copy(ROOT / "ships" / source, tmp_path / name)
    (tmp_path / "cards.csv").write_text("id,kind\n")
    (tmp_path / "link.yaml").symlink_to("ship.yaml")
    return tmp_path


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((*EXPLAIN, "--record", "ship.yaml"), "--record ship.yaml: is there already and cannot be read as a record"),
        ((*EXPLAIN, "--record", "galaxy.yaml"), "cannot be read as a record"),
        ((*EXPLAIN, "--record", "mine.csv"), "--record mine.csv: name a file that ends in .yaml or .yml"),
        (
            ("captain", "ship.yaml", "-o", "ship.yaml"),
            "ship.yaml: is there already and cannot be read as a captain",
        ),
        (("captain", "ship.yaml", "-o", "mine.csv"), "name a file that ends in .yaml or .yml"),
        (("lorry", "explain", "galaxy.yaml", "--game", "1", "--record", "record.yaml"), "cannot be read as a record"),
        (("lorry", "captain", "galaxy.yaml", "-o", "galaxy.yaml"), "cannot be read as a captain"),
        (("improve", "ship.yaml", "--free", "--seconds", "1", "-o", "ship.yaml"), f"--out ship.yaml: {IS_INPUT}"),
        (("improve", "ship.yaml", "--free", "--seconds", "1", "-o", "link.yaml"), f"--out link.yaml: {IS_INPUT}"),
        (("improve", "ship.yaml", "--free", "--seconds", "1", "-o", "record.yaml"), "cannot be read as a ship"),
        (("report", "ship.yaml", "-o", "ship.yaml", "--format", "html"), "name a file that ends in .html or .md"),
        (("fly", "ship.yaml", "--cards-file", "cards.csv", "--export", "cards.csv"), f"--export cards.csv: {IS_INPUT}"),
        (("metrics", "-o", "ship.yaml"), "name a file that ends in .md"),
        (("new", "II", "-o", "mine.pdf"), "mine.pdf: name a file that ends in .yaml or .yml"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_outputs_overwrite_no_foreign_file(
    command: Callable[..., Said], own: Path, args: tuple[str, ...], words: str
) -> None:
    """Neither an input of the command nor a file of another kind is overwritten."""
    before = {path.name: path.read_bytes() for path in own.iterdir()}
    said = command(*args)
    assert (said.code, words in said.told) == (2, True), said.err
    assert {path.name: path.read_bytes() for path in own.iterdir()} == before


def test_replaced_record_is_named_so(command: Callable[..., Said], own: Path) -> None:
    first = command(*EXPLAIN, "--record", "mine.yaml")
    before = (own / "mine.yaml").read_text()
    second = command("explain", "ship.yaml", "--flight", "4", "--record", "mine.yaml")
    assert ["replaced the earlier file" in said.out for said in (first, second)] == [False, True]
    assert (own / "mine.yaml").read_text() != before


def test_refused_record_prints_no_story(command: Callable[..., Said], own: Path) -> None:
    ship = str(ROOT / "ships/2007/IVC/four-winds.yaml")
    said = command("explain", ship, "--flight", "3", "--alone", "--record", "mine.yaml")
    assert (said.code, said.out) == (2, ""), said.err


def test_both_spellings_of_output_work(command: Callable[..., Said], own: Path) -> None:
    assert command("metrics", "--output", "list.md").code == 0
    assert command("explain", "ship.yaml", "--flight", "3", "--out=page.html").code == 0
    assert {"list.md", "page.html"} <= {path.name for path in own.iterdir()}


@pytest.mark.long
@pytest.mark.parametrize("args", [("metrics",), ("--help",)], ids=" ".join)
def test_closed_pipe_ends_with_sigpipe(args: tuple[str, ...]) -> None:
    """128 + SIGPIPE, so that `set -o pipefail` can tell it from a fault."""
    running = subprocess.Popen(
        [sys.executable, "-m", "analyzer", *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    )
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.close()
    assert running.stderr.read() == b""
    running.stderr.close()
    assert running.wait(30) == 141


def test_plot_place_is_checked_first(command: Callable[..., Said], own: Path) -> None:
    said = command("inspect", "ship.yaml", "--plot", "cards.csv")
    assert (said.code, said.out) == (2, "")
    assert not untold(said.told, "--plot cards.csv", "directory")


def test_plot_takes_save_file_of_any_name(command: Callable[..., Said], own: Path) -> None:
    assert command("fly", "ship.yaml", "--alone", "--flights", "4", "--quiet", "--save", "run.json").code == 0
    said = command("plot", "run.json", "-o", "new folder/run.png")
    assert (said.code, (own / "new folder/run.png").exists()) == (0, True), said.err


def test_plot_names_the_files_it_takes(command: Callable[..., Said], own: Path) -> None:
    said = command("plot", "ship.yaml")
    assert (said.code, said.out) == (2, "")
    assert all(word in said.told for word in ("--save", ".csv", ".parquet", ".json"))
