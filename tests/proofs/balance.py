"""Balance reports seldom call clear what is chance, though they have hundreds of rows, and name planted cards."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt
from scipy.stats import binom

import analyzer
from tests.doors.answers import confidence_of_looks
from tests.doors.statistics import CONFIDENCE, each_of
from tests.doors.trucker_paper import alike_cards as alike
from tests.doors.trucker_questions import (
    CardJudge,
    CardTask,
    levels_to_fly,
    looked_at_again,
    reference_ships,
    together,
    worths,
)
from tests.doors.trucker_questions import sample as sample_module
from tests.proofs.proof import Proven, Share, in_turn

LEVEL, SEED, MEETINGS, ROWS = "I", 60_000, 125, 200
"""As in a report of usual size: each card is met so often, and so many rows are ranked."""
MANY, FEW = 1500, 200
"""Meetings of each card from which samples are drawn, for large and small sizes."""
LARGE, LEAST, NEVER_BY_CHANCE = 500, 0.93, 1e-5


def effects_of_cards_hold_all_at_once(samples: int, share: Share = in_turn) -> Proven:
    """Intervals of what cards bring hold in reports of usual size, one by one and for all rows of a table at once.

    So many samples of 125 meetings of each card of a level, drawn from many meetings whose mean is the truth. Of the
    intervals that hold for 200 rows at once so many may fail as chance allows at 1e-5 if each fails in one of 4,000;
    of those at 95%, 93% have to hold. Fails if rare losses make intervals too narrow, as plain ones are, which fail
    three times as often.
    """
    large = samples >= LARGE
    rng, single, wide, drawn = np.random.default_rng(SEED), 0, 0, 0
    for values in _effects(MANY if large else FEW, 1 if large else 4):
        truth = float(values.mean())
        for sample in rng.choice(values, (samples, MEETINGS)):
            for_one, for_all = (worths.cautious_mean(sample, confidence) for confidence in (CONFIDENCE, each_of(ROWS)))
            single += for_one.low <= truth <= for_one.high
            wide += not for_all.low <= truth <= for_all.high
            drawn += 1
    allowed = int(binom.isf(NEVER_BY_CHANCE, drawn, 1 - each_of(ROWS)))
    result = f"{wide} of {drawn:,} fail at once, allowed {allowed}; one by one {single / drawn:.2%} hold"
    fault = () if wide <= allowed and single / drawn >= LEAST else (result,)
    return Proven(f"{samples:,} samples of {MEETINGS} meetings of each card of level {LEVEL}", result, fault)


def _effects(meetings: int, every: int) -> list[npt.NDArray[np.int64]]:
    """Of every so many sorts of cards what each meeting brings the reference ships together."""
    (level,), _ = sample_module.levels_to_fly("2007", LEVEL)
    ships = sample_module.together(level, "2007", SEED, sample_module.reference_ships(level, "2007"), [], [])
    sorts = alike(ships.in_field[0].route)[::every]
    return [one.by_meeting for one in CardTask(ships, True, tuple(sorts), meetings).measured()]


PLANTED = {
    "I": (
        "60,1,abandoned_ship,1,40,1,,strong",
        "61,1,abandoned_ship,30,9,1,,blank",
        "62,1,planets,,,2,GG|Y|BBB,in range",
        "63,1,planets,,,3,GG|Y|BBB,in range",
    ),
    "II": (
        "60,2,abandoned_ship,1,60,1,,strong",
        "61,2,abandoned_ship,30,9,1,,blank",
        "62,2,planets,,,3,GGGG|YY|BBB,in range",
        "63,2,planets,,,4,GGGG|YY|BBB,in range",
    ),
}
"""Planted cards by level, each with its true verdict as its name: strong, blank, a copy, and a copy with a day more."""
NAMED_RIGHTLY = 0.95


def planted_cards_are_named(seeds: int, share: Share = in_turn) -> Proven:
    """A card that pays too much, a blank one, a copy and a near copy get their verdicts in 19 of 20 seeds.

    At the default number of meetings, with the reference ships, at levels I and II. Fails if a verdict is wrong, or is
    left open, in more seeds.
    """
    pieces = [(level, seed) for level in PLANTED for seed in range(1, seeds + 1)]
    found = share(_planted, pieces)
    table, faults = [("level", *(row.split(",")[-1] for row in PLANTED["I"]))], []
    for level, rows in PLANTED.items():
        named = [verdicts for (at, _), verdicts in zip(pieces, found, strict=True) if at == level]
        right = [sum(some[i] == row.split(",")[-1] for some in named) for i, row in enumerate(rows)]
        table.append((level, *(f"{number} of {seeds}" for number in right)))
        faults += [
            f"level {level}: {rows[i]}: {n} of {seeds}" for i, n in enumerate(right) if n < NAMED_RIGHTLY * seeds
        ]
    result = "; ".join(f"level {' '.join(row)}" for row in table[1:])
    return Proven(f"{seeds} seeds at each of {len(PLANTED)} levels", result, tuple(faults), tuple(table))


def _planted(level: str, seed: int) -> list[str]:
    """Return the verdict on each planted card of a level, in the order of PLANTED."""
    with TemporaryDirectory() as folder:
        Path(folder, "edition.yaml").write_text("from: 2007\nname: planted\n")
        rows = (row.rpartition(",")[0] for row in PLANTED[level])
        columns = "id,level,kind,crew_lost,credits,days,planets"
        Path(folder, "cards.csv").write_text("\n".join([columns, *rows]) + "\n")
        edition = analyzer.load_edition(folder).name
    (one,), _ = levels_to_fly(edition, level)
    ships = together(one, edition, seed, reference_ships(one, edition), [], [])
    cards = CardTask(ships, True, tuple(alike(ships.in_field[0].route)), MEETINGS).measured()
    judge = CardJudge(ships, cards := looked_at_again([ships], cards, MEETINGS, 1), confidence_of_looks(len(cards)))
    verdicts = {card.id: judge.judged(one).verdict for one in judge.effects for card in one.cards}
    return [verdicts[int(row.split(",")[0])] for row in PLANTED[level]]
