"""Options that take several words after one name, as `--rivals A B C`."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

SPREAD = "--rivals"
ALONE = "field"


class SpreadCommand(TyperCommand):
    """A command that reads `--rivals A B C` as `--rivals A --rivals B --rivals C`; `field` stands alone."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Repeat the option before each of its words."""
        return super().parse_args(ctx, spread(args))


def spread(args: list[str]) -> list[str]:
    """The arguments with the option before each word that belongs to it."""
    out: list[str] = []
    spreading = False
    for arg in args:
        follows_option = bool(out) and out[-1] == SPREAD
        if arg.startswith("-"):
            spreading = arg == SPREAD
        elif spreading and not follows_option:
            out.append(SPREAD)
        out.append(arg)
        if spreading and follows_option and arg == ALONE:
            spreading = False
    return out
