"""Positions: games at any moment, their legal draws, and the rule that forbids an illegal one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.files.flaws import Flaw, in_file
from analyzer.lorry.galaxy.boxes import Box, Pair, box_in_words
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.galaxy.galaxy import drawn as drawn_rows
from analyzer.lorry.galaxy.galaxyfile import load_galaxy
from analyzer.lorry.position.effects import NO_PAIR, AtTurn, Score
from analyzer.lorry.position.engine_table import GAME, ScoredRoute, Track, lay_out, put, special
from analyzer.lorry.position.flaws import in_drawing_order, lying_flaws, scored_flaws
from analyzer.lorry.tables import MOST_TRADERS, OPPOSITE, TRACKS, TRACKS_OF, TYPES, Switches, track_of
from analyzer.lorry.turn.board import Board
from analyzer.lorry.turn.draw import DrawEffect, as_bits, bits_of
from analyzer.lorry.turn.places import TraderView
from analyzer.lorry.turn.scoring import lengths_of, may_be_scored, note
from analyzer.lorry.turn.table import Table
from analyzer.lorry.turn.turn import fill


def allowed(table: Table, track: Track, **otherwise: str) -> bool:
    """Return whether the engine allows a track, with other values of some rule switches if they are given."""
    board = table.board
    if otherwise:
        board = Board(board.galaxy, board.traders, replace(board.switches, **otherwise))
        table = table.take(GAME)
        table.board = board
    places = TraderView(table, track.trader - 1, GAME).legal()[TRACKS.index(track.ends)]
    return bool(board.space.has(places, GAME, GAME + board.space.cell(track.box))[0])


def why_not(table: Table, track: Track) -> str:
    """Return the rule that forbids a draw; "" if none does."""
    if track.ends not in TRACKS:
        return f"no track has these ends: {one_of(track.ends, TRACKS)}"
    if allowed(table, track):
        return ""
    return _of_box(table, track) or _of_planets(table, track) or _of_switches(table, track)


def _of_box(table: Table, track: Track) -> str:
    """Return why the content of the box forbids a draw; "" if it does not (rulings, points 3 and 6)."""
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
    """Return whether a trader's track lies in a box."""
    return bool((table.board.space.of([box])[:, None] & table.boxes_drawn_by(trader)).any())


def _of_planets(table: Table, track: Track) -> str:
    """Return why the ends of a track forbid a draw; "" if they do not (rulings, points 5 and 7)."""
    galaxy, seat = table.board.galaxy, track.trader - 1
    beside = {side: galaxy.beside(track.box, side) for side in track.ends}
    planets = [galaxy.planet_at[box] for box in beside.values() if box in galaxy.planet_at]
    for planet in planets:
        # Planets flown to are bits, planet 1 the lowest.
        if int(table.visited[seat, 0]) >> planet - 1 & 1:
            return f"planet {planet} was flown to by trader {track.trader}: each trader flies to a planet once"
        if planets.count(planet) > 1:
            return f"two of its ends touch planet {planet}: each trader flies to a planet once"
    joins = any(box is not None and _has_end(table, seat, box, OPPOSITE[side]) for side, box in beside.items())
    if not planets and not joins:
        return (
            "it is not connected: one of its ends must meet an open end of an own track, or a planet not flown to yet"
        )
    return ""


def _has_end(table: Table, seat: int, box: Box, side: str) -> bool:
    """Return whether a trader's track in a box has an end at a side."""
    return bool((table.board.space.of([box])[:, None] & table.ends[seat, "NESW".index(side)]).any())


def _of_switches(table: Table, track: Track) -> str:
    """Return the rule that forbids a draw, found by lifting one rule at a time (rulings, points 2, 4 and 8)."""
    unturned = ", ".join(tracks[0] for tracks in TRACKS_OF.values())  # the first of each type is not rotated
    rules: dict[str, tuple[str, str]] = {
        "rotate_tracks": ("yes", f"tracks may not be turned here: use {unturned}"),
        "dead_ends": ("allowed", "an end points at a filled box or a rival's track, which is not allowed here"),
        "surrounding": (
            "off",
            "it takes the side of a planet that another trader still needs: nobody may surround a planet",
        ),
    }
    switches: Switches = table.board.switches
    rules = {name: (free, reason) for name, (free, reason) in rules.items() if getattr(switches, name) != free}
    for name, (free, reason) in rules.items():
        if allowed(table, track, **{name: free}):
            return reason
    # no single point forbids it, so try all of them together
    if rules and allowed(table, track, **{name: free for name, (free, _) in rules.items()}):
        return "several points of the rules forbid it: " + "; ".join(reason for _, reason in rules.values())
    return "the box is taken: only a curve that leaves both its ends free may share it"


