"""The open decision of a position, and exact means after each option."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import GIVES_UP, Legal
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import Indices
from analyzer.trucker.flight.dice import ALL_SUMS, PAIRS, THROWS, Dice, EnumeratedDice, PartlyRolledDice, Rolls, weigh
from analyzer.trucker.flight.flight import fly_through, resolve
from analyzer.trucker.position.experiment import FromPosition
from analyzer.trucker.position.position import Script
from analyzer.trucker.position.scripted import (
    OWN,
    Finder,
    NoDice,
    NotAllowed,
    OpenDecision,
    OpenDecisionFound,
    RollFirst,
    ScriptedDecisions,
    ShipDecision,
    has_choice,
    with_decision,
    without,
)
from analyzer.trucker.world import DEFAULT_CAPTAIN

MOST_STATES = 20_000
"""Largest number of states that the enumeration of rolls keeps; if there are more, it gives no answer."""


class DecisionReached(Exception):
    """Signal that your ship has a choice after some result of the dice."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class AnyChoice(ScriptedDecisions):
    """Scripted decisions up to the first roll whose results are enumerated; after it, captains decide.

    Raises DecisionReached if your ship has a choice after such a roll.
    """

    def decide(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> Any:
        """Return the scripted decision before the first enumerated roll, and the captains' choice after it."""
        # A roll branches the convoy into a flight for each sum, so one flight means that nothing was rolled yet.
        if ship.convoy.state.flying.shape[1] == 1:
            return super().decide(ship, what, choice, legal)
        if any(has_choice(legal(place)) for place in (ship.numbers == OWN).nonzero()[0].tolist()):
            raise DecisionReached(what)
        return choice


def asked_after_some_roll(experiment: FromPosition) -> str | None:
    """Return the name of a decision that your ship faces after some result of the card's remaining rolls.

    Returns:
        The name of the decision; "" if there is none. None if this cannot be told, because no card is at hand, a ship
        is not fully known, or there are too many states.
    """
    position, resolved = experiment.position, experiment.cards_resolved
    card = position.card_at_hand
    if card is None or not all(ship.known and ship.space is not None for ship in position.ships):
        return None
    convoy = experiment.on_the_start_line(0, 1)
    weigh(convoy)
    convoy.slot, convoy.cards_left = resolved, experiment.route.length - resolved - 1
    # Enumerated dice branch the convoy, so a choice in any branch is a choice after some roll.
    convoy.decisions = AnyChoice(position.decisions, resolved)
    dice = EnumeratedDice(MOST_STATES)
    try:
        resolve(convoy, card, PartlyRolledDice(dice, resolved, position.rolls))
    except DecisionReached as came:
        return came.what
    return None if dice.pruned else ""


class LaterChoices(ScriptedDecisions):
    """Scripted decisions up to the first enumerated roll, then captains' decisions; notes which choices came up.

    Attributes:
        asked: index of the ship and name of the decision for each choice that the script does not decide.
    """

    def __init__(self, script: Script, slot: int) -> None:
        super().__init__(script, slot)
        self.asked: set[tuple[int, str]] = set()

    def decide(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> Any:
        """Return the scripted decision, or the captains' choice; note the choices that the script does not decide."""
        decided, written = choice, frozenset[int]()
        if ship.convoy.state.flying.shape[1] == 1:
            decided, written = self.decide_written(ship, what, choice, legal)
        for place, number in enumerate(ship.numbers.tolist()):
            if place not in written and (number, what) not in self.asked and has_choice(legal(place)):
                self.asked.add((number, what))
        return decided


def later_choices(experiment: FromPosition, reached: FlightProgress) -> set[tuple[int, str]]:
    """Return the choices that may still come at the card at hand, whichever option your ship takes now.

    If there are too many states to follow, all decisions that the position states are returned too.

    Args:
        experiment: flights from the position.
        reached: progress of a flight up to the open decision.

    Returns:
        Index of the ship and name of the decision for each choice.
    """
    position, resolved = experiment.position, experiment.cards_resolved
    noted = [(number, what) for number, own in position.decisions for what, _ in own]
    read = without(position.decisions, reached.finder.not_read())
    asked: set[tuple[int, str]] = set()
    for option in [None] if reached.open is None else reached.open.options:
        convoy = experiment.on_the_start_line(0, 1)
        weigh(convoy)
        convoy.slot, convoy.cards_left = resolved, experiment.route.length - resolved - 1
        now = read if reached.open is None else with_decision(read, OWN, reached.open.what, option)
        convoy.decisions = later = LaterChoices(now, resolved)
        dice = EnumeratedDice(MOST_STATES)
        resolve(convoy, position.edition.card(position.card or 0), PartlyRolledDice(dice, resolved, position.rolls))
        asked |= {*noted} if dice.pruned else later.asked
    return asked


MOST_ROLLS = 4
"""Largest number of rolls whose results are enumerated; four rolls of 11 sums make 11**4 flights."""


class TooManyRolls(Exception):
    """Signal that a card asks for more rolls than MOST_ROLLS."""


class CountedDice:
    """Dice that enumerate every sequence of rolls: one flight for each sequence.

    A digit of the flight's number in base 11 stands for the sum of one roll: 0 for 2, up to 10 for 12. The first roll
    is the digit of the units.

    Attributes:
        rolls: number of rolls enumerated.
        before: number of rolls at the card that the position states.
    """

    def __init__(self, rolls: int, before: int) -> None:
        self.rolls, self.before = rolls, before

    def roll(self, convoy: Convoy, number: int, flights: Indices | None = None) -> Rolls:
        """Return the sums of a roll for each flight; raise TooManyRolls beyond the enumerated rolls."""
        if flights is not None and not flights.size:
            return np.zeros(convoy.size, np.intp)
        if number - self.before >= self.rolls:
            raise TooManyRolls
        return ALL_SUMS.take(_digit(convoy.numbers, number - self.before)).astype(np.intp)


@dataclass(frozen=True)
class EnumeratedFlights(FromPosition):
    """Flights from a position through every sequence of rolls.

    Attributes:
        rolls: number of rolls enumerated.
    """

    rolls: int = field(default=0, kw_only=True)

    def dice(self, first: int, flights: int) -> Dice:
        """Return dice with the rolls that the position states, then with every sequence of further rolls."""
        made = self.position.rolls
        return PartlyRolledDice(CountedDice(self.rolls, len(made)), self.cards_resolved, made)

    @property
    def throws(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Number of throws, of 36**rolls, that make each sequence of rolls. Shape (flights,)."""
        flights = np.arange(ALL_SUMS.size**self.rolls)
        digits = [THROWS.take(_digit(flights, place)) for place in range(self.rolls)]
        # Without a roll the product is the number 1, which the ones bring into shape.
        return np.asarray(np.prod(digits, axis=0, dtype=np.int64)) * np.ones(flights.size, np.int64)


def exact_means(experiment: FromPosition, goals: Iterable[str]) -> dict[str, Fraction]:
    """Return the exact mean of each goal for your ship, by name of the goal.

    The result is {} unless the last card is at hand, few rolls are left and all ships are known. It is also {} if a
    captain thinks, because such captains draw imagined flights.
    """
    position = experiment.position
    if any(captain.thinks for captain in experiment.captains):
        return {}
    placed = len(position.ships) == 1 or None not in [ship.start for ship in position.ships]
    known = placed and all(ship.known and ship.space is not None for ship in position.ships)
    if position.card is None or not known or experiment.cards_resolved + 1 < experiment.route.length:
        return {}
    # The number of rolls is not known beforehand: more are enumerated until the card asks for no further one.
    for rolls in range(MOST_ROLLS + 1):
        fields = {name: getattr(experiment, name) for name in ("ships", "captains", "route", "seed", "rivals")}
        counted = EnumeratedFlights(**fields, position=position, rolls=rolls)
        try:
            columns = counted.metrics.with_chances(counted.run_block(0, ALL_SUMS.size**rolls))
        except TooManyRolls:
            continue
        each = {goal: int((columns[goal][OWN].astype(np.int64) * counted.throws).sum()) for goal in goals}
        return {goal: Fraction(total, PAIRS**rolls) for goal, total in each.items()}
    return {}


def _digit(flights: np.ndarray[tuple[int], np.dtype[np.int64]], place: int) -> Indices:
    """Return the digit of each flight's number at a place, in base 11; place 0 is the units."""
    return np.asarray(flights // ALL_SUMS.size**place % ALL_SUMS.size, np.intp)


FLIGHTS = 12
"""Number of flights examined if rivals are not fully known, because your options depend on their earlier choices."""


@dataclass(frozen=True)
class FlightProgress:
    """One flight from a position, stopped at the first decision or roll that is unknown.

    Attributes:
        finder: `Finder` of the flight, with the decisions that came up.
        open: open decision of your ship, if the flight stopped there; else None.
        is_dice_next: whether it stopped at a roll that the position does not state.
        convoy: the ships at that point.
    """

    finder: Finder
    convoy: Convoy
    open: OpenDecision | None = None
    is_dice_next: bool = False


def open_decision(experiment: FromPosition) -> OpenDecision:
    """Return the first decision of your ship that the position leaves out, with all options that the rules allow.

    If rivals are not fully known, options are collected from several flights. `assumed` then holds the decisions that
    captains of rivals took in all of them.

    Raises:
        AnalyzerError: if there is nothing to decide, if dice come first, and for decisions that the rules forbid.
    """
    known = all(is_known(experiment, number) for number in range(len(experiment.ships)))
    looks = [_open_now(experiment, flight, known) for flight in range(1 if known else FLIGHTS)]
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
    """Return whether the position tells the state and the space of ship `number`."""
    ship = experiment.position.ships[number]
    return ship.known and ship.space is not None


def assumed_in_words(experiment: FromPosition, assumed: Iterable[ShipDecision]) -> str:
    """Return a clause on the decisions assumed of rivals, e.g. `... captain decided: Kite: land: 1`."""
    each = (one.in_words(experiment.names) for one in assumed)
    return f"the position does not say, so captain {DEFAULT_CAPTAIN} decided: {'; '.join(each)}"


def open_in(experiment: FromPosition, flight: int) -> OpenDecision | None:
    """Return the open decision of one flight, or None; decisions in the position that the rules forbid are skipped."""
    return _open_now(experiment, flight, is_strict=False).open


def _open_now(experiment: FromPosition, flight: int, is_strict: bool) -> FlightProgress:
    """Return the progress of one flight up to the decision that is open now.

    A decision at a card that is not revealed yet does not count as open, except whether to give up.

    Args:
        experiment: flights from the position.
        flight: number of the flight.
        is_strict: whether decisions in the position that the rules forbid are an error.

    Raises:
        AnalyzerError: for such a decision, and if a roll comes before any decision of your ship.
    """
    name, is_revealed = experiment.position.name, experiment.position.card is not None
    try:
        reached = reach(experiment, flight, is_strict=is_strict)
    except NotAllowed as refused:
        raise AnalyzerError(f"{name}: {experiment.names[refused.ship]}: {refused}") from None
    if reached.is_dice_next and is_revealed:
        raise AnalyzerError(f"{name}: {_roll_first(experiment)}")
    is_of_now = reached.open is not None and (is_revealed or reached.open.what == GIVES_UP)
    return reached if is_of_now else replace(reached, open=None)


def reach(
    experiment: FromPosition, flight: int, *, is_strict: bool = False, reads_forced: bool = False
) -> FlightProgress:
    """Fly one flight from a position to the first open decision of your ship, to an unknown roll, or through the card.

    Args:
        experiment: flights from the position.
        flight: number of the flight.
        is_strict: whether to raise NotAllowed for decisions that the rules forbid.
        reads_forced: whether entries are also read if the rules allow only one value (see `RecordedDecisions`).
    """
    position, resolved = experiment.position, experiment.cards_resolved
    convoy = experiment.on_the_start_line(flight, 1)
    deck = experiment.deal(flight, 1)
    convoy.decisions = finder = Finder(
        position.decisions, experiment.names, reads_forced=reads_forced, is_strict=is_strict
    )
    dice = PartlyRolledDice(NoDice(), resolved, position.rolls)
    if resolved == deck.shape[1]:
        return FlightProgress(finder, convoy)
    is_revealed, cards = position.card is not None, experiment.route.rules.cards
    try:
        fly_through(convoy, cards, deck, dice, range(resolved, resolved + 1), is_revealed=is_revealed)
    except OpenDecisionFound as came:
        return FlightProgress(finder, convoy, replace(came.open, rolls=dice.read))
    except RollFirst:
        return FlightProgress(finder, convoy, is_dice_next=True)
    return FlightProgress(finder, convoy)


def _roll_first(experiment: FromPosition) -> str:
    """Return the message that a roll comes before any decision of your ship."""
    what = asked_after_some_roll(experiment)
    if what == "":
        return "no roll of this card leaves your ship a choice: name the next one, or fly on with fly --from"
    after = f" (some ask for {what})" if what else ""
    return f"dice are rolled before your ship has anything to decide{after}: add to rolls what was rolled"


def _nothing_open(experiment: FromPosition) -> str:
    """Return the error message for a position in which your ship has no open decision."""
    if experiment.position.card is not None:
        return "your ship has nothing more to decide at this card: name the next one, or fly on with fly --from"
    if experiment.cards_resolved == experiment.route.length:
        return "the flight is over: there is nothing to decide"
    return "no card is at hand, and by the basic rules nobody gives up: name the card that was revealed in card"
