"""House style of figures: legible in print and with colour blindness."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from analyzer.files.made import made_in_words
from analyzer.files.places import whole_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure
    from matplotlib.legend import Legend

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's palette, distinguishable with every kind of colour vision."""
SMALLEST = 8
"""The size of the smallest letters in a figure, in points."""
LETTERS_AN_INCH = 16.5
"""The average number of the smallest letters in an inch."""
UNBROKEN = "\N{NO-BREAK SPACE}"
INCHES_A_ROW, MARGIN = 0.15, 0.08
"""The height of a caption's row, and the margin around the caption, in inches."""
NARROW = 5.0
"""The width in inches below which a figure is laid out for a narrow page."""
LINES = ("-", "--", "-.", ":")
FONT = "DejaVu Sans"
"""The font of figures; it comes with matplotlib, so that they look alike everywhere."""
OTHER_FONTS = (
    "Noto Sans CJK JP", "Noto Sans CJK SC", "Hiragino Sans", "PingFang SC", "Yu Gothic", "Microsoft YaHei",
    "Malgun Gothic", "Arial Unicode MS", "Noto Emoji", "Segoe UI Emoji", "Symbola",
)  # fmt: skip
"""Fonts that lend missing characters where they are installed."""


@contextmanager
def house_style() -> Iterator[None]:
    """Draw in the house style within a `with` block, whatever the user's own settings are.

    Characters that no font has are drawn as boxes, without a warning.
    """
    import matplotlib as mpl
    from matplotlib.font_manager import fontManager

    installed = set(fontManager.get_font_names())
    settings: Any = {
        "font.family": [FONT, *(font for font in OTHER_FONTS if font in installed)],
        "font.size": 10,
        "figure.autolayout": False,
        "figure.constrained_layout.use": False,
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


def title(axes: Axes, name: str, trials: str | None, most: int = 60) -> None:
    """Put the subject's name above the axes, and the number of trials at the right, e.g. `20,000 games`.

    Args:
        axes: The axes.
        name: The name, drawn without markup.
        trials: The number of trials in words; None for none.
        most: The letters after which the name is cut.
    """
    axes.set_title(cut(name, most), loc="left", fontweight="bold", fontsize=10, parse_math=False)
    if trials is not None:
        axes.set_title(trials, loc="right", fontsize=9, color="#555555")


def caption_below(figure: Figure, line: str) -> None:
    """Put a caption below the figure, which grows by as many rows as the caption takes.

    Legends of the figure must be outside, above the axes.
    """
    if not line:
        return
    wide, high = figure.get_size_inches()
    unbroken = line.replace("seed ", f"seed{UNBROKEN}")
    rows = [row.replace(UNBROKEN, " ") for row in wrap(unbroken, int(wide * LETTERS_AN_INCH))]
    taller = high + INCHES_A_ROW * len(rows) + 2 * MARGIN
    # the caption's rows are added below, so the axes keep their size
    share = 1 - high / taller
    figure.set_size_inches(wide, taller)
    engine: Any = figure.get_layout_engine()
    engine.set(rect=(0, share, 1, 1 - share))
    words: Any = {"fontsize": SMALLEST, "color": "#555555", "va": "bottom", "parse_math": False, "linespacing": 1.25}
    figure.text(MARGIN / wide, MARGIN / taller, "\n".join(rows), **words)


def with_notes(line: str, notes: Sequence[str]) -> str:
    """Return a line followed by its notes, e.g. `100 games; exact. The faces of the dice are ...`."""
    return " ".join([f"{line}.", *notes]) if notes else line


def fitting(text: str, inches: float, points: float = 10) -> str:
    """Return a label wrapped to a width.

    Args:
        text: The label.
        inches: The width in inches.
        points: The size of its letters in points.
    """
    return "\n".join(wrap(text, max(8, int(inches * LETTERS_AN_INCH * SMALLEST / points))))


def cut(name: str, most: int) -> str:
    """Return a name cut to a number of letters; a short ending in brackets, e.g. ` (2)`, is kept."""
    end = name[name.rfind(" (") :] if name.endswith(")") and " (" in name else ""
    end = end if len(end) <= most // 2 else ""
    return name if len(name) <= most else f"{name[: most - 1 - len(end)]}\N{HORIZONTAL ELLIPSIS}{end}"


def legend(of: Axes | Figure, drawn: Sequence[Any], labels: Sequence[str], **how: Any) -> Legend:
    """Draw a legend that takes its labels literally: no formulas, and none left out for its first character.

    Args:
        of: The axes or the figure that gets the legend.
        drawn: The artists.
        labels: Their labels.
        **how: Options of matplotlib's `legend`.
    """
    # matplotlib leaves out labels that begin with an underscore, so they are set afterwards
    placed = of.legend(list(drawn), [f"label {number}" for number in range(len(drawn))], frameon=False, **how)
    for text, label in zip(placed.get_texts(), labels, strict=True):
        text.set_parse_math(False)
        text.set_text(label)
    return placed


def save(figure: Figure, stem: Path) -> list[Path]:
    """Write a figure as PNG and SVG, and return both paths; the same figure and command give the same bytes."""
    paths = [stem.with_suffix(".png"), stem.with_suffix(".svg")]
    program, command = made_in_words()
    in_png, in_svg = {"Software": program, "Description": command}, {"Creator": program, "Description": command}
    settings: list[dict[str, Any]] = [{"dpi": 150, "metadata": in_png}, {"metadata": in_svg | {"Date": None}}]
    with house_style():
        _settle(figure)
        for path, how in zip(paths, settings, strict=True):
            with whole_file(path) as beside:
                figure.savefig(beside, format=path.suffix[1:], **how)
    return paths


def _settle(figure: Figure) -> None:
    """Fix the layout of a figure at positions with six decimals, because further ones would differ from run to run."""
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)  # all that matters of `draw_without_rendering`, which draws everything on top
    figure.set_layout_engine(None)  # with any engine, "none" too, each file draws everything once more
    for axes in figure.axes:
        left, bottom, width, height = axes.get_position(original=True).bounds
        axes.set_position((round(left, 6), round(bottom, 6), round(width, 6), round(height, 6)))


def number_in_units(axis: Axis, scale: int) -> None:
    """Label the numbers of an axis in the unit that tables show.

    Args:
        axis: The axis.
        scale: The number of column units in one unit of the tables, e.g. 10 for tenths of an Astro.
    """
    if scale > 1:
        axis.set_major_formatter(lambda value, _: f"{value / scale:g}")
