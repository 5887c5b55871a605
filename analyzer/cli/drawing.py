"""Serving of a drawing page by the command: its options, output and end."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
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


def page_of(module: str, what: str) -> Any:
    """Return the class `Page` of a module.

    Args:
        module: The name of the module.
        what: The noun for the page in the error.

    Raises:
        AnalyzerError: A package that the server needs is not installed.
    """
    try:
        return import_module(module).Page
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("analyzer"):
            raise
        raise AnalyzerError(f"the {what} needs {error.name}, which is not installed: {INSTALL}") from None


def serve(page: Any, session: Any, name: str, offers: list[str], unsaved: Callable[[], list[str]], quiet: bool) -> None:
    """Serve the page until Ctrl-C, then exit with code 130.

    Args:
        page: The page.
        session: The session whose drafts are closed at the end.
        name: The name printed before the address.
        offers: Lines about drafts that earlier sessions left.
        unsaved: Return lines about unsaved work at the end.
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
        if session.drafts is not None:
            session.drafts.close()
    say(["stopped", *unsaved(), *[session.draft_fault] * bool(session.draft_fault)])
    raise typer.Exit(INTERRUPTED)
