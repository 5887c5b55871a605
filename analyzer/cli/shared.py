"""Options that several verbs share, written once: a verb takes a record, the command line one option for each field."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from analyzer.errors import AnalyzerError, one_of

if TYPE_CHECKING:
    from analyzer.trucker.conditions import Conditions
    from analyzer.trucker.ship.layout import Layout

LONGEST_NUMBER = 9
"""Digits of a card number; there are far fewer cards."""

Level = Annotated[
    str | None, typer.Option(help="I, II and so on; the level of the ship's board if not given.", show_default=False)
]
Seed = Annotated[int, typer.Option(help="The seed fixes every deck and every roll.")]
Learning = Annotated[bool, typer.Option("--learning", help="The learning flight: eight starred cards, level I.")]
Cards = Annotated[
    str | None, typer.Option(help="Chosen cards in this order, as 28,29,41.", metavar="N,N,...", show_default=False)
]
Start = Annotated[
    int | None, typer.Option(help="Place in the starting order, from 1; drawn anew if not given.", show_default=False)
]
Captains = Annotated[
    list[str] | None,
    typer.Option("--captain", help="sensible (default), cautious, bold, miser or a .yaml file; once, or once a ship."),
]
Repair = Annotated[bool, typer.Option("--repair", help="Take components off flawed ships first, charged as lost.")]
Forecast = Annotated[
    Path | None,
    typer.Option(
        help="What was seen of the piles of cards (.yaml); the rest is drawn.", metavar="FILE", show_default=False
    ),
]
Prognostic = Annotated[
    bool, typer.Option("--prognostic", help="Piles laid on each other in order, the fourth undermost; no shuffling.")
]
CardsFile = Annotated[
    Path | None,
    typer.Option(help="Cards of your own in place of printed ones (.csv).", metavar="FILE", show_default=False),
]
Rivals = Annotated[
    list[str] | None,
    typer.Option(
        help="`field` for the three reference ships of the board, or up to three ship files, "
        "each after its own --rivals or all with commas.",
        metavar="field|SHIP,SHIP",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class RouteOptions:
    """Where ships fly, and under whom."""

    level: Level = None
    seed: Seed = 1
    learning: Learning = False
    cards: Cards = None
    start: Start = None
    captain: Captains = None
    repair: Repair = False
    forecast: Forecast = None
    prognostic: Prognostic = False
    cards_file: CardsFile = None

    def conditions(self, ships: list[Layout]) -> Conditions:
        """What `fly` and its like take; raises AnalyzerError for what cannot be."""
        check_level(self.level, ships[0].board.edition)
        return {
            "captain": self.captains(ships),
            "learning": self.learning,
            "cards": read_cards(self.cards),
            "start": self.start,
            "repair": self.repair,
            "forecast": self.forecast,
            "prognostic": self.prognostic,
            "cards_file": self.cards_file,
        }

    def captains(self, ships: list[Layout]) -> list[str]:
        """The captain of each ship."""
        captains = self.captain or ["sensible"]
        if len(captains) not in (1, len(ships)):
            raise AnalyzerError(
                f"--captain: {len(captains)} captains for {len(ships)} ships: give one, or one for each"
            )
        return captains if len(captains) == len(ships) else captains * len(ships)


@dataclass(frozen=True)
class FlightOptions(RouteOptions):
    """Where ships fly, under whom, and against whom."""

    rivals: Rivals = None

    def conditions(self, ships: list[Layout]) -> Conditions:
        """As those of the route, with the rivals."""
        from analyzer.trucker.cards.route import home_level

        conditions = super().conditions(ships)
        conditions["rivals"] = load_rivals(
            self.rivals or [], self.level or home_level(ships[0]), ships[0].board.edition
        )
        return conditions


def one_option_a_field(verb: Callable[..., None]) -> Callable[..., None]:
    """The verb as typer reads it: each parameter that is a record of options becomes one option for every field."""
    records: dict[str, Any] = {}
    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(verb, eval_str=True).parameters.values():
        if is_dataclass(parameter.annotation):
            records[parameter.name] = parameter.annotation
            parameters += _options(parameter.annotation)
        else:
            parameters.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))

    @wraps(verb)
    def command(**given: Any) -> None:
        for name, record in records.items():
            given[name] = record(**{field.name: given.pop(field.name) for field in fields(record)})
        verb(**given)

    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command


def _options(record: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(record, include_extras=True)
    return [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name]
        )
        for field in fields(record)
    ]


def read_cards(text: str | None) -> tuple[int, ...]:
    """Card numbers from `28,29,41`."""
    if text is None:
        return ()
    words = [word.strip() for word in text.split(",")]
    wrong = [word for word in words if not (word.isascii() and word.isdigit() and len(word) < LONGEST_NUMBER)]
    if wrong:
        raise AnalyzerError(f"--cards: {wrong[0][:40]!r} is no card number: give numbers with commas, as 28,29,41")
    return tuple(int(word) for word in words)


def load_rivals(named: list[str], level: str, edition: str = "2007") -> list[Layout]:
    """The rivals: the field of the level's board in that edition, or ship files."""
    from analyzer.trucker.ship.field import load_field

    words = [word for text in named for word in text.split(",") if word]
    if words == ["field"]:
        return load_field(level, edition)
    return load_ships([Path(word) for word in words])


def load_ships(paths: list[Path]) -> list[Layout]:
    """All ships, or one error with the faults of every file."""
    from analyzer.trucker.ship.shipfile import load_ship

    ships: list[Layout] = []
    faults: list[str] = []
    for path in paths:
        try:
            ships.append(load_ship(path))
        except AnalyzerError as error:
            faults += error.faults
    if faults:
        raise AnalyzerError(faults)
    return ships


def check_level(level: str | None, edition: str = "2007") -> None:
    """Complain about a level that the edition does not have."""
    from analyzer.trucker.edition import load_edition

    levels = load_edition(edition).levels
    if level is not None and level not in levels:
        raise AnalyzerError(f"--level {level}: {one_of(level, levels)}")
