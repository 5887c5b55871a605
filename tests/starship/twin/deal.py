"""How a game is laid out, and how a position that does not say everything is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.starship.twin.box import (
    ADVENTURE,
    BASE,
    CARD,
    COUNCIL,
    CRESTS,
    GOODS,
    MODULES,
    RESERVE,
    SCIENCE,
    Adventure,
    Card,
)
from tests.starship.twin.dice import heap
from tests.starship.twin.table import SECTORS, Player, Table

DEFAULTS = {
    "handicap_astro": "none",
    "handicap_parts": "none",
    "pirate_reward": "good",
    "reserve_face_down": "no",
    "upgrade_after_three": "yes",
}


def start_player(number: int, module: str, switches: Mapping[str, str]) -> Player:
    player = Player(number, cards=[CARD[f"START0{number + 1}"]])
    player.modules[module] = 1
    crest = CRESTS[number]
    if switches["handicap_astro"] != "none":
        player.astro = 30 if switches["handicap_astro"] == crest else 20
    if switches["handicap_parts"] == crest:
        player.boosters, player.cannons = [1, 1, 1], [1, 1]
    return player


def new_game(first_modules: Sequence[str], seed: int, game: int, switches: Mapping[str, str] | None) -> Table:
    set_to = {**DEFAULTS, **(switches or {})}
    base = heap(BASE, seed, 0, game)
    reserve = [card for which, stack in enumerate(RESERVE) for card in heap(stack, seed, 1 + which, game)]
    council = [one for which, stack in enumerate(COUNCIL) for one in heap(stack, seed, 5 + which, game)]
    return Table(
        [start_player(number, first_modules[number], set_to) for number in (0, 1)],
        [base[10 * s : 10 * s + 10] for s in SECTORS],
        reserve,
        council[:3],
        council[3:],
        set_to,
    )


def player_of(ship: Mapping[str, Any], number: int) -> Player:
    """What is left out is as at the start; what a given list does not name is 0."""
    player = start_player(number, "logistics", DEFAULTS)
    player.astro = ship.get("astro", player.astro)
    if "goods" in ship:
        player.have[:SCIENCE] = [ship["goods"].get(good, 0) for good in GOODS]
    player.have[SCIENCE] = ship.get("science", player.have[SCIENCE])
    player.boosters = list(ship.get("boosters", player.boosters))
    player.cannons = list(ship.get("cannons", player.cannons))
    if "hangar" in ship:
        player.colony_ships = ship["hangar"].get("colony_ship", 0)
        player.trade_ships = ship["hangar"].get("trade_ship", 0)
    if "modules" in ship:
        player.modules = {module: ship["modules"].get(module, 0) for module in MODULES}
    colonies = ship.get("colonies", [card.id for card in player.cards])
    player.cards = [CARD[name] for name in (*colonies, *ship.get("stations", ()), *ship.get("pirates", ()))]
    player.adventures = [ADVENTURE[name] for name in ship.get("adventures", ())]
    return player


def lay(position: Mapping[str, Any], seed: int, game: int, switches: Mapping[str, str] | None) -> Table:
    """The table of a position; what it does not say is dealt."""
    players = [player_of(position.get(crest, {}), number) for number, crest in enumerate(CRESTS)]
    turn = position.get("turn", 1)
    turn = CRESTS.index(turn) + 1 if turn in CRESTS else turn
    table = Table(players, [[] for _ in SECTORS], [], [], [], {**DEFAULTS, **(switches or {})}, turn)
    _lay_cards(table, position, seed, game)
    _lay_adventures(table, position, seed, game)
    return table


def _lay_cards(table: Table, position: Mapping[str, Any], seed: int, game: int) -> None:
    listed = {int(s) - 1: [CARD[name] for name in names] for s, names in (position.get("sectors") or {}).items()}
    seen = {int(s) - 1: [CARD[name] for name in names] for s, names in (position.get("seen") or {}).items()}
    for s in SECTORS:
        table.sectors[s] = listed.get(s, []) + [card for card in seen.get(s, []) if card not in listed.get(s, [])]
        table.me.lost[s] = sum(card.kind == "lost_planet" for card in seen.get(s, []))
        table.me.known[s] = {card for card in seen.get(s, []) if card.kind != "lost_planet"}
    lying = {card for row in table.sectors for card in row} | {
        card for player in table.players for card in player.cards
    }
    named = position.get("reserve")
    latest = max((which for which, stack in enumerate(RESERVE) if not lying.isdisjoint(stack)), default=0)
    lying |= {CARD[name] for name in (*(named or ()), *position.get("gone", ()))}
    left: list[Card] = []
    for which, stack in enumerate(RESERVE):
        left += heap([card for card in stack if card not in lying], seed, 1 + which, game)
    places = {s: 10 - len(table.sectors[s]) for s in SECTORS}
    base = [card for card in BASE if card not in lying]
    needed = max(sum(places.values()) - len(base), 0)
    dealt = heap(base + left[:needed], seed, 0, game)
    for s, number in places.items():
        table.sectors[s] += dealt[:number]
        dealt = dealt[number:]
    used_up = sum(card not in lying for stack in RESERVE[:latest] for card in stack)
    table.reserve = left[max(needed, used_up) :] if named is None else [CARD[name] for name in named]


def _lay_adventures(table: Table, position: Mapping[str, Any], seed: int, game: int) -> None:
    gone = {one for player in table.players for one in player.adventures}
    opened, stacked = position.get("open"), position.get("stack")
    gone |= {ADVENTURE[name] for name in (*(opened or ()), *(stacked or ()))}
    left: list[Adventure] = []
    for which, stack in enumerate(COUNCIL):
        left += heap([one for one in stack if one not in gone], seed, 5 + which, game)
    if opened is None:
        table.open, left = left[:3], left[3:]
    else:
        table.open = [ADVENTURE[name] for name in opened]
    table.stack = left if stacked is None else [ADVENTURE[name] for name in stacked]
