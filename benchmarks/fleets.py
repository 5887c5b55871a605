"""Benchmarks of fleets of class IVC: `python -m benchmarks.fleets`. Printed, never asserted.

Fleets alone and racing, the plain twin, one large ship, and exact answers, on one processor; then whole commands.
"""

from __future__ import annotations

from functools import partial

from rich.table import Table

import analyzer
from analyzer.trucker.captains import named_captain
from analyzer.trucker.cards.route import Route
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.borders import JOININGS
from analyzer.trucker.wrecks import cache
from benchmarks import measure
from benchmarks.measure import Scale, fewest_seconds, seconds
from tests.trucker.engine.against_twin import play_twin

SHIPS = measure.ROOT / "ships" / "2007" / "IVC"
SENSIBLE = named_captain("sensible")
FIVE_METEORS = 48


def experiment(*names: str, joined: tuple[str, ...] = ()) -> Experiment:
    """Return an experiment in which the fleets of some files fly in one convoy."""
    builds = tuple(analyzer.load_ship(SHIPS / f"{name}.yaml") for name in names)
    return Experiment(builds, (SENSIBLE,) * len(names), Route(level_name="IV", joined=joined), seed=1)


def flights_a_second(fleets: Experiment, scale: Scale) -> float:
    """Return the flights per second over four successive blocks, with no wreck learnt at the start."""
    block, blocks = scale.trials(1 << 14), scale.times(4)
    cache.clear_registers()
    fleets.run(0, scale.trials(64))
    return block * blocks / sum(seconds(partial(fleets.run, block * number, block)) for number in range(1, blocks + 1))


def flights_table(scale: Scale) -> Table:
    """Compare flights per second of the engine with the plain twin, for one fleet and for three."""
    table = Table("flights a second, level IV, 20 cards", "engine", "plain twin", "ratio")
    alone, race = experiment("four-winds"), experiment("four-winds", "loose-staple", "spare-barns")
    for name, fleets, few in (("a fleet alone", alone, 60), ("three fleets racing", race, 20)):
        flights = scale.times(few)
        fast = flights_a_second(fleets, scale)
        plain = flights / fewest_seconds(partial(play_twin, fleets, flights), scale.times(2))
        table.add_row(name, f"{fast:,.0f}", f"{plain:,.1f}", f"{fast / plain:,.0f}")
    return table


def one_large_table(scale: Scale) -> Table:
    """Compare a fleet of two ships with the same components as one large ship."""
    table = Table("flights a second, alone", "a fleet of two", "the same components as one large ship", "ratio")
    two, one = (flights_a_second(experiment("four-winds", joined=(way,)), scale) for way in ("F+B", JOININGS[-1]))
    table.add_row("Four Winds", f"{two:,.0f}", f"{one:,.0f}", f"{two / one:.2f}")
    return table


def questions_table(scale: Scale) -> Table:
    """Measure an exact answer for a fleet."""
    table = Table("questions", "seconds")
    fleet = analyzer.fleet(analyzer.load_ship(SHIPS / "four-winds.yaml"), "F+L")
    exactly = fewest_seconds(partial(analyzer.exact, fleet, FIVE_METEORS), scale.times(5))
    table.add_row("a five-meteor card exactly", f"{exactly:.3f}")
    return table


def commands_table(scale: Scale) -> Table:
    """Measure whole commands from a cold start, in the field unless something else is said."""
    table = Table("whole commands", "seconds", "of all processors", "to reach")
    winds = str(SHIPS / "four-winds.yaml")
    for name, args, full, goal in (
        ("fly", ["fly", winds], 3_000, "5"),
        ("layouts", ["layouts", winds], 2_000, "15"),
        ("insure", ["insure", winds], 20_000, "8"),
        ("insure alone", ["insure", winds, "--alone"], 100_000, ""),
    ):
        flights = scale.trials(full)
        cost = measure.run_command(*args, "--flights", str(flights))
        times = f"{cost.seconds:.1f}", f"{cost.processor_seconds:.1f}"
        table.add_row(f"{name}, {flights:,} flights", *times, goal)
    return table


TABLES = flights_table, one_large_table, questions_table, commands_table


if __name__ == "__main__":
    measure.on_one_processor()
    measure.print_tables(*TABLES)
