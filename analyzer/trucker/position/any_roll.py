"""Whether any roll of the card at hand can ask something of your ship: all that may be rolled is branched out."""

from __future__ import annotations

from typing import Any

from analyzer.trucker.convoy.decisions import Legal
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.flight.dice import BegunDice
from analyzer.trucker.flight.enumerated import EnumeratedDice, weigh
from analyzer.trucker.flight.flight import resolve
from analyzer.trucker.position.experiment import FromPosition
from analyzer.trucker.position.scripted import OWN, Scripted, has_choice

MOST_STATES = 20_000
"""States of the ships that are followed; where there are more of them, it is not known."""


class ChoiceCame(Exception):
    """Your ship has a choice after some roll; what: what is to be decided."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class AnyChoice(Scripted):
    """Decides as is written until dice branch, then as captains do; raises ChoiceCame where your ship has a choice."""

    def decide(self, ship: Ship, what: str, choice: Any, legal: Legal) -> Any:
        """What is written, or the captains' choice."""
        if ship.convoy.state.flying.shape[1] == 1:
            return super().decide(ship, what, choice, legal)
        if any(has_choice(legal(place)) for place in (ship.numbers == OWN).nonzero()[0].tolist()):
            raise ChoiceCame(what)
        return choice


def asked_after_some_roll(experiment: FromPosition) -> str | None:
    """A decision that some roll still to come at the card at hand asks of your ship; "" if none does.

    None where that is not known: where the ships are not, or there are too many states to follow.
    """
    position, begun = experiment.position, experiment.begun
    card = position.card_at_hand
    if card is None or not all(ship.known and ship.space is not None for ship in position.ships):
        return None
    convoy = experiment.on_the_start_line(0, 1)
    weigh(convoy)
    convoy.slot, convoy.cards_left = begun, experiment.route.length - begun - 1
    convoy.decisions = AnyChoice(position.decisions, begun)
    dice = EnumeratedDice(MOST_STATES)
    try:
        resolve(convoy, card, BegunDice(dice, begun, position.rolls))
    except ChoiceCame as came:
        return came.what
    return None if dice.pruned else ""
