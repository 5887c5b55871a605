"""Simulated games written as records: a listener turns each event into a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.files.places import write_whole
from analyzer.starship.captains.captain import Captain
from analyzer.starship.plain import ship_of
from analyzer.starship.position.position import Position
from analyzer.starship.position.positionfile import in_flow, write_position
from analyzer.starship.records.game_record import Record, load_record
from analyzer.starship.records.replay import do_step, game_at
from analyzer.starship.records.steps import STEPS
from analyzer.starship.ship.schema import fields
from analyzer.starship.ship.ship import Ship
from analyzer.starship.tables import CRESTS, GOODS, LOST_PLANET, MODULES, STORED, USUAL, Rules, Switches
from analyzer.starship.thinking.players import players
from analyzer.starship.turn.bits import LOST, adventures_of, cards_by_bit, ids_of
from analyzer.starship.turn.deal import new_games
from analyzer.starship.turn.dice import SampledDice
from analyzer.starship.turn.sectors import most_looks
from analyzer.starship.turn.setup import lay_out
from analyzer.starship.turn.table import BEATEN, LOST_FIGHTS, PAID, Table
from analyzer.starship.turn.turn import LONGEST

Step = dict[str, Any]


class NotAccepted(Exception):
    """Error: the rules of records refuse a recorded step, so the record would not match the game."""


class Recorder:
    """A listener to the events of a single game, which writes them as steps of a record.

    Args:
        start: The position at the beginning, with the place of every card.
        dice: Dice of the game.
        switches: Switches of the rules.
    """

    def __init__(self, start: Position, dice: SampledDice, switches: Switches) -> None:
        self.dice, self.game = dice, game_at(start, 0, switches)
        self.steps: list[Step] = []
        self.order: list[int] = []
        self.ships: list[dict[str, Any]] = []
        self.counts = np.zeros((2, 1), np.int64)
        self.before_goods = np.zeros((2, len(STORED)), np.int64)
        self.fulfilled: list[tuple[str, list[int]]] = []

    def __call__(self, table: Table, event: str, subjects: Any) -> None:
        """Add the steps of a record that an event stands for.

        Args:
            table: The game after the event.
            event: Name of the event, e.g. `card`.
            subjects: What the event is about, e.g. numbers of adventures.
        """
        write = getattr(self, f"_on_{event}")
        for step in write(table, subjects):
            self._write(step)
        if event != "adventure":
            self.remember(table)

    def _write(self, step: Step) -> None:
        """Carry out a step in the copy of the game in which cards have names, and add it to the record.

        Raises:
            NotAccepted: If the copy refuses the step.
        """
        if self.game.table.over[0]:
            return
        schema = STEPS[step["do"]].schema
        reason = do_step(self.game, schema.model_construct(**step))
        if reason is not None:
            raise NotAccepted(f"{step}: {reason}")
        self.steps.append(step)

    def remember(self, table: Table) -> None:
        """Remember ships, counts and goods, to find out what the next event changes; call it before each turn."""
        self.ships = [ship_of(table, player, 0) for player in range(2)]
        self.counts = table.counts[..., 0].astype(np.int64)
        self.before_goods = table.stored[:, :, 0].astype(np.int64)

    def _gained(self, table: Table, player: int) -> list[int]:
        """Return the change in units of each good and science since the last event."""
        return [int(one) for one in table.stored[player, :, 0] - self.before_goods[player]]

    def _on_production(self, table: Table, _: Any) -> Iterator[Step]:
        """Yield the step of production: the roll of the die, and the good that each player's colony produced."""
        made: dict[str, str] = {}
        for player, crest in enumerate(CRESTS):
            goods = [good for good, many in zip(GOODS[:4], self._gained(table, player)[:4], strict=True) if many > 0]
            made |= {crest: goods[0]} if goods else {}
        if not table.over[0]:
            yield {"do": "produce", "roll": int(table.roll[0])} | made

    def _on_shuffle(self, table: Table, _: Any) -> Iterator[Step]:
        """Remember the order of the sector before the sensor is used; write nothing."""
        self.order = table.order[:, 0].tolist()
        yield from ()

    def _on_sector(self, table: Table, _: Any) -> Iterator[Step]:
        """Yield the step of flying to a sector, with the work of the sensor."""
        if table.over[0]:
            return
        sector = int(table.sector[0]) + 1
        lying = self.game.sectors[sector]
        lost = [card for card in lying if table.rules.card_by_id[card].kind == LOST_PLANET]
        names = [
            lost.pop(0) if card == LOST else cards_by_bit(table.rules)[card].id for card in self.order[: len(lying)]
        ]
        step: Step = {"do": "fly", "sector": sector, "order": names}
        many = min(int(most_looks(table)[0]), len(lying))
        if many:
            step |= self._arranged(table.order[: len(lying), 0].tolist(), names, many)
        yield step

    def _arranged(self, now: list[int], names: list[str], many: int) -> Step:
        """Return the fields `top` and `bottom` of a step: cards that the sensor left on top, and those it put below.

        Args:
            now: Bits of the cards of the sector, in the order after the sensor was used.
            names: Identifiers of the same cards, in the order before the sensor was used.
            many: Number of cards that the sensor showed.
        """
        # The cards not looked at keep their order, so the place where they begin now tells how many stayed on top.
        rest = self.order[many : len(names)]
        staying = next(k for k in range(many, -1, -1) if now[k : k + len(rest)] == rest)
        looked = list(zip(self.order[:many], names[:many], strict=True))
        arranged = []
        for card in [*now[:staying], *now[staying + len(rest) :]]:
            place = next(number for number, (one, _) in enumerate(looked) if one == card)
            arranged.append(looked.pop(place)[1])
        return {"top": arranged[:staying], "bottom": arranged[staying:]}

    def _on_adventure(self, table: Table, numbers: Any) -> Iterator[Step]:
        """Remember a fulfilled adventure; its step is written after the step of its card."""
        one = table.rules.adventures[int(numbers[0])]
        gained = [many + paid for many, paid in zip(self._gained(table, table.me), one.pay, strict=True)]
        self.fulfilled.append((one.id, gained[: len(GOODS)]))
        self.before_goods = table.stored[:, :, 0].astype(np.int64)
        yield from ()

    def _on_card(self, table: Table, _: Any) -> Iterator[Step]:
        """Yield the step of turning up a card, then the steps of everything that was done there."""
        yield {"do": "next"}
        me, counts = table.me, table.counts[table.me, :, 0].astype(np.int64) - self.counts[table.me]
        ship = ship_of(table, me, 0)
        for adventure, gained in self.fulfilled:
            yield {"do": "complete", "adventure": adventure, "gain": _names(gained)}
        if counts[PAID]:
            yield {"do": "pay"}
        elif counts[BEATEN] or counts[LOST_FIGHTS]:
            yield from self._fight(table, ship, bool(counts[BEATEN]))
        # The event names no action: what was done on the card shows in the ship.
        elif len(ship["colonies"]) + len(ship["stations"]) > sum(
            len(self.ships[me][name]) for name in ("colonies", "stations")
        ):
            yield {"do": "found"}
        elif not self.fulfilled:
            yield from self._traded(table)
        self.fulfilled = []

    def _fight(self, table: Table, ship: Mapping[str, Any], is_won: bool) -> Iterator[Step]:
        """Yield the step of a fight, with the good that was gained or the module that was lost."""
        step: Step = {"do": "fight", "dice": [int(faces[0]) for faces in self.dice.blue]}
        if is_won:
            step["gain"] = _names(self._gained(table, table.me)[: len(GOODS)])
        else:
            before = self.ships[table.me]["modules"]
            lost = [name for name in MODULES if ship["modules"].get(name, 0) < before.get(name, 0)]
            step |= {"lose": lost[0]} if lost else {}
        yield step

    def _traded(self, table: Table, station: str = "") -> Iterator[Step]:
        """Yield a step for all goods bought since the last event, and one for all goods sold."""
        changed = dict(zip(STORED, self._gained(table, table.me), strict=True))
        for way, sign in (("buy", 1), ("sell", -1)):
            goods = {name: sign * many for name, many in changed.items() if sign * many > 0}
            if goods:
                yield {"do": way, "goods": goods} | ({"station": station} if station else {})

    def _on_flight(self, table: Table, _: Any) -> Iterator[Step]:
        """Yield the step of turning back, unless the flight ended by itself."""
        if not table.over[0] and self.game.phase == "flight":
            yield {"do": "end"}

    def _on_purchase(self, table: Table, _: Any) -> Iterator[Step]:
        """Yield a step for each good that was bought by force."""
        yield from ({"do": "take", "good": good} for good in _names(self._gained(table, table.me)[: len(GOODS)]))

    def _on_build(self, table: Table, build: str) -> Iterator[Step]:
        if build.endswith("_2") and not build.startswith("module"):
            yield {"do": "upgrade", "what": build.removesuffix("_2")}
        elif build.startswith("module"):
            before, now = self.ships[table.me]["modules"], ship_of(table, table.me, 0)["modules"]
            yield {"do": "build", "what": next(name for name in now if now[name] > before.get(name, 0))}
        else:
            yield {"do": "build", "what": build}

    def _on_station(self, table: Table, cards: Any) -> Iterator[Step]:
        yield from self._traded(table, cards_by_bit(table.rules)[int(cards[0])].id)

    def _on_trade(self, table: Table, _: Any) -> Iterator[Step]:
        """Yield the step that ends the turn."""
        if not table.over[0]:
            yield {"do": "done"}


