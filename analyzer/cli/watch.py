"""Progress of running verbs: trials done, speed, interval so far and time left, below the interim answer.

A person at a terminal sees the answer as it stands and one line, redrawn in place. A file gets a plain line every ten
seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from math import isfinite
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING, Any

from analyzer.interrupts import raise_again_if_lost, raise_from_now_on
from analyzer.runs.watched import MakeAnswers, Step, Stopped, Watch, hearing_answers, hearing_decisions

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.text import Text

QUIET = 0.3
"""The seconds of a run after which the line first appears on a terminal."""
EVERY = 10.0
"""The seconds between plain lines, and before the first, if standard error is no terminal."""
LATE = 0.75
"""The share of the elapsed time, from the start, that the shown speed ignores because the first blocks are slower."""
BAR = (5, 20)
"""The shortest and the longest bar, in characters."""
FEW = 2
"""The number of measured times, the start included, up to which the time left is shown as `at most`."""
LITTLE, FIRM = 0.01, 0.1
"""Shares of a run that must be done before a line shows the time left, and before it shows it without `at most`.

The first blocks are small and take longer for each trial; the start of processes and compiling count as work. Tasks
that other processes have begun but not ended are not counted.
"""
COLD = 4.0
"""Number of seconds. A first block that ends sooner says little about the speed: it is small, and code is compiled."""
SOON = 60.0
"""Seconds after which a run without a fixed total shows the time left, even if less than LITTLE of it is done."""
MANY = 1_000_000
"""The number from which counts are written in millions."""
MINUTES = 120
"""The number of seconds from which times are written in minutes, and of minutes from which in hours."""
DAYS, YEAR = 3, 365
"""The number of days from which times are written in days, and from which in years."""
REDRAWN = 0.5
"""The least seconds between two drawings of the interim answer, and the least time left for which one is worth it."""
DRAWING_SHARE = 10
"""Divisor: interim answers take at most 1 / DRAWING_SHARE of the time of a run."""
BELOW = 3
"""The number of lines of a terminal that the interim answer leaves to its heading, the progress line and the cursor."""
_is_quiet = ContextVar("is_quiet", default=False)
_has_answer_on_terminal = ContextVar("has_answer_on_terminal", default=True)


def be_quiet(is_quiet: bool) -> None:
    """Set whether verbs run without a progress line, as `--quiet` asks for."""
    _is_quiet.set(is_quiet)


def show_interim_answers(is_shown: bool) -> None:
    """Set whether the verb's answer is a table for a person, so that its interim state is worth showing."""
    _has_answer_on_terminal.set(is_shown)


@contextmanager
def progress(
    total: int,
    *,
    fixed: bool = False,
    at_most: bool = False,
    weigh: Callable[[Step], int] | None = None,
    called: str = "trials",
) -> Iterator[Watch]:
    """Show a progress line on stderr within a `with` block; in a file a line every ten seconds, none with `--quiet`.

    Messages of the run are printed in any case.

    Args:
        total: The number of trials that are expected; 0 for unknown. The run may report a better number later.
        fixed: Whether `total` stays as it is, whatever the run reports.
        at_most: Whether fewer trials than `total` may be run.
        weigh: Function that returns the number of trials that a step counts as.
        called: The word for trials until the run reports its own.

    Raises:
        Stopped: The run was interrupted; holds the results so far.
    """
    line = ProgressLine(error_console(), total, fixed, at_most, weigh, called)
    raise_from_now_on()
    try:
        with displayed(line), hearing_decisions(line.decided), hearing_answers(line.answers, line.awaits_figure):
            yield line
    except Stopped as stopped:
        raise stopped if stopped.results else Stopped(line.latest(), stopped.saved) from None
    except KeyboardInterrupt:
        if not (known := line.latest()):
            raise
        raise Stopped(known, None) from None


