"""Listens to one game and phrases what changes from step to step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.starship.encounters import KINDS
from analyzer.starship.encounters.kind import Outcome
from analyzer.starship.plain import ship_of
from analyzer.starship.story.story import Line, StoryTurn
from analyzer.starship.tables import CRESTS, LOST_PLANET, adventure_by_id, cards
from analyzer.starship.turn.bits import BY_BIT, LOST, adventures_of
from analyzer.starship.turn.points import points
from analyzer.starship.turn.table import COUNTS, Table

A_LOST_PLANET = next(card for card in cards() if card.kind == LOST_PLANET)
"""All are alike."""


class Listener:
    """Gets every event of a table with one lane."""

    def __init__(self) -> None:
        self.turns: list[StoryTurn] = []
        self.lines: list[Line] = []
        self.before: dict[str, Any] = {}

    def __call__(self, table: Table, event: str) -> None:
        """One step is done."""
        now = _state(table)
        self.lines += getattr(self, f"_on_{event}")(table, self.before, now)
        self.before = now

    def begin(self, table: Table) -> None:
        """A turn begins."""
        self.before, self.lines = _state(table), []

    def end(self, table: Table) -> None:
        """The turn is over."""
        ships = self.before["ships"]
        both = (int(points(table, 0)[0]), int(points(table, 1)[0]))
        lines = tuple(self.lines) or (Line("point", "ten points: the game is over before the roll"),)
        state = (ship_in_words(ships[0]), ship_in_words(ships[1]))
        self.turns.append(StoryTurn(table.turn, CRESTS[table.me], int(table.roll[0]), lines, state, both, ships))

    def _on_production(self, table: Table, before: dict[str, Any], now: dict[str, Any]) -> Iterator[Line]:
        made = []
        for player, crest in enumerate(CRESTS):
            gained = changes(before["ships"][player], now["ships"][player])
            made.append(f"{crest.capitalize()} {gained or 'nothing'}")
        yield Line("phase", f"rolls a {int(table.roll[0])}: {'; '.join(made)}")

    def _on_sector(self, table: Table, before: dict[str, Any], now: dict[str, Any]) -> Iterator[Line]:
        if not table.over[0]:
            sector, limit = int(table.sector[0]) + 1, int(table.limit[0])
            yield Line("phase", f"flies to sector {sector}, up to {limit} cards and {int(table.allowed[0])} actions")

    def _on_card(self, table: Table, before: dict[str, Any], now: dict[str, Any]) -> Iterator[Line]:
        number = int(table.order[table.cards_flown[0] - 1, 0])
        card = A_LOST_PLANET if number == LOST else BY_BIT[number]
        kind = KINDS[card.kind]
        name = kind.phrase_card(card)
        role, done = kind.phrase_outcome(_outcome(before, now, table.me))
        gained = changes(before["ships"][table.me], now["ships"][table.me])
        yield Line(role, f"{name}: {done}{_tail(gained)}" if done else name)
        if table.over[0]:
            yield Line("point", "ten points: the game is over")

    def _on_trade(self, table: Table, before: dict[str, Any], now: dict[str, Any]) -> Iterator[Line]:
        me = table.me
        if table.hope[0] < 0 and not table.over[0]:
            yield Line("phase", "turns back")
        gained = changes(before["ships"][me], now["ships"][me])
        if gained:
            yield Line("phase", f"trades and builds: {gained}")
        if table.over[0] and not before["over"]:
            yield Line("point", "ten points: the game is over")


def _state(table: Table) -> dict[str, Any]:
    """Both ships, the counts, and the adventures fulfilled, in plain types."""
    counts = [dict(zip(COUNTS, table.counts[player, :, 0].tolist(), strict=True)) for player in range(2)]
    ships = (ship_of(table, 0, 0), ship_of(table, 1, 0))
    done = [adventures_of(int(table.done[player, 0])) for player in range(2)]
    return {"ships": ships, "counts": counts, "done": done, "over": bool(table.over[0])}


def _outcome(before: dict[str, Any], now: dict[str, Any], me: int) -> Outcome:
    """What a card did for a player."""
    counts = {name: now["counts"][me][name] - before["counts"][me][name] for name in COUNTS}
    one, other = before["ships"][me], now["ships"][me]
    colonies, stations = ([card for card in other[name] if card not in one[name]] for name in ("colonies", "stations"))
    done = [adventure_by_id()[one].name for one in now["done"][me] if one not in before["done"][me]]
    return Outcome(counts, colonies, stations, done)


def _tail(gained: str) -> str:
    return f" ({gained})" if gained else ""


def changes(before: dict[str, Any], now: dict[str, Any]) -> str:
    """What a ship has more or less than before."""
    parts: list[str] = []
    amounts = {"Astro": ("astro",), "science": ("science",)}
    for word, path in amounts.items():
        parts += _signed(now[path[0]] - before[path[0]], word)
    for good, many in now["goods"].items():
        parts += _signed(many - before["goods"][good], good.replace("_", " "))
    for ship, many in now["hangar"].items():
        parts += _signed(many - before["hangar"][ship], ship.replace("_", " "))
    for part in ("boosters", "cannons"):
        parts += _signed(sum(now[part]) - sum(before[part]), f"level of {part}")
    for module, level in now["modules"].items():
        if level != before["modules"].get(module, 0):
            parts.append(f"{module} {'I' * level}")
    parts += [f"{module} lost" for module in before["modules"] if module not in now["modules"]]
    return ", ".join(parts)


def _signed(many: int, word: str) -> list[str]:
    return [f"{many:+d} {word}".replace("-", "\N{MINUS SIGN}")] if many else []


def ship_in_words(ship: dict[str, Any]) -> str:
    """What a ship holds, in a line."""
    goods = [f"{many} {good.replace('_', ' ')}" for good, many in ship["goods"].items() if many]
    modules = [f"{name} {'I' * level}" for name, level in ship["modules"].items()]
    parts = [
        f"{ship['astro']} Astro",
        *goods,
        f"{ship['science']} science",
        f"boosters {sum(ship['boosters'])}",
        f"cannons {sum(ship['cannons'])}",
        *(f"{many} {name.replace('_', ' ')}" for name, many in ship["hangar"].items() if many),
        *modules,
        f"{len(ship['colonies'])} colonies",
        f"{len(ship['stations'])} stations",
        f"{len(ship['pirates'])} pirates beaten",
    ]
    return ", ".join(parts)
