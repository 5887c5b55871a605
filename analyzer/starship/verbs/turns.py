"""Verbs of Starship Catan under "About its turns" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from analyzer.cli.option_records import Only, option
from analyzer.cli.options import AmountOptions, OutputOptions, RowsOptions, Trials, run
from analyzer.present.view import described
from analyzer.starship.command.options import (
    DECIDING,
    POSITION_FILE,
    POSITION_FILES,
    THINKER_TOO,
    PlayerOptions,
    TableOptions,
)

MOST_CARDS = option(None, "Turn back after this many cards at the latest.", metavar="CARDS")


def fly(
    ships: list[Path] = POSITION_FILES,
    *,
    sector: int | None = option(None, "Fly to this sector, 1 to 4; the captain chooses if not given."),
    most: int | None = MOST_CARDS,
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(called="turns", score="worth")],
    rows: Annotated[RowsOptions, Trials(called="turns")],
    output: OutputOptions,
) -> None:
    """Play one turn of a ship many times: what do production, flight, trade and building bring?"""
    output.check(amount, rows)
    from analyzer.errors import all_or_faults
    from analyzer.starship.api import turn_experiment

    switches = table.switches()
    experiments = all_or_faults(
        lambda path: turn_experiment(path, table.seed, players.captain, players.other, sector, most, switches), ships
    )
    output.tell(described(run(experiments, amount, rows)))


def sectors(
    ship: Path = POSITION_FILE,
    *,
    margin: float = option(0.1, "Count choices as equal that differ by at most this many Astro a turn."),
    until: str | None = DECIDING,
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(20_000, "turns", score="worth")],
    output: Annotated[OutputOptions, Only("as_json", "export", "plot", "verbose")],
) -> None:
    """Rank the sectors to fly to, and after how many cards to turn back, in the same turns."""
    output.check(amount)
    from analyzer.starship.questions.sectors import sectors as ask

    how: Any = {"captain": players.captain, "other": players.other, "switches": table.switches()}
    answer = amount.answer(ask, ship, amount.flights, table.seed, runs=8, until=until, margin=margin, **how)
    output.tell(described([answer]))


def exact(
    ship: Path = POSITION_FILE,
    *,
    sector: int = option(1, "Fly to this sector, 1 to 4; all its cards must be known."),
    most: int | None = MOST_CARDS,
    players: PlayerOptions,
    table: TableOptions,
    output: Annotated[OutputOptions, Only("as_json", "export", "verbose")],
) -> None:
    """Compute one turn exactly, over every order and roll, in a sector of which all ten cards are known."""
    output.check()
    from analyzer.starship.questions.exact import exact as ask

    answer = ask(
        ship,
        sector,
        table.seed,
        captain=players.captain,
        other=players.other,
        most=most,
        switches=table.switches(),
    )
    output.tell(described([answer]))


def adventures(
    ship: Path = POSITION_FILE,
    *,
    turns: int = option(6, "Count this many turns of the player's own."),
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(20_000, "games", score="fulfilled")],
    output: OutputOptions,
) -> None:
    """Estimate the chance to fulfil each open adventure within the next turns, and what prevents it."""
    output.check(amount)
    from analyzer.starship.questions.adventures import adventures as ask

    how: Any = {"captain": players.captain, "other": players.other, "switches": table.switches()}
    answer = amount.answer(ask, ship, amount.flights, table.seed, turns=turns, **how)
    output.tell(described([answer]))
