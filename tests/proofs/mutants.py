"""The scores of mutation testing, world by world: `make mutants` writes them down, the accuracy page tells them.

mutmut changes one thing at a time in the rules and in what compiles ships and captains, and runs on each change the
scripted cases, exact answers and some of the differential tests that reach it; a mutant that no test notices survives.
A run that was ended early goes on where it ended; `make mutants WORLD=starship` changes the rules of that world alone.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from pathlib import Path

from analyzer.statistics.interval import of_share
from tests.places import ROOT

FOLDER = ROOT / "mutants"
NAMES = {"trucker": "Galaxy Trucker", "starship": "Starship Catan", "lorry": "Cosmic Lorry"}
KILLED, NOT_RUN = (1, 3, 24, 36, 152, 255, -24), (None, 2)
"""Exit codes of the tests, as mutmut keeps them by mutant; those of a run that took too long count as killed."""


def place(world: str) -> Path:
    """Where a world's score is kept."""
    return ROOT / "docs" / ("mutants.json" if world == "trucker" else f"mutants-{world}.json")


def keep_scores(folder: Path = FOLDER) -> None:
    """Write the score of every world of which mutants were run, with the date."""
    for world in NAMES:
        codes: Counter[int | None] = Counter()
        for meta in folder.rglob("*.meta"):
            if (f"analyzer/{world}/" in meta.as_posix()) or (
                world == "trucker" and "analyzer/results/" in meta.as_posix()
            ):
                codes.update(json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"].values())
        tried = codes.total() - sum(codes[code] for code in NOT_RUN)
        if tried:
            killed = sum(codes[code] for code in KILLED)
            score = {"date": date.today().isoformat(), "mutants": codes.total(), "tried": tried, "killed": killed}
            text = json.dumps(score | {"survived": tried - killed}, indent=2)
            place(world).write_text(f"{text}\n", encoding="utf-8")
    print(tell_score())


def tell_score() -> str:
    """A paragraph a world for the page; empty if mutants were never run."""
    return "\n\n".join(_told(world) for world in NAMES if place(world).exists())


def _told(world: str) -> str:
    score = json.loads(place(world).read_text(encoding="utf-8"))
    tried, killed = score["tried"], score["killed"]
    of, sure = "", ""
    if tried < score["mutants"]:
        low, high = of_share(killed, tried, 0.95)
        of = f" that were tried, drawn by chance of {score['mutants']:,},"
        sure = f"; 95% interval {low:.1%} to {high:.1%}"
    return (
        f"{NAMES[world]}: {killed:,} of {tried:,} mutants of the rules{of} were killed "
        f"({killed / tried:.1%}{sure}), on {score['date']}; `make mutants WORLD={world}` runs it again."
    )


if __name__ == "__main__":
    keep_scores()
