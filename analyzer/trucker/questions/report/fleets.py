"""What a report says of fleets: layout by layout, ship by ship, insurance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from analyzer.answers.description import Table
from analyzer.trucker.fleets.by_layout import QUARTERS, by_layout
from analyzer.trucker.fleets.compiled import fleets_on
from analyzer.trucker.questions.insure.answer import CostOfInsurance
from analyzer.trucker.questions.insure.tally import Flown, Losses

if TYPE_CHECKING:
    from analyzer.trucker.experiment import Experiment
    from analyzer.trucker.result import ShipResult

LAYOUTS = ("layout", "chance", "share", "arrived", "credits", "ships_started", "ships", "components_lost")
"""Columns of layouts on a page: what becomes of each ship stands in a table of its own."""
JOINED = "quarters joined: " + ", ".join(f"{brief} {name.replace('_', ' ')}" for name, brief in QUARTERS.items())


def insurance_of(ship: ShipResult, experiment: Experiment) -> CostOfInsurance:
    """What insurance comes to in the flights of a result, with money enough: payments follow from the losses."""
    losses = {
        Flown(code, lost, 0): times
        for code, histograms in ship.parts.items()
        for lost, times in histograms["components_lost"].counts.items()
    }
    return CostOfInsurance(experiment, Losses((losses,)))


def fleet_tables(ship: ShipResult, experiment: Experiment) -> Iterator[Table]:
    """The tables of one build: layouts, its ships, and what each premium costs by layout."""
    layouts, ships = by_layout(ship, fleets_on(ship.ship, experiment.route))
    yield layouts.only(*LAYOUTS)
    columns = [replace(one, explanation=JOINED) if one.name == "ship" else one for one in ships.columns]
    yield replace(ships, columns=columns)
    yield insurance_of(ship, experiment).ships[0].description().tables[0]
