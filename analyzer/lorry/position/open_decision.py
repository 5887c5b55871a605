"""Which decision is open at a position: what is said of the turn so far is done by the rules, up to what is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.errors import AnalyzerError
from analyzer.files.flaws import Flaw, Path
from analyzer.lorry.galaxy.boxes import Box
from analyzer.lorry.position.at_turn import Effect, SoFar
from analyzer.lorry.position.effects import wrong_effect
from analyzer.lorry.position.position import Drawn, Position
from analyzer.lorry.tracks import TRACKS, TYPE_OF, TYPES, track_of

DIE, BOX, PAIR, EXTRA, FILL = "die", "box", "pair", "extra", "fill"
"""What may be open: the die and its box; the box for the die that was taken; which pair is scored; an extra track, or
none; which box is filled, or none."""

NEEDS_BOTH = "a draw needs box and ends, e.g. box: [9, 2] for column 9, row 2, and ends: EW"


@dataclass(frozen=True)
class Open:
    """A decision that is open.

    position: as things are before it; kinds: the types of track that may be drawn; die: colour and type of the die
    that was taken, None while that is open; place: of a pair the box and the ends of its track; is_extra: whether it
    is about an extra track.
    """

    what: str
    position: Position
    kinds: tuple[str, ...] = ()
    die: tuple[str, str] | None = None
    place: tuple[Box, str] | None = None
    is_extra: bool = False

    @property
    def track(self) -> int:
        """Of a pair the number of its track."""
        return -1 if self.place is None else TRACKS.index(self.place[1])


def open_decision(position: Position) -> Open:
    """The first decision of the turn that the position does not say.

    Raises AnalyzerError where nothing is open, dice come first, or what was done so far is not allowed.
    """
    name, turn = position.name, position.turn
    if position.over:
        raise AnalyzerError(f"{name}: the game is over: nothing is left to decide")
    if turn is None or not turn.dice or not all(kind for _, kind in turn.dice):
        raise AnalyzerError(
            f"{name}: the file does not say who picks and what the dice show: add turn: {{picks: ..., dice: [...]}}"
        )
    return _Walk(position).open()


def turn_flaws(position: Position) -> list[Flaw]:
    """What is wrong with what was done so far in the turn at hand; [] if nothing."""
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
    """Nothing is to be decided here, though nothing is wrong."""


class _Walk:
    """A turn, done as far as it is said; path: where in the file that is."""

    def __init__(self, position: Position) -> None:
        assert position.turn is not None
        self.name, self.turn, self.now = position.name, position.turn, position.with_turn(None)
        self.path: Path = ("turn",)
        self.switches = position.table.board.switches

    def open(self) -> Open:
        """The first decision that is not said."""
        so_far = self.turn.so_far
        kinds = tuple(dict.fromkeys(kind for _, kind in self.turn.dice))
        if so_far.box is None and (so_far.ends or so_far.score or so_far.then):
            raise AnalyzerError("what was drawn needs its box: write box: [column, row], or leave the rest out")
        if so_far.die is None and so_far.box is None:
            return Open(DIE, self.now, kinds)
        die = self._die(so_far)
        if so_far.box is None:
            return Open(BOX, self.now, (die[1],), die)
        pending = self._drawn(so_far, die, ("turn",), die[1])
        if isinstance(pending, Open):
            return pending
        for number, effect in enumerate(so_far.then):
            self.path = ("turn", "then", number)
            pending = self._effect(effect, die, pending, is_last=number + 1 == len(so_far.then))
            if isinstance(pending, Open):
                return pending
        self.path = ("turn",)
        return self._after(pending, die)

    def _die(self, so_far: SoFar) -> tuple[str, str]:
        """Colour and type of the die that was taken."""
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

    def _drawn(self, done: SoFar | Effect, die: tuple[str, str], path: Path, kind: str | None) -> Open | str | None:
        """Draw a track; the special box it lies on, or the open decision which pair is scored.

        kind: of what type it must be, None for any.
        """
        self.path = (*path, "box")
        ends = track_of(done.ends or "")
        if done.box is None or ends is None:
            raise AnalyzerError(NEEDS_BOTH)
        if kind is not None and TYPE_OF[ends] != kind:
            raise AnalyzerError(f"{ends} is a {TYPE_OF[ends]}, but the die shows a {kind}")
        drawn: Drawn = self.now.draw(self.turn.picks, done.box, ends, done.score)
        is_open = len(drawn.free) > (self.switches.scoring_forced == "yes")
        if done.score is None and is_open and self.switches.special_order == "score_first":
            is_extra = path != ("turn",)
            return Open(PAIR, self.now, (TYPE_OF[ends],), die, (done.box, ends), is_extra)
        self.now = drawn.position
        return drawn.special

    def _effect(self, effect: Effect, die: tuple[str, str], pending: str | None, *, is_last: bool) -> Open | str | None:
        """What a special box set off; the special box it comes to, or the open decision."""
        wrong = wrong_effect(effect, pending, self.now.galaxy, die[0])
        if wrong:
            raise AnalyzerError(wrong)
        if effect.fill is not None:
            self.now = self.now.fill(effect.fill)
            return None
        if effect.box is not None:
            drawn = self._drawn(effect, die, self.path, effect.shows)
            return drawn if isinstance(drawn, Open) or self.switches.chains == "yes" else None
        return self._extra((effect.shows,), die) if effect.shows is not None and is_last else None

    def _after(self, pending: str | None, die: tuple[str, str]) -> Open:
        """The decision that is left behind all that is said."""
        if self.now.over or pending in (None, "star"):
            raise NothingOpen(f"{self.name}: all of this turn is done: nothing is open")
        if pending == "asteroid":
            raise NothingOpen(
                f"{self.name}: the asteroid rolls the {die[0]} die again first: write then: [{{shows: ...}}]"
            )
        self._refuse_late_scoring()
        return Open(FILL, self.now, (), die) if pending == "black_hole" else self._extra(TYPES, die)

    def _extra(self, kinds: Sequence[str], die: tuple[str, str]) -> Open:
        self._refuse_late_scoring()
        return Open(EXTRA, self.now, tuple(kinds), die, is_extra=True)

    def _refuse_late_scoring(self) -> None:
        if self.switches.special_order != "score_first":
            raise NothingOpen(
                f"{self.name}: with special_order: special_first only the draw itself can be judged: leave out what "
                "was done in this turn"
            )
