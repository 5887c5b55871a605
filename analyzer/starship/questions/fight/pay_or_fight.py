"""Pay or fight: odds by strength, how likely each strength is before the card is seen, and when both cost the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from analyzer.answers.described import Described
from analyzer.answers.description import PERCENT, Column, Description, Form, Row, Table
from analyzer.errors import AnalyzerError, whole_number
from analyzer.starship.fights import fight
from analyzer.starship.tables import cards

STACKS = ("BASE", "I", "II", "III", "IV")
RESERVE = 28
A_STACK = 7
COLUMNS = (
    Column("strength", "strength"),
    Column("believed", "believed", PERCENT),
    Column("win", "you win", PERCENT),
    Column("equal_at", "equal at", Form(lambda price: f"{price:.1f} Astro"), missing=("always fight", "")),
)


@dataclass(frozen=True, repr=False)
class PayOrFight(Described):
    """A ship before a pirate; `entered`: how many cards have come from the reserve so far."""

    cannon_strength: int
    demand: int
    entered: int = RESERVE
    gain: float = 0.0
    """What a victory is worth, in Astro: a medal and a good."""

    @property
    def believed(self) -> dict[int, Fraction]:
        """The chance of each strength: all pirates with this demand that may lie in the sectors are equally likely."""
        weights: dict[int, int] = {}
        for card in cards():
            if card.demand == self.demand:
                in_play = min(max(self.entered - A_STACK * (STACKS.index(card.stack) - 1), 0), A_STACK)
                weight = A_STACK if card.stack == "BASE" else in_play
                weights[card.strength] = weights.get(card.strength, 0) + weight
        total = sum(weights.values())
        return {strength: Fraction(weight, total) for strength, weight in sorted(weights.items()) if weight}

    @property
    def chance(self) -> Fraction:
        """The chance to win, over all strengths that are possible."""
        each = self.believed.items()
        return sum((share * fight(self.cannon_strength, strength).chance for strength, share in each), Fraction(0))

    def equal_at(self, chance: Fraction) -> float | None:
        """The cost of a lost fight, in Astro, at which paying and fighting are equal; None if it is never lost."""
        lost = 1 - chance
        return float((self.demand + chance * Fraction(self.gain)) / lost) if lost else None

    def notes(self) -> list[str]:
        """What the numbers take for granted."""
        worth = f"{self.gain:g} Astro"
        return [
            "Believed: how likely each strength is, before you see the card, if "
            f"{self.entered} of {RESERVE} reserve cards have come into play and no pirate was beaten or seen.",
            f"Equal at: the cost of a lost fight at which fighting is as good as paying {self.demand}, if a victory (a "
            f"medal and a good) is worth {worth}. Fight if losing costs you less.",
        ]

    def description(self) -> Description:
        """A row a strength, and one for all of them."""
        facts = {name: getattr(self, name) for name in ("cannon_strength", "demand", "entered", "gain")}
        title = f" before a pirate who asks for {self.demand} Astro"
        rows = Table("rows", COLUMNS, [*self._rows()])
        return Description(f"cannon strength {self.cannon_strength}", title, facts, (rows,), self.notes())

    def _rows(self) -> Iterator[Row]:
        odds = [
            (str(strength), share, fight(self.cannon_strength, strength).chance)
            for strength, share in self.believed.items()
        ]
        for strength, share, win in [*odds, ("all", Fraction(1), self.chance)]:
            row = {"strength": strength, "believed": float(share), "win": float(win), "equal_at": self.equal_at(win)}
            yield Row(row)


def pay_or_fight(cannon_strength: int, demand: int = 3, entered: int = RESERVE, gain: float = 0.0) -> PayOrFight:
    """What is known when a pirate asks for so many Astro; raises AnalyzerError for a demand that no card has.

    entered: how many of the 28 reserve cards came into play; gain: what a victory is worth, in Astro.

    >>> from analyzer import starship
    >>> starship.pay_or_fight(3, demand=3, entered=0).believed     # only Pirate 2 and Pirate 3 lie in the sectors
    {2: Fraction(1, 2), 3: Fraction(1, 2)}
    """
    demands = sorted({card.demand for card in cards() if card.demand})
    if demand not in demands:
        raise AnalyzerError(f"demand {demand!r}: pirates ask for {' or '.join(map(str, demands))} Astro")
    cannons = whole_number(cannon_strength, "cannons", 0, 99)
    return PayOrFight(cannons, demand, whole_number(entered, "entered", 0, RESERVE), gain)
