"""Random words and shuffles, blocks of trials, workers. No game: the twins may use it."""

from analyzer.montecarlo import blocks, limits, random_words, workers
from analyzer.montecarlo.blocks import (
    FARTHEST,
    FIRST_BLOCK_SECONDS,
    LOOK,
    SHARE,
    Job,
    Marks,
    Pace,
    Part,
    Task,
    columns_of,
    look_before,
    look_distance,
    run,
    run_task,
)
from analyzer.montecarlo.limits import processors
from analyzer.montecarlo.random_words import FRACTION_BITS, digit, interleave, shuffled, words
from analyzer.montecarlo.stretch import Stretch, in_words, merge_stretches
from analyzer.montecarlo.workers import end_with, in_order, starting_safely
