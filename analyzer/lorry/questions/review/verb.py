"""`analyzer lorry review`: how good the decisions of a trader in a record were."""

from __future__ import annotations

from typing import Annotated, Any

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.story import RecordFile, StoryOptions
from analyzer.lorry.command.options import Candidates, Goal, PlaysOn, Seed, TurnsAlone, Whose, trader_of


def review(
    record: RecordFile,
    *,
    trader: Whose = "1",
    captain: PlaysOn = "steady",
    candidates: Candidates = 12,
    goal: Goal = None,
    turns: TurnsAlone = 40,
    seed: Seed = 1,
    amount: Annotated[
        AmountOptions,
        Only("flights", "quiet"),
        Trials(300, "games"),
        Says(flights="Play at most this many games after each option."),
    ],
    to: Annotated[StoryOptions, Only("page", "quick")],
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Judge every decision of a trader in a record against the other options, and show what luck did.

    E.g. analyzer lorry review ships/lorry/example-record.yaml --quick -o review.html
    """
    to.check(output)
    from analyzer.lorry.questions.review.call import review as ask

    how: Any = {"trader": trader_of(trader), "captain": captain, "candidates": candidates, "goal": goal, "turns": turns}
    answer = to.judged(lambda games, watch: ask(record, games, seed, progress=watch, **how), amount)
    to.tell([answer], output)
