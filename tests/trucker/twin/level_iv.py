"""What level IV makes of a printed card (class IV with level III cards: "Der Flug")."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tests.doors.printed import Card, CombatLine, Hit


@cache
def as_met(card: Card) -> Card:
    """The card as it is met: a little harder, and a little better paid."""
    return replace(
        card,
        strength=_one_more(card.strength),
        crew_required=_one_more(card.crew_required),
        crew_lost=_one_more(card.crew_lost),
        goods_lost=_one_more(card.goods_lost),
        credits=_one_more(card.credits),
        hits=_first_again(card.hits),
        lines=_lines(card.lines),
        goods_step=int(card.kind in ("planets", "smugglers", "abandoned_station")),
    )


def _one_more(number: int) -> int:
    """Rulings: figures that are not printed do not arise."""
    return number + 1 if number else 0


def _first_again(hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """ "Der erste abgebildete Meteorit oder Schuss kommt zweimal"."""
    return hits[:1] + hits


def _lines(lines: tuple[CombatLine, ...]) -> tuple[CombatLine, ...]:
    """One more of crew or goods, no more days; the first shot on the card comes twice, whichever line has it."""
    found, shot = [], False
    for line in lines:
        more = int(line.penalty in ("crew", "goods"))
        again = bool(line.shots) and not shot
        shot = shot or again
        found.append(replace(line, amount=line.amount + more, shots=_first_again(line.shots) if again else line.shots))
    return tuple(found)
