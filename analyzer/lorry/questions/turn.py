"""Exact points of a turn: every die and box, before and after the roll.

Each extra track may set off further ones; every roll of the asteroids' die, every place, every choice of the pair that
is scored and leaving a track undrawn are counted, and what brings most points of routes on average is taken. Fills
bring nothing in the turn itself and are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.answers.description import COUNT, WORD, Column, Described, Description, Lines, Row, Table
from analyzer.answers.numbers import counted
from analyzer.errors import AnalyzerError, named_setting, whole_number
from analyzer.lorry.galaxy.boxes import Box, Pair
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.position.engine_table import GAME
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.positionfile import load_position
from analyzer.lorry.questions.dice import colours, shown
from analyzer.lorry.tables import BOX_EXPLAINED, COLUMN_ROW, ENDS_EXPLAINED, SPECIALS, TRACKS, TYPES
from analyzer.lorry.turn.board import ASTEROID, ROCKET, STAR, TYPE
from analyzer.lorry.turn.draw import Drawn, draw
from analyzer.lorry.turn.places import Sight
from analyzer.lorry.turn.scoring import lengths_of, may_be_scored, note
from analyzer.lorry.turn.table import Table as GameTable


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


BUDGET = 2_000
"""States examined for all draws of a position; beyond them extra tracks are followed one step."""
NOTHING = Fraction(0)
Places = list[tuple[int, int]]
"""Tracks and cells."""


class Score(NamedTuple):
    """To be done: one of these newly joined pairs (1, pairs) is scored."""

    joined: npt.NDArray[np.bool_]


class Add(NamedTuple):
    """To be done: an extra track, after the box with this code."""

    code: int


Todo = tuple[Score | Add, ...]
"""What is still to be done in a turn, the next one last."""


@dataclass
class Extras:
    """A trader's turn; faces: by type how many of the drafted die's faces show it, None where no die is known.

    left: states that may still be looked at; bounded: whether they ran out in the last search, so that its
    value is a lower bound.
    """

    trader: int
    faces: tuple[int, ...] | None
    left: int = 0
    bounded: bool = False
    known: dict[Any, tuple[Fraction, bool]] = field(default_factory=dict)

    def of_draw(self, table: GameTable, track: int, cell: int, budget: int = BUDGET) -> Fraction:
        """The mean points of a turn that begins with this draw, from at most this many states."""
        self.left, self.bounded = budget, False
        self.known = {key: value for key, value in self.known.items() if not value[1]}
        return self._drawn(table, track, cell, (), extra=False)

    def _drawn(self, table: GameTable, track: int, cell: int, rest: Todo, extra: bool) -> Fraction:
        """A track is drawn; what its box sets off and its route come in the order of the rules."""
        switches, after = table.board.switches, table.take(GAME)
        drawn = draw(after, self.trader, GAME, np.array([track]), np.array([cell]))
        route = (Score(drawn.joined),) if drawn.joined.any() else ()
        code = int(table.board.special[cell])
        adds = code in (ROCKET, ASTEROID) and (not extra or switches.chains == "yes")
        more = (Add(code),) if adds else ()
        order = (*more, *route) if switches.special_order == "score_first" else (*route, *more)
        return self._go_on(after, (*rest, *order))

    def _go_on(self, table: GameTable, todo: Todo) -> Fraction:
        if not todo or bool(table.over[0]):
            return NOTHING
        *rest, now = todo
        if isinstance(now, Score):
            return self._score(table, now, tuple(rest))
        return self._add(table, now, tuple(rest))

    def _score(self, table: GameTable, now: Score, rest: Todo) -> Fraction:
        """The best of the pairs that may be scored; nobody looks at which it was where nothing follows."""
        free = may_be_scored(table, self.trader, Drawn(GAME, GAME, now.joined))
        lengths = lengths_of(table, self.trader, GAME, free)[0]
        if not free.any() or not rest:
            return Fraction(int(lengths.max(initial=0)) if free.any() else 0) + self._go_on(table, rest)
        worths = [self._go_on(table, rest)] if table.board.switches.scoring_forced == "no" else []
        for pair in np.flatnonzero(free[0]):
            after = table.take(GAME)
            note(after, self.trader, GAME, np.array([pair]), lengths[[pair]])
            worths.append(int(lengths[pair]) + self._go_on(after, rest))
        return max(worths)

    def _add(self, table: GameTable, now: Add, rest: Todo) -> Fraction:
        """An extra track, or none: of any type, or of the type that the die shows."""
        key = self._state(table, now, rest)
        if key not in self.known:
            before, self.bounded = self.bounded, False
            self.known[key] = self._best(table, now, rest), self.bounded
            self.bounded |= before
        points, bounded = self.known[key]
        self.bounded |= bounded
        return points

    def _best(self, table: GameTable, now: Add, rest: Todo) -> Fraction:
        none = self._go_on(table, rest)
        if now.code == ASTEROID and self.faces is None:
            self.bounded = True
            return none
        self.left -= 1
        best = [none] * len(TYPES)
        for kind, worth in self._worths(table, now, rest):
            best[kind] = max(best[kind], worth)
        if now.code == ROCKET:
            return max(best)
        assert self.faces is not None
        return sum((many * worth for many, worth in zip(self.faces, best, strict=True)), NOTHING) / sum(self.faces)

    def _worths(self, table: GameTable, now: Add, rest: Todo) -> Iterator[tuple[int, Fraction]]:
        """The type of every legal draw, and the points of the turn that begins with it."""
        space, special = table.board.space, table.board.special
        places = Sight(table, self.trader, GAME).legal()
        listed = [(track, cell) for track in range(len(TRACKS)) for cell in space.listed(places[track])[1].tolist()]
        if now.code == ASTEROID and self.faces is not None:
            listed = [(track, cell) for track, cell in listed if self.faces[TYPE[track]]]
        apart = [place for place in listed if rest or special[place[1]] in (ROCKET, ASTEROID)]
        if apart and self.left <= 0:
            self.bounded, apart = True, []
            listed = [] if rest else listed
        for track, cell in apart:
            yield int(TYPE[track]), self._drawn(table, track, cell, rest, extra=True)
        tried = set(apart)
        plain = [place for place in listed if place not in tried]
        for (track, _), points in zip(plain, at_once(table, self.trader, plain), strict=True):
            yield int(TYPE[track]), Fraction(points)

    def _state(self, table: GameTable, now: Add, rest: Todo) -> Any:
        """What decides all that follows."""
        pending = tuple(one.joined.tobytes() if isinstance(one, Score) else one.code for one in rest)
        lies = tuple(getattr(table, name).tobytes() for name in ("ends", "empty", "by"))
        return now.code, pending, lies


def at_once(table: GameTable, trader: int, places: Places) -> list[int]:
    """The points of the longest route that each of these draws closes, tried out side by side."""
    if not places:
        return []
    tracks, cells = (np.array(one) for one in zip(*places, strict=True))
    games = np.arange(len(places))
    lanes = table.take(np.zeros(len(places), np.intp))
    drawn = draw(lanes, trader, games, tracks, cells)
    free = may_be_scored(lanes, trader, Drawn(games, cells, drawn.joined))
    lengths: list[int] = lengths_of(lanes, trader, games, free).max(axis=1, initial=0).tolist()
    return lengths


EXTRAS = ("rocket", "asteroid")
"""Special boxes that give extra tracks."""
MOST = 3
DRAWS = [
    Column(name) for name in ("type", "column", "row", "ends", "points", "pairs", "special", "turn_points", "at_least")
]
BEST = [
    Column("box", COLUMN_ROW, WORD, BOX_EXPLAINED),
    Column("ends", "ends", explanation=ENDS_EXPLAINED),
    Column(
        "points", "points", COUNT, "those of the route that the draw closes at once, the longest if there are several"
    ),
    Column(
        "pairs", "of the pairs", explanation="the pairs of planets that the draw joins, with the boxes of their way"
    ),
    Column("special", "special box"),
]


class Extra(NamedTuple):
    """The mean points of a turn, those of them beyond what its draw scores at once, and whether both are lower bounds,
    because there was more to look at than was allowed or the die of an asteroid is not known."""

    points: Fraction
    more: Fraction
    bounded: bool


@dataclass(frozen=True, repr=False)
class PointsNow(Described):
    """A trader at turn. Points are those of the route that a draw closes; a star's count at the end.

    budget: states that are looked at for extra tracks; where more would be needed values are lower bounds, and marked
    so. most: how many draws of each type people see.
    """

    position: Position
    trader: int
    dice: tuple[str, ...]
    budget: int = BUDGET
    most: int = MOST

    @cached_property
    def draws(self) -> list[Draw]:
        """All legal draws, by track, then box."""
        return draws(self.position, self.trader)

    @cached_property
    def by_type(self) -> dict[str, int]:
        """The most points that a track of each type scores at once."""
        return best_by_type(self.draws)

    @property
    def expected(self) -> Fraction:
        """The mean of the best of it before the roll, for who picks first."""
        return expectation(self.by_type, shown(self.dice, self.position.galaxy.dice))

    @property
    def table_dice(self) -> tuple[tuple[str, str], ...]:
        """Colour and type of the dice on the table, none before the roll."""
        turn = self.position.turn
        return tuple((colour, kind) for colour, kind in turn.dice if kind) if turn else ()

    def turn(self, draw: Draw, colour: str | None = None) -> Extra:
        """What a draw scores in the whole turn, extra tracks of rockets and asteroids followed to their end.

        colour: of the drafted die, which asteroids roll again; without one asteroids bring nothing, and the result says
        so.
        """
        if draw.special not in EXTRAS:
            return Extra(Fraction(draw.points), Fraction(0), False)
        key = draw.box, draw.ends, colour
        if key not in self._turns:
            extras, now = self._extras(colour), self.position.table
            share = self.budget // sum(one.special in EXTRAS for one in self.draws)
            points = extras.of_draw(now, TRACKS.index(draw.ends), now.board.space.cell(draw.box), share)
            self._turns[key] = Extra(points, points - draw.points, extras.bounded)
        return self._turns[key]

    @cached_property
    def _turns(self) -> dict[Any, Extra]:
        return {}

    def _extras(self, colour: str | None) -> Extras:
        """The search for extra tracks of that die, with what it has found already."""
        if colour not in self._askers:
            faces = None if colour is None else self.position.galaxy.faces_of(colour)
            self._askers[colour] = Extras(self.position.seat(self.trader), faces)
        return self._askers[colour]

    @cached_property
    def _askers(self) -> dict[str | None, Extras]:
        return {}

    def die_for(self, kind: str) -> str | None:
        """The die with which a track of that type is drawn: the first on the table that shows it, else the first of the
        dice that may; None if none can."""
        showing = [colour for colour, die_kind in self.table_dice if die_kind == kind]
        faces = self.position.galaxy.faces_of
        may = (colour for colour in self.dice if faces(colour)[TYPES.index(kind)])
        return showing[0] if showing else next(may, None)

    def extra(self, draw: Draw, colour: str | None = None) -> Fraction | None:
        """The mean points that extra tracks bring in this turn beyond those of the draw, under best play.

        None for draws elsewhere than on a rocket or an asteroid, and for an asteroid without the colour of its die.
        Extra tracks that set off further ones are followed to their end; `turn` shows whether that was cut short.
        """
        if draw.special not in EXTRAS or (draw.special == "asteroid" and colour is None):
            return None
        return self.turn(draw, colour).more

    def asteroids(self) -> dict[str, dict[str, Fraction]]:
        """By colour of die the chance of each type that an asteroid's roll shows."""
        galaxy = self.position.galaxy
        return {
            colour: {kinds[0]: chance for kinds, chance in shown([colour], galaxy.dice).items()}
            for colour in dict.fromkeys(self.dice)
        }

    def ranked(self, kind: str, most: int = MOST) -> list[Draw]:
        """The draws of a type that bring most in the turn, extra tracks and stars of the way included; of equals the
        first."""
        of_kind, die = [one for one in self.draws if one.type == kind], self.die_for(kind)
        return sorted(of_kind, key=lambda one: (-self.turn(one, die).points, -one.points, -one.stars))[:most]

    def rows(self) -> list[dict[str, Any]]:
        """One row a draw."""
        return [
            {
                "type": one.type,
                "column": one.box[0],
                "row": one.box[1],
                "ends": one.ends,
                "points": one.points,
                "pairs": _pairs(one),
                "special": one.special or "",
                "turn_points": float(turn.points),
                "at_least": turn.bounded,
            }
            for one in self.draws
            for turn in [self.turn(one, self.die_for(one.type))]
        ]

    def notes(self) -> list[str]:
        """What the numbers take for granted."""
        points = "The 3 points of a star are not included: they count at the end."
        extra = (
            "Extra tracks of rockets and asteroids are followed to their end, over every roll, for the most route "
            "points in this turn; filling a box brings none. Where no die on the table shows the type, asteroids roll "
            "the first die that can."
        )
        more = named_setting("budget")
        cut = (
            f"At least: after {self.budget:,} states, extra tracks were followed one step only (raise {more} for more)."
        )
        bounded = any(turn.bounded for turn in self._turns.values())
        limits = [extra] * bool(self._turns) + [cut] * bounded
        return [points, *limits, *self.position.galaxy.notes()]

    def description(self) -> Description:
        """The position, by type of track the draws that bring most, and what the dice may bring."""
        draws = Table("draws", DRAWS, [Row(row) for row in self.rows()])
        parts = [draws, Lines(("", *self.position.drawing(), "")), *map(self._of_type, TYPES), *self._dice_in_words()]
        picks = f"; {self.position.names[self.trader - 1]} picks"
        return Description(self.position.heading(), picks, self._facts(), parts, self.notes())

    def _facts(self) -> dict[str, Any]:
        """What else programs get."""
        return {
            "trader": self.trader,
            "dice": self.dice,
            "shown": [{"colour": colour, "type": kind} for colour, kind in self.table_dice],
            "by_type": self.by_type,
            "expected": str(self.expected),
            "expected_points": float(self.expected),
            "asteroid": {
                colour: {kind: str(chance) for kind, chance in chances.items()}
                for colour, chances in self.asteroids().items()
            },
        }

    def _of_type(self, kind: str) -> Table | str:
        """The best draws of a type, or a sentence that there is none."""
        colours = [f" (on the table: {colour})" for colour, die_kind in self.table_dice if die_kind == kind]
        legal = sum(draw.type == kind for draw in self.draws)
        title = f"{kind}{''.join(colours[:1])}: {legal} legal draws, {_points(self.by_type[kind])} at once"
        rows = [Row(self._in_words(draw)) for draw in self.ranked(kind, self.most)]
        return Table("", BEST, rows, title) if rows else title

    def _in_words(self, draw: Draw) -> dict[str, Any]:
        """A draw as people read it, with what its extra tracks bring."""
        special, colour = (draw.special or "").replace("_", " "), self.die_for(draw.type)
        if draw.special in EXTRAS:
            turn = self.turn(draw, colour)
            die = f" with the {colour} die" if draw.special == "asteroid" and colour else ""
            special += f", extra tracks {'at least ' * turn.bounded}{float(turn.more):.2f} points{die}"
        return vars(draw) | {"pairs": _pairs(draw), "special": special}

    def _dice_in_words(self) -> Iterator[str]:
        """What lies on the table, what a roll is worth, what asteroids roll."""
        if self.table_dice:
            best = max(self.by_type[kind] for _, kind in self.table_dice)
            on_table = ", ".join(map(" ".join, self.table_dice))
            yield f"On the table: {on_table}; best now: {_points(best)} at once."
        dice = ", ".join(self.dice)
        yield f"Before the roll of {dice}, picking first: {float(self.expected):.3f} points ({self.expected}) expected."
        for die, chances in self.asteroids().items():
            faces = ", ".join(f"{kind} {chance}" for kind, chance in chances.items())
            yield f"An asteroid rolls the {die} die again: {faces}."


