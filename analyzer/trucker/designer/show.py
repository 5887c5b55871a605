"""The call that opens the designer in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.errors import AnalyzerError
from analyzer.trucker.captains import Captain, load_captain
from analyzer.trucker.conditions import FIELD, RivalsLike
from analyzer.trucker.designer.drafts import Drafts, state_folder
from analyzer.trucker.designer.session import Session
from analyzer.trucker.designer.setting import CAPTAINS, Setting
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
    captain: str | Captain = CAPTAINS[0],
    seed: int = 1,
) -> Designer:
    """Return a widget in which a ship is drawn with its risk beside it; needs anywidget.

    Changes are kept as drafts, which the next designer offers, in a page or a notebook.

    Args:
        ship: A Layout, the path of a ship file, or a board for a new ship.
        rivals: "field" (the reference ships of the board), "alone", or ships; can be changed in the widget.
        captain: The captain; can be changed in the widget.
        seed: The seed of the flights.

    Returns:
        The widget. Its `ship` is the layout as it is drawn.

    Raises:
        AnalyzerError: There is no such ship or board, or anywidget is not installed.

    >>> import analyzer
    >>> drawn = analyzer.designer(analyzer.load_ship("ships/2007/I/first-mile.yaml"))
    >>> drawn.ship.name
    'First Mile'
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
