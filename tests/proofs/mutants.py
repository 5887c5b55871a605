"""Mutation testing, world by world: `make mutants` writes the scores down, the accuracy page tells them.

mutmut changes one thing at a time in the rules and in what compiles ships and captains, and runs on each change the
scripted cases, exact answers and some of the differential tests that reach it; a mutant that no test notices survives.
`make mutants WORLD=starship` changes the rules of that world alone and runs its tests alone; a run that was ended early
goes on where it ended. `make mutants WORLD=starship SAMPLE=150 SEED=3` tries as many, drawn by chance.
Survivors that do what the original does are listed with the reason in `docs/mutants-starship-survivors.yaml`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Collection
from datetime import date
from pathlib import Path

import yaml

from analyzer import Estimate
from tests.places import ROOT

FOLDER = ROOT / "mutants"
NAMES = {"trucker": "Galaxy Trucker", "starship": "Starship Catan", "lorry": "Cosmic Lorry"}
PARTS = {world: (world,) for world in NAMES} | {"trucker": ("trucker", "results")}
"""The folders of a world's rules in `analyzer`, and of their tests in `tests`."""
KILLED, NOT_RUN = (1, 3, 24, 36, 152, 255, -24), (None, 2)
"""Exit codes of the tests, as mutmut keeps them by mutant; those of a run that took too long count as killed."""


def main() -> None:
    """Try the mutants of a world, all of them or a sample, and write its score down; without a world of all worlds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("worlds", nargs="*", default=[*NAMES], choices=NAMES)
    parser.add_argument("--sample", type=int, help="so many mutants of each world, drawn by chance (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, help="as many mutants at a time (default: one a core)")
    options = parser.parse_args()
    for world in options.worlds:
        confine(world)
        names = draw(options.sample, options.seed) if options.sample else []
        try_mutants(names, options.processes)
        keep_score(world, {"sample": options.sample, "seed": options.seed} if names else {}, names)
    print(tell_score())


def confine(world: str) -> None:
    """Let mutmut change the rules of a world alone, and run no other world's tests."""
    from mutmut.configuration import config, reset_config

    reset_config()
    chosen = config()
    chosen.source_paths = [path for path in chosen.source_paths if path.parts[1] in PARTS[world]]
    tests = chosen.pytest_add_cli_args_test_selection
    chosen.pytest_add_cli_args_test_selection = [test for test in tests if test.split("/")[1] in PARTS[world]]


def draw(sample: int, seed: int) -> list[str]:
    """The names of as many mutants, drawn by chance of all that mutmut makes of the sources."""
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.file_utils import walk_mutatable_files
    from mutmut.utils.format_utils import get_mutant_name

    made = [
        get_mutant_name(path, name)
        for path in walk_mutatable_files()
        for name in mutate_file_contents(str(path), path.read_text(encoding="utf-8")).mutant_names
    ]
    return random.Random(seed).sample(sorted(made), min(sample, len(made)))


def try_mutants(names: list[str], processes: int | None) -> None:
    """Run the tests on the mutants of those names, or on all that were not tried yet.

    In a process of its own, in which nothing of the sources is loaded before it is changed.
    """
    from multiprocessing import get_context

    trial = get_context("fork").Process(target=_try, args=(names, processes))
    trial.start()
    trial.join()
    if trial.exitcode:
        sys.exit(trial.exitcode)


def _try(names: list[str], processes: int | None) -> None:
    from mutmut.__main__ import _run

    for module in [name for name in sys.modules if name.partition(".")[0] in ("analyzer", "tests")]:
        del sys.modules[module]
    _run(names, processes)


def keep_score(world: str, drawn: dict[str, int], names: Collection[str] = (), folder: Path = FOLDER) -> None:
    """Write down the score of a world's mutants, or of those of these names, with the date and how they were drawn."""
    codes: dict[str, int | None] = {}
    for part in PARTS[world]:
        for meta in (folder / "analyzer" / part).rglob("*.meta"):
            codes |= json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"]
    tried = {name for name, code in codes.items() if code not in NOT_RUN and (not names or name in names)}
    survivors = sorted(name for name in tried if codes[name] not in KILLED)
    score = {"date": date.today().isoformat(), "mutants": len(codes), **drawn, "tried": len(tried)}
    score |= {"killed": len(tried) - len(survivors), "survived": len(survivors), "survivors": survivors}
    place(world).write_text(f"{json.dumps(score, indent=2, ensure_ascii=False)}\n", encoding="utf-8")


def place(world: str) -> Path:
    """Where a world's score is kept."""
    return ROOT / "docs" / ("mutants.json" if world == "trucker" else f"mutants-{world}.json")


def reasons(world: str) -> dict[str, str]:
    """By mutant why nothing can tell it from the original."""
    listed = place(world).with_name(f"mutants-{world}-survivors.yaml")
    if not listed.exists():
        return {}
    return {one["mutant"]: one["why"] for one in yaml.safe_load(listed.read_text(encoding="utf-8"))}


def tell_score() -> str:
    """A paragraph a world for the page; empty if mutants were never run."""
    return "\n\n".join(_told(world) for world in NAMES if place(world).exists())


def _told(world: str) -> str:
    score = json.loads(place(world).read_text(encoding="utf-8"))
    tried, killed = score["tried"], score["killed"]
    of, sure, alike, how = "", "", "", f"make mutants WORLD={world}"
    if tried < score["mutants"]:
        _, low, high = Estimate.from_share(killed, tried)
        of = f" that were tried, drawn by chance of {score['mutants']:,},"
        sure = f"; 95% interval {low:.1%} to {high:.1%}"
    explained = [name for name in score.get("survivors", ()) if name in reasons(world)]
    if explained:
        where = f"mutants-{world}-survivors.yaml"
        alike = (
            f". Of the {score['survived']} that survived, {len(explained)} do what the original does ([why]({where}))"
        )
    if "seed" in score:
        how += f" SAMPLE={score['sample']} SEED={score['seed']}"
    return (
        f"{NAMES[world]}: {killed:,} of {tried:,} mutants of the rules{of} were killed "
        f"({killed / tried:.1%}{sure}), on {score['date']}; `{how}` runs it again{alike}."
    )


if __name__ == "__main__":
    main()
