"""What tables in the terminal have in common: bars of text, and numbers in columns without a frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import add
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.statistics.histogram import Histogram

BARS = 24
TAIL = 0.002
"""Share of trials at either end that goes into one line."""
WIDTH = 44
"""The longest bar."""
BESIDE = 22
"""Columns before a bar."""
LABEL, SHARE = 12, 7
"""The same where several stand side by side: those of the values, and of the share of each."""


def histogram_lines(histogram: Histogram, console: Console) -> Iterator[str]:
    """The histogram as bars of text that fit: values together where there are many, rare ends in one line each."""
    width, plain = min(WIDTH, console.width - BESIDE), not console.encoding.startswith("utf")
    ranges = _ranges(histogram)
    shares = [histogram.share(*values) for values in ranges]
    for values, share in zip(ranges, shares, strict=True):
        yield f"{_range_in_words(values):>12}  {100 * share:5.1f}%  {bar(share / max(shares), plain, width)}".rstrip()


def side_by_side(histograms: Mapping[str, Histogram], console: Console) -> Iterator[str]:
    """Several histograms as columns of bars, by name, all in the same ranges and to the same measure."""
    plain, room = not console.encoding.startswith("utf"), (console.width - LABEL) // len(histograms)
    width = min(WIDTH, room - SHARE)
    ranges = _ranges(reduce(add, histograms.values()))
    shares = [[histogram.share(*values) for histogram in histograms.values()] for values in ranges]
    most = max(map(max, shares))
    names = [wrap(name, room - 1) for name in histograms]
    for at in range(max(map(len, names))):
        yield (" " * LABEL + "".join(f"{(lines[at] if at < len(lines) else ''):<{room}}" for lines in names)).rstrip()
    for values, own_shares in zip(ranges, shares, strict=True):
        columns = (f"{100 * share:4.1f}% {bar(share / most, plain, width)}" for share in own_shares)
        yield f"{_range_in_words(values):>{LABEL - 2}}  {''.join(f'{column:<{room}}' for column in columns)}".rstrip()


def _range_in_words(values: tuple[int, int]) -> str:
    return f"{values[0]}" if values[0] == values[1] else f"{values[0]} to {values[1]}"


def _ranges(histogram: Histogram) -> list[tuple[int, int]]:
    """Values that are told together: as many as make BARS lines, and the rarest at either end."""
    low, high = histogram.quantile(TAIL), histogram.quantile(1 - TAIL)
    step = -(-(high - low + 1) // BARS)
    groups = [(start, start + step - 1) for start in range(low // step * step, high + 1, step)]
    lowest, highest = histogram.lowest, histogram.lowest + histogram.tally.size - 1
    ranges = [(min(lowest, groups[0][0]), groups[0][1]), *groups[1:]]
    ranges[-1] = ranges[-1][0], max(highest, groups[-1][1])
    return ranges


def bar(fill: float, plain: bool = False, width: int = WIDTH) -> str:
    """A bar in eighths of a character, full at 1; of plain ASCII where a terminal has no more."""
    if plain:
        return "#" * round(fill * width)
    eighths = round(fill * width * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
