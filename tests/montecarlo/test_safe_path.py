"""Processes that are started import nothing from the folder in which the command happens to run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.doors.montecarlo import starting_safely
from tests.places import ROOT

SAFE_PATH = "PYTHONSAFEPATH"

NAMES = ("joblib", "pickle", "signal", "multiprocessing", "lazy_loader", "numpy", "typer", "uuid", "tempfile")
"""Modules that the command, its workers or the process that flies import."""
WORK = "from analyzer.montecarlo.workers import in_order\nprint(*in_order(2, abs, range(4)))"
DESIGN = """
import threading
from analyzer.trucker.designer.desk import FlyingProcess

told, heard = [], threading.Event()
flyer = FlyingProcess(lambda look: (told.append(look), heard.set()))

class Task:
    def fault_message(self, faults):
        return faults

flyer._task = Task()
flyer._process.stdin.close()
assert heard.wait(60)
print(flyer._process.returncode)
"""


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    """Return a folder with files that are named like libraries and leave a mark when they run."""
    for name in NAMES:
        mark = tmp_path / f"ran-{name}"
        text = f"open({str(mark)!r}, 'w').close()\nraise ImportError('taken from the current folder')\n"
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    return tmp_path


def run(folder: Path, *args: str) -> tuple[int, list[str], str]:
    """Return the exit code, the libraries that were taken from the folder, and the output."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, *args], cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False
    )
    return done.returncode, sorted(file.name for file in folder.glob("ran-*")), done.stdout


@pytest.mark.long
def test_workers_import_no_local_files(trapped: Path) -> None:
    assert run(trapped, "-P", "-c", f"import sys; sys.path.append({str(ROOT)!r})\n{WORK}") == (0, [], "0 1 2 3\n")


@pytest.mark.long
def test_flyer_imports_no_local_files(trapped: Path) -> None:
    assert run(trapped, "-P", "-c", f"import sys; sys.path.append({str(ROOT)!r})\n{DESIGN}") == (0, [], "0\n")


def test_module_command_imports_no_locals(trapped: Path) -> None:
    code, taken, output = run(trapped, "-m", "analyzer", "--version")
    assert (code, taken) == (0, [])
    assert output.startswith("analyzer ")


def test_safe_path_is_restored_after_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    for before in (None, "", "1"):
        monkeypatch.delenv(SAFE_PATH, raising=False)
        if before is not None:
            monkeypatch.setenv(SAFE_PATH, before)
        with starting_safely():
            with starting_safely():
                pass
            assert os.environ[SAFE_PATH] == "1"
        assert os.environ.get(SAFE_PATH) == before
