"""Results show themselves: as a table in a terminal and in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


class Shown:
    """What has a `table()` and may have a `heading()`; its repr is that table.

    A dataclass that is shown so takes `repr=False`.
    """

    def table(self) -> pd.DataFrame:
        """The tidy table that is shown."""
        raise NotImplementedError

    def heading(self) -> str:
        """One line on what the table tells."""
        return ""

    def __repr__(self) -> str:
        heading = self.heading()
        table = self.table().round(3).to_string(index=False, na_rep="")
        return f"{heading}\n{table}" if heading else table

    def _repr_html_(self) -> str:
        from html import escape

        heading = self.heading()
        table = str(self.table().round(3).to_html(index=False, na_rep=""))
        return f"<p>{escape(heading)}</p>\n{table}" if heading else table


def page_of(what: object, maker: str) -> str:
    """A page of a result by its maker's name, `module:function`: pages know results, results know no pages."""
    from importlib import import_module

    module, name = maker.split(":")
    page: str = getattr(import_module(module), name)(what)
    return page
