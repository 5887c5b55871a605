"""Exact chances that a hazard damages an intact ship, by hazard, side and line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from analyzer.answers.description import Collection, Column, Described, Description, Form, Lines, Row, Table, in_words
from analyzer.errors import AnalyzerError, one_of
from analyzer.trucker.cards.caveats import caveats_of_learning, caveats_of_tables
from analyzer.trucker.cards.coming import IncomingHazard, hazards_of_route, home_route
from analyzer.trucker.cards.route import Route
from analyzer.trucker.fleets.fleet import Fleet
from analyzer.trucker.fleets.of_build import as_ship_or_fleet
from analyzer.trucker.fleets.tables import FleetTables
from analyzer.trucker.flight.dice import PAIRS
from analyzer.trucker.questions.strike import HAZARDS, carried, strike
from analyzer.trucker.sayings.phrases import many
from analyzer.trucker.ship.component import SIDE_NAMES, Side, Square, side_named, throws_of
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike

ROLLS = range(2, 13)
"""Sums that two dice can show."""
OF_36 = Form(lambda chance: str(int(chance * PAIRS)))
"""Format of a chance as a number of rolls, of 36."""
COLUMNS = (
    Column("hazard", "hazard"),
    Column("side", "from"),
    Column("chance", "of 36", OF_36, "how many of the 36 rolls of two dice do damage"),
    Column("chance_unpowered", "empty", OF_36, "how many of the 36 rolls do damage when no charge is left"),
    Column(
        "a_flight",
        "comes",
        Form(lambda number: f"{float(number):.2f}" if number else "never"),
        "how many the cards send in a flight, on average; never: no card sends one",
    ),
    Column(
        "damage_a_flight",
        "damage",
        Form(lambda number: f"{float(number):.2f}" if number else "-"),
        "how many of those do damage while the ship is intact",
    ),
    Column("damage_a_flight_unpowered"),
    Column("cards", flat=None),
    *(Column(str(roll), str(roll), Form(str), flat=None, in_json=False) for roll in ROLLS),
)
SIGNS = {"miss": ".", "bounced": "o", "shielded": "s", "shot_down": "c"}
"""One-character sign of each outcome without losses."""
LEGEND = Lines(
    (
        "fire: only truckers who lose to the enemy are shot at, so these numbers are upper limits",
        "2 to 12: what each roll of the dice does",
        ". flies past   o bounces off   s shield for 1 charge   c cannon",
        "b double cannon for 1 charge   1, 2, ... components lost",
    )
)
WORST = 3
"""Number of worst hazards that a sentence names."""


@dataclass(frozen=True, slots=True)
class Line:
    """Outcome of one hazard along one column (from front or rear) or row (from right or left).

    Attributes:
        hazard: name of the hazard.
        side: name of the side it comes from.
        roll: dice sum, which is the number of the column or row.
        ways: number of rolls of two dice, of 36, with that sum.
        square: square of the component in its way, None for a miss.
        outcome: miss, bounced, shielded, shot_down or destroyed.
        batteries_spent: 0 or 1.
        lost: squares emptied by the hazard, in reading order.
        outcome_unpowered: outcome without batteries.
        lost_unpowered: squares emptied by the hazard without batteries.
    """

    hazard: str
    side: str
    roll: int
    ways: int
    square: Square | None
    outcome: str
    batteries_spent: int
    lost: tuple[Square, ...]
    outcome_unpowered: str
    lost_unpowered: tuple[Square, ...]

    @property
    def sign(self) -> str:
        """Outcome as one character, or as the number of components lost."""
        if self.lost:
            return str(len(self.lost))
        return "b" if self.batteries_spent and self.outcome == "shot_down" else SIGNS[self.outcome]


@dataclass(frozen=True, repr=False)
class HazardTable(Described, Collection):
    """Outcomes of every single hazard against an intact ship, for each column and row from which it may come.

    Attributes:
        ship: the ship or fleet.
        batteries: charges that it has.
        outcomes: outcome of each hazard in each line, i.e. column or row.
        route: route whose cards determine how often each hazard comes.
    """

    ITEMS: ClassVar = "outcomes"

    ship: Layout | Fleet
    batteries: int
    outcomes: tuple[Line, ...]
    route: Route

    @cached_property
    def coming(self) -> Mapping[tuple[str, str], IncomingHazard]:
        """Frequency of each hazard from each side on the route, by hazard and side."""
        return hazards_of_route(self.route)

    def lines(self, hazard: str, side: str | Side) -> tuple[Line, ...]:
        """Return the lines of one hazard from one side, from 2 to 12; raise AnalyzerError for unknown names."""
        if hazard not in HAZARDS:
            raise AnalyzerError(f"no hazard {hazard!r}: {one_of(hazard, HAZARDS)}")
        name = SIDE_NAMES[side_named(side)]
        return tuple(line for line in self.outcomes if (line.hazard, line.side) == (hazard, name))

    def chance(self, hazard: str, side: str | Side, powered: bool = True) -> Fraction:
        """Return the exact chance that a hazard destroys something, over the 36 rolls of two dice.

        Args:
            hazard: name of the hazard.
            side: the side it comes from.
            powered: whether the ship has its batteries.

        Raises:
            AnalyzerError: for an unknown hazard or side.
        """
        hit = (line.ways for line in self.lines(hazard, side) if (line.lost if powered else line.lost_unpowered))
        return Fraction(sum(hit), PAIRS)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per hazard and side with its exact chances of damage, with batteries and without any.

        `a_flight` is the mean number of such hazards in a flight (an upper bound for shots, see `IncomingHazard`).
        `damage_a_flight` is the mean number that do damage while the ship is intact, with its batteries and without.
        """
        return [self._row(hazard, side) for hazard in HAZARDS for side in SIDE_NAMES]

    def worst(self, certain: bool = True) -> list[dict[str, Any]]:
        """Return the rows of hazards that do damage, those with the most damage in a flight first.

        Args:
            certain: True for meteors, which threaten every ship in flight; False for shots, which only some ships face.
        """
        rows = [row for row in self.rows() if self.coming[row["hazard"], row["side"]].is_certain == certain]
        return sorted((row for row in rows if row["damage_a_flight"]), key=lambda row: -row["damage_a_flight"])

    def _row(self, hazard: str, side: str) -> dict[str, Any]:
        """Return the chances and frequencies of one hazard from one side."""
        powered, unpowered = (self.chance(hazard, side, powered=charged) for charged in (True, False))
        comes = self.coming[hazard, side].a_flight
        return {
            "hazard": hazard,
            "side": side,
            "chance": powered,
            "chance_unpowered": unpowered,
            "a_flight": comes,
            "damage_a_flight": comes * powered,
            "damage_a_flight_unpowered": comes * unpowered,
        }

    def description(self) -> Description:
        """Describe the hazards: a row per hazard and side, with chances as shares, in JSON as fractions too."""
        flaws = len(self.ship.flaws())
        facts = {
            "ship": self.ship.name,
            "batteries": self.batteries,
            "flaws": flaws,
            "route": self.route.title,
            "outcomes": self.outcomes,
        }
        target = f"fleet ({self.ship.joined} joined)" if self.ship.joined else "ship"
        charges = many(self.batteries, "charge")
        title = f": one hazard alone against the intact {target}, {charges}, {self.route.title}; exact"
        flawed = [f"This ship has {many(flaws, 'flaw')}: it cannot be flown like this."] * bool(flaws)
        table = Table("chances", COLUMNS, [self._described(row) for row in self.rows()], labels=2)
        notes = [*self.route.notes(), *caveats_of_learning(self.route.level), *caveats_of_tables(self.route)]
        return Description(self.ship.name, title, facts, (*flawed, table, *self._most_damage(), LEGEND), notes)

    def _described(self, row: dict[str, Any]) -> Row:
        hazard, side = row["hazard"], row["side"]
        signs = {str(line.roll): line.sign for line in self.lines(hazard, side)}
        cards = self.coming[hazard, side].cards
        return Row({**row, "cards": cards, **signs}, faint=not row["a_flight"])

    def _most_damage(self) -> Iterator[str]:
        """Yield a sentence on the meteors that do the most damage, and one on the shots, which need not come."""
        for certain, label in ((True, "Most hits with damage in a flight"), (False, "By cannon fire, at most")):
            worst = (
                f"{in_words(row['hazard'])} from the {row['side']} {float(row['damage_a_flight']):.2f}"
                for row in self.worst(certain)[:WORST]
            )
            yield f"{label}: {', '.join(worst) or 'none'}."


