"""The captain `expert` on ships that no fit has seen: `explore` found them, and `found/` keeps them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from analyzer import Estimate, load_ship
from tests.doors.statistics import Moments
from tests.doors.trucker_flights import plan_ship
from tests.proofs.proof import Proven, Share, in_turn

FOUND = Path(__file__).parent / "found"
"""Made by `analyzer explore II --flights 60000 --confirm 300 --seed 3`, and the same with III."""
SEED = 4711
"""Seed of the flights, which neither the fit nor the search used."""


def expert_pays_on_found_ships(flights: int, share: Share = in_turn) -> Proven:
    """In the field of its rivals, `expert` earns no less than `sensible` with ships that the fit has not seen.

    `explore` made one map of ships for level II and one for level III. The best ship of each map, a fair one and a weak
    one fly. Rivals fly under `expert`. Gains are paired, with 95% intervals.

    Fails if `expert` clearly earns less with a ship.
    """
    paths = sorted(FOUND.glob("*.yaml"))
    rows = [("ship", "sensible", "expert earns more", "interval")]
    faults, gains = [], []
    for path, (sensible, *more) in zip(
        paths, share(more_than_sensible, [(path.stem, flights) for path in paths]), strict=True
    ):
        gain = Estimate(*more)
        gains.append(gain.mean)
        rows.append((path.stem, f"{sensible:.2f}", f"{gain.mean:+.2f}", f"{gain.low:+.2f} to {gain.high:+.2f}"))
        faults += [f"{path.stem}: {gain.mean:+.2f}"] if gain.high < 0 else []
    result = f"{np.mean(gains):+.2f} credits a flight on average"
    return Proven(f"{len(paths)} ships, {flights:,} flights", result, tuple(faults), tuple(rows))


def more_than_sensible(ship: str, flights: int) -> tuple[float, ...]:
    """Return what a found ship earns under `sensible`, and how much more under `expert`, with the interval."""
    found = load_ship(FOUND / f"{ship}.yaml")

    def credits(captain: str) -> npt.NDArray[np.int64]:
        experiment = plan_ship(found, seed=SEED, captain=captain, rivals="field")
        return np.asarray(experiment.run_block(0, flights)["credits"][0])

    sensible = credits("sensible")
    return float(sensible.mean()), *Moments.of(credits("expert") - sensible).estimate()
