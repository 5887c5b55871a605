"""What abandoned ships and stations tell alike: who has the crew, and what the offer is worth to the captain."""

from __future__ import annotations

from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.tells import Facts, Said, Tale, Tells, hears, words
from analyzer.trucker.sayings.phrases import credits
from analyzer.trucker.ship.bitboard import count


@hears
def hear_comes_by(tale: Tale, ship: Ship, facts: Facts) -> None:
    """Whether the crew is large enough."""
    if not facts["enough"]:
        tale.add(ship, "too_few", crew=int(count(ship.crew)[0]))


@hears
def hear_is_offered(tale: Tale, ship: Ship, facts: Facts) -> None:
    """What it would bring, against days, crew and what is feared for those who remain."""
    if not facts.get("enough", True):
        hear_comes_by(tale, ship, facts)
        return
    value, price, fear = facts["value"] / 100, facts["price"] / 100, facts.get("fear", 0) / 100
    strands, takes = facts.get("strands", False), facts["takes"]
    tale.add(ship, "offer", value=value, price=price, fear=fear, strands=strands, takes=takes)


@words
def say_too_few(facts: Facts) -> str:
    """Why nothing is offered."""
    return f"a crew of {facts['crew']} is too small"


@words
def say_offer(facts: Facts) -> str:
    """The offer, and the decision."""
    if facts["strands"]:
        return "no human would remain aboard: declines"
    costs = "days, crew and fear for those who remain" if facts["fear"] else "days and crew"
    return f"worth {credits(facts['value'])} against {credits(facts['price'])} in {costs}: {say_taken(facts)}"


@words
def say_taken(facts: Facts) -> str:
    """Whether it is taken."""
    return "takes it" if facts["takes"] else "declines"


TELLS = Tells(
    heard={"comes by": hear_comes_by, "is offered": hear_is_offered},
    said={"too_few": Said(say_too_few), "offer": Said(say_offer, of_rivals=say_taken)},
)
