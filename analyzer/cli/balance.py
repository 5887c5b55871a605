"""Verb `balance` of Starship Catan and Cosmic Lorry: its options, and how its report is shown and written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.arguments import names_of
from analyzer.cli.multiword_options import as_typed
from analyzer.cli.option_records import argument, option
from analyzer.cli.options import AmountOptions, OutputOptions
from analyzer.cli.story import check_page
from analyzer.cli.watch import progress
from analyzer.errors import AnalyzerError
from analyzer.files.editions.rules import DefaultEdition
from analyzer.montecarlo.workers import read_processes

EDITION = argument(None, "The edition: standard, or a folder of tables.", metavar="[EDITION]", show_default="standard")


def named_edition(named: str | None, default: DefaultEdition) -> str:
    """Return the edition to report on; raise AnalyzerError if both the argument and `--edition` name one."""
    if named is not None and default.chosen is not None:
        raise AnalyzerError(f"--edition: leave it out, because the argument names an edition already: {named}")
    return named or default.name()


@dataclass(frozen=True)
class BalanceOptions:
    """Options of a balance report.

    Attributes:
        out: The file of the page.
        top: Number of rows of a table.
        only: The sections to measure.
    """

    out: Path | None = option(None, "Write the report as a page to this file (.html).", "-o", "--out", metavar="FILE")
    top: int = option(10, "How many rows the tables show.", min=1)
    only: list[str] | None = option(
        None, "Make only this part of the report. May be given several times (default: all).", metavar="PART"
    )

    def tell(
        self,
        report_on: Callable[..., Any],
        work: Callable[..., int],
        amount: AmountOptions,
        output: OutputOptions,
        *given: Any,
        **how: Any,
    ) -> None:
        """Make a balance report under a progress line, show it, and write its page.

        Args:
            report_on: The function `balance` of the game.
            work: A function with the same first arguments that returns the number of pairs of games of a report.
            amount: How much is run.
            output: How the report is shown.
            *given: The first arguments of `report_on` and `work`.
            **how: Further keyword arguments of `report_on`.
        """
        output.check(out=self.out)
        from analyzer.present.view import view_of_descriptions

        if self.out is not None:
            check_page(self.out, more="; --export saves tables")
        trials, only = amount.amount().most(), self.only or ()
        played_by = {name: one for name, one in how.items() if name in names_of(work)}
        with progress(work(*given, trials, only, **played_by), fixed=True, called="pairs of games") as watch:
            workers = read_processes(amount.workers)
            answer = report_on(*given, trials, only=only, workers=workers, progress=watch, command=as_typed(), **how)

        answer = replace(answer, top=self.top)

        def write() -> str:
            assert self.out is not None
            answer.save(self.out)
            return f"report: {self.out} ({self.out.stat().st_size / 1e6:.1f} MB)"

        output.tell(view_of_descriptions([answer]), *[write] * (self.out is not None))
