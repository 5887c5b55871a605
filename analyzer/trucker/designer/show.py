"""A ship drawn in a notebook, in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.errors import AnalyzerError
from analyzer.trucker.captains import Captain, load_captain
from analyzer.trucker.conditions import FIELD, RivalsLike
from analyzer.trucker.designer.drafts import Drafts, state_folder
from analyzer.trucker.designer.session import Session
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.ship.blank import new_ship
from analyzer.trucker.ship.shipfile import ShipLike, as_ship, is_path, parse_ship

if TYPE_CHECKING:
    from analyzer.trucker.designer.widget import Designer

INSTALL = "python -m pip install 'analyzer[widget]'"
BOARD = "2007-II"


def designer(
    ship: ShipLike = BOARD,
    *,
    rivals: RivalsLike | None = FIELD,
    captain: str | Captain = "sensible",
    seed: int = 1,
) -> Designer:
    """Return a widget in which a ship, or one on an empty board, is drawn with its risk beside it; needs anywidget.

    `ship`: a Layout, the path of a ship file, or a board.

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
    is_board = isinstance(ship, str) and not is_path(ship)
    layout = parse_ship(new_ship(str(ship))) if is_board else as_ship(ship)
    load_captain(captain)
    setting = Setting.against(FIELD if rivals is None else rivals, captain, seed)
    return Designer(Session(layout, setting, drafts=Drafts(state_folder())))
