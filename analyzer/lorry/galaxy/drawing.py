"""A map in letters: its boxes with their numbers at the edges, and how the edges go on."""

from __future__ import annotations

from collections.abc import Sequence

ROUND = "~"
"""At an edge that goes on at the opposite side."""


def drawn(rows: Sequence[Sequence[str]], round_columns: bool, round_rows: bool) -> list[str]:
    """Rows of marks, one a line, below the numbers of the columns; `~` marks an edge that wraps around.

    >>> print(*drawn([["1", ".", "2"]], True, False), sep="\\n")
           1  2  3
      1 ~  1  .  2  ~
    """
    wide = 1 + max(2, *(len(mark) for marks in rows for mark in marks))
    numbers = "".join(f"{column:>{wide}}" for column in range(1, len(rows[0]) + 1))
    over = [" " * 5 + f"{ROUND:>{wide}}" * len(rows[0])] if round_rows else []
    left, right = (f" {ROUND}", f"  {ROUND}") if round_columns else ("  ", "")
    body = [
        f"{row:>3}{left}" + "".join(f"{mark:>{wide}}" for mark in marks) + right
        for row, marks in enumerate(rows, start=1)
    ]
    return [" " * 5 + numbers, *over, *body, *over]
