"""Files of cards and of forecasts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from analyzer.errors import AnalyzerError, Fault, brief, one_of
from analyzer.files.csvfile import parse_rows, without_decimals, without_zeros
from analyzer.files.flaws import Flaw
from analyzer.files.yamlfile import CheckedContent, FileKind, Source, Text, load, plain, read_text
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.cards.cards_in_words import card_number
from analyzer.trucker.cards.forecast import Forecast, flaws_of, is_list
from analyzer.trucker.edition import LETTERS, Card, Edition, Hit, card_of_row, load_edition
from analyzer.trucker.editions import CARDS, effect_faults
from analyzer.trucker.ship.component import SIDE_NAMES

COLUMNS = tuple("combat_lines" if field.name == "lines" else field.name for field in fields(Card))
SHAPES = {
    **{name: (CARDS[name].shape, CARDS[name].cure) for name in ("goods", "planets", "hits", "combat_lines")},
    **dict.fromkeys(
        ("strength", "crew_required", "crew_lost", "goods_lost", "credits", "days"),
        (r"\d{0,3}", "a whole number up to 999"),
    ),
}
"""Regular expression for each column of a table of cards, and its description for error messages."""


def load_cards(path: str | Path, edition: str) -> tuple[Card, ...]:
    """Return the cards in a file, each of which replaces the printed card with its id.

    Level and star remain those of the replaced card. Columns are those of the table of cards; `id` and `kind` are
    needed.
    """
    if not isinstance(path, str | Path):
        raise AnalyzerError(f"cards_file {brief(path)}: give the path of a file")
    rules = load_edition(edition)
    where = str(path)
    parsed = parse_rows(read_text(Path(path)), where, COLUMNS, ("id", "kind"))
    rows = [(line, {name: without_decimals(cell) for name, cell in row.items()}) for line, row in parsed]
    rows = [(line, row | {"id": without_zeros(row["id"])}) for line, row in rows]
    faults = [Fault(text, where, line) for line, row in rows for text in _faults(row, rules)]
    numbers = Counter(row["id"] for _, row in rows)
    faults += [Fault(f"card {number} is given {times} times", where) for number, times in numbers.items() if times > 1]
    if not rows:
        faults.append(Fault("no cards: give a line for each card to replace", where))
    if faults:
        raise AnalyzerError(faults)
    return tuple(_replacement(row, rules) for _, row in rows)


def cards_of_rows(rows: Sequence[Mapping[str, Any]], edition: str) -> tuple[Card, ...]:
    """Return the cards in rows given as mappings by column, like `load_cards`."""
    rules = load_edition(edition)
    texts = [{str(name): "" if value is None else str(value) for name, value in row.items()} for row in rows]
    faults = []
    for row in texts:
        unknown = [f"no column {name}: {one_of(name, COLUMNS)}" for name in row if name not in COLUMNS]
        wrong = unknown or [*_faults(dict.fromkeys(("id", "kind"), "") | row, rules)]
        faults += [f"card {row.get('id', '?')}: {text}" for text in wrong]
    if faults:
        raise AnalyzerError(faults)
    return tuple(_replacement(row, rules) for row in texts)


def row_of(card: Card) -> dict[str, Any]:
    """Return a card as a row for `cards_of_rows`, without empty columns, level and star."""
    numbers = ("strength", "crew_required", "crew_lost", "goods_lost", "credits", "days")
    row: dict[str, Any] = {"id": card.id, "kind": card.kind, **{name: getattr(card, name) for name in numbers}}
    row["goods"] = _letters(card.goods)
    row["planets"] = "|".join(map(_letters, card.planets))
    row["hits"] = _hits(card.hits)
    row["combat_lines"] = "|".join(
        f"{line.criterion}>{line.penalty}:{_hits(line.shots) or line.amount}" for line in card.lines
    )
    return {name: value for name, value in row.items() if value}


def _letters(goods: Sequence[int]) -> str:
    return "".join(letter * many for letter, many in zip(LETTERS, goods, strict=True))


def _hits(hits: Sequence[Hit]) -> str:
    return " ".join(f"{'large' if hit.large else 'small'}-{SIDE_NAMES[hit.side]}" for hit in hits)


def _replacement(row: dict[str, str], rules: Edition) -> Card:
    old = rules.card(int(row["id"]))
    fields = dict.fromkeys(COLUMNS, "") | row | {"level": str(old.level), "learning": str(int(old.learning))}
    return card_of_row(fields | {"source": row.get("source") or "a file of the user", "confidence": ""})


def _faults(row: dict[str, str], rules: Edition) -> Iterator[str]:
    numbers = [str(card.id) for card in rules.cards]
    if row["id"] not in numbers:
        yield f"no card {row['id'][:40]!r} in the {rules.name} edition: the cards are {numbers[0]} to {numbers[-1]}"
    if row["kind"] not in KINDS:
        yield f"kind {row['kind'][:40]!r}: {one_of(row['kind'], KINDS)}"
    elif row["kind"] in KINDS.own.keys() - KINDS.of_edition(rules.name):
        yield f"kind {row['kind']}: its rules travel with an edition: name such a card in the cards.csv of your own"
    for name, (shape, cure) in SHAPES.items():
        if not re.fullmatch(shape, row.get(name, ""), re.ASCII):
            yield f"{name} {row[name][:40]!r}: give {cure}"
    yield from effect_faults(row)


class ForecastFile(BaseModel):
    """Schema of a forecast file; its piles are checked against the flight, not by the schema."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    level: Any = None
    """The level of the flight that the piles are for; without the field, any."""
    piles: list[Any] | None
    """The piles you looked at, the leftmost first: numbers of cards, or words that name one, the top one first.

    `?` is a card you do not remember, an empty pile one you did not look at.
    """


