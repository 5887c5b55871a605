"""Values of options that are written as text: `arrived=0.001`, `surrounding=off`."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.errors import AnalyzerError


def read_precision(texts: list[str] | None, score: str) -> dict[str, float] | None:
    """Return half-widths by metric from `0.05`, `arrived=0.1%` or `arrived=0.001`."""
    if not texts:
        return None
    from analyzer.runs.precision import Percent

    precision: dict[str, float] = {}
    for text in texts:
        metric, sign, number = text.rpartition("=")
        try:
            if sign and not metric.strip():
                raise ValueError
            percent = number.strip().removesuffix("%")
            is_percent = percent != number.strip()
            precision[metric.strip() or score] = Percent(float(percent) / 100) if is_percent else float(number)
        except ValueError:
            cure = "give half the width of an interval, e.g. 0.05 or arrived=0.1%"
            raise AnalyzerError(f"--precision {text}: {cure}") from None
    return precision


def read_switches(texts: Iterable[str] | None, example: str) -> dict[str, str]:
    """Switches by name; raises AnalyzerError for what cannot be read."""
    switches = {}
    for text in texts or ():
        name, sign, value = map(str.strip, text.partition("="))
        if not (name and sign and value):
            raise AnalyzerError(f"--switch {text}: give a name and a value, e.g. {example}")
        switches[name] = value
    return switches
