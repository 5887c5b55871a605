"""`make bench`: how fast, measured side by side in one run on one core; printed, never asserted.

Flights per second of the engine against the plain twin and the compiled kernel, swarms per second against both, short
and long runs, questions that fly many ships, memory at ten million flights, and whole commands from a cold start.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count, islice
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

from analyzer import fly, weak_points
from analyzer.montecarlo.blocks import BLOCK
from analyzer.montecarlo.grouping import GROUP
from analyzer.montecarlo.words import words
from analyzer.statistics.tally import Tally
from analyzer.trucker.captains.named import named_captain
from analyzer.trucker.cards.route import Route
from analyzer.trucker.convoy.convoy import Convoy, launch
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.dice import SampledDice
from analyzer.trucker.flight.flight import resolve
from analyzer.trucker.questions.exact import exact
from analyzer.trucker.ship.field import load_field
from analyzer.trucker.ship.hull import compile_hull
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import load_ship, save_ship
from analyzer.trucker.workshop.chance import Chance
from analyzer.trucker.workshop.freedom import Freedom
from analyzer.trucker.workshop.moves import Moves
from analyzer.trucker.wrecks import kept
from benchmarks import kernel, whole_flight
from tests.trucker.twin import fly_one

ROOT = Path(__file__).parent.parent
Job = Callable[[], object]
SHIPS = ("steady-hauler", "iron-parcel", "hot-delivery", "stern-invoice")
SWARM = 28
SENSIBLE = named_captain("sensible")


def ships(how_many: int) -> list[Layout]:
    return [load_ship(ROOT / "ships" / "2007" / "II" / f"{name}.yaml") for name in SHIPS[:how_many]]


def ships_of(edition: str, level: str) -> list[Layout]:
    return [load_ship(path) for path in sorted((ROOT / "ships" / edition / level).glob("*.yaml"))]


def seconds(job: Job) -> float:
    start = perf_counter()
    job()
    return perf_counter() - start


def turn_by_turn(*jobs: Callable[[], float], rounds: int = 5) -> list[float]:
    """The fewest seconds of each job, which says itself how many it took; in turns, so that noise treats all alike."""
    return [min(times) for times in zip(*([job() for job in jobs] for _ in range(rounds)), strict=True)]


def best_of(job: Job, rounds: int = 5) -> float:
    return min(seconds(job) for _ in range(rounds))


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
    fractions = np.stack(route.dice(experiment.seed, 0, flights).fractions, axis=1).tolist()
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


def whole_flights_table() -> Table:
    """Both sides deal, roll, draw the places and count all columns."""
    table = Table(
        "flights a second alone, level II", "edition", "engine", "compiled kernel", "engine / kernel", "to reach"
    )
    for edition in ("2007", "2021"):
        for ship in ships_of(edition, "II"):
            experiment = Experiment((ship,), (SENSIBLE,), Route(edition), seed=1)
            check_equal(ship.name, experiment.run_block(0, 20_000), whole_flight.fly(experiment, 0, 20_000))

            def engine(experiment: Experiment = experiment) -> Tally:
                return Tally.of(experiment.run_block(0, BLOCK))

            def scalar(experiment: Experiment = experiment) -> Tally:
                return Tally.of(whole_flight.fly(experiment, 0, BLOCK))

            fast, yardstick = turn_by_turn(partial(seconds, engine), partial(seconds, scalar), rounds=10)
            cells = (f"{BLOCK / fast:,.0f}", f"{BLOCK / yardstick:,.0f}", f"{yardstick / fast:.2f}", "0.6 (aim 0.8)")
            table.add_row(ship.name, edition, *cells)
    return table


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
    (record,) = whole_flight.card_records([card])
    for ship in (ship.without_aliens() for ship in ships(4)):
        common, _ = whole_flight.tables_of(Experiment((ship,), (SENSIBLE,), Route(), seed=1))

        def engine(swarms: int, ship: Layout = ship) -> tuple[float, Convoy]:
            captains, flights = [SENSIBLE], np.arange(swarms)
            convoy = launch([ship.hull], captains, Route().level, flights, np.zeros((1, swarms), np.int64))
            dice = SampledDice([words(1, 0, 0, swarms)])
            return seconds(partial(resolve, convoy, card, dice)), convoy

        def scalar(swarms: int, common: object = common) -> tuple[float, dict[str, np.ndarray]]:
            ends = {name: np.empty((1, swarms), np.uint64) for name in ("alive", "crew", "charge")}
            drawn = words(1, 0, 0, swarms)
            into = [rows[0] for rows in ends.values()]
            return seconds(partial(kernel.swarms, drawn, record, common, *into)), ends

        def twin(swarms: int, ship: Layout = ship) -> None:
            level, fractions = Route().level, (words(1, 0, 0, swarms) >> np.uint64(6)).tolist()
            for fraction in fractions:
                fly_one([ship], [SENSIBLE], level, [card], plain_rolls(fraction), [0])

        (_, convoy), (_, ends) = engine(100_000), scalar(100_000)
        check_equal(ship.name, {name: getattr(convoy.state, name) for name in ends}, ends)
        jobs = (partial(lambda job: job(GROUP)[0], job) for job in (engine, scalar))
        fast, yardstick = (GROUP / best for best in turn_by_turn(*jobs, rounds=100))
        plain = rate(twin, 300, 1.0)
        cells = (f"{fast:,.0f}", f"{plain:,.0f}", f"{yardstick:,.0f}", f"{fast / yardstick:.2f}", "0.5")
        table.add_row(ship.name, *cells)
    return table


def check_equal(ship: str, fast: Mapping[str, np.ndarray], yardstick: Mapping[str, np.ndarray]) -> None:
    for name, column in fast.items():
        if not np.array_equal(column, yardstick[name]):
            raise SystemExit(
                f"{ship}: the kernel and the engine differ in {name}: the yardstick measures another thing"
            )


def sizes_table() -> Table:
    """Short and long runs; cold: no wreck is known yet."""
    table = Table(
        "one ship alone, 2007, level II", "flights a second, cold", "warm", "ms, cold", "warm", "to reach (ms)"
    )
    ship = ships(1)[0]
    for flights, goal in ((1_000, "60"), (10_000, ""), (100_000, ""), (1_000_000, "")):
        job = partial(fly, [ship], "II", flights)
        cold = best_of(partial(from_cold, job), 10) if flights <= 10_000 else None
        warm = best_of(job, 3 if flights > 100_000 else 10)
        rates = [f"{flights / taken:,.0f}" if taken else "" for taken in (cold, warm)]
        table.add_row(f"{flights:,} flights", *rates, *(milliseconds(taken) for taken in (cold, warm)), goal)
    return table


def from_cold(job: Job) -> object:
    kept.forget()
    return job()


def milliseconds(taken: float | None) -> str:
    return f"{1000 * taken:,.2f}" if taken else ""


def levels_table() -> Table:
    table = Table("flights a second, 2007, 100,000 flights", "alone, by ship", "four ships")
    for level in ("I", "II", "III", "IIIa"):
        four = ships_of("2007", level)[:4]
        alone = [best_of(partial(fly, [ship], level, 100_000), 3) for ship in four]
        together = best_of(partial(fly, four, level, 100_000), 3)
        table.add_row(
            f"level {level}", "  ".join(f"{100_000 / one:,.0f}" for one in alone), f"{100_000 / together:,.0f}"
        )
    return table


def questions_table() -> Table:
    """What flies many ships for a short time, and what is asked of a ship before it flies."""
    table = Table("milliseconds (best)", "cold", "warm", "to reach")
    fleet, ship = ships_of("2007", "II"), ships(1)[0]
    for flights in (1_000, 20_000):
        job = partial(weak_points, ship, "II", flights)
        cold, warm = best_of(partial(from_cold, job), 3), best_of(job, 3)
        table.add_row(f"weak, {flights:,} flights", milliseconds(cold), milliseconds(warm), "")
    for company, rivals, times in (("alone", (), 1), ("in the field", tuple(load_field("II")), 4)):
        for number, reach in ((64, 1_000), (256, 3_000)):
            job = partial(side_by_side, list(islice(neighbours(ship), number)), rivals)
            cold, warm = best_of(partial(from_cold, job), 2), best_of(job, 2)
            named = f"{number} layouts x 1,000 flights, {company}"
            table.add_row(named, milliseconds(cold), milliseconds(warm), f"{times * reach:,}")
    hulls = best_of(lambda: [compile_hull(each).tokens for each in fleet], 20) / len(fleet)
    table.add_row("hull with tokens", "", milliseconds(hulls), "1")
    flaws = best_of(lambda: [each.flaws() for each in fleet], 20) / len(fleet)
    table.add_row("flaws() of a ship whose hull is compiled", "", milliseconds(flaws), "0.3")
    return table


def neighbours(ship: Layout) -> Iterable[Layout]:
    """Legal ships that differ a little from it, as a search tries them."""
    moves, chance = Moves(ship, Freedom(free=True)), Chance(1, 1)
    return (moves.layout(moves.neighbour(moves.begin, chance), ship.name) for _ in count())


def side_by_side(layouts: Sequence[Layout], rivals: tuple[Layout, ...]) -> object:
    """Their hulls are compiled anew, as for layouts that nobody has seen before."""
    captains = (SENSIBLE,) * (1 + len(rivals))
    tried = [Experiment((replace(ship), *rivals), captains, Route(), seed=1, rivals=len(rivals)) for ship in layouts]
    return [Tally.of(columns) for columns in Experiment.run_side_by_side(tried, 0, 1000)]


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
    for table in (
        flights_table,
        whole_flights_table,
        swarms_table,
        sizes_table,
        levels_table,
        questions_table,
        exact_table,
        memory_table,
        commands_table,
    ):
        console.print(table())
    console.print(f"numpy {np.__version__}, Python {sys.version.split()[0]}, one core, block of {BLOCK:,} flights")
    console.print(f"peak memory of this run: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
