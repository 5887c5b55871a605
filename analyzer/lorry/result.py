"""What games of Cosmic Lorry came to."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.results.result import Result


@dataclass(frozen=True, repr=False)
class Races(Result):
    """Games of several traders, or of one alone; index it by a trader's name."""
