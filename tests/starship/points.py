"""The points of both players, read off their ships by the sentences of the rules."""

from __future__ import annotations

from typing import Any


def summed(both: list[dict[str, Any]]) -> list[int]:
    """Counted from what lies before the players."""
    medals_of = {"famine": 1, "wholesale_order_1": 1, "council_meeting": 1, "emergency": 1, "wholesale_order_2": 1}
    medals_of["reconstruction"] = 2
    friends = [len(ship["stations"]) + ("IV05" in ship["stations"]) for ship in both]
    medals = [len(ship["pirates"]) + sum(medals_of.get(one, 0) for one in ship["adventures"]) for ship in both]
    told = []
    for me, ship in enumerate(both):
        own = len(ship["colonies"]) + list(ship["modules"].values()).count(2)
        own += len({"epidemic", "monument"} & set(ship["adventures"]))
        own += sum(values[me] >= 3 and values[me] > values[1 - me] for values in (friends, medals))
        told.append(own)
    return told
