"""Ship files: YAML to Layout and back, with every fault at once, each with file, line, square and cure."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, StrictStr, model_validator

from analyzer.errors import AnalyzerError
from analyzer.files.atomic import write_whole
from analyzer.files.yamlfile import check, line_of, parse_mapping, read_text
from analyzer.trucker.edition import load_edition
from analyzer.trucker.ship.component import SIDE_NAMES, Component
from analyzer.trucker.ship.grid import parse_grid, write_grid
from analyzer.trucker.ship.layout import Layout, place

SideName = Literal["front", "right", "rear", "left"]
Number = Annotated[StrictInt, Field(ge=1, le=13)]


class ComponentEntry(BaseModel):
    """One entry of `components`."""

    model_config = ConfigDict(extra="forbid")

    square: tuple[Number, Number]
    kind: StrictStr
    connectors: tuple[StrictInt, StrictInt, StrictInt, StrictInt]
    facing: SideName | list[SideName] | None = None


class ShipFile(BaseModel):
    """The schema of a ship file: a grid or a list of components."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[StrictStr, Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]+$")]
    edition: Annotated[StrictStr, BeforeValidator(lambda edition: str(edition) if type(edition) is int else edition)]
    board: StrictStr
    aliens: dict[Literal["brown", "purple"], tuple[Number, Number]] = Field(default_factory=dict)
    reserve: Annotated[StrictInt, Field(ge=0)] = 0
    notes: StrictStr = ""
    grid: StrictStr | None = None
    components: list[ComponentEntry] | None = None

    @model_validator(mode="after")
    def _one_drawing(self) -> ShipFile:
        if (self.grid is None) == (self.components is None):
            raise ValueError("give either `grid` or `components`")
        return self


def load_ship(path: str | Path) -> Layout:
    """The layout in a ship file. Flawed ships load; raises AnalyzerError with every fault of the file.

    >>> import analyzer
    >>> analyzer.load_ship("ships/2007/I/first-mile.yaml").flaws()
    []
    """
    if not isinstance(path, str | Path):
        raise AnalyzerError(f"{path!r}: give the path of a ship file")
    return parse_ship(read_text(Path(path)), str(path))


def parse_ship(text: str, where: str = "ship") -> Layout:
    """The layout in the text of a ship file; `where` names it in faults."""
    data = parse_mapping(_with_indent(text), where)
    file = check(ShipFile, data, where)
    placed, faults = _components(file, data)
    try:
        board = load_edition(file.edition).board(file.board)
    except AnalyzerError as error:
        field = (
            "edition" if "edition" in str(error).split(":")[0] and "board" not in str(error).split(":")[0] else "board"
        )
        faults = [f"line {line_of(data, (field,))}: {fault}" for fault in error.faults] + faults
    if not placed and not faults:
        drawing = "grid" if file.grid is not None else "components"
        faults = [f"line {line_of(data, (drawing,))}: no components: a ship needs at least its starting cabin"]
    if faults:
        raise AnalyzerError(f"{where}, {fault}" for fault in faults)
    aliens = {str(colour): square for colour, square in file.aliens.items()}
    try:
        return Layout(file.name, board, placed, aliens, file.reserve)
    except AnalyzerError as error:
        lines = (line_of(data, ("reserve" if fault.startswith("reserve") else "aliens",)) for fault in error.faults)
        told = [f"{where}, line {line}: {fault}" for line, fault in zip(lines, error.faults, strict=True)]
        raise AnalyzerError(told) from None


def write_ship(layout: Layout, form: Literal["grid", "components"] = "grid") -> str:
    """The text of a ship file that reads back as the same layout."""
    import json

    aliens = ", ".join(f"{colour}: [{row}, {column}]" for colour, (row, column) in layout.aliens.items())
    head = f"name: {json.dumps(layout.name, ensure_ascii=False)}\nedition: {layout.board.edition}\n"
    head += f"board: {layout.board.name}\n" + (f"aliens: {{{aliens}}}\n" if aliens else "")
    head += f"reserve: {layout.reserve}\n" if layout.reserve else ""
    if form == "grid":
        return head + "grid: |2\n" + "".join(f"  {line}\n" for line in write_grid(layout).splitlines())
    entries = (_entry(square, part) for square, part in layout.components.items())
    return head + "components:\n" + "".join(f"  - {entry}\n" for entry in entries)


def save_ship(layout: Layout, path: str | Path, form: Literal["grid", "components"] = "grid") -> None:
    """Write a ship file; raises AnalyzerError where none can be written."""
    write_whole(path, write_ship(layout, form))


def _with_indent(text: str) -> str:
    """Say how far a grid is indented, which YAML would else read off its first line, the one that is indented most."""
    return re.sub(r"^grid:[ \t]*\|[+-]?[ \t]*(#.*)?$", "grid: |1", text, count=1, flags=re.MULTILINE)


def _components(file: ShipFile, data: Any) -> tuple[dict[Any, Component], list[str]]:
    if file.grid is not None:
        return parse_grid(file.grid, line_of(data, ("grid",)) + 1)
    entries = [entry.model_dump() for entry in file.components or []]
    placed, faults = place(entries)
    lines = (line_of(data, ("components", _number(fault) - 1)) for fault in faults)
    return placed, [f"line {line}: {fault}" for line, fault in zip(lines, faults, strict=True)]


def _number(fault: str) -> int:
    found = re.match(r"component (\d+)", fault)
    return int(found.group(1)) if found else 1


def _entry(square: tuple[int, int], part: Component) -> str:
    names = [SIDE_NAMES[side] for side in part.facing]
    facing = f", facing: {names[0] if len(names) == 1 else '[' + ', '.join(names) + ']'}" if names else ""
    return f"{{square: {list(square)}, kind: {part.kind}, connectors: {list(part.connectors)}{facing}}}"
