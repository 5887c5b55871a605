"""Figures saved as files or put into pages."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import AnalyzerError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.present.figures.of_answers import Figures


def inline_svg(figure: Figure) -> str:
    """The figure as SVG; its letters are letters, its ground is that of the page."""
    from analyzer.present.figures.style import house_style

    drawn = StringIO()
    with house_style():
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    text = drawn.getvalue()
    return text[text.index("<svg") :]


def save_figures(figures: Figures, directory: Path) -> list[Path]:
    """Each figure drawn and saved under its name; returns the paths, raises AnalyzerError where they cannot be."""
    from analyzer.present.figures.of_answers import distinct
    from analyzer.present.figures.style import save

    try:
        directory.mkdir(parents=True, exist_ok=True)
        return [path for name, draw in distinct(figures) for path in save(draw(), directory / name)]
    except OSError as error:
        raise AnalyzerError(f"--plot {directory}: cannot be written: {error.strerror}") from None
