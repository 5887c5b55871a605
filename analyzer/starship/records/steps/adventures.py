"""Complete: an adventure on its planet, if it was open when the planet was turned up and all it asks for is there."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.starship.records.game import HERE, Game, Refused
from analyzer.starship.tables import STORED, Adventure, adventure_by_id, card_by_id
from analyzer.starship.turn.acting import act
from analyzer.starship.turn.adventures import pay
from analyzer.starship.turn.allowed import has_action
from analyzer.starship.turn.bits import ADVENTURES
from analyzer.starship.turn.fulfillable import can_fulfil
from analyzer.starship.turn.table import boosters


def complete(game: Game, step: Any) -> None:
    """Fulfil it."""
    game.needs_flight()
    one = step.adventure
    if one not in adventure_by_id():
        raise Refused(f"no adventure {one!r}")
    card = card_by_id().get(game.facing)
    wanted = adventure_by_id()[one]
    if card is None or card.name != wanted.planet:
        raise Refused(f"{wanted.name} is fulfilled on {wanted.planet}")
    if not has_action(game.table)[0]:
        raise Refused("no action left")
    if one not in game.open:
        raise Refused(f"{wanted.name} is not open")
    if one not in game.may_fulfil:
        raise Refused(f"{wanted.name} opened when another one of {wanted.planet} was fulfilled: not in this flight")
    number = ADVENTURES.index(wanted)
    if not can_fulfil(game.table, game.me)[0] >> np.uint16(number) & np.uint16(1):
        raise Refused(_lacking(game, wanted))
    game.check_gain(step.gain, wanted.goods, wanted.pay)
    pay(game.table, HERE, np.array([number]))
    game.gain(step.gain)
    act(game.table, HERE)
    game.may_fulfil.discard(one)
    game.after_action()


def _lacking(game: Game, wanted: Adventure) -> str:
    """What it asks for and is not there, in words."""
    for kind, many in enumerate(wanted.pay):
        if game.have(kind) < many:
            return f"{wanted.name} asks for {many} {STORED[kind]}, and {game.have(kind)} is aboard"
    if game.astro() < wanted.astro_paid:
        return f"{wanted.name} asks for {wanted.astro_paid} Astro"
    if int(boosters(game.table, game.me)[0]) < wanted.boosters:
        return f"{wanted.name} asks for {wanted.boosters} boosters, levels added up"
    return f"{wanted.name} asks for {wanted.cannons} cannons, levels added up"
