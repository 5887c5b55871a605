"""A game of Starship Catan that is noted while it is played: which note comes next, and what the page draws.

The page offers only notes that the rules allow. Hidden cards are dealt by a seed. When the user notes which card was
turned up, this card changes places with the dealt one, if it may have lain there.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.advice import Rollouts
from analyzer.answers.description import in_words
from analyzer.answers.numbers import with_noun
from analyzer.errors import AnalyzerError
from analyzer.host.notes import (
    GRADES_OF_CHANCES,
    POINTS,
    Choice,
    Entry,
    Evaluation,
    JudgedChoice,
    Line,
    NotedStep,
    Player,
    Question,
    Scene,
)
from analyzer.starship.captains.captain import Captain, load_captain
from analyzer.starship.decisions.games_after import GamesAfter, Values
from analyzer.starship.decisions.options import NothingOpen, OpenDecision, Step, candidates, open_decision, phrase_step
from analyzer.starship.experiment import notes_of
from analyzer.starship.pages import HIGH, WIDE, ship_svg
from analyzer.starship.position.position import SECTORS, Position
from analyzer.starship.position.positionfile import load_position
from analyzer.starship.position.schema import KIND
from analyzer.starship.questions.advise import GOALS, Contest, run_together
from analyzer.starship.questions.cards import adventure_in_words
from analyzer.starship.questions.cards import card_in_words as effect_of
from analyzer.starship.records.game import Game
from analyzer.starship.records.game_record import Record, load_record
from analyzer.starship.records.moments import Moments
from analyzer.starship.records.recording import record_text
from analyzer.starship.records.replay import do_step, game_at, ship_in
from analyzer.starship.records.steps import STEPS
from analyzer.starship.ship.ship import card_in_words
from analyzer.starship.tables import CRESTS, GOODS, LOST_PLANET, MODULES, STORED, USUAL
from analyzer.starship.turn.points import points
from analyzer.starship.turn.sectors import most_looks
from analyzer.starship.turn.turn import goods_offered
from analyzer.starship.world import DEFAULT_CAPTAIN
from analyzer.statistics.estimate import Estimate

MOST_PAID = 20
"""Largest number of Astro that one note of a trade moves."""
SEED = 1
"""Seed that deals the cards that nobody has seen; records are replayed with it."""
NEAR, SOON = 4, 3
"""Points from the goal within which a player is a threat, and number of that player's turns to look ahead."""
Ids = list[str]


def step_of(step: Step) -> Any:
    """Return a step of a record, an instance of its schema."""
    return STEPS[step["do"]].schema.model_construct(**step)


