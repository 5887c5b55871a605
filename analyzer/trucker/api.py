"""The call `fly`: fly ships many times and count how their flights end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Unpack, overload

from analyzer.answers.result import ByItself, one_or_by_itself
from analyzer.errors import AnalyzerError
from analyzer.montecarlo.blocks import Workers
from analyzer.montecarlo.workers import AUTO
from analyzer.runs.amount import Amount
from analyzer.runs.stopping import EventsLike, PrecisionLike
from analyzer.runs.watched import Progress, Watcher
from analyzer.trucker.conditions import Conditions, one_for_each, plan_by_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.position.position import Position
from analyzer.trucker.position.positionfile import load_ship_or_position, plan_position
from analyzer.trucker.result import Result
from analyzer.trucker.ship.shipfile import ShipLike, ShipsLike, is_path
from analyzer.trucker.world import DEFAULT_CAPTAIN, PRECISE_ENOUGH


@overload
def fly(
    ships: ShipLike | Position,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    precision: PrecisionLike | None = None,
    until_events: EventsLike | None = None,
    first: int = 0,
    save: str | Path | None = None,
    flights_out: str | Path | None = None,
    workers: Workers = AUTO,
    block: int | None = None,
    plain: bool = False,
    progress: Progress | None = None,
    **conditions: Unpack[Conditions],
) -> Result: ...
@overload
def fly(
    ships: Sequence[ShipLike],
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    precision: PrecisionLike | None = None,
    until_events: EventsLike | None = None,
    first: int = 0,
    save: str | Path | None = None,
    flights_out: str | Path | None = None,
    workers: Workers = AUTO,
    block: int | None = None,
    plain: bool = False,
    progress: Progress | None = None,
    **conditions: Unpack[Conditions],
) -> Result | ByItself: ...
def fly(
    ships: ShipsLike | Position,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    precision: PrecisionLike | None = None,
    until_events: EventsLike | None = None,
    first: int = 0,
    save: str | Path | None = None,
    flights_out: str | Path | None = None,
    workers: Workers = AUTO,
    block: int | None = None,
    plain: bool = False,
    progress: Progress | None = None,
    **conditions: Unpack[Conditions],
) -> Result | ByItself:
    """Fly each ship many times, by default in the field of its board, and count how every flight ends.

    The same ships, captains, route, seed and number of flights always give the same histograms. Neither `workers` nor
    `block` changes them, nor does killing and resuming a run.

    Args:
        ships: One ship or several, each a Layout or the path of a ship file. Several ships fly one by one; ships that
            fly together are a `race`. A position (see `load_position`) or the path of its file flies the rest of its
            flight. Then only `captain` of the conditions may be given, because the position says all else.
        level: Level to fly, e.g. "II"; that of each ship's board if None.
        flights: Number of flights. If None, the run ends when mean credits are known within 0.1 credits, at the latest
            after 100,000 flights. Other defaults: 40 if a captain thinks, and at most 100,000,000 with `precision` or
            `until_events`.
        seed: Seed of cards and dice.
        precision: Fly until half the width of the 95% interval of mean credits is at most this number. A dictionary
            gives such a number for other means or chances in the result's table, e.g. {"arrived": 0.001}. Each ship
            flies until its own intervals are that narrow.
        until_events: Fly until each of these events has occurred so many times, e.g. {"no_humans": 1000}; the interval
            of its chance allows for that.
        first: Number of the first flight; several machines can share a seed if each flies different numbers.
        save: File in which every finished block is kept; the same call resumes from it.
        flights_out: Parquet file to write with a row for every flight.
        workers: Number of processes, or a `Cluster`.
        block: Number of flights held at once; it changes no result.
        plain: Whether means and their intervals are those of the flights alone. If False, they are corrected by the
            known chances of the cards and of the starting places. The corrected intervals are as narrow as those of
            several times as many flights.
        progress: Called with the number of flights just flown and the result so far.
        **conditions: Rivals ("field", "alone" or ships), captain, learning, cards, start, repair, forecast and more;
            see `analyzer.Conditions`.

    Returns:
        A `Result` for one ship or a position; for several ships a `ByItself`, which holds the result of each.

    Raises:
        AnalyzerError: If the ships cannot fly under these conditions, with every reason.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.fly(ship, level="I", flights=1000, seed=1)["First Mile"].credits.n
    1000
    """
    amount = Amount(
        flights,
        precision,
        first=first,
        workers=workers,
        block=block,
        save=save,
        rows_out=flights_out,
        until_events=until_events,
        plain=plain,
        enough=PRECISE_ENOUGH,
        called="flights",
    )
    results: list[Result] = amount.run(_planned(ships, level, seed, conditions), Watcher(fully=progress))
    return one_or_by_itself(results)


def _planned(ships: ShipsLike | Position, level: str | None, seed: int, conditions: Conditions) -> Sequence[Experiment]:
    """Return the experiment of each ship from launch on, or the experiment that continues a position."""
    if is_path(ships):
        ships = load_ship_or_position(ships)
    if not isinstance(ships, Position):
        return plan_by_ship(ships, level, seed, **conditions)
    too_much = [name for name in ({} if level is None else {"level": level}) | conditions if name != "captain"]
    if too_much:
        raise AnalyzerError(
            f"{', '.join(too_much)}: a position says all of this itself: leave it out, or change the file"
        )
    captain = conditions.get("captain", DEFAULT_CAPTAIN)
    if isinstance(captain, Sequence) and not isinstance(captain, str):
        (captain,) = one_for_each(captain, 1)
    return [plan_position(ships, seed, captain)]