def hazard_table(
    ship: ShipLike | Fleet,
    batteries: int | Sequence[int] | None = None,
    *,
    learning: bool = False,
    cards: Sequence[int] = (),
    cards_file: str | Path | None = None,
    tables: FleetTables | None = None,
) -> HazardTable:
    """Return the exact outcomes of every hazard from every side against an intact ship.

    Flawed ships are taken as they are. Frequencies of hazards are those of flights at the level of the ship's board.

    Args:
        ship: a ship, the path of its file, or a fleet of class IVC. A build is no fleet: make one with `fleet` first.
        batteries: charges of the ship, or of each ship of a fleet; all it carries if None.
        learning: whether hazards come as in the learning flight.
        cards: numbers of cards that send the hazards, instead of a deck.
        cards_file: path of a table of cards that replace printed ones of the same number.
        tables: tables of class IVC, None for the project's.

    Returns:
        Outcomes and exact chances, with the ship's batteries and without any.

    Raises:
        AnalyzerError: for batteries outside 0 to 64.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> hazard_table(ship).chance("large_meteor", "front")
    Fraction(5, 36)
    """
    ship = as_ship_or_fleet(ship)
    route = home_route(ship, learning, cards, cards_file, tables)
    lines = [_line(ship, hazard, side, roll, batteries) for hazard in HAZARDS for side in SIDE_NAMES for roll in ROLLS]
    have = carried(ship) if batteries is None else batteries
    return HazardTable(ship, sum(have) if isinstance(have, Sequence) else have, tuple(lines), route)


def _line(ship: Layout | Fleet, hazard: str, side: str, roll: int, batteries: int | Sequence[int] | None) -> Line:
    """Return the outcome of a hazard along one line, with and without batteries."""
    none = [0] * len(ship.ships) if isinstance(ship, Fleet) else 0
    powered, unpowered = (strike(ship, hazard, side, roll, charged) for charged in (batteries, none))
    return Line(
        hazard,
        side,
        roll,
        throws_of(roll),
        powered.square,
        powered.outcome,
        powered.batteries_spent,
        powered.lost,
        unpowered.outcome,
        unpowered.lost,
    )
