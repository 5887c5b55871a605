"""Phrases for kinds, squares and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from analyzer.answers.numbers import join_names
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.edition import LETTERS, Card, CombatLine, Hit
from analyzer.trucker.ship.component import COLOURS, SIDE_NAMES, SIDES, Component, Kind, Square
from analyzer.trucker.world import DEFAULT_CAPTAIN

UNITS = {"crew": "crew", "engines": "engine strength", "cannons": "cannon strength"}
"""Words for the criteria of a combat zone."""


def many(number: float, what: str) -> str:
    """Format a number with its noun: `1 day`, `2 batteries`, `3.5 credits`."""
    several = f"{what[:-1]}ies" if what.endswith("ry") else f"{what}s"
    return f"{number:zg} {what if abs(number) == 1 else several}"


def credits(value: float) -> str:
    """Format an amount in credits, e.g. a captain's price.

    >>> credits(-0.001), credits(-1)
    ('0 credits', '-1 credit')
    """
    return many(round(value, 2), "credit")


def listed(counts: Mapping[str, int]) -> str:
    """Format counts of cubes or crew by kind, e.g. `2 red, 1 blue`."""
    return ", ".join(f"{number} {kind}" for kind, number in counts.items() if number) or "nothing"


def crew(counts: Mapping[str, int]) -> str:
    """Format crew counts by type: `2 humans, 1 brown alien`."""
    kinds = {"human": "human", "brown": "brown alien", "purple": "purple alien"}
    return ", ".join(many(number, kinds[kind]) for kind, number in counts.items() if number) or "nobody"


def at(square: Square) -> str:
    """Format a square as `(7,6)`, by the dice numbers of its row and column."""
    return f"({square[0]},{square[1]})"


def joined_up(parts: Iterable[str]) -> str:
    """Join the non-empty phrases by commas."""
    return ", ".join(part for part in parts if part)


def penalty(kind: str, amount: int) -> str:
    """Format the penalty of a line of a combat zone: `4 days`, `3 crew`."""
    return f"{amount} {kind}" if kind in ("crew", "goods") else many(amount, kind.removesuffix("s"))


def in_words(kind: str) -> str:
    """Describe a kind in words: `brown life support` for `life_support_brown`, `cargo hold (3)` for `cargo_3`."""
    words = kind.replace("cargo", "cargo hold").replace("structural", "structural component").split("_")
    if words[-1].isdigit():
        words[-1] = f"({words[-1]})"
    if words[-1] in COLOURS:
        words = [words[-1], *words[:-1]]
    return " ".join(words)


def strength(by_batteries: Sequence[float], before: str = "and ") -> str:
    """Format a strength without battery charges and the greatest one with them.

    Args:
        by_batteries: strength by number of charges spent.
        before: words before the greatest strength.

    >>> strength([1, 2, 3]), strength([4.5])
    ('1, and 3 with 2 batteries', '4.5')
    """
    most, without = len(by_batteries) - 1, f"{by_batteries[0]:g}"
    batteries = f"{most} batter{'y' if most == 1 else 'ies'}"
    return f"{without}, {before}{by_batteries[-1]:g} with {batteries}" if most else without


def printed_level(number: int) -> str:
    """Return the level of a card as printed, with one stroke for each level: `II`."""
    return "I" * number


def named_with_figures(part: Component) -> str:
    """Describe a component in words; a user's own kind is followed by all that it carries or does.

    >>> from analyzer.trucker.ship.component import component_of, kind_of_row
    >>> figures = {"crew": "2", "aliens": "1", "cannon": "1", "batteries": "0", "containers": "0", "engine": "0"}
    >>> row = figures | {"special_containers": "0", "powered": "0", "shield": "0", "life_support": ""}
    >>> nest = kind_of_row(row | {"kind": "gun_cabin", "code": "GC"})
    >>> named_with_figures(component_of(nest, (0, 1, 1, 1), nest.printed_facing))
    'gun cabin (2 crew, cannon 1)'
    """
    name = in_words(part.kind)
    return name if part.own is None else f"{name} ({', '.join(_figures(part.own)) or 'nothing but structure'})"


def _figures(kind: Kind) -> Iterator[str]:
    """Yield phrases for each thing that a kind carries or does, with its number."""
    powered = " with a battery" if kind.powered else ""
    if kind.crew:
        yield f"{kind.crew} crew"
    if kind.cannon:
        yield f"cannon {kind.cannon}{powered}"
    if kind.engine:
        yield f"engine {kind.engine}{powered}"
    if kind.shield:
        yield "shield on all sides" if kind.shield == len(SIDES) else f"shield on {many(kind.shield, 'side')}"
    if kind.batteries:
        yield many(kind.batteries, "charge")
    if kind.containers:
        yield many(kind.containers, "container")
    if kind.special_containers:
        yield many(kind.special_containers, "special container")
    if kind.life_support:
        yield f"{kind.life_support} life support"


WORST_AT = {"crew": "smallest crew", "engines": "weakest engines", "cannons": "weakest cannons"}
"""Description of the ship that suffers a line of a combat zone, by the criterion of the line."""
METEORS, SHOTS = ("small", "large"), ("light", "heavy")
"""Words for small and large hits: of meteors, and of shots."""


def price(card: Card) -> Iterator[str]:
    """Yield phrases for the crew, cubes and credits that a card takes or pays."""
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
    """Yield phrases for all numbers printed on a card of any kind.

    Args:
        card: the card.
        price: yields phrases for the crew, cubes and credits that the card takes or pays. Some kinds of cards word
            them in another way than `price` does.
        sizes: words for small and large hits.
    """
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
    """Format meteors or shots by side: `front 2 small 1 large, left 1 small`."""
    sides = []
    for side in SIDES:
        large = [hit.large for hit in hits if hit.side is side]
        counts = zip((len(large) - sum(large), sum(large)), sizes, strict=True)
        if large:
            sides.append(" ".join([SIDE_NAMES[side], *(f"{number} {size}" for number, size in counts if number)]))
    return ", ".join(sides)


def line(line: CombatLine) -> str:
    """Format a line of a combat zone: `smallest crew: 3 days`."""
    return f"{WORST_AT[line.criterion]}: {by_side(line.shots, SHOTS) if line.shots else line_penalty(line)}"


def line_penalty(line: CombatLine) -> str:
    """Format the penalty of a line: `3 days`, `2 crew`, `1 cube`."""
    if line.penalty == "crew":
        return f"{line.amount} crew"
    return many(line.amount, "cube" if line.penalty == "goods" else "day")


def letters(cubes: Sequence[int]) -> str:
    """Format numbers of cubes by colour as letters, e.g. `RRY`."""
    return "".join(letter * number for letter, number in zip(LETTERS, cubes, strict=True))


GAINS: Mapping[str, float] = {
    "First Mile": 0.45,
    "Brass Hornet": 0.14,
    "Pocket Freighter": 0.32,
    "Paper Arrow": 0.49,
    "Steady Hauler": 0.90,
    "Tin Kite": 0.93,
    "Hot Delivery": 0.82,
    "Iron Parcel": 0.21,
    "Stern Invoice": 0.43,
    "Night Mail": 0.39,
    "Grand Broadside": 0.08,
    "Vault Door": 0.36,
    "Long Receipt": 0.40,
    "Anvil Chorus": 0.26,
    "Deep Pantry": 1.26,
    "Glass Comet": 1.14,
    "Needle Post": 0.69,
}
"""Credits a flight that captain `thinker` earns more than `expert` when a ship flies alone, by ship of 2007.

