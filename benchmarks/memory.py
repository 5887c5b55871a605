"""Benchmark of the memory that a process takes: `python -m benchmarks.memory`. Printed, never asserted.

Workers run blocks of the same size as a single process, on this machine or a cluster, so they need no more memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rich.table import Table

from benchmarks import measure
from benchmarks.measure import Scale

SHIPS = measure.ROOT / "ships"
BOUND = 600
"""Megabytes that no process may exceed."""
MILLION = 1_000_000


def ships(folder: str) -> list[str]:
    """Return the paths of all ship files in a folder."""
    return [str(path) for path in sorted((SHIPS / folder).glob("*.yaml"))]


def ship(name: str) -> str:
    """Return the path of a ship, position or galaxy file."""
    return str(SHIPS / f"{name}.yaml")


def commands() -> Iterator[tuple[str, int | None, str, list[str]]]:
    """Yield title, number of trials, option for that number, and arguments of each command."""
    hauler, mail, winds = map(ship, ("2007/II/steady-hauler", "2007/III/night-mail", "2007/IVC/four-winds"))
    journey = [ship(name) for name in ("2007/I/first-mile", "2007/II/iron-parcel", "2007/III/night-mail")]
    galaxy, midgame = ship("lorry/sixteen-by-ten"), ship("starship/midgame")
    yield "one ship alone", 10 * MILLION, "flights", ["fly", hauler, "--alone", "--no-other-captains"]
    yield "one ship in the field, level II", 100_000, "flights", ["fly", hauler]
    yield "one ship in the field, level III", 100_000, "flights", ["fly", mail]
    yield "one ship in the field, 2021, level III", 100_000, "flights", ["fly", ship("2021/III/deep-cellar")]
    yield "four ships racing, level III", 100_000, "flights", ["race", *ships("2007/III")]
    yield "one fleet alone", 20_000, "flights", ["fly", winds, "--alone", "--no-other-captains"]
    yield "one fleet in the field", 100_000, "flights", ["fly", winds, "--no-other-captains"]
    yield "layouts of a build", 1_000, "flights", ["layouts", winds]
    yield "compare, five ships of level II", 20_000, "flights", ["compare", *ships("2007/II")]
    yield "weak, level III", 5_000, "flights", ["weak", mail]
    yield "cards, level III", 20_000, "flights", ["cards", mail]
    yield "journey of three flights", 20_000, "flights", ["journey", *journey]
    yield "exact, all cards of level III", None, "", ["exact", mail, "--all"]
    yield "exact, a fleet and its two dice", None, "", ["exact", winds, "--card", "2007/49"]
    yield "Starship Catan, turns", MILLION, "turns", ["starship", "fly", midgame]
    yield "Starship Catan, whole games", 100_000, "games", ["starship", "play"]
    captains = [part for name in ("steady", "trunk", "sprinter", "steady") for part in ("--captain", name)]
    yield "Cosmic Lorry, games of four", 10_000, "games", ["lorry", "race", galaxy, *captains]
    thinking = ["--captain", "thinker", "--captain", "steady"]
    yield "Cosmic Lorry, a captain who thinks", 64, "games", ["lorry", "race", ship("lorry/small"), *thinking]


def memory_table(scale: Scale) -> Table:
    """Measure the peak of memory of each command."""
    table = Table("a process runs", "trials", "memory (MB)", f"share of {BOUND} MB")
    for name, full, option, command in islice(commands(), scale.times(100)):
        trials = None if full is None else scale.trials(full)
        amount = [] if trials is None else [f"--{option}", str(trials), "--workers", "1"]
        cost = measure.run_command(*command, *amount)
        counted = "-" if trials is None else f"{trials:,}"
        table.add_row(name, counted, f"{cost.megabytes:,.0f}", f"{cost.megabytes / BOUND:.0%}")
    return table


TABLES = (memory_table,)


if __name__ == "__main__":
    measure.print_tables(*TABLES)