def _pairs(draw: Draw) -> str:
    return ", ".join(f"{one}-{other} ({boxes})" for (one, other), boxes in draw.pairs)


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def points_now(
    position: Position | Galaxy | Mapping[str, Any] | str | Path,
    trader: int | None = None,
    dice: Sequence[str] | None = None,
    budget: int = BUDGET,
) -> PointsNow:
    """What a trader can score at once: `.by_type` by type of track, `.expected` before the roll if they pick first.

    trader: who the position says picks, if not given; dice: colours, those on the table or usual for so many traders if
    not given; budget: states that are looked at for extra tracks. Nothing is sampled. Raises AnalyzerError for a
    position that is over.

    >>> from analyzer import lorry
    >>> lorry.points_now(lorry.Position(lorry.default_galaxy()), trader=1).expected
    Fraction(0, 1)
    """
    position = load_position(position)
    turn = position.turn
    picks = trader if trader is not None else turn.picks if turn else 1
    if position.over:
        are = "is" if position.slots == 1 else "are"
        raise AnalyzerError(f"{position.name}: the game is over: {counted(position.slots, 'route')} {are} scored")
    if dice is None:
        dice = (
            tuple(colour for colour, _ in turn.dice)
            if turn and turn.dice
            else position.galaxy.dice_for(position.traders)
        )
    return PointsNow(
        position, position.seat(picks) + 1, colours(dice, position.galaxy.dice), whole_number(budget, "budget", 0)
    )
