"""Positions at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from analyzer.errors import AnalyzerError, brief, one_of
from analyzer.starship.position.flight import Flight
from analyzer.starship.ship.ship import OWNED, Flaw, Ship, card_in_words, listed_twice, unknown_card
from analyzer.starship.tables import (
    CRESTS,
    FIRST_COLONIES,
    LOST_PLANET,
    MODULES,
    RESERVE_STACKS,
    STANDARD_RULES,
    OwnEdition,
    Rules,
    default_rules,
    rules_of,
)

SECTORS = (1, 2, 3, 4)
Heaps = dict[int, tuple[str, ...]]
"""Ids of cards by sector, from 1."""


def at_start(rules: Rules, crest: str) -> Ship:
    """Return the ship with which a player starts."""
    return Ship.at_start(rules, crest, name=f"{crest.capitalize()} at the start")


def moon_at_start() -> Ship:
    """Return Moon's ship at the start, by the default edition."""
    return at_start(default_rules(), "moon")


def sun_at_start() -> Ship:
    """Return Sun's ship at the start, by the default edition."""
    return at_start(default_rules(), "sun")


@dataclass(frozen=True)
class Position:
    """Position of a game: both ships and the table. Cards that it does not place are dealt at random.

    Args:
        moon: Moon's ship.
        sun: Sun's ship.
        turn: number of the turn, from 1; odd turns are Moon's.
        phase: production, sector, flight or trade.
        roll: result of the yellow die, or None.
        sectors: known cards of each sector, top first.
        reserve: cards of the reserve, top first; None to deal them.
        open: adventures that lie open; None to deal them.
        stack: adventures that lie face down, top first; None to deal them.
        seen: cards that the active player remembers in each sector.
        gone: cards that are out of the game.
        seen_by_other: cards that the other player remembers in each sector.
        laid_aside: adventures that were fulfilled and that nobody has.
        flight: flight in progress, or None.
        used: stations used so far in trade and build.
        purchases: number of goods that the other player was forced to sell in this turn.
        name: name of the position.

    >>> from analyzer import starship
    >>> starship.Position(turn=2).own.crest
    'sun'
    """

    moon: Ship = field(default_factory=moon_at_start)
    sun: Ship = field(default_factory=sun_at_start)
    turn: int = 1
    phase: str = "production"
    roll: int | None = None
    sectors: Heaps = field(default_factory=dict)
    reserve: tuple[str, ...] | None = None
    open: tuple[str, ...] | None = None
    stack: tuple[str, ...] | None = None
    seen: Heaps = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    seen_by_other: Heaps = field(default_factory=dict)
    laid_aside: tuple[str, ...] = ()
    flight: Flight | None = None
    used: tuple[str, ...] = ()
    purchases: int = 0
    name: str = "position"

    @classmethod
    def from_dict(cls, entries: Mapping[str, Any]) -> Position:
        """Return the position of a position file's fields.

        Args:
            entries: the fields.

        Raises:
            AnalyzerError: for fields and values that a position file cannot have.
        """
        from analyzer.starship.position.schema import read_position

        return cls(**read_position(entries))

    @property
    def edition(self) -> str:
        """Edition of both ships, whose tables are used."""
        return self.moon.edition

    @property
    def rules(self) -> Rules:
        """Tables of its edition."""
        return rules_of(self.edition)

    def __post_init__(self) -> None:
        for name, ship in zip(CRESTS, self.ships, strict=True):
            if not isinstance(ship, Ship):
                raise AnalyzerError(f"{name} {brief(ship)}: give a Ship, as load_ship returns it")
        if self.sun.edition != self.moon.edition:
            names = (f"{OwnEdition.name_of(ship.edition)}" for ship in self.ships)
            raise AnalyzerError(
                f"{self.name}: Moon's ship is of the edition {next(names)}, Sun's of {next(names)}: read both as of one"
            )

    @property
    def ships(self) -> tuple[Ship, Ship]:
        """Moon's ship and Sun's ship."""
        return self.moon, self.sun

    @property
    def me(self) -> int:
        """Number of the active player, 0 for Moon."""
        return (self.turn - 1) % 2

    @property
    def own(self) -> Ship:
        """Ship of the active player."""
        return self.ships[self.me]

    @property
    def taken(self) -> frozenset[str]:
        """Ids of the cards that left the sectors; each was replaced by a reserve card while there was one."""
        owned = (card for ship in self.ships for card in (*ship.colonies, *ship.stations, *ship.pirates))
        return frozenset((*owned, *self.gone)) - {*FIRST_COLONIES.values()}

    @property
    def proven(self) -> int:
        """Minimum number of reserve cards in play, as the known cards prove it.

        Stacks of the reserve come in order, so a known card proves that all cards of earlier stacks are in play. If a
        card of the flight could not be replaced, all reserve cards are in play.
        """
        if self.flight is not None and self.flight.not_replaced > 0:
            return self.rules.reserve_size
        lying = (card for sector in SECTORS for card in self.lying(sector))
        known = (self.rules.card_by_id.get(card) for card in {*lying, *self.taken})
        stacks = [card.stack for card in known if card is not None]
        # A card of a later stack counts with all cards of the stacks before it.
        came = (places.start + stacks.count(one) for one, places in self.rules.reserve.items() if one in stacks)
        return max(came, default=0)

    @property
    def assumed(self) -> str:
        """Sentence on cards assumed to be out of the game, because the file does not say where they are; or ""."""
        many, left = self.proven, len(self.taken)
        if self.reserve is not None:
            places = sum(self.places(sector) for sector in SECTORS)
            out = len(self.rules.card_by_id) - len(FIRST_COLONIES) - places - left - len(self.reserve)
            listed = f"The reserve lists {len(self.reserve)} cards"
            return (
                f"{listed}. The file does not place {out} more, so they are taken to be out of the game."
                if out > 0
                else ""
            )
        if many <= left:
            return ""
        return (
            f"By the cards of this position at least {many} reserve cards came into play, each for a card that left a "
            f"sector. Only {left} such cards are on ships or under `gone`: {many - left} more are assumed to be gone."
        )

    @property
    def stage(self) -> str:
        """Stage at which the turn continues: its phase, or in flight `looked_at`, `card`, `fought` or `flight`.

        In flight, the stage is: cards shown by the sensor, a card at hand, a fight just fought, or before the next
        card.
        """
        if self.flight is None:
            return self.phase
        if self.flight.dice:
            return "fought"
        at_hand = self.flight.demand is not None or (self.flight.at_hand and not is_lost(self.flight.at_hand))
        return "looked_at" if self.flight.looked_at else "card" if at_hand else "flight"

    @property
    def played_alike(self) -> tuple[int, str, int]:
        """Turn, stage and cards of the flight; positions with equal values can be played side by side."""
        return self.turn, self.stage, 0 if self.flight is None else self.flight.turned_up

    def with_ship(self, player: int, ship: Ship) -> Position:
        """Return the position with the ship of a player replaced."""
        return replace(self, sun=ship) if player else replace(self, moon=ship)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the position's file, without fields that are None."""
        entries: dict[str, Any] = {"game": "starship", "name": self.name}
        entries |= {"moon": self.moon.to_dict(), "sun": self.sun.to_dict(), "turn": self.turn, "phase": self.phase}
        optional = {"roll": self.roll, "reserve": self.reserve, "open": self.open, "stack": self.stack}
        entries |= {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in optional.items()
            if value is not None
        }
        lists = {"gone": self.gone, "laid_aside": self.laid_aside, "used": self.used}
        entries |= {name: list(ids) for name, ids in lists.items() if ids}
        entries |= {"flight": self.flight.to_dict()} if self.flight is not None else {}
        entries |= {"purchases": self.purchases} if self.purchases else {}
        heaps = {"sectors": self.sectors, "seen": self.seen, "seen_by_other": self.seen_by_other}
        return entries | {name: {n: list(ids) for n, ids in heap.items()} for name, heap in heaps.items() if heap}

    def flaws(self) -> list[Flaw]:
        """Return everything that is wrong with the position; [] if nothing."""
        of_ships = [
            flaw._replace(path=(crest, *flaw.path))
            for crest, ship in zip(CRESTS, self.ships, strict=True)
            for flaw in ship.flaws()
        ]
        on_table = [*self._together(), *self._places(), *self._reserve(), *self._adventures()]
        return [*of_ships, *on_table, *begun_flaws(self)]

    def _together(self) -> Iterator[Flaw]:
        """Yield the flaws of the position as a whole, beyond those of its ships."""
        for crest, ship in zip(CRESTS, self.ships, strict=True):
            if ship.crest != crest:
                yield Flaw(
                    "crest", (crest,), f"the ship under {crest} has the crest {ship.crest}: write crest: {crest}"
                )
        for number, name in enumerate(MODULES):
            if self.moon.modules[number] == self.sun.modules[number] == 2:
                yield Flaw("module_twice", ("sun",), f"both ships have {name} II, but there is only one in the game")

    def _owned(self) -> Iterator[tuple[str, tuple[str | int, ...], str]]:
        """Yield each card that a player owns, with its place in the file and in words."""
        for crest, ship in zip(CRESTS, self.ships, strict=True):
            for name in OWNED:
                for number, card in enumerate(getattr(ship, name)):
                    yield card, (crest, name, number), f"{crest.capitalize()}'s {name}"

    def _lying(self) -> Iterator[tuple[str, tuple[str | int, ...], str]]:
        """Yield each card listed in a sector, in the reserve or as gone, with its place in the file and in words."""
        for sector, ids in self.sectors.items():
            for number, card in enumerate(ids):
                yield card, ("sectors", str(sector), number), f"sector {sector}"
        for number, card in enumerate(self.reserve or ()):
            yield card, ("reserve", number), "the reserve"
        for number, card in enumerate(self.gone):
            yield card, ("gone", number), "the cards out of the game"

    def places(self, sector: int) -> int:
        """Return the number of cards in a sector (from 1).

        Each card of the flight that the reserve could not replace lowers it by one. It is never below the number of
        cards that are known to lie in the sector.
        """
        missing = self.flight.not_replaced if self.flight is not None and self.flight.sector == sector else 0
        return max(self.rules.start["places"] - missing, len(self.lying(sector)))

    def lying(self, sector: int) -> tuple[str, ...]:
        """Return the ids of the cards known to lie in a sector (from 1): listed, seen, or part of a flight."""
        of_flight = self.flight.known if self.flight is not None and self.flight.sector == sector else ()
        seen = (self.seen.get(sector, ()), self.seen_by_other.get(sector, ()))
        return tuple(dict.fromkeys((*self.sectors.get(sector, ()), *seen[0], *seen[1], *of_flight)))

    def _places(self) -> Iterator[Flaw]:
        """Yield flaws of cards that cannot lie where the file puts them."""
        rules = self.rules
        where: dict[str, str] = {}
        owners: dict[str, str | int] = {}
        for card, path, place in self._owned():
            if owners.get(card, path[0]) != path[0]:
                yield _twice(rules, card, path, where[card], place)
            where[card], owners[card] = place, path[0]
        for card, path, place in self._lying():
            yield from _not_in_play(rules, card, path)
            known = rules.card_by_id.get(card)
            if place == "the reserve" and known is not None and known.stack in ("BASE", "START"):
                yield Flaw(
                    "not_in_reserve",
                    path,
                    f"{card_in_words(rules, card)} is no card of the reserve: those are I01 to IV07",
                )
            if card in where:
                yield _twice(rules, card, path, where[card], place)
            where[card] = place
        listed: set[tuple[str | int, str]] = set()
        for sector, card, path in self._seen():
            yield from _not_in_play(rules, card, path)
            if path[0] != "flight" and (path[0], card) in listed:
                yield _twice(rules, card, path, str(path[0]), str(path[0]))
            listed.add((path[0], card))
            place = f"sector {sector}"
            if where.get(card, place) != place:
                yield Flaw(
                    "seen_elsewhere",
                    path,
                    f"{card_in_words(rules, card)} is seen in sector {sector}, but lies in {where[card]}: correct one "
                    "of the two",
                )
            where[card] = place
        yield from self._sizes()

    def _seen(self) -> Iterator[tuple[int, str, tuple[str | int, ...]]]:
        """Yield sector, card and place in the file of every card that somebody saw."""
        for name in ("seen", "seen_by_other"):
            for sector, ids in getattr(self, name).items():
                yield from ((sector, card, (name, str(sector), number)) for number, card in enumerate(ids))
        if self.flight is not None:
            for name in ("row", "looked_at", "top", "bottom"):
                cards = enumerate(getattr(self.flight, name))
                yield from ((self.flight.sector, card, ("flight", name, number)) for number, card in cards)

    def _sizes(self) -> Iterator[Flaw]:
        """Yield a flaw for each sector in which more cards are known than a sector holds."""
        for sector in SECTORS:
            lying = self.lying(sector)
            if len(lying) > self.rules.start["places"]:
                path = ("sectors" if sector in self.sectors else "seen", str(sector))
                yield Flaw(
                    "sector_size",
                    path,
                    f"{len(lying)} cards in sector {sector}: a sector has {self.rules.start['places']}",
                )

    def _reserve(self) -> Iterator[Flaw]:
        """Yield flaws of a listed reserve that contradicts the order of its stacks, or the cards that came from it.

        Cards under `gone` prove nothing: they may have been out of the game from the start.
        """
        rules = self.rules
        if not self.reserve:
            return
        owned = {card: place for card, _, place in self._owned()}
        came = owned | {card: f"sector {sector}" for sector in SECTORS for card in self.lying(sector)}
        last = max(came, key=stack_number, default="")
        if self.flight is not None and self.flight.not_replaced > 0:
            text = "the reserve has cards, but one that left the row was not replaced"
            yield Flaw("reserve", ("reserve",), f"{text}: write reserve: [], or correct cards of the flight")
        highest = stack_number(last)
        for number, (card, above) in enumerate(zip(self.reserve, ("", *self.reserve), strict=False)):
            stack, path = stack_number(card), ("reserve", number)
            if 0 < stack < highest:
                below, above_it = (card_in_words(rules, one) for one in (card, last))
                text = f"{below} lies in the reserve, but {above_it} in {came[last]}"
                yield Flaw("reserve", path, f"{text}: the stacks come one after another, so correct one of the two")
                return
            if 0 < stack < stack_number(above):
                text = f"{card_in_words(rules, card)} lies below {card_in_words(rules, above)}"
                yield Flaw("reserve", path, f"{text}: list the cards of I, II, III and IV in this order, top first")
                return
        left, most = len(owned.keys() - {*FIRST_COLONIES.values()}), self.rules.reserve_size
        if len(self.reserve) > most - left:
            listed = f"the reserve lists {len(self.reserve)} cards"
            text = f"{listed}, but it has already replaced every owned card ({left} in all)"
            yield Flaw("reserve", ("reserve",), f"{text}: list at most {most - left}")

    def _adventures(self) -> Iterator[Flaw]:
        """Yield flaws of adventures: unknown, in two places, or too many open."""
        rules = self.rules
        where: dict[str, tuple[str, ...]] = {}
        on_ships = {(crest, "adventures"): ship.adventures for crest, ship in zip(CRESTS, self.ships, strict=True)}
        elsewhere = {("open",): self.open or (), ("stack",): self.stack or (), ("laid_aside",): self.laid_aside}
        for heap, ids in (on_ships | elsewhere).items():
            for number, one in enumerate(ids):
                path, on_a_ship = (*heap, number), heap in on_ships
                if one not in rules.adventure_by_id and not on_a_ship:
                    yield Flaw("unknown_adventure", path, f"no adventure {one!r}: {one_of(one, rules.adventure_by_id)}")
                before = where.get(one)
                if before is not None and (before != heap or not on_a_ship):
                    yield _twice(rules, one, path, _heap_in_words(before), _heap_in_words(heap))
                where[one] = heap
        if self.open is not None and len(self.open) > rules.start["open_adventures"]:
            yield Flaw(
                "open",
                ("open",),
                f"{len(self.open)} adventures are open: list at most {rules.start['open_adventures']}",
            )


