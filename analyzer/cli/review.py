"""How reviews leave the command, and the options that the verbs of all games have for them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.story import pages
from analyzer.present.view import described

if TYPE_CHECKING:
    from analyzer.answers.review import Review

ReviewPage = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Write the review as a page, step by step.", metavar="PAGE.html"),
]
Quick = Annotated[bool, typer.Option("--quick", help="Try each option a fifth as often: sooner, with wider intervals.")]
QUICKER, FEWEST = 5, 2


def trials_of(many: int, *, quick: bool) -> int:
    """How many trials after each option, if it is to be quick."""
    return max(FEWEST, many // QUICKER) if quick else many


def tell_review(review: Review, page: Path | None, output: OutputOptions, *writes: Callable[[], str]) -> None:
    """Print a review, and write its page and whatever else."""
    output.tell(described([review]), *pages(review, page), *writes)
