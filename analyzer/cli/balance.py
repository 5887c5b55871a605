"""Verb `balance` of all games: its options, and how its report is shown and written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any

from analyzer.arguments import names_of
from analyzer.cli.multiword_options import as_typed
from analyzer.cli.option_records import HelpTexts, argument, option
from analyzer.cli.options import AmountOptions, OutputOptions
from analyzer.cli.story import check_page
from analyzer.cli.watch import progress
from analyzer.errors import AnalyzerError
from analyzer.files.editions.rules import DefaultEdition
from analyzer.montecarlo.workers import read_processes

if TYPE_CHECKING:
    from analyzer.answers.balance.fix import FigureFix
    from analyzer.answers.balance.report import BalanceReport
    from analyzer.answers.edition import EditionCalls

EDITION = argument(None, "The edition: standard, or a folder of tables.", metavar="[EDITION]", show_default="standard")

ReportOutput = Annotated[
    OutputOptions,
    HelpTexts(export="Save every table in a file of its own: report.csv gives report-captains.csv and so on."),
]
"""Options that show and save a report."""


def named_edition(named: str | None, default: DefaultEdition) -> str:
    """Return the edition to report on; raise AnalyzerError if both the argument and `--edition` name one."""
    if named is not None and default.chosen is not None:
        raise AnalyzerError(f"--edition: leave it out, because the argument names an edition already: {named}")
    return named or default.name()


def fix_help(example: str, thing: str, figures: str, left_out: str) -> HelpTexts:
    """Return the help of a game's `--fix`; `left_out` is a sentence on figures that cannot be searched."""
    return HelpTexts(
        fix=f"Find the value of a figure at which the verdict becomes `in range`, e.g. {example}. THING is {thing}; "
        f"FIGURE is {figures}. {left_out}"
    )


def tell_fix(
    call: Callable[..., FigureFix],
    amount: AmountOptions,
    output: OutputOptions,
    work: int = 0,
    called: str = "pairs of games",
) -> None:
    """Try values of a number in an edition's tables (a figure), under a progress line, and show which is in range.

    Args:
        call: The game's call `fix_figure`, with all its other arguments.
        amount: How much is run.
        output: How the answer is shown.
        work: The number of trials that are expected; 0 for unknown.
        called: The word for trials.
    """
    from analyzer.present.view import view_of_descriptions

    with progress(work, called=called) as watch:
        answer = call(workers=read_processes(amount.workers), progress=watch)
    output.tell(view_of_descriptions([answer]))


@dataclass(frozen=True)
class BalanceOptions:
    """Options of a balance report.

    Attributes:
        out: The file of the page.
        top: Number of rows of a table.
        only: The sections to measure.
        against: Another edition to compare with.
        history: Whether to show earlier reports and make none.
        fix: The figure whose values are searched; then no report is made.
    """

    out: Path | None = option(None, "Write the report as a page to this file (.html).", "-o", "--out", metavar="FILE")
    top: int = option(10, "How many rows the tables show.", min=1)
    only: list[str] | None = option(
        None, "Make only this part of the report. May be given several times (default: all).", metavar="PART"
    )

    against: str | None = option(None, "Compare with this edition.", metavar="EDITION")
    history: bool = option(False, "Show the verdicts of earlier reports on the edition by version, and make no report.")

    fix: str | None = option(
        None, "Find the value of a figure at which the verdict becomes `in range`.", metavar="THING.FIGURE"
    )

    def tell(self, call: ModuleType, amount: AmountOptions, output: OutputOptions, edition: str, **how: Any) -> None:
        """Make a balance report under a progress line, show it, and write its page.

        With `--history` the earlier reports are shown instead, with `--fix` the values of one figure are searched.

        Args:
            call: The game's module `balance`.
            amount: How much is run.
            output: How the report is shown.
            edition: The edition.
            **how: Further keyword arguments of the game's call `balance`.
        """
        self.check(output)
        from analyzer.present.view import view_of_descriptions

        if self.history:
            output.tell(view_of_descriptions([call.balance_history(edition)]))
            return
        trials, only = amount.unchecked_trials, self.only or ()
        if self.fix is not None:
            tell_fix(partial(call.fix_figure, edition, self.fix, trials, **how), amount, output)
            return
        how["against"] = self.against
        played_by = {name: one for name, one in how.items() if name in names_of(call.work)}
        with progress(call.work(edition, trials, only, **played_by), fixed=True, called="pairs of games") as watch:
            workers = read_processes(amount.workers)
            answer = call.balance(
                edition, trials, only=only, workers=workers, progress=watch, command=as_typed(), **how
            )
        self.show(replace(answer, top=self.top), call.CALLS, edition, output)

    def check(self, output: OutputOptions) -> None:
        """Raise AnalyzerError for files that cannot be written, and for options that contradict each other."""
        output.check(out=self.out)
        for name, given in (("--history", self.history), ("--fix", self.fix is not None)):
            if given and any((self.out, self.only, self.against)):
                raise AnalyzerError(f"{name}: leave out --against, --out and --only, which are for new reports")
        if self.history and self.fix is not None:
            raise AnalyzerError("--history: leave out --fix, which plays games")
        if self.out is not None:
            check_page(self.out, more="; --export saves tables")

    def show(self, answer: BalanceReport, calls: EditionCalls[Any], edition: str, output: OutputOptions) -> None:
        """Show a report, add it to the edition's log, and write its page, its figures and its tables.

        Args:
            answer: The report.
            calls: The game's calls on editions.
            edition: The edition.
            output: How the report is shown.
        """
        from analyzer.answers.balance.history import log_of, log_run
        from analyzer.present.exported import export as save_table
        from analyzer.present.view import view_of_descriptions

        key, (out, export) = calls.key_of(edition), (self.out, output.export)
        log = log_of(calls, key)

        def page() -> str:
            assert out is not None
            answer.save(out)
            return f"report: {out} ({out.stat().st_size / 1e6:.1f} MB)"

        def tables() -> str:
            assert export is not None
            named = {name: export.with_name(f"{export.stem}-{name}{export.suffix}") for name in answer.tables}
            return "\n".join(save_table(answer.table(name), path, answers=[answer]) for name, path in named.items())

        def add_to_log() -> str:
            assert log is not None
            try:
                log_run(answer, key, log)
            except (OSError, ValueError) as error:  # nobody asked for the log: without it the report is still good
                return f"log: none, because {error}"
            return f"log: {log}"

        writes = ((log, add_to_log), (out, page), (export, tables))
        view = replace(view_of_descriptions([answer]), table=None)
        output.tell(view, *(write for path, write in writes if path is not None))
