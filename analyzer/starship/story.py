"""Stories of games: the listener that turns events into lines, and the words of those lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.description import StoryStep
from analyzer.answers.edition import own_edition_notes
from analyzer.answers.story import Story as AnyStory
from analyzer.starship.encounters import KINDS
from analyzer.starship.encounters.kind import Outcome
from analyzer.starship.plain import ship_of
from analyzer.starship.records.game_record import Record
from analyzer.starship.tables import CRESTS, GOODS, LOST_PLANET, SCIENCE, Adventure, Card, OwnEdition, Rules
from analyzer.starship.turn.bits import LOST, adventures_of, cards_by_bit
from analyzer.starship.turn.dice import SampledDice
from analyzer.starship.turn.points import by_source, friendship, medals
from analyzer.starship.turn.sectors import looks
from analyzer.starship.turn.table import COUNTS, Table, boosters

SPECIAL = {"friend": ("Friend of the Peoples", "friendship"), "hero": ("Hero of the Peoples", "medals")}
"""Special cards by source of points: their names, and the count that decides who holds them."""


def state_of(table: Table) -> dict[str, Any]:
    """Return the state of a game with one lane in plain types.

    It holds both ships and their points, counts, adventures, and the number of reserve cards left.
    """
    players = range(len(CRESTS))
    return {
        "ships": tuple(ship_of(table, player, 0) for player in players),
        "points": [{name: int(many[0]) for name, many in by_source(table, player).items()} for player in players],
        "medals": [int(medals(table, player)[0]) for player in players],
        "friendship": [int(friendship(table, player)[0]) for player in players],
        "counts": [dict(zip(COUNTS, table.counts[player, :, 0].tolist(), strict=True)) for player in players],
        "done": [adventures_of(int(table.done[player, 0])) for player in players],
        "open": adventures_of(int(table.open[0])),
        "left": int(table.left[0]),
        "over": bool(table.over[0]),
    }


def changes(before: dict[str, Any], now: dict[str, Any], player: int) -> str:
    """Return in words how much more or less of everything a player has than before, without points of special cards.

    Cards are not named: colonies, stations and pirates show only in points, friendship and medals.
    """
    one, other = before["ships"][player], now["ships"][player]
    parts = _signed(other["astro"] - one["astro"], "Astro") + _signed(other["science"] - one["science"], "science")
    for heap in ("goods", "hangar"):
        for name, many in other[heap].items():
            parts += _signed(many - one[heap][name], name.replace("_", " "))
    for part in ("boosters", "cannons"):
        parts += _signed(sum(other[part]) - sum(one[part]), f"level of {part}")
    parts += _modules(one["modules"], other["modules"])
    for name in ("medals", "friendship"):
        parts += _signed(now[name][player] - before[name][player], name)
    return ", ".join(parts + _signed(_points(now, player) - _points(before, player), "points"))


def after_payment(before: dict[str, Any], player: int, task: Adventure) -> tuple[dict[str, Any], str]:
    """Return the state of the game after a player has paid what an adventure asks for, and the payment in words."""
    ship = before["ships"][player]
    goods = {name: many - task.pay[GOODS.index(name)] for name, many in ship["goods"].items()}
    paid = ship | {
        "goods": goods,
        "science": ship["science"] - task.pay[SCIENCE],
        "astro": ship["astro"] - task.astro_paid,
    }
    state = before | {"ships": tuple(paid if at == player else one for at, one in enumerate(before["ships"]))}
    return state, changes(before, state, player)


def _points(state: dict[str, Any], player: int) -> int:
    """Return a player's points without those of special cards."""
    return sum(many for name, many in state["points"][player].items() if name not in SPECIAL)


def _modules(before: dict[str, int], now: dict[str, int]) -> list[str]:
    """Return in words the modules whose level changed."""
    parts = []
    for module in sorted({*before, *now}):
        was, level = before.get(module, 0), now.get(module, 0)
        if level > was:
            parts.append(f"{module} {'I' * level}")
        elif level < was:
            parts.append(f"{module} fell to {'I' * level}" if level else f"{module} lost")
    return parts


