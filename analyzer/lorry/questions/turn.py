"""Exact points of a turn: every die and box, before and after the roll.

An extra track may bring further ones. The search follows every roll of an asteroid's die, every place and every choice
of the scored pair, and the option to draw nothing. It makes the choices with the most route points on average. Fills
bring no points in the turn itself and are left out.
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
from analyzer.answers.numbers import with_noun
from analyzer.errors import AnalyzerError, named_setting, whole_number
from analyzer.lorry.galaxy.boxes import Box, Pair
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.position.engine_table import GAME
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.positionfile import load_position
from analyzer.lorry.questions.dice import colours, shown
from analyzer.lorry.tables import BOX_EXPLAINED, COLUMN_ROW, ENDS_EXPLAINED, SPECIALS, TRACKS, TYPES
from analyzer.lorry.turn.board import ASTEROID, ROCKET, STAR, TYPE
from analyzer.lorry.turn.draw import DrawEffect, draw
from analyzer.lorry.turn.places import TraderView
from analyzer.lorry.turn.scoring import lengths_of, may_be_scored, note
from analyzer.lorry.turn.table import Table as GameTable


@dataclass(frozen=True)
class Draw:
    """A legal draw with the routes it could score.

    Attributes:
        type: type of the track.
        box: box of the track, as (column, row).
        ends: sides of the track's ends, one of TRACKS.
        pairs: pairs of planets that the draw could score, each with the boxes of its way.
        points: points of the longest of these routes, 0 without any.
        special: kind of special box that the track lies on, None for none.
        stars: points of a star under the track, which count at the end of the game.
    """

    type: str
    box: Box
    ends: str
    pairs: tuple[tuple[Pair, int], ...]
    points: int
    special: str | None
    stars: int = 0


Places = list[tuple[int, int]]
"""Draws as pairs: the index of the track in TRACKS, and the cell of its box."""


def places_of(table: GameTable, trader: int) -> Places:
    """Return all legal draws of a trader, by track, then box in reading order.

    Args:
        table: one game before the draws.
        trader: seat of the trader, from 0.
    """
    legal, space = TraderView(table, trader, GAME).legal(), table.board.space
    return [(track, cell) for track in range(len(TRACKS)) for cell in space.listed(legal[track])[1].tolist()]


def scored_by(table: GameTable, trader: int, places: Places) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int16]]:
    """Try draws side by side, and return which pairs each could score, and the boxes of their ways.

    Both have the shape (draws, pairs). Boxes of pairs that a draw cannot score are 0.

    Args:
        table: one game before the draws.
        trader: seat of the trader, from 0.
        places: the draws, at least one.
    """
    tracks, cells = (np.array(one) for one in zip(*places, strict=True))
    # One copy of the game for each draw, so that the engine tries all of them in one call.
    games = np.arange(len(places))
    copies = table.take(np.zeros(len(places), np.intp))
    drawn = draw(copies, trader, games, tracks, cells)
    free = may_be_scored(copies, trader, DrawEffect(games, cells, drawn.joined))
    return free, lengths_of(copies, trader, games, free)


def draws(now: Position, trader: int) -> list[Draw]:
    """Return all legal draws of a trader, by track, then box in reading order.

    Args:
        now: position before the draw; if its game is over, there are no draws.
        trader: number of the trader, from 1.
    """
    table, seat = now.table, now.seat(trader)
    if now.over:
        return []
    places = places_of(table, seat)
    if not places:
        return []
    free, lengths = scored_by(table, seat, places)
    pairs, legal = now.galaxy.pairs, []
    for lane, (track, cell) in enumerate(places):
        closes = tuple((pairs[number], int(lengths[lane, number])) for number in np.flatnonzero(free[lane]))
        code = int(table.board.special[cell])
        legal.append(
            Draw(
                TYPES[TYPE[track]],
                table.board.space.box(cell),
                TRACKS[track],
                closes,
                max((boxes for _, boxes in closes), default=0),
                SPECIALS[code - 1] if code else None,
                table.board.star_points * (code == STAR),
            )
        )
    return legal


def best_by_type(legal: Sequence[Draw]) -> dict[str, int]:
    """Return the most points that a track of each type scores at once."""
    return {kind: max((one.points for one in legal if one.type == kind), default=0) for kind in TYPES}


def expectation(by_type: dict[str, int], rolls: dict[tuple[str, ...], Fraction]) -> Fraction:
    """Return the mean points of the best type shown, over all rolls."""
    each = (chance * max(by_type[kind] for kind in kinds) for kinds, chance in rolls.items())
    return sum(each, Fraction(0))


BUDGET = 2_000
"""Default number of states examined for all draws of a position; after these, only one extra track is followed."""
NOTHING = Fraction(0)


class Score(NamedTuple):
    """A pending step of a turn: one of the newly joined pairs is scored.

    Attributes:
        joined: (1, pairs) pairs that the draw newly joined.
    """

    joined: npt.NDArray[np.bool_]


class Add(NamedTuple):
    """A pending step of a turn: an extra track may be drawn.

    Attributes:
        code: code of the special box that gives it, ROCKET or ASTEROID.
    """

    code: int


Todo = tuple[Score | Add, ...]
"""Pending steps of a turn, the next one last."""


@dataclass
class Extras:
    """Search for the best use of extra tracks in one turn of a trader.

    Attributes:
        trader: seat of the trader, from 0.
        faces: number of faces of the drafted die by type, None if no die is known.
        left: number of states that may still be examined.
        bounded: whether the last search ran out of states, which makes its value a lower bound.
        known: by examined state, its value, and whether the value is a lower bound.
    """

    trader: int
    faces: tuple[int, ...] | None
    left: int = 0
    bounded: bool = False
    known: dict[Any, tuple[Fraction, bool]] = field(default_factory=dict)

    def of_draw(self, table: GameTable, track: int, cell: int, budget: int = BUDGET) -> Fraction:
        """Return the mean route points of a turn that begins with this draw, under best play.

        Args:
            table: one game before the draw.
            track: number of the track.
            cell: cell of its box.
            budget: largest number of states to examine.
        """
        self.left, self.bounded = budget, False
        # Lower bounds may be due to a smaller budget, so they are searched again.
        self.known = {key: value for key, value in self.known.items() if not value[1]}
        return self._drawn(table, track, cell, (), extra=False)

    def _drawn(self, table: GameTable, track: int, cell: int, rest: Todo, extra: bool) -> Fraction:
        """Return the mean points of this turn from a drawn track on: for its route and for the effect of its box."""
        switches, after = table.board.switches, table.take(GAME)
        drawn = draw(after, self.trader, GAME, np.array([track]), np.array([cell]))
        route = (Score(drawn.joined),) if drawn.joined.any() else ()
        code = int(table.board.special[cell])
        adds = code in (ROCKET, ASTEROID) and (not extra or switches.chains == "yes")
        more = (Add(code),) if adds else ()
        # The last step is taken first.
        order = (*more, *route) if switches.special_order == "score_first" else (*route, *more)
        return self._go_on(after, (*rest, *order))

    def _go_on(self, table: GameTable, todo: Todo) -> Fraction:
        """Return the mean points of everything that is still to be done in the turn."""
        if not todo or bool(table.over[0]):
            return NOTHING
        *rest, now = todo
        if isinstance(now, Score):
            return self._score(table, now, tuple(rest))
        return self._add(table, now, tuple(rest))

    def _score(self, table: GameTable, now: Score, rest: Todo) -> Fraction:
        """Return the mean points after the best choice of a pair to score, or of no pair where the rules allow that.

        If nothing else is pending, the choice cannot matter later, so the longest pair is taken without a search.
        """
        free = may_be_scored(table, self.trader, DrawEffect(GAME, GAME, now.joined))
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
        """Return the mean points with the best extra track, or without one if that is better.

        States that were examined before are looked up.
        """
        # All that decides the rest of the turn; points made so far do not.
        pending = tuple(one.joined.tobytes() if isinstance(one, Score) else one.code for one in rest)
        key = now.code, pending, *(getattr(table, name).tobytes() for name in ("ends", "empty", "by"))
        if key not in self.known:
            # `bounded` is noted for this state alone, so that exact values of other states stay exact.
            before, self.bounded = self.bounded, False
            self.known[key] = self._best(table, now, rest), self.bounded
            self.bounded |= before
        points, bounded = self.known[key]
        self.bounded |= bounded
        return points

    def _best(self, table: GameTable, now: Add, rest: Todo) -> Fraction:
        """Return the mean points of the rest of the turn with the best extra track, or without one if that is better.

        For a rocket this is the best track of any type. For an asteroid it is the mean, over the rolls of the die, of
        the best track of the type that the die shows.
        """
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
        """Yield the type of each legal extra track, and the mean points of this turn from that track on.

        A type is yielded once for every legal track and box.
        """
        special, listed = table.board.special, places_of(table, self.trader)
        if now.code == ASTEROID and self.faces is not None:
            listed = [(track, cell) for track, cell in listed if self.faces[TYPE[track]]]
        # Draws that set off more are searched one by one; all others are tried side by side.
        apart = [place for place in listed if rest or special[place[1]] in (ROCKET, ASTEROID)]
        if apart and self.left <= 0:
            self.bounded, apart = True, []
            listed = [] if rest else listed
        for track, cell in apart:
            yield int(TYPE[track]), self._drawn(table, track, cell, rest, extra=True)
        tried = set(apart)
        plain = [place for place in listed if place not in tried]
        longest = scored_by(table, self.trader, plain)[1].max(axis=1, initial=0).tolist() if plain else []
        for (track, _), points in zip(plain, longest, strict=True):
            yield int(TYPE[track]), Fraction(points)


EXTRAS = ("rocket", "asteroid")
"""Kinds of special boxes that give an extra track."""
MOST = 3
DRAWS = [
    Column(name) for name in ("type", "column", "row", "ends", "points", "pairs", "special", "turn_points", "at_least")
]
BEST = [
    Column("box", COLUMN_ROW, WORD, BOX_EXPLAINED),
    Column("ends", "ends", explanation=ENDS_EXPLAINED),
    Column("points", "points", COUNT, "points that the draw scores at once, for the longest route that it closes"),
    Column("pairs", "pairs joined", explanation="pairs of planets that the draw joins (boxes on the way)"),
    Column("special", "special box"),
]


class Extra(NamedTuple):
    """Mean points of a whole turn, with its extra tracks.

    Attributes:
        points: mean route points of the turn.
        more: the part of these points that the first draw does not score at once.
        bounded: whether both are lower bounds, because the budget of states was used up or an asteroid's die is not
            known.
    """

    points: Fraction
    more: Fraction
    bounded: bool


@dataclass(frozen=True, repr=False)
class PointsNow(Described):
    """Points that the trader whose turn it is can score, for each draw and each roll.

    Points are those of the route that a draw scores at once; the points of stars count at the end of the game.

    Attributes:
        position: position before the draw.
        trader: number of the trader, from 1.
        dice: colours of the dice.
        budget: number of states examined for extra tracks; values that need more are marked as lower bounds.
        most: number of draws of each type that the tables show.
    """

    position: Position
    trader: int
    dice: tuple[str, ...]
    budget: int = BUDGET
    most: int = MOST

    @cached_property
    def draws(self) -> list[Draw]:
        """All legal draws, by track, then box in reading order."""
        return draws(self.position, self.trader)

    @cached_property
    def by_type(self) -> dict[str, int]:
        """Most points that a track of each type scores at once."""
        return best_by_type(self.draws)

    @property
    def expected(self) -> Fraction:
        """Mean points before the roll if the trader picks first: over all rolls, the points of the best type shown."""
        return expectation(self.by_type, shown(self.dice, self.position.galaxy.dice))

    @property
    def table_dice(self) -> tuple[tuple[str, str], ...]:
        """Colour and type of each die on the table; empty before the roll."""
        turn = self.position.turn
        return tuple((colour, kind) for colour, kind in turn.dice if kind) if turn else ()

    def turn(self, draw: Draw, colour: str | None = None) -> Extra:
        """Return the mean points of a whole turn that begins with this draw, extra tracks included.

        Args:
            draw: one of `draws`.
            colour: colour of the drafted die, which asteroids roll again; without it asteroids bring nothing, and the
                result says that it is a lower bound.
        """
        if draw.special not in EXTRAS:
            return Extra(Fraction(draw.points), Fraction(0), False)
        key = draw.box, draw.ends, colour
        if key not in self._turns:
            extras, now = self._extras(colour), self.position.table
            # Draws with extra tracks share the budget equally.
            share = self.budget // sum(one.special in EXTRAS for one in self.draws)
            points = extras.of_draw(now, TRACKS.index(draw.ends), now.board.space.cell(draw.box), share)
            self._turns[key] = Extra(points, points - draw.points, extras.bounded)
        return self._turns[key]

    @cached_property
    def _turns(self) -> dict[Any, Extra]:
        """Points of whole turns that were computed before, by draw and colour of die."""
        return {}

    def _extras(self, colour: str | None) -> Extras:
        """Return the search for extra tracks after a die was taken; cached with the states that it examined."""
        if colour not in self._askers:
            faces = None if colour is None else self.position.galaxy.faces_of(colour)
            self._askers[colour] = Extras(self.position.seat(self.trader), faces)
        return self._askers[colour]

    @cached_property
    def _askers(self) -> dict[str | None, Extras]:
        """Searches for extra tracks by colour of the die that was taken."""
        return {}

    def die_for(self, kind: str) -> str | None:
        """Return the colour of the die with which a track of a type is drawn.

        This is the first die on the table that shows the type, else the first of `dice` that can; None if none can.
        """
        showing = [colour for colour, die_kind in self.table_dice if die_kind == kind]
        faces = self.position.galaxy.faces_of
        may = (colour for colour in self.dice if faces(colour)[TYPES.index(kind)])
        return showing[0] if showing else next(may, None)

    def extra(self, draw: Draw, colour: str | None = None) -> Fraction | None:
        """Return the mean points that extra tracks bring in this turn, besides those of the draw, under best play.

        Extra tracks that set off further ones are followed to their end; `turn` shows whether that was cut short.

        Args:
            draw: one of `draws`.
            colour: colour of the drafted die, which an asteroid rolls again.

        Returns:
            The points; None for draws that lie on no rocket or asteroid, and for an asteroid without `colour`.
        """
        if draw.special not in EXTRAS or (draw.special == "asteroid" and colour is None):
            return None
        return self.turn(draw, colour).more

    def asteroids(self) -> dict[str, dict[str, Fraction]]:
        """Return the chance of each type on an asteroid's roll, by colour of die."""
        galaxy = self.position.galaxy
        return {
            colour: {kinds[0]: chance for kinds, chance in shown([colour], galaxy.dice).items()}
            for colour in dict.fromkeys(self.dice)
        }

    def ranked(self, kind: str, most: int = MOST) -> list[Draw]:
        """Return the draws of a type that bring most points in the whole turn, the best first.

        Extra tracks count; stars decide between draws that are otherwise equal.

        Args:
            kind: type of track.
            most: number of draws returned at most.
        """
        of_kind, die = [one for one in self.draws if one.type == kind], self.die_for(kind)
        return sorted(of_kind, key=lambda one: (-self.turn(one, die).points, -one.points, -one.stars))[:most]

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per draw, as plain dicts."""
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
        """Return notes on the assumptions behind the points."""
        of_a_star = self.position.galaxy.rules.scoring["star_points"]
        points = f"The {of_a_star} points of a star count at the end of the game, so they are not included."
        extra = (
            "Extra tracks of rockets and asteroids are followed to their end, over every roll, for the most route "
            "points in this turn. Where no die on the table shows the type, an asteroid rolls the first die that has "
            "it."
        )
        more = named_setting("budget")
        cut = f"`at least`: after {self.budget:,} states, extra tracks were followed one step only (raise {more})."
        bounded = any(turn.bounded for turn in self._turns.values())
        limits = [extra] * bool(self._turns) + [cut] * bounded
        return [points, *limits, *self.position.galaxy.notes()]

    def description(self) -> Description:
        """Describe the position, the best draws of each type, and the worth of a roll."""
        draws = Table("draws", DRAWS, [Row(row) for row in self.rows()])
        parts = [draws, Lines(("", *self.position.drawing(), "")), *map(self._of_type, TYPES), *self._dice_in_words()]
        picks = f"; {self.position.names[self.trader - 1]} picks"
        return Description(self.position.heading(), picks, self._facts(), parts, self.notes())

    def _facts(self) -> dict[str, Any]:
        """Return the fields that only the answer's JSON form has."""
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
        """Return a table of the best draws of a type, or a sentence if there are none."""
        colours = [f" (on the table: {colour})" for colour, die_kind in self.table_dice if die_kind == kind]
        legal = sum(draw.type == kind for draw in self.draws)
        best = with_noun(self.by_type[kind], "point")
        title = f"{kind}{''.join(colours[:1])}: {legal} legal draws; the best scores {best} at once"
        rows = [Row(self._in_words(draw)) for draw in self.ranked(kind, self.most)]
        return Table("", BEST, rows, title) if rows else title

    def _in_words(self, draw: Draw) -> dict[str, Any]:
        """Return the row of a draw, with the points of its extra tracks in words."""
        special, colour = (draw.special or "").replace("_", " "), self.die_for(draw.type)
        if draw.special in EXTRAS:
            turn = self.turn(draw, colour)
            die = f" with the {colour} die" if draw.special == "asteroid" and colour else ""
            special += f", extra tracks {'at least ' * turn.bounded}{float(turn.more):.2f} points{die}"
        return vars(draw) | {"pairs": _pairs(draw), "special": special}

    def _dice_in_words(self) -> Iterator[str]:
        """Yield sentences on the dice on the table, the worth of a roll and the dice of asteroids."""
        if self.table_dice:
            best = max(self.by_type[kind] for _, kind in self.table_dice)
            on_table = ", ".join(map(" ".join, self.table_dice))
            yield f"On the table: {on_table}. The best draw scores {with_noun(best, 'point')} at once."
        dice = " and ".join(self.dice)
        yield (
            f"Before the roll of {dice}, the trader who picks first can expect {float(self.expected):.3f} points "
            f"({self.expected}) at once."
        )
        for die, chances in self.asteroids().items():
            faces = ", ".join(f"{kind} {chance}" for kind, chance in chances.items())
            yield f"An asteroid rolls the {die} die again: {faces}."


