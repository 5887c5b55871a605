"""Figures saved as files or embedded in pages."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import AnalyzerError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.present.figures.of_answers import Figures


def inline_svg(figure: Figure) -> str:
    """Return a figure as SVG with text as text and a transparent background."""
    from analyzer.present.figures.style import house_style

    drawn = StringIO()
    with house_style():
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    text = drawn.getvalue()
    return text[text.index("<svg") :]


def save_figures(figures: Figures, directory: Path) -> list[Path]:
    """Draw each figure, save it under its name as PNG and SVG, and return the paths."""
    from analyzer.present.figures.of_answers import distinct
    from analyzer.present.figures.style import save

    try:
        directory.mkdir(parents=True, exist_ok=True)
        return [path for name, draw in distinct(figures) for path in save(draw(), directory / name)]
    except OSError as error:
        raise AnalyzerError(f"--plot {directory}: cannot be written: {error.strerror}") from None
