"""Routes: the level of a flight, and the decks dealt for it (full rules: "Flugkarten")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, whole_number
from analyzer.montecarlo.random_words import digit, fractions, numbers_to, shuffled, words
from analyzer.trucker.cards.forecast import Forecast, flaws_of
from analyzer.trucker.cards.piles import PILES, STREAMS_APART, Decks, Piles
from analyzer.trucker.edition import Card, Edition, Level, base_of, load_edition, with_cards
from analyzer.trucker.fleets.borders import JOININGS, joinings_in_words
from analyzer.trucker.fleets.tables import FleetTables, Texts, revealed_at, tables_of
from analyzer.trucker.flight.dice import SampledDice
from analyzer.trucker.ship.bitboard import IntArray
from analyzer.trucker.ship.plan import Plan

START, JOINING, DICE = 0, 2, 1000
"""First stream numbers of random words: starting order, dice that join quarters, and rolls in the deck's first slot.

Each further slot has the next stream. Streams of decks are in piles.py.
"""
LAST_DEALT = 4
"""Number of blocks of decks, and of starting orders, that are cached: enough for the flights of a journey."""


@dataclass(frozen=True)
class Route:
    """Level and cards of a flight: the deck of a level, the eight cards of the learning flight, or chosen cards.

    Attributes:
        edition: Name of the edition.
        level_name: Name of the level.
        learning: Whether the flight is the learning flight.
        cards: Numbers of chosen cards, in order; empty if a deck is dealt.
        start: Place of the first ship in the starting order, from 1; drawn if None.
        forecast: Known cards of the piles.
        prognostic: Whether the piles are laid on each other in order and nothing is shuffled.
        replaced: Cards that replace the printed ones of the same number.
        earlier: Levels flown before in the same journey; their cards are out of the game.
        gone: Cards of earlier flights that were not taken from the top of a stack (see `fixed_cards`).
        joined: For class IVC the ways in which quarters may join, e.g. "F+L"; if empty, all ways that the dice can
            make.
        tables: Tables of class IVC that replace those of the program, as texts by name.

    Raises:
        AnalyzerError: If cards or levels do not exist, if cards run out, or if the level cannot have the forecast.
    """

    edition: str = "2007"
    level_name: str = "II"
    learning: bool = False
    cards: tuple[int, ...] = ()
    start: int | None = None
    forecast: Forecast | None = None
    prognostic: bool = False
    replaced: tuple[Card, ...] = ()
    earlier: tuple[str, ...] = ()
    gone: tuple[int, ...] = ()
    joined: tuple[str, ...] = ()
    tables: Texts = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "edition", load_edition(self.edition).name)
        load_edition(self.edition).level(self.level_name)
        # Level L of 2021 has no other flight than the learning flight.
        if self.level.learning == "always" and not self.cards:
            object.__setattr__(self, "learning", True)
        if self.earlier and self.rules.level(self.earlier[0]).learning == "always" and not self.gone:
            object.__setattr__(self, "gone", self._starred)
        known = [card.id for card in self.rules.cards]
        faults = [
            f"no card {number} in the {self.edition} edition: the cards are {min(known)} to {max(known)}"
            for number in self.cards
            if number not in known
        ]
        if self.learning and self.level.learning == "never":
            home = next(level.name for level in self.rules.levels.values() if level.learning != "never")
            faults.append(
                f"the learning flight is flown at level {home}, not {self.level_name}: leave one of the two out"
            )
        if self.learning and self.cards:
            faults.append("choose the learning flight or cards, not both")
        faults += self._faults_of_piles() + self._faults_of_journey()
        if len(self.cards) > self.rules.longest_route:
            faults.append(f"{len(self.cards)} cards: a route has at most {self.rules.longest_route}")
        if faults:
            raise AnalyzerError(faults)
        if self.start is not None:
            whole_number(self.start, "start", 1, len(self.level.order_rewards))

    @property
    def editions(self) -> tuple[str, ...]:
        """Names of the editions that the route uses."""
        return (self.edition,)

    @property
    def rules(self) -> Edition:
        """Tables of the edition, in which the user's cards replace printed ones."""
        return _rules(self.edition, self.replaced, self.level_name, self.tables)

    @property
    def level(self) -> Level:
        """Rule card of the level that is flown."""
        level = self.rules.level(self.level_name)
        return _by_tables(self.edition, level.name, self.tables) if level.level_iv_changes else level

    @property
    def of_fleets(self) -> bool:
        """Whether fleets of class IVC fly the route."""
        return bool(self.level.level_iv_changes)

    @property
    def fleet_tables(self) -> FleetTables:
        """Tables of class IVC: the user's own if the route has some, else those of the program."""
        return tables_of(self.tables)

    def printed(self, revealed: Card) -> Card:
        """Return a revealed card with its original numbers, because level IV changes numbers on cards.

        Cards of a user's file count as printed.
        """
        replaced = {card.id: card for card in self.replaced}
        return replaced.get(revealed.id) or load_edition(self.edition).card(revealed.id)

    @property
    def outcomes(self) -> dict[str, int]:
        """Number of dice results, of 36, for each way of joining quarters that `joined` allows (all if it is empty).

        If `joined` names only ways that no dice make, each counts 1.
        """
        ways: Counter[str] = Counter()
        for result in self.fleet_tables.dice:
            if result.joined in self.joined or not self.joined:
                ways[result.joined] += result.ways
        return dict(ways) if sum(ways.values()) else dict.fromkeys(self.joined, 1)

    def joinings(self, seed: int, first: int, flights: int) -> npt.NDArray[np.intp]:
        """Return the way in which quarters join in each flight, as an index in JOININGS (fleets/borders.py).

        It is the same for all truckers of a flight. Shape (flights,).
        """
        results = [(result.joined, result.ways) for result in self.fleet_tables.dice if result.joined in self.outcomes]
        # Ways that no dice make may be asked for all the same; they are then equally likely.
        results = results if any(ways for _, ways in results) else [(way, 1) for way in self.joined]
        faces = np.repeat([JOININGS.index(joined) for joined, _ in results], [ways for _, ways in results])
        if len(self.outcomes) == 1:
            return np.full(flights, faces[0], np.intp)
        drawn = fractions(words(seed, self.own(JOINING), first, flights))
        return np.asarray(faces.take(digit(drawn, 0, faces.size).astype(np.intp)), np.intp)

    @property
    def piles(self) -> Piles:
        """Piles from which the deck is dealt; not valid for the learning flight or for chosen cards."""
        return Piles(
            self.rules.cards,
            self.level,
            self.forecast or Forecast(),
            self.prognostic,
            tuple(self.rules.level(name) for name in self.earlier),
            self.gone,
            self.below,
        )

    @property
    def below(self) -> tuple[Card, ...]:
        """Cards of the edition on which a user's own edition is based; () for an edition that the program has."""
        base = base_of(self.cards_of)
        return () if base == self.cards_of else load_edition(base).cards

    @property
    def cards_of(self) -> str:
        """Name of the edition that the cards belong to."""
        return self.edition

    @property
    def fixed_cards(self) -> tuple[int, ...]:
        """Cards of the deck that are not taken from the top of a stack: starred, or known from a forecast."""
        if self.learning:
            return self._starred
        return () if self.forecast is None else self.forecast.known

    @property
    def _starred(self) -> tuple[int, ...]:
        return tuple(card.id for card in self.rules.cards if card.learning)

    @property
    def basic(self) -> bool:
        """Whether the flight follows the basic rules, as the learning flight of some editions does."""
        return self.learning and self.rules.learning_by_basic_rules

    @property
    def length(self) -> int:
        """Number of cards that a flight meets."""
        if self.cards:
            return len(self.cards)
        return sum(card.learning for card in self.rules.cards) if self.learning else sum(self.piles.dealt().values())

    def indices(self, numbers: Iterable[int]) -> Decks:
        """Return the index, within the edition's cards, of each card given by its printed number. Shape (cards,)."""
        index = {card.id: place for place, card in enumerate(self.rules.cards)}
        return np.array([index[number] for number in numbers], numbers_to(len(index)))

    def deal(self, seed: int, first: int, flights: int) -> Decks:
        """Return the decks of the flights from `first` on, as indices into the cards. Shape (flights, slots)."""
        return _dealt(self, seed, first, flights)

    def dice(self, seed: int, first: int, flights: int) -> SampledDice:
        """Return the dice of the flights from `first` on."""
        return SampledDice([words(seed, self.own(DICE + slot), first, flights) for slot in range(self.length)])

    def places(self, seed: int, first: int, flights: int, ships: int) -> IntArray:
        """Return the places in the starting order, from 0. Shape (ships, flights).

        Raises:
            AnalyzerError: If `start` exceeds the number of ships, or if more ships fly than the level has places.
        """
        if self.start is not None and self.start > ships:
            raise AnalyzerError(f"start {self.start}: only {ships} {'ship flies' if ships == 1 else 'ships fly'}")
        most = len(self.level.order_rewards)
        if ships > most:
            raise AnalyzerError(f"{ships} ships: at most {most} fly together")
        return np.zeros((1, flights), np.intp) if ships == 1 else _placed(self, seed, first, flights, ships)

    def own(self, stream: int) -> int:
        """Return the number of a random stream in this flight; `stream` is its number in a journey's first flight."""
        return stream + STREAMS_APART * len(self.earlier)

    def _faults_of_piles(self) -> list[str]:
        if self.learning or self.cards:
            chosen = "the learning flight" if self.learning else "cards"
            faults = [] if self.forecast is None else [f"choose {chosen} or a forecast, not both"]
            return faults + [f"choose {chosen} or the prognostic variant, not both"] * self.prognostic
        if self.forecast is None:
            return []
        forecast = self.forecast
        flaws = flaws_of(forecast.piles, forecast.level, self.rules, self.level.name, self.prognostic)
        return [f"forecast, {flaw.text}" for flaw in flaws]

    def _faults_of_journey(self) -> list[str]:
        if not self.earlier:
            return ["no flight comes before this one: no card is gone"] * bool(self.gone)
        if self.forecast is not None:
            return ["a forecast is of the first flight of a journey: leave it out of later ones"]
        if self.learning:
            return ["the learning flight is the first of a journey: fly it before the others"]
        if self.cards:
            return []
        levels = " ".join((*self.earlier, self.level_name))
        return [
            f"flights of levels {levels} take {short} more cards of level {number} than there are: fly fewer"
            for number, short in self.piles.missing().items()
        ]

    @property
    def title(self) -> str:
        """Short name of the route, e.g. `level II`."""
        if self.learning:
            return "learning flight"
        title = f"cards {', '.join(map(str, self.cards))}" if self.cards else f"level {self.level_name}"
        return f"{title}, {joinings_in_words(self.joined)}" if self.joined else title

    @property
    def where(self) -> str:
        """Full name of the route: edition, title, and special conditions, e.g. `2007, level II`."""
        special = [
            f"place {self.start} at the start" if self.start is not None else "",
            "prognostic variant" if self.prognostic else "",
            f"forecast of cards {self.forecast}" if self.forecast is not None else "",
            f"{len(self.replaced)} cards replaced" if self.replaced else "",
            f"{', '.join(table for table, _ in self.tables)} of the user's own" if self.tables else "",
        ]
        return ", ".join([self.edition, self.title, *filter(None, special)])

    @property
    def how_mended(self) -> str:
        """Clause on the repair of a ship before launch and its cost, for notes."""
        if self.basic:
            return "mended before launch without charge, and so starts last"
        return "repaired before launch, charged as lost"

    @property
    def how_reserved(self) -> str:
        """Clause on the charge for components left in reserve, for notes."""
        return "not charged in the learning flight" if self.basic else "charged as lost"

    def notes(self) -> list[str]:
        """Return notes on the deck and the rules for readers of results."""
        notes = []
        if self.learning:
            notes.append("Learning flight: no aliens fly, and life support is mere structure.")
        if self.basic:
            notes.append(
                "The learning flight is flown by the basic rules: nobody gives up, rewards of enemies cannot be "
                "declined, and nothing is charged but what is lost in flight."
            )
        if self.forecast is not None:
            notes.append(f"Forecast: cards {self.forecast} are in every deck; the others are drawn at random.")
        if self.prognostic:
            notes.append("Prognostic variant: the piles lie on each other in order, and nothing is shuffled.")
        if self.joined:
            notes.append(self._how_joined())
        if self.replaced:
            notes += others_than_printed([card.id for card in self.replaced])
        if self.start is not None:
            notes.append(f"The ship named first starts at place {self.start} of the starting order.")
        return notes

    def _how_joined(self) -> str:
        """Return a note on the fixed ways in which quarters join, and on how often dice make them."""
        ways = self.outcomes
        rolled = sum(result.ways for result in self.fleet_tables.dice if result.joined in ways)
        if not rolled:
            return f"Every flight has {joinings_in_words(self.joined)}, which no dice make."
        chances = ", ".join(f"{way} {times} in {rolled}" for way, times in ways.items()) if len(ways) > 1 else ""
        return (
            f"Every flight has {joinings_in_words(self.joined)}{f' ({chances})' * bool(chances)}, which the dice make "
            f"in {rolled} of 36 throws."
        )


