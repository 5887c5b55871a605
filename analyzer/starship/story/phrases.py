"""How steps of a game are put in words: where a flight goes and why it ends, fights, builds, lost production."""

from __future__ import annotations

from typing import Any

from analyzer.starship.encounters import KINDS
from analyzer.starship.story.changes import ship_in_words
from analyzer.starship.tables import (
    CRESTS,
    GOODS,
    LOST_PLANET,
    Card,
    adventure_by_id,
    card_by_id,
    cards,
    modules,
)
from analyzer.starship.turn.bits import LOST, cards_by_bit
from analyzer.starship.turn.table import SENSOR, Table, boosters

BUILDS = {
    "booster": "a booster",
    "booster_2": "a booster of level II",
    "cannon": "a cannon",
    "cannon_2": "a cannon of level II",
    "colony_ship": "a colony ship",
    "trade_ship": "a trade ship",
    "module_1": "a module",
    "module_2": "a module of level II",
}
MADE_BY = {"science": "science", "production": "trade_good"}
"""What modules make on a roll."""


def card_named(number: int) -> Card:
    """The card of that bit, LOST for a lost planet."""
    return next(card for card in cards() if card.kind == LOST_PLANET) if number == LOST else cards_by_bit()[number]


def at_the_start(state: dict[str, Any]) -> list[str]:
    """What both players begin with, and the adventures that are open."""
    lines = []
    for player, crest in enumerate(CRESTS):
        ship, points = state["ships"][player], sum(state["points"][player].values())
        colonies = (KINDS["colony"].phrase_card(card_by_id()[card]) for card in ship["colonies"])
        named = f" ({'; '.join(colonies)})" if ship["colonies"] else ""
        lines.append(
            f"{crest.capitalize()} begins with {ship_in_words(ship)}{named}; medals {state['medals'][player]}, "
            f"friendship {state['friendship'][player]}, points {points}"
        )
    names = ", ".join(adventure_by_id()[one].name for one in state["open"])
    return [*lines, f"open adventures: {names or 'none'}"]


def phrase_idle(ship: dict[str, Any], player: int, roll: int) -> str:
    """Why a player gets nothing of a roll: no colony or module with that number, or no room."""
    made = [card_by_id()[card].good for card in ship["colonies"] if card_by_id()[card].number == roll]
    made += [
        thing
        for module, thing in MADE_BY.items()
        if (level := ship["modules"].get(module)) and roll in modules()[module, level].numbers[player]
    ]
    names = [thing.replace("_", " ") for thing in dict.fromkeys(made)]
    return f"nothing, no room for {' or '.join(names)}" if names else "nothing"


def phrase_flight(table: Table) -> str:
    """Where the flight goes, how far, and with how many actions."""
    limit, strength, roll = int(table.limit[0]), int(boosters(table, table.me)[0]), int(table.roll[0])
    speed = f"boosters {strength} + roll {roll}"
    if strength + roll > limit:
        speed += f" = {strength + roll}, but the sector has {limit}"
    actions = int(table.allowed[0])
    return f"flies to sector {int(table.sector[0]) + 1}, up to {limit} cards ({speed}) and {actions} actions"


def phrase_sensor(table: Table, order: Any) -> list[str]:
    """Which cards the sensor showed, and where each was put; order: (places,) as it was before."""
    level = int(table.modules[table.me, SENSOR, 0])
    looks = min(level + 1, int(table.size[table.sector[0], 0])) if level and table.flying[0] else 0
    if not looks:
        return []
    names = {int(number): _name(int(number)) for number in order[:looks]}
    looked, stays = order[:looks].tolist(), []
    for number in table.order[:looks, 0].tolist():
        if number in looked:
            looked.remove(number)
            stays.append(names[number])
        else:
            break
    below = [names[number] for number in looked]
    parts = [f"on top stay {', '.join(stays)}"] * bool(stays) + [f"below go {', '.join(below)}"] * bool(below)
    return [f"looks at {looks} cards with the sensor: {'; '.join(parts)}"]


def _name(number: int) -> str:
    """A card in a list."""
    card = card_named(number)
    return f"{card.name} ({card.id})" if card.strength else card.name or "lost planet"


def phrase_flight_end(table: Table, lost_fight: bool) -> str:
    """Which rule ended the flight, or that the captain did."""
    number, limit = int(table.cards_flown[0]), int(table.limit[0])
    actions, allowed = int(table.actions[0]), int(table.allowed[0])
    reasons = []
    if lost_fight:
        reasons.append("a fight was lost")
    if actions >= allowed:
        reasons.append(f"{actions} of {allowed} actions are used")
    if number >= limit:
        by_speed = int(boosters(table, table.me)[0]) + int(table.roll[0]) == limit
        whose = "the speed allows" if by_speed else "the sector has"
        reasons.append(f"all {limit} cards that {whose} are flown" if limit else "the sector is empty")
    if reasons:
        return f"the flight ends: {' and '.join(reasons)}"
    return (
        f"turns back after {number} of {limit} cards, by the captain's will: the cards left promise less than nothing"
    )


def phrase_fight(own: int, cannons: int, pirate: int, card: Card) -> str:
    """Both sums of a fight."""
    sums = (
        f"{own} + cannons {cannons} = {own + cannons}",
        f"{pirate} + strength {card.strength} = {pirate + card.strength}",
    )
    return f"dice {own} and {pirate}: {sums[0]} to {sums[1]}"


def phrase_build(build: str) -> str:
    """What is built; which module stands in the changes."""
    return BUILDS[build]


def phrase_unclaimed(before: dict[str, Any], now: dict[str, Any], me: int, goods: int) -> list[str]:
    """That goods of a reward did not fit."""
    one, other = before["ships"][me]["goods"], now["ships"][me]["goods"]
    gained = sum(max(other[good] - one[good], 0) for good in GOODS)
    missing = goods - gained
    return [f"{missing} of {goods} goods of the reward do not fit"] if missing > 0 else []
