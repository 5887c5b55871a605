"""A simulated game written down as a record: whoever listens to it says every step in the words of records."""

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
from analyzer.starship.turn.dice import Sampled
from analyzer.starship.turn.sectors import most_looks
from analyzer.starship.turn.setup import lay_out
from analyzer.starship.turn.table import BEATEN, LOST_FIGHTS, PAID, Table
from analyzer.starship.turn.turn import LONGEST

Step = dict[str, Any]


class NotAccepted(Exception):
    """A step that was written down is refused by the referee: the record would not be that of the game."""


class Recorder:
    """Gets every event of a table with one lane, whose game begins at `start`, a position that says where all lies."""

    def __init__(self, start: Position, dice: Sampled, switches: Switches) -> None:
        self.dice, self.game = dice, game_at(start, 0, switches)
        self.steps: list[Step] = []
        self.order: list[int] = []
        self.ships: list[dict[str, Any]] = []
        self.counts = np.zeros((2, 1), np.int64)
        self.before_goods = np.zeros((2, len(STORED)), np.int64)
        self.fulfilled: list[tuple[str, list[int]]] = []

    def begin(self, table: Table) -> None:
        """A turn begins."""
        self._remember(table)

    def __call__(self, table: Table, event: str, subjects: Any) -> None:
        """One step is done."""
        write = getattr(self, f"_on_{event}")
        for step in write(table, subjects):
            self._write(step)
        if event != "adventure":
            self._remember(table)

    def _write(self, step: Step) -> None:
        """Add a step; the referee goes along, who knows cards by name."""
        if self.game.table.over[0]:
            return
        schema = STEPS[step["do"]].schema
        reason = do_step(self.game, schema.model_construct(**step))
        if reason is not None:
            raise NotAccepted(f"{step}: {reason}")
        self.steps.append(step)

    def _remember(self, table: Table) -> None:
        self.ships = [ship_of(table, player, 0) for player in range(2)]
        self.counts = table.counts[..., 0].astype(np.int64)
        self.before_goods = table.stored[:, :, 0].astype(np.int64)

    def _gained(self, table: Table, player: int) -> list[int]:
        """By good and science what changed since the last event."""
        return [int(one) for one in table.stored[player, :, 0] - self.before_goods[player]]

    def _on_production(self, table: Table, _: Any) -> Iterator[Step]:
        made: dict[str, str] = {}
        for player, crest in enumerate(CRESTS):
            goods = [good for good, many in zip(GOODS[:4], self._gained(table, player)[:4], strict=True) if many > 0]
            made |= {crest: goods[0]} if goods else {}
        if not table.over[0]:
            yield {"do": "produce", "roll": int(table.roll[0])} | made

    def _on_shuffle(self, table: Table, _: Any) -> Iterator[Step]:
        self.order = table.order[:, 0].tolist()
        yield from ()

    def _on_sector(self, table: Table, _: Any) -> Iterator[Step]:
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
        """What of the first cards stayed on top, and what went below, each in its order."""
        rest = self.order[many : len(names)]
        staying = next(k for k in range(many, -1, -1) if now[k : k + len(rest)] == rest)
        looked = list(zip(self.order[:many], names[:many], strict=True))
        arranged = []
        for card in [*now[:staying], *now[staying + len(rest) :]]:
            place = next(number for number, (one, _) in enumerate(looked) if one == card)
            arranged.append(looked.pop(place)[1])
        return {"top": arranged[:staying], "bottom": arranged[staying:]}

    def _on_adventure(self, table: Table, numbers: Any) -> Iterator[Step]:
        """Said with its card, once that is turned up."""
        one = table.rules.adventures[int(numbers[0])]
        gained = [many + paid for many, paid in zip(self._gained(table, table.me), one.pay, strict=True)]
        self.fulfilled.append((one.id, gained[: len(GOODS)]))
        self.before_goods = table.stored[:, :, 0].astype(np.int64)
        yield from ()

    def _on_card(self, table: Table, _: Any) -> Iterator[Step]:
        yield {"do": "next"}
        me, counts = table.me, table.counts[table.me, :, 0].astype(np.int64) - self.counts[table.me]
        ship = ship_of(table, me, 0)
        for adventure, gained in self.fulfilled:
            yield {"do": "complete", "adventure": adventure, "gain": _names(gained)}
        if counts[PAID]:
            yield {"do": "pay"}
        elif counts[BEATEN] or counts[LOST_FIGHTS]:
            yield from self._fight(table, ship, bool(counts[BEATEN]))
        elif len(ship["colonies"]) + len(ship["stations"]) > sum(
            len(self.ships[me][name]) for name in ("colonies", "stations")
        ):
            yield {"do": "found"}
        elif not self.fulfilled:
            yield from self._traded(table)
        self.fulfilled = []

    def _fight(self, table: Table, ship: Mapping[str, Any], is_won: bool) -> Iterator[Step]:
        step: Step = {"do": "fight", "dice": [int(faces[0]) for faces in self.dice.blue]}
        if is_won:
            step["gain"] = _names(self._gained(table, table.me)[: len(GOODS)])
        else:
            before = self.ships[table.me]["modules"]
            lost = [name for name in MODULES if ship["modules"].get(name, 0) < before.get(name, 0)]
            step |= {"lose": lost[0]} if lost else {}
        yield step

    def _traded(self, table: Table, station: str = "") -> Iterator[Step]:
        """What was bought or sold."""
        changed = dict(zip(STORED, self._gained(table, table.me), strict=True))
        for way, sign in (("buy", 1), ("sell", -1)):
            goods = {name: sign * many for name, many in changed.items() if sign * many > 0}
            if goods:
                yield {"do": way, "goods": goods} | ({"station": station} if station else {})

    def _on_flight(self, table: Table, _: Any) -> Iterator[Step]:
        if not table.over[0] and self.game.phase == "flight":
            yield {"do": "end"}

    def _on_purchase(self, table: Table, _: Any) -> Iterator[Step]:
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
        if not table.over[0]:
            yield {"do": "done"}


def _names(units: list[int]) -> list[str]:
    """Goods by name, each as often as there are units of it."""
    return [good for good, many in zip(GOODS, units, strict=True) for _ in range(many)]


def position_on(table: Table, name: str) -> Position:
    """All that lies on a table with one lane at the beginning of a turn; nothing is left to be dealt."""
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
    """Return the game of that number as a record.

    rules: its tables; position: where it begins; last: the number of its last turn at most.
    Raises AnalyzerError for a position within a flight, whose record would have to say what lies face down.
    """
    if position is not None and position.flight is not None:
        raise AnalyzerError(f"{position.name}: a record begins before a flight or after it: take a position there")
    dice = Sampled(seed, game, 1)
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
        recorder.begin(table)
        both.play_turn(table, stage, None if roll is None else np.array([roll], np.int8))
        stage, roll = "production", None
        table.turn += not table.over[0]
    return Record(start, tuple(STEPS[step["do"]].schema.model_construct(**step) for step in recorder.steps))


def save_record(record: Record, path: str | Path) -> None:
    """Write a record file; raises AnalyzerError where none can be written.

    >>> from analyzer import starship
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/game.yaml"
    >>> starship.save_record(starship.explain(7, turns=3).record(), path)
    >>> all(starship.replay(path).accepted)
    True
    """
    record = load_record(record)
    lines = [f"  - {in_flow(step.model_dump(exclude_defaults=True))}\n" for step in record.steps]
    write_whole(path, write_position(record.position, path) + "steps:\n" + "".join(lines))
