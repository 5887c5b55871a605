"""What a step of a record did, in a line: what was rolled, which card came, and what the other player did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.answers.description import in_words
from analyzer.starship.records.moments import Moments
from analyzer.starship.records.referee import details_of
from analyzer.starship.ship.ship import card_in_words
from analyzer.starship.tables import CRESTS, card_by_id


def phrase_done(moments: Moments, step: Any, player: int, *, is_own: bool) -> Iterator[str]:
    """The lines of a step of that player that was just done; is_own: by whose decisions they are read."""
    name, game = CRESTS[player].capitalize(), moments.game
    if step.do == "produce":
        yield f"{name} rolls a {step.roll}."
    elif step.do == "next":
        latest = game.row[-1] if game.row else ""
        if game.waiting:
            yield f"A pirate asks {name} for {card_by_id()[game.facing].demand} Astro."
        elif latest:
            yield f"{name} turns up {card_in_words(latest)}."
    elif step.do == "fight":
        own, pirate = step.dice
        yield f"The dice show {own} for {name}, and {pirate} for the pirate."
    elif not is_own:
        details = details_of(step)
        yield f"{name}: {in_words(step.do)}{f' ({details})' if details else ''}."
