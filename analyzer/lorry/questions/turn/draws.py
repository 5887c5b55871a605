"""Every legal draw of a trader, tried out side by side: what each joins, and what it would score at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from analyzer.lorry.galaxy.boxes import Box, Pair
from analyzer.lorry.position.engine_table import GAME
from analyzer.lorry.position.position import Position
from analyzer.lorry.tracks import SPECIALS, TRACKS, TYPES
from analyzer.lorry.turn.board import STAR, TYPE
from analyzer.lorry.turn.draw import Drawn, draw
from analyzer.lorry.turn.places import Sight
from analyzer.lorry.turn.scoring import lengths_of, may_be_scored


@dataclass(frozen=True)
class Draw:
    """A legal draw: the pairs it could score with their boxes, the points of the best of them, and its special box."""

    type: str
    box: Box
    ends: str
    pairs: tuple[tuple[Pair, int], ...]
    points: int
    special: str | None
    stars: int = 0
    """Points of a star on the way, which count at the end."""


def draws(now: Position, trader: int) -> list[Draw]:
    """All legal draws of a trader, by track, then box in reading order; none in a game that is over."""
    table, seat = now.table, now.seat(trader)
    if now.over:
        return []
    space = table.board.space
    places = Sight(table, seat, GAME).legal()
    tracks, cells = [], []
    for track in range(len(TRACKS)):
        _, there = space.listed(places[track])
        tracks += [track] * there.size
        cells += there.tolist()
    if not cells:
        return []
    games, at = np.arange(len(cells)), np.array(cells)
    lanes = table.take(np.zeros(len(cells), np.intp))
    drawn = draw(lanes, seat, games, np.array(tracks), at)
    free = may_be_scored(lanes, seat, Drawn(games, at, drawn.joined))
    lengths = lengths_of(lanes, seat, games, free)
    pairs, legal = now.galaxy.pairs, []
    for lane, (track, cell) in enumerate(zip(tracks, cells, strict=True)):
        closes = tuple((pairs[number], int(lengths[lane, number])) for number in np.flatnonzero(free[lane]))
        code = int(table.board.special[cell])
        legal.append(
            Draw(
                TYPES[TYPE[track]],
                space.box(cell),
                TRACKS[track],
                closes,
                max((boxes for _, boxes in closes), default=0),
                SPECIALS[code - 1] if code else None,
                table.board.star_points * (code == STAR),
            )
        )
    return legal


def best_by_type(legal: Sequence[Draw]) -> dict[str, int]:
    """The most points that a track of each type scores at once."""
    return {kind: max((one.points for one in legal if one.type == kind), default=0) for kind in TYPES}


def expectation(by_type: dict[str, int], rolls: dict[tuple[str, ...], Fraction]) -> Fraction:
    """The mean of the best of what is shown."""
    each = (chance * max(by_type[kind] for kind in kinds) for kinds, chance in rolls.items())
    return sum(each, Fraction(0))
