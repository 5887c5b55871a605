"""Tables of answers as data frames and files, with a data dictionary, and their reading."""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.answers.description import Described, in_words
from analyzer.errors import AnalyzerError
from analyzer.files.places import path_of, read_bytes, whole_file
from analyzer.present.view import SUFFIXES, as_written, check_export, view_of, write_table
from analyzer.world import WORLDS, glossary

if TYPE_CHECKING:
    import pandas as pd

LARGEST = 1_000_000_000
"""The largest file of a table, in bytes."""
LARGEST_DICTIONARY = 10_000_000
"""The largest file of a data dictionary, in bytes."""
MOST_COLUMNS = 1_000
Known = Mapping[str, tuple[str, str]]
"""Unit and meaning by the name of a column or a metric."""
COMMON = {
    "metric": ("", "name of the metric of this row"),
    "mean": ("unit of the metric", "mean over all trials; for a chance, the share of trials"),
    "low": ("unit of the metric", "lower end of the 95% interval"),
    "high": ("unit of the metric", "upper end of the 95% interval"),
    "difference": ("unit of the metric", "mean of a less mean of b, in the same trials"),
    "chance": ("share", "share of trials"),
    "seed": ("", "seed of the run"),
    "flights": ("trials", "number of trials"),
}
"""Unit and meaning of columns that many tables have."""
KEY = b"analyzer_columns"
"""Key of the data dictionary in the metadata of a Parquet file."""


def dictionary_of(answer: Described) -> dict[str, tuple[str, str]]:
    """Return unit and meaning of each column of an answer's table, then of each metric in it."""
    table = answer.table()
    columns = [column for part in answer.description().tables for column in part.columns]
    known: dict[str, tuple[str, str]] = {}
    for name in map(str, table.columns):
        column = next((one for one in columns if name in (one.name, f"{one.name}_low", f"{one.name}_high")), None)
        told = column.explanation or in_words(column.heading or column.name) if column else ""
        if name[:1] == "q" and name[1:].replace(".", "").isdigit():
            told = f"{name[1:]} trials of 100 have this value or a lower one"
            known[name] = ("unit of the metric", told)
        else:
            unit, meaning = COMMON.get(name, ("", " ".join(told.split())))
            known[name] = unit, meaning or name.replace("_", " ")
    game = _game(answer)
    if "metric" in table and game is not None:
        metrics = glossary(game).table().drop_duplicates("metric").set_index("metric")
        for name in table["metric"].unique():
            if name in metrics.index:
                known[str(name)] = str(metrics.loc[name, "unit"]), str(metrics.loc[name, "meaning"])
    return known


def _game(answer: Any) -> str | None:
    """Return the name of the game that an answer is about; None if it does not tell."""
    for one in (answer, getattr(answer, "experiment", None), *getattr(answer, "experiments", ())):
        room = type(one).__module__.split(".")
        if room[0] == "analyzer" and len(room) > 1 and room[1] in WORLDS:
            return room[1]
    return None


def with_dictionary(table: pd.DataFrame, known: Known) -> pd.DataFrame:
    """Return a table with the data dictionary in its `attrs`."""
    table = table.copy()
    table.attrs["units"] = {name: unit for name, (unit, _) in known.items() if unit}
    table.attrs["meanings"] = {name: meaning for name, (_, meaning) in known.items()}
    return table


def frame_of_dictionary(known: Known) -> pd.DataFrame:
    """Return a data dictionary as a frame with the columns name, unit and meaning."""
    import pandas as pd

    rows = [(name, unit, meaning) for name, (unit, meaning) in known.items()]
    return pd.DataFrame(rows, columns=["name", "unit", "meaning"])


def dictionary_path(path: Path) -> Path:
    """Return the path of the data dictionary that lies beside a table in CSV."""
    return path.with_name(f"{path.stem}.columns.csv")