def _heap_in_words(heap: tuple[str, ...]) -> str:
    """Return words for the place where adventures lie, given by its fields in a position file."""
    if len(heap) > 1:
        return f"{heap[0].capitalize()}'s adventures"
    return {"open": "the open adventures", "stack": "the face-down adventures"}.get(
        heap[0], "the adventures laid aside"
    )


def begun_flaws(position: Position) -> Iterator[Flaw]:
    """Yield the flaws of everything that the position says was done in this turn."""
    rules = position.rules
    flight = position.flight
    if (flight is None) == (position.phase == "flight"):
        cure = "add flight, e.g. flight: {sector: 1, row: [BASE16]}" if flight is None else "write phase: flight"
        yield Flaw(
            "flight", ("phase",), f"phase {position.phase} {'without' if flight is None else 'with'} a flight: {cure}"
        )
    if flight is not None:
        yield from flight.flaws(position.rules)
        if position.roll is None:
            yield Flaw("roll", ("flight",), "the yellow die was rolled before the flight: add roll, e.g. roll: 2")
        else:
            yield from _speed_flaws(flight, position.own, position.roll)
    if (position.used or position.purchases) and position.phase != "trade":
        yield Flaw(
            "used", ("used" if position.used else "purchases",), "used stations and purchases belong to phase: trade"
        )
    for number, card in enumerate(position.used):
        if card not in position.own.stations:
            yield Flaw(
                "used", ("used", number), f"{card_in_words(rules, card)} is no station of the player whose turn it is"
            )
    most = max(one.purchases for one in rules.modules.values())
    if position.purchases > most:
        yield Flaw("used", ("purchases",), f"purchases: at most {most} goods are bought by the trade module in a turn")
    if len(position.used) > rules.start["station_uses"]:
        yield Flaw("used", ("used",), f"at most {rules.start['station_uses']} stations are used in a turn")


