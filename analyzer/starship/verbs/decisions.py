"""Verbs of Starship Catan under "At the table" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from analyzer.cli.drawing import NO_BROWSER, NOTED, PORT, check_server, serve_notes
from analyzer.cli.option_records import HelpTexts, OnlyFields, argument, option
from analyzer.cli.options import PLAYERS, RULES, AmountOptions, OutputOptions, Trials
from analyzer.cli.story import RECORD_FILE, StoryOptions
from analyzer.montecarlo.workers import read_processes
from analyzer.present.view import view_of_descriptions
from analyzer.starship.command.options import CAPTAINS, GOAL, THINKER_TOO, PlayerOptions, TableOptions


def advise(
    position: Path = argument(..., "Position file (.yaml), e.g. with the card at hand.", metavar="POSITION"),
    *,
    goal: str = GOAL,
    player: str | None = option(
        None, "Who decides: moon or sun.", show_default="whose turn it is", rich_help_panel=PLAYERS
    ),
    give: str | None = option(None, "Offer a trade: what you give, e.g. ore:1,astro:2.", metavar="GOODS"),
    get: str | None = option(None, "What you get for it, e.g. food:1.", metavar="GOODS"),
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[
        AmountOptions,
        OnlyFields("flights", "workers", "quiet"),
        Trials(4_000, "games"),
        HelpTexts(flights="Play at most this many games after each option."),
    ],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Rank every option of the decision before you by playing the game to its end after each.

    E.g. analyzer starship advise ships/starship/at-the-table.yaml --games 1000
    """
    output.check()
    from analyzer.starship.decisions.options import units_of
    from analyzer.starship.questions.advise import advise as ask

    sides = {"give": units_of(give, "--give"), "get": units_of(get, "--get")}
    how = {"goal": goal, "player": player, **sides, **players.arguments(), **table.arguments()}
    output.tell(view_of_descriptions([amount.answer(ask, position, runs=0, **how)]))


def review(
    record: Path = RECORD_FILE,
    *,
    player: str | None = option(
        None, "Player whose decisions are judged: moon or sun.", show_default="whose turn is first"
    ),
    goal: str = GOAL,
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[
        AmountOptions,
        OnlyFields("flights", "workers", "quiet"),
        Trials(500, "games"),
        HelpTexts(flights="Play at most this many games after each option."),
    ],
    to: Annotated[StoryOptions, OnlyFields("page", "quick")],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Judge every decision of a player in a record against all other options, and show what luck did.

    E.g. analyzer starship review ships/starship/example-record.yaml --quick -o review.html
    """
    to.check(output)
    from analyzer.starship.questions.review import review as ask
    from analyzer.starship.questions.review import usual_games

    how: Any = {"player": player, "goal": goal, "workers": read_processes(amount.workers)}
    how |= {**players.arguments(), **table.arguments()}
    usual = usual_games(players.captain, players.other)
    answer = to.judged(lambda games, watch: ask(record, games, progress=watch, **how), amount, usual)
    to.tell([answer], output)


def table(
    file: Path | None = argument(
        None, "Ship file, position file, or record file (.yaml) to go on with; without it a new game.", metavar="FILE"
    ),
    *,
    to: Path | None = NOTED,
    players: Annotated[
        PlayerOptions,
        HelpTexts(
            captain=f"Who plays on for Moon in evaluations: {CAPTAINS}.", other="Who plays on for Sun in evaluations."
        ),
    ],
    seed: int = option(1, "Fixes the cards and dice to come in evaluations.", rich_help_panel=RULES),
    port: int | None = PORT,
    no_browser: bool = NO_BROWSER,
) -> None:
    """Note a game while you play it: a page in the browser with both ships, what may come next, and advice.

    Rolls, cards and decisions are chosen by a click or a key, and saved as a record. The page runs here until Ctrl-C.
    Needs three more packages: python -m pip install starlette uvicorn websockets
    """
    check_server()
    from analyzer.starship.designer.at_table import load_notes

    serve_notes(
        *load_notes(file, (players.captain, players.other), seed), file or Path("starship"), to, port, no_browser
    )
