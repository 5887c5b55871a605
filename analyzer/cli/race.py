"""`analyzer race`: all ships in one convoy."""

from __future__ import annotations

from analyzer.cli.flying import (
    Captains,
    Cards,
    Flights,
    Learning,
    Level,
    Plot,
    Repair,
    Seed,
    Start,
    Workers,
    check_level,
    check_plot_dir,
    load_ships,
    progress,
    read_cards,
    show,
)
from analyzer.cli.options import AsJson, ShipFiles
from analyzer.errors import AnalyzerError


def race(
    ships: ShipFiles,
    level: Level = None,
    flights: Flights = 100_000,
    seed: Seed = 1,
    learning: Learning = False,
    cards: Cards = None,
    start: Start = None,
    captain: Captains = None,
    repair: Repair = False,
    workers: Workers = 1,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Fly two to four ships in one convoy; --start is the first ship's place."""
    check_level(level)
    check_plot_dir(plot)
    if not 2 <= len(ships) <= 4:
        raise AnalyzerError(f"{len(ships)} ship{'s' * (len(ships) != 1)}: a race takes two to four")
    from analyzer.trucker.fly import fly

    layouts = load_ships(ships)
    with progress(flights) as flown:
        result = fly(
            layouts,
            level,
            flights,
            seed,
            learning=learning,
            cards=read_cards(cards),
            start=start,
            captain=captain or "sensible",
            repair=repair,
            workers=workers,
            progress=flown,
        )
    show([result], as_json, plot)
