"""Whole games by their addresses, and everything that is told of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.lorry.twin.dice import GameDice
from tests.lorry.twin.galaxy import Galaxy
from tests.lorry.twin.mind import Random, mind_of
from tests.lorry.twin.referee import COLOURS, LONGEST_ALONE, Picker, play, rules_of
from tests.lorry.twin.table import Table

Captain = Mapping[str, Any] | None
"""Prices in tenths by name, patience in boxes, `board` for the state of the game; None draws lots."""


def play_game(
    galaxy: Mapping[str, Any],
    captains: Sequence[Captain],
    seed: int,
    game: int,
    switches: Mapping[str, str] | None = None,
    colours: Sequence[str] | None = None,
    turns: int = LONGEST_ALONE,
    others: Mapping[int, Picker] | None = None,
) -> dict[str, Any]:
    """The end of one game, and all its draws; one captain plays alone, `turns` at most.

    others: by trader who decides in the place of the captain.
    """
    traders = len(captains)
    rules = rules_of({**galaxy.get("switches", {}), **(switches or {})})
    table = Table(Galaxy(galaxy), traders, rules)
    dice = GameDice(table.galaxy, colours or COLOURS[traders], seed, game)
    starter = 1 if rules["first_player"] == "first" else dice.first(traders)
    minds: list[Any] = [Random(seed, game) if one is None else mind_of(one) for one in captains]
    for who, other in (others or {}).items():
        minds[who - 1] = other
    told = play(table, minds, starter, dice, turns if traders == 1 else None)
    rounds = told[-1]["round"] + 1
    return {
        "first": starter,
        "rounds": rounds,
        "stuck": not any(turn["events"] for turn in told if turn["round"] == rounds - 1),
        "tracks": sorted((*box, who, ends) for who, own in table.tracks.items() for box, ends in own.items()),
        "filled": sorted(table.filled),
        "scored": {pair: table.scored[pair] for pair in sorted(table.scored)},
        "traders": [{**counted(table, told, who), "forced": minds[who - 1].forced} for who in table.seats],
        "turns": [plain(turn) for turn in told],
    }


def plain(turn: Mapping[str, Any]) -> dict[str, Any]:
    """A turn without what only the twin writes down."""
    events = [{name: value for name, value in event.items() if name != "used"} for event in turn["events"]]
    for event in events:
        event["what"] = "extra" if event["what"] in ("rocket", "asteroid") else event["what"]
    return {**turn, "events": events}


def counted(table: Table, told: Sequence[Mapping[str, Any]], trader: int) -> dict[str, Any]:
    """What is counted of a trader."""
    turns = [turn for turn in told if turn["trader"] == trader]
    events = [event for turn in turns for event in turn["events"]]
    own = [points for who, points in table.scored.values() if who == trader]
    used = Counter(box for event in events for box in event.get("used", ()))
    boxes = table.tracks[trader]
    return {
        "points": sum(own),
        "stars": table.stars[trader],
        "total": table.total(trader),
        "routes": len(own),
        "struck": len(table.scored) - len(own),
        "longest": max(own, default=0),
        "turns": len(turns),
        "passed": sum(not turn["events"] for turn in turns),
        "drawn": len(boxes),
        "extra": sum(event["what"] in ("rocket", "asteroid") for event in events),
        "filled": sum(event["what"] == "fill" for event in events),
        "used_once": sum(used[box] == 1 for box in boxes),
        "used_twice": sum(used[box] == 2 for box in boxes),
        "used_more": sum(used[box] > 2 for box in boxes),
        "unused": sum(not used[box] for box in boxes),
        "paid": sorted((*box, many) for box, many in used.items()),
    }