def _names(units: list[int]) -> list[str]:
    """Return goods by name, one name for each unit."""
    return [good for good, many in zip(GOODS, units, strict=True) for _ in range(many)]


def position_on(table: Table, name: str) -> Position:
    """Return the complete position of a table with one lane at the beginning of a turn, hidden cards included."""
    free = [card.id for card in table.rules.cards if card.kind == LOST_PLANET]
    sectors = {}
    for number in range(len(table.sectors)):
        known = ids_of(int(table.sectors[number, 0]))
        sectors[number + 1] = (*known, *(free.pop(0) for _ in range(int(table.size[number, 0]) - len(known))))
    left, stacked = int(table.left[0]), int(table.stack_left[0])
    reserve = table.reserve[len(table.reserve) - left :, 0].tolist()
    stack = table.stack[len(table.stack) - stacked :, 0].tolist()
    ships = [
        Ship(**fields(table.rules, ship_of(table, player, 0) | {"name": crest.capitalize()}))
        for player, crest in enumerate(CRESTS)
    ]
    seen = [
        {number + 1: tuple(ids_of(int(cards))) for number, cards in enumerate(table.known[player, :, 0]) if cards}
        for player in (table.me, 1 - table.me)
    ]
    return Position(
        moon=ships[0],
        sun=ships[1],
        turn=table.turn,
        sectors=sectors,
        reserve=tuple(free.pop(0) if card == LOST else cards_by_bit(table.rules)[card].id for card in reserve),
        open=tuple(adventures_of(int(table.open[0]))),
        stack=tuple(table.rules.adventures[number].id for number in stack),
        seen=seen[0],
        seen_by_other=seen[1],
        name=name,
    )


