"""All verbs of Cosmic Lorry in one table."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.cli.lorry import (
    advise,
    captain,
    compare,
    dice,
    exact,
    explain,
    fly,
    inspect,
    pairs,
    race,
    replay,
    report,
    routes,
    rulings,
    specials,
    turn,
)

NAME = "lorry"
ABOUT = "Cosmic Lorry: one galaxy, two to four traders, nine routes."
GROUPS: dict[str, tuple[Callable[..., None], ...]] = {
    "About a galaxy": (inspect.inspect, routes.routes, dice.dice),
    "About a turn": (turn.turn, advise.advise, exact.exact),
    "About whole games": (fly.fly, race.race, pairs.pairs, explain.explain, replay.replay),
    "Which is better": (compare.compare, specials.specials, rulings.rulings, captain.captain),
    "For a report": (report.report,),
}
"""Every verb under the question it answers, in the order of the help; its name is that of the function."""
