"""When a flight is given up (rules: "Abbruch des Fluges")."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.trucker.convoy.cargo import cubes
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.fleet import all_leave, leave, leave_without_humans, lost_by_ship, still_fly, who_steer
from analyzer.trucker.convoy.power import engines
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import ENDINGS, LEFT, Truth
from analyzer.trucker.convoy.tells import Facts, Said, Tale, Tells, hears, words
from analyzer.trucker.convoy.worth import value_of_cubes
from analyzer.trucker.sayings.phrases import credits
from analyzer.trucker.ship.bitboard import Counts, count
from analyzer.trucker.ship.hull import MOST_SHIPS
from analyzer.trucker.wrecks.facts import components, containers, launched


def check_after_card(convoy: Convoy) -> None:
    """After a whole card: who was stuck, who has no human left, and who is a lap behind those that still fly.

    The basic rules know of no giving up.
    """
    if convoy.basic:
        return
    changed = convoy.written
    if "stuck" in changed:
        for ship in convoy.ships():
            give_up(ship.where(ship.stuck), "no_engines", cards=convoy.slot + 1)
    if "crew" in changed:
        for ship in convoy.ships():
            steered = who_steer(ship) != 0
            give_up(ship.where(~steered), "no_humans", cards=convoy.slot + 1)
            if convoy.wrecks.fleets:
                leave_without_humans(ship.where(steered), convoy.slot + 1)
    if "position" in changed and len(convoy.captains) > 1:
        flying, positions = convoy.state.flying[:, convoy.rows], convoy.state.position[:, convoy.rows]
        leader = np.where(flying, positions, np.iinfo(np.int32).min).max(axis=0)
        for ship in convoy.ships():
            lapped = leader.take(ship.flights) - ship.position >= convoy.level.lap
            give_up(ship.where(lapped), "lapped", cards=convoy.slot + 1)


def give_up(ship: Ship, why: str, cards: int) -> None:
    """Take the figure off the board, after so many cards."""
    if ship.none:
        return
    ship.tell("gives up", why=why)
    if ship.convoy.wrecks.fleets:
        all_leave(ship, why, cards)
    ship.flying = False
    ship.ending = ENDINGS.index(why)
    ship.cards_flown = cards


def check_before_card(convoy: Convoy, cards_left: int) -> None:
    """Before a card is revealed, captains who dread the rest more than they hope give up, all at one instant."""
    if convoy.basic or not any(captain.dread or captain.doom for captain in convoy.captains):
        return
    rank = standing(convoy)
    leaving = [ship.where(dreads(ship, cards_left, rank[ship.numbers, ship.flights])) for ship in convoy.ships()]
    for ship in leaving:
        give_up(ship, "gave_up", cards=convoy.slot)
    if convoy.wrecks.fleets:
        for ship in convoy.ships():
            take_out(ship, cards_left)


NEVER_FLOWN = [LEFT.index(why) for why in ("not_begun", "without_humans", "no_such_ship")]


def standing(convoy: Convoy) -> npt.NDArray[np.int8]:
    """(ships, flights) The places that are paid for, 0 for the first; -1 for who no longer flies.

    That is flight order; of fleets those with more ships come before all others.
    """
    if not convoy.wrecks.fleets:
        return convoy.rank()
    at_the_end = convoy.level.switch("ships_counted_for_places") == "end"
    counted = convoy.state.gone == 0 if at_the_end else ~np.isin(convoy.state.gone, NEVER_FLOWN)
    ships = np.where(convoy.state.flying, counted.sum(axis=0), -1)
    ahead = ships * (1 << 32) + convoy.state.position
    rank = (ahead[None, :, :] > ahead[:, None, :]).sum(axis=1).astype(np.int8)
    rank[~convoy.state.flying] = -1
    return np.asarray(rank[:, convoy.rows])


def take_out(fleet: Ship, cards_left: int) -> None:
    """Ships of a fleet leave by their captain's will, one after the other, as long as another still flies.

    One goes if what it is feared to cost in the coming cards outweighs what it is worth and half of the goods on it.
    """
    captain, built = fleet.captain, count(fleet.masks & fleet.whole)
    cannot_move = engines(fleet).own_at_most == 0
    fear = cards_left * (captain.doom * built * cannot_move + captain.dread * lost_by_ship(fleet))
    for number in range(MOST_SHIPS):
        goods = np.bitwise_count(fleet.goods & fleet.by_ship(containers)[number].astype(fleet.goods.dtype))
        worth = built[number] * (captain.ship + 50 * value_of_cubes(fleet, goods))
        flies = still_fly(fleet)
        goes = flies[number] & (flies.sum(axis=0) > 1) & (fear[number] > worth)
        leave(fleet.where(goes), number, "taken_out", fleet.convoy.slot)


def dreads(ship: Ship, cards_left: int, place: Counts) -> Truth:
    """Whether what the coming cards are feared to cost outweighs the full price of goods and the reward in sight."""
    built = ship.fact(launched)
    lost = built - ship.fact(components)
    if ship.convoy.wrecks.fleets:
        lost = lost - count(ship.withdrawn)
    value = value_of_cubes(ship, cubes(ship))
    order_rewards = np.array(ship.convoy.level.order_rewards)
    at_stake = 100 * (value - half_price(value)) + 100 * order_rewards[place]
    feared = ship.captain.dread * cards_left * lost
    ship.tell("dreads", feared=feared, at_stake=at_stake, built=built)
    return np.asarray(feared > at_stake * built)


def half_price(value: Counts) -> Counts:
    """What goods sell for after giving up: half of their sum, rounded up."""
    return np.asarray((value + 1) // 2)


@hears
def hear_gives_up(tale: Tale, ship: Ship, facts: Facts) -> None:
    """The flight is over for a ship."""
    if facts["why"] != "gave_up":
        tale.add(ship, "leaves", why=facts["why"])
        return
    tale.add_before(ship, "leaves", why=facts["why"])
    tale.left_before(ship)


@hears
def hear_dreads(tale: Tale, ship: Ship, facts: Facts) -> None:
    """What a captain fears of the cards to come, and what he would lose by leaving."""
    if facts["feared"]:
        feared = facts["feared"] / facts["built"] / 100
        tale.add_before(ship, "dread", feared=feared, at_stake=facts["at_stake"] / 100)


@words
def say_leaves(facts: Facts) -> str:
    """Why a ship leaves."""
    match facts["why"]:
        case "no_engines":
            return "cannot move in open space and must give up"
        case "no_humans":
            return "has no human left and must give up"
        case "lapped":
            return "is a lap behind and must give up"
        case _:
            return "gives up before the next card is revealed"


@words
def say_dread(facts: Facts) -> str:
    """What a captain fears, and what he would lose by leaving."""
    feared, at_stake = credits(facts["feared"]), credits(facts["at_stake"])
    return f"the captain fears to lose {feared}; by giving up he would lose {at_stake}"


TELLS = Tells(
    heard={"gives up": hear_gives_up, "dreads": hear_dreads},
    said={"leaves": Said(say_leaves, of_rivals=say_leaves), "dread": Said(say_dread)},
)
