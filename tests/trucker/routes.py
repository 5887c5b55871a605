"""Flights of several levels and editions that are written down, flown on and replayed."""

from __future__ import annotations

from analyzer import load_ship
from analyzer.types import Position
from tests.doors.trucker_flights import Experiment, plan_ship, position_experiment
from tests.places import ROOT

SHIPS = ROOT / "ships"
ROUTES = [
    ("2007/II/steady-hauler.yaml", {}),
    ("2007/III/night-mail.yaml", {}),
    ("2007/I/first-mile.yaml", {"learning": True}),
    ("2007/II/tin-kite.yaml", {"rivals": "alone"}),
    ("2021/II", {}),
]


def planned(path: str, **conditions: object) -> Experiment:
    where = SHIPS / path
    ship = load_ship(where if where.is_file() else min(where.glob("*.yaml")))
    return plan_ship(ship, seed=3, captain="bold", **conditions)  # type: ignore[arg-type]


def flown_on(experiment: Experiment, position: Position) -> Experiment:
    return position_experiment.with_captains(position, experiment.captains, experiment.seed)
