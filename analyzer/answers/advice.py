"""Advice on decisions: goals, trials played on after each option, and the ranking of options.

The cost of an option is a mean of paired differences: each trial meets the same coming cards and dice after every
option.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.answers.description import (
    COUNT,
    EXACT,
    INTERVAL,
    NUMBER,
    PERCENT,
    WORD,
    Column,
    Described,
    Form,
    Row,
    Table,
    columns_of,
    ends,
    in_percent,
    in_points,
    main_columns,
    places,
)
from analyzer.answers.leaders import leaders_by_interval
from analyzer.answers.numbers import signed
from analyzer.errors import AnalyzerError, one_of
from analyzer.montecarlo.blocks import AWAITED
from analyzer.statistics.estimate import Estimate, ExactEstimate
from analyzer.statistics.moments import Differences, MeanWithError, Moments

POINTS = places(in_points, 2)


@dataclass(frozen=True)
class Goal:
    """A goal by which the options of a decision are ranked.

    Attributes:
        name: The name in options and JSON.
        wanted: What the player wants, in words, e.g. `most credits`.
        unit: The unit in which differences between options are written.
        is_chance: Whether the result of each trial is 1 or 0. Differences are then in percentage points.
        least: The least possible result of a trial.
    """

    name: str
    wanted: str
    unit: str = "percentage points"
    is_chance: bool = False
    least: float = -inf

    @property
    def form(self) -> Form:
        """Form in which tables write a difference between two options."""
        return POINTS if self.is_chance else NUMBER

    def amount(self, estimate: Estimate) -> str:
        """Return a mean or a difference with its unit and interval as text, e.g. `3.1 credits (2.0 to 4.2)`."""
        return f"{self.form.write(estimate.mean)} {self.unit} ({ends(estimate, self.form.write)})"

    def result(self, estimate: Estimate) -> str:
        """Return a mean result with its interval as text, e.g. `23.1 credits (22.0 to 24.2)` or `52% (50% to 54%)`."""
        if self.is_chance:
            return f"{in_percent(estimate.mean)} ({ends(estimate, in_percent)})"
        return self.amount(estimate)

    def change(self, estimate: Estimate) -> str:
        """Return a difference with its sign, unit and interval as text, e.g. `+3.1 credits (2.0 to 4.2)`."""
        mean = 100 * estimate.mean if self.is_chance else estimate.mean
        return f"{signed(mean)} {self.unit} ({ends(estimate, self.form.write)})"


def goals(*each: Goal) -> dict[str, Goal]:
    """Return a dict of goals by name, in the given order; the first one is the default goal."""
    return {goal.name: goal for goal in each}


def check_goal(name: str, allowed: Iterable[str]) -> None:
    """Raise AnalyzerError unless the name is that of an allowed goal."""
    if name not in [*allowed]:
        raise AnalyzerError(f"goal {name!r}: {one_of(str(name), allowed)}")


CHECKS = (8, 4, 2, 1)
"""Divisors of the number of trials: clearly worse options are dropped after an eighth, a quarter, a half, and all."""
FEWEST = 200
"""The fewest trials before any option is dropped."""
SURE = 0.05
"""Largest chance that any interval of a difference from the best option fails at any check."""
NONE = Estimate(0.0, 0.0, 0.0)
NOTHING = MeanWithError(0.0)
"""The cost of the option that is chosen as best on both halves of the trials: exactly 0."""
Values: TypeAlias = npt.NDArray[np.integer[Any]]
Play: TypeAlias = Callable[[int, int, int], Mapping[str, Values]]
"""A function that plays trials after an option.

