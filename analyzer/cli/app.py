"""The command with the verbs of all games, and its report of errors."""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, NoReturn

import typer

from analyzer import interrupts
from analyzer.cli.multiword_options import as_typed
from analyzer.cli.verbs import HOW
from analyzer.errors import AnalyzerError, naming_options, visible
from analyzer.files.made import made_by
from analyzer.present.terminal import be_silent, fill_closed_streams, limit_width, say_all_characters
from analyzer.world import WORLDS

FIRST, *OTHERS = (import_module(f"analyzer.{world}.command.verbs").GAME for world in WORLDS)
app = typer.Typer(name=FIRST.name, cls=FIRST.commands(), **HOW)
for game in OTHERS:
    other = typer.Typer(name=game.name, cls=game.commands(), help=game.about, **HOW)
    app.add_typer(other, rich_help_panel="Other games")


def tell_version(is_wanted: bool) -> None:
    """If `--version` is given, print the versions of program, rules and libraries, and exit."""
    if is_wanted:
        import platform

        from analyzer import __version__

        rules = (f"{world} {import_module(f'analyzer.{world}.world').RULES_VERSION}" for world in WORLDS)
        print(f"analyzer {__version__}")
        print(f"rules: {', '.join(rules)}")
        print(f"Python {platform.python_version()} on {platform.platform()}")
        print(f"libraries: {', '.join(_libraries())}")
        raise typer.Exit()


def _libraries() -> Iterable[str]:
    """Yield name and version of each required or optional library; `none` for one that is not installed."""
    from importlib.metadata import PackageNotFoundError, requires, version

    named = (re.split(r"[\s<>=!~;\[]", line)[0] for line in requires("analyzer") or () if "extra ==" not in line)
    for name in [*named, "openpyxl", "starlette", "distributed"]:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"{name} none"


Version = Annotated[
    bool,
    typer.Option(
        "--version",
        help="Print the versions of program, rules and libraries.",
        callback=tell_version,
        is_eager=True,
        show_default=False,
    ),
]


@app.callback(help=FIRST.about)
def about(version: Version = False) -> None:
    """Declare `--version`, the only option of `analyzer` itself; it stands before any verb."""


def main() -> None:
    """Run the command; errors go to stderr, one a line, with exit code 2."""
    if fill_closed_streams():
        _refuse(["standard output is closed: send it to a file, or to /dev/null if nobody is to read it"])
    say_all_characters()
    limit_width()
    try:
        try:
            with made_by(as_typed()), naming_options():
                app()
        finally:
            sys.stdout.flush()
    except AnalyzerError as error:
        _refuse(error.lines)
    except BrokenPipeError:
        _end_as_piped()
    except SystemExit as left:
        if left.code == 1 and _is_of_closed_pipe(left):
            _end_as_piped()
        raise
    except OSError as error:
        be_silent()
        _refuse([f"{visible(str(error.filename or 'standard output'))}: cannot be used: {error.strerror or error}"])
    finally:
        interrupts.ignore_from_now_on()
        gc.freeze()  # spares the end of the process a search for cycles among all that was loaded


PIPE_CLOSED = 141
"""The exit code after a closed pipe: 128 + SIGPIPE, with which shells see other programs end."""


def _end_as_piped() -> NoReturn:
    """Exit without a message and with code 141, because the output pipe was closed."""
    be_silent()
    sys.exit(PIPE_CLOSED)


def _is_of_closed_pipe(left: BaseException) -> bool:
    """Return whether an exit was caused by a closed pipe, which typer and rich turn into a plain exit code 1."""
    cause: BaseException | None = left
    while cause is not None and not isinstance(cause, BrokenPipeError):
        cause = cause.__context__
    return cause is not None


def _refuse(faults: Iterable[str]) -> NoReturn:
    """Print faults to stderr, one a line, and exit with code 2."""
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    sys.exit(2)
