"""Figures that display themselves in a notebook even if matplotlib is not set up for it."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from matplotlib.figure import Figure

from analyzer.errors import AnalyzerError
from analyzer.present.figures.style import house_style


class Picture(Figure):
    """A matplotlib figure that is displayed as the value of a notebook cell.

    A plain figure is displayed only after `%matplotlib inline` or an import of pyplot.
    """

    def _repr_png_(self) -> bytes:
        png = BytesIO()
        with house_style():
            self.savefig(png, format="png")
        return png.getvalue()

    def show(self, *args: Any, **how: Any) -> None:
        """Display the figure in a notebook.

        Raises:
            AnalyzerError: There is no notebook; the figure has no window.
        """
        try:
            from IPython.core.getipython import get_ipython
            from IPython.display import display
        except ModuleNotFoundError:
            shell = None
        else:
            shell = get_ipython()
        if getattr(shell, "kernel", None) is None:
            raise AnalyzerError('this figure has no window: write it with .savefig("figure.png")')
        display(self)  # type: ignore[no-untyped-call]