def _speed_flaws(flight: Flight, ship: Ship, roll: int) -> Iterator[Flaw]:
    """Yield a flaw if more cards were turned up than boosters and roll allow.

    The present boosters count, because a flight neither builds nor loses any.
    """
    most = ship.booster_strength + roll
    if flight.turned_up > most:
        speed = f"boosters {ship.booster_strength} + roll {roll}"
        place = "row" if flight.cards is None else "cards"
        waits = ", the waiting pirate included" if flight.demand is not None else ""
        text = f"{place}: {flight.turned_up} cards were turned up{waits}, but {speed} allow {most}: correct one of them"
        yield Flaw("speed", ("flight", place), text)


def _twice(rules: Rules, card: str, path: tuple[str | int, ...], first: str, second: str) -> Flaw:
    """Return the flaw of a card or adventure that is in two places, `first` and `second` in words."""
    return Flaw("card_twice", path, listed_twice(rules, card, first, second))


def _not_in_play(rules: Rules, card: str, path: tuple[str | int, ...]) -> Iterator[Flaw]:
    """Yield a flaw if a card at the table is unknown, or is a colony with which a player starts."""
    known = rules.card_by_id.get(card)
    if known is None:
        yield Flaw("unknown_card", path, unknown_card(rules, card))
    elif known.stack == "START":
        yield Flaw(
            "not_in_play",
            path,
            f"{card_in_words(rules, card)} is a colony that a player starts with, so it lies nowhere else: take it out",
        )


