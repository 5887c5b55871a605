"""Which insurance to take out for a fleet: one run answers for all premiums, as payments follow from the losses."""

from __future__ import annotations

from typing import Unpack

from analyzer.errors import AnalyzerError, whole_number
from analyzer.runs.amount import parted, run_each
from analyzer.trucker.conditions import Asked, Conditions, plan_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.insure.answer import CostOfInsurance, InsuredExperiment
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship

FLIGHTS = 20_000


def insure(
    build: ShipLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    money: int | None = None,
    **options: Unpack[Asked],
) -> CostOfInsurance:
    """What every premium comes to for a build, layout by layout and before the dice fall, and which one to take.

    `money`: credits held before the flight, from which premiums are paid: nobody pays more than they hold at the end;
    if None there is enough. `flights` are 20,000 if None; level, seed, first, save and `conditions` are those of `fly`;
    what insurance the build itself has makes no difference.

    >>> import analyzer
    >>> build = analyzer.load_ship("ships/2007/IVC/four-winds.yaml")
    >>> found = analyzer.insure(build, flights=10, captain="sensible")
    >>> sorted(found["three"].choices)
    [0, 2, 5, 8]

    The same for every number of workers, killed and gone on with or not. Raises AnalyzerError for ships that are no
    builds of class IVC, and with every reason why this cannot be flown.
    """
    how_much, conditions = parted(options, Conditions)
    experiment = insured(plan_ship(checked_build(build), level, seed, **conditions), money)
    result: CostOfInsurance = run_each([experiment], flights, FLIGHTS, **how_much)[0]
    return result


def checked_build(build: object) -> Layout:
    """Return the build, or load it from its path; raises AnalyzerError for anything else."""
    ship = as_ship(build, "build")
    if not ship.is_build:
        raise AnalyzerError(
            f"{ship.name}: is built on board {ship.board.title}: this works for fleets of class IVC only; give a "
            "build on board 2007-IVC"
        )
    return ship


def insured(experiment: Experiment, money: int | None = None) -> InsuredExperiment:
    """The experiment of which losses are counted; raises AnalyzerError for no money at all."""
    return InsuredExperiment(experiment, None if money is None else whole_number(money, "money", 0))
