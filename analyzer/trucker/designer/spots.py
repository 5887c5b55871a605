"""Where a component is worth most: flown on every free square that joins, in every turn, beside the ship without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.answers.numbers import typeset
from analyzer.errors import AnalyzerError
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.moments import Moments
from analyzer.trucker.designer.drawing import there
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.component import Component
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.workshop.bench import Bench
from analyzer.trucker.workshop.goal import load_goal
from analyzer.trucker.workshop.ways import NOTHING_LAID, Way, apart, one_more

FLIGHTS = (500, 2_500)
"""After so many flights of every way the best of each square is chosen; its gain comes from those that follow."""


@dataclass(frozen=True)
class WishForSpots:
    """A ship without the component that is in hand; `number`: to which change of the drawing it belongs."""

    number: int
    setting: Setting
    ship: Layout
    part: Component

    def prepare(self) -> None:
        """Nothing that the flights of the ship did not load."""

    def looks(self, _: Any) -> Iterator[tuple[dict[str, Any], dict[Any, Any]]]:
        """What it would bring on each square; the first figures are rough, later ones closer."""
        ways = [*apart(one_more(self.ship, [NOTHING_LAID], [self.part]))]
        bench = Bench(self.setting.plan(self.ship), load_goal("credits"))
        first = 0
        for last in FLIGHTS if ways else ():
            ships = [bench.with_ship(way.made_on(self.ship)) for way in ways]
            values = bench.values([bench.experiment, *ships], first, last - first)
            gained = dict(zip(ways, map(Moments.of, values[1:] - values[0]), strict=True))
            ways = [*_best_by_square(gained)]
            yield self._message({way: gained[way] for way in ways}, last - first, last == FLIGHTS[-1]), {}
            first = last
        if not ways:
            yield self._message({}, 0, True), {}

    def grounded(self, faults: Sequence[str]) -> dict[str, Any]:
        """The message where it cannot be flown."""
        return self._message({}, 0, True) | {"says": "; ".join(faults)}

    def _message(self, gains: dict[Way, Moments], flights: int, done: bool) -> dict[str, Any]:
        each = {way: moments.estimate() for way, moments in gains.items()}
        best = max(each, key=lambda way: each[way].mean, default=None)
        return {
            "kind": "where",
            "change": self.number,
            "part": write_token(self.part),
            "flights": flights,
            "done": done,
            "spots": [_spot(way, gain, way is best) for way, gain in each.items()],
            "says": _says(self.part, best, each, flights),
        }


def wish_for(ship: Layout, number: int, setting: Setting, part: Component, taken: Square | None) -> WishForSpots:
    """The question for a component of the box, or for that which lies on `taken`.

    Raises AnalyzerError for builds, and for a ship that is flawed without it.
    """
    if ship.is_build:
        raise AnalyzerError("a build of class IVC: squares can be compared for ordinary ships only")
    if taken is not None:
        there(ship, taken)
        if len(ship.components) == 1 or taken == ship.board.start:
            raise AnalyzerError("the starting cabin has its square")
        ship = ship.without([taken])
    if flawed := ship.flaws():
        without = f" without what lies at {at(taken)}" if taken else ""
        raise AnalyzerError(f"the ship is flawed{without}, and no square can be judged: {flawed[0]}")
    return WishForSpots(number, setting, ship, part)


def _best_by_square(gains: dict[Way, Moments]) -> Iterator[Way]:
    """Of each square the way that gained most so far."""
    best: dict[Square, Way] = {}
    for way, moments in gains.items():
        ((square, _),) = way.laid
        if square not in best or moments.total > gains[best[square]].total:
            best[square] = way
    yield from best.values()


def _spot(way: Way, gain: Estimate, best: bool) -> dict[str, Any]:
    ((square, part),) = way.laid
    return {
        "square": square,
        "part": write_token(part),
        "gain": gain.mean,
        "low": gain.low,
        "high": gain.high,
        "says": "best" if best else gain.says("better", "worse", "unsure"),
        "text": f"{write_token(part)} at {at(square)}",
    }


def _says(part: Component, best: Way | None, each: dict[Way, Estimate], flights: int) -> str:
    """The answer in a sentence, and how many squares do not clearly differ from the best."""
    if best is None:
        return f"the {in_words(part.kind)} may lie on no free square"
    gain = each[best]
    level = [way for way, one in each.items() if way is not best and one.high >= gain.low]
    worth = f"{best.name}: {typeset(gain.mean)} credits a flight ({typeset(gain.low)} to {typeset(gain.high)})"
    apart = f"; {len(level)} other squares show no clear difference from it" if level else ""
    return f"worth most as {worth}{apart}; {flights:,} flights each"
