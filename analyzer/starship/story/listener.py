"""Listens to one game and phrases what changes from step to step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from analyzer.starship.encounters import KINDS
from analyzer.starship.encounters.kind import Outcome
from analyzer.starship.story.changes import after_payment, changes, of_both, ship_in_words, special_cards, state_of
from analyzer.starship.story.phrases import (
    at_the_start,
    card_named,
    phrase_build,
    phrase_fight,
    phrase_flight,
    phrase_flight_end,
    phrase_idle,
    phrase_sensor,
    phrase_unclaimed,
)
from analyzer.starship.story.story import Line, StoryTurn
from analyzer.starship.tables import CRESTS, adventure_by_id, adventures, start
from analyzer.starship.turn.bits import cards_by_bit
from analyzer.starship.turn.dice import Sampled
from analyzer.starship.turn.table import COUNTS, Table

State = dict[str, Any]


class Listener:
    """Gets every event of a table with one lane; dice: those that are thrown there."""

    def __init__(self, dice: Sampled) -> None:
        self.dice = dice
        self.turns: list[StoryTurn] = []
        self.lines: list[Line] = []
        self.before: State = {}
        self.fulfilled: list[str] = []
        self.points: list[Line] = []
        self.order = np.empty(0, np.uint8)

    def __call__(self, table: Table, event: str, subjects: Any) -> None:
        """One step is done."""
        now = state_of(table)
        self.lines += getattr(self, f"_on_{event}")(table, self.before, now, subjects)
        self.points += [Line("point", line) for line in special_cards(self.before, now)]
        if now["over"] and not self.before["over"]:
            self.points.append(Line("point", f"{has_goal(table)}: the game is over"))
        if event != "adventure":
            self.lines, self.points = self.lines + self.points, []
        self.before = now

    def begin(self, table: Table) -> None:
        """A turn begins."""
        self.before = state_of(table)
        self.lines = [] if self.turns else [Line("phase", line) for line in at_the_start(self.before)]
        self.flight_from = self.before

    def end(self, table: Table) -> None:
        """The turn is over."""
        ships, now = self.before["ships"], self.before
        moon, sun = (sum(of_player.values()) for of_player in now["points"])
        state = (ship_in_words(ships[0]), ship_in_words(ships[1]))
        turn = table.turn, CRESTS[table.me], int(table.roll[0])
        self.turns.append(StoryTurn(*turn, tuple(self.lines), state, (moon, sun), ships))

    def _on_production(self, table: Table, before: State, now: State, _: Any) -> Iterator[Line]:
        if now["over"]:
            return
        made, roll = [], int(table.roll[0])
        for player, crest in enumerate(CRESTS):
            gained = changes(before, now, player) or phrase_idle(before["ships"][player], player, roll)
            made.append(f"{crest.capitalize()} {gained}")
        yield Line("phase", f"rolls a {roll}: {'; '.join(made)}")

    def _on_shuffle(self, table: Table, before: State, now: State, _: Any) -> Iterator[Line]:
        self.order, self.flight_from = table.order[:, 0].copy(), now
        yield from ()

    def _on_sector(self, table: Table, before: State, now: State, _: Any) -> Iterator[Line]:
        if not now["over"]:
            yield Line("phase", phrase_flight(table))
            yield from (Line("phase", line) for line in phrase_sensor(table, self.order))

    def _on_adventure(self, table: Table, before: State, now: State, numbers: Any) -> Iterator[Line]:
        """Part of the line of its planet, which comes behind all of them."""
        one = adventures()[int(numbers[0])]
        opened = [f"{adventure_by_id()[name].name} opens" for name in now["open"] if name not in before["open"]]
        paid, price = after_payment(before, table.me, one)
        gained = f" ({', '.join(part for part in (price, changes(paid, now, table.me)) if part)})"
        rest = phrase_unclaimed(paid, now, table.me, one.goods)
        self.fulfilled.append("; ".join((f"{one.name}{gained}", *opened, *rest)))
        yield from ()

    def _on_card(self, table: Table, before: State, now: State, _: Any) -> Iterator[Line]:
        card = card_named(int(table.order[table.cards_flown[0] - 1, 0]))
        kind, me = KINDS[card.kind], table.me
        outcome = self._outcome(table, before, now)
        if card.strength and not outcome.counts["paid"]:
            own, pirate = (int(faces[0]) for faces in self.dice.blue)
            outcome = outcome._replace(fight=phrase_fight(own, sum(before["ships"][me]["cannons"]), pirate, card))
        role, done = kind.phrase_outcome(outcome)
        parts = []
        if outcome.counts["beaten"]:
            parts += phrase_unclaimed(before, now, me, int(table.switches.pirate_reward == "good"))
        if outcome.colonies or outcome.stations or outcome.counts["beaten"]:
            parts.append(self._replacement(table, before))
        text = f"{kind.phrase_card(card)}: {done}{of_both(before, now, me)}" if done else kind.phrase_card(card)
        yield Line(role, "; ".join((text, *parts)))

    def _replacement(self, table: Table, before: State) -> str:
        """What takes the place of a card that is taken."""
        if not before["left"]:
            return "the reserve is empty, nothing takes its place"
        card = card_named(int(table.reserve[len(table.reserve) - before["left"], 0]))
        face = ", face down" if table.switches.face_down else ""
        return f"{KINDS[card.kind].phrase_card(card)} takes its place{face}"

    def _outcome(self, table: Table, before: State, now: State) -> Outcome:
        """What a card did for the player at turn."""
        me = table.me
        counts = {name: now["counts"][me][name] - before["counts"][me][name] for name in COUNTS}
        one, other = before["ships"][me], now["ships"][me]
        colonies, stations = (
            [card for card in other[name] if card not in one[name]] for name in ("colonies", "stations")
        )
        fulfilled, self.fulfilled = self.fulfilled, []
        return Outcome(counts, colonies, stations, fulfilled, other["astro"] - one["astro"])

    def _on_flight(self, table: Table, before: State, now: State, _: Any) -> Iterator[Line]:
        if not now["over"]:
            me = table.me
            lost = now["counts"][me]["fights_lost"] > self.flight_from["counts"][me]["fights_lost"]
            yield Line("phase", phrase_flight_end(table, lost))

    def _on_purchase(self, table: Table, before: State, now: State, _: Any) -> Iterator[Line]:
        gained = of_both(before, now, table.me)
        if gained:
            yield Line("phase", f"forces {CRESTS[1 - table.me].capitalize()} to sell, by the trade module{gained}")

    def _on_build(self, table: Table, before: State, now: State, build: Any) -> Iterator[Line]:
        yield Line("phase", f"builds {phrase_build(build)}{of_both(before, now, table.me)}")

    def _on_station(self, table: Table, before: State, now: State, cards: Any) -> Iterator[Line]:
        card, me = cards_by_bit()[int(cards[0])], table.me
        done = "buys" if now["ships"][me]["astro"] < before["ships"][me]["astro"] else "sells"
        yield Line("phase", f"station {KINDS[card.kind].phrase_card(card)}: {done}{of_both(before, now, me)}")

    def _on_trade(self, table: Table, before: State, now: State, _: Any) -> Iterator[Line]:
        if not self.lines:
            yield Line("point", f"{has_goal(table)}: the game is over before the roll")


def has_goal(table: Table) -> str:
    """Who has as many points as end the game, in words."""
    goal = start()["goal"]
    return f"{CRESTS[table.me].capitalize()} has {'ten' if goal == 10 else goal} points"
