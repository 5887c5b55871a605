"""Verbs of Starship Catan under "About a ship" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import PLAYERS, AmountOptions, OutputOptions, Trials
from analyzer.present.view import described, view_of_comparisons
from analyzer.starship.command.options import (
    CAPTAINS,
    THINKER_TOO,
    Against,
    PlayerOptions,
    PositionFile,
    PositionFiles,
    TableOptions,
)


def inspect(
    ships: PositionFiles,
    *,
    table: Annotated[TableOptions, Only("switch")],
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Show how far a ship flies, its odds against pirates, what rolls produce, its points, and what builds lack.

    For a position it also shows what lies on the table, the flight that is on, and the other player's ship.
    """
    from analyzer.errors import all_or_faults
    from analyzer.starship.position.position import table_in_words
    from analyzer.starship.position.positionfile import load_position
    from analyzer.starship.ship.report import ShipFacts
    from analyzer.starship.tables import load_switches

    positions = all_or_faults(load_position, ships)
    how = load_switches(table.switches())
    facts = [ShipFacts(now.own, now.ships[1 - now.me], how, table_in_words(now)) for now in positions]
    output.tell(described(facts))


Cannons = Annotated[
    int | None,
    typer.Option(
        help="Your cannon strength: the levels of all your cannons added up.",
        show_default="that of the ship in --from, else 1",
    ),
]
Demand = Annotated[
    int | None, typer.Option(help="Astro the pirate asks for: 3 or 5.", show_default="as in --from, else 3")
]
Entered = Annotated[
    int | None,
    typer.Option(
        help="How many of the 28 reserve cards have come into play so far.",
        show_default="as in --from, else all 28, as late in a game",
    ),
]
From = Annotated[
    Path | None,
    typer.Option(
        "--from",
        help="Take cannons, reserve cards in play and beaten pirates from this ship or position. Where a pirate waits "
        "in it, games are played on to their end, to see what a lost fight costs.",
        metavar="SHIP|POSITION",
        show_default=False,
    ),
]
Playing = Annotated[str, typer.Option(help=f"Who plays on for both: {CAPTAINS}.", rich_help_panel=PLAYERS)]
Gain = Annotated[float, typer.Option(help="Worth of a victory (a medal and a good) to you, in Astro.")]


def fight(
    cannons: Cannons = None,
    demand: Demand = None,
    entered: Entered = None,
    gain: Gain = 0,
    *,
    begin: From = None,
    table: TableOptions,
    captain: Playing = "sensible",
    amount: Annotated[
        AmountOptions,
        Only("flights", "quiet"),
        Trials(4_000, "games"),
        Says(flights="Play on this many games after paying, and as many after the fight. Needs --from with a pirate."),
    ],
    output: Annotated[OutputOptions, Only("as_json", "export", "plot", "verbose")],
) -> None:
    """Decide whether to pay a pirate or fight: your odds, and up to which cost of a defeat fighting is better."""
    from analyzer.starship.questions.fight import pay_or_fight

    output.check()
    how: Any = {"position": begin, "seed": table.seed, "captain": captain, "switches": table.switches()}
    with amount.progress(0) as done:
        games = amount.amount().most()
        answer = pay_or_fight(cannons, demand, entered, gain, games=games, progress=done, **how)
    output.tell(described([answer]))


def weak(
    ship: PositionFile,
    *,
    against: Against = None,
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(5_000, "games", score="won")],
    output: OutputOptions,
) -> None:
    """Measure what each part, colony and station adds to the chance to win: the same games without it."""
    output.check(amount)
    from analyzer.starship.questions.compare import weak as ask

    how: Any = {"captain": players.captain, "other": players.other, "switches": table.switches()}
    comparison = amount.answer(ask, ship, amount.flights, table.seed, against=against, **how)
    output.tell(view_of_comparisons([comparison], ranked=True))
