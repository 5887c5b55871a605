"""All proofs at full size, and the page that tells what came out: `python -m tests.proofs.verify`."""

from __future__ import annotations

import argparse
import inspect
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.places import ROOT
from tests.proofs.agreement import engine_equals_twin
from tests.proofs.captaincy import sensible_is_nearly_the_best
from tests.proofs.controls import mistakes_are_caught
from tests.proofs.coverage import intervals_cover_the_exact_mean
from tests.proofs.enumeration import exact_equals_brute_force
from tests.proofs.fairness import dice_are_fair
from tests.proofs.false_winners import equals_are_seldom_told_apart
from tests.proofs.fuzzing import mutated_files_load_or_name_a_line
from tests.proofs.lorry import (
    lorry_dice_are_fair,
    lorry_equals_twin,
    lorry_exact_equals_brute_force,
    lorry_mistakes_are_caught,
    lorry_sampled_equals_counted,
)
from tests.proofs.mutants import tell_score
from tests.proofs.proof import Proof, Proven
from tests.proofs.remote import a_cluster_gives_the_bytes_of_one_machine
from tests.proofs.same_bytes import the_seed_fixes_every_byte
from tests.proofs.sampling import sampled_equals_exact
from tests.proofs.starship import (
    starship_broken_files_are_told,
    starship_dice_are_fair,
    starship_equals_twin,
    starship_exact_equals_brute_force,
    starship_mistakes_are_caught,
    starship_sampled_equals_exact,
)

PAGE = ROOT / "docs" / "accuracy.md"
HEAD = """# Accuracy

What is proved, on how much, and what came out. Written by `make verify`; every figure was measured by that run.
Every test run proves the same on less (`tests/proofs/test_proofs.py`).
"""


@dataclass(frozen=True)
class Task:
    """A proof with its two sizes."""

    name: str
    title: str
    proof: Proof
    small: int
    large: int


TASKS = (
    Task("brute-force", "Exact answers against brute force", exact_equals_brute_force, 6, 200),
    Task("twin", "Engine against twin", engine_equals_twin, 12, 100),
    Task("sampled", "Sampled flights against exact answers", sampled_equals_exact, 40_000, 1_000_000),
    Task("dice", "Dice", dice_are_fair, 1_000_000, 100_000_000),
    Task("intervals", "Intervals", intervals_cover_the_exact_mean, 400, 2000),
    Task("winners", "False winners", equals_are_seldom_told_apart, 12, 2000),
    Task("bytes", "Same seed, same bytes", the_seed_fixes_every_byte, 60, 20_000),
    Task("cluster", "More than one machine", a_cluster_gives_the_bytes_of_one_machine, 3000, 1_000_000),
    Task("files", "Broken ship files", mutated_files_load_or_name_a_line, 500, 20_000),
    Task("captain", "The sensible captain", sensible_is_nearly_the_best, 60, 2000),
    Task("mistakes", "Deliberate mistakes", mistakes_are_caught, 40, 60),
    Task("starship-twin", "Starship Catan: engine against twin", starship_equals_twin, 300, 5000),
    Task(
        "starship-brute", "Starship Catan: exact turns against brute force", starship_exact_equals_brute_force, 10, 50
    ),
    Task("starship-sampled", "Starship Catan: sampled against exact", starship_sampled_equals_exact, 2000, 200_000),
    Task("starship-dice", "Starship Catan: dice and shuffles", starship_dice_are_fair, 100_000, 10_000_000),
    Task("starship-files", "Starship Catan: broken files", starship_broken_files_are_told, 250, 5000),
    Task("starship-mistakes", "Starship Catan: deliberate mistakes", starship_mistakes_are_caught, 1, 1),
    Task("lorry-twin", "Cosmic Lorry: engine against twin", lorry_equals_twin, 300, 3000),
    Task("lorry-brute", "Cosmic Lorry: exact answers against brute force", lorry_exact_equals_brute_force, 8, 60),
    Task("lorry-sampled", "Cosmic Lorry: sampled against counted out", lorry_sampled_equals_counted, 300, 20_000),
    Task("lorry-dice", "Cosmic Lorry: dice", lorry_dice_are_fair, 100_000, 1_000_000),
    Task("lorry-mistakes", "Cosmic Lorry: deliberate mistakes", lorry_mistakes_are_caught, 1, 1),
)
NAMES = tuple(task.name for task in TASKS)


