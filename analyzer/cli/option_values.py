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
        metric, _, number = text.rpartition("=")
        metric = metric.strip() or score
        try:
            if text.strip().startswith("=") or not number.isascii() or "_" in number:
                raise ValueError
            percent = number.strip().removesuffix("%")
            half_width = Percent(float(percent) / 100) if percent != number.strip() else float(number)
        except ValueError:
            cure = "give half the width of an interval, e.g. 0.05 or arrived=0.1%"
            raise AnalyzerError(f"--precision {text}: {cure}") from None
        if precision.setdefault(metric, half_width) != half_width:
            raise AnalyzerError(f"--precision {text}: {precision[metric]:g} was given for {metric} before: give one")
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
