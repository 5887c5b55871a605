"""Where one component is worth most, square by square: every square that joins it, in its best turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Unpack

from analyzer.answers.described import Described
from analyzer.answers.description import INTERVAL, SIGNED, WORD, Column, Description, Row, Table
from analyzer.errors import whole_number
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import each_of
from analyzer.statistics.moments import Moments
from analyzer.trucker.conditions import Conditions
from analyzer.trucker.questions.place.call import for_ships_alone, in_hand
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.component import Component
from analyzer.trucker.ship.grid import codes_of, write_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship
from analyzer.trucker.workshop.bench import bench_for
from analyzer.trucker.workshop.goal import Goal
from analyzer.trucker.workshop.ways import NOTHING_LAID, apart, one_more

FLIGHTS = 1_000
COLUMNS = (
    Column("row", "row", WORD),
    Column("column", "column", WORD),
    Column("token", "as it lies", WORD),
    Column(
        "gain",
        "gain",
        SIGNED,
        "a flight more than without it",
        INTERVAL,
        flat=lambda name, gain: dict(zip((name, "low", "high"), gain, strict=True)),
    ),
    Column("surely", flat=lambda name, gain: {f"{name}_low": gain.low, f"{name}_high": gain.high}),
)


@dataclass(frozen=True)
class WorthThere:
    """A component as it lies best on a square, and what it gains there.

    gain: a flight more than without it, with the interval of this one alone; surely: that for all ways at once.
    """

    square: Square
    part: Component
    gain: Estimate
    surely: Estimate


@dataclass(frozen=True, repr=False)
class TileWorth(Described):
    """What a component gains on every square where it may lie, the best first; in its best turn there."""

    ship: Layout
    part: Component
    flights: int
    setting: str
    by_square: Mapping[Square, WorthThere]

    def __getitem__(self, square: Square) -> WorthThere:
        return self.by_square[square]

    def description(self) -> Description:
        """A row a square: row, column, token, gain with both intervals."""
        facts = {
            "ship": self.ship.name,
            "component": write_token(self.part),
            "flights": self.flights,
            "setting": self.setting,
        }
        title = f", with {write_token(self.part)}: {self.flights:,} flights, {self.setting}"
        squares = Table("squares", COLUMNS, [_row(one) for one in self.by_square.values()], labels=2, is_flat=True)
        return Description(self.ship.name, title, facts, [squares])


def _row(one: WorthThere) -> Row:
    row, column = one.square
    where = {"row": row, "column": column, "token": write_token(one.part)}
    return Row({**where, "gain": one.gain, "surely": one.surely})


def tile_worth(
    ship: ShipLike,
    part: Component | str,
    level: str | None = None,
    flights: int = FLIGHTS,
    seed: int = 1,
    *,
    goal: str | Goal = "credits",
    **conditions: Unpack[Conditions],
) -> TileWorth:
    """What the component gains on each free square that joins it, flown in all its turns in one stack.

    Arguments as of `place`, of one component. Of the turns on a square the best is told, so that `gain` flatters it a
    little; `surely` holds for all of them at once. {} where it can be laid nowhere.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/unfinished/half-kite.yaml")
    >>> sorted(analyzer.tile_worth(ship, "CA2110", flights=50).by_square)
    [(5, 6), (6, 9), (7, 9), (9, 4)]

    Raises AnalyzerError with every reason why this cannot be flown.
    """
    flights = whole_number(flights, "flights", 1)
    ship = as_ship(ship)
    (laid,) = in_hand([part], codes_of(ship.board))
    bench = bench_for(ship, level, seed, goal, **conditions)
    for_ships_alone(ship, "tile_worth")
    ways = [*apart(one_more(bench.ship, [NOTHING_LAID], [laid]))]
    ships = [bench.with_ship(way.made_on(bench.ship)) for way in ways]
    own, *values = bench.values([bench.experiment, *ships], 0, flights)
    best_there: dict[Square, WorthThere] = {}
    for way, worth in zip(ways, values, strict=True):
        ((square, lies),) = way.laid
        gains = Moments.of(worth - own)
        one = WorthThere(square, lies, gains.estimate(), gains.estimate(each_of(len(ways))))
        if square not in best_there or best_there[square].gain.mean < one.gain.mean:
            best_there[square] = one
    best = dict(sorted(best_there.items(), key=lambda item: -item[1].gain.mean))
    return TileWorth(bench.ship, laid, flights, bench.experiment.setting, best)
