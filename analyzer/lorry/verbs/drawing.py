"""Verbs of Cosmic Lorry under "Draw" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.drawing import NO_BROWSER, PORT, page_of, serve
from analyzer.cli.option_records import argument, option
from analyzer.lorry.command.options import BY_PRICES, SEED
from analyzer.lorry.world import DEFAULT_CAPTAIN

if TYPE_CHECKING:
    from analyzer.lorry.designer.session import Session


def design(
    file: Path | None = argument(
        None,
        "Position or galaxy file (.yaml), or a link of the page, to begin with (default: an empty map).",
        metavar="FILE",
    ),
    *,
    captain: str = option(
        DEFAULT_CAPTAIN,
        f"Captain who picks the options that advice tries, and plays for everybody afterwards: {BY_PRICES}.",
    ),
    seed: int = SEED,
    port: int | None = PORT,
    no_browser: bool = NO_BROWSER,
) -> None:
    """Draw a galaxy or a position in the browser, with advice beside it. The page runs here until Ctrl-C.

    Needs three more packages: python -m pip install starlette uvicorn websockets
    """
    page = page_of("analyzer.lorry.designer.desk", "board")
    from analyzer.lorry.questions.advise.contest import without_thinking

    without_thinking(captain)
    session = _session(file)
    left = len(session.left_behind)
    offer = f"drawings with unsaved changes left from before: {left}; open or discard them in the page"

    def unsaved() -> list[str]:
        return [f"unsaved changes are in {sheet.draft}: the next start offers them" for sheet in session.unsaved()]

    offers = [*[offer] * bool(left), *(session.drafts.set_aside if session.drafts is not None else [])]
    served = page(session, port, captain, seed)
    serve(served, session, session.sketch.name, offers, unsaved, no_browser)


def _session(file: Path | None) -> Session:
    """Return the session with which the page begins: a file, the position in a link, or an empty map."""
    from analyzer.host.drafts import Drafts, state_folder
    from analyzer.lorry.designer import texts
    from analyzer.lorry.designer.session import Session
    from analyzer.lorry.designer.sketch import Sketch
    from analyzer.lorry.position.positionfile import load_position, parse_position

    is_link = texts.MARK in str(file)
    start = parse_position(texts.text_in(str(file)), "link") if is_link else file and load_position(file)
    return Session(Sketch.of(start) if start else Sketch(), None if is_link else file, Drafts(state_folder("board")))
