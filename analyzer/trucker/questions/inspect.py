"""Inspection of a ship, a build or a position before it flies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from analyzer.answers.description import (
    COUNT,
    TEXT,
    WORD,
    Column,
    Described,
    Description,
    Drawing,
    Form,
    LabelledLines,
    Part,
    Row,
    Table,
)
from analyzer.answers.description import in_words as noun_in_words
from analyzer.answers.numbers import join_names
from analyzer.errors import named_setting
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.captains import CREW_TYPES
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.cards.caveats import caveats_of_learning, weak_source
from analyzer.trucker.cards.coming import home_route
from analyzer.trucker.cards.rest import to_come, unmet
from analyzer.trucker.edition import GOODS, Card
from analyzer.trucker.fleets.facts import BuildFacts, FleetFacts, ShipOfFleet, inspect_build
from analyzer.trucker.fleets.fleet import FALLS_OFF, quarters_in_words
from analyzer.trucker.fleets.tables import FleetTables, fleet_tables
from analyzer.trucker.position.experiment import as_plain
from analyzer.trucker.position.position import Position, ShipInFlight
from analyzer.trucker.sayings.phrases import at, crew, in_words, listed, many, printed_level
from analyzer.trucker.ship.component import SIDE_NAMES, Square, throws_of
from analyzer.trucker.ship.cures import Cure, cures, home_for
from analyzer.trucker.ship.cures import repair as without_flaws
from analyzer.trucker.ship.facts import ShipFacts, Threat, inspect_ship
from analyzer.trucker.ship.flaws import Flaw
from analyzer.trucker.ship.layout import Layout

WEAKEST = 3
"""Number of weak points that the inspection names."""


def title_of(facts: ShipFacts) -> str:
    """Return edition, board and size of a ship as text to follow its name."""
    return f"{facts.edition}, board {facts.board}, {many(facts.components, 'component')}"


def labelled(facts: ShipFacts) -> Mapping[str, str]:
    """Return the texts of the inspection by label, except flaws, meteors and weak points."""
    lacking = {"Not in the box": "\n".join(map(str, facts.missing_from_box))} if facts.missing_from_box else {}
    reserve = {"In reserve": f"{many(facts.reserve, 'component')}, charged as lost"} if facts.reserve else {}
    return {
        **lacking,
        **reserve,
        "Exposed": _exposed(facts),
        "Cannons": _strengths(facts.cannon_strengths, facts.cannon_strengths_with_alien, "purple"),
        "Engines": _strengths(facts.engine_strengths, facts.engine_strengths_with_alien, "brown"),
        "Batteries": _batteries(facts),
        "Crew": _crew(facts),
        "Containers": f"{facts.containers} normal, {facts.special_containers} special",
        "Shields": f"cover {join_names(facts.shielded_sides)}" if facts.shielded_sides else "none",
    }


def weakest(facts: ShipFacts) -> Iterator[str]:
    """Yield a clause on each of the components whose loss breaks off the most others."""
    for weak in facts.weak_points[:WEAKEST]:
        yield f"the {in_words(weak.kind)} at {at(weak.square)} takes {many(weak.others, 'other')} with it"


def _exposed(facts: ShipFacts) -> str:
    """Return the number of exposed connectors and the squares that have them, in words."""
    if not facts.exposed:
        return "no connectors"
    places = [at(square) + (f"x{open_}" if open_ > 1 else "") for square, open_ in facts.exposed.items()]
    return f"{many(facts.exposed_connectors, 'connector')}: {' '.join(places)}"


def _strengths(bare: Sequence[float], with_alien: Sequence[float] | None, colour: str) -> str:
    """Format the strengths for 0, 1, 2, ... charges spent, e.g. `2, 4 with 1 charge`.

    If the alien changes them, the strengths with it are followed by a line of those without it.
    """
    if with_alien is None or with_alien == bare:
        return _by_batteries(bare)
    return f"{_by_batteries(with_alien)}\n{_by_batteries(bare)} if the {colour} alien is lost"


def _by_batteries(strengths: Sequence[float]) -> str:
    """Format strengths, given for 0, 1, 2, ... batteries spent."""
    first, *others = (f"{strength:g}" for strength in strengths)
    return first + "".join(f", {strength} with {many(n, 'charge')}" for n, strength in enumerate(others, 1))


def _batteries(facts: ShipFacts) -> str:
    doubles = len(facts.cannon_strengths) + len(facts.engine_strengths) - 2
    idle = not facts.batteries and (doubles or facts.shielded_sides)
    return "none: shields and doubles do nothing" if idle else str(facts.batteries or "none")


def _crew(facts: ShipFacts) -> str:
    """List the crew aboard, and free cabins where aliens could live."""
    aboard = [many(facts.humans, "human")] + [f"{colour} alien in {at(home)}" for colour, home in facts.aliens.items()]
    free = {square: colours for square, colours in facts.alien_cabins.items() if square not in facts.aliens.values()}
    homes = ", ".join(f"{' or '.join(colours)} in {at(square)}" for square, colours in free.items())
    return ", ".join(aboard) + (f"\ncabins for aliens: {homes}" if homes else "")


DRAW = "analyzer.trucker.drawing.draw:draw_removed"


def lines(rolls: Sequence[int]) -> str:
    """Format dice sums, with ranges for three or more in a row, and the number of rolls of 36: `4-6, 9 (16)`."""
    return f"{', '.join(_ranges(rolls))} ({sum(map(throws_of, rolls))})" if rolls else "-"


def _ranges(rolls: Sequence[int]) -> Iterator[str]:
    """Yield dice sums as text: three or more consecutive sums as a range such as `4-6`, other sums one by one."""
    runs: list[list[int]] = []
    for roll in rolls:
        if runs and runs[-1][-1] == roll - 1:
            runs[-1].append(roll)
        else:
            runs.append([roll])
    for run in runs:
        yield f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run))


def _damage(damage: tuple[float, float]) -> str:
    """Format the mean number of damaging meteors in a flight: with batteries, and without if that differs."""
    charged, empty = (f"{hits:.2f}" for hits in damage)
    return charged if charged == empty else f"{charged} to {empty}"


LINES = Form(lines, is_number=False)
"""Format that shows dice sums as the lines they hit, e.g. `4-6, 9 (16)`."""
METEORS = (
    Column("size", "size", WORD),
    Column("side", "from", WORD),
    Column(
        "a_flight",
        "per flight",
        Form(lambda number: f"{number:.2f}" if number else "never"),
        "how many such meteors the cards send in a flight, on average; never: no card sends one",
    ),
    Column(
        "undefended",
        "no defence",
        LINES,
        "columns or rows in which a hit does damage whatever you do; in brackets how many of the 36 rolls hit there",
    ),
    Column(
        "needs_battery",
        "charge needed",
        LINES,
        "columns or rows in which only a shield or double cannon with a charge helps",
    ),
    Column(
        "damage",
        "damage per flight",
        Form(_damage),
        "hits that do damage in a flight while the ship is intact, on average; a range: with all charges, and with "
        "none",
        flat=lambda name, damage: dict(zip((name, f"{name}_unpowered"), damage or (0.0, 0.0), strict=True)),
    ),
)


@dataclass(frozen=True, repr=False)
class InspectedShip(Described):
    """Answer of `inspect` for a ship: the ship and its facts.

    Attributes:
        layout: the ship, after a repair if one was asked for.
        facts: facts of that ship.
        filed: the ship before the repair.
        removed: squares that the repair emptied, or None without a repair.
    """

    BY_SHIP: ClassVar = True

    layout: Layout
    facts: ShipFacts
    filed: Layout
    removed: tuple[Square, ...] | None = None

    @cached_property
    def cures(self) -> Mapping[Flaw, Cure | None]:
        """Cheapest cure of each flaw, or None if no single change mends it."""
        return cures(self.layout)

    def description(self) -> Description:
        """Describe the ship: its drawing, its facts, and how often meteors come and hit."""
        title = f" ({title_of(self.facts)}{', mended' if self.removed else ''})"
        weak = {"Weak points": "\n".join(weakest(self.facts)) or "none: no component takes another with it"}
        words = LabelledLines({**self._mending(), **labelled(self.facts), **weak})
        drawing = Drawing("", DRAW, (self.layout, self.removed or ()))
        heading = f"Meteors of {self.facts.route.title}, and the lines (columns or rows) in which they hit"
        meteors = Table("", METEORS, [*map(self._row, self.facts.worst_first())], heading, labels=2, column_gap=2)
        return Description(self.facts.name, title, self._facts(), (drawing, words, meteors))

    def _row(self, threat: Threat) -> Row:
        comes = float(self.facts.coming[threat.hazard, threat.side].a_flight)
        values = asdict(threat) | {"size": threat.hazard.removesuffix("_meteor"), "a_flight": comes}
        damage = self.facts.damage_a_flight(threat) if comes else None
        return Row(values | {"damage": damage}, faint=not comes)

    def _mending(self) -> Mapping[str, str]:
        """Return the texts on components that the repair removed, and on each flaw with its cheapest cure."""
        parts = self.filed.components
        gone = [f"the {in_words(parts[square].kind)} at {at(square)}" for square in self.removed or ()]
        gone += [f"the {colour} alien stays at home" for colour in self._left_at_home()]
        taken = {} if self.removed is None else {"Taken off": "\n".join(gone) or "nothing: the ship had no flaws"}
        flaws = [
            f"{flaw}\n  " + (f"cure: {cure}" if cure else "no single change mends it")
            for flaw, cure in self.cures.items()
        ]
        if flaws and self.removed is None:
            flaws.append(
                f"{named_setting('repair', True)} takes off as few components as possible and shows what is left"
            )
        return {**taken, "Flaws": "\n".join(flaws) or "none"}

    def _facts(self) -> dict[str, Any]:
        """Return the facts for programs, with the cures of flaws and the squares that a repair emptied."""
        facts = self.facts.as_dict()
        for flaw, cure in zip(facts["flaws"], self.cures.values(), strict=True):
            flaw["cure"] = cure
        mended = {"removed": self.removed, "left_at_home": self._left_at_home()}
        return facts if self.removed is None else facts | mended

    def _left_at_home(self) -> list[str]:
        """Return the colours of the aliens that the repair leaves at home."""
        return [colour for colour in self.filed.aliens if colour not in self.layout.aliens]


def _between(strengths: tuple[float, float]) -> str:
    low, high = strengths
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


PLAIN = Form(str)
STRENGTHS = (
    Column(
        "engines",
        "engines",
        Form(_between),
        "strength with no charge, and with all charges; a fleet is as fast as its slowest ship",
    ),
    Column("cannons", "cannons", Form(_between), "strength with no charge, and with all charges"),
)
FLEETS = (
    Column("joined", "joined", WORD, "borders that grew together: F front, B behind, L left, R right"),
    Column("layout", "layout"),
    Column("ways", "chance", Form(lambda ways: str(Fraction(ways, 36)) if ways else "never")),
    Column("ships", "components", Form(lambda ships: " + ".join(str(ship.components) for ship in ships)), flat=None),
    *STRENGTHS,
    Column("exposed", "exposed", PLAIN, "exposed connectors"),
    Column("flaws", "flaws", Form(lambda flaws: str(len(flaws) or "-")), flat=lambda name, flaws: {name: len(flaws)}),
    Column("leaves", "leaves at once", WORD, "ships that do not start, and why"),
)
SHIPS = (
    Column("quarters", "ship", Form(quarters_in_words, is_number=False)),
    Column("components", "components", PLAIN, missing=("", "")),
    *STRENGTHS,
    Column("humans", "humans", PLAIN, missing=("", "")),
    Column("batteries", "batteries", PLAIN, missing=("", "")),
    Column("holds", "holds", PLAIN, "containers for goods", missing=("", "")),
    Column("exposed", "exposed", PLAIN, "exposed connectors"),
    Column("starts", "starts", explanation="whether it flies, or why not", missing=("", "")),
)


@dataclass(frozen=True, repr=False)
class InspectedBuild(Described):
    """Answer of `inspect` for a build of class IVC: the build, and the facts of its fleets.

    Attributes:
        layout: the build, after a repair if one was asked for.
        facts: facts of that build.
        tables: tables by which its fleets are made.
        removed: squares that the repair emptied, or None without a repair.
    """

    BY_SHIP: ClassVar = True

    layout: Layout
    facts: BuildFacts
    tables: FleetTables
    removed: tuple[Square, ...] | None = None

    def description(self) -> Description:
        """Describe the build: its drawing, then the fleets that the dice may make of it."""
        mended = ", mended" if self.removed else ""
        title = f" (2007, board IVC, {len(self.layout.components)} components{mended})"
        notes = [*map(weak_source, self.facts.caveats)]
        return Description(self.layout.name, title, self._facts(), [*self._parts()], notes)

    def _homeless(self) -> dict[Flaw, Cure]:
        """Return the flaws of aliens that have no life support in any possible fleet, each with its cure."""
        return {flaw: home_for(self.layout, flaw.square) for flaw in self.layout.homeless()}

    def _facts(self) -> dict[str, Any]:
        """Return the facts for programs, with homeless aliens and the squares that a repair emptied."""
        lost = [flaw.as_dict() | {"cure": cure} for flaw, cure in self._homeless().items()]
        return self.facts.as_dict() | {"homeless": lost} | ({} if self.removed is None else {"removed": self.removed})

    def _parts(self) -> Iterator[Part]:
        fleets = self.facts.fleets
        yield Drawing("", DRAW, (self.layout, self.removed or ()))
        if self.removed is not None:
            yield f"Taken off, and charged as lost: {_at(self.removed) or 'nothing: the build had no flaws'}."
        if len(fleets) == 1:
            yield _ships(fleets[0])
        else:
            yield Table("", FLEETS, [*map(_fleet, fleets)], "Fleets that the two dice can make", labels=2, column_gap=2)
        yield from (f"Flaw: {flaw}; cure: {cure}" for flaw, cure in self._homeless().items())
        yield from _faults(fleets)


def _fleet(fleet: FleetFacts) -> Row:
    leaves = (f"{quarters_in_words(ship.quarters)} ({ship.starts})" for ship in fleet.ships if ship.starts != "flies")
    return Row(vars(fleet) | {"leaves": ", ".join(leaves) or None})


def _ships(fleet: FleetFacts) -> Table:
    """Return a table of the ships of a fleet; the last row has the strengths and exposed connectors of the fleet."""
    rows = [*map(_ship, fleet.ships)]
    if len(rows) > 1:
        together = {name: getattr(fleet, name) for name in ("engines", "cannons", "exposed")}
        rows.append(Row(dict.fromkeys(column.name for column in SHIPS) | together | {"quarters": "the fleet"},
                        {"quarters": TEXT}))  # fmt: skip
    chance = FLEETS[2].form.write(fleet.ways)
    title = f"{fleet.joined} grown together: {noun_in_words(fleet.layout)}, chance {chance}"
    return Table("", SHIPS, rows, title, column_gap=2)


def _ship(ship: ShipOfFleet) -> Row:
    special = f" + {ship.special_containers} special" if ship.special_containers else ""
    return Row(vars(ship) | {"holds": f"{ship.containers}{special}"})


def _faults(fleets: Sequence[FleetFacts]) -> Iterator[str]:
    """Yield flaws, components that fall off or are left out, and homeless aliens, each with the fleets concerned."""
    arise: dict[str, list[str]] = {}
    for fleet in fleets:
        for what in _faults_of(fleet):
            arise.setdefault(what, []).append(fleet.joined)
    for what, where in arise.items():
        yield what if len(fleets) == 1 else f"{what} [{', '.join(where) if len(where) < len(fleets) else 'always'}]"


def _faults_of(fleet: FleetFacts) -> Iterator[str]:
    """Yield flaws, components that fall off or are left out, and homeless aliens of one fleet, in words."""
    yield from (f"Flaw: {flaw}" for flaw in fleet.flaws if flaw.kind != FALLS_OFF)
    yield from (f"The {colour} alien has no life support on its ship: humans fly" for colour in fleet.unseated)
    if off := [flaw.square for flaw in fleet.flaws if flaw.kind == FALLS_OFF]:
        yield f"Not connected: falls off before the start and counts as lost: {_at(off)}"
    if fleet.not_built:
        yield f"Not built there, and not charged as lost: {_at(fleet.not_built)}"


def _at(squares: Sequence[Square]) -> str:
    return ", ".join(map(at, squares))


DRAW_IN_FLIGHT = "analyzer.trucker.drawing.draw:draw_in_flight"
TRACK = (
    Column("place", "", COUNT),
    Column("ship", "ship", WORD),
    Column("space", "space", COUNT),
    Column("behind", "behind", COUNT, "spaces behind the leader"),
    Column("components", "components", COUNT),
    Column("crew", "crew", COUNT),
    Column("charges", "charges", COUNT),
    Column("goods", "goods", COUNT),
    Column("credits", "paid", COUNT),
    Column("state", "", WORD),
)
UNKNOWN = "not known: drawn for each flight"
"""Text for the state of a rival if only its ship is known."""


@dataclass(frozen=True, repr=False)
class InspectedPosition(Described):
    """A position, and the facts that follow from it alone."""

    position: Position

    def description(self) -> Description:
        """Describe the position: the drawing of your ship, what is aboard, the track, and the cards."""
        position, own = self.position, self.position.ships[0]
        met, whole = len(position.met), position.route.length
        title = f": {own.ship.name}, level {position.level_name}, after {met} of {many(whole, 'card')}"
        drawing = Drawing("", DRAW_IN_FLIGHT, (own.ship, own.lost))
        track = Table("track", TRACK, [*self._track()], "The track, the leader first", labels=2)
        facts = as_plain(position) | {"length": whole}
        parts = (drawing, LabelledLines(self._aboard(own)), track, LabelledLines(self._cards()))
        notes = [*position.route.notes(), *caveats_of_learning(position.level)]
        return Description(position.name, title, facts, parts, notes)

    def _aboard(self, own: ShipInFlight) -> Mapping[str, str]:
        people = Counter(who for _, there in own.crew for who in there)
        cubes = Counter(cube for _, there in own.goods for cube in there)
        on = [(square, str(number)) for square, number in own.charges]
        cabins = [(square, crew(Counter(who))) for square, who in own.crew]
        holds = [(square, listed(Counter(there))) for square, there in own.goods]
        return {
            "Lost": " ".join(map(at, own.lost)) or "nothing",
            "Crew": crew({who: people[who] for who in CREW_TYPES}) + _where(cabins),
            "Charges": f"{sum(number for _, number in own.charges)}{_where(on)}",
            "Goods": listed({colour: cubes[colour] for colour in GOODS}) + _where(holds),
        }

    def _track(self) -> Iterator[Row]:
        """Yield a row for each ship: in order on the track, then ships at unknown places, then ships that left."""
        ships = self.position.ships
        places = [ship.space for ship in ships if ship.space is not None and not ship.left]
        order = sorted(ships, key=lambda ship: (bool(ship.left), ship.space is None, -(ship.space or 0)))
        for place, ship in enumerate(order, start=1):
            flies = ship.space is not None and not ship.left
            state = ship.left.replace("_", " ") or ("" if ship.known else UNKNOWN)
            values = {
                "place": place if flies else None,
                "ship": ship.ship.name,
                "space": ship.space,
                "behind": max(places) - ship.space if flies and ship.space is not None else None,
                "state": state,
            }
            yield Row(values | _counted(ship), bold=ship is ships[0])

    def _cards(self) -> Mapping[str, str]:
        position = self.position
        cards = {card.id: card for card in position.edition.cards}

        def words(numbers: Iterable[int]) -> str:
            return "\n".join(f"{number} {card_in_words(cards[number])}" for number in numbers)

        hand = {} if position.card is None else {"At hand": words([position.card])}
        rolls = {"Rolled": " ".join(map(str, position.rolls))} if position.rolls else {}
        order = in_order_of_rolls(position.card_at_hand)
        rolls = ({"Order": order} if order else {}) | rolls
        return {"Cards met": words(position.met) or "none", **hand, **rolls, "To come": self._to_come(words)}

    def _to_come(self, words: Any) -> str:
        """Describe the cards still to come: by name if they are known, else how many of each level."""
        position, route = self.position, self.position.route
        if position.coming:
            return str(words(position.coming))
        left = route.length - len(position.revealed)
        if position.learning:
            return many(left, "card")
        sorts = [
            f"{number} of level {printed_level(level)}"
            for level, number in to_come(route, position.revealed).items()
            if number
        ]
        known = unmet(route, position.revealed)
        seen = f"; among them from the piles:\n{words(known)}" if known else ""
        return f"{many(left, 'card')}: {' and '.join(sorts) or 'none'}{seen}"


def in_order_of_rolls(card: Card | None) -> str:
    """List the meteors or shots of a card in the order of their rolls: `1 small meteor (front), 2 ...`."""
    if card is None:
        return ""
    hits = [*card.hits, *(shot for line in card.lines for shot in line.shots)]
    sends = [hazard.replace("_", " ") for hazard in KINDS[card.kind].sends]
    each = (f"{number} {sends[hit.large]} ({SIDE_NAMES[hit.side]})" for number, hit in enumerate(hits, start=1))
    return ", ".join(each)


def _where(on: Iterable[tuple[tuple[int, int], str]]) -> str:
    """Return crew or goods by square in words, e.g. ` - (7,7) 2 humans`; empty if there are none."""
    named = ", ".join(f"{at(square)} {what}" for square, what in on)
    return f" - {named}" if named else ""


def _counted(ship: ShipInFlight) -> dict[str, int | None]:
    if not ship.known:
        return dict.fromkeys(("components", "crew", "charges", "goods", "credits"))
    return {
        "components": ship.remaining.bit_count(),
        "crew": sum(len(there) for _, there in ship.crew),
        "charges": sum(number for _, number in ship.charges),
        "goods": sum(len(there) for _, there in ship.goods),
        "credits": ship.credits,
    }


def inspect(
    ship: Layout,
    repair: bool = False,
    *,
    learning: bool = False,
    cards: Sequence[int] = (),
    cards_file: str | Path | None = None,
    joined: str | None = None,
    dice: Sequence[int] | None = None,
    tables: FleetTables | None = None,
) -> InspectedShip | InspectedBuild:
    """Inspect a ship without flying it; it may be flawed, and may be repaired first.

    Meteors are those of the level of the ship's board. A build of class IVC is inspected in every fleet that the dice
    may make, or in the one that `joined` or `dice` name.

    Args:
        ship: a ship or a build.
        repair: whether to remove as few components as possible to mend all flaws, and inspect the rest.
        learning: whether meteors are those of the learning flight.
        cards: numbers of cards whose meteors come, instead of a deck.
        cards_file: path of a table of cards that replace printed ones of the same number.
        joined: way of joining the quarters of a build, e.g. `F+L`.
        dice: result of the two dice that join a build.
        tables: tables of class IVC, None for the project's.

    Raises:
        AnalyzerError: for a ship without components or with more than 64 squares, and as `fleet` does.
    """
    layout, removed = without_flaws(ship) if repair else (ship, None)
    if ship.is_build:
        tables = tables or fleet_tables()
        return InspectedBuild(layout, inspect_build(layout, joined, dice, tables), tables, removed)
    return InspectedShip(layout, inspect_ship(layout, home_route(layout, learning, cards, cards_file)), ship, removed)
