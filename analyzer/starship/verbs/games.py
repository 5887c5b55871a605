"""Verbs of Starship Catan under "About whole games" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from analyzer.cli.edition import AGAINST, COMPARED, AmountOfSteps, compare_each
from analyzer.cli.option_records import HelpTexts, OnlyFields, option
from analyzer.cli.options import AmountOptions, OutputOptions, RowsOptions, Trials, run
from analyzer.cli.story import RECORD_FILES, StoryOptions
from analyzer.errors import AnalyzerError, all_or_faults
from analyzer.starship.command.options import OR_THINKER, PlayerOptions, TableOptions
from analyzer.starship.world import DEFAULT_CAPTAIN

BOTH_CAPTAINS = option(
    None, f"Moon's captain, then Sun's: {OR_THINKER}; give one to play both.", "--captain", show_default=DEFAULT_CAPTAIN
)


def play(
    captain: list[str] | None = BOTH_CAPTAINS,
    *,
    swap: bool = option(False, "Play every deal twice, the second time with seats exchanged."),
    begin: Path | None = option(
        None,
        "Begin with this ship or position; at the start of the game if not given.",
        "--from",
        metavar="SHIP|POSITION",
    ),
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(20_000, "games", slow=40, score="won", enough=0.01)],
    rows: Annotated[RowsOptions, Trials(called="games")],
    output: OutputOptions,
) -> None:
    """Play whole games of two captains: who wins, how long it takes, where the points come from."""
    output.check(amount, rows)
    from dataclasses import replace

    from analyzer.present.view import view_of_descriptions
    from analyzer.starship.captains.captain import load_captain
    from analyzer.starship.games import GameExperiment
    from analyzer.starship.position.positionfile import load_position
    from analyzer.starship.tables import load_switches

    names = captain or [DEFAULT_CAPTAIN]
    if len(names) > 2:
        raise AnalyzerError(f"--captain: {len(names)} captains: a game has two, give Moon's first")
    moon, sun = load_captain(names[0]), load_captain(names[-1])
    begun = None if begin is None else load_position(begin)
    experiment = GameExperiment((moon, sun), table.seed, load_switches(table.switches()), swap, begun)
    amount = replace(amount, score="wins") if swap else amount
    output.tell(view_of_descriptions(run([experiment], amount, rows)))


def explain(
    game: int = option(..., "Number of the game, from 0, as in `play`."),
    *,
    captain: list[str] | None = BOTH_CAPTAINS,
    review: str | None = option(
        None,
        "Judge the decisions of this player, moon or sun, in place of retelling the game; see `review`.",
        metavar="PLAYER",
    ),
    to: Annotated[
        StoryOptions,
        HelpTexts(
            goal="With --review: rank options by won (the chance to win; usual), margin (points ahead) or points."
        ),
    ],
    table: TableOptions,
    amount: Annotated[AmountOptions, OnlyFields("quiet"), Trials(500, "games")],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Retell one game turn by turn: rolls, flights card by card, trades, fights, builds, points."""
    from analyzer.starship.records.game_record import load_record

    to.check(output, load_record=load_record)
    from analyzer.starship.questions.explain import explain as ask
    from analyzer.starship.questions.review import review as judge

    how: Any = to.wanted(is_review=review is not None)
    names = captain or [DEFAULT_CAPTAIN]
    if len(names) > 2:
        raise AnalyzerError(f"--captain: {len(names)} captains: a game has two, give Moon's first")
    story = ask(game, table.seed, captains=(names[0], names[-1]), switches=table.switches())
    if review is None:
        to.tell([story], output, story)
        return
    how |= {"player": review, "switches": table.switches()}
    answer = to.judged(lambda games, watch: judge(story.record(), games, table.seed, progress=watch, **how), amount)
    to.tell([answer], output, story)


def replay(
    records: list[Path] = RECORD_FILES,
    *,
    to: Annotated[StoryOptions, OnlyFields("page")],
    table: TableOptions,
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Check your games step by step: a step that breaks a rule is refused with the reason, all others are played."""
    to.check(output, len(records))
    from analyzer.starship.records.game_record import load_record
    from analyzer.starship.records.replay import replay as replay_record

    loaded = all_or_faults(load_record, records)
    to.tell(replay_record([*loaded], seed=table.seed, switches=table.switches()), output)


def editions(
    named: list[str] = COMPARED,
    *,
    against: str | None = AGAINST,
    players: Annotated[PlayerOptions, OnlyFields("captain"), HelpTexts(captain="Captain of both players.")],
    table: TableOptions,
    amount: Annotated[AmountOfSteps, Trials(2_000, "games", score="won")],
    output: OutputOptions,
) -> None:
    """Play whole games by the rules of two editions: what changes, and which table changes it.

    E.g. analyzer starship editions ships/starship/quick
    """
    output.check(amount)
    from analyzer.starship.questions.editions import compare_editions
    from analyzer.starship.tables import DEFAULT

    how: Any = {"captain": players.captain, **table.arguments()}
    compare_each(compare_editions, named, against, DEFAULT, amount, output, **how)