def of_ship(ship: Ship) -> Position:
    """Return the position in which a ship is active against a starting ship, with everything else to be dealt."""
    if ship.crest == "moon":
        return Position(moon=ship, sun=at_start(ship.rules, "sun"), name=ship.name)
    return Position(moon=at_start(ship.rules, "moon"), sun=ship, turn=2, name=ship.name)


def stack_number(card: str) -> int:
    """Return the number of the reserve stack of a card, from 1; 0 for any other card."""
    known = STANDARD_RULES.card_by_id.get(card)
    return RESERVE_STACKS.index(known.stack) + 1 if known is not None and known.stack in RESERVE_STACKS else 0


def is_lost(card: str) -> bool:
    """Return whether a card is a lost planet."""
    return STANDARD_RULES.card_by_id[card].kind == LOST_PLANET


def table_in_words(position: Position) -> dict[str, str]:
    """Return lines about the table, by label; {} if the position says no more than a ship file."""
    rules = position.rules
    lines = {}
    for sector in SECTORS:
        cards = position.lying(sector)
        unknown = position.places(sector) - len(cards)
        if cards:
            lines[f"sector {sector}"] = _names(rules, cards) + (f", {unknown} unknown" if unknown > 0 else "")
    if position.open is not None:
        lines["open adventures"] = ", ".join(rules.adventure_by_id[one].name for one in position.open) or "none"
    if position.flight is not None:
        lines["flight"] = _flight(rules, position.flight)
    if position.used:
        lines["stations used"] = _names(rules, position.used)
    if not lines and position.phase == "production":
        return {}
    other = position.ships[1 - position.me]
    rolled = "" if position.roll is None else f", the die shows {position.roll}"
    at_turn = f"turn {position.turn}, {CRESTS[position.me].capitalize()}: {position.phase}{rolled}"
    return {"position": at_turn, "other player": other.stores_in_words(), **lines}


def _flight(rules: Rules, flight: Flight) -> str:
    """Return a flight in words: the row, the card at hand, and what the sensor showed."""
    parts = [f"in sector {flight.sector}"]
    parts += [f"row {_names(rules, flight.row)}"] * bool(flight.row)
    parts += [f"{flight.face_down} face down"] * bool(flight.face_down)
    parts += [f"{flight.actions} action{'s' * (flight.actions != 1)} done"] * bool(flight.actions)
    parts += [f"at hand {card_in_words(rules, flight.at_hand)}"] * bool(flight.at_hand)
    parts += [f"a pirate asks for {flight.demand} Astro"] * (flight.demand is not None)
    for label, cards in (("the sensor shows", flight.looked_at), ("next", flight.top), ("below", flight.bottom)):
        parts += [f"{label} {_names(rules, cards)}"] * bool(cards)
    return "; ".join(parts)


def _names(rules: Rules, cards: Iterable[str]) -> str:
    """Return the names of cards as text."""
    return ", ".join(card_in_words(rules, card) for card in cards)
