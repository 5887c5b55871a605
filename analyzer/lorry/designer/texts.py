"""Drawings as text, both ways: files and grids that were typed or pasted, their faults, and links."""

from __future__ import annotations

import binascii
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Any

from analyzer.errors import AnalyzerError, Fault
from analyzer.files.yamlfile import check_content, parse_mapping
from analyzer.lorry.designer.sketch import Sketch
from analyzer.lorry.galaxy.boxes import EMPTY, rows_of
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.position.positionfile import parse_position, position_of
from analyzer.lorry.position.schema import FILLED, TOKEN, PositionFile, read_grid, read_turn, routes_of
from analyzer.lorry.tables import track_of

Plain = dict[str, Any]
FIELD = re.compile(r"^\s*\w+\s*:", re.MULTILINE)
DRAWN = ("grid", "tracks", "filled", "scored", "turn")
"""Fields of a position that are drawn on its galaxy."""
MARK = "position="
LARGEST = 20_000
"""Largest number of bytes of a file that a link may hold."""


class Unread(AnalyzerError):
    """Error: a text that is no drawing.

    Attributes:
        plain: its faults with their lines and boxes, as pages mark them.
    """

    def __init__(self, faults: Sequence[Fault], boxes: Sequence[tuple[int, tuple[int, int]]] = ()) -> None:
        super().__init__(faults)
        self.plain: list[Plain] = []
        left = list(boxes)
        for fault in faults:
            # Each box belongs to one fault of its line, so it is used once.
            here = next((one for one in left if one[0] == fault.line), None)
            if here is not None:
                left.remove(here)
            self.plain.append({"line": fault.line, "box": here and here[1], "text": fault.text})


def sketch_in(text: str, now: Sketch) -> Sketch:
    """Return the drawing in a text: a position or galaxy file, or a grid alone.

    Tracks and fills are drawn even where the rules forbid them; `Sketch.checked` then lists the faults.

    Args:
        text: the text.
        now: present drawing, on whose galaxy a grid is drawn.

    Raises:
        Unread: the text is no drawing.
    """
    if not FIELD.search(text):
        return _grid_on(text, now)
    try:
        return Sketch.of(parse_position(text, "text"))
    except AnalyzerError as error:
        return _drawn_wrong(text, error)


def _grid_on(text: str, now: Sketch) -> Sketch:
    """Return the present drawing with the tracks and filled boxes of a grid in place of its own.

    A grid without tracks and filled boxes is a map instead: it replaces the galaxy's size, planets and special boxes.
    """
    tokens = [token for _, row in rows_of(text) for token in row]
    if not any(token == FILLED or TOKEN.fullmatch(token) for token in tokens):
        mapped = "\n".join(["map: |2", *(f"  {line}" for line in text.splitlines())])
        try:
            drawn = Sketch.of(parse_position(mapped, "text"))
        except AnalyzerError as error:
            # The line `map: |2` was put above the text.
            above = (Fault(one.text, one.path, one.line and max(1, one.line - 1)) for one in error.faults)
            raise Unread(list(above)) from None
        return now.but(columns=drawn.columns, rows=drawn.rows, marks=drawn.marks, tracks=(), filled=(), scored=())
    galaxy = now.galaxy()
    tracks, filled, flaws = read_grid(text, galaxy)
    if flaws:
        faults = [Fault(one.text, "text", int(one.path[1]) + 1 if len(one.path) > 1 else None) for one in flaws]
        raise Unread(faults, _odd_boxes(text, galaxy, 1))
    return now.but(tracks=tuple(tracks), filled=tuple(filled), scored=(), turn=None)


def _drawn_wrong(text: str, error: AnalyzerError) -> Sketch:
    """Return the drawing of a file that has faults, as far as it can be drawn; raise Unread if nothing can."""
    try:
        data = parse_mapping(text, "text", "lorry")
        start = position_of({name: value for name, value in data.items() if name not in DRAWN}, "text")
        judged = check_content(PositionFile, data)
        right = judged.right
        scored, tracks, wrong = routes_of(right, start.names)
        turn, odd = read_turn(right["turn"].model_dump() if right.get("turn") else None, start.names)
        filled = [(column, row) for column, row in right.get("filled", ())]
        grid = right.get("grid")
        if grid is not None:
            tracks, shut, odd_marks = read_grid(grid, start.galaxy)
            filled, wrong = [*filled, *shut], [*wrong, *odd_marks]
    except AnalyzerError:
        raise Unread(error.faults) from None
    if wrong or odd or "turn" in judged.wrong:
        above = next((number for number, line in enumerate(text.splitlines(), 1) if line.startswith("grid:")), 0)
        raise Unread(error.faults, _odd_boxes(grid, start.galaxy, above + 1) if grid else ())
    drawn = Sketch.of(start).but(tracks=tuple(tracks), filled=tuple(filled), scored=tuple(scored), turn=turn)
    return drawn


def _odd_boxes(grid: str, galaxy: Galaxy, first: int) -> list[tuple[int, tuple[int, int]]]:
    """Return line and box of each mark in a grid that is no track, filled box, or mark of the galaxy there.

    Args:
        grid: text of the grid.
        galaxy: galaxy on which the grid is drawn.
        first: line of the grid's first row.
    """
    odd = []
    for row, (line, tokens) in enumerate(rows_of(grid), start=1):
        for column, token in enumerate(tokens, start=1):
            match = TOKEN.fullmatch(token)
            is_track = bool(match and track_of(match[2]))
            if not is_track and token not in (FILLED, EMPTY, galaxy.marks.get((column, row))):
                odd.append((first + line, (column, row)))
    return odd


def held(text: str) -> str:
    """Return the part of a link that holds the text of a drawing's file, compressed.

    >>> text_in(held("map: ..."))
    'map: ...'
    """
    return MARK + urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def text_in(link: str) -> str:
    """Return the text of a file that a link holds.

    Raises:
        AnalyzerError: the link holds no position.
    """
    packed = link.rpartition(MARK)[2].partition("&")[0]
    try:
        unpacking = zlib.decompressobj()
        # Padding is restored, and the size limited against links that unpack to far more.
        text = unpacking.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), LARGEST)
        if unpacking.unconsumed_tail or not unpacking.eof:
            raise AnalyzerError("the link holds no position: it is cut off, or far too long")
        return text.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        raise AnalyzerError("the link holds no position: copy it whole") from error
