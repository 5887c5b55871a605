"""Pages from templates: self-contained HTML in one style (templates/base.html); everything inserted is escaped."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.files.atomic import write_whole
from analyzer.files.made import made_in_words
from analyzer.files.places import check_file
from analyzer.present.markdown import plain, table_in_markdown
from analyzer.present.page_tables import LADDER, page_table

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def environment() -> Environment:
    """The templates of this package; a variable that is missing is an error, Markdown escapes by its filters."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("analyzer.present"),
        autoescape=lambda name: not (name or "").endswith(".md"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["ladder"] = LADDER
    made.filters |= {"laid_out": page_table, "plain": plain, "in_markdown": table_in_markdown}
    return made


def render(template: str, **facts: Any) -> str:
    """That template filled in, with what made it."""
    program, command = made_in_words()
    return environment().get_template(template).render(program=program, command=command, **facts)


def write(path: str | Path, text: str) -> None:
    """Write a page; raises AnalyzerError where none can be written."""
    check_file(path)
    write_whole(path, text)
