"""Facts of fleets on paper, by layout and by quarter.

A fleet is as fast as its weakest ship, so engines help only where every ship has them (class IVC: "Muss die
Motorenstärke der Flotte bestimmt werden").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.answers.description import INTERVAL, NUMBER, PERCENT, TEXT, WORD, Column, Form, Row, Table
from analyzer.errors import AnalyzerError, named_setting
from analyzer.trucker.cards.route import Route
from analyzer.trucker.fleets.borders import QUARTERS, WAYS, layout_of, ships_of
from analyzer.trucker.fleets.fleet import FALLS_OFF, Fleet, fleet
from analyzer.trucker.fleets.joining import Geometry, geometries
from analyzer.trucker.fleets.tables import BOARD, EDITION, FleetTables, fleet_tables
from analyzer.trucker.metrics import WHY_LEFT
from analyzer.trucker.ship.bitboard import count, positions, to_bits
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.flaws import Flaw
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.plan import Plan

if TYPE_CHECKING:
    from analyzer.answers.result import SubjectResult
    from analyzer.answers.tables import Sort


def fleets_of(build: Layout, route: Route) -> tuple[Hull, ...]:
    """The hulls of the fleets that a build may become on that route, in the order of `route.outcomes`."""
    return tuple(one.hull for one in fleets_on(build, route))


def unfit_build(build: Layout, route: Route) -> list[str]:
    """Why a build cannot be launched; [] if it can."""
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
        mended = named_setting("repair", True)
        faults.append(
            f"{build.name}: has construction flaws: {'; '.join(sentences)}{more}. "
            f"Mend the file, or fly it with {mended}"
        )
    if stays:
        faults.append(
            f"{build.name}: no ship of its fleet would fly where {', '.join(stays)} grow together: each is not begun "
            "or carries no human; a ship needs a cabin with two humans"
        )
    if build.insurance not in route.fleet_tables.insurance:
        premiums = ", ".join(map(str, route.fleet_tables.insurance))
        faults.append(f"{build.name}: insurance {build.insurance}: give a premium of {premiums}")
    return faults


def can_start(build: Layout, route: Route) -> bool:
    """Whether some ship of it flies, whatever the dice join there."""
    try:
        return all(one.starting for one in fleets_on(build, route))
    except AnalyzerError:  # in no quarter lies anything
        return False


def mostly_breaks_off(build: Layout, route: Route) -> dict[int, int]:
    """For each position of the build what is lost with it, itself included, in most of the ways the dice may fall.

    Of a ship that breaks the largest piece flies on, or the earliest.
    """
    times: dict[int, Counter[int]] = {position: Counter() for position in positions(int(build.hull.whole[0]))}
    for one, ways in zip(fleets_on(build, route), route.outcomes.values(), strict=True):
        for mask in one.masks.tolist():
            for position in positions(mask):
                pieces = one.hull.pieces(mask & ~(1 << position))
                off = mask & ~max(pieces, key=int.bit_count, default=0)
                times[position].update(dict.fromkeys(positions(off), ways))
    half = sum(route.outcomes.values()) / 2
    return {
        position: 1 << position | to_bits(other for other, ways in off.items() if ways > half)
        for position, off in times.items()
    }


def homeless(build: Layout, route: Route) -> list[str]:
    """Sentences on aliens that find no life support on their ship in some of the fleets that may come."""
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
    """The fleets that a build may become on that route, in the order of `route.outcomes`; made once for each build."""
    made: dict[object, tuple[Fleet, ...]] = build.__dict__.setdefault("fleets_made", {})
    key = tuple(route.outcomes), route.tables
    if key not in made:
        made[key] = tuple(fleet(build, way, tables=route.fleet_tables) for way in route.outcomes)
    return made[key]


def quarters_of(plan: Plan) -> Mapping[Square, str]:
    """By square of a build the part that it belongs to, e.g. front_left; {} of any other ship."""
    return fleet_tables().parts if plan.is_build else {}


@dataclass(frozen=True)
class ShipOfFleet:
    """One ship of a fleet: its quarters, what it carries, and its strengths without batteries and with all it has.

    `starts`: "flies", "not begun" or "without humans"; `falls_off`: squares of all pieces but the largest.
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
    """A fleet that the dice may make: its chance in ways of 36, its ships, and its strengths as a fleet."""

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

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types."""
        return asdict(self) | {"flaws": [flaw.as_dict() for flaw in self.flaws]}


@dataclass(frozen=True)
class BuildFacts:
    """The facts of a build: of each fleet it may become; `caveats`: what of the tables is not known for certain."""

    name: str
    components: int
    reserve: int
    fleets: tuple[FleetFacts, ...]
    caveats: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types."""
        return asdict(self) | {"edition": EDITION, "board": BOARD, "fleets": [one.as_dict() for one in self.fleets]}


def inspect_build(
    build: Plan,
    joined: str | None = None,
    dice: Sequence[int] | None = None,
    tables: FleetTables | None = None,
) -> BuildFacts:
    """The facts of every fleet the build may become, or of that where those borders grew together.

    Raises AnalyzerError as `fleet` does.
    """
    tables = tables or fleet_tables()
    ways = geometries(tables)
    if joined is not None or dice is not None:
        wanted = fleet(build, joined, dice, tables).joined
        ways = tuple(one for one in ways if one.joined == wanted) or (never(wanted),)
    fleets = tuple(_facts(fleet(build, one.joined, tables=tables), one) for one in ways)
    return BuildFacts(build.name, len(build.components), build.reserve, fleets, tables.caveats())


