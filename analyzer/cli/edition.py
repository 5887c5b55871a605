"""The verb `edition` of every game, and the option `--edition` of the smaller games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Annotated, Any, ClassVar

from analyzer.cli.option_records import HelpTexts, OnlyFields, argument, option
from analyzer.cli.options import RULES, AmountOptions, OutputOptions
from analyzer.errors import AnalyzerError, one_of
from analyzer.files.editions.rules import DefaultEdition
from analyzer.files.editions.shelf import STANDARD

ACTIONS = {"new": 1, "check": 1, "diff": 2, "save": 2, "read": 2}
"""Number of arguments (editions, or a workbook) that each action of the verb takes."""
NEW_KIND = "new-kind"
"""Action that only games with a call `new_kind` have; it takes one path."""
ACTION = argument(
    ...,
    "`new`: write the tables of an edition into a new folder; `check`: list every fault of a folder; "
    "`diff`: list what differs between two editions; `save`: write the tables of an edition into a workbook (.xlsx); "
    "`read`: write the tables of a workbook into a new folder.",
    metavar="new|check|diff|save|read",
)
NAMES = argument(
    ..., "Folders; for `diff` and `save` also `standard`; for `save` and `read` a workbook too.", metavar="EDITION..."
)
COMPARED = argument(..., "Editions to compare: folders of tables, or standard.", metavar="EDITION...")
AGAINST = option(None, "Compare each edition with this one.", metavar="EDITION", show_default="standard")
AmountOfSteps = Annotated[
    AmountOptions,
    OnlyFields("flights", "first", "workers", "scheduler", "save", "quiet"),
    HelpTexts(flights="Number of games by the rules of each edition and of each step between them."),
]
"""How much is run when whole games are compared in two editions."""
BASE = option(None, "For `new`: the edition whose tables are copied (default: standard).", "--from")


def compare_each(
    ask: Callable[..., Any],
    named: list[str],
    against: str | None,
    default: DefaultEdition,
    amount: AmountOptions,
    output: OutputOptions,
    **how: Any,
) -> None:
    """Compare whole games by the rules of each named edition with those of another one, and show the answers.

    Args:
        ask: The game's call `compare_editions`.
        named: The editions.
        against: The edition with which they are compared; None for the standard edition.
        default: The default edition of the game, as set by `--edition`.
        amount: How much is run.
        output: How the answers are shown.
        **how: Further keyword arguments of the call.

    Raises:
        AnalyzerError: `--edition` names a further edition, or one save file is to hold several comparisons.
    """
    if default.chosen is not None:
        raise AnalyzerError(
            "--edition: leave it out: the arguments name the editions, and --against the one to compare them with"
        )
    if amount.save is not None and len(named) > 1:
        raise AnalyzerError("--save: a file holds one comparison: name one edition, or leave --save out")
    from analyzer.present.view import view_of_descriptions

    how["against"] = against or STANDARD
    output.tell(view_of_descriptions([amount.answer(ask, one, **how) for one in named]))


@dataclass(frozen=True)
class EditionOption:
    """The option that sets the edition for every verb of a game.

    Attributes:
        edition: The folder of tables; None for the standard edition.
        FOLDERS: The module that reads the game's editions.
    """

    PANEL: ClassVar = RULES
    FOLDERS: ClassVar[str]

    edition: str | None = option(None, "Play by the tables in this folder, an edition of your own.", metavar="FOLDER")

    def begin(self) -> None:
        """Make the edition the default for files that name none; call it before any file is read."""
        if self.edition is not None:
            import_module(self.FOLDERS).FOLDERS.choose(self.edition)


def tell_edition(
    action: str, names: list[str], base: str | None, usual: str, output: OutputOptions, calls: ModuleType
) -> None:
    """Run an action of the verb `edition` and print its answer.

    Args:
        action: `new`, `check`, `diff`, `save`, `read` or `new-kind`.
        names: The folders, for `diff` also names of editions; for `save` edition and workbook, for `read` workbook and
            folder.
        base: The edition that `new` copies; None for `usual`.
        usual: The edition that `new` copies by default.
        output: The options of output.
        calls: The module of the game's calls.

    Raises:
        AnalyzerError: The action is unknown, or does not take these arguments.
    """
    from analyzer.present.view import view_of_descriptions

    actions = ACTIONS | ({NEW_KIND: 1} if hasattr(calls, "new_kind") else {})
    if action not in actions:
        raise AnalyzerError(f"{action[:40]!r}: {one_of(action, actions)}")
    if len(names) != actions[action]:
        wanted = {"save": "an edition and a workbook (.xlsx)", "read": "a workbook (.xlsx) and a new folder"}
        wanted[NEW_KIND] = "one kind of card, e.g. mine/charging_post"
        needed = wanted.get(action, f"{actions[action]} edition{'s' * (actions[action] > 1)}")
        raise AnalyzerError(f"{action}: name {needed}, not {len(names)}")
    if "" in names:
        raise AnalyzerError(f"{action}: the path is empty: name a file or a folder")
    if base is not None and action != "new":
        raise AnalyzerError(f"--from: is only for `new`: leave it out of {action}")
    match action:
        case "new":
            answer = calls.new_edition(names[0], base or usual)
        case "check":
            answer = calls.check_edition(names[0])
        case "save":
            answer = calls.CALLS.save_workbook(*names)
        case "read":
            answer = calls.CALLS.read_workbook(*names)
        case "new-kind":
            answer = calls.new_kind(names[0])
        case _:
            answer = calls.edition_differences(*names)
    output.tell(view_of_descriptions([answer]))
