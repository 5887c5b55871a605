"""A race: several ships in one convoy, and who ends with most."""

from __future__ import annotations

from typing import Unpack

from analyzer.errors import AnalyzerError
from analyzer.runs.amount import parted, run_each
from analyzer.trucker.conditions import Asked, Conditions, plan
from analyzer.trucker.questions.race.answer import Race
from analyzer.trucker.questions.race.experiment import RacedExperiment
from analyzer.trucker.ship.shipfile import ShipsLike, as_ships


def race(
    ships: ShipsLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[Asked],
) -> Race:
    """Fly two to four ships in one convoy and tell who wins; arguments are as for `fly` and `compare`.

    >>> import analyzer
    >>> mile, arrow = (analyzer.load_ship(f"ships/2007/I/{name}.yaml") for name in ("first-mile", "paper-arrow"))
    >>> analyzer.race([mile, arrow], flights=2000).winner()
    'First Mile'

    Raises AnalyzerError with every reason why these cannot be flown.
    """
    how_much, conditions = parted(options, Conditions)
    result: Race = run_each([raced(ships, level, seed, **conditions)], flights, **how_much)[0]
    return result


def raced(
    ships: ShipsLike, level: str | None = None, seed: int = 1, **conditions: Unpack[Conditions]
) -> RacedExperiment:
    """The experiment of that race."""
    ships = as_ships(ships)
    if not 2 <= len(ships) <= 4:
        raise AnalyzerError(f"{len(ships)} ship{'s' * (len(ships) != 1)}: a race takes two to four")
    return RacedExperiment(plan(ships, level, seed, **conditions))
