"""Every flight as a row of a Parquet file, written block by block while ships fly."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.statistics.tally import Columns
from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.flight.settlement import METRICS

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIX = ".parquet"


class FlightsFile:
    """A file of one row a ship and flight: ship, flight (its number), and every metric; `ending` is a word.

    It appears under its name when all is written, in the place of what was there. Raises AnalyzerError where it cannot
    be written.
    """

    def __init__(self, path: str | Path, ships: Iterable[str]) -> None:
        self.path = Path(path)
        check_flights_file(path)
        self._beside = self.path.with_name(f".{self.path.name}.new")
        self._ships = list(ships)
        import pyarrow.parquet as pq

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = pq.ParquetWriter(self._beside, _schema())
        except OSError as error:
            raise self._refusal(error) from None

    def write(self, ship: int, first: int, columns: Columns) -> None:
        """Add a block of flights; `ship` is the number of its first row among all ships."""
        try:
            for row in range(len(next(iter(columns.values())))):
                self._writer.write_table(
                    self._table(ship + row, first, {name: of[row] for name, of in columns.items()})
                )
        except OSError as error:
            raise self._refusal(error) from None

    def _table(self, ship: int, first: int, columns: Columns) -> pa.Table:
        import pyarrow as pa

        flights = len(next(iter(columns.values())))
        names = pa.DictionaryArray.from_arrays(np.full(flights, ship, np.int32), pa.array(self._ships))
        ending = pa.DictionaryArray.from_arrays(columns["ending"].astype(np.int32), pa.array(ENDINGS))
        numbers: dict[str, pa.Array[Any]] = {
            name: pa.array(columns[name].astype(np.int32)) for name in METRICS if name != "ending"
        }
        numbers["flight"] = pa.array(np.arange(first, first + flights))
        return pa.table(numbers | {"ship": names, "ending": ending}, _schema())

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


def check_flights_file(path: str | Path) -> None:
    """Complain about a name that is not that of a Parquet file."""
    if Path(path).suffix != SUFFIX:
        raise AnalyzerError(f"{path}: flights are written as Parquet: name a file that ends in {SUFFIX}")
    if Path(path).is_dir():
        raise AnalyzerError(f"{path}: is a directory: name a file")


def _schema() -> pa.Schema:
    import pyarrow as pa

    words = pa.dictionary(pa.int32(), pa.string())
    fields = {"ship": words, "flight": pa.int64(), "ending": words}
    return pa.schema(fields | {name: pa.int32() for name in METRICS if name != "ending"})