Its arguments are the index of the option, the number of the first trial, and the number of trials. It returns by goal
an array of results of shape (trials,).
"""


class Rollouts:
    """Trials that play a game to its end after each option of a decision; clearly worse options are dropped early.

    Args:
        options: The number of options.
        play: Function that plays trials after an option and returns their results by goal.
        goal: The goal that ranks the options.
        captains: The index of the option that the captain would choose; None if unknown. If it is as good as the best,
            it counts as the best.
        fewest: The fewest trials before any option is dropped.
        exact: The indices of options whose result is known exactly, so that all their trials have the same result.
        checks: Divisors of the number of trials; each gives the number after which a check is made, like CHECKS.

    Attributes:
        values: By option, the results so far by goal, each of shape (trials,).
        left: The indices of the options that were not dropped.
    """

    def __init__(
        self,
        options: int,
        play: Play,
        goal: Goal,
        captains: int | None = None,
        *,
        fewest: int = FEWEST,
        exact: Collection[int] = (),
        checks: Sequence[int] = CHECKS,
    ) -> None:
        self.play, self.goal, self.captains, self.fewest, self.exact = play, goal, captains, fewest, frozenset(exact)
        self.checks = checks
        self.values: list[dict[str, Values]] = [{} for _ in range(options)]
        self.left = list(range(options))
        # Bonferroni over all pairs with the best and all checks
        self.confidence = 1 - SURE / (max(1, options - 1) * len(checks))

    def run(
        self,
        many: int,
        progress: Callable[[int], None] | None = None,
        *,
        first: int = 0,
        whole: Collection[int] = (),
    ) -> Rollouts:
        """Play trials after every option until the best is clear or the trials are used up, and return `self`.

        Args:
            many: The most trials to play after each option.
            progress: Called with the number of trials just played.
            first: The number of the first trial.
            whole: The indices of options that are played for all trials, even if they are dropped.
        """
        for _ in self.run_by_check(many, progress, first=first, whole=whole):
            pass
        return self

    def run_by_check(
        self,
        many: int,
        progress: Callable[[int], None] | None = None,
        *,
        first: int = 0,
        whole: Collection[int] = (),
        is_awaited: bool = False,
    ) -> Iterator[list[tuple[int, int, int]]]:
        """Play trials like `run`, but before each part of them yield which trials are played next.

        Each part ends with a check that drops clearly worse options.

        Args:
            many: The most trials to play after each option.
            progress: Called with the number of trials just played.
            first: The number of the first trial.
            whole: The indices of options that are played for all trials, even if they are dropped.
            is_awaited: Whether somebody waits for a first interim answer. A small part then comes first, after which no
                option is dropped.

        Yields:
            For each part, a list of tuples: index of the option, number of the first trial, number of trials. An empty
            list if the part needs no trials.
        """
        done = 0
        checks = [max(min(many, self.fewest), many // share) for share in self.checks]
        soon = [AWAITED] if is_awaited and checks[0] >= 2 * AWAITED else []
        for until in (*soon, *checks):
            playing = self.left if len(self.left) > 1 or until <= checks[0] else []
            needed = [
                (option, first + self.trials(option), until - self.trials(option))
                for option in (sorted({*playing, *whole, *(self.exact if playing else ())}) if until > done else ())
                if until > self.trials(option)
            ]
            yield needed
            for option, begin, trials in needed:
                self._play(option, begin, trials, progress)
            if until > done and playing and until not in soon:
                best = self.best
                self.left = [one for one in self.left if one == best or self._behind(best, one).low <= 0]
            done = until

    def trials(self, option: int) -> int:
        """Return the number of trials that were played after an option so far."""
        return self._own(option).size

    @property
    def best(self) -> int:
        """The index of the option with the largest mean; ties go to known outcomes, then to the captain's choice."""
        return max(self.left, key=lambda one: (self._own(one).mean(), one in self.exact, one == self.captains, -one))

    def is_same(self, option: int) -> bool:
        """Return whether an option had the same result as the best one in every trial.

        An option whose result is known exactly is never the same as an option that was sampled.
        """
        if option == self.best or (option in self.exact) != (self.best in self.exact):
            return False
        return not self._difference(self.best, option, self.goal.name).squares

    def worse(self, option: int) -> Estimate:
        """Return how far an option is behind the best; the intervals of all options hold together, at every check.

        Every option that was not dropped may truly be the best. The upper end of the interval is therefore the largest
        possible distance behind any of these options.
        """
        if option == self.best:
            return ExactEstimate.of(0.0) if option in self.exact else NONE
        behind = self._behind(self.best, option)
        most = max(self._behind(other, option).high for other in self.left if other != option)
        return behind if most <= behind.high else Estimate(behind.mean, behind.low, most)

    def cost(self, option: int) -> MeanWithError:
        """Return an option's cost: its distance behind the best, measured so that costs of many decisions add up.

        Each half of the trials, even and odd ones, chooses the best option that the other half measures. In the trials
        by which it was chosen, an option always looks a little too good. The cost has no error if both options are
        known exactly.
        """
        if self.exact.issuperset({option, self.best}):
            return MeanWithError(self._behind(self.best, option).mean)
        # Even and odd trials: each half chooses once and measures once, so no trial is lost.
        size = min(self.trials(one) for one in (*self.left, option))
        halves = [np.arange(begin, size, 2) for begin in (0, 1)]
        if size < 2:
            return MeanWithError(self.worse(option).mean)
        values: tuple[list[Values], list[Values]] = [], []
        bests = set()
        for chosen_by, judged_by in (halves, halves[::-1]):
            best = max(
                dict.fromkeys((self.best, *self.left)), key=lambda one: float(self._own(one).take(chosen_by).mean())
            )
            bests.add(best)
            for part, one in zip(values, (best, option), strict=True):
                part.append(self._own(one).take(judged_by))
        if bests == {option}:
            return NOTHING
        return MeanWithError.of_differences(*map(np.concatenate, values), is_chance=self.goal.is_chance)

    def result(self, option: int, goal: Goal | None = None) -> Estimate:
        """Return the mean result after an option.

        Args:
            option: The index of the option.
            goal: The goal that is measured; None for the goal that ranks the options.
        """
        goal = goal or self.goal
        values = self.values[option][goal.name]
        if option in self.exact:
            return ExactEstimate.of(float(values[0]))
        if goal.is_chance:
            return Estimate.from_share(int(values.sum()), values.size)
        return Moments.of(values).estimate().clipped(goal.least, inf)

    def measured(self, option: int) -> MeanWithError:
        """Return the mean result after an option with its standard error, by the goal that ranks the options."""
        if option in self.exact:
            return MeanWithError(float(self._own(option)[0]))
        return MeanWithError.of(self._own(option), is_chance=self.goal.is_chance)

    def _own(self, option: int) -> Values:
        """Return the results after an option by the goal that ranks the options. Shape (trials,)."""
        return self.values[option].get(self.goal.name, np.zeros(0, np.int64))

    def _play(self, option: int, first: int, trials: int, progress: Callable[[int], None] | None) -> None:
        """Play trials after an option and add their results."""
        before = self.values[option]
        for name, values in self.play(option, first, trials).items():
            before[name] = np.concatenate([before.get(name, np.zeros(0, np.int64)), values.astype(np.int64)])
        if progress is not None:
            progress(trials)

    def _difference(self, one: int, other: int, goal: str) -> Differences:
        """Return the results of option `one` less those of `other` by a goal, in the trials that both have."""
        size = min(self.trials(one), self.trials(other))
        return Differences.between(self.values[one][goal][:size], self.values[other][goal][:size])

    def _behind(self, best: int, option: int) -> Estimate:
        """Return how far an option lies behind the best by the goal that ranks the options."""
        return self.above(best, option, self.goal)

    def above(self, one: int, other: int, goal: Goal) -> Estimate:
        """Return the mean result of option `one` less that of `other`; the intervals of all options hold together."""
        differences = self._difference(one, other, goal.name)
        if self.exact.issuperset({one, other}):
            return ExactEstimate.of(differences.mean)
        return differences.estimate(self.confidence, is_chance=goal.is_chance)


