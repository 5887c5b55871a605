"""Places on arrival, told apart from flights in which the ship did not arrive: a mean of both would say nothing."""

from __future__ import annotations

import numpy as np

from analyzer.statistics.estimate import Estimate
from analyzer.statistics.histogram import Histogram


class ArrivalPlaces(Histogram):
    """Places on arrival, 1 for the first; 0 counts the flights in which the ship did not arrive.

    `mean` counts those as 0, as exports do; `on_arrival` leaves them out.
    """

    @property
    def on_arrival(self) -> Histogram:
        """The places of the flights in which the ship arrived."""
        return Histogram(self.lowest, np.where(self.values > 0, self.tally, 0))

    @property
    def not_arrived(self) -> Estimate:
        """The share of flights in which it did not arrive, from 0 to 1."""
        return self.chance(0, 0)

    def __repr__(self) -> str:
        arrived = self.on_arrival
        share, low, high = self.not_arrived
        rest = f"did not arrive in {share:.1%} ({low:.1%} to {high:.1%}) of {self.n:,} flights"
        if not arrived.n:
            return f"Places: {rest}"
        mean, least, most = arrived.estimate()
        return f"Places: mean {mean:.4g} ({least:.4g} to {most:.4g}) in {arrived.n:,} flights that arrived; {rest}"
