"""Captains by name or file: those that come with the product, and a player's own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from analyzer.files.named import by_name_or_file, text_of
from analyzer.trucker.captains.captain import Captain

NAMED = ("sensible", "cautious", "bold", "miser")


@cache
def named_captain(name: str) -> Captain:
    """One of the captains that come with the product; raises AnalyzerError for another name."""
    text = text_of("analyzer.trucker", "captain", name, NAMED)
    return _parse(text, f"{name}.yaml")


def load_captain(name_or_path: str | Path | Captain) -> Captain:
    """A named captain, or one from a YAML file of prices in credits.

    Raises AnalyzerError with every fault of the file.

    >>> import analyzer
    >>> analyzer.load_captain("cautious").name
    'cautious'
    """
    return by_name_or_file(name_or_path, Captain, named_captain, _parse)


def with_rivals(captains: Sequence[Captain], rivals: int) -> tuple[Captain, ...]:
    """The captains, and a sensible one for each rival."""
    return (*captains, *(named_captain("sensible"),) * rivals)


def _parse(text: str, where: str) -> Captain:
    from analyzer.trucker.captains.captainfile import parse_captain

    return Captain(**parse_captain(text, where))  # type: ignore[arg-type]
