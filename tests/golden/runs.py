"""Small fixed runs of every experiment of every game, by public calls, and what some verbs print with `--json`.

`recorded()` makes the calls and returns the experiments that they ran, in plain types. `python -m tests.golden.runs`
writes them, with the columns of their first trials, to one JSON file a game, and the verbs' answers to `answers.json`.
Run it after a rule changed and its RULES_VERSION was raised, or after JSON got a new key.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, redirect_stdout, suppress
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from typer.main import get_command

import analyzer
from analyzer import lorry, starship
from tests.doors.command import app
from tests.doors.montecarlo import columns_of
from tests.doors.runs import WORLDS, Amount, plain, rebuild, world
from tests.doors.trucker_flights import plan
from tests.doors.trucker_questions import load_goal, with_goal
from tests.places import ROOT

FOLDER = Path(__file__).parent
SHIPS = ROOT / "ships"
SEED = 20_260
TRIALS = 12
"""Trials that are kept of each experiment."""


def ship(place: str) -> Any:
    return analyzer.load_ship(SHIPS / place)


def trucker_runs() -> None:
    """Run every question of Galaxy Trucker once."""
    mile, hornet = (ship(f"2007/I/{name}.yaml") for name in ("first-mile", "brass-hornet"))
    broadside, hauler = ship("2007/III/grand-broadside.yaml"), ship("2007/II/steady-hauler.yaml")
    build = ship("2007/IVC/four-winds.yaml")
    few: dict[str, Any] = {"flights": 2, "seed": SEED, "workers": 1}
    analyzer.fly([mile, hornet], **few)
    analyzer.fly([broadside], level="III", captain="bold", rivals="alone", **few)
    analyzer.fly([hauler], level="II", **few)
    for level in ("II", "III"):
        ships = sorted((SHIPS / "2021" / level).glob("*.yaml"))
        analyzer.fly([analyzer.load_ship(ships[0])], captain="cautious", **few)
    analyzer.fly([build], **few)
    analyzer.fly(analyzer.load_position(SHIPS / "2007/at-the-table.yaml"), **few)
    Amount(2).run([with_goal(plan([mile], seed=SEED), load_goal("arrived"))])
    analyzer.race([mile, hornet], **few)
    analyzer.card_effects([hauler], **few)
    analyzer.course([hauler], **few)
    analyzer.insure(build, **few)
    analyzer.layouts_of(build, change=False, **few)
    analyzer.fleet_effects(build, **few)
    analyzer.weak_points(mile, **few)
    analyzer.swap(mile, min(mile.components), **few)
    analyzer.journey([[mile, hauler]], **few)
    analyzer.compare([mile, hornet], **few)


def starship_runs() -> None:
    """Run every question of Starship Catan once."""
    middle = starship.load_position(SHIPS / "starship/midgame.yaml")
    few: dict[str, Any] = {"seed": SEED, "workers": 1}
    starship.fly(middle, turns=2, **few)
    starship.play(games=2, **few)
    starship.play(("cautious", "sensible"), games=2, position=middle, **few)
    starship.adventures(middle, games=2, **few)
    trader, racer = (starship.load_ship(SHIPS / f"starship/{name}.yaml") for name in ("trader", "racer"))
    starship.compare([trader, racer], games=2, **few)


def lorry_runs() -> None:
    """Run every question of Cosmic Lorry once."""
    small, large = (lorry.load_galaxy(SHIPS / f"lorry/{name}.yaml") for name in ("small", "sixteen-by-ten"))
    few: dict[str, Any] = {"games": 2, "seed": SEED, "workers": 1}
    lorry.race(small, captains=("steady", "sprinter"), **few)
    lorry.race(large, captains=("steady", "steady", "sprinter"), **few)
    lorry.fly(small, **few)
    lorry.race(lorry.load_position(SHIPS / "lorry/late.yaml"), **few)
    lorry.scored_pairs(small, **few)
    lorry.leave(small, rounds=(1,), **few)
    lorry.begin(small, **few)


RUNS: Mapping[str, Callable[[], None]] = {"trucker": trucker_runs, "starship": starship_runs, "lorry": lorry_runs}


def recorded(game: str) -> Iterator[dict[str, Any]]:
    """The described experiments that the calls of a game run, each once."""
    ran: list[Any] = []
    run = Amount.run

    def listening(self: Amount, experiments: Any, *args: Any, **how: Any) -> Any:
        ran.extend(experiments)
        return run(self, experiments, *args, **how)

    with patch.object(Amount, "run", listening):
        RUNS[game]()
    described = {json.dumps(plain(one.describe()), sort_keys=True): None for one in ran}
    yield from map(json.loads, described)


def questions(described: Any) -> set[str]:
    """Return the questions of a described experiment and of those that it holds."""
    inner = described.values() if isinstance(described, dict) else described if isinstance(described, list) else ()
    own = {described["question"]} if isinstance(described, dict) and "question" in described else set()
    return own.union(*map(questions, inner))


def columns(described: dict[str, Any]) -> dict[str, list[Any]]:
    """The columns of the first trials of an experiment that is rebuilt from its description."""
    rows = columns_of(rebuild(described, "golden"), 0, TRIALS)
    return {name: np.asarray(values).astype(np.int64).tolist() for name, values in sorted(rows.items())}


MILE, ARROW = (f"ships/2007/I/{name}.yaml" for name in ("first-mile", "paper-arrow"))
ANSWERS = (
    f"inspect {MILE}",
    f"hazards {MILE}",
    f"strike {MILE} --hazard large_meteor --from left --roll 7",
    f"exact {MILE} --card 2007/28",
    f"fly {MILE} --alone --no-other-captains --flights 20",
    f"race {MILE} {ARROW} --flights 10",
    f"compare {MILE} {ARROW} --alone --flights 20",
    f"weak {MILE} --alone --flights 4",
    f"explain {MILE} --alone --flight 7",
    "deck II pirates 6",
    "replay ships/2007/example-record.yaml",
    "edition diff 2007 ships/own-edition",
    "starship inspect ships/starship/midgame.yaml",
    "starship fly ships/starship/midgame.yaml --turns 4",
    "starship fight --cannons 4 --demand 5",
    "starship exact ships/starship/known.yaml --sector 1",
    "starship replay ships/starship/example-record.yaml",
    "lorry inspect ships/lorry/small.yaml",
    "lorry routes ships/lorry/small.yaml --turns 4",
    "lorry turn ships/lorry/late.yaml",
    "lorry race ships/lorry/small.yaml --captain steady --captain sprinter --games 2",
    "lorry replay ships/lorry/example-record.yaml",
)
"""Command lines whose answers are kept: one or more a kind of answer, all of them quick."""


@cache
def command() -> Callable[[list[str]], None]:
    return get_command(app)


def answer(line: str) -> Any:
    """What a verb prints with `--json`, floats to nine digits, because libraries differ in the last ones."""
    with chdir(ROOT), redirect_stdout(StringIO()) as printed, suppress(SystemExit):
        command()([*shlex.split(line), "--json"])
    return json.loads(printed.getvalue(), parse_float=lambda text: float(f"{float(text):.9g}"))


def path_of(game: str) -> Path:
    return FOLDER / f"{game}.json"


def write() -> None:
    """Write the golden results of all games."""
    for game in WORLDS:
        runs = [{"experiment": one, "columns": columns(one)} for one in recorded(game)]
        missing = set(world(game).QUESTIONS) - set().union(*(questions(run["experiment"]) for run in runs))
        print(game, len(runs), "experiments", f"without {missing}" if missing else "")
        lines = ",\n".join(json.dumps(run) for run in runs)
        path_of(game).write_text(
            f'{{"rules_version": {world(game).RULES_VERSION}, "runs": [\n{lines}\n]}}\n', encoding="utf-8"
        )
    kept = ",\n".join(f"{json.dumps(line)}: {json.dumps(answer(line))}" for line in ANSWERS)
    path_of("answers").write_text(f"{{{kept}}}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
