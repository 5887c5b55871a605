"""The page that says what was proved, on how much, when, and what came out."""

from __future__ import annotations

import inspect
import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

from tests.proofs.mutants import tell_score
from tests.proofs.proof import Proof, Proven
from tests.proofs.tasks import TASKS, Task

COLUMNS = 100
"""Where lines of prose end."""
HEAD = """# Accuracy

This page lists the proofs of the numbers: how much each one tried, and what came out. `make verify`
writes it, and each figure was measured on the day in the last column. *Earlier code* means that
rules, tables or tests behind the proof have changed since. Every run of the tests tries the same on
fewer flights and games (`tests/proofs/test_proofs.py`). Each section says what a proof claims, and
what would make it fail. [How sure are the numbers?](trust.md) explains intervals and captains.
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
    rows = []
    for task in tasks:
        if (one := results.get(task.name)) is None:
            rows.append((task.title, "", "", "not run yet", ""))
            continue
        size = one.proven.size + f"; full size: {task.large:,}" * (one.size < task.large)
        verdict = "fails" if one.proven.faults else "holds"
        rows.append(
            (task.title, size, one.proven.result, verdict, one.date + ", earlier code" * (task.name in outdated))
        )
    parts = [HEAD, markdown((("proof", "size", "result", "verdict", "run on"), *rows))]
    for task, one in proved:
        parts += [f"## {task.title}\n", *map(wrapped, claims(task.proof))]
        if one.proven.faults:
            parts.append("Faults found:\n\n" + "".join(wrapped(f"- {fault}", "  ") for fault in one.proven.faults))
        if one.proven.table:
            parts.append(markdown(one.proven.table))
    if score := tell_score():
        parts += ["## Mutation testing\n", *map(wrapped, score.split("\n\n"))]
    return "\n".join(parts)


def wrapped(text: str, indent: str = "") -> str:
    """The text in lines that end at COLUMNS, between words alone; `indent` begins all lines but the first.

    >>> print(wrapped("- " + 30 * "four "), end="")
    - four four four four four four four four four four four four four four four four four four four
    four four four four four four four four four four four
    """
    lines = wrap(text, COLUMNS, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "".join(f"{line}\n" for line in lines)


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
