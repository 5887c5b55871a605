"""The referee of a record: one game, whose steps are allowed or refused by the rules that all games are played by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.starship.plain import ship_of
from analyzer.starship.position.position import Position
from analyzer.starship.records.begun import game_at
from analyzer.starship.records.game import HERE, Game, Refused
from analyzer.starship.records.replayed import Replayed
from analyzer.starship.records.steps.registry import STEPS
from analyzer.starship.ship.schema import read_fields
from analyzer.starship.ship.ship import Ship
from analyzer.starship.switches import Switches
from analyzer.starship.tables import CRESTS
from analyzer.starship.turn.points import look_for_end, points


def judged(position: Position, steps: Sequence[Any], seed: int, switches: Switches) -> Replayed:
    """Do every step from a position on, or refuse it."""
    game = game_at(position, seed, switches)
    reasons, states = [], []
    for step in steps:
        reasons.append(do_step(game, step))
        states.append(_state(game))
    over = bool(game.table.over[0])
    return Replayed(
        name=position.name,
        steps=[step.do for step in steps],
        accepted=[reason is None for reason in reasons],
        reasons=reasons,
        ships={crest: ship_in(game, player) for player, crest in enumerate(CRESTS)},
        points=_points(game),
        turn=game.table.turn,
        player=game.crest,
        phase="over" if over else game.phase,
        winner=game.crest if over else None,
        open=game.open,
        row=list(game.row),
        cards_flown=int(game.table.cards_flown[0]),
        actions=int(game.table.actions[0]),
        sectors={number: list(cards) for number, cards in game.sectors.items()},
        reserve=list(game.reserve),
        details=[details_of(step) for step in steps],
        states=states,
    )


def do_step(game: Game, step: Any) -> str | None:
    """Do a step of a record; where it is refused, why, and nothing is changed."""
    if game.table.over[0]:
        return f"the game is over: {game.crest} has won"
    before = game.phase, game.facing, game.waiting, game.ended_by_itself, bool(game.table.flying[0])
    try:
        STEPS[step.do].do(game, step)
    except Refused as reason:
        game.phase, game.facing, game.waiting, game.ended_by_itself, game.table.flying[0] = before
        return str(reason)
    look_for_end(game.table, HERE)
    return None


def details_of(step: Any) -> str:
    """What the step says besides what is done."""
    fields = step.model_dump(exclude_defaults=True, exclude={"do"})
    return "; ".join(f"{name.replace('_', ' ')}: {_in_words(value)}" for name, value in fields.items())


def _in_words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{many} {name.replace('_', ' ')}" for name, many in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _points(game: Game) -> dict[str, int]:
    return {crest: int(points(game.table, player)[0]) for player, crest in enumerate(CRESTS)}


def _state(game: Game) -> list[str]:
    """Whose turn it is, the points, and what both have aboard."""
    score = ", ".join(f"{crest.capitalize()} {many}" for crest, many in _points(game).items())
    phase = "over" if game.table.over[0] else game.phase
    stores = (f"{crest.capitalize()}: {ship_in(game, player).stores_in_words()}" for player, crest in enumerate(CRESTS))
    return [f"Turn {game.table.turn}, {game.crest.capitalize()}: {phase}", f"Points: {score}", *stores]


def ship_in(game: Game, player: int, name: str = "") -> Ship:
    """The ship of a player as it is now."""
    return Ship(**read_fields(ship_of(game.table, player, 0) | {"name": name or CRESTS[player]}, CRESTS[player]))
