"""Records of options that verbs of several games take.

A verb takes these records whole or in part (see `analyzer.cli.option_records`).
"""

from __future__ import annotations

import atexit
import logging
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cache, partial, wraps
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from analyzer import arguments
from analyzer.cli.option_records import OptionChange, option
from analyzer.cli.watch import progress
from analyzer.errors import AnalyzerError, all_or_faults
from analyzer.files.places import STDOUT, aside, check_file, check_folder, check_output
from analyzer.montecarlo.workers import read_processes
from analyzer.present.view import View, print_json, view_of, view_of_comparisons
from analyzer.runs.watched import Watch, Watcher

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.montecarlo.blocks import Workers as RunBy
    from analyzer.runs.amount import Amount
    from analyzer.runs.cluster.cluster import Cluster
    from analyzer.world import Experiment


TALKATIVE = ("distributed", "distributed.client", "distributed.core", "tornado.application")
"""Loggers that report lost connections, which the command reports in its own words."""


@cache
def connected_cluster(address: str) -> Cluster:
    """Return the cluster of a scheduler, connecting to it once; it is closed when the command ends.

    Raises:
        AnalyzerError: No scheduler listens there.
    """
    from analyzer.runs.cluster.cluster import cluster

    workers = cluster(address)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    atexit.register(workers.close)
    return workers


def read_precision(texts: list[str] | None, score: str) -> dict[str, float] | None:
    """Return half-widths by metric from texts like `0.05`, `arrived=0.1%` or `arrived=0.001`.

    Args:
        texts: The values of --precision.
        score: The metric of a text that names none.

    Raises:
        AnalyzerError: A text cannot be read, or a metric has two different half-widths.
    """
    if not texts:
        return None
    from analyzer.runs.stopping import Percent

    precision: dict[str, float] = {}
    for text in texts:
        metric, _, number = text.rpartition("=")
        metric = metric.strip() or score
        try:
            if text.strip().startswith("=") or not number.isascii() or "_" in number:
                raise ValueError
            percent = number.strip().removesuffix("%")
            if isnan(float(percent)):
                raise ValueError
            half_width = Percent(float(percent) / 100) if percent != number.strip() else float(number)
            if isnan(half_width):
                raise ValueError
        except ValueError:
            cure = f"give half the width of an interval, e.g. 0.05 or {score}=0.05"
            raise AnalyzerError(f"--precision {text}: {cure}") from None
        if precision.setdefault(metric, half_width) != half_width:
            raise AnalyzerError(f"--precision {text}: {precision[metric]:g} was given for {metric} before: give one")
    return precision


def read_switches(texts: Iterable[str] | None, example: str) -> dict[str, str]:
    """Return switches by name from texts like `name=value`.

    Args:
        texts: The values of --switch.
        example: An example for the error.

    Raises:
        AnalyzerError: A text cannot be read, or a switch has two different values.
    """
    switches: dict[str, str] = {}
    for text in texts or ():
        name, sign, value = map(str.strip, text.partition("="))
        if not (name and sign and value):
            raise AnalyzerError(f"--switch {text}: give a name and a value, e.g. {example}")
        if switches.setdefault(name, value) != value:
            raise AnalyzerError(f"--switch {text}: {name}={switches[name]} was given before: give one")
    return switches


WHERE, WHO, HOW_MUCH, KEPT = "Where it flies", "Who flies", "How much", "What is saved"
RULES, PLAYERS = "By which rules", "Who plays"
"""Panels of options in the help of verbs; --json and --help stand in the panel `Options`."""


