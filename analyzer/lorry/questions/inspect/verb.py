"""`analyzer lorry inspect`: the facts of galaxies on paper."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.lorry.command.options import EdgeOptions, GalaxyFiles
from analyzer.present.view import described, drawn


def inspect(
    galaxies: GalaxyFiles, *, edges: EdgeOptions, output: Annotated[OutputOptions, Only("as_json", "plot")]
) -> None:
    """Draw galaxies or positions; show how many boxes join each pair, with and without wrapping around."""
    output.check()
    from analyzer.errors import all_or_faults
    from analyzer.lorry.questions.inspect.answer import GalaxyFacts

    positions = all_or_faults(edges.position, galaxies)
    answers = [GalaxyFacts(position) for position in positions]
    output.tell(replace(described(answers), figures=drawn(*positions)))
