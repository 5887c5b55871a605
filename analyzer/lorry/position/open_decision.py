"""The open decision at a position: the first choice of the turn that the position leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from analyzer.errors import AnalyzerError
from analyzer.files.flaws import Flaw, Path
from analyzer.lorry.galaxy.boxes import Box, Pair
from analyzer.lorry.position.effects import ROLLED, Effect, Score, SoFar, scores_later, wrong_effect
from analyzer.lorry.position.position import Drawn, Position
from analyzer.lorry.tables import TRACKS, TYPE_OF, TYPES, track_of

DIE, BOX, PAIR, EXTRA, FILL = "die", "box", "pair", "extra", "fill"
"""Kinds of open decisions.

DIE: the die and its box. BOX: the box for the die that was taken. PAIR: the pair that is scored. EXTRA: an extra track,
or none. FILL: the box that is filled, or none.
"""

Place = tuple[Box, str]
"""The box and the ends of a track."""
NEEDS_BOTH = "a draw needs box and ends, e.g. box: [9, 2] for column 9, row 2, and ends: EW"


@dataclass(frozen=True)
class OpenDecision:
    """The decision that a trader has to make next in a turn.

    Attributes:
        what: The kind of decision.
        position: The position before it.
        kinds: The types of track that may be drawn.
        die: Colour and type of the die that was taken; None if that is open.
        place: For a pair, the box and the ends of its track.
        is_extra: Whether the decision is about an extra track.
        waiting: With the switch `special_order: special_first`, the pairs that each earlier track of this turn joined,
            the first track first. One pair of each track is scored after the effects.
    """

    what: str
    position: Position
    kinds: tuple[str, ...] = ()
    die: tuple[str, str] | None = None
    place: Place | None = None
    is_extra: bool = False
    waiting: tuple[tuple[Pair, ...], ...] = ()

    @property
    def track(self) -> int:
        """The index in TRACKS of the track whose pair is to be scored; -1 for other decisions."""
        return -1 if self.place is None else TRACKS.index(self.place[1])


def open_decision(position: Position) -> OpenDecision:
    """Return the first decision of the turn that the position leaves open.

    Raises:
        AnalyzerError: The game is over, the dice are missing, or the part of the turn that is stated as played breaks a
            rule.
        NothingOpen: The whole turn is stated as played, or an asteroid's die must be rolled first.
    """
    name, turn = position.name, position.turn
    if position.over:
        raise AnalyzerError(f"{name}: the game is over: nothing is left to decide")
    if turn is None or not turn.dice or not all(kind for _, kind in turn.dice):
        raise AnalyzerError(
            f"{name}: the file does not say who picks and what the dice show: add both, e.g. "
            "turn: {picks: 1, dice: [white curve, orange straight]}"
        )
    return _Walk(position).open()


def turn_flaws(position: Position) -> list[Flaw]:
    """Return the flaws of the part of the turn that the position says is already played; [] if there are none."""
    if position.turn is None or position.turn.so_far == SoFar():
        return []
    walk = _Walk(position)
    try:
        walk.open()
    except NothingOpen:
        return []
    except AnalyzerError as error:
        return [Flaw(walk.path, str(fault)) for fault in error.faults]
    return []


class NothingOpen(AnalyzerError):
    """Error: the position is legal, but leaves no decision open."""


class AsteroidFirst(NothingOpen):
    """Error: an asteroid's die must be rolled before anything can be decided."""


class WaitingTrack(NamedTuple):
    """A track whose route is scored after the effect of its box.

    Attributes:
        place: The box and the ends of the track.
        joined: The pairs of planets that the track joined.
        score: The pair that the file says is scored.
    """

    place: Place
    joined: tuple[Pair, ...]
    score: Score


