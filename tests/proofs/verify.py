"""All proofs at full size, and the page about them: `python -m tests.proofs.verify`.

It can be stopped at any moment and started again: what was finished is in `.verify/`, and only the rest is run.
Where the code that a proof is about has changed, that proof is run afresh.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path

from tests.places import ROOT
from tests.proofs.page import Result, results_beside, write
from tests.proofs.pieces import Ledger, PieceErrors, duration
from tests.proofs.proof import Proven
from tests.proofs.tasks import TASKS, Task

FOLDER, PAGE = ROOT / ".verify", ROOT / "docs" / "accuracy.md"
NAMES = tuple(task.name for task in TASKS)


def main() -> int:
    """Run all proofs that are not finished, write the page, and return 1 if one of them failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.verify", description=__doc__)
    parser.add_argument("--small", action="store_true", help="the sizes of every test run")
    parser.add_argument(
        "--size", action="append", default=[], metavar="NAME=N", help=f"one proof at another size: {', '.join(NAMES)}"
    )
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="this proof alone")
    parser.add_argument("--workers", type=int, default=2, help="processes to share the work (default: 2)")
    parser.add_argument("--page", type=Path, default=PAGE, help="where the page is written, and its results as JSON")
    options = parser.parse_args()
    sizes = {task.name: task.small if options.small else task.large for task in TASKS}
    for name, _, size in (one.partition("=") for one in options.size):
        if name not in sizes or not size.isdigit():
            parser.error(f"--size {name}={size}: give one of {', '.join(NAMES)} and a whole number")
        sizes[name] = int(size)
    if not {*options.only} <= {*NAMES}:
        parser.error(f"--only: give one of {', '.join(NAMES)}")
    tasks = [task for task in TASKS if not options.only or task.name in options.only]
    try:
        return run(tasks, sizes, options.workers, options.page)
    except KeyboardInterrupt:
        print("stopped: the same command goes on from here", flush=True)
        return 130


def run(tasks: Sequence[Task], sizes: Mapping[str, int], workers: int, page: Path) -> int:
    """Run those proofs, the quickest first, and write the page after each."""
    digests = {task.name: task.digest() for task in TASKS}
    results, failed = results_beside(page), []
    ledgers = [
        Ledger(FOLDER / f"{task.name}-{sizes[task.name]}-{digests[task.name]}.jsonl", task.title, workers)
        for task in tasks
    ]
    minutes = [
        0.0 if ledger.finished() else task.minutes * sizes[task.name] / task.large
        for task, ledger in zip(tasks, ledgers, strict=True)
    ]
    todo = sorted(zip(minutes, tasks, ledgers, strict=True), key=lambda each: each[0])
    for number, (its_minutes, task, ledger) in enumerate(todo):
        if its_minutes:
            left = duration(60 * sum(each[0] for each in todo[number:]) / workers)
            print(f"{task.title} ({number} of {len(todo)} proofs done, {left} left)", flush=True)
        result = result_of(task, sizes[task.name], digests[task.name], ledger)
        failed += [task.title] * bool(result.proven.faults)
        if result.replaces(results.get(task.name)):
            results[task.name] = result
        write(page, results, [name for name, one in results.items() if one.code != digests[name]])
    print(f"{page.name}: " + (f"FAILED: {', '.join(failed)}" if failed else "all proofs hold"))
    return int(bool(failed))


def result_of(task: Task, size: int, digest: str, ledger: Ledger) -> Result:
    """What came of a proof, from its ledger if it is finished; an error is a fault, and the proof is not finished."""
    if plain := ledger.finished():
        return Result.of_plain(plain)
    try:
        proven, is_finished = task.proof(size, share=ledger.share), True
    except Exception as error:
        faults = error.args if isinstance(error, PieceErrors) else (repr(error),)
        proven, is_finished = Proven(str(size), "stopped by an error", faults), False
    print(f"  {proven.size}: {proven.result}", *(f"\n  FAULT {fault}" for fault in proven.faults), flush=True)
    result = Result(size, digest, date.today().isoformat(), proven)
    if is_finished:
        ledger.write({"finished": asdict(result)})
    return result


if __name__ == "__main__":
    sys.exit(main())
