"""`analyzer edition`: begin an edition of one's own, check it, see what it changes."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.errors import AnalyzerError, one_of
from analyzer.present.view import described

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
Names = Annotated[
    list[str],
    typer.Argument(help="Folders; for `diff` also 2007 or 2021.", metavar="EDITION...", show_default=False),
]
Base = Annotated[
    str | None,
    typer.Option("--from", help="For `new`: the edition whose tables are copied (default: 2007).", show_default=False),
]


def edition(
    action: Action,
    names: Names,
    *,
    base: Base = None,
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Start an edition of your own, check its tables, or list what it changes."""
    from analyzer.trucker.questions.edition.call import check_edition, edition_differences, new_edition

    if action not in ACTIONS:
        raise AnalyzerError(f"{action[:40]!r}: {one_of(action, ACTIONS)}")
    if len(names) != ACTIONS[action]:
        raise AnalyzerError(f"{action}: name {ACTIONS[action]} edition{'s' * (ACTIONS[action] > 1)}, not {len(names)}")
    if base is not None and action != "new":
        raise AnalyzerError(f"--from: is for `new` alone: leave it out of {action}")
    match action:
        case "new":
            output.tell(described([new_edition(names[0], base or "2007")]))
        case "check":
            output.tell(described([check_edition(names[0])]))
        case _:
            output.tell(described([edition_differences(*names)]))
