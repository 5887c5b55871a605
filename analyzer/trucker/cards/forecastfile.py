"""Forecast files: the cards of the piles a player has looked at, and the level they were laid out for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from analyzer.errors import AnalyzerError, Fault, brief
from analyzer.files.flaws import Flaw, in_file
from analyzer.files.yamlfile import check, parse_mapping, plain, read_text
from analyzer.trucker.cards.cards_in_words import card_number
from analyzer.trucker.cards.forecast import Forecast, is_list
from analyzer.trucker.cards.forecast_flaws import flaws_of
from analyzer.trucker.edition import Edition, load_edition


class ForecastFile(BaseModel):
    """The schema; what may lie in a pile depends on the flight, and is checked with it."""

    model_config = ConfigDict(extra="forbid")

    level: Any = None
    """The level of the flight whose piles they are; without the field, any."""
    piles: list[Any] | None
    """The piles you looked at, the leftmost first: numbers of cards, or words that name one, the top one first.

    `?` is a card you do not remember, an empty pile one you did not look at.
    """


def load_forecast(
    path: str | Path, level: str | None = None, *, prognostic: bool = False, edition: str | Edition = "2007"
) -> Forecast:
    """The forecast in a file, for a flight of that level if one is given (docs/rulings.md says how it is read).

    Raises AnalyzerError with every fault of the file and its line.

    >>> import analyzer
    >>> print(analyzer.load_forecast("ships/2007/forecast-II.yaml"))
    28 3 31 | 35 ? 12
    """
    if not isinstance(path, str | Path):
        raise AnalyzerError(f"forecast {brief(path)}: give a forecast file or a Forecast")
    tables = edition if isinstance(edition, Edition) else load_edition(edition)
    return parse_forecast(read_text(Path(path)), str(path), tables, level, prognostic)


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
        piles, unnamed = numbered_piles(piles, edition)
        flaws = flaws_of(piles or [], filed, edition, level, prognostic)
        flaws_left = [flaw for flaw in flaws if not unnamed or flaw.path != ("piles",)]
        faults += in_file([*unnamed, *flaws_left], data, where)
    if faults:
        raise AnalyzerError(faults)
    return Forecast(tuple(piles or ()), filed)


def numbered_piles(piles: Any, edition: Edition) -> tuple[Any, list[Flaw]]:
    """The piles with the number of each card that they name in words, and the words that do not name one card.

    Those are left out, as a card that is not remembered.
    """
    if not isinstance(piles, list | tuple):
        return piles, []
    flaws: list[Flaw] = []

    def numbered(card: Any, *path: int) -> Any:
        try:
            return card_number(card, edition)
        except AnalyzerError as error:
            flaws.extend(Flaw(("piles", *path), fault.text) for fault in error.faults)
            return None

    of_lists = [
        [numbered(card, pile, place) for place, card in enumerate(cards)] if is_list(cards) else cards
        for pile, cards in enumerate(piles)
    ]
    return of_lists, flaws


def with_blanks(text: str) -> str:
    """Write ~, YAML's word for nothing, for a ? that stands alone, which YAML takes for the start of a mapping."""
    return re.sub(r"(?<=[\[,\s])\?(?=[ \t]*(?:[,\]#]|$))", "~", text, flags=re.MULTILINE)
