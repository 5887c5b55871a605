"""A build as it flies: the fleets that the dice may make of it, each compiled once."""

from __future__ import annotations

from collections import Counter

from analyzer.errors import AnalyzerError, named_setting
from analyzer.trucker.cards.route import Route
from analyzer.trucker.fleets.fleet import FALLS_OFF, Fleet, fleet
from analyzer.trucker.ship.bitboard import positions, to_bits
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.layout import Layout


def fleets_of(build: Layout, route: Route) -> tuple[Hull, ...]:
    """The hulls of the fleets that a build may become on that route, in the order of `route.outcomes`."""
    return tuple(one.hull for one in fleets_on(build, route))


def unfit_build(build: Layout, route: Route) -> list[str]:
    """Why a build cannot be launched; [] if it can."""
    faults = []
    flaws: dict[str, list[str]] = {str(flaw): [] for flaw in build.homeless()}
    stays = []
    for one in fleets_on(build, route):
        for flaw in one.flaws():
            if flaw.kind != FALLS_OFF:
                flaws.setdefault(str(flaw), []).append(one.joined)
        if not one.starting:
            stays.append(one.joined)
    if flaws:
        sentences = [
            f"{flaw}, where {', '.join(ways)} grow together" if ways else flaw for flaw, ways in list(flaws.items())[:3]
        ]
        more = f"; and {len(flaws) - 3} more" if len(flaws) > 3 else ""
        mended = named_setting("repair", True)
        faults.append(
            f"{build.name}: has construction flaws: {'; '.join(sentences)}{more}. "
            f"Mend the file, or fly it with {mended}"
        )
    if stays:
        faults.append(
            f"{build.name}: no ship of its fleet would fly where {', '.join(stays)} grow together: each is not begun "
            "or carries no human; a ship needs a cabin with two humans"
        )
    if build.insurance not in route.fleet_tables.insurance:
        premiums = ", ".join(map(str, route.fleet_tables.insurance))
        faults.append(f"{build.name}: insurance {build.insurance}: give a premium of {premiums}")
    return faults


def can_start(build: Layout, route: Route) -> bool:
    """Whether some ship of it flies, whatever the dice join there."""
    try:
        return all(one.starting for one in fleets_on(build, route))
    except AnalyzerError:  # in no quarter lies anything
        return False


def mostly_breaks_off(build: Layout, route: Route) -> dict[int, int]:
    """For each position of the build what is lost with it, itself included, in most of the ways the dice may fall.

    Of a ship that breaks the largest piece flies on, or the earliest.
    """
    times: dict[int, Counter[int]] = {position: Counter() for position in positions(int(build.hull.whole[0]))}
    for one, ways in zip(fleets_on(build, route), route.outcomes.values(), strict=True):
        for mask in one.masks.tolist():
            for position in positions(mask):
                pieces = one.hull.pieces(mask & ~(1 << position))
                off = mask & ~max(pieces, key=int.bit_count, default=0)
                times[position].update(dict.fromkeys(positions(off), ways))
    half = sum(route.outcomes.values()) / 2
    return {
        position: 1 << position | to_bits(other for other, ways in off.items() if ways > half)
        for position, off in times.items()
    }


def homeless(build: Layout, route: Route) -> list[str]:
    """Sentences on aliens that find no life support on their ship in some of the fleets that may come."""
    where: dict[str, list[str]] = {}
    for one in fleets_on(build, route):
        for colour in one.unseated:
            where.setdefault(colour, []).append(one.joined)
    return [
        f"{build.name}: the {colour} alien has no life support on its ship where {', '.join(ways)} grow together. "
        "Humans fly in that cabin then."
        for colour, ways in where.items()
    ]


def fleets_on(build: Layout, route: Route) -> tuple[Fleet, ...]:
    """The fleets that a build may become on that route, in the order of `route.outcomes`; made once for each build."""
    made: dict[object, tuple[Fleet, ...]] = build.__dict__.setdefault("fleets_made", {})
    key = tuple(route.outcomes), route.tables
    if key not in made:
        made[key] = tuple(fleet(build, way, tables=route.fleet_tables) for way in route.outcomes)
    return made[key]
