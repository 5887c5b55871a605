"""Forecast files: the cards of the piles a player has looked at, and the level they were laid out for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from analyzer.errors import AnalyzerError, Fault, brief
from analyzer.files.flaws import in_file
from analyzer.files.yamlfile import check, parse_mapping, plain, read_text
from analyzer.trucker.cards.forecast import Forecast
from analyzer.trucker.cards.forecast_flaws import flaws_of
from analyzer.trucker.edition import Edition, load_edition


class ForecastFile(BaseModel):
    """The schema; what may lie in a pile depends on the flight, and is checked with it."""

    model_config = ConfigDict(extra="forbid")

    level: Any = None
    """The level of the flight whose piles they are; without the field, any."""
    piles: list[Any] | None
    """The piles you looked at, the leftmost first: numbers of cards, the top one first.

    `?` is a card you do not remember, an empty pile one you did not look at.
    """


def load_forecast(
    path: str | Path, level: str | None = None, *, prognostic: bool = False, edition: str = "2007"
) -> Forecast:
    """The forecast in a file, for a flight of that level if one is given (docs/rulings.md says how it is read).

    Raises AnalyzerError with every fault of the file and its line.

    >>> import analyzer
    >>> print(analyzer.load_forecast("ships/2007/forecast-II.yaml"))
    28 3 31 | 35 ? 12
    """
    if not isinstance(path, str | Path):
        raise AnalyzerError(f"forecast {brief(path)}: give a forecast file or a Forecast")
    return parse_forecast(read_text(Path(path)), str(path), load_edition(edition), level, prognostic)


def parse_forecast(text: str, where: str, edition: Edition, level: str | None, prognostic: bool) -> Forecast:
    """The forecast in a file's text; raises AnalyzerError with every fault and its line."""
    data = parse_mapping(with_blanks(text), where)
    faults: list[Fault] = []
    try:
        check(ForecastFile, data, where)
    except AnalyzerError as error:
        faults += error.faults
    filed, piles = plain(data.get("level")), plain(data.get("piles", 0))
    filed = None if filed is None else str(filed)
    if piles is None or isinstance(piles, list):
        faults += in_file(flaws_of(piles or [], filed, edition, level, prognostic), data, where)
    if faults:
        raise AnalyzerError(faults)
    return Forecast(tuple(piles or ()), filed)


def with_blanks(text: str) -> str:
    """Write ~, YAML's word for nothing, for a ? that stands alone, which YAML takes for the start of a mapping."""
    return re.sub(r"(?<=[\[,\s])\?(?=[ \t]*(?:[,\]#]|$))", "~", text, flags=re.MULTILINE)
