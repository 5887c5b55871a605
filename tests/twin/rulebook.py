"""What the plain twin takes from the rule texts of the two editions where they differ (docs/rulings.md "2021").

What is printed on flight boards, components and cards is in the tables of the edition.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Rulebook:
    """One edition's points of difference.

    `planets_chosen_first`: who landed loads only after all have chosen; `fewest_spaces_to_be_lapped`: beyond a whole
    lap; `each_good_halved`: who gave up gets half the list price of every good, not half the sum.
    """

    planets_chosen_first: bool
    fewest_spaces_to_be_lapped: int
    each_good_halved: bool

    def half_price(self, goods: Iterable[int], values: Iterable[int]) -> int:
        """What goods bring after giving up, in credits, rounded up; both by colour."""
        by_colour = list(zip(goods, values, strict=True))
        if self.each_good_halved:
            return sum(number * _half(value) for number, value in by_colour)
        return _half(sum(number * value for number, value in by_colour))


def _half(credits: int) -> int:
    return (credits + 1) // 2


RULEBOOKS = {
    # Rules: "Planeten" with the ruling on planets; "Kontaktverlust mit der Spitze der Gruppe"; "Abbruch des Fluges".
    "2007": Rulebook(planets_chosen_first=False, fewest_spaces_to_be_lapped=0, each_good_halved=False),
    # Quick reference: "Planeten", "Aufgeben", "Ende des Flugs".
    "2021": Rulebook(planets_chosen_first=True, fewest_spaces_to_be_lapped=1, each_good_halved=True),
}
