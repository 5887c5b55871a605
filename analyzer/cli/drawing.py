"""Serving of a drawing page by the command: its options, output and end."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import typer

from analyzer.cli.option_records import option
from analyzer.cli.stopping import say
from analyzer.errors import AnalyzerError
from analyzer.interrupts import INTERRUPTED

INSTALL = "python -m pip install 'analyzer[designer]'"
PORT = option(
    None, "Port of the page on this machine (default: 8424, or any that is free).", min=0, max=65535, metavar="N"
)
NO_BROWSER = option(False, "Print the address only, and open no browser.", "--no-browser")


def page_of(module: str, what: str, name: str = "Page") -> Any:
    """Import a module of the server and return a class from it.

    Args:
        module: The name of the module.
        what: The noun for the page, used in the error.
        name: The name of the class.

    Raises:
        AnalyzerError: A package that the server needs is not installed.
    """
    try:
        return getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("analyzer"):
            raise
        raise AnalyzerError(f"the {what} needs {error.name}, which is not installed: {INSTALL}") from None


def serve(page: Any, session: Any, name: str, offers: list[str], unsaved: Callable[[], list[str]], quiet: bool) -> None:
    """Serve the page until Ctrl-C, then exit with code 130.

    Args:
        page: The page.
        session: The session whose drafts are closed at the end, or None.
        name: The name printed before the address.
        offers: Lines about drafts that earlier sessions left.
        unsaved: Returns lines about work that is not saved when the page ends.
        quiet: Whether to open no browser.
    """

    def ready() -> None:
        print(f"{name}: {page.address}", *offers, "stop with Ctrl-C", sep="\n", flush=True)
        if not quiet:
            import webbrowser

            webbrowser.open(page.address)

    try:
        page.run(ready)
    finally:
        if session is not None and session.drafts is not None:
            session.drafts.close()
    fault = "" if session is None else session.draft_fault
    say(["stopped", *unsaved(), *[fault] * bool(fault)])
    raise typer.Exit(INTERRUPTED)


NOTED = option(
    None,
    "Record file (.yaml) that is written after every note (default: the record itself, or a new file in this folder).",
    "--output",
    "-o",
    metavar="FILE",
)


def check_server() -> None:
    """Raise AnalyzerError if a package that the server needs is not installed.

    Call it before the import of a module that draws a page, because that import would fail, too.
    """
    page_of("analyzer.host.notes", "page", "NotesPage")


def serve_notes(game: Any, line: tuple[Any, ...], source: Path, to: Path | None, port: int | None, quiet: bool) -> None:
    """Serve the page on which a game is noted, until Ctrl-C, and save a record after every note.

    Args:
        game: The game, a `NotedGame`.
        line: The entries that the source holds already.
        source: The file that begins the game.
        to: The file of the record. If None: the source if this page wrote it, else a new file.
        port: The port of the page, or None for any.
        quiet: Whether to open no browser.

    Raises:
        AnalyzerError: The record would replace another file.
    """
    served = page_of("analyzer.host.notes", "page", "NotesPage").on_file(game, line, source, to, port)
    notes, name = served.notes, game.scene(line).heading
    serve(served, None, name, [f"saved after every note in {notes.path}"], lambda: _left(notes), quiet)


def _left(notes: Any) -> list[str]:
    """Return lines that say in which file the notes are; first write the file again if it was deleted."""
    if notes.change and not notes.path.exists():
        notes.save()
    number = len(notes.now)
    kept = f"{number} note{' is' if number == 1 else 's are'} in {notes.path}"
    return [notes.fault] if notes.fault else [kept] * bool(notes.change)
