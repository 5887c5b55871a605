"""Facts that follow from a build alone, about its fleets, by layout and by quarter.

A fleet is as fast as its weakest ship, so engines help only where every ship has them (class IVC: "Muss die
Motorenstärke der Flotte bestimmt werden").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.answers.description import INTERVAL, NUMBER, PERCENT, TEXT, WORD, Column, Form, Row, Table
from analyzer.errors import AnalyzerError
from analyzer.trucker.cards.route import Route
from analyzer.trucker.fleets.borders import JOININGS, QUARTERS, layout_of, ships_of
from analyzer.trucker.fleets.fleet import FALLS_OFF, Fleet, fleet
from analyzer.trucker.fleets.joining import Geometry, geometries
from analyzer.trucker.fleets.tables import BOARD, EDITION, FleetTables, fleet_tables
from analyzer.trucker.metrics import WHY_LEFT
from analyzer.trucker.ship.bitboard import count, positions, to_bits
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.flaws import Flaw
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.plan import Plan

if TYPE_CHECKING:
    from analyzer.answers.result import SubjectResult
    from analyzer.answers.tables import Sort


def unfit_build(build: Layout, route: Route, cure: str = "") -> list[str]:
    """Return the reasons why a build cannot be launched; empty if it can.

    Args:
        build: The build.
        route: The route.
        cure: A second cure of flaws in words, e.g. `, or fly it with --repair`; "" for none.
    """
    faults = []
    flaws: dict[str, list[str]] = {str(flaw): [] for flaw in build.homeless()}
    stays = []
    for one in fleets_on(build, route):
        for flaw in one.flaws():
            if flaw.kind != FALLS_OFF:
                flaws.setdefault(str(flaw), []).append(one.joined)
        if not one.starting:
            stays.append(one.joined)
    if flaws:
        sentences = [
            f"{flaw}, where {', '.join(ways)} grow together" if ways else flaw for flaw, ways in list(flaws.items())[:3]
        ]
        more = f"; and {len(flaws) - 3} more" if len(flaws) > 3 else ""
        faults.append(f"{build.name}: has construction flaws: {'; '.join(sentences)}{more}. Mend the file{cure}")
    if stays:
        faults.append(
            f"{build.name}: no ship of its fleet would fly where {', '.join(stays)} grow together: each has no "
            "component or no human; a ship needs a cabin with two humans"
        )
    if build.insurance not in route.fleet_tables.insurance:
        premiums = ", ".join(map(str, route.fleet_tables.insurance))
        faults.append(f"{build.name}: insurance {build.insurance}: give a premium of {premiums}")
    return faults


def can_start(build: Layout, route: Route) -> bool:
    """Return whether every fleet that the dice may make has a ship that flies."""
    try:
        return all(one.starting for one in fleets_on(build, route))
    except AnalyzerError:  # in no quarter lies anything
        return False


def mostly_breaks_off(build: Layout, route: Route) -> dict[int, int]:
    """Return, by position of a component, the mask of squares that are lost if this component is lost.

    A square counts if it is lost in more than half of the throws of the dice that join the quarters. When a ship
    breaks, its largest piece flies on; of several equally large ones, the first.
    """
    times: dict[int, Counter[int]] = {position: Counter() for position in positions(int(build.hull.occupied[0]))}
    for one, ways in zip(fleets_on(build, route), route.outcomes.values(), strict=True):
        for mask in one.masks.tolist():
            for position in positions(mask):
                pieces = one.hull.pieces(mask & ~(1 << position))
                off = mask & ~max(pieces, key=int.bit_count, default=0)
                # Counted in throws of 36.
                times[position].update(dict.fromkeys(positions(off), ways))
    half = sum(route.outcomes.values()) / 2
    return {
        position: 1 << position | to_bits(other for other, ways in off.items() if ways > half)
        for position, off in times.items()
    }


def homeless(build: Layout, route: Route) -> list[str]:
    """Return sentences on the aliens that lack life support in some of the fleets that a build may become."""
    where: dict[str, list[str]] = {}
    for one in fleets_on(build, route):
        for colour in one.unseated:
            where.setdefault(colour, []).append(one.joined)
    return [
        f"{build.name}: the {colour} alien has no life support on its ship where {', '.join(ways)} grow together. "
        "Humans fly in that cabin then."
        for colour, ways in where.items()
    ]


def fleets_on(build: Layout, route: Route) -> tuple[Fleet, ...]:
    """Return the fleets that a build may become on a route, in the order of `route.outcomes`; cached with the build."""
    # Kept in the build itself, as a cached property would be, because the result depends on the route, too.
    made: dict[object, tuple[Fleet, ...]] = build.__dict__.setdefault("fleets_made", {})
    key = tuple(route.outcomes), route.tables
    if key not in made:
        made[key] = tuple(fleet(build, way, tables=route.fleet_tables) for way in route.outcomes)
    return made[key]


def quarters_of(plan: Plan) -> Mapping[Square, str]:
    """Return each square's part of the board: a quarter, `join_front` or `join_rear`; empty for ordinary ships."""
    return fleet_tables().parts if plan.is_build else {}


