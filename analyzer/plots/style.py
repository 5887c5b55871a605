"""The house style of pictures: reads in print and colour-blind, no frills."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.files.atomic import whole_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's palette, distinguishable with every kind of colour vision."""
LINES = ("-", "--", "-.", ":")
FONT = "DejaVu Sans"
"""Comes with matplotlib, so that figures are the same everywhere."""
OTHER_FONTS = (
    "Noto Sans CJK JP", "Noto Sans CJK SC", "Hiragino Sans", "PingFang SC", "Yu Gothic", "Microsoft YaHei",
    "Malgun Gothic", "Arial Unicode MS", "Noto Emoji", "Segoe UI Emoji", "Symbola",
)  # fmt: skip
"""Where installed, they lend characters that it lacks."""


@contextmanager
def house_style() -> Iterator[None]:
    """Draw in the house style, whatever the user's own settings are; characters that no font has are boxes."""
    import matplotlib as mpl
    from matplotlib.font_manager import fontManager

    installed = set(fontManager.get_font_names())
    settings: Any = {
        "font.family": [FONT, *(font for font in OTHER_FONTS if font in installed)],
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "#DDDDDD",
        "svg.hashsalt": "analyzer",
        "svg.fonttype": "none",
    }
    with mpl.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def title(axes: Axes, name: str, flights: int | None, most: int = 60) -> None:
    """Whose picture it is, taken as it is but cut if it is long, and from how many flights."""
    told = name if len(name) <= most else f"{name[: most - 1]}\N{HORIZONTAL ELLIPSIS}"
    axes.set_title(told, loc="left", fontweight="bold", fontsize=10, parse_math=False)
    if flights is not None:
        axes.set_title("1 flight" if flights == 1 else f"{flights:,} flights", loc="right", fontsize=9, color="#555555")


def legend(of: Axes | Figure, drawn: Sequence[Any], labels: Sequence[str], **how: Any) -> None:
    """A legend whose labels are taken as they are: no formulas, and none left out for how it begins."""
    placed = of.legend(list(drawn), [f"label {number}" for number in range(len(drawn))], frameon=False, **how)
    for text, label in zip(placed.get_texts(), labels, strict=True):
        text.set_parse_math(False)
        text.set_text(label)


def save(figure: Figure, stem: Path) -> list[Path]:
    """Write stem.png and stem.svg; the same figure gives the same bytes. Raises AnalyzerError where one cannot be."""
    paths = [stem.with_suffix(".png"), stem.with_suffix(".svg")]
    given: list[dict[str, Any]] = [{"dpi": 150}, {"metadata": {"Date": None}}]
    with house_style():
        for path, how in zip(paths, given, strict=True):
            with whole_file(path) as beside:
                figure.savefig(beside, format=path.suffix[1:], **how)
    return paths
