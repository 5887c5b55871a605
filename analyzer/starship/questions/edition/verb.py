"""`analyzer starship edition`: begin an edition of one's own, check it, see what it changes."""

from __future__ import annotations

from typing import Annotated

from analyzer.cli.edition import Action, Base, Names, tell_edition
from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions


def edition(
    action: Action, names: Names, *, base: Base = None, output: Annotated[OutputOptions, Only("as_json")]
) -> None:
    """Start an edition of your own, check its tables, or list what it changes."""
    from analyzer.starship.questions.edition import call

    tell_edition(action, names, base, "standard", output, call)
