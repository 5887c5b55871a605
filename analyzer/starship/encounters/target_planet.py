"""Target planet: each adventure for it that was open when the card was turned up can be fulfilled for an action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from pydantic import Field, StrictStr

from analyzer.answers.description import in_words
from analyzer.errors import one_of
from analyzer.starship.captains.captain import NO_ADVENTURE, Judge
from analyzer.starship.captains.values import Holdings
from analyzer.starship.encounters.kind import CardKind, Numbers, Outcome
from analyzer.starship.records.game import HERE, Game, Good, RecordStep, Refused, Step
from analyzer.starship.tables import STORED, Adventure, Card, Rules
from analyzer.starship.turn.acting import Cards, Sets, act, can_fulfil, complete, pay, threshold
from analyzer.starship.turn.allowed import has_action
from analyzer.starship.turn.bits import BIT, Rows, by_bit, one_adventure
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.table import Table, boosters


@lru_cache(maxsize=64)
def tasks(rules: Rules) -> Sets:
    """Return the set of adventures that can be fulfilled on each planet, indexed by the bit number of its card.

    Shape (64,).
    """
    return by_bit(
        rules, lambda card: sum(1 << n for n, one in enumerate(rules.adventures) if one.planet == card.name), np.uint16
    )


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards, dice: Dice) -> None:
    """Fulfil the most valuable adventures that are worth an action, as long as actions are left, or pass."""
    # Fixed before the first action: adventures that open here meanwhile are not among them.
    allowed: Sets = table.open[rows] & tasks(table.rules)[cards]
    table.reached[table.me][rows] |= allowed
    table.able[table.me][rows] |= allowed & can_fulfil(table, table.me, rows)
    go_on_fulfilling(table, judge, rows, allowed)


def go_on_fulfilling(table: Table, judge: Judge, rows: Rows, allowed: Sets) -> None:
    """Fulfil the allowed adventures that the captain wants, the most valuable first.

    An adventure that opens here meanwhile is not among `allowed`, so it waits for a later flight (rules, page 9).
    """
    able = allowed & can_fulfil(table, table.me, rows)
    while rows.size:
        number, gain = judge.best_adventure(able)
        done = (number != NO_ADVENTURE) & (gain > threshold(table, judge, rows))
        done &= has_action(table, rows) & ~table.over[rows]
        # Rows drop out as captains stop. What is paid may make the next adventure impossible, so `able` is found anew.
        rows, number = rows[done], number[done]
        if not rows.size:
            return
        complete(table, judge, rows, number)
        allowed = allowed[done] & ~one_adventure(number)
        rows, allowed = rows[allowed != 0], allowed[allowed != 0]
        able = allowed & can_fulfil(table, table.me, rows)


def price(holdings: Holdings, cards: Sequence[Card]) -> Iterator[Numbers]:
    """Yield the largest gain of an adventure at each planet, at least 0, in tenths of an Astro. Shape (lanes,) each."""
    able = holdings.table.open & can_fulfil(holdings.table, holdings.table.me)
    for card in cards:
        gain = holdings.judge.best_adventure(able & tasks(holdings.table.rules)[BIT[card.id]])[1]
        yield np.maximum(gain, 0).astype(np.int16)


def phrase_outcome(outcome: Outcome) -> tuple[str, str]:
    """Name the adventures that were fulfilled."""
    done = " and ".join(f"fulfils {name}" for name in outcome.adventures)
    return ("point" if done else "pass"), done


class Complete(Step):
    """Step of a record: an adventure that was fulfilled, and the goods gained."""

    adventure: StrictStr
    """The adventure, by its name in files."""
    gain: list[Good] = Field(default_factory=list)
    """The goods of choice, as many as are gained and fit."""


def complete_one(game: Game, step: Any) -> None:
    """Fulfil an adventure on its planet.

    It must have been open when the planet was turned up, and the player must have all that it asks for.
    """
    rules = game.rules
    game.needs_flight()
    one = step.adventure
    if one not in rules.adventure_by_id:
        raise Refused(f"no adventure {one!r}: {one_of(one, rules.adventure_by_id)}")
    card = rules.card_by_id.get(game.facing)
    wanted = rules.adventure_by_id[one]
    if card is None or card.name != wanted.planet:
        raise Refused(f"{wanted.name} can be fulfilled on {wanted.planet} only")
    if not has_action(game.table)[0]:
        raise Refused("no action is left in this flight")
    if one not in game.open:
        raise Refused(f"{wanted.name} is not open")
    if one not in game.may_fulfil:
        opened = f"{wanted.name} opened when another adventure on {wanted.planet} was fulfilled"
        raise Refused(f"{opened}: it can only be fulfilled in a later flight")
    number = rules.adventures.index(wanted)
    if not can_fulfil(game.table, game.me)[0] >> np.uint16(number) & np.uint16(1):
        raise Refused(_lacking(game, wanted))
    game.check_gain(step.gain, wanted.goods, wanted.pay)
    pay(game.table, HERE, np.array([number]))
    game.gain(step.gain)
    act(game.table, HERE)
    game.may_fulfil.discard(one)
    game.after_action()


def _lacking(game: Game, wanted: Adventure) -> str:
    """Say what an adventure asks for that the player lacks."""
    for kind, many in enumerate(wanted.pay):
        if game.have(kind) < many:
            return f"{wanted.name} asks for {many} {in_words(STORED[kind])}, but the ship has {game.have(kind)}"
    if game.astro() < wanted.astro_paid:
        return f"{wanted.name} asks for {wanted.astro_paid} Astro, but the ship has {game.astro()}"
    if int(boosters(game.table, game.me)[0]) < wanted.boosters:
        return f"{wanted.name} asks for booster strength {wanted.boosters}, the levels of all boosters added up"
    return f"{wanted.name} asks for cannon strength {wanted.cannons}, the levels of all cannons added up"


KIND = CardKind(
    meet,
    (),
    price,
    phrase_outcome=phrase_outcome,
    steps={"complete": RecordStep(Complete, complete_one)},
)
