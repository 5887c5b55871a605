"""Editions as workbooks (.xlsx): a sheet for each table, with choices in cells, and a sheet that explains columns."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from io import BytesIO, StringIO
from pathlib import Path
from types import ModuleType
from typing import Any
from zipfile import BadZipFile, ZipFile

from analyzer.errors import AnalyzerError, Fault, one_of
from analyzer.files.csvfile import MOST_LINES
from analyzer.files.editions.folder import HEAD, csv_with_explanations
from analyzer.files.editions.shelf import Column, Shelf
from analyzer.files.places import check_file, check_folder, read_bytes, whole_file, write_whole
from analyzer.files.yamlfile import read_text

ENDING = ".xlsx"
LARGEST, LARGEST_INSIDE = 10_000_000, 100_000_000
"""Maximum number of bytes of a workbook, packed and unpacked."""
MOST_COLUMNS = 100
ABOUT, CHOICES, LINES = "columns", "choices", "edition.yaml"
"""Names of the sheets that explain columns, hold the choices of cells, and hold the lines of `edition.yaml`."""
LONGEST = 10_000
"""Maximum number of letters in a cell."""
PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
DIGITS = re.compile(r"\[([0-9])-([0-9])\]|\[([0-9]+)\]|([0-9](?:\|[0-9])+)")
"""Pattern of columns that hold one digit of a few."""


def load_openpyxl() -> ModuleType:
    """Import openpyxl."""
    try:
        import openpyxl
    except ImportError:
        cure = "install it with `python -m pip install 'analyzer[spreadsheet]'`, or use .csv"
        raise AnalyzerError(f"workbooks ({ENDING}) need openpyxl: {cure}") from None
    module: ModuleType = openpyxl
    return module


def write_workbook(shelf: Shelf, folder: Path | str, path: Path) -> Path:
    """Write the tables of an edition into a new workbook.

    Raises:
        AnalyzerError: if openpyxl is missing, the folder has no tables, or the workbook exists or cannot be written.
    """
    openpyxl = load_openpyxl()
    if path.suffix.lower() != ENDING:
        raise AnalyzerError(f"{path}: name a file that ends in {ENDING}")
    if path.exists():
        raise AnalyzerError(f"{path}: exists already: name another file, because existing files are never overwritten")
    check_file(path)
    tables = {name: list(_rows(text)) for name, text in _texts(shelf, folder).items()}
    book = openpyxl.Workbook()
    book.remove(book.active)
    choices = _Choices(book, shelf, tables)
    for name, rows in tables.items():
        sheet = book.create_sheet(name)
        for number, cells in enumerate(rows, start=1):
            for place, text in enumerate(cells, start=1):
                cell = sheet.cell(number, place, _value(text) if number > 1 else text)
                if isinstance(cell.value, str):
                    cell.data_type = "s"  # no text is a formula
        sheet.freeze_panes = "A2"
        for place, column in enumerate(rows[0] if rows else (), start=1):
            sheet.cell(1, place).font = openpyxl.styles.Font(bold=True)
            choices.add(sheet, place, column, shelf.tables[name].get(column))
    _explain(book, shelf, tables)
    choices.write()
    lines = book.create_sheet(LINES)
    head = Path(folder) / HEAD
    text = read_text(head) if head.is_file() else f"from: {folder}\n"
    for number, line in enumerate(text.splitlines(), start=1):
        lines.cell(number, 1, line).data_type = "s"
    with whole_file(path) as beside:
        book.save(beside)
    return path


def _texts(shelf: Shelf, folder: Path | str) -> dict[str, str]:
    """Return the tables of a folder, or of a shipped edition, by name."""
    if str(folder) in shelf.shipped:
        return {table: csv_with_explanations(shelf, table, str(folder)) for table in shelf.tables}
    place = Path(folder)
    if not place.is_dir():
        raise AnalyzerError(f"{folder}: no such folder: {one_of(str(folder), shelf.shipped)}, or name a folder")
    texts = {table: read_text(place / f"{table}.csv") for table in shelf.tables if (place / f"{table}.csv").is_file()}
    if not texts:
        names = ", ".join(f"{table}.csv" for table in shelf.tables)
        raise AnalyzerError(f"{folder}: has no tables of an edition ({names}): name another folder")
    return texts


def _rows(text: str) -> Iterator[list[str]]:
    """Yield the rows of a CSV table, the names of its columns first, without comments and empty rows."""
    lines = [line for line in text.splitlines() if line.lstrip('" ')[:1] != "#" and not line.startswith("sep=")]
    delimiter = max(",;\t", key=(lines or [""])[0].count)
    yield from ([cell.strip() for cell in row] for row in csv.reader(lines, delimiter=delimiter) if any(row))


def _value(text: str) -> int | str | None:
    """Return the text of a cell as a workbook's value: an integer for a number, None for an empty cell."""
    return int(text) if PLAIN_NUMBER.fullmatch(text) else text or None


