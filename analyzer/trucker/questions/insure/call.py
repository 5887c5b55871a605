"""Choice of insurance for a fleet: one run serves all premiums, because the payments follow from the losses."""

from __future__ import annotations

from typing import Unpack

from analyzer.answers.comparison import MARGIN
from analyzer.errors import AnalyzerError, whole_number
from analyzer.runs.amount import run_each, split_amount
from analyzer.trucker.conditions import Conditions, FlightKeywords, plan_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.insure.answer import WORTH, CostOfInsurance, InsuredExperiment
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship

FLIGHTS, SURE = 20_000, {WORTH.name: MARGIN}
"""Maximum number of flights by default, and the half-width of the worth of every step at which a run ends."""


def insure(
    build: ShipLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    money: int | None = None,
    **options: Unpack[FlightKeywords],
) -> CostOfInsurance:
    """Measure the cost of every premium for a build, for each layout and averaged over the dice, and advise one.

    The insurance written in the build's file is ignored. The result does not depend on the number of workers, or
    on whether a run was interrupted and resumed.

    Args:
        build: a build of class IVC, or the path of its file.
        level: flight level; that of the build's board if None.
        flights: number of flights. If None, at most 20,000, until the worth of every step from one premium to the next
            is known to about 0.25 credits, in every layout.
        seed: fixes all decks and dice.
        money: credits held before the flight, which pay the premium and limit the payment at the end; no limit if
            None.
        **options: conditions of the flights (see `Conditions`) and how much is run (see `HowMuch`).

    Returns:
        Costs by premium, layout and way of joining the quarters, with the premium to take.

    Raises:
        AnalyzerError: for a ship that is no build of class IVC, and with every reason why it cannot be flown.

    >>> import analyzer
    >>> build = analyzer.load_ship("ships/2007/IVC/four-winds.yaml")
    >>> found = analyzer.insure(build, flights=10, captain="sensible")
    >>> sorted(found["three"].choices)
    [0, 2, 5, 8]
    """
    how_much, conditions = split_amount(options, Conditions)
    experiment = insured(plan_ship(checked_build(build), level, seed, **conditions), money)
    result: CostOfInsurance = run_each([experiment], flights, FLIGHTS, enough=SURE, **how_much)[0]
    return result


def checked_build(build: object) -> Layout:
    """Return the build, or load it from its path; raise AnalyzerError for anything else."""
    ship = as_ship(build, "build")
    if not ship.is_build:
        raise AnalyzerError(
            f"{ship.name}: is built on board {ship.board.title}: this works for fleets of class IVC only; give a "
            "build on board 2007-IVC"
        )
    return ship


def insured(experiment: Experiment, money: int | None = None) -> InsuredExperiment:
    """Return the experiment that counts losses and earnings for every premium.

    Raises:
        AnalyzerError: if `money` is not a whole number from 0.
    """
    return InsuredExperiment(experiment, None if money is None else whole_number(money, "money", 0))
