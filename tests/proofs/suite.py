"""Every test there is, folder by folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator

from tests.places import ROOT
from tests.proofs.proof import Proven, Share, in_turn

ALL = {"ANALYZER_TESTS": "all", "ANALYZER_KERNELS": "all"}
NOTHING_COLLECTED = 5
LAST_LINES = 30


def every_test_passes(size: int, share: Share = in_turn) -> Proven:
    """Every test passes: every case of every family, every doctest, every notebook in a kernel of its own.

    Fails if one of them fails.
    """
    counts = share(count_passed, [*places()])
    passed, skipped = (sum(count[which] for count in counts) for which in range(2))
    return Proven(f"{passed + skipped:,} tests", f"{passed:,} passed, {skipped} skipped")


def places() -> Iterator[tuple[str, ...]]:
    """What is run at once, as pytest is asked for it: a folder with tests, without those in it, or doctests alone."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    for place in settings["testpaths"]:
        if not [*(ROOT / place).rglob("test_*.py"), *(ROOT / place).rglob("*.ipynb")]:
            yield (place,)
            continue
        for folder in sorted([ROOT / place, *(ROOT / place).rglob("*/")]):
            if [*folder.glob("*.py"), *folder.glob("*.ipynb")]:
                inner = [f"--ignore={path.relative_to(ROOT).as_posix()}" for path in sorted(folder.glob("*/"))]
                yield folder.relative_to(ROOT).as_posix(), *(name for name in inner if "__pycache__" not in name)


def count_passed(*place: str) -> tuple[int, int]:
    """How many tests of a place passed, and how many were skipped; raises AssertionError if one failed."""
    command = [sys.executable, "-m", "pytest", "-n0", *place]
    ran = subprocess.run(command, cwd=ROOT, env={**os.environ, **ALL}, capture_output=True, text=True, check=False)
    last_lines = "\n".join(ran.stdout.splitlines()[-LAST_LINES:])
    assert ran.returncode in (0, NOTHING_COLLECTED), last_lines + ran.stderr
    passed, skipped = (re.search(rf"(\d+) {what}", last_lines) for what in ("passed", "skipped"))
    return int(passed[1]) if passed else 0, int(skipped[1]) if skipped else 0
