"""Origin of a result goes with it everywhere: the version, the command as it was typed, and its seed."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys

import pandas as pd
import pyarrow.parquet as pq
import pytest
from PIL import Image

import analyzer
from tests.doors.command import main_of_app as main
from tests.places import ROOT

pytestmark = pytest.mark.usefixtures("flown_once")

MILE, ARROW = (str(ROOT / "ships" / "2007" / "I" / f"{name}.yaml") for name in ("first-mile", "paper-arrow"))
VERBS = {
    "fly": ("fly", MILE, "--alone", "--flights", "5", "--seed", "7"),
    "compare": ("compare", MILE, ARROW, "--flights", "5", "--seed", "7"),
    "weak": ("weak", ARROW, "--alone", "--flights", "2", "--seed", "7"),
    "hazards": ("hazards", MILE),
}


def typed(args: tuple[str, ...]) -> dict[str, object]:
    """What is said of the command with those arguments."""
    told = {"version": analyzer.__version__, "command": shlex.join(["analyzer", *args])}
    return told | ({"seed": 7} if "7" in args else {})


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run the command; what it prints."""
    monkeypatch.chdir(tmp_path)

    def asked(*args: str) -> str:
        monkeypatch.setattr(sys, "argv", ["analyzer", *args])
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        assert (left.value.code, err) == (0, "")
        return out

    return asked


@pytest.mark.parametrize("verb", VERBS)
def test_json_names_its_command(run, verb):
    args = (*VERBS[verb], "--json")
    told = json.loads(run(*args))
    assert (told[0] if isinstance(told, list) else told)["made"] == typed(args)


@pytest.mark.slow(but=4)
@pytest.mark.parametrize("suffix", [".csv", ".json", ".parquet"])
@pytest.mark.parametrize("verb", VERBS)
def test_exports_name_command_in_rows(run, tmp_path, verb, suffix):
    args = (*VERBS[verb], "--export", f"t{suffix}")
    run(*args)
    read = {".csv": pd.read_csv, ".json": pd.read_json, ".parquet": pd.read_parquet}[suffix]
    table = read(tmp_path / f"t{suffix}")
    for name, value in typed(args).items():
        assert set(table[name]) == {value}, name
    assert len(set(table.columns)) == len(table.columns)


def test_flight_files_name_command_in_metadata(run, tmp_path):
    args = (*VERBS["fly"], "--flights-out", "f.parquet")
    run(*args)
    told = pq.read_schema(tmp_path / "f.parquet").metadata
    assert {name: told[f"analyzer {name}".encode()].decode() for name in typed(args)} == {
        name: str(value) for name, value in typed(args).items()
    }


@pytest.mark.long
@pytest.mark.usefixtures("coarse")
def test_figures_name_command_in_metadata(run, tmp_path):
    args = (*VERBS["compare"], "--plot", "p")
    run(*args)
    program, command = f"analyzer {analyzer.__version__}", f"{typed(args)['command']} (seed 7)"
    with Image.open(tmp_path / "p" / "differences.png") as picture:
        assert (picture.info["Software"], picture.info["Description"]) == (program, command)
    text = (tmp_path / "p" / "differences.svg").read_text(encoding="utf-8")
    assert program in text
    assert command in text


@pytest.mark.long
@pytest.mark.usefixtures("undrawn")
def test_pages_name_their_command(run, tmp_path):
    for args in (
        ("report", MILE, "--alone", "--flights", "5", "-o", "r.html"),
        ("explain", MILE, "--flight", "3", "-o", "r.html"),
    ):
        run(*args)
        page = (tmp_path / "r.html").read_text(encoding="utf-8")
        assert f'<meta name="generator" content="analyzer {analyzer.__version__}">' in page
        visible = re.sub(r"<head>.*</head>", "", page, flags=re.DOTALL)
        assert str(typed(args)["command"]) in visible
        assert f"analyzer {analyzer.__version__}" in visible


def test_finished_command_leaves_no_metadata(run, tmp_path):
    run(*VERBS["fly"])
    analyzer.fly([analyzer.load_ship(MILE)], flights=5, flights_out=tmp_path / "f.parquet", rivals="alone")
    told = pq.read_schema(tmp_path / "f.parquet").metadata
    assert {name.decode() for name in told if name.startswith(b"analyzer ")} == {"analyzer version"}


def test_version_option_prints_version(run):
    assert run("--version").startswith(f"analyzer {analyzer.__version__}\n")


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize("target", ["run", "test"])
def test_make_shows_what_it_installs(tmp_path, target):
    """A pretended Python shows that `make` names packages as they come, and all of pip's output on failure."""
    (tmp_path / "Makefile").write_bytes((ROOT / "Makefile").read_bytes())
    (tmp_path / "pyproject.toml").touch()
    pretend = tmp_path / "python"
    pretend.write_text(
        '#!/bin/sh\ncase "$*" in\n  *venv*) mkdir -p .venv/bin; cp python .venv/bin/python;;\n'
        '  *pip*) echo "Collecting numpy>=2 (from x)"; echo "  Downloading"; test ! -e broken || exit 3;;\nesac\n'
    )
    pretend.chmod(0o755)

    def make() -> subprocess.CompletedProcess[str]:
        args = ["make", f".venv/{target}.done", f"PYTHON={pretend}"]
        return subprocess.run(args, cwd=tmp_path, capture_output=True, text=True, check=False)

    (tmp_path / "broken").touch()
    said = make()
    assert said.returncode != 0
    assert "  Downloading" in said.stdout
    assert not (tmp_path / ".venv" / f"{target}.done").exists()
    (tmp_path / "broken").unlink()
    said = make()
    assert (said.returncode, said.stderr) == (0, "")
    assert "installing analyzer and what it" in said.stdout
    assert "  numpy\n" in said.stdout


@pytest.mark.long
def test_name_without_utf8_in_pictures(run, tmp_path):
    """A file name may hold bytes that are no UTF-8; pictures and tables name it all the same."""
    name = os.fsdecode(b"m\xe4rz")
    shutil.copy(MILE, tmp_path / f"{name}.yaml")
    run("fly", f"{name}.yaml", "--alone", "--flights", "5", "--plot", name, "--export", f"{name}.parquet")
    (picture,) = (tmp_path / name).glob("credits.png")
    assert r"m\xe4rz.yaml" in Image.open(picture).text["Description"]
    with (tmp_path / f"{name}.parquet").open("rb") as table:
        assert set(pq.read_table(table)["version"].to_pylist()) == {analyzer.__version__}
