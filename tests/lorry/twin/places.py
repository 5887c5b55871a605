"""Where a trader may draw, and which boxes a black hole may fill."""

from __future__ import annotations

from collections.abc import Iterable

from tests.lorry.twin.galaxy import ALL_ENDS, KIND, OPPOSITE, TRACKS, Box
from tests.lorry.twin.table import Table

PRINTED = ("NS", "NE", "NES", "NESW")
"""The four tracks where they may not be turned."""


def why_not(table: Table, trader: int, box: Box, ends: str) -> str | None:
    """Which rule forbids this draw; None if none does."""
    if box not in table.galaxy.next or ends not in KIND:
        return "no box of the galaxy, or no track"
    if not _has_room(table, trader, box, ends):
        return "one track a box"
    if table.switches["rotate_tracks"] == "no" and ends not in PRINTED:
        return "tracks are not turned"
    flown, met = table.flown[trader], table.planets_met(box, ends)
    if any(planet in flown for planet in met):
        return "a planet is flown to once"
    if len(met) != len(set(met)):
        return "one end to a planet"
    if not met and not table.met_by_own(trader, box) & set(ends):
        return "it hangs on nothing"
    if table.switches["dead_ends"] == "open" and _dead_end(table, trader, box, ends):
        return "an end against a rival or a filled box"
    if table.is_empty(box) and _closes(table, trader, box, ends):
        return "a planet would be closed"
    return None


def _has_room(table: Table, trader: int, box: Box, ends: str) -> bool:
    """One track a box; where there may be two, a rival's curve leaves room for the one with the two other ends."""
    if table.is_empty(box):
        return True
    here = table.tracks.get(box, [])
    if table.switches["tracks_per_box"] == "one" or len(here) != 1 or here[0][0] == trader:
        return False
    return {here[0][1], ends} in ({"NE", "SW"}, {"ES", "NW"})


def _dead_end(table: Table, trader: int, box: Box, ends: str) -> bool:
    """Whether an end points at a filled box, or at one with a rival's track."""
    beside = [table.galaxy.next[box][end] for end in ends if end in table.galaxy.next[box]]
    return any(one in table.filled or any(who != trader for who, _ in table.tracks.get(one, ())) for one in beside)


# surrounding


def _closes(table: Table, trader: int, box: Box, ends: str) -> bool:
    """Whether a draw would take from somebody what he needs to fly to a planet."""
    test = table.switches["surrounding"]
    if test == "off":
        return False
    if _too_few_sides(table, trader, box, ends):
        return True
    return test == "reach" and _takes_last_approach(table, table.with_track(trader, box, ends))


def _too_few_sides(table: Table, trader: int, box: Box, ends: str) -> bool:
    """Beside a planet fewer empty boxes would be left than there are traders who have not flown to it."""
    met = table.planets_met(box, ends)
    for planet, where in table.galaxy.planets.items():
        sides = table.galaxy.around(where)
        if box not in sides:
            continue
        empty = sum(table.is_empty(one) for one in sides)
        need = [who for who in table.seats if planet not in table.flown[who]]
        if planet in met:
            need.remove(trader)
        if empty - 1 < len(need):
            return True
    return False


def _takes_last_approach(before: Table, after: Table) -> bool:
    """Whether a trader who has not flown to a planet had an approach to it and has none left."""
    return any(
        approaches(before, trader, planet) and not approaches(after, trader, planet)
        for trader in after.seats
        for planet in after.galaxy.planets
        if planet not in after.flown[trader]
    )


def approaches(table: Table, trader: int, planet: int) -> set[Box]:
    """Empty boxes beside the planet from which empty boxes lead to something of use to the trader."""
    beside = [box for box in table.galaxy.around(table.galaxy.planets[planet]) if table.is_empty(box)]
    others = {one for one in table.galaxy.planets if one != planet and one not in table.flown[trader]}
    return {box for box in beside if any(_of_use(table, trader, one, others) for one in _room(table, box))}


def _room(table: Table, begin: Box) -> set[Box]:
    """The empty boxes that hang together with this one."""
    found, edge = {begin}, [begin]
    while edge:
        for box in table.galaxy.around(edge.pop()):
            if table.is_empty(box) and box not in found:
                found.add(box)
                edge.append(box)
    return found


def _of_use(table: Table, trader: int, box: Box, others: set[int]) -> bool:
    """Beside another planet that he has not flown to, or an open end of his own leads there."""
    beside = {table.galaxy.planet_in.get(one) for one in table.galaxy.around(box)}
    return bool(beside & others) or bool(table.met_by_own(trader, box))


# all places


def legal(table: Table, trader: int, kind: str) -> list[tuple[int, int, str]]:
    """(column, row, ends) of every place for a track of this type: boxes in reading order, in each the tracks in theirs."""
    return [
        (*box, ends)
        for box in table.galaxy.boxes
        if _touched(table, trader, box)
        for ends in TRACKS[kind]
        if why_not(table, trader, box, ends) is None
    ]


def draws(table: Table, trader: int, kinds: Iterable[str]) -> list[tuple[int, int, str]]:
    """All places for these types, by track, then by box."""
    wanted = set(kinds)
    places = [place for kind in TRACKS if kind in wanted for place in legal(table, trader, kind)]
    return sorted(places, key=lambda place: (ALL_ENDS.index(place[2]), place[1], place[0]))


def _touched(table: Table, trader: int, box: Box) -> bool:
    """Nothing can be drawn in a box that neither a planet nor an own end touches: not to look in vain."""
    beside = table.galaxy.next[box].items()
    planets, tracks = table.galaxy.planet_in, table.tracks
    return any(one in planets or (one in tracks and OPPOSITE[side] in table.own_ends(trader, one)) for side, one in beside)


def fillable(table: Table) -> list[Box]:
    """Boxes that a black hole may fill: empty, no planet, not beside one; nobody closed in by it."""
    galaxy = table.galaxy
    shunned = {box for planet in galaxy.planets.values() for box in galaxy.around(planet)}
    if table.switches["fill_beside"] == "corner":
        shunned |= {box for planet in galaxy.planets.values() for box in galaxy.corners(planet)}
    return [box for box in galaxy.boxes if table.is_empty(box) and box not in shunned and not _fill_closes(table, box)]


def _fill_closes(table: Table, box: Box) -> bool:
    if table.switches["surrounding"] != "reach":
        return False
    after = table.copy()
    after.filled.add(box)
    return _takes_last_approach(table, after)
