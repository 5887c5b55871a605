"""A trade with the other player, which both have to agree on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from analyzer.errors import AnalyzerError
from analyzer.files.yamlfile import judge
from analyzer.starship.records.steps.schema import Paid, Trade

MOST_DIGITS = 3


@dataclass(frozen=True)
class Offer:
    """What a player gives, and what they get, by good, science or Astro."""

    give: dict[str, int]
    get: dict[str, int]

    def step(self, *, is_own: bool) -> Trade:
        """The step of a record, by the player at turn; raises AnalyzerError for what cannot be traded."""
        give, get = (self.give, self.get) if is_own else (self.get, self.give)
        judged = judge(Trade, {"do": "trade", "give": give, "get": get})
        if judged.flaws:
            raise AnalyzerError([f"trade: {flaw.text}" for flaw in judged.flaws])
        return Trade(**judged.right)


def units_of(text: str | None, option: str) -> dict[str, int]:
    """Goods with how many of each, e.g. ore:1,astro:2; raises AnalyzerError for what says no such thing."""
    pairs = [one.partition(":") for one in (text or "").split(",") if one]
    for what, _, many in pairs:
        if what not in get_args(Paid) or not many.isdecimal() or len(many) > MOST_DIGITS:
            raise AnalyzerError(f"{option} {text}: give {', '.join(get_args(Paid))} with how many, e.g. ore:1,astro:2")
    return {what: int(many) for what, _, many in pairs}
