"""A map of good ships instead of one: in each cell of two numbers, as components used and lost, the best ship."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Unpack

import numpy as np

from analyzer.errors import AnalyzerError, whole_number
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.interval import each_of
from analyzer.trucker.cards.route import home_level
from analyzer.trucker.conditions import Conditions
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import METRICS
from analyzer.trucker.questions.explore.answer import Found, ShipChart
from analyzer.trucker.questions.improve.call import described, fewer_fresh, flights_in_a_hurry
from analyzer.trucker.questions.place.call import for_ships_alone
from analyzer.trucker.ship.blank import named_board, starting_cabin
from analyzer.trucker.ship.field import load_field
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship, is_path
from analyzer.trucker.workshop.axes import USUAL, Axis, load_axes
from analyzer.trucker.workshop.bench import Bench, bench_for, fly_stacked
from analyzer.trucker.workshop.budget import Budget, budget, go_on
from analyzer.trucker.workshop.elites import Elite, Elites, Filled
from analyzer.trucker.workshop.freedom import Freedom, freedom
from analyzer.trucker.workshop.goal import Goal
from analyzer.trucker.workshop.moves import Moves
from analyzer.trucker.workshop.search_file import SearchFile

CONFIRMED = 4_000
"""Flights of every ship that is shown, on the seed that was asked for."""
KEPT = 0.4
"""At most that share of the seconds is kept for them."""
AT_ONCE = 1 << 16
"""Flights of all ships together that are held in memory at once at the end."""
Heard = Callable[[Filled, Budget], None]


def explore(
    begin: ShipLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    by: Sequence[str] = USUAL,
    keep: Iterable[tuple[int, int]] = (),
    goal: str | Goal = "credits",
    seconds: float | None = None,
    confirm: int = CONFIRMED,
    save: str | Path | None = None,
    heard: Heard | None = None,
    **conditions: Unpack[Conditions],
) -> ShipChart:
    """Good ships of many kinds: for each cell of two numbers the one that does best, of any components of one box.

    begin: a ship to begin with (or the path of its file), or a board (`II`, `2021-II`), which begins with its reference
    ships. by: the two numbers, metrics of a flight or `components` for how many a ship has, each with a step behind a
    colon if another one is wanted than ours. `keep`, `goal`, `seconds`, `flights` and `save` are those of `improve`.
    Every ship flies `confirm` flights anew under `seed`, or as many as the seconds allow. It is shown in the cell where
    it was then.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> chart = analyzer.explore(ship, flights=500, confirm=50)
    >>> sum(len(one.ship.components) == len(ship.components) for one in chart) > 0
    True

    Raises AnalyzerError with every reason why this search cannot be done.
    """
    ships = beginning(begin)
    bench, allowed, axes, limit = _asked(ships[0], level, seed, goal, by, keep, seconds, flights, confirm, conditions)
    moves = Moves(bench.ship, allowed, crewed=not bench.experiment.route.learning)
    elites = Elites(bench, moves, axes, seed)
    own = described(bench, allowed) | {"begins with": [ship.as_entries() for ship in ships], "by": [*map(repr, axes)]}
    file = None if save is None else SearchFile(save, own)
    now, stopped = _filled(elites, ships, limit, file, heard or (lambda *_: None), confirm)
    many = len(now.elites)
    speed = now.flights / now.seconds / max(1, many) if now.seconds else 0.0
    fresh = flights_in_a_hurry(confirm, many) if stopped else limit.fresh(speed, confirm)
    finalists = _confirmed(bench, axes, [moves.layout(elite.build, "x") for elite in now.elites.values()], fresh)
    remarks = () if stopped else fewer_fresh(fresh, confirm, limit)
    return ShipChart(bench, allowed, axes, tuple(finalists), now, fresh, stopped, remarks)


def beginning(begin: ShipLike) -> list[Layout]:
    """The ships that a map begins with."""
    if not isinstance(begin, str) or is_path(begin):
        ship = as_ship(begin, "begin")
        for_ships_alone(ship, "explore")
        return [ship]
    board = named_board(begin, None)
    if board.start is None:
        raise AnalyzerError(f"board {board.title}: is for builds of class IVC, which `explore` does not take")
    bare = Layout("Bare Cabin", board, {board.start: starting_cabin(board)})
    try:
        return [*load_field(home_level(bare), board.edition)]
    except AnalyzerError:
        return [bare]


def _asked(
    ship: Layout,
    level: str | None,
    seed: int,
    goal: str | Goal,
    by: Sequence[str],
    keep: Iterable[tuple[int, int]],
    seconds: float | None,
    flights: int | None,
    confirm: int,
    conditions: Conditions,
) -> tuple[Bench, Freedom, tuple[Axis, Axis], Budget]:
    """Where ships fly, what may be changed, by what they are told apart, how long the search is; all faults at once."""
    faults: list[str] = []
    made: list[Any] = []
    for make in (
        partial(bench_for, ship, level, seed, goal, **conditions),
        partial(freedom, ship, free=True, keep=keep),
        partial(load_axes, by),
        partial(budget, seconds, flights),
        partial(whole_number, confirm, "confirm", 2),
    ):
        try:
            made.append(make())
        except AnalyzerError as error:
            faults += error.faults
    if faults:
        raise AnalyzerError(faults)
    bench, allowed, axes, limit, _ = made
    return bench, allowed, axes, limit


def _filled(
    elites: Elites, ships: Sequence[Layout], limit: Budget, file: SearchFile | None, heard: Heard, confirm: int
) -> tuple[Filled, bool]:
    """The map when the budget is spent, or when it was interrupted; whether it was."""
    stored = file.standing if file is not None else None
    since = monotonic()
    begun = elites.begin(ships) if stored is None else _of_plain(stored, elites.moves)
    begun = begun if begun.seconds else replace(begun, seconds=monotonic() - since)

    def keep(now: Filled) -> None:
        if file is not None:
            file.write(_as_plain(now, elites.moves))

    return go_on(begun, elites.generation, limit, keep, heard, lambda now: confirm * len(now.elites), KEPT)


def _confirmed(bench: Bench, axes: tuple[Axis, Axis], ships: Sequence[Layout], flights: int) -> Iterator[Found]:
    """Every ship with what it does on fresh flights, where it does best of its cell; cells in order."""
    best: dict[tuple[int, int], Found] = {}
    at_once = max(1, AT_ONCE // flights)
    for begin in range(0, len(ships), at_once):
        some = [bench.with_ship(ship) for ship in ships[begin : begin + at_once]]
        for one in _found(bench, axes, some, flights, each_of(len(ships))):
            if one.cell not in best or best[one.cell].worth.mean < one.worth.mean:
                best[one.cell] = one
    for cell in sorted(best):
        one = best[cell]
        yield replace(one, ship=replace(one.ship, name=_named(axes, cell)))


def _found(
    bench: Bench, axes: tuple[Axis, Axis], ships: Sequence[Experiment], flights: int, confidence: float
) -> Iterator[Found]:
    for one, columns in zip(ships, fly_stacked(ships, 0, flights), strict=True):
        ship = one.ships[0]
        built = len(ship.components)
        measures = [built if axis.is_built else axis.total(columns) / flights for axis in axes]
        across, down = (axis.cell(value) for axis, value in zip(axes, measures, strict=True))
        histograms = {name: Histogram.of(np.asarray(column[0])) for name, column in columns.items()}
        worth = Histogram.of(bench.goal.of(columns)[0])
        metrics = {name: METRICS.measured(name, histograms) for name in METRICS.by_name}
        at = (across, down), (measures[0], measures[1])
        yield Found(ship, *at, worth.estimate(), worth.estimate(confidence), metrics)


def _named(axes: tuple[Axis, Axis], cell: tuple[int, int]) -> str:
    return ", ".join(f"{axis.label} {axis.step_in_words(number)}" for axis, number in zip(axes, cell, strict=True))


def _as_plain(now: Filled, moves: Moves) -> dict[str, Any]:
    elites = [
        {"cell": list(cell), "worth": elite.worth, "ship": moves.layout(elite.build, "elite").as_entries()}
        for cell, elite in now.elites.items()
    ]
    numbers = {name: getattr(now, name) for name in ("generation", "flights", "seconds", "spread")}
    return numbers | {"elites": elites}


def _of_plain(plain: dict[str, Any], moves: Moves) -> Filled:
    elites = {
        (one["cell"][0], one["cell"][1]): Elite(moves.build(Layout.from_components(**one["ship"])), one["worth"])
        for one in plain["elites"]
    }
    numbers = {name: plain[name] for name in ("generation", "flights", "seconds", "spread")}
    return Filled(elites, **numbers)
