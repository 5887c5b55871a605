"""Ctrl-C at any time, as a terminal sends it, to all processes of the command: exit code 130, a line, no traceback."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import typer

from tests.doors.command import tells_when_stopped
from tests.doors.montecarlo import processors
from tests.doors.runs import INTERRUPTED, interrupts
from tests.places import ROOT
from tests.runs.running import COMMANDS, FLY, MANY, MILE, WAYS, started, wait_until

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks at processes through /proc")


def is_deaf(process: int) -> bool:
    """Whether SIGINT is blocked or ignored by a process."""
    masks = dict(
        line.split(":\t") for line in Path(f"/proc/{process}/status").read_text().splitlines() if "Sig" in line
    )
    return any(int(masks[which], 16) >> signal.SIGINT - 1 & 1 for which in ("SigBlk", "SigIgn"))


def children(process: int, others: frozenset[str] = frozenset()) -> dict[int, str]:
    """Processes that a process started, with the command of each; the others were there before it."""
    found = {}
    for name in {*os.listdir("/proc")} - others:
        with suppress(OSError, IndexError, ValueError):
            if int(Path(f"/proc/{int(name)}/stat").read_text().rpartition(")")[2].split()[1]) == process:
                found[int(name)] = Path(f"/proc/{name}/cmdline").read_text().replace("\0", " ")
    return found


@pytest.mark.long
@pytest.mark.slow(but=3)
@pytest.mark.parametrize(
    ("module", "more"),
    [
        ("lazy_loader", ()),  # the first that the product imports
        ("typer", ()),
        ("analyzer.trucker.verbs.flights", ()),
        ("numpy", ()),
        ("joblib.parallel", ("--flights", MANY, "--workers", "2")),  # trials have begun
        ("matplotlib.figure", ("--flights", "20", "--plot", "p")),  # all are flown
    ],
)
def test_interrupt_during_import_stops_quietly(tmp_path, module, more):
    with started(tmp_path, *FLY, *more, INTERRUPT_AT=module) as running:
        running.end()
    assert running.process.returncode == INTERRUPTED
    assert re.fullmatch("stopped(: nothing was run yet)?\n", running.err)


@pytest.mark.long
def test_interrupt_at_exit_is_ignored(tmp_path):
    with started(
        tmp_path, "fly", MILE, "--alone", "--no-other-captains", "--flights", "20", INTERRUPT_AT="the end"
    ) as running:
        assert "20 flights" in running.end()
    assert (running.process.returncode, running.err) == (0, "")


@pytest.mark.long
@pytest.mark.slow(but=2)
@pytest.mark.parametrize("way", ["workers, saved", "alone", "workers"] if processors() > 1 else [])
def test_workers_never_hear_interrupts(tmp_path, way):
    """Whatever is started is deaf whenever one looks; the second worker is not there yet. One processor has none."""
    seen, others = set(), frozenset(os.listdir("/proc"))
    ours = "LokyProcess" if "workers" in way else "-m analyzer"
    with started(tmp_path, *COMMANDS["race"], *WAYS[way]) as running:

        def is_there() -> bool:
            for child, command in children(running.process.pid, others).items():
                with suppress(OSError):
                    assert is_deaf(child), command
                    seen.add((child, command))
            return any(ours in command for _, command in seen)

        wait_until(is_there)
        running.interrupt(times=2)
    assert len(seen) >= 2 or way == "alone"


@pytest.mark.long
def test_interrupt_ends_designer_and_flyer(tmp_path):
    with started(tmp_path, *COMMANDS["design"]) as running:
        assert running.process.stdout is not None
        assert "First Mile" in running.process.stdout.readline()
        (flyer,) = children(running.process.pid)
        assert is_deaf(flyer)
        assert running.interrupt(times=2) == "stopped\n"
        wait_until(lambda: not Path(f"/proc/{flyer}").exists())


# When it is heard

BEGIN = """
import os, signal, sys
import analyzer
from analyzer import interrupts

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
    sum(range(1000))

class Destroyed:
    def __del__(self):
        interrupt()

def go_on():
    try:
        interrupts.raise_again_if_lost()
    except KeyboardInterrupt:
        print("raised")
