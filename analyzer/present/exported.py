"""Tables of answers as data frames and files, with a data dictionary, and their reading."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

from analyzer.answers.description import (
    PANDAS_KEY,
    Column,
    DataDictionary,
    Described,
    attributes_of,
    in_one_line,
    in_percent,
    in_points,
    in_words,
)
from analyzer.errors import AnalyzerError
from analyzer.files.editions.workbook import ENDING, LARGEST_INSIDE, load_openpyxl
from analyzer.files.made import made
from analyzer.files.places import check_ending, check_file, path_of, read_bytes, whole_file
from analyzer.present.view import finite, view_of
from analyzer.world import WORLDS, glossary

if TYPE_CHECKING:
    import pandas as pd

SUFFIXES = (".csv", ".parquet", ENDING, ".json")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The characters with which a spreadsheet's formulas begin."""
LARGEST = 1_000_000_000
"""The largest file of a table, in bytes."""
LARGEST_DICTIONARY = 10_000_000
"""The largest file of a data dictionary, in bytes."""
MOST_COLUMNS = 1_000
MOST_ROWS = 1_048_575
"""The largest number of rows in a sheet of a workbook, not counting the row of column names."""
EXACT_IN_SHEETS = 2**53
"""The least whole number that spreadsheets may round; numbers from it on are written as text."""
OF_METRIC = "unit of the metric"
COMMON = {
    "metric": ("", "name of the metric of this row"),
    "mean": (OF_METRIC, "mean over all trials; for a chance, the share of trials"),
    "low": (OF_METRIC, "lower end of the 95% interval"),
    "high": (OF_METRIC, "upper end of the 95% interval"),
    "difference": (OF_METRIC, "mean of a less mean of b, in the same trials"),
    "chance": ("share", "share of trials"),
    "seed": ("", "seed of the run"),
    "flights": ("trials", "number of trials"),
    "ship": ("", "name of the ship"),
    "trader": ("", "name of the trader"),
    "a": ("", "name of the first of the two compared"),
    "b": ("", "name of the second of the two compared"),
    "value": (OF_METRIC, "value of the metric"),
    "number": ("", "number of the answer, in the order of the command"),
    "version": ("", "version of analyzer that wrote the table"),
    "command": ("", "command that wrote the table"),
}
"""Unit and meaning of columns that many tables have."""
ENDS = {"low": "lower end of the 95% interval", "high": "upper end of the 95% interval"}


def check_export(path: Path | None, flag: str = "--export") -> None:
    """Raise AnalyzerError before anything is run if a table cannot be saved in that file."""
    if path is None:
        return
    check_ending(path, f"{flag} {path}", SUFFIXES)
    if path.suffix == ENDING:
        load_openpyxl()
    for file in (path, *dictionary_paths(path)):
        check_file(file, f"{flag} {file}")


def dictionary_of(table: pd.DataFrame, answers: Sequence[Described]) -> DataDictionary:
    """Return unit and meaning of each column of a table, then of each metric in it."""
    columns = [column for answer in answers for column in _columns_of(answer)]
    columns.sort(key=lambda column: len(column.name), reverse=True)  # the most specific name first
    known: dict[str, tuple[str, str]] = {}
    for name in map(str, table.columns):
        if name[:1] == "q" and name[1:].replace(".", "").isdigit():
            known[name] = OF_METRIC, f"{name[1:]} trials of 100 have this value or a lower one"
        else:
            known[name] = COMMON.get(name) or _explained(name, columns) or ("", "")
    named = [*map(str, table["metric"].unique())] if "metric" in table else []
    open_ones = [name for name, (_, meaning) in known.items() if meaning in ("", in_words(name))]
    game = next(filter(None, map(_game, answers)), None)
    if (named or open_ones) and game is not None:
        metrics = glossary(game).table().drop_duplicates("metric").set_index("metric")
        for name in (*named, *open_ones):
            if name in metrics.index:
                known[name] = str(metrics.loc[name, "unit"]), str(metrics.loc[name, "meaning"])
            elif told := _of_game(game, name):
                known[name] = "", told
    if "metric" not in table:
        known = {name: ("" if unit == OF_METRIC else unit, meaning) for name, (unit, meaning) in known.items()}
    return {name: (unit, meaning or in_words(name)) for name, (unit, meaning) in known.items()}