class Trials(OptionChange):
    """A verb's default number of trials, and its words for trials and their score; used in annotations.

    Args:
        usual: The number of trials by default.
        called: The word for trials, which also names the option, e.g. `--games`.
        slow: The default number if a captain simulates ahead; 0 if help does not mention it.
        score: The metric that `--precision 0.05` means.
        default_text: The text that help shows as default; "" for a text made from `usual` and `slow`.
        also: A further spelling of the option, without dashes.
        is_corrected: Whether means are corrected by the known chances of draws, which `--plain` switches off. It is
            always True with the default of `called`.
        is_most: Whether a run by default ends earlier once its answer is certain enough.
        enough: The half-width of the score's 95% intervals at which a run of one experiment by default ends earlier.
    """

    def __init__(
        self,
        usual: int = 100_000,
        called: str = "flights",
        *,
        slow: int = 0,
        score: str = "credits",
        default_text: str = "",
        also: str = "",
        is_corrected: bool = False,
        is_most: bool = False,
        enough: float | None = None,
    ) -> None:
        self.enough = enough
        self.is_corrected = is_corrected or called == "flights"
        most = "at most " * (is_most or enough is not None)
        self.default_text = default_text or f"{most}{usual:,}" + f"; {slow} with captain thinker" * bool(slow)
        self.usual, self.called, self.score, self.also = usual, called, score, also

    def takes(self, name: str) -> bool:
        """Return whether the verb has an option for a field: for `plain` only if means are corrected, else always."""
        return name != "plain" or self.is_corrected

    def help_of(self, name: str) -> dict[str, Any]:
        """Return the name and the default of the option that sets the number of trials."""
        if name != "flights":
            return {}
        return {"show_default": self.default_text, "default": f"--{self.called}"}

    def other_names(self) -> dict[str, str]:
        """Return further spellings of that option, mapped to the spelling that help shows."""
        names = {"flights", self.also} - {self.called, ""}
        return {f"--{name}": f"--{self.called}" for name in names}

    def words(self) -> dict[str, str]:
        """Return the words for trials, score and example that replace names in braces (`{trials}`) in help texts."""
        run, other = ("Fly", "arrived=0.1%") if self.called == "flights" else ("Play", "points=0.01")
        trials = {"trials": self.called, "trial": self.called.removesuffix("s")}
        return trials | {"Run": run, "run": run.lower(), "score": self.score, "other": other}

    def fixed(self) -> dict[str, Any]:
        """Return the values of the fields `usual`, `score`, `called` and `enough`."""
        return {"usual": self.usual, "score": self.score, "called": self.called, "enough": self.enough}


LONGEST = 12
"""The number of digits from which a number of events is refused."""


@dataclass(frozen=True)
class AmountOptions:
    """Options on how much is run, and with which workers; `usual`, `score`, `called`, `enough` come from `Trials`."""

    PANEL: ClassVar = HOW_MUCH
    WORDS: ClassVar = Trials(slow=40)

    flights: int | None = option(None, "Number of {trials}; with --precision, at most this many.")
    precision: list[str] | None = option(
        None,
        "{Run} until the 95% interval of `{score}` is at most plus or minus HALF, e.g. 0.05, in the unit that the "
        "table shows. Name another metric to use its interval, e.g. {other}. May be given several times.",
        metavar="[METRIC=]HALF",
    )
    first: int = option(
        arguments.FIRST.default,
        "Number of the first {trial} (default 0). To share one seed between machines, give each its own range.",
        show_default=False,
    )
    workers: str | None = option(None, arguments.WORKERS.help, metavar="N|auto", show_default="auto")
    scheduler: str | None = option(
        None,
        "{Run} on a Dask cluster: the address of its scheduler, e.g. tcp://host:8786 (needs the extra `cluster`). "
        "Results do not depend on it.",
        metavar="ADDRESS",
    )
    save: Path | None = option(arguments.SAVE, metavar="FILE", rich_help_panel=KEPT)
    plain: bool = option(arguments.PLAIN)
    quiet: bool = option(
        False,
        "Print no progress. Otherwise a terminal shows one line, and a file gets a line every ten seconds.",
        rich_help_panel=KEPT,
    )
    usual: int = field(default=100_000, kw_only=True)
    score: str = field(default="credits", kw_only=True)
    called: str = field(default="flights", kw_only=True)
    enough: float | None = field(default=None, kw_only=True)

    def amount(
        self, until: str | None = None, rows_out: Path | None = None, events: EventsOptions | None = None
    ) -> Amount:
        """Return the options as the `Amount` that runs experiments.

        Args:
            until: "decided" to stop as soon as every pair is decided.
            rows_out: The file for a table with one row a trial.
            events: The options on events to wait for.
        """
        from analyzer.runs.amount import Amount

        wanted = events.wanted() if events else None
        how: Any = {"until": until, "rows_out": rows_out, "until_events": wanted, **self.how()}
        return Amount(self.flights, usual=self.usual, enough=self.enough, called=self.called, **how)

    @property
    def unchecked_trials(self) -> int:
        """Number of trials, for calls that check it themselves."""
        return self.usual if self.flights is None else self.flights

    def how(self) -> dict[str, Any]:
        """Return precision, save file and workers as keyword arguments for calls such as `fly`."""
        precision = read_precision(self.precision, self.score)
        others = {"save": self.save, "plain": self.plain}
        return {"precision": precision, "first": self.first, "workers": self.run_by(), **others}

    def run_by(self) -> RunBy:
        """Return the number of processes on this machine, or a cluster.

        Raises:
            AnalyzerError: The workers are not available.
        """
        self._check_workers()
        if self.scheduler is None:
            return read_processes(self.workers)

        return connected_cluster(self.scheduler)

    def check(self) -> None:
        """Raise AnalyzerError for options that cannot be read or contradict each other, before anything is started."""
        read: list[Callable[[], object]] = [self._check_workers, partial(read_precision, self.precision, self.score)]
        all_or_faults(lambda each: each(), read)

    def _check_workers(self) -> None:
        """Raise AnalyzerError if the workers cannot be read, or are given twice."""
        if self.scheduler is None:
            read_processes(self.workers)
            return
        from analyzer.runs.cluster.address import checked_address

        checked_address(self.scheduler)
        if self.workers is not None:
            raise AnalyzerError(
                "--workers, --scheduler: choose one: processes of this machine, or the workers that the cluster has"
            )

    def progress(self, runs: float = 1, until: str | None = None) -> AbstractContextManager[Watch]:
        """Return the progress line as a context manager.

        Args:
            runs: The number of runs of this amount that are expected.
            until: "decided" if the run may stop early, so that its length is unknown.
        """
        most = self.amount(until).most()
        return progress(0 if until or self.precision else int(most * runs), called=self.called)

    def answer(self, ask: Callable[..., Any], *given: Any, runs: float = 1, **how: Any) -> Any:
        """Call a question with these options under a progress line, and return its answer.

        Args:
            ask: The call, e.g. `starship.weak`. Of these options it gets only those for which it has an argument.
            *given: Its first arguments.
            runs: The number of runs of this amount that are expected.
            **how: Its other keyword arguments.
        """
        names = arguments.names_of(ask)
        own = {name: value for name, value in self.how().items() if name in names}
        own[next(name for name in (self.called, "flights", "games") if name in names)] = self.flights
        with self.progress(runs, how.get("until")) as done:
            return ask(*given, progress=done, **(own | how))


