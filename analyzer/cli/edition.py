"""Editions of one's own on the command line: the verb `edition` of every game, and `--edition` of the smaller ones."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Annotated, ClassVar

import typer

from analyzer.cli.options import RULES, OutputOptions
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
Names = Annotated[
    list[str],
    typer.Argument(help="Folders; for `diff` also standard.", metavar="EDITION...", show_default=False),
]
Base = Annotated[
    str | None,
    typer.Option(
        "--from", help="For `new`: the edition whose tables are copied (default: standard).", show_default=False
    ),
]
Edition = Annotated[
    str | None,
    typer.Option(
        "--edition",
        help="Play by the tables in this folder, an edition of your own.",
        metavar="FOLDER",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class EditionOption:
    """The edition by which all is played, for every verb of a game.

    FOLDERS: the module in which the game's editions are read.
    """

    PANEL: ClassVar = RULES
    FOLDERS: ClassVar[str]

    edition: Edition = None

    def begin(self) -> None:
        """Make the edition the default of files before anything else is read.

        Raises:
            AnalyzerError: The tables are faulty. The message lists every fault.
        """
        if self.edition is not None:
            import_module(self.FOLDERS).FOLDERS.choose(self.edition)


def tell_edition(
    action: str, names: list[str], base: str | None, usual: str, output: OutputOptions, calls: ModuleType
) -> None:
    """Do what the action says; raises AnalyzerError for another, or too many editions.

    usual: the edition that `new` begins with where no base is named; calls: the module of a game's calls.
    """
    from analyzer.present.view import described

    if action not in ACTIONS:
        raise AnalyzerError(f"{action[:40]!r}: {one_of(action, ACTIONS)}")
    if len(names) != ACTIONS[action]:
        raise AnalyzerError(f"{action}: name {ACTIONS[action]} edition{'s' * (ACTIONS[action] > 1)}, not {len(names)}")
    if "" in names:
        raise AnalyzerError(f"{action}: the path is empty: name a file or a folder")
    if base is not None and action != "new":
        raise AnalyzerError(f"--from: is for `new` alone: leave it out of {action}")
    match action:
        case "new":
            answer = calls.new_edition(names[0], base or usual)
        case "check":
            answer = calls.check_edition(names[0])
        case _:
            answer = calls.edition_differences(*names)
    output.tell(described([answer]))
