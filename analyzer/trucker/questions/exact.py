"""Exact effects of one card, a short route or all cards of a level on a ship."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.answers.description import WORD, Column, Described, Description, Form, Part, Row, Table, places
from analyzer.answers.note import warning
from analyzer.answers.origin import sentence_begins
from analyzer.errors import AnalyzerError, named_setting, one_of, whole_number
from analyzer.trucker.captains import Captain, load_captain, refuse_thinkers
from analyzer.trucker.cards.cards_in_words import (
    LONGEST,
    card_in_words,
    card_number,
    kind_in_words,
    numbers_in_words,
)
from analyzer.trucker.cards.cardsfile import load_cards
from analyzer.trucker.cards.caveats import (
    caveats_of_learning,
    kinds_sparing_lone_ships,
    own_editions,
    several,
    weak_source,
)
from analyzer.trucker.cards.route import Route, home_level, others_than_printed
from analyzer.trucker.conditions import ALONE, RivalsLike, company_of, load_rivals, with_rivals
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.launching import Flown, launch, seat
from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.edition import Card, Level, with_cards
from analyzer.trucker.experiment import captain_in_words
from analyzer.trucker.fleets.class_ivc import class_of, unfit
from analyzer.trucker.fleets.fleet import Fleet
from analyzer.trucker.fleets.of_build import as_ship_or_fleet
from analyzer.trucker.fleets.tables import FleetTables, fleet_tables
from analyzer.trucker.fleets.tables import card as card_as
from analyzer.trucker.flight.dice import BUDGET, PAIRS, EnumeratedDice, weigh
from analyzer.trucker.flight.flight import resolve
from analyzer.trucker.flight.giving_up import check_before_card
from analyzer.trucker.metrics import METRICS, OF_CARDS
from analyzer.trucker.sayings.phrases import in_words
from analyzer.trucker.ship.bitboard import count, positions
from analyzer.trucker.ship.box import not_in_one_box
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike
from analyzer.trucker.world import DEFAULT_CAPTAIN

Distribution = dict[int, Fraction]
"""Chance of each value, as an exact fraction."""
MOST_LOST = 8
"""Number of squares that tables for people show."""
RARE = Fraction(1, 2000)
"""Chance below which values are summed up in one entry."""


def percent(chance: Fraction) -> str:
    """Format a chance in percent; `0%` means impossible and `100%` certain, and no other chance is rounded to them."""
    if chance in (0, 1):
        return "100%" if chance else "0%"
    if chance < Fraction(1, 20_000):
        return "<0.01%"
    return ">99.99%" if chance > 1 - Fraction(1, 20_000) else f"{float(chance):.2%}"


def expected(value: Fraction, places: int = 3) -> str:
    """Format an expected value; whole numbers get no decimals, so `0` is exact and `0.00` is a small number."""
    return str(int(value)) if value.denominator == 1 else f"{float(value):z.{places}f}"


def compact(distribution: Distribution) -> str:
    """Format every value with its chance, with rare values summed up at the end."""
    rare = [value for value, chance in distribution.items() if chance < RARE]
    values = [
        f"{value}: {percent(chance)}" for value, chance in distribution.items() if chance >= RARE or len(rare) == 1
    ]
    if len(rare) > 1:
        together = sum((distribution[value] for value in rare), Fraction(0))
        values.append(f"others from {rare[0]} to {rare[-1]}: {percent(together)}")
    return ", ".join(values)


CHANCE = Form(percent)
HARM = "expected loss minus gain, in credits, at this captain's prices"
"""Explanation of `Exact.harm` in tables."""
NOT_STRUCK = "not struck: flown alone"
MEANS = (
    Column("metric", "", WORD),
    Column("expected", "expected", Form(expected)),
    Column("values", "chance of each value"),
)
ENDS = (Column("ending", "afterwards"), Column("chance", "chance", CHANCE))
LOST = (Column("component", "most often lost"), Column("chance", "chance", CHANCE))


@dataclass(frozen=True, repr=False)
class Exact(Described):
    """Exact distribution over the states of one ship after a card or a route.

    Metrics are whole numbers: components_lost, crew_lost, batteries_spent, and batteries_lost (charges lost with their
    battery) since launch; goods and goods_value aboard; credits paid by cards; days moved.

    Attributes:
        ship: the ship, or the fleet.
        captain: captain of the ship.
        cards: numbers of the cards, in order.
        rivals: names of the rivals.
        chances: chance of each state.
        columns: value of each metric, and the ending, in each state.
        lost: mask of the squares lost in each state.
        pruned: chance of the states dropped to stay within the budget; 0 means exact. The error of every chance is at
            most this.
        company: setting in words, e.g. `alone`.
        start: place at the start, from 1.
        tables: tables of class IVC, None for the project's.
        replaced: cards that replace printed ones of the same number.
    """

    ship: Layout | Fleet
    captain: Captain
    cards: tuple[int, ...]
    rivals: tuple[str, ...]
    chances: tuple[Fraction, ...]
    columns: dict[str, tuple[int, ...]]
    lost: tuple[int, ...]
    pruned: Fraction
    company: str = ALONE
    start: int = 1
    tables: FleetTables | None = None
    replaced: tuple[Card, ...] = ()

    def distribution(self, metric: str) -> Distribution:
        """Return the chance of every value of a metric, by value; raise AnalyzerError for an unknown metric."""
        if metric not in self.columns:
            raise AnalyzerError(f"no metric {metric!r}: {one_of(metric, self.columns)}")
        chances: Distribution = {}
        for value, chance in zip(self.columns[metric], self.chances, strict=True):
            chances[value] = chances.get(value, Fraction(0)) + chance
        return dict(sorted(chances.items()))

    def mean(self, metric: str) -> Fraction:
        """Return the exact expected value of a metric."""
        return sum((value * chance for value, chance in self.distribution(metric).items()), Fraction(0))

    @cached_property
    def endings(self) -> dict[str, Fraction]:
        """Chance of each way in which the flight may have ended by now; `arrived` stands for still flying."""
        chances = self.distribution("ending")
        return {name: chances.get(i, Fraction(0)) for i, name in enumerate(ENDINGS)}

    @cached_property
    def lost_squares(self) -> dict[Square, Fraction]:
        """Exact chance that each component is lost, by its square."""
        squares = self.ship.hull.squares
        chances = dict.fromkeys(self.ship.components, Fraction(0))
        for lost, chance in zip(self.lost, self.chances, strict=True):
            for position in positions(lost):
                chances[squares[position]] += chance
        return chances

    def harm(self) -> Fraction:
        """Return the expected loss less the expected gain, in credits, at this captain's prices.

        All crew count at the price of a human. Days count at `Captain.day` against rivals, and at `Captain.lone_day`
        without. A flight that ends early costs `Captain.stay` more.
        """
        captain = self.captain
        day = captain.day if self.rivals else captain.lone_day
        # A captain's prices are in hundredths of a credit.
        prices = {"components_lost": captain.component, "crew_lost": captain.human}
        prices |= {"batteries_spent": captain.battery, "batteries_lost": captain.battery}
        prices |= {"goods_value": -100, "credits": -100, "days": -day}
        ended = 1 - self.endings["arrived"] - self.pruned
        return (sum(price * self.mean(name) for name, price in prices.items()) + captain.stay * ended) / 100

    def rows(self) -> list[dict[str, Any]]:
        """Return the distributions as rows with metric, value and chance."""
        return [
            {"metric": metric, "value": value, "chance": float(chance)}
            for metric in OF_CARDS.columns
            for value, chance in self.distribution(metric).items()
        ]

    @property
    def met(self) -> list[Card]:
        """Cards that are met, with their printed numbers."""
        cards = {card.id: card for card in (*self.ship.edition.cards, *self.replaced)}
        return [cards[number] for number in self.cards]

    @property
    def is_spared(self) -> bool:
        """Whether the ship flies alone and all cards have an effect only on ships in company."""
        return not self.rivals and {card.kind for card in self.met} <= {*kinds_sparing_lone_ships()}

    @property
    def ended(self) -> Fraction:
        """Chance that the flight has ended for the ship after the cards."""
        return sum((chance for name, chance in self.endings.items() if name != "arrived"), Fraction(0))

    @property
    def who(self) -> str:
        """Captain, starting place and company in words."""
        joined = f"{self.ship.joined} joined, " if self.ship.joined else ""
        place = f", place {self.start} at the start" if self.rivals else ""
        company = 1 + len(self.rivals)
        captain = captain_in_words(self.captain, self.ship.board.edition, home_level(self.ship), company)
        return f"{joined}captain {captain}{place}, {self.company}"

    @property
    def precision(self) -> str:
        """Word `exact`, or a bound on the error of a chance."""
        return f"exact within {percent(self.pruned)}" if self.pruned else "exact"

    def description(self) -> Description:
        """Describe the ship: the cards' effects with their chances, the state of the flight, and the squares lost.

        JSON holds chances as fractions.
        """
        cards = ", ".join(f"{card.id} ({kind_in_words(card)})" for card in self.met)
        ends = "1 outcome" if len(self.chances) == 1 else f"{len(self.chances):,} outcomes"
        title = f": card{'s' * (len(self.cards) > 1)} {cards}, {self.who}, {ends}, {self.precision}"
        parts: tuple[Part, ...] = (*self._as_met(),)
        parts += (
            (f"{sentence_begins(spared(self.met))}.",)
            if self.is_spared
            else (self._means(), self._ends(), self._most_lost())
        )
        return Description(self.ship.name, title, self._facts(), parts, [*notes_of([self])], flat=self.rows)

    def _facts(self) -> Mapping[str, Any]:
        """Return the exact answer for programs, with chances as fractions."""
        return {
            "ship": self.ship.name,
            "captain": self.captain.as_prices(),
            "cards": self.cards,
            "rivals": self.rivals,
            "company": self.company,
            "states": len(self.chances),
            "pruned": self.pruned,
            "harm": self.harm(),
            "is_spared": self.is_spared,
            "ending": self.endings,
            "mean": {metric: self.mean(metric) for metric in OF_CARDS.columns},
            "distribution": {metric: self.distribution(metric) for metric in OF_CARDS.columns},
            "lost_squares": [{"square": square, "chance": chance} for square, chance in self.lost_squares.items()],
        }

    def _as_met(self) -> Iterator[str]:
        """Yield the text of each card at level IV, followed by its printed text if the two differ."""
        for printed in self.met if self.ship.board.start is None else ():
            harder = card_as(printed.id, "IV", self.tables)
            better = "; when loading, one cube may be a colour better, or one more blue cube is taken"
            step = better if harder.goods_step else ""
            yield f"Card {printed.id} at level IV: {card_in_words(harder)}{step}."
            if card_in_words(printed) != card_in_words(harder):
                yield f"Card {printed.id} as printed: {card_in_words(printed)}."

    def _means(self) -> Table:
        """Return the table of expected values, the chances of each value, and harm."""
        rows = [
            Row(
                {"metric": metric.label, "expected": self.mean(metric.name), "values": compact(values)},
                explanation=metric.meaning if metric.in_legend else "",
            )
            for metric in OF_CARDS.listed
            for values in [self.distribution(metric.name)]
        ]
        harm = {"metric": "harm in credits", "expected": self.harm()}
        rows.append(Row(harm | {"values": HARM}, bold=True))
        return Table("", MEANS, rows)

    def _ends(self) -> Table:
        """Return the table of endings of the flight with their chances, without endings that cannot occur."""
        rows = [
            Row({"ending": "still flying" if name == "arrived" else METRICS[name].label, "chance": chance})
            for name, chance in self.endings.items()
            if chance or name == "arrived"
        ]
        return Table("", ENDS, rows)

    def _most_lost(self) -> Part:
        """Return the table of the squares most likely to be lost."""
        lost = sorted(((-chance, square) for square, chance in self.lost_squares.items() if chance))
        if not lost:
            return "No component is ever lost."
        rows = []
        for chance, (row, column) in lost[:MOST_LOST]:
            kind = in_words(self.ship.components[row, column].kind)
            rows.append(Row({"component": f"{kind} at row {row} column {column}", "chance": -chance}))
        return Table("", LOST, rows)


def spared(cards: Sequence[Card]) -> str:
    """Return a clause on cards that have no effect on a ship flying alone, and on how to meet them."""
    kinds = " and ".join(several(kind) for kind in sorted({card.kind for card in cards}))
    cure = f"add {named_setting('rivals', 'field')} to meet them among the reference ships of the board"
    return f"{NOT_STRUCK}, where {kinds} strike nobody; {cure}"


def notes_of(answers: Sequence[Exact]) -> Iterator[str]:
    """Yield the notes below exact answers on one ship."""
    first = answers[0]
    yield from own_editions([first.ship.board.edition])
    others = [card.id for card in first.replaced if any(card.id in one.cards for one in answers)]
    yield from others_than_printed(others)
    if isinstance(first.ship, Layout):
        yield from not_in_one_box([first.ship])
        yield from caveats_of_learning(first.ship.edition.level(home_level(first.ship)))
    if first.ship.board.start is None:
        joined = first.ship.joined
        yield (
            f"The dice joined {joined}."
            if joined
            else "The two dice that join the quarters are counted, too: all 36 ways."
        )
        yield from map(weak_source, (first.tables or fleet_tables()).caveats())
    shy = [card for one in answers for card in one.met if card.kind in kinds_sparing_lone_ships()]
    if not first.rivals and not shy:
        yield (
            "Flown alone, while `fly` and `cards` fly in the field by default: add "
            f"{named_setting('rivals', 'field')} here before you compare numbers."
        )
    if shy and not first.rivals and not (len(answers) == 1 and first.is_spared):
        yield f"{sentence_begins(spared(shy))}."
    pruned = max(one.pruned for one in answers)
    if pruned:
        yield warning(
            f"Outcomes with a chance of {percent(pruned)} together were dropped. Every chance may be that much too "
            f"low, and expected values leave them out. A larger {named_setting('budget')} keeps more of them."
        )


MEAN = places(expected, 2)
COLUMNS = (
    Column("cards", "card"),
    Column("kind", "kind", WORD),
    Column("components_lost", "compo-\nnents\nlost", MEAN),
    Column("crew_lost", "crew\nlost", MEAN),
    Column("batteries_spent", "bat-\nteries\nspent", MEAN),
    Column("goods_value", "goods\nvalue", MEAN, "credits that the goods aboard would sell for"),
    Column("credits", "credits", MEAN, "paid by the card, without goods"),
    Column("days", "days", MEAN, "spaces moved forward; below 0: moved back"),
    Column("ended", "flight\nends", CHANCE, "the chance that the flight is over after the card"),
    Column("harm", "harm", MEAN, HARM),
)


@dataclass(frozen=True, repr=False)
class Overview(Described):
    """Exact answers for several cards, each met by itself, in the order given."""

    answers: Sequence[Exact]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield rows with ship, card, metric, value and chance; the numbers of a route's cards are joined by commas."""
        for one in self.answers:
            card = ",".join(map(str, one.cards)) if len(one.cards) > 1 else one.cards[0]
            yield from ({"ship": one.ship.name, "card": card} | row for row in one.rows())

    def as_dict(self) -> list[dict[str, Any]]:
        """Return each exact answer in plain types."""
        return [one.as_dict() for one in self.answers]

    def description(self) -> Description:
        """Describe the cards: a row per group with the same effect; cards without effect on a lone ship come last."""
        first, alike = self.answers[0], dict[Card, list[Exact]]()
        for one in self.answers:
            alike.setdefault(one.met[0].unnumbered(), []).append(one)
        least = max(self.answers, key=lambda one: one.pruned)
        cards = f"{len(self.answers)} cards of a level {home_level(first.ship)} flight"
        title = f": {cards}, {first.who}, {least.precision}; expected values"
        rows = [_row(card, same) for card, same in alike.items() if not same[0].is_spared]
        without = [_row(card, same) for card, same in alike.items() if same[0].is_spared]
        without[:1] = [replace(row, above=f"{NOT_STRUCK}:") for row in without[:1]]
        table = Table("cards", COLUMNS, [*rows, *without], labels=2)
        return Description(first.ship.name, title, {}, (table,), [*notes_of(self.answers)], flat=self.rows)


