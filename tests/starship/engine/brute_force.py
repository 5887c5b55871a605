"""Every end of a turn and its chance: every order and throw played by the twin, against what the engine counts out."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import permutations
from typing import Any

from analyzer import starship
from analyzer.starship import Captain
from tests.starship.shipyard import any_captain, any_position, says_all
from tests.starship.twin.box import BLUE, CARD, CARDS, YELLOW, Card
from tests.starship.twin.deal import lay
from tests.starship.twin.hold import GameOver
from tests.starship.twin.mind import Mind
from tests.starship.twin.referee import play_turn
from tests.starship.twin.table import Player, Table, points

CARDS_IN_SECTOR = 4
GAINED = ("astro", "goods", "science", "points", "colonies", "stations", "medals")
DONE = ("cards_flown", "actions", "met", "paid", "beaten", "fights_lost", "cannons_lost", "modules_lost")
COLUMNS = (*GAINED, "adventures", "ten", *DONE)


class MoreFights(Exception):
    """A fight of which nothing was said: in how many of 36 throws it is won."""

    def __init__(self, wins: int) -> None:
        self.wins = wins


class Scripted:
    """One order, one roll, and which fights are won."""

    def __init__(self, order: Sequence[Card], roll: int, won: Sequence[bool]) -> None:
        self.order, self.roll, self.won = order, roll, iter(won)
        self.wins, self.own_comes = 0, True

    def yellow(self) -> int:
        return self.roll

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        assert set(cards) == set(self.order)
        return list(self.order)

    def blue(self) -> int:
        """The own die, far above or below all strengths; then that of the pirate."""
        self.own_comes = not self.own_comes
        if self.own_comes:
            return 0
        won = next(self.won, None)
        if won is None:
            raise MoreFights(self.wins)
        return 100 if won else -100


class Watched(Mind):
    """Tells the dice how many throws win before they are thrown."""

    dice: Scripted

    def fights(self, met: Card, *beliefs: Any) -> bool:
        edge = met.strength - sum(self.player.cannons)
        self.dice.wins = sum(own >= pirates + edge for own in BLUE for pirates in BLUE)
        return super().fights(met, *beliefs)


def known_position(number: int) -> dict[str, Any]:
    """A position that says everything; Moon or Sun before the flight, few cards in sector 1, pirates among them."""
    rng = random.Random(number)
    one = next(one for n in range(9000 + 50 * number, 10**6) if says_all(one := any_position(n)))
    rows = {s: list(row) for s, row in one["sectors"].items()}
    lying = [card for row in rows.values() for card in row]
    pirates = [card for card in lying if CARD[card].kind == "pirate"]
    others = [card for card in lying if card not in pirates]
    some = rng.sample(pirates, min(len(pirates), rng.randint(0, 3)))
    first = some + rng.sample(others, CARDS_IN_SECTOR - len(some))
    rows = {1: first, **{s: [card for card in row if card not in first] for s, row in rows.items() if s > 1}}
    seen = {s: [card for card in one["seen"].get(s, ()) if card in row] for s, row in rows.items()}
    placed = {card for row in (*rows.values(), one["reserve"]) for card in row}
    kinds = ("colonies", "stations", "pirates")
    placed |= {card for crest in ("moon", "sun") for kind in kinds for card in one[crest].get(kind, ())}
    gone = [card.id for card in CARDS if card.id not in placed and card.stack != "START"]
    one = {**one, "sectors": rows, "seen": seen, "gone": gone, "phase": "sector"}
    if number % 3:
        return {**one, "roll": rng.randint(1, 3)}
    return {name: value for name, value in one.items() if name != "roll"} | {"phase": "production"}


def standing(table: Table, player: Player) -> dict[str, int]:
    return {
        "astro": player.astro,
        "goods": sum(player.have[:5]),
        "science": player.have[5],
        "points": points(table)[player.number],
        "colonies": len(player.owned("colony")),
        "stations": len(player.stations),
        "medals": player.medals,
    }


def ends(position: dict[str, Any], captains: Sequence[Captain]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every end of the turn in sector 1 and its chance, order by order and throw by throw."""
    orders = list(permutations([CARD[card] for card in position["sectors"][1]]))
    rolls = [position["roll"]] if "roll" in position else sorted(set(YELLOW))
    each = Fraction(1, len(orders) * len(rolls))
    for order in orders:
        for roll in rolls:
            todo: list[tuple[tuple[bool, ...], Fraction]] = [((), each)]
            while todo:
                won, chance = todo.pop()
                try:
                    yield played(position, captains, Scripted(order, roll, won)), chance
                except MoreFights as fight:
                    ways = ((True, fight.wins), (False, 36 - fight.wins))
                    todo += [((*won, wins), chance * Fraction(some, 36)) for wins, some in ways if some]


def played(position: dict[str, Any], captains: Sequence[Captain], dice: Scripted) -> tuple[int, ...]:
    """What the turn comes to."""
    table = lay(position, 0, 0, None)
    minds = [Watched(captain, player, table) for captain, player in zip(captains, table.players, strict=True)]
    me = table.me
    minds[me.number].dice = dice
    before = standing(table, me)
    with suppress(GameOver):
        play_turn(table, minds, dice, position["phase"], position.get("roll"), sector=0)
    after = standing(table, me)
    counts = me.counts
    gained = [after[name] - before[name] for name in GAINED]
    return (*gained, counts["adventures_done"], int(table.winner is not None), *(counts[name] for name in DONE))


def exact_differs(number: int) -> bool:
    """Whether chances differ from those of all orders and throws, in any column."""
    position, rng = known_position(number), random.Random(number)
    captains = any_captain(rng), any_captain(rng)
    expected: dict[tuple[int, ...], Fraction] = {}
    for end, chance in ends(position, captains):
        expected[end] = expected.get(end, Fraction(0)) + chance
    mover = lay(position, 0, 0, None).me.number
    told = starship.exact(position, 1, captain=captains[mover], other=captains[1 - mover])
    return told.distribution(*COLUMNS) != expected
