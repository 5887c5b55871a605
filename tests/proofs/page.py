"""The page that says what was proved, on how much, when, and what came out."""

from __future__ import annotations

import inspect
import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.proofs.mutants import tell_score
from tests.proofs.proof import Proof, Proven
from tests.proofs.tasks import TASKS, Task

HEAD = """# Accuracy

What is proved, on how much, and what came out. Written by `make verify`; every figure was measured by it, on the day
that stands beside it. Every test run proves the same on less (`tests/proofs/test_proofs.py`).
"""


@dataclass(frozen=True)
class Result:
    """What came of a proof: at which size, of which code (its digest), and on which day."""

    size: int
    code: str
    date: str
    proven: Proven

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> Result:
        """It again, from JSON."""
        size, result, faults, table = plain["proven"].values()
        return cls(**{**plain, "proven": Proven(size, result, tuple(faults), tuple(map(tuple, table)))})

    def replaces(self, other: Result | None) -> bool:
        """Whether it says more: the code is another one, or the other is of a smaller size."""
        return other is None or other.code != self.code or other.size <= self.size


def results_beside(page: Path) -> dict[str, Result]:
    """The results that the page was written from, by the names of the proofs."""
    path = page.with_suffix(".json")
    if not path.exists():
        return {}
    return {name: Result.of_plain(plain) for name, plain in json.loads(path.read_text(encoding="utf-8")).items()}


def write(page: Path, results: Mapping[str, Result], outdated: Collection[str]) -> None:
    """The page, and beside it the results that it was written from."""
    plain = {task.name: asdict(results[task.name]) for task in TASKS if task.name in results}
    page.with_suffix(".json").write_text(f"{json.dumps(plain, indent=1, ensure_ascii=False)}\n", encoding="utf-8")
    page.write_text(text_of(results, outdated), encoding="utf-8")


def text_of(results: Mapping[str, Result], outdated: Collection[str] = (), tasks: tuple[Task, ...] = TASKS) -> str:
    """The page in Markdown; `outdated`: proofs of code that has changed since."""
    proved = [(task, results[task.name]) for task in tasks if task.name in results]
    rows = [
        (task.title, one.proven.size, one.proven.result, "fails" if one.proven.faults else "holds", one.date)
        for task, one in proved
    ]
    parts = [HEAD, markdown((("proof", "size", "result", "verdict", "run on"), *rows))]
    parts += [f"Not run yet: {task.title}.\n" for task in tasks if task.name not in results]
    less = [task for task, one in proved if one.size < task.large]
    parts += [f"Below full size: {task.title} (full size: {task.large:,}).\n" for task in less]
    parts += [f"Run before its code changed: {task.title}.\n" for task, _ in proved if task.name in outdated]
    for task, one in proved:
        claim, fails_if = claims(task.proof)
        parts.append(f"## {task.title}\n\n{claim}\n\n{fails_if}\n")
        if one.proven.faults:
            parts.append("Faults found:\n\n" + "".join(f"- {fault}\n" for fault in one.proven.faults))
        if one.proven.table:
            parts.append(markdown(one.proven.table))
    if tell_score():
        parts.append(f"## Mutation testing\n\n{tell_score()}\n")
    return "\n".join(parts)


def claims(proof: Proof) -> tuple[str, str]:
    """What a proof claims and what would make it fail, from its docstring."""
    text = " ".join((inspect.getdoc(proof) or "").split())
    claim, _, fails_if = text.partition(" Fails ")
    return claim, f"**Fails** {fails_if}"


def markdown(rows: tuple[tuple[str, ...], ...]) -> str:
    """A table; the first row is its head."""
    head, *rest = rows
    lines = [head, ("---",) * len(head), *rest]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
