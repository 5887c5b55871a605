"""The page that says what was proved, when, and on how much."""

from __future__ import annotations

from pathlib import Path

from tests.proofs.page import HEAD, Result, results_beside, text_of, write
from tests.proofs.pieces import Ledger
from tests.proofs.proof import Proven
from tests.proofs.tasks import TASKS, Task
from tests.proofs.verify import result_of

FIRST, SECOND, THIRD = TASKS[1:4]
PROVEN = Proven("20 convoys", "0 differ", (), (("ship", "differs"), ("Tin Kite", "no")))


def test_proof_error_is_shown_as_fault(tmp_path: Path) -> None:
    """Fails if a proof that was stopped by an error counts as one that holds, or is not tried again."""

    def broken(size: int, share: object) -> Proven:
        """Nothing holds.

        Fails if anything happens.
        """
        raise ValueError("no dice")

    task = Task("broken", "Broken", broken, 1, 2, 1)
    ledger = Ledger(tmp_path / "broken.jsonl", "Broken")
    result = result_of(task, 1, "code", ledger)
    page = text_of({"broken": result}, (), (task,))
    assert f"| Broken | 1; full size: 2 | stopped by an error | fails | {result.date} |" in page
    assert "- ValueError('no dice')" in page
    assert "**Fails** if anything happens." in page
    assert ledger.finished() is None


def test_page_names_missing_and_outdated_proofs() -> None:
    results = {
        FIRST.name: Result(FIRST.large, "code", "2020-01-02", PROVEN),
        SECOND.name: Result(SECOND.large - 1, "code", "2020-01-03", PROVEN),
    }
    page = text_of(results, [FIRST.name], (FIRST, SECOND, THIRD))
    less = f"20 convoys; full size: {SECOND.large:,}"
    assert page.removeprefix(HEAD).splitlines()[3:6] == [
        f"| {FIRST.title} | 20 convoys | 0 differ | holds | 2020-01-02, earlier code |",
        f"| {SECOND.title} | {less} | 0 differ | holds | 2020-01-03 |",
        f"| {THIRD.title} |  |  | not run yet |  |",
    ]
    assert page.count("| Tin Kite | no |") == 2


def test_page_prose_wraps_between_words() -> None:
    fault = Result(9, "code", "2020-01-02", Proven("9", "bad", (f"{'word ' * 30}{'x' * 120}",), ()))
    page = text_of({FIRST.name: fault}, (), (FIRST,))
    prose = [line for line in page.splitlines() if not line.startswith("|")]
    assert [line for line in prose if len(line) > 100] == [f"  {'x' * 120}"]
    assert " ".join(page.split()).count(f"- {'word ' * 30}{'x' * 120}") == 1


def test_page_results_round_trip(tmp_path: Path) -> None:
    results = {FIRST.name: Result(9, "code", "2020-01-02", PROVEN)}
    write(tmp_path / "page.md", results, ())
    assert results_beside(tmp_path / "page.md") == results
    assert results_beside(tmp_path / "other.md") == {}


def test_smaller_result_replaces_no_larger() -> None:
    large, small = (Result(size, "code", "2020-01-02", PROVEN) for size in (9, 3))
    assert not small.replaces(large)
    assert large.replaces(small)
    assert large.replaces(large)
    assert small.replaces(None)
    assert Result(3, "changed code", "2020-01-02", PROVEN).replaces(large)
