"""What lies before both players: ships, sectors, heaps, and what each of them knows of the sectors."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from tests.starship.twin.box import (
    ADVENTURES,
    CRESTS,
    GOODS,
    LAB,
    MODULES,
    SCIENCE,
    Adventure,
    Card,
)

SECTORS = (0, 1, 2, 3)
LEVEL_I = {
    ("moon", "science"): (2,),
    ("moon", "production"): (3,),
    ("sun", "science"): (3,),
    ("sun", "production"): (2,),
}
COUNTS = (
    "cards_flown",
    "actions",
    "met",
    "paid",
    "beaten",
    "fights_lost",
    "adventures_done",
    "cannons_lost",
    "modules_lost",
)


@dataclass(eq=False)
class Player:
    """A ship and the cards that were won with it."""

    number: int
    astro: int = 25
    have: list[int] = field(default_factory=lambda: [0, 0, 0, 0, 2, 1])
    """Goods in their order, then science."""
    boosters: list[int] = field(default_factory=lambda: [1, 1])
    cannons: list[int] = field(default_factory=lambda: [1])
    colony_ships: int = 1
    trade_ships: int = 1
    modules: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MODULES, 0))
    cards: list[Card] = field(default_factory=list)
    """Colonies, stations, beaten pirates."""
    adventures: list[Adventure] = field(default_factory=list)
    known: list[set[Card]] = field(default_factory=lambda: [set() for _ in SECTORS])
    lost: list[int] = field(default_factory=lambda: [0 for _ in SECTORS])
    want: list[int] = field(default_factory=lambda: [0] * 6)
    wished: list[str] = field(default_factory=list)
    """Builds that were of use when wants were drawn up."""
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    done: set[Adventure] = field(default_factory=set)
    reached: set[Adventure] = field(default_factory=set)
    """Open ones whose planet they met."""
    able: set[Adventure] = field(default_factory=set)
    """Those of them for which the player had then what is asked for."""

    def capacity(self, thing: int) -> int:
        return LAB if thing == SCIENCE else 2 + self.modules["logistics"]

    def room(self, thing: int) -> int:
        return self.capacity(thing) - self.have[thing]

    @property
    def actions_allowed(self) -> int:
        return 2 + self.modules["command"]

    @property
    def ships(self) -> int:
        return self.colony_ships + self.trade_ships

    def owned(self, kind: str) -> list[Card]:
        return [card for card in self.cards if card.kind == kind]

    @property
    def stations(self) -> list[Card]:
        return [card for card in self.cards if card.h]

    @property
    def friendship(self) -> int:
        return sum(card.friendship for card in self.cards)

    @property
    def medals(self) -> int:
        return len(self.owned("pirate")) + sum(one.medals for one in self.adventures)

    def numbers(self, module: str) -> tuple[int, ...]:
        """Rolls by which the Science or the Production module gives something."""
        return ((), LEVEL_I[CRESTS[self.number], module], (2, 3))[self.modules[module]]


@dataclass(eq=False)
class Table:
    """A game at any moment."""

    players: list[Player]
    sectors: list[list[Card]]
    reserve: list[Card]
    """The top first."""
    open: list[Adventure]
    stack: list[Adventure]
    switches: dict[str, str]
    turn: int = 1
    winner: int | None = None
    roll: int = 0
    flown: int = 0
    """The sector of this turn, 1 to 4; 0 while there was none."""
    steps: list[dict[str, Any]] = field(default_factory=list)
    """What was done, as the steps of a record."""

    def tell(self, do: str, **what: Any) -> None:
        self.steps.append({"do": do, **what})

    @property
    def me(self) -> Player:
        return self.players[(self.turn - 1) % 2]

    @property
    def other(self) -> Player:
        return self.players[self.turn % 2]

    def rival(self, player: Player) -> Player:
        return self.players[1 - player.number]

    def is_owned(self, card: Card) -> bool:
        return any(card in player.cards for player in self.players)

    def replace(self, sector: int, gone: Card) -> Card | None:
        """A card leaves the row; the top of the reserve lies in its place, for both to see unless face down."""
        self.sectors[sector].remove(gone)
        for player in self.players:
            player.known[sector].discard(gone)
        if not self.reserve:
            return None
        new = self.reserve.pop(0)
        self.sectors[sector].append(new)
        if self.switches["reserve_face_down"] == "yes":
            return None
        for player in self.players:
            if new.kind == "lost_planet":
                player.lost[sector] += 1
            else:
                player.known[sector].add(new)
        return new


def special(values: list[int]) -> int | None:
    """Who has the majority: three or more, and strictly more than the other."""
    moon, sun = values
    if moon == sun or max(moon, sun) < 3:
        return None
    return 0 if moon > sun else 1


def points(table: Table) -> list[int]:
    told = [
        len(player.owned("colony"))
        + sum(level == 2 for level in player.modules.values())
        + sum(one.points for one in player.adventures)
        for player in table.players
    ]
    for holder in (
        special([player.friendship for player in table.players]),
        special([player.medals for player in table.players]),
    ):
        if holder is not None:
            told[holder] += 1
    return told


def ship_told(player: Player) -> dict[str, Any]:
    """As in a ship file."""

    def ids(cards: list[Card]) -> list[str]:
        return [card.id for card in sorted(cards, key=lambda card: card.number)]

    return {
        "crest": CRESTS[player.number],
        "astro": player.astro,
        "goods": dict(zip(GOODS, player.have[:SCIENCE], strict=True)),
        "science": player.have[SCIENCE],
        "boosters": sorted(player.boosters, reverse=True),
        "cannons": sorted(player.cannons, reverse=True),
        "hangar": {"colony_ship": player.colony_ships, "trade_ship": player.trade_ships},
        "modules": {module: level for module, level in player.modules.items() if level},
        "colonies": ids(player.owned("colony")),
        "stations": ids(player.stations),
        "pirates": ids(player.owned("pirate")),
        "adventures": adventures_told(player.adventures),
    }


def adventures_told(some: Collection[Adventure]) -> list[str]:
    """In the order of the table."""
    return [one.id for one in ADVENTURES if one in some]


def told(table: Table) -> dict[str, Any]:
    """The state as the rulings tell it, in plain types."""

    def ids(cards: Any) -> list[str]:
        return [card.id for card in sorted(cards, key=lambda card: card.number) if card.kind != "lost_planet"]

    return {
        "turn": table.turn,
        "winner": None if table.winner is None else CRESTS[table.winner],
        "points": points(table),
        "moon": ship_told(table.players[0]),
        "sun": ship_told(table.players[1]),
        "sectors": {s + 1: ids(table.sectors[s]) for s in SECTORS},
        "lost": {s + 1: sum(card.kind == "lost_planet" for card in table.sectors[s]) for s in SECTORS},
        "reserve": len(table.reserve),
        "open": adventures_told(table.open),
        "stack": len(table.stack),
        "seen": {CRESTS[p.number]: {s + 1: ids(p.known[s]) for s in SECTORS} for p in table.players},
        "seen_lost": {CRESTS[p.number]: {s + 1: p.lost[s] for s in SECTORS} for p in table.players},
        **{
            name: {CRESTS[p.number]: adventures_told(getattr(p, name)) for p in table.players}
            for name in ("done", "reached", "able")
        },
    }
