"""Numbers as tables write them."""

from __future__ import annotations


def decimals(value: float, places: int = 2) -> str:
    """A number with so many decimals, and no minus before a zero."""
    return f"{round(value, places) + 0.0:.{places}f}"


def signed(value: float, places: int = 2) -> str:
    """A number with its sign and so many decimals, and none of the two signs before a zero."""
    return f"{value:+z.{places}f}" if round(value, places) else f"{0:.{places}f}"


def typeset(value: float, places: int = 2) -> str:
    """A number with so many decimals, with the minus sign of pictures and pages."""
    return decimals(value, places).replace("-", "\N{MINUS SIGN}")


def counted(number: int, name: str) -> str:
    """So many of something: `1 medal`, `2 black holes`."""
    return f"{number} {name}{'s' * (number != 1)}"
