"""Story of one flight, told card by card."""

from __future__ import annotations

from typing import Unpack

from analyzer.errors import whole_number
from analyzer.runs.amount import LAST
from analyzer.trucker.conditions import Conditions, checked_ships, plan, plan_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.shipfile import ShipsLike
from analyzer.trucker.story.lines import ASKED, ToldCard, state_of
from analyzer.trucker.story.listener import Listener
from analyzer.trucker.story.story import Story


def explain(
    ships: ShipsLike,
    flight: int,
    level: str | None = None,
    seed: int = 1,
    **conditions: Unpack[Conditions],
) -> Story:
    """Tell flight `flight` (from 0) of a ship card by card, in the field of its board if nothing else is said.

    All else is as for `fly`, whose flight of that number under that seed this is. Of several ships it is the flight
    of their `race`, as the first lived it.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> story = analyzer.explain([ship], flight=0, level="I")
    >>> len(story.cards) == story.outcome["cards_flown"]
    True

    Raises AnalyzerError with every reason why this cannot be flown.
    """
    number = whole_number(flight, "flight", 0, LAST)
    ships = checked_ships(ships)
    if len(ships) == 1:
        return tell(plan_ship(ships[0], level, seed, **conditions), number)
    return tell(plan(ships, level, seed, **conditions), number)


def tell(experiment: Experiment, flight: int) -> Story:
    """Tell one flight of an experiment, as its first ship lived it."""
    listener = Listener()
    _, outcome = experiment.simulate(experiment.hulls, flight, 1, listener)
    start = experiment.on_the_start_line(flight, 1)
    ships = range(len(experiment.ships))
    rows = [{name: int(column[ship, 0]) for name, column in outcome.columns().items()} for ship in ships]
    return Story(
        experiment=experiment,
        flight=flight,
        names=experiment.names,
        start=state_of(start, ASKED),
        cards=cards_of_story(experiment, flight, listener, rows[ASKED]["cards_flown"]),
        outcome=rows[ASKED],
        rivals=tuple(rows[ASKED + 1 :]),
    )


def cards_of_story(experiment: Experiment, flight: int, listener: Listener, cards_flown: int) -> tuple[ToldCard, ...]:
    """The cards that the asked ship took part in: the first ones of the deck."""
    deck = experiment.route.deal(experiment.seed, flight, 1)[0].tolist()
    cards = [experiment.route.rules.cards[index] for index in deck[:cards_flown]]
    return tuple(
        ToldCard(slot, card, tuple(listener.lines.get(slot, ())), listener.states[slot])
        for slot, card in enumerate(cards)
    )
