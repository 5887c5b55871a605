"""The engine against the plain twin, flight by flight."""

from __future__ import annotations

from joblib import Parallel, delayed

from tests.proofs.proof import Proven
from tests.test_differential import CONVOYS_2007, CONVOYS_2021, convoy_2007, convoy_2021, differences


def engine_equals_twin(flights: int, workers: int = 1) -> Proven:
    """Engine and twin agree in every field of every flight of 400 random convoys of 2007 and 200 of 2021.

    Fails if a rule or a choice differs between engine and twin in any state that these flights reach.
    """
    convoys = [(2007, number) for number in range(CONVOYS_2007)] + [(2021, number) for number in range(CONVOYS_2021)]
    done = Parallel(n_jobs=workers)(delayed(compared)(edition, number, flights) for edition, number in convoys)
    faults = tuple(fault for fault in done if fault)
    return Proven(
        f"{len(convoys)} random convoys, {flights * len(convoys):,} flights",
        f"{len(faults)} convoys differ",
        faults,
    )


def compared(edition: int, number: int, flights: int) -> str:
    """What is wrong with one convoy first, if anything."""
    convoy = convoy_2007(number) if edition == 2007 else convoy_2021(number)
    found = differences(convoy, flights)
    return f"convoy {number} of {edition}: {found[0]}" if found else ""