"""
GREEDY = """
import __main__
lost = False
try:
    __main__.interrupt()
except BaseException:
    lost = True
"""


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("interrupt()", (INTERRUPTED, "", "stopped\n")),
        ("interrupts.raise_from_now_on(); Destroyed(); go_on()", (0, "raised\n", "")),
        ("interrupts.raise_from_now_on(); exec('try: import greedy; go_on()\\nfinally: print(greedy.lost)')",
         (0, "raised\nFalse\n", "")),
        ("interrupts.raise_from_now_on(); exec('try: interrupt()\\nexcept KeyboardInterrupt: interrupt(); print(1)')",
         (0, "1\n", "")),
        ("interrupts.come_too_late(); interrupt(); print('here')", (0, "here\n", "")),
        ("interrupts.PATIENCE = 0; interrupts.come_too_late(); interrupt(); print('here')",
         (INTERRUPTED, "", "stopped\n")),
        ("interrupts.ignore_from_now_on(); interrupt(); print('here')", (0, "here\n", "")),
        ("exec('with interrupts.Deferred(): interrupt(); print(1, flush=True)')", (INTERRUPTED, "1\n", "stopped\n")),
    ],
)  # fmt: skip
def test_interrupt_effect_by_phase(tmp_path, lines, said):
    """At first Ctrl-C ends the command; later it is raised where nothing loses it, waits, or comes too late."""
    assert run_script(tmp_path / "analyzer", lines) == said


@pytest.mark.parametrize(
    "lines",
    [
        "interrupts.raise_from_now_on(); interrupts.come_too_late(); interrupts.ignore_from_now_on(); interrupt()",
        "exec('with interrupts.Deferred(): interrupt(); print(1, flush=True)')",
    ],
)
def test_imported_package_keeps_default_interrupt(tmp_path, lines):
    code, out, err = run_script(tmp_path / "script", lines)
    assert (code, out) == (-signal.SIGINT, "1\n" if "print" in lines else "")
    assert err.endswith("KeyboardInterrupt\n")


SWALLOWED = """
from analyzer.montecarlo import blocks
run, ship = blocks._block, analyzer.load_ship(%r)

def swallow(*what):
    try:
        interrupt()
    except KeyboardInterrupt:
        print("lost")
    blocks._block = run
    return run(*what)

blocks._block = swallow
try:
    analyzer.fly([ship], level="I", flights=10**6)
except KeyboardInterrupt as stopped:
    print(stopped.results)
"""


@pytest.mark.long
def test_swallowed_interrupt_is_raised_again(tmp_path):
    """The interrupt is raised before the trials that were running when it came are counted."""
    assert run_script(tmp_path / "analyzer", f"interrupts.raise_from_now_on()\n{SWALLOWED % MILE}") == (
        0,
        "lost\n()\n",
        "",
    )


def run_script(path: Path, lines: str) -> tuple[int, str, str]:
    """What a script of that name leaves: exit code, and both streams."""
    path.write_text(f"{BEGIN}{lines}\n")
    path.with_name("greedy.py").write_text(GREEDY)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, env=env, check=False, timeout=60)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def handlers():
    """The handler of Ctrl-C, put back after the test."""
    kept = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, kept)


def swallowed() -> None:
    """As C code does that takes no notice of what a callback raises."""
    with suppress(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def waiting() -> None:
    """As after an interrupt that came inside an import."""
    exec(compile("signal.raise_signal(signal.SIGINT)", "<frozen importlib._bootstrap>", "exec"))


@pytest.mark.usefixtures("handlers")
@pytest.mark.parametrize("verb", [swallowed, waiting])
def test_missed_interrupt_is_reported_at_end(verb, capsys):
    signal.signal(signal.SIGINT, interrupts._raise)
    with pytest.raises(typer.Exit) as ended:
        tells_when_stopped(verb)()
    assert ended.value.exit_code == INTERRUPTED
    assert capsys.readouterr().err == "stopped\n"


@pytest.mark.usefixtures("handlers")
def test_uninterrupted_verb_ends_normally(capsys):
    signal.signal(signal.SIGINT, interrupts._raise)
    tells_when_stopped(lambda: None)()
    assert capsys.readouterr().err == ""
