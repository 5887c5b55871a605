"""Which insurance is cheapest against losses that are known, or known by their chances (class IVC: "Versicherung").

The payment is a function of the losses: premium, and of the components that are lost (a credit each) at most the cap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from analyzer.errors import AnalyzerError
from analyzer.trucker.fleets.tables import FleetTables, fleet_tables


@dataclass(frozen=True)
class Insurance:
    """The cost of each premium (the keys), exactly, over some distribution of losses.

    `total`: mean of premium and payment together; `variance`: of that; `break_even`: what the cap saves on average,
    which is the premium at which it just pays; `cheapest`: the premiums of least total, more than one where they tie.
    """

    total: Mapping[int, Fraction]
    variance: Mapping[int, Fraction]
    break_even: Mapping[int, Fraction]

    @property
    def cheapest(self) -> tuple[int, ...]:
        """The premiums of least mean total."""
        least = min(self.total.values())
        return tuple(premium for premium, total in self.total.items() if total == least)


def insurance(losses: Mapping[int, int | Fraction], tables: FleetTables | None = None) -> Insurance:
    """What insurance costs if so many components are lost so often.

    >>> import analyzer
    >>> analyzer.insurance({20: 1}).cheapest     # a known loss of 20: none and the dearest cost the same
    (0, 8)

    Raises AnalyzerError for losses that are no whole numbers from 0, weights below 0, and no weight at all.
    """
    faults = list(_faults(losses))
    if faults:
        raise AnalyzerError(faults)
    total, variance, saved = {}, {}, {}
    for premium, cap in (tables or fleet_tables()).insurance.items():
        paid = {lost: lost if cap is None else min(lost, cap) for lost in losses}
        mean = _mean(losses, paid)
        total[premium] = premium + mean
        variance[premium] = _mean(losses, {lost: amount**2 for lost, amount in paid.items()}) - mean**2
        saved[premium] = _mean(losses, {lost: lost - amount for lost, amount in paid.items()})
    return Insurance(total, variance, saved)


def _mean(weights: Mapping[int, int | Fraction], values: Mapping[int, int]) -> Fraction:
    whole = sum((Fraction(weight) for weight in weights.values()), Fraction(0))
    return sum((Fraction(weight) * values[lost] for lost, weight in weights.items()), Fraction(0)) / whole


def _faults(losses: object) -> list[str]:
    if not isinstance(losses, Mapping):
        return [f"losses {losses!r}: give how often so many components are lost, e.g. {{0: 12, 31: 3}}"]
    faults = [
        f"a loss of {lost!r}: give a whole number of components, at least 0"
        for lost in losses
        if type(lost) is not int or lost < 0
    ]
    faults += [
        f"a loss of {lost!r} comes {often!r} times: give a whole number or a fraction, at least 0"
        for lost, often in losses.items()
        if isinstance(often, bool) or not isinstance(often, int | Fraction) or often < 0
    ]
    if not faults and not any(losses.values()):
        faults = ["losses: none of them ever comes: give one a weight above 0"]
    return faults