def _of_game(game: str, name: str) -> str:
    """Return the meaning of a column of a game's tables, or of an argument of the game's calls; "" for other names."""
    columns: Mapping[str, str] = getattr(import_module(f"analyzer.{game}.metrics"), "OTHER_COLUMNS", {})
    place = f"analyzer.{game}.arguments"
    setting = getattr(getattr(import_module(place), name.upper(), None), "help", "") if find_spec(place) else ""
    return columns.get(name) or (f"setting: {setting}" if setting else "")


def _columns_of(answer: Described) -> Iterator[Column]:
    """Yield the columns of an answer's tables, then of the tables of its subjects."""
    described = answer.description()
    for one in (described, *described.each):
        for table in one.tables:
            yield from table.columns


def _explained(name: str, columns: Sequence[Column]) -> tuple[str, str] | None:
    """Return unit and meaning of a tidy table's column, taken from an answer's column; None if no such column fits."""
    for column in columns:
        if (column.explanation or column.heading) and (name == column.name or name.startswith(f"{column.name}_")):
            write, rest = column.form.write, name[len(column.name) + 1 :]
            is_share = getattr(write, "func", write) in (in_percent, in_points)
            told = " ".join((column.explanation or in_one_line(in_words(column.heading))).split())
            return "share" if is_share else column.form.unit.strip(), ": ".join(
                filter(None, (ENDS.get(rest, in_words(rest)), told))
            )
    return None


def _game(answer: Any) -> str | None:
    """Return the name of the game that an answer is about; None if its class belongs to no game."""
    for one in (answer, getattr(answer, "experiment", None), *getattr(answer, "experiments", ())):
        room = type(one).__module__.split(".")
        if room[0] == "analyzer" and len(room) > 1 and room[1] in WORLDS:
            return room[1]
    return None


def with_dictionary(table: pd.DataFrame, known: DataDictionary) -> pd.DataFrame:
    """Return a table with the data dictionary in its `attrs`."""
    table = table.copy()
    table.attrs |= attributes_of(known)
    return table


def frame_of_dictionary(known: DataDictionary) -> pd.DataFrame:
    """Return a data dictionary as a frame with the columns name, unit and meaning."""
    import pandas as pd

    rows = [(name, unit, meaning) for name, (unit, meaning) in known.items()]
    return pd.DataFrame(rows, columns=["name", "unit", "meaning"])


def dictionary_paths(path: Path) -> list[Path]:
    """Return the path of the data dictionary that lies beside a table; [] if the table's own file holds it."""
    return [path.with_name(f"{path.stem}.columns{path.suffix}")] if path.suffix in (".csv", ".json") else []


def export(table: pd.DataFrame, path: Path, flag: str = "--export", answers: Sequence[Described] = ()) -> str:
    """Save a table, one record a row, and return a line that names the file; replace an old file once all is written.

    The last columns hold version, command and seed. Missing and infinite numbers become null in JSON and empty in CSV.

    Args:
        table: The table.
        path: The file; its ending decides the format.
        flag: The option that named it.
        answers: The answers that the table was made of; they explain its columns.

    Raises:
        AnalyzerError: The ending is unknown, or the file cannot be written.
    """
    check_export(path, flag)
    table = table.assign(**{name: value for name, value in made().items() if name not in table})
    _write(table, dictionary_of(table, answers), path, f"{flag} ")
    return ", columns: ".join(map(str, (f"table: {path}", *dictionary_paths(path))))


def save_table(answer: Described, path: str | Path) -> None:
    """Write an answer's table with its data dictionary; see `Described.save_table`."""
    path, table = path_of(path, "a table"), answer.table()
    check_export(path, "path")
    _write(table, dictionary_of(table, [answer]), path)


def _write(table: pd.DataFrame, known: DataDictionary, path: Path, label: str = "") -> None:
    """Write a table and its data dictionary in the format of the path's ending.

    Args:
        table: The table.
        known: Its data dictionary.
        path: The file.
        label: Text before the path in messages.
    """
    with whole_file(path, f"{label}{path}") as beside:
        if path.suffix == ".parquet":
            _write_parquet(table, known, beside)
        elif path.suffix == ENDING:
            _write_workbook({"table": table, "columns": frame_of_dictionary(known)}, beside)
        else:
            _write_text(table, beside, path.suffix)
    for file in dictionary_paths(path):
        with whole_file(file, f"{label}{file}") as beside:
            _write_text(frame_of_dictionary(known), beside, path.suffix)


