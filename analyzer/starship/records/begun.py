"""A game at a position, which may lie within a flight: who checks steps goes on from there."""

from __future__ import annotations

import numpy as np

from analyzer.starship.encounters import KINDS
from analyzer.starship.position.flight import Flight
from analyzer.starship.position.position import Position
from analyzer.starship.records.game import HERE, Game
from analyzer.starship.switches import USUAL, Switches
from analyzer.starship.tables import adventure_by_id, card_by_id
from analyzer.starship.turn.bits import cards_by_bit
from analyzer.starship.turn.points import look_for_end
from analyzer.starship.turn.sectors import set_out
from analyzer.starship.turn.table import boosters


def game_at(position: Position, seed: int = 1, switches: Switches = USUAL) -> Game:
    """The game at that position; what it does not say is dealt under the seed."""
    game = Game(position, seed, switches)
    look_for_end(game.table, HERE)
    if position.flight is not None:
        _take_up(game, position.flight)
    return game


def _take_up(game: Game, flight: Flight) -> None:
    """The row, what is still to come, and the card at hand."""
    game.number, row = flight.sector, [*flight.row]
    if flight.demand is not None:
        row.append(cards_by_bit()[int(game.table.order[flight.turned_up - 1, 0])].id)
    coming = (*flight.next_cards, *flight.bottom)
    others = [card for card in game.sectors[game.number] if card not in {*row, *coming}]
    to_come = len(others) - flight.face_down
    game.row = others[to_come:] + row
    game.pile = [*flight.next_cards, *others[:to_come], *flight.bottom]
    game.sectors[game.number] = game.row + game.pile
    if flight.looked_at:
        game.phase = "sector"
        return
    table = game.table
    set_out(table)
    speed = boosters(table, game.me) + table.roll
    table.limit[...] = np.minimum(speed, flight.turned_up + len(game.pile)) * table.flying
    if game.row and (flight.demand is not None or not flight.done):
        game.facing = game.row[-1]
        card = card_by_id()[game.facing]
        game.waiting = KINDS[card.kind].waits
        game.may_fulfil = {one for one in game.open if adventure_by_id()[one].planet == card.name} - {*flight.opened}
