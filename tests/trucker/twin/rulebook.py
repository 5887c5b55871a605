"""What the plain twin takes from the rule texts of the two editions where they differ (docs/rulings.md).

What is printed on flight boards, components and cards is in the tables of the edition.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Rulebook:
    """One edition's points of difference, and whether one flight is flown by the basic rules alone.

    `planets_chosen_first`: who landed loads only after all have chosen; `fewest_spaces_to_be_lapped`: beyond a whole
    lap; `stuck_if_announced`: in open space leaves who announces no strength, not only who has none;
    `learning_by_basic_rules`: the learning flight knows nothing of the full rules; `basic`: this flight is such a one.
    """

    planets_chosen_first: bool
    fewest_spaces_to_be_lapped: int
    stuck_if_announced: bool
    learning_by_basic_rules: bool
    basic: bool = False

    def for_flight(self, *, learning: bool) -> Rulebook:
        """The rules of one flight."""
        return replace(self, basic=learning and self.learning_by_basic_rules)


INSURANCE = {0: None, 2: 26, 5: 19, 8: 12}
"""By premium the most that lost components cost (class IVC: "Versicherung")."""

RULEBOOKS = {
    # Rules: "Planeten" with the ruling on planets; "Kontaktverlust mit der Spitze der Gruppe"; "Keine Motoren bei
    # Freiem Weltraum"; the opening of "Die vollständigen Regeln".
    "2007": Rulebook(
        planets_chosen_first=False,
        fewest_spaces_to_be_lapped=0,
        stuck_if_announced=False,
        learning_by_basic_rules=True,
    ),
    # Quick reference: "Planeten", "Aufgeben"; the ruling on its learning flight.
    "2021": Rulebook(
        planets_chosen_first=True,
        fewest_spaces_to_be_lapped=1,
        stuck_if_announced=True,
        learning_by_basic_rules=False,
    ),
}
