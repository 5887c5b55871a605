"""What comes with the product and is called by name, or stands in a file of one's own, as captains."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from importlib.resources import files
from math import isfinite
from pathlib import Path
from typing import TypeVar

from analyzer.errors import AnalyzerError, one_of

Thing = TypeVar("Thing")


def text_of(package: str, what: str, name: str, names: Sequence[str]) -> str:
    """The file of that name which comes with the product; raises AnalyzerError for a name that is not there."""
    if name not in names:
        raise AnalyzerError(f"no {what} {name!r}: {one_of(name, names)}, or a {what} file (.yaml)")
    return (files(package) / "data" / f"{what}s" / f"{name}.yaml").read_text(encoding="utf-8")


def by_name_or_file(
    given: str | Path | Thing, kind: type[Thing], named: Callable[[str], Thing], parse: Callable[[str, str], Thing]
) -> Thing:
    """The thing itself, that of a name, or that of a file, whose text and place `parse` gets.

    Raises AnalyzerError for what is none of them.
    """
    if isinstance(given, kind):
        return given
    if not isinstance(given, str | Path):
        what = kind.__name__.lower()
        raise AnalyzerError(f"{what} {given!r}: give a name, a {what} file or a {kind.__name__}")
    text = str(given)
    if not (text.endswith((".yaml", ".yml")) or "/" in text or text == "."):
        return named(text)
    from analyzer.files.yamlfile import read_text

    return parse(read_text(Path(text)), text)


def as_text(facts: Mapping[str, object], game: str | None = None) -> str:
    """A file with a line a fact, the name in quotes, as `by_name_or_file` reads it again.

    >>> print(as_text({"name": "me", "point": 2.5, "acts": True, "modules": ["trade", "sensor"]}, "starship"), end="")
    game: starship
    name: "me"
    point: 2.5
    acts: yes
    modules: [trade, sensor]
    """

    def told(key: str, value: object) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list):
            return f"[{', '.join(value)}]"
        if key == "name" or isinstance(value, dict) or value is None:
            return json.dumps(value, ensure_ascii=False)
        return f"{value:g}" if isinstance(value, float) else str(value)

    lines = [f"game: {game}"] * bool(game) + [f"{key}: {told(key, value)}" for key, value in facts.items()]
    return "\n".join(lines) + "\n"


def price_in(unit: str) -> Callable[[object], object]:
    """What sees that a price is a finite number of that unit, with at most one decimal."""

    def checked(price: object) -> object:
        if isinstance(price, bool) or (isinstance(price, float) and not isfinite(price)):
            raise ValueError(f"a price is a finite number of {unit}")
        if isinstance(price, int | float) and Decimal(str(price)).as_tuple().exponent < -1:  # type: ignore[operator]
            raise ValueError(f"{price} has more than one decimal")
        return price

    return checked
