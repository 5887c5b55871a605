"""Starship Catan: turns, games, an exact flight, records, on one core; then whole commands; printed, never asserted.

Run as `python -m benchmarks.starship`.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

os.environ.setdefault("OMP_NUM_THREADS", "1")
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

from ruamel.yaml import YAML

from analyzer import starship
from analyzer.starship.calls import turn_experiment
from analyzer.starship.experiment import LANES
from analyzer.starship.games import GameExperiment
from analyzer.starship.turn.games import games
from tests.starship.twin.referee import play_game

SHIPS = Path(__file__).parent.parent / "ships" / "starship"
SENSIBLE = starship.load_captain("sensible")
ROUNDS = 3
CORES = set(range(os.cpu_count() or 1))


def fewest(job: Callable[[], object]) -> float:
    """Seconds of processor time, the best of some rounds."""
    times = []
    for _ in range(ROUNDS):
        begun = process_time()
        job()
        times.append(process_time() - begun)
    return min(times)


def main() -> None:
    """Measure and print."""
    begun = perf_counter()
    turns = turn_experiment(SHIPS / "midgame.yaml")
    print(
        f"turns by a sensible captain, a second   {LANES * 4 / fewest(lambda: turns.run_block(0, LANES * 4)):>12,.0f}"
    )
    both = GameExperiment((SENSIBLE, SENSIBLE), 1)
    many = LANES * 2
    in_games = sum(int(table.turn) * table.lanes for table in games((SENSIBLE, SENSIBLE), 1, 0, many))
    took = fewest(lambda: both.run_block(0, many))
    print(f"whole games a second                    {many / took:>12,.0f}")
    print(f"turns of whole games a second           {in_games / took:>12,.0f}")
    few = 20
    slow = fewest(lambda: [play_game((SENSIBLE, SENSIBLE), 1, number) for number in range(few)]) / few
    print(f"whole games of the twin a second        {1 / slow:>12,.1f}   {slow * many / took:,.0f} times slower")
    known = SHIPS / "known.yaml"
    print(f"exact flight in a known sector, seconds {fewest(lambda: starship.exact(known, 1)):>12.2f}")
    records()
    commands()
    print(f"({perf_counter() - begun:.0f} s)")


def records() -> None:
    """A record of ten steps, as fields and as a file that names two ship files."""
    file = SHIPS / "example-record.yaml"
    assert starship.replay(file).accepted.count(True) == 8
    fields = YAML(typ="safe").load(file.read_text(encoding="utf-8"))
    fields |= {crest: starship.load_ship(SHIPS / fields[crest]).to_dict() for crest in ("moon", "sun")}
    for what, given in (("fields", fields), ("files", file)):
        rate = 100 / fewest(lambda given=given: starship.replay([given] * 100))
        print(f"{f'records of ten steps a second ({what})':<40}{rate:>12,.0f}")


def commands() -> None:
    """Whole commands on all cores: the first answer, memory by the number of turns, two workers beside one."""
    midgame = str(SHIPS / "midgame.yaml")
    for what, args in (("--help", ["--help"]), ("fly, 10,000 turns", ["fly", midgame, "--turns", "10000"])):
        print(f"{f'{what}, seconds':<40}{min(command(*args)[0] for _ in range(ROUNDS)):>12.2f}")
    for turns in (100_000, 1_000_000):
        print(f"{f'memory at {turns:,} turns, MB':<40}{command('fly', midgame, '--turns', str(turns))[1]:>12,.0f}")
    (one, _, alone), (two, _, both) = (
        command("play", "--games", "60000", "--workers", str(workers)) for workers in (1, 2)
    )
    print(f"{'60,000 games: two workers beside one':<40}{one / two:>12.2f}   {one:.1f} s, {two:.1f} s by the clock")
    print(f"{'  processor time of both beside that of one':<40}{both / alone:>9.2f}   {alone:.1f} s, {both:.1f} s")


def command(*args: str) -> tuple[float, float, float]:
    """Seconds by the clock, the most memory in MB of any command so far, and seconds of processor time."""
    begun, before = perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    asked = [sys.executable, "-m", "analyzer", "starship", *args]
    subprocess.run(asked, capture_output=True, check=True, preexec_fn=all_cores)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return perf_counter() - begun, after.ru_maxrss / 1024, spent


def all_cores() -> None:
    """Let a command use what this run was given."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, CORES)


if __name__ == "__main__":
    main()
