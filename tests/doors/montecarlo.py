"""Random words and shuffles, blocks of trials, workers. No game: the twins may use it."""

from analyzer.montecarlo import blocks, limits, random_words, stretch, workers
from analyzer.montecarlo.blocks import FIRST_BLOCK_SECONDS, Job, Marks, Pace, Part, check_distance, columns_of, run
from analyzer.montecarlo.limits import processors
from analyzer.montecarlo.random_words import interleave, shuffled, words
from analyzer.montecarlo.workers import end_with, in_order, starting_safely
