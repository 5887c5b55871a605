"""How long each verb takes by default: `python -m benchmarks.verbs`. Printed as a table in Markdown, never asserted.

Each verb runs as a person types it at a terminal, one after another, on all processors, in a process of its own. Words
after the program's name choose commands by how they begin: `python -m benchmarks.verbs "starship w" lorry`.
"""

from __future__ import annotations

import os
import re
import select
import shlex
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.measure import ROOT

LINES = """
fly 2007/II/steady-hauler.yaml
compare 2007/II/steady-hauler.yaml 2007/II/tin-kite.yaml
race 2007/II/tin-kite.yaml 2007/II/iron-parcel.yaml
weak 2007/II/steady-hauler.yaml
swap 2007/II/steady-hauler.yaml --square 4,7
cards 2007/II/steady-hauler.yaml
crew 2007/IIIa/needle-post.yaml
editions 2007/III/night-mail.yaml
journey 2007/I/first-mile.yaml 2007/II/iron-parcel.yaml 2007/III/night-mail.yaml
advise 2007/which-planet.yaml
review 2007/example-record.yaml
place 2007/unfinished/half-kite.yaml --tile S20102 CN0103
improve 2007/II/steady-hauler.yaml --rearrange
explore II
captain 2007/II/steady-hauler.yaml
layouts 2007/IVC/four-winds.yaml
insure 2007/IVC/four-winds.yaml
inspect 2007/II/steady-hauler.yaml
hazards 2007/II/steady-hauler.yaml
exact 2007/II/steady-hauler.yaml --all
explain 2007/II/steady-hauler.yaml --flight 712
sweep 2007/plan-II.yaml --save plan
report 2007/II/steady-hauler.yaml 2007/II/tin-kite.yaml -o report.html
balance 2007
starship fly starship/midgame.yaml
starship sectors starship/midgame.yaml
starship adventures starship/midgame.yaml
starship fight --from starship/pirate.yaml
starship advise starship/at-the-table.yaml
starship review starship/example-record.yaml
starship compare starship/trader.yaml starship/racer.yaml
starship editions ships/starship/quick
starship weak starship/racer.yaml --against starship/gunboat.yaml
starship modules
starship memory
starship play
starship captain starship/gunboat.yaml
starship exact starship/known.yaml --sector 1
starship explain --game 712
starship report starship/trader.yaml starship/racer.yaml -o starship.html
starship balance
lorry race lorry/sixteen-by-ten.yaml
lorry fly lorry/sixteen-by-ten.yaml
lorry advise lorry/late.yaml
lorry turn lorry/late.yaml
lorry routes lorry/sixteen-by-ten.yaml
lorry pairs lorry/sixteen-by-ten.yaml
lorry compare lorry/sixteen-by-ten.yaml --captain trunk --captain steady
lorry editions ships/lorry/bright-stars
lorry leave lorry/sixteen-by-ten.yaml
lorry begin lorry/sixteen-by-ten.yaml
lorry specials lorry/sixteen-by-ten.yaml
lorry rulings lorry/sixteen-by-ten.yaml
lorry captain lorry/sixteen-by-ten.yaml
lorry review lorry/example-record.yaml --trader Uli
lorry exact lorry/tiny.yaml
lorry explain lorry/sixteen-by-ten.yaml --game 712
lorry report lorry/sixteen-by-ten.yaml -o lorry.html
lorry balance
"""
"""Command lines after `analyzer`, with paths below ships/: the usual use of each verb that runs or calculates."""
MOST_SECONDS = 20.0
"""Time by the clock after which a command is ended, as by Ctrl-C."""
PATIENCE = 30.0
"""Time after which a command that goes on after Ctrl-C is killed with its workers."""
LEFT = re.compile(r"(?:(\d+):)?(\d+):(\d\d) to go")
"""The time left in the progress line."""
INTERVAL = re.compile(r"\d to [-+]?[\d.]+%?|\N{PLUS-MINUS SIGN} ?\d")
"""An interval in the progress line or in an interim answer."""
TRIALS = re.compile(r"\b([\d,]+ (?:journeys|flights|games|turns))\b")


@dataclass(frozen=True)
class Times:
    """Times of a command, in seconds.

    Attributes:
        first: Until the terminal shows a first figure with its interval, or the answer begins.
        processor_first: Processor time until then, summed over all processors.
        last: Until the end, or until the command was ended.
        processor: Processor time until the end, summed over all processors.
        left: Time left by the progress line when the command was ended, 0 if the line showed none; None if the command
            ended by itself.
        trials: First number of flights, games or turns in the command's answer; "" if there is none or the command was
            ended.
    """

    first: float
    processor_first: float
    last: float
    processor: float
    left: int | None
    trials: str


