"""Advice and reviews: nothing that is dominated is preferred, and neither blocks nor workers change a byte."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

import analyzer
from analyzer import AnalyzerError
from analyzer.types import Position
from tests.doors.trucker_flights import (
    open_decision,
    open_decision_module,
    plan_position,
    plan_ship,
    record_flight,
    script,
    with_decision,
)
from tests.doors.trucker_moments import position_after
from tests.doors.trucker_questions import Contest
from tests.places import ROOT
from tests.proofs.proof import Proven, Share, in_turn

OWN = 0

LAST = ("2007/I/first-mile", "2007/II/steady-hauler", "2007/II/tin-kite", "2007/III/night-mail")
PIECE, TRIALS, MOST_ROLLS = 10, 40, 3
"""Few trials, so that it is pairing that keeps advice right, and not their number."""


def advice_never_prefers_what_is_dominated(flights: int, share: Share = in_turn) -> Proven:
    """An option that brings no more than another one in any sequence of rolls is never ranked above it.

    An option is dominated if another one brings as much in every sequence of rolls, and more in one. `advise` is asked
    about every decision at the last card of simulated flights, alone and in the field, with so few trials that means
    say little.

    Fails if options are not played on in the same trials, or if one that was dropped early is ranked by its mean.
    """
    pieces = [(path, first, min(PIECE, flights - first)) for path in LAST for first in range(0, flights, PIECE)]
    each = [decision for piece in share(dominated_at, pieces) for decision in piece]
    faults = [fault for _, fault in each if fault]
    dominated = sum(bool(many) for many, _ in each)
    return Proven(
        f"{len(each):,} decisions, {dominated:,} with dominated options", f"{len(faults)} preferred", tuple(faults)
    )


def dominated_at(path: str, first: int, flights: int) -> list[tuple[int, str]]:
    """By decision at the last card how many options are dominated, and the fault if one is preferred."""
    results = []
    for rivals in ("alone", "field"):
        for experiment, open_ in last_decisions(path, range(first, first + flights), rivals=rivals):
            contest = Contest(experiment, open_, "credits")
            table = by_sequence(contest.tried)
            if table is None:
                continue
            better = [dominating(table, option) for option in range(len(table))]
            contest.rollouts.run(TRIALS)
            best = contest.rollouts.best
            over = [option for option in better[best] if not contest.rollouts.is_same(option)]
            where = f"{path}, {rivals}, {experiment.position.met}, card {experiment.position.card}, {open_.what}"
            results.append((sum(map(bool, better)), where if over else ""))
    return results


def dominating(table: np.ndarray[Any, Any], option: int) -> list[int]:
    """The options that dominate one; table: (options, sequences) credits."""
    none_less = (table >= table[option]).all(axis=1) & (table > table[option]).any(axis=1)
    return [int(other) for other in none_less.nonzero()[0]]


def by_sequence(tried: list[Any]) -> np.ndarray[Any, Any] | None:
    """(options, sequences) What your ship earns by option, for every sequence of rolls; None where there are many."""
    names = ("ships", "captains", "route", "seed", "rivals")
    for rolls in range(MOST_ROLLS + 1):
        counted = [
            open_decision_module.EnumeratedFlights(
                **{name: getattr(one, name) for name in names}, position=one.position, rolls=rolls
            )
            for one in tried
        ]
        try:
            return np.array(
                [one.run_block(0, open_decision_module.ALL_SUMS.size**rolls)["credits"][OWN] for one in counted]
            )
        except open_decision_module.TooManyRolls:
            continue
    return None


def last_decisions(path: str, flights: range, **how: Any) -> Iterator[tuple[Any, Any]]:
    """Your decisions at the last card of simulated flights, one after the other: the captain makes those before."""
    planned = plan_ship(analyzer.load_ship(ROOT / "ships" / f"{path}.yaml"), seed=21, **how)
    for flight in flights:
        *before, last = record_flight(planned, flight).cards
        position = position_after(planned, flight, len(before))
        if len(before) + 1 < planned.route.length or position.ships[OWN].left:
            continue
        others = script({ship: decided for ship, decided in last.decisions.items() if ship})
        yield from decisions_at(replace(position, card=last.card, rolls=last.rolls, decisions=others))


def decisions_at(position: Position) -> Iterator[tuple[Any, Any]]:
    """All your decisions at the card at hand."""
    while True:
        experiment = plan_position(position)
        try:
            open_ = open_decision(experiment)
        except AnalyzerError:
            return
        yield replace(experiment, position=replace(position, rolls=position.rolls[: open_.rolls])), open_
        decided = with_decision(position.decisions, OWN, open_.what, open_.captain)
        position = replace(position, decisions=decided)


POSITIONS = ("2007/which-planet.yaml", "2007/at-the-table.yaml")
RECORD, BLOCKS, WORKERS, FEW = "2007/example-record.yaml", (1, 7, 64), (2, 3), 300


def advice_and_reviews_have_one_answer(flights: int, share: Share = in_turn) -> Proven:
    """Advice and reviews are the same, byte by byte, for every size of blocks and number of workers.

    Fails if a flight after an option depends on the block it lies in, or a step of a review on who judges it, or when.
    """
    ways = [f"blocks of {block}" for block in BLOCKS if block < flights]
    pieces = [(path, flights) for path in POSITIONS]
    faults = [fault for piece in share(other_blocks, pieces) for fault in piece]
    workers = WORKERS if flights >= FEW else ()
    trials = min(flights, FEW)
    review = partial(analyzer.review, ROOT / "ships" / RECORD, trials)
    expected = plain(review(workers=1)) if workers else ""
    faults += [f"review, {many} workers" for many in workers if plain(review(workers=many)) != expected]
    ways += [f"{many} workers" for many in workers]
    return Proven(
        f"{flights:,} flights after every option, {len(ways)} other ways", f"{len(faults)} differ", tuple(faults)
    )


def other_blocks(path: str, flights: int) -> list[str]:
    """What differs between flights after every option in one block and in smaller ones."""
    try:
        experiment = plan_position(ROOT / "ships" / path)
        contest = Contest(experiment, open_decision(experiment), "credits")
    except AnalyzerError as error:
        return [f"{path}: {error}"]
    faults = []
    for option in range(len(contest.tried)):
        whole = contest._fly(option, 0, flights)
        for block in (block for block in BLOCKS if block < flights):
            parts = [contest._fly(option, at, min(block, flights - at)) for at in range(0, flights, block)]
            if any(not np.array_equal(whole[goal], np.concatenate([part[goal] for part in parts])) for goal in whole):
                faults.append(f"{path}, option {option}, blocks of {block}")
    return faults


def plain(answer: Any) -> str:
    """All that an answer says."""
    return json.dumps(answer.as_dict(), sort_keys=True, default=str)