def no_formula(cell: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula: such text gets an apostrophe in front.

    >>> no_formula("=1+1"), no_formula("First Mile"), no_formula(-1.5)
    ("'=1+1", 'First Mile', -1.5)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip("'").startswith(FORMULA) else cell


def without_apostrophe(cell: Any) -> Any:
    """Return a cell without the apostrophe that `no_formula` put in front."""
    return cell[1:] if isinstance(cell, str) and cell[:1] == "'" and no_formula(cell) != cell else cell


def _write_text(table: pd.DataFrame, path: Path, suffix: str) -> None:
    """Write a table to a file in the format of an ending: `.csv` or `.json`."""
    if suffix == ".csv":
        texts = table.select_dtypes(exclude="number")  # older pandas would make floats of whole numbers with blanks
        table = table.assign(**{str(name): texts[name].map(no_formula) for name in texts})
        table = table.replace([float("inf"), float("-inf")], None)
        table.to_csv(path, index=False, encoding="utf-8", lineterminator="\n")
    else:
        path.write_text(json.dumps(finite(_records(table)), indent=2, allow_nan=False) + "\n", encoding="utf-8")


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a table, with blanks as None, so that whole numbers beside blanks stay whole."""
    records: list[Any] = table.astype(object).where(table.notna(), None).to_dict("records")
    return records


def _write_parquet(table: pd.DataFrame, known: DataDictionary, path: Path) -> None:
    """Write a table with its data dictionary, as metadata, to a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    written = pa.Table.from_pandas(table, preserve_index=False)
    metadata = dict(written.schema.metadata or {}) | {PANDAS_KEY: json.dumps(attributes_of(known)).encode()}
    with path.open("wb") as file:  # pyarrow itself takes no path whose bytes are no UTF-8
        pq.write_table(written.replace_schema_metadata(metadata), file)


def _write_workbook(tables: dict[str, pd.DataFrame], path: Path) -> None:
    """Write tables as the sheets of a workbook: numbers as numbers, no text as a formula."""
    openpyxl = load_openpyxl()
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, table in tables.items():
        if len(table) > MOST_ROWS:
            raise AnalyzerError(f"{len(table):,} rows: a sheet has at most {MOST_ROWS:,}: name a .csv or .parquet file")
        sheet = book.create_sheet(name)
        rows = [[*map(str, table.columns)], *([*row.values()] for row in finite(_records(table)))]
        for number, row in enumerate(rows, start=1):
            for place, value in enumerate(row, start=1):
                is_long = isinstance(value, int) and abs(value) >= EXACT_IN_SHEETS
                cell = sheet.cell(number, place, str(value) if is_long else value)
                if isinstance(cell.value, str):
                    cell.data_type = "s"  # no text is a formula
        for cell in sheet[1]:
            cell.font = openpyxl.styles.Font(bold=True)
        sheet.freeze_panes = "A2"
    book.save(path)


def _known_of_file(path: Path, data: BytesIO) -> DataDictionary:
    """Return the data dictionary of a table in a file; {} if it has none that can be read."""
    import pandas as pd

    try:
        if path.suffix == ".parquet":
            import pyarrow.parquet as pq

            data.seek(0)
            held = json.loads((pq.read_schema(data).metadata or {}).get(PANDAS_KEY, b"{}"))
            units, meanings = held.get("units", {}), held.get("meanings", {})
            return {str(name): (str(units.get(name, "")), str(meaning)) for name, meaning in meanings.items()}
        if path.suffix == ENDING:
            data.seek(0)
            rows = pd.read_excel(data, "columns", dtype=str, keep_default_na=False)
        else:
            beside = BytesIO(read_bytes(dictionary_paths(path)[0], LARGEST_DICTIONARY))
            if path.suffix == ".csv":
                rows = _read_csv(beside, dtype=str, keep_default_na=False)
            else:
                rows = pd.DataFrame(json.load(beside))
        return {name: (unit, meaning) for name, unit, meaning in rows[["name", "unit", "meaning"]].to_numpy()}
    except (AnalyzerError, OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}  # the table can be used without its dictionary


def read(path: str | Path) -> pd.DataFrame:
    """Return the table in a file: an exported table, rows of trials, or the result of a save file.

    A table that `save_table` wrote is the frame of `to_frame` again, with its units in `attrs`.

    Args:
        path: The file: .csv, .parquet, .xlsx, .json, or one that `save` wrote.

    Raises:
        AnalyzerError: The file is missing, is too large, or holds no table.

    >>> import analyzer
    >>> from tempfile import mkdtemp
    >>> flown = analyzer.fly("ships/2007/I/first-mile.yaml", flights=50, rivals="alone")
    >>> path = mkdtemp() + "/mile.parquet"
    >>> flown.save_table(path)
    >>> analyzer.read(path).equals(flown.to_frame())
    True
    """
    path = path_of(path, "a table")
    if path.suffix not in SUFFIXES or _is_saved(path):
        return _saved(path)
    try:
        data = BytesIO(read_bytes(path, LARGEST))
        if (columns := _columns(data, path.suffix)) > MOST_COLUMNS:
            raise AnalyzerError(f"{path}: {columns:,} columns: a table has at most {MOST_COLUMNS:,}")
        data.seek(0)
        table = _read_table(data, path.suffix)
        if not table.columns.is_unique:
            raise AnalyzerError(f"{path}: two columns have the same name: rename one")
        for name in table:
            if table[name].dtype.kind == "O":
                table[name].nunique()  # raises for lists in cells
    except AnalyzerError:
        raise
    except FileNotFoundError:
        raise AnalyzerError(f"{path}: no such file") from None
    except Exception as error:  # of a damaged file the readers may raise anything
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise AnalyzerError(f"{path}: no table can be read from it: {reason}") from None
    if table.empty:
        raise AnalyzerError(f"{path}: the table has no rows")
    known = _known_of_file(path, data)
    if known and path.suffix in (".csv", ENDING):
        texts = table.select_dtypes(exclude="number")  # an empty cell is an empty text
        table = table.assign(**{str(name): texts[name].fillna("") for name in texts if texts[name].notna().any()})
    return with_dictionary(table, known) if known else table


def _read_table(data: BytesIO, suffix: str) -> pd.DataFrame:
    """Return the table in a file's bytes."""
    import pandas as pd

    if suffix == ".csv":
        return _read_csv(data)
    if suffix == ENDING:
        return pd.read_excel(data)
    return pd.read_parquet(data) if suffix == ".parquet" else pd.read_json(data)


def _read_csv(data: BytesIO, **how: Any) -> pd.DataFrame:
    """Return a table in CSV; if semicolons or tabs separate its cells, numbers may have decimal commas."""
    import pandas as pd

    delimiter = _delimiter(data)
    table: pd.DataFrame = pd.read_csv(data, sep=delimiter, **how).map(without_apostrophe)
    for name in table.select_dtypes(exclude="number") if delimiter != "," and not how else ():
        numbers = pd.to_numeric(table[name].astype("string").str.replace(",", "."), errors="coerce")
        if numbers.notna().any() and numbers.notna().equals(table[name].notna()):
            table[name] = numbers.astype(float)
    return table


def _delimiter(data: BytesIO) -> str:
    """Return the character that separates the cells of a table in CSV."""
    head = data.readline()
    data.seek(0)
    return max(",;\t", key=lambda one: head.count(one.encode()))


def _columns(data: BytesIO, suffix: str) -> int:
    """Return the number of columns of a table without parsing it, because very many columns take minutes."""
    if suffix == ".csv":
        delimiter = _delimiter(data).encode()
        return 1 + max((line.count(delimiter) for line in data), default=0)
    if suffix == ".json":
        return len({name for row in json.load(data) for name in row})
    if suffix == ENDING:
        with ZipFile(data) as packed:
            if sum(one.file_size for one in packed.infolist()) > LARGEST_INSIDE:
                raise ValueError("the workbook is far too large")
        data.seek(0)
        return int(load_openpyxl().load_workbook(data, read_only=True).worksheets[0].max_column or 0)
    import pyarrow.parquet as pq

    return len(pq.read_schema(data).names)


def _is_saved(path: Path) -> bool:
    """Return whether a file is a save file, whatever its name ends in."""
    from analyzer.runs.store import MAGIC

    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC.encode()


def _saved(path: Path) -> pd.DataFrame:
    """Return the table of a save file, with a column for each setting if the result has several settings."""
    from analyzer.runs.merge import merge

    if path.is_file() and not _is_saved(path):
        raise AnalyzerError(
            f"{path}: is no save file and no table of analyzer: name a file that --save wrote, or one that "
            "--export or --flights-out wrote (.csv, .parquet, .xlsx or .json)"
        )
    view = view_of(merge([path]))
    table = view.settings or view.table
    if table is None:
        raise AnalyzerError(f"{path}: the result in it has no table")
    return table()
