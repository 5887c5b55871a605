"""Exact chances: turns in a sector of known cards, cards met in a flight, production, and flights past pirates."""

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
from analyzer.starship.fights import fight_by, strengths_of
from analyzer.starship.metrics import OF_TURNS, holdings_of, turn_columns
from analyzer.starship.ship.ship import Ship
from analyzer.starship.ship.shipfile import ShipLike, as_ship
from analyzer.starship.tables import GOODS, SCIENCE, STORED, Rules, default_rules
from analyzer.starship.turn.dice import EnumeratedDice
from analyzer.starship.turn.setup import lay_out
from analyzer.starship.turn.table import Table as Games
from analyzer.starship.turn.turn import judges_of, play_turn
from analyzer.starship.world import DEFAULT_CAPTAIN


class ReachChance(Fraction):
    """The chance to fly at least one wanted card.

    Attributes:
        counts: By number of wanted cards, the chance that the flight turns up exactly that many.
    """

    counts: dict[int, Fraction]


def reach(booster_strength: int, wanted: int = 1, sensor: int = 0) -> ReachChance:
    """Return the chance to meet at least one of some wanted cards in a sector of ten.

    The chance holds for a flight that nothing ends early.

    Args:
        booster_strength: Levels of all boosters added up; the yellow die is added to it.
        wanted: Number of wanted cards in the sector.
        sensor: Number of cards that the sensor shows first. Wanted ones stay on top, all others go below.

    Returns:
        The chance; `.counts` has the chance by the number of wanted cards that are met.

    Raises:
        AnalyzerError: If an argument is no whole number in its range.

    >>> from analyzer import starship
    >>> starship.reach(2, wanted=1)
    ReachChance(2, 5)
    """
    rules = default_rules()
    size, faces = rules.start["places"], rules.dice["yellow"]
    boosters = whole_number(booster_strength, "booster_strength", 0, 99)
    wanted = whole_number(wanted, "wanted", 0, size)
    looked = whole_number(sensor, "sensor", 0, size)
    counts: dict[int, Fraction] = {}
    for face in faces:
        # Wanted cards among those that the sensor shows come first. The rest of the flight draws from the cards that it
        # did not show, because all other shown cards lie below the sector.
        speed = min(boosters + face, size)
        for on_top in range(min(looked, wanted) + 1):
            chance_on_top = _drawn(size, wanted, looked, on_top)
            behind = min(max(speed - on_top, 0), size - looked)
            for more in range(min(wanted - on_top, behind) + 1):
                chance = chance_on_top * _drawn(size - looked, wanted - on_top, behind, more)
                _add(counts, min(on_top, speed) + more, chance / len(faces))
    reached = ReachChance(1 - counts.get(0, Fraction(0)))
    reached.counts = dict(sorted(counts.items()))
    return reached


def _drawn(cards: int, wanted: int, taken: int, hits: int) -> Fraction:
    """Return the hypergeometric chance to draw exactly `hits` wanted cards.

    Args:
        cards: Number of all cards.
        wanted: Number of wanted cards among them.
        taken: Number of cards that are drawn.
        hits: Number of wanted cards among the drawn ones.
    """
    return Fraction(comb(wanted, hits) * comb(cards - wanted, taken - hits), comb(cards, taken))


def next_card(seen: Mapping[int, Iterable[str]] | None = None, sector: int = 1) -> dict[str, Fraction]:
    """Return the chance of each card to be the first of a sector at the start of a game, given the cards already seen.

    A card seen in this sector has one of ten places. The unseen cards share the remaining chance equally.

    Args:
        seen: Cards that were seen, by sector, e.g. `{1: ["BASE38"]}`.
        sector: The sector, 1 to 4.

    Returns:
        The chance by identifier of the card.

    Raises:
        AnalyzerError: If a seen card does not lie in the sectors at the start, or lies in two of them.

    >>> from analyzer import starship
    >>> starship.next_card(seen={1: ["BASE38"], 2: ["BASE11"]}, sector=1)["BASE05"]
    Fraction(9, 380)
    """
    rules = default_rules()
    sector, places = whole_number(sector, "sector", 1, 4), rules.start["places"]
    base = [card.id for card in rules.cards if card.stack == "BASE"]
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
"""Strength of a pirate, and its demand in Astro."""
Key = TypeVar("Key")
End = tuple[int, ...]
"""End of a flight: (cards flown, pirates beaten, fights lost); if pirates are paid, Astro left is the second entry."""