class AtTable:
    """One game with all notes on it. A note is one entry of the user: a step, or a fact such as a roll.

    Args:
        start: position at the beginning. If the user can note a choice in it, it lies before that choice (see
            `before_choice`).
        is_new: whether the players still choose their first modules.

    Attributes:
        steps: finished steps of the record.
        unfinished: step that is noted only in part, or None.
        awaits: things that the user must name next, in order: `came` for the card that came from the reserve,
            `adventure` for the adventure that was turned up.
        guess: identifier of the card that the program uses for a pirate whose card is not shown yet, or "".
    """

    def __init__(self, start: Position, is_new: bool = False) -> None:
        self.start, self.modules = start, list(CRESTS) if is_new else []
        self.opening: Ids | None = None if start.open is not None else []
        self.steps: list[Step] = []
        self.unfinished: Step | None = None
        self.awaits: Ids = []
        self.guess = ""
        self.came: Ids = []
        """Cards that came from the reserve, in order; `opened` has the adventures that were turned up."""
        self.opened: Ids = []
        self.order: Ids = []
        """Cards of the flight in the order in which the record names them."""
        self.first: Ids = self.order
        """Cards of the flight that was on at the beginning, in order; empty if there was none."""
        self.found: dict[int, Ids] = {sector: [] for sector in SECTORS}
        """Cards that lay in each sector at the beginning and were turned up since."""
        self.story: list[NotedStep] = []
        self.count = 0
        self.begin()
        self.open_by_themselves()

    def begin(self) -> None:
        """Lay out the game at its start."""
        self.moments, flight = Moments(self.start, SEED, USUAL), self.start.flight
        self.guess = self.game.row[-1] if flight is not None and flight.demand is not None else ""
        self.first[:] = [card for card in (*(flight.row if flight is not None else ()), self.guess) if card]
        self.fixed = {card for sector in SECTORS for card in self.start.lying(sector)}
        """Cards of which the place is known."""

    @property
    def game(self) -> Game:
        """The game in which each step of the record is checked against the rules."""
        return self.moments.game

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.game.table.over[0])

    @property
    def has_won_fight(self) -> bool:
        """Whether the fight whose dice are known is won; the spoils need not be chosen yet."""
        if self.unfinished is not None:
            return any("gain" in entry for _, entry in self.options())
        return self.story[-1].lines[-1].partition(" (")[0].endswith(" wins")

    @property
    def position(self) -> Position:
        """Everything that the active player knows."""
        return self.moments.position(self.game.me)

    @property
    def asks(self) -> str:
        """Kind of note that is due: a choice of a player (`sector`, `trade` ...), or a fact (`roll`, `card` ...)."""
        if self.modules or self.opening is not None:
            return "module" if self.modules else "open"
        if self.is_over:
            return "over"
        if self.awaits:
            return self.awaits[0]
        if self.unfinished is not None:
            return self._asks_of(self.unfinished)
        if self.game.phase == "flight":
            return "answer" if self.game.waiting else "act"
        return "roll" if self.game.phase == "production" else self.game.phase

    def _asks_of(self, step: Step) -> str:
        """Return the kind of note that a step still needs, in the words of `asks`."""
        if step["do"] == "fly":
            return "arrange" if len(step["order"]) == self.looks(step["sector"]) else "look"
        if step["do"] in ("pay", "fight") and self.guess:
            return "pirate"
        if step["do"] == "fight":
            return ("own", "other", "spoils")[len(step["dice"])]
        return {"produce": "good", "next": "card", "swap": "swap"}[str(step["do"])]

    # Notes

    def note(self, entry: Entry) -> None:
        """Apply one note to the game.

        Raises:
            AnalyzerError: if the rules refuse it.
        """
        self.count += 1
        (first, value), step = next(iter(entry.items())), self.unfinished
        if first == "do":
            self._begin_step(dict(entry))
        elif first == "deal":
            self.unfinished = None
            if value and step is not None:
                self.do({"do": "trade", "give": step["give"], "get": step["get"]})
        elif step is None or first in ("card", "demand", "pirate"):
            getattr(self, f"_on_{first}")(value)
        elif first in ("give", "get"):
            step[first] = {**step[first], **value}
        elif first == "look":
            sector, place = step["sector"], len(step["order"])
            self.bring(value, lambda: self.game.sectors[sector][place], lambda: self.game.sectors[sector][place:])
            self._find(value, sector)
            step["order"].append(value)
        elif first in ("own", "other"):
            step["dice"].append(value)
        elif first == "unseen":
            self.do({**step, "order": []})
        else:
            step.update(entry)
        self._end_step()

    def _begin_step(self, step: Step) -> None:
        """Begin a step that needs further notes, or carry out a step that needs none."""
        more: dict[str, Step] = {"fly": {"order": []}, "fight": {"dice": []}, "swap": {"give": {}, "get": {}}}
        if step["do"] in ("fly", "next", "pay", "fight", "swap"):
            self.unfinished = {**step, **more.get(step["do"], {})}
        else:
            self.do(step)

    def _end_step(self) -> None:
        """Carry out the unfinished step if it needs no further note."""
        step = self.unfinished
        if step is None:
            return
        if step["do"] == "produce":
            if not self.choosing():
                self.do(step)
        elif step["do"] == "fly":
            if "top" in step or not self.looks(step["sector"]):
                self.do(step)
        elif step["do"] == "pay" and not self.guess:
            self.do(step)
        elif step["do"] == "fight" and len(step["dice"]) == 2 and not self.guess:
            spoils = {"gain", "lose"} & step.keys()
            if spoils or any(self.allowed([step])):
                self.do(step)

    def do(self, step: Step) -> None:
        """Carry out a finished step.

        Raises:
            AnalyzerError: if the rules refuse it.
        """
        game, me, turn = self.game, self.game.me, self.game.table.turn
        words, before, facing = self._told(step), self._stores(), game.facing
        reserve, was_open = len(game.reserve), game.open
        reason = self.moments.do(step_of(step))
        if reason is not None:
            raise AnalyzerError(f"{step['do']}: {reason}")
        self.steps.append(step)
        self.unfinished = None
        if step["do"] == "fight":
            words += ", and wins" if facing in ship_in(game, me).pirates else ", and loses"
        if step["do"] == "fly":
            self.order = step["order"]
        self.awaits += ["came"] * (len(game.reserve) < reserve)
        self.awaits += ["adventure"] * len({*game.open} - {*was_open})
        self._tell(turn, me, words + self._changes(before))
        if self.awaits[:1] == ["came"] and len(self.may_come()) == 1:
            self._on_came(game.row[-1])
        if self.awaits[:1] == ["adventure"] and len(self.may_open()) == 1:
            self._on_adventure(self.may_open()[0])

    def _on_refused(self, refused: Mapping[str, Any]) -> None:
        """Keep a step of a file that the rules refuse: it stays in the record, and becomes a remark in the story."""
        step = dict(refused["step"])
        self._tell(self.game.table.turn, self.game.me)
        remark = f"{step['do']} is left out: {refused['why']}"
        latest = self.story[-1]
        self.story[-1] = replace(latest, remark="; ".join(filter(None, (latest.remark, remark))), entries=self.count)
        self.steps.append(step)

    def _on_module(self, module: str) -> None:
        """Note the first module that a player chooses, and lay the game out anew."""
        player = CRESTS.index(self.modules.pop(0))
        levels = tuple(int(name == module) for name in MODULES)
        self.start = self.start.with_ship(player, replace(self.start.ships[player], modules=levels))
        self.begin()

    def _on_roll(self, roll: int) -> None:
        """Note the roll of the yellow die."""
        self.unfinished = {"do": "produce", "roll": roll}
        self.game.table.roll[0] = roll

    def _on_adventure(self, one: str) -> None:
        """Note which adventure was turned up.

        The adventure that the program dealt instead goes to the place of the noted one in the stack.
        """
        if self.opening is not None:
            self.opening.append(one)
            return self.open_by_themselves()
        table, index = self.game.table, [*self.game.rules.adventure_by_id].index
        dealt = next(here for here in reversed(self.game.open) if here in self._just_opened())
        table.open[0] ^= np.uint16(1 << index(dealt)) ^ np.uint16(1 << index(one))
        stack = table.stack[:, 0]
        stack[stack == index(one)] = index(dealt)
        self.opened.append(one)
        self.awaits.pop(0)
        self._more(f"{self.game.rules.adventure_by_id[one].name} is turned up.")

    def _just_opened(self) -> set[str]:
        """Return the adventures that opened in this game and are not named yet."""
        return {*self.game.open} - {*(self.start.open or ()), *self.opened}

    def _on_came(self, card: str) -> None:
        """Note which card came from the reserve."""
        dealt, sector = self.game.row[-1], self.game.number
        self.exchange(card, dealt)
        for known in self.moments.known.values():
            if dealt in known[sector]:
                known[sector] = known[sector] - {dealt} | {card}
        self.fixed.add(card)
        self.came.append(card)
        self.awaits.pop(0)
        self._more(f"{self.name(card)} comes from the reserve.")

    def _on_card(self, card: str, is_shown: bool = True) -> None:
        """Note which card was turned up.

        Args:
            card: identifier of the card.
            is_shown: whether the players saw the card; False if the program only guesses it.
        """
        game = self.game
        was_fixed = card in self.fixed
        self.bring(card, lambda: game.pile[0], self.to_come)
        if is_shown:
            self._find(card, game.number)
        elif not was_fixed:
            self.fixed.discard(card)
        if card not in self.order:
            self.order.append(card)
        self.do({"do": "next"})

    def _on_demand(self, demand: int) -> None:
        """Note the demand of a pirate whose card is not shown yet.

        Until the card is shown, the program uses a pirate with that demand who may be the next card. It prefers a
        pirate whom the active player has not seen in the sector.
        """
        pirates = self.pirates(self.may_lie(self.to_come()), demand)
        known = self.moments.known[self.game.me][self.game.number]
        self.guess = min(pirates, key=lambda card: card in known)
        self._on_card(self.guess, is_shown=len(pirates) == 1)
        self.guess = self.guess if len(pirates) > 1 else ""

    def _on_pirate(self, card: str) -> None:
        """Note which pirate was waiting, once the card is shown."""
        self.bring(card, lambda: self.game.row[-1], self.waiting_or_to_come)
        self._find(card, self.game.number)
        self.order[self.order.index(self.guess)] = card
        self.guess, flight = "", self.start.flight
        if flight is not None and flight.demand is not None and not self.steps:
            # A record has no step that shows the pirate who waits at its beginning.
            cards = None if flight.cards is None else flight.cards + 1
            self.start = replace(self.start, flight=replace(flight, row=(*flight.row, card), cards=cards, demand=None))

    # Cards that nobody has seen

    def name(self, card: str) -> str:
        """Return the name of a card with its identifier."""
        return card_in_words(self.game.rules, card)

    def _find(self, card: str, sector: int) -> None:
        """Remember that the place of a card is known.

        If the card did not come from the reserve, also remember that it lay in the sector at the beginning.
        """
        self.fixed.add(card)
        if card not in self.came and card not in (*self.start.lying(sector), *self.found[sector]):
            self.found[sector].append(card)

    def looks(self, sector: int) -> int:
        """Return how many cards of a sector the sensor shows."""
        return min(int(most_looks(self.game.table)[0]), len(self.game.sectors[sector]))

    def to_come(self) -> Ids:
        """Return the cards that may be turned up next.

        A card that the sensor put below the sector is among them only if no other card is left.
        """
        pile, below = self.game.pile, len(self.moments.bottom)
        if self.moments.top or len(pile) <= below:
            return pile[:1]
        return pile[: len(pile) - below]

    def waiting_or_to_come(self) -> Ids:
        """Return the card that stands for the waiting pirate, then the cards that may take its place."""
        pile, top = self.game.pile, len(self.moments.top)
        return [self.game.row[-1], *pile[top : len(pile) - len(self.moments.bottom)]]

    def _stack(self, card: str) -> str:
        return str(self.game.rules.card_by_id[card].stack)

    def _dealt(self) -> Ids:
        """Return the cards in all sectors whose place is not known."""
        return [card for lying in self.game.sectors.values() for card in lying if card not in self.fixed]

    def may_lie(self, places: Sequence[str]) -> Ids:
        """Return the cards that may lie at any of the given places, as far as the users know.

        Args:
            places: for each place, the card that the program dealt there.
        """
        may = [card for card in places if card in self.fixed]
        if len(may) < len(places):
            dealt = self._dealt()
            stacks = {self._stack(card) for card in dealt}
            may += [*dealt, *(card for card in self.game.reserve if self._stack(card) in stacks)]
        return self._distinct(may)

    def _distinct(self, cards: Iterable[str]) -> Ids:
        """Return each card once, and only one lost planet, because all lost planets are alike."""
        first: dict[str, str] = {}
        for card in cards:
            first.setdefault("" if self._is_lost(card) else card, card)
        return [*first.values()]

    def _is_lost(self, card: str) -> bool:
        return self.game.rules.card_by_id[card].kind == LOST_PLANET

    def may_come(self) -> Ids:
        """Return the cards that may have come from the top of the reserve."""
        came = self.game.row[-1]
        others = (came, *self.game.reserve, *self._dealt())
        return self._distinct(card for card in others if self._stack(card) == self._stack(came))

    def may_open(self) -> Ids:
        """Return the adventures that may be turned up next: all of the first stack that still has some."""
        of = self.game.rules.adventure_by_id
        away = {one for ship in self.start.ships for one in ship.adventures} | {*self.start.laid_aside, *self.opened}
        away |= {*(self.start.open or ()), *(self.opening or ())}
        if self.opening is not None:
            away |= {*(self.start.stack or ())}
        elif self.start.stack is not None:
            away |= of.keys() - {*self.start.stack}
        left = [one for one in of if one not in away]
        first = min((of[one].stack for one in left), default=0)
        return [one for one in left if of[one].stack == first]

    def open_by_themselves(self) -> None:
        """Open adventures as long as only one choice is possible; once all of the start are open, begin the game."""
        while self.opening is not None:
            may, left = self.may_open(), self.game.rules.start["open_adventures"] - len(self.opening)
            if left and len(may) > left:
                return
            self.opening += may
            if left <= len(may) or not may:
                self.start, self.opening = replace(self.start, open=tuple(self.opening)), None
                self.begin()

    def exchange(self, one: str, other: str) -> None:
        """Exchange two cards, wherever they lie."""
        game, of = self.game, {one: other, other: one}
        for heap in (*game.sectors.values(), game.reserve, game.row, game.pile):
            heap[:] = [of.get(card, card) for card in heap]
        game.facing = of.get(game.facing, game.facing)

    def bring(self, card: str, at: Callable[[], str], places: Callable[[], Ids]) -> None:
        """Exchange cards until a given card lies at a given place.

        Args:
            card: identifier of the card, which must be one of the cards that may lie at the place.
            at: returns the card that now lies at the place.
            places: returns the cards that may lie at the place, with the one that now lies there.
        """
        if card in self.game.reserve:
            self.exchange(card, next(one for one in self._dealt() if self._stack(one) == self._stack(card)))
        if card not in places():
            self.exchange(card, next(one for one in (at(), *places()) if one not in self.fixed))
        if at() != card:
            self.exchange(card, at())
        self.fixed.add(card)

    def pirates(self, cards: Iterable[str], demand: int | None = None) -> Ids:
        """Return the pirates among some cards: all if `demand` is None, else only those who ask for so many Astro."""
        asking = {card: self.game.rules.card_by_id[card].demand for card in cards}
        return [card for card, astro in asking.items() if astro and demand in (None, astro)]

    # What may be noted

    def choosing(self) -> Ids:
        """Return the player who must choose a good in production, and the goods on offer.

        Returns:
            The crest of the player, followed by the goods; [] if no player has a choice.
        """
        for player, crest in enumerate(CRESTS):
            goods = [good for good, can in zip(GOODS, goods_offered(self.game.table, player)[:, 0], strict=True) if can]
            if len(goods) > 1 and crest not in (self.unfinished or ()):
                return [crest, *goods]
        return []

    def allowed(self, steps: Iterable[Step]) -> Iterator[Step]:
        """Yield the steps that the rules allow now."""
        trial = deepcopy(self.game)
        for step in steps:
            if do_step(trial, step_of({name: value for name, value in step.items() if name != "opened"})) is None:
                yield step
                trial = deepcopy(self.game)

    def options(self) -> list[tuple[str, Step]]:
        """Return the options of the player who decides, each with the words for it."""
        asks, position = self.asks, self.position
        if asks == "arrange" and self.unfinished is not None:
            cards, sector = tuple(self.unfinished["order"]), self.unfinished["sector"]
            position = self.moments.position(self.game.me, cards, sector)
            steps: Iterable[Step] = candidates(position, self.game, "sensor")
        elif asks == "spoils" and self.unfinished is not None:
            dice: Step = {"do": "fight", "dice": self.unfinished["dice"]}
            spoils: list[Step] = [*({"gain": [good]} for good in GOODS), *({"lose": module} for module in MODULES)]
            steps = self.allowed(dice | one for one in spoils)
        elif asks == "answer":
            # A fight is tried without its dice: it is always allowed.
            steps = [*self.allowed([{"do": "pay"}]), {"do": "fight"}]
        else:
            steps = self.allowed(candidates(position, self.game, "card" if asks == "act" else asks))
        return [(phrase_step(position, step), self.entry_of(step)) for step in steps]

    def entry_of(self, step: Step) -> Step:
        """Return the note that the user makes to choose an option."""
        if step["do"] == "win":
            return self.entry_of(step["steps"][0])
        if step["do"] == "produce":
            return {name: value for name, value in step.items() if name in CRESTS}
        if "top" in step and self.unfinished is not None:
            looked = self.unfinished["order"]
            return {name: [looked[place] for place in step[name]] for name in ("top", "bottom")}
        if "dice" in step:
            return {name: value for name, value in step.items() if name in ("gain", "lose")}
        return {name: value for name, value in step.items() if name not in ("opened", "level")}

    # The story

    def _stores(self) -> list[dict[str, int]]:
        """Return goods, science and Astro of each player, by name."""
        table = self.game.table
        kinds = [name.replace("_", " ") for name in STORED]
        stored = [{name: int(table.stored[player, kind, 0]) for kind, name in enumerate(kinds)} for player in range(2)]
        return [{**stored[player], "Astro": int(table.astro[player, 0])} for player in range(2)]

    def _changes(self, before: list[dict[str, int]]) -> str:
        """Say how the stores of both players changed."""
        told = []
        for crest, was, now in zip(CRESTS, before, self._stores(), strict=True):
            some = [f"{now[name] - was[name]:+d} {name}" for name in now if now[name] != was[name]]
            told += [f"{crest.capitalize()} {', '.join(some)}"] * bool(some)
        return f" ({'; '.join(told)})".replace("-", "−") * bool(told)

    def _told(self, step: Step) -> str:
        """Return words for a step that is about to be done."""
        name, rules = CRESTS[self.game.me].capitalize(), self.game.rules
        match step["do"]:
            case "produce":
                words = f"{name} rolls a {step['roll']}"
            case "next" if self.guess:
                words = f"A pirate asks {name} for {rules.card_by_id[self.guess].demand} Astro"
            case "next":
                words = f"{name} turns up {self.name(self.game.pile[0])}"
            case "fight":
                own, pirate = step["dice"]
                words = f"{name} fights {self.name(self.game.facing)}, with a {own} against a {pirate}"
            case "fly":
                words = f"{name}: fly to sector {step['sector']}" + ", after a look at the top" * ("top" in step)
            case "trade":
                words = f"{name} trades with the other player"
            case _:
                words = f"{name}: {phrase_step(self.position, step)}"
        return words

    def _tell(self, turn: int, player: int, *words: str) -> None:
        """Begin a step of the story, or add words to the latest one if it is of the same turn."""
        title = f"Turn {turn}, {CRESTS[player].capitalize()}"
        if not self.story or self.story[-1].title != title:
            self.story.append(NotedStep(title))
        self._more(*words)

    def _more(self, *words: str) -> None:
        """Add sentences to the story of the turn."""
        self.story[-1] = replace(self.story[-1], lines=(*self.story[-1].lines, *words), entries=self.count)

    # The record

    def record(self) -> Record:
        """Return the record of the finished steps, with the hidden cards as far as they were turned up."""
        start, table = self.start, self.game.table
        sectors = {n: (*start.sectors.get(n, ()), *cards) for n, cards in self.found.items()}
        waits_from_the_start = start.flight is not None and start.flight.demand is not None
        is_hidden = waits_from_the_start and not self.steps
        if self.guess and not is_hidden and self.guess not in (*self.came, *start.lying(self.game.number)):
            sectors[self.game.number] = (*sectors[self.game.number], self.guess)
        if start.flight is not None and not is_hidden:
            # The next cards of the flight are those that are listed first.
            sectors[start.flight.sector] = (*self.first, *sectors[start.flight.sector])
        start = replace(start, sectors={n: tuple(dict.fromkeys(cards)) for n, cards in sectors.items() if cards})
        pending = self.game.row[-1:] if "came" in self.awaits else []
        if self.came or pending:
            start = replace(start, reserve=(*self.came, *pending, *self.game.reserve))
        if self.opened or "adventure" in self.awaits:
            of, left = [*self.game.rules.adventure_by_id], int(table.stack_left[0])
            rest = table.stack[len(table.stack) - left :, 0].tolist()
            unnamed = self._just_opened() if "adventure" in self.awaits else set()
            start = replace(start, stack=(*self.opened, *sorted(unnamed), *(of[number] for number in rest)))
        return Record(start, tuple(map(step_of, self.steps)))


