"""Flying ships many times: the main job in one call."""

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
    """Fly each ship by itself, in the field of its board if nothing else is said, and count how every flight ends.

    `ships`: one or several, each a Layout or the path of a ship file. Of one ship the result is a `Result`, of several
    a `ByItself`, which holds the result of each; ships that fly together are a `race`. `level` is that of each ship's
    board if None; `flights` 100,000, or 40 where a captain thinks, or
    with `precision` at most 100,000,000; `conditions` (see `analyzer.Conditions`)
    are rivals ("field", "alone" or ships), captain, learning, cards, start, repair, forecast and more. In place of
    ships a position (see `load_position`), or the path of its file: then the rest of its flight is flown, under
    `captain`, and all else is as the position says.

    precision: fly until half the width of the 95% interval of the mean credits is at most that, or, by metric, of any
    mean or chance of the table, e.g. {"arrived": 0.001}; each ship until its own are.
    until_events: fly until each of some chances held so often, e.g. {"no_humans": 1000}; the interval of that chance
    allows for it.
    first: the number of the first flight; machines that share a seed fly other numbers.
    save: a file in which every finished block is kept; the same call goes on from there.
    flights_out: a Parquet file of every flight.
    plain: means and their intervals are those of the flights alone. Else they are corrected by the known chances of
    the cards and of the places at the start, which makes them as certain as those of several times as many flights.
    progress: called with the number of flights just flown and the result so far.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.fly(ship, level="I", flights=1000, seed=1)["First Mile"].credits.n
    1000

    The same ships, captains, route, seed and number of flights give the same histograms whatever `workers` and `block`,
    killed and resumed or not. Raises AnalyzerError with every reason why this cannot be flown.
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
        called="flights",
    )
    results: list[Result] = amount.run(_planned(ships, level, seed, conditions), Watcher(fully=progress))
    return one_or_by_itself(results)


def _planned(ships: ShipsLike | Position, level: str | None, seed: int, conditions: Conditions) -> Sequence[Experiment]:
    """The experiments of ships at launch, or that of a position."""
    if is_path(ships):
        ships = load_ship_or_position(ships)
    if not isinstance(ships, Position):
        return plan_by_ship(ships, level, seed, **conditions)
    too_much = [name for name in ({} if level is None else {"level": level}) | conditions if name != "captain"]
    if too_much:
        raise AnalyzerError(
            f"{', '.join(too_much)}: a position says all of this itself: leave it out, or change the file"
        )
    captain = conditions.get("captain", "sensible")
    if isinstance(captain, Sequence) and not isinstance(captain, str):
        (captain,) = one_for_each(captain, 1)
    return [plan_position(ships, seed, captain)]
