"""For mutation testing, a pytest plugin: nothing that an unchanged rule worked out is remembered where one is changed.

mutmut tries each mutant in a child of one process, in which all tests ran before; so what those left in caches would
stand in for what the mutant works out. And to learn which tests reach a rule, each has to work out all it needs.
"""

from __future__ import annotations

import os
import sys


def pytest_sessionstart() -> None:
    forget()


def pytest_runtest_setup() -> None:
    if os.environ.get("MUTANT_UNDER_TEST") == "stats":
        forget()


def forget() -> None:
    """Empty the caches of all functions of the product."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "analyzer":
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
