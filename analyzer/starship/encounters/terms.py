"""On which terms goods change hands where cards trade: which way, what, and how much."""

from __future__ import annotations

from analyzer.starship.tables import Card

PLACES = ("trade_planet", "library", "diplomats", "merchants", "greens", "scientists")
"""Kinds of cards at which there is trade."""


def is_place(card: Card) -> bool:
    """Whether there is trade at all."""
    return card.kind in PLACES


def may(card: Card, way: str) -> bool:
    """Whether one may "buy" or "sell" there."""
    return card.direction in ("both", way)


def takes(card: Card, stored: str) -> bool:
    """Whether that is traded there; "any" good there is no science."""
    return stored != "science" if card.good == "any" else card.good == stored


def at_most(card: Card, many: int) -> bool:
    """Whether so many units may go at once."""
    return not card.most or many <= card.most
