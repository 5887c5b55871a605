"""Every test is in one folder that `make verify` runs, and a failing one is noticed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.proofs import suite
from tests.proofs.suite import count_passed, places

PASSES = """
import os, pytest

def test_all_cases_are_asked_for():
    assert (os.environ["ANALYZER_TESTS"], os.environ["ANALYZER_KERNELS"]) == ("all", "all")

@pytest.mark.skip
def test_skipped(): ...
"""
FAILS = "def test_that_fails(): assert 1 == 2"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One with a folder of tests that pass, and in it one with a test that fails."""
    (tmp_path / "tests" / "inner").mkdir(parents=True)
    (tmp_path / "tests" / "empty").mkdir()
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\ntestpaths = ["tests", "product"]\n')
    (tmp_path / "product" / "room").mkdir(parents=True)
    (tmp_path / "product" / "room" / "module.py").touch()
    (tmp_path / "tests" / "test_passing.py").write_text(PASSES)
    (tmp_path / "tests" / "inner" / "test_failing.py").write_text(FAILS)
    monkeypatch.setattr(suite, "ROOT", tmp_path)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # nbmake and hypothesis take two seconds to load
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p xdist")  # which knows -n0
    return tmp_path


@pytest.mark.long
def test_suite_runs_folder_without_subfolders(repository: Path) -> None:
    of_tests, *others = places()
    assert others == [("tests/inner",), ("product",)]
    assert count_passed(*of_tests) == (1, 1)


@pytest.mark.long
def test_suite_raises_failing_test_name(repository: Path) -> None:
    with pytest.raises(AssertionError, match=r"FAILED tests/inner/test_failing.py::test_that_fails"):
        count_passed("tests/inner")


@pytest.mark.long
def test_folder_without_tests_passes(repository: Path) -> None:
    assert count_passed("product") == (0, 0)


def test_suite_covers_every_test_once() -> None:
    """Fails if a folder with tests, or what is tested by doctests, is run by no piece or by two."""
    folders = Counter(place for place, *_ in places())
    for path in (*(ROOT / "tests").rglob("*.py"), *(ROOT / "notebooks").rglob("*.ipynb")):
        assert folders[path.parent.relative_to(ROOT).as_posix()] == 1
    assert {"analyzer", "docs/builder/text.py"} < {*folders}
    assert max(folders.values()) == 1
    for place, *inner in places():
        assert {one.removeprefix("--ignore=").rpartition("/")[0] for one in inner} <= {place}
