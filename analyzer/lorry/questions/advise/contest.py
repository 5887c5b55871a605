"""The candidates of a decision against one another: games are played on behind each until it is clear which is best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence

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

    most: how many candidates are tried, among them always `chosen`, the captain's choice, and that of nothing; chosen:
    what was decided, which is never dropped.
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
        self.rollouts = Rollouts(len(numbers), self._play, GOALS[goal], numbers.index(captains), fewest=FEWEST)
        self._ahead: dict[tuple[int, int, int], Totals] = {}

    def run(self, many: int, progress: Callable[[int], None] | None = None, first: int = 0) -> Contest:
        """Play until the best is clear, so many games behind each at most, the first of that number; itself."""
        self.rollouts.run(many, progress, first=first, whole=self.whole)
        return self

    def _play(self, option: int, first: int, many: int) -> dict[str, Values]:
        """By goal what those games behind a candidate come to; they are played side by side with those of the others,
        which are asked for next."""
        if (option, first, many) not in self._ahead:
            left = self.rollouts.left
            others = [
                one for one in left if len(left) > 1 and self.rollouts.trials(one) == self.rollouts.trials(option)
            ]
            together = sorted({option, *others, *self.whole})
            totals = self.moment.totals([self.candidates[one] for one in together], first, many)
            self._ahead = {(one, first, many): totals[:, :, place] for place, one in enumerate(together)}
        totals = self._ahead.pop((option, first, many))
        by_goal: dict[str, Values] = {goal: goal_of(totals, self.moment.trader, goal) for goal in GOALS}
        return by_goal | {"won": np.ones(many, np.int64)} if len(totals) == 1 else by_goal

    def advice(self, many: int) -> Advice:
        """What it came to, of so many games at most."""
        moment = self.moment
        plain = [self.plain(one) for one in self.candidates]
        words = [in_words(moment.open.what, value) for value in plain]

        def choice(value: Candidate, **known: object) -> Choice:
            return Choice(value=self.plain(value), score=value.score / 10, **known)  # type: ignore[arg-type]

        options = ranked(self.rollouts, words, self.candidates, GOALS, choice)
        captain = moment.judge.captain.name
        at_most = None
        if moment.turns is not None:
            at_most = int((moment.now.table.totals[0] + most_still(moment.now.table, 0, moment.turns))[0])
        settings = moment.before, moment.trader + 1, captain, many, self.goal, self.legal, moment.turns, at_most
        return Advice(*settings, options, moment.open.what, seed=moment.seed)

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


def _screened(candidates: Sequence[Candidate], most: int, always: Collection[int]) -> list[int]:
    """The numbers of the best `most`, the best first, at least a quarter of each type if there are enough; and those
    that are always tried, in place of the last of them."""
    seen, order = Counter[int](), []
    for place, one in enumerate(candidates):
        kind = int(TYPE[one.track]) if one.track >= 0 else -1
        order.append((place not in always, seen[kind] >= max(1, most // 4), place))
        seen[kind] += 1
    return sorted(place for *_, place in sorted(order)[: max(most, len(always))])
