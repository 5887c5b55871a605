"""Captain files of any game: captains that come with the game, found by name, and files of the user's own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from importlib.resources import files
from math import isfinite
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from analyzer.errors import AnalyzerError, brief, one_of
from analyzer.files.fields import ShortName
from analyzer.files.flaws import Flaw
from analyzer.files.places import write_whole
from analyzer.files.yamlfile import CheckedContent, FileKind, Source, Text, as_schema, load

DECIMALS = ("no decimals", "one decimal", "two decimals")


class PricedCaptain(Protocol):
    """Protocol of captains of any game: a name, and prices in plain types."""

    @property
    def name(self) -> str:
        """Name of the captain."""

    def as_prices(self) -> dict[str, Any]:
        """Return name and prices as the fields of a captain file."""


Captain = TypeVar("Captain", bound=PricedCaptain)


class CaptainSchema(BaseModel):
    """Fields of every captain file, whatever the game."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    name: ShortName
    """The captain's name in answers."""


@dataclass(frozen=True)
class CaptainFiles(Generic[Captain]):
    """Captain files of a game.

    Args:
        package: package whose folder `data/captains` holds the captains that come with the game.
        names: names of those captains.
        kind: class of captains.
        schema: schema of a captain file.
        captain_of: function that makes a captain from the fields of a file.
        game: value of the field `game`, or "" if files have none.
    """

    package: str
    names: tuple[str, ...]
    kind: type[Captain]
    schema: type[CaptainSchema]
    captain_of: Callable[[dict[str, Any]], Captain]
    game: str = ""
    _loaded: dict[str, Captain] = field(default_factory=dict, init=False, repr=False)

    def load(self, name_or_path: str | Path | Captain) -> Captain:
        """Return the captain that is given as an object, by name, or by the path of a file.

        Raises:
            AnalyzerError: if it is none of these.
        """
        if isinstance(name_or_path, self.kind):
            return name_or_path
        if not isinstance(name_or_path, str | Path):
            raise AnalyzerError(f"captain {brief(name_or_path)}: give a name, a captain file or a Captain")
        text = str(name_or_path)
        if not (text.endswith((".yaml", ".yml")) or "/" in text or text == "."):
            return self.named(text)
        return self._load(text)

    def named(self, name: str) -> Captain:
        """Return a captain that comes with the game."""
        if name not in self.names:
            known = [*self.names, "or a captain file (.yaml)"]
            raise AnalyzerError(f"no captain {name!r}: {one_of(name, known)}")
        if name not in self._loaded:
            text = (files(self.package) / "data" / "captains" / f"{name}.yaml").read_text(encoding="utf-8")
            self._loaded[name] = self._load(Text(text, f"{name}.yaml"), is_own=False)
        return self._loaded[name]

    def parse(self, text: str, where: str) -> Captain:
        """Return the captain in the text of a file.

        Args:
            text: text of the file.
            where: path of the file, for messages.

        Raises:
            AnalyzerError: with every fault and its line.
        """
        return self._load(Text(text, where))

    def _load(self, source: Source, is_own: bool = True) -> Captain:
        """Return the captain in a file, a text or fields.

        Args:
            source: path, `Text` or fields of the file.
            is_own: whether the file is the user's. It must then not pass for a captain that comes with the game.
        """

        def build(file: CheckedContent) -> Captain | None:
            fields = as_schema(self.schema)(file)
            if fields is None:
                return None
            captain = self.captain_of(fields.model_dump(exclude={"game"}, exclude_none=True))
            if is_own and captain.name in self.names and captain != self.named(captain.name):
                file.flaws.append(
                    Flaw(("name",), f"name {captain.name}: a captain of the game decides differently: choose another")
                )
            return captain

        return load(self.schema, source, FileKind("captain file", self.game), build)

    def write(self, captain: Captain) -> str:
        """Return the text of a captain file."""
        return as_text(captain.as_prices(), self.game)

    def save(self, captain: str | Path | Captain, path: str | Path) -> None:
        """Write a captain file.

        Raises:
            AnalyzerError: if it cannot be written.
        """
        write_whole(path, self.write(self.load(captain)))


def as_text(facts: Mapping[str, object], game: str = "") -> str:
    """Return the text of a captain file: a line for each fact, with the name in quotes.

    >>> print(as_text({"name": "me", "point": 2.5, "acts": True, "modules": ["trade", "sensor"]}, "starship"), end="")
    game: starship
    name: "me"
    point: 2.5
    acts: yes
    modules: [trade, sensor]
    """

    def text_of(key: str, value: object) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return f"[{', '.join(value)}]"
        if key == "name" or isinstance(value, dict | list) or value is None:
            return json.dumps(value, ensure_ascii=False)
        return f"{value:g}" if isinstance(value, float) else str(value)

    lines = [f"game: {game}"] * bool(game) + [f"{key}: {text_of(key, value)}" for key, value in facts.items()]
    return "\n".join(lines) + "\n"


def price_in(unit: str, decimals: int = 1) -> Callable[[object], object]:
    """Return a validator of prices: finite numbers of a unit, with at most `decimals` decimals."""

    def checked(price: object) -> object:
        if isinstance(price, bool) or (isinstance(price, float) and not isfinite(price)):
            raise ValueError(f"a price is a finite number of {unit}")
        if isinstance(price, int | float) and Decimal(str(price)).as_tuple().exponent < -decimals:  # type: ignore[operator]
            raise ValueError(f"{price} has more than {DECIMALS[decimals]}")
        return price

    return checked
