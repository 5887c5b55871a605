"""What the plain twin takes from the rule texts of the two editions where they differ (docs/rulings.md "2021").

What is printed on flight boards, components and cards is in the tables of the edition.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rulebook:
    """One edition's points of difference.

    `planets_chosen_first`: who landed loads only after all have chosen; `fewest_spaces_to_be_lapped`: beyond a whole
    lap.
    """

    planets_chosen_first: bool
    fewest_spaces_to_be_lapped: int


RULEBOOKS = {
    # Rules: "Planeten" with the ruling on planets; "Kontaktverlust mit der Spitze der Gruppe".
    "2007": Rulebook(planets_chosen_first=False, fewest_spaces_to_be_lapped=0),
    # Quick reference: "Planeten", "Aufgeben".
    "2021": Rulebook(planets_chosen_first=True, fewest_spaces_to_be_lapped=1),
}
