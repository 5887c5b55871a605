"""Balance reports seldom call clear what is chance, though they have hundreds of rows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.stats import binom

from tests.doors.statistics import CONFIDENCE, each_of
from tests.doors.trucker_paper import alike_cards as alike
from tests.doors.trucker_questions import sample as sample_module
from tests.doors.trucker_questions import worths
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
    return [one.by_meeting for one in worths.CardTask(ships, True, tuple(sorts), meetings).measured()]
