"""`analyzer lorry design`: a page of this machine on which a galaxy and a position are drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.stopping import say
from analyzer.errors import AnalyzerError
from analyzer.interrupts import INTERRUPTED
from analyzer.lorry.command.options import Seed

if TYPE_CHECKING:
    from analyzer.lorry.designer.server import Page
    from analyzer.lorry.designer.session import Session

INSTALL = "python -m pip install 'analyzer[designer]'"
File = Annotated[
    Path | None,
    typer.Argument(
        help="Position or galaxy file (.yaml), or a link of the page, to begin with (default: an empty map).",
        metavar="FILE",
        show_default=False,
    ),
]
Port = Annotated[
    int | None,
    typer.Option(
        help="Port of the page on this machine (default: 8424, or any that is free).",
        min=0,
        max=65535,
        metavar="N",
        show_default=False,
    ),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Print the address only, and open no browser.")]
Captain = Annotated[str, typer.Option(help="Who screens the options of advice, and plays for everybody afterwards.")]


def design(
    file: File = None,
    *,
    captain: Captain = "steady",
    seed: Seed = 1,
    port: Port = None,
    no_browser: NoBrowser = False,
) -> None:
    """Draw a galaxy and a position in the browser, with advice beside it: a page on this machine only, until Ctrl-C.

    Needs three more packages: python -m pip install starlette uvicorn websockets
    """
    page_of = _server()
    from analyzer.lorry.questions.advise.call import priced

    priced(captain)
    session = _session(file)
    page = page_of(session, port, captain, seed)

    def ready() -> None:
        left = len(session.left_behind)
        offer = [f"drawings with unsaved changes left from before: {left}; open or discard them in the page"] * bool(
            left
        )
        print(f"{session.sketch.name}: {page.address}", *offer, "stop with Ctrl-C", sep="\n", flush=True)
        if not no_browser:
            import webbrowser

            webbrowser.open(page.address)

    try:
        page.run(ready)
    finally:
        if session.drafts is not None:
            session.drafts.close()
    unsaved = [f"unsaved changes are in {sheet.draft}: the next start offers them" for sheet in session.unsaved()]
    say(["stopped", *unsaved, *[session.draft_fault] * bool(session.draft_fault)])
    raise typer.Exit(INTERRUPTED)


def _session(file: Path | None) -> Session:
    from analyzer.host.drafts import Drafts, state_folder
    from analyzer.lorry.designer import texts
    from analyzer.lorry.designer.session import Session
    from analyzer.lorry.designer.sketch import Sketch
    from analyzer.lorry.position.positionfile import load_position, parse_position

    is_link = texts.MARK in str(file)
    start = parse_position(texts.text_in(str(file)), "link") if is_link else file and load_position(file)
    return Session(Sketch.of(start) if start else Sketch(), None if is_link else file, Drafts(state_folder("board")))


def _server() -> type[Page]:
    try:
        from analyzer.lorry.designer.server import Page
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("analyzer"):
            raise
        raise AnalyzerError(f"the board needs {error.name}, which is not installed: {INSTALL}") from None
    return Page
