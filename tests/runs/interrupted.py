"""A run that Ctrl-C comes into, at a block of one's choice."""

from __future__ import annotations

import pytest

from tests.doors.montecarlo import blocks


def interrupted_at(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Ctrl-C comes while that block is run."""
    real, begun = blocks._block, [0]

    def block(*args):
        begun[0] += 1
        if begun[0] == number:
            raise KeyboardInterrupt
        return real(*args)

    monkeypatch.setattr(blocks, "_block", block)
