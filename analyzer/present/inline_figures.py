"""Figures inside a page, as markup."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def inline_svg(figure: Figure) -> str:
    """The figure as SVG; its letters are letters, its ground is that of the page."""
    from analyzer.present.figures.style import house_style

    drawn = StringIO()
    with house_style():
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    text = drawn.getvalue()
    return text[text.index("<svg") :]
