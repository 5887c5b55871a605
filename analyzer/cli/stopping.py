"""Output of verbs that are interrupted: the results so far, what was saved, and how to continue."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, get_args, get_type_hints

import typer

from analyzer import interrupts
from analyzer.cli.option_records import OptionChange
from analyzer.cli.options import OutputOptions
from analyzer.cli.watch import show_interim_answers
from analyzer.errors import visible
from analyzer.interrupts import INTERRUPTED
from analyzer.runs.watched import CutShort, Stopped

if TYPE_CHECKING:
    from analyzer.present.view import View


def tells_when_stopped(verb: Callable[..., None]) -> Callable[..., None]:
    """Wrap a verb to print the results so far when it is interrupted, and to exit with code 130.

    The verb's parameter of output options must be called `output`.
    """

    @wraps(verb)
    def command(**arguments: Any) -> None:
        output = arguments.get("output", OutputOptions())
        show_interim_answers(not output.as_json)
        try:
            try:
                verb(**arguments)
                interrupts.raise_again_if_lost()
            finally:
                interrupts.come_too_late()
        except Stopped as stopped:
            print_results_so_far(stopped.results, output)
            say(how_to_go_on(stopped, output, can_save(verb)))
            raise typer.Exit(INTERRUPTED) from None
        except CutShort as cut:
            print_results_so_far(cut.results, output)
            raise
        except KeyboardInterrupt:
            is_lost = amount_of(verb) is not None and not can_save(verb)
            say(["stopped: nothing of it is kept" if is_lost else "stopped"])
            raise typer.Exit(INTERRUPTED) from None

    return command


def print_results_so_far(results: Sequence[Any], output: OutputOptions) -> None:
    """Print the results so far of an interrupted run as table or JSON; no files are written."""
    if results:
        from analyzer.present.view import view_of

        replace(output, export=None, plot=None).tell(view_of(results))


def amount_of(verb: Callable[..., None]) -> Any:
    """Return the annotation of a verb's parameter `amount`; None if it runs no trials."""
    return get_type_hints(verb, include_extras=True).get("amount")


def can_save(verb: Callable[..., None]) -> bool:
    """Return whether the verb has the option --save."""
    hint = amount_of(verb)
    return hint is not None and all(mark.takes("save") for mark in get_args(hint)[1:] if isinstance(mark, OptionChange))


def how_to_go_on(stopped: Stopped, output: OutputOptions, can_save: bool) -> list[str]:
    """Return lines on what was saved, how to continue, and which files were not written."""
    lost = [
        f"{flag} {path}: not written" for flag, path in (("--export", output.export), ("--plot", output.plot)) if path
    ]
    return [f"stopped: {_kept(stopped, can_save)}", *lost]


def _kept(stopped: Stopped, can_save: bool) -> str:
    """Say how many trials are kept in the save file, or how to keep them next time."""
    if stopped.saved is not None:
        saved = stopped.saved
        return f"{saved.trials:,} {saved.called} are saved in {saved.path}: give the same command again to continue"
    if not stopped.results:
        return "nothing was run yet"
    return "what was run is shown above, nothing is saved" + ": with --save FILE a run can be continued" * can_save


class Search(Protocol):
    """A search that may have been interrupted."""

    @property
    def stopped(self) -> bool:
        """Whether Ctrl-C ended the search."""


def tell_search(
    search: Search,
    view: View,
    output: OutputOptions,
    *writes: Callable[[], str],
    best: str = "the best so far",
    in_file: str = "the search",
    save: Path | None = None,
) -> None:
    """Print the result of a search and write its files; exit with code 130 if it was interrupted.

    Args:
        search: The search.
        view: The view of its result.
        output: The options of output.
        *writes: Functions that each save something else and return a line about it.
        best: The words for the result of an interrupted search.
        in_file: The words for what the save file holds.
        save: The save file, from which the same command continues.
    """
    output.tell(view, *writes)
    if search.stopped:
        on = f": {in_file} is saved in {save}, and the same command continues it" if save else ""
        say([f"stopped: {best} is shown{on}"])
        raise typer.Exit(INTERRUPTED)


def say(lines: Sequence[str]) -> None:
    """Print lines to stderr after all output, then a line on the work that was interrupted."""
    sys.stdout.flush()
    print(*lines, *map(visible, interrupts.WORK), sep="\n", file=sys.stderr)