def save_table(answer: Described, path: str | Path) -> None:
    """Write an answer's table with its data dictionary; see `Described.save_table`."""
    path = path_of(path, "a table")
    check_export(path, "path")
    known, table = dictionary_of(answer), answer.table()
    with whole_file(path) as beside:
        if path.suffix == ".parquet":
            _write_parquet(table, known, beside)
        else:
            write_table(table, beside, path.suffix)
    if path.suffix == ".csv":
        with whole_file(dictionary_path(path)) as beside:
            write_table(frame_of_dictionary(known), beside, ".csv")


def _write_parquet(table: pd.DataFrame, known: Known, path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    written = pa.Table.from_pandas(table, preserve_index=False)
    metadata = dict(written.schema.metadata or {}) | {KEY: json.dumps(known).encode()}
    pq.write_table(written.replace_schema_metadata(metadata), path)


def _known_of_file(path: Path, data: BytesIO) -> Known:
    """Return the data dictionary of a table in a file; {} if it has none that can be read."""
    import pandas as pd

    try:
        if path.suffix == ".parquet":
            import pyarrow.parquet as pq

            data.seek(0)
            held = json.loads((pq.read_schema(data).metadata or {}).get(KEY, b"{}"))
            return {str(name): (str(unit), str(meaning)) for name, (unit, meaning) in held.items()}
        if path.suffix == ".csv" and dictionary_path(path).is_file():
            beside = BytesIO(read_bytes(dictionary_path(path), LARGEST_DICTIONARY))
            rows = pd.read_csv(beside, dtype=str, keep_default_na=False).map(as_written)
            return {name: (unit, meaning) for name, unit, meaning in rows[["name", "unit", "meaning"]].to_numpy()}
    except (AnalyzerError, OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}  # a dictionary only explains
    return {}


def read(path: str | Path) -> pd.DataFrame:
    """Return the table in a file: an exported table, rows of trials, or the result of a save file.

    A table that `save_table` wrote is the frame of `to_frame` again, with its units in `attrs`.

    Args:
        path: The file: .csv, .parquet, .json, or one that `save` wrote.

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
    import pandas as pd

    path = path_of(path, "a table")
    if path.suffix not in SUFFIXES:
        return _saved(path)
    try:
        data = BytesIO(read_bytes(path, LARGEST))
        if (columns := _columns(data, path.suffix)) > MOST_COLUMNS:
            raise AnalyzerError(f"{path}: {columns:,} columns: a table has at most {MOST_COLUMNS:,}")
        data.seek(0)
        if path.suffix == ".csv":
            table = pd.read_csv(data).map(as_written)
        else:
            table = pd.read_parquet(data) if path.suffix == ".parquet" else pd.read_json(data)
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
    if known and path.suffix == ".csv":
        texts = table.select_dtypes(exclude="number")  # an empty cell is an empty text
        table = table.assign(**{str(name): texts[name].fillna("") for name in texts if texts[name].notna().any()})
    return with_dictionary(table, known) if known else table


def _columns(data: BytesIO, suffix: str) -> int:
    """Return the number of columns of a table without parsing it, because very many columns take minutes."""
    if suffix == ".csv":
        return 1 + max((line.count(b",") for line in data), default=0)
    if suffix == ".json":
        return len({name for row in json.load(data) for name in row})
    import pyarrow.parquet as pq

    return len(pq.read_schema(data).names)


def _saved(path: Path) -> pd.DataFrame:
    """Return the table of a save file, with a column for each setting if the result has several settings."""
    from analyzer.runs.merge import merge
    from analyzer.runs.store import MAGIC

    if path.is_file():
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC.encode():
                raise AnalyzerError(
                    f"{path}: is no save file and no table of analyzer: name a file that --save wrote, or one that "
                    "--export or --flights-out wrote (.csv, .parquet or .json)"
                )
    view = view_of(merge([path]))
    table = view.settings or view.table
    if table is None:
        raise AnalyzerError(f"{path}: the result in it has no table")
    return table()