def exact_passenger(
    pirates: Sequence[int | str],
    other_cards: int = 0,
    cannon_strength: int = 1,
    speed: int = 5,
    astro: int = 25,
    pays: bool = False,
) -> dict[End, Fraction]:
    """Return the chance of every end of a flight past pirates and other cards, in which nothing else is done.

    Every order of the cards is equally likely. The card that replaces a beaten pirate is not flown.

    Args:
        pirates: Pirates in the sector, by strength or card. A strength stands for the first card with it, which
            fixes the demand.
        other_cards: Number of other cards in the sector.
        cannon_strength: Levels of all cannons added up.
        speed: Maximum number of cards that are flown.
        astro: Astro at the beginning.
        pays: Whether to pay a pirate's demand where there is enough Astro, and to fight only otherwise.

    Returns:
        The chance by (cards flown, pirates beaten, fights lost); with `pays` by (cards flown, Astro left, pirates
        beaten, fights lost).

    Raises:
        AnalyzerError: If a pirate is unknown, or a number is out of range.

    >>> from analyzer import starship
    >>> starship.exact_passenger([2], other_cards=1, cannon_strength=2, speed=1)
    {(1, 0, 0): Fraction(1, 2), (1, 0, 1): Fraction(13, 72), (1, 1, 0): Fraction(23, 72)}
    """
    rules, purse = default_rules(), whole_number(astro, "astro", 0)
    others = whole_number(other_cards, "other_cards", 0, 99)
    cannons, speed = whole_number(cannon_strength, "cannon_strength", 0, 99), whole_number(speed, "speed", 0, 99)
    flights = {_Flight(tuple(sorted(_pirates(rules, pirates))), others, purse): Fraction(1)}
    ends: dict[End, Fraction] = {}
    for cards_flown in range(speed + 1):
        # Flights in equal states are merged after every card, which keeps their number small.
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
                    won = fight_by(rules, cannons, card[0]).chance
                    _add(ends, flight.end(cards_flown + 1, 1, pays), share * (1 - won))
                    after, share = replace(after, beaten=flight.beaten + 1), share * won
                _add(going_on, after, share)
        flights = going_on
    return dict(sorted(ends.items()))


@dataclass(frozen=True)
class _Flight:
    """The state of a flight past pirates.

    Attributes:
        pirates: Pirates that still lie in the sector.
        others: Number of other cards that still lie there.
        purse: Astro left.
        beaten: Number of pirates beaten so far.
    """

    pirates: tuple[Pirate, ...]
    others: int
    purse: int
    beaten: int = 0

    def next_cards(self) -> Counter[Pirate | None]:
        """Return how many cards of each kind may come next: by pirate, and under None the cards without a pirate."""
        return Counter(self.pirates) + Counter({None: self.others})

    def without(self, card: Pirate | None) -> _Flight:
        """Return the flight after that card was turned up."""
        if card is None:
            return replace(self, others=self.others - 1)
        at = self.pirates.index(card)
        return replace(self, pirates=self.pirates[:at] + self.pirates[at + 1 :])

    def end(self, cards_flown: int, lost: int, pays: bool) -> End:
        """Return the End of a flight that ends in this state."""
        return (cards_flown, self.purse, self.beaten, lost) if pays else (cards_flown, self.beaten, lost)


def _add(chances: dict[Key, Fraction], key: Key, chance: Fraction) -> None:
    """Add a chance to the chance of a key; a chance of 0 adds no key."""
    if chance:
        chances[key] = chances.get(key, Fraction(0)) + chance


def _pirates(rules: Rules, pirates: Sequence[int | str]) -> list[Pirate]:
    """Return strength and demand of each pirate, which is given by its strength or by its card.

    A pirate given by its strength has the demand of the first card with that strength. A strength outside the printed
    range has the demand of the weakest or the strongest pirate.
    """
    strengths = strengths_of(rules, pirates)
    first = {card.strength: card.demand for card in reversed(rules.cards) if card.strength}
    weakest, strongest = min(first), max(first)
    pairs = []
    for pirate, strength in zip(pirates, strengths, strict=True):
        known = rules.card_by_id[pirate].demand if isinstance(pirate, str) else None
        demand = first[min(max(strength, weakest), strongest)] if known is None else known
        pairs.append((strength, demand))
    return pairs


Stock = tuple[int, ...]
"""Units aboard, in the order of STORED."""


