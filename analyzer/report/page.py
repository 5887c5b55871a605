"""Pages from templates: self-contained HTML in one style (templates/base.html); everything inserted is escaped."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.errors import AnalyzerError
from analyzer.files.atomic import write_whole
from analyzer.report.tables import LADDER

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def environment() -> Environment:
    """The templates of this package; a variable that is missing is an error, Markdown alone is not escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("analyzer.report"),
        autoescape=lambda name: not (name or "").endswith(".md"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["ladder"] = LADDER
    made.filters["cell"] = lambda text: str(text).replace("|", "\\|")
    return made


def render(template: str, **facts: Any) -> str:
    """That template filled in."""
    return environment().get_template(template).render(**facts)


def check_place(path: str | Path) -> None:
    """Complain before the work, not after it, about a place where no file can be written."""
    try:
        if Path(path).is_dir():
            raise AnalyzerError(f"{path}: is a folder: name a file in it")
        if not Path(path).parent.is_dir():
            raise AnalyzerError(f"{path}: there is no folder {Path(path).parent}: make it first, or name another")
    except OSError as error:
        raise AnalyzerError(f"{path}: cannot be written: {error.strerror}") from None


def write(path: str | Path, text: str) -> None:
    """Write a page; raises AnalyzerError where none can be written."""
    check_place(path)
    write_whole(path, text)
