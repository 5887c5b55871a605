"""Insurance in a journey: the premium is paid from money held, nobody pays more than they hold (docs/rulings.md)."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.flight.settlement import Outcome
from analyzer.trucker.journey.purses import Purses
from analyzer.trucker.ship.bitboard import Counts


def can_pay(held: Counts, premiums: Counts, shared: Purses) -> Counts:
    """(truckers, journeys) 1 where a premium is paid from what the purse holds (purses, journeys) before the flight.

    Who cannot pay it flies without insurance. Team mates pay one after the other.
    """
    paid = np.zeros(premiums.shape, np.int64)
    for purse, members in enumerate(shared):
        left = held[purse].copy()
        for trucker in members:
            paid[trucker] = (left >= premiums[trucker]) & (premiums[trucker] > 0)
            left -= premiums[trucker] * paid[trucker]
    return paid


def paid_for(outcome: Outcome, insured: Counts, price: int) -> Counts:
    """(truckers, journeys) The credits of a flight of fleets, where some of them could not pay for their insurance."""
    without = outcome.credits + outcome.penalty + outcome.premium - price * outcome.components_lost
    return np.asarray(np.where(insured == 1, outcome.credits, without))