def _row(card: Card, same: Sequence[Exact]) -> Row:
    one = same[0]
    cards = {"cards": numbers_in_words(other.cards[0] for other in same), "kind": kind_in_words(card)}
    if one.is_spared:
        return Row(cards)
    means = {metric: one.mean(metric) for metric in OF_CARDS.columns}
    return Row({**cards, **means, "ended": one.ended, "harm": one.harm()})


def exact(
    ship: ShipLike | Fleet,
    card: str | int | None = None,
    *,
    cards: Sequence[int | str] = (),
    rivals: RivalsLike = ALONE,
    captain: str | Captain = DEFAULT_CAPTAIN,
    start: int = 1,
    budget: int = BUDGET,
    tables: FleetTables | None = None,
    cards_file: str | Path | None = None,
) -> Exact:
    """Return the exact distribution over the states of a ship after one card or a short route.

    For a build of class IVC the two dice that join its quarters are enumerated too, unless a Fleet is given or the
    build's file says which quarters grow together. For a ship flying alone, combat zones and sabotage do nothing.

    Args:
        ship: a ship, the path of its file, or a fleet.
        card: a card by number (`28` or `"2007/28"`) or words; replaces `cards`.
        cards: cards of a route, in this order.
        rivals: "alone", "field" (the reference ships of the board), or ships. They fly under the default captain.
        captain: captain of the ship.
        start: place of the ship in the starting order, from 1.
        budget: largest number of states that are kept; `pruned` is the chance of the dropped ones.
        tables: tables of class IVC, None for the project's.
        cards_file: path of a table of cards that replace printed ones of the same number.

    Returns:
        Distributions of all metrics, with chances as fractions.

    Raises:
        AnalyzerError: for unknown cards, ships that cannot be launched, or a budget below 1.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> sum(analyzer.exact(ship, card="2007/8").distribution("components_lost").values())
    Fraction(1, 1)
    """
    ship = as_ship_or_fleet(ship)
    replaced = () if cards_file is None else load_cards(cards_file, ship.board.edition)
    edition = with_cards(ship.board.edition, replaced)
    named = cards if card is None else (card,)
    numbers = tuple(int(one) if _is_number(one) else card_number(one, edition) for one in named)
    if not numbers:
        raise AnalyzerError("no card: name one, e.g. 2007/28")
    build = None if isinstance(ship, Fleet) else ship
    joined = (ship.joined,) if ship.joined else ()
    texts = tables.texts if tables else ()
    route = Route(ship.board.edition, home_level(ship), cards=numbers, replaced=replaced, joined=joined, tables=texts)
    others = load_rivals(rivals, route.level_name, route.edition, [build] if build else [])
    faults = [fault for one in (build, *others) if one is not None for fault in unfit(one, route)]
    if isinstance(ship, Fleet) and not ship.starting:
        faults.append(f"{ship.name}: no ship of its fleet flies: each has no component or no human")
    if faults:
        raise AnalyzerError(faults)
    # Refuses more ships than fly together.
    route.places(0, 0, 1, 1 + len(others))
    captains = with_rivals([load_captain(captain)], len(others))
    if not others and start != 1:
        raise AnalyzerError(f"start {start}: alone there is one place: leave it out, or add {named_setting('rivals')}")
    first = whole_number(start, "start", 1, 1 + len(others)) - 1
    # Rivals take the other places in order.
    places = [first, *(place for place in range(1 + len(others)) if place != first)]
    met = [route.rules.cards[index] for index in route.deal(0, 0, 1)[0].tolist()]
    dice = EnumeratedDice(whole_number(budget, "budget", 1))
    ship_class = class_of(route)
    hulls = [ship.hull if build is None else ship_class.hulls(build, route)]
    hulls += [ship_class.hulls(rival, route) for rival in others]
    convoy = branch_through(hulls, captains, route.level, met, places, dice, list(route.outcomes.values()))
    return _answer(convoy, ship, captains[0], route, others, first, dice.pruned)


