"""Replay of recorded games: every step is carried out, or refused with a reason."""

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
    """Return the game at a position.

    Args:
        position: The position.
        seed: Seed that deals what the position does not say.
        switches: Switches of the rules.
    """
    game = Game(position, seed, switches)
    look_for_end(game.table, HERE)
    if position.flight is not None:
        _take_up(game, position.flight)
    return game


def _take_up(game: Game, flight: Flight) -> None:
    """Set up a game in the middle of a flight: its row, the cards still to come, and the card at hand."""
    rules = game.rules
    game.number, row = flight.sector, [*flight.row]
    if flight.demand is not None:
        row.append(cards_by_bit(rules)[int(game.table.order[flight.turned_up - 1, 0])].id)
    coming = (*flight.next_cards, *flight.bottom)
    others = [card for card in game.sectors[game.number] if card not in {*row, *coming}]
    # Cards that came face down stand in the row without names; any unseen cards of the sector take their places.
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
    """A record checked step by step, and the game after its last step.

    Attributes:
        name: Name of the record.
        steps: Name of each step.
        accepted: Whether each step was done.
        reasons: Reason why each step was refused; None if it was done.
        ships: Both ships at the end, by crest.
        points: Points at the end, by crest.
        turn: Number of the turn at the end.
        player: Crest of the active player.
        phase: Phase at the end: production, sector, flight, trade or over.
        winner: Crest of the winner, or None.
        open: Open adventures.
        row: Cards of the last flight as they lie, with replacements in their place.
        cards_flown: Number of cards flown in that flight.
        actions: Number of actions done in that flight.
        sectors: Cards of each sector.
        reserve: Cards of the reserve, top first.
        details: Further fields of each step, in words.
        states: State of the game after each step, in sentences.
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
        """Return each step with its details, the reason if it was refused, and the state after it."""
        steps = zip(self.steps, self.details, self.reasons, self.states, strict=True)
        return [RecordStep(*step) for step in steps]

    def description(self) -> Description:
        """Return the table of steps, followed by the stores of both ships."""
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
        state = (
            f"{self.winner.capitalize()} has won"
            if self.winner
            else f"{self.player.capitalize()}'s turn, {self.phase} phase"
        )
        title = f": {sum(self.accepted)} of {len(self.accepted)} steps done; points: {points}; {state}"
        stores = (f"{crest.capitalize()}: {ship.stores_in_words()}" for crest, ship in self.ships.items())
        return Description(self.name, title, facts, (Table("", COLUMNS, steps), *stores))


def judged(position: Position, steps: Sequence[Any], seed: int, switches: Switches) -> Replayed:
    """Carry out or refuse every step from a position on, and return the checked record."""
    game = game_at(position, seed, switches)
    reasons, states = [], []
    for step in steps:
        reasons.append(do_step(game, step))
        states.append(_state_in_words(game))
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
    """Carry out a step and return None, or return the reason why the rules refuse it; the game is then unchanged."""
    if game.table.over[0]:
        return f"the game is over: {game.crest} has won"
    before = game.phase, game.facing, game.waiting, game.ended_by_itself, bool(game.table.flying[0])
    try:
        STEPS[step.do].do(game, step)
    except Refused as reason:
        # `needs` may already have ended a flight before the step was refused.
        game.phase, game.facing, game.waiting, game.ended_by_itself, game.table.flying[0] = before
        return str(reason)
    look_for_end(game.table, HERE)
    return None


def details_of(step: Any) -> str:
    """Return the fields of a step besides its name, in words."""
    fields = step.model_dump(exclude_defaults=True, exclude={"do"})
    return "; ".join(f"{name.replace('_', ' ')}: {_in_words(value)}" for name, value in fields.items())


def _in_words(value: Any) -> str:
    """Return the value of a step's field as text."""
    if isinstance(value, dict):
        return ", ".join(f"{many} {name.replace('_', ' ')}" for name, many in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _points(game: Game) -> dict[str, int]:
    """Return the points of each player, by crest."""
    return {crest: int(points(game.table, player)[0]) for player, crest in enumerate(CRESTS)}


def _state_in_words(game: Game) -> list[str]:
    """Return the state of a game in sentences: the active player, the points, and both stores."""
    score = ", ".join(f"{crest.capitalize()} {many}" for crest, many in _points(game).items())
    phase = "over" if game.table.over[0] else game.phase
    stores = (f"{crest.capitalize()}: {ship_in(game, player).stores_in_words()}" for player, crest in enumerate(CRESTS))
    return [f"Turn {game.table.turn}, {game.crest.capitalize()}: {phase}", f"Points: {score}", *stores]


def ship_in(game: Game, player: int, name: str = "") -> Ship:
    """Return the ship of a player as it is now."""
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
    """Check a recorded game step by step.

    Args:
        record: A record: its file, its fields, or a `Record`; or a list of records.
        seed: Seed that deals what the position does not say.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.

    Returns:
        The steps that were done and refused, with reasons, and the game at the end; a list for a list of records.

    Raises:
        AnalyzerError: If a record cannot be read. Steps against the rules raise nothing: `.reasons` has why they
            are refused.

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