@dataclass(frozen=True)
class ShipOfFleet:
    """Facts of one ship of a fleet at launch, which follow from the build alone.

    Attributes:
        quarters: Quarters that it consists of.
        starts: "flies" if it starts; else the reason why not: "not begun" (no components) or "without humans".
        components: Number of its components.
        cannons: Strength of its cannons without charges and with all of its own.
        engines: Strength of its engines without charges and with all of its own.
        humans: Number of humans.
        batteries: Number of charges.
        containers: Places for cubes of any colour but red.
        special_containers: Places that may hold red cubes too.
        exposed: Number of exposed connectors.
        falls_off: Squares of all its pieces but the largest.
    """

    quarters: tuple[str, ...]
    starts: str
    components: int
    cannons: tuple[float, float]
    engines: tuple[int, int]
    humans: int
    batteries: int
    containers: int
    special_containers: int
    exposed: int
    falls_off: tuple[Square, ...]


@dataclass(frozen=True)
class FleetFacts:
    """Facts of one fleet that the dice may make of a build.

    Attributes:
        joined: Borders that grow together.
        layout: Name of its layout.
        ways: Number of throws, of 36, that make it.
        ships: Facts of its ships.
        cannons: Strength of its cannons without charges and with all.
        engines: Strength of its engines without charges and with all.
        exposed: Number of exposed connectors.
        aliens: Cabins of aliens, by colour.
        unseated: Colours of the aliens that cannot live where the build wants them.
        not_built: Squares of the build that stay empty, because their border does not grow together.
        flaws: Flaws of the fleet.
    """

    joined: str
    layout: str
    ways: int
    ships: tuple[ShipOfFleet, ...]
    cannons: tuple[float, float]
    engines: tuple[int, int]
    exposed: int
    aliens: dict[str, Square]
    unseated: tuple[str, ...]
    not_built: tuple[Square, ...]
    flaws: tuple[Flaw, ...]