def exact_all(
    ship: ShipLike | Fleet,
    *,
    rivals: RivalsLike = ALONE,
    captain: str | Captain = DEFAULT_CAPTAIN,
    start: int = 1,
    budget: int = BUDGET,
    tables: FleetTables | None = None,
    cards_file: str | Path | None = None,
) -> list[Exact]:
    """Return the exact answer for every card that a flight of the ship's level can meet, the most harmful first.

    Each card is met alone.

    Args:
        ship: a ship, the path of its file, or a fleet.
        rivals: "alone", "field" (the reference ships of the board), or ships.
        captain: captain of the ship.
        start: place of the ship in the starting order, from 1.
        budget: largest number of states that are kept for each card.
        tables: tables of class IVC, None for the project's.
        cards_file: path of a table of cards that replace printed ones of the same number.

    Returns:
        One exact answer per card.

    Raises:
        AnalyzerError: for a ship that cannot be launched, or a budget below 1.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> all(sum(one.distribution("components_lost").values()) == 1 for one in analyzer.exact_all(ship))
    True
    """
    ship = as_ship_or_fleet(ship)
    level = ship.edition.level(home_level(ship))
    replaced = () if cards_file is None else load_cards(cards_file, ship.board.edition)
    cards = with_cards(ship.board.edition, replaced).cards
    dealt = [card for card in cards if level.may_reveal(card)]
    # Cards that differ in nothing but their numbers have the same answer, which is enumerated once.
    met: dict[Card, Exact] = {}
    for card in dealt:
        if card.unnumbered() not in met:
            met[card.unnumbered()] = exact(
                ship,
                card.id,
                rivals=rivals,
                captain=load_captain(captain),
                start=start,
                budget=budget,
                tables=tables,
                cards_file=cards_file,
            )
    answers = [replace(met[card.unnumbered()], cards=(card.id,)) for card in dealt]
    return sorted(answers, key=lambda one: (-one.harm(), one.cards))


