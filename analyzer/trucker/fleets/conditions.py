"""Conditions of fleets that are fixed before the dice are rolled: ways of joining the quarters, tables, insurance.

Options and ship files may both fix them. If they contradict each other, an error is raised and nothing flies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict, cast

from analyzer.errors import AnalyzerError, named_setting, one_of
from analyzer.trucker import arguments
from analyzer.trucker.fleets.borders import JOININGS, LAYOUTS, layout_of
from analyzer.trucker.fleets.fleet import Fleet, fleet
from analyzer.trucker.fleets.joining import geometries, joined_by
from analyzer.trucker.fleets.tables import BOARD, EDITION, FleetTables, fleet_tables
from analyzer.trucker.ship.layout import Layout

ADVISED = "advised"
"""Word that stands for a premium: the one that is cheapest on average for each layout."""
Premium = int | Literal["advised"]


class FleetKeywords(TypedDict, total=False):
    """Keywords that fix how the quarters of a build join, and its insurance. Every key may be left out.

    They are only for builds on board 2007-IVC. The meaning of each is in `analyzer.trucker.arguments`.
    """

    joined: Annotated[str | None, arguments.JOINED]
    dice: Annotated[Sequence[int] | None, arguments.DICE]
    layout: Annotated[str | None, arguments.LAYOUT]
    insurance: Annotated[Premium | Sequence[Premium] | None, arguments.INSURANCE]
    tables: Annotated[str | Path | None, arguments.TABLES]


def only_for_builds(ships: Sequence[Layout], conditions: Mapping[str, object]) -> None:
    """Check that keywords of fleets (those of FleetKeywords) are given only if a ship is a build.

    Raises:
        AnalyzerError: If such a keyword is not None although no ship is a build.
    """
    named = [name for name, value in conditions.items() if name in FleetKeywords.__annotations__ and value is not None]
    if named and not any(ship.is_build for ship in ships):
        raise AnalyzerError(f"{', '.join(named)}: is only for builds on board {EDITION}-{BOARD}: leave it out")


def possible_joinings(
    ships: Iterable[Layout],
    joined: str | None,
    dice: Sequence[int] | None,
    layout: str | None,
    tables: FleetTables,
) -> tuple[str, ...]:
    """Return the ways in which the four quarters of a build may join, as far as options and ship files fix them.

    A build of class IVC has four quarters. The dice decide which borders between them grow together into one to three
    ships. A way is a set of such borders, e.g. `F+L`. Its layout is the number and the form of the ships. Several ways
    may make one layout.

    Args:
        ships: The ships; the file of a build may fix the way.
        joined: The borders that grow together; None if no option fixes them.
        dice: The result of the dice; None if no option fixes it.
        layout: Name of the layout, e.g. `three` or `two_beside`; None if no option fixes it.
        tables: Tables of class IVC.

    Returns:
        The ways that are left, or () if nothing is fixed and all ways are allowed.

    Raises:
        AnalyzerError: If a border, result or layout does not exist, or if options and files contradict each other.
            They must agree, because the dice are the same for all ships.
    """
    filed: dict[str, str] = {}
    for ship in ships:
        if ship.joined:
            filed.setdefault(ship.joined, ship.name)
    if len(filed) > 1:
        by_file = ", ".join(f"{way} in that of {name}" for way, name in filed.items())
        raise AnalyzerError(
            f"joined {by_file}: the dice are the same for everybody: let the files agree, or take it out of all but one"
        )
    wanted = None if joined is None and dice is None else joined_by(joined, dice, tables)
    if wanted and filed and wanted not in filed:
        way, name = next(iter(filed.items()))
        raise AnalyzerError(f"joined {wanted}: the file of {name} says {way}: leave one of the two out")
    fixed = wanted or next(iter(filed), None)
    if layout is None:
        return (fixed,) if fixed else ()
    return _of_layout(layout, fixed, filed.get(fixed or ""), tables)


def the_fleet(build: Layout, joined: str | None, dice: Sequence[int] | None, tables: FleetTables) -> Fleet:
    """Return the fleet that a build becomes with the given borders or dice, or else with those in its file.

    Raises:
        AnalyzerError: If neither options nor file fix the borders, or in the cases of `possible_joinings`.
    """
    ways = possible_joinings([build], joined, dice, None, tables)
    if not ways:
        raise AnalyzerError(
            f"{build.name}: is a build of class IVC, of which the dice make a fleet: say which borders grow "
            f"together, e.g. {named_setting('joined', 'F+L')} (front, behind, left, right), or what the dice show, "
            f"with {named_setting('dice')}"
        )
    return fleet(build, ways[0], tables=tables)


def _of_layout(layout: str, fixed: str | None, filed: str | None, tables: FleetTables) -> tuple[str, ...]:
    """Return the ways of joining the quarters that make a layout.

    Args:
        layout: Name of the layout, as the user wrote it.
        fixed: The only way allowed by other options or files, or None; it must make this layout.
        filed: Name of the ship whose file fixes the way, or None.
        tables: Tables of class IVC.
    """
    wanted = layout.strip().replace(" ", "_").replace("-", "_").lower() if isinstance(layout, str) else layout
    named = {name.lower(): name for name in LAYOUTS}.get(wanted)
    if named is None:
        raise AnalyzerError(f"layout {layout!r}: {one_of(str(layout), LAYOUTS)}")
    if fixed is not None:
        if layout_of(fixed) != named:
            who = f"the file of {filed} says joined {fixed}, which" if filed else f"joined {fixed}"
            raise AnalyzerError(f"layout {named}: {who} is {layout_of(fixed)}: leave one of the two out")
        return (fixed,)
    rolled = {one.joined for one in geometries(tables) if one.ways}
    ways = [way for way in JOININGS if layout_of(way) == named]
    return tuple(way for way in ways if way in rolled) or tuple(ways)


def without_fleets(conditions: Mapping[str, Any]) -> Any:
    """Return the conditions of a flight without the keywords of fleets (those of FleetKeywords)."""
    return {name: value for name, value in conditions.items() if name not in FleetKeywords.__annotations__}


def with_insurance(ships: Sequence[Layout], insurance: object) -> list[Layout]:
    """Return the ships with the given premiums; premiums stay as in the ships' files if `insurance` is None."""
    paid = zip(ships, premiums(insurance, len(ships)), strict=True)
    return [ship if premium in (None, ADVISED) else replace(ship, insurance=premium) for ship, premium in paid]


