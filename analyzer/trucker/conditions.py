"""Conditions of flights: route, captains, rivals and setting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict, Unpack

from analyzer.answers.numbers import join_names
from analyzer.errors import AnalyzerError, all_or_faults, brief, named_setting, whole_number
from analyzer.montecarlo.random_words import LARGEST_SEED
from analyzer.runs.amount import HowMuch
from analyzer.trucker import arguments
from analyzer.trucker.captains import Captain, load_captain, named_captain
from analyzer.trucker.cards.cards_in_words import card_number
from analyzer.trucker.cards.cardsfile import load_cards, load_forecast
from analyzer.trucker.cards.forecast import Forecast
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.edition import Edition, with_cards
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.conditions import (
    FleetKeywords,
    Premium,
    for_each_ship,
    only_for_builds,
    possible_joinings,
    with_insurance,
    without_fleets,
)
from analyzer.trucker.fleets.tables import fleet_tables
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.cures import repair as mend
from analyzer.trucker.ship.flaws import why_at_home
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, ShipsLike, as_ship, as_ships, field_against, is_field, is_path
from analyzer.trucker.world import DEFAULT_CAPTAIN

FIELD: Literal["field"] = "field"
ALONE: Literal["alone"] = "alone"
RivalsLike = Literal["field", "alone"] | ShipsLike


def load_rivals(rivals: RivalsLike, level: str, edition: str = "2007", against: Sequence[Layout] = ()) -> list[Layout]:
    """Return the ships that fly as rivals at a level.

    Args:
        rivals: "field" (the reference ships), "alone", or ships, also by the paths of their files.
        level: Name of the level.
        edition: Name of the edition.
        against: The ships that they fly against; a build of class IVC never meets itself in the field.

    Raises:
        AnalyzerError: If `rivals` is anything else, or the level has no reference ships.

    >>> [ship.name for ship in load_rivals("field", "I")]
    ['Brass Hornet', 'First Mile', 'Pocket Freighter']
    >>> load_rivals("alone", "I")
    []
    """
    if isinstance(rivals, str) and rivals in (FIELD, ALONE):
        return field_against(against, level, edition) if rivals == FIELD else []
    every = rivals if isinstance(rivals, Sequence) and not isinstance(rivals, str) else [rivals]
    if not all(isinstance(one, Layout) or is_path(one) for one in every):
        raise AnalyzerError(f'rivals {brief(rivals)}: give "{FIELD}", "{ALONE}", or a list of ships')
    return as_ships(rivals, "rivals")


def with_rivals(captains: Sequence[Captain], rivals: int, theirs: CaptainLike = DEFAULT_CAPTAIN) -> tuple[Captain, ...]:
    """Return the captains, followed by the captain of the rivals once for each rival.

    Raises:
        AnalyzerError: If `theirs` is not the default captain although there are no rivals.
    """
    if not rivals and load_captain(theirs) != named_captain(DEFAULT_CAPTAIN):
        cure = f"leave it out, or name some with {named_setting('rivals')}"
        raise AnalyzerError(f"{named_setting('rivals_captain')}: there are no rivals: {cure}")
    return (*captains, *(load_captain(theirs),) * rivals)


def company_of(rivals: Sequence[Layout], level: str, edition: str) -> str:
    """Return the company of a ship in words: `alone`, `in the field (names)` or `against names`."""
    if not rivals:
        return ALONE
    names = [rival.name for rival in rivals]
    return f"in the field ({', '.join(names)})" if is_field(rivals, level, edition) else f"against {join_names(names)}"


def is_alone(rivals: RivalsLike | None) -> bool:
    """Return whether the given rivals mean that a ship flies alone; None means the field."""
    return (isinstance(rivals, str) and rivals == ALONE) or (isinstance(rivals, Sequence) and len(rivals) == 0)


CaptainLike = str | Path | Captain
ForecastLike = str | Path | Forecast


class Trip(TypedDict, total=False):
    """Keyword arguments of calls that fly: the conditions of flights besides level and seed. Every key may be left out.

    The meaning of each is in `analyzer.trucker.arguments`.
    """

    rivals: Annotated[RivalsLike, arguments.RIVALS]
    captain: Annotated[CaptainLike | Sequence[CaptainLike], arguments.CAPTAIN]
    rivals_captain: Annotated[CaptainLike, arguments.RIVALS_CAPTAIN]
    learning: Annotated[bool, arguments.LEARNING]
    cards: Annotated[Sequence[int | str], arguments.CARDS]
    start: Annotated[int | None, arguments.START]
    repair: Annotated[bool, arguments.REPAIR]
    forecast: Annotated[ForecastLike | None, arguments.FORECAST]
    prognostic: Annotated[bool, arguments.PROGNOSTIC]
    cards_file: Annotated[str | Path | None, arguments.CARDS_FILE]


class Conditions(Trip, FleetKeywords, total=False):
    """Keyword arguments on the conditions of a flight, e.g. rivals, captain and cards, and on fleets of class IVC."""


class FlightKeywords(Conditions, HowMuch, total=False):
    """Keyword arguments of questions that fly: the conditions of flights, and how much is run (`HowMuch`)."""


def plan(
    ships: ShipsLike,
    level: str | None = None,
    seed: int = 1,
    *,
    rivals: RivalsLike = arguments.RIVALS_OF_RACES.default,
    captain: CaptainLike | Sequence[CaptainLike] = arguments.CAPTAIN.default,
    rivals_captain: CaptainLike = arguments.RIVALS_CAPTAIN.default,
    learning: bool = arguments.LEARNING.default,
    cards: Sequence[int | str] = arguments.CARDS.default,
    start: int | None = arguments.START.default,
    repair: bool = arguments.REPAIR.default,
    forecast: ForecastLike | None = arguments.FORECAST.default,
    prognostic: bool = arguments.PROGNOSTIC.default,
    cards_file: str | Path | None = arguments.CARDS_FILE.default,
    joined: str | None = arguments.JOINED.default,
    dice: Sequence[int] | None = arguments.DICE.default,
    layout: str | None = arguments.LAYOUT.default,
    insurance: Premium | Sequence[Premium] | None = arguments.INSURANCE.default,
    tables: str | Path | None = arguments.TABLES.default,
) -> Experiment:
    """Return an experiment in which the given ships fly together in one convoy.

    Arguments are those of `fly` and `Conditions`, but `rivals` is "alone" by default. The level is that of the
    first ship's board if None.

    Raises:
        AnalyzerError: If the ships cannot fly under these conditions, with every reason.
    """
    seed = whole_number(seed, "seed", 0, LARGEST_SEED)
    for name, flag in (("learning", learning), ("prognostic", prognostic), ("repair", repair)):
        if flag not in (True, False):
            raise AnalyzerError(f"{name} {brief(flag)}: give True or False")
    ships = checked_ships(ships)
    edition, level = ships[0].board.edition, level or home_level(ships[0])
    others = load_rivals(rivals, level, edition, ships)
    convoy = [*ships, *others]
    of_fleets: FleetKeywords = {
        "joined": joined,
        "dice": dice,
        "layout": layout,
        "insurance": insurance,
        "tables": tables,
    }
    only_for_builds(convoy, of_fleets)
    convoy[: len(ships)] = with_insurance(ships, insurance)
    replaced = () if cards_file is None else load_cards(cards_file, edition)
    numbers = _numbers(cards, with_cards(edition, replaced))
    if forecast is not None and not isinstance(forecast, Forecast):
        # The learning flight and chosen cards refuse any forecast themselves, with a better message.
        forecast_level = None if learning or numbers else level
        tables_of_cards = with_cards(edition, replaced)
        forecast = load_forecast(forecast, forecast_level, prognostic=prognostic, edition=tables_of_cards)
    theirs = fleet_tables(tables)
    ways = possible_joinings(convoy, joined, dice, layout, theirs)
    route = Route(
        edition, level, learning, numbers, start, forecast, prognostic, replaced, joined=ways, tables=theirs.texts
    )
    convoy, removed, home = _repaired(convoy) if repair else (convoy, (), ())
    own = [load_captain(one) for one in one_for_each(captain, len(ships))]
    captains = with_rivals(own, len(others), rivals_captain)
    experiment = Experiment(tuple(convoy), captains, route, seed, removed, len(others), left_at_home=home)
    if insurance is None:
        return experiment
    from analyzer.trucker.questions.insure.answer import advised

    return advised(experiment, insurance)


def plan_ship(ship: ShipLike, level: str | None = None, seed: int = 1, **conditions: Unpack[Conditions]) -> Experiment:
    """Return the experiment of one ship, by default against the reference ships of its board.

    Raises:
        AnalyzerError: If the ship cannot fly under these conditions, with every reason.
    """
    return plan([as_ship(ship)], level, seed, **({"rivals": arguments.RIVALS.default} | conditions))


def plan_by_ship(
    ships: ShipsLike,
    level: str | None = None,
    seed: int = 1,
    *,
    paired: bool = False,
    **conditions: Unpack[Conditions],
) -> list[Experiment]:
    """Return an experiment for each ship, in which it flies without the other ships (see `plan_ship`).

    Args:
        ships: The ships.
        level: Level to fly; that of each ship's own board if None.
        seed: Seed of cards and dice.
        paired: Whether to fly all ships under equal conditions. They then meet the same rivals, and if the file of one
            build fixes the dice, they are fixed for all.
        **conditions: Conditions of the flights; `captain` is one for all or one for each ship.

    Raises:
        AnalyzerError: If a ship cannot fly under these conditions, with every reason.
    """
    ships = checked_ships(ships)
    captains = one_for_each(conditions.get("captain", arguments.CAPTAIN.default), len(ships))
    settled = for_each_ship(ships, conditions, paired=paired)
    shared: Any = without_fleets(conditions)
    if paired and shared.get("rivals", FIELD) == FIELD:
        shared["rivals"] = load_rivals(FIELD, level or home_level(ships[0]), ships[0].board.edition, ships)

    def planned(one: tuple[Layout, CaptainLike, FleetKeywords]) -> Experiment:
        ship, captain, of_fleets = one
        return plan_ship(ship, level, seed, **(shared | of_fleets | {"captain": captain}))

    return all_or_faults(planned, zip(ships, captains, settled, strict=True))


def checked_ships(ships: ShipsLike) -> list[Layout]:
    """Return the ships as a list, after loading those that are given by the path of a file."""
    checked = as_ships(ships)
    if not checked:
        raise AnalyzerError("no ships: give at least one")
    return checked


def _repaired(
    ships: Sequence[Layout],
) -> tuple[list[Layout], tuple[tuple[Square, ...], ...], tuple[tuple[str, ...], ...]]:
    """Return the repaired ships, the squares that were emptied, and sentences on aliens that stay at home.

    Each has one entry per ship; the sentences are () if no alien stays at home.
    """
    repaired, removed = zip(*map(mend, ships), strict=True)
    home = tuple(
        tuple(
            f"the {colour} alien stays at home: {why_at_home(ship, mended, colour)}"
            for colour in ship.aliens
            if colour not in mended.aliens
        )
        for ship, mended in zip(ships, repaired, strict=True)
    )
    return list(repaired), removed, home if any(home) else ()


def _numbers(cards: object, edition: Edition) -> tuple[int, ...]:
    """Return the card numbers of cards that are given by number, or by words that name exactly one card."""
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise AnalyzerError(f"cards {brief(cards)}: give a list of card numbers")
    return tuple(all_or_faults(lambda card: whole_number(card_number(card, edition), "card", 0), cards))


def one_for_each(captain: CaptainLike | Sequence[CaptainLike], ships: int) -> list[CaptainLike]:
    """Return the captain of each ship, given one captain for all ships or one for each."""
    captains = [captain] if isinstance(captain, str) or not isinstance(captain, Sequence) else list(captain)
    if len(captains) not in (1, ships):
        raise AnalyzerError(f"{len(captains)} captains for {ships} ships: give one for all, or one for each ship")
    return captains if len(captains) == ships else captains * ships
