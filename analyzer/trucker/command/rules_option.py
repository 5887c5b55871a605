"""`--rules`: files of Python with kinds of cards of the user's own, for every verb."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import typer

from analyzer.cli.options import WHERE
from analyzer.errors import all_or_faults

Rules = Annotated[
    list[Path] | None,
    typer.Option(
        "--rules",
        help="Python file (.py) with the rules for card kinds of your own; it is executed. May be given several times.",
        metavar="FILE",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class RulesOption:
    """The rules of the user's own."""

    PANEL: ClassVar = WHERE

    rules: Rules = None

    def begin(self) -> None:
        """Run the files before anything else is read; raises AnalyzerError with the faults of all."""
        if self.rules:
            from analyzer.trucker.questions.edition.rules import load_rules

            all_or_faults(load_rules, self.rules)