@dataclass(frozen=True)
class BuildFacts:
    """Facts of a build of class IVC, and of each fleet that the dice may make of it.

    Attributes:
        name: Name of the build.
        components: Number of its components.
        reserve: Components laid aside.
        fleets: Facts of each fleet that it may become.
        caveats: Sentences on uncertain values in the tables.
    """

    name: str
    components: int
    reserve: int
    fleets: tuple[FleetFacts, ...]
    caveats: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the facts for JSON, with edition and board."""
        return vars(self) | {"edition": EDITION, "board": BOARD}


def inspect_build(
    build: Plan,
    joined: str | None = None,
    dice: Sequence[int] | None = None,
    tables: FleetTables | None = None,
) -> BuildFacts:
    """Return the facts of every fleet that a build may become, or of the one fleet that `joined` or `dice` names.

    Args:
        build: The build.
        joined: Borders that grow together; all possible fleets if neither this nor `dice` is given.
        dice: The two dice that decide which borders join, instead of `joined`.
        tables: Tables of class IVC; those of the program if None.

    Raises:
        AnalyzerError: In the cases of `fleet`.
    """
    tables = tables or fleet_tables()
    ways = geometries(tables)
    if joined is not None or dice is not None:
        wanted = fleet(build, joined, dice, tables).joined
        # Borders that no result of the dice joins have 0 throws.
        ways = tuple(one for one in ways if one.joined == wanted) or (
            Geometry(wanted, layout_of(wanted), ships_of(wanted), 0),
        )
    fleets = tuple(_facts(fleet(build, one.joined, tables=tables), one) for one in ways)
    return BuildFacts(build.name, len(build.components), build.reserve, fleets, tables.caveats())


def _facts(made: Fleet, geometry: Geometry) -> FleetFacts:
    ships = tuple(_ships(made))
    charged = [ship.batteries for ship in ships]
    return FleetFacts(
        joined=made.joined,
        layout=made.layout,
        ways=geometry.ways,
        ships=ships,
        cannons=(made.cannon_strength(), made.cannon_strength(charged)),
        engines=(made.engine_strength(), made.engine_strength(charged)),
        exposed=made.exposed_connectors(),
        aliens=dict(made.aliens),
        unseated=made.unseated,
        not_built=made.not_built,
        flaws=tuple(made.flaws()),
    )


def _ships(made: Fleet) -> Iterator[ShipOfFleet]:
    tokens, hull = made.hull.tokens, made.hull

    def seats(of: Any, mask: np.uint64) -> int:
        return int(count(of.left(np.array([mask])) & of.full)[0])

    charged = [seats(tokens.charges, mask) for mask in made.masks]
    without, with_all = made.engine_strengths(), made.engine_strengths(charged)
    cannons = made.cannon_strengths(), made.cannon_strengths(charged)
    for number, (mask, off) in enumerate(zip(made.masks, made.falls_off(), strict=True)):
        special = int(count(tokens.containers.left(np.array([mask])) & tokens.special)[0])
        yield ShipOfFleet(
            quarters=made.quarters[number],
            starts="not begun" if number in made.unbegun else "without humans" if number in made.unmanned else "flies",
            components=int(mask).bit_count(),
            cannons=(cannons[0][number], cannons[1][number]),
            engines=(without[number], with_all[number]),
            humans=seats(tokens.humans, mask),
            batteries=charged[number],
            containers=seats(tokens.containers, mask) - special,
            special_containers=special,
            exposed=int(hull.exposed(np.array([mask]))[0]),
            falls_off=tuple(off),
        )


@dataclass(frozen=True)
class EnginesOfJoining:
    """Engine strengths before launch of the fleet that one way of joining makes; ships that do not start are left out.

    Attributes:
        joined: Borders that grow together.
        chance: Exact chance of this fleet.
        quarters: Quarters of each ship.
        bare: Strength of each ship without charges.
        charged: Strength of each ship if it spends all of its own charges.
    """

    joined: str
    chance: Fraction
    quarters: tuple[tuple[str, ...], ...]
    bare: tuple[int, ...]
    charged: tuple[int, ...]

    @property
    def slowest(self) -> tuple[int, ...]:
        """Indices of the ships that are slowest with all charges spent; empty if all ships are equally fast."""
        return tuple(
            number for number, strength in enumerate(self.charged) if strength == min(self.charged) != max(self.charged)
        )

    @property
    def lacks(self) -> int:
        """Difference in strength between the slowest ships and the next faster one; 0 if all are equally fast."""
        faster = [strength for strength in self.charged if strength > min(self.charged)]
        return min(faster) - min(self.charged) if faster else 0

    def as_dict(self) -> dict[str, Any]:
        """Return the engine strengths of this fleet in plain types."""
        ships = zip(self.quarters, self.bare, self.charged, strict=True)
        each_ship = [{"quarters": list(each), "engines": bare, "with_charges": most} for each, bare, most in ships]
        held = {"slowest": list(self.slowest), "lacks": self.lacks}
        return {"joined": self.joined, "chance": float(self.chance), "ships": each_ship} | held


@dataclass(frozen=True)
class EnginesOfQuarter:
    """Effect of one quarter of a build of class IVC on how fast its fleet is before launch.

    Dice join the four quarters into the ships of the fleet; chances are over all ways of joining.

    Attributes:
        quarter: Name of the quarter.
        bare: Strength without charges in fleets where the quarter is a ship of its own; None if it never starts so.
        charged: Strength with all charges in these fleets; None if it never starts so.
        alone: Chance that the quarter is a ship of its own and starts.
        holds_back: Chance that the ship with this quarter is among the slowest of the fleet, and another is faster.
        stands: Chance that the ship with this quarter starts but cannot move at all, even with all charges.
        lacks: Strength by which the ship with this quarter is behind the next faster one when it holds back; the
            largest value over all fleets.
    """

    quarter: str
    bare: int | None
    charged: int | None
    alone: Fraction
    holds_back: Fraction
    stands: Fraction
    lacks: int

    def as_dict(self) -> dict[str, Any]:
        """Return the facts on the quarter's engines in plain types."""
        names = ("alone", "holds_back", "stands")
        facts = {"quarter": self.quarter, "engines": self.bare, "with_charges": self.charged}
        return facts | {name: float(getattr(self, name)) for name in names} | {"lacks": self.lacks}


