"""Flights that are insured as `insure` advises: the premium for each layout, found on fresh flights before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.borders import WAYS, layout_of
from analyzer.trucker.fleets.conditions import ADVISED
from analyzer.trucker.questions.insure.experiment import InsuredExperiment

FLIGHTS = 5_000
SEED = 2**63 + 2013
"""That of the flights on which advice rests: the same for every run, so that runs of several seeds add up."""


def advised(experiment: Experiment, insurance: object) -> Experiment:
    """The experiment with the premiums advised for each layout, for the ships that ask for that.

    `insurance`: "advised" for all, or a list with it for some.
    """
    wanted = _wanted(insurance, experiment.asked)
    if not any(wanted):
        return experiment
    asking = InsuredExperiment(replace(experiment, seed=SEED))
    answer = asking.result(asking.count(asking.run_block(0, FLIGHTS)))
    rows = []
    for ship, advice, wants in zip(experiment.ships, answer.ships, wanted, strict=False):
        best = advice.advised if wants else {}
        rows.append(tuple(best.get(layout_of(way), ship.insurance) for way in WAYS))
    return replace(experiment, premiums=tuple(rows))


def _wanted(insurance: object, ships: int) -> list[bool]:
    premiums = [insurance] if isinstance(insurance, str) or not isinstance(insurance, Sequence) else list(insurance)
    return [one == ADVISED for one in (premiums if len(premiums) == ships else premiums * ships)]