def main() -> int:
    """Run all proofs, write the page, and return 1 if one of them failed."""
    asked = argparse.ArgumentParser(prog="python -m tests.proofs.verify", description=__doc__)
    asked.add_argument("--small", action="store_true", help="the sizes of every test run")
    asked.add_argument(
        "--size", action="append", default=[], metavar="NAME=N", help=f"one proof at another size: {', '.join(NAMES)}"
    )
    asked.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="this proof alone; the page keeps what it has of others",
    )
    asked.add_argument("--workers", type=int, default=2, help="processes to share the work")
    asked.add_argument("--page", type=Path, default=PAGE, help="where the page is written")
    options = asked.parse_args()
    sizes = {task.name: task.small if options.small else task.large for task in TASKS}
    for name, _, size in (one.partition("=") for one in options.size):
        if name not in sizes or not size.isdigit():
            asked.error(f"--size {name}={size}: give one of {', '.join(NAMES)} and a whole number")
        sizes[name] = int(size)
    if not {*options.only} <= {*NAMES}:
        asked.error(f"--only: give one of {', '.join(NAMES)}")
    tasks = [task for task in TASKS if not options.only or task.name in options.only]
    done = [(task, attempt(task, sizes[task.name], options.workers)) for task in tasks]
    written = page(done, [task for task in tasks if sizes[task.name] < task.large])
    if options.only and options.page.exists():
        written = beside(options.page.read_text(encoding="utf-8"), written)
    options.page.write_text(written, encoding="utf-8")
    failed = [task.title for task, proven in done if proven.faults]
    print(f"{options.page.name}: " + (f"FAILED: {', '.join(failed)}" if failed else "all proofs hold"))
    return int(bool(failed))


def attempt(task: Task, size: int, workers: int) -> Proven:
    """One proof, told as it goes; an error is a fault like any other."""
    print(f"{task.title} ...", flush=True)
    begun = time.monotonic()
    try:
        proven = task.proof(size, workers=workers)
    except Exception as error:
        proven = Proven(str(size), "stopped by an error", (repr(error),))
    print(f"  {proven.size}: {proven.result} ({time.monotonic() - begun:.0f} s)", flush=True)
    for fault in proven.faults:
        print(f"  FAULT {fault}", flush=True)
    return proven


def page(done: list[tuple[Task, Proven]], less: Sequence[Task] = ()) -> str:
    """The page in Markdown; `less` are the proofs that were run below their full size."""
    rows = [(task.title, one.size, one.result, "fails" if one.faults else "holds") for task, one in done]
    parts = [HEAD, markdown((("proof", "size", "result", "verdict"), *rows))]
    parts += [f"Below full size in this run: {task.title} (full size: {task.large:,}).\n" for task in less]
    for task, proven in done:
        claim, fails_if = told(task.proof)
        parts.append(f"## {task.title}\n\n{claim}\n\n{fails_if}\n")
        if proven.faults:
            parts.append("Faults found:\n\n" + "".join(f"- {fault}\n" for fault in proven.faults))
        if proven.table:
            parts.append(markdown(proven.table))
    if tell_score():
        parts.append(f"## Mutation testing\n\n{tell_score()}\n")
    return "\n".join(parts)


def beside(old: str, new: str) -> str:
    """The old page with what the new one tells of the proofs that were run, and with the new score of mutants."""
    (head, rows, below, sections), (_, fresh, less, ran) = (_parts(text) for text in (old, new))
    titles = [task.title for task in TASKS]
    rows, sections = rows | fresh, sections | ran
    below = {title: line for title, line in below.items() if title not in fresh} | less
    table = "".join(f"{rows[title]}\n" for title in ("proof", "---", *titles) if title in rows)
    parts = [head, table, *(f"{below[title]}\n" for title in titles if title in below)]
    return "\n".join([*parts, *(sections[title] for title in (*titles, "Mutation testing") if title in sections)])


def _parts(text: str) -> tuple[str, dict[str, str], dict[str, str], dict[str, str]]:
    """What stands above the table; by title the rows, what was below full size, and the sections."""
    head, *sections = re.split(r"^(?=## )", text, flags=re.M)
    above, table = head.split("| proof |", 1)
    lines = ("| proof |" + table).splitlines()
    rows = {line.split("|")[1].strip(): line for line in lines if line.startswith("|")}
    below = {line.partition(": ")[2].rpartition(" (")[0]: line for line in lines if line.startswith("Below")}
    return (
        above.rstrip() + "\n",
        rows,
        below,
        {one.splitlines()[0].removeprefix("## "): one.rstrip() + "\n" for one in sections},
    )


def told(proof: Proof) -> tuple[str, str]:
    """What a proof claims and what would make it fail, from its docstring."""
    text = " ".join((inspect.getdoc(proof) or "").split())
    claim, _, fails_if = text.partition(" Fails ")
    return claim, f"**Fails** {fails_if}"


def markdown(rows: tuple[tuple[str, ...], ...]) -> str:
    """A table; the first row is its head."""
    head, *rest = rows
    lines = [head, ("---",) * len(head), *rest]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