def why_not_filled(table: Table, box: Box, fillable: Collection[Box]) -> str:
    """Return the rule that forbids filling a box; "" if none does (rulings, points 8 and 17)."""
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
        "would cut a trader off from a planet: nobody may surround one": True,
    }
    return "" if box in fillable else next(reason for reason, holds in reasons.items() if holds)


@dataclass(frozen=True)
class Drawn:
    """The result of drawing a track, or of scoring its route.

    Attributes:
        position: The position after the draw.
        joined: By pair that the track newly joined, the number of boxes on the way.
        points: The points that were scored.
        scored: The pair that was scored; None for none.
        special: The kind of the special box on which the track lies; None for an ordinary box.
        free: By pair that may be scored, the number of boxes on the way.
    """

    position: Position
    joined: dict[Pair, int]
    points: int
    scored: Pair | None
    special: str | None
    free: Mapping[Pair, int] = field(default_factory=dict)


@dataclass(frozen=True, init=False, repr=False)
class Position:
    """A position: a galaxy, its traders, and everything drawn, filled and scored.

    Stars, points and the planets that each trader has flown to follow from these.

    Args:
        galaxy: A galaxy, or the path or the fields of its file.
        traders: The number of traders, or their names in seating order.
        tracks: The tracks as (column, row, trader, ends).
        filled: The filled boxes as (column, row).
        scored: The scored routes as (planet, planet, trader, points).
        turn: The turn in progress; None if the position does not say.
        name: The name.

    Raises:
        AnalyzerError: The position is impossible. The message lists every flaw.

    >>> from analyzer import lorry
    >>> now = lorry.Position(lorry.default_galaxy(), traders=2, tracks=[(9, 2, 1, "EW")])
    >>> (10, 3, "NS") in now.draw(1, (10, 2), "SW").position.legal(1, "straight")
    True
    """

    galaxy: Galaxy
    names: tuple[str, ...]
    tracks: tuple[Track, ...]
    filled: tuple[Box, ...]
    scored: tuple[ScoredRoute, ...]
    turn: AtTurn | None
    name: str = field(compare=False)

    def __init__(
        self,
        galaxy: Galaxy | Mapping[str, Any] | str | Path,
        traders: int | Sequence[str] = 2,
        tracks: Sequence[Sequence[Any]] = (),
        filled: Sequence[Sequence[int]] = (),
        scored: Sequence[Sequence[Any]] = (),
        turn: AtTurn | None = None,
        name: str = "position",
    ) -> None:
        names, galaxy = named(traders), load_galaxy(galaxy)
        try:
            values: dict[str, Any] = {
                "galaxy": galaxy,
                "names": names,
                "tracks": tuple(
                    # Unknown ends are kept as they are given, so that a flaw can name them.
                    Track(_whole(column), _whole(row), _whole(trader), track_of(ends) or ends)
                    for column, row, trader, ends in tracks
                ),
                "filled": tuple((_whole(column), _whole(row)) for column, row in filled),
                "scored": tuple(ScoredRoute(*map(_whole, route)) for route in scored),
                "turn": turn,
                "name": name,
            }
        except (TypeError, ValueError, IndexError, AttributeError):
            raise AnalyzerError(
                "position: give tracks as (column, row, trader, ends), filled as (column, row), scored as "
                "(planet, planet, trader, points)"
            ) from None
        vars(self).update(values)
        flaws = self.flaws()
        if flaws:
            raise AnalyzerError(in_file(flaws, None, "position"))

    @property
    def edition(self) -> str:
        """The edition of its galaxy, by whose tables it is played."""
        return self.galaxy.edition

    # what is wrong

    def flaws(self) -> list[Flaw]:
        """Return all flaws; [] if there are none."""
        return position_flaws(self.galaxy, self.traders, self.tracks, self.filled, self.scored)

    # what follows

    @property
    def traders(self) -> int:
        """The number of traders."""
        return len(self.names)

    @cached_property
    def table(self) -> Table:
        """The position as one game of the engine; it must not be changed."""
        ordered, _ = in_drawing_order(self.galaxy, self.tracks)
        return lay_out(self.galaxy, self.traders, ordered, self.filled, self.scored)

    @property
    def stars(self) -> tuple[int, ...]:
        """The number of stars on each trader's tracks."""
        return tuple(int(many) for many in self.table.stars[:, 0])

    @property
    def points(self) -> tuple[int, ...]:
        """The points of every trader's routes."""
        return tuple(int(many) for many in self.table.points[:, 0])

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of every trader, stars included."""
        return tuple(int(many) for many in self.table.totals[:, 0])

    @property
    def over(self) -> bool:
        """Whether the routes scored so far end the game."""
        return bool(self.table.over[0])

    @property
    def slots(self) -> int:
        """The number of routes that all traders together have scored."""
        return len(self.scored)

    def connected(self, trader: int) -> dict[Pair, int]:
        """Return, by pair of planets that a trader's tracks join, the number of boxes on the way."""
        table, seat = self.table, self.seat(trader)
        joined = bits_of(table, table.joined[seat, GAME])
        return self._by_pair(joined, lengths_of(table, seat, GAME, joined))

    def on_way(self, trader: int, pair: Sequence[int]) -> list[Box]:
        """Return the boxes on a trader's shortest ways between two planets, in reading order; [] if there are none."""
        one, other = self.galaxy.pair(*pair)
        boxes, table = self.connected(trader).get((one, other)), self.table
        if boxes is None:
            return []
        distance = table.distance[self.seat(trader), 0].astype(int)
        # a box is counted from both planets, so once too often
        there = distance[:, one - 1] + distance[:, other - 1] - 1 == boxes
        return [table.board.space.box(cell) for cell in np.flatnonzero(there).tolist()]

    def visited(self, trader: int) -> tuple[int, ...]:
        """Return the planets that a trader has flown to."""
        bits = int(self.table.visited[self.seat(trader), 0])
        return tuple(planet for planet in range(1, len(self.galaxy.planets) + 1) if bits >> planet - 1 & 1)

    def legal(self, trader: int, kind: str) -> list[tuple[int, int, str]]:
        """Return column, row and ends of every legal draw of a type of track, ordered by track, then box.

        Args:
            trader: The trader, from 1.
            kind: The type of track, one of TYPES.

        Raises:
            AnalyzerError: The trader or the type is unknown.
        """
        seat = self.seat(trader)
        if kind not in TYPES:
            raise AnalyzerError(f"track {kind!r}: {one_of(kind, TYPES)}")
        if self.over:
            return []
        places, space = TraderView(self.table, seat, GAME).legal(), self.table.board.space
        return [
            (*space.box(cell), track)
            for track in TRACKS_OF[kind]
            for cell in space.listed(places[TRACKS.index(track)])[1]
        ]

    def fillable(self) -> list[Box]:
        """Return the boxes that may be filled, in reading order."""
        sight, space = TraderView(self.table, 0, GAME), self.table.board.space
        return [space.box(cell) for cell in space.listed(sight.fillable())[1]]

    # what may be done

    def draw(self, trader: int, box: Sequence[int], ends: str, score: Sequence[int] | Score = None) -> Drawn:
        """Draw a track, and score a pair that it joins.

        The effect of a special box is left to the caller: draw again for a rocket or an asteroid, `fill` for a black
        hole.

        Args:
            trader: The trader, from 1.
            box: Column and row.
            ends: The sides of the track's ends, e.g. `NE`.
            score: The pair to score, or "none"; None for the longest route, or the first of several equally long ones.

        Raises:
            AnalyzerError: A rule forbids it. The message names the rule.
        """
        laid = self.lay(trader, box, ends)
        scored = laid.position.score_joined(trader, laid.joined, score)
        return replace(scored, joined=laid.joined, special=laid.special)

    def lay(self, trader: int, box: Sequence[int], ends: str) -> Drawn:
        """Draw a track as `draw` does, but score nothing."""
        seat = self.seat(trader)
        track = Track(*self._box(box), seat + 1, track_of(str(ends)) or str(ends))
        reason = "the game is over: nothing more can be drawn" if self.over else why_not(self.table, track)
        if reason:
            raise AnalyzerError(f"track {track.trader}{track.ends} in {box_in_words(track.box)}: {reason}")
        table = self.table.take(GAME)
        joined = np.zeros((1, len(self.galaxy.pairs)), np.bool_)
        joined[0, put(table, track)] = True
        after = self._after(table, tracks=(*self.tracks, track))
        pairs = self._by_pair(joined, lengths_of(table, seat, GAME, joined))
        return Drawn(after, pairs, 0, None, special(table, track.box))

    def score_joined(self, trader: int, pairs: Collection[Pair], score: Sequence[int] | Score = None) -> Drawn:
        """Score one of the pairs that a track newly joined.

        Args:
            trader: The trader, from 1.
            pairs: The newly joined pairs.
            score: The pair to score, or "none"; None for the longest route, or the first of several equally long ones.

        Raises:
            AnalyzerError: The pair cannot be scored now.
        """
        seat, table = self.seat(trader), self.table.take(GAME)
        joined = np.array([[pair in pairs for pair in self.galaxy.pairs]]) & (not self.over)
        free = may_be_scored(table, seat, DrawEffect(GAME, GAME, joined))
        worth = self._by_pair(free, lengths_of(table, seat, GAME, free))
        pair = self._choice(worth, score)
        points = worth[pair] if pair else 0
        scored = self.scored
        if pair is not None:
            number = self.galaxy.pairs.index(pair)
            note(table, seat, GAME, np.array([number]), np.array([points], np.int16))
            scored = (*scored, ScoredRoute(*pair, seat + 1, points))
        return Drawn(self._after(table, scored=scored), {}, points, pair, None, worth)

    def fill(self, box: Sequence[int]) -> Position:
        """Return the position with a box filled.

        Raises:
            AnalyzerError: A rule forbids it. The message names the rule.
        """
        where = self._box(box)
        reason = (
            "cannot be filled: the game is over" if self.over else why_not_filled(self.table, where, self.fillable())
        )
        if reason:
            raise AnalyzerError(f"the box in {box_in_words(where)} {reason}")
        table = self.table.take(GAME)
        fill(table, GAME, np.array([table.board.space.cell(where)]))
        return self._after(table, filled=(*self.filled, where))

    def _after(self, table: Table, **changed: Any) -> Position:
        """Return a copy with another table of the engine and some changed fields; `turn` is None unless it is given."""
        # The engine has allowed the change, so the checks of `__init__`, which take long, are passed over.
        after = object.__new__(Position)
        vars(after).update(vars(self) | {"turn": None, "table": table} | changed)
        return after

    def _choice(self, worth: dict[Pair, int], score: Sequence[int] | Score) -> Pair | None:
        """Return the pair to score: `score` if given, else the longest of the pairs in `worth`."""
        free = ", ".join(f"{one}-{other} ({boxes})" for (one, other), boxes in worth.items()) or "none"
        if score is None:
            return max(worth, key=lambda pair: worth[pair], default=None)
        if score == NO_PAIR:
            if worth and self.table.board.switches.scoring_forced == "yes":
                raise AnalyzerError(f"a route that was joined is scored (scoring_forced: yes): name one of {free}")
            return None
        pair = self.galaxy.pair(*score)
        if pair not in worth:
            raise AnalyzerError(f"pair {pair[0]}-{pair[1]}: this draw cannot score it; pairs that it can score: {free}")
        return pair

    def _by_pair(self, pairs: Any, lengths: Any) -> dict[Pair, int]:
        """Return the pairs that are True in `pairs`, with their lengths in boxes, from arrays of shape (1, pairs)."""
        return {
            pair: int(lengths[0, number]) for number, pair in enumerate(self.galaxy.pairs) if bool(pairs[0, number])
        }

    def seat(self, trader: int) -> int:
        """Return the index of a trader in the engine's arrays, from 0.

        Raises:
            AnalyzerError: There is no such trader.
        """
        return whole_number(trader, "trader", 1, self.traders) - 1

    def _box(self, box: Sequence[int]) -> Box:
        """Return column and row as a box; raise AnalyzerError if it lies outside the galaxy."""
        try:
            column, row = box
        except (TypeError, ValueError):
            raise AnalyzerError(f"box {box!r}: give (column, row), e.g. (5, 7) for column 5, row 7") from None
        return (
            whole_number(column, "column", 1, self.galaxy.columns),
            whole_number(row, "row", 1, self.galaxy.rows),
        )

    # how it shows itself

    def map_rows(self) -> list[list[str]]:
        """Return the drawing as rows of tokens: tracks like `1NE`, filled boxes `##`, else the galaxy's marks."""
        rows = self.galaxy.map_rows()
        for column, row in self.filled:
            rows[row - 1][column - 1] = "##"
        for track in self.tracks:
            rows[track.row - 1][track.column - 1] = f"{track.trader}{track.ends}"
        return rows

    def heading(self) -> str:
        """Return totals and scored routes in one line."""
        totals = ", ".join(f"{name} has {total}" for name, total in zip(self.names, self.totals, strict=True))
        routes = f"{self.galaxy.end_after} route{'s' * (self.galaxy.end_after != 1)}"
        return f"{self.name}: {totals}; {self.slots} of {routes} scored"

    def drawing(self) -> list[str]:
        """Return the drawing as lines of text."""
        return drawn_rows(self.map_rows(), self.galaxy.round_columns, self.galaxy.round_rows)

    def __repr__(self) -> str:
        return "\n".join([self.heading(), *self.drawing()])

    def with_turn(self, turn: AtTurn | None) -> Position:
        """Return a copy of the position with another turn in progress."""
        return self._after(self.table, turn=turn)


