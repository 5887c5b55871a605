"""Why the engine does not allow a draw or a fill, in words: the rule that forbids it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from analyzer.errors import one_of
from analyzer.lorry.galaxy.boxes import Box
from analyzer.lorry.position.engine_table import GAME, Track
from analyzer.lorry.switches import Switches
from analyzer.lorry.tracks import OPPOSITE, TRACKS, TRACKS_OF
from analyzer.lorry.turn.board import Board
from analyzer.lorry.turn.places import Sight
from analyzer.lorry.turn.table import Table


def allowed(table: Table, track: Track, **otherwise: str) -> bool:
    """Whether the engine allows it, with switches set otherwise."""
    board = table.board
    if otherwise:
        board = Board(board.galaxy, board.traders, replace(board.switches, **otherwise))
        table = table.take(GAME)
        table.board = board
    places = Sight(table, track.trader - 1, GAME).legal()[TRACKS.index(track.ends)]
    return bool(board.space.has(places, GAME, GAME + board.space.cell(track.box))[0])


def why_not(table: Table, track: Track) -> str:
    """The rule that forbids a draw, "" if none does."""
    if track.ends not in TRACKS:
        return f"no track has these ends: {one_of(track.ends, TRACKS)}"
    if allowed(table, track):
        return ""
    return _of_box(table, track) or _of_planets(table, track) or _of_switches(table, track)


def _of_box(table: Table, track: Track) -> str:
    """What is in the box."""
    galaxy, space = table.board.galaxy, table.board.space
    if track.box in galaxy.planet_at:
        return f"planet {galaxy.planet_at[track.box]} is there: tracks never go through planets"
    if (space.of([track.box])[:, None] & table.filled).any():
        return "the box is filled: filled boxes cannot be flown to"
    owners = [trader + 1 for trader in range(table.board.traders) if _lies(table, trader, track.box)]
    if owners and table.board.switches.tracks_per_box == "one":
        return f"a track of trader {owners[0]} lies there: one to a box"
    return ""


def _lies(table: Table, trader: int, box: Box) -> bool:
    return bool((table.board.space.of([box])[:, None] & table.drawn_by(trader)).any())


def _of_planets(table: Table, track: Track) -> str:
    """Where its ends lead."""
    galaxy, seat = table.board.galaxy, track.trader - 1
    beside = {side: galaxy.beside(track.box, side) for side in track.ends}
    planets = [galaxy.planet_at[box] for box in beside.values() if box in galaxy.planet_at]
    for planet in planets:
        if int(table.visited[seat, 0]) >> planet - 1 & 1:
            return f"planet {planet} was flown to by trader {track.trader}: each trader flies to a planet once"
        if planets.count(planet) > 1:
            return f"two of its ends touch planet {planet}: each trader flies to a planet once"
    joins = any(box is not None and _has_end(table, seat, box, OPPOSITE[side]) for side, box in beside.items())
    if not planets and not joins:
        return "it hangs on nothing: an end must meet an open own end or a planet that was not flown to"
    return ""


def _has_end(table: Table, seat: int, box: Box, side: str) -> bool:
    return bool((table.board.space.of([box])[:, None] & table.ends[seat, "NESW".index(side)]).any())


def _of_switches(table: Table, track: Track) -> str:
    """What a point of the rules forbids."""
    rules: dict[str, tuple[str, str]] = {
        "rotate_tracks": ("yes", f"tracks may not be turned here: use {_unturned()}"),
        "dead_ends": ("allowed", "an end points at a filled box or a rival's track, which is not allowed here"),
        "surrounding": ("off", "it takes a side of a planet that another trader still needs: nobody may surround one"),
    }
    switches: Switches = table.board.switches
    rules = {name: (free, reason) for name, (free, reason) in rules.items() if getattr(switches, name) != free}
    for name, (free, reason) in rules.items():
        if allowed(table, track, **{name: free}):
            return reason
    if rules and allowed(table, track, **{name: free for name, (free, _) in rules.items()}):
        return "several points of the rules forbid it: " + "; ".join(reason for _, reason in rules.values())
    return "the box is taken: only a curve that leaves both its ends free may share it"


def _unturned() -> str:
    return ", ".join(tracks[0] for tracks in TRACKS_OF.values())


def why_not_filled(table: Table, box: Box, fillable: Collection[Box]) -> str:
    """The rule that forbids to fill a box, "" if none does."""
    galaxy = table.board.galaxy
    near = [galaxy.planet_at[other] for other in galaxy.around(box) if other in galaxy.planet_at]
    where = table.board.space.of([box])
    reasons = {
        "is a planet: planets cannot be filled": box in galaxy.planet_at,
        "is filled already": (where[:, None] & table.filled).any(),
        "holds a track: only empty boxes can be filled": any(
            _lies(table, trader, box) for trader in range(table.board.traders)
        ),
        f"lies beside planet {min(near, default=0)}: no box beside a planet can be filled": near,
        "touches a planet with a corner, which is not allowed here": not (where & table.board.fillable).any(),
        "would take the last way to a planet from somebody: nobody may surround one": True,
    }
    return "" if box in fillable else next(reason for reason, holds in reasons.items() if holds)
