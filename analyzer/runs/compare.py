"""Comparison of experiments in one call, by their differences trial by trial."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from math import comb, isfinite
from numbers import Real
from typing import Any, TypeVar, Unpack

from analyzer import arguments
from analyzer.answers.both_settings import BothSettings
from analyzer.answers.comparison import MARGIN, Comparison
from analyzer.answers.edition import EditionCalls
from analyzer.answers.edition_steps import GameEditions
from analyzer.answers.note import warning
from analyzer.answers.numbers import join_names
from analyzer.answers.together import SideBySide, hearing_first_subjects
from analyzer.errors import AnalyzerError, named_setting
from analyzer.montecarlo.blocks import AWAITED, Pace, slow_of
from analyzer.runs.amount import TRIALS, HowMuch, run_each
from analyzer.runs.watched import Step, Stopped, Watch, report_answers
from analyzer.statistics.estimate import LEAST_DIFFERING, Verdict
from analyzer.world import Experiment, setting_of_trials


def compare_experiments(
    experiments: Mapping[str, Experiment],
    flights: int | None = None,
    *,
    margin: float = MARGIN,
    by_number: bool = False,
    until: str | None = None,
    usual: int = TRIALS,
    is_most: bool = False,
    checks: Checks | None = None,
    units: int = 1,
    **how_much: Unpack[HowMuch],
) -> Comparison:
    """Compare ships, captains, crews, starting places or journeys, given as experiments, on the same trials.

    Only the first subject of each experiment is compared. All experiments must have the same seed and route.

    Args:
        experiments: experiments by name.
        flights: number of trials, or None for `usual`; with `until` at most a million if None.
        margin: means of the score that differ by no more than this count as equal.
        by_number: whether routes may differ. Trials with the same number then meet different cards, so pairing
            reduces the variance of differences less; intervals stay valid.
        until: "decided" to stop once, for every pair of experiments, one clearly has the higher score (at 5%), or
            both clearly differ by at most `margin`.
        usual: number of trials if none is given.
        is_most: whether `usual` is a maximum. If True and `flights` is None, the run ends earlier once no interval of
            a difference is wider than the margin.
        checks: rule that ends the run early once its answer is clear, if `flights` and `until` are None; None for no
            such rule.
        units: number of units that `progress` receives for each trial.
        **how_much: further arguments (see `HowMuch`).

    Raises:
        AnalyzerError: for no experiment, for other seeds or routes, a margin below 0, or an invalid amount.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> captains = ("bold", "cautious")
    >>> experiments = {name: analyzer.fly([ship], flights=1, captain=name).experiment for name in captains}
    >>> analyzer.compare_experiments(experiments, flights=50).names
    ('bold', 'cautious')
    """
    together = side_by_side(experiments, until, margin, by_number)
    if checks is not None and flights is None and until is None and may_be_checked(together, how_much):
        return checks.run(together, usual, **how_much)
    enough = _enough(together) if is_most and not until else None
    with reporting_first_subjects(how_much):
        compared: Comparison
        (compared,) = run_each([together], flights, usual, until=until, enough=enough, units=units, **how_much)
    return compared


def compare_in_both(
    experiments: Mapping[str, Experiment],
    other_setting: Mapping[str, Experiment],
    flights: int | None = None,
    *,
    margin: float = MARGIN,
    by_number: bool = False,
    until: str | None = None,
    usual: int = TRIALS,
    **how_much: Unpack[HowMuch],
) -> BothSettings:
    """Compare experiments in two settings, for example with rivals and alone.

    Args:
        experiments: experiments by name.
        other_setting: the same experiments in the other setting, run for at most CHECKED trials to check the ranking.
        flights: number of trials. If None, at most `usual`, until no interval of a difference is wider than the margin.
        margin: means of the score that differ by no more than this count as equal.
        by_number: whether routes may differ.
        until: "decided" to stop once the verdict on every pair of experiments is certain.
        usual: number of trials if none is given.
        **how_much: further arguments (see `HowMuch`).
    """
    main = side_by_side(experiments, until, margin, by_number)
    other = side_by_side(other_setting, None, margin, by_number)
    enough = None if until else _enough(main)
    results = run_each([main], flights, usual, until=until, enough=enough, beside=[other], **how_much)
    return BothSettings(*results)


def reporting_first_subjects(how_much: HowMuch) -> AbstractContextManager[None]:
    """Return a context that reports interim answers after each subject of the first block."""
    return hearing_first_subjects(how_much.get("first", 0), lambda part: report_answers(lambda: [part()]))


def _enough(together: SideBySide) -> float | None:
    """Return half the margin, in the unit of the score: the target half-width of each interval.

    Without a margin it is None.
    """
    metrics = together.metrics
    return together.margin / metrics[metrics.score].scale / 2 or None


CHECKS = (8, 2, 1)
"""Divisors of the usual number of trials: the checks after which a run may end."""
MOST_NAMED = 4
"""The most subjects with fewer trials that a remark names."""


def may_be_checked(together: SideBySide, how_much: HowMuch) -> bool:
    """Return whether a run may end early, once its answer is clear.

    It may not if a precision or a save file is asked for, or if a trial takes seconds. Nor may it if means are
    corrected by control variates, or if trials are split into sorts.
    """
    is_open = how_much.get("precision") is None and how_much.get("save") is None
    return is_open and not slow_of(together) and together.controls is None and together.metrics.sorting is None


@dataclass(frozen=True)
class Checks:
    """Rule of a run that may end at one of a few checks of its counts, once its answer is clear.

    The intervals of all pairs hold at all checks at once, with an error of 5% shared among them (Bonferroni). A run may
    therefore end at any check, for any reason. With a base line, subjects whose answer is clear take no further trials:
    successive elimination (E. Even-Dar, S. Mannor, Y. Mansour, "Action elimination and stopping conditions for the
    multi-armed bandit and reinforcement learning problems", 2006) on paired differences.

    Args:
        base: name of the base line; without one all subjects take all trials.
        seeks_best: whether the question is which subject is best. If True, a subject stops once it is clearly behind
            the best one; if False, once its verdict against the base line is clear.
        is_only_base: whether all statements are about differences from the base line, not about other pairs.
        is_screening: whether subjects whose answer is clear take no further trials; if False, all stop together.
        shown: returns the answer to show for a comparison; None shows the comparison.
    """

    base: str = ""
    seeks_best: bool = False
    is_only_base: bool = False
    is_screening: bool = True
    shown: Callable[[Comparison], Any] | None = None

    def run(
        self,
        together: SideBySide,
        usual: int,
        *,
        first: int = arguments.FIRST.default,
        progress: Callable[[int], None] | None = arguments.PROGRESS.default,
        **how_much: Any,
    ) -> Comparison:
        """Run at most `usual` trials of each experiment and return the comparison (arguments as in `run_each`)."""
        ends = [usual // one for one in CHECKS if usual // one >= LEAST_DIFFERING] or [usual]
        subjects, together = len(together.names), replace(together, pace=Pace())
        pairs = subjects - 1 if self.is_only_base else comb(subjects, 2)
        listener = _CheckListener(self, progress)
        so_far: Comparison | None = None
        ended: list[Comparison] = []
        # Subjects that are run together show no answer before a block ends, so a small block comes first. Where each is
        # run by itself, many small blocks take long, and the first subjects are shown before the others.
        preview = (AWAITED,) if together.are_run_together else ()
        for end in (*preview, *ends):
            done = 0
            if so_far is not None and so_far.names == together.names:
                done = so_far.trials
            # Fewer subjects begin again at the first trial, so the trials already run for all count once more.
            listener.most += (0 if done or so_far is None else so_far.trials) if listener.most else ends[-1]
            listener.before, listener.ended_earlier = (so_far if done else None), tuple(ended)
            listener.checks, listener.joint_intervals = len(ends), len(ends) * pairs
            try:
                with hearing_first_subjects(first, listener.report):
                    (part,) = run_each(
                        [together], end - done, first=first + done, progress=progress and listener, **how_much
                    )
            except Stopped:
                if isinstance(progress, Watch):  # a Watch knows the answer of all trials so far
                    raise KeyboardInterrupt from None
                raise
            so_far = listener.joined(part)
            if end in preview:
                continue
            unclear = self.unclear(so_far)
            if not unclear:
                break
            if self.base and self.is_screening and end != ends[-1]:
                names = [name for name in so_far.names if name in {*unclear, self.base}]
                if len(names) < len(so_far.names):
                    ended.append(so_far)
                    some = tuple(together.experiments[together.names.index(name)] for name in names)
                    together = replace(together, names=tuple(names), experiments=some)
        assert so_far is not None
        return replace(so_far, remarks=(*so_far.remarks, *self._remarks(so_far, usual)))

    def unclear(self, compared: Comparison) -> list[str]:
        """Return the names of the subjects that need more trials; [] once the answer is clear.

        Without a base line they are all subjects, as long as any verdict is open. If the best subject is sought, the
        best one so far is among them as long as any other is.
        """
        if not self.base:
            return [] if compared.decided() else [*compared.names]
        others = [name for name in compared.names if name != self.base]
        best = max(others, key=lambda name: compared.counted.own(compared.score, compared.names.index(name)).mean)
        if not self.seeks_best:
            return [name for name in others if _is_open(compared, name, self.base)]
        unclear = [name for name in others if name != best and _is_open(compared, name, best)]
        # The best one goes on as long as others are to be compared with it.
        return [*unclear, best] if unclear or _is_open(compared, best, self.base) else []

    def _remarks(self, compared: Comparison, usual: int) -> list[str]:
        """Return a sentence on the rule that ended the run, unless all trials were run for all subjects."""
        trials = compared.experiments[0].TRIAL[1]
        fewer = [name for name in compared.all_names if compared.latest_with(name).trials < usual and name != self.base]
        if not fewer:
            return []
        fixed = f"{named_setting(setting_of_trials(compared.experiments[0]), usual)} runs them all"
        if compared.trials < usual:
            why = f"Stopped after {compared.trials:,} of at most {usual:,} {trials}"
        else:
            named = join_names(fewer if len(fewer) <= MOST_NAMED else [f"{len(fewer)} of them"])
            why = f"{named} took fewer than {usual:,} {trials}"
        clear = "each verdict was clear by then, or its interval as narrow as the margin"
        checked = f"Verdicts are checked up to {compared.checks} times, and intervals hold at every check"
        return [warning(f"{why}: {clear}. {checked}. {fixed}.")]


def _is_open(compared: Comparison, name: str, other: str) -> bool:
    """Return whether a verdict is open and the interval of the difference is wider than twice the margin."""
    estimate = compared.simultaneous(name, other)
    is_narrow = estimate.high - estimate.low <= 2 * compared.margin
    return not is_narrow and compared.verdict(name, other) is Verdict.OPEN


@dataclass
class _CheckListener:
    """Listener (a `Watch`) to the trials between two checks of the counts; it shows the answer of all trials so far.

    Attributes:
        rule: rule by which the run ends at a check.
        listener: receives the number of trials just run.
        before: comparison of the trials before, or None.
        ended_earlier: comparisons of subjects that take no further trials.
        checks: number of checks.
        most: maximum number of trials of the run. Trials that are run again for fewer subjects count twice.
        joint_intervals: number of intervals that hold at once: one for each difference at each check.
    """

    rule: Checks
    listener: Callable[[int], None] | None = None
    before: Comparison | None = None
    ended_earlier: tuple[Comparison, ...] = ()
    checks: int = 1
    most: int = 0
    joint_intervals: int = 0

    def __call__(self, trials: int, /) -> None:
        """Pass on the number of trials just run."""
        if self.listener is not None:
            self.listener(trials)

    def says(self, text: str) -> None:
        """Pass on a message for the user, if the listener takes messages."""
        if isinstance(self.listener, Watch):
            self.listener.says(text)

    def step(self, step: Step) -> None:
        """Pass on the step with the answer of all trials so far."""
        if not isinstance(self.listener, Watch):
            self(step.trials)
            return
        joined = self.joined(step.so_far)
        self.listener.step(replace(step, so_far=joined, most=self.most, shown=lambda: self.answers(joined)))

    def report(self, part: Callable[[], Comparison]) -> None:
        """Report the answer on those subjects whose first block of trials has been run."""
        report_answers(lambda: self.answers(self.joined(part())))

    def answers(self, compared: Comparison) -> list[Any]:
        """Return a list with the answer to show for a comparison; [] if it holds only the base line."""
        if self.rule.shown is None:
            return [compared]
        return [self.rule.shown(compared)] if len(compared.names) > 1 else []

    def joined(self, part: Comparison) -> Comparison:
        """Return the comparison `part` with the trials before it added, and with the settings of the checks."""
        before = self.before
        if before is not None:
            first, size = before.stretches[0], before.trials + part.trials
            stretches = (replace(first, trials=size),)
            part = replace(part, counted=before.counted + part.counted, stretches=stretches)
        return replace(part, checks=self.checks, joint_intervals=self.joint_intervals, ended_earlier=self.ended_earlier)


def side_by_side(
    experiments: Mapping[str, Experiment],
    until: str | None = None,
    margin: float = MARGIN,
    by_number: bool = False,
) -> SideBySide:
    """Return one experiment that runs all given experiments on the same trials (arguments as in `compare_experiments`).

    Raises:
        AnalyzerError: if there is no experiment, or the margin is invalid.
    """
    if not isinstance(experiments, Mapping) or not all(hasattr(one, "describe") for one in experiments.values()):
        raise AnalyzerError('experiments: give a mapping of names to experiments, e.g. {"Tin Kite": result.experiment}')
    if not experiments:
        raise AnalyzerError("nothing to compare: give at least one experiment")
    if isinstance(margin, bool) or not isinstance(margin, Real) or not isfinite(margin) or margin < 0:
        first = next(iter(experiments.values()))
        raise AnalyzerError(f"margin {margin!r}: give {first.metrics.unit} a {first.TRIAL[0]}, 0 or more")
    return SideBySide(tuple(experiments), tuple(experiments.values()), by_number, until, margin)


Answer = TypeVar("Answer", bound=GameEditions)


def compare_steps(
    kind: type[Answer],
    calls: EditionCalls[Any],
    old: Any,
    new: Any,
    experiment_of: Callable[[str], Experiment],
    conditions: str,
    games: int | None,
    usual: int,
    **how_much: Unpack[HowMuch],
) -> Answer:
    """Play games by the rules of two editions and of every step between them, on the same deals and dice.

    Args:
        kind: class of the answer.
        calls: the game's calls on editions.
        old: the earlier edition: its name, its folder, or an object.
        new: the later edition.
        experiment_of: returns the games of an edition, given its key.
        conditions: who plays, in words.
        games: number of games of each step, or None for `usual`.
        usual: number of games if none is given.
        **how_much: how much is run, see `HowMuch`.
    """
    first, second = calls.key_of(old), calls.key_of(new)
    calls.folders.shelf.own.tell_apart([first, second])
    steps = calls.folders.steps(first, second)
    *between, last = steps
    keys = {f"{first}": first, **{f"+ {tables}": steps[tables] for tables in between}, f"{second}": second}
    experiments = {name: experiment_of(key) for name, key in keys.items()}
    compared = compare_experiments(experiments, games, by_number=True, usual=usual, **how_much)
    return kind(compared, f"+ {last}", conditions)