def branch_through(
    hulls: Sequence[Flown],
    captains: Sequence[Captain],
    level: Level,
    cards: Sequence[Card],
    places: Sequence[int],
    dice: EnumeratedDice,
    rolls_of_36: Sequence[int] = (1,),
) -> Convoy:
    """Fly the cards in order with enumerated dice and return every outcome as a weighted flight of one convoy.

    Args:
        hulls: hulls of the ships, the ship asked about first.
        captains: captains of the ships.
        level: level of the flight.
        cards: cards in order.
        places: places of the ships in the starting order, from 0.
        dice: dice that branch the convoy at each roll, within a budget of states.
        rolls_of_36: number of rolls of two dice, of 36, that make each fleet of a build.
    """
    refuse_thinkers(captains)
    # One flight for each fleet that the two dice may make of a build, weighted by its rolls of 36.
    rolls_of_36 = rolls_of_36 if len(rolls_of_36) > 1 else (1,)
    which = np.arange(len(rolls_of_36))
    seats = [seat([one], which.size, which) for one in hulls]
    convoy = launch(seats, captains, level, which, np.repeat(np.array(places)[:, None], which.size, axis=1))
    convoy.formation.set_out(convoy)
    weigh(convoy, rolls_of_36)
    convoy.state.spent = np.zeros((len(seats), which.size), np.int16)
    for slot, card in enumerate(cards):
        convoy.slot, convoy.cards_left = slot, len(cards) - slot - 1
        check_before_card(convoy, len(cards) - slot)
        resolve(convoy, card, dice)
        # Charges that rivals spent are not reported. Without them, more states are equal and can be merged.
        convoy.state.spent[1:] = 0
        dice.gather(convoy)
    return convoy


