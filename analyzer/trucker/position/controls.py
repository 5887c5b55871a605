"""What is drawn of which the chances are known in flights from a position: the cards that are to come, in any order."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from analyzer.answers.metrics import Metrics
from analyzer.trucker.cards.deck_law import Deck, Sort, deck_in_any_order
from analyzer.trucker.cards.rest import deal_rest, sorts_to_come
from analyzer.trucker.cards.route import Route
from analyzer.trucker.controls import FlightControls, Values, flight_controls
from analyzer.trucker.position.position import Position


def controls_of(position: Position, seed: int, metrics: Metrics) -> FlightControls | None:
    """Those of the means of these metrics; None where no card is drawn, or the piles lie in order."""
    if position.deck or (not position.revealed and not position.coming):
        return flight_controls(position.route, seed, 1, metrics)
    columns = tuple(metric.column for metric in metrics.means)
    controls = RestControls(position.route, seed, 1, columns, position.revealed, position)
    return controls if not position.coming and controls.deck is not None else None


@dataclass(frozen=True)
class RestControls(FlightControls):
    """Of every card that may be to come whether it is, and where; revealed: the cards before them."""

    revealed: tuple[int, ...]
    position: Position = field(compare=False)

    @property
    def deck(self) -> Deck | None:
        """The cards that are to come."""
        return _deck_to_come(self.route, self.revealed)

    def deal(self, first: int, trials: int) -> Values:
        """(trials, places) Those cards."""
        return deal_rest(self.route, self.revealed, self.seed, first, trials)[:, len(self.revealed) :]


@lru_cache(256)
def _deck_to_come(route: Route, revealed: tuple[int, ...]) -> Deck | None:
    if route.prognostic:
        return None
    sorts = [Sort(cards, drawn) for cards, drawn in sorts_to_come(route, revealed) if drawn]
    return deck_in_any_order(sorts, len(route.rules.cards)) if sorts else None
