"""Tasks that fly a drawing's variants: with other components on a square, or with a better ship searched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from time import monotonic
from typing import Any

from analyzer.answers.numbers import signed
from analyzer.errors import AnalyzerError
from analyzer.montecarlo.blocks import columns_of
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.conditions import is_alone
from analyzer.trucker.designer.drawing import label
from analyzer.trucker.designer.flight_tasks import FlownAfterDrawing, KnownBlocks, TaskMessage, steps_for
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.designer.versions import STEPS, side_by_side
from analyzer.trucker.questions.place import refuse_builds
from analyzer.trucker.questions.swap import Swap, Swaps, swapped
from analyzer.trucker.ship.box import checked_square
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import write_ship
from analyzer.trucker.workshop.annealing import Search, SearchState
from analyzer.trucker.workshop.bench import Bench
from analyzer.trucker.workshop.changes import changes_in_words
from analyzer.trucker.workshop.goal import load_goal
from analyzer.trucker.workshop.moves import Freedom, Moves, freedom
from analyzer.world import result_of

Plain = dict[str, Any]
SWAP_STEPS = (300, 1_000, 5_000)
"""The numbers of flights with each component after which interim gains of swaps are shown."""
OF_BUILDS = (50, 400)
"""The value of SWAP_STEPS for builds of class IVC, whose fleets take longer to fly."""
TOP = 12
"""The number of best components that are sent to the page."""
FEW = 2
"""The largest number of components that a search with the freedom `change` may replace."""


@dataclass(frozen=True)
class SwapTask(FlownAfterDrawing):
    """A task that flies a ship with every component that could lie on a square instead of the present one."""

    number: int
    setting: Setting
    ship: Layout
    square: Square

    @property
    def steps(self) -> tuple[int, ...]:
        """The numbers of flights with each component after which there is a message."""
        return steps_for(self.ship, SWAP_STEPS, OF_BUILDS)

    def messages(self, _: KnownBlocks) -> Iterator[TaskMessage]:
        """Yield a message after every number of flights in `steps`, with the gain of the best components so far.

        The gain is in credits a flight, compared with the component that lies on the square now.
        """
        experiment = swapped(self.setting.plan(self.ship), self.square)
        total: Any = None
        for first, last in pairwise((0, *self.steps)):
            counted = experiment.count(columns_of(experiment, first, last - first))
            total = counted if total is None else total + counted
            swaps: Swaps = result_of(experiment, total, (Stretch(experiment.seed, 0, last),), plain=False)
            says = swaps.verdict_in_words()
            rows = [_row(one) for one in swaps.rows[:TOP]]
            yield (
                self._message(rows, says, last)
                | {"more": max(0, len(swaps.rows) - TOP), "lies": swaps.current_in_words},
                {},
            )

    def fault_message(self, faults: Sequence[str]) -> Plain:
        """Return the message that the ship cannot be flown, so that no component can be tried; give the reasons."""
        return self._message([], "; ".join(faults), self.steps[-1])

    def _message(self, rows: list[Plain], says: str, flights: int) -> Plain:
        return {
            "kind": "swap",
            "change": self.number,
            "at": self.square,
            "rows": rows,
            "says": says,
            "flights": flights,
            "of": self.steps[-1],
            "done": flights == self.steps[-1],
        }


def _row(swap: Swap) -> Plain:
    gain = swap.simultaneous_gain
    return {
        "part": write_token(swap.part),
        "label": label(swap.part),
        "gain": _signed(gain.mean),
        "interval": f"{_signed(gain.low)} to {_signed(gain.high)}",
        "says": gain.in_words("better", "worse", "unsure"),
        "left": swap.left,
    }


def _signed(number: float) -> str:
    return signed(number).replace("-", "\N{MINUS SIGN}")


@dataclass(frozen=True)
class BetterShipTask(FlownAfterDrawing):
    """A task that searches for a better ship for some seconds, and then compares the best one with the given ship."""

    number: int
    setting: Setting
    ship: Layout
    seconds: float
    allowed: Freedom

    def messages(self, known: KnownBlocks) -> Iterator[TaskMessage]:
        """Yield the progress of the search, then the comparison of the best ship found with the given ship.

        The comparison uses flights that the search has not used.
        """
        experiment = self.setting.plan(self.ship)
        bench = Bench(experiment, load_goal("credits", alone=is_alone(self.setting.rivals())))
        moves = Moves(bench.ship, self.allowed, crewed=not experiment.route.learning)
        search = Search(bench, moves, self.setting.seed)
        now, started, spent = search.begin(), monotonic(), 0.0
        while spent < self.seconds:
            now = search.generation(now)
            spent = monotonic() - started
            yield self._searching(now, moves, min(1.0, spent / self.seconds)), {}
        now = search.settled(now)
        better = self._made(now, moves)
        if not changes_in_words(self.ship, better):
            yield self._message(better, 1.0, "Nothing better was found.", done=True), {}
            return
        for _, look, new in side_by_side(self.number, self.setting, self.ship, better, STEPS, known):
            credits = next(row for row in look["rows"] if row["name"] == "credits")["change"]
            says = f"{credits['text']} credits a flight ({credits['interval']}) on {look['flights']:,} flights anew"
            done = look["flights"] == STEPS[-1]
            yield self._message(better, 1.0, says, done=done) | {"says_of": credits["says"], "confirmed": True}, new

    def fault_message(self, faults: Sequence[str]) -> Plain:
        """Return the message that the ship cannot be flown, so that no better one is searched; give the reasons."""
        return self._message(self.ship, 1.0, "; ".join(faults), done=True)

    def _searching(self, now: SearchState, moves: Moves, share: float) -> Plain:
        gained: Estimate | None = now.gained
        says = "nothing better yet"
        if gained is not None:
            interval = f"{_signed(gained.low)} to {_signed(gained.high)}"
            best = f"best so far {_signed(gained.mean)} credits a flight ({interval})"
            says = f"{best}, probably too high: it was picked as the best of many"
        return self._message(self._made(now, moves), share, says)

    def _made(self, now: SearchState, moves: Moves) -> Layout:
        return moves.layout(now.best, self.ship.name)

    def _message(self, better: Layout, share: float, says: str, *, done: bool = False) -> Plain:
        changes = changes_in_words(self.ship, better)
        text = write_ship(replace(better, name=self.ship.name)) if changes else ""
        standing = {"share": share, "says": says, "changes": changes, "text": text, "done": done}
        return {"kind": "improve", "change": self.number, "confirmed": False, "says_of": "unsure", **standing}


def swap_task(ship: Layout, number: int, setting: Setting, square: Square) -> SwapTask:
    """Return the task that tries every other component on a square of the drawn ship.

    Raises:
        AnalyzerError: The ship has flaws, or has no such square.
    """
    _unflawed(ship)
    return SwapTask(number, setting, ship, checked_square(ship, square))


def better_ship_task(ship: Layout, number: int, setting: Setting, seconds: float, allows: str) -> BetterShipTask:
    """Return the task that searches for a better ship than the drawn one.

    Args:
        ship: The ship.
        number: The number of the drawing's latest change when the task is made.
        setting: The conditions of the flights.
        seconds: The duration of the search.
        allows: What the search may do: `rearrange` the components, `change` at most two of them, or anything (`free`).

    Raises:
        AnalyzerError: The ship is a build of class IVC, or has flaws.
    """
    refuse_builds(ship, "improve")
    _unflawed(ship)
    allowed = {
        "rearrange": lambda: freedom(ship, rearrange=True),
        "change": lambda: freedom(ship, change=min(FEW, max(1, len(ship.components) - 1))),
        "free": lambda: freedom(ship, free=True),
    }[allows]()
    return BetterShipTask(number, setting, ship, seconds, allowed)


def _unflawed(ship: Layout) -> None:
    if flawed := ship.flaws():
        raise AnalyzerError(f"the ship is flawed, so no other one can be judged against it: {flawed[0]}")