def _pairs(draw: Draw) -> str:
    """Return the pairs that a draw could score as text, each with its boxes."""
    return ", ".join(f"{one}-{other} ({boxes})" for (one, other), boxes in draw.pairs)


def points_now(
    position: Position | Galaxy | Mapping[str, Any] | str | Path,
    trader: int | None = None,
    dice: Sequence[str] | None = None,
    budget: int = BUDGET,
) -> PointsNow:
    """Return the points that a trader can score with each draw, exactly.

    `.by_type` holds the most points at once by type of track, `.expected` the mean before the roll if the trader
    picks first. Nothing is sampled.

    Args:
        position: position, galaxy, its file or its fields.
        trader: number of the trader, from 1. If None, the trader who picks in the position, or trader 1 if the position
            does not say who picks.
        dice: colours of the dice. If None, those on the table in the position, or the usual ones if it states none.
        budget: number of states examined for extra tracks.

    Raises:
        AnalyzerError: the game of the position is over, or an argument is wrong.

    >>> from analyzer import lorry
    >>> lorry.points_now(lorry.Position(lorry.default_galaxy()), trader=1).expected
    Fraction(0, 1)
    """
    position = load_position(position)
    turn = position.turn
    picks = trader if trader is not None else turn.picks if turn else 1
    if position.over:
        are = "is" if position.slots == 1 else "are"
        raise AnalyzerError(f"{position.name}: the game is over: {with_noun(position.slots, 'route')} {are} scored")
    if dice is None:
        dice = (
            tuple(colour for colour, _ in turn.dice)
            if turn and turn.dice
            else position.galaxy.dice_for(position.traders)
        )
    return PointsNow(
        position, position.seat(picks) + 1, colours(dice, position.galaxy.dice), whole_number(budget, "budget", 0)
    )
