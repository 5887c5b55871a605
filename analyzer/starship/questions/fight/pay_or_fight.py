"""Pay or fight: odds by strength, how likely each strength is before the card is seen, and when both cost the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from analyzer.answers.described import Described
from analyzer.answers.description import PERCENT, Column, Description, Form, Row, Table
from analyzer.errors import AnalyzerError, named_setting, whole_number
from analyzer.starship.api import PositionLike
from analyzer.starship.edition import edition_in_force, of_its_edition, played_by
from analyzer.starship.fights import fight
from analyzer.starship.position.position import Position
from analyzer.starship.position.positionfile import load_position
from analyzer.starship.ship.ship import card_in_words
from analyzer.starship.tables import FIRST_COLONIES, cards

STACKS = ("BASE", "I", "II", "III", "IV")
RESERVE = 28
A_STACK = 7
COLUMNS = (
    Column("strength", "strength", explanation="of the pirate; all: before you see the card"),
    Column("believed", "believed", PERCENT, "how likely the pirate has this strength, before you see the card"),
    Column("win", "you win", PERCENT, "the chance to win the fight; a tie wins"),
    Column(
        "equal_at",
        "equal at",
        Form(lambda price: f"{price:.1f} Astro"),
        "the cost of a lost fight at which paying and fighting are equally good. Fight if losing costs you less",
        missing=("always fight", ""),
    ),
)


@of_its_edition
@dataclass(frozen=True, repr=False)
class PayOrFight(Described):
    """A ship before a pirate; `entered`: how many cards have come from the reserve so far.

    gain: what a victory is worth, in Astro: a medal and a good; owned: pirates that somebody has beaten, by card;
    source: where `entered` comes from, "" if it was only taken for the end of a game.
    """

    cannon_strength: int
    demand: int
    entered: int = RESERVE
    gain: float = 0.0
    owned: frozenset[str] = frozenset()
    source: str = "given"
    edition: str = field(default_factory=edition_in_force)

    @property
    def believed(self) -> dict[int, Fraction]:
        """The chance of each strength: all pirates with this demand that may lie in the sectors are equally likely."""
        weights: dict[int, int] = {}
        for card in cards():
            if card.demand == self.demand and card.id not in self.owned:
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
        names = ", ".join(card_in_words(card) for card in sorted(self.owned))
        beaten = f"{names} {'is' if len(self.owned) == 1 else 'are'} beaten" if names else "no pirate is beaten or seen"
        implied = ", as in the position" * (self.source == "the position")
        notes = [
            f"Believed holds if {self.entered} of {RESERVE} reserve cards have come into play{implied}, and {beaten}.",
            f"Equal at holds if a victory (a medal and a good) is worth {self.gain:g} Astro to you.",
        ]
        return notes if self.source else [*notes, self._late()]

    def _late(self) -> str:
        """That the end of a game was taken for granted, and what else there may be."""
        early = {card.strength for card in cards() if card.stack == "BASE" and card.demand == self.demand}
        others = " and ".join(map(str, sorted(early)))
        who = f"only strengths {others} ask" if early else "no pirate asks"
        first = f"At the start {who} for {self.demand} Astro"
        how = f"{named_setting('entered', 5)}, or a position"
        return f"All {RESERVE} reserve cards are taken to be in play, as late in a game. {first}: for that, give {how}."

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


def pay_or_fight(
    cannon_strength: int | None = None,
    demand: int = 3,
    entered: int | None = None,
    gain: float = 0.0,
    *,
    position: PositionLike | None = None,
) -> PayOrFight:
    """What is known when a pirate asks for so many Astro; raises AnalyzerError for a demand that nobody there has.

    cannon_strength, entered (how many of the 28 reserve cards came into play): as in the position if None; without one
    a strength of 1, and all cards; gain: what a victory is worth, in Astro; position: whose beaten pirates are gone.

    >>> from analyzer import starship
    >>> starship.pay_or_fight(3, demand=3, entered=0).believed     # only Pirate 2 and Pirate 3 lie in the sectors
    {2: Fraction(1, 2), 3: Fraction(1, 2)}
    """
    place = None if position is None else load_position(position)
    with played_by(edition_in_force() if place is None else place.edition):
        return _pay_or_fight(cannon_strength, demand, entered, gain, place)


def _pay_or_fight(
    cannon_strength: int | None, demand: int, entered: int | None, gain: float, place: Position | None
) -> PayOrFight:
    demands = sorted({card.demand for card in cards() if card.demand})
    if demand not in demands:
        raise AnalyzerError(f"demand {demand!r}: pirates ask for {' or '.join(map(str, demands))} Astro")
    implied, strength = (RESERVE, 1) if place is None else (entered_in(place), place.own.cannon_strength)
    many = implied if entered is None else whole_number(entered, "entered", 0, RESERVE)
    own = strength if cannon_strength is None else whole_number(cannon_strength, "cannons", 0, 99)
    owned = frozenset(pirate for ship in place.ships for pirate in ship.pirates) if place else frozenset[str]()
    source = "given" if entered is not None else "" if place is None else "the position"
    answer = PayOrFight(own, demand, many, gain, owned, source)
    if not answer.believed:
        raise AnalyzerError(_nobody(demand, many))
    return answer


def entered_in(position: Position) -> int:
    """How many reserve cards came into play in a position: all that are not listed, or one for each card owned."""
    if position.reserve is not None:
        return RESERVE - len(position.reserve)
    owned = [card for ship in position.ships for card in (*ship.colonies, *ship.stations, *ship.pirates)]
    return min(sum(card not in FIRST_COLONIES.values() for card in owned), RESERVE)


def _nobody(demand: int, entered: int) -> str:
    """Why no pirate can ask for that now."""
    stacks = [STACKS.index(card.stack) for card in cards() if card.demand == demand]
    first = A_STACK * (min(stacks) - 1) + 1
    if entered >= first:
        return f"demand {demand}: all pirates in play who ask for {demand} Astro are beaten"
    return (
        f"demand {demand}: with {entered} reserve cards in play no pirate asks for {demand} Astro. The first who does "
        f"may be reserve card {first}: give {named_setting('entered', first)} or more, or another demand"
    )
