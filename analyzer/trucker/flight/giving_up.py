"""When a flight is given up (rules: "Abbruch des Fluges")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.cargo import cubes
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.crew import humans
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import ENDINGS, Truth
from analyzer.trucker.convoy.worth import value_of_cubes
from analyzer.trucker.ship.bitboard import Counts, count


def check_after_card(convoy: Convoy) -> None:
    """After a whole card: who was stuck, who has no human left, and who is a lap behind those that still fly.

    The basic rules know of no giving up.
    """
    if convoy.basic:
        return
    for ship in convoy.ships():
        give_up(ship.where(ship.stuck), "no_engines")
    for ship in convoy.ships():
        give_up(ship.where(humans(ship) == 0), "no_humans")
    if len(convoy.hulls) > 1:
        state = convoy.state
        leader = np.where(state.flying, state.position, np.iinfo(np.int32).min).max(axis=0)
        for ship in convoy.ships():
            give_up(ship.where(leader[ship.flights] - ship.position >= convoy.level.lap), "lapped")


def give_up(ship: Ship, why: str) -> None:
    """Take the figure off the board."""
    ship.tell("gives up", why=why)
    ship.flying = False
    ship.ending = ENDINGS.index(why)


def check_before_card(convoy: Convoy, cards_left: int) -> None:
    """Before a card is revealed, captains who dread the rest more than they hope give up, all at one instant."""
    if convoy.basic or not any(captain.dread for captain in convoy.captains):
        return
    rank = convoy.rank()
    leaving = [ship.where(dreads(ship, cards_left, rank[ship.number, ship.flights])) for ship in convoy.ships()]
    for ship in leaving:
        give_up(ship, "gave_up")


def dreads(ship: Ship, cards_left: int, place: Counts) -> Truth:
    """Whether what the coming cards are feared to cost outweighs the full price of goods and the reward in sight."""
    built = int(count(ship.hull.whole)[0])
    lost = built - count(ship.alive)
    value = value_of_cubes(ship, cubes(ship))
    order_rewards = np.array(ship.convoy.level.order_rewards)
    at_stake = 100 * (value - half_price(value)) + 100 * order_rewards[place]
    feared = ship.captain.dread * cards_left * lost
    ship.tell("dreads", feared=feared, at_stake=at_stake, built=built)
    return np.asarray(feared > at_stake * built)


def half_price(value: Counts) -> Counts:
    """What goods sell for after giving up: half of their sum, rounded up."""
    return np.asarray((value + 1) // 2)
