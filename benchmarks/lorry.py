"""Benchmarks of Cosmic Lorry: `python -m benchmarks.lorry`. Printed, never asserted.

Games of the engine and the plain twin, and questions, on one processor.
"""

from __future__ import annotations

from functools import partial

from rich.table import Table

from analyzer import lorry
from analyzer.lorry.api import game_experiment
from analyzer.lorry.captains.captain import PRICES
from benchmarks import measure
from benchmarks.measure import Job, Scale, fewest_seconds
from tests.lorry.twin.game import play_game

SHIPS = measure.ROOT / "ships" / "lorry"
GALAXY = lorry.default_galaxy()
STEADY = lorry.load_captain("steady")


def games_table(scale: Scale) -> Table:
    """Measure games of one to four steady captains."""
    table = Table("games a second", "engine", "plain twin", "ratio", "to reach")
    games, few = scale.trials(1 << 13), scale.times(2)
    for traders, goal in ((2, "1,500"), (3, ""), (4, "700"), (1, ""))[: scale.times(4)]:
        experiment = game_experiment(GALAXY, [STEADY] * traders)
        fast = games / fewest_seconds(partial(experiment.run_block, 0, games), scale.times(2))
        plain = few / fewest_seconds(partial(play_twin, traders, few), 1)
        name = "one trader" if traders == 1 else f"{traders} traders"
        table.add_row(name, f"{fast:,.0f}", f"{plain:,.1f}", f"{fast / plain:,.0f}", goal)
    return table


def play_twin(traders: int, games: int) -> None:
    """Play games of steady captains with the plain twin."""
    prices = {name: getattr(STEADY, name) for name in (*PRICES, "patience")}
    for game in range(games):
        play_game(GALAXY.to_dict(), [prices] * traders, 1, game)


def thinker_table(scale: Scale) -> Table:
    """Measure games of the thinker against steady."""
    table = Table("thinker against steady", "games a second")
    games = scale.times(64)
    taken = fewest_seconds(lambda: lorry.race(SHIPS / "small.yaml", games, captains=["thinker", "steady"]), 1)
    table.add_row("small.yaml", f"{games / taken:.1f}")
    return table


def questions_table(scale: Scale) -> Table:
    """Measure questions on galaxies and positions."""
    table = Table("questions", "seconds", "to reach")
    tiny, games, dice = lorry.load_galaxy(SHIPS / "tiny.yaml"), scale.trials(500), ["white", "orange"]
    jobs: tuple[tuple[str, Job, str], ...] = (
        (
            f"all {len(GALAXY.pairs)} lone races",
            lambda: [lorry.lone_race(GALAXY, *pair, dice=dice) for pair in GALAXY.pairs],
            "2",
        ),
        (f"advice, {games:,} games each", lambda: lorry.advise(SHIPS / "late.yaml", games), "10 (on two processors)"),
        ("exactly, three turns, tiny.yaml", lambda: lorry.solo_optimum(tiny, turns=3, dice=dice), "5"),
    )
    for name, job, goal in jobs:
        table.add_row(name, f"{fewest_seconds(job, 1):.2f}", goal)
    return table


TABLES = games_table, thinker_table, questions_table


if __name__ == "__main__":
    measure.on_one_processor()
    measure.print_tables(*TABLES)