QUESTIONS = {
    "module": "Which module does {} begin with?",
    "open": "Which adventure lies open?",
    "roll": "What does {} roll?",
    "good": "What does {} produce?",
    "sector": "Where does {} fly?",
    "look": "Which card does the sensor show next?",
    "arrange": "Where do these cards go?",
    "act": "What does {} do?",
    "card": "Which card is turned up?",
    "answer": "Does {} pay or fight?",
    "pirate": "Which pirate was it?",
    "own": "What does {} roll against the pirate?",
    "other": "What is rolled for the pirate?",
    "spoils": "What does {} choose after the fight?",
    "came": "Which card came from the reserve?",
    "adventure": "Which adventure is turned up?",
    "trade": "What does {} build or trade?",
    "swap": "What do the players give each other?",
}
"""Question for each note, with {} for the player."""
DECIDED = ("good", "sector", "arrange", "act", "answer", "spoils", "trade")
"""Notes that a player decides, and that are therefore advised on."""


@dataclass(eq=False)
class NotedStarship:
    """A game of Starship Catan that users note while they play it.

    A `Line` is a sequence of notes from the start of the game.

    Attributes:
        GRADES: names of errors, each with the smallest loss that counts as this error, in percentage points.
        UNIT: unit of the score and of losses.
        SHOWN_AFTER: numbers of games after which the page shows the evaluation of the present moment.
        EARLIER: number of games after each option in the evaluation of an earlier moment.
        start: position at which the notes begin.
        is_new: whether the players still choose their first modules.
        captains: captains who play on in evaluations, Moon's first.
        seed: seed of the cards and dice to come in evaluations.
    """

    GRADES: ClassVar[Mapping[str, float]] = GRADES_OF_CHANCES
    UNIT: ClassVar[str] = POINTS
    SHOWN_AFTER: ClassVar[tuple[int, ...]] = (5, 50, 200, 1_000)
    EARLIER: ClassVar[int] = 200

    start: Position
    is_new: bool = False
    captains: tuple[Captain, Captain] = field(default_factory=lambda: (load_captain(DEFAULT_CAPTAIN),) * 2)
    seed: int = 1
    _keys: list[str] = field(default_factory=list)
    _tables: list[AtTable] = field(default_factory=list)
    """The games after each note of the line that was asked for last, the start first."""
    _lock: Any = field(default_factory=threading.Lock)

    def table(self, line: Line) -> AtTable:
        """Return the game after a sequence of notes; callers must not change it."""
        keys = [json.dumps(entry) for entry in line]
        with self._lock:
            if not self._tables:
                self._tables.append(AtTable(self.start, self.is_new))
            same = next((n for n, pair in enumerate(zip(keys, self._keys, strict=False)) if pair[0] != pair[1]), None)
            if same is not None:
                del self._keys[same:], self._tables[same + 1 :]
            for entry, key in zip(line[len(self._keys) :], keys[len(self._keys) :], strict=True):
                table = deepcopy(self._tables[-1])
                table.note(entry)
                self._tables.append(table)
                self._keys.append(key)
            return self._tables[len(line)]

    def scene(self, line: Line) -> Scene:
        """Return what the page shows after a sequence of notes."""
        table = self.table(line)
        game, names = table.game, [crest.capitalize() for crest in CRESTS]
        won = [f"{names[game.me]} wins in turn {game.table.turn}."] if table.is_over else []
        scores = [int(points(game.table, player)[0]) for player in range(2)]
        return Scene(
            heading=f"Starship Catan: {table.start.name}",
            now=f"Turn {game.table.turn}, {names[game.me]}: {'the game is over' if won else game.phase}",
            picture=_picture(table),
            players=tuple(_rows(table)),
            steps=tuple(table.story),
            question=None if won else _question(table),
            ended=tuple(won + [f"{name}: {many} points" for name, many in zip(names, scores, strict=True)] * bool(won)),
            notes=(CURVE, *notes_of(table.start.edition, table.start, USUAL)),
            plays_on=f"games played on by {self.captains[0].name} for Moon and {self.captains[1].name} for Sun",
        )

    def text(self, line: Line, file: str | Path = "") -> str:
        """Return the text of the record that a sequence of notes makes, to be written to the path `file`."""
        return record_text(self.table(line).record(), file)

    def evaluate(
        self, line: Line, trials: int, check: Callable[[int], None], noted: Entry | None = None
    ) -> Evaluation | None:
        """Return the chance to win of the player who decides, and the chance after each option.

        Args:
            line: the notes so far.
            trials: maximum number of games, after each option if there are options.
            check: called with the number of games just played; raises Outdated to stop.
            noted: not used here.

        Returns:
            The evaluation; None if there is nothing to evaluate, e.g. because the game is over.
        """
        table = self.table(line)
        if table.asks in ("module", "over", "came", "adventure"):
            return None
        # Adventures that are not named yet are dealt anew in every game.
        player, position = table.game.me, table.start if table.asks == "open" else table.position
        if table.asks == "good":
            player = CRESTS.index(table.choosing()[0])
            position = table.moments.position(player)
        elif table.unfinished is not None and table.asks in ("arrange", "spoils"):
            position = _within(table, table.unfinished)
        captain, other = self.captains[position.me], self.captains[1 - position.me]
        after = GamesAfter(position, captain, other, self.seed, player=player, between=lambda: check(0))
        if table.asks in DECIDED:
            try:
                return self._advised(table, after, open_decision(position, SEED, USUAL, player), trials, check)
            except NothingOpen:
                pass
        forced = None
        if table.unfinished is not None and table.unfinished["do"] in ("fly", "next", "pay", "fight"):
            forced = {name: value for name, value in table.unfinished.items() if name in ("do", "sector")}

        def play(_: int, first: int, games: int) -> Values:
            return after.play([forced], first, games)[0]

        rollouts = Rollouts(1, play, GOALS["won"])
        rollouts.run(trials, check, whole=[0])
        found = _evaluation(trials, player, {name: rollouts.result(0, goal) for name, goal in GOALS.items()})
        options = tuple(self._outs(line, table)) if table.asks in ("roll", "own", "other") else ()
        return replace(found, options=options, says=tuple(_threats(table, player, rollouts.values[0])))

    def _outs(self, line: Line, table: AtTable) -> Iterator[JudgedChoice]:
        """Yield each face of the next die, with its result in words.

        A face of the yellow die brings goods. A face of the player's own die in a fight wins against a number of faces
        of the other player's die. A face of the other player's die decides the fight.
        """

        def after(*entries: Entry) -> AtTable:
            known = deepcopy(table)
            for entry in entries:
                known.note(entry)
            return known

        blue = table.game.rules.dice["blue"]
        for choice in _question(table).choices:
            match table.asks:
                case "roll":
                    done = after(choice.entry)
                    value = "a choice of goods" if done.unfinished else done.story[-1].lines[-1].partition(" (")[2][:-1]
                case "own":
                    wins = sum(after(choice.entry, {"other": face}).has_won_fight for face in blue)
                    value = f"wins against {wins} of {len(blue)} faces"
                case _:
                    value = "wins" if after(choice.entry).has_won_fight else "loses"
            yield JudgedChoice(choice.words, value or "nothing", choice.entry, 0.0, 0.0)

    def _advised(
        self, table: AtTable, after: GamesAfter, open_: OpenDecision, trials: int, check: Callable[[int], None]
    ) -> Evaluation:
        """Return the evaluation of a decision: the result of the best option, and the result of every option."""
        contest = Contest(after, open_, "won")
        run_together([contest], trials, check)
        advice = contest.advice(trials)
        options: dict[str, JudgedChoice] = {}
        for one in advice.options:
            entry = table.entry_of(one.value)
            options.setdefault(json.dumps(entry), JudgedChoice.of(one, GOALS["won"].result(one.won), entry))
        best, player = advice.options[0], after.position.me if after.player is None else after.player
        found = _evaluation(best.games, player, best.results)
        threats = _threats(table, player, contest.rollouts.values[contest.rollouts.best])
        return replace(found, options=tuple(options.values()), says=(*advice.conclusions(), *threats))


