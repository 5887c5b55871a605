"""Verbs of Cosmic Lorry under "About whole games" in the help."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

from analyzer.cli.drawing import NO_BROWSER, NOTED, PORT, check_server, serve_notes
from analyzer.cli.edition import AGAINST, COMPARED, AmountOfSteps, compare_each
from analyzer.cli.multiword_options import Several, split_values
from analyzer.cli.option_records import HelpTexts, OnlyFields, argument, option
from analyzer.cli.options import AmountOptions, OutputOptions, RowsOptions, Trials, run
from analyzer.cli.story import RECORD_FILE, RECORD_FILES, REVIEWED, StoryOptions
from analyzer.errors import AnalyzerError, all_or_faults, whole_number
from analyzer.lorry.command.options import (
    ANY_CAPTAIN,
    CANDIDATES,
    DICE,
    FROM,
    GALAXY_FILE,
    GALAXY_FILES,
    GALAXY_IF_ANY,
    GOAL,
    PLAYS_ON,
    SEED,
    TURNS_ALONE,
    WHOSE,
    RuleOptions,
    TableOptions,
    colours,
    galaxy_or_position,
    trader_of,
)
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.montecarlo.workers import read_processes
from analyzer.present.view import view_of_descriptions


def fly(
    galaxies: list[Path] = GALAXY_FILES,
    *,
    captain: str = option(DEFAULT_CAPTAIN, f"Who plays: {ANY_CAPTAIN}."),
    dice: list[str] | None = DICE,
    turns: int = option(40, "End each game after this many turns at the latest."),
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(20_000, "games", slow=12, score="total", enough=0.75)],
    rows: Annotated[RowsOptions, Trials(called="games")],
    output: OutputOptions,
) -> None:
    """Play games of one trader alone, which the rules do not have: totals, routes, stars, how boxes are used."""
    output.check(amount, rows)
    from analyzer.lorry.api import game_experiment

    planned = partial(game_experiment, captains=[captain], dice=colours(dice), turns=turns, **rules.arguments())
    output.tell(view_of_descriptions(run(all_or_faults(planned, galaxies), amount, rows)))


MOST = 4


def race(
    galaxy: Path | None = GALAXY_IF_ANY,
    *,
    position: Path | None = FROM,
    captain: list[str] | None = option(
        None,
        f"Captain of a trader, in seating order; repeat 2 to 4 times: {ANY_CAPTAIN}.",
        show_default=f"{DEFAULT_CAPTAIN}, {DEFAULT_CAPTAIN}",
    ),
    dice: list[str] | None = DICE,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(20_000, "games", slow=12, score="total", enough=0.75)],
    rows: Annotated[RowsOptions, Trials(called="games")],
    output: OutputOptions,
) -> None:
    """Play games of two to four traders: who wins, by how much, and where the points come from.

    With --from: play only the rest of a game, from a position that you wrote down at the table.
    """
    output.check(amount, rows)
    from analyzer.lorry.api import plan_games

    names = captain or [DEFAULT_CAPTAIN] * 2
    if not 1 < len(names) <= MOST:
        raise AnalyzerError(
            f"--captain: {len(names)} given, but a race has 2 to {MOST} traders; to play alone use `analyzer lorry fly`"
        )
    where = galaxy_or_position(galaxy, position)
    experiment = plan_games(where, names, dice=colours(dice, ()) or None, **rules.arguments())
    output.tell(view_of_descriptions(run([experiment], amount, rows)))


def pairs(
    galaxy: Path | None = GALAXY_IF_ANY,
    *,
    position: Path | None = FROM,
    table: TableOptions,
    rules: RuleOptions,
    amount: Annotated[
        AmountOptions,
        Trials(5_000, "games", score="total", is_most=True),
        HelpTexts(
            precision="Play until the 95% interval of every trader's mean total is at most plus or minus HALF, e.g. "
            "0.5. scored=1% is about each pair's share of games instead."
        ),
    ],
    output: OutputOptions,
) -> None:
    """Show which pairs of planets are scored, by whom, when and for how much; how often each seat wins.

    With --from: only in the rest of a game, from a position that you wrote down at the table.
    """
    output.check(amount)
    from analyzer.lorry.questions.pairs import scored_pairs

    where = galaxy_or_position(galaxy, position)
    answer = amount.answer(scored_pairs, where, **table.arguments(), **rules.arguments())
    output.tell(view_of_descriptions([answer]))


def explain(
    galaxy: Path = GALAXY_FILE,
    *,
    game: int = option(..., "Number of the game, from 0, as in `race` and `fly`."),
    table: TableOptions,
    review: bool = REVIEWED,
    trader: str = WHOSE,
    to: Annotated[
        StoryOptions,
        HelpTexts(
            goal="With --review: rank options by won (the chance to win; usual), margin or total; alone by total."
        ),
    ],
    rules: RuleOptions,
    amount: Annotated[AmountOptions, OnlyFields("quiet"), Trials(300, "games")],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Retell one game turn by turn: dice, draws, routes, draws considered. With --output, as a page with drawings."""
    from analyzer.lorry.records.game_record import load_record

    to.check(output, load_record=load_record)
    from analyzer.lorry.questions.explain import explain as ask
    from analyzer.lorry.questions.review import review as judge
    from analyzer.runs.amount import LAST

    whole_number(game, "--game", 0, LAST)
    how: Any = to.wanted(is_review=review)
    story = ask(galaxy, game, **table.arguments(), **rules.arguments())
    if not review:
        to.tell([story], output, story)
        return
    how["trader"] = trader_of(trader)
    answer = to.judged(lambda games, watch: judge(story.record(), games, rules.seed, progress=watch, **how), amount)
    to.tell([answer], output, story)


