"""`analyzer fly`: each ship alone, or each against the same rivals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

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

if TYPE_CHECKING:
    from analyzer.trucker.ship.layout import Layout

Rivals = Annotated[
    list[str] | None,
    typer.Option(
        help="`field` for the three reference ships of the board, or up to three ship files, "
        "each after its own --rivals or all with commas.",
        metavar="field|SHIP,SHIP",
        show_default=False,
    ),
]


def fly(
    ships: ShipFiles,
    level: Level = None,
    flights: Flights = 100_000,
    seed: Seed = 1,
    rivals: Rivals = None,
    learning: Learning = False,
    cards: Cards = None,
    start: Start = None,
    captain: Captains = None,
    repair: Repair = False,
    workers: Workers = 1,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Fly each ship alone, or each against the same rivals, and show what it comes to."""
    check_level(level)
    check_plot_dir(plot)
    from analyzer.trucker.deck import home_level
    from analyzer.trucker.fly import fly as fly_many

    layouts = load_ships(ships)
    against = load_rivals(rivals or [], level or home_level(layouts[0]))
    captains = captain or ["sensible"]
    if len(captains) not in (1, len(layouts)):
        raise AnalyzerError(f"--captain: {len(captains)} captains for {len(layouts)} ships: give one, or one for each")
    results = []
    with progress(flights * len(layouts)) as flown:
        for number, ship in enumerate(layouts):
            results.append(
                fly_many(
                    [ship],
                    level,
                    flights,
                    seed,
                    rivals=against,
                    captain=[captains[number % len(captains)]],
                    learning=learning,
                    cards=read_cards(cards),
                    start=start,
                    repair=repair,
                    workers=workers,
                    progress=flown,
                )
            )
    show(results, as_json, plot)


def load_rivals(named: list[str], level: str) -> list[Layout]:
    """The rivals: the field of the level's board, or ship files."""
    from analyzer.trucker.field import load_field

    words = [word for text in named for word in text.split(",") if word]
    if words == ["field"]:
        return load_field(level)
    return load_ships([Path(word) for word in words])