def error_console() -> Console:
    """Return a console on standard error that prints text such as `[b]` as it is, not as Rich markup."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


@contextmanager
def displayed(line: ProgressLine) -> Iterator[None]:
    """Show the line within a `with` block: after a moment on a terminal, as plain lines elsewhere.

    With `--quiet` nothing is shown.
    """
    if _is_quiet.get():
        yield
        return
    if not line.console.is_terminal:
        line.prints_itself = True
        yield
        return
    from rich.live import Live

    line.draws_answers = sys.stdout.isatty() and _has_answer_on_terminal.get()
    live = Live(line, console=line.console, transient=True, refresh_per_second=4)
    over, lock = False, Lock()

    def start() -> None:
        with lock:
            if not over:
                live.start()
                line.refresh = live.refresh

    timer = Timer(QUIET, start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with lock:
            over = True
        live.stop()


def to_go(seconds: float) -> str:
    """Return a time left as text, e.g. `0:07 to go` or `1:02:05 to go`."""
    return f"{clock(seconds)} to go"


def about(seconds: float) -> str:
    """Return an approximate duration, e.g. `about 40 s`, `about 3 min`, `about 2.5 h`."""
    if seconds < MINUTES:
        return f"about {max(1, round(seconds))} s"
    minutes = seconds / 60
    if minutes < MINUTES:
        return f"about {minutes:.0f} min"
    return f"about {_long(seconds) or f'{minutes / 60:.1f} h'}"


def _long(seconds: float) -> str:
    """Return a duration of at least three days in days or years; "" for a shorter one."""
    days = seconds / 60 / 60 / 24
    if days < DAYS:
        return ""
    return f"{days:,.0f} days" if days < YEAR else f"{days / YEAR:,.0f} years"


def clock(seconds: float) -> str:
    """Return a duration as minutes and seconds, with hours if there are any; a long one in days or years."""
    if long := _long(seconds):
        return long
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def count(number: int) -> str:
    """Return a number of trials with thousands separators, or in millions if it is large."""
    if number < MANY:
        return f"{number:,}"
    return f"{number / MANY:.3g}M" if number < MANY * 999.5 else f"{number / MANY:,.0f}M"


class ProgressLine:
    """Progress line that counts trials as they are run (a `Watch`).

    Rich draws it on a terminal; elsewhere it prints itself every ten seconds.

    Args:
        console: The console of standard error.
        total: The number of trials that are expected; 0 for unknown.
        fixed: Whether `total` stays as it is, whatever the run reports.
        at_most: Whether fewer trials than `total` may be run.
        weigh: Function that returns the number of trials that a step counts as.
        called: The word for trials until the run reports its own.
        seconds: The clock, for tests; None for the system's.
    """

    prints_itself = False
    draws_answers = False

    def __init__(
        self,
        console: Console,
        total: int,
        fixed: bool = False,
        at_most: bool = False,
        weigh: Callable[[Step], int] | None = None,
        called: str = "trials",
        seconds: Callable[[], float] | None = None,
    ) -> None:
        self.console, self._called, self._seconds = console, called, seconds or monotonic
        self._total, self._fixed, self._at_most, self._weigh = total, fixed, at_most, weigh
        self._begun = self._seconds()
        self.refresh: Callable[[], object] = bool  # draws the line at once; does nothing before it is on a terminal
        self._due = EVERY
        self._run = 0  # since the command began
        self._done = 0  # with those that were kept
        self._before = 0  # those of experiments that are over
        self._decisions = 0  # of captains who think
        self._latest: Step | None = None
        self._over: list[Any] = []  # the results of experiments that are over
        self._make: MakeAnswers | None = None
        self._drawing: list[Text] = []  # the lines of the interim answer
        self._next_drawing = 0.0  # not before so many seconds
        self._times: list[tuple[float, int]] = [(0.0, 0)]  # seconds, and how many were run by then

    def __call__(self, trials: int, /) -> None:
        """Count trials that were just run."""
        raise_again_if_lost()
        self._add(trials)
        self.print_if_due()

    def says(self, text: str) -> None:
        """Print a message above the progress line."""
        if self.console.is_terminal:
            self.console.print(text, soft_wrap=True)
        else:
            print(text, file=sys.stderr)

    def step(self, step: Step) -> None:
        """Count the trials of a step; they were run just now, or read from the save file of an earlier run."""
        latest, weight = self._latest, self._weigh(step) if self._weigh else step.each
        if latest is not None and latest.experiment is not step.experiment and step.shown is None:
            self._before = self._done
            self._over.append(latest.so_far)
        self._latest = step
        if step.trials:
            self._add(step.trials * weight)
        else:
            self._done += step.so_far.trials * weight
        if not self._fixed:
            self._total = self._expected(step)
        self.answers(step.shown or (lambda: [*self._over, step.so_far]))
        self.print_if_due()

    def answers(self, make: MakeAnswers) -> None:
        """Keep the function that makes the answers so far; on a terminal draw their table if it is time again."""
        self._make = make
        now = self._seconds() - self._begun
        if not self.draws_answers or now < self._next_drawing:
            return
        left = self._left(self._seconds())
        if left is None or left > REDRAWN:
            with suppress(Exception):  # too few trials for the table are no reason to end the run
                self._drawing = self._drawn(make())
            self.refresh()
            took = self._seconds() - self._begun - now
            if self._drawing:  # the first answer that can be drawn does not wait
                self._next_drawing = now + max(REDRAWN, DRAWING_SHARE * took)

    def _drawn(self, answers: Sequence[Any]) -> list[Text]:
        """Return the first lines of answers, cut to the room that the terminal has."""
        from rich.text import Text

        from analyzer.present.terminal import drawing
        from analyzer.present.view import view_of

        if not answers:
            return []
        lines = drawing(self.console, view_of(answers).show)
        while lines and not lines[-1].plain.strip():
            lines.pop()
        room = max(1, self.console.height - BELOW)
        marked = Text("Interim answer, the run goes on:", "bold yellow")
        return [marked, *(lines if len(lines) <= room else [*lines[: room - 1], Text("...")])]

    def awaits_figure(self) -> bool:
        """Return whether this line is on a terminal and no answer was drawn yet."""
        return self.draws_answers and not self._drawing

    def decided(self, decisions: int) -> None:
        """Count decisions that thinking captains have just simulated, while a single long trial is still running."""
        self._decisions += decisions
        self.print_if_due()

    def latest(self) -> list[Any]:
        """Return the answers so far; [] if there are none."""
        return [] if self._make is None else [*self._make()]

    def print_if_due(self) -> None:
        """Print a plain line if ten seconds have passed since the last one and trials remain."""
        now = self._seconds()
        if self.prints_itself and now - self._begun >= self._due and not 0 < self._total <= self._done:
            # counted from this line on, so that slow trials cause no burst of lines
            self._due = now - self._begun + EVERY
            print(self.in_plain_words(now), file=sys.stderr, flush=True)

    def in_plain_words(self, now: float) -> str:
        """Return trials done and time left, e.g. `12,000 of 100,000 trials, about 40 s left`."""
        far, left = self._how_far(), self._left(now)
        return (
            f"{far}, {self._bound()}{about(left)} left"
            if left is not None
            else f"{far}, {about(now - self._begun)} so far"
        )

    def _bound(self) -> str:
        """Return `at most ` if the time left may be much shorter: the start of processes counts as work at first."""
        # on a terminal one more small block comes first, for an early interim answer
        is_early = self._done < FIRM * self._total
        return "at most " * (self._at_most or is_early or len(self._times) <= FEW + self.draws_answers)

    def _add(self, trials: int) -> None:
        """Count trials that were just run, with the time, for the recent speed."""
        self._run += trials
        self._done += trials
        self._times.append((self._seconds() - self._begun, self._run))

    def _expected(self, step: Step) -> int:
        """Return the number of trials expected in all, assuming that each later run takes as many as this one."""
        most, trials = step.most, step.so_far.trials
        needed: int = most
        if step.goal is not None:
            needed = min(most, step.goal.needed(step.so_far))
            # a goal that seems reached but is not may take all trials
            needed = most if needed <= trials and not step.goal.reached(step.so_far) else max(needed, trials)
        each_run: int = max(needed, trials) * step.each
        return self._before + each_run * (step.after + 1)

    def _speed(self) -> float:
        """Return the recent speed in trials a second."""
        latest, run = self._times[-1]
        # Tasks of a report differ much, and several end at once, so only the mean speed since the start is reliable.
        base, before = self._times[0] if self._fixed else max(one for one in self._times if one[0] <= LATE * latest)
        return (run - before) / (latest - base) if latest > base else 0.0

    def words(self, now: float) -> list[str]:
        """Return trials done, speed, interval so far and time left, each in a few words or ""."""
        speed, left = self._speed(), self._left(now)
        is_cold = len(self._times) == FEW and self._times[-1][0] < COLD
        so_far = f"{clock(now - self._begun)} so far"
        time = so_far if left is None or is_cold else f"{self._bound()}{to_go(left)}"
        return [self._how_far(), f"{speed:,.0f}/s" if speed else "", self._known(), time]

    def _how_far(self) -> str:
        """Return the number of trials done and expected as text, e.g. `12,000 of 100,000 trials`."""
        what = self._called if self._latest is None else self._latest.experiment.TRIAL[1]
        of = f" of {'at most ' * self._at_most}{count(self._total)}" if self._total else ""
        decided = f", {count(self._decisions)} decisions thought through (Ctrl-C keeps only whole {what})"
        thought = decided if self._decisions and not self._run else ""
        return f"{count(self._done)}{of} {what}{thought}"

    def _left(self, now: float) -> float | None:
        """Return the estimated seconds until the end of the run; None if unknown."""
        speed = self._speed()
        is_guess = self._done < LITTLE * self._total and (self._fixed or now - self._begun < SOON)
        if not (speed and self._total) or is_guess:
            return None
        return (self._total - self._done) / speed - (now - self._begun - self._times[-1][0])

    def _known(self) -> str:
        """Return the interval so far of a single subject, or the largest half-width of several subjects, as text."""
        if self._latest is None:
            return ""
        so_far, goal, metrics = self._latest.so_far, self._latest.goal, self._latest.experiment.metrics
        metric = (goal and goal.metric) or metrics.score
        scale, unit = (100, "%") if metrics[metric].is_chance else (1, "")
        ends = [(scale * low, scale * high) for _, (_, low, high) in so_far.estimates(metric)]
        if not ends or not all(isfinite(end) for both in ends for end in both):
            return ""
        if len(ends) == 1:
            what = "difference" if hasattr(so_far, "difference") else metric
            return f"{what} {ends[0][0]:.4g} to {ends[0][1]:.4g}{unit}"
        return f"{metric} \N{PLUS-MINUS SIGN} {max(high - low for low, high in ends) / 2:.3g}{unit}"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Yield the interim answer, then the line fitted to the width.

        First the bar shrinks, then words are dropped, the time left last.
        """
        from rich.text import Text

        yield from self._drawing
        words = self.words(self._seconds())
        spare = [2, 1, 0]
        while len(line := ", ".join(filter(None, words))) > options.max_width and spare:
            words[spare.pop(0)] = ""
        line = line.encode(console.encoding, "replace").decode(console.encoding)
        room = min(BAR[1], options.max_width - len(line) - 1)
        if room < BAR[0]:
            yield Text(line, no_wrap=True, overflow="crop")
            return
        full, rest = ("#", ".") if options.ascii_only else ("\N{BOX DRAWINGS HEAVY HORIZONTAL}",) * 2
        share = min(1.0, self._done / self._total) if self._total else 0.0
        bar = Text(full * round(share * room), "green").append(rest * (room - round(share * room)), "bright_black")
        yield bar.append(f" {line}", "default")