class _Choices:
    """Values that the cells of a workbook offer in drop-downs, listed in a hidden sheet."""

    def __init__(self, book: Any, shelf: Shelf, tables: Mapping[str, list[list[str]]]) -> None:
        self.book, self.shelf, self.tables = book, shelf, tables
        self.lists: dict[tuple[str, ...], int] = {}

    def add(self, sheet: Any, place: int, name: str, column: Column | None) -> None:
        """Give the cells of a column a drop-down, if the column has few values or is the column `kind`."""
        from openpyxl.utils import get_column_letter
        from openpyxl.worksheet.datavalidation import DataValidation

        values = self._values(sheet.title, name, column)
        if not values:
            return
        number = self.lists.setdefault(values, len(self.lists) + 1)
        letter, here = get_column_letter(number), get_column_letter(place)
        rule = DataValidation(type="list", formula1=f"={CHOICES}!${letter}$1:${letter}${len(values)}", allow_blank=True)
        rule.errorStyle, rule.error = "warning", column.cure if column else ""
        sheet.add_data_validation(rule)
        rule.add(f"{here}2:{here}{MOST_LINES}")

    def _values(self, table: str, name: str, column: Column | None) -> tuple[str, ...]:
        """Return the values that the drop-downs of a column offer; () if they are too many or not known."""
        if name == "kind":
            sources = (table,) if table == "cards" else ("kinds", table)
            return tuple(sorted({kind for source in sources for kind in self._kinds(source)} - {""}))
        match = DIGITS.fullmatch(column.shape.removesuffix("?")) if column else None
        if match is None:
            return ()
        if match[1]:
            return tuple(str(digit) for digit in range(int(match[1]), int(match[2]) + 1))
        return tuple(match[3] or match[4].replace("|", ""))

    def _kinds(self, table: str) -> Iterator[str]:
        """Yield the column `kind` of a table of this workbook, then that of the same table in shipped editions."""
        head, *rows = self.tables.get(table) or [[]]
        place = head.index("kind") if "kind" in head else MOST_COLUMNS
        yield from (row[place] for row in rows if len(row) > place)
        for edition in self.shelf.shipped if table in self.shelf.tables else ():
            yield from (row.get("kind", "") for row in self.shelf.rows(edition, table))

    def write(self) -> None:
        """Write the lists of values into the hidden sheet."""
        sheet = self.book.create_sheet(CHOICES)
        sheet.sheet_state = "hidden"
        for values, number in self.lists.items():
            for row, value in enumerate(values, start=1):
                sheet.cell(row, number, _value(value))


def _explain(book: Any, shelf: Shelf, tables: Mapping[str, object]) -> None:
    """Write the sheet that explains the columns of every table."""
    sheet = book.create_sheet(ABOUT)
    sheet.append(["table", "column", "meaning", "what a cell may hold"])
    for table in tables:
        for name, column in shelf.tables[table].items():
            sheet.append([table, name, column.meaning, column.cure])
    for letter, width in zip("ABCD", (14, 20, 70, 50), strict=True):
        sheet.column_dimensions[letter].width = width
    sheet.freeze_panes = "A2"


def read_workbook(shelf: Shelf, path: Path, folder: Path) -> list[Path]:
    """Write the tables of a workbook into a new folder, and return the paths of the files.

    Raises:
        AnalyzerError: if openpyxl is missing, the workbook cannot be read or has no tables, or the folder exists.
    """
    openpyxl = load_openpyxl()
    if folder.exists():
        raise AnalyzerError(f"{folder}: exists already: name a new folder, because files are never overwritten")
    texts = dict(_tables(openpyxl, shelf, path))
    if not {*texts} - {HEAD}:
        names = ", ".join(shelf.tables)
        raise AnalyzerError(Fault(f"has no sheet of an edition: name its sheets {names}", str(path)))
    check_folder(folder)
    folder.mkdir(parents=True)
    for name, text in texts.items():
        write_whole(folder / name, text)
    return [folder / name for name in texts]


def _tables(openpyxl: ModuleType, shelf: Shelf, path: Path) -> Iterator[tuple[str, str]]:
    """Yield file name and text of each table in a workbook, and of `edition.yaml`."""
    try:
        data = read_bytes(path, LARGEST)
        with ZipFile(BytesIO(data)) as packed:
            if sum(one.file_size for one in packed.infolist()) > LARGEST_INSIDE:
                raise AnalyzerError(Fault("is far too large for the tables of an edition", str(path)))
        book = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True)
        sheets = {sheet.title: [*_cells(sheet, path)] for sheet in book if sheet.title in {*shelf.tables, LINES}}
    except AnalyzerError:
        raise
    except FileNotFoundError:
        raise AnalyzerError(Fault("no such file", str(path))) from None
    except (BadZipFile, OSError) as error:
        reason = getattr(error, "strerror", None) or f"is no workbook ({ENDING})"
        raise AnalyzerError(Fault(f"cannot be read: {reason}", str(path))) from None
    except Exception as error:  # of a damaged workbook openpyxl may raise anything
        reason = (str(error).splitlines() or [type(error).__name__])[0][:100]
        raise AnalyzerError(Fault(f"is a damaged workbook: {reason}", str(path))) from None
    for name, rows in sheets.items():
        if name == LINES:
            yield HEAD, "".join(f"{row[0] if row else ''}\n" for row in rows)
        elif rows:
            text = StringIO()
            csv.writer(text, lineterminator="\n").writerows(rows)
            yield f"{name}.csv", text.getvalue()


def _cells(sheet: Any, path: Path) -> Iterator[list[str]]:
    """Yield the texts of a sheet's rows, as wide as its first row."""
    width = 0
    for number, row in enumerate(sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS), start=1):
        if number > MOST_LINES:
            limit = f"sheet {sheet.title}: more than {MOST_LINES:,} rows: such a table has fewer"
            raise AnalyzerError(Fault(limit, str(path)))
        cells = [_text(value) for value in row]
        if long := [cell for cell in cells if len(cell) > LONGEST]:
            limit = f"sheet {sheet.title}, row {number}: a cell of {len(long[0]):,} letters"
            raise AnalyzerError(Fault(f"{limit}: the most is {LONGEST:,}", str(path)))
        while cells and not cells[-1]:
            cells.pop()
        width = width or len(cells)
        if cells or sheet.title == LINES:
            yield cells + [""] * (width - len(cells))


def _text(value: object) -> str:
    """Return a cell as the text that a CSV table has: whole numbers without decimals."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
