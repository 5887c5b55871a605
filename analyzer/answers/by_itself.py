"""Several runs whose subjects were asked about one by one, held as one answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from analyzer.answers.collection import Collection
from analyzer.answers.described import Described
from analyzer.answers.description import Description
from analyzer.answers.names import distinct, of_name
from analyzer.answers.result import metric_of_one

if TYPE_CHECKING:
    import pandas as pd

AnyResult = TypeVar("AnyResult")


@dataclass(frozen=True, repr=False)
class ByItself(Described, Collection):
    """One result a ship, each of its own run: the same seed and conditions, nobody in the other's way.

    Index it by a ship's name; ships of one name are numbered. `results`: what came of each run.
    """

    results: tuple[Any, ...]

    @cached_property
    def ships(self) -> tuple[Any, ...]:
        """The answers for the ships, in the order in which they were given."""
        every = [ship for result in self.results for ship in result.ships]
        return tuple(
            replace(ship, name=name) for ship, name in zip(every, distinct(ship.name for ship in every), strict=True)
        )

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Raise the error that says how to name one of the ships, for what each of them has."""
            if "results" in self.__dict__ and not name.startswith("_") and hasattr(self.ships[0], name):
                raise metric_of_one(self.ships, name)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def each(self) -> Sequence[Any]:
        """One answer a ship."""
        return self.ships

    def __getitem__(self, name: str) -> Any:
        return of_name(self.ships, name, "ship", "this result")

    @property
    def flights(self) -> int:
        """How many trials of each were run, the most of any where some needed more."""
        return max(int(result.flights) for result in self.results)

    @property
    def origins(self) -> list[tuple[str, Any]]:
        """Every ship's name, and where its numbers come from."""
        every = [origin for result in self.results for _, origin in result.origins]
        return [(ship.name, origin) for ship, origin in zip(self.ships, every, strict=True)]

    def table(self) -> pd.DataFrame:
        """The tables of all ships in one, each as its own result tells it."""
        import pandas as pd

        tables = [result.table() for result in self.results]
        for ship, table in zip(self.ships, tables, strict=True):
            table["ship"] = ship.name
        joined: pd.DataFrame = pd.concat(tables, ignore_index=True)
        return joined

    def heading(self) -> str:
        """What was flown, where that is the same for all."""
        return "; ".join(dict.fromkeys(result.heading() for result in self.results))

    def description(self) -> Description:
        """What each result says, one after the other."""
        return Description("", "", notes=self.notes(), each=[result.description() for result in self.results])

    def notes(self) -> list[str]:
        """What a reader of any of these numbers should know."""
        return list(dict.fromkeys(note for result in self.results for note in result.notes()))

    def as_dict(self) -> list[dict[str, Any]]:
        """All of it in plain types, for JSON: a run after the other."""
        return [result.as_dict() for result in self.results]


def one_or_by_itself(results: Sequence[AnyResult]) -> AnyResult | ByItself:
    """The result of one run as it is, several as one."""
    return results[0] if len(results) == 1 else ByItself(tuple(results))
