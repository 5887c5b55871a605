"""`analyzer lorry pairs`: which pairs are scored, by whom, when; what beginning is worth."""

from __future__ import annotations

from typing import Annotated

from analyzer.cli.options import AmountOptions, OutputOptions, Trials, run
from analyzer.lorry.command.options import From, GalaxyIfAny, RuleOptions, TableOptions, galaxy_or_position
from analyzer.present.view import described


def pairs(
    galaxy: GalaxyIfAny = None,
    *,
    position: From = None,
    table: TableOptions,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(5_000, "games", score="total")],
    output: OutputOptions,
) -> None:
    """Show which pairs of planets are scored, by whom, when and for how much; how often each seat wins.

    With --from: only in the rest of a game, from a position that you wrote down at the table.
    """
    output.check(amount)
    from analyzer.lorry.api import plan_games
    from analyzer.lorry.questions.pairs.experiment import ByPair

    games = plan_games(galaxy_or_position(galaxy, position), seed=rules.seed, **table.arguments(rules))
    output.tell(described(run([ByPair(games)], amount)))
