"""What happens when a component is hit: it is lost, with all that no longer hangs together (rules: "Angriff auf ein Schiff")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.convoy import Ship, Truth, Which
from analyzer.trucker.convoy.worth import worth_of_piece
from analyzer.trucker.ship.bitboard import Bits, count, highest, lowest
from analyzer.trucker.ship.component import Side


def first_hit(ship: Ship, side: Side, roll: Which) -> Bits:
    """The component that something flying along that column or row meets first; empty where it flies past."""
    line = ship.alive & ship.hull.lines[side][roll]
    return lowest(line) if side in (Side.FRONT, Side.LEFT) else highest(line)


def destroy(ship: Ship, component: Bits) -> None:
    """Lose that component, then what falls off, and whatever was aboard either."""
    if ship.none:
        return
    ship.alive = left = ship.alive & ~component
    may_break = count(ship.hull.joined_to(component) & left) > 1
    break_apart(ship.where(may_break))
    lose_tokens(ship)


def break_apart(ship: Ship) -> None:
    """Where the ship no longer hangs together, the captain keeps the best piece; all others are lost."""
    if ship.none:
        return
    broken = ship.where(~ship.hull.hangs_together(ship.alive))
    if broken.none:
        return
    kept = np.zeros_like(broken.alive)
    best = np.full(kept.shape, -1, np.int64)
    for piece in broken.hull.pieces(broken.alive):
        worth = worth_of_piece(broken, piece)
        better: Truth = worth > best
        kept = np.where(better, piece, kept)
        best = np.where(better, worth, best)
    broken.alive = kept


def lose_tokens(ship: Ship) -> None:
    """What lay on lost components goes back to the bank; aliens without life support leave at once."""
    tokens = ship.hull.tokens
    alive = ship.alive
    ship.crew = tokens.crew_left(ship.crew, alive)
    ship.charge = ship.charge & tokens.charges.left(alive)
    ship.goods = ship.goods & tokens.containers.left(alive)
