"""Comparison of this checkout with another one, alternating in one run: `python -m benchmarks.versus DIRECTORY`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent.parent
ROUNDS = 5
FOUR = ["2007/II/steady-hauler", "2007/II/iron-parcel", "2007/II/hot-delivery", "2007/II/stern-invoice"]
HIGH = ["2007/III/grand-broadside", "2007/III/long-receipt", "2007/III/night-mail", "2007/III/vault-door"]
JOBS = {
    "solo, 2007, level II": ("fly", 400_000, FOUR[:1]),
    "solo, 2021, level II": ("fly", 400_000, ["2021/II/salt-barge"]),
    "solo, 2007, level IIIa": ("fly", 400_000, ["2007/IIIa/anvil-chorus"]),
    "four ships, 2007, level II": ("fly", 100_000, FOUR),
    "four ships, 2007, level III": ("fly", 100_000, HIGH),
    "solo, 2007, level II, 10,000 flights": ("fly", 10_000, FOUR[:1]),
    "solo, 2007, level II, 1,000 flights": ("fly", 1_000, FOUR[:1]),
    "weak, 2007, level II, 2,000 flights": ("weak", 2_000, FOUR[:1]),
}
CODE = """
import sys
from time import perf_counter
import analyzer
job, flights, *names = sys.argv[1:]
ships = [analyzer.load_ship(f"ships/{name}.yaml") for name in names]
alone = {"level": names[0].split("/")[1], "rivals": ()}
jobs = {
    "fly": lambda n: analyzer.fly(ships[:1], flights=n, **alone | {"rivals": ships[1:]}),
    "weak": lambda n: analyzer.weak_points(ships[0], flights=n, **alone),
}
ask = jobs[job]
ask(1000)
best, begun = 1e9, perf_counter()
while perf_counter() - begun < 1:
    start = perf_counter()
    ask(int(flights))
    best = min(best, perf_counter() - start)
print(int(flights) / best)
"""


def rate(checkout: Path, job: str) -> float:
    """Return the flights per second of a job in a process of its own.

    The fastest of all runs that begin within one second counts.
    """
    question, flights, ships = JOBS[job]
    run = subprocess.run(
        [sys.executable, "-c", CODE, question, str(flights), *ships],
        cwd=checkout,
        env={"PYTHONPATH": str(checkout), "OMP_NUM_THREADS": "1", "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(run.stdout)


def main() -> None:
    """Compare the flights per second of both checkouts, job by job, and print them."""
    other = Path(sys.argv[1]).resolve()
    table = Table("flights a second", "before", "after", "after / before")
    for job in JOBS:
        pairs = [(rate(other, job), rate(HERE, job)) for _ in range(ROUNDS)]
        before, after = (max(each) for each in zip(*pairs, strict=True))
        table.add_row(job, f"{before:,.0f}", f"{after:,.0f}", f"{after / before:.2f}")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
