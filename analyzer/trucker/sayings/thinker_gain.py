"""What prices leave out: how much more the captain `thinker` earned than `sensible` (docs/trust.md)."""

from __future__ import annotations

from collections.abc import Mapping

GAINS: Mapping[str, tuple[float, float | None]] = {
    "First Mile": (0.45, 0.57),
    "Brass Hornet": (0.15, 1.01),
    "Pocket Freighter": (0.32, 0.63),
    "Steady Hauler": (0.90, 0.63),
    "Tin Kite": (0.93, 1.03),
    "Hot Delivery": (0.82, None),
    "Iron Parcel": (0.22, None),
    "Night Mail": (0.39, None),
    "Grand Broadside": (0.08, None),
    "Vault Door": (0.37, None),
}
"""By ship of 2007 credits a flight, alone and in the field; None: not measured. Source: the table of docs/trust.md."""


def thinker_note(*, is_alone: bool) -> str:
    """How far prices are from a captain who thinks, by setting."""
    gains = [gain for pair in GAINS.values() if (gain := pair[0 if is_alone else 1]) is not None]
    where = "alone" if is_alone else "in the field"
    more = f"{min(gains):.2f} to {max(gains):.2f} credits a flight more than sensible {where}"
    return (
        f"Prices are not best play: the captain thinker, who plays every option on in mind, earned {more}, on the "
        "ships of 2007 that were measured (docs/trust.md)."
    )
