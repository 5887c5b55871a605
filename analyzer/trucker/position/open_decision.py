"""Which decision of your ship is open at a position: its rest is flown up to there, in a flight or a few."""

from __future__ import annotations

from dataclasses import replace

from analyzer.errors import AnalyzerError
from analyzer.trucker.convoy.decisions import GIVES_UP
from analyzer.trucker.flight.dice import BegunDice
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.position.experiment import FromPosition
from analyzer.trucker.position.scripted import Finder, FoundOpen, NoDice, NotAllowed, Open, RollFirst

FLIGHTS = 12
"""Flights that are looked at where rivals are not known: by what they took before, more or less is left to decide."""


def open_decision(experiment: FromPosition) -> Open:
    """The first decision of your ship that the position does not say, with all options that the rules allow.

    Raises AnalyzerError where nothing is to be decided, where dice come first, and for decisions that are not allowed.
    """
    known = all(ship.known and ship.space is not None for ship in experiment.position.ships)
    each = [open_ for flight in range(1 if known else FLIGHTS) if (open_ := open_in(experiment, flight, known))]
    if not each:
        raise AnalyzerError(f"{experiment.position.name}: {_nothing_open(experiment)}")
    first = each[0]
    options = [option for open_ in each if open_.what == first.what for option in open_.options]
    different = [option for number, option in enumerate(options) if option not in options[:number]]
    return replace(first, options=tuple(different))


def open_in(experiment: FromPosition, flight: int, is_strict: bool = False) -> Open | None:
    """The decision that is open in one flight; is_strict: whether decisions that are not allowed are faults."""
    position, begun = experiment.position, experiment.begun
    convoy = experiment.on_the_start_line(flight, 1)
    deck = experiment.deal(flight, 1)
    convoy.decisions = Finder(position.decisions, begun, is_strict=is_strict)
    dice = BegunDice(NoDice(), begun, position.rolls)
    if begun == deck.shape[1]:
        return None
    try:
        is_revealed = position.card is not None
        fly_through(convoy, experiment.route.rules.cards, deck, dice, range(begun, begun + 1), is_revealed=is_revealed)
    except FoundOpen as reached:
        is_of_now = is_revealed or reached.open.what == GIVES_UP
        return replace(reached.open, rolls=dice.read) if is_of_now else None
    except RollFirst:
        if position.card is None:
            return None
        raise AnalyzerError(
            f"{position.name}: dice are rolled before your ship has anything to decide: add to rolls what was rolled"
        ) from None
    except NotAllowed as refused:
        raise AnalyzerError(f"{position.name}: {experiment.names[refused.ship]}: {refused}") from None
    return None


def _nothing_open(experiment: FromPosition) -> str:
    if experiment.position.card is not None:
        return "your ship has nothing more to decide at this card: name the next one, or fly on with fly --from"
    if experiment.begun == experiment.route.length:
        return "the flight is over: there is nothing to decide"
    return "no card is at hand, and by the basic rules nobody gives up: name the card that was revealed in card"
