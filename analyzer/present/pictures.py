"""Pictures of results as files: PNG and SVG, under names that are safe everywhere and stay the same."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import AnalyzerError

if TYPE_CHECKING:
    from analyzer.present.figures.of_answers import Figures


def save_figures(figures: Figures, directory: Path) -> list[Path]:
    """Each figure drawn and saved under its name; returns the paths, raises AnalyzerError where they cannot be."""
    from analyzer.present.figures.of_answers import distinct
    from analyzer.present.figures.style import save

    try:
        directory.mkdir(parents=True, exist_ok=True)
        return [path for name, draw in distinct(figures) for path in save(draw(), directory / name)]
    except OSError as error:
        raise AnalyzerError(f"--plot {directory}: cannot be written: {error.strerror}") from None
