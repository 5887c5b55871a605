"""Comparing whole journeys: who holds more at the end, through the same cards and dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Unpack

from analyzer.answers.comparison import MARGIN, Comparison
from analyzer.answers.names import distinct
from analyzer.errors import AnalyzerError, all_or_faults
from analyzer.runs.amount import parted
from analyzer.runs.compare import compare_experiments
from analyzer.trucker.captains.captainfile import load_captain
from analyzer.trucker.conditions import CaptainLike, one_for_each
from analyzer.trucker.journey.call import AskedOfJourneys, OnTheWay, plan_journey
from analyzer.trucker.journey.experiment import JourneyExperiment
from analyzer.trucker.rivals import with_rivals
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipsLike, as_ships


def compare_journeys(
    journeys: Sequence[ShipsLike],
    flights: int | None = None,
    seed: int = 1,
    *,
    against: Sequence[ShipsLike] = (),
    captain: CaptainLike | Sequence[CaptainLike] = "sensible",
    until: str | None = None,
    margin: float = MARGIN,
    **options: Unpack[AskedOfJourneys],
) -> Comparison:
    """Fly two or more journeys over the same levels, each against the same truckers or alone, and compare them.

    `journeys`: for each the ships, or the paths of their files, in the order in which they are flown; `against`, or
    `rivals` as in `journey`: the ships of up to three other truckers, under "sensible", the field if nothing is said;
    captain: one for all journeys, or one for each. What decides is `final`, the credits held at the end; all else is as
    in `compare` and `journey`.

    >>> import analyzer
    >>> mile, arrow, hauler = (
    ...     analyzer.load_ship(f"ships/2007/{name}.yaml")
    ...     for name in ("I/first-mile", "I/paper-arrow", "II/steady-hauler")
    ... )
    >>> analyzer.compare_journeys([[mile, hauler], [arrow, hauler]], flights=1000).names
    ('First Mile, Steady Hauler', 'Paper Arrow, Steady Hauler')

    Raises AnalyzerError with every reason why these cannot be compared.
    """
    listed, others = _checked(journeys), [as_ships(ships, "against") for ships in against]
    how_much, conditions = parted(options, OnTheWay)
    captains = one_for_each(captain, len(listed))

    def planned(pair: tuple[Sequence[Layout], CaptainLike]) -> JourneyExperiment:
        ships, by = pair
        everybody = with_rivals([load_captain(by)], len(others))
        return plan_journey([ships, *others], seed, everybody, subjects=1, **conditions)

    experiments = all_or_faults(planned, zip(listed, captains, strict=True))
    named = _named(experiments, listed, others)
    return compare_experiments(named, flights, margin=margin, until=until, **how_much)


def _checked(journeys: object) -> list[list[Layout]]:
    """Return each journey's ships; raises AnalyzerError for anything but two journeys or more of as many flights."""
    if isinstance(journeys, str) or not isinstance(journeys, Sequence) or len(journeys) < 2:
        raise AnalyzerError("journeys: give two or more, each a list of ships, e.g. [[ship_I, ship_II], [...]]")
    listed = all_or_faults(partial(as_ships, what="journeys"), journeys)
    if len({len(ships) for ships in listed}) > 1:
        flights_of = ", ".join(str(len(ships)) for ships in listed)
        raise AnalyzerError(f"journeys of {flights_of} flights: give each as many ships, one for every flight")
    return listed


def _named(
    experiments: Sequence[JourneyExperiment],
    journeys: Sequence[Sequence[Layout]],
    against: Sequence[Sequence[Layout]],
) -> dict[str, JourneyExperiment]:
    """Every journey by the names of its ships; truckers against whom it is flown are named after theirs, too."""
    everyone = distinct(", ".join(ship.name for ship in ships) for ships in (*journeys, *against))
    names, others = everyone[: len(journeys)], everyone[len(journeys) :]
    return {
        name: replace(one, names=(name, *others, *one.names[1 + len(against) :]))
        for name, one in zip(names, experiments, strict=True)
    }
