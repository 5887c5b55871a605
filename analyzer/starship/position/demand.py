"""How many reserve cards are in play, and in words why no pirate can ask for so much: for positions and `fight`."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.errors import AnalyzerError
from analyzer.files.flaws import Flaw
from analyzer.starship.position.position import A_STACK, RESERVE_STACKS, Position
from analyzer.starship.tables import cards

STACKS = ("BASE", *RESERVE_STACKS)
RESERVE = 28


def entered_in(position: Position) -> int:
    """Return how many reserve cards came into play: all that are not listed, else as many as the position proves.

    Every card that left a sector was replaced by one; and stack by stack they came in, so that a card of stack III
    proves 15.
    """
    if position.reserve is not None:
        return RESERVE - len(position.reserve)
    return min(max(len(position.taken), position.proven), RESERVE)


def nobody_asks(demand: int, entered: int, cure: Callable[[int], str], elsewhere: str) -> str:
    """Why no pirate can ask for that now.

    cure: what to give, by the number of the first reserve card that may be one who does; elsewhere: where all who are
    in play are.
    """
    stacks = [STACKS.index(card.stack) for card in cards() if card.demand == demand]
    first = A_STACK * (min(stacks) - 1) + 1
    if entered >= first:
        return f"demand {demand}: all pirates in play who ask for {demand} Astro {elsewhere}"
    in_play = f"{entered} reserve card{'s' * (entered != 1)} in play"
    return (
        f"demand {demand}: with {in_play} no pirate asks for {demand} Astro. The first who does may be reserve card "
        f"{first}: {cure(first)}"
    )


def demand_flaws(position: Position) -> list[Flaw]:
    """That the pirate who waits cannot be there; [] if they can, or if none waits."""
    from analyzer.starship.turn.begun import possible

    flight = position.flight
    if flight is None or flight.demand is None:
        return []
    try:
        possible(position)
    except AnalyzerError:
        elsewhere = "are beaten or lie elsewhere: correct demand, or where they are"
        return [Flaw(("flight", "demand"), nobody_asks(flight.demand, entered_in(position), _cure, elsewhere))]
    return []


def _cure(_: int) -> str:
    return "correct demand, or list what else came into play, on the ships, in sectors, or as gone"
