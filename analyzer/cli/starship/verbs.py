"""All verbs of Starship Catan in one table."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.cli.starship import fight, fly, inspect, play, replay

NAME = "starship"
ABOUT = "Starship Catan: two ships, four sectors of ten cards."
GROUPS: dict[str, tuple[Callable[..., None], ...]] = {
    "About a ship": (inspect.inspect, fight.fight),
    "About its turns": (fly.fly,),
    "About whole games": (play.play, replay.replay),
}
"""Every verb under the question it answers, in the order of the help; its name is that of the function."""
