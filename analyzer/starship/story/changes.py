"""What changed from one step of a game to the next, as signed amounts that add up."""

from __future__ import annotations

from typing import Any

from analyzer.starship.plain import ship_of
from analyzer.starship.tables import CRESTS, GOODS, SCIENCE, Adventure
from analyzer.starship.turn.bits import adventures_of
from analyzer.starship.turn.points import by_source, friendship, medals
from analyzer.starship.turn.table import COUNTS, Table

SPECIAL = {"friend": ("Friend of the Peoples", "friendship"), "hero": ("Hero of the Peoples", "medals")}
"""The special cards by source of points: their names, and what decides who holds them."""


def state_of(table: Table) -> dict[str, Any]:
    """Both ships and their points, the counts, adventures, and how many reserve cards are left, in plain types."""
    players = range(len(CRESTS))
    return {
        "ships": tuple(ship_of(table, player, 0) for player in players),
        "points": [{name: int(many[0]) for name, many in by_source(table, player).items()} for player in players],
        "medals": [int(medals(table, player)[0]) for player in players],
        "friendship": [int(friendship(table, player)[0]) for player in players],
        "counts": [dict(zip(COUNTS, table.counts[player, :, 0].tolist(), strict=True)) for player in players],
        "done": [adventures_of(int(table.done[player, 0])) for player in players],
        "open": adventures_of(int(table.open[0])),
        "left": int(table.left[0]),
        "over": bool(table.over[0]),
    }


def changes(before: dict[str, Any], now: dict[str, Any], player: int) -> str:
    """What a player has more or less than before; points of special cards aside."""
    one, other = before["ships"][player], now["ships"][player]
    parts = _signed(other["astro"] - one["astro"], "Astro") + _signed(other["science"] - one["science"], "science")
    for heap in ("goods", "hangar"):
        for name, many in other[heap].items():
            parts += _signed(many - one[heap][name], name.replace("_", " "))
    for part in ("boosters", "cannons"):
        parts += _signed(sum(other[part]) - sum(one[part]), f"level of {part}")
    parts += _modules(one["modules"], other["modules"])
    for name in ("medals", "friendship"):
        parts += _signed(now[name][player] - before[name][player], name)
    return ", ".join(parts + _signed(_points(now, player) - _points(before, player), "points"))


def after_payment(before: dict[str, Any], player: int, task: Adventure) -> tuple[dict[str, Any], str]:
    """The state when a player has paid what an adventure asks for, and the payment in words."""
    ship = before["ships"][player]
    goods = {name: many - task.pay[GOODS.index(name)] for name, many in ship["goods"].items()}
    paid = ship | {
        "goods": goods,
        "science": ship["science"] - task.pay[SCIENCE],
        "astro": ship["astro"] - task.astro_paid,
    }
    state = before | {"ships": tuple(paid if at == player else one for at, one in enumerate(before["ships"]))}
    return state, changes(before, state, player)


def _points(state: dict[str, Any], player: int) -> int:
    """Points without those of special cards."""
    return sum(many for name, many in state["points"][player].items() if name not in SPECIAL)


def _modules(before: dict[str, int], now: dict[str, int]) -> list[str]:
    """The modules whose level changed."""
    parts = []
    for module in sorted({*before, *now}):
        was, level = before.get(module, 0), now.get(module, 0)
        if level > was:
            parts.append(f"{module} {'I' * level}")
        elif level < was:
            parts.append(f"{module} fell to {'I' * level}" if level else f"{module} lost")
    return parts


def of_both(before: dict[str, Any], now: dict[str, Any], me: int) -> str:
    """The changes of the player at turn, then those of the other, named, in brackets; "" if there are none."""
    own, others = changes(before, now, me), changes(before, now, 1 - me)
    named = f"{CRESTS[1 - me].capitalize()} {others}" if others else ""
    both = "; ".join(part for part in (own, named) if part)
    return f" ({both})" if both else ""


def special_cards(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Who takes or loses one of the two special cards, by which counts."""
    lines = []
    for source, (name, deciding) in SPECIAL.items():
        for player, crest in enumerate(CRESTS):
            gained = now["points"][player][source] - before["points"][player][source]
            if gained:
                verb = "takes" if gained > 0 else "loses"
                counts = f"{deciding}: Moon {now[deciding][0]}, Sun {now[deciding][1]}"
                lines.append(f"{crest.capitalize()} {verb} the {name} ({_signed(gained, 'points')[0]}); {counts}")
    return lines


def _signed(many: int, word: str) -> list[str]:
    """A signed amount; a single point is a point, a single medal a medal."""
    single = {"points": "point", "medals": "medal"}.get(word, word) if abs(many) == 1 else word
    return [f"{many:+d} {single}".replace("-", "\N{MINUS SIGN}")] if many else []


def ship_in_words(ship: dict[str, Any]) -> str:
    """What a ship holds, in a line."""
    goods = [f"{many} {good.replace('_', ' ')}" for good, many in ship["goods"].items() if many]
    modules = [f"{name} {'I' * level}" for name, level in ship["modules"].items()]
    counted = {"colonies": ("colony", "colonies"), "stations": ("station", "stations")}
    counted["pirates"] = ("pirate beaten", "pirates beaten")
    parts = [
        f"{ship['astro']} Astro",
        *goods,
        f"{ship['science']} science",
        f"boosters {sum(ship['boosters'])}",
        f"cannons {sum(ship['cannons'])}",
        *(f"{many} {name.replace('_', ' ')}" for name, many in ship["hangar"].items() if many),
        *modules,
        *(f"{len(ship[heap])} {words[len(ship[heap]) != 1]}" for heap, words in counted.items()),
    ]
    return ", ".join(parts)