def main() -> None:
    """Measure every verb, or those that begin with an argument, and print the table."""
    start, wanted = perf_counter(), tuple(sys.argv[1:])
    # a program in the background ignores Ctrl-C, and its commands would too
    signal.signal(signal.SIGINT, signal.default_int_handler)
    print("| command | by default | first figure (s) | processor time (s) | whole answer (s) | processor time (s) |")
    print("|---|---|---|---|---|---|", flush=True)
    with TemporaryDirectory() as folder:
        os.symlink(ROOT / "ships", os.path.join(folder, "ships"))
        for line in LINES.split("\n"):
            if line and (not wanted or line.startswith(wanted)):
                print(row(line, measured(line, folder)), flush=True)
    print(f"\nPython {sys.version.split()[0]}; all this took {perf_counter() - start:,.0f} s.")


def row(line: str, times: Times) -> str:
    """Return the row of the table for a command line."""
    verb = re.sub(r"\S*/", "", line)
    if times.left is None:
        told = f"{times.first:.1f}", f"{times.processor_first:.1f}", f"{times.last:.1f}", f"{times.processor:.1f}"
    else:
        # an ended command shows what it has
        is_early = times.first < MOST_SECONDS
        first = (f"{times.first:.1f}", f"{times.processor_first:.1f}") if is_early else ("at the end", "")
        how, share = ("about", 1 + times.left / times.last) if times.left else ("more than", 1)
        told = *first, f"{how} {times.last * share:.0f}", f"{how} {times.processor * share:.0f}"
    return f"| `{verb}` | {times.trials} | {' | '.join(told)} |"


def measured(line: str, folder: str, most: float = MOST_SECONDS) -> Times:
    """Run a command in a folder with its answer and progress line on terminals, and return its times.

    Args:
        line: command line after `analyzer`.
        folder: folder that holds ships/, in which the command runs.
        most: seconds after which it is ended.

    Raises:
        SystemExit: the command fails.
    """
    words = [f"ships/{word}" if word.endswith(".yaml") else word for word in shlex.split(line)]
    (terminal, shown_on), (answer, answered_on) = os.openpty(), os.openpty()
    start, first, processor_first, left = perf_counter(), 0.0, 0.0, None
    env = os.environ | {"COLUMNS": "120", "LINES": "40", "TERM": "xterm"}
    command = [sys.executable, "-m", "analyzer", *words]
    shown = {"stdout": answered_on, "stderr": shown_on}
    with subprocess.Popen(command, cwd=folder, env=env, start_new_session=True, **shown) as process:
        os.close(shown_on)
        os.close(answered_on)
        streams, told = [terminal, answer], {terminal: b"", answer: b""}
        while streams:
            for stream in select.select(streams, [], [], 0.05)[0]:
                part = _read(stream)
                told[stream] += part
                if not part:
                    streams.remove(stream)
                elif not first and (stream != terminal or INTERVAL.search(part.decode(errors="replace"))):
                    first, processor_first = perf_counter() - start, _processor_seconds(process.pid)
            if left is None and perf_counter() - start > most:
                os.kill(process.pid, signal.SIGINT)
                left = _left(told[terminal])
            if left is not None and perf_counter() - start > most + PATIENCE:
                os.killpg(process.pid, signal.SIGKILL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    last = perf_counter() - start
    os.close(terminal)
    os.close(answer)
    if process.returncode and left is None:
        raise SystemExit(f"analyzer {line}: {told[terminal].decode(errors='replace')}")
    found = TRIALS.search(told[answer].decode(errors="replace"))
    processor = used.ru_utime + used.ru_stime
    trials = found[1] if found and left is None else ""
    return Times(first or last, processor_first or processor, last, processor, left, trials)


def _processor_seconds(process: int) -> float:
    """Return the processor time so far of a process and of all that it started."""
    # Linux: (1) process, (4) its parent, (14, 15) time of its own, (16, 17) of its ended children
    ticks, parents = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue  # the process has just ended
        number = int(path.parent.name)
        parents[number], ticks[number] = int(fields[1]), sum(map(int, fields[11:15]))
    family = [process]
    for one in family:
        family += [child for child, parent in parents.items() if parent == one]
    return sum(ticks.get(one, 0) for one in family) / os.sysconf("SC_CLK_TCK")


def _left(progress: bytes) -> int:
    """Return the seconds left by the latest progress line, 0 without any."""
    told = LEFT.findall(progress.decode(errors="replace"))
    hours, minutes, seconds = told[-1] if told else (0, 0, 0)
    return 3600 * int(hours or 0) + 60 * int(minutes) + int(seconds)


def _read(stream: int) -> bytes:
    """Return the next bytes of a stream, b"" at its end."""
    try:
        return os.read(stream, 65536)
    except OSError:
        # A terminal that nobody writes to any more.
        return b""


if __name__ == "__main__":
    main()