def table(
    file: Path = argument(..., "Galaxy or position file, or record file (.yaml) to go on with.", metavar="FILE"),
    *,
    to: Path | None = NOTED,
    traders: list[str] | None = option(
        None,
        "Names of two to four traders in seating order, for a galaxy, e.g. Tom,Uli (default: trader 1, trader 2).",
        several=Several(),
        metavar="NAMES",
    ),
    trader: str = option(
        "1", "Trader whose chance to win the curve shows, by number or name.", "--trader", metavar="TRADER"
    ),
    captain: str = PLAYS_ON,
    seed: int = SEED,
    port: int | None = PORT,
    no_browser: bool = NO_BROWSER,
) -> None:
    """Note a game while you play it: a page in the browser with the galaxy, what may come next, and advice.

    Rolls and draws are chosen by a click or a key, and saved as a record. The page runs here until Ctrl-C.
    Needs three more packages: python -m pip install starlette uvicorn websockets
    """
    check_server()
    from analyzer.lorry.designer.at_table import load_notes

    serve_notes(
        *load_notes(file, captain, seed, split_values(traders, "--traders"), trader), file, to, port, no_browser
    )


def replay(
    records: list[Path] = RECORD_FILES,
    *,
    to: Annotated[StoryOptions, OnlyFields("page")],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Check your games draw by draw: a draw that breaks a rule is refused with the rule, all others are played."""
    to.check(output, len(records))
    from analyzer.lorry.records.game_record import load_record
    from analyzer.lorry.records.replay import replay as replay_record

    to.tell([replay_record(record) for record in all_or_faults(load_record, records)], output)


def review(
    record: Path = RECORD_FILE,
    *,
    trader: str = WHOSE,
    captain: str = PLAYS_ON,
    candidates: int = option(12, CANDIDATES),
    goal: str | None = GOAL,
    turns: int = TURNS_ALONE,
    seed: int = SEED,
    amount: Annotated[
        AmountOptions,
        OnlyFields("flights", "workers", "quiet"),
        Trials(300, "games"),
        HelpTexts(flights="Play at most this many games after each option."),
    ],
    to: Annotated[StoryOptions, OnlyFields("page", "quick")],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Judge every decision of a trader in a record against the other options, and show what luck did.

    E.g. analyzer lorry review ships/lorry/example-record.yaml --quick -o review.html
    """
    to.check(output)
    from analyzer.lorry.questions.review import review as ask

    how: Any = {"trader": trader_of(trader), "captain": captain, "candidates": candidates, "goal": goal, "turns": turns}
    how["workers"] = read_processes(amount.workers)
    answer = to.judged(lambda games, watch: ask(record, games, seed, progress=watch, **how), amount)
    to.tell([answer], output)


def editions(
    named: list[str] = COMPARED,
    *,
    against: str | None = AGAINST,
    traders: int = option(2, "Number of traders, 2 to 4.", min=2, max=4),
    captain: str = option(DEFAULT_CAPTAIN, f"Captain of all traders: {ANY_CAPTAIN}."),
    rules: RuleOptions,
    amount: Annotated[AmountOfSteps, Trials(2_000, "games", score="total")],
    output: OutputOptions,
) -> None:
    """Play whole games by the rules of two editions: what changes, and which table changes it.

    E.g. analyzer lorry editions ships/lorry/bright-stars
    """
    output.check(amount)
    from analyzer.lorry.questions.editions import compare_editions
    from analyzer.lorry.tables import DEFAULT

    how: Any = {"captain": captain, "traders": traders, **rules.arguments()}
    compare_each(compare_editions, named, against, DEFAULT, amount, output, **how)
