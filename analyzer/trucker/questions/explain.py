"""Story of one flight, told card by card."""

from __future__ import annotations

from typing import Unpack

from analyzer.errors import whole_number
from analyzer.runs.amount import LAST
from analyzer.trucker.conditions import Conditions, checked_ships, plan, plan_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.shipfile import ShipsLike
from analyzer.trucker.story.lines import OWN_SHIP, ToldCard, state_of
from analyzer.trucker.story.listener import Listener
from analyzer.trucker.story.story import Story


def explain(
    ships: ShipsLike,
    flight: int,
    level: str | None = None,
    seed: int = 1,
    **conditions: Unpack[Conditions],
) -> Story:
    """Tell one flight of a ship card by card: the flight with this number in a run of `fly` with the same seed.

    Args:
        ships: a ship, which flies in the field of its board by default, or several ships that fly together; the story
            is that of the first.
        flight: number of the flight, from 0.
        level: flight level; that of the first ship's board if None.
        seed: fixes all decks and dice.
        **conditions: conditions of the flight, see `Conditions`.

    Returns:
        The story, with the ship's state after each card.

    Raises:
        AnalyzerError: with every reason why these ships cannot be flown.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> story = analyzer.explain([ship], flight=0, level="I")
    >>> len(story.cards) == story.outcome["cards_flown"]
    True
    """
    number = whole_number(flight, "flight", 0, LAST)
    ships = checked_ships(ships)
    if len(ships) == 1:
        return tell(plan_ship(ships[0], level, seed, **conditions), number)
    return tell(plan(ships, level, seed, **conditions), number)


def tell(experiment: Experiment, flight: int) -> Story:
    """Tell one flight of an experiment as its first ship sees it."""
    listener = Listener()
    _, outcome = experiment.simulate(experiment.hulls, flight, 1, listener)
    start = experiment.on_the_start_line(flight, 1)
    ships = range(len(experiment.ships))
    rows = [{name: int(column[ship, 0]) for name, column in outcome.columns().items()} for ship in ships]
    return Story(
        experiment=experiment,
        flight=flight,
        names=experiment.names,
        start=state_of(start, OWN_SHIP),
        cards=cards_of_story(experiment, flight, listener, rows[OWN_SHIP]["cards_flown"]),
        outcome=rows[OWN_SHIP],
        rivals=tuple(rows[OWN_SHIP + 1 :]),
    )


def cards_of_story(experiment: Experiment, flight: int, listener: Listener, cards_flown: int) -> tuple[ToldCard, ...]:
    """Return the cards that the ship has met: the first `cards_flown` cards of the flight's deck."""
    deck = experiment.route.deal(experiment.seed, flight, 1)[0].tolist()
    cards = [experiment.route.rules.cards[index] for index in deck[:cards_flown]]
    return tuple(
        ToldCard(slot, card, tuple(listener.lines.get(slot, ())), listener.states[slot])
        for slot, card in enumerate(cards)
    )
