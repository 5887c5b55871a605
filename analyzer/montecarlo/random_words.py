"""Addressed random words: the word of trial t in a stream is a pure function of (seed, stream, t).

The words are those of the counter-based generator Philox 4x64 (Salmon and others, "Parallel random numbers: as easy as
1, 2, 3", 2011), keyed by seed and stream; a trial owns a fixed place of the counter, so it does not matter who asks,
in what blocks, or in what order.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.errors import whole_number

LARGEST_SEED = 2**64 - 1
WORDS_IN_A_COUNT = 4


def words(seed: int, stream: int, first: int, trials: int) -> npt.NDArray[np.uint64]:
    """(trials,) Words of the trials from `first` on, one a trial.

    Raises AnalyzerError for a seed that is no whole number from 0 to 2**64 - 1.
    """
    seed = whole_number(seed, "seed", 0, LARGEST_SEED)
    counts, skipped = divmod(first, WORDS_IN_A_COUNT)
    generator = np.random.Philox(key=np.array([seed, stream], np.uint64), counter=counts)
    return generator.random_raw(skipped + trials)[skipped:]
