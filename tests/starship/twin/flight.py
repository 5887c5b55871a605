"""The flight: card after card of a sector, and what is done there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.starship.twin.box import PLANETS, Adventure, Card
from tests.starship.twin.dice import TurnDice
from tests.starship.twin.hold import gain_goods, look_for_the_end, lose_cannon, lose_module, pay, trade
from tests.starship.twin.mind import Beliefs, Mind
from tests.starship.twin.table import SECTORS, Table
from tests.starship.twin.winning import win_in_hand


@dataclass(eq=False)
class Flight:
    """One flight of the player at turn."""

    table: Table
    mind: Mind
    dice: TurnDice
    roll: int
    sector: int = -1
    limit: int = 0
    cards_flown: int = 0
    actions: int = 0
    over: bool = False
    turned_up: list[Card] = field(default_factory=list)
    came_open: set[Card] = field(default_factory=set)

    def fly(self, chosen: int | None = None) -> None:
        """Through the sector that promises most, or the one that is said (0 to 3)."""
        table, me = self.table, self.table.me
        self.sector = self.choice() if chosen is None else chosen
        table.flown = self.sector + 1
        known, lost = self.mind.uses(self.sector)
        remaining = self.mind.value(self.sector)
        worths = {card: self.mind.worth(card) for card in known}
        row = self.dice.shuffle(table.sectors[self.sector])
        row = self.look_ahead(row)
        self.limit = min(sum(me.boosters) + self.roll, len(row))
        while self.goes_on() and remaining >= 0 and not win_in_hand(table, self.mind):
            card = row[self.cards_flown]
            self.turn_up(card)
            if card.kind == "lost_planet":
                lost -= 1
                remaining -= self.mind.prices.card if lost < 0 else 0
            else:
                remaining -= worths.get(card, self.mind.prices.card)
        self.remember()
        table.tell("end")

    def choice(self) -> int:
        """The sector of the largest value; of equal ones the first, or who takes no notes goes round."""
        start = (self.table.turn - 1) // 2 % 4 if self.mind.prices.remembers == "none" else 0
        return max(SECTORS, key=lambda s: (self.mind.value(s), -((s - start) % 4)))

    def goes_on(self) -> bool:
        return self.cards_flown < self.limit and self.actions < self.table.me.actions_allowed and not self.over

    def remember(self) -> None:
        seen = sum(card.kind == "lost_planet" for card in self.turned_up)
        for player in self.table.players:
            player.lost[self.sector] = max(player.lost[self.sector], seen)

    def look_ahead(self, row: list[Card]) -> list[Card]:
        """The sensor: what is worth less than an unknown card goes under the sector."""
        me, level = self.table.me, self.table.me.modules["sensor"]
        told = {"sector": self.sector + 1, "order": [card.id for card in row]}
        if not level:
            self.table.tell("fly", **told)
            return row
        looked, rest = row[: 1 + level], row[1 + level :]
        worths = {card: 0 if card.kind == "lost_planet" else self.mind.worth(card) for card in looked}
        me.known[self.sector] |= {card for card in looked if card.kind != "lost_planet"}
        below = [card for card in looked if worths[card] < self.mind.prices.card]
        above = sorted((card for card in looked if card not in below), key=lambda card: -worths[card])
        self.table.tell("fly", **told, top=[card.id for card in above], bottom=[card.id for card in below])
        return above + rest + below

    def turn_up(self, card: Card) -> None:
        self.cards_flown += 1
        self.table.me.counts["cards_flown"] += 1
        before = Beliefs(set(self.mind.uses(self.sector)[0]), set(self.turned_up), self.came_open)
        self.turned_up.append(card)
        self.table.tell("next")
        if card.kind == "lost_planet":
            return
        for player in self.table.players:
            player.known[self.sector].add(card)
        if card.kind == "pirate":
            self.meet_pirate(card, before)
        elif not self.mind.prices.acts:
            return
        elif card.kind == "colony":
            if self.table.me.colony_ships and self.mind.founding(card) > self.threshold():
                self.found(card)
        elif card.kind in PLANETS:
            self.visit(card)
        else:
            self.trade_or_found(card)

    def threshold(self) -> int:
        """What an action has to bring: nothing where there are actions for all cards that are left."""
        kept = self.table.me.actions_allowed - self.actions - 1
        return 0 if self.limit - self.cards_flown <= kept else int(self.mind.prices.action)

    def act(self) -> None:
        self.actions += 1
        self.table.me.counts["actions"] += 1

    def take(self, card: Card) -> None:
        self.table.me.cards.append(card)
        new = self.table.replace(self.sector, card)
        if new is not None:
            self.came_open.add(new)

    def found(self, card: Card) -> None:
        me = self.table.me
        self.act()
        if card.kind == "colony":
            me.colony_ships -= 1
        else:
            me.trade_ships -= 1
        self.take(card)
        self.table.tell("found")
        look_for_the_end(self.table)

    def trade_or_found(self, card: Card) -> None:
        trades = self.mind.trades(card)
        traded = sum(one.gain for one in trades)
        if card.h and self.table.me.trade_ships:
            founded = self.mind.prices.friendship * card.friendship
            if founded >= traded and founded > self.threshold():
                self.found(card)
                return
        if traded > self.threshold():
            self.act()
            trade(self.table, trades)

    def visit(self, planet: Card) -> None:
        """Tasks that were open when the planet was turned up, the best first, while actions are left."""
        here = [one for one in self.table.open if one.planet == planet.kind]
        self.table.me.reached |= set(here)
        self.table.me.able |= {one for one in here if self.mind.can_fulfil(one)}
        while self.actions < self.table.me.actions_allowed:
            best = self.mind.best_adventure(here)
            if best is None or self.mind.gain_of(best) <= self.threshold():
                return
            here.remove(best)
            self.fulfil(best)

    def fulfil(self, one: Adventure) -> None:
        table, me = self.table, self.table.me
        self.act()
        me.counts["adventures_done"] += 1
        me.done.add(one)
        pay(me, one.pay)
        me.astro += one.astro - one.pay_astro
        table.tell("complete", adventure=one.id, gain=gain_goods(self.mind, one.goods))
        table.open.remove(one)
        if one.kept:
            me.adventures.append(one)
        if table.stack:
            table.open.append(table.stack.pop(0))
        look_for_the_end(table)

    def meet_pirate(self, card: Card, before: Beliefs) -> None:
        me = self.table.me
        me.counts["met"] += 1
        if not self.mind.fights(card, self.sector, self.limit - self.cards_flown, before):
            me.astro -= card.demand
            me.counts["paid"] += 1
            self.table.tell("pay")
            return
        own, pirates = self.dice.blue(), self.dice.blue()
        won = own + sum(me.cannons) >= pirates + card.strength
        self.table.tell("fight", dice=[own, pirates], **(self.beat(card) if won else self.lose(card)))
        look_for_the_end(self.table)

    def beat(self, card: Card) -> dict[str, Any]:
        """What is gained."""
        me = self.table.me
        me.counts["beaten"] += 1
        self.take(card)
        reward = self.table.switches["pirate_reward"]
        if reward == "astro":
            me.astro += card.demand
        return {"gain": gain_goods(self.mind, int(reward == "good"))}

    def lose(self, card: Card) -> dict[str, Any]:
        """What is lost."""
        me = self.table.me
        self.over = True
        me.counts["fights_lost"] += 1
        if card.loss == "cannon" and me.cannons:
            lose_cannon(me)
        elif card.loss == "module":
            gone = lose_module(me, self.mind.prices.modules)
            return {"lose": gone} if gone else {}
        return {}
