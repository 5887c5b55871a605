"""Fly few flights in tests of notebooks, and run one notebook in a kernel, as a long test.

A kernel takes the environment of the process that starts it. The cells run in `tests/docs/test_notebooks.py`, in its own process; with `ANALYZER_KERNELS=all` each has a kernel.
"""

import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent
GIVEN = os.environ.get("ANALYZER_FLIGHTS")
ONE = HERE / "starship" / "01-a-first-turn.ipynb"
FIRST = "01-a-first-flight.ipynb"
"""It flies a thousandth of its flights."""

if os.environ.get("ANALYZER_KERNELS") != "all":
    collect_ignore = [str(path) for path in HERE.rglob("*.ipynb") if path != ONE]

    def pytest_itemcollected(item: pytest.Item) -> None:
        item.add_marker("long")


def pytest_runtest_setup(item: pytest.Item) -> None:
    os.environ["ANALYZER_FLIGHTS"] = GIVEN or ("2000" if item.path.name == FIRST else "40")
