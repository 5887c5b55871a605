"""Fly, next, end: a sector as it lies after its shuffle and the sensor, card after card, and turning back."""

from __future__ import annotations

from typing import Any

from analyzer.starship.encounters import KINDS
from analyzer.starship.records.game import Game, Refused
from analyzer.starship.tables import card_by_id
from analyzer.starship.turn.allowed import has_way
from analyzer.starship.turn.sectors import most_looks, set_out


def fly(game: Game, step: Any) -> None:
    """Set out to a sector."""
    game.needs("sector")
    lying = game.sectors[step.sector]
    recorded = [] if step.order is None else list(step.order)
    if len(set(recorded)) < len(recorded) or not set(recorded) <= set(lying):
        raise Refused(f"order: these are not the cards in sector {step.sector}, which are {', '.join(lying)}")
    order = _arranged(game, recorded + [card for card in lying if card not in recorded], step)
    game.sectors[step.sector], game.number, game.row, game.pile = order, step.sector, [], list(order)
    game.table.begin_flight(step.sector - 1)
    set_out(game.table)
    game.phase, game.facing, game.acted, game.ended_by_itself = "flight", "", False, False
    if not game.table.limit[0]:
        game.finish()


def _arranged(game: Game, order: list[str], step: Any) -> list[str]:
    """The sector as the sensor left it."""
    if step.top is None and step.bottom is None:
        return list(order)
    many = int(most_looks(game.table)[0])
    if not many and not (step.top or step.bottom):
        return list(order)
    if not many:
        raise Refused("there is no sensor aboard, so no card may be looked at")
    visible = order[:many]
    top, bottom = list(step.top or ()), list(step.bottom or ())
    if sorted(top + bottom) != sorted(visible):
        raise Refused(f"the sensor shows {', '.join(visible)}: put each of these on top or below, and no other card")
    return top + order[len(visible) :] + bottom


def go_on(game: Game, step: Any) -> None:
    """Turn up the next card."""
    game.needs_flight()
    table = game.table
    if not has_way(table)[0]:
        raise Refused(f"no further: {int(table.cards_flown[0])} cards are flown, and this flight allows no more")
    table.cards_flown[0] += 1
    card = game.pile.pop(0)
    kind = KINDS[card_by_id()[card].kind]
    game.turn_up(card, kind.waits)
    if kind.unavoidable:
        game.end_at_last_card()


def end(game: Game, step: Any) -> None:
    """Turn back, or do not fly; a flight that ended by itself may be ended once more."""
    if game.phase == "trade" and game.ended_by_itself:
        game.ended_by_itself = False
    elif game.phase == "sector":
        game.phase, game.row = "trade", []
    else:
        game.needs_flight()
        game.finish(by_itself=False)
