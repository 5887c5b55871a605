"""Benchmarks of Starship Catan: `python -m benchmarks.starship`. Printed, never asserted.

Turns, games, an exact flight and records on one processor; then whole commands.
"""

from __future__ import annotations

import yaml
from rich.table import Table

from analyzer import starship
from analyzer.starship.api import turn_experiment
from analyzer.starship.experiment import LANES
from analyzer.starship.games import GameExperiment
from analyzer.starship.tables import STANDARD_RULES
from analyzer.starship.turn.turn import games
from benchmarks import measure
from benchmarks.measure import Scale, fewest_seconds
from tests.starship.twin.referee import play_game

SHIPS = measure.ROOT / "ships" / "starship"
SENSIBLE = starship.load_captain("sensible")
BOTH = (SENSIBLE, SENSIBLE)


def engine_table(scale: Scale) -> Table:
    """Measure turns from a position and whole games of sensible captains, against the plain twin."""
    table = Table("by sensible captains", "a second")
    turns, rounds = scale.trials(LANES * 4), scale.times(3)
    experiment = turn_experiment(SHIPS / "midgame.yaml")
    taken = fewest_seconds(lambda: experiment.run_block(0, turns), rounds)
    table.add_row("turns from midgame.yaml", f"{turns / taken:,.0f}")
    many, few = scale.trials(LANES * 2), scale.times(20)
    whole = GameExperiment(BOTH, 1)
    taken = fewest_seconds(lambda: whole.run_block(0, many), rounds)
    in_games = sum(int(lanes.turn) * lanes.lanes for lanes in games(STANDARD_RULES, BOTH, 1, 0, many))
    table.add_row("turns of whole games", f"{in_games / taken:,.0f}")
    table.add_row("whole games", f"{many / taken:,.0f}")
    twin = fewest_seconds(lambda: [play_game(BOTH, 1, number) for number in range(few)], rounds)
    table.add_row("whole games of the plain twin", f"{few / twin:,.1f}")
    table.add_row("games: engine / plain twin", f"{many / taken / (few / twin):,.0f}")
    return table


def exact_table(scale: Scale) -> Table:
    """Measure an exact flight in a known sector."""
    table = Table("exact flight in a known sector", "seconds")
    known = SHIPS / "known.yaml"
    table.add_row("known.yaml, sector 1", f"{fewest_seconds(lambda: starship.exact(known, 1), scale.times(3)):.2f}")
    return table


def records_table(scale: Scale) -> Table:
    """Measure a record of ten steps, as fields and as a file that names two ship files."""
    table = Table("records of ten steps", "a second")
    file, records = SHIPS / "example-record.yaml", scale.trials(100)
    assert starship.replay(file).accepted.count(True) == 8
    fields = yaml.safe_load(file.read_text(encoding="utf-8"))
    fields |= {crest: starship.load_ship(SHIPS / fields[crest]).to_dict() for crest in ("moon", "sun")}
    for name, record in (("as fields", fields), ("as files", file)):
        taken = fewest_seconds(lambda record=record: starship.replay([record] * records), scale.times(3))
        table.add_row(name, f"{records / taken:,.0f}")
    return table


def commands_table(scale: Scale) -> Table:
    """Measure whole commands on all processors: the time of the first answer, by number of turns."""
    table = Table("whole commands", "seconds (best)")
    for full, rounds in ((None, 3), (10_000, 3), (100_000, 1), (1_000_000, 1)):
        name, args = "--help", ["--help"]
        if full is not None:
            turns = scale.trials(full)
            name, args = f"fly, {turns:,} turns", ["fly", str(SHIPS / "midgame.yaml"), "--turns", str(turns)]
        costs = [measure.run_command("starship", *args) for _ in range(scale.times(rounds))]
        table.add_row(name, f"{min(cost.seconds for cost in costs):.2f}")
    return table


def workers_table(scale: Scale) -> Table:
    """Compare two workers with one."""
    games = scale.trials(60_000)
    table = Table(f"play, {games:,} games", "seconds by the clock", "seconds of all processors")
    one, two = (
        measure.run_command("starship", "play", "--games", str(games), "--workers", workers) for workers in ("1", "2")
    )
    table.add_row("one worker", f"{one.seconds:.1f}", f"{one.processor_seconds:.1f}")
    table.add_row("two workers", f"{two.seconds:.1f}", f"{two.processor_seconds:.1f}")
    table.add_row(
        "one / two", f"{one.seconds / two.seconds:.2f}", f"{one.processor_seconds / two.processor_seconds:.2f}"
    )
    return table


TABLES = engine_table, exact_table, records_table, commands_table, workers_table


if __name__ == "__main__":
    measure.on_one_processor()
    measure.print_tables(*TABLES)