def exact_production(ship: ShipLike, rolls: int = 1, prefer: Sequence[str] = ()) -> dict[Stock, Fraction]:
    """Return the chance of every stock of goods and science after some rolls of the yellow die.

    Args:
        ship: The ship: its file, its fields, or a `Ship`.
        rolls: Number of rolls.
        prefer: Goods in the order in which the owner chooses, where several colonies have the number and their
            goods fit. Goods that are not named follow, ore first.

    Returns:
        The chance by (ore, fuel, food, carbon, trade good, science).

    Raises:
        AnalyzerError: If the ship has faults, or a good is unknown.

    >>> from analyzer import starship
    >>> starship.exact_production(starship.Ship())[0, 0, 0, 1, 2, 1]
    Fraction(1, 3)
    """
    ship = as_ship(ship)
    wrong = [good for good in prefer if good not in GOODS]
    if wrong:
        raise AnalyzerError([f"prefer {good!r}: {one_of(good, GOODS)}" for good in wrong])
    order = [GOODS.index(good) for good in dict.fromkeys([*prefer, *GOODS])]
    faces = ship.rules.dice["yellow"]
    chances = {ship.stored: Fraction(1)}
    for _ in range(whole_number(rolls, "rolls", 0, 1000)):
        after: dict[Stock, Fraction] = {}
        for stock, chance in chances.items():
            for face in faces:
                _add(after, produced(ship, stock, face, order), chance / len(faces))
        chances = after
    return chances


def produced(ship: Ship, stock: Stock, roll: int, order: Sequence[int]) -> Stock:
    """Return the goods and science aboard after a ship has produced on a roll.

    Args:
        ship: The ship that produces.
        stock: Units aboard before the roll, in the order of STORED.
        roll: The face of the yellow die.
        order: Numbers of the goods, the preferred first; of several colonies with the number only one produces.
    """
    made = list(stock)
    known = ship.rules.card_by_id
    own = {GOODS.index(known[card].good) for card in ship.colonies if known[card].number == roll}
    limits = [ship.capacity] * len(GOODS) + [ship.rules.start["lab"]]
    fits = [good for good in order if good in own and made[good] < limits[good]]
    gains = [*fits[:1]]
    possible = ship.made_by(roll)
    gains += [SCIENCE] * ("science" in possible) + [STORED.index("trade_good")] * ("trade_good" in possible)
    for good in gains:
        made[good] += made[good] < limits[good]
    return tuple(made)


Outcome = tuple[int, ...]
"""Results of one turn as whole numbers, one for each column in OF_TURNS.columns."""
READABLE = 24
"""Maximum number of characters of a fraction that is shown in a table."""
HEAPS = {"reserve": "the reserve", "open": "the open adventures", "stack": "the adventures below them"}
"""Words for the stacks of cards that a position file may leave out, by name of the field."""
ALL = (Column("metric"), Column("fraction"), Column("mean"))
COLUMNS = (
    Column("metric", ""),
    Column("mean", "mean", Form(str)),
    Column("fraction", "fraction", Form(lambda mean: str(mean) if len(str(mean)) <= READABLE else "...")),
)


