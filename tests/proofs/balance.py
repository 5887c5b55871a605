"""Balance reports seldom call clear what is chance, though they have hundreds of rows, and name planted cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt
from scipy.stats import binom

import analyzer
from tests.doors.answers import balance_verdicts, confidence_of_checks
from tests.doors.printed import Card
from tests.doors.statistics import CONFIDENCE, each_of
from tests.doors.trucker_paper import alike_cards as alike
from tests.doors.trucker_questions import (
    CardJudge,
    CardOnShips,
    CardTask,
    levels_to_fly,
    measure_undecided,
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

    Each sample has 125 meetings of each card of a level, drawn from many meetings whose mean is the truth. Of the
    intervals for 200 rows at once, each may fail in one of 4,000, and no more than chance allows at 1e-5. Of those at
    95%, 93% have to hold.

    Fails if rare losses make intervals too narrow. Plain ones are too narrow and fail three times as often.
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


LEVEL_III = (
    "60,3,abandoned_ship,1,80,1,,strong",
    "61,3,abandoned_ship,30,9,1,,blank",
    "62,3,planets,,,3,RRR|YYY|GGG|BBB,in range",
    "63,3,planets,,,2,GBBBB|YB,in range",
)
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
    "III": LEVEL_III,
    "IIIa": LEVEL_III,
}
"""Planted cards by level, each with its true verdict as its name: strong, blank, a copy, and a copy with a day more.

Near copies are of cards in the middle of the range: at its ends no number of meetings tells.
"""
NAMED_RIGHTLY = 0.95


def planted_cards_are_named(seeds: int, share: Share = in_turn) -> Proven:
    """A card that pays too much, a blank one, a copy and a near copy get their verdicts in 19 of 20 seeds.

    Each level of 2007 gets four cards more, and `balance` judges them as it does by default. The copy repeats a printed
    card. The near copy repeats one from the middle of the printed range and takes a day more. Fails if one of the four
    has a wrong or an open verdict in more than one of 20 seeds.
    """
    pieces = [(level, seed) for level in PLANTED for seed in range(1, seeds + 1)]
    found = share(_planted, pieces)
    table, faults, verdicts_right = [("level", "strong", "blank", "a copy", "a copy with a day more")], [], 0
    for level, rows in PLANTED.items():
        named = [verdicts for (at, _), verdicts in zip(pieces, found, strict=True) if at == level]
        right = [sum(some[i] == row.split(",")[-1] for some in named) for i, row in enumerate(rows)]
        table.append((level, *(f"{number} of {seeds}" for number in right)))
        verdicts_right += sum(right)
        faults += [
            f"level {level}: {rows[i]}: {n} of {seeds}" for i, n in enumerate(right) if n < NAMED_RIGHTLY * seeds
        ]
    result = f"{verdicts_right} of {4 * len(pieces)} verdicts right"
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
    judge = CardJudge(ships, cards := measure_undecided([ships], cards, MEETINGS, 1), confidence_of_checks(len(cards)))
    verdicts = {card.id: judge.judged(one).verdict for one in judge.effects for card in one.cards}
    return [verdicts[int(row.split(",")[0])] for row in PLANTED[level]]


APART = 100_000
"""Seed of the copies, less that of the printed cards."""
MOST_WRONG = 0.05


class CopyJudge(CardJudge):
    """Verdicts on copies of all cards of a level, as if they were an edition's own; copies have no number."""

    def _is_printed(self, card: Card) -> bool:
        return card.id > 0


def copies_are_seldom_out_of_range(seeds: int, share: Share = in_turn) -> Proven:
    """A copy of every card of a level, met in flights of its own, is seldom called strong or weak.

    Each seed gives a table with a verdict on each copy of a card of level I, at the default number of meetings and
    with up to five checks, by the reference ships. A table with a copy called strong or weak is wrong; 5% of tables may
    be. Fails if so many are wrong that chance explains it in at most one of 100,000 cases.
    """
    found = share(_verdicts_on_copies, [(seed,) for seed in range(1, seeds + 1)])
    wrong = sum({balance_verdicts.STRONG, balance_verdicts.WEAK} & {*verdicts} != set() for verdicts in found)
    number = Counter(verdict for verdicts in found for verdict in verdicts)
    allowed = int(binom.isf(NEVER_BY_CHANCE, seeds, MOST_WRONG))
    each = ", ".join(f"{number[verdict]} {verdict}" for verdict in balance_verdicts.MEANINGS)
    result = f"{wrong} of {seeds} tables wrong, allowed {allowed}; of {number.total():,} verdicts {each}"
    return Proven(f"{seeds} seeds at level {LEVEL}", result, (result,) if wrong > allowed else ())


def _verdicts_on_copies(seed: int) -> list[str]:
    """Return the verdict on a copy of each card of the level; cards with the same effect have one copy."""
    (level,), _ = levels_to_fly("2007", LEVEL)
    field = reference_ships(level, "2007")
    ships = {is_copy: together(level, "2007", seed + APART * is_copy, field, [], []) for is_copy in (False, True)}
    sorts = alike(ships[False].in_field[0].route)
    todo = {(is_copy, same) for is_copy in ships for same in sorts}
    cards: dict[tuple[bool, tuple[int, ...]], CardOnShips] = {}
    for look in range(balance_verdicts.CHECKS):
        for is_copy, own in ships.items():
            some = tuple(same for same in sorts if (is_copy, same) in todo)
            measured = CardTask(own, True, some, MEETINGS << look).measured() if some else []
            for same, one in zip(some, measured, strict=True):
                copies = tuple(replace(card, id=0) for card in one.cards)
                cards[is_copy, same] = replace(one, cards=copies) if is_copy else one
        judge = CopyJudge(ships[False], cards.values(), confidence_of_checks(len(sorts)))
        disputed = judge.disputed()
        todo = {key for key, card in cards.items() if card in disputed}
    return [judge.judged(card).verdict for (is_copy, _), card in cards.items() if is_copy]
