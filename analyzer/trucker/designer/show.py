"""A ship drawn in a notebook, in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.errors import AnalyzerError, brief
from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.captains.captainfile import load_captain
from analyzer.trucker.designer.drafts import Drafts, state_folder
from analyzer.trucker.designer.session import Session
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.rivals import FIELD, RivalsLike
from analyzer.trucker.ship.blank import new_ship
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import parse_ship

if TYPE_CHECKING:
    from analyzer.trucker.designer.widget import Designer

INSTALL = "python -m pip install 'analyzer[widget]'"
BOARD = "2007-II"


def designer(
    ship: Layout | str = BOARD,
    *,
    rivals: RivalsLike | None = FIELD,
    captain: str | Captain = "sensible",
    seed: int = 1,
) -> Designer:
    """A widget in which that ship, or one on that empty board, is drawn, with its risk beside it; needs anywidget.

    `rivals`: "field" (the reference ships of the board), "alone", or ships; all else is chosen in it. Its `ship` is
    the layout as it is drawn by now. Changes are kept as drafts, which the next designer offers, in a page or a
    notebook.

    >>> import analyzer
    >>> drawn = analyzer.designer(analyzer.load_ship("ships/2007/I/first-mile.yaml"))
    >>> drawn.ship.name
    'First Mile'

    Raises AnalyzerError for a ship or a board that is none, and where anywidget is not installed.
    """
    try:
        from analyzer.trucker.designer.widget import Designer
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("analyzer"):
            raise
        raise AnalyzerError(f"the widget needs {error.name}, which is not installed: {INSTALL}") from None
    layout = parse_ship(new_ship(ship)) if isinstance(ship, str) else ship
    if not isinstance(layout, Layout):
        raise AnalyzerError(f"ship {brief(ship)}: give a Layout, as load_ship returns it, or a board, e.g. {BOARD}")
    load_captain(captain)
    setting = Setting.against(FIELD if rivals is None else rivals, captain, seed)
    return Designer(Session(layout, setting, drafts=Drafts(state_folder())))
