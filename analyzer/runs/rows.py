"""Every trial as a row of a Parquet file, written block by block while they are run."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from analyzer.answers.metrics import Metric, Metrics
from analyzer.errors import AnalyzerError
from analyzer.files.made import made
from analyzer.files.places import check_file
from analyzer.statistics.tally import Columns

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIX = ".parquet"


class RowsFile:
    """A file of one row a subject and trial: who, the trial's number, and every column; codes are words.

    `subject` and `trial` name the first two columns, as `ship` and `game`; its metadata say what made it. It appears
    under its name when all is written, in the place of what was there. Raises AnalyzerError where it cannot be written.
    """

    def __init__(self, path: str | Path, names: Iterable[str], metrics: Metrics, subject: str, trial: str) -> None:
        self.path = Path(path)
        check_rows_file(path, f"{trial}s")
        self._beside = self.path.with_name(f".{self.path.name}.new")
        self._names, self._metrics, self._subject, self._trial = list(names), metrics, subject, trial
        import pyarrow.parquet as pq

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            metadata = {f"analyzer {name}": str(value) for name, value in made().items()}
            self._writer = pq.ParquetWriter(self._beside, self._schema().with_metadata(metadata))
        except OSError as error:
            raise self._refusal(error) from None

    def write(self, row: int, first: int, columns: Columns) -> None:
        """Add a block of trials; `row` is the number of its first subject among all."""
        try:
            for number in range(len(next(iter(columns.values())))):
                own = {name: of[number] for name, of in columns.items()}
                self._writer.write_table(self._table(row + number, first, own))
        except OSError as error:
            raise self._refusal(error) from None

    def _table(self, row: int, first: int, columns: Columns) -> pa.Table:
        import pyarrow as pa

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
        import pyarrow as pa

        words = pa.dictionary(pa.int32(), pa.string())
        fields = {self._subject: words, self._trial: pa.int64()}
        coded = [name for name in self._metrics.columns if name in self._metrics.words]
        numbers = [name for name in self._metrics.columns if name not in self._metrics.words]
        in_units = dict.fromkeys([one.name_in_unit for one in self._in_parts()], pa.float64())
        return pa.schema(fields | dict.fromkeys(coded, words) | dict.fromkeys(numbers, pa.int32()) | in_units)

    def _in_parts(self) -> list[Metric]:
        """Metrics whose column holds parts of their unit: a column in the unit stands beside it."""
        return [metric for metric in self._metrics.means if metric.scale != 1]

    def _refusal(self, error: OSError) -> AnalyzerError:
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
    """Complain about a name that is not that of a Parquet file, and about a place where none can be written."""
    if Path(path).suffix != SUFFIX:
        raise AnalyzerError(f"{path}: {trials} are written as Parquet: name a file that ends in {SUFFIX}")
    check_file(path, folders=True)
