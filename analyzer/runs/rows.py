"""Parquet file with a row for every trial, written block by block while trials are run."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from analyzer.answers.description import PANDAS_KEY, attributes_of
from analyzer.answers.metrics import Metric, Metrics
from analyzer.errors import AnalyzerError
from analyzer.files.made import made
from analyzer.files.places import check_file
from analyzer.statistics.tally import Columns

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIX = ".parquet"


class RowsFile:
    """Parquet file with one row a subject and trial: name, number of the trial, and every column, with codes as words.

    The file appears under its name when all is written, and replaces one of that name. Its metadata say what made
    it, and hold units and meanings of its columns, which pandas reads as `attrs`.

    Args:
        path: path of the file.
        names: names of all subjects.
        metrics: metrics whose columns are written.
        subject: name of the first column, e.g. `ship`.
        trial: name of the second column, e.g. `game`.

    Raises:
        AnalyzerError: if the file cannot be written.
    """

    def __init__(self, path: str | Path, names: Iterable[str], metrics: Metrics, subject: str, trial: str) -> None:
        self.path = Path(path)
        check_rows_file(path, f"{trial}s")
        self._beside = self.path.with_name(f".{self.path.name}.new")
        self._names, self._metrics, self._subject, self._trial = list(names), metrics, subject, trial
        import pyarrow.parquet as pq

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            metadata = {f"analyzer {name}".encode(): str(value).encode() for name, value in made().items()}
            metadata[PANDAS_KEY] = json.dumps(attributes_of(self._dictionary())).encode()
            self._writer = pq.ParquetWriter(self._beside, self._schema().with_metadata(metadata))
        except OSError as error:
            raise self._refusal(error) from None

    def write(self, row: int, first: int, columns: Columns) -> None:
        """Append a block of trials.

        Args:
            row: number of the block's first subject among all subjects.
            first: number of the first trial.
            columns: columns of the block; those of `metrics` have the shape (subjects, trials) each.
        """
        # Draws of control variates are columns of the whole block, not of a subject.
        of_subjects = {name: columns[name] for name in self._metrics.columns}
        try:
            for number in range(len(next(iter(of_subjects.values())))):
                own = {name: of[number] for name, of in of_subjects.items()}
                self._writer.write_table(self._table(row + number, first, own))
        except OSError as error:
            raise self._refusal(error) from None

    def _table(self, row: int, first: int, columns: Columns) -> pa.Table:
        """Return a block of trials as a table of the file."""
        import pyarrow as pa

        # Names and codes are indices of a dictionary that is stored once, so a row takes four bytes for each.
        trials = len(next(iter(columns.values())))
        arrays: dict[str, pa.Array[Any]] = {
            self._subject: pa.DictionaryArray.from_arrays(np.full(trials, row, np.int32), pa.array(self._names)),
            self._trial: pa.array(np.arange(first, first + trials)),
        }
        for name in self._metrics.columns:
            values = columns[name].astype(np.int32)
            words = self._metrics.words.get(name)
            arrays[name] = (
                pa.array(values) if words is None else pa.DictionaryArray.from_arrays(values, pa.array(words))
            )
        arrays |= {one.name_in_unit: pa.array(columns[one.column] / one.scale) for one in self._in_parts()}
        return pa.table(arrays, self._schema())

    def _schema(self) -> pa.Schema:
        """Return names and types of the file's columns, with the metadata."""
        import pyarrow as pa

        words = pa.dictionary(pa.int32(), pa.string())
        fields = {self._subject: words, self._trial: pa.int64()}
        coded = [name for name in self._metrics.columns if name in self._metrics.words]
        numbers = [name for name in self._metrics.columns if name not in self._metrics.words]
        in_units = dict.fromkeys([one.name_in_unit for one in self._in_parts()], pa.float64())
        return pa.schema(fields | dict.fromkeys(coded, words) | dict.fromkeys(numbers, pa.int32()) | in_units)

    def _dictionary(self) -> dict[str, tuple[str, str]]:
        """Return unit and meaning of each column; if only chances are made from a column, it gets their meanings."""
        known = {self._subject: ("", f"name of the {self._subject}"), self._trial: ("", f"number of the {self._trial}")}
        for column in self._metrics.columns:
            of = [metric for metric in self._metrics.listed if metric.column == column]
            mean = next((metric for metric in of if metric.name == column and not metric.is_chance), None)
            if mean is not None:
                known[column] = mean.unit_of_column.get("unit", mean.unit), mean.meaning
            else:
                chances = "; ".join(f"{metric.name}: {metric.meaning}" for metric in of)
                words = self._metrics.words.get(column)
                known[column] = "", f"one of {', '.join(words)}" if words else f"value that decides {chances}"
        return known | {one.name_in_unit: (one.unit, one.meaning) for one in self._in_parts()}

    def _in_parts(self) -> list[Metric]:
        """Return the metrics that are shown in a larger unit than their column has, e.g. Astro for tenths of an Astro.

        The file has a second column for each of them, in the larger unit.
        """
        return [metric for metric in self._metrics.means if metric.scale != 1]

    def _refusal(self, error: OSError) -> AnalyzerError:
        """Return the AnalyzerError for an OSError while the file is written."""
        reason = error.strerror or str(error).splitlines()[0]
        return AnalyzerError(f"{self.path}: cannot be written: {reason}: make room or name another place")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        try:
            self._writer.close()
            if kind is None:
                self._beside.replace(self.path)
        except OSError as problem:
            kind = OSError
            raise self._refusal(problem) from None
        finally:
            if kind is not None:
                with suppress(OSError):
                    self._beside.unlink()


def check_rows_file(path: str | Path, trials: str) -> None:
    """Raise AnalyzerError unless a Parquet file can be written at a path.

    Args:
        path: path of the file.
        trials: name of the trials in the message.
    """
    if Path(path).suffix != SUFFIX:
        raise AnalyzerError(f"{path}: {trials} are written as Parquet: name a file that ends in {SUFFIX}")
    try:
        str(path).encode()
    except UnicodeEncodeError:  # bytes that are no UTF-8, which pyarrow cannot open
        raise AnalyzerError(f"{path}: Parquet needs a name in UTF-8: name another file") from None
    check_file(path)
