"""The engine against the plain twin, flight by flight."""

from __future__ import annotations

from tests.doors.trucker_flights import COLUMNS as METRICS
from tests.proofs.proof import Proven, Share, in_turn
from tests.trucker.engine.against_twin import differences
from tests.trucker.engine.convoys import CONVOYS_2007, CONVOYS_2021, convoy_2007, convoy_2021
from tests.trucker.engine.convoys_of_fleets import COLUMNS, SIZES, convoy_of_fleets


def engine_equals_twin(flights: int, share: Share = in_turn) -> Proven:
    """Engine and twin agree in every field of every flight of 200 random convoys of 2007, 100 of 2021, 250 of fleets.

    Fails if a rule or a choice differs between engine and twin in any state that these flights reach.
    """
    sorts = {"2007": CONVOYS_2007, "2021": CONVOYS_2021, "class IVC": len(SIZES)}
    convoys = [(sort, number, flights) for sort, convoys in sorts.items() for number in range(convoys)]
    faults = tuple(filter(None, share(compared, convoys)))
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