def record_game(
    rules: Rules,
    game: int,
    seed: int,
    captains: tuple[Captain, Captain],
    position: Position | None = None,
    switches: Switches = USUAL,
    last: int = LONGEST,
) -> Record:
    """Play one game, and return it as a record.

    Args:
        rules: Tables of the edition.
        game: Number of the game.
        seed: Seed of all cards and dice.
        captains: The captains of Moon and Sun.
        position: The position to start from; the start of the game if None.
        switches: Switches of the rules.
        last: Number of the last turn to record.

    Raises:
        AnalyzerError: If the position lies within a flight, because a record would have to list the hidden cards.
    """
    if position is not None and position.flight is not None:
        raise AnalyzerError(
            f"{position.name}: a record cannot begin within a flight: take a position before or after it"
        )
    dice = SampledDice(seed, game, 1)
    both = players(rules, captains, switches, dice)
    if position is None:
        table, stage, roll = new_games(seed, game, 1, both.judges, switches), "production", None
    else:
        table, stage, roll = lay_out(position, seed, game, 1, switches), position.phase, position.roll
    begun: dict[str, Any] = (
        {} if position is None else {"phase": stage, "roll": roll, "gone": position.gone, "used": position.used}
    )
    start = replace(position_on(table, f"Game {game} of seed {seed}"), **begun)
    table.log = recorder = Recorder(start, dice, switches)
    while not table.over[0] and table.turn <= last:
        recorder.remember(table)
        both.play_turn(table, stage, None if roll is None else np.array([roll], np.int8))
        stage, roll = "production", None
        table.turn += not table.over[0]
    return Record(start, tuple(STEPS[step["do"]].schema.model_construct(**step) for step in recorder.steps))


def save_record(record: Record, path: str | Path) -> None:
    """Write a record file.

    Args:
        record: The record to write.
        path: Path of the file.

    Raises:
        AnalyzerError: If the file cannot be written.

    >>> from analyzer import starship
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/game.yaml"
    >>> starship.save_record(starship.explain(7, turns=3).record(), path)
    >>> all(starship.replay(path).accepted)
    True
    """
    write_whole(path, record_text(load_record(record), path))


def record_text(record: Record, where: str | Path) -> str:
    """Return the text of a record file.

    Args:
        record: The record.
        where: Path of the file, to which the named folder of an edition is relative.
    """
    lines = [f"  - {in_flow(step.model_dump(exclude_defaults=True))}\n" for step in record.steps]
    return write_position(record.position, where) + ("steps:\n" + "".join(lines) if lines else "steps: []\n")