CLOSE = 4
"""The number of options that a sentence lists if there are more than CLOSE + 1; it counts all others."""
CLEARLY_WORSE, DROPPED, SAME = "*", "x", "="
"""The marks behind the rows of a table of options."""


@dataclass(frozen=True)
class Option:
    """An option of a decision with its results.

    Attributes:
        words: The option as an order, e.g. `land on planet 2`.
        value: The option in plain types.
        is_captain: Whether the captain would choose it.
        trials: The number of trials that were played after it.
        results: The mean result by goal.
        worse: Its distance behind the best option, with an interval; the intervals of all options hold together.
        is_best: Whether it is the best option.
        is_same: Whether it had the same result as the best option in every trial.
        dropped: Whether it got no further trials, because it was clearly behind after a part of them.
        is_exact: Whether its result is known exactly, without any trial.
    """

    words: str
    value: Any
    is_captain: bool
    trials: int
    results: Mapping[str, Estimate]
    worse: Estimate
    is_best: bool
    is_same: bool
    dropped: bool
    is_exact: bool = False

    @property
    def is_clearly_worse(self) -> bool:
        """Whether the whole interval of its distance behind the best option lies above 0."""
        return self.worse.low > 0

    @property
    def mark(self) -> str:
        """The mark behind its row, explained by `explanation_of_marks`."""
        return CLEARLY_WORSE if self.is_clearly_worse else DROPPED if self.dropped else SAME if self.is_same else ""


