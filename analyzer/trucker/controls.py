"""Control variates of flights: draws with known chances, i.e. decks, starting places, and dice that join quarters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.answers.metrics import Metrics
from analyzer.answers.numbers import join_names
from analyzer.statistics.controls import Draws, Law
from analyzer.trucker.cards.deck_chances import DeckChances, deck_of
from analyzer.trucker.cards.route import Route
from analyzer.trucker.fleets.class_ivc import class_of

Values = npt.NDArray[np.uint8]


def flight_controls(route: Route, seed: int, ships: int, metrics: Metrics) -> FlightControls | None:
    """Return the control variates for the means of the given metrics; None if no draw has known chances."""
    controls = FlightControls(route, seed, ships, tuple(metric.column for metric in metrics.means))
    return controls if controls.words else None


@dataclass(frozen=True)
class FlightControls:
    """Control variates (see `Controls`) of flights on a route under one seed.

    The first controls are, for each card that may be in the deck, 1 if it is there and else 0. Then comes the place of
    each of these cards, then the drawn starting place of each ship. For builds, the last ones stand for the ways in
    which the dice may join the quarters.
    """

    route: Route
    seed: int
    ships: int
    columns: tuple[str, ...]

    @property
    def deck(self) -> DeckChances | None:
        """Chances of the deck; None if no cards are drawn."""
        return _deck(self.route)

    def deal(self, first: int, trials: int) -> Values:
        """Return the decks of these trials as indices of cards. Shape (trials, places)."""
        return self.route.deal(self.seed, first, trials)

    @property
    def words(self) -> str:
        """Names of the draws that have controls, e.g. `cards and starting places`; "" for none."""
        drawn = {
            "cards": self.deck is not None,
            "starting places": self.ships > 1,
            "joining dice": len(_joining_chances(self.route)) > 1,
        }
        names = [name for name, is_drawn in drawn.items() if is_drawn]
        return join_names(names) if names else ""

    @property
    def law(self) -> Law:
        """Exact mean and covariance of all controls of a flight."""
        return _law(self.deck, self.route, self.ships)

    def draws(self, first: int, trials: int) -> Draws:
        """Return the draws of these trials. Shape (1, trials, numbers).

        The numbers are the deck, the starting places, and the way in which quarters join.
        """
        parts: list[Values] = []
        if self.deck is not None:
            parts.append(self.deal(first, trials))
        if self.ships > 1:
            parts.append(self.route.places(self.seed, first, trials, self.ships).T.astype(np.uint8))
        which = class_of(self.route).which(self.route, self.seed, first, trials)
        if which is not None and len(_joining_chances(self.route)) > 1:
            parts.append(which[:, None].astype(np.uint8))
        return np.concatenate([np.zeros((trials, 0), np.uint8), *parts], axis=1)[None]

    @property
    def largest(self) -> int:
        """Largest value that a control can have: a place in the deck or in the starting order."""
        deck = self.deck
        return max(1, self.ships - 1, 0 if deck is None else deck.place_chances.shape[1])

    def fill(self, draws: Draws, out: npt.NDArray[Any]) -> None:
        """Write the controls that follow from the draws into `out`, in the order of `law`."""
        (rows,) = draws
        deck, joinings, done = self.deck, _joining_chances(self.route), 0
        if deck is not None:
            places, cards = deck.place_chances.shape[1], len(deck.cards)
            lies = _lies(rows[:, :places].T, deck)
            np.greater(lies, 0, out=out[:cards])
            out[cards : 2 * cards] = lies
            rows, done = rows[:, places:], 2 * cards
        if self.ships > 1:
            out[done : done + self.ships] = rows[:, : self.ships].T
        if len(joinings) > 1:
            out[-len(joinings) :] = rows[:, -1] == np.arange(len(joinings))[:, None]


def _lies(deck: Values, chances: DeckChances) -> Values:
    """Return the place in each deck, from 1, of each card in `chances.cards`. Shape (cards, trials).

    The place is 0 if the card is not in the deck.

    Args:
        deck: Indices of the cards in each deck. Shape (places, trials).
        chances: Chances of the decks.
    """
    cards, trials = len(chances.cards), deck.shape[1]
    # One row more than there are cards: those that cannot come are written there and cut off.
    lies = np.zeros((cards + 1) * trials, np.uint8)
    where = chances.rows.take(deck)
    where *= trials
    where += np.arange(trials)
    for place, here in enumerate(where, start=1):
        lies[here] = place
    return lies.reshape(-1, trials)[:cards]


@lru_cache(256)
def _deck(route: Route) -> DeckChances | None:
    return deck_of(route)


@lru_cache(256)
def _law(deck: DeckChances | None, route: Route, ships: int) -> Law:
    return law_of_flights(None if deck is None else deck.law(), route, ships)


def law_of_flights(of_decks: Law | None, route: Route, ships: int) -> Law:
    """Return mean and covariance of all control variates of flights: deck, starting places, and joined quarters.

    Args:
        of_decks: Mean and covariance of the controls of the deck; None if no cards are drawn.
        route: The route.
        ships: Number of ships that fly together.
    """
    parts = [] if of_decks is None else [of_decks]
    if ships > 1:
        parts.append(_law_of_places(ships, route.start))
    if len(_joining_chances(route)) > 1:
        chances = np.array(_joining_chances(route))
        # One indicator for each way: the covariance of a single multinomial draw.
        parts.append(Law(chances, np.diag(chances) - np.outer(chances, chances)))
    return Law.of_independent(parts)


def _law_of_places(ships: int, start: int | None) -> Law:
    """Return mean and covariance of the ships' starting places (0, 1, ...) in random order.

    Args:
        ships: Number of ships.
        start: Place of the first ship, counted from 1, if it is fixed.
    """
    free = [place for place in range(ships) if start is None or place != start - 1]
    fixed, drawn = ships - len(free), len(free)
    mean = np.full(ships, np.mean(free))
    covariance = np.zeros((ships, ships))
    if drawn > 1:
        # A random permutation: the variance on the diagonal, minus variance / (drawn - 1) elsewhere.
        contrast = np.eye(drawn) * drawn - 1
        covariance[fixed:, fixed:] = np.var(free) * contrast / (drawn - 1)
    if fixed and start is not None:
        mean[0] = start - 1
    return Law(mean, covariance)


def _joining_chances(route: Route) -> list[float]:
    """Return the chance of each way in which the dice may join a build's quarters; empty for ordinary ships."""
    return class_of(route).chances(route)
