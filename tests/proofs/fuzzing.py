"""Broken ship files are refused with the line of the fault."""

from __future__ import annotations

import random
import re
import time

import analyzer
from analyzer import AnalyzerError, Layout
from tests.files.broken_texts import one_change
from tests.proofs.proof import Proven, Share, in_turn
from tests.texts import load_text
from tests.trucker.files.broken_ships import TEXTS

BATCH = 500
SLOWEST_MS = 500.0
FIRST_SEED = 40_000


def mutated_files_load_or_name_a_line(size: int, share: Share = in_turn) -> Proven:
    """After one to six random changes a ship file is still a ship, or every fault names its line, within half a second.

    Fails if the parser lets another error through, tells a fault without its line, or takes long over a broken file.
    """
    batches = share(batch, [(first, min(BATCH, size - first)) for first in range(0, size, BATCH)])
    ships, slowest = sum(one[0] for one in batches), max(one[1] for one in batches)
    faults = [fault for one in batches for fault in one[2]]
    if not 0 < ships < size - len(faults):
        faults.append(f"{ships} ships: texts are broken too much or too little to tell anything")
    if slowest > SLOWEST_MS:
        faults.append(f"the slowest file took {slowest:.0f} ms")
    return Proven(
        f"{size:,} mutated files",
        f"{ships:,} ships, {size - ships - len(faults):,} refused with a line, {len(faults)} wrong; "
        f"slowest {slowest:.0f} ms",
        tuple(faults),
    )


def batch(first: int, size: int) -> tuple[int, float, list[str]]:
    """How many were ships, the slowest in milliseconds, and what went wrong."""
    rng = random.Random(FIRST_SEED + first)
    load_text(analyzer.load_ship, TEXTS[0], "fuzz.yaml")
    ships, slowest, wrong = 0, 0.0, []
    for number in range(first, first + size):
        text = rng.choice(TEXTS)
        for _ in range(rng.randint(1, 6)):
            text = one_change(rng, text)
        faults, took = read(text)
        if took > SLOWEST_MS:  # or did the collector of garbage come between?
            took = min(read(text)[1] for _ in range(3))
        slowest = max(slowest, took)
        ships += not faults
        bare = [fault for fault in faults if not re.match(r"fuzz\.yaml, line \d+", fault)]
        wrong += [f"file {number}: {bare[0]}"] if bare else []
    return ships, slowest, wrong


def read(text: str) -> tuple[list[str], float]:
    """What the parser says, and in how many milliseconds of a processor."""
    begun = time.process_time()
    faults = faults_of(text)
    return faults, 1000 * (time.process_time() - begun)


def faults_of(text: str) -> list[str]:
    """What the parser says; an error of another sort, in its own words."""
    try:
        ship = load_text(analyzer.load_ship, text, "fuzz.yaml")
    except AnalyzerError as error:
        return list(error.faults) or ["no fault is told"]
    except Exception as error:
        return [repr(error)]
    return [] if isinstance(ship, Layout) else [f"{type(ship)} instead of a ship"]
