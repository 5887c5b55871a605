"""An experiment without a game: it counts trials."""

from __future__ import annotations

import numpy as np


class Counting:
    """An experiment that notes how many trials its blocks have."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def run_block(self, first: int, trials: int):
        self.sizes.append(trials)
        return {"x": np.ones((1, trials), np.int64)}
