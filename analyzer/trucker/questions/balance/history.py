"""Verdicts of the balance reports on an edition of Galaxy Trucker, version by version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from analyzer.answers.balance.history import EditionHistory, LoggedTable, read_history
from analyzer.answers.description import in_words
from analyzer.trucker.questions.edition import CALLS, EditionLike

LOGGED = (
    LoggedTable(
        "cards", ("card", "level"), "credits", "what one meeting brings good ships on average",
        lambda thing: (f"no. {', '.join(map(str, thing['cards']))}", thing["level"]),
    ),
    LoggedTable(
        "components", ("component",), "worth", "credits a flight above a plain structural component",
        lambda thing: (in_words(thing["kind"]),),
    ),
)  # fmt: skip
"""Tables whose effects the log keeps."""


@dataclass(frozen=True, repr=False)
class BalanceHistory(EditionHistory):
    """Reports on an edition of Galaxy Trucker in the order of their dates."""

    TRIALS: ClassVar = "flights"

    @property
    def logged(self) -> Sequence[LoggedTable]:
        """Tables of cards and of components."""
        return LOGGED


def balance_history(edition: EditionLike) -> BalanceHistory:
    """Return the verdicts of all balance reports on an edition, by version.

    The command `balance` adds each report to a log in the edition's folder.

    Args:
        edition: folder of the edition.

    Raises:
        AnalyzerError: for an edition without a folder, without reports, or with a log that cannot be read.

    >>> import analyzer
    >>> analyzer.balance_history("2007")
    Traceback (most recent call last):
    analyzer.errors.AnalyzerError: history: 2007 comes with the program and has no log: name your edition's folder
    """
    return read_history(CALLS, edition, BalanceHistory)
