"""A number with how sure it is."""

from __future__ import annotations

from typing import NamedTuple


class Estimate(NamedTuple):
    """A mean, a chance or a difference, and the ends of its interval."""

    mean: float
    low: float
    high: float

    def says(self, above: str, below: str, unsure: str, than: float = 0.0) -> str:
        """What the interval allows to be said: that it is surely above `than`, surely below it, or neither.

        >>> Estimate(0.6, 0.4, 0.8).says("more", "less", "perhaps the same"), Estimate(0.6, -1, 2).says("+", "-", "?")
        ('more', '?')
        """
        return above if self.low > than else below if self.high < than else unsure

    def less(self, other: Estimate) -> Estimate:
        """This less another one, with an interval that holds whatever ties the two together; wider than needed.

        >>> Estimate(3, 2, 4).less(Estimate(1, 0.5, 1.5))
        Estimate(mean=2, low=0.5, high=3.5)
        """
        return Estimate(self.mean - other.mean, self.low - other.high, self.high - other.low)