def _is_number(card: str | int) -> bool:
    """Return whether a card is given as digits, e.g. `28`."""
    return isinstance(card, str) and card.isascii() and card.isdigit() and len(card) <= LONGEST


def _answer(
    convoy: Convoy,
    ship: Layout | Fleet,
    captain: Captain,
    route: Route,
    rivals: Sequence[Layout],
    first: int,
    pruned: Fraction,
) -> Exact:
    """Return the exact answer from the weighted flights of a convoy.

    Args:
        convoy: weighted flights after the last card.
        ship: the ship or fleet.
        captain: its captain.
        route: route of the cards.
        rivals: the other ships.
        first: place of the ship in the starting order, from 0.
        pruned: chance of the states that the dice dropped.
    """
    state, wrecks = convoy.state, convoy.wrecks
    # Weights are whole numbers over 36**rolled. Dropped states count towards the whole, so chances stay lower bounds.
    total = PAIRS ** int(state.rolled.max())
    whole = sum(int(weight) for weight in state.weight) + pruned * total
    hull_of = wrecks.hulls_of(state.wreck[..., 0, :])
    crew, charges = (wrecks.stack.array(f"tokens.{sort}").take(hull_of) for sort in ("crew", "charges.full"))
    cubes = np.bitwise_count(state.goods[:, 0]).astype(np.int64) + state.set_aside[:, 0]
    # Components of ships that left the fleet are withdrawn, not lost.
    lost = wrecks.stack.array("occupied")[:, 0].take(hull_of) & ~(state.alive[0] | state.withdrawn[0])
    spent = state.spent[0].astype(np.int64)
    columns = {
        "components_lost": count(lost),
        "crew_lost": count(crew) - count(state.crew[0]),
        "batteries_spent": spent,
        "batteries_lost": count(charges) - count(state.charge[0]) - spent,
        "goods": cubes.sum(axis=0),
        "goods_value": np.array(ship.edition.good_values) @ cubes,
        "credits": state.bounty[0],
        "days": state.position[0] - route.level.starts[first],
        "ending": state.ending[0],
    }
    return Exact(
        ship,
        captain,
        route.cards,
        tuple(rival.name for rival in rivals),
        chances=tuple(Fraction(int(weight)) / whole for weight in state.weight),
        columns={name: tuple(column.tolist()) for name, column in columns.items()},
        lost=tuple(lost.tolist()),
        pruned=pruned * total / whole,
        company=company_of(rivals, route.level_name, route.edition),
        start=first + 1,
        tables=route.fleet_tables,
        replaced=route.replaced,
    )
