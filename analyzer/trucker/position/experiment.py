"""Experiments that fly on from a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.metrics import Metrics
from analyzer.trucker.captains import Captain
from analyzer.trucker.cards.deck_chances import CardPool, DeckChances, deck_in_any_order
from analyzer.trucker.cards.forecast import Forecast
from analyzer.trucker.cards.piles import Decks
from analyzer.trucker.cards.rest import deal_rest, pools_to_come
from analyzer.trucker.cards.route import Route
from analyzer.trucker.controls import FlightControls, Values, flight_controls
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.ship import Log
from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.edition import Card
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.dice import Dice, PartlyRolledDice
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.position.position import Position, ShipInFlight
from analyzer.trucker.position.scripted import ScriptedDecisions
from analyzer.trucker.ship.aboard import charge_tokens, crew_tokens, goods_tokens
from analyzer.trucker.ship.bitboard import IntArray
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.thinking import StartKnowledge, with_thinkers


def controls_of(position: Position, seed: int, metrics: Metrics) -> FlightControls | None:
    """Return the control variates for the means of the given metrics.

    They are None if all cards to come are known, or if the piles lie in a known order.
    """
    if position.deck or (not position.revealed and not position.coming):
        return flight_controls(position.route, seed, 1, metrics)
    columns = tuple(metric.column for metric in metrics.means)
    controls = RestControls(position.route, seed, 1, columns, position.revealed, position)
    return controls if not position.coming and controls.deck is not None else None


@dataclass(frozen=True)
class RestControls(FlightControls):
    """Control variates of the cards still to come.

    The first controls are, for each card that may still come, 1 if it comes and else 0. Then comes the place of each
    of these cards.
    """

    revealed: tuple[int, ...]
    position: Position = field(compare=False)

    @property
    def deck(self) -> DeckChances | None:
        """Chances of the deck of cards still to come; None if these cards are known, or lie in a known order."""
        return _deck_to_come(self.route, self.revealed)

    def deal(self, first: int, trials: int) -> Values:
        """Return the cards still to come in each flight, as indices of cards. Shape (trials, cards still to come)."""
        return deal_rest(self.route, self.revealed, self.seed, first, trials)[:, len(self.revealed) :]


@lru_cache(256)
def _deck_to_come(route: Route, revealed: tuple[int, ...]) -> DeckChances | None:
    """Return the chances of the deck of cards still to come; None if these are known, or lie in a known order."""
    if route.prognostic:
        return None
    pools = [CardPool(cards, drawn) for cards, drawn in pools_to_come(route, revealed) if drawn]
    return deck_in_any_order(pools, len(route.rules.cards)) if pools else None


def lay(convoy: Convoy, ships: Sequence[ShipInFlight], cards_flown: int) -> None:
    """Write the known state of every ship of a position into all flights of a convoy.

    A ship whose state the position does not give keeps its state in the convoy. A ship without a given space also keeps
    its space, or moves back to the next free one if another ship stands there.
    """
    for number, ship in enumerate(ships):
        if ship.known:
            _write(convoy, number, ship, cards_flown)
        if ship.space is not None:
            convoy.state.position[number] = ship.space
    _make_room(convoy, [ship.space is not None for ship in ships])
    # The bank is counted anew from the goods written into the state.
    convoy.in_bank = None


def _write(convoy: Convoy, number: int, ship: ShipInFlight, cards_flown: int) -> None:
    """Write the state of ship `number` into all flights of a convoy."""
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
    """Move ships back whose space the position does not give, until no two ships stand on one space."""
    position, flying = convoy.state.position, convoy.state.flying
    lap = convoy.level.lap
    settled = [number for number, fixed in enumerate(is_fixed) if fixed]
    for number in (number for number, fixed in enumerate(is_fixed) if not fixed):
        for _ in is_fixed:
            # The track is a circle of `lap` spaces. Each pass steps over one occupied space, so as many passes as
            # ships suffice.
            beside = [flying[other] & ((position[number] - position[other]) % lap == 0) for other in settled]
            position[number] -= np.any(beside, axis=0) & flying[number] if beside else 0
        settled.append(number)


SHIPS = "ships"


def as_plain(position: Position) -> dict[str, Any]:
    """Return a position in plain types, without the fields that the experiment does not need.

    Left out are the ships as launched (the experiment has them), the position's own cards (the route has them), and
    the remarks on superfluous decisions, which change no flight.
    """
    left_out = (SHIPS, "own_cards", "superfluous")
    plain = {one.name: getattr(position, one.name) for one in fields(position) if one.name not in left_out}
    plain["piles"] = None if position.piles is None else asdict(position.piles)
    own = [{one.name: getattr(ship, one.name) for one in fields(ship) if one.name != "ship"} for ship in position.ships]
    return plain | {SHIPS: own}


def of_plain(plain: dict[str, Any], ships: Sequence[Layout], own_cards: tuple[Card, ...]) -> Position:
    """Return the position in a result of `as_plain`, with the given ships as launched and own cards."""
    states = [ShipInFlight(ship, **frozen(state)) for ship, state in zip(ships, plain[SHIPS], strict=True)]
    piles = plain["piles"]
    rest = {name: frozen(value) for name, value in plain.items() if name not in (SHIPS, "piles")}
    seen = None if piles is None else Forecast(tuple(tuple(pile) for pile in piles["piles"]), piles["level"])
    return Position(tuple(states), piles=seen, own_cards=own_cards, **rest)


def frozen(value: Any) -> Any:
    """Return a value with its lists turned into tuples, also within mappings."""
    if isinstance(value, dict):
        return {name: frozen(one) for name, one in value.items()}
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value


@dataclass(frozen=True)
class FromPosition(Experiment):
    """Flights that start from a position, with its ships and the cards it knows; the seed draws all else.

    If a position gives the layout of a rival but not its state, the rival first flies through the cards that were met,
    with other dice in each flight. Facts that the position does state, such as its space, then replace those flown.
    """

    position: Position = field(kw_only=True)

    QUESTION: ClassVar[str] = "position"
    UNPAIRED: ClassVar[str] = "the positions differ: compare flights from one position, through the same cards"

    @cached_property
    def cards_resolved(self) -> int:
        """Number of cards that were resolved before the position."""
        return len(self.position.met)

    @property
    def paid_before(self) -> tuple[int, ...]:
        """Credits that cards have paid each ship so far."""
        return tuple(ship.credits for ship in self.position.ships)

    def deal(self, first: int, flights: int) -> Decks:
        """Return the decks of the flights from `first` on, including the revealed cards. Shape (flights, slots)."""
        now = self.position
        if now.deck:
            return now.route.deal(self.seed, first, flights)
        return deal_rest(now.route, now.revealed, self.seed, first, flights, now.coming)

    @property
    def controls(self) -> FlightControls | None:
        """Control variates of the cards still to come; None if these are known, or lie in a known order."""
        return controls_of(self.position, self.seed, self.metrics)

    def dice(self, first: int, flights: int) -> Dice:
        """Return the dice of the flights from `first` on, which begin with the rolls that the position states."""
        return PartlyRolledDice(self.route.dice(self.seed, first, flights), self.cards_resolved, self.position.rolls)

    def script(self) -> ScriptedDecisions | None:
        """Return the scripted decisions at the card at hand, or None if there are none."""
        return ScriptedDecisions(self.position.decisions, self.cards_resolved) if self.position.decisions else None

    def places(self, first: int, flights: int) -> IntArray:
        """Return places in the starting order, from 0. Shape (ships, flights).

        They are those of the position if it states the place of every ship; else all are drawn.
        """
        drawn = super().places(first, flights)
        starts = [ship.start for ship in self.position.ships]
        if None in starts:
            return drawn
        return np.broadcast_to(np.array([start - 1 for start in starts if start])[:, None], drawn.shape)

    def resume(self, convoy: Convoy, first: int, flights: int, log: Log | None) -> None:
        """Fly the flights from `first` on to their ends, starting from the position."""
        decks, dice = self.deal(first, flights), self.dice(first, flights)
        self.begin(convoy, decks, dice)
        convoy.log = log
        convoy.decisions = script = self.script()
        begun = StartKnowledge(dice, script, is_deck_known=bool(self.position.coming))
        dice = with_thinkers(convoy, self, first, flights, decks, begun)
        to_come = range(self.cards_resolved, decks.shape[1])
        fly_through(convoy, self.route.rules.cards, decks, dice, to_come, is_revealed=self.position.card is not None)

    def begin(self, convoy: Convoy, decks: Decks, dice: Dice) -> None:
        """Bring a convoy from the start line to the position."""
        ships = self.position.ships
        # Only unknown ships need the cards that were met; with all known the state is simply written.
        if self.cards_resolved and not all(ship.known and ship.space is not None for ship in ships):
            fly_through(convoy, self.route.rules.cards, decks, dice, range(self.cards_resolved))
        convoy.slot = max(0, self.cards_resolved - 1)
        lay(convoy, ships, self.cards_resolved)

    def on_the_start_line(self, first: int, flights: int) -> Convoy:
        """Return a convoy of the flights from `first` on; it stands at the position, not on the start line."""
        convoy = super().on_the_start_line(first, flights)
        self.begin(convoy, self.deal(first, flights), self.dice(first, flights))
        return convoy

    @property
    def shared_conditions(self) -> Any:
        """Key that includes the ships and the position; experiments with equal keys can be flown in one convoy."""
        hulls = tuple(ship.ship.hull.key for ship in self.position.ships)
        return super().shared_conditions, hulls, repr(as_plain(self.position))

    @property
    def pairing(self) -> tuple[object, ...]:
        """Key of pairing: flights of equal number can be compared as pairs if their experiments have equal keys.

        It includes the cards revealed and the rolls that the position states.
        """
        return (*super().pairing, self.position.revealed, self.position.rolls)

    @property
    def title(self) -> str:
        """Level, number of cards met, and card at hand of the position, in a few words."""
        met = self.cards_resolved
        hand = f", card {self.position.card} at hand" if self.position.card is not None else ""
        return f"level {self.route.level_name}, after {met} of {self.route.length} cards{hand}"

    @property
    def where(self) -> str:
        """Edition and `title` of the position, in words."""
        return f"{self.route.edition}, {self.title}"

    def notes(self) -> list[str]:
        """Return the notes shown below results of these flights."""
        unknown = [name for name, ship in zip(self.names, self.position.ships, strict=True) if not ship.known]
        notes = super().notes()
        if superfluous := self.position.superfluous:
            entries = "; ".join(superfluous)
            notes.append(f"The rules left no choice here, so these entries are correct but not needed: {entries}.")
        if unknown and self.cards_resolved:
            notes.append(
                f"The file gives only the ship of {', '.join(unknown)}. So each flight first flies it through the "
                "cards that were met, with random dice."
            )
        return notes

    def describe(self) -> dict[str, Any]:
        """Return ships, captains, route, seed and position in plain types, for `rebuilt`."""
        return super().describe() | {"position": as_plain(self.position)}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> FromPosition:
        """Rebuild the experiment from the plain types that `describe` returns.

        Raises:
            ValueError, KeyError, TypeError: if these rules have no such position.
        """
        plain = Experiment.rebuilt(described)
        position = of_plain(described["position"], plain.ships, plain.route.replaced)
        return cls(plain.ships, plain.captains, plain.route, plain.seed, plain.removed, plain.rivals, position=position)


def with_captains(position: Position, captains: Sequence[Captain], seed: int) -> FromPosition:
    """Return the experiment that flies on from a position under the given captains, one for each ship."""
    ships = tuple(ship.ship for ship in position.ships)
    return FromPosition(ships, tuple(captains), position.route, seed, (), len(ships) - 1, position=position)
