"""The engine against the plain twin, flight by flight."""

from __future__ import annotations

from joblib import Parallel, delayed

from analyzer.trucker.metrics import COLUMNS as METRICS
from tests.proofs.proof import Proven
from tests.trucker.engine.against_twin import differences
from tests.trucker.engine.convoys import CONVOYS_2007, CONVOYS_2021, convoy_2007, convoy_2021
from tests.trucker.engine.convoys_of_fleets import COLUMNS, SIZES, convoy_of_fleets


def engine_equals_twin(flights: int, workers: int = 1) -> Proven:
    """Engine and twin agree in every field of every flight of 200 random convoys of 2007, 100 of 2021, 250 of fleets.

    Fails if a rule or a choice differs between engine and twin in any state that these flights reach.
    """
    sorts = {"2007": CONVOYS_2007, "2021": CONVOYS_2021, "class IVC": len(SIZES)}
    convoys = [(sort, number) for sort, convoys in sorts.items() for number in range(convoys)]
    done = Parallel(n_jobs=workers)(delayed(compared)(sort, number, flights) for sort, number in convoys)
    faults = tuple(fault for fault in done if fault)
    return Proven(
        f"{len(convoys)} random convoys, {flights * len(convoys):,} flights",
        f"{len(faults)} convoys differ",
        faults,
    )


CONVOYS = {"2007": convoy_2007, "2021": convoy_2021, "class IVC": convoy_of_fleets}


def compared(sort: str, number: int, flights: int) -> str:
    """What is wrong with one convoy first, if anything."""
    found = differences(CONVOYS[sort](number), flights, COLUMNS if sort == "class IVC" else METRICS)
    return f"convoy {number} of {sort}: {found[0]}" if found else ""
