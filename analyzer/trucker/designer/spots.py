"""Squares for a component: the flaws that it would have on each square, and the gain that it would bring there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.answers.numbers import typeset
from analyzer.errors import AnalyzerError
from analyzer.statistics.contest import Contest
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.tally import PairedTally
from analyzer.trucker.cards.route import Route
from analyzer.trucker.designer.drawing import part_at, with_part
from analyzer.trucker.designer.flight_tasks import FlightTask, FlownAfterDrawing, KnownBlocks, TaskMessage, steps_for
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.fleets.facts import unfit_build
from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.box import alike, as_printed, fitting_orientations, missing_from_box
from analyzer.trucker.ship.component import START, Component, Square
from analyzer.trucker.ship.flaws import Flaw, find_flaws
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.plan import pieces_of
from analyzer.trucker.workshop.bench import Bench
from analyzer.trucker.workshop.goal import load_goal
from analyzer.trucker.workshop.moves import NOTHING_LAID, Placement, group_by_flight, one_more

NONE_LEFT = "none of these is left in the box"


def squares_to_try(ship: Layout, on: Square | None) -> list[Square]:
    """Return all squares of the board, and also square `on` if it lies outside the board; None adds no square."""
    squares = list(ship.board.squares)
    return squares if on is None or on in squares else [*squares, on]


def against(ship: Layout, part: Component, squares: Iterable[Square], taken: Square | None) -> dict[Square, list[str]]:
    """Return, for each square, the reasons why a component should not be laid on it, in words.

    A reason is a flaw that the component would have or cause, or that the box holds no more of them.

    Args:
        ship: The ship.
        part: The component.
        squares: The squares to try.
        taken: The square that the component comes from; None for the box.
    """
    if taken is not None:
        part_at(ship, taken)
    settled = ship if ship.homeless() else ship.without_aliens()  # aliens with a home leave with it, and are no flaw
    known = set(ship.flaws())
    return {on: _against(settled, known, part, on, taken) for on in squares}


def _against(ship: Layout, known: set[Flaw], part: Component, on: Square, taken: Square | None) -> list[str]:
    if on not in ship.board.squares:
        return [f"{at(on)}: board {ship.board.title} has no such square"]
    tried = with_part(ship, part, on, taken)
    flaws = [flaw for flaw in _flaws(tried) if flaw not in known or on in (flaw.square, flaw.other)]
    short = taken is None and as_printed(part) in {one for one, *_ in missing_from_box(tried)}
    return [*map(str, flaws), *[NONE_LEFT] * short]


def _flaws(ship: Layout) -> list[Flaw]:
    """Return the flaws of a ship; ordinary ships without aliens are not compiled, which saves time."""
    if ship.is_build or ship.aliens:
        return ship.flaws()
    return find_flaws(ship, list(pieces_of(ship, ship.components)))


FLIGHTS = (500, 2_500)
"""The numbers of flights from which the best rotation on each square is chosen; gains are measured on later flights."""
OF_BUILDS = (50, 350)
"""The value of FLIGHTS for builds of class IVC, whose fleets take longer to fly."""
WORTH = "credits"


@dataclass(frozen=True)
class SpotsTask(FlownAfterDrawing):
    """A task that flies a ship with a further component on each square and reports the gains.

    Attributes:
        number: The number of the drawing's latest change when the task is made.
        setting: The conditions of the flights.
        ship: The ship without the component.
        part: The component.
    """

    number: int
    setting: Setting
    ship: Layout
    part: Component

    def messages(self, _: Any) -> Iterator[TaskMessage]:
        """Yield messages with the gain on each square, rough at first, then more precise."""
        bench = Bench(self.setting.plan(self.ship), load_goal(WORTH))
        placements, steps = self._placements(bench.experiment.route), steps_for(self.ship, FLIGHTS, OF_BUILDS)
        first = 0
        for last in steps if placements else ():
            ships = [bench.with_ship(placement.made_on(self.ship)) for placement in placements]
            values = bench.values([bench.experiment, *ships], first, last - first)
            # chosen on these flights; the next step measures the gain on new ones
            best = _best_by_square(placements, (values[1:] - values[0]).sum(axis=1))
            pairs = PairedTally.of({WORTH: values[[0, *(number + 1 for number in best)]]}, WORTH)
            placements = [placements[number] for number in best]
            contest = Contest(pairs, WORTH, bench.goal.margin, at_all_times=False)
            yield self._message(placements, contest, last - first, last == steps[-1]), {}
            first = last
        if not placements:
            yield self._nothing(f"the {in_words(self.part.kind)} may lie on no free square"), {}

    def fault_message(self, faults: Sequence[str]) -> dict[str, Any]:
        """Return the message for the page that the ship cannot be flown, with the reasons."""
        return self._nothing("; ".join(faults))

    def _placements(self, route: Route) -> list[Placement]:
        """Return the legal placements of the component: every free square and orientation.

        Of placements whose ships fly alike, only one is returned. On a build of class IVC, a placement must be legal
        for every fleet that the dice may make.
        """
        if not self.ship.is_build:
            return [*group_by_flight(one_more(self.ship, [NOTHING_LAID], [self.part]))]
        free = [square for square in self.ship.board.squares if square not in self.ship.components]
        placements = (
            Placement(((square, turn),))
            for square in free
            for turn in alike(fitting_orientations(self.ship, square, [self.part]))
        )
        return [placement for placement in placements if not unfit_build(placement.made_on(self.ship), route)]

    def _message(self, placements: Sequence[Placement], contest: Contest, flights: int, done: bool) -> dict[str, Any]:
        """Return the message with the gain on each square.

        Args:
            placements: The best placement on each square.
            contest: The comparison of all ships: number 0 is the ship without the component, then the placements.
            flights: The number of flights of each ship.
            done: Whether this is the last message.
        """
        # number 0 of the contest is the ship without the component, so placements are numbered from 1 there
        gains = [contest.simultaneous(number, 0) for number in range(1, len(placements) + 1)]
        best = max(range(len(placements)), key=lambda number: gains[number].mean)
        level = [
            one for one in range(len(placements)) if one != best and not contest.verdict(1 + best, 1 + one).tells_apart
        ]
        places = dict.fromkeys((best, *level), " may-be-best") if level else {best: " best"}
        return self._nothing(_says(placements[best], gains[best], len(level), flights)) | {
            "flights": flights,
            "done": done,
            "spots": [
                _spot(placement, gains[number], places.get(number, "")) for number, placement in enumerate(placements)
            ],
        }

    def _nothing(self, says: str) -> dict[str, Any]:
        what = {"kind": "where", "change": self.number, "part": write_token(self.part)}
        return what | {"flights": 0, "done": True, "spots": [], "says": says}


def spots_task(ship: Layout, number: int, setting: Setting, part: Component, taken: Square | None) -> SpotsTask:
    """Return the task that flies a ship with one more component on each square.

    Args:
        ship: The ship.
        number: The number of the drawing's latest change when the task is made.
        setting: The conditions of the flights.
        part: The component.
        taken: The square that the component lies on; it is taken off first. None if it comes from the box.

    Raises:
        AnalyzerError: The component on `taken` is the starting cabin or the only one, or the ship without it has flaws.
    """
    if taken is not None:
        if part_at(ship, taken).kind == START or len(ship.components) == 1:
            raise AnalyzerError("the starting cabin has its square")
        ship = ship.without([taken])
    if flawed := ship.flaws():
        without = f" without what lies at {at(taken)}" if taken else ""
        raise AnalyzerError(f"the ship is flawed{without}, and no square can be judged: {flawed[0]}")
    return SpotsTask(number, setting, ship, part)


@dataclass(frozen=True)
class GainTask(FlownAfterDrawing):
    """A task that compares the drawing as it is with the drawing with the held component laid, in the same flights.

    The blocks of flights are kept for the drawing. So once the user lays the component, the first results show at once.

    Attributes:
        number: The number of the drawing's latest change when the task is made.
        setting: The conditions of the flights.
        ship: The ship as it is drawn.
        laid: The ship with the component laid.
        what: The component and its squares, repeated in the message.
        steps: The numbers of flights after which there is a message.
    """

    number: int
    setting: Setting
    ship: Layout
    laid: Layout
    what: Mapping[str, Any]
    steps: tuple[int, ...]

    def messages(self, known: KnownBlocks) -> Iterator[TaskMessage]:
        """Yield a message after every number of flights in `steps`, with the change in credits and its margin.

        The margin is half the width of the interval.
        """
        for look, new in FlightTask(self.number, self.setting, self.laid, self.ship, self.steps).messages(known):
            (change,) = (row["change"] for row in look["rows"] if row["name"] == WORTH)
            yield self._message(look["flights"] == self.steps[-1], look["flights"], change or SAME), new

    def fault_message(self, faults: Sequence[str]) -> dict[str, Any]:
        """Return the message for the page that the ship cannot be flown, with the reasons."""
        return self._message(True, 0, {"faults": [*faults]})

    def _message(self, done: bool, flights: int, change: Mapping[str, Any]) -> dict[str, Any]:
        low, high = change.get("low"), change.get("high")
        margin = None if low is None or high is None else typeset((high - low) / 2)
        about = {"kind": "gain", "change": self.number, **self.what, "flights": flights, "done": done}
        return about | {"gain": {**change, "margin": margin}}


SAME = {"mean": 0.0, "low": 0.0, "high": 0.0, "text": typeset(0), "interval": "the same ship", "says": "unsure"}
"""The change in credits if the component leaves the ship the same."""


def _best_by_square(placements: Sequence[Placement], totals: npt.NDArray[np.int64]) -> list[int]:
    """Return the indices of the best placements, one for each square: those with the largest total gain."""
    best: dict[Square, int] = {}
    for number, placement in enumerate(placements):
        ((square, _),) = placement.laid
        if square not in best or totals[number] > totals[best[square]]:
            best[square] = number
    return [*best.values()]


def _spot(placement: Placement, gain: Estimate, place: str) -> dict[str, Any]:
    """Return the entry of a message for one square.

    Args:
        placement: The placement on the square.
        gain: The gain that it brings, in credits a flight.
        place: " best" if the square is clearly the best, " may-be-best" if it may be, else "".
    """
    ((square, part),) = placement.laid
    return {
        "square": square,
        "part": write_token(part),
        "gain": gain.mean,
        "low": gain.low,
        "high": gain.high,
        "says": gain.in_words("better", "worse", "unsure") + place,
        "text": f"{write_token(part)} at {at(square)}",
    }


def _says(best: Placement, gain: Estimate, level: int, flights: int) -> str:
    """Return a sentence on the square where the component brings most.

    Args:
        best: The best placement.
        gain: The gain that it brings.
        level: The number of other squares that do not clearly differ from the best.
        flights: The number of flights of each ship.
    """
    mean, low, high = map(typeset, gain)
    worth = f"{best.name}: {mean} credits a flight ({low} to {high}, for all at once)"
    if level:
        squares = "1 other square" if level == 1 else f"{level} other squares"
        return f"open where it is worth most: {worth}; {squares} may be as good; {flights:,} flights each"
    return f"worth most as {worth}; {flights:,} flights each"
