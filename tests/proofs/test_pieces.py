"""Proofs that are killed go on where they ended, and are run afresh where their code has changed."""

from __future__ import annotations

import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.proofs import digests
from tests.proofs.pieces import Ledger
from tests.proofs.proof import Proven, Share
from tests.proofs.squares import PIECES, ledger_in, square, squares_are_odd
from tests.proofs.tasks import Task
from tests.proofs.verify import result_of


def pieces_run(folder: Path) -> list[int]:
    """Which pieces were begun since this was last asked."""
    numbers = [int(number) for number in (folder / "ran").read_text().split()]
    (folder / "ran").unlink()
    return numbers


def run_here(folder: Path) -> Proven:
    """The proof, or what is left of it to do."""
    task = Task("squares", "Squares", partial(squares_are_odd, str(folder)), 1, PIECES, 1)
    return result_of(task, PIECES, "code", ledger_in(folder)).proven


UNBROKEN = Proven("6 squares", "sum 55", ("0 is even", "4 is even", "16 is even"))


@pytest.mark.long
def test_killed_proof_resumes_unfinished_pieces(tmp_path: Path) -> None:
    """Fails if a piece that was finished runs again, one that was not is left out, or the outcome is another one."""
    (tmp_path / "kill 4").touch()
    command = [sys.executable, "-m", "tests.proofs.squares", str(tmp_path)]
    killed = subprocess.run(command, cwd=ROOT, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert pieces_run(tmp_path) == [0, 1, 2, 3, 4]
    (tmp_path / "kill 4").unlink()
    assert run_here(tmp_path) == UNBROKEN
    assert pieces_run(tmp_path) == [4, 5]


def test_finished_proof_is_not_repeated(tmp_path: Path) -> None:
    """A proof that has no pieces, twice, and once more after it was stopped by an error."""
    sizes: list[int] = []

    def proof(size: int, share: Share) -> Proven:
        sizes.append(size)
        return Proven(f"{size} things", str(1 / (len(sizes) - 1)))

    task = Task("once", "Once", proof, 1, PIECES, 1)
    results = [result_of(task, 3, "code", ledger_in(tmp_path)) for _ in range(3)]
    assert sizes == [3, 3]
    assert results[0].proven.faults == ("ZeroDivisionError('division by zero')",)
    assert results[1] == results[2]
    assert results[1].proven == Proven("3 things", "1.0")


@pytest.mark.parametrize("torn", [1, 20])
def test_torn_ledger_line_is_repeated(torn: int, tmp_path: Path) -> None:
    """A line of which the end is missing, as after a power cut, spoils neither itself nor the next one."""
    run_here(tmp_path)
    pieces_run(tmp_path)
    path = tmp_path / "ledger.jsonl"
    first_three = path.read_bytes().split(b"\n\n")[:3]
    path.write_bytes(b"\n\n".join(first_three)[:-torn])
    assert run_here(tmp_path) == UNBROKEN
    assert pieces_run(tmp_path) == [2, 3, 4, 5]
    assert run_here(tmp_path) == UNBROKEN
    assert not (tmp_path / "ran").exists()


def test_broken_pieces_are_retried(tmp_path: Path) -> None:
    broken = [tmp_path / f"break {number}" for number in (2, 4)]
    for path in broken:
        path.touch()
    errors = tuple(f"square({number}, '{tmp_path}'): ValueError('broken')" for number in (2, 4))
    assert run_here(tmp_path) == Proven("6", "stopped by an error", errors)
    assert pieces_run(tmp_path) == [*range(PIECES)]
    for path in broken:
        path.unlink()
    assert run_here(tmp_path) == UNBROKEN
    assert pieces_run(tmp_path) == [2, 4]


@pytest.mark.long
def test_ledger_workers_keep_order(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.jsonl", "Squares", workers=2)
    assert ledger.share(square, [(number, str(tmp_path)) for number in (3, 1, 2)]) == [9, 1, 4]
    assert sorted(pieces_run(tmp_path)) == [1, 2, 3]


@pytest.mark.long
@pytest.mark.parametrize(
    ("place", "more", "changes"),
    [
        ("analyzer/lorry/turn/draw.py", b"\n# A comment\n", False),
        ("analyzer/lorry/turn/draw.py", b"\nMORE = 1\n", False),
        ("analyzer/lorry/data/captains/steady.yaml", b"\n", True),
        ("analyzer/trucker/flight/flight.py", b"\nMORE = 1\n", False),
        ("tests/proofs/lorry.py", b"\nMORE = 1\n", True),
        ("tests/lorry/twin/table.py", b"\nMORE = 1\n", True),
        ("tests/starship/twin/table.py", b"\nMORE = 1\n", False),
        ("analyzer/lorry/questions/routes.py", b"\nMORE = 1\n", True),
    ],
)
def test_changed_code_makes_proof_stale(
    place: str, more: bytes, changes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules count by RULES_VERSION and tables; captains, proofs, twins and named files by what they do."""
    digest = partial(digests.digest_of_proof, "tests.proofs.lorry", "lorry", ("analyzer/lorry/questions",))
    before = digest()
    read, meaning = Path.read_bytes, digests.meaning
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + more)
    anew = meaning.__wrapped__(ROOT / place)
    monkeypatch.undo()
    monkeypatch.setattr(digests, "meaning", lambda path: anew if path == ROOT / place else meaning(path))
    assert (digest() != before) is changes


def test_rules_version_makes_proof_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    digest = partial(digests.digest_of_proof, "tests.proofs.lorry", "lorry")
    before, known = digest(), digests.rules("lorry")
    monkeypatch.setattr(digests, "rules", lambda game: known._replace(version=known.version + 1))
    assert digest() != before