@lru_cache(LAST_DEALT)
def _dealt(route: Route, seed: int, first: int, flights: int) -> Decks:
    """Return the decks of a block of flights, cached because counting the drawn cards needs them again."""
    if route.cards:
        decks = np.tile(route.indices(route.cards), (flights, 1))
    elif route.learning:
        starred = route.indices(card.id for card in route.rules.cards if card.learning)
        decks = starred[shuffled(seed, PILES, first, flights, starred.size)].T
    else:
        decks = route.piles.deal(seed, first, flights)
    decks.flags.writeable = False
    return decks


@lru_cache(LAST_DEALT)
def _placed(route: Route, seed: int, first: int, flights: int, ships: int) -> IntArray:
    """Return places in the starting order if two or more ships fly. Shape (ships, flights)."""
    drawn = ships if route.start is None else ships - 1
    order = shuffled(seed, route.own(START), first, flights, drawn)
    if route.start is not None:
        # The first ship takes its place, and the others are drawn around it.
        order = np.insert(order + np.uint8(1), route.start - 1, 0, axis=0)
    # From the ship at each place to the place of each ship.
    places = np.asarray(order.argsort(axis=0))  # argsort inverts a permutation
    places.flags.writeable = False
    return places


@lru_cache(64)
def _rules(edition: str, replaced: tuple[Card, ...], level_name: str, tables: Texts) -> Edition:
    """Return the edition with the replaced cards, and with the numbers that the level gives to all cards."""
    rules = with_cards(edition, replaced) if replaced else load_edition(edition)
    if not rules.level(level_name).level_iv_changes:
        return rules
    level = _by_tables(edition, level_name, tables)
    return with_cards(edition, tuple(revealed_at(level, card) for card in rules.cards))


@lru_cache(64)
def _by_tables(edition: str, level_name: str, tables: Texts) -> Level:
    """Return a level of fleets with the given tables of class IVC."""
    printed = tables_of(tables)
    changes, switches = tuple(printed.level_iv.items()), tuple(printed.switches.items())
    return replace(load_edition(edition).level(level_name), level_iv_changes=changes, switches=switches)


def others_than_printed(numbers: Sequence[int]) -> list[str]:
    """Return a list with one sentence on the cards that a user's file replaces; [] if there are none."""
    listed = ", ".join(map(str, numbers))
    if len(numbers) == 1:
        return [f"Card {listed} is not the printed one."]
    return [f"Cards {listed} are not the printed ones."] * bool(numbers)


def home_level(ship: Plan) -> str:
    """Return the name of the level for which the ship's board is made."""
    return next(name for name, level in ship.edition.levels.items() if level.board == ship.board.name)