def engines_by_joining(build: Layout, route: Route) -> tuple[EnginesOfJoining, ...]:
    """Return the engine strengths of every fleet that a build may become on a route."""
    total = sum(route.outcomes.values())
    fleets = zip(fleets_on(build, route), route.outcomes.values(), strict=True)
    made = (_engines(fleet, Fraction(ways, total)) for fleet, ways in fleets)
    return tuple(sorted(made, key=lambda way: JOININGS.index(way.joined)))


def engines_by_quarter(ways: tuple[EnginesOfJoining, ...]) -> tuple[EnginesOfQuarter, ...]:
    """Return the effect of each quarter on how fast the fleets are, given the strengths for every way of joining."""
    return tuple(_quarter(quarter, ways) for quarter in QUARTERS)


def _engines(fleet: Fleet, chance: Fraction) -> EnginesOfJoining:
    flying = fleet.starting
    charges = [fleet.charges_of(number) for number in range(len(fleet.ships))]
    bare, charged = fleet.engine_strengths(), fleet.engine_strengths(charges)
    return EnginesOfJoining(
        fleet.joined,
        chance,
        tuple(fleet.quarters[number] for number in flying),
        tuple(bare[number] for number in flying),
        tuple(charged[number] for number in flying),
    )


def _quarter(quarter: str, ways: tuple[EnginesOfJoining, ...]) -> EnginesOfQuarter:
    bare: int | None = None
    charged: int | None = None
    alone, holds, stands, lacks = Fraction(0), Fraction(0), Fraction(0), 0
    for way in ways:
        number = next((n for n, quarters in enumerate(way.quarters) if quarter in quarters), None)
        if number is None:
            continue
        if way.quarters[number] == (quarter,):
            # A quarter alone is the same ship in every way.
            bare, charged, alone = way.bare[number], way.charged[number], alone + way.chance
        if number in way.slowest:
            holds, lacks = holds + way.chance, max(lacks, way.lacks)
        if not way.charged[number]:
            stands += way.chance
    return EnginesOfQuarter(quarter, bare, charged, alone, holds, stands, lacks)


