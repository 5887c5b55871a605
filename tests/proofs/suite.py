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
    counts = share(count_passed, [(place,) for place in places()])
    passed, skipped = (sum(count[which] for count in counts) for which in range(2))
    return Proven(f"{passed + skipped:,} tests", f"{passed:,} passed, {skipped} skipped")


def places() -> Iterator[str]:
    """All folders with tests, each without those in it, and files that are tested by themselves."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    for place in settings["testpaths"]:
        for path in sorted([ROOT / place, *(ROOT / place).rglob("*/")]):
            if path.is_file() or any(path.glob("*.py")) or any(path.glob("*.ipynb")):
                yield path.relative_to(ROOT).as_posix()


def count_passed(place: str) -> tuple[int, int]:
    """How many tests of a folder passed, and how many were skipped; raises AssertionError if one failed."""
    command = [sys.executable, "-m", "pytest", "-n0", place]
    command += [f"--ignore={folder}" for folder in (ROOT / place).glob("*/")]
    ran = subprocess.run(command, cwd=ROOT, env={**os.environ, **ALL}, capture_output=True, text=True, check=False)
    last_lines = "\n".join(ran.stdout.splitlines()[-LAST_LINES:])
    assert ran.returncode in (0, NOTHING_COLLECTED), last_lines + ran.stderr
    passed, skipped = (re.search(rf"(\d+) {what}", last_lines) for what in ("passed", "skipped"))
    return int(passed[1]) if passed else 0, int(skipped[1]) if skipped else 0