@dataclass(frozen=True)
class EventsOptions:
    """Options on the events that are waited for."""

    PANEL: ClassVar = HOW_MUCH
    WORDS: ClassVar = Trials()

    until_events: list[str] | None = option(
        None,
        "{Run} until N {trials} have had this outcome, e.g. no_humans=1000. CHANCE is the name of any chance that "
        "`analyzer metrics` lists. May be given several times.",
        metavar="CHANCE=N",
    )

    def wanted(self) -> dict[str, int] | None:
        """Return the number of events to wait for, by chance, from texts like `no_humans=1000`; None without texts."""
        if not self.until_events:
            return None
        wanted: dict[str, int] = {}
        for text in self.until_events:
            metric, _, number = map(str.strip, text.partition("="))
            if not (metric and number.isascii() and number.isdecimal() and len(number) < LONGEST):
                raise AnalyzerError(f"--until-events {text}: give an ending and a number, e.g. no_humans=1000")
            if wanted.setdefault(metric, int(number)) != int(number):
                raise AnalyzerError(f"--until-events {text}: {wanted[metric]:,} were asked for before: give one number")
        return wanted


@dataclass(frozen=True)
class UntilOptions:
    """Options on when a comparison may stop."""

    PANEL: ClassVar = HOW_MUCH
    WORDS: ClassVar = Trials()

    until: str | None = option(
        None,
        "`decided`: stop as soon as every pair is decided at 95% confidence: one is better, or they are "
        "equal within the margin.",
        metavar="decided",
    )
    margin: float = option(0.25, "Difference in {score} per {trial} that still counts as equal.")


@dataclass(frozen=True)
class RowsOptions:
    """Options on what is saved of every trial."""

    PANEL: ClassVar = KEPT
    WORDS: ClassVar = Trials()

    flights_out: Path | None = option(
        None, "Write a table with one row per {trial} to this .parquet file.", metavar="FILE"
    )


