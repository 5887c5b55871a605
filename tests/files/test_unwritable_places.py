"""Places that cannot be written are found before anything is flown; what fails all the same loses no table."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISFIFO

import pandas as pd
import pytest
from matplotlib.figure import Figure

import analyzer
from analyzer import AnalyzerError, load_captain, save_captain
from tests.conftest import Said
from tests.doors.runs import tuning
from tests.facts import untold
from tests.places import ROOT

MILE = str(ROOT / "ships" / "2007" / "I" / "first-mile.yaml")
ARROW = str(ROOT / "ships" / "2007" / "I" / "paper-arrow.yaml")
WRITES = {
    "export": ("fly", MILE, "--flights", "5", "--export", "out/t.csv"),
    "plot": ("fly", MILE, "--flights", "5", "--plot", "out/plots"),
    "save": ("race", MILE, ARROW, "--flights", "5", "--save", "out/s"),
    "flights-out": ("fly", MILE, "--flights", "5", "--flights-out", "out/f.parquet"),
    "compare": ("compare", MILE, ARROW, "--flights", "5", "--export", "out/t.json"),
    "report": ("report", MILE, "--alone", "--flights", "2", "-o", "out/r.html"),
    "captain": ("captain", MILE, "--flights", "2", "--alone", "-o", "out/c.yaml"),
    "explain": ("explain", MILE, "--flight", "5", "-o", "out/e.html"),
}
FLOWN = ["analyzer.montecarlo.blocks.run", "analyzer.trucker.questions.explain.explain"]


@pytest.fixture
def nothing_flies(monkeypatch):
    for name in FLOWN:
        monkeypatch.setattr(name, lambda *_, **__: 1 / 0)


@contextmanager
def full_disk() -> Iterator[None]:
    """No byte more can be written to any file."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def closed() -> Iterator[Path]:
    """A directory in which an ordinary user may write nothing, with a file that nobody may."""
    place = Path(tempfile.mkdtemp(prefix="closed-"))
    (place / "t.csv").write_text("mine")
    (place / "t.csv").chmod(0o444)
    place.chmod(0o555)
    yield place
    place.chmod(0o755)
    shutil.rmtree(place)


@pytest.mark.parametrize("what", WRITES)
def test_full_disk_is_found_before_flying(command, tmp_path, nothing_flies, what):
    (tmp_path / "out").mkdir()
    with full_disk():
        said = command(*WRITES[what])
    assert (said.code, said.out) == (2, "")
    assert not untold(said.told, WRITES[what][-1], "File too large")
    assert list((tmp_path / "out").iterdir()) == []


def as_ordinary_user(command, monkeypatch, *args: str) -> Said:
    """What the command says to somebody who is not root; all it needs is loaded by root first."""
    refused = command(*args[:-1], f"{MILE}/{Path(args[-1]).name}")
    assert refused.code == 2
    monkeypatch.setattr("os.chdir", lambda _: None)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        return command(*args)
    finally:
        if root:
            os.seteuid(0)


@pytest.mark.parametrize("what", WRITES)
def test_denied_place_is_found_before_flying(command, monkeypatch, nothing_flies, closed, what):
    (*args, place) = WRITES[what]
    said = as_ordinary_user(command, monkeypatch, *args, str(closed / Path(place).name.replace("t.csv", "u.csv")))
    assert (said.code, said.out) == (2, "")
    assert "cannot be written: Permission denied" in said.told
    assert [path.name for path in closed.iterdir()] == ["t.csv"]


def test_protected_file_is_not_replaced(command, monkeypatch, nothing_flies, closed):
    closed.chmod(0o777)
    said = as_ordinary_user(command, monkeypatch, "fly", MILE, "--export", str(closed / "t.csv"))
    assert (said.code, "write-protected" in said.told) == (2, True)
    assert (closed / "t.csv").read_text() == "mine"


def test_every_unwritable_place_is_named(command, tmp_path, nothing_flies):
    (tmp_path / "file").write_text("x")
    said = command(
        "fly", MILE, "--export", "file/t.csv", "--plot", "file/p", "--save", "file/s", "--flights-out", "file/f.parquet"
    )
    assert said.code == 2
    assert len(said.err.splitlines()) == 4
    assert all(f"--{flag} file/" in said.err for flag in ("export", "plot", "save", "flights-out"))


