"""Captains by name or file: those that come with the product, and a player's own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from analyzer.errors import AnalyzerError, one_of
from analyzer.trucker.captains.captain import Captain

NAMED = ("sensible", "cautious", "bold", "miser")


@cache
def named_captain(name: str) -> Captain:
    """One of the captains that come with the product; raises AnalyzerError for another name."""
    if name not in NAMED:
        raise AnalyzerError(f"no captain {name!r}: {one_of(name, NAMED)}, or a captain file (.yaml)")
    text = (files("analyzer.trucker") / "data" / "captains" / f"{name}.yaml").read_text(encoding="utf-8")
    return _parse(text, f"{name}.yaml")


def load_captain(name_or_path: str | Path | Captain) -> Captain:
    """A named captain, or one from a YAML file of prices in credits.

    Raises AnalyzerError with every fault of the file.

    >>> import analyzer
    >>> analyzer.load_captain("cautious").name
    'cautious'
    """
    if isinstance(name_or_path, Captain):
        return name_or_path
    if not isinstance(name_or_path, str | Path):
        raise AnalyzerError(f"captain {name_or_path!r}: give a name, a captain file or a Captain")
    text = str(name_or_path)
    if not (text.endswith((".yaml", ".yml")) or "/" in text or text == "."):
        return named_captain(text)
    from analyzer.files.yamlfile import read_text

    return _parse(read_text(Path(text)), text)


def with_rivals(captains: Sequence[Captain], rivals: int) -> tuple[Captain, ...]:
    """The captains, and a sensible one for each rival."""
    return (*captains, *(named_captain("sensible"),) * rivals)


def _parse(text: str, where: str) -> Captain:
    from analyzer.trucker.captains.captainfile import parse_captain

    return Captain(**parse_captain(text, where))  # type: ignore[arg-type]
