"""Flying ships many times: the main job in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from analyzer.errors import AnalyzerError, whole
from analyzer.montecarlo.run import BLOCK, run
from analyzer.trucker.captain import Captain, load_captain, with_rivals
from analyzer.trucker.deck import Route, home_level
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.results import Result
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.layout import Layout, layouts
from analyzer.trucker.ship.repair import repair as mend

CaptainLike = str | Path | Captain


def fly(
    ships: Sequence[Layout],
    level: str | None = None,
    flights: int = 100_000,
    seed: int = 1,
    *,
    rivals: Sequence[Layout] = (),
    captain: CaptainLike | Sequence[CaptainLike] = "sensible",
    learning: bool = False,
    cards: Sequence[int] = (),
    start: int | None = None,
    repair: bool = False,
    workers: int = 1,
    block: int = BLOCK,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Fly one ship alone, or several in one convoy, and count how every flight ends.

    `level` is that of the first ship's board if None; `rivals` fly along and are not reported; `captain` is a name, a
    captain file or a Captain, one for all or one for each ship (rivals fly under "sensible" then); `learning` flies the
    eight starred cards; `cards` are card numbers in a fixed order; `start` is the first ship's place in the starting
    order, from 1, drawn anew each flight if None; `repair` removes components from flawed ships first; `progress` is
    called with the number of flights just flown.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.fly([ship], level="I", flights=1000, seed=1)["First Mile"].credits.n
    1000

    The same ships, captains, route, seed and number of flights give the same histograms whatever `workers` and `block`.
    Raises AnalyzerError with every reason why this cannot be flown.
    """
    convoy = [*layouts(ships, "ships"), *layouts(rivals, "rivals")]
    if not ships:
        raise AnalyzerError("no ships: give at least one")
    route = Route(ships[0].board.edition, level or home_level(ships[0]), learning, _numbers(cards), start)
    off: list[tuple[Square, ...]] = [()] * len(convoy)
    if repair:
        mended = [mend(ship) for ship in convoy]
        convoy, off = [ship for ship, _ in mended], [squares for _, squares in mended]
    experiment = Experiment(
        ships=tuple(convoy),
        captains=_captains(captain, len(ships), len(rivals)),
        route=route,
        seed=seed,
        removed=tuple(len(squares) for squares in off),
    )
    tallies = run(experiment, flights, workers, block, progress)
    return Result(experiment, flights, len(ships), tuple(off), tallies)


def _numbers(cards: object) -> tuple[int, ...]:
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise AnalyzerError(f"cards {cards!r}: give a list of card numbers")
    return tuple(whole(number, "card", 0) for number in cards)


def _captains(given: CaptainLike | Sequence[CaptainLike], ships: int, rivals: int) -> tuple[Captain, ...]:
    if isinstance(given, str) or not isinstance(given, Sequence):
        return (load_captain(given),) * (ships + rivals)
    captains = [load_captain(one) for one in given]
    if len(captains) == 1:
        captains *= ships
    if len(captains) != ships:
        raise AnalyzerError(f"{len(captains)} captains for {ships} ships: give one for all, or one for each ship")
    return with_rivals(captains, rivals)
