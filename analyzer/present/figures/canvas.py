"""Empty figures in the house style, on which the functions of figures draw."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from analyzer.present.figures.style import house_style

if TYPE_CHECKING:
    from analyzer.present.figures.picture import Picture


@contextmanager
def new_figure(width: float, height: float) -> Iterator[Picture]:
    """Yield an empty figure that shows itself in a notebook; everything in the `with` block is in the house style.

    Args:
        width: The width in inches.
        height: The height in inches.
    """
    from analyzer.present.figures.picture import Picture

    with house_style():
        yield Picture(figsize=(width, height), layout="constrained")
