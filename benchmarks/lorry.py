"""Cosmic Lorry, on one core: games of two and four, the twin's, lone races, advice, a thinker, a tree; never asserted.

Run as `python -m benchmarks.lorry`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import process_time

os.environ.setdefault("OMP_NUM_THREADS", "1")
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

from analyzer import lorry
from analyzer.lorry.calls import game_experiment
from analyzer.lorry.captains.captain import PRICES
from tests.lorry.twin.game import play_game

SHIPS = Path(__file__).parent.parent / "ships" / "lorry"
GALAXY = lorry.default_galaxy()
STEADY = lorry.load_captain("steady")
GAMES, FEW = 1 << 13, 2
ROUNDS = 2


def fewest(job: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Seconds of processor time, the best of some rounds."""
    times = []
    for _ in range(rounds):
        begun = process_time()
        job()
        times.append(process_time() - begun)
    return min(times)


def a_game(traders: int) -> tuple[float, float]:
    """Seconds of a game of so many steady captains: the engine's, and the twin's."""
    experiment = game_experiment(GALAXY, [STEADY] * traders)
    prices = [{name: getattr(STEADY, name) for name in (*PRICES, "patience")}] * traders
    twin = fewest(lambda: [play_game(GALAXY.to_dict(), prices, 1, game) for game in range(FEW)], 1)
    return fewest(lambda: experiment.run_block(0, GAMES)) / GAMES, twin / FEW


def main() -> None:
    """Measure and print."""
    for many, goal in ((1, ""), (2, ", wanted 1,500"), (3, ""), (4, ", wanted 700")):
        engine, slow = a_game(many)
        print(f"{many} traders: {1 / engine:,.0f} games a second{goal}; the twin {slow / engine:,.0f} times slower")
    pairs = GALAXY.pairs
    races = fewest(lambda: [lorry.lone_race(GALAXY, *pair, dice=["white", "orange"]) for pair in pairs], 1)
    print(f"all {len(pairs)} lone races: {races:.2f} s, wanted under 2")
    advice = fewest(lambda: lorry.advise(SHIPS / "late.yaml", 500), 1)
    print(f"advice, 20 candidates, 500 games each: {advice:.2f} s, wanted under 10 on two cores")
    thinker = fewest(lambda: lorry.race(SHIPS / "small.yaml", 64, captains=["thinker", "steady"]), 1)
    print(f"thinker against steady on small.yaml: {64 / thinker:.1f} games a second")
    tiny = lorry.load_galaxy(SHIPS / "tiny.yaml")
    exact = fewest(lambda: lorry.solo_optimum(tiny, turns=3, dice=["white", "orange"]), 1)
    print(f"exact, three turns on the tiny galaxy: {exact:.2f} s, wanted under 5")


if __name__ == "__main__":
    main()
