"""Exact turns in a sector whose cards are known: every order and every die counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any, TypeVar

import numpy as np

from analyzer.answers.description import Column, Described, Description, Form, Row, Table
from analyzer.errors import AnalyzerError, brief, one_of, whole_number
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike, turn_experiment
from analyzer.starship.experiment import TurnExperiment
from analyzer.starship.fights import fight, strengths_of
from analyzer.starship.metrics import OF_TURNS, holdings_of, turn_columns
from analyzer.starship.ship.ship import Ship
from analyzer.starship.ship.shipfile import ShipLike, as_ship
from analyzer.starship.tables import GOODS, SCIENCE, STORED, card_by_id, cards, dice, played_by, start
from analyzer.starship.turn.dice import Enumerated
from analyzer.starship.turn.setup import lay_out
from analyzer.starship.turn.table import Table as Games
from analyzer.starship.turn.turn import judges_of, play_turn


class Reached(Fraction):
    """The chance that at least one wanted card is flown; `counts`: {how many of them are: chance}."""

    counts: dict[int, Fraction]


def reach(booster_strength: int, wanted: int = 1, sensor: int = 0) -> Reached:
    """The chance to meet any of so many wanted cards of a sector of ten, where nothing ends the flight early.

    sensor: how many cards it shows first; wanted ones stay on top, all else goes below. `.counts` has the chance by
    how many of the wanted cards are met.

    >>> from analyzer import starship
    >>> starship.reach(2, wanted=1)
    Reached(2, 5)
    """
    size, faces = start()["places"], dice()["yellow"]
    boosters = whole_number(booster_strength, "booster_strength", 0, 99)
    wanted = whole_number(wanted, "wanted", 0, size)
    looked = whole_number(sensor, "sensor", 0, size)
    counts: dict[int, Fraction] = {}
    for face in faces:
        speed = min(boosters + face, size)
        for on_top in range(min(looked, wanted) + 1):
            chance_on_top = _drawn(size, wanted, looked, on_top)
            behind = min(max(speed - on_top, 0), size - looked)
            for more in range(min(wanted - on_top, behind) + 1):
                chance = chance_on_top * _drawn(size - looked, wanted - on_top, behind, more)
                flown_by = min(on_top, speed) + more
                if chance:
                    counts[flown_by] = counts.get(flown_by, Fraction(0)) + chance / len(faces)
    reached = Reached(1 - counts.get(0, Fraction(0)))
    reached.counts = dict(sorted(counts.items()))
    return reached


def _drawn(things: int, wanted: int, taken: int, hits: int) -> Fraction:
    """The chance that exactly this many of the things drawn from all are wanted ones."""
    return Fraction(comb(wanted, hits) * comb(things - wanted, taken - hits), comb(things, taken))


def next_card(seen: Mapping[int, Iterable[str]] | None = None, sector: int = 1) -> dict[str, Fraction]:
    """At the start of a game, which card a sector shows first: {id: chance}, by what was seen in the sectors.

    A card that was seen in this sector is as likely as any of ten places; the others share what is left.

    >>> from analyzer import starship
    >>> starship.next_card(seen={1: ["BASE38"], 2: ["BASE11"]}, sector=1)["BASE05"]
    Fraction(9, 380)
    """
    sector, places = whole_number(sector, "sector", 1, 4), start()["places"]
    base = [card.id for card in cards() if card.stack == "BASE"]
    if seen is not None and not isinstance(seen, Mapping):
        raise AnalyzerError(f"seen {brief(seen)}: give lists of cards by sector, e.g. {{1: ['BASE38']}}")
    known: dict[str, int] = {}
    faults = []
    for number, ids in (seen or {}).items():
        where = whole_number(number, "sector", 1, 4)
        for card in dict.fromkeys(ids):
            if card not in base:
                faults.append(f"seen {card!r}: at the start only BASE01 to BASE40 lie in the sectors")
            elif card in known:
                faults.append(f"seen: {card} lies in sector {known[card]} and in sector {where}: a card is in one")
            known[card] = where
    here = [card for card, where in known.items() if where == sector]
    for where in (1, 2, 3, 4):
        many = sum(place == where for place in known.values())
        if many > places:
            faults.append(f"seen: {many} cards in sector {where}, which has {places}")
    if faults:
        raise AnalyzerError(faults)
    unseen = [card for card in base if card not in known]
    chances = {card: Fraction(1, places) for card in here}
    if unseen and len(here) < places:
        chances |= {card: Fraction(places - len(here), places * len(unseen)) for card in unseen}
    return chances


Pirate = tuple[int, int]
"""Strength and demand."""
Key = TypeVar("Key")
End = tuple[int, ...]
"""Cards flown, beaten, lost; with payments cards flown, Astro left, beaten, lost."""


def exact_passenger(
    pirates: Sequence[int | str],
    other_cards: int = 0,
    cannon_strength: int = 1,
    speed: int = 5,
    astro: int = 25,
    pays: bool = False,
) -> dict[End, Fraction]:
    """{(cards flown, pirates beaten, fights lost): chance}; with `pays` {(cards flown, Astro left, beaten, lost): ...}.

    pirates: strengths or cards; a strength means the first card of the table that has it, which fixes the demand.
    Every order of the cards is equally likely. What replaces a beaten pirate is not flown.

    >>> from analyzer import starship
    >>> starship.exact_passenger([2], other_cards=1, cannon_strength=2, speed=1)
    {(1, 0, 0): Fraction(1, 2), (1, 0, 1): Fraction(13, 72), (1, 1, 0): Fraction(23, 72)}
    """
    purse = whole_number(astro, "astro", 0)
    others = whole_number(other_cards, "other_cards", 0, 99)
    cannons, speed = whole_number(cannon_strength, "cannon_strength", 0, 99), whole_number(speed, "speed", 0, 99)
    flights = {_Flight(tuple(sorted(_pirates(pirates))), others, purse): Fraction(1)}
    ends: dict[End, Fraction] = {}
    for cards_flown in range(speed + 1):
        going_on: dict[_Flight, Fraction] = {}
        for flight, chance in flights.items():
            if cards_flown == speed or not (flight.pirates or flight.others):
                _add(ends, flight.end(cards_flown, 0, pays), chance)
                continue
            for card, ways in flight.next_cards().items():
                share = chance * ways / (len(flight.pirates) + flight.others)
                after = flight.without(card)
                if card is not None and pays and flight.purse >= card[1]:
                    after = replace(after, purse=flight.purse - card[1])
                elif card is not None:
                    won = fight(cannons, card[0]).chance
                    _add(ends, flight.end(cards_flown + 1, 1, pays), share * (1 - won))
                    after, share = replace(after, beaten=flight.beaten + 1), share * won
                _add(going_on, after, share)
        flights = going_on
    return dict(sorted(ends.items()))


@dataclass(frozen=True)
class _Flight:
    """A flight so far: the pirates and how many other cards still lie in the sector, the purse, pirates beaten."""

    pirates: tuple[Pirate, ...]
    others: int
    purse: int
    beaten: int = 0

    def next_cards(self) -> Counter[Pirate | None]:
        """The cards that may be next, None for those without a pirate, in how many ways each."""
        return Counter(self.pirates) + Counter({None: self.others})

    def without(self, card: Pirate | None) -> _Flight:
        """The flight after that card."""
        if card is None:
            return replace(self, others=self.others - 1)
        at = self.pirates.index(card)
        return replace(self, pirates=self.pirates[:at] + self.pirates[at + 1 :])

    def end(self, cards_flown: int, lost: int, pays: bool) -> End:
        """Its key in the result, if it ends here."""
        return (cards_flown, self.purse, self.beaten, lost) if pays else (cards_flown, self.beaten, lost)


def _add(chances: dict[Key, Fraction], key: Key, chance: Fraction) -> None:
    """Add to the chance of a key; what cannot be stays out."""
    if chance:
        chances[key] = chances.get(key, Fraction(0)) + chance


def _pirates(pirates: Sequence[int | str]) -> list[Pirate]:
    """Strength and demand of each."""
    strengths = strengths_of(pirates)
    first = {card.strength: card.demand for card in reversed(cards()) if card.strength}
    weakest, strongest = min(first), max(first)
    pairs = []
    for pirate, strength in zip(pirates, strengths, strict=True):
        known = card_by_id()[pirate].demand if isinstance(pirate, str) else None
        demand = first[min(max(strength, weakest), strongest)] if known is None else known
        pairs.append((strength, demand))
    return pairs


Stock = tuple[int, ...]
"""Of STORED."""


def exact_production(ship: ShipLike, rolls: int = 1, prefer: Sequence[str] = ()) -> dict[Stock, Fraction]:
    """What lies in bays and lab after some rolls: {(ore, fuel, food, carbon, trade good, science): chance}.

    prefer: which goods the owner chooses where several colonies have the number and both goods fit, the most
    wanted first; those not named follow, ore first.

    >>> from analyzer import starship
    >>> starship.exact_production(starship.Ship())[0, 0, 0, 1, 2, 1]
    Fraction(1, 3)
    """
    ship = as_ship(ship)
    wrong = [good for good in prefer if good not in GOODS]
    if wrong:
        raise AnalyzerError([f"prefer {good!r}: {one_of(good, GOODS)}" for good in wrong])
    order = [GOODS.index(good) for good in dict.fromkeys([*prefer, *GOODS])]
    with played_by(ship.edition):
        return _stocks(ship, whole_number(rolls, "rolls", 0, 1000), order)


def _stocks(ship: Ship, rolls: int, order: Sequence[int]) -> dict[Stock, Fraction]:
    """The chance of every stock after so many rolls."""
    faces = dice()["yellow"]
    chances = {ship.stored: Fraction(1)}
    for _ in range(rolls):
        after: dict[Stock, Fraction] = {}
        for stock, chance in chances.items():
            for face in faces:
                made = produced(ship, stock, face, order)
                after[made] = after.get(made, Fraction(0)) + chance / len(faces)
        chances = after
    return chances


def produced(ship: Ship, stock: Stock, roll: int, order: Sequence[int]) -> Stock:
    """The stock after that roll."""
    made = list(stock)
    known = card_by_id()
    own = {GOODS.index(known[card].good) for card in ship.colonies if known[card].number == roll}
    limits = [ship.capacity] * len(GOODS) + [start()["lab"]]
    fits = [good for good in order if good in own and made[good] < limits[good]]
    gains = [*fits[:1]]
    possible = ship.made_by(roll)
    gains += [SCIENCE] * ("science" in possible) + [STORED.index("trade_good")] * ("trade_good" in possible)
    for good in gains:
        made[good] += made[good] < limits[good]
    return tuple(made)


Outcome = tuple[int, ...]
"""The columns of a turn, in the order of OF_TURNS.columns."""
READABLE = 24
"""Letters of a fraction."""
HEAPS = {"reserve": "the reserve", "open": "the open adventures", "stack": "the adventures below them"}
"""What a position file may leave out, by field."""
ALL = (Column("metric"), Column("fraction"), Column("mean"))
COLUMNS = (
    Column("metric", ""),
    Column("mean", "mean", Form(str)),
    Column("fraction", "fraction", Form(lambda mean: str(mean) if len(str(mean)) <= READABLE else "...")),
)


@dataclass(frozen=True, repr=False)
class Exact(Described):
    """Every outcome of a turn with its chance. `columns` names the numbers of an outcome."""

    experiment: TurnExperiment
    columns: tuple[str, ...]
    outcomes: dict[Outcome, Fraction]

    def distribution(self, *columns: str) -> dict[Any, Fraction]:
        """The chance of every value of a column, or of every combination of several."""
        wrong = [name for name in columns if name not in self.columns]
        if wrong or not columns:
            raise AnalyzerError(
                f"no column {wrong[0] if wrong else ''!r}: {one_of(wrong[0] if wrong else None, self.columns)}"
            )
        places = [self.columns.index(name) for name in columns]
        chances: dict[Any, Fraction] = {}
        for outcome, chance in self.outcomes.items():
            key = outcome[places[0]] if len(places) == 1 else tuple(outcome[place] for place in places)
            chances[key] = chances.get(key, Fraction(0)) + chance
        return dict(sorted(chances.items()))

    def mean(self, metric: str) -> Fraction:
        """A mean, or a chance, of the metrics of turns."""
        definition = OF_TURNS[metric]
        values = self.distribution(definition.column)
        if definition.within is not None:
            low, high = definition.within
            return sum((chance for value, chance in values.items() if low <= value <= high), Fraction(0))
        return sum((value * chance for value, chance in values.items()), Fraction(0))

    @cached_property
    def means(self) -> dict[str, Fraction]:
        """All of them."""
        return {metric.name: self.mean(metric.name) for metric in OF_TURNS.listed}

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        position = self.experiment.position
        open_ends = [words for name, words in HEAPS.items() if getattr(position, name) is None]
        assumed = (
            [f"Not in the file, so dealt by seed {self.experiment.seed}: {', '.join(open_ends)}."] if open_ends else []
        )
        return [*assumed, *self.experiment.notes()]

    def description(self) -> Description:
        """Every metric by its mean or chance; programs get every distribution."""
        scaled = [metric for metric in OF_TURNS.means if metric.scale != 1]
        facts = {
            "position": self.experiment.position.to_dict(),
            "sector": self.experiment.sector,
            "captain": self.experiment.captain.as_prices(),
            "means": {name: mean.as_integer_ratio() for name, mean in self.means.items()}
            | {one.name_in_unit: (self.means[one.name] / one.scale).as_integer_ratio() for one in scaled},
            "distributions": {
                name: {str(value): chance.as_integer_ratio() for value, chance in self.distribution(name).items()}
                for name in self.columns
            },
        }
        means = [Row({"metric": name, "fraction": str(mean), "mean": float(mean)}) for name, mean in self.means.items()]
        title = f": one turn in sector {self.experiment.sector}, {len(self.outcomes):,} outcomes, exact"
        parts = (Table("", ALL, means), Table("", COLUMNS, [*self._in_blocks()]))
        return Description(self.experiment.position.own.name, title, facts, parts, self.notes())

    def _in_blocks(self) -> Iterator[Row]:
        """A row a metric, under the titles of their blocks."""
        for title, block in OF_TURNS.blocks.items():
            for number, metric in enumerate(metric for metric in block if metric.in_tables):
                mean = self.means[metric.name] / metric.scale
                decimal = f"{float(mean):.4%}" if metric.is_chance else f"{float(mean):.4f}"
                row = {"metric": f"  {metric.label}", "mean": decimal, "fraction": mean}
                yield Row(row, above="" if number else title, explanation=metric.meaning * metric.in_legend)


def exact(
    position: PositionLike,
    sector: int = 1,
    seed: int = 1,
    *,
    captain: CaptainLike = "sensible",
    other: CaptainLike = "sensible",
    most: int | None = None,
    switches: SwitchesLike = None,
) -> Exact:
    """One turn in a sector whose cards are known: every order and every die counted, no sampling error.

    The sector must be listed (or seen) whole; what else is not in the file is dealt under the seed.

    >>> from analyzer import starship
    >>> starship.exact("ships/starship/known.yaml", 1).mean("cards_flown") > 3
    True
    """
    sector = whole_number(sector, "sector", 1, 4)
    experiment = turn_experiment(position, seed, captain, other, sector, most, switches)
    with played_by(experiment.edition):
        return _exact(experiment, sector, seed)


def _exact(experiment: TurnExperiment, sector: int, seed: int) -> Exact:
    lying = experiment.position.lying(sector)
    table = lay_out(experiment.position, seed, 0, 1, experiment.switches)
    size = int(table.size[sector - 1, 0])
    if len(lying) != size:
        raise AnalyzerError(
            f"{experiment.position.name}: only {len(lying)} of the {size} cards in sector {sector} are known: list all "
            f"{size} in the file, under sectors, e.g. {sector}: [Mintaka II, BASE01, ...]"
        )
    return Exact(experiment, OF_TURNS.columns, _enumerate_turn(experiment, table))


def _enumerate_turn(experiment: TurnExperiment, table: Games) -> dict[Outcome, Fraction]:
    """Play the turn of the one game on the table in all ways; every outcome with its chance, in order."""
    assert experiment.sector is not None
    before, counts = holdings_of(table, table.me), table.counts[table.me].astype(np.int64)
    pair = (experiment.captain, experiment.other)
    judges = judges_of(pair if table.me == 0 else pair[::-1], experiment.switches)
    dice, position = Enumerated(), experiment.position
    sector = experiment.sector - 1
    play_turn(table, judges, _Rolled(dice, position.roll), position.stage, None, sector, experiment.most)
    before = {name: np.repeat(value, table.lanes) for name, value in before.items()}
    columns = turn_columns(table, before, experiment.captain, np.repeat(counts, table.lanes, axis=1))
    outcomes: dict[Outcome, Fraction] = {}
    rows = np.array([columns[name][0] for name in OF_TURNS.columns]).T.tolist()
    for row, weight in zip(rows, table.weight.tolist(), strict=True):
        outcomes[tuple(row)] = outcomes.get(tuple(row), Fraction(0)) + Fraction(int(weight), dice.total)
    return dict(sorted(outcomes.items()))


class _Rolled:
    """All dice counted but a yellow one that lies already."""

    def __init__(self, dice: Enumerated, roll: int | None) -> None:
        self.shuffle, self.reveal, self.fight = dice.shuffle, dice.reveal, dice.fight
        self.dice, self.roll = dice, roll

    def yellow(self, table: Any) -> None:
        """Each face, or the one that lies."""
        if self.roll is None:
            self.dice.yellow(table)
        else:
            table.roll[...] = self.roll
