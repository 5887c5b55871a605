"""Editions of one's own on the command line: the verb `edition` of every game, and `--edition` of the smaller ones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

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
class EditionOption(ABC):
    """The edition by which all is played, for every verb of a game."""

    PANEL: ClassVar = RULES

    edition: Edition = None

    def begin(self) -> None:
        """Put it in force before anything else is read; raises AnalyzerError with every fault of its tables."""
        if self.edition is not None:
            self.put_in_force(self.edition)

    @abstractmethod
    def put_in_force(self, folder: str) -> None:
        """Play by the tables of a folder from now on."""


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
