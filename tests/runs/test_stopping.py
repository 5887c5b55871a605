"""Runs that are stopped, resumed and watched: nothing flown is lost, nobody waits in the dark."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest
import typer
from rich.console import Console

import analyzer
from analyzer import AnalyzerError
from tests.cli.command_lines import FLOWN, PRECISE
from tests.doors.answers import SideBySide
from tests.doors.command import ProgressLine, tells_when_stopped, watch
from tests.doors.montecarlo import blocks
from tests.doors.runs import Precision, Step, Stopped, interrupts, tuning
from tests.doors.runs import store as stores
from tests.doors.trucker_flights import plan
from tests.facts import untold
from tests.places import ROOT
from tests.runs.counting import Counting, interrupted_at

SHIPS = ROOT / "ships" / "2007"
MILE, ARROW = (str(SHIPS / "I" / f"{name}.yaml") for name in ("first-mile", "paper-arrow"))
FIRST, STEP = 16, 64


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(blocks, "FIRST", FIRST)
    monkeypatch.setattr(blocks, "GROWTH", 2)
    monkeypatch.setattr(blocks, "CHECK_STEP", STEP)
    monkeypatch.setattr(blocks, "FIRST_BLOCK_SECONDS", 1e9)  # no block is cut because it takes long
    monkeypatch.setattr("analyzer.trucker.questions.weak.WithoutEach.FIRST_BLOCK", FIRST)
    monkeypatch.setattr(SideBySide, "FIRST_BLOCK", FIRST)


# Ctrl-C


@pytest.mark.long
@pytest.mark.slow(but=3)
@pytest.mark.parametrize("verb", FLOWN)
def test_stopped_run_is_shown_and_resumed(command, small, monkeypatch, verb):
    """Two blocks end, of FIRST flights and up to twice as many: those are told, kept, and gone on from."""
    whole = command(*FLOWN[verb], "--flights", "40", "--json").out
    with monkeypatch.context() as while_running:
        interrupted_at(while_running, 3)
        said = command(*FLOWN[verb], "--flights", "40", "--save", "s")
    assert said.code == 130
    assert not untold(said.out, "Stopped", str(2 * FIRST), "40")
    assert f"stopped: {2 * FIRST} " in said.err
    assert not untold(said.told, "saved in s", "continue")
    again = command(*FLOWN[verb], "--flights", "40", "--save", "s", "--json")
    assert (again.code, again.out) == (0, whole)
    assert again.err.startswith(f"s: holds {2 * FIRST} ")
    assert "continuing from there" in again.err


def test_stopped_run_without_file_warns(command, small, monkeypatch):
    interrupted_at(monkeypatch, 2)
    said = command("fly", MILE, "--flights", "1000", "--json", "--export", "t.csv", "--plot", "p")
    assert said.code == 130
    assert json.loads(said.out)[0]["flights"] == FIRST
    assert "nothing is saved: with --save FILE" in said.told
    assert "t.csv: not written" in said.told
    assert not Path("t.csv").exists()


@pytest.mark.long
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("captain", ARROW, "--alone"), "The search tried 5 captains"),
        (("captain", ARROW, "--alone"), "on 20 fresh flights, stopped early"),
        (("report", ARROW, "-o", "r.html"), "20 flights"),
    ],
)
def test_stopped_multirun_shows_last_result(command, monkeypatch, args, told):
    interrupted_at(monkeypatch, 2)
    said = command(*args, "--flights", "20", *["--verbose"] * ("-o" not in args))
    assert (said.code, told in " ".join(said.out.split())) == (130, True)
    assert "--save" not in said.err


def test_stopped_before_flying_says_so(command, monkeypatch):
    interrupted_at(monkeypatch, 1)
    said = command("fly", MILE, "--flights", "20")
    assert (said.code, said.out, said.err) == (130, "", "stopped: nothing was run yet\n")


def test_stopped_run_shows_finished_ships(command, monkeypatch):
    interrupted_at(monkeypatch, 2)
    said = command("fly", MILE, ARROW, "--flights", "20")
    assert said.code == 130
    assert "First Mile" in said.out
    assert "Paper Arrow: " not in said.out  # notes name it too


def test_python_interrupt_holds_results(small, monkeypatch):
    interrupted_at(monkeypatch, 2)
    with pytest.raises(KeyboardInterrupt) as stopped:
        analyzer.fly([analyzer.load_ship(MILE)], flights=1000, rivals="alone")
    assert isinstance(stopped.value, Stopped)
    assert (
        stopped.value.results[0].tally == analyzer.fly([analyzer.load_ship(MILE)], flights=FIRST, rivals="alone").tally
    )


@pytest.mark.parametrize("error", [None, AnalyzerError("no"), KeyboardInterrupt()])
def test_interrupt_after_verb_is_ignored(monkeypatch, error):
    """However it ends, and before anything more is said."""
    order = []

    def verb() -> None:
        order.append("verb")
        if error:
            raise error

    monkeypatch.setattr(interrupts, "come_too_late", lambda: order.append("too late"))
    monkeypatch.setattr("analyzer.cli.stopping.say", order.append)
    with suppress(AnalyzerError, typer.Exit):
        tells_when_stopped(verb)()
    assert order[:2] == ["verb", "too late"]


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.slow(but=1)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_terminal_interrupt_saves_and_shows(tmp_path, workers):
    """The interrupt goes to all processes of the command: no traces, a table, and a file to continue from."""
    args = [sys.executable, "-m", "analyzer", "fly", MILE, "--alone", "--flights", "10000000", "--workers", workers]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [*args, "--save", "s"], cwd=tmp_path, env=env, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        begun = time.monotonic()
        while len((tmp_path / "s").read_bytes().splitlines() if (tmp_path / "s").exists() else "") < 2:
            assert time.monotonic() - begun < 60
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    kept = stores.read(tmp_path / "s").runs[0].trials
    assert not untold(err, "stopped", f"{kept:,} flights", "saved in s")
    assert f"{kept:,} flights" in out


@pytest.mark.long
def test_full_disk_loses_no_table(command, small, monkeypatch):
    """The third block cannot be kept: it is told all the same, with the fault."""
    real, writes = stores._write, [0]

    def write(*args):
        writes[0] += 1
        if writes[0] == 4:  # the header comes first
            raise OSError(28, "No space left on device")
        real(*args)

    monkeypatch.setattr(stores, "_write", write)
    said = command("fly", MILE, "--flights", "100", "--save", "s")
    assert said.code == 2
    assert f"{4 * FIRST} flights, seed 1" in said.out
    assert f"{2 * FIRST} flights are saved" in said.told
    writes[0] = 3
    with pytest.raises(AnalyzerError):
        analyzer.fly([analyzer.load_ship(MILE)], flights=200, save="s", rivals="alone")


# The first block, the marks and the workers


def sizes(trials: int, **how) -> list[int]:
    experiment = Counting()
    assert blocks.run(experiment, trials, lambda columns: int(columns["x"].sum()), **how) == trials
    assert sum(experiment.sizes) == trials
    return experiment.sizes


def test_long_run_begins_with_small_block():
    assert sizes(10**6)[:4] == [256, 8 * 256, 8 * 9 * 256, blocks.BLOCK]
    assert sizes(100_000) == [256, 8 * 256, 8 * 9 * 256, 100_000 - 81 * 256]
    assert sizes(10_000) == [10_000]
    assert sizes(10**6, soon=16)[0] == 16
    assert sizes(10**6, block=100) == [100] * 10_000


@pytest.mark.parametrize("begun", [0, 1, 256, 2048, 5000, 8 * 2048, 20_000, 32_768, 40_000, 99_999])
def test_parts_end_at_fixed_marks(begun):
    """At 256, eight times that, eight times that again, and every multiple of the step."""
    ends = []
    step = blocks.CHECK_STEP
    blocks.run(
        Counting(), 200_000, lambda columns: columns["x"].shape[1],
        step=step, counted_before=(begun, begun) if begun else None,
        each=lambda part, total: ends.append(part.first + part.trials),
    )  # fmt: skip
    marks = [256, 2048, 8 * 2048, *range(step, 200_000, step), 200_000]
    assert ends == [mark for mark in marks if mark > begun]


def test_workers_are_limited_by_processors(monkeypatch):
    begun = []

    class Parallel:
        def __init__(self, n_jobs, **_) -> None:
            begun.append(n_jobs)

        def __call__(self, tasks):
            return (function(*args) for function, args, _ in tasks)

    monkeypatch.setattr("joblib.Parallel", Parallel)
    monkeypatch.setattr(blocks, "processors", lambda: 4)
    assert sizes(100, workers=32) == [100]
    assert begun == []
    assert len(sizes(3 * blocks.FEWEST, workers=32)) == 3
    sizes(10**6, workers=32)
    sizes(10**6, workers=2)
    sizes(10**6, workers=32, step=blocks.CHECK_STEP)
    assert begun == [3, 4, 2, 4]


def test_workers_share_trials_evenly(monkeypatch):
    monkeypatch.setattr("joblib.Parallel", lambda **_: lambda tasks: (function(*args) for function, args, _ in tasks))
    monkeypatch.setattr(blocks, "processors", lambda: 4)
    assert sizes(200_000, workers=4)[:8] == [256] * 4 + [8 * 256] * 4
    assert sizes(40_000, workers=4) == [10_000] * 4


# The line


@pytest.fixture
def told(monkeypatch) -> list[ProgressLine]:
    """The line after every step, though nobody watches."""
    words: list[ProgressLine] = []
    real = ProgressLine._add

    def add(line: ProgressLine, flights: int) -> None:
        real(line, flights)
        words.append(line)

    monkeypatch.setattr(ProgressLine, "_add", add)
    return words


@pytest.mark.long
@pytest.mark.parametrize(
    "args", [("weak", ARROW), ("report", ARROW, MILE, "--alone", "-o", "r.html"), ("captain", ARROW, "--alone")]
)
@pytest.mark.usefixtures("undrawn")
def test_long_verbs_show_remaining_time(command, monkeypatch, told, args):
    monkeypatch.setattr(watch, "COLD", 0.0)
    monkeypatch.setattr(tuning, "FACTORS", (2,))
    assert command(*args, "--flights", "10").code == 0
    line = told[-1]
    far, fast, _, left = line.words(line._begun + line._times[-1][0] + 1)
    assert (" of " in far, fast[-2:], left.endswith("to go")) == (True, "/s", True)
    if args[0] == "captain":
        assert line._done < line._total
        assert left.startswith("at most")
    else:
        assert line._done == pytest.approx(line._total, abs=4)


@pytest.mark.slow(but=4)
@pytest.mark.parametrize("verb", PRECISE)
def test_precision_run_reaches_its_total(command, monkeypatch, told, verb):
    monkeypatch.setattr(blocks, "CHECK_STEP", 256)
    assert command(*FLOWN[verb], "--precision", PRECISE[verb]).code == 0
    line = told[-1]
    assert line._done == line._total
    assert line.words(line._begun + line._times[-1][0])[3].endswith("0:00 to go")


def render(line: ProgressLine, width: int) -> str:
    console = Console(file=StringIO(), width=width, force_terminal=True, color_system=None)
    console.print(line)
    return console.file.getvalue()


@pytest.mark.slow(but=3)
@pytest.mark.parametrize("width", [30, 40, 50, 60, 80, 120, 200])
def test_progress_line_fits_80_columns(monkeypatch, width):
    """The longest that may come: a hundred million flights, hours to go, a chance."""
    now = [0.0]
    monkeypatch.setattr(watch, "monotonic", lambda: now[0])
    result = analyzer.fly([analyzer.load_ship(MILE)], flights=2000, rivals="alone")
    line = ProgressLine(Console(file=StringIO()), 0)
    _, low, high = result.ships[0].measured("arrived")
    goal = Precision({"arrived": (high - low) / 2 / 100})
    now[0] = 0.12
    line.step(Step(result.experiment, 1000, result, 10**8, goal))
    now[0] = 61.12
    line.step(Step(result.experiment, 1234, result, 10**8, goal))
    said = render(line, width)
    assert said.count("\n") == 1
    assert len(said.rstrip("\n")) <= width
    assert "to go" in said
    if width >= 80:
        words = line.words(now[0])
        assert words[0].startswith("2,234 of 20M flights")
        assert all(word and word in said for word in words)
        assert said.startswith(("━", "#"))


def test_progress_line_begins_with_time(monkeypatch):
    now = [5.0]
    monkeypatch.setattr(watch, "monotonic", lambda: now[0])
    line = ProgressLine(Console(file=StringIO()), 100_000)
    now[0] = 8.0
    assert "0 of 100,000 trials, 0:03 so far" in render(line, 80)


def test_progress_line_appears_at_once(monkeypatch):
    """A terminal sees it while the first block is still being run."""
    monkeypatch.setattr(watch, "QUIET", 0.01)
    screen = StringIO()
    console = Console(file=screen, width=80, force_terminal=True)
    monkeypatch.setattr("rich.console.Console", lambda **_: console)
    with watch.progress(1000, called="flights"):
        begun = time.monotonic()
        while "0 of 1,000 flights" not in screen.getvalue():
            assert time.monotonic() - begun < 60
            time.sleep(0.01)


def test_progress_line_shows_widest_interval():
    ships = [analyzer.load_ship(path) for path in (MILE, ARROW)]
    result = analyzer.race(ships, flights=500)
    line = ProgressLine(Console(file=StringIO()), 0)
    line.step(Step(plan(ships), 500, result, 500))
    widest = max((high - low) / 2 for _, (_, low, high) in result.estimates("credits"))
    assert line.words(0)[2] == f"credits ± {widest:.3g}"
