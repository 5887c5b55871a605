"""A tiny proof that leaves traces, and can be killed: `python -m tests.proofs.squares FOLDER` (test_pieces.py)."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from tests.proofs.pieces import Ledger
from tests.proofs.proof import Proven, Share, in_turn

PIECES = 6


def squares_are_odd(folder: str, size: int, share: Share = in_turn) -> Proven:
    """Every square is odd, which is wrong of every second one."""
    squares = share(square, [(number, folder) for number in range(size)])
    return Proven(f"{size} squares", f"sum {sum(squares)}", tuple(f"{one} is even" for one in squares if one % 2 == 0))


def square(number: int, folder: str) -> int:
    """A piece: notes that it ran, and kills its process or breaks where a file of that name lies in the folder."""
    with (Path(folder) / "ran").open("a") as ran:
        ran.write(f"{number} ")
    if (Path(folder) / f"kill {number}").exists():
        os.kill(os.getpid(), signal.SIGKILL)
    if (Path(folder) / f"break {number}").exists():
        raise ValueError("broken")
    return number * number


def ledger_in(folder: str | Path) -> Ledger:
    """Where its pieces are written down."""
    return Ledger(Path(folder) / "ledger.jsonl", "Squares")


if __name__ == "__main__":
    squares_are_odd(sys.argv[1], PIECES, ledger_in(sys.argv[1]).share)
