"""What happens when a component is hit: it is lost, with all that falls off (rules: "Angriff auf ein Schiff")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import Which
from analyzer.trucker.convoy.worth import worth_of_piece
from analyzer.trucker.ship.bitboard import Bits, flood, lowest
from analyzer.trucker.ship.component import Side
from analyzer.trucker.ship.hull import nearest


def first_hit(ship: Ship, side: Side, roll: Which) -> Bits:
    """The component that something flying along that column or row meets first; empty where it flies past."""
    first = nearest(ship.alive & ship.hull.lines[side].take(roll), side)
    ship.tell("met", side=side, roll=roll, first=first)
    return first


def destroy(ship: Ship, component: Bits) -> None:
    """Lose that component, then what falls off, and whatever was aboard either."""
    if ship.none:
        return
    ship.tell("loses", component=component)
    ship.alive = left = ship.alive & ~component
    break_apart(ship.where(~ship.hull.surely_holds(component, left)))
    lose_tokens(ship)
    ship.tell("flies on")


def break_apart(ship: Ship) -> None:
    """Where the ship no longer hangs together, the captain keeps the best piece; all others are lost."""
    if ship.none:
        return
    alive, joins = ship.alive, ship.hull.joins
    piece = flood(lowest(alive), alive, joins)
    broken = piece != alive
    ship, kept, rest = ship.where(broken), piece[broken], (alive & ~piece)[broken]
    best = worth_of_piece(ship, kept)
    while rest.any():
        piece = flood(lowest(rest), rest, joins)
        worth = worth_of_piece(ship, piece)
        kept = np.where(worth > best, piece, kept)
        best = np.maximum(worth, best)
        rest = rest & ~piece
    ship.tell("keeps", piece=kept)
    ship.alive = kept


def lose_tokens(ship: Ship) -> None:
    """What lay on lost components goes back to the bank; aliens without life support leave at once."""
    tokens = ship.hull.tokens
    alive = ship.alive
    ship.crew = tokens.crew_left(ship.crew, alive)
    ship.charge = ship.charge & tokens.charges.left(alive)
    goods = ship.goods
    if goods.any():
        ship.goods = goods & tokens.containers.left(alive)