class _Walk:
    """Replay of the part of a turn that the position says is already played.

    Attributes:
        now: The position so far.
        path: The path of the current field in the file, for error messages.
        waiting: The tracks whose routes are scored later in the turn.
    """

    def __init__(self, position: Position) -> None:
        assert position.turn is not None
        self.name, self.turn, self.now = position.name, position.turn, position.with_turn(None)
        self.path: Path = ("turn",)
        self.switches = position.table.board.switches
        self.waiting: list[WaitingTrack] = []

    def open(self) -> OpenDecision:
        """Play the part of the turn that the position says is played, and return the first open decision."""
        so_far = self.turn.so_far
        kinds = tuple(dict.fromkeys(kind for _, kind in self.turn.dice))
        if so_far.box is None and (so_far.ends or so_far.score or so_far.then):
            raise AnalyzerError("what was drawn needs its box: write box: [column, row], or leave the rest out")
        if so_far.die is None and so_far.box is None:
            return OpenDecision(DIE, self.now, kinds)
        die = self._die(so_far)
        if so_far.box is None:
            return OpenDecision(BOX, self.now, (die[1],), die)
        pending = self._drawn(so_far, die, ("turn",), die[1])
        if isinstance(pending, OpenDecision):
            return pending
        for number, effect in enumerate(so_far.then):
            self.path = ("turn", "then", number)
            pending = self._effect(effect, die, pending, is_last=number + 1 == len(so_far.then))
            if isinstance(pending, OpenDecision):
                return pending
        self.path = ("turn",)
        return self._after(pending, die)

    def _die(self, so_far: SoFar) -> tuple[str, str]:
        """Return colour and type of the die that was taken."""
        self.path = ("turn", "die")
        ends = track_of(so_far.ends or "")
        kind = so_far.die or (TYPE_OF[ends] if ends else "")
        if not kind:
            raise AnalyzerError(NEEDS_BOTH)
        if kind not in TYPES:
            raise AnalyzerError(f"no track {kind!r} on a die: write die: with one of {', '.join(TYPES)}")
        table = ", ".join(" ".join(die) for die in self.turn.dice)
        colour = next((colour for colour, shows in self.turn.dice if shows == kind), None)
        if colour is None:
            raise AnalyzerError(f"no die on the table shows {kind}: there are {table}")
        return colour, kind

    def _drawn(
        self, done: SoFar | Effect, die: tuple[str, str], path: Path, kind: str | None
    ) -> OpenDecision | str | None:
        """Draw a track, score its route unless that is done after the effects, and return what comes next.

        This is the open decision if the trader may choose the pair and the file does not state it. Else it is the kind
        of the special box in which the track lies, None for an ordinary box.

        Args:
            done: The track as the file states it.
            die: Colour and type of the die that was taken.
            path: The track's place in the file, for error messages.
            kind: The type that the track must have; None for any.
        """
        self.path = (*path, "box")
        ends = track_of(done.ends or "")
        if done.box is None or ends is None:
            raise AnalyzerError(NEEDS_BOTH)
        if kind is not None and TYPE_OF[ends] != kind:
            raise AnalyzerError(f"{ends} is a {TYPE_OF[ends]}, but the die shows a {kind}")
        is_extra = path != ("turn",)
        laid = self.now.lay(self.turn.picks, done.box, ends)
        if scores_later(laid.position.table, done.box, is_extra=is_extra):
            self.waiting.append(WaitingTrack((done.box, ends), tuple(laid.joined), done.score))
            self.now = laid.position
            return laid.special
        drawn = laid.position.score_joined(self.turn.picks, laid.joined, done.score)
        if done.score is None and self._is_choice(drawn):
            return self._open(PAIR, (TYPE_OF[ends],), die, (done.box, ends), is_extra=is_extra)
        self.now = drawn.position
        return laid.special

    def _effect(
        self, effect: Effect, die: tuple[str, str], pending: str | None, *, is_last: bool
    ) -> OpenDecision | str | None:
        """Carry out an effect as the file states it, and return what comes next.

        This is the open decision, if the effect leaves one; ROLLED if only an asteroid's roll was stated; or the kind
        of the special box whose effect follows. None means that no effect follows.
        """
        wrong = wrong_effect(effect, pending, self.now.galaxy, die[0])
        if wrong:
            raise AnalyzerError(wrong)
        if effect.fill is not None:
            self.now = self.now.fill(effect.fill)
            return None
        if effect.box is not None:
            drawn = self._drawn(effect, die, self.path, effect.shows)
            return drawn if isinstance(drawn, OpenDecision) or self.switches.chains == "yes" else None
        if effect.shows is None:
            return None
        return self._extra((effect.shows,), die) if is_last else ROLLED

    def _after(self, pending: str | None, die: tuple[str, str]) -> OpenDecision:
        """Return the open decision after all recorded effects of special boxes."""
        if self.now.over or pending in (None, "star"):
            pair = self._score_waiting(die)
            if pair is not None:
                return pair
            raise NothingOpen(f"{self.name}: all of this turn is done: nothing is open")
        if pending == "asteroid":
            raise AsteroidFirst(
                f"{self.name}: the asteroid rolls the {die[0]} die again first: write then: [{{shows: ...}}]"
            )
        return self._open(FILL, (), die) if pending == "black_hole" else self._extra(TYPES, die)

    def _extra(self, kinds: Sequence[str], die: tuple[str, str]) -> OpenDecision:
        """Return the open decision on an extra track of some types."""
        return self._open(EXTRA, tuple(kinds), die, is_extra=True)

    def _open(
        self,
        what: str,
        kinds: tuple[str, ...],
        die: tuple[str, str],
        place: Place | None = None,
        *,
        is_extra: bool = False,
    ) -> OpenDecision:
        """Return the open decision of a kind at the position so far."""
        return OpenDecision(what, self.now, kinds, die, place, is_extra, tuple(one.joined for one in self.waiting))

    def _is_choice(self, drawn: Drawn) -> bool:
        """Return whether the trader may choose the pair that is scored."""
        # A single pair is a choice, too, if the trader may decline it.
        return len(drawn.free) > (self.switches.scoring_forced == "yes")

    def _score_waiting(self, die: tuple[str, str]) -> OpenDecision | None:
        """Score the waiting tracks, the last one first, and return the open decision on a pair, if there is one."""
        self.path = ("turn", "score")
        while self.waiting:
            last = self.waiting[-1]
            drawn = self.now.score_joined(self.turn.picks, last.joined, last.score)
            if last.score is None and self._is_choice(drawn):
                return self._open(PAIR, (TYPE_OF[last.place[1]],), die, last.place)
            self.now = drawn.position
            self.waiting.pop()
        return None
