"""What tables in the terminal have in common: bars of text, and numbers in columns without a frame."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.statistics.histogram import Histogram

BARS = 24
TAIL = 0.002
"""Share of flights at either end that goes into one line."""
WIDTH = 44
"""The longest bar."""
BESIDE = 22
"""Columns before a bar."""


def histogram_lines(histogram: Histogram, console: Console) -> Iterator[str]:
    """The histogram as bars of text that fit: values together where there are many, rare ends in one line each."""
    width, plain = min(WIDTH, console.width - BESIDE), not console.encoding.startswith("utf")
    low, high = histogram.quantile(TAIL), histogram.quantile(1 - TAIL)
    step = -(-(high - low + 1) // BARS)
    groups = [(start, start + step - 1) for start in range(low // step * step, high + 1, step)]
    lowest, highest = histogram.lowest, histogram.lowest + histogram.tally.size - 1
    ranges = [(min(lowest, groups[0][0]), groups[0][1]), *groups[1:]]
    ranges[-1] = ranges[-1][0], max(highest, groups[-1][1])
    shares = [histogram.share(*values) for values in ranges]
    for (first, last), share in zip(ranges, shares, strict=True):
        label = f"{first}" if first == last else f"{first} to {last}"
        yield f"{label:>12}  {100 * share:5.1f}%  {bar(share / max(shares), plain, width)}".rstrip()


def bar(fill: float, plain: bool = False, width: int = WIDTH) -> str:
    """A bar in eighths of a character, full at 1; of plain ASCII where a terminal has no more."""
    if plain:
        return "#" * round(fill * width)
    eighths = round(fill * width * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
