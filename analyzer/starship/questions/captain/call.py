"""The captain for a ship, or for whole games: a search over prices on common deals, confirmed on fresh ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.errors import whole_number
from analyzer.montecarlo.workers import in_order
from analyzer.runs import tuning
from analyzer.runs.compare import compare_experiments
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike
from analyzer.starship.captains.captain import PRICES, Captain
from analyzer.starship.captains.captainfile import DEAREST, load_captain
from analyzer.starship.games import GameExperiment
from analyzer.starship.position.position import Position
from analyzer.starship.position.positionfile import load_position
from analyzer.starship.questions.compare.call import from_position
from analyzer.starship.switches import load_switches

GAMES = 400
"""Games (pairs, where both seats are played) of every captain that is tried, if no other number is given."""
CONFIRMING = 5
FACTORS = (1 / 2, 3 / 4, 4 / 3, 2)
SMALLEST = 5
"""Tenths of an Astro to which a price of nothing is raised."""
A_WIN = 1000
"""Turns that a win is worth, so that of two captains who win as often the faster one is better."""

TunedCaptain = tuning.TunedCaptain
"""The best captain that was found."""


def tune_captain(
    position: PositionLike | None = None,
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "sensible",
    other: CaptainLike = "sensible",
    switches: SwitchesLike = None,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> TunedCaptain:
    """Search for the captain who wins most from a position, or from the start in both seats, against another one.

    games: 400 of every captain that is tried if None; the winner plays five times as many on fresh deals. workers: who
    play the captains of one change side by side; what is found does not depend on it.
    """
    many = whole_number(GAMES if games is None else games, "games", 10)
    begun = None if position is None else load_position(position)
    start, against = load_captain(captain), load_captain(other)
    how = load_switches(switches)

    def experiment(him: Captain, at: int) -> GameExperiment:
        return _experiment(begun, him, against, at, how)

    whole_number(workers, "workers", 1)

    def values(captains: Sequence[Captain]) -> list[npt.NDArray[np.int64]]:
        found = list(in_order(workers, ((_value, experiment(him, seed), many) for him in captains)))
        if progress is not None:
            progress(many * len(captains))
        return found

    best, steps, tried = tuning.search(replace(start, name="tuned"), values, _changes(), A_WIN)
    fresh = seed + 1
    both = {"tuned": experiment(best, fresh), f"as before, {start.name}": experiment(start, fresh)}
    confirmed = compare_experiments(both, many * CONFIRMING, margin=0.01, usual=many, workers=workers)
    return TunedCaptain(best, start, tried, steps, confirmed)


def _value(experiment: GameExperiment, many: int) -> npt.NDArray[np.int64]:
    """(games,) What each came to for the captain who is tried."""
    columns = experiment.run_block(0, many)
    wins = columns["wins" if "wins" in columns else "won"][0]
    return np.asarray(wins * A_WIN - columns["turns"][0])


def _experiment(begun: Position | None, him: Captain, other: Captain, seed: int, how: Any) -> GameExperiment:
    if begun is None:
        return GameExperiment((him, other), seed, how, True)
    return from_position(begun, (him, other), seed, how)


def _changes() -> Iterator[Callable[[Captain], Iterator[Captain]]]:
    """Ways to change one thing of a captain, in the order in which they are tried."""
    for price in PRICES:
        yield lambda him, price=price: _priced(him, price)  # type: ignore[misc]
    yield lambda him: (
        replace(him, held=held) for held in {max(him.held - 2, 0), him.held + 2, him.held + 5} - {him.held}
    )
    yield lambda him: (replace(him, plans=plans) for plans in {him.plans - 1, him.plans + 1} & set(range(1, 9)))
    yield lambda him: iter([replace(him, colony_ships=3 - him.colony_ships)])
    for one, other in combinations(range(3), 2):
        yield lambda him, one=one, other=other: iter([_exchanged(him, one, other)])  # type: ignore[misc]


def _priced(him: Captain, price: str) -> Iterator[Captain]:
    old = int(getattr(him, price))
    for factor in FACTORS:
        new = min(round(old * factor), DEAREST * 10) if old else SMALLEST
        as_new: dict[str, Any] = {price: new}
        changed = replace(him, **as_new)
        if new != old and changed.good_wanted >= changed.good_spare:
            yield changed
        if not old:
            return


def _exchanged(him: Captain, one: int, other: int) -> Captain:
    order = list(him.modules)
    order[one], order[other] = order[other], order[one]
    return replace(him, modules=tuple(order))
