"""Verbs of Starship Catan under "About a ship" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from analyzer.cli.option_records import HelpTexts, OnlyFields, option
from analyzer.cli.options import PLAYERS, AmountOptions, OutputOptions, Trials, asks
from analyzer.present.view import view_of_descriptions
from analyzer.starship.command.options import (
    CAPTAINS,
    POSITION_FILE,
    POSITION_FILES,
    THINKER_TOO,
    PlayerOptions,
    TableOptions,
)
from analyzer.starship.world import DEFAULT_CAPTAIN


def inspect(
    ships: list[Path] = POSITION_FILES,
    *,
    table: Annotated[TableOptions, OnlyFields("switch")],
    output: Annotated[OutputOptions, OnlyFields("as_json")],
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
    facts = [ShipFacts(now.own, now.ships[1 - now.me], how, table_in_words(now), now.gone) for now in positions]
    output.tell(view_of_descriptions(facts))


@asks("analyzer.starship.questions.fight:pay_or_fight", runs=0)
def fight(
    cannon_strength: int | None = option(
        None,
        "Your cannon strength: the levels of all your cannons added up.",
        "--cannons",
        show_default="that of the ship in --from, else 1",
    ),
    demand: int | None = option(None, "Astro the pirate asks for: 3 or 5.", show_default="as in --from, else 3"),
    entered: int | None = option(
        None,
        "How many of the 28 reserve cards have come into play so far.",
        show_default="as in --from, else all 28, as late in a game",
    ),
    gain: float = option(0, "Worth of a victory (a medal and a good) to you, in Astro."),
    *,
    position: Path | None = option(
        None,
        "Take cannons, reserve cards in play and beaten pirates from this ship or position. Where a pirate waits "
        "in it, games are played on to their end, to see what a lost fight costs.",
        "--from",
        metavar="SHIP|POSITION",
    ),
    table: TableOptions,
    captain: str = option(DEFAULT_CAPTAIN, f"Who plays on for both: {CAPTAINS}.", rich_help_panel=PLAYERS),
    amount: Annotated[
        AmountOptions,
        OnlyFields("flights", "quiet"),
        Trials(4_000, "games"),
        HelpTexts(
            flights="Play on this many games after paying, and as many after the fight. Needs --from with a pirate."
        ),
    ],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "plot", "verbose")],
) -> None:
    """Decide whether to pay a pirate or fight: your odds, and up to which cost of a defeat fighting is better."""


@asks("analyzer.starship.questions.compare:weak", ranked=True)
def weak(
    position: Path = POSITION_FILE,
    *,
    against: Path | None = option(
        None,
        "Opponent in every game; if not given, the one in the position file, or a ship as at the start.",
        metavar="SHIP",
        rich_help_panel=PLAYERS,
    ),
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(5_000, "games", score="won", is_most=True)],
    output: OutputOptions,
) -> None:
    """Measure what each part, colony and station adds to the chance to win: the same games without it."""