NARROW = "  "
QUARTER_CODES = {"front_left": "fl", "front_right": "fr", "rear_left": "rl", "rear_right": "rr"}
"""Short names of the quarters, used in columns."""
NONE = ("", "")
LAYOUTS = (
    Column("layout", "layout", WORD),
    Column("chance", "chance", Form(str), "how often the dice make this layout, exactly"),
    Column("share", "came", PERCENT, "share of these flights that had it", INTERVAL),
    Column("arrived", "arrived", PERCENT, interval=INTERVAL, missing=NONE),
    Column("credits", "credits", NUMBER, interval=INTERVAL, missing=NONE),
    Column("ships_started", "start", NUMBER, "ships of the fleet that flew the first card", missing=NONE),
    Column("ships", "end", NUMBER, "ships of the fleet that still flew at the end", missing=NONE),
    Column("components_lost", "lost", NUMBER, "components lost, on average", INTERVAL, missing=NONE),
    *(
        Column(
            quarter,
            brief,
            PERCENT,
            f"how often the ship with the quarter {quarter.replace('_', ' ')} comes home",
            missing=NONE,
        )
        for quarter, brief in QUARTER_CODES.items()
    ),
    Column("order_reward", "order", NUMBER, "reward for the order of arrival, in credits", missing=NONE),
    Column("looks_reward", "looks", NUMBER, "reward for the best-looking ship, in credits", missing=NONE),
)
SHIPS = (
    Column("joined", "joined", WORD, "borders that grew together: F front, B behind, L left, R right"),
    Column("ship", "ship", WORD, "its number in the fleet and its quarters"),
    Column("flies", "comes home", PERCENT, interval=INTERVAL),
    Column("lost", "lost", NUMBER, "components lost, on average"),
    Column("cards", "cards", Form("{:.1f}".format), "cards flown, on average"),
    Column("why", "left because", TEXT, "why the ship left the fleet, and in what share of flights"),
)


def by_layout(build: SubjectResult, fleets: Iterable[Fleet]) -> Iterator[Table]:
    """Yield two tables of a build's results: one by layout, and one by ship of each fleet that the dice make."""
    yield Table(
        "",
        LAYOUTS,
        [_layout(build, one) for one in build.sorts],
        "by layout, and by which borders grew together (F front, B behind, L left, R right)",
    )
    title = "ship by ship"
    yield Table("", SHIPS, list(_ship_rows(build, {fleet.joined: fleet for fleet in fleets})), title, labels=2)


def _layout(build: SubjectResult, one: Sort) -> Row:
    """Return the row of a table for a layout, or for one way of joining the quarters.

    The name of a way is indented if several ways make the same layout.
    """
    assert build.metrics.sorting is not None
    one_of_several = one.code and len(build.metrics.sorting.possible[one.group]) > 1
    name = f"{NARROW}{one.code}" if one_of_several else one.group.replace("_", " ")
    values: dict[str, Any] = {"layout": name, "chance": one.chance, "share": one.share}
    if one.trials:
        metrics = [column.name for column in LAYOUTS if column.name not in values]
        values |= {metric: build.metrics.measured(metric, one.histograms) for metric in metrics}
    return Row(values)


def _ship_rows(build: SubjectResult, fleets: Mapping[str, Fleet]) -> Iterator[Row]:
    for one in build.sorts:
        if not one.code or not one.trials:
            continue
        for number, quarters in enumerate(fleets[one.code].quarters, start=1):
            lost, cards = (one.histograms[f"ship_{number}_{what}"].mean for what in ("lost", "cards"))
            yield Row(
                {
                    "joined": one.code,
                    "ship": f"{number}: {' '.join(QUARTER_CODES[quarter] for quarter in quarters)}",
                    "flies": build.metrics.measured(f"ship_{number}_flies", one.histograms),
                    "lost": lost,
                    "cards": cards,
                    "why": why_left(build, one, number),
                }
            )


def why_left(build: SubjectResult, one: Sort, number: int) -> str:
    """Return the reasons why a ship left its fleet, in words, the most frequent first."""
    shares = {
        why: build.metrics.measured(f"ship_{number}_{why}", one.histograms).mean for why in WHY_LEFT if why != "flies"
    }
    by_share = sorted(((share, why) for why, share in shares.items() if share), reverse=True)
    return ", ".join(
        f"{why.replace('_', ' ')} {f'{share:.1%}' if share >= 0.0005 else '<0.1%'}" for share, why in by_share
    )
