"""Decisions in a position that nobody makes there: of another card or ship, before their turn, or without a choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from analyzer.trucker.captains.captainfile import named_captain
from analyzer.trucker.convoy.decisions import GIVES_UP
from analyzer.trucker.position.allowed import nothing_to_decide
from analyzer.trucker.position.experiment import FromPosition, under
from analyzer.trucker.position.open_decision import FLIGHTS, Reached, is_known, reach
from analyzer.trucker.position.position import Position
from analyzer.trucker.position.scripted import OWN, NotAllowed
from analyzer.trucker.position.values import in_words


class Misplaced(NamedTuple):
    """A decision that nobody asks for, by number of its ship.

    is_true: it names the only value that the rules allow, and `text` is the entry; else `text` is why it is refused.
    """

    ship: int
    text: str
    is_true: bool = False


def misplaced(position: Position) -> Iterator[Misplaced]:
    """Yield the decisions that the rules do not allow, or that nobody asks for.

    Each is asked for before the first decision of yours that is open, and before the first roll that is not known.
    Where rivals are not known, a few flights are looked at.
    """
    if not position.decisions:
        return
    experiment = under(position, (named_captain("sensible"),) * len(position.ships), 0)
    known = all(is_known(experiment, number) for number in range(len(position.ships)))
    try:
        looks = [reach(experiment, flight, is_strict=known) for flight in range(1 if known else FLIGHTS)]
    except NotAllowed as refused:
        yield Misplaced(refused.ship, f"{experiment.names[refused.ship]}: {refused}")
        return
    each = [look.finder.unread() for look in looks]
    for ship, what, value in each[0]:
        name = experiment.names[ship]
        if not all((ship, what) in [one[:2] for one in unread] for unread in each):
            continue
        if all(value in look.finder.forced.get((ship, what), ()) for look in looks):
            yield Misplaced(ship, f"{name}: {what}: {in_words(what, value)}", is_true=True)
        elif not _may_come(experiment, looks, ship, what):
            yield Misplaced(ship, f"{name}: {_reason(experiment, looks[0], what, value)}")


def _may_come(experiment: FromPosition, looks: list[Reached], ship: int, what: str) -> bool:
    """Whether a ship of which too little is known may have made such a decision, though not in these flights."""
    return not is_known(experiment, ship) and any(look.is_dice_next or what in look.finder.decided_on for look in looks)


def _reason(experiment: FromPosition, reached: Reached, what: str, value: Any) -> str:
    when = ""
    if reached.open is not None and what != GIVES_UP:
        when = f" before {experiment.names[OWN]} decides on {reached.open.what}"
    elif reached.is_dice_next:
        when = " before dice are rolled (add to rolls what was rolled)"
    return nothing_to_decide(what, value, when)
