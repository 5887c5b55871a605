"""Routes between two editions: one edition's rules with some things of the other, to see what each of them does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from analyzer.trucker.cards.route import Route
from analyzer.trucker.edition import Edition, load_edition

CARDS, FLIGHT_BOARD, INSURANCE = "cards", "flight board", "insurance"
"""What can be taken from the other edition: all cards; lap, start spaces and rewards; the cap on losses."""
PRINTED = ("lap", "starts", "order_rewards", "looks_reward", "price_per_loss")
"""What a flight board prints."""


@dataclass(frozen=True)
class MixedRoute(Route):
    """A route of one edition on which some things are `taken` from the level `other_level` of the edition `other`.

    Ships are those of the first edition, and so is all that is not taken.
    """

    other: str = "2021"
    other_level: str = "II"
    taken: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "other", load_edition(self.other).name)

    @property
    def editions(self) -> tuple[str, ...]:
        """Both."""
        return self.edition, self.other

    @property
    def cards_of(self) -> str:
        """The edition that its cards are of."""
        return self.other if CARDS in self.taken else self.edition

    @property
    def where(self) -> str:
        """The route, with what was taken from the other edition."""
        return f"{super().where} with {', '.join(self.taken)} of {self.other}"

    @property
    def rules(self) -> Edition:
        """The edition's tables with what was taken from the other."""
        return _mixed(self.edition, self.level_name, self.other, self.other_level, self.taken)


@cache
def _mixed(edition: str, level_name: str, other: str, other_level: str, taken: tuple[str, ...]) -> Edition:
    own, theirs = load_edition(edition), load_edition(other)
    level, new = own.level(level_name), theirs.level(other_level)
    if FLIGHT_BOARD in taken:
        level = replace(level, **{name: getattr(new, name) for name in PRINTED})
    if INSURANCE in taken:
        level = replace(level, loss_cap=new.loss_cap)
    cards = theirs.cards if CARDS in taken else own.cards
    return replace(own, cards=cards, levels={**own.levels, level_name: level})


def route_class(described: dict[str, Any]) -> type[Route]:
    """The sort of route that was described: of one edition, or mixed from two."""
    return MixedRoute if "taken" in described else Route
