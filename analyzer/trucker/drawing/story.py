"""A story in the terminal: its paragraphs in colours, indented by what they are, no wider than is good to read."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from analyzer.trucker.story.story import Story

STYLES = {"card": "bold", "loss": "red", "rival": "dim", "state": "cyan"}
INDENT = {"card": "", "rival": "   ~ ", "state": "   = "}
OTHERS = "   "
WIDEST = 100


@dataclass(frozen=True)
class DrawnStory:
    """What rich shows of a story: every paragraph in lines, a blank one before each card."""

    story: Story

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        for role, words in self.story.paragraphs():
            first = INDENT.get(role, OTHERS)
            below = " " * (len(first) + 2)
            lines = wrap(words, min(options.max_width, WIDEST), initial_indent=first, subsequent_indent=below)
            text = "\n".join(["", *lines] if role == "card" else lines)
            yield Text(text, STYLES.get(role, ""), no_wrap=True, overflow="ignore")