def test_no_device_is_replaced(command, tmp_path, nothing_flies):
    os.mkfifo(tmp_path / "pipe")
    said = command("report", MILE, "--format", "html", "-o", "pipe")
    assert (said.code, "not a file that can be" in said.told) == (2, True)
    with pytest.raises(AnalyzerError, match="not a file that can be"):
        save_captain(load_captain("bold"), tmp_path / "pipe")
    assert S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def no_room(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.usefixtures("flown_once")
@pytest.mark.parametrize("as_json", [False, True], ids=["table", "json"])
def test_unsaved_table_is_still_printed(command, tmp_path, monkeypatch, as_json):
    args = ("fly", MILE, "--flights", "20", "--export", "t.csv", "--plot", "p", *["--json"] * as_json)
    told = command("fly", MILE, "--flights", "20", *["--json"] * as_json).out
    monkeypatch.setattr(pd.DataFrame, "to_csv", no_room)
    monkeypatch.setattr(Figure, "savefig", no_room)
    said = command(*args)
    assert said.code == 2
    assert said.err.count("No space left on device") == 2
    assert json.loads(said.out)[0]["ships"] == json.loads(told)[0]["ships"] if as_json else said.out == told


@pytest.mark.usefixtures("flown_once")
def test_failed_plot_keeps_the_export(command, tmp_path, monkeypatch):
    monkeypatch.setattr(Figure, "savefig", no_room)
    said = command("fly", MILE, "--flights", "20", "--export", "t.csv", "--plot", "p")
    assert said.code == 2
    assert len(pd.read_csv(tmp_path / "t.csv")) > 10
    assert list((tmp_path / "p").iterdir()) == []


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("verb", ["captain", "report", "explain"])
def test_unwritten_result_is_still_printed(command, monkeypatch, verb):
    monkeypatch.setattr(tuning, "FACTORS", (2,))
    monkeypatch.setattr(Path, "write_text", no_room)
    said = command(*WRITES[verb][:-1], WRITES[verb][-1].removeprefix("out/"))
    assert (said.code, "No space left" in said.told) == (2, True)
    assert "First Mile" in said.out


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.slow(but=2)
@pytest.mark.parametrize("args", [("hazards", MILE, "--export", "t.csv"), ("--help",), ("inspect", MILE, "--json")])
def test_full_device_ends_in_one_line(tmp_path, args):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "analyzer", *args],
            stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path, check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
    assert done.returncode == 2
    assert not untold(done.stderr, "error:", "standard output", "No space left on device")
    assert (tmp_path / "t.csv").exists() == ("t.csv" in args)


def odd_ship(directory: Path) -> str:
    text = Path(MILE).read_text(encoding="utf-8").replace("First Mile", "飛行船 🚀")
    (directory / "odd.yaml").write_text(text, encoding="utf-8")
    return str(directory / "odd.yaml")


@pytest.mark.long
@pytest.mark.slow(but=2)
@pytest.mark.usefixtures("sketched")
@pytest.mark.parametrize("verb", ["fly", "weak", "compare", "report"])
def test_missing_glyphs_bring_no_warnings(command, tmp_path, verb):
    """Warnings are errors here; the name stays as it is in the text of the SVG."""
    ships = [odd_ship(tmp_path), *[MILE] * (verb == "compare")]
    out = ("-o", "r.html") if verb == "report" else ("--plot", "p")
    said = command(verb, *ships, "--flights", "5", "--alone", *out)
    assert (said.code, said.err) == (0, "")
    if verb != "report":
        assert any("飛行船 🚀" in path.read_text(encoding="utf-8") for path in (tmp_path / "p").glob("*.svg"))


@pytest.mark.long
def test_unprintable_characters_become_question_marks(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "analyzer", "inspect", odd_ship(tmp_path)],
        capture_output=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"??? ?")


def test_python_calls_check_places_too(tmp_path):
    ship = analyzer.load_ship(MILE)
    with full_disk(), pytest.raises(AnalyzerError, match="File too large"):
        analyzer.fly([ship], flights=5, flights_out=tmp_path / "f.parquet", rivals="alone")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "cure"),
    [
        ("", "'': give the path of a"),
        ("a\0b.yaml", "no file can have this name"),
        ("\ud800.yaml", "no file can have this name"),
        ("x" * 300, "too long for a name"),
        (None, "None: give the path of a"),
    ],
)
def test_impossible_names_are_refused(name, cure):
    """For files and for folders; a name can fail before the system is asked to write."""
    calls = (lambda: save_captain(load_captain("expert"), name), lambda: analyzer.starship.new_edition(name))
    for call in calls:
        with pytest.raises(AnalyzerError) as caught:
            call()
        assert cure in str(caught.value)


def test_rows_need_a_name_in_unicode(tmp_path):
    with pytest.raises(AnalyzerError, match="name in UTF-8"):
        analyzer.fly(MILE, flights=2, flights_out=tmp_path / "\udcff.parquet")


@pytest.mark.parametrize("verb", [("fly", MILE, "--flights", "2", "--rules"), ("edition", "new")])
def test_links_in_circles_are_refused(command, tmp_path, verb):
    (tmp_path / "loop").symlink_to("loop")
    said = command(*verb, "loop")
    assert said.code == 2
    assert "loop: " in said.told