def named(traders: int | Sequence[str]) -> tuple[str, ...]:
    """Return the names of the traders, numbered if only a number is given.

    Raises:
        AnalyzerError: There are not 1 to 4 traders, or names are equal.
    """
    if isinstance(traders, Sequence) and not isinstance(traders, str):
        names = tuple(str(name) for name in traders)
        if not 1 <= len(names) <= MOST_TRADERS:
            raise AnalyzerError(f"{len(names)} traders: a game has 2 to {MOST_TRADERS}, or one alone")
        if len(set(names)) < len(names):
            raise AnalyzerError(f"traders {', '.join(names)}: give each a different name")
        return names
    return tuple(f"trader {number + 1}" for number in range(whole_number(traders, "traders", 1, MOST_TRADERS)))


def position_flaws(
    galaxy: Galaxy,
    traders: int,
    tracks: Sequence[Track],
    filled: Sequence[Box],
    scored: Sequence[ScoredRoute],
    *,
    whole: bool = True,
) -> list[Flaw]:
    """Return all flaws of a position; connections of tracks are checked only if all tracks lie in legal boxes.

    Args:
        galaxy: The galaxy.
        traders: The number of traders.
        tracks: The tracks.
        filled: The filled boxes.
        scored: The scored routes.
        whole: Whether these are all tracks and routes of a file. If some could not be read, connections are not
            checked.
    """
    flaws = [*lying_flaws(galaxy, traders, tracks, filled), *scored_flaws(galaxy, traders, scored)]
    if flaws or not whole:
        return flaws
    ordered, flaws = in_drawing_order(galaxy, tracks)
    if flaws:
        return flaws
    table = lay_out(galaxy, traders, ordered, filled, ())
    pairs = as_bits(np.eye(len(galaxy.pairs), dtype=np.bool_))
    for number, route in enumerate(scored):
        if not int(table.joined[route.trader - 1, 0]) & int(pairs[galaxy.pairs.index(route.pair)]):
            text = f"route {route.first}-{route.second} is scored by trader {route.trader}, whose tracks do not join it"
            flaws.append(Flaw(("scored", number), text))
    return flaws


def _whole(value: Any) -> int:
    """Return a value as an int.

    Raises:
        TypeError: The value is no whole number.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(value)
    return int(value)
