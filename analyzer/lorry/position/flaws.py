"""Flaws of positions: misplaced or unconnected tracks, impossible dice and scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from analyzer.errors import one_of
from analyzer.files.flaws import Flaw
from analyzer.lorry.galaxy.boxes import Box, box_in_words
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.position.engine_table import ScoredRoute, Track
from analyzer.lorry.tables import OPPOSITE, TRACKS, TYPES


def lying_flaws(galaxy: Galaxy, traders: int, tracks: Sequence[Track], filled: Sequence[Box]) -> Iterator[Flaw]:
    """Yield flaws of tracks and filled boxes that lie outside the galaxy, on planets, or on each other."""
    shared = dict(galaxy.switches).get("tracks_per_box") == "two"
    where: dict[Box, str] = {}
    drawn: set[Box] = set()
    for number, box in enumerate(filled):
        path = ("filled", number)
        if not _inside(galaxy, box):
            yield Flaw(path, f"the filled box in {box_in_words(box)} lies outside: {_limits(galaxy)}")
        elif box in galaxy.planet_at:
            yield Flaw(
                path,
                f"the filled box in {box_in_words(box)} is planet {galaxy.planet_at[box]}: planets cannot be filled",
            )
        elif box in where:
            yield Flaw(path, f"the box in {box_in_words(box)} is filled twice: leave one out")
        where[box] = "a filled box"
    for number, track in enumerate(tracks):
        path, label = ("tracks", number), f"track {track.trader}{track.ends} in {box_in_words(track.box)}"
        if track.ends not in TRACKS:
            yield Flaw(path, f"{label}: no track has the ends {track.ends!r}: {one_of(track.ends, TRACKS)}")
        if not 1 <= track.trader <= traders:
            yield Flaw(path, f"{label}: there is no trader {track.trader}: traders are 1 to {traders}")
        if not _inside(galaxy, track.box):
            yield Flaw(path, f"{label} lies outside: {_limits(galaxy)}")
        elif track.box in galaxy.planet_at:
            yield Flaw(path, f"{label} lies on planet {galaxy.planet_at[track.box]}: tracks never go through planets")
        elif track.box in where and not (shared and track.box in drawn):
            yield Flaw(path, f"{label} lies on {where[track.box]}: a box holds one")
        where[track.box] = label
        drawn.add(track.box)


def _inside(galaxy: Galaxy, box: Box) -> bool:
    return 1 <= box[0] <= galaxy.columns and 1 <= box[1] <= galaxy.rows


def _limits(galaxy: Galaxy) -> str:
    """Return advice for a box that lies outside: the order of the numbers, and the size of the galaxy."""
    return f"write the column first; columns are 1 to {galaxy.columns}, rows 1 to {galaxy.rows}"


def in_drawing_order(galaxy: Galaxy, tracks: Sequence[Track]) -> tuple[list[Track], list[Flaw]]:
    """Return the tracks in an order in which each joins a planet or an earlier track, and all flaws.

    A track that fits nowhere in such an order is a flaw, and left out. A trader who flies to one planet with two ends
    is a flaw too.
    """
    left = list(enumerate(tracks))
    ordered: list[Track] = []
    ends: set[tuple[int, Box, str]] = set()
    while True:
        hanging = [(number, track) for number, track in left if _hangs(galaxy, track, ends)]
        if not hanging:
            break
        # each pass adds all tracks that join what was drawn before
        ordered += [track for _, track in hanging]
        ends |= {(track.trader, track.box, side) for _, track in hanging for side in track.ends}
        gone = {number for number, _ in hanging}
        left = [(number, track) for number, track in left if number not in gone]
    flaws = [
        Flaw(
            ("tracks", number),
            f"track {track.trader}{track.ends} in {box_in_words(track.box)} is not connected: one of its ends "
            "must meet a planet, or an end of a track of the same trader that leads to a planet",
        )
        for number, track in left
    ]
    return ordered, [*flaws, *_twice(galaxy, tracks)]


def _hangs(galaxy: Galaxy, track: Track, ends: set[tuple[int, Box, str]]) -> bool:
    """Return whether a track joins a planet, or one of the `ends` (trader, box, side) of its trader."""
    beside = ((galaxy.beside(track.box, side), side) for side in track.ends)
    return any(
        box is not None and (box in galaxy.planet_at or (track.trader, box, OPPOSITE[side]) in ends)
        for box, side in beside
    )


def _twice(galaxy: Galaxy, tracks: Sequence[Track]) -> Iterator[Flaw]:
    """Yield a flaw for each planet that a trader flew to with more than one end."""
    visited: set[tuple[int, int]] = set()
    for number, track in enumerate(tracks):
        for side in track.ends:
            planet = galaxy.planet_at.get(galaxy.beside(track.box, side) or (0, 0))
            if planet is not None and (track.trader, planet) in visited:
                again = f"trader {track.trader} flies to planet {planet} a second time in {box_in_words(track.box)}"
                text = f"{again}: each trader flies to a planet once"
                yield Flaw(("tracks", number), text)
            if planet is not None:
                visited.add((track.trader, planet))


def dice_flaws(galaxy: Galaxy, traders: int, table: Sequence[tuple[str, str]]) -> Iterator[Flaw]:
    """Yield flaws of dice on the table: faces that they do not have, or too many dice of a colour.

    Args:
        galaxy: The galaxy.
        traders: The number of traders.
        table: Colour and type of each die on the table.
    """
    for number, (colour, kind) in enumerate(table):
        faces = {name: many for name, many in zip(TYPES, galaxy.dice[colour], strict=True) if many}
        if kind and kind not in faces:
            text = f"the {colour} die shows no {kind}: {one_of(kind, faces)}"
            yield Flaw(("turn", "dice", number), f"die {f'{colour} {kind}'!r}: {text}")
    sets = galaxy.rules.dice_sets.get(traders, ()) if traders > 1 else ()
    if sets and not any(Counter(colour for colour, _ in table) <= Counter(dice) for dice in sets):
        allowed = " or ".join(", ".join(dice) for dice in sets)
        listed = ", ".join(colour for colour, _ in table)
        yield Flaw(("turn", "dice"), f"dice {listed}: {traders} traders roll {allowed}: list only what is still there")


def scored_flaws(galaxy: Galaxy, traders: int, scored: Sequence[ScoredRoute]) -> Iterator[Flaw]:
    """Yield flaws of scored routes: unknown planets or traders, impossible points, repeated pairs, too many routes."""
    known: set[tuple[int, int]] = set()
    planets = len(galaxy.planets)
    most = galaxy.columns * galaxy.rows - planets  # no way meets a box twice, also under `route_length: longest`
    for number, route in enumerate(scored):
        path = ("scored", number)
        if route.first == route.second or not {route.first, route.second} <= set(range(1, planets + 1)):
            yield Flaw(path, f"route {route.first}-{route.second}: give two different planets of 1 to {planets}")
        if not 1 <= route.trader <= traders:
            yield Flaw(
                path,
                f"route {route.first}-{route.second}: there is no trader {route.trader}: traders are 1 to {traders}",
            )
        if not 1 <= route.points <= most:
            limit = f"write 1 to {most}, one point for each box on the way (only {most} boxes hold no planet)"
            yield Flaw(path, f"route {route.first}-{route.second}: {route.points} points: {limit}")
        if route.pair in known:
            yield Flaw(path, f"route {route.first}-{route.second} is scored twice: each pair once in a game")
        known.add(route.pair)
    end_by = dict(galaxy.switches).get("end_by", "routes")
    if end_by == "routes" and len(scored) > galaxy.end_after:
        limit = f"a game ends with {galaxy.end_after} by all traders together"
        text = f"{len(scored)} routes are scored, but {limit}: leave some out"
        yield Flaw(("scored", galaxy.end_after), text)
