"""`make bench`: how fast, measured side by side in one run on one core; printed, never asserted.

Flights per second of the engine against the plain twin, swarms per second against the twin and the compiled kernel,
memory at ten million flights, and whole commands from a cold start.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

os.environ.setdefault("OMP_NUM_THREADS", "1")
if hasattr(os, "sched_setaffinity"):
    CORES = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(CORES)})

import numpy as np
from rich.console import Console
from rich.table import Table

from analyzer.montecarlo.blocks import BLOCK
from analyzer.montecarlo.grouping import GROUP
from analyzer.montecarlo.words import words
from analyzer.trucker.captains.named import named_captain
from analyzer.trucker.cards.route import Route
from analyzer.trucker.convoy.convoy import Convoy, launch
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.dice import SampledDice
from analyzer.trucker.flight.flight import resolve
from analyzer.trucker.questions.exact import exact
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import load_ship, save_ship
from benchmarks import kernel
from tests.twin import fly_one

ROOT = Path(__file__).parent.parent
SHIPS = ("steady-hauler", "iron-parcel", "hot-delivery", "stern-invoice")
SWARM = 28
SENSIBLE = named_captain("sensible")


def ships(how_many: int) -> list[Layout]:
    return [load_ship(ROOT / "ships" / "2007" / "II" / f"{name}.yaml") for name in SHIPS[:how_many]]


def rate(job: Callable[[int], object], size: int, seconds: float = 3.0) -> float:
    """Units a second, the best of as many runs of `size` units as fit into the time."""
    job(min(size, 1000))
    best, begun = 0.0, perf_counter()
    while perf_counter() - begun < seconds:
        start = perf_counter()
        job(size)
        best = max(best, size / (perf_counter() - start))
    return best


def plain_rolls(fractions: list[int]) -> Callable[[int, int], int]:
    def roll(slot: int, number: int) -> int:
        pair = fractions[slot] * 36 ** (number + 1) // 2**58 % 36
        return 2 + pair // 6 + pair % 6

    return roll


def twin_flights(experiment: Experiment, flights: int) -> None:
    route, layouts = experiment.route, list(experiment.ships)
    decks = route.deal(experiment.seed, 0, flights).tolist()
    fractions = route.dice(experiment.seed, 0, flights).fractions.T.tolist()
    places = route.places(experiment.seed, 0, flights, len(layouts))
    orders = places.argsort(axis=0).T.tolist()
    cards = route.rules.cards
    for deck, fraction, order in zip(decks, fractions, orders, strict=True):
        met = [cards[number] for number in deck]
        fly_one(layouts, list(experiment.captains), route.level, met, plain_rolls(fraction), order)


def flights_table() -> Table:
    table = Table("flights a second, level II, 12 cards", "engine", "plain twin", "ratio", "to reach")
    second = sorted((ROOT / "ships" / "2021" / "II").glob("*.yaml"))
    for edition, convoy in (("2007", ships(4)), ("2021", [load_ship(path) for path in (*second, *second)][:4])):
        for how_many, goal in ((1, "150 (aim 300)"), (4, "60")):
            flown = tuple(convoy[:how_many])
            experiment = Experiment(flown, (SENSIBLE,) * how_many, Route(edition), seed=1)
            fast = rate(partial(experiment.fly, 0), 2 * BLOCK)
            plain = rate(partial(twin_flights, experiment), 300)
            name = f"{edition}, {'one ship' if how_many == 1 else 'convoy of four'}"
            table.add_row(name, f"{fast:,.0f}", f"{plain:,.0f}", f"{fast / plain:.0f}", goal)
    return table


def swarm_convoy(ship: Layout, swarms: int) -> tuple[Convoy, SampledDice, np.ndarray]:
    drawn = words(1, 0, 0, swarms, 1)
    level = Route().level
    convoy = launch([ship.hull], [SENSIBLE], level, np.arange(swarms), np.zeros((1, swarms), np.int64))
    return convoy, SampledDice(drawn), drawn[:, 0].copy()


def swarms_table() -> Table:
    table = Table(
        "five-meteor swarms a second, humans only",
        "engine",
        "plain twin",
        "compiled kernel",
        "engine / kernel",
        "to reach",
    )
    card = next(card for card in Route().rules.cards if card.id == SWARM)
    for ship in (ship.without_aliens() for ship in ships(4)):
        compiled = kernel.tables(ship.hull, SENSIBLE, card)

        def engine(swarms: int, ship: Layout = ship) -> tuple[float, Convoy]:
            convoy, dice, _ = swarm_convoy(ship, swarms)
            start = perf_counter()
            resolve(convoy, card, dice)
            return perf_counter() - start, convoy

        def scalar(swarms: int, ship: Layout = ship, compiled: object = compiled) -> tuple[float, Convoy]:
            convoy, _, drawn = swarm_convoy(ship, swarms)
            state = convoy.state
            start = perf_counter()
            kernel.swarms(drawn, state.alive[0], state.crew[0], state.charge[0], compiled)
            return perf_counter() - start, convoy

        def twin(swarms: int, ship: Layout = ship) -> None:
            level, fractions = Route().level, (words(1, 0, 0, swarms, 1) >> np.uint64(6)).tolist()
            for fraction in fractions:
                fly_one([ship], [SENSIBLE], level, [card], plain_rolls(fraction), [0])

        check_equal(engine(100_000)[1], scalar(100_000)[1])
        fast = best_of(engine, GROUP)
        yardstick = best_of(scalar, GROUP)
        plain = rate(twin, 300, 1.0)
        cells = (f"{fast:,.0f}", f"{plain:,.0f}", f"{yardstick:,.0f}", f"{fast / yardstick:.2f}", "0.5")
        table.add_row(ship.name, *cells)
    return table


def best_of(job: Callable[[int], tuple[float, Convoy]], size: int, runs: int = 100) -> float:
    return size / min(job(size)[0] for _ in range(runs))


def check_equal(fast: Convoy, yardstick: Convoy) -> None:
    for name in ("alive", "crew", "charge"):
        if not np.array_equal(getattr(fast.state, name), getattr(yardstick.state, name)):
            raise SystemExit(f"the kernel and the engine differ in {name}: the yardstick measures something else")


def memory_table() -> Table:
    code = (
        "import analyzer, sys\n"
        f"ship = analyzer.load_ship({str(ROOT / 'ships/2007/II/steady-hauler.yaml')!r})\n"
        "analyzer.fly([ship], level='II', flights=int(sys.argv[1]), seed=1)\n"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    table = Table("one ship", "seconds", "memory (MB)", "to reach")
    for flights in (100_000, 10_000_000):
        start = perf_counter()
        run = subprocess.run([sys.executable, "-c", code, str(flights)], capture_output=True, text=True, check=True)
        goal = "under 500 MB" if flights > 1_000_000 else ""
        table.add_row(f"{flights:,} flights", f"{perf_counter() - start:.1f}", f"{float(run.stdout) / 1024:.0f}", goal)
    return table


def exact_table() -> Table:
    table = Table("exact answers", "milliseconds (best of 5)", "states", "to reach")
    second, third = ROOT / "ships/2007/II", ROOT / "ships/2007/III"
    jobs = [(path, (SWARM,), "50") for path in sorted(second.glob("*.yaml"))]
    jobs += [(path, (49,), "500") for path in sorted(third.glob("*.yaml"))]
    jobs += [(path, tuple(range(40, 60)), "5,000") for path in sorted(third.glob("*.yaml"))]
    for path, cards, goal in jobs:
        ship = load_ship(path)
        exact(ship, cards[0])
        best, states = 1e9, 0
        for _ in range(5):
            start = perf_counter()
            states = sum(len(exact(ship, card).chances) for card in cards)
            best = min(best, perf_counter() - start)
        name = f"card {cards[0]}" if len(cards) == 1 else "all 20 cards of level III"
        table.add_row(f"{ship.name}, {name}", f"{1000 * best:,.1f}", f"{states:,}", goal)
    return table


def commands_table() -> Table:
    """Whole commands from a cold start, on as many cores as there are."""
    table = Table("whole commands", "seconds (best)", "figures' library loaded", "to reach")
    hauler, kite = (str(ROOT / f"ships/2007/II/{name}.yaml") for name in ("steady-hauler", "tin-kite"))
    level = ["--level", "II"]
    with TemporaryDirectory() as folder:
        dozen = [str(path) for path in copies(Path(folder), 12)]
        page = str(Path(folder) / "report.html")
        jobs: Iterable[tuple[str, list[str], int, str]] = (
            ("--help", ["--help"], 5, "0.3"),
            ("fly, 10,000 flights", ["fly", hauler, *level, "--flights", "10000"], 5, "2"),
            ("compare, 2 ships x 100,000", ["compare", hauler, kite, *level, "--flights", "100000"], 3, "3"),
            ("report, 12 ships alone", ["report", *dozen, *level, "--workers", "2", "-o", page], 1, "60"),
            (
                "report, 12 ships with the field",
                ["report", *dozen, *level, "--rivals", "field", "--workers", "2", "-o", page],
                1,
                "60",
            ),
        )
        for name, args, runs, goal in jobs:
            times = [timed(args) for _ in range(runs)]
            table.add_row(name, f"{min(times):.2f}", "yes" if loads_matplotlib(args) else "no", goal)
    return table


def copies(folder: Path, how_many: int) -> list[Path]:
    """That many ship files: the ships of level II again and again under other names."""
    built = [load_ship(path) for path in sorted((ROOT / "ships/2007/II").glob("*.yaml"))]
    paths = [folder / f"{number}.yaml" for number in range(how_many)]
    for number, path in enumerate(paths):
        save_ship(replace(built[number % len(built)], name=f"Ship {number}"), path)
    return paths


def timed(args: list[str]) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-m", "analyzer", *args], capture_output=True, check=True, preexec_fn=all_cores)
    return perf_counter() - start


def all_cores() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, CORES)


def loads_matplotlib(args: list[str]) -> bool:
    if args[0] == "report":
        return True
    code = (
        "import sys; from analyzer.cli.app import app\n"
        "try: app(sys.argv[1:])\nexcept SystemExit: pass\n"
        "print('matplotlib' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=True)
    return run.stdout.splitlines()[-1] == "True"


def main() -> None:
    console = Console(width=120)
    for table in (flights_table, swarms_table, exact_table, memory_table, commands_table):
        console.print(table())
    console.print(f"numpy {np.__version__}, Python {sys.version.split()[0]}, one core, block of {BLOCK:,} flights")
    console.print(f"peak memory of this run: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
