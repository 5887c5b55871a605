"""What the dice are worth to a build: every way that they may join it, and what would make it better on average."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

import numpy as np

from analyzer.runs.amount import Amount, parted, run_each
from analyzer.trucker.conditions import Asked, Conditions, plan_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.insure.call import checked_build
from analyzer.trucker.questions.layouts.answer import LayoutValues
from analyzer.trucker.questions.layouts.change import Change, changes
from analyzer.trucker.questions.layouts.experiment import EachWay, gains
from analyzer.trucker.ship.shipfile import ShipLike

FLIGHTS = 2_000
ROUNDS = ((96, 20), (400, 5))
"""Flights in which all that are left are tried, and how many go on."""
SEED = 2**63 + 36
"""That of the flights on which changes are found: the same for every run, so that runs of several seeds add up."""


def layouts_of(
    build: ShipLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    change: bool = True,
    **options: Unpack[Asked],
) -> LayoutValues:
    """What each way to hang together is worth to a build, which quarter is weak, and which change would help most.

    `change`: whether single components, moved or added, are tried; `flights` are 2,000 in every way if None; level,
    seed, first, save and `conditions` are those of `fly`.

    >>> import analyzer
    >>> build = analyzer.load_ship("ships/2007/IVC/paper-lantern.yaml")
    >>> found = analyzer.layouts_of(build, flights=4, change=False)
    >>> str(found["three"].chance), len(found.of_ways)
    ('1/9', 9)

    The same for every number of workers, killed and gone on with or not. Raises AnalyzerError for ships that are no
    builds of class IVC, and with every reason why this cannot be flown.
    """
    Amount(flights, usual=FLIGHTS, called="flights").check()
    how_much, conditions = parted(options, Conditions)
    experiment = each_way(plan_ship(checked_build(build), level, seed, **conditions), change)
    result: LayoutValues = run_each([experiment], flights, FLIGHTS, units=experiment.variants, **how_much)[0]
    return result


def each_way(experiment: Experiment, change: bool = True) -> EachWay:
    """The experiment in every way, with the most promising changes beside it."""
    return EachWay(experiment, promising(experiment) if change else ())


def promising(experiment: Experiment, rounds: Sequence[tuple[int, int]] = ROUNDS) -> tuple[Change, ...]:
    """The changes that gain most in flights of their own: many in few flights, then those that are left in more."""
    trying = replace(experiment, seed=SEED)
    left = changes(trying.ships[0], trying.route)
    first = 0
    for flights, survivors in rounds:
        if left:
            own = trying.fly(first, flights).credits[0]
            means = gains(trying, tuple(left), first, flights, own).mean(axis=1)
            left = [left[number] for number in np.argsort(-means, kind="stable")[:survivors]]
        first += flights
    return tuple(left)