def ranked(
    rollouts: Rollouts, words: Sequence[str], values: Sequence[Any], goals: Mapping[str, Goal], make: Any = Option
) -> tuple[Any, ...]:
    """Return the options with their results, the best first.

    Args:
        rollouts: The trials that were played.
        words: Each option in words.
        values: Each option in plain types, for JSON.
        goals: The goals by which results are reported.
        make: The class to create for each option, `Option` or a subclass.
    """
    best = rollouts.best
    options = [
        make(
            words=words[number],
            value=values[number],
            is_captain=number == rollouts.captains,
            trials=rollouts.trials(number),
            results={name: rollouts.result(number, goal) for name, goal in goals.items()},
            worse=rollouts.worse(number),
            is_best=number == best,
            is_same=rollouts.is_same(number),
            dropped=number not in rollouts.left,
            is_exact=number in rollouts.exact,
        )
        for number in range(len(values))
    ]
    return tuple(sorted(options, key=lambda option: (option.worse.mean, not option.is_best, not option.is_captain)))


class RankedOptions(Described):
    """Base class of advice: options ranked by a goal. A game's advice is a dataclass with these fields.

    Attributes:
        goal: The name of the goal that ranks the options.
        options: The options, the best first.
        GOALS: All goals by name, the default one first.
        TRIAL: The words for one trial and for several.
    """

    GOALS: ClassVar[Mapping[str, Goal]]
    TRIAL: ClassVar[tuple[str, str]]

    goal: str
    options: tuple[Any, ...]

    @property
    def together(self) -> list[Any]:
        """The best option, and all options that were not dropped and do not clearly differ from it."""
        return [option for option in self.options if not (option.is_clearly_worse or option.dropped)]

    def conclusions(self) -> list[str]:
        """Return sentences that say which option to choose, as far as that is clear."""
        best, *others = self.together
        if not others:
            return [f"Best is to {best.words}.", *self.by_other_goals()]
        same = [option.words for option in others if option.is_same]
        close = [option.words for option in others if not option.is_same]
        lines = [f"Best is to {best.words}{', but not clearly' * bool(close)}."]
        if same:
            lines.append(f"Just as good, in every {self.TRIAL[0]}, is to {join_by_or(same)}.")
        if close:
            lines.append(f"Perhaps as good (no clear difference) is to {join_by_or(close)}.")
        return [*lines, *self.by_other_goals()]

    def by_other_goals(self) -> list[str]:
        """Return a sentence on the best option by the default goal, if another goal ranks and disagrees; else []."""
        usual = next(iter(self.GOALS))
        first = leaders_by_interval(self.together, lambda option: option.results[usual])
        if self.goal != usual and first.winner is not None and not first.winner.is_best:
            return [f"Of these, {self.GOALS[usual].wanted} on average: {first.winner.words}."]
        return []

    def played(self, most: int) -> str:
        """Return a phrase on how many trials were played after each option, and whether the best was clear early.

        Args:
            most: The most trials that could be played after each option.
        """
        sampled = [option.trials for option in self.options if not option.is_exact]
        if not sampled:
            return f"every option ends the {self.TRIAL[0]}, so nothing is played afterwards"
        fewest, highest = min(sampled), max(sampled)
        many = f"{highest:,}" if fewest == highest else f"{fewest:,} to {highest:,}"
        is_decided = sum(not option.dropped for option in self.options) == 1
        early = f" (at most {most:,}{'; decided early' * is_decided})" if highest < most else ""
        return f"{many} {self.TRIAL[1]} after each option{early}"

    def options_table(self, hidden: Sequence[str] = ()) -> Table:
        """Return a table with a row for each option.

        Args:
            hidden: The names of goals whose columns stand in JSON only.
        """
        return options_table(self.options, self.GOALS, self.goal, self.TRIAL, hidden)


