"""Points in which the rules of a game can be set: alike for all games whose switches stand in a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

from analyzer.errors import AnalyzerError, one_of

WORDS = {True: "yes", False: "no"}


@dataclass(frozen=True)
class Switched:
    """A field a switch, with its usual value; raises AnalyzerError for values that its table does not have.

    ROWS: the table, a row a switch with its `values`; AS: how some may be given.
    """

    ROWS: ClassVar[Callable[[], tuple[dict[str, str], ...]]]
    AS: ClassVar[str]

    def __post_init__(self) -> None:
        faults = []
        for row in type(self).ROWS():
            value, values = getattr(self, row["switch"]), row["values"].split()
            if value not in values:
                faults.append(f"switch {row['switch']} {value!r}: {one_of(value, values)}")
        if faults:
            raise AnalyzerError(faults)

    @property
    def changed(self) -> dict[str, str]:
        """Those that are not as usual."""
        values = {field.name: (getattr(self, field.name), field.default) for field in fields(self)}
        return {name: value for name, (value, usual) in values.items() if value != usual}

    @classmethod
    def loaded(cls, switches: Self | Mapping[str, Any] | None) -> Self:
        """Switches from a mapping of names to values; yes and no may be True and False."""
        if switches is None:
            return cls()
        if isinstance(switches, cls):
            return switches
        if not isinstance(switches, Mapping):
            raise AnalyzerError(f"switches {switches!r}: give names with values, e.g. {cls.AS}")
        known = [field.name for field in fields(cls)]
        unknown = [f"no switch {name!r}: {one_of(name, known)}" for name in switches if name not in known]
        if unknown:
            raise AnalyzerError(unknown)
        return cls(**{name: WORDS[value] if isinstance(value, bool) else value for name, value in switches.items()})
