"""The candidates of a decision against one another: games are played on behind each until it is clear which is best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from analyzer.answers.advice import ranked
from analyzer.answers.rollouts import Rollouts, Values
from analyzer.lorry.captains.imagined import DECLINED, Totals
from analyzer.lorry.captains.thinker import goal_of
from analyzer.lorry.questions.advise.answer import GOALS, Advice, Choice, in_words
from analyzer.lorry.questions.advise.moment import Candidate, Moment
from analyzer.lorry.questions.exact.upper_bound import most_still
from analyzer.lorry.tracks import TRACKS, TYPE_OF, TYPES
from analyzer.lorry.turn.board import TYPE

FEWEST = 50
"""Games before anything is dropped."""


class Contest:
    """Candidates, and their `rollouts`.

    most: how many candidates are tried, among them always `chosen`, the captain's choice, and that of nothing; besides
    them all that score a route; chosen: what was decided, which is never dropped.
    """

    def __init__(self, moment: Moment, goal: str, most: int, chosen: Candidate | None = None) -> None:
        every = moment.candidates()
        self.moment, self.goal = moment, goal
        self.legal = len({(one.track, one.cell, one.kind) for one in every})
        captains, own = number_of(every, moment.chosen), None if chosen is None else number_of(every, chosen)
        none = {number for number, one in enumerate(every) if one.cell < 0}
        numbers = _screened(every, most, {captains, *none, *([] if own is None else [own])})
        self.candidates = [every[number] for number in numbers]
        self.whole: tuple[int, ...] = () if own is None else (numbers.index(own),)
        exact = [number for number, one in enumerate(self.candidates) if one.final is not None]
        wanted, captain = GOALS[goal], numbers.index(captains)
        self.rollouts = Rollouts(len(numbers), self._play, wanted, captain, fewest=FEWEST, exact=exact)
        self._ahead: dict[tuple[int, int, int], Totals] = {}

    def run(self, many: int, progress: Callable[[int], None] | None = None, first: int = 0) -> Contest:
        """Play until the best is clear, so many games behind each at most, the first of that number; itself."""
        self.rollouts.run(many, progress, first=first, whole=self.whole)
        return self

    def _play(self, option: int, first: int, many: int) -> dict[str, Values]:
        """By goal what those games behind a candidate come to; they are played side by side with those of the others,
        which are asked for next. None is played behind a draw that ends the game."""
        final = self.candidates[option].final
        if final is not None:
            return self._by_goal(np.repeat(np.array(final, np.int64)[:, None], many, axis=1))
        if (option, first, many) not in self._ahead:
            left = self.rollouts.left
            others = [
                one for one in left if len(left) > 1 and self.rollouts.trials(one) == self.rollouts.trials(option)
            ]
            together = sorted({option, *others, *self.whole} - self.rollouts.exact)
            totals = self.moment.totals([self.candidates[one] for one in together], first, many)
            self._ahead = {(one, first, many): totals[:, :, place] for place, one in enumerate(together)}
        return self._by_goal(self._ahead.pop((option, first, many)))

    def _by_goal(self, totals: Totals) -> dict[str, Values]:
        """Totals (traders, games) as what the trader wants; alone every game counts as won."""
        by_goal: dict[str, Values] = {goal: goal_of(totals, self.moment.trader, goal) for goal in GOALS}
        return by_goal | {"won": np.ones(totals.shape[1], np.int64)} if len(totals) == 1 else by_goal

    def advice(self, many: int) -> Advice:
        """What it came to, of so many games at most."""
        moment = self.moment
        plain = [self.plain(one) for one in self.candidates]
        words = [in_words(moment.open.what, value) for value in plain]

        def choice(value: Candidate, **known: object) -> Choice:
            also = {"score": value.score / 10, "scores": value.scores, "final": value.final}
            return Choice(value=self.plain(value), **also, **known)  # type: ignore[arg-type]

        options = ranked(self.rollouts, words, self.candidates, GOALS, choice)
        captain = moment.judge.captain.name
        at_most = None
        if moment.turns is not None:
            at_most = int((moment.now.table.totals[0] + most_still(moment.now.table, 0, moment.turns))[0])
        settings = moment.before, moment.trader + 1, captain, many, self.goal, self.legal, moment.turns, at_most
        advice = Advice(*settings, options, moment.open.what, seed=moment.seed)
        if moment.turns is not None:
            return advice
        wins_more, widest = self._by_other_goals(advice)
        return replace(advice, wins_more=wins_more, widest=widest)

    def _by_other_goals(self, advice: Advice) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
        """Return which options clearly win more often than the best, and which of the best have the largest margin."""
        if self.goal != "won":
            best = self.rollouts.best
            more = [one for one in advice.options if self._is_above(self._number(one), best, "won")]
            return self._leaders(more, "won"), ()
        together = tuple(advice.together)
        widest = self._leaders(together, "margin")
        return (), widest if len(widest) < len(together) else ()

    def _leaders(self, options: Sequence[Choice], goal: str) -> tuple[Choice, ...]:
        """Return the option with the most of a goal, and those that are not clearly below it, the most first."""
        if not options:
            return ()
        first, *others = sorted(options, key=lambda one: -one.results[goal].mean)
        most = self._number(first)
        return (first, *(one for one in others if not self._is_above(most, self._number(one), goal)))

    def _is_above(self, one: int, other: int, goal: str) -> bool:
        return one != other and self.rollouts.above(one, other, GOALS[goal]).low > 0

    def _number(self, option: Choice) -> int:
        return next(number for number, one in enumerate(self.candidates) if self.plain(one) == option.value)

    def best(self) -> Candidate:
        """Return the candidate that is best so far."""
        return self.candidates[self.rollouts.best]

    def plain(self, candidate: Candidate) -> dict[str, object]:
        """A candidate in plain types."""
        ends = TRACKS[candidate.track] if candidate.track >= 0 else None
        pairs, space = self.moment.position.galaxy.pairs, self.moment.now.table.board.space
        return {
            "type": TYPE_OF[ends] if ends else TYPES[candidate.kind] if candidate.kind >= 0 else None,
            "box": None if candidate.cell < 0 else space.box(candidate.cell),
            "ends": ends,
            "pair": pairs[candidate.pair] if candidate.pair >= 0 else None,
            "declines": candidate.pair == DECLINED,
        }


def number_of(candidates: Sequence[Candidate], wanted: Candidate) -> int:
    """The place of the candidate that draws, scores and takes the same."""
    return next(
        number
        for number, one in enumerate(candidates)
        if one[:3] == wanted[:3] and (one.track >= 0 or one.kind == wanted.kind)
    )


def _screened(candidates: Sequence[Candidate], most: int, always: set[int]) -> list[int]:
    """The numbers of all that score a route and of the best `most` of the others, the best first, at least a quarter of
    each type if there are enough; and those that are always tried, in place of the last of them."""
    seen, order = Counter[int](), []
    scoring = [place for place, one in enumerate(candidates) if one.scores]
    for place, one in enumerate(candidates):
        if one.scores:
            continue
        kind = int(TYPE[one.track]) if one.track >= 0 else -1
        order.append((place not in always, seen[kind] >= max(1, most // 4), place))
        seen[kind] += 1
    screened = sorted(order)[: max(most, len(always.difference(scoring)))]
    return sorted([*scoring, *(place for *_, place in screened)])
