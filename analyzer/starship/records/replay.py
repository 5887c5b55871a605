"""Replay of recorded games, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, overload

import numpy as np

from analyzer.answers.description import COUNT, WORD, Column, Description, Form, Row, Table
from analyzer.answers.story import CheckedRecord, RecordStep
from analyzer.starship.encounters import KINDS
from analyzer.starship.plain import ship_of
from analyzer.starship.position.flight import Flight
from analyzer.starship.position.position import Position
from analyzer.starship.records.game import HERE, Game, Refused
from analyzer.starship.records.game_record import Record, load_record
from analyzer.starship.records.steps import STEPS
from analyzer.starship.ship.schema import fields
from analyzer.starship.ship.ship import Ship
from analyzer.starship.tables import CRESTS, USUAL, Switches, load_switches
from analyzer.starship.turn.bits import cards_by_bit
from analyzer.starship.turn.points import look_for_end, points
from analyzer.starship.turn.sectors import set_out
from analyzer.starship.turn.table import boosters


def game_at(position: Position, seed: int = 1, switches: Switches = USUAL) -> Game:
    """The game at that position; what it does not say is dealt under the seed."""
    game = Game(position, seed, switches)
    look_for_end(game.table, HERE)
    if position.flight is not None:
        _take_up(game, position.flight)
    return game


def _take_up(game: Game, flight: Flight) -> None:
    """The row, what is still to come, and the card at hand."""
    rules = game.rules
    game.number, row = flight.sector, [*flight.row]
    if flight.demand is not None:
        row.append(cards_by_bit(rules)[int(game.table.order[flight.turned_up - 1, 0])].id)
    coming = (*flight.next_cards, *flight.bottom)
    others = [card for card in game.sectors[game.number] if card not in {*row, *coming}]
    to_come = len(others) - flight.face_down
    game.row = others[to_come:] + row
    game.pile = [*flight.next_cards, *others[:to_come], *flight.bottom]
    game.sectors[game.number] = game.row + game.pile
    if flight.looked_at:
        game.phase = "sector"
        return
    table = game.table
    set_out(table)
    speed = boosters(table, game.me) + table.roll
    table.limit[...] = np.minimum(speed, flight.turned_up + len(game.pile)) * table.flying
    if game.row and (flight.demand is not None or not flight.done):
        game.facing = game.row[-1]
        card = rules.card_by_id[game.facing]
        game.waiting = KINDS[card.kind].waits
        there = {one for one in game.open if rules.adventure_by_id[one].planet == card.name}
        game.may_fulfil = there - {*flight.opened}


COLUMNS = (
    Column("step", "step", COUNT),
    Column("do", "do", WORD),
    Column("accepted", "", Form(lambda done: "done" if done else "refused", is_number=False)),
    Column("reason", "why not", WORD),
)


@dataclass(frozen=True, repr=False)
class Replayed(CheckedRecord):
    """The result of a record.

    accepted, reasons: by step whether it was done, and why not (None if it was); ships, points: by crest; phase:
    production, sector, flight, trade or over; winner: a crest or None; open: adventures; row: the cards of the last
    flight as they lie, replacements in their place; cards_flown: in it; sectors: cards by sector; details, states:
    by step what it says besides what is done, and how things are behind it, in words.
    """

    name: str
    steps: list[str]
    accepted: list[bool]
    reasons: list[str | None]
    ships: dict[str, Ship]
    points: dict[str, int]
    turn: int
    player: str
    phase: str
    winner: str | None
    open: list[str]
    row: list[str]
    cards_flown: int
    actions: int
    sectors: dict[int, list[str]]
    reserve: list[str]
    details: list[str] = field(default_factory=list)
    states: list[list[str]] = field(default_factory=list)

    def record_steps(self) -> list[RecordStep]:
        """What was done, step by step, and how both ships are behind it."""
        steps = zip(self.steps, self.details, self.reasons, self.states, strict=True)
        return [RecordStep(*step) for step in steps]

    def description(self) -> Description:
        """A row a step, and what both have aboard."""
        facts = {
            "name": self.name,
            "accepted": self.accepted,
            "reasons": self.reasons,
            "ships": {crest: ship.to_dict() for crest, ship in self.ships.items()},
            "points": self.points,
            "turn": self.turn,
            "player": self.player,
            "phase": self.phase,
            "winner": self.winner,
            "open": self.open,
            "row": self.row,
            "cards_flown": self.cards_flown,
            "actions": self.actions,
            "sectors": self.sectors,
            "reserve": len(self.reserve),
        }
        outcomes = zip(self.steps, self.accepted, self.reasons, strict=True)
        steps = [
            Row({"step": number, "do": step, "accepted": accepted, "reason": reason or ""})
            for number, (step, accepted, reason) in enumerate(outcomes, start=1)
        ]
        points = ", ".join(f"{crest.capitalize()} {many}" for crest, many in self.points.items())
        state = f"{self.winner.capitalize()} has won" if self.winner else f"{self.player} at turn, {self.phase}"
        title = f": {sum(self.accepted)} of {len(self.accepted)} steps done; points: {points}; {state}"
        stores = (f"{crest.capitalize()}: {ship.stores_in_words()}" for crest, ship in self.ships.items())
        return Description(self.name, title, facts, (Table("", COLUMNS, steps), *stores))


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
    return Ship(**fields(game.rules, ship_of(game.table, player, 0) | {"name": name or CRESTS[player]}))


RecordLike = str | Path | Mapping[str, Any] | Record
SwitchesLike = Switches | Mapping[str, Any] | None


@overload
def replay(record: RecordLike, *, seed: int = 1, switches: SwitchesLike = None) -> Replayed: ...
@overload
def replay(record: list[RecordLike], *, seed: int = 1, switches: SwitchesLike = None) -> list[Replayed]: ...
def replay(
    record: RecordLike | Iterable[RecordLike],
    *,
    seed: int = 1,
    switches: SwitchesLike = None,
) -> Replayed | list[Replayed]:
    """Check a game step by step; a list of records gives a list.

    seed: of what the position does not say. Raises AnalyzerError for files that cannot be read; steps that are not
    allowed are refused, with their reasons in `.reasons`.

    >>> from analyzer import starship
    >>> found = starship.replay({"steps": [{"do": "produce", "roll": 1}, {"do": "build", "what": "cannon"}]})
    >>> found.accepted, found.ships["moon"].goods
    ([True, False], (0, 0, 0, 1, 2))
    """
    how = load_switches(switches)
    if isinstance(record, str | Path | Mapping | Record) or not isinstance(record, Iterable):
        loaded = load_record(record)
        return judged(loaded.position, loaded.steps, seed, how)
    return [replay(one, seed=seed, switches=how) for one in record]
