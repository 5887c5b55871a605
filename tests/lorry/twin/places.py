"""Where a trader may draw, and which boxes a black hole may fill."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tests.lorry.twin.galaxy import ALL_ENDS, KIND, TRACKS, Box
from tests.lorry.twin.table import Table

PRINTED = ("NS", "NE", "NES", "NESW")
"""The four tracks where they may not be turned."""


def why_not(table: Table, trader: int, box: Box, ends: str) -> str | None:
    """Which rule forbids this draw; None if none does."""
    return next((why for why, forbids in RULES if forbids(table, trader, box, ends)), None)


def _no_track(table: Table, trader: int, box: Box, ends: str) -> bool:
    return box not in table.galaxy.next or ends not in KIND


def _no_room(table: Table, trader: int, box: Box, ends: str) -> bool:
    """One track a box; where there may be two, a rival's curve leaves room for the one with the two other ends."""
    if table.is_empty(box):
        return False
    here = table.owners(box)
    if table.switches["tracks_per_box"] == "one" or len(here) != 1 or here == [trader]:
        return True
    return {table.tracks[here[0]][box], ends} not in ({"NE", "SW"}, {"ES", "NW"})


def _turned(table: Table, trader: int, box: Box, ends: str) -> bool:
    return table.switches["rotate_tracks"] == "no" and ends not in PRINTED


def _flown_to_before(table: Table, trader: int, box: Box, ends: str) -> bool:
    return bool(table.flown[trader] & set(table.planets_met(box, ends)))


def _two_ends_to_a_planet(table: Table, trader: int, box: Box, ends: str) -> bool:
    met = table.planets_met(box, ends)
    return len(met) != len(set(met))


def _is_not_connected(table: Table, trader: int, box: Box, ends: str) -> bool:
    return not table.planets_met(box, ends) and not table.met_by_own(trader, box) & set(ends)


def _dead_end(table: Table, trader: int, box: Box, ends: str) -> bool:
    """Whether an end points at a filled box, or at one with a rival's track, where that is not allowed."""
    if table.switches["dead_ends"] == "allowed":
        return False
    loose = set(ends) - table.met_by_own(trader, box)
    beside = [table.galaxy.next[box][end] for end in loose if end in table.galaxy.next[box]]
    return any(one in table.filled or bool(set(table.owners(one)) - {trader}) for one in beside)


# surrounding


def _closes(table: Table, trader: int, box: Box, ends: str) -> bool:
    """Whether a draw would take from somebody what they need to fly to a planet."""
    test = table.switches["surrounding"]
    if test == "off" or not table.is_empty(box):
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
        not has_approach(after, trader, planet) and has_approach(before, trader, planet)
        for trader in after.seats
        for planet in after.galaxy.planets
        if planet not in after.flown[trader]
    )


def has_approach(table: Table, trader: int, planet: int) -> bool:
    """Whether from an empty box beside the planet empty boxes lead to something of use to the trader."""
    edge = [box for box in table.galaxy.around(table.galaxy.planets[planet]) if table.is_empty(box)]
    others = {one for one in table.galaxy.planets if one != planet and one not in table.flown[trader]}
    found = set(edge)
    while edge:
        here = edge.pop()
        if _of_use(table, trader, here, others):
            return True
        for box in table.galaxy.around(here):
            if table.is_empty(box) and box not in found:
                found.add(box)
                edge.append(box)
    return False


def _of_use(table: Table, trader: int, box: Box, others: set[int]) -> bool:
    """Beside another planet that they have not flown to, or an open end of their own leads there."""
    beside = {table.galaxy.planet_in.get(one) for one in table.galaxy.around(box)}
    return bool(beside & others) or bool(table.met_by_own(trader, box))


RULES = (
    ("no box of the galaxy, or no track", _no_track),
    ("one track a box", _no_room),
    ("tracks are not turned", _turned),
    ("a planet is flown to once", _flown_to_before),
    ("one end to a planet", _two_ends_to_a_planet),
    ("it is not connected", _is_not_connected),
    ("an end against a rival or a filled box", _dead_end),
    ("a planet would be closed", _closes),
)


# all places


def legal(table: Table, trader: int, kind: str) -> list[tuple[int, int, str]]:
    """(column, row, ends) of every place for a track of this type: by track, then by box in reading order."""
    return draws(table, trader, [kind])


def places(table: Table, trader: int, kind: str) -> Iterator[tuple[int, int, str]]:
    """The same, box by box."""
    for box in table.galaxy.boxes:
        if _touched(table, trader, box):
            for ends in TRACKS[kind]:
                if why_not(table, trader, box, ends) is None:
                    yield (*box, ends)


def draws(table: Table, trader: int, kinds: Iterable[str]) -> list[tuple[int, int, str]]:
    """All places for these types, by track, then by box."""
    wanted = set(kinds)
    found = [place for kind in TRACKS if kind in wanted for place in places(table, trader, kind)]
    return sorted(found, key=lambda place: (ALL_ENDS.index(place[2]), place[1], place[0]))


def _touched(table: Table, trader: int, box: Box) -> bool:
    """Nothing can be drawn in a box that neither a planet nor an own end touches: not to look in vain."""
    beside = table.galaxy.next[box].values()
    return any(one in table.galaxy.planet_in or one in table.tracks[trader] for one in beside)


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
    after.fill(box)
    return _takes_last_approach(table, after)
