"""Comparison of every legal placing of aliens on a ship, on the same decks and dice."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Unpack

from analyzer.answers.comparison import Comparison
from analyzer.errors import AnalyzerError
from analyzer.runs.amount import split_amount
from analyzer.runs.compare import compare_experiments
from analyzer.trucker.conditions import Conditions, FlightKeywords, plan_ship
from analyzer.trucker.ship.component import COLOURS
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship

FLIGHTS = 20_000
"""Default number of flights."""


def compare_crews(
    ship: ShipLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[FlightKeywords],
) -> Comparison:
    """Compare a ship with every legal crew: humans only, one alien in any possible cabin, or one of each colour.

    Intervals are simultaneous, because the best of many crews is picked.

    Args:
        ship: a ship, or the path of its file.
        level: flight level; that of the ship's board if None.
        flights: number of flights. If None, at most 20,000, until no interval of a difference is wider than 0.25
            credits.
        seed: fixes all decks and dice.
        **options: conditions of the flights (see `Conditions`) and how much is run (see `HowMuch`).

    Returns:
        The comparison, by names such as `brown (7, 8)`.

    Raises:
        AnalyzerError: for a ship on which no alien can live, or that cannot be flown there.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/paper-arrow.yaml")
    >>> analyzer.compare_crews(ship, flights=50).names
    ('humans only', 'brown (7, 8) (as in the ship file)')
    """
    how_much, conditions = split_amount(options, Conditions)
    if conditions.get("learning"):
        raise AnalyzerError("the learning flight has no aliens: leave it out")
    ship = as_ship(ship)
    crews = placings(ship)
    if len(crews) == 1:
        raise AnalyzerError(f"{ship.name}: no alien can live here: a cabin must be joined to life support")
    experiments = {name: plan_ship(crewed, level, seed, **conditions) for name, crewed in crews.items()}
    return compare_experiments(experiments, flights, usual=FLIGHTS, is_most=True, **how_much)


def placings(ship: Layout) -> dict[str, Layout]:
    """Return copies of the ship, one with each legal crew, by a name that describes the crew."""
    cabins = ship.without_aliens().alien_cabins()
    homes = [[None, *(square for square in cabins if colour in cabins[square])] for colour in COLOURS]
    crews: dict[str, Layout] = {}
    for squares in product(*homes):
        aliens = {colour: square for colour, square in zip(COLOURS, squares, strict=True) if square is not None}
        if len(set(aliens.values())) == len(aliens):
            name = ", ".join(f"{colour} {square}" for colour, square in aliens.items()) or "humans only"
            filed = " (as in the ship file)" if aliens == dict(ship.aliens) else ""
            crews[name + filed] = replace(ship, aliens=aliens)
    return crews
