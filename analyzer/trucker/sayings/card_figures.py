"""The figures on a card in words, column by column of the table of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from analyzer.trucker.edition import LETTERS, Card, CombatLine, Hit
from analyzer.trucker.sayings.phrases import many
from analyzer.trucker.ship.component import SIDE_NAMES, SIDES

WORST_AT = {"crew": "smallest crew", "engines": "weakest engines", "cannons": "weakest cannons"}
"""Who suffers a line of a combat zone, by its criterion."""
METEORS, SHOTS = ("small", "large"), ("light", "heavy")


def price(card: Card) -> Iterator[str]:
    """What it takes, and the credits it brings."""
    if card.crew_required:
        yield f"crew of {card.crew_required}"
    if card.crew_lost:
        yield f"takes {card.crew_lost} crew"
    if card.goods_lost:
        yield f"takes {many(card.goods_lost, 'cube')}"
    if card.credits:
        yield many(card.credits, "credit")


def figures(
    card: Card, price: Callable[[Card], Iterator[str]] = price, sizes: tuple[str, str] = SHOTS
) -> Iterator[str]:
    """All that is printed on a card, whatever its kind; kinds may word the price or the sizes of hits themselves."""
    if card.strength:
        yield f"strength {card.strength}"
    yield from price(card)
    if card.hits:
        yield by_side(card.hits, sizes)
    if card.planets:
        yield " | ".join(map(letters, card.planets))
    if any(card.goods):
        yield f"goods {letters(card.goods)}"
    if card.lines:
        yield "; ".join(map(line, card.lines))
    if card.days:
        yield many(card.days, "day")


def by_side(hits: Sequence[Hit], sizes: tuple[str, str]) -> str:
    """Meteors or shots by side: `front 2 small 1 large, left 1 small`."""
    sides = []
    for side in SIDES:
        large = [hit.large for hit in hits if hit.side is side]
        counts = zip((len(large) - sum(large), sum(large)), sizes, strict=True)
        if large:
            sides.append(" ".join([SIDE_NAMES[side], *(f"{number} {size}" for number, size in counts if number)]))
    return ", ".join(sides)


def line(line: CombatLine) -> str:
    """A line of a combat zone: `smallest crew: 3 days`."""
    return f"{WORST_AT[line.criterion]}: {by_side(line.shots, SHOTS) if line.shots else penalty(line)}"


def penalty(line: CombatLine) -> str:
    """What a line takes: `3 days`, `2 crew`, `1 cube`."""
    if line.penalty == "crew":
        return f"{line.amount} crew"
    return many(line.amount, "cube" if line.penalty == "goods" else "day")


def letters(cubes: Sequence[int]) -> str:
    """Goods by letter: `RRY`."""
    return "".join(letter * number for letter, number in zip(LETTERS, cubes, strict=True))
