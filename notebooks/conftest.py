"""In tests the notebooks fly few flights, and one of them in a kernel: kernels take the environment of who starts them.

The cells run in `tests/docs/test_notebooks.py`, in its own process; with `ANALYZER_KERNELS=all` each has a kernel.
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


def pytest_runtest_setup(item: pytest.Item) -> None:
    os.environ["ANALYZER_FLIGHTS"] = GIVEN or ("2000" if item.path.name == FIRST else "40")
