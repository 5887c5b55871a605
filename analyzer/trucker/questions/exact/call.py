"""Exact answers over one card or a short route: every roll is branched, no sampling error is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.answers.metrics import Metrics
from analyzer.answers.shown import Shown
from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.captains.captainfile import load_captain
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.launching import Flown, launch, seat
from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.edition import Card, Level
from analyzer.trucker.fleets.class_ivc import class_of
from analyzer.trucker.fleets.fleet import Fleet
from analyzer.trucker.fleets.tables import FleetTables
from analyzer.trucker.flight.dice import PAIRS
from analyzer.trucker.flight.enumerated import BUDGET, EnumeratedDice, weigh
from analyzer.trucker.flight.flight import resolve
from analyzer.trucker.flight.giving_up import check_before_card
from analyzer.trucker.launchable import unfit
from analyzer.trucker.metrics import OF_CARDS
from analyzer.trucker.rivals import ALONE, RivalsLike, company_of, load_rivals, with_rivals
from analyzer.trucker.ship.bitboard import count, positions
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.layout import Layout

if TYPE_CHECKING:
    import pandas as pd

Distribution = dict[int, Fraction]


@dataclass(frozen=True, repr=False)
class Exact(Shown):
    """The exact state of one ship after a card or a route: `states` equally described ends with their chances.

    Metrics (whole numbers): components_lost, crew_lost, batteries_spent since launch; goods, goods_value aboard;
    credits paid by cards; days moved. `pruned` is the chance of states that were dropped to stay within the budget:
    every chance here lies within that much of the truth, and 0 means exact. `company`: against whom it met the cards.
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

    def heading(self) -> str:
        """Which ship met which cards, and how sure it is."""
        sure = f"every chance within {float(self.pruned):.2g} of the truth" if self.pruned else "exact"
        cards = ", ".join(map(str, self.cards))
        return (
            f"{self.ship.name}, card{'s' * (len(self.cards) > 1)} {cards}, {self.captain.name}, {self.company}: {sure}"
        )

    def shown_metrics(self) -> Metrics:
        """What is told of cards."""
        return OF_CARDS

    def distribution(self, metric: str) -> Distribution:
        """The chance of every value of a metric; raises AnalyzerError for an unknown one."""
        if metric not in self.columns:
            raise AnalyzerError(f"no metric {metric!r}: {one_of(metric, self.columns)}")
        found: Distribution = {}
        for value, chance in zip(self.columns[metric], self.chances, strict=True):
            found[value] = found.get(value, Fraction(0)) + chance
        return dict(sorted(found.items()))

    def mean(self, metric: str) -> Fraction:
        """The expected value of a metric."""
        return sum((value * chance for value, chance in self.distribution(metric).items()), Fraction(0))

    @cached_property
    def endings(self) -> dict[str, Fraction]:
        """The chance that the flight has ended by now, by cause; `arrived` stands for still flying."""
        found = self.distribution("ending")
        return {name: found.get(i, Fraction(0)) for i, name in enumerate(ENDINGS)}

    @cached_property
    def lost_squares(self) -> dict[Square, Fraction]:
        """For each component the chance that it is lost."""
        squares = self.ship.hull.squares
        found = dict.fromkeys(self.ship.components, Fraction(0))
        for lost, chance in zip(self.lost, self.chances, strict=True):
            for position in positions(lost):
                found[squares[position]] += chance
        return found

    def harm(self) -> Fraction:
        """What the captain expects to lose on balance, in credits: his prices for what goes, less what comes in.

        All crew count at the price of a human.
        """
        captain = self.captain
        prices = {"components_lost": captain.component, "crew_lost": captain.human, "batteries_spent": captain.battery}
        prices |= {"goods_value": -100, "credits": -100, "days": -captain.day}
        ended = 1 - self.endings["arrived"] - self.pruned
        return (sum(price * self.mean(name) for name, price in prices.items()) + captain.stay * ended) / 100

    def table(self) -> pd.DataFrame:
        """A tidy table: metric, value, chance."""
        import pandas as pd

        rows = [
            {"metric": metric, "value": value, "chance": float(chance)}
            for metric in OF_CARDS.columns
            for value, chance in self.distribution(metric).items()
        ]
        return pd.DataFrame(rows)

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types; chances as decimal numbers and as fractions."""
        return {
            "ship": self.ship.name,
            "captain": self.captain.as_prices(),
            "cards": list(self.cards),
            "rivals": list(self.rivals),
            "company": self.company,
            "states": len(self.chances),
            "pruned": as_decimal_and_fraction(self.pruned),
            "harm": as_decimal_and_fraction(self.harm()),
            "ending": {name: as_decimal_and_fraction(chance) for name, chance in self.endings.items()},
            "mean": {metric: as_decimal_and_fraction(self.mean(metric)) for metric in OF_CARDS.columns},
            "distribution": {
                metric: {value: as_decimal_and_fraction(chance) for value, chance in self.distribution(metric).items()}
                for metric in OF_CARDS.columns
            },
            "lost_squares": [
                {"square": list(square), "chance": as_decimal_and_fraction(chance)}
                for square, chance in self.lost_squares.items()
            ],
        }


def exact(
    ship: Layout | Fleet,
    card: str | int | None = None,
    *,
    cards: Sequence[int] = (),
    rivals: RivalsLike = ALONE,
    captain: str | Captain = "sensible",
    start: int = 1,
    budget: int = BUDGET,
    tables: FleetTables | None = None,
) -> Exact:
    """The exact distribution over one card (`28` or `"2007/28"`) or a short route of cards in this order.

    Of a build of class IVC the two dice that join its quarters are counted too; a Fleet is one of their results, and
    so is a build whose file says what grows together. `tables`: those of class IVC, where they are not ours.

    `rivals`: "alone", "field" (the reference ships of the board), or ships; they fly along under the sensible captain,
    and the ship starts at place `start`. Alone, combat zones and sabotage do nothing. At most `budget` states are kept;
    what is dropped is told in `pruned`.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> sum(analyzer.exact(ship, card="2007/8").distribution("components_lost").values())
    Fraction(1, 1)

    Raises AnalyzerError for unknown cards, ships that cannot be launched, or a budget below 1.
    """
    numbers = tuple(cards) if card is None else (card_number(card, ship.board.edition),)
    if not numbers:
        raise AnalyzerError("no card: name one, as 2007/28")
    build = None if isinstance(ship, Fleet) else ship
    joined = (ship.joined,) if ship.joined else ()
    route = Route(
        ship.board.edition, home_level(ship), cards=numbers, joined=joined, tables=tables.texts if tables else ()
    )
    others = load_rivals(rivals, route.level_name, route.edition)
    faults = [fault for one in (build, *others) if one is not None for fault in unfit(one, route)]
    if isinstance(ship, Fleet) and not ship.starting:
        faults.append(f"{ship.name}: no ship of its fleet flies: each is not begun or carries no human")
    if faults:
        raise AnalyzerError(faults)
    route.places(0, 0, 1, 1 + len(others))
    captains = with_rivals([load_captain(captain)], len(others))
    first = whole_number(start, "start", 1, 1 + len(others)) - 1
    places = [first, *(place for place in range(1 + len(others)) if place != first)]
    met = [route.rules.cards[index] for index in route.deal(0, 0, 1)[0].tolist()]
    dice = EnumeratedDice(whole_number(budget, "budget", 1))
    ship_class = class_of(route)
    flown = [ship.hull if build is None else ship_class.flown(build, route)]
    flown += [ship_class.flown(rival, route) for rival in others]
    convoy = branch_through(flown, captains, route.level, met, places, dice, list(route.outcomes.values()))
    started = route.level.starts[first]
    return _described(convoy, ship, captains[0], route, others, started, dice.pruned)


def exact_all(
    ship: Layout | Fleet,
    *,
    rivals: RivalsLike = ALONE,
    captain: str | Captain = "sensible",
    start: int = 1,
    budget: int = BUDGET,
    tables: FleetTables | None = None,
) -> list[Exact]:
    """Every card that a flight of the ship's level can meet, each alone as by `exact`, the most harmful first.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> all(sum(one.distribution("components_lost").values()) == 1 for one in analyzer.exact_all(ship))
    True
    """
    level = ship.edition.level(home_level(ship))
    dealt = [card for card in ship.edition.cards if level.may_reveal(card)]
    met: dict[Card, Exact] = {}
    for card in dealt:
        if card.unnumbered() not in met:
            met[card.unnumbered()] = exact(
                ship, card.id, rivals=rivals, captain=load_captain(captain), start=start, budget=budget, tables=tables
            )
    found = [replace(met[card.unnumbered()], cards=(card.id,)) for card in dealt]
    return sorted(found, key=lambda one: (-one.harm(), one.cards))


def branch_through(
    flown: Sequence[Flown],
    captains: Sequence[Captain],
    level: Level,
    cards: Sequence[Card],
    places: Sequence[int],
    dice: EnumeratedDice,
    ways: Sequence[int] = (1,),
) -> Convoy:
    """All that can come of flying those cards in order, as the weighted flights of a convoy.

    `places` are the ships' places in the starting order, from 0; `ways`: how often the dice make each of the fleets
    that a build may become.
    """
    ways = ways if len(ways) > 1 else (1,)
    which = np.arange(len(ways))
    seats = [seat([one], which.size, which) for one in flown]
    convoy = launch(seats, captains, level, which, np.repeat(np.array(places)[:, None], which.size, axis=1))
    convoy.formation.set_out(convoy)
    weigh(convoy, ways)
    for slot, card in enumerate(cards):
        convoy.slot, convoy.cards_left = slot, len(cards) - slot - 1
        check_before_card(convoy, len(cards) - slot)
        resolve(convoy, card, dice)
        dice.gather(convoy)
    return convoy


def card_number(card: str | int, edition: str) -> int:
    """The number in `2007/28` or `28`; raises AnalyzerError for anything else."""
    words = str(card).split("/")
    if len(words) > 2 or not words[-1].isascii() or not words[-1].isdigit() or len(words[-1]) > 9:
        raise AnalyzerError(f"card {str(card)[:40]!r}: give edition and number, as 2007/28")
    if len(words) == 2 and words[0] != edition:
        raise AnalyzerError(f"card {card!r}: the ship is of the {edition} edition: use {edition}/{words[1]}")
    return int(words[-1])


def _described(
    convoy: Convoy,
    ship: Layout | Fleet,
    captain: Captain,
    route: Route,
    rivals: Sequence[Layout],
    started: int,
    pruned: Fraction,
) -> Exact:
    state, wrecks = convoy.state, convoy.wrecks
    total = PAIRS ** int(state.rolled.max())
    whole = sum(int(weight) for weight in state.weight) + pruned * total
    hull_of = wrecks.hull_of.take(state.wreck[0])
    crew, charges = (wrecks.stack.array(f"tokens.{sort}").take(hull_of) for sort in ("crew", "charges.full"))
    cubes = np.bitwise_count(state.goods[:, 0]).astype(np.int64) + state.aside[:, 0]
    lost = wrecks.stack.array("whole")[:, 0].take(hull_of) & ~(state.alive[0] | state.withdrawn[0])
    columns = {
        "components_lost": count(lost),
        "crew_lost": count(crew) - count(state.crew[0]),
        "batteries_spent": count(charges) - count(state.charge[0]),
        "goods": cubes.sum(axis=0),
        "goods_value": np.array(ship.edition.good_values) @ cubes,
        "credits": state.bounty[0],
        "days": state.position[0] - started,
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
    )


def as_decimal_and_fraction(chance: Fraction) -> dict[str, float | str]:
    """A fraction for JSON: as a decimal number and exactly."""
    return {"value": float(chance), "exact": str(chance)}
