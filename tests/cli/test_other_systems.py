"""The program as an installed command, and on systems without copies of processes and without locks on files."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile

import pytest

from tests.facts import untold
from tests.places import ROOT

MILE = ROOT / "ships" / "2007" / "I" / "first-mile.yaml"
ELSEWHERE = """
import sys, os, multiprocessing
sys.modules["fcntl"] = None
del os.fork
multiprocessing.set_start_method("spawn")
import analyzer
if __name__ == "__main__":
    from analyzer.montecarlo import workers
    workers.are_safe = lambda: False
    ship, few = sys.argv[1], dict(flights=400, rivals="alone", block=100)
    one = analyzer.fly(ship, workers=1, **few)
    two = analyzer.fly(ship, workers=2, save="run.save", **few)
    again = analyzer.fly(ship, workers=1, save="run.save", **few)
    print(one.to_frame().equals(two.to_frame()), one.to_frame().equals(again.to_frame()))
"""


@pytest.mark.long
def test_other_systems_give_equal_results(tmp_path):
    """Windows has no `os.fork` and no `fcntl`, macOS begins processes anew."""
    (tmp_path / "elsewhere.py").write_text(ELSEWHERE)
    command = [sys.executable, "elsewhere.py", str(MILE)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.split() == ["True", "True"], done.stderr


def test_version_tells_rules_and_libraries(command):
    said = command("--version")
    first, rules, python, libraries = said.out.splitlines()
    assert re.fullmatch(r"analyzer \d+\.\d+\.\d+", first)
    assert all(re.search(rf"\b{game} \d", rules) for game in ("trucker", "starship", "lorry"))
    assert f"Python {sys.version.split()[0]} on" in python
    assert re.search(r"numpy \d.*pyarrow \d.*openpyxl (\d|none)", libraries)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("uv") is None, reason="needs uv, which builds the wheel")
def test_wheel_holds_every_data_file(tmp_path):
    """A command that is installed by uv or pipx has what the working tree has."""
    subprocess.run(["uv", "build", "--quiet", "--wheel", "--out-dir", tmp_path, ROOT], check=True, timeout=300)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = {*packed.namelist()}
    kept = {".csv", ".yaml", ".py", ".pyi", ".html", ".js", ".css", ".typed"}
    own = {path.relative_to(ROOT).as_posix() for path in (ROOT / "analyzer").rglob("*") if path.suffix in kept}
    assert own - names == set()


@pytest.mark.parametrize(
    "words",
    [("table", "ships/2007/I/first-mile.yaml"), ("starship", "table"), ("lorry", "table", "ships/lorry/late.yaml")],
    ids=" ".join,
)
def test_page_without_server_names_cure(command, monkeypatch, words):
    """The packages of the server are an extra: who lacks them is told what to install."""

    def missing(name):
        raise ModuleNotFoundError("No module named 'uvicorn'", name="uvicorn")

    monkeypatch.setattr("analyzer.cli.drawing.import_module", missing)
    said = command(*(str(ROOT / word) if word.endswith(".yaml") else word for word in words))
    assert said.code == 2
    assert not untold(said.err, "uvicorn", "not installed", "pip install")