def options_table(
    options: Sequence[Option],
    goals: Mapping[str, Goal],
    goal: str,
    trial: tuple[str, str],
    hidden: Sequence[str] = (),
) -> Table:
    """Return a table with a row for each option, in the given order.

    Args:
        options: The options, the best first.
        goals: All goals by name.
        goal: The name of the goal that ranks the options.
        trial: The words for one trial and for several.
        hidden: The names of goals whose columns stand in JSON only.
    """
    counted, main = trial[1], next(iter(goals))  # the default goal, whose interval has the columns `low` and `high`
    rows = [
        Row(
            vars(option)
            | dict(option.results)
            | {"option": option.words, "mark": option.mark, counted: trials_after(option)}
        )
        for option in options
    ]
    wanted = goals[goal]
    columns = (
        Column("option", "option", WORD),
        Column("value"),
        Column("is_captain", "", Form(lambda yes: "captain's choice" * yes, is_number=False)),
        *(
            Column(
                name,
                None if name in hidden else name,
                PERCENT if one.is_chance else NUMBER,
                interval=INTERVAL if name in (main, goal) else "",
                flat=main_columns if name == main else columns_of,
            )
            for name, one in goals.items()
        ),
        Column("worse", "worse", wanted.form, behind_the_first(options, wanted, counted), "interval", flat=columns_of),
        Column(counted, counted, COUNT, explanation_of_exact(options, trial), missing=(EXACT, "")),
        Column("mark", "", WORD, explanation_of_marks(options, trial), flat=None, in_json=False),
        Column("is_same"),
        Column("dropped"),
        Column("is_exact"),
    )
    return Table("options", columns, rows, is_flat=True, ranked_by=(wanted.name, "worse"))


def trials_after(option: Option) -> int | None:
    """Return the number of trials that were played after an option; None if its result is known exactly."""
    return None if option.is_exact else option.trials


def explanation_of_exact(options: Sequence[Option], trial: tuple[str, str]) -> str:
    """Return the line of a legend that explains the word `exact`; "" if no option's result is known exactly."""
    if not any(option.is_exact for option in options):
        return ""
    return f"{EXACT}: the option ends the {trial[0]}, so its results are known and have no interval"


def behind_the_first(options: Sequence[Option], wanted: Goal, trials: str) -> str:
    """Return the line of a legend that explains the column `worse`.

    If options have different numbers of trials, the line also says that the column counts only the trials that both
    options played. The numbers of the column can then differ from the differences of the shown results.
    """
    text = f"{wanted.unit} behind the first"
    if len({option.trials for option in options if not option.is_exact}) <= 1:
        return text
    return f"{text}, counted in the {trials} that both options played; all other columns use every {trials[:-1]}"


def explanation_of_marks(options: Sequence[Option], trial: tuple[str, str]) -> str:
    """Return the line of a legend that explains the marks of options, e.g. `*`; the mark `x` only if a row has it."""
    is_dropped = any(option.mark == DROPPED for option in options)
    early = (
        f" {DROPPED}: dropped early, because it was clearly behind the best option so far; its interval may contain 0, "
        f"because it has few {trial[1]};"
    )
    return (
        f"{CLEARLY_WORSE}: clearly worse than the first (the interval lies above 0);{early * is_dropped} "
        f"{SAME}: the same result as the first in every {trial[0]}"
    )


def join_by_or(words: Sequence[str]) -> str:
    """Join phrases, e.g. to `a or b` or `a; b; or c`; of six or more, join the first four and a count of the others."""
    listed = [*words[:CLOSE], f"one of {len(words) - CLOSE} more"] if len(words) > CLOSE + 1 else words
    return " or ".join(listed) if len(listed) < 3 else f"{'; '.join(listed[:-1])}; or {listed[-1]}"
