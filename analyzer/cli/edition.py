"""The verb `edition` of every game: begin an edition of one's own, check it, see what it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from analyzer.cli.options import OutputOptions
from analyzer.errors import AnalyzerError, one_of

ACTIONS = {"new": 1, "check": 1, "diff": 2}
"""What can be done, and with how many editions."""
Action = Annotated[
    str,
    typer.Argument(
        help="`new`: write the tables of an edition into a new folder; `check`: list every fault of a folder; "
        "`diff`: list what differs between two editions.",
        metavar="new|check|diff",
        show_default=False,
    ),
]


def tell_edition(
    action: str,
    names: list[str],
    base: str | None,
    output: OutputOptions,
    new: Callable[[str, str | None], Any],
    check: Callable[[str], Any],
    diff: Callable[[str, str], Any],
) -> None:
    """Do what the action says with the calls of a game; raises AnalyzerError for another, or too many editions."""
    from analyzer.present.view import described

    if action not in ACTIONS:
        raise AnalyzerError(f"{action[:40]!r}: {one_of(action, ACTIONS)}")
    if len(names) != ACTIONS[action]:
        raise AnalyzerError(f"{action}: name {ACTIONS[action]} edition{'s' * (ACTIONS[action] > 1)}, not {len(names)}")
    if base is not None and action != "new":
        raise AnalyzerError(f"--from: is for `new` alone: leave it out of {action}")
    match action:
        case "new":
            output.tell(described([new(names[0], base)]))
        case "check":
            output.tell(described([check(names[0])]))
        case _:
            output.tell(described([diff(*names)]))