@dataclass(frozen=True, repr=False)
class Exact(Described):
    """Every outcome of one turn with its exact chance.

    Attributes:
        experiment: The turn that was played.
        columns: Names of the numbers in an outcome.
        outcomes: The chance of each outcome, a tuple of whole numbers.
    """

    experiment: TurnExperiment
    columns: tuple[str, ...]
    outcomes: dict[Outcome, Fraction]

    def distribution(self, *columns: str) -> dict[Any, Fraction]:
        """Return the chance of every value of a column, or of every combination of values of several columns.

        Args:
            *columns: Names from `columns`.

        Raises:
            AnalyzerError: If a column is unknown, or none is named.

        >>> from analyzer import starship
        >>> known = starship.exact("ships/starship/known.yaml", 1, captain="sensible")
        >>> known.distribution("beaten")[1]     # one pirate is beaten
        Fraction(219139, 765450)
        """
        wrong = [name for name in columns if name not in self.columns]
        if wrong or not columns:
            raise AnalyzerError(
                f"no column {wrong[0] if wrong else ''!r}: {one_of(wrong[0] if wrong else None, self.columns)}"
            )
        places = [self.columns.index(name) for name in columns]
        chances: dict[Any, Fraction] = {}
        for outcome, chance in self.outcomes.items():
            key = outcome[places[0]] if len(places) == 1 else tuple(outcome[place] for place in places)
            _add(chances, key, chance)
        return dict(sorted(chances.items()))

    def mean(self, metric: str) -> Fraction:
        """Return the exact mean of a metric, or its exact chance if the metric is a chance."""
        definition = OF_TURNS[metric]
        values = self.distribution(definition.column)
        if definition.within is not None:
            low, high = definition.within
            return sum((chance for value, chance in values.items() if low <= value <= high), Fraction(0))
        return sum((value * chance for value, chance in values.items()), Fraction(0))

    @cached_property
    def means(self) -> dict[str, Fraction]:
        """Exact means and chances of all metrics by name."""
        return {metric.name: self.mean(metric.name) for metric in OF_TURNS.listed}

    def notes(self) -> list[str]:
        """Return the notes that a reader of the numbers needs."""
        position = self.experiment.position
        open_ends = [words for name, words in HEAPS.items() if getattr(position, name) is None]
        assumed = (
            [f"The file leaves these open, so they are dealt by seed {self.experiment.seed}: {', '.join(open_ends)}."]
            if open_ends
            else []
        )
        return [*assumed, *self.experiment.notes()]

    def description(self) -> Description:
        """Return the table of metrics with their means or chances; JSON has every distribution."""
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
        title = f": one turn in sector {self.experiment.sector}, exact; {len(self.outcomes):,} different outcomes"
        parts = (Table("", ALL, means), Table("", COLUMNS, [*self._in_blocks()]))
        return Description(self.experiment.position.own.name, title, facts, parts, self.notes())

    def _in_blocks(self) -> Iterator[Row]:
        """Yield a row for each metric, block by block; the first row of a block has the title of the block above it."""
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
    captain: CaptainLike = DEFAULT_CAPTAIN,
    other: CaptainLike = DEFAULT_CAPTAIN,
    most: int | None = None,
    switches: SwitchesLike = None,
) -> Exact:
    """Return every outcome of one turn in a sector whose cards are known, with its exact chance.

    Every order of the cards and every die is counted, so there is no sampling error.

    Args:
        position: A ship or position: its file, its fields, or an object. All cards of the sector must be listed or
            seen.
        sector: The sector to fly to, 1 to 4.
        seed: Seed that deals reserve and adventures, as far as the position does not say them.
        captain: The captain of the active player: a name, a file or a `Captain`. Thinkers are refused.
        other: The other player's captain, who chooses what they produce.
        most: Maximum number of cards to fly before turning back; as many as the captain likes if None.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.

    Returns:
        All outcomes with their chances.

    Raises:
        AnalyzerError: If a card of the sector is unknown, or the position has faults.

    >>> from analyzer import starship
    >>> starship.exact("ships/starship/known.yaml", 1).mean("cards_flown") > 3
    True
    """
    sector = whole_number(sector, "sector", 1, 4)
    experiment = turn_experiment(position, seed, captain, other, sector, most, switches)
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
    """Play the turn of the table's only game with all dice and orders of cards; return each outcome's chance."""
    assert experiment.sector is not None
    before, counts = holdings_of(table, table.me), table.counts[table.me].astype(np.int64)
    pair = (experiment.captain, experiment.other)
    judges = judges_of(experiment.rules, pair if table.me == 0 else pair[::-1], experiment.switches)
    dice, position = EnumeratedDice(), experiment.position
    sector = experiment.sector - 1
    play_turn(table, judges, _PartlyRolledDice(dice, position.roll), position.stage, None, sector, experiment.most)
    # One lane went in, and one lane for each different outcome came out.
    before = {name: np.repeat(value, table.lanes) for name, value in before.items()}
    columns = turn_columns(table, before, experiment.captain, np.repeat(counts, table.lanes, axis=1))
    outcomes: dict[Outcome, Fraction] = {}
    rows = np.array([columns[name][0] for name in OF_TURNS.columns]).T.tolist()
    for row, weight in zip(rows, table.weight.tolist(), strict=True):
        _add(outcomes, tuple(row), Fraction(int(weight), dice.total))
    return dict(sorted(outcomes.items()))


class _PartlyRolledDice:
    """Enumerated dice for a turn whose yellow die may already be rolled."""

    def __init__(self, dice: EnumeratedDice, roll: int | None) -> None:
        self.shuffle, self.reveal, self.fight = dice.shuffle, dice.reveal, dice.fight
        self.dice, self.roll = dice, roll

    def yellow(self, table: Any) -> None:
        """Branch into each face of the yellow die, or set the face that was already rolled."""
        if self.roll is None:
            self.dice.yellow(table)
        else:
            table.roll[...] = self.roll
