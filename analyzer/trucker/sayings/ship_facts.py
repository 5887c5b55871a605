"""A ship on paper in words: by label what a builder asks for first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from analyzer.trucker.sayings.phrases import at, in_words, many
from analyzer.trucker.ship.facts import ShipFacts

WEAKEST = 3
"""How many of the weak points are named."""


def title_of(facts: ShipFacts) -> str:
    """Where the ship flies and how large it is, to stand behind its name."""
    return f"{facts.edition}, board {facts.board}, {many(facts.components, 'component')}"


def labelled(facts: ShipFacts) -> Mapping[str, str]:
    """By label the words for all but flaws, meteors and weak points."""
    lacking = {"Not in the box": "\n".join(map(str, facts.missing_from_box))} if facts.missing_from_box else {}
    reserve = {"In reserve": f"{many(facts.reserve, 'component')}, charged as lost"} if facts.reserve else {}
    return {
        **lacking,
        **reserve,
        "Exposed": _exposed(facts),
        "Cannons": _strengths(facts.cannon_strengths, facts.cannon_strengths_with_alien, "purple"),
        "Engines": _strengths(facts.engine_strengths, facts.engine_strengths_with_alien, "brown"),
        "Batteries": _batteries(facts),
        "Crew": _crew(facts),
        "Containers": f"{facts.containers} normal, {facts.special_containers} special",
        "Shields": f"cover {_and(facts.shielded_sides)}" if facts.shielded_sides else "none",
    }


def weakest(facts: ShipFacts) -> Iterator[str]:
    """The components that take most others with them."""
    for weak in facts.weak_points[:WEAKEST]:
        yield f"the {in_words(weak.kind)} at {at(weak.square)} takes {many(weak.others, 'other')} with it"


def _exposed(facts: ShipFacts) -> str:
    if not facts.exposed:
        return "no connectors"
    places = [at(square) + (f"x{open_}" if open_ > 1 else "") for square, open_ in facts.exposed.items()]
    return f"{many(facts.exposed_connectors, 'connector')}: {' '.join(places)}"


def _strengths(bare: Sequence[float], with_alien: Sequence[float] | None, colour: str) -> str:
    """Strengths by batteries spent; first those that count the alien."""
    if with_alien is None or with_alien == bare:
        return _by_batteries(bare)
    return f"{_by_batteries(with_alien)}\n{_by_batteries(bare)} if the {colour} alien is lost"


def _by_batteries(strengths: Sequence[float]) -> str:
    first, *others = (f"{strength:g}" for strength in strengths)
    return first + "".join(f", {strength} with {many(n, 'battery')}" for n, strength in enumerate(others, 1))


def _batteries(facts: ShipFacts) -> str:
    doubles = len(facts.cannon_strengths) + len(facts.engine_strengths) - 2
    idle = not facts.batteries and (doubles or facts.shielded_sides)
    return "none: shields and doubles do nothing" if idle else str(facts.batteries or "none")


def _crew(facts: ShipFacts) -> str:
    aboard = [many(facts.humans, "human")] + [f"{colour} alien in {at(home)}" for colour, home in facts.aliens.items()]
    free = {square: colours for square, colours in facts.alien_cabins.items() if square not in facts.aliens.values()}
    homes = ", ".join(f"{' or '.join(colours)} in {at(square)}" for square, colours in free.items())
    return ", ".join(aboard) + (f"\ncabins for aliens: {homes}" if homes else "")


def _and(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
