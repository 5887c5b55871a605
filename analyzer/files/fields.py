"""Types of fields that files of every game share: names, yes or no, and switches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, Self

from pydantic import AfterValidator, BeforeValidator, Field, StrictBool, StrictStr

from analyzer.errors import HIDDEN, AnalyzerError, brief, one_of


def refuse_hidden(name: str) -> str:
    """Return a name unchanged if all its characters are visible.

    Raises:
        ValueError: if it has a control or direction character.
    """
    if hidden := HIDDEN.search(name):
        raise ValueError(f"character U+{ord(hidden[0]):04X} in it is not seen, but steers what is: leave it out")
    return name


Name = Annotated[StrictStr, Field(min_length=1, max_length=60), AfterValidator(refuse_hidden)]
ShortName = Annotated[StrictStr, Field(min_length=1, max_length=40), AfterValidator(refuse_hidden)]


WORDS = {word: said == "yes" for said in ("yes", "no") for word in (said, said.capitalize(), said.upper())}


def _truth(value: object) -> object:
    """Return the truth value of a word for yes or no, or any other value unchanged."""
    return WORDS.get(value, value) if isinstance(value, str) else value


YesOrNo = Annotated[StrictBool, BeforeValidator(_truth)]
"""Type of a schema's field that is yes or no in the file, True or False in Python."""


YES_OR_NO = {True: "yes", False: "no"}


@dataclass(frozen=True)
class RuleSwitches:
    """Base of dataclasses with a field for each rule switch.

    The default of a field is the value of its switch in the standard rules.

    Attributes:
        ROWS: function that returns the table of switches: a row for each, with its allowed `values`.
        AS: example of how to give switches, for messages.

    Raises:
        AnalyzerError: for values that the table does not allow.
    """

    ROWS: ClassVar[Callable[[], tuple[dict[str, str], ...]]]
    AS: ClassVar[str]

    def __post_init__(self) -> None:
        faults = []
        for row in type(self).ROWS():
            value, values = getattr(self, row["switch"]), row["values"].split()
            if not isinstance(value, str) or value not in values:
                faults.append(f"switch {row['switch']} {brief(value)}: {one_of(value, values)}")
        if faults:
            raise AnalyzerError(faults)

    @property
    def changed(self) -> dict[str, str]:
        """Switches that differ from their usual values, by name."""
        values = {field.name: (getattr(self, field.name), field.default) for field in fields(self)}
        return {name: value for name, (value, usual) in values.items() if value != usual}

    @classmethod
    def loaded(cls, switches: Self | Mapping[str, Any] | None) -> Self:
        """Return switches from a mapping of names to values, in which True and False stand for yes and no.

        Raises:
            AnalyzerError: for unknown switches or values.
        """
        if switches is None:
            return cls()
        if isinstance(switches, cls):
            return switches
        if not isinstance(switches, Mapping):
            raise AnalyzerError(f"switches {brief(switches)}: give names with values, e.g. {cls.AS}")
        known = [field.name for field in fields(cls)]
        unknown = [f"no switch {name!r}: {one_of(name, known)}" for name in switches if name not in known]
        if unknown:
            raise AnalyzerError(unknown)
        return cls(**{name: YES_OR_NO[value] if isinstance(value, bool) else value for name, value in switches.items()})
