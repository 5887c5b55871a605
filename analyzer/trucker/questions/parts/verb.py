"""`analyzer parts`: the components of one box, what is left of it beside a ship, and what may lie on a square."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Without
from analyzer.cli.words import Several
from analyzer.present.face import Face
from analyzer.present.terminal import plain_console
from analyzer.trucker.command.options import EditionName, SquareOf, load_ships
from analyzer.trucker.command.reading import read_square

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.trucker.questions.parts.call import Part, Parts

Ship = Annotated[
    Path | None, typer.Argument(help="A ship file (.yaml): tell what is left beside it.", show_default=False)
]
Kinds = Annotated[
    list[str] | None,
    typer.Option(help="Only these, as CN, single_cannon or cannon.", metavar="KIND...", show_default=False),
    Several(),
]
Connectors = Annotated[
    str, typer.Option(help="Only components with all of these connectors, as 33 or 0.", show_default=False)
]
INDENT = 4


def parts(
    ship: Ship = None,
    *,
    edition: EditionName = None,
    kind: Kinds = None,
    connectors: Connectors = "",
    square: SquareOf = None,
    output: Annotated[OutputOptions, Without("plot")],
) -> None:
    """Tell what one box holds by kind, what is left of it beside a ship, or what may lie on a square of the ship."""
    output.check()
    from analyzer.trucker.questions.parts.call import parts as what_is_there

    layout = load_ships([ship])[0] if ship is not None else None
    at = None if square is None else read_square(square)
    kinds = [word for text in kind or [] for word in text.split(",") if word]
    found = what_is_there(edition, ship=layout, square=at, kinds=kinds, connectors=connectors)
    output.tell(Face(found.as_dict, partial(_show, found), found.table))


def _show(found: Parts) -> None:
    """A line a kind with its numbers, under it the tokens; what is used up is left out beside a ship."""
    from rich.text import Text

    from analyzer.trucker.sayings.phrases import in_words

    console = plain_console()
    heading = found.heading()
    console.print(Text(heading[0].upper() + heading[1:], "bold"), soft_wrap=True)
    for kind, rows in found.by_kind():
        console.print(
            Text(f"{kind.code} {in_words(kind.name)}", "bold").append(f": {_counted(found, rows)}", "not bold")
        )
        _tokens(console, rows)
    if not found.rows:
        console.print("nothing of that kind is there")
    console.print()
    for line in _legend(found):
        console.print(line)


def _counted(found: Parts, rows: tuple[Part, ...]) -> str:
    if found.square is not None:
        return "1 way" if len(rows) == 1 else f"{len(rows)} ways"
    held = sum(row.in_box for row in rows)
    return str(held) if found.ship is None else f"{sum(row.left for row in rows)} of {held} left"


def _tokens(console: Console, rows: tuple[Part, ...]) -> None:
    """The tokens that are left, those of which there are several with how many, as many on a line as fit."""
    from textwrap import wrap

    words = [row.token + (f"\u00a0x{row.left}" if row.left > 1 else "") for row in rows if row.left]
    width = max(console.width - INDENT, 12)
    for line in wrap("  ".join(words), width, break_on_hyphens=False, break_long_words=False):
        console.print(" " * INDENT + line.replace("\u00a0", " "))


def _legend(found: Parts) -> tuple[str, ...]:
    return (
        f"token: a code and four connectors {'as it would lie' if found.square else 'as printed'},",
        "front right rear left: 0 smooth, 1 single, 2 double, 3 universal;",
        "^ > v <: the side it faces (engines to the rear); x2: two alike",
    )