def of_both(before: dict[str, Any], now: dict[str, Any], me: int) -> str:
    """Return the changes of both players in brackets, the active player first; "" if there are none."""
    own, others = changes(before, now, me), changes(before, now, 1 - me)
    named = f"{CRESTS[1 - me].capitalize()} {others}" if others else ""
    both = "; ".join(part for part in (own, named) if part)
    return f" ({both})" if both else ""


def special_cards(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Return a line for each special card that a player gains or loses, with the counts that decide it."""
    lines = []
    for source, (name, deciding) in SPECIAL.items():
        for player, crest in enumerate(CRESTS):
            gained = now["points"][player][source] - before["points"][player][source]
            if gained:
                verb = "takes" if gained > 0 else "loses"
                counts = f"{deciding}: Moon {now[deciding][0]}, Sun {now[deciding][1]}"
                lines.append(f"{crest.capitalize()} {verb} the {name} ({_signed(gained, 'points')[0]}); {counts}")
    return lines


def _signed(many: int, word: str) -> list[str]:
    """Return a change with its sign and its noun, e.g. `+1 medal`, as a list of one text; [] if it is 0."""
    single = {"points": "point", "medals": "medal"}.get(word, word) if abs(many) == 1 else word
    return [f"{many:+d} {single}".replace("-", "\N{MINUS SIGN}")] if many else []


def ship_in_words(ship: dict[str, Any]) -> str:
    """Return what a ship holds, in one line."""
    goods = [f"{many} {good.replace('_', ' ')}" for good, many in ship["goods"].items() if many]
    modules = [f"{name} {'I' * level}" for name, level in ship["modules"].items()]
    counted = {"colonies": ("colony", "colonies"), "stations": ("station", "stations")}
    counted["pirates"] = ("pirate beaten", "pirates beaten")
    parts = [
        f"{ship['astro']} Astro",
        *goods,
        f"{ship['science']} science",
        f"boosters {sum(ship['boosters'])}",
        f"cannons {sum(ship['cannons'])}",
        *(f"{many} {name.replace('_', ' ')}" for name, many in ship["hangar"].items() if many),
        *modules,
        *(f"{len(ship[heap])} {words[len(ship[heap]) != 1]}" for heap, words in counted.items()),
    ]
    return ", ".join(parts)


BUILDS = {
    "booster": "a booster",
    "booster_2": "a booster of level II",
    "cannon": "a cannon",
    "cannon_2": "a cannon of level II",
    "colony_ship": "a colony ship",
    "trade_ship": "a trade ship",
    "module_1": "a module",
    "module_2": "a module of level II",
}
MADE_BY = {"science": "science", "production": "trade_good"}
"""Goods, or science, that modules produce on a roll."""


def card_named(rules: Rules, number: int) -> Card:
    """Return the card with the given bit; for LOST any lost planet, because all lost planets are alike."""
    return (
        next(card for card in rules.cards if card.kind == LOST_PLANET)
        if number == LOST
        else cards_by_bit(rules)[number]
    )


def at_the_start(rules: Rules, state: dict[str, Any]) -> list[str]:
    """Return lines on what both players begin with, and on the open adventures."""
    lines = []
    for player, crest in enumerate(CRESTS):
        ship, points = state["ships"][player], sum(state["points"][player].values())
        colonies = (KINDS["colony"].phrase_card(rules.card_by_id[card]) for card in ship["colonies"])
        named = f" ({'; '.join(colonies)})" if ship["colonies"] else ""
        lines.append(
            f"{crest.capitalize()} begins with {ship_in_words(ship)}{named}; medals {state['medals'][player]}, "
            f"friendship {state['friendship'][player]}, points {points}"
        )
    names = ", ".join(rules.adventure_by_id[one].name for one in state["open"])
    return [*lines, f"open adventures: {names or 'none'}"]


def phrase_idle(rules: Rules, ship: dict[str, Any], player: int, roll: int) -> str:
    """Return why a player gets nothing from a roll: no colony or module with that number, or no room."""
    made = [rules.card_by_id[card].good for card in ship["colonies"] if rules.card_by_id[card].number == roll]
    made += [
        thing
        for module, thing in MADE_BY.items()
        if (level := ship["modules"].get(module)) and roll in rules.modules[module, level].numbers[player]
    ]
    names = [thing.replace("_", " ") for thing in dict.fromkeys(made)]
    return f"nothing, no room for {' or '.join(names)}" if names else "nothing"


def phrase_flight(table: Table) -> str:
    """Return the sector, the speed and the number of actions of a flight, in words."""
    limit, strength, roll = int(table.limit[0]), int(boosters(table, table.me)[0]), int(table.roll[0])
    speed = f"boosters {strength} + roll {roll}"
    if strength + roll > limit:
        speed += f" = {strength + roll}, but the sector has {limit}"
    actions = int(table.allowed[0])
    return f"flies to sector {int(table.sector[0]) + 1}, up to {limit} cards ({speed}) and {actions} actions"


def phrase_sensor(table: Table, order: Any) -> list[str]:
    """Return a line on the cards that the sensor showed and where they were put; [] without a sensor.

    Args:
        table: The game after the sensor was used.
        order: Numbers of the cards of the sector, from the top, before the sensor was used. Shape (places,).
    """
    shown = int(looks(table)[0])
    if not shown:
        return []
    names = {int(number): _name(table.rules, int(number)) for number in order[:shown]}
    looked, stays = order[:shown].tolist(), []
    for number in table.order[:shown, 0].tolist():
        if number in looked:
            looked.remove(number)
            stays.append(names[number])
        else:
            break
    below = [names[number] for number in looked]
    parts = [f"on top stay {', '.join(stays)}"] * bool(stays) + [f"below go {', '.join(below)}"] * bool(below)
    return [f"looks at {shown} cards with the sensor: {'; '.join(parts)}"]


def _name(rules: Rules, number: int) -> str:
    """Return the name of a card for a list of cards; for a pirate with its id, because several share a name."""
    card = card_named(rules, number)
    return f"{card.name} ({card.id})" if card.strength else card.name or "lost planet"


def phrase_flight_end(table: Table, lost_fight: bool) -> str:
    """Return in words which rule ended the flight, or that the captain turned back."""
    number, limit = int(table.cards_flown[0]), int(table.limit[0])
    actions, allowed = int(table.actions[0]), int(table.allowed[0])
    reasons = []
    if lost_fight:
        reasons.append("a fight was lost")
    if actions >= allowed:
        reasons.append(f"{actions} of {allowed} actions are used")
    if number >= limit:
        by_speed = int(boosters(table, table.me)[0]) + int(table.roll[0]) == limit
        whose = "the speed allows" if by_speed else "the sector has"
        reasons.append(f"all {limit} cards that {whose} are flown" if limit else "the sector is empty")
    if reasons:
        return f"the flight ends: {' and '.join(reasons)}"
    return f"turns back after {number} of {limit} cards: the captain expects no gain from the cards left"


def phrase_fight(own: int, cannons: int, pirate: int, card: Card) -> str:
    """Return the sums of die and strength of both sides in words."""
    sums = (
        f"{own} + cannons {cannons} = {own + cannons}",
        f"{pirate} + strength {card.strength} = {pirate + card.strength}",
    )
    return f"dice {own} and {pirate}: {sums[0]} against {sums[1]}"


def phrase_unclaimed(before: dict[str, Any], now: dict[str, Any], me: int, goods: int) -> list[str]:
    """Return a line on the goods of a reward that do not fit; [] if all fit.

    Args:
        before: The state before.
        now: The state now.
        me: Number of the active player.
        goods: Number of goods in the reward.
    """
    one, other = before["ships"][me]["goods"], now["ships"][me]["goods"]
    gained = sum(max(other[good] - one[good], 0) for good in GOODS)
    missing = goods - gained
    return [f"{missing} of {goods} goods of the reward do not fit"] if missing > 0 else []


@dataclass(frozen=True)
class Line:
    """One line of a story.

    Attributes:
        role: Its role: phase, card, pirate, loss or point.
        text: Its text.
    """

    role: str
    text: str


@dataclass(frozen=True)
class StoryTurn:
    """One turn of a story.

    Attributes:
        number: Number of the turn.
        player: Crest of the active player.
        roll: The number on the yellow die.
        lines: What happened.
        state: Both ships after it in words, Moon's first.
        points: Points of Moon and Sun after it.
        ships: Both ships after it in plain types.
    """

    number: int
    player: str
    roll: int
    lines: tuple[Line, ...]
    state: tuple[str, str]
    points: tuple[int, int]
    ships: tuple[dict[str, Any], dict[str, Any]]


@dataclass(frozen=True, repr=False)
class Story(AnyStory):
    """One game, told turn by turn.

    Attributes:
        game: Number of the game.
        seed: Seed of all cards and dice.
        players: Names of the captains of Moon and Sun.
        turns: The turns.
        winner: Crest of the winner; None if nobody won.
        replayed: Function that plays the game again and returns it as a record.
        edition: Key of the edition by whose tables it was played.
    """

    PAGE: ClassVar[str] = "analyzer.starship.pages:story_page"

    game: int
    seed: int
    players: tuple[str, str]
    turns: tuple[StoryTurn, ...]
    winner: str | None
    replayed: Callable[[], Record] = field(kw_only=True, compare=False)
    edition: str

    def caveats(self) -> tuple[str, ...]:
        """Return a note if the tables are the user's own."""
        return (*own_edition_notes(OwnEdition, self.edition),)

    def record(self) -> Record:
        """Return the game as a record: the place of all cards at its start, and every step of both players."""
        return self.replayed()

    def title(self) -> str:
        """Return the title, with the game's number and the captains."""
        moon, sun = self.players
        return f"Starship Catan, game {self.game} of seed {self.seed}: Moon played by {moon}, Sun by {sun}"

    def ending(self) -> str:
        """Return a sentence on who won, and when."""
        last = self.turns[-1]
        points = f"{last.points[0]} to {last.points[1]}"
        if self.winner is None:
            return f"Nobody won within {last.number} turns; points Moon to Sun {points}."
        return f"{self.winner.capitalize()} wins in turn {last.number}; points Moon to Sun {points}."

    def rows(self) -> list[dict[str, Any]]:
        """Return one row for each line."""
        return [
            {"turn": turn.number, "player": turn.player, "line": line.text}
            for turn in self.turns
            for line in turn.lines
        ]

    def steps(self) -> Iterator[StoryStep]:
        """Yield each turn with its lines, and the points after it."""
        for turn in self.turns:
            lines = *(line.text for line in turn.lines), "points: Moon {}, Sun {}".format(*turn.points)
            roles = *(line.role for line in turn.lines), "state"
            title = f"Turn {turn.number}, {turn.player.capitalize()}"
            yield StoryStep(title, lines, roles)

    def facts(self) -> dict[str, Any]:
        """Return the whole story in plain types for JSON."""
        return {
            "game": self.game,
            "seed": self.seed,
            "captains": list(self.players),
            "winner": self.winner,
            "turns": [
                {
                    "turn": turn.number,
                    "player": turn.player,
                    "roll": turn.roll,
                    "points": list(turn.points),
                    "lines": [line.text for line in turn.lines],
                    "moon": turn.ships[0],
                    "sun": turn.ships[1],
                }
                for turn in self.turns
            ],
        }


State = dict[str, Any]


class Listener:
    """A listener to the events of a game with one lane, which turns them into lines of a story."""

    def __init__(self, dice: SampledDice) -> None:
        self.dice = dice
        self.turns: list[StoryTurn] = []
        self.lines: list[Line] = []
        self.before: State = {}
        self.fulfilled: list[str] = []
        self.points: list[Line] = []
        self.order = np.empty(0, np.uint8)

    def __call__(self, table: Table, event: str, subjects: Any) -> None:
        """Add the lines of an event.

        Args:
            table: The game after the event.
            event: Name of the event, e.g. `card`.
            subjects: What the event is about, e.g. numbers of adventures.
        """
        now = state_of(table)
        self.lines += getattr(self, f"_on_{event}")(table, self.before, now, subjects)
        self.points += [Line("point", line) for line in special_cards(self.before, now)]
        if now["over"] and not self.before["over"]:
            self.points.append(Line("point", f"{phrase_goal(table)}: the game is over"))
        # Points gained by an adventure are told behind the line of its planet, which comes with the next event.
        if event != "adventure":
            self.lines, self.points = self.lines + self.points, []
        self.before = now

    def begin(self, table: Table) -> None:
        """Start the lines of a turn."""
        self.before = state_of(table)
        self.lines = [] if self.turns else [Line("phase", line) for line in at_the_start(table.rules, self.before)]
        self.flight_from = self.before

    def end(self, table: Table) -> None:
        """Add the turn that is over to the story."""
        ships, now = self.before["ships"], self.before
        moon, sun = (sum(of_player.values()) for of_player in now["points"])
        state = (ship_in_words(ships[0]), ship_in_words(ships[1]))
        turn = table.turn, CRESTS[table.me], int(table.roll[0])
        self.turns.append(StoryTurn(*turn, tuple(self.lines), state, (moon, sun), ships))

    def _on_production(self, table: Table, before: State, now: State, _: Any) -> Iterator[Line]:
        """Yield a line on the roll and what both players get."""
        if now["over"]:
            return
        made, roll = [], int(table.roll[0])
        for player, crest in enumerate(CRESTS):
            gained = changes(before, now, player) or phrase_idle(table.rules, before["ships"][player], player, roll)
            made.append(f"{crest.capitalize()} {gained}")
        yield Line("phase", f"rolls a {roll}: {'; '.join(made)}")

    def _on_shuffle(self, table: Table, before: State, now: State, _: Any) -> Iterator[Line]:
        """Remember the order of the sector, from which a later line tells of the sensor; yield no line."""
        self.order, self.flight_from = table.order[:, 0].copy(), now
        yield from ()

    def _on_sector(self, table: Table, before: State, now: State, _: Any) -> Iterator[Line]:
        """Yield lines on the flight's sector, and on the cards that the sensor showed."""
        if not now["over"]:
            yield Line("phase", phrase_flight(table))
            yield from (Line("phase", line) for line in phrase_sensor(table, self.order))

    def _on_adventure(self, table: Table, before: State, now: State, numbers: Any) -> Iterator[Line]:
        """Remember a fulfilled adventure for the line of its planet; the planet's event comes later."""
        one = table.rules.adventures[int(numbers[0])]
        opened = [
            f"{table.rules.adventure_by_id[name].name} opens" for name in now["open"] if name not in before["open"]
        ]
        paid, price = after_payment(before, table.me, one)
        gained = f" ({', '.join(part for part in (price, changes(paid, now, table.me)) if part)})"
        rest = phrase_unclaimed(paid, now, table.me, one.goods)
        self.fulfilled.append("; ".join((f"{one.name}{gained}", *opened, *rest)))
        yield from ()

    def _on_card(self, table: Table, before: State, now: State, _: Any) -> Iterator[Line]:
        """Yield a line on the card that was turned up and what was done there."""
        card = card_named(table.rules, int(table.order[table.cards_flown[0] - 1, 0]))
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
        """Return in words the card that replaces a card just taken."""
        if not before["left"]:
            return "the reserve is empty, nothing takes its place"
        card = card_named(table.rules, int(table.reserve[len(table.reserve) - before["left"], 0]))
        face = ", face down" if table.switches.face_down else ""
        return f"{KINDS[card.kind].phrase_card(card)} takes its place{face}"

    def _outcome(self, table: Table, before: State, now: State) -> Outcome:
        """Return the changes that a card made for the active player."""
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
        """Yield a line on goods that were bought by force; none if nothing changed."""
        gained = of_both(before, now, table.me)
        if gained:
            yield Line("phase", f"forces {CRESTS[1 - table.me].capitalize()} to sell, by the trade module{gained}")

    def _on_build(self, table: Table, before: State, now: State, build: Any) -> Iterator[Line]:
        yield Line("phase", f"builds {BUILDS[build]}{of_both(before, now, table.me)}")

    def _on_station(self, table: Table, before: State, now: State, cards: Any) -> Iterator[Line]:
        card, me = cards_by_bit(table.rules)[int(cards[0])], table.me
        done = "buys" if now["ships"][me]["astro"] < before["ships"][me]["astro"] else "sells"
        yield Line("phase", f"station {KINDS[card.kind].phrase_card(card)}: {done}{of_both(before, now, me)}")

    def _on_trade(self, table: Table, before: State, now: State, _: Any) -> Iterator[Line]:
        """Yield a line that the game was over before the roll, if the turn has no other line."""
        if not self.lines:
            yield Line("point", f"{phrase_goal(table)}: the game is over before the roll")


def phrase_goal(table: Table) -> str:
    """Return in words that the active player has the points that end the game."""
    goal = table.rules.start["goal"]
    return f"{CRESTS[table.me].capitalize()} has {'ten' if goal == 10 else goal} points"
