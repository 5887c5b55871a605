"""What prices leave out: how much more the captain `thinker` earned than `sensible` (docs/trust.md)."""

from __future__ import annotations

from collections.abc import Mapping

GAINS: Mapping[str, tuple[float, float]] = {
    "First Mile": (0.45, 0.57),
    "Brass Hornet": (0.14, 1.00),
    "Pocket Freighter": (0.32, 0.62),
    "Paper Arrow": (0.49, 0.74),
    "Steady Hauler": (0.90, 0.63),
    "Tin Kite": (0.93, 1.03),
    "Hot Delivery": (0.82, 1.48),
    "Iron Parcel": (0.21, 1.82),
    "Stern Invoice": (0.43, 1.63),
    "Night Mail": (0.39, 3.31),
    "Grand Broadside": (0.08, 3.67),
    "Vault Door": (0.36, 3.84),
    "Long Receipt": (0.40, 2.96),
    "Anvil Chorus": (0.26, 3.72),
    "Deep Pantry": (1.26, 2.90),
    "Glass Comet": (1.14, 3.33),
    "Needle Post": (0.69, 2.68),
}
"""By ship of 2007 credits a flight, alone and in the field. Source: the table of docs/trust.md."""


def thinker_note(*, is_alone: bool) -> str:
    """How far prices are from a captain who thinks, by setting."""
    gains = [alone if is_alone else field for alone, field in GAINS.values()]
    where = "alone" if is_alone else "in the field"
    more = f"{min(gains):.2f} to {max(gains):.2f} credits a flight more than sensible {where}"
    return (
        f"Prices are not best play: the captain thinker, who plays every option on in mind, earned {more}, on the "
        "ships of 2007 that were measured (docs/trust.md)."
    )
