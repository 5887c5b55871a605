"""A better ship than the one given: a search under the conditions that will be played, confirmed on fresh flights."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, Unpack

from analyzer.answers.comparison import Comparison
from analyzer.errors import AnalyzerError, named_setting, whole_number
from analyzer.montecarlo.blocks import Workers
from analyzer.montecarlo.random_words import LARGEST_SEED
from analyzer.montecarlo.start import AUTO
from analyzer.runs.compare import compare_experiments
from analyzer.statistics.moments import Moments
from analyzer.trucker.conditions import Conditions
from analyzer.trucker.questions.improve.answer import AS_GIVEN, FOUND, Improved
from analyzer.trucker.questions.place.call import for_ships_alone
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship
from analyzer.trucker.workshop.annealing import Search, Standing
from analyzer.trucker.workshop.bench import Bench, bench_for
from analyzer.trucker.workshop.budget import LEAST_FRESH, Budget, budget, go_on
from analyzer.trucker.workshop.freedom import Freedom, freedom
from analyzer.trucker.workshop.goal import Goal
from analyzer.trucker.workshop.moves import Moves
from analyzer.trucker.workshop.priced import priced
from analyzer.trucker.workshop.search_file import SearchFile

CONFIRMED = 20_000
"""Flights of the answer and of the ship given, on the seed that was asked for."""
HURRIED = 1 << 12
"""At most so many flights of all ships together where Ctrl-C ended the search: somebody waits for what it came to."""
KEPT = 0.2
"""At most that share of the seconds is kept for them."""
MUCH_MORE = 5
"""From so many times the fewest fresh flights on it pays to see once more how fast they are flown."""
SETTLING = 1 << 9
"""At most so many flights on which it is settled then which ship is the best so far."""
MOST_SETTLING, SHARE_OF_SETTLING = 1 << 14, 15
"""At most so many where the seconds are over, and one part in so many of the flights for which there is time."""


Heard = Callable[[Standing, Budget], None]


def improve(
    ship: ShipLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    rearrange: bool = False,
    change: int | None = None,
    free: bool = False,
    keep: Iterable[tuple[int, int]] = (),
    goal: str | Goal = "credits",
    seconds: float | None = None,
    confirm: int = CONFIRMED,
    save: str | Path | None = None,
    workers: Workers = AUTO,
    heard: Heard | None = None,
    **conditions: Unpack[Conditions],
) -> Improved:
    """Look for a ship that does better under these conditions, and fly the answer anew beside the ship given.

    `rearrange`: the same components elsewhere; `change`: at most so many of them exchanged for others of the box, on
    the same squares unless `rearrange` is said too; `free`: any components of one box; `keep`: squares that stay.
    `goal`: what is wanted, as `credits`, `arrived`, `penalty`, `win` or `credits-2*penalty`. All ends within
    `seconds` by the wall clock (60 if nothing is said), or the search after `flights` of all ships together; with
    `flights` alone the same seed gives the same answer. The answer and the ship given then fly `confirm` flights under
    `seed`, which were not used to find it, or as many as the seconds allow. Ctrl-C ends the search, too; then they fly
    fewer. save: a file that the same call goes on from.
    Level, workers and `conditions` are those of `fly`: a ship found alone gains little among rivals.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> found = analyzer.improve(ship, flights=20, rearrange=True, confirm=10)
    >>> len(found.found.components) == len(ship.components), found.found.flaws()
    (True, [])

    Raises AnalyzerError with every reason why this search cannot be done.
    """
    bench, allowed, limit = asked(
        ship, level, seed, goal, rearrange, change, free, keep, seconds, flights, confirm, conditions
    )
    search = Search(bench, Moves(bench.ship, allowed, crewed=not bench.experiment.route.learning), seed)
    file = None if save is None else SearchFile(save, described(bench, allowed))
    now, stopped = _sought(search, limit, file, heard or (lambda *_: None), confirm)
    better = search.moves.layout(now.best, improved_name(bench.ship.name))
    named = {
        FOUND: priced(bench.with_ship(better), bench.goal),
        AS_GIVEN: priced(bench.experiment, bench.goal),
    }

    def compare(flights: int) -> Comparison:
        return compare_experiments(named, flights, margin=bench.goal.margin, workers=workers)

    compared = compare(flights_in_a_hurry(confirm, 2)) if stopped else in_time(compare, confirm, limit)
    remarks = () if stopped else fewer_fresh(compared.flights, confirm, limit)
    return Improved(bench.ship, better, bench.goal, allowed, now, compared, stopped, remarks)


def improved_name(name: str) -> str:
    """Name a ship that was found from one of that name, so that both are told apart.

    >>> improved_name("Angry Gull"), improved_name("Angry Gull, improved"), improved_name("Angry Gull, improved 2")
    ('Angry Gull, improved', 'Angry Gull, improved 2', 'Angry Gull, improved 3')
    """
    before, improved, times = name.rpartition(", improved")
    if not improved or not (times == "" or times.strip().isdecimal()):
        return f"{name}, improved"
    return f"{before}{improved} {int(times or 1) + 1}"


def flights_in_a_hurry(confirm: int, ships: int) -> int:
    """How many flights each ship flies anew where Ctrl-C ended the search."""
    return min(confirm, max(2, HURRIED // max(1, ships)))


def in_time(compare: Callable[[int], Comparison], confirm: int, limit: Budget) -> Comparison:
    """Both ships on as many fresh flights as there is time for: a few of them tell how long all would take."""
    if limit.seconds is None or confirm <= LEAST_FRESH:
        return compare(confirm)
    begun = monotonic()
    few = compare(LEAST_FRESH)
    fresh = limit.fresh(LEAST_FRESH / (monotonic() - begun), confirm)
    if fresh >= MUCH_MORE * LEAST_FRESH and fresh < confirm:
        begun = monotonic()
        few = compare(MUCH_MORE * LEAST_FRESH)
        fresh = limit.fresh(MUCH_MORE * LEAST_FRESH / (monotonic() - begun), confirm)
    return few if fresh <= few.flights else compare(fresh)


def fewer_fresh(fresh: int, confirm: int, limit: Budget) -> tuple[str, ...]:
    """Say so where there was no time for all fresh flights."""
    if fresh >= confirm:
        return ()
    more = named_setting("seconds", 2 * round(limit.seconds or 0))
    return (
        f"Each ship flew {fresh:,} fresh flights, not {confirm:,}, so that all ended in time: {more} leaves time for "
        "more.",
    )


def asked(
    ship: ShipLike,
    level: str | None,
    seed: int,
    goal: str | Goal,
    rearrange: bool,
    change: int | None,
    free: bool,
    keep: Iterable[tuple[int, int]],
    seconds: float | None,
    flights: int | None,
    confirm: int,
    conditions: Conditions,
) -> tuple[Bench, Freedom, Budget]:
    """Where it flies, what may be changed and how long the search is; raises AnalyzerError with all faults at once."""
    faults: list[str] = []
    ship = as_ship(ship)
    for_ships_alone(ship, "improve")
    bench, allowed, limit = None, None, None
    try:
        bench = bench_for(ship, level, whole_number(seed, "seed", 0, LARGEST_SEED), goal, **conditions)
    except AnalyzerError as error:
        faults += error.faults
    try:
        allowed = freedom(ship, rearrange=rearrange, change=change, free=free, keep=keep) if bench else None
    except AnalyzerError as error:
        faults += error.faults
    try:
        limit = budget(seconds, flights)
        whole_number(confirm, "confirm", 2)
    except AnalyzerError as error:
        faults += error.faults
    if faults or bench is None or allowed is None or limit is None:
        raise AnalyzerError(faults)
    return bench, allowed, limit


def _sought(
    search: Search, limit: Budget, file: SearchFile | None, heard: Heard, confirm: int = 0
) -> tuple[Standing, bool]:
    """Where the search stands when the budget is spent, or when it was interrupted; whether it was."""
    begun = search.begin() if file is None or file.standing is None else of_plain(file.standing, search.moves)

    def keep(now: Standing) -> None:
        if file is not None:
            file.write(as_plain(now, search.moves))

    now, stopped = go_on(begun, search.generation, limit, keep, heard, lambda _: 2 * confirm + 3 * SETTLING, KEPT)
    if stopped:
        return search.settled(now, SETTLING), True
    begun_at = monotonic()
    speed = now.flights / now.seconds / SHARE_OF_SETTLING if now.seconds else 0.0
    settled = search.settled(now, None if limit.seconds is None else limit.fresh(speed, MOST_SETTLING))
    return replace(settled, seconds=settled.seconds + monotonic() - begun_at), False


def described(bench: Bench, allowed: Freedom) -> dict[str, Any]:
    """What fixes a search, in plain types; how long it goes on does not."""
    return bench.experiment.describe() | {"goal": dict(bench.goal.prices), "allowed": allowed.as_dict()}


def as_plain(now: Standing, moves: Moves) -> dict[str, Any]:
    """The standing in plain types."""
    return {
        "at": moves.layout(now.at, "at").as_entries(),
        "best": moves.layout(now.best, "best").as_entries(),
        "generation": now.generation,
        "first": now.first,
        "flights": now.flights,
        "seconds": now.seconds,
        "gain": [now.gain.trials, now.gain.total, now.gain.squares],
        "spread": now.spread,
    }


def of_plain(plain: dict[str, Any], moves: Moves) -> Standing:
    """It again."""
    at, best = (moves.build(Layout.from_components(**plain[name])) for name in ("at", "best"))
    numbers = {name: plain[name] for name in ("generation", "first", "flights", "seconds", "spread")}
    return Standing(at, best, gain=Moments(*plain["gain"]), **numbers)
