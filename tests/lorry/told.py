"""The engine's games in the twin's words: everything that came of them, and every draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from analyzer.lorry import TRACKS, TYPES, Captain, Galaxy
from tests.doors.lorry import PRICES, TURNS_ALONE, Board, SampledDice, Table, compiled, load_switches, play_on

COUNTS = ("turns", "passed", "drawn", "extra", "filled", "forced")


class Listener:
    """Gets every event of many games and writes it down game by game."""

    def __init__(self) -> None:
        self.turns: dict[int, list[dict[str, Any]]] = {}

    def __call__(self, table: Table, event: str, **details: Any) -> None:
        getattr(self, f"on_{event}", lambda *_, **__: None)(table, **details)

    def on_round(self, table: Table, rolled: Any) -> None:
        for game in table.game:
            self.turns.setdefault(int(game), [])

    def on_picked(self, table: Table, turn: Any, games: Any, picked: Any) -> None:
        for game in games:
            die = int(turn.die[game])
            kind = TYPES[turn.rolled[die, game]]
            told = {"round": table.round, "trader": turn.trader + 1, "die": die, "kind": kind, "events": []}
            self.turns[int(table.game[game])].append(told)

    def _add(self, table: Table, game: Any, event: dict[str, Any]) -> None:
        self.turns[int(table.game[game])][-1]["events"].append(event)

    def on_drawn(self, table: Table, turn: Any, games: Any, track: Any, cell: Any, extra: bool) -> None:
        for game, which, where in zip(games, track, cell, strict=True):
            box, ends = table.board.space.box(where), TRACKS[which]
            self._add(table, game, {"what": "extra" if extra else "die", "box": box, "ends": ends})

    def on_rolled(self, table: Table, turn: Any, games: Any, rolled: Any) -> None:
        for game, kind in zip(games, rolled, strict=True):
            self._add(table, game, {"what": "roll", "kind": TYPES[kind]})

    def on_filled(self, table: Table, turn: Any, games: Any, cell: Any) -> None:
        for game, where in zip(games, cell, strict=True):
            if where >= 0:
                self._add(table, game, {"what": "fill", "box": table.board.space.box(where)})

    def on_scored(self, table: Table, trader: int, games: Any, pairs: Any, points: Any) -> None:
        for game, pair, worth in zip(games, pairs, points, strict=True):
            one, other = table.board.pairs[pair] + 1
            self._add(table, game, {"what": "score", "pair": (int(one), int(other)), "points": int(worth)})


def engine_games(
    galaxy: Mapping[str, Any],
    captains: Sequence[Captain],
    seed: int,
    first: int,
    many: int,
    switches: Mapping[str, str] | None = None,
    colours: Sequence[str] | None = None,
    turns: int = TURNS_ALONE,
    others: Mapping[int, Any] | None = None,
) -> list[dict[str, Any]]:
    """So many games, as `tests.lorry.twin.game.play_game` tells them; others: by trader who decides instead."""
    on_paper = Galaxy.from_dict({name: value for name, value in galaxy.items() if name != "switches"})
    rules = load_switches({**galaxy.get("switches", {}), **(switches or {})})
    board = Board(on_paper, len(captains), rules)
    dice = SampledDice(seed, [on_paper.faces_of(colour) for colour in on_paper.dice_for(len(captains), colours)])
    numbers = np.arange(first, first + many)
    begins = dice.first(numbers, board.traders) if rules.first_player == "random" else np.zeros(many, np.int64)
    ends: dict[int, dict[str, Any]] = {}
    judges = [(others or {}).get(trader, compiled(captain)) for trader, captain in enumerate(captains, 1)]
    for beginner in np.unique(begins).tolist():
        listener = Listener()
        table = Table(board, numbers[begins == beginner], beginner)
        table.log = listener  # type: ignore[assignment]
        for over in play_on(table, judges, dice, turns):
            for lane, game in enumerate(over.game.tolist()):
                ends[game] = end_of(over, lane, listener.turns[game])
    return [ends[game] for game in numbers.tolist()]


def end_of(table: Table, lane: int, turns: list[dict[str, Any]]) -> dict[str, Any]:
    """One game of a table."""
    board = table.board
    space = board.space
    tracks = []
    for trader in range(board.traders):
        sides = [{space.box(cell) for cell in cells(table, table.ends[trader, side], lane)} for side in range(4)]
        for box in set().union(*sides):
            ends = "".join(name for name, here in zip("NESW", sides, strict=True) if box in here)
            tracks.append((*box, trader + 1, ends))
    scored = {}
    events = [event for turn in turns for event in turn["events"] if event["what"] == "score"]
    points = {event["pair"]: event["points"] for event in events}
    for number, (one, other) in enumerate(board.pairs.tolist()):
        for trader in range(board.traders):
            if int(table.by[trader, lane]) >> number & 1:
                scored[one + 1, other + 1] = (trader + 1, points[one + 1, other + 1])
    return {
        "first": table.first + 1,
        "rounds": int(table.rounds[lane]),
        "stuck": bool(table.stuck[lane]),
        "tracks": sorted(tracks),
        "filled": sorted(space.box(cell) for cell in cells(table, table.filled, lane)),
        "scored": scored,
        "traders": [trader_of(table, lane, trader) for trader in range(board.traders)],
        "turns": turns,
    }


def cells(table: Table, sets: Any, lane: int) -> list[int]:
    return np.flatnonzero(table.board.space.unpacked_bits(sets[:, [lane]])[0]).tolist()


def trader_of(table: Table, lane: int, trader: int) -> dict[str, Any]:
    used = table.used[trader, lane]
    boxes = cells(table, table.boxes_drawn_by(trader), lane)
    counts = dict(zip(COUNTS, table.counts[trader, :, lane].tolist(), strict=True))
    routes = table.routes[:, lane].tolist()
    return {
        "points": int(table.points[trader, lane]),
        "stars": int(table.stars[trader, lane]),
        "total": int(table.totals[trader, lane]),
        "routes": routes[trader],
        "struck": sum(routes) - routes[trader],
        "longest": int(table.longest[trader, lane]),
        **counts,
        "used_once": sum(int(used[cell]) == 1 for cell in boxes),
        "used_twice": sum(int(used[cell]) == 2 for cell in boxes),
        "used_more": sum(int(used[cell]) > 2 for cell in boxes),
        "unused": sum(int(used[cell]) == 0 for cell in boxes),
        "paid": sorted((*table.board.space.box(cell), int(used[cell])) for cell in boxes if used[cell]),
    }


def prices_of(captain: Captain) -> dict[str, Any] | None:
    """The captain as the twin takes them."""
    if captain.plays == "random":
        return None
    board = {} if captain.board is None else {"board": asdict(captain.board)}
    return {name: getattr(captain, name) for name in (*PRICES, "patience")} | board