def never(joined: str) -> Geometry:
    """A geometry that no result of the dice makes."""
    return Geometry(joined, layout_of(joined), ships_of(joined), 0)


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
            starts=_starts(made, number),
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


def _starts(made: Fleet, number: int) -> str:
    if number in made.unbegun:
        return "not begun"
    return "without humans" if number in made.unmanned else "flies"


@dataclass(frozen=True)
class WayOnPaper:
    """The engines of one fleet: by ship its quarters, its strength without charges and with all of its own.

    Ships that do not start are left out; `chance` of the way is exact.
    """

    joined: str
    chance: Fraction
    quarters: tuple[tuple[str, ...], ...]
    bare: tuple[int, ...]
    charged: tuple[int, ...]

    @property
    def slowest(self) -> tuple[int, ...]:
        """The numbers of the ships that hold the others back, with all their charges; () where none does."""
        return tuple(
            number for number, strength in enumerate(self.charged) if strength == min(self.charged) != max(self.charged)
        )

    @property
    def lacks(self) -> int:
        """How many engines more each of them takes to be as fast as the next one."""
        faster = [strength for strength in self.charged if strength > min(self.charged)]
        return min(faster) - min(self.charged) if faster else 0

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types."""
        ships = zip(self.quarters, self.bare, self.charged, strict=True)
        each_ship = [{"quarters": list(each), "engines": bare, "with_charges": most} for each, bare, most in ships]
        held = {"slowest": list(self.slowest), "lacks": self.lacks}
        return {"joined": self.joined, "chance": float(self.chance), "ships": each_ship} | held


@dataclass(frozen=True)
class QuarterOnPaper:
    """A quarter: its strength where it flies alone, how often its ship holds the fleet back, and what it then lacks.

    bare, charged: None where no result of the dice leaves it alone, or where it would not start; lacks: the most
    engines that its ship takes in any way to be as fast as the next one; stands: how often it cannot move at all.
    """

    quarter: str
    bare: int | None
    charged: int | None
    alone: Fraction
    holds_back: Fraction
    stands: Fraction
    lacks: int

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types."""
        names = ("alone", "holds_back", "stands")
        facts = {"quarter": self.quarter, "engines": self.bare, "with_charges": self.charged}
        return facts | {name: float(getattr(self, name)) for name in names} | {"lacks": self.lacks}


def ways_on_paper(build: Layout, route: Route) -> tuple[WayOnPaper, ...]:
    """Every fleet that may come."""
    all_ways = sum(route.outcomes.values())
    fleets = zip(fleets_on(build, route), route.outcomes.values(), strict=True)
    each_way = (_way(fleet, Fraction(ways, all_ways)) for fleet, ways in fleets)
    return tuple(sorted(each_way, key=lambda way: WAYS.index(way.joined)))


def quarters_on_paper(ways: tuple[WayOnPaper, ...]) -> tuple[QuarterOnPaper, ...]:
    """What each quarter does to the fleets."""
    return tuple(_quarter(quarter, ways) for quarter in QUARTERS)


def _way(fleet: Fleet, chance: Fraction) -> WayOnPaper:
    flying = fleet.starting
    charges = [fleet.charges_of(number) for number in range(len(fleet.ships))]
    bare, charged = fleet.engine_strengths(), fleet.engine_strengths(charges)
    return WayOnPaper(
        fleet.joined,
        chance,
        tuple(fleet.quarters[number] for number in flying),
        tuple(bare[number] for number in flying),
        tuple(charged[number] for number in flying),
    )


def _quarter(quarter: str, ways: tuple[WayOnPaper, ...]) -> QuarterOnPaper:
    bare: int | None = None
    charged: int | None = None
    alone, holds, stands, lacks = Fraction(0), Fraction(0), Fraction(0), 0
    for way in ways:
        number = next((n for n, quarters in enumerate(way.quarters) if quarter in quarters), None)
        if number is None:
            continue
        if way.quarters[number] == (quarter,):
            bare, charged, alone = way.bare[number], way.charged[number], alone + way.chance
        if number in way.slowest:
            holds, lacks = holds + way.chance, max(lacks, way.lacks)
        if not way.charged[number]:
            stands += way.chance
    return QuarterOnPaper(quarter, bare, charged, alone, holds, stands, lacks)


NARROW = "  "
QUARTER_CODES = {"front_left": "fl", "front_right": "fr", "rear_left": "rl", "rear_right": "rr"}
"""Quarters as columns name them."""
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
    """A table of layouts, and one of the ships of each of the fleets that the dice make of a build."""
    yield Table(
        "",
        LAYOUTS,
        [_layout(build, one) for one in build.sorts],
        "by layout, and by which borders grew together (F front, B behind, L left, R right)",
    )
    title = "ship by ship"
    yield Table("", SHIPS, list(_ship_rows(build, {fleet.joined: fleet for fleet in fleets})), title, labels=2)


def _layout(build: SubjectResult, one: Sort) -> Row:
    """A layout; below one of several ways those, indented."""
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
    """Why a ship of a fleet left, the most frequent reason first."""
    shares = {
        why: build.metrics.measured(f"ship_{number}_{why}", one.histograms).mean for why in WHY_LEFT if why != "flies"
    }
    by_share = sorted(((share, why) for why, share in shares.items() if share), reverse=True)
    return ", ".join(
        f"{why.replace('_', ' ')} {f'{share:.1%}' if share >= 0.0005 else '<0.1%'}" for share, why in by_share
    )
