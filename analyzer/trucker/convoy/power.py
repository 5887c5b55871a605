"""Strength of cannons and engines in flight, and the price of the risk that a coming card takes the whole crew."""

from __future__ import annotations

from functools import lru_cache
from math import lcm

import numpy as np

from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.strength import Strength
from analyzer.trucker.edition import Card, Level, load_edition
from analyzer.trucker.fleets.tables import revealed_at
from analyzer.trucker.ship.bitboard import IntArray, count


def cannons(ship: ShipsInFlight) -> Strength:
    """Return the strength of the cannons by number of charges, in halves."""
    strength: Strength = ship.convoy.formation.cannons(ship)
    return strength


def engines(ship: ShipsInFlight, moving: bool = False) -> Strength:
    """Return the strength of the engines by number of charges.

    Args:
        ship: The ships.
        moving: Whether the captain's reserve may be used to avoid standing still.
    """
    strength: Strength = ship.convoy.formation.engines(ship, moving)
    return strength


def fear_of_selling(ship: ShipsInFlight, sold: IntArray) -> IntArray:
    """Return the captain's price of the added risk of losing all remaining crew, if part of the crew is sold now.

    Crew is sold to an abandoned ship. A coming card may take all that remain (docs/rulings.md, "Crew"). The price is in
    hundredths of a credit.

    Args:
        ship: The ships.
        sold: Number of crew that each ship sells.
    """
    convoy, ruin, coming = ship.convoy, ship.captain.ruin, ship.convoy.cards_left
    if ship.none or ship.basic or not np.any(ruin) or not coming:
        return np.zeros(ship.size, np.int64)
    numerators, denominators = ruin_chances(convoy.edition.name, convoy.level, convoy.seats, coming)
    _, sizes, strengths = numerators.shape
    flying = ship.of_flight(convoy.how_many_fly()).astype(np.intp) if convoy.seats > 1 else 1
    cannon, crew, denominator = cannons(ship), count(ship.crew), denominators.take(flying)
    table = (flying * sizes) * strengths + np.minimum(cannon(cannon.usable), strengths - 1)

    def fear(crew: IntArray) -> IntArray:
        return np.asarray(ruin * numerators.take(table + strengths * np.clip(crew, 0, sizes - 1)) // denominator)

    return np.asarray(fear(crew - sold) - fear(crew))


@lru_cache(1024)
def ruin_chances(edition: str, level: Level, ships: int, coming: int) -> tuple[IntArray, IntArray]:
    """Return the chance that one of the coming cards takes a whole crew, as numerators and denominators.

    The chances of the single cards are added up, to at most 1. Each coming card is assumed to be of a level of cards as
    often as a pile holds such cards. All printed cards of one level are equally likely. The last entries along the axes
    of crew and cannons hold for all larger values.

    Args:
        edition: Name of the edition.
        level: The level that is flown.
        ships: Number of ships at the start.
        coming: Number of coming cards.

    Returns:
        Numerators by ships that still fly, size of the crew, and strength of the cannons in halves. Shape (flying,
        crew, cannons). The second array holds the denominators. Shape (flying,).
    """
    cards = [revealed_at(level, card) for card in load_edition(edition).cards if level.may_reveal(card)]
    stacks = [[card for card in cards if card.level == number] for number in level.pile]
    alike = lcm(*(len(stack) for stack in stacks if stack))
    taking = [(card, alike // len(stack)) for stack in stacks for card in stack if taken_by(card)]
    most = max((taken_by(card) for card, _ in taking), default=0)
    strongest = max((card.strength for card, _ in taking), default=0)
    flying = np.arange(ships + 1)[:, None, None]
    # Counted in units of 1 / flying: slavers attack every ship, a line of a combat zone only one of those that fly.
    # Slavers spare cannons as strong as they are, so their threat ends below 2 * strength halves. A combat zone spares
    # a ship that flies alone, so its threat begins with two ships.
    threats = np.zeros((ships + 1, most + 2, 2 * strongest + 1), np.int64)
    for card, weight in taking:
        if card.kind == "slavers":
            threats[:, : taken_by(card) + 1, : 2 * card.strength] += weight * flying
        else:
            threats[2:, : taken_by(card) + 1] += weight
    of_all = np.maximum(flying, 1) * alike * len(level.pile)
    return np.minimum(coming * threats, of_all), of_all.ravel()


def taken_by(card: Card) -> int:
    """Return the largest number of crew that a slavers or combat zone card takes at once; 0 for other cards."""
    lines = [line.amount for line in card.lines if line.penalty == "crew"]
    return max([card.crew_lost if card.kind == "slavers" else 0, *lines])