def load_forecast(
    path: str | Path, level: str | None = None, *, prognostic: bool = False, edition: str | Edition = "2007"
) -> Forecast:
    """Return the forecast in a file (docs/rulings.md says how it is read).

    Args:
        path: Path of the file.
        level: Level of the flight, against which the file is checked; any level if None.
        prognostic: Whether the order in the piles counts (the prognostic variant).
        edition: Edition of the flight.

    Raises:
        AnalyzerError: If the file is wrong, with every fault and its line.

    >>> import analyzer
    >>> print(analyzer.load_forecast("ships/2007/forecast-II.yaml"))
    28 3 31 | 35 ? 12
    """
    if not isinstance(path, str | Path):
        raise AnalyzerError(f"forecast {brief(path)}: give a forecast file or a Forecast")
    tables = edition if isinstance(edition, Edition) else load_edition(edition)
    return _forecast(path, tables, level, prognostic)


def parse_forecast(text: str, where: str, edition: Edition, level: str | None, prognostic: bool) -> Forecast:
    """Return the forecast in a file's text; `where` names the file in error messages.

    Raises:
        AnalyzerError: If the text is wrong, with every fault and its line.
    """
    return _forecast(Text(text, where), edition, level, prognostic)


def _forecast(source: Source, edition: Edition, level: str | None, prognostic: bool) -> Forecast:
    """Return the forecast in a file, checked against edition and level; see `load_forecast`."""

    def build(file: CheckedContent) -> Forecast | None:
        filed, piles = plain(file.data.get("level")), plain(file.data.get("piles", 0))
        filed = None if filed is None else str(filed)
        if piles is None or isinstance(piles, list):
            piles, unnamed = numbered_piles(piles, edition)
            flaws = flaws_of(piles or [], filed, edition, level, prognostic)
            file.flaws += [*unnamed, *(flaw for flaw in flaws if not unnamed or flaw.path != ("piles",))]
        return None if file.flaws else Forecast(tuple(piles or ()), filed)

    return load(ForecastFile, source, FileKind("forecast file"), build)


def numbered_piles(piles: Any, edition: Edition) -> tuple[Any, list[Flaw]]:
    """Return the piles with card numbers in place of words, and a flaw for each text that does not name one card.

    Such a text becomes None, like a card that the player does not remember.
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