Source: the first table under "Flown like this" in docs/trust.md. It compares with `sensible`; alone, `expert` decides
like `sensible`.
"""


def plays_on(captain: str) -> str:
    """Return a sentence on the captains who fly the rest of the flight after each option of your ship."""
    if captain == DEFAULT_CAPTAIN:
        return f"After each option, captain {captain} flies every ship."
    return f"After each option, captain {captain} flies your ship, and captain {DEFAULT_CAPTAIN} flies the others."


def thinker_note(in_field: Mapping[str, Estimate] | None) -> str:
    """Return the note that says how much more `thinker` earned than the default captain.

    Args:
        in_field: Measured gains in the field by ship of the level, empty if there are none; None for a ship alone.
    """
    if in_field is None:
        gains = GAINS.values()
        span = f"{min(gains):.2f} to {max(gains):.2f}"
        more = f"{span} credits a flight more alone (measured with ships of 2007: docs/trust.md)"
    elif in_field:
        each = [
            f"{mean:.2f} credits a flight more ({low:.2f} to {high:.2f}) with {ship}"
            for ship, (mean, low, high) in in_field.items()
        ]
        more = f"{join_names(each)} in the field (docs/trust.md)"
    else:
        more = "more in the field at the levels where that was measured (docs/trust.md)"
    return (
        f"Captain {DEFAULT_CAPTAIN} is not the best player. Captain thinker tries out every option in simulated "
        f"flights, and earned {more}."
    )
