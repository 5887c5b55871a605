"""Commands that are interrupted while they run, as a terminal does it: all of their processes at once."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.doors.runs import INTERRUPTED
from tests.places import ROOT

MILE, ARROW = (str(ROOT / "ships" / "2007" / "I" / f"{name}.yaml") for name in ("first-mile", "paper-arrow"))
GALAXY = str(ROOT / "ships" / "lorry" / "small.yaml")
MANY = "10000000"
"""So many trials that no run is over before it is interrupted."""
COMMANDS = {
    "fly": ("fly", MILE, "--flights", MANY),
    "compare": ("compare", MILE, ARROW, "--flights", MANY),
    "play": ("starship", "play", "--games", MANY),
    "race": ("lorry", "race", GALAXY, "--captain", "steady", "--captain", "trunk", "--games", MANY),
    "report": ("report", MILE, ARROW, "--flights", MANY, "-o", "r.html"),
    "design": ("design", MILE, "--no-browser", "--port", "0"),
}
FLY = ("fly", MILE, "--alone", "--no-other-captains")
WAYS = {
    "alone": (),
    "workers": ("--workers", "2"),
    "saved": ("--save", "s"),
    "workers, saved": ("--workers", "2", "--save", "s"),
}
LACKS = {"report": ("saved", "workers, saved"), "design": ("workers", "saved", "workers, saved")}
"""What those verbs cannot be told."""
HOOK = """
import atexit, os, signal, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name in os.environ.get("INTERRUPT_AT", "").split():
            for _ in range(2):
                os.kill(os.getpid(), signal.SIGINT)

def at_the_end():
    os.kill(os.getpid(), signal.SIGINT)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        print("still heard", file=sys.stderr)

if os.environ.get("INTERRUPT_AT") == "the end":
    atexit.register(at_the_end)
sys.meta_path.insert(0, Interrupt())
"""
"""Python loads this, as `sitecustomize`, before all else: it interrupts the process, twice, where a module is imported,
or when all is over."""


@dataclass
class Running:
    """The command in a group of its own, which tells on stderr, in a file, what it has imported."""

    process: subprocess.Popen[str]
    file: Path

    @property
    def err(self) -> str:
        """What else it said on stderr."""
        return re.sub(r"import time:[^\n]*\n", "", self.file.read_text())  # of any process, in the midst of a line too

    @property
    def is_guarded(self) -> bool:
        """Whether the first statements of the product are over."""
        return " analyzer.interrupts\n" in self.file.read_text()

    def end(self) -> str:
        """Wait until it ends; what it printed."""
        out, _ = self.process.communicate(timeout=60)
        return out

    def interrupt(self, times: int = 1) -> str:
        """Interrupt the group, and see it end as it should; what it said on stderr."""
        is_guarded = self.is_guarded
        for _ in range(times):
            os.killpg(self.process.pid, signal.SIGINT)
        if not is_guarded:
            return self._end_before_the_product()
        self.end()
        assert self.process.returncode == INTERRUPTED, self.err
        assert self.err.startswith("stopped"), self.err
        assert self.err.count("\n") == 1, self.err
        return self.err

    def _end_before_the_product(self) -> str:
        """Python may die of it with a traceback of its own, or print that it lost it: then it is interrupted again."""
        while self.process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(5)
                break
            os.killpg(self.process.pid, signal.SIGINT)
        assert self.process.returncode in (-signal.SIGINT, 1, INTERRUPTED)
        assert self.process.returncode != INTERRUPTED or self.err.endswith("stopped\n")
        return self.err


@contextmanager
def started(place: Path, *args: str, **variables: str) -> Iterator[Running]:
    """The command, in a directory of its own."""
    (place / "sitecustomize.py").write_text(HOOK)
    path = f"{place}{os.pathsep}{ROOT}" if variables else str(ROOT)
    with (
        (place / "err").open("w") as err,
        subprocess.Popen(
            [sys.executable, "-X", "importtime", "-m", "analyzer", *args],
            cwd=place, env={**os.environ, "PYTHONPATH": path, **variables}, text=True, start_new_session=True,
            stdout=subprocess.PIPE, stderr=err,
        ) as process,
    ):  # fmt: skip
        try:
            yield Running(process, place / "err")
        finally:
            process.kill()


def wait_until(holds: Callable[[], bool]) -> None:
    begun = time.monotonic()
    while not holds():
        assert time.monotonic() - begun < 60
        time.sleep(0.002)
