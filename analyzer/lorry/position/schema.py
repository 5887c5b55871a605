"""Schema of position files besides the galaxy: traders, drawing, scored routes and the turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, StrictStr

from analyzer.errors import one_of
from analyzer.files.fields import Name
from analyzer.files.flaws import Flaw
from analyzer.lorry.galaxy.boxes import EMPTY, MARKS, PLANETS, Box, box_in_words, rows_of, uneven
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.galaxy.schema import GalaxyFile
from analyzer.lorry.position.effects import AtTurn, Effect, SoFar
from analyzer.lorry.position.engine_table import ScoredRoute, Track
from analyzer.lorry.tables import COLOURS, MOST_TRADERS, TYPES, track_of


def _known_type(kind: str) -> str:
    """Return the type of a track unchanged; raise ValueError if there is none of that name."""
    if kind not in TYPES:
        raise ValueError(f"no track {kind!r} on a die: {one_of(kind, TYPES)}")
    return kind


TrackType = Annotated[StrictStr, AfterValidator(_known_type)]
Who = Annotated[StrictInt | StrictStr, Field(description="trader by name or number")]
BoxFields = Annotated[tuple[StrictInt, StrictInt], Field(description="[column, row]")]
PairFields = Annotated[tuple[StrictInt, StrictInt] | Literal["none"], Field(description="[planet, planet] or none")]
MOST_EFFECTS = 100
FILLED = "##"
TOKEN = re.compile(r"([1-9])([NESWnesw]{2,4})[*rao]?")
"""The pattern of a track: its trader, its ends, and optionally the mark of the special box below it."""


class ThenFields(BaseModel):
    """An effect of a special box: an extra track, or a filled box.

    `{}`: no extra track was drawn, or no box filled.
    """

    model_config = ConfigDict(extra="forbid")

    shows: TrackType | None = None
    """The type that an asteroid's die showed."""
    box: BoxFields | None = None
    """The box of the extra track; leave it out if none was drawn."""
    ends: StrictStr | None = None
    """The ends of the extra track, e.g. `NES`."""
    score: PairFields | None = None
    """The pair of planets that was chosen to be scored; `none` with `scoring_forced: no`."""
    fill: BoxFields | None = None
    """The box that was filled because of a black hole."""


class TurnFields(BaseModel):
    """The current turn: who picks, the dice (`white straight`, or `white` before the roll), and what is done so far."""

    model_config = ConfigDict(extra="forbid")

    picks: Who = 1
    """The trader who picks a die now, by name or number."""
    dice: list[StrictStr] = Field(default_factory=list, max_length=MOST_TRADERS)
    """The dice on the table with what they show, e.g. `white straight`; colours alone before the roll."""
    die: TrackType | None = None
    """The type of the die that was taken, if the turn has begun; the first field left out is the open decision."""
    box: BoxFields | None = None
    """The column and row of the box that was drawn in."""
    ends: StrictStr | None = None
    """The sides to which the ends of the track point, e.g. `NE`."""
    score: PairFields | None = None
    """The pair of planets that was scored, if the draw joined several; `none` with `scoring_forced: no`."""
    then: Annotated[list[ThenFields], Field(max_length=MOST_EFFECTS)] = Field(default_factory=list)
    """The effects of special boxes so far, in order."""


class PositionFile(GalaxyFile):
    """The schema of a position file: a galaxy, or the path of its file, and the state of the game."""

    galaxy: StrictStr | None = None
    """The galaxy file, relative to the folder of this file; or give the fields of a galaxy here."""
    traders: Annotated[StrictInt, Field(ge=1, le=MOST_TRADERS)] | list[Name] = 2
    """The number of traders, or their names in seating order."""
    grid: Annotated[StrictStr, Field(max_length=10_000)] | None = None
    """The drawing, with one mark for each box: `.` nothing, trader and ends as `1NE`, `##` a filled box."""
    tracks: list[tuple[StrictInt, StrictInt, Who, StrictStr]] | None = None
    """For programs, instead of a grid: column, row, trader, ends."""
    filled: list[tuple[StrictInt, StrictInt]] = Field(default_factory=list)
    """Boxes filled by black holes: column and row."""
    scored: list[tuple[StrictInt, StrictInt, Who, StrictInt]] = Field(default_factory=list)
    """Routes scored so far: two planets, the trader, the points."""
    turn: TurnFields | None = None
    """The trader who picks, and the dice."""


ONLY_IN_POSITIONS = tuple(name for name in PositionFile.model_fields if name not in GalaxyFile.model_fields)


def names_of(traders: int | list[str]) -> tuple[tuple[str, ...], list[Flaw]]:
    """Return the names of the traders, and the flaws of these names."""
    if isinstance(traders, int):
        return tuple(f"trader {number + 1}" for number in range(traders)), []
    flaws = []
    if not 1 <= len(traders) <= MOST_TRADERS:
        flaws.append(Flaw(("traders",), f"{len(traders)} traders: a game has 2 to {MOST_TRADERS}, or one alone"))
    if len(set(traders)) < len(traders) or not all(name.strip() for name in traders):
        flaws.append(Flaw(("traders",), "give each trader a different name"))
    return tuple(traders), flaws


