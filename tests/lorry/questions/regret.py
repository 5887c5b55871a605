"""How far captains are below best play on twelve tiny galaxies: `python -m tests.lorry.questions.regret`.

Captains with prices are counted out; who imagines games is played, and their regret has an interval.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from itertools import product

from analyzer import AnalyzerError, lorry
from tests.doors.lorry import most_still

CAPTAINS = ("steady", "sprinter", "trunk", "stargazer", "spoiler")
SEEDS = range(1, 13)
ADVICE = lorry.Thinking(candidates=100, games=32)
"""All legal draws, 32 games behind each: as `advise` would have it played, turn by turn."""
THINKERS = (
    lorry.load_captain("thinker"),
    replace(lorry.load_captain("steady"), thinks=ADVICE),
    replace(lorry.load_captain("sprinter"), thinks=ADVICE),
)
GAMES = 300
TURNS, BUDGET = (4, 3, 2), 25_000


def tiny(seed: int) -> lorry.Galaxy:
    """Nine to twelve boxes, two or three planets, two special boxes."""
    rng = random.Random(seed)
    columns, rows = rng.choice([(3, 3), (4, 3), (3, 4)])
    boxes = list(product(range(1, columns + 1), range(1, rows + 1)))
    rng.shuffle(boxes)
    planets, kinds = rng.choice((2, 3)), rng.sample(["star", "star", "rocket", "asteroid"], 2)
    given = {
        "columns": columns,
        "rows": rows,
        "wrap": rng.choice(lorry.WRAPS),
        "planets": {str(number + 1): list(boxes[number]) for number in range(planets)},
        "specials": [[kind, *boxes[planets + number]] for number, kind in enumerate(kinds)],
    }
    return lorry.Galaxy.from_dict(given)


def line(seed: int) -> str:
    """One galaxy: as many turns as its tree allows, best play, and what each captain is below it."""
    galaxy = tiny(seed)
    for turns in TURNS:
        found = lorry.exact(galaxy, turns, budget=BUDGET)
        try:
            best = float(found.expected)
        except AnalyzerError:
            continue
        regrets = [f"{float(found.by(captain).regret):.2f}" for captain in CAPTAINS]
        regrets += [imagined(galaxy, turns, best, thinker) for thinker in THINKERS]
        bound = int(most_still(found.position.table, 0, turns)[0])
        size = f"{galaxy.columns} x {galaxy.rows}, {len(galaxy.planets)} planets, wrap {galaxy.wrap}"
        return f"| {seed} | {size} | {turns} | {best:.2f} | {bound} | {' | '.join(regrets)} |"
    return f"| {seed} | too large |"


def imagined(galaxy: lorry.Galaxy, turns: int, best: float, captain: lorry.Captain) -> str:
    """The regret of one who imagines games, and half the width of its 95% interval."""
    (one,) = lorry.fly(galaxy, games=GAMES, captain=captain, turns=turns)
    low, high = one.total.interval()
    return f"{best - one.total.mean:.2f} ± {(high - low) / 2:.2f}"


def main() -> None:
    """The table of docs/lorry-accuracy.md; with arguments, of those galaxies alone."""
    for seed in map(int, sys.argv[1:] or SEEDS):
        print(line(seed), flush=True)


if __name__ == "__main__":
    main()
