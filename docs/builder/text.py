"""Small changes of text on its way into a page."""

from __future__ import annotations

import re

DOCTEST = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)
MARKUP = {ord(sign): f"\\{sign}" for sign in "*_<>[]|"}


def fenced(text: str) -> str:
    r"""Return text with every doctest in a code fence.

    >>> fenced("It adds.\n\n>>> 1 + 1\n2\n\nRaises nothing.")
    'It adds.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nRaises nothing.'
    """
    return DOCTEST.sub(lambda found: f"```pycon\n{found[0]}\n```", text)


def escaped(text: str) -> str:
    r"""Return text with its markup escaped, except between backticks.

    >>> print(escaped("`a_b` or [a_b]"))
    `a_b` or \[a\_b\]
    """
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return "\\`".join(part.translate(MARKUP) for part in parts)
    parts[::2] = [part.translate(MARKUP) for part in parts[::2]]
    return "`".join(parts)
