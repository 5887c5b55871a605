"""An experiment without a game, which counts trials, and a run that Ctrl-C interrupts at a chosen block."""

from __future__ import annotations

import numpy as np
import pytest

from tests.doors.montecarlo import blocks


class Counting:
    """An experiment that notes how many trials its blocks have."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def run_block(self, first: int, trials: int):
        self.sizes.append(trials)
        return {"x": np.ones((1, trials), np.int64)}


def interrupted_at(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Ctrl-C comes while that block is run."""
    real, begun = blocks._block, [0]

    def block(*args):
        begun[0] += 1
        if begun[0] == number:
            raise KeyboardInterrupt
        return real(*args)

    monkeypatch.setattr(blocks, "_block", block)
