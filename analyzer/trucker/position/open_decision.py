"""Which decision of your ship is open at a position: its rest is flown up to there, in a flight or a few."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from analyzer.errors import AnalyzerError
from analyzer.trucker.convoy.decisions import GIVES_UP
from analyzer.trucker.flight.dice import BegunDice
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.position.any_roll import asked_after_some_roll
from analyzer.trucker.position.experiment import FromPosition
from analyzer.trucker.position.scripted import Assumed, Finder, FoundOpen, NoDice, NotAllowed, Open, RollFirst
from analyzer.trucker.position.values import in_words

FLIGHTS = 12
"""Flights that are looked at where rivals are not known: by what they took before, more or less is left to decide."""


@dataclass(frozen=True)
class Reached:
    """How far one flight goes on from a position without anything that is not known.

    open: the decision of your ship that it came to; is_dice_next: it came to a roll that nobody has made yet.
    """

    finder: Finder
    open: Open | None = None
    is_dice_next: bool = False


def open_decision(experiment: FromPosition) -> Open:
    """The first decision of your ship that the position does not say, with all options that the rules allow.

    assumed: what was assumed of rivals before it in every flight that was looked at. Raises AnalyzerError where nothing
    is to be decided, where dice come first, and for decisions that are not allowed.
    """
    known = all(is_known(experiment, number) for number in range(len(experiment.ships)))
    looks = [_now(experiment, flight, known) for flight in range(1 if known else FLIGHTS)]
    each = [reached.open for reached in looks if reached.open is not None]
    assumed = tuple(one for one in looks[0].finder.assumed if all(one in look.finder.assumed for look in looks))
    if not each:
        more = f"; {assumed_in_words(experiment, assumed)}: if not so, add it to decisions" if assumed else ""
        raise AnalyzerError(f"{experiment.position.name}: {_nothing_open(experiment)}{more}")
    first = each[0]
    options = [option for open_ in each if open_.what == first.what for option in open_.options]
    different = [option for number, option in enumerate(options) if option not in options[:number]]
    return replace(first, options=tuple(different), assumed=assumed)


def is_known(experiment: FromPosition, number: int) -> bool:
    """Whether it is known how a ship is, and where."""
    ship = experiment.position.ships[number]
    return ship.known and ship.space is not None


def assumed_in_words(experiment: FromPosition, assumed: Iterable[Assumed]) -> str:
    """What captains decided for rivals of whom nothing is said, e.g. `... captain decided: Kite: land: 1`."""
    each = (f"{experiment.names[ship]}: {what}: {in_words(what, value)}" for ship, what, value in assumed)
    return f"the position does not say, so a sensible captain decided: {'; '.join(each)}"


def open_in(experiment: FromPosition, flight: int) -> Open | None:
    """The decision that is open in one flight; decisions that are not allowed are passed over."""
    return _now(experiment, flight, is_strict=False).open


def _now(experiment: FromPosition, flight: int, is_strict: bool) -> Reached:
    """The same, with how it came to it; decisions of a card that is not revealed yet are not open."""
    name, is_revealed = experiment.position.name, experiment.position.card is not None
    try:
        reached = reach(experiment, flight, is_strict=is_strict)
    except NotAllowed as refused:
        raise AnalyzerError(f"{name}: {experiment.names[refused.ship]}: {refused}") from None
    if reached.is_dice_next and is_revealed:
        raise AnalyzerError(f"{name}: {_roll_first(experiment)}")
    is_of_now = reached.open is not None and (is_revealed or reached.open.what == GIVES_UP)
    return reached if is_of_now else replace(reached, open=None)


def reach(experiment: FromPosition, flight: int, *, is_strict: bool) -> Reached:
    """One flight up to the first decision of your ship that is open, or to a roll, or through the card.

    Raises NotAllowed, if it is strict, for decisions that the rules do not allow.
    """
    position, begun = experiment.position, experiment.begun
    convoy = experiment.on_the_start_line(flight, 1)
    deck = experiment.deal(flight, 1)
    convoy.decisions = finder = Finder(position.decisions, begun, is_strict=is_strict)
    dice = BegunDice(NoDice(), begun, position.rolls)
    if begun == deck.shape[1]:
        return Reached(finder)
    is_revealed, cards = position.card is not None, experiment.route.rules.cards
    try:
        fly_through(convoy, cards, deck, dice, range(begun, begun + 1), is_revealed=is_revealed)
    except FoundOpen as came:
        return Reached(finder, replace(came.open, rolls=dice.read))
    except RollFirst:
        return Reached(finder, is_dice_next=True)
    return Reached(finder)


def _roll_first(experiment: FromPosition) -> str:
    what = asked_after_some_roll(experiment)
    if what == "":
        return "no roll of this card can ask anything of your ship: name the next one, or fly on with fly --from"
    after = f" (some ask for {what})" if what else ""
    return f"dice are rolled before your ship has anything to decide{after}: add to rolls what was rolled"


def _nothing_open(experiment: FromPosition) -> str:
    if experiment.position.card is not None:
        return "your ship has nothing more to decide at this card: name the next one, or fly on with fly --from"
    if experiment.begun == experiment.route.length:
        return "the flight is over: there is nothing to decide"
    return "no card is at hand, and by the basic rules nobody gives up: name the card that was revealed in card"
