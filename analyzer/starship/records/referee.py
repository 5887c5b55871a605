"""The referee of a record: one game, whose steps are allowed or refused by the rules that all games are played by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from analyzer.starship.plain import adventures_of, ship_of
from analyzer.starship.position.position import Position
from analyzer.starship.records.replayed import Replayed
from analyzer.starship.ship.schema import read_fields
from analyzer.starship.ship.ship import Ship
from analyzer.starship.switches import Switches
from analyzer.starship.tables import (
    CRESTS,
    GOODS,
    MODULES,
    SCIENCE,
    STORED,
    Card,
    adventure_by_id,
    card_by_id,
    costs,
    dice,
    start,
)
from analyzer.starship.turn.acting import act, exchange, found, win
from analyzer.starship.turn.adventures import pay as pay_adventure
from analyzer.starship.turn.bits import ADVENTURES, BIT, STATIONS, bit, ids_of
from analyzer.starship.turn.building import build_one
from analyzer.starship.turn.laid import laid, listed
from analyzer.starship.turn.losses import lose_cannon, lose_module
from analyzer.starship.turn.points import look_for_end, points
from analyzer.starship.turn.production import goods_offered, make, make_by_modules
from analyzer.starship.turn.sectors import set_out
from analyzer.starship.turn.table import cannons, capacity
from analyzer.starship.turn.trading import FORCED, take

HERE = np.array([0])
"""The one lane."""


NAMED: dict[str, tuple[str, int | None]] = {name: (name, None) for name in MODULES}
NAMED |= {
    f"{name}{sign}": (name, level) for name in MODULES for level, sign in ((1, "_1"), (2, "_2"), (1, " I"), (2, " II"))
}
"""Modules as builds: by name alone the level that comes next."""


class Refused(Exception):
    """Why a step is not allowed."""


class Referee:
    """One game as it goes on."""

    def __init__(self, position: Position, seed: int, switches: Switches) -> None:
        self.table = laid(position, seed, 0, 1, switches)
        self.name = position.name
        self.phase = position.phase
        self.table.roll[0] = position.roll or 0
        self.sectors = {number: self._lying(position, number) for number in range(1, 5)}
        self.reserve = self._reserve(position)
        self.row: list[str] = []
        self.pile: list[str] = []
        """The cards of the flight that were turned up, and those still to come."""
        self.number = 0
        """Of the sector that is flown."""
        self.facing = ""
        """The card that was turned up last, "" where none can be acted on."""
        self.acted = False
        self.waiting = False
        """A pirate waits for the answer."""
        self.may_fulfil: set[str] = set()
        self.ended_by_itself = False
        self.used: set[str] = set()
        self.bought = 0
        self._look_for_end()

    def _lying(self, position: Position, number: int) -> list[str]:
        """The cards of a sector, those that were listed first, then those that were dealt."""
        known = listed(position, number)
        others = [card for card in ids_of(self.table.sectors[number - 1, 0]) if card not in known]
        return known + others + [""] * (int(self.table.size[number - 1, 0]) - len(known) - len(others))

    def _reserve(self, position: Position) -> list[str]:
        """The cards of the reserve, top first; lost planets that were dealt have no names."""
        if position.reserve is not None:
            return list(position.reserve)
        left = int(self.table.left[0])
        by_bit = {number: card for card, number in BIT.items()}
        return [by_bit.get(int(card), "") for card in self.table.reserve[28 - left :, 0]]

    def judge(self, steps: Sequence[Any]) -> Replayed:
        """Do every step, or refuse it."""
        self._name_lost_planets()
        reasons: list[str | None] = []
        for step in steps:
            try:
                self._do(step)
                reasons.append(None)
            except Refused as reason:
                reasons.append(str(reason))
        over = bool(self.table.over[0])
        return Replayed(
            name=self.name,
            steps=[step.do for step in steps],
            accepted=[reason is None for reason in reasons],
            reasons=reasons,
            ships={crest: self._ship(player) for player, crest in enumerate(CRESTS)},
            points={crest: int(points(self.table, player)[0]) for player, crest in enumerate(CRESTS)},
            turn=self.table.turn,
            player=CRESTS[self.table.me],
            phase="over" if over else self.phase,
            winner=CRESTS[self.table.me] if over else None,
            open=adventures_of(int(self.table.open[0])),
            row=list(self.row),
            cards_flown=int(self.table.flown[0]),
            actions=int(self.table.actions[0]),
            sectors={number: list(cards) for number, cards in self.sectors.items()},
            reserve=list(self.reserve),
        )

    def _name_lost_planets(self) -> None:
        """Lost planets that were dealt get names that nothing else has."""
        heaps = [*self.sectors.values(), self.reserve]
        named = {card for heap in heaps for card in heap}
        free = [card.id for card in card_by_id().values() if card.kind == "lost_planet" and card.id not in named]
        for heap in heaps:
            for number, card in enumerate(heap):
                if not card and free:
                    heap[number] = free.pop(0)

    def _ship(self, player: int) -> Ship:
        return Ship(**read_fields(ship_of(self.table, player, 0) | {"name": CRESTS[player]}, CRESTS[player]))

    def _do(self, step: Any) -> None:
        if self.table.over[0]:
            raise Refused(f"the game is over: {CRESTS[self.table.me]} has won")
        act_on: Callable[[Any], None] = getattr(self, f"_{step.do}")
        before = self.phase, self.facing, self.waiting, self.ended_by_itself, bool(self.table.flying[0])
        try:
            act_on(step)
        except Refused:
            self.phase, self.facing, self.waiting, self.ended_by_itself, self.table.flying[0] = before
            raise
        self._look_for_end()

    def _look_for_end(self) -> None:
        look_for_end(self.table, HERE)

    # Who has what

    @property
    def me(self) -> int:
        """Who is at turn."""
        return self.table.me

    def _have(self, kind: int, player: int | None = None) -> int:
        return int(self.table.stored[self.me if player is None else player, kind, 0])

    def _astro(self, player: int | None = None) -> int:
        return int(self.table.astro[self.me if player is None else player, 0])

    def _room(self, kind: int, player: int | None = None) -> int:
        who = self.me if player is None else player
        limit = start()["lab"] if kind == SCIENCE else int(capacity(self.table, who)[0])
        return limit - self._have(kind, who)

    def _needs(self, *phases: str) -> None:
        if self.phase == "flight" and "trade" in phases and self._cannot_go_on():
            self._finish()
        if self.phase not in phases:
            raise Refused(f"not now: this is the {self.phase} phase, that is for {' or '.join(phases)}")

    # Production

    def _produce(self, step: Any) -> None:
        self._needs("production")
        before = int(self.table.roll[0])
        self.table.roll[0] = step.roll
        try:
            chosen = [self._chosen(player, getattr(step, crest)) for player, crest in enumerate(CRESTS)]
        except Refused:
            self.table.roll[0] = before
            raise
        for player, good in enumerate(chosen):
            if good is not None:
                make(self.table, player, HERE, np.array([good]))
            make_by_modules(self.table, player)
        self.phase = "sector"

    def _chosen(self, player: int, named: str | None) -> int | None:
        """The good that is produced, None if nothing is."""
        crest = CRESTS[player]
        offered = [good for good, can in enumerate(goods_offered(self.table, player)[:, 0]) if can]
        if named in (None, "", "none"):
            if len(offered) > 1:
                names = " or ".join(GOODS[good] for good in offered)
                raise Refused(f"{crest} has a choice: name {names}")
            return offered[0] if offered else None
        known = card_by_id().get(str(named))
        name = known.good if known is not None else str(named)
        if name not in GOODS or GOODS.index(name) not in offered:
            raise Refused(f"{crest} has no colony for {named} with a {int(self.table.roll[0])} whose good fits")
        return GOODS.index(name)

    # Flight

    def _fly(self, step: Any) -> None:
        self._needs("sector")
        lying = self.sectors[step.sector]
        told = [] if step.order is None else list(step.order)
        if len(set(told)) < len(told) or not set(told) <= set(lying):
            raise Refused(f"order: not the cards that lie in sector {step.sector}: {', '.join(lying)}")
        order = told + [card for card in lying if card not in told]
        order = self._arranged(order, step)
        self.sectors[step.sector], self.number, self.row, self.pile = order, step.sector, [], list(order)
        self.table.begin_flight(step.sector - 1)
        set_out(self.table)
        self.phase, self.facing, self.acted, self.ended_by_itself = "flight", "", False, False
        if not self.table.limit[0]:
            self._finish()

    def _arranged(self, order: list[str], step: Any) -> list[str]:
        """The sector as the sensor left it."""
        if step.top is None and step.bottom is None:
            return list(order)
        level = int(self.table.modules[self.me, MODULES.index("sensor"), 0])
        if not level:
            raise Refused("no sensor: nobody looks into the sector")
        shown = order[: level + 1]
        top, bottom = list(step.top or ()), list(step.bottom or ())
        if sorted(top + bottom) != sorted(shown):
            raise Refused(f"the sensor shows {', '.join(shown)}: each goes on top or below, and no other card")
        return top + order[len(shown) :] + bottom

    def _cannot_go_on(self) -> bool:
        """Whether the last card was turned up, and nothing waits for an answer."""
        return bool(self.table.flown[0] >= self.table.limit[0]) and not self.waiting

    def _next(self, step: Any) -> None:
        self._in_flight()
        table = self.table
        if table.flown[0] >= table.limit[0]:
            raise Refused(f"no further: {int(table.flown[0])} cards were flown, which is as far as this flight goes")
        card = self.pile.pop(0)
        table.flown[0] += 1
        self.row.append(card)
        self.facing, self.acted = card, False
        known = card_by_id()[card]
        self.waiting = known.kind == "pirate"
        is_open = adventures_of(int(table.open[0]))
        self.may_fulfil = {one for one in is_open if adventure_by_id()[one].planet == known.name}
        if known.kind == "lost_planet":
            self._end_at_last_card()

    def _in_flight(self) -> None:
        if self.phase != "flight":
            raise Refused(f"no flight is on: this is the {self.phase} phase")
        if self.waiting:
            raise Refused("the pirate waits: pay or fight first")

    def _end(self, step: Any) -> None:
        if self.phase == "trade" and self.ended_by_itself:
            self.ended_by_itself = False
            return
        if self.phase == "sector":
            self.phase, self.row = "trade", []
            return
        self._in_flight()
        self._finish(by_itself=False)

    def _finish(self, by_itself: bool = True) -> None:
        self.phase, self.facing, self.waiting, self.ended_by_itself = "trade", "", False, by_itself
        self.table.flying[0] = False

    def _act(self) -> None:
        """An action was done on this card."""
        self.acted = True
        if self.table.actions[0] >= self.table.allowed[0]:
            self._finish()
        else:
            self._end_at_last_card()

    def _end_at_last_card(self) -> None:
        if not self.may_fulfil_more() and self._cannot_go_on():
            self._finish()

    def may_fulfil_more(self) -> bool:
        """Whether a further adventure of this planet may be done."""
        return bool(self.may_fulfil) and self.table.actions[0] < self.table.allowed[0]

    def _may_act(self) -> Card:
        self._in_flight()
        if not self.facing:
            raise Refused("no card lies open to act on")
        if self.table.actions[0] >= self.table.allowed[0]:
            raise Refused("no action left")
        if self.acted:
            raise Refused("one action a card")
        return card_by_id()[self.facing]

    # Trading goods

    def _buy(self, step: Any) -> None:
        self._exchange(step, 1)

    def _sell(self, step: Any) -> None:
        self._exchange(step, -1)

    def _exchange(self, step: Any, sign: int) -> None:
        goods = {name: many for name, many in step.goods.items() if many}
        if step.station is None and self.phase != "trade":
            card = self._may_act()
            self._check_exchange(card, goods, sign)
            self._move(card, goods, sign)
            act(self.table, HERE)
            self._act()
            return
        self._needs("trade")
        if step.station is None:
            raise Refused("name the station")
        if step.station not in card_by_id() or not self._owns(step.station):
            raise Refused(f"{step.station} is no station of yours")
        if step.station in self.used:
            raise Refused(f"{step.station} was used in this phase: each once")
        if len(self.used) >= start()["station_uses"]:
            raise Refused("two stations were used in this phase, which is all")
        card = card_by_id()[step.station]
        self._check_exchange(card, goods, sign)
        self._move(card, goods, sign)
        self.used.add(step.station)

    def _owns(self, card: str) -> bool:
        return bool(bit(BIT[card]) & STATIONS & self.table.owned[self.me, 0])

    def _check_exchange(self, card: Card, goods: dict[str, int], sign: int) -> None:
        word = "buy" if sign > 0 else "sell"
        if card.kind not in ("trade_planet", "library", "diplomats", "merchants", "greens", "scientists"):
            raise Refused(f"{card.name or card.id} is no place of trade")
        if card.direction not in ("both", word):
            raise Refused(f"here you may only {card.direction}")
        if not goods:
            raise Refused(f"nothing to {word}")
        for name in goods:
            if card.good == "any" and name == "science":
                raise Refused("science is not a good")
            if card.good not in ("any", name):
                raise Refused(f"here is only {card.good.replace('_', ' ')}")
        many = sum(goods.values())
        if card.most and many > card.most:
            raise Refused(f"at most {card.most} here")
        for name, some in goods.items():
            kind = STORED.index(name)
            if sign > 0 and some > self._room(kind):
                raise Refused(f"{some} {name} do not fit: room for {self._room(kind)}")
            if sign < 0 and some > self._have(kind):
                raise Refused(f"only {self._have(kind)} {name} aboard")
        if sign > 0 and many * card.price > self._astro():
            raise Refused(f"{many * card.price} Astro, and only {self._astro()} in the purse")

    def _move(self, card: Card, goods: dict[str, int], sign: int) -> None:
        for name, many in goods.items():
            exchange(self.table, HERE, STORED.index(name), np.array([sign * many], np.int16), card.price)

    # Founding, adventures

    def _found(self, step: Any) -> None:
        card = self._may_act()
        ship = "colony_ship" if card.kind == "colony" else "trade_ship"
        if card.kind != "colony" and not card.station:
            raise Refused("nothing can be founded here")
        if not (self.table.colony_ships if ship == "colony_ship" else self.table.trade_ships)[self.me, 0]:
            raise Refused(f"no {ship.replace('_', ' ')} in the hangar")
        found(self.table, HERE, np.array([BIT[card.id]], np.uint8), ship)
        self._replaced()
        self._act()

    def _replaced(self) -> None:
        """The card that was taken is replaced in the row, as it was on the table; without a reserve it is gone."""
        self.row[-1:] = [self.reserve.pop(0)] if self.reserve else []
        self.sectors[self.number] = self.row + self.pile
        self.facing = ""

    def _complete(self, step: Any) -> None:
        self._in_flight()
        one = step.adventure
        if one not in adventure_by_id():
            raise Refused(f"no adventure {one!r}")
        card = card_by_id().get(self.facing)
        wanted = adventure_by_id()[one]
        if card is None or card.name != wanted.planet:
            raise Refused(f"{wanted.name} is fulfilled on {wanted.planet}")
        if self.table.actions[0] >= self.table.allowed[0]:
            raise Refused("no action left")
        if one not in adventures_of(int(self.table.open[0])):
            raise Refused(f"{wanted.name} is not open")
        if one not in self.may_fulfil:
            raise Refused(f"{wanted.name} opened when another one of {wanted.planet} was fulfilled: not in this flight")
        self._check_price(wanted)
        number = ADVENTURES.index(wanted)
        held = [self._have(kind) - paid for kind, paid in enumerate(wanted.pay)]
        self._check_gain(step.gain, wanted.goods, held)
        pay_adventure(self.table, HERE, np.array([number]))
        self._gain(step.gain)
        act(self.table, HERE)
        self.may_fulfil.discard(one)
        self._act()

    def _check_price(self, wanted: Any) -> None:
        for kind, many in enumerate(wanted.pay):
            if self._have(kind) < many:
                raise Refused(f"{wanted.name} asks for {many} {STORED[kind]}, and {self._have(kind)} is aboard")
        if self._astro() < wanted.astro_paid:
            raise Refused(f"{wanted.name} asks for {wanted.astro_paid} Astro")
        table = self.table
        strength = int(table.boosters[self.me, 0] + table.boosters_2[self.me, 0])
        if strength < wanted.boosters:
            raise Refused(f"{wanted.name} asks for {wanted.boosters} boosters, levels added up")
        if int(cannons(table, self.me)[0]) < wanted.cannons:
            raise Refused(f"{wanted.name} asks for {wanted.cannons} cannons, levels added up")

    def _check_gain(self, gain: Sequence[str], many: int, held: Sequence[int]) -> None:
        """`gain` names exactly as many goods as fit."""
        limit = int(capacity(self.table, self.me)[0])
        room = [limit - held[good] for good in range(len(GOODS))]
        fits = min(many, sum(max(free, 0) for free in room))
        if len(gain) != fits:
            raise Refused(f"gain: name {fits} good{'s' * (fits != 1)}, as many as are gained and fit")
        for name in set(gain):
            if gain.count(name) > room[GOODS.index(name)]:
                raise Refused(f"gain: {name} does not fit")

    def _gain(self, gain: Sequence[str]) -> None:
        for name in gain:
            self.table.stored[self.me, GOODS.index(name), 0] += 1

    # Pirates

    def _pirate(self) -> Card:
        if self.phase != "flight" or not self.waiting:
            raise Refused("no pirate waits")
        return card_by_id()[self.facing]

    def _pay(self, step: Any) -> None:
        pirate = self._pirate()
        if self._astro() < pirate.demand:
            raise Refused(f"{pirate.demand} Astro are asked for, and {self._astro()} in the purse: fight")
        self.table.astro[self.me, 0] -= pirate.demand
        self.waiting, self.facing, self.may_fulfil = False, "", set()
        self._end_at_last_card()

    def _fight(self, step: Any) -> None:
        pirate = self._pirate()
        if not set(step.dice) <= set(dice()["blue"]):
            raise Refused(f"dice {step.dice}: the blue die shows {sorted(set(dice()['blue']))}")
        own, other = step.dice
        gain = [step.gain] if isinstance(step.gain, str) else list(step.gain)
        lose = step.lose[0] if isinstance(step.lose, list) and step.lose else step.lose or None
        if own + int(cannons(self.table, self.me)[0]) >= other + pirate.strength:
            self._beat(pirate, gain, lose)
        else:
            self._lose(pirate, gain, lose)

    def _beat(self, pirate: Card, gain: Sequence[str], lose: str | None) -> None:
        if lose:
            raise Refused("lose: the fight was won, nothing goes")
        goods = int(self.table.switches.pirate_reward == "good")
        self._check_gain(gain, goods, [self._have(kind) for kind in range(len(STORED))])
        win(self.table, HERE, np.array([BIT[pirate.id]], np.uint8))
        if self.table.switches.pirate_reward == "astro":
            self.table.astro[self.me, 0] += pirate.demand
        self._gain(gain)
        self._replaced()
        self.waiting, self.facing, self.may_fulfil = False, "", set()
        self._end_at_last_card()

    def _lose(self, pirate: Card, gain: Sequence[str], lose: str | None) -> None:
        if gain:
            raise Refused("gain: the fight was lost, nothing is gained")
        own = [name for number, name in enumerate(MODULES) if self.table.modules[self.me, number, 0]]
        if pirate.loss != "module" and lose:
            raise Refused("lose: no module goes with this pirate")
        if pirate.loss == "module":
            if lose is None and len(own) > 1:
                raise Refused(f"a module goes: name one of {', '.join(own)}")
            if lose is not None and lose not in own:
                raise Refused(f"lose: no {lose} aboard")
            chosen = lose or (own[0] if own else None)
            lose_module(self.table, HERE, np.array([MODULES.index(chosen) if chosen else -1]))
        elif pirate.loss == "cannon":
            lose_cannon(self.table, HERE)
        self._finish()

    # Trade and build

    def _build(self, step: Any) -> None:
        self._needs("trade")
        if step.what in ("colony_ship", "trade_ship"):
            if self.table.colony_ships[self.me, 0] + self.table.trade_ships[self.me, 0] >= start()["hangar"]:
                raise Refused("the hangar is full")
            self._pay_for(step.what)
            build_one(self.table, HERE, step.what)
        elif step.what in ("booster", "cannon"):
            parts = self.table.boosters if step.what == "booster" else self.table.cannons
            if parts[self.me, 0] >= start()["openings"]:
                raise Refused(f"all openings for {step.what}s are filled")
            self._pay_for(step.what)
            build_one(self.table, HERE, step.what)
        elif step.what in NAMED:
            module, level = NAMED[step.what]
            self._build_module(module, step.level or level)
        else:
            known = ["colony_ship", "trade_ship", "booster", "cannon", *MODULES]
            raise Refused(f"build {step.what!r}: one of {', '.join(known)}")

    def _build_module(self, what: str, level: int | None) -> None:
        number = MODULES.index(what)
        own = int(self.table.modules[self.me, number, 0])
        if own == 2:
            raise Refused(f"{what} II is there")
        if level is not None and level != own + 1:
            raise Refused(f"{what} II needs its I" if level == 2 else f"{what} I is there")
        if own == 1 and self.table.modules[1 - self.me, number, 0] == 2:
            raise Refused(f"the other has {what} II: there is one of each in the game")
        self._pay_for(f"module_{own + 1}")
        build_one(self.table, HERE, f"module_{own + 1}", np.array([number]))

    def _pay_for(self, build: str) -> None:
        """See that what it costs is there."""
        for kind, many in enumerate(costs()[build]):
            if self._have(kind) < many:
                raise Refused(f"it costs {many} {STORED[kind]}, and {self._have(kind)} is aboard")

    def _upgrade(self, step: Any) -> None:
        self._needs("trade")
        table, part = self.table, step.what
        parts = (table.boosters if part == "booster" else table.cannons)[self.me, 0]
        second = (table.boosters_2 if part == "booster" else table.cannons_2)[self.me, 0]
        if second >= parts:
            raise Refused(f"no {part} of level I")
        if table.switches.three_first and parts < start()["openings"]:
            raise Refused(f"only when all three openings for {part}s are filled")
        self._pay_for(f"{part}_2")
        build_one(table, HERE, f"{part}_2")

    def _take(self, step: Any) -> None:
        self._needs("trade")
        good = GOODS.index(step.good)
        allowed = int(self.table.modules[self.me, MODULES.index("trade"), 0])
        if self.bought >= allowed:
            raise Refused("no trade module" if not allowed else f"{allowed} a turn is all the trade module allows")
        if not self._have(good, 1 - self.me):
            raise Refused(f"the other has no {step.good}")
        if not self._room(good):
            raise Refused(f"{step.good} does not fit")
        if self._astro() < FORCED:
            raise Refused(f"it costs {FORCED} Astro")
        take(self.table, HERE, np.array([good]))
        self.bought += 1

    def _trade(self, step: Any) -> None:
        self._needs("trade")
        sides = ((self.me, step.give, step.get), (1 - self.me, step.get, step.give))
        for player, out, into in sides:
            for name, many in out.items():
                has = self._astro(player) if name == "astro" else self._have(STORED.index(name), player)
                if has < many:
                    raise Refused(f"{CRESTS[player]} has only {has} {name}")
            for name, many in into.items():
                if name != "astro" and many - out.get(name, 0) > self._room(STORED.index(name), player):
                    raise Refused(f"{many} {name} do not fit with {CRESTS[player]}")
        if not any(step.give.values()) and not any(step.get.values()):
            raise Refused("nothing is traded")
        for player, out, into in sides:
            for name in {*out, *into}:
                change = into.get(name, 0) - out.get(name, 0)
                if name == "astro":
                    self.table.astro[player, 0] += change
                else:
                    self.table.stored[player, STORED.index(name), 0] += change

    def _done(self, step: Any) -> None:
        self._needs("trade")
        self.table.turn += 1
        self.table.begin_turn()
        self.phase, self.used, self.bought, self.ended_by_itself = "production", set(), 0, False
        self.row, self.pile = [], []