@dataclass(frozen=True)
class OutputOptions:
    """Options on how results are printed, and where they are saved."""

    PANEL: ClassVar = KEPT

    export: Path | None = option(
        None, "Save the table and the meaning of its columns as .csv, .parquet, .xlsx or .json.", metavar="FILE"
    )
    plot: Path | None = option(None, "Save the figures (PNG and SVG) in this directory.", metavar="DIR")
    as_json: bool = option(False, "Print the results as JSON.", "--json", rich_help_panel="Options")
    verbose: bool = option(
        False, "Print all notes on the results, not only the three most important.", rich_help_panel="Options"
    )

    def check(
        self, amount: AmountOptions | None = None, rows: RowsOptions | None = None, out: Path | None = None
    ) -> None:
        """Raise AnalyzerError, before anything is run, for files and folders that cannot be written."""
        places = {
            "--save": amount.save if amount else None,
            "--flights-out": rows.flights_out if rows else None,
            "--export": self.export,
            "--plot": self.plot,
            "--out": out,
        }
        if out is not None and str(out) == STDOUT and self.as_json:
            raise AnalyzerError("--json, --out -: both write to standard output: choose one")
        all_or_faults(_check_place, ((flag, path) for flag, path in places.items() if path is not None))
        files = [path.absolute() for flag, path in places.items() if path is not None and flag != "--plot"]
        if len(set(files)) < len(files):
            flags = ", ".join(["--save", "--flights-out", "--export", *["--out"] * (out is not None)])
            raise AnalyzerError(f"{flags}: one file is named twice: give each its own")
        if amount is not None:
            amount.check()

    def tell(self, view: View, *writes: Callable[[], str]) -> None:
        """Print JSON, or everything that a person reads; then save table and figures if they are asked for.

        A failure to print or to save one thing does not keep the others from being saved.

        Args:
            view: The view of the answers.
            *writes: Functions that save something more and return a line about it.

        Raises:
            AnalyzerError: Something could not be saved. The message lists all of it.
        """
        try:
            with aside():
                if self.as_json:
                    print_json(view.facts())
                else:
                    view.show(verbose=self.verbose)
                sys.stdout.flush()
        finally:
            lines, faults = _written([*self._writes(view), *writes])
        if not self.as_json:
            with aside():
                print(*lines, sep="\n", end="\n" * bool(lines))
        if faults:
            raise AnalyzerError(faults)

    def _writes(self, view: View) -> Iterator[Callable[[], str]]:
        """Yield the functions that save figures (if --plot is given) and the table (if --export is given)."""
        plot, path, figures, table = self.plot, self.export, view.figures, view.table
        if plot is not None and figures is not None:
            from analyzer.present.pictures import save_figures

            yield lambda: "plots: " + ", ".join(map(str, save_figures(figures(), plot)))
        if path is not None and table is not None:
            from analyzer.present.exported import export

            yield lambda: export(table(), path, answers=view.answers)


def _check_place(place: tuple[str, Path]) -> None:
    """Raise AnalyzerError if the file or folder of an option cannot be written.

    The place is the option and its path.
    """
    flag, path = place
    if flag == "--plot":
        check_folder(path, f"{flag} {path}")
    elif flag == "--export":
        from analyzer.present.exported import check_export, dictionary_paths

        check_export(path, flag)
        for file in (path, *dictionary_paths(path)):
            check_output(file, f"{flag} {file}")
    elif flag == "--save":
        check_file(path, f"{flag} {path}")  # is read too, to go on from there
    else:
        check_output(path, f"{flag} {path}")


def _written(writes: Iterable[Callable[[], str]]) -> tuple[list[str], list[str]]:
    """Call each function; return the lines about what was saved, and the error messages of functions that failed."""
    lines: list[str] = []
    faults: list[str] = []
    for write in writes:
        try:
            lines.append(write())
        except AnalyzerError as error:
            faults += error.faults
        except KeyboardInterrupt:
            raise KeyboardInterrupt from None  # what trials for a picture came to is not what was asked for
    return lines, faults


def run(
    experiments: Sequence[Experiment],
    amount: AmountOptions,
    rows: RowsOptions | None = None,
    events: EventsOptions | None = None,
) -> list[Any]:
    """Run the experiments one after the other with a progress line, and return their results."""
    how_much = amount.amount(rows_out=rows.flights_out if rows else None, events=events)
    how_much.check()
    open_ended = amount.precision or (events and events.until_events)
    with progress(0 if open_ended else how_much.most() * len(experiments), called=amount.called) as progress_line:
        return how_much.run(experiments, Watcher(progress_line))


def asks(call: str, *, runs: float = 1, ranked: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a verb of a Python call: the verb's options become the arguments of the call, whose answer is shown.

    An option becomes the argument with the same name. A record of options becomes its `arguments()`, without those that
    the call does not have. For an option that is None, the call uses its own default.

    Args:
        call: The call as `module:name`, which is imported when the verb runs.
        runs: The number of runs of the verb's amount that are expected; 0 if it is unknown.
        ranked: Whether --export always saves a comparison's ranking.
    """

    def of_call(verb: Callable[..., None]) -> Callable[..., None]:
        @wraps(verb)
        def asking(*, output: OutputOptions, amount: AmountOptions | None = None, **options: Any) -> None:
            output.check(amount)
            from analyzer.answers.description import load_function

            ask = load_function(call)
            names = arguments.names_of(ask)
            given: dict[str, Any] = {}
            for name, value in options.items():
                told = value.arguments() if hasattr(value, "arguments") else {name: value}
                given |= {one: told[one] for one in told if told[one] is not None and one in {*names, name}}
            answer = ask(**given) if amount is None else amount.answer(ask, runs=runs, **given)
            output.tell(view_of_comparisons([answer], ranked=True) if ranked else view_of([answer]))

        asking.asks = call  # type: ignore[attr-defined]
        return asking

    return of_call
