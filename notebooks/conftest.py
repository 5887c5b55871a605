"""In tests the notebooks fly few flights: kernels take the environment of the process that starts them."""

import os

import pytest

GIVEN = os.environ.get("ANALYZER_FLIGHTS")
FEW = 40
MORE = {"01-a-first-flight.ipynb": 2000}
"""The first one flies a thousandth of its flights, too."""


def pytest_runtest_setup(item: pytest.Item) -> None:
    os.environ["ANALYZER_FLIGHTS"] = GIVEN or str(MORE.get(item.path.name, FEW))
