"""The options of an open decision with their results, the best first: the same for all games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from analyzer.answers.described import Described
from analyzer.answers.description import (
    COUNT,
    EXACT,
    INTERVAL,
    NUMBER,
    PERCENT,
    WORD,
    Column,
    Form,
    Row,
    Table,
    columns_of,
    main_columns,
)
from analyzer.answers.goal import Goal
from analyzer.answers.rollouts import Rollouts
from analyzer.statistics.estimate import Estimate

CLOSE = 4
"""Options that are named in a sentence."""
CLEARLY_WORSE, DROPPED, SAME = "*", "x", "="
"""Marks behind the rows of options."""


@dataclass(frozen=True)
class Option:
    """An option in words (an order, as "land on planet 2") and in plain types, and its results in so many trials.

    results: by goal; worse: how far it is behind the best by the goal, with an interval that holds for all options at
    once; is_same: it came to the same as the best in every trial; dropped: it was clearly behind the option that was
    best at a look, and was played no further; is_captain: what the captain would do; is_exact: its outcome is known, so
    no trial is needed.
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
        """Whether its interval says that it is behind the best."""
        return self.worse.low > 0

    @property
    def mark(self) -> str:
        """What stands behind its row, as `marks_explained` says."""
        return CLEARLY_WORSE if self.is_clearly_worse else DROPPED if self.dropped else SAME if self.is_same else ""


def ranked(
    rollouts: Rollouts, words: Sequence[str], values: Sequence[Any], goals: Mapping[str, Goal], make: Any = Option
) -> tuple[Any, ...]:
    """The options that were played on, the best first; `make`: the class of the game's own options."""
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
    """What has options and ranks them by a goal. A game's advice is a dataclass with these fields, and says its title.

    GOALS: those there are, the usual one first; TRIAL: what a trial is called, and several.
    """

    GOALS: ClassVar[Mapping[str, Goal]]
    TRIAL: ClassVar[tuple[str, str]]

    goal: str
    options: tuple[Any, ...]

    @property
    def together(self) -> list[Any]:
        """The best, and those without a clear difference to it that were played to the end."""
        return [option for option in self.options if not (option.is_clearly_worse or option.dropped)]

    def conclusions(self) -> list[str]:
        """What to decide, as far as that is clear."""
        best, *others = self.together
        if not others:
            return [f"Best is to {best.words}.", *self.by_other_goals()]
        same = [option.words for option in others if option.is_same]
        close = [option.words for option in others if not option.is_same]
        lines = [f"Best is to {best.words}{', but not clearly' * bool(close)}."]
        if same:
            lines.append(f"Just as good, in every {self.TRIAL[0]}, is to {any_of(same)}.")
        if close:
            lines.append(f"Perhaps as good (no clear difference) is to {any_of(close)}.")
        return [*lines, *self.by_other_goals()]

    def by_other_goals(self) -> list[str]:
        """Sentences on what the options come to by other goals than the one that ranks them."""
        usual = next(iter(self.GOALS))
        richest = max(self.together, key=lambda option: option.results[usual].mean)
        if self.goal != usual and not richest.is_best:
            return [f"Of these, {self.GOALS[usual].wanted} on average: {richest.words}."]
        return []

    def played(self, most: int) -> str:
        """How many trials were played behind the options, of how many at most."""
        sampled = [option.trials for option in self.options if not option.is_exact]
        if not sampled:
            return f"every option ends the {self.TRIAL[0]}, so none is played on"
        fewest, highest = min(sampled), max(sampled)
        many = f"{highest:,}" if fewest == highest else f"{fewest:,} to {highest:,}"
        early = f" (at most {most:,}; decided early)" if highest < most else ""
        return f"{many} {self.TRIAL[1]} after each option{early}"

    def options_table(self, hidden: Sequence[str] = ()) -> Table:
        """A row an option; hidden: goals that people do not see, as that of being the richest of one."""
        return options_table(self.options, self.GOALS, self.goal, self.TRIAL, hidden)


def options_table(
    options: Sequence[Option],
    goals: Mapping[str, Goal],
    goal: str,
    trial: tuple[str, str],
    hidden: Sequence[str] = (),
) -> Table:
    """A row an option, the best first."""
    counted = trial[1]
    rows = [
        Row(
            vars(option)
            | dict(option.results)
            | {"option": option.words, "mark": option.mark, counted: counted_of(option)}
        )
        for option in options
    ]
    wanted = goals[goal]
    columns = (
        Column("option", "option", WORD),
        Column("value"),
        Column("is_captain", "", Form(lambda yes: "captain's choice" * yes, is_number=False)),
        *(
            _of_goal(one, None if name in hidden else name, is_main=number == 0, is_ranked_by=name == goal)
            for number, (name, one) in enumerate(goals.items())
        ),
        Column("worse", "worse", wanted.form, behind_the_first(options, wanted, counted), "interval", flat=columns_of),
        Column(counted, counted, COUNT, exact_explained(options, trial), missing=(EXACT, "")),
        Column("mark", "", WORD, marks_explained(options, trial), flat=None, in_json=False),
        Column("is_same"),
        Column("dropped"),
        Column("is_exact"),
    )
    return Table("options", columns, rows, is_flat=True, ranked_by=(wanted.name, "worse"))


def counted_of(option: Option) -> int | None:
    """Return the trials that were played behind an option; None where its outcome is known."""
    return None if option.is_exact else option.trials


def exact_explained(options: Sequence[Option], trial: tuple[str, str]) -> str:
    """Return what `exact` means in the column of trials; "" where no outcome is known."""
    if not any(option.is_exact for option in options):
        return ""
    return f"{EXACT}: the option ends the {trial[0]}, so its results are known and have no interval"


def behind_the_first(options: Sequence[Option], wanted: Goal, trials: str) -> str:
    """What `worse` means; where options have different numbers of trials, why it is not the difference of results."""
    text = f"{wanted.unit} behind the first"
    if len({option.trials for option in options if not option.is_exact}) <= 1:
        return text
    return f"{text} in the {trials} that both played; the other columns are over all {trials} of an option"


def marks_explained(options: Sequence[Option], trial: tuple[str, str]) -> str:
    """What the marks behind the rows mean; that of dropped options only where one has it."""
    is_dropped = any(option.mark == DROPPED for option in options)
    early = (
        f" {DROPPED}: dropped early, as it was clearly behind the option that was best then; in so few {trial[1]} its "
        "interval against the first may hold 0;"
    )
    return (
        f"{CLEARLY_WORSE}: clearly worse than the first (the interval lies above 0);{early * is_dropped} "
        f"{SAME}: the same result as the first in every {trial[0]}"
    )


def _of_goal(goal: Goal, heading: str | None, *, is_main: bool, is_ranked_by: bool) -> Column:
    interval = INTERVAL if is_main or is_ranked_by else ""
    flat: Callable[..., dict[str, Any]] = main_columns if is_main else columns_of
    return Column(goal.name, heading, PERCENT if goal.is_chance else NUMBER, interval=interval, flat=flat)


def any_of(words: Sequence[str]) -> str:
    """Return alternatives in a sentence, e.g. `a or b`; only the first few of many."""
    more = f" and {len(words) - CLOSE} more" if len(words) > CLOSE + 1 else ""
    return " or ".join(words[:CLOSE] if more else words) + more