def premiums(insurance: object, ships: int) -> list[Any]:
    """Return the premium of each ship: credits, or "advised", or None if the ship's file decides.

    Args:
        insurance: One premium for all ships, or a sequence of one for each; None if the files decide.
        ships: The number of ships.
    """
    if insurance is None or isinstance(insurance, int) or insurance == ADVISED:
        return [insurance] * ships
    if isinstance(insurance, str) or not isinstance(insurance, Sequence):
        raise AnalyzerError(f"insurance {insurance!r}: give a premium or '{ADVISED}', or a list of one for each ship")
    if len(insurance) not in (1, ships):
        raise AnalyzerError(f"insurance: {len(insurance)} premiums for {ships} ships: give one, or one for each")
    return list(insurance) * (1 if len(insurance) == ships else ships)


def of_a_build(ship: Layout, settled: Mapping[str, Any]) -> FleetKeywords:
    """Return the given keywords of fleets if the ship is a build, else {}."""
    return cast(FleetKeywords, settled) if ship.is_build else {}


def for_each_ship(ships: Sequence[Layout], conditions: Mapping[str, Any], *, paired: bool) -> list[FleetKeywords]:
    """Return the keywords of fleets for the experiment of each ship, if each ship has its own; {} for ordinary ships.

    Args:
        ships: The ships.
        conditions: Conditions of the flights, including the keywords of fleets.
        paired: Whether all ships fly the same flights, so that borders fixed in one file hold for all ships.

    Raises:
        AnalyzerError: If keywords of fleets are given but no ship is a build, or if files contradict each other.
    """
    mine = {name: value for name, value in conditions.items() if name in FleetKeywords.__annotations__}
    only_for_builds(ships, mine)
    builds = [ship for ship in ships if ship.is_build]
    filed = {ship.joined for ship in builds if ship.joined}
    if paired and filed:
        (way,) = possible_joinings(
            builds, mine.get("joined"), mine.get("dice"), mine.get("layout"), fleet_tables(mine.get("tables"))
        )
        mine |= {"joined": way}
    paid = zip(ships, premiums(mine.pop("insurance", None), len(ships)), strict=True)
    return [of_a_build(ship, mine | {"insurance": premium}) for ship, premium in paid]