CURVE = "The curve shows Moon's chance to win in percent. Options are judged for the player who decides."


def _within(table: AtTable, step: Step) -> Position:
    """Return the position at which a player decides in the middle of a step, e.g. while the sensor shows cards."""
    if step["do"] == "fly":
        return table.moments.position(table.game.me, tuple(step["order"]), step["sector"])
    return table.moments.fought(table.game.me, step["dice"])


def _threats(table: AtTable, player: int, played: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence on how often the other player wins within SOON turns, if they need at most NEAR points."""
    rival, goal = 1 - player, table.game.rules.start["goal"]
    needs = goal - int(points(table.game.table, rival)[0])
    if needs <= NEAR:
        soon = (played["won"] == 0) & (played["turn"] < table.game.table.turn + 2 * SOON)
        often = GOALS["won"].result(Estimate.from_share(int(soon.sum()), soon.size))
        name = CRESTS[rival].capitalize()
        yield f"{name} needs {with_noun(needs, 'point')} and wins within {SOON} turns of their own in {often} of games."


def _evaluation(trials: int, player: int, results: Mapping[str, Estimate]) -> Evaluation:
    """Return the evaluation for a player from the results of games, by goal."""
    won, name = results["won"], CRESTS[player].capitalize()
    values = (
        (f"{name} wins", GOALS["won"].result(won)),
        (f"{name} ahead by", GOALS["margin"].result(results["margin"])),
    )
    share = float(won.mean) if player == 0 else 1 - float(won.mean)
    return Evaluation(trials, values, 100 * share, 50 * float(won.high - won.low))


def _question(table: AtTable) -> Question:
    """Return the question to the user about the next note."""
    asks = table.asks
    player = CRESTS[table.game.me]
    if asks in ("module", "good"):
        player = table.modules[0] if asks == "module" else table.choosing()[0]
    text = QUESTIONS[asks].format(player.capitalize())
    beside: tuple[Choice, ...] = ()
    if asks in ("roll", "own", "other"):
        faces = sorted({*table.game.rules.dice["yellow" if asks == "roll" else "blue"]})
        return Question(text, tuple(Choice(str(face), {asks: face}) for face in faces), "dice", is_judged=True)
    if asks == "look":
        beside = (Choice("not noted: the other player looks at the cards", {"unseen": True}),)
    if asks == "trade":
        beside = (Choice("trade with the other player", {"do": "swap"}),)
    choices = tuple(Choice(words, entry) for words, entry in _choices(table, asks))
    return Question.listed(text, choices, beside, is_judged=asks in DECIDED)


def _choices(table: AtTable, asks: str) -> list[tuple[str, Step]]:
    """Return the possible notes, each with its words; for notes other than rolls of dice (see `_question`).

    Args:
        table: the game so far.
        asks: the kind of note that is due, as in `AtTable.asks`.
    """
    game, of = table.game, table.game.rules.adventure_by_id
    choices: list[tuple[str, Step]] = []
    match asks:
        case "module":
            choices = [(name, {"module": name}) for name in MODULES]
        case "good":
            crest, *goods = table.choosing()
            choices = [(f"produce {in_words(good)}", {crest: good}) for good in goods]
        case "open" | "adventure":
            choices = [
                (f"{of[one].name}: {adventure_in_words(of[one])}", {"adventure": one}) for one in table.may_open()
            ]
        case "swap":
            choices = [*_swaps(table)]
        case "pirate":
            demand = game.rules.card_by_id[game.facing].demand
            choices = _cards(table, "pirate", table.pirates(table.may_lie(table.waiting_or_to_come()), demand))
        case "came":
            choices = _cards(table, "came", table.may_come())
        case "look" if table.unfinished is not None:
            lying = game.sectors[table.unfinished["sector"]][len(table.unfinished["order"]) :]
            choices = _cards(table, "look", table.may_lie(lying))
        case "card":
            may = table.may_lie(table.to_come())
            pirates = [] if len(may) == 1 and may[0] in table.fixed else table.pirates(may)
            asking = sorted({game.rules.card_by_id[card].demand for card in pirates})
            shown = _cards(table, "card", [card for card in may if card not in pirates])
            choices = [*shown, *((f"a pirate who asks for {astro} Astro", {"demand": astro}) for astro in asking)]
        case _:
            choices = table.options()
    return choices


def _cards(table: AtTable, name: str, cards: Iterable[str]) -> list[tuple[str, Step]]:
    """Return one note for each of some cards, with the effect of the card in words; equal cards share one note."""
    rules, equal = table.game.rules, dict[tuple[str, ...], Ids]()
    for card in cards:
        known = rules.card_by_id[card]
        equal.setdefault((known.stack, known.name, effect_of(rules, known)), []).append(card)
    choices = []
    for (_, title, effect), (card, *others) in equal.items():
        is_same = f", {1 + len(others)} equal cards" if others else ", all are equal" if table._is_lost(card) else ""
        choices.append((f"{title} ({card}{is_same}): {effect}", {name: card}))
    return sorted(choices)


def _swaps(table: AtTable) -> Iterator[tuple[str, Step]]:
    """Yield the notes possible next in a trade with the other player: goods of either side, or the end of the trade."""
    talk, me = table.unfinished or {}, table.game.me
    if any(table.allowed([{"do": "trade", "give": talk["give"], "get": talk["get"]}])):
        told = [_units(talk[side]) or "nothing" for side in ("give", "get")]
        yield f"agreed: {told[0]} for {told[1]}", {"deal": True}
    for side, player in (("give", me), ("get", 1 - me)):
        name = CRESTS[player].capitalize()
        for kind, has in zip((*STORED, "astro"), table._stores()[player].values(), strict=True):
            for many in range(1, min(has, MOST_PAID) + 1):
                if talk[side].get(kind) != many:
                    yield f"{name} gives {_units({kind: many})}", {side: {kind: many}}
    yield "no deal", {"deal": False}


def _units(goods: Mapping[str, int]) -> str:
    """Return goods with their numbers as text."""
    return " and ".join(f"{many} {'Astro' if good == 'astro' else in_words(good)}" for good, many in goods.items())


def _picture(table: AtTable) -> str:
    """Return a drawing of both ships as SVG; the title of one ship says that it is this player's turn."""
    parts: list[str] = []
    for player, crest in enumerate(CRESTS):
        y = 16 + HIGH * player
        title = crest.capitalize() + ", whose turn it is" * (player == table.game.me)
        parts.append(f'<text x="8" y="{y}" font-size="13" font-weight="700" fill="currentColor">{title}</text>')
        parts.append(
            f'<svg y="{y - 12}"{ship_svg(ship_in(table.game, player, crest.capitalize())).removeprefix("<svg")}'
        )
    # The page has no variable for the hull, which is light without one, in dark mode, too.
    root = f'viewBox="0 0 {WIDE} {2 * HIGH + 16}" role="img" aria-label="both ships" style="--panel: var(--ground)"'
    return f'<svg {root} xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'


def _rows(table: AtTable) -> Iterator[Player]:
    """Yield the rows of text beside the picture.

    They are one for each player, one for each sector with the cards that both players know, the open adventures, and
    the flight if there is one.
    """
    game = table.game
    for player, crest in enumerate(CRESTS):
        scored = int(points(game.table, player)[0])
        yield Player(crest.capitalize(), f"{with_noun(scored, 'point')}; {ship_in(game, player).stores_in_words()}")
    moon, sun = table.moments.known.values()
    for sector in SECTORS:
        known = ", ".join(sorted(map(table.name, moon[sector] & sun[sector])))
        yield Player(f"Sector {sector}", f"both know {known}" if known else "both know no card")
    yield Player("Adventures", ", ".join(game.rules.adventure_by_id[one].name for one in game.open) or "none is open")
    if game.row:
        row = ", ".join("a pirate" if card == table.guess else table.name(card) for card in game.row)
        yield Player(f"Flight to {game.number}", row)


def load_notes(
    source: str | Path | None = None, captains: tuple[str, str] = (DEFAULT_CAPTAIN,) * 2, seed: int = 1
) -> tuple[NotedStarship, Line]:
    """Return the game that starts from a file, and the notes that the file already contains.

    Args:
        source: path of a ship, a position or a record file; None for a new game.
        captains: captains who play on in evaluations, Moon's first.
        seed: seed of the cards and dice to come in evaluations.

    Raises:
        AnalyzerError: with every fault of the file, or if it lists more cards seen by the sensor than the sensor shows.
    """
    pair = (load_captain(captains[0]), load_captain(captains[1]))
    if source is None:
        return NotedStarship(Position(name="a new game"), True, pair, seed), ()
    data, _ = KIND.content(source)
    if "steps" not in data:
        start, record = load_position(source), None
    else:
        record = load_record(source)
        start = record.position
    start, chosen = before_choice(start, str(source))
    line = chosen if record is None or not record.steps else line_of(replace(record, position=start))
    return NotedStarship(start, False, pair, seed), line


def before_choice(start: Position, source: str) -> tuple[Position, Line]:
    """Return the position before the sensor or the dice showed anything, and the notes that say what they showed."""
    flight = start.flight
    if flight is None:
        return start, ()
    if flight.dice:
        own, other = flight.dice
        return replace(start, flight=replace(flight, dice=())), ({"do": "fight"}, {"own": own}, {"other": other})
    if flight.looked_at:
        many = int(most_looks(game_at(start).table)[0])
        if len(flight.looked_at) > many:
            shown = with_noun(many, "card") if many else "no card"
            raise AnalyzerError(f"{source}: flight: looked_at: the ship's sensor shows {shown}: leave out the others")
        lying = dict.fromkeys((*flight.looked_at, *start.sectors.get(flight.sector, ())))
        start = replace(start, phase="sector", flight=None, sectors=start.sectors | {flight.sector: tuple(lying)})
        return start, ({"do": "fly", "sector": flight.sector}, *({"look": card} for card in flight.looked_at))
    return start, ()


def line_of(record: Record) -> Line:
    """Return the notes that lead to the same game as a record; a refused step is kept unchanged in a note `refused`."""
    actual, table = Moments(record.position, SEED, USUAL), AtTable(record.position)
    line: list[Entry] = []
    alike: dict[str, str] = {}

    def note(entry: Entry) -> None:
        name, card = next(iter(entry.items()))
        if name in ("card", "look", "came") and table._is_lost(card):
            # Lost planets are alike, and the one that is offered may be another one.
            offered = [choice.entry[name] for choice in _question(table).choices if name in choice.entry]
            alike[card] = next((one for one in (card, *offered) if one in offered and table._is_lost(one)), card)
            entry = {name: alike[card]}
        table.note(entry)
        line.append(entry)

    while table.opening is not None:
        note({"adventure": next(one for one in actual.game.open if one not in table.opening)})
    for step in record.steps:
        before, shown = deepcopy(actual.game), actual.shown_by_sensor(step) if step.do == "fly" else ()
        reason = actual.do(step)
        if reason is not None:
            note({"refused": {"step": step.model_dump(exclude_none=True), "why": reason}})
            continue
        for entry in _entries(step, table, actual.game.row[-1] if step.do == "next" else before.facing):
            note(entry)
        if step.do == "fly" and table.asks == "look":
            is_noted = step.top is not None or step.bottom is not None
            for entry in [{"look": card} for card in shown] if is_noted else [{"unseen": True}]:
                note(entry)
            if is_noted:
                sides = {"top": step.top or (), "bottom": step.bottom or ()}
                note({side: [alike.get(card, card) for card in cards] for side, cards in sides.items()})
        while table.asks in ("came", "adventure"):
            new = {"came": before.reserve[:1], "adventure": [one for one in actual.game.open if one not in before.open]}
            note({table.asks: new[table.asks][0]})
    return tuple(line)


def _entries(step: Any, table: AtTable, card: str) -> Iterator[Entry]:
    """Yield the notes that a step of a record stands for.

    The caller must apply each note to `table` before it asks for the next one. Notes of the cards that the sensor
    shows after a step `fly` are not included.

    Args:
        step: the step.
        table: the game so far.
        card: the card that is turned up (`next`), or the card of the waiting pirate.
    """
    if step.do == "produce":
        yield {"roll": step.roll}
        while table.asks == "good":
            crest, *goods = table.choosing()
            named = table.game.rules.card_by_id.get(str(getattr(step, crest)))
            yield {crest: named.good if named is not None else getattr(step, crest) or goods[0]}
        return
    if step.do in ("fly", "next", "pay", "fight"):
        yield {"do": step.do} | ({"sector": step.sector} if step.do == "fly" else {})
    else:
        yield step.model_dump(exclude_none=True)
    if step.do == "next":
        is_pirate = bool(table.pirates([card])) and not (len(table.to_come()) == 1 and card in table.fixed)
        yield {"demand": table.game.rules.card_by_id[card].demand} if is_pirate else {"card": card}
    if table.asks == "pirate":
        yield {"pirate": card}
    if step.do == "fight":
        yield {"own": step.dice[0]}
        yield {"other": step.dice[1]}
        if table.asks == "spoils":
            gain, lose = ([one] if isinstance(one, str) else list(one or ()) for one in (step.gain, step.lose))
            yield {"lose": lose[0]} if lose else {"gain": gain}
