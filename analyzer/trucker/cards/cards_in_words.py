"""A card told in a few words: what kind it is, and the figures on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analyzer.trucker.edition import LETTERS, Card, CombatLine, Hit
from analyzer.trucker.ship.component import SIDE_NAMES, SIDES

WORST_AT = {"crew": "smallest crew", "engines": "weakest engines", "cannons": "weakest cannons"}
"""Who suffers a line of a combat zone, by its criterion."""
LOST = {"days": ("day", "days"), "crew": ("crew", "crew"), "goods": ("cube", "cubes")}
METEORS, SHOTS = ("small", "large"), ("light", "heavy")


def kind_in_words(card: Card) -> str:
    """The kind as it is said: `meteor swarm`."""
    return card.kind.replace("_", " ")


def card_in_words(card: Card) -> str:
    """Kind and figures: `abandoned ship: 3 crew for 4 credits, 1 day`; goods by letter (red, yellow, green, blue)."""
    figures = ", ".join(_figures(card))
    return f"{kind_in_words(card)}: {figures}" if figures else kind_in_words(card)


def _figures(card: Card) -> Iterable[str]:
    if card.strength:
        yield f"strength {card.strength}"
    yield from _price(card)
    if card.hits:
        yield _hits(card.hits, METEORS if card.kind == "meteor_swarm" else SHOTS)
    if card.planets:
        yield " | ".join(map(_goods, card.planets))
    if any(card.goods):
        yield f"goods {_goods(card.goods)}"
    if card.lines:
        yield "; ".join(map(_line, card.lines))
    if card.days:
        yield _many(card.days, *LOST["days"])


def _price(card: Card) -> Iterable[str]:
    """What it takes, and the credits it brings."""
    if card.kind == "abandoned_ship":
        yield f"{card.crew_lost} crew for {_many(card.credits, 'credit', 'credits')}"
        return
    if card.crew_required:
        yield f"crew of {card.crew_required}"
    if card.crew_lost:
        yield f"takes {card.crew_lost} crew"
    if card.goods_lost:
        yield f"takes {_many(card.goods_lost, *LOST['goods'])}"
    if card.credits:
        yield _many(card.credits, "credit", "credits")


def _hits(hits: Sequence[Hit], sizes: tuple[str, str]) -> str:
    """Meteors or shots by side: `front 2 small 1 large, left 1 small`."""
    told = []
    for side in SIDES:
        large = [hit.large for hit in hits if hit.side is side]
        counts = zip((len(large) - sum(large), sum(large)), sizes, strict=True)
        if large:
            told.append(" ".join([SIDE_NAMES[side], *(f"{many} {size}" for many, size in counts if many)]))
    return ", ".join(told)


def _line(line: CombatLine) -> str:
    penalty = _hits(line.shots, SHOTS) if line.shots else _many(line.amount, *LOST[line.penalty])
    return f"{WORST_AT[line.criterion]}: {penalty}"


def _goods(cubes: Sequence[int]) -> str:
    return "".join(letter * many for letter, many in zip(LETTERS, cubes, strict=True))


def _many(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"