def seat_of(who: int | str, names: tuple[str, ...]) -> int | None:
    """Return the number (from 1) of the trader with this number or name; None if there is no such trader."""
    if isinstance(who, int):
        return who
    return names.index(who) + 1 if who in names else None


def read_grid(text: str, galaxy: Galaxy | None) -> tuple[list[Track], list[Box], list[Flaw]]:
    """Return the tracks and filled boxes of a drawing, and its flaws, each with its line.

    Rows of another width than the galaxy are flaws, and their tracks are left out.

    Args:
        text: The drawing.
        galaxy: The galaxy; None if it cannot be read. Every mark of a map may stand in the drawing then.
    """
    rows = rows_of(text)
    flaws: list[Flaw] = []
    if galaxy is not None:
        wanted = f"its galaxy has {galaxy.columns} columns"
        flaws += [Flaw(("grid", line), fault) for line, fault in uneven(rows, galaxy.columns, wanted)]
        if len(rows) != galaxy.rows:
            flaws.append(Flaw(("grid",), f"the grid has {len(rows)} rows, its galaxy {galaxy.rows}: draw each of them"))
    marks = {} if galaxy is None else galaxy.marks
    tracks, filled = [], []
    for row, (line, tokens) in enumerate(rows, start=1):
        is_placed = galaxy is not None and len(tokens) == galaxy.columns and row <= galaxy.rows
        for column, token in enumerate(tokens, start=1):
            box, match = (column, row), TOKEN.fullmatch(token)
            ends = match and track_of(match[2])
            if match and ends:
                tracks += [Track(column, row, int(match[1]), ends)] * is_placed
            elif token == FILLED:
                filled += [box] * is_placed
            elif token not in (EMPTY, marks.get(box)) and not (galaxy is None and (token in MARKS or token in PLANETS)):
                known = f"{marks[box]} or " if box in marks else ""
                marked = f"use {known}{EMPTY} (empty), {FILLED} (filled), 1NE (a track)"
                text = f"{box_in_words(box)}: {token!r} is no mark: {marked}"
                flaws.append(Flaw(("grid", line), text))
    return tracks, filled, flaws


def in_grid(
    flaws: Iterable[Flaw], text: str, tracks: Sequence[Track], filled: Sequence[Box], listed: int
) -> list[Flaw]:
    """Return flaws of tracks and filled boxes, citing the drawing's line for those that stand in the drawing.

    Args:
        flaws: The flaws.
        text: The drawing.
        tracks: The tracks of the drawing.
        filled: The filled boxes, listed ones first.
        listed: The number of filled boxes that were listed instead of drawn.
    """
    lines = [line for line, _ in rows_of(text)]
    drawn = {("tracks", number): track.row for number, track in enumerate(tracks)}
    drawn |= {("filled", number): row for number, (_, row) in enumerate(filled) if number >= listed}
    return [flaw._replace(path=("grid", lines[drawn[flaw.path] - 1])) if flaw.path in drawn else flaw for flaw in flaws]


def read_turn(entries: Mapping[str, Any] | None, names: tuple[str, ...]) -> tuple[AtTurn | None, list[Flaw]]:
    """Return the turn in progress, and its flaws."""
    if entries is None:
        return None, []
    flaws = []
    picks = seat_of(entries["picks"], names)
    if picks is None or not 1 <= picks <= len(names):
        flaws.append(Flaw(("turn", "picks"), f"no trader {entries['picks']!r}: {one_of(entries['picks'], names)}"))
    dice = []
    for number, text in enumerate(entries["dice"]):
        colour, _, kind = text.strip().partition(" ")
        if colour not in COLOURS or (kind and kind not in TYPES):
            wrong = f"die {text!r}: give its colour ({', '.join(COLOURS)}) and what it shows ({', '.join(TYPES)})"
            flaws.append(Flaw(("turn", "dice", number), wrong))
        dice.append((colour, kind))
    if len({bool(kind) for _, kind in dice}) > 1:
        flaws.append(
            Flaw(
                ("turn", "dice"),
                "some dice show something and others do not: give all of them, or none before the roll",
            )
        )
    done = {name: entries.get(name) for name in ("die", "box", "ends", "score")}
    so_far = SoFar(**done, then=tuple(Effect(**then) for then in entries.get("then", ())))
    return AtTurn(picks or 1, tuple(dice), so_far), flaws


def routes_of(right: Mapping[str, Any], names: tuple[str, ...]) -> tuple[list[ScoredRoute], list[Track], list[Flaw]]:
    """Return scored routes and listed tracks with traders as numbers, and flaws of unknown traders."""
    flaws: list[Flaw] = []
    scored, tracks = [], []
    for number, (first, second, who, points) in enumerate(right.get("scored", ())):
        seat = seat_of(who, names)
        if seat is None:
            flaws.append(Flaw(("scored", number), f"no trader {who!r}: {one_of(who, names)}"))
        scored.append(ScoredRoute(first, second, seat or 1, points))
    for number, (column, row, who, ends) in enumerate(right.get("tracks") or ()):
        seat = seat_of(who, names)
        if seat is None:
            flaws.append(Flaw(("tracks", number), f"no trader {who!r}: {one_of(who, names)}"))
        tracks.append(Track(column, row, seat or 1, track_of(ends) or ends))
    return scored, tracks, flaws
