"""Ctrl-C at any time, as a terminal sends it, to all processes of the command: exit code 130, a line, no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

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
WAYS = {
    "alone": (),
    "workers": ("--workers", "2"),
    "saved": ("--save", "s"),
    "workers, saved": ("--workers", "2", "--save", "s"),
}
LACKS = {"report": ("saved", "workers, saved"), "design": ("workers", "saved", "workers, saved")}
"""What those verbs cannot be told."""
LONGEST = 2.0
"""Seconds within which the command is gone on a machine that has nothing else to do."""

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks at processes through /proc")


@contextmanager
def started(place: Path, *args: str, program: tuple[str, ...] = ("-m", "analyzer")) -> Iterator[subprocess.Popen[str]]:
    """The command in a group of its own, with Python's own handler: who runs in the background ignores Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(
        [sys.executable, *program, *args], cwd=place, env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def catches_interrupts(process: int) -> bool:
    """Whether anything in the process answers SIGINT by now, Python's own handler at least."""
    status = Path(f"/proc/{process}/status").read_text()
    caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> signal.SIGINT - 1 & 1)


def interrupt(process: subprocess.Popen[str], times: int = 1) -> str:
    """Interrupt the group, and see it end as it should; what it said on stderr."""
    was_python = catches_interrupts(process.pid)
    begun = time.monotonic()
    for _ in range(times):
        os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    took = time.monotonic() - begun
    if process.returncode != 130:
        # Python itself was still starting: it had no handler yet, or was not at the first statement of the product
        assert not was_python or err.splitlines()[-1:] == ["KeyboardInterrupt"] or "init_import_site" in err
        assert process.returncode in (-signal.SIGINT, 1)
        assert str(ROOT / "analyzer") not in err
        return err
    assert err.count("\n") == 1, err
    assert err.startswith("stopped"), err
    assert took < 60 * LONGEST
    return err


@pytest.mark.few(0)
@pytest.mark.parametrize("after", range(0, 4001, 50))
@pytest.mark.parametrize(
    ("verb", "way"), [(verb, way) for verb in COMMANDS for way in WAYS if way not in LACKS.get(verb, ())]
)
def test_at_any_time(tmp_path, verb, way, after):
    with started(tmp_path, *COMMANDS[verb], *WAYS[way]) as process:
        time.sleep(after / 1000)
        interrupt(process)
