"""The lone race: two planets, alone on an empty galaxy, all dice rolled each turn, any one of them drawn or none.

A measure of how hard two planets are to join, not a rule of the game: special boxes and surplus ends count for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from analyzer.errors import whole_number
from analyzer.lorry.galaxy.boxes import Pair
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike, load_galaxy
from analyzer.lorry.questions.dice.rolls import colours
from analyzer.lorry.questions.routes.heads import Heads, Odds, heads, odds
from analyzer.lorry.questions.routes.single_head import Turns, chance_of, mean_of, turns_to, ways_within
from analyzer.lorry.questions.routes.two_heads import LONGEST, TwoHeads

USUAL = ("white", "orange")


@dataclass(frozen=True)
class LoneRace:
    """Two planets of a galaxy, some dice, and a way that grows at one end, begun at either planet."""

    galaxy: Galaxy
    pair: Pair
    dice: tuple[str, ...]

    @property
    def boxes(self) -> int | None:
        """The fewest that join them; None where nothing does."""
        return self.galaxy.fewest_boxes(*self.pair)

    @property
    def _odds(self) -> Odds:
        return odds(self.dice, self.galaxy.dice)

    @property
    def _heads(self) -> Heads:
        return heads(self.galaxy)

    def _starts(self) -> list[tuple[int, int]]:
        """Every first head, with the planet to which it leads."""
        one, other = self.pair
        return [(head, to) for start, to in ((one, other), (other, one)) for head in self._heads.begin(start)]

    @cached_property
    def expected_turns(self) -> Turns:
        """The mean number of turns until they are joined, under best play; None where they never are."""
        own, straight, curve = self._heads, [], []

        def behind(after: int, to: int) -> Turns:
            return Fraction(0) if after == -1 - to else turns_to(own, to, self._odds)[after] if after >= 0 else None

        for head, to in self._starts():
            straight.append(behind(own.straight[head], to))
            curve += [behind(own.left[head], to), behind(own.right[head], to)]
        return mean_of(_least(straight), _least(curve), self._odds)

    def within(self, turns: int) -> Fraction:
        """The greatest chance to have them joined after so many turns, with every turn played to that end."""
        turns = whole_number(turns, "turns", 0, LONGEST)
        own, one, other = self._heads, *self.pair
        ways, done = 0, 1
        both = {to: ways_within(own, to, self._odds, turns) for to in (one, other)}
        for number in range(turns):
            now = {to: counted[number] for to, counted in both.items()}
            straight = curve = 0
            for head, to in self._starts():
                reached = [
                    done if after == -1 - to else now[to][after] if after >= 0 else 0
                    for after in (own.straight[head], own.left[head], own.right[head])
                ]
                straight, curve = max(straight, reached[0]), max(curve, *reached[1:])
            ways = chance_of(ways, straight, curve, self._odds)
            done *= self._odds.all
        return Fraction(ways, done)

    @cached_property
    def both_heads(self) -> TwoHeads:
        """The better figure: the way may grow at both planets until its ends meet; `.expected_turns`, `.within(14)`,
        in floating point."""
        return TwoHeads(self.galaxy, self.pair, self._odds)

    @property
    def points_a_turn(self) -> float | None:
        """The points of the shortest way for each turn that joining them takes."""
        turns = self.expected_turns
        return None if self.boxes is None or turns is None else float(self.boxes / turns)

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types."""
        turns = self.expected_turns
        return {
            "planets": list(self.pair),
            "boxes": self.boxes,
            "expected_turns": None if turns is None else float(turns),
            "both_heads": self.both_heads.expected_turns,
            "points_a_turn": self.points_a_turn,
        }


def _least(every: Iterable[Turns]) -> Turns:
    return min((turns for turns in every if turns is not None), default=None)


def lone_race(galaxy: GalaxyLike, first: int, second: int, dice: Sequence[str] = USUAL) -> LoneRace:
    """How long it takes to join two planets alone: `.expected_turns`, `.within(14)`, and both of `.both_heads`.

    Alone on the empty galaxy all dice are rolled each turn; any one may extend the single head of a way that begins at
    either planet (a straight track goes on, a curve turns, a branch or crossing does any of the three), or the turn is
    wasted. Other planets block; special boxes and surplus ends count for nothing. Exact, as fractions. Raises
    AnalyzerError for planets or dice that are none.

    >>> from analyzer import lorry
    >>> short = lorry.Galaxy.from_dict({"columns": 3, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [3, 2]}})
    >>> lorry.lone_race(short, 1, 2, dice=["white"]).expected_turns     # a straight or a branch
    Fraction(3, 2)
    """
    where = load_galaxy(galaxy)
    return LoneRace(where, where.pair(first, second), colours(dice, where.dice))
