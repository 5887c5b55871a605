"""Pay and fight: the answer to a pirate who waits, and what is gained or lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyzer.starship.records.game import HERE, Game, Refused
from analyzer.starship.tables import MODULES, Card, card_by_id, dice
from analyzer.starship.turn.acting import win
from analyzer.starship.turn.allowed import can_pay
from analyzer.starship.turn.bits import BIT
from analyzer.starship.turn.losses import lose_cannon, lose_module
from analyzer.starship.turn.table import cannons


def _waiting(game: Game) -> Card:
    """See that a pirate waits; that pirate."""
    if game.phase != "flight" or not game.waiting:
        raise Refused("no pirate waits")
    return card_by_id()[game.facing]


def pay(game: Game, step: Any) -> None:
    """What he asks for."""
    pirate = _waiting(game)
    if not can_pay(game.table, game.me, pirate.demand)[0]:
        raise Refused(f"{pirate.demand} Astro are asked for, and {game.astro()} in the purse: fight")
    game.table.astro[game.me, 0] -= pirate.demand
    game.answered()


def fight(game: Game, step: Any) -> None:
    """Both dice, and what comes of them."""
    pirate = _waiting(game)
    if not set(step.dice) <= set(dice()["blue"]):
        raise Refused(f"dice {step.dice}: the blue die shows {sorted(set(dice()['blue']))}")
    own, other = step.dice
    gain = [step.gain] if isinstance(step.gain, str) else list(step.gain)
    lose = step.lose[0] if isinstance(step.lose, list) and step.lose else step.lose or None
    if own + int(cannons(game.table, game.me)[0]) >= other + pirate.strength:
        _beat(game, pirate, gain, lose)
    else:
        _be_beaten(game, pirate, gain, lose)


def _beat(game: Game, pirate: Card, gain: Sequence[str], lose: str | None) -> None:
    """The card is a medal; a good of choice, or what the switch says."""
    if lose:
        raise Refused("lose: the fight was won, nothing goes")
    reward = game.table.switches.pirate_reward
    game.check_gain(gain, int(reward == "good"))
    win(game.table, HERE, np.array([BIT[pirate.id]], np.uint8))
    if reward == "astro":
        game.table.astro[game.me, 0] += pirate.demand
    game.gain(gain)
    game.replaced()
    game.answered()


def _be_beaten(game: Game, pirate: Card, gain: Sequence[str], lose: str | None) -> None:
    """The flight is over; nothing, a cannon or a module goes."""
    if gain:
        raise Refused("gain: the fight was lost, nothing is gained")
    own = [name for number, name in enumerate(MODULES) if game.table.modules[game.me, number, 0]]
    if pirate.loss != "module" and lose:
        raise Refused("lose: no module goes with this pirate")
    if pirate.loss == "module":
        if lose is None and len(own) > 1:
            raise Refused(f"a module goes: name one of {', '.join(own)}")
        if lose is not None and lose not in own:
            raise Refused(f"lose: no {lose} aboard")
        chosen = lose or (own[0] if own else None)
        lose_module(game.table, HERE, np.array([MODULES.index(chosen) if chosen else -1]))
    elif pirate.loss == "cannon":
        lose_cannon(game.table, HERE)
    game.finish()
