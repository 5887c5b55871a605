"""`python -m benchmarks.versus DIRECTORY`: this checkout against another one, turn by turn in one run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent.parent
ROUNDS = 5
CODE = """
import sys
from time import perf_counter
import analyzer
names = ["steady-hauler", "iron-parcel", "hot-delivery", "stern-invoice"][: int(sys.argv[1])]
ships = [analyzer.load_ship(f"ships/2007/II/{name}.yaml") for name in names]
analyzer.fly(ships, level="II", flights=1000)
start = perf_counter()
flights = 400_000 // len(ships)
analyzer.fly(ships, level="II", flights=flights)
print(flights / (perf_counter() - start))
"""


def rate(checkout: Path, ships: int) -> float:
    """Flights a second of so many ships, in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-c", CODE, str(ships)],
        cwd=checkout,
        env={"PYTHONPATH": str(checkout), "OMP_NUM_THREADS": "1", "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(run.stdout)


def main() -> None:
    other = Path(sys.argv[1]).resolve()
    table = Table("flights a second, 2007, level II", "before", "after", "after / before")
    for ships in (1, 4):
        pairs = [(rate(other, ships), rate(HERE, ships)) for _ in range(ROUNDS)]
        before, after = (max(each) for each in zip(*pairs, strict=True))
        table.add_row(
            f"{ships} ships" if ships > 1 else "one ship", f"{before:,.0f}", f"{after:,.0f}", f"{after / before:.2f}"
        )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
