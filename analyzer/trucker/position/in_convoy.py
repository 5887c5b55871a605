"""A position laid into the arrays of a convoy: what is known of its ships in place of what was there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.position.position import ShipInFlight
from analyzer.trucker.ship.aboard import charge_tokens, crew_tokens, goods_tokens


def lay(convoy: Convoy, ships: Sequence[ShipInFlight], cards_flown: int) -> None:
    """Write what is known of every ship into all flights; the others stay as they are, off occupied spaces."""
    for number, ship in enumerate(ships):
        if ship.known:
            _write(convoy, number, ship, cards_flown)
        if ship.space is not None:
            convoy.state.position[number] = ship.space
    _make_room(convoy, [ship.space is not None for ship in ships])
    convoy.in_bank = None


def _write(convoy: Convoy, number: int, ship: ShipInFlight, cards_flown: int) -> None:
    """Write the state of one ship."""
    state, wrecks, hull = convoy.state, convoy.wrecks, ship.ship.hull
    place = [one.key for one in wrecks.hulls].index(hull.key)
    state.wreck[number] = wrecks.number(place, ship.remaining)
    state.crew[number] = np.uint64(crew_tokens(hull, dict(ship.crew)))
    state.charge[number] = np.uint64(charge_tokens(hull, dict(ship.charges)))
    for colour, tokens in enumerate(goods_tokens(hull, dict(ship.goods))):
        state.goods[colour, number] = tokens
    state.bounty[number] = ship.credits
    state.flying[number] = not ship.left
    state.ending[number] = ENDINGS.index(ship.left) if ship.left else 0
    state.cards_flown[number] = cards_flown if ship.left else 0


def _make_room(convoy: Convoy, is_fixed: Sequence[bool]) -> None:
    """Ships whose space is not known move back where another stands, over occupied spaces: no two stand on one."""
    position, flying = convoy.state.position, convoy.state.flying
    lap = convoy.level.lap
    settled = [number for number, fixed in enumerate(is_fixed) if fixed]
    for number in (number for number, fixed in enumerate(is_fixed) if not fixed):
        for _ in is_fixed:
            beside = [flying[other] & ((position[number] - position[other]) % lap == 0) for other in settled]
            position[number] -= np.any(beside, axis=0) & flying[number] if beside else 0
        settled.append(number)
