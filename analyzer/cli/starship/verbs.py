"""All verbs of Starship Catan in one table."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.cli.starship import (
    adventures,
    captain,
    compare,
    exact,
    explain,
    fight,
    fly,
    inspect,
    memory,
    modules,
    play,
    replay,
    report,
    sectors,
    weak,
)

NAME = "starship"
ABOUT = "Starship Catan: two ships, four sectors of ten cards."
GROUPS: dict[str, tuple[Callable[..., None], ...]] = {
    "About a ship": (inspect.inspect, fight.fight, weak.weak),
    "About its turns": (fly.fly, sectors.sectors, exact.exact, adventures.adventures),
    "Which is better": (compare.compare, captain.captain, modules.modules, memory.memory),
    "About whole games": (play.play, explain.explain, replay.replay),
    "For a report": (report.report,),
}
"""Every verb under the question it answers, in the order of the help; its name is that of the function."""
